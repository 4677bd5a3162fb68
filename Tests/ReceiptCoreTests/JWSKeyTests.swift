import Testing

@testable import ReceiptCore
@testable import ReceiptMaking

/// Tokens whose key the reader knows.
@Suite struct JWSKeyTests {
  /// The example of RFC 7515 §A.3.
  private static let text =
    "eyJhbGciOiJFUzI1NiJ9"
    + ".eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
    + ".DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
  private static let coordinates = [
    "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU", "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
  ]

  private static func point() throws -> [UInt8] {
    [0x04] + (try coordinates.flatMap { try Base64.decode(Array($0.utf8)).bytes })
  }

  private static func holds(_ text: String, _ point: [UInt8]) throws -> Bool {
    try JWS.read(Array(text.utf8)).isSignedWithES256(by: point[...])
  }

  @Test("the example of the standard holds with its key")
  func example() throws {
    #expect(try Self.holds(Self.text, Self.point()))
  }

  @Test("any other text does not hold", arguments: ["eyJhbGciOiJFUzI1NiIsImEiOjF9", "e30"])
  func otherText(_ header: String) throws {
    let rest = Self.text.drop { $0 != "." }
    #expect(try !Self.holds(header + rest, Self.point()))
  }

  @Test("a signature has one spelling", arguments: ["=", "==", "A", "R"])
  func spelling(_ end: String) throws {
    #expect(try !Self.holds(Self.text + end, Self.point()))
    #expect(try !Self.holds(Self.text.dropLast() + end, Self.point()))
  }

  @Test("what is no point on P-256 signs nothing")
  func otherPoints() throws {
    let point = try Self.point()
    #expect(try !Self.holds(Self.text, []))
    #expect(try !Self.holds(Self.text, Array(point.dropLast())))
    #expect(try !Self.holds(Self.text, [0x02] + point.dropFirst()))
    #expect(try !Self.holds(Self.text, point.dropLast() + [0]))
    let other = try SigningKey.p256(seed: "another key")
    let info = try #require(SigningKey.pointOfP256(publicKeyInfo: other.publicKeyInfo))
    #expect(try !Self.holds(Self.text, info))
  }

  @Test("only a key on P-256 has such a point")
  func points() throws {
    let key = try SigningKey.p256(seed: "a key").publicKeyInfo
    #expect(SigningKey.pointOfP256(publicKeyInfo: key)?.count == 65)
    #expect(SigningKey.pointOfP256(publicKeyInfo: Array(key.dropLast())) == nil)
    #expect(SigningKey.pointOfP256(publicKeyInfo: [0] + key) == nil)
    #expect(SigningKey.pointOfP256(publicKeyInfo: []) == nil)
    let large = try SigningKey.p384(seed: "a key").publicKeyInfo
    #expect(SigningKey.pointOfP256(publicKeyInfo: large) == nil)
  }

  @Test("both kinds of keys are found in PEM")
  func pem() throws {
    let key = try SigningKey.p256(seed: "a key")
    let secret = Array(PEM.encode(privateKey: key.encoded).utf8)
    let open = Array(PEM.text(key.publicKeyInfo[...], "PUBLIC KEY").utf8)
    #expect(PEM.privateKey(in: open + secret) == key.encoded)
    #expect(PEM.publicKey(in: secret + open) == key.publicKeyInfo)
    #expect(PEM.privateKey(in: open) == nil)
    #expect(PEM.publicKey(in: secret) == nil)
  }
}
