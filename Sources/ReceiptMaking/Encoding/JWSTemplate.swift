package import ReceiptCore

/// A JWS that is about to be written (RFC 7515 §7.1). Everything can be set to what a forger would put
/// there; the defaults are what Apple writes.
package struct JWSTemplate {
  /// The header's members, in this order, be there two of a name or not.
  package var header: [JSONValue.Member]
  /// The header's bytes, where they are to be others than the members as JSON.
  package var headerOctets: [UInt8]?
  package var payload: [UInt8]
  package var signature: [UInt8] = []
  /// How bytes become a segment.
  package var encode: @Sendable ([UInt8]) -> [UInt8] = { Base64.encodeURL($0) }

  /// Not signed yet.
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

  /// Sets a member of the header where it stands, or at the end; `nil` takes it away.
  package mutating func set(_ name: String, _ value: JSONValue?) {
    let place = header.firstIndex { $0.name == name }
    switch (place, value) {
    case (let place?, let value?): header[place] = JSONValue.Member(name: name, value: value)
    case (let place?, nil): header.remove(at: place)
    case (nil, let value?): header.append(JSONValue.Member(name: name, value: value))
    case (nil, nil): break
    }
  }

  /// What is signed: header and payload as they will stand.
  package var signedPart: [UInt8] {
    encode(headerOctets ?? Array(JSONValue.object(header).description.utf8)) + [Self.point]
      + encode(payload)
  }

  /// Signs with ES256.
  package mutating func sign(with key: SigningKey) throws(SigningFailure) {
    signature = try key.signElliptic(signedPart, .sha256)
  }

  /// The text.
  package var encoded: [UInt8] { signedPart + [Self.point] + encode(signature) }

  private static let point = UInt8(ascii: ".")
}
