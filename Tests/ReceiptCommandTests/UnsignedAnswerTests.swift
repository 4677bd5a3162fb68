import ReceiptCore
import ReceiptMaking
import Testing

/// What unsigned text says beside a signed receipt is marked in each answer, and meets no expectation.
@Suite struct UnsignedAnswerTests {
  /// A subscription from 2025-05-01 to 2025-06-18, and a response around the receipt that lists it.
  private struct Scene {
    let bench: Workbench
    let receipt: [UInt8]

    init() async throws {
      bench = try Workbench()
      let spec = """
        {"receipt": {"receipt_type": "Production", "bundle_id": "com.example.app",
         "receipt_creation_date": "2025-05-31T00:00:00Z", "in_app": [\(Self.purchase("pro"))]}}
        """
      receipt = try await bench.run(
        ["make", "-", "--root", "root.pem"], input: Array(spec.utf8)
      ).expect(status: 0).output
    }

    static func purchase(_ product: String, _ more: String = "") -> String {
      """
      {"product_id": "\(product)", "transaction_id": "\(product)-1", "quantity": 1,
       "original_transaction_id": "\(product)-1", "purchase_date": "2025-05-01T00:00:00Z",
       "original_purchase_date": "2025-05-01T00:00:00Z", "expires_date": "2025-06-18T00:00:00Z"\(more)}
      """
    }

    static func entry(_ product: String, _ more: String = "") -> String {
      """
      {"product_id": "\(product)", "transaction_id": "\(product)-1", "quantity": "1",
       "original_transaction_id": "\(product)-1", "purchase_date_ms": "1746057600000",
       "original_purchase_date_ms": "1746057600000", "expires_date_ms": "1750204800000"\(more)}
      """
    }

    func response(_ entries: [String], renewals: String = "", bundleID: String = "com.example.app")
      -> [UInt8]
    {
      Array(
        """
        {"status": 0, "environment": "Production", "latest_receipt": "\(Base64.encode(receipt))",
         "latest_receipt_info": [\(entries.joined(separator: ", "))],
         "pending_renewal_info": [\(renewals)],
         "receipt": {"receipt_type": "Production", "bundle_id": "\(bundleID)", "in_app": [],
          "request_date_ms": "1748649600000"}}
        """.utf8)
    }

    /// The second and the third line of the card.
    func told(_ response: [UInt8], _ options: [String]) async throws -> (
      owned: String, action: String
    ) {
      let json = try await bench.run(
        [
          "diagnose", "--at", "2025-06-01", "--format", "ndjson", "--trust-root",
          "root.pem",
        ] + options, input: response
      ).json()
      let lines = try #require(json["answer"]?.elements).map { $0.string ?? "" }
      return (lines[1], lines[2])
    }
  }

  private static let condition = "If your own server got this from Apple, "

  @Test(
    "An answer to a complaint that rests on an unsigned purchase says so",
    arguments: ["charged", "restore"])
  func purchase(complaint: String) async throws {
    let scene = try await Scene()
    let signed = [Scene.entry("pro")]
    let more = signed + [Scene.entry("gold")]
    let options = ["--complaint", complaint]
    let plain = try await scene.told(scene.response(signed), options)
    let told = try await scene.told(scene.response(more), options)
    #expect(!plain.action.contains(Self.condition), "\(plain)")
    #expect(told.action.hasPrefix(Self.condition), "\(told)")
  }

