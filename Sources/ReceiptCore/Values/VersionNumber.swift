/// A version that can be put in order: numbers between points, `1.10.3`.
///
/// `1`, `1.0` and `1.0.0` are equal, and 1.10 is newer than 1.9. Components may have any number of digits:
/// build numbers are made of dates and times.
public struct VersionNumber: Sendable, Equatable, Comparable {
  /// The digits of each component without leading zeros; no empty component at the end, where it would
  /// mean 0.
  private let components: [ArraySlice<UInt8>]

  /// Reads a version; `nil` for text with anything in it but digits between single points.
  public init?(_ text: ReceiptString) {
    guard !text.isEmpty else { return nil }
    var components: [ArraySlice<UInt8>] = []
    for part in text.bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
      guard !part.isEmpty, part.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
      components.append(part.drop { $0 == 0x30 })
    }
    while components.last?.isEmpty == true { components.removeLast() }
    self.components = components
  }

  public static func < (left: VersionNumber, right: VersionNumber) -> Bool {
    for (a, b) in zip(left.components, right.components) {
      if a.count != b.count { return a.count < b.count }
      if !a.elementsEqual(b) { return a.lexicographicallyPrecedes(b) }
    }
    // All that both have is equal; what one has beyond is more than nothing.
    return left.components.count < right.components.count
  }

  public static func == (left: VersionNumber, right: VersionNumber) -> Bool {
    left.components.elementsEqual(right.components) { $0.elementsEqual($1) }
  }
}
