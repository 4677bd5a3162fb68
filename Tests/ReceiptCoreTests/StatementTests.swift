import Testing

@testable import ReceiptCore
@testable import ReceiptInsight
@testable import ReceiptMaking

/// What the sections of a diagnosis say, one rule in each test. Whole diagnoses are in the stories.
@Suite struct StatementTests {
  private static func diagnosis(
    _ bytes: [UInt8], by verifier: ReceiptVerifier
  ) throws -> Diagnosis {
    let decoded = try ReceiptDecoder().decode(bytes)
    let now = try #require(ReceiptDate("2024-03-01T00:00:00Z".utf8))
    return Diagnosis(verifier.verifyAll(decoded), now: now)
  }

  private static func statements(
    _ topic: Diagnosis.Topic, _ json: String, by verifier: ReceiptVerifier = ReceiptVerifier()
  ) throws -> [String] {
    let sections = try diagnosis(Array(json.utf8), by: verifier).sections
    return try #require(sections.first { $0.topic == topic }).statements.map(\.text)
  }

  private static func renewals(_ count: Int) -> String {
    let renewal = #"{"product_id": "p", "auto_renew_product_id": "p"}"#
    let list = Array(repeating: renewal, count: count).joined(separator: ", ")
    return #"{"status": 0, "receipt": {"receipt_type": "Sandbox", "in_app": []}, "#
      + #""pending_renewal_info": [\#(list)]}"#
  }

  @Test("under Xcode's rules, Xcode made it")
  func xcode() throws {
    let jws = try CatalogueReceipt.xcodeTransaction(TestAuthority.shared.get()).encoded
    let verifier = ReceiptVerifier(
      profile: .xcode,
      trustRoots: try TrustAnchor.custom(TestAuthority.shared.get().ellipticRootCertificate))
    let statements = try Self.statements(
      .genuine, String(decoding: jws, as: UTF8.self), by: verifier)
    #expect(statements.contains { $0.hasPrefix("Xcode made it for tests") }, "\(statements)")
  }

  @Test(
    "the card of a receipt without purchases says who bought the app, or that it expired",
    arguments: [
      ("ProductionVPP", nil, "An organisation bought the app for this customer."),
      (
        "ProductionVPP", "2023-11-14T00:00:00Z",
        "An organisation bought the app for this customer; the receipt expired on 2023-11-14"
      ),
      ("Production", "2023-11-14T00:00:00Z", "Not known: the receipt expired on 2023-11-14"),
    ] as [(String, String?, String)])
  func theApp(type: String, expires: String?, words: String) throws {
    let attributes = [
      DER.attribute(0, DER.utf8(type)), DER.attribute(2, DER.utf8("a.b")),
      DER.attribute(12, DER.ia5("2020-06-01T12:00:00Z")),
    ]
    let authority = try TestAuthority.shared.get()
    let receipt = try authority.signedData(
      DER.set(attributes + (expires.map { [DER.attribute(21, DER.ia5($0))] } ?? [])))
    let verifier = ReceiptVerifier(trustRoots: try TrustAnchor.custom(authority.rootCertificate))
    let owned = try Self.diagnosis(receipt.encoded, by: verifier).card.lines.owned
    #expect(owned.hasPrefix(words), "\(owned)")
  }

  @Test("a renewal without a state is not stated")
  func unstated() throws {
    #expect(try Self.statements(.renewal, Self.renewals(1)) == ["p: not stated"])
  }

  @Test(
    "renewals are described up to a limit, on both sides",
    arguments: [
      (50, "p: not stated"), (51, "1 more is not described here"),
      (52, "2 more are not described here"),
    ])
  func limit(count: Int, last: String) throws {
    let statements = try Self.statements(.renewal, Self.renewals(count))
    #expect(statements.count == min(count, 51) && statements.last == last)
  }

  @Test(
    "a year that is paid by the month says whether another follows",
    arguments: [
      (0, "; the payments go on until the year ends on 2024-07-01, and no other year follows"),
      (1, "; the year renews on 2024-07-01"),
    ])
  func commitment(status: Int, words: String) throws {
    let statements = try Self.statements(
      .renewal,
      """
      {"originalTransactionId": "1", "productId": "p", "autoRenewProductId": "p",
       "autoRenewStatus": 1, "environment": "Sandbox", "signedDate": 1704067201000,
       "commitmentInfo": {"commitmentAutoRenewStatus": \(status),
        "commitmentRenewalDate": 1719792000000}}
      """)
    #expect(statements.count == 1 && statements[0].hasSuffix(words), "\(statements)")
  }

  @Test("an error that Apple does not document is said to be one")
  func unknownError() throws {
    #expect(
      try Self.statements(.message, #"{"errorCode": 4999999, "errorMessage": "x"}"#)
        == ["Apple's server responded with error 4999999, which Apple does not document"])
  }

  @Test("an environment that Apple does not use is quoted")
  func unknownEnvironment() throws {
    let statements = try Self.statements(
      .environment, #"{"status": 0, "environment": "Moon", "receipt": {"bundle_id": "a.b"}}"#)
    #expect(
      statements.first == "it says that it is from \"Moon\", which Apple does not use",
      "\(statements)")
  }
}
