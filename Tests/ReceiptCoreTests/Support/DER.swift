@testable import ReceiptMaking

/// Builds DER for tests: elements, attributes, and a receipt around them. The certificate and the signature
/// are not real, because a decoder reads neither.
enum DER {
  static func length(_ count: Int) -> [UInt8] {
    guard count >= 0x80 else { return [UInt8(count)] }
    var octets: [UInt8] = []
    var rest = count
    while rest > 0 {
      octets.insert(UInt8(rest & 0xFF), at: 0)
      rest >>= 8
    }
    return [0x80 | UInt8(octets.count)] + octets
  }

  static func tlv(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    [tag] + length(content.count) + content
  }

  static func tlv(_ tag: UInt8, _ parts: [[UInt8]]) -> [UInt8] { tlv(tag, parts.flatMap { $0 }) }

  /// The fewest bytes in two's complement that hold `value`.
  static func integer(_ value: Int64) -> [UInt8] {
    var octets = (0..<8).map { UInt8(truncatingIfNeeded: value >> Int64(56 - 8 * $0)) }
    while octets.count > 1,
      octets[0] == 0 && octets[1] < 0x80 || octets[0] == 0xFF && octets[1] >= 0x80
    {
      octets.removeFirst()
    }
    return tlv(0x02, octets)
  }

  static func utf8(_ text: String) -> [UInt8] { tlv(0x0C, Array(text.utf8)) }
  static func ia5(_ text: String) -> [UInt8] { tlv(0x16, Array(text.utf8)) }

  // MARK: A payload

  static func attribute(_ type: Int64, version: Int64 = 1, _ value: [UInt8]) -> [UInt8] {
    tlv(0x30, [integer(type), integer(version), tlv(0x04, value)])
  }

  /// A SET in DER order (X.690 §11.6).
  static func set(_ elements: [[UInt8]]) -> [UInt8] {
    tlv(0x31, elements.sorted { $0.lexicographicallyPrecedes($1) })
  }

  static func inApp(_ attributes: [[UInt8]]) -> [UInt8] { attribute(17, set(attributes)) }

  // MARK: A container

  static let signedDataOID = tlv(0x06, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02])
  static let dataOID = tlv(0x06, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01])
  /// sha1, with NULL parameters.
  static let sha1 = tlv(0x30, [tlv(0x06, [0x2B, 0x0E, 0x03, 0x02, 0x1A]), tlv(0x05, [UInt8]())])
  static let rsa = tlv(
    0x30,
    [
      tlv(0x06, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]), tlv(0x05, [UInt8]()),
    ])

  /// A SEQUENCE that is not a real certificate.
  static let certificate = tlv(0x30, tlv(0x04, [UInt8](repeating: 0xCE, count: 100)))

  /// A SignerInfo that OpenSSL also accepts.
  static let signerInfo = tlv(
    0x30,
    [
      integer(1), tlv(0x30, [tlv(0x30, [UInt8]()), integer(7)]), sha1, rsa,
      tlv(0x04, [UInt8](repeating: 0x51, count: 16)),
    ])

  /// ContentInfo and SignedData around a payload.
  static func receipt(
    _ payload: [UInt8], certificates: [[UInt8]] = [certificate],
    signerInfos: [[UInt8]] = [signerInfo]
  ) -> [UInt8] {
    contentInfo(
      encapsulated: [dataOID, tlv(0xA0, tlv(0x04, payload))], certificates: certificates,
      signerInfos: signerInfos)
  }

  /// The same with the fields of any `encapContentInfo`; a detached one has no content.
  static func contentInfo(
    encapsulated: [[UInt8]], certificates: [[UInt8]] = [certificate],
    signerInfos: [[UInt8]] = [signerInfo]
  ) -> [UInt8] {
    tlv(
      0x30,
      [
        signedDataOID,
        tlv(
          0xA0,
          tlv(
            0x30,
            [
              integer(1), tlv(0x31, sha1), tlv(0x30, encapsulated), tlv(0xA0, certificates),
              tlv(0x31, signerInfos),
            ])),
      ])
  }
}
