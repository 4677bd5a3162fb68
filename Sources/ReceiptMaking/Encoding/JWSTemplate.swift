package import ReceiptCore

/// A JWS to be written (RFC 7515 §7.1). Every part can be forged; the defaults are those of Apple.
package struct JWSTemplate {
  /// The header's members in order, with duplicates if given.
  package var header: [JSONValue.Member]
  /// The header's bytes, if they are not the JSON of its members.
  package var headerOctets: [UInt8]?
  package var payload: [UInt8]
  package var signature: [UInt8] = []
  /// Encodes bytes as a segment.
  package var encode: @Sendable ([UInt8]) -> [UInt8] = { Base64.encodeURL($0) }

  /// Creates an unsigned JWS.
  package init(certificates: [[UInt8]], payload: [UInt8]) {
    header = [
      Self.algorithm("ES256"),
      JSONValue.Member(
        name: "x5c", value: .array(certificates.map { .string(Base64.encode($0)) })),
    ]
    self.payload = payload
  }

  package static func algorithm(_ name: String) -> JSONValue.Member {
    JSONValue.Member(name: "alg", value: .string(name))
  }

  /// Replaces or appends a member of the header; `nil` removes it.
  package mutating func set(_ name: String, _ value: JSONValue?) {
    let place = header.firstIndex { $0.name == name }
    switch (place, value) {
    case (let place?, let value?): header[place] = JSONValue.Member(name: name, value: value)
    case (let place?, nil): header.remove(at: place)
    case (nil, let value?): header.append(JSONValue.Member(name: name, value: value))
    case (nil, nil): break
    }
  }

  /// The signed bytes: header and payload as written.
  package var signedPart: [UInt8] {
    encode(headerOctets ?? JSONValue.object(header).utf8) + [Self.point]
      + encode(payload)
  }

  /// Signs with ES256.
  package mutating func sign(with key: SigningKey) throws(SigningFailure) {
    signature = try key.signElliptic(signedPart, .sha256)
  }

  /// Signs with ES256 and a key that is a secret.
  package mutating func signSecretly(with key: SigningKey) throws(SigningFailure) {
    signature = try key.signSecretly(signedPart)
  }

  /// The JWS as text.
  package var encoded: [UInt8] { signedPart + [Self.point] + encode(signature) }

  private static let point = UInt8(ascii: ".")
}
