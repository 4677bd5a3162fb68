import ReceiptCore
import ReceiptMaking
import Testing

/// What was withdrawn without a date of its own, and what an unsigned text says against a signed one.
@Suite struct UndatedWithdrawalTests {
  /// From 2025-05-01 to 2025-06-18, signed on 2025-05-31.
  private static func transaction(_ more: String = "") -> String {
    """
    {"transactionId":"2","originalTransactionId":"2","bundleId":"com.example.app","productId":"pro",
     "purchaseDate":1746057600000,"originalPurchaseDate":1746057600000,"expiresDate":1750204800000,"quantity":1,
     "type":"Auto-Renewable Subscription","inAppOwnershipType":"PURCHASED","signedDate":1748649600000,
     "environment":"Production"\(more)}
    """
  }

  /// Another purchase of the same time.
  private static let gold = transaction()
    .replacing(#""transactionId":"2""#, with: #""transactionId":"3""#)
    .replacing(#""originalTransactionId":"2""#, with: #""originalTransactionId":"3""#)
    .replacing(#""productId":"pro""#, with: #""productId":"gold""#)

  private static func signed(_ payload: String) throws -> String {
    String(decoding: try TestReceipts.authority.get().jws(payload).encoded, as: UTF8.self)
  }

  private static func notification(_ type: String, status: Int) throws -> String {
    try signed(
      """
      {"notificationType":"\(type)","notificationUUID":"1","version":"2.0","signedDate":1748649600000,
       "data":{"bundleId":"com.example.app","environment":"Production","status":\(status),
       "signedTransactionInfo":"\(signed(transaction()))"}}
      """)
  }

  private func run(_ arguments: [String], _ text: String) async throws -> CommandResult {
    let bench = try Workbench()
    try bench.write("root.cer", TestReceipts.authority.get().ellipticRootCertificate)
    return try await bench.run(arguments + ["--trust-root", "root.cer"], input: Array(text.utf8))
  }

  private func verdict(_ text: String, at time: String, _ option: String) async throws -> String? {
    let answer = try await run(
      ["check", "--at", time, "--format", "ndjson", option, "pro"], text
    ).json()
    return answer["verdict"]?.string
  }

  @Test(
    "A period whose only item was refunded is active up to that day, and no longer",
    arguments: ["--active-product", "--product"])
  func items(option: String) async throws {
    let text = try Self.signed(
      Self.transaction(
        #","advancedCommerceInfo":{"items":[{"SKU":"A","price":1000,"revocationDate":1747699200000}]}"#
      ))
    #expect(try await verdict(text, at: "2025-05-19", option) == "pass")
    #expect(try await verdict(text, at: "2025-06-01", option) == "fail")
    let row = try await run(["table", "--at", "2025-06-01"], text).json()
    #expect(row["access"]?.string == "refunded")
    #expect(row["withdrawn_at"]?.string == "2025-05-20T00:00:00Z")
  }

  @Test(
    "A signed status or type that withdraws access decides, though the transaction has no date of it",
    arguments: ["--active-product", "--product"])
  func status(option: String) async throws {
    for (type, status, expected) in [
      ("DID_RENEW", 5, "fail"), ("DID_RENEW", 1, "pass"), ("REVOKE", 1, "fail"),
      ("REFUND", 1, "fail"),
    ] {
      let text = try Self.notification(type, status: status)
      #expect(try await verdict(text, at: "2025-06-01", option) == expected, "\(type) \(status)")
    }
  }

  @Test("A refund after the end of a period lengthens it by nothing")
  func lateRefund() async throws {
    let text = try Self.signed(
      Self.transaction(#","revocationDate":1752000000000,"revocationReason":0"#)
        .replacing("1748649600000", with: "1752100000000"))
    let told = try await run(["diagnose", "--at", "2025-05-10"], text)
    #expect(told.text.contains("active until 2025-06-18"), "\(told)")
    #expect(!told.text.contains("when it was refunded"), "\(told)")
    let row = try await run(["table", "--at", "2025-05-10"], text).json()
    #expect(row["until"]?.string == "2025-06-18T00:00:00Z")
  }

  @Test("Of the version first bought, a signed receipt decides over the text around it")
  func signedInside() async throws {
    let bench = try Workbench()
    let spec =
      #"{"receipt": {"original_application_version": "434", "receipt_type": "Production"}}"#
    let receipt = try await bench.run(
      ["make", "-", "--root", "root.pem"], input: Array(spec.utf8)
    ).expect(status: 0)
    let text = """
      {"status": 0, "environment": "Production", "latest_receipt": "\(Base64.encode(receipt.output))",
       "receipt": {"receipt_type": "Production", "bundle_id": "com.example.app", "in_app": [],
        "original_application_version": "1", "original_purchase_date_ms": "1262304000000"}}
      """
    try bench.write(
      "settings.yml", Array("bundle-id: com.example.app\nfirst-free-version: 500\n".utf8))
    let told = try await bench.run(
      ["diagnose", "-", "--trust-root", "root.pem", "--settings", "settings.yml"],
      input: Array(text.utf8))
    #expect(told.text.contains("version 434"), "\(told)")
    #expect(!told.text.contains("as version 1 "), "\(told)")
  }

  @Test("Of the environment, a signed receipt decides over the text around it")
  func environmentInside() async throws {
    let bench = try Workbench()
    let spec =
      #"{"receipt": {"receipt_type": "ProductionSandbox", "in_app": [{"product_id": "pro"}]}}"#
    let receipt = try await bench.run(
      ["make", "-", "--root", "root.pem"], input: Array(spec.utf8)
    ).expect(status: 0)
    let text = """
      {"status": 0, "environment": "Production", "latest_receipt": "\(Base64.encode(receipt.output))"}
      """
    let told = try await bench.run(
      ["diagnose", "-", "--trust-root", "root.pem"], input: Array(text.utf8))
    #expect(told.text.contains("test purchase"), "\(told)")
  }

  @Test("A refund without a date counts among other texts, until one that was signed later")
  func amongOthers() async throws {
    let bench = try Workbench()
    try bench.write("root.cer", TestReceipts.authority.get().ellipticRootCertificate)
    try bench.write("refund", Array(Self.notification("REFUND", status: 1).utf8))
    try bench.write("again", Array(Self.notification("REFUND", status: 1).utf8))
    let later = Self.transaction().replacing("1748649600000", with: "1749254400000")
    try bench.write("later", Array(Self.signed(later).utf8))
    try bench.write("other", Array(Self.signed(Self.gold).utf8))
    func code(_ files: [String], _ product: String) async throws -> Int32? {
      try await bench.run(
        ["check", "--together"] + files + [
          "--at", "2025-06-10", "--active-product", product, "--trust-root", "root.cer",
        ]
      ).code
    }
    #expect(try await code(["refund", "other"], "pro") == 1)
    #expect(try await code(["refund", "again"], "pro") == 1)
    #expect(try await code(["refund", "later"], "pro") == 0)
    #expect(try await code(["refund", "other"], "gold") == 0)
    let line = try await bench.run([
      "timeline", "refund", "--at", "2025-06-10", "--trust-root", "root.cer", "--color", "never",
    ])
    #expect(line.text.contains("refunded"), "\(line)")
  }

  @Test("The end of sharing of one purchase says nothing of who pays for another")
  func unshared() async throws {
    let bench = try Workbench()
    try bench.write("root.cer", TestReceipts.authority.get().ellipticRootCertificate)
    try bench.write("revoke", Array(Self.notification("REVOKE", status: 1).utf8))
    try bench.write("other", Array(Self.signed(Self.gold).utf8))
    let told = try await bench.run([
      "diagnose", "--together", "revoke", "other", "--at", "2025-06-10", "--trust-root", "root.cer",
    ])
    #expect(told.text.contains("gold: active until 2025-06-18."), "\(told)")
  }

  @Test("A signed status of revoked says nothing of a period that began later")
  func laterPeriod() async throws {
    let bench = try Workbench()
    try bench.write("root.cer", TestReceipts.authority.get().ellipticRootCertificate)
    try bench.write("revoked", Array(Self.notification("DID_RENEW", status: 5).utf8))
    let later = Self.transaction().replacing("1748649600000", with: "1749254400000")
      .replacing(#""transactionId":"2""#, with: #""transactionId":"4""#)
      .replacing(#""purchaseDate":1746057600000"#, with: #""purchaseDate":1749168000000"#)
      .replacing("1750204800000", with: "1752796800000")
    try bench.write("later", Array(Self.signed(later).utf8))
    let result = try await bench.run([
      "check", "--together", "revoked", "later", "--at", "2025-06-10", "--active-product", "pro",
      "--trust-root", "root.cer",
    ])
    #expect(result.code == 0, "\(result)")
  }

  @Test("No event asks to keep what its own signed status calls revoked")
  func revokedBesideEvent() async throws {
    let text = try Self.notification("DID_CHANGE_RENEWAL_STATUS", status: 5)
    let told = try await run(["diagnose", "--at", "2025-06-01"], text)
    #expect(told.text.contains("Do         Do not lock yet: Apple withdrew pro"), "\(told)")
    let active = try Self.notification("DID_CHANGE_RENEWAL_STATUS", status: 1)
    let kept = try await run(["diagnose", "--at", "2025-06-01"], active)
    #expect(!kept.text.contains("withdrew"), "\(kept)")
  }

  @Test("Apple waits for an answer to a request about what was withdrawn too")
  func request() async throws {
    let text = try Self.notification("CONSUMPTION_REQUEST", status: 5)
    let told = try await run(["diagnose", "--at", "2025-06-01"], text)
    #expect(told.text.contains("consumption information"), "\(told)")
  }

  @Test("Of two notifications of one moment the order decides nothing, and the difference is told")
  func statusOfOneMoment() async throws {
    let bench = try Workbench()
    try bench.write("root.cer", TestReceipts.authority.get().ellipticRootCertificate)
    let texts = try [1, 5].map { try Self.notification("DID_RENEW", status: $0) }
    var told: [String] = []
    for (first, second) in [(0, 1), (1, 0)] {
      try bench.write("a", Array(texts[first].utf8))
      try bench.write("b", Array(texts[second].utf8))
      let result = try await bench.run([
        "diagnose", "--together", "a", "b", "--at", "2025-06-01", "--trust-root", "root.cer",
      ])
      #expect(result.text.contains("Two texts disagree about status"), "\(result)")
      let details = try await bench.run([
        "diagnose", "--together", "a", "b", "--at", "2025-06-01", "--trust-root", "root.cer",
        "--details",
      ])
      #expect(details.text.contains("two texts disagree about status"), "\(details)")
      told += result.text.split(separator: "\n").filter { $0.hasPrefix("Owned?") }.map(String.init)
    }
    #expect(told.count == 2 && told[0] == told[1], "\(told)")
  }

  @Test("A status that is not signed takes nothing from a signed transaction, and is told")
  func unsignedStatus() async throws {
    let text = """
      {"environment":"Production","bundleId":"com.example.app","data":[{"subscriptionGroupIdentifier":"1",
       "lastTransactions":[{"originalTransactionId":"2","status":5,
        "signedTransactionInfo":"\(try Self.signed(Self.transaction()))"}]}]}
      """
    #expect(try await verdict(text, at: "2025-06-01", "--active-product") == "pass")
    let told = try await run(["diagnose", "--at", "2025-06-01"], text)
    #expect(told.text.contains("pro: active until 2025-06-18"), "\(told)")
    #expect(
      told.text.contains("The status beside it is 5, which says otherwise, and is not signed"),
      "\(told)")
    let row = try await run(["table", "--at", "2025-06-01"], text).json()
    #expect(row["access"]?.string == "active")
  }

  @Test("A revocation that only a signed status tells is drawn from that day on")
  func drawnStatus() async throws {
    for (status, kinds) in [(5, ["paid", "withdrawn"]), (1, ["paid"])] {
      let text = try Self.notification("DID_CHANGE_RENEWAL_STATUS", status: status)
      let json = try await run(["timeline", "--at", "2025-06-01", "--format", "json"], text).json()
      let stretches = json["tracks"]?[0]?["stretches"]?.elements
      #expect(stretches?.map { $0["kind"]?.string } == kinds, "\(json)")
      if status == 5 {
        #expect(stretches?[0]["end"]?.string?.hasPrefix("2025-05-31") == true, "\(json)")
      }
    }
  }

  @Test("Status 21006 beside a later end is no reason to unlock")
  func answeredExpired() async throws {
    let text = """
      {"status":21006,"receipt":{"bid":"com.example.app","product_id":"pro","transaction_id":"1",
       "original_transaction_id":"1","quantity":"1","purchase_date_ms":"1746057600000",
       "expires_date":"1750204800000"}}
      """
    for options in [[], ["--complaint", "locked"], ["--together", "-"]] {
      let told = try await run(["diagnose", "--at", "2025-06-01"] + options, text)
      #expect(told.text.contains("Do         Let your server ask Apple again"), "\(told)")
      #expect(told.text.contains("is 21006, which says otherwise"), "\(told)")
    }
  }
}
