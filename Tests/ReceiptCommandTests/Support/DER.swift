/// Writes ASN.1 in DER (X.690 §10), and from it receipts that nobody signed.
enum DER {
  static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    var length: [UInt8] = []
    if content.count < 0x80 {
      length = [UInt8(content.count)]
    } else {
      var rest = content.count
      while rest > 0 {
        length.insert(UInt8(rest & 0xFF), at: 0)
        rest >>= 8
      }
      length.insert(0x80 | UInt8(length.count), at: 0)
    }
    return [tag] + length + content
  }

  static func integer(_ number: Int64) -> [UInt8] {
    var octets = (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    while octets.count > 1,
      octets[0] == 0 && octets[1] < 0x80 || octets[0] == 0xFF && octets[1] >= 0x80
    {
      octets.removeFirst()
    }
    return element(0x02, octets)
  }

  static func utf8(_ text: String) -> [UInt8] { element(0x0C, Array(text.utf8)) }
  static func ia5(_ text: String) -> [UInt8] { element(0x16, Array(text.utf8)) }
  static func octetString(_ content: [UInt8]) -> [UInt8] { element(0x04, content) }
  static func sequence(_ parts: [UInt8]...) -> [UInt8] { element(0x30, parts.flatMap { $0 }) }

  /// A SET OF, whose elements DER sorts (X.690 §11.6).
  static func set(_ elements: [[UInt8]]) -> [UInt8] {
    element(0x31, elements.sorted { $0.lexicographicallyPrecedes($1) }.flatMap { $0 })
  }

  /// `SEQUENCE { type, version, value }`.
  static func attribute(_ type: Int, version: Int64 = 1, _ value: [UInt8]) -> [UInt8] {
    sequence(integer(Int64(type)), integer(version), octetString(value))
  }

  /// A purchase: attribute 17 around the attributes given.
  static func purchase(_ attributes: [[UInt8]]) -> [UInt8] { attribute(17, set(attributes)) }

  /// A receipt: ContentInfo and SignedData around a SET of attributes, without certificates or signers.
  static func receipt(_ attributes: [[UInt8]]) -> [UInt8] {
    let signedDataType: [UInt8] = [
      0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02,
    ]
    let dataType: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]
    let sha256: [UInt8] = [0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01]
    let content = element(0xA0, octetString(set(attributes)))
    let signedData = sequence(
      integer(1), set([sequence(sha256, [0x05, 0x00])]), sequence(dataType, content), set([]))
    return sequence(signedDataType, element(0xA0, signedData))
  }
}
