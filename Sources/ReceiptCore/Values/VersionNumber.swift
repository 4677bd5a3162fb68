/// A version that can be compared: numbers between dots, such as `1.10.3`.
///
/// `1`, `1.0` and `1.0.0` are equal, and 1.10 is newer than 1.9. Components may have any number of digits,
/// because build numbers may contain dates and times.
package struct VersionNumber: Sendable, Equatable, Comparable {
  /// The digits of each component without leading zeros. Components of 0 at the end are left out.
  private let components: [ArraySlice<UInt8>]

  /// Reads a version; `nil` unless the text consists of digits between single dots.
  package init?(_ text: ReceiptString) {
    guard !text.isEmpty else { return nil }
    var components: [ArraySlice<UInt8>] = []
    for part in text.bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
      guard !part.isEmpty, part.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
      components.append(part.drop { $0 == 0x30 })
    }
    while components.last?.isEmpty == true { components.removeLast() }
    self.components = components
  }

  package static func < (left: VersionNumber, right: VersionNumber) -> Bool {
    for (a, b) in zip(left.components, right.components) {
      if a.count != b.count { return a.count < b.count }
      if !a.elementsEqual(b) { return a.lexicographicallyPrecedes(b) }
    }
    // The common components are equal, so the longer version is greater.
    return left.components.count < right.components.count
  }

  package static func == (left: VersionNumber, right: VersionNumber) -> Bool {
    left.components.elementsEqual(right.components) { $0.elementsEqual($1) }
  }
}
