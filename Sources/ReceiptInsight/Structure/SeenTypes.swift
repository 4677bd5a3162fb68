internal import ReceiptCore

/// The types of attributes that were met in one set, as far as they are remembered.
struct SeenTypes {
  var known: UInt64 = 0
  var others: Set<Int> = []

  /// Whether the type was not met before.
  mutating func insert(_ type: Int) -> Bool {
    // Those that tables have lie below 64, or from 1700 on.
    let bit = type >= 1700 ? type - 1700 + 36 : type
    if bit < 36 || type >= 1700, bit < 64 {
      let mask: UInt64 = 1 << UInt64(bit)
      defer { known |= mask }
      return known & mask == 0
    }
    guard others.count < ElementWalker.maximumOtherTypes else { return !others.contains(type) }
    return others.insert(type).inserted
  }
}
