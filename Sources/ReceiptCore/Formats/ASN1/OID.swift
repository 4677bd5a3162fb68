/// An object identifier, kept as its DER encoding (X.690 §8.19), with header.
public struct OID: Hashable, Sendable, CustomStringConvertible {
  /// The whole element: `06`, its length, its content.
  public let encoded: ArraySlice<UInt8>

  init(encoded: ArraySlice<UInt8>) { self.encoded = encoded }

  public static func == (left: OID, right: OID) -> Bool {
    left.encoded.elementsEqual(right.encoded)
  }

  public func hash(into hasher: inout Hasher) {
    for byte in encoded { hasher.combine(byte) }
  }

  /// From at least two arcs, which are written in base 128 (X.690 §8.19).
  package init(_ arcs: [UInt64]) {
    var content: [UInt8] = []
    for arc in [arcs[0] * 40 + arcs[1]] + arcs.dropFirst(2) {
      let count = max(1, (UInt64.bitWidth - arc.leadingZeroBitCount + 6) / 7)
      for index in (0..<count).reversed() {
        content.append(UInt8(arc >> UInt64(7 * index) & 0x7F) | (index > 0 ? 0x80 : 0))
      }
    }
    encoded = [0x06, UInt8(truncatingIfNeeded: content.count)] + content
  }

  /// The dotted form, such as `1.2.840.113549.1.7.2`. An arc of more than 63 bits ends the text with `…`.
  public var description: String {
    let (arcs, isWhole) = Self.arcs(encoded.dropFirst(2))
    return Self.dotted(arcs) + (isWhole ? "" : ".…")
  }

  /// Whether an element's content is an identifier: it is not empty, ends with an arc, and no arc begins with zeros
  /// (X.690 §8.19.2).
  static func isWellFormed(content: ArraySlice<UInt8>) -> Bool {
    guard let last = content.last, last < 0x80 else { return false }
    var isStart = true
    for octet in content {
      if isStart, octet == 0x80 { return false }
      isStart = octet < 0x80
    }
    return true
  }

  /// The dotted form of an element's content; `nil` when it is not an identifier, or is too long to be read.
  package static func dotted(content: ArraySlice<UInt8>) -> String? {
    guard content.count <= maximumLength, isWellFormed(content: content) else { return nil }
    let (arcs, isWhole) = arcs(content)
    return isWhole ? dotted(arcs) : nil
  }

  /// No identifier in use is longer.
  private static let maximumLength = 64

  /// The arcs up to the first that has more than 63 bits.
  private static func arcs(_ content: ArraySlice<UInt8>) -> (arcs: [UInt64], isWhole: Bool) {
    var arcs: [UInt64] = []
    var value: UInt64 = 0
    for byte in content {
      guard value < 1 << 56 else { return (arcs, false) }
      value = value << 7 | UInt64(byte & 0x7F)
      guard byte < 0x80 else { continue }
      // The first two arcs share one number (X.690 §8.19.4).
      let root = arcs.isEmpty ? min(value / 40, 2) : 0
      arcs += arcs.isEmpty ? [root, value - root * 40] : [value]
      value = 0
    }
    return (arcs, true)
  }

  private static func dotted(_ arcs: [UInt64]) -> String {
    arcs.map(String.init).joined(by: ".")
  }
}
