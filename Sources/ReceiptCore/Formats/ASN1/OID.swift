/// An object identifier, kept as its DER encoding (X.690 §8.19), with header.
public struct OID: Hashable, Sendable, CustomStringConvertible {
  /// The whole element: `06`, its length, its content.
  public let encoded: ArraySlice<UInt8>

  init(encoded: ArraySlice<UInt8>) { self.encoded = encoded }

  public static func == (left: OID, right: OID) -> Bool {
    left.encoded.elementsEqual(right.encoded)
  }

  public func hash(into hasher: inout Hasher) {
    for octet in encoded { hasher.combine(octet) }
  }

  /// The dotted form, such as `1.2.840.113549.1.7.2`. An arc of more than 63 bits ends the text with `…`.
  public var description: String {
    var parts: [UInt64] = []
    var value: UInt64 = 0
    for octet in encoded.dropFirst(2) {
      guard value < 1 << 56 else { return dotted(parts) + ".…" }
      value = value << 7 | UInt64(octet & 0x7F)
      if octet & 0x80 == 0 {
        parts.append(value)
        value = 0
      }
    }
    return dotted(parts)
  }

  /// The first two arcs share one number (X.690 §8.19.4).
  private func dotted(_ parts: [UInt64]) -> String {
    guard let first = parts.first else { return "" }
    let root = min(first / 40, 2)
    return ([root, first - root * 40] + parts.dropFirst()).map(String.init).joined(separator: ".")
  }

  /// `id-data` (RFC 5652 §4).
  public static let data = OID(encoded: [
    0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01,
  ])
  /// `id-signedData` (RFC 5652 §5.1).
  public static let signedData = OID(encoded: [
    0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02,
  ])
}
