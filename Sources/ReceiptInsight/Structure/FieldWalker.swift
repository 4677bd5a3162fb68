internal import ReceiptCore

/// Walks bytes that consist of fields of fixed lengths and an element after them.
struct FieldWalker {
  private struct Field {
    let name: String
    package let length: Int
    var anomalies: [StructureAnomaly] = []
  }

  private let bytes: [UInt8]
  private let prefix: String
  private let depth: Int
  private var fields: [Field]
  private var position = 0
  /// The element after the fields.
  private var rest: ElementWalker?

  /// The signature of an iOS 6 transaction: version, signature, length of the certificate, certificate.
  init(transactionSignature bytes: [UInt8], prefix: String, depth: Int) {
    self.bytes = bytes
    self.prefix = prefix
    self.depth = depth
    guard let version = bytes.first, let length = IOS6Envelope.signatureLengths[version],
      bytes.count > 1 + length + 4
    else {
      fields = [
        Field(
          name: "octets", length: bytes.count,
          anomalies: [
            StructureAnomaly(
              .invalidSignature, "neither version 2 nor 3 of a signature, or cut short")
          ])
      ]
      return
    }
    let start = 1 + length + 4
    let declared = bytes[1 + length..<start].reduce(0) { $0 << 8 | Int($1) }
    fields = [
      Field(name: "version", length: 1), Field(name: "signature", length: length),
      Field(
        name: "certificateLength", length: 4,
        anomalies: declared == bytes.count - start
          ? []
          : [
            StructureAnomaly(
              .invalidSignature,
              "this promises \(declared) bytes, and \(bytes.count - start) are there")
          ]),
    ]
    rest = ElementWalker(
      bytes, in: start..<bytes.count, as: .certificate("\(prefix).certificate"), depth: depth)
  }

  /// The signature of a JWS: two numbers of equal length (RFC 7518 §3.4), or other bytes.
  init(jwsSignature bytes: [UInt8], prefix: String, depth: Int) {
    self.bytes = bytes
    self.prefix = prefix
    self.depth = depth
    let length = bytes.count / 2
    fields =
      bytes.count == ECDSASignature.length
      ? [Field(name: "r", length: length), Field(name: "s", length: length)]
      : [Field(name: "octets", length: bytes.count)]
  }

  mutating func next() -> WalkStep? {
    guard !fields.isEmpty else { return rest?.next() }
    let field = fields.removeFirst()
    let start = position
    position += field.length
    return .node(
      StructureNode(
        bytes[start..<position], depth: depth, tag: .octets, name: "\(prefix).\(field.name)",
        value: .octets, anomalies: field.anomalies))
  }
}
