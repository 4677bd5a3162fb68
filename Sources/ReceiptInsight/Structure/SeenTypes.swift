internal import ReceiptCore

/// The attribute types found in one set, up to a limit.
struct SeenTypes {
  var known: UInt64 = 0
  var others: Set<Int> = []

  /// Whether the type is new.
  mutating func insert(_ type: Int) -> Bool {
    // Known types are below 64, or begin at 1700.
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