  @Test("A refund that only unsigned text tells is marked, in the card and in the answer")
  func refund() async throws {
    let scene = try await Scene()
    let entry = Scene.entry("pro", #", "cancellation_date_ms": "1747699200000""#)
    let told = try await scene.told(scene.response([entry]), ["--complaint", "refund"])
    #expect(told.owned.contains("(this is not signed)"), "\(told)")
    #expect(told.action.hasPrefix(Self.condition + "Apple refunded pro on 2025-05-20"), "\(told)")
  }

  @Test("A renewal that only unsigned text tells is marked in the answer")
  func renewal() async throws {
    let scene = try await Scene()
    func renewals(_ more: String) -> String {
      """
      {"product_id": "pro", "auto_renew_product_id": "pro", "original_transaction_id": "pro-1",
       \(more)}
      """
    }
    let off = scene.response([Scene.entry("pro")], renewals: renewals(#""auto_renew_status": "0""#))
    let told = try await scene.told(off, ["--complaint", "cancel"])
    #expect(
      told.action.hasPrefix(Self.condition + "the renewal of pro is already turned off"), "\(told)")
    let asked = scene.response(
      [Scene.entry("pro")],
      renewals: renewals(#""auto_renew_status": "1", "price_consent_status": "0""#))
    let price = try await scene.told(asked, [])
    #expect(price.action.hasPrefix(Self.condition + "ask the customer"), "\(price)")
    let text = try await scene.bench.run(
      ["diagnose", "--at", "2025-06-01", "--trust-root", "root.pem"], input: asked)
    #expect(text.text.contains("Renewal of pro: only if the customer agrees"), "\(text)")
    #expect(text.text.contains("(this is not signed)"), "\(text)")
  }

  @Test("Who pays is marked where only unsigned text says it")
  func payer() async throws {
    let scene = try await Scene()
    let entry = Scene.entry("pro", #", "in_app_ownership_type": "FAMILY_SHARED""#)
    let told = try await scene.told(scene.response([entry]), ["--complaint", "charged"])
    #expect(told.owned.contains("shared by a family member (not signed)"), "\(told)")
    #expect(told.action.hasPrefix(Self.condition + "this customer did not pay"), "\(told)")
  }

  @Test("The end of a period rests on the newest text, which is named with its own date")
  func listed() async throws {
    let scene = try await Scene()
    let later = String(decoding: scene.response([Scene.entry("pro")]), as: UTF8.self)
      .replacing("1748649600000", with: "1751328000000")
    let told = try await scene.bench.run(
      ["diagnose", "--at", "2025-07-01", "--trust-root", "root.pem"], input: Array(later.utf8))
    #expect(told.text.contains("no renewal followed by 2025-07-01"), "\(told)")
  }

  @Test("An expectation file is met by what is signed, and not by what stands beside it")
  func expectations() async throws {
    let bench = try Workbench()
    let authority = try TestReceipts.authority.get()
    try bench.write("root.cer", authority.ellipticRootCertificate)
    let renewal = try authority.jws(
      """
      {"originalTransactionId":"2","autoRenewProductId":"pro","productId":"pro","autoRenewStatus":1,
       "environment":"Production","signedDate":1748649600000,"renewalDate":1750204800000}
      """)
    let answer = """
      {"bundleId": "com.other", "environment": "Production", "data": [{"subscriptionGroupIdentifier": "1",
       "lastTransactions": [{"status": 1, "originalTransactionId": "2",
        "signedRenewalInfo": "\(String(decoding: renewal.encoded, as: UTF8.self))"}]}]}
      """
    try bench.write("answer.json", Array(answer.utf8))
    func check(_ receipt: String, _ options: String...) async throws -> CommandResult {
      try bench.write(
        "expect.yml",
        Array(
          """
          receipts:
            - files: answer.json
              trust-root: root.cer
              receipt: {\(receipt)}
          """.utf8))
      return try await bench.run(
        ["check", "--expect", "expect.yml", "--format", "ndjson", "--at", "2025-06-01"] + options)
    }
    let unsigned = try await check("bundle_id: com.other").expect(status: 1)
    #expect(unsigned.text.contains(#""reason":"unsigned-field""#), "\(unsigned)")
    #expect(unsigned.text.contains("no signature covers bundle_id\""), "\(unsigned)")
    try await check("environment: Production").expect(status: 0)
    try await check("bundle_id: com.other", "--unsigned", "accept").expect(status: 0)
    // Who recorded the bytes of the file expects these, whoever wrote them.
    let recorded = try await bench.run(
      ["check", "--record", "recorded.yml", "--trust-root", "root.cer", "answer.json"])
    #expect(recorded.code == 0, "\(recorded)")
    try await bench.run(["check", "--expect", "recorded.yml"]).expect(status: 0)
  }

  @Test("An accepted response with another text in the place of its receipt unlocks nothing")
  func noReceiptInside() async throws {
    let scene = try await Scene()
    let whole = String(decoding: scene.response([Scene.entry("pro")]), as: UTF8.self)
    let text = whole.replacing(Base64.encode(scene.receipt), with: "garbage")
    try scene.bench.write("answer.json", Array(text.utf8))
    let accept = ["answer.json", "--unsigned", "accept", "--at", "2025-06-01"]
    try await scene.bench.run(["check"] + accept).expect(status: 1)
    let diagnosis = try await scene.bench.run(
      ["diagnose", "--settings", "none", "--format", "json"] + accept
    ).json()
    #expect(diagnosis["summary"]?["action"]?["code"]?.string == "confirm-first")
  }
}
