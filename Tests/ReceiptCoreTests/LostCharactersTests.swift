import TestSupport
import Testing

@testable import ReceiptCore
@testable import ReceiptMaking

/// Texts that lost characters in their middle, where nothing shows it: no mark, and no end that is missing.
@Suite struct LostCharactersTests {
  private static let point = UInt8(ascii: ".")

  private static func make(_ name: String) throws -> [UInt8] {
    try #require(CatalogueReceipt.jws.first { $0.name == name }).make(
      under: TestAuthority.shared.get())
  }

  private static func verifier() throws -> ReceiptVerifier {
    ReceiptVerifier(
      trustRoots: try TrustAnchor.custom(TestAuthority.shared.get().ellipticRootCertificate))
  }

  /// The verification of the text without so many characters from each of these places, where it can be read.
  private static func verifications(
    of text: [UInt8], without length: Int, from places: some Sequence<Int>
  ) throws -> [(place: Int, verification: Verification)] {
    let verifier = try verifier()
    return places.compactMap { place in
      var lost = text
      lost.removeSubrange(place..<place + length)
      return (try? ReceiptDecoder().decode(lost)).map { (place, verifier.verify($0)) }
    }
  }

  @Test(
    "A JWS is incomplete if characters of its header are missing",
    arguments: ["jws-ok", "jws-notification"], [4, 76, 400, 1000])
  func header(name: String, length: Int) throws {
    let text = try Self.make(name)
    let end = try #require(text.firstIndex(of: Self.point))
    // The first certificate begins before.
    let found = try Self.verifications(
      of: text, without: length, from: stride(from: 40, to: end - length, by: 29))
    #expect(found.count > 20)
    for (place, verification) in found {
      #expect(
        verification.status == .incomplete && verification.reason == .truncated,
        "\(length) from \(place): \(verification.checks.filter(\.isProblem))")
    }
  }

  @Test("So is a notification of which a text inside is damaged", arguments: [4, 76, 400])
  func payload(length: Int) throws {
    let text = try Self.make("jws-notification")
    let start = try #require(text.firstIndex(of: Self.point))
    let end = try #require(text.lastIndex(of: Self.point))
    let found = try Self.verifications(
      of: text, without: length, from: stride(from: start + 4, to: end - length, by: 29))
    #expect(found.count { $0.verification.status == .incomplete } > 50)
    for (place, verification) in found where verification.status != .incomplete {
      // It is known that it is not what was signed, and no more.
      #expect(
        verification.status == .untrusted
          && verification.checks.contains { $0.reason == .badSignature },
        "\(length) from \(place)")
    }
  }

  @Test("A signature that holds is not doubted for a text inside that cannot be read")
  func wholeOutside() throws {
    let payload = try JWS.read(Self.make("jws-notification")).payload
    let data = try #require(payload["data"]?.members).map { member in
      member.name == "signedTransactionInfo"
        ? JSONValue.Member(name: member.name, value: .string("eyJ.eyJ.x")) : member
    }
    let members = try #require(payload.members).map { member in
      member.name == "data" ? JSONValue.Member(name: "data", value: .object(data)) : member
    }
    let made = try TestAuthority.shared.get().jws(around: JSONValue.object(members).utf8)
      .encoded
    let decoded = try ReceiptDecoder().decode(made)
    #expect(decoded.missingPartInside != nil)
    #expect(try Self.verifier().verify(decoded).status == .custom)
  }
}
