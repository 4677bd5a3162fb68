import ReceiptCore
import ReceiptMaking
import Testing

/// Answers keep to the time that is asked about, and name the day of each product.
@Suite struct AnsweredTimeTests {
  private static func transaction(
    _ id: String, _ product: String, from start: String, to end: String, original: String = "1",
    _ more: String = ""
  ) throws -> String {
    func number(_ date: String) throws -> Int64 {
      try #require(ReceiptDate(Array("\(date)T00:00:00Z".utf8))).millisecondsSince1970
    }
    let payload = """
      {"transactionId":"\(id)","originalTransactionId":"\(original)","bundleId":"com.example.app","productId":"\(product)",
       "purchaseDate":\(try number(start)),"originalPurchaseDate":\(try number("2025-01-01")),"quantity":1,
       "expiresDate":\(try number(end)),"type":"Auto-Renewable Subscription",
       "inAppOwnershipType":"PURCHASED","signedDate":\(try number("2025-06-01")),"environment":"Production",
       "price":9990,"currency":"EUR"\(more)}
      """
    return String(decoding: try TestReceipts.authority.get().jws(payload).encoded, as: UTF8.self)
  }

  /// A history with these transactions.
  private static func history(_ transactions: [String]) -> String {
    let list = transactions.map { "\"\($0)\"" }.joined(separator: ",")
    return """
      {"bundleId":"com.example.app","environment":"Production","hasMore":false,"revision":"r",
       "signedTransactions":[\(list)]}
      """
  }

  private func run(_ arguments: [String], _ text: String) async throws -> CommandResult {
    let bench = try Workbench()
    try bench.write("root.cer", TestReceipts.authority.get().ellipticRootCertificate)
    return try await bench.run(arguments + ["--trust-root", "root.cer"], input: Array(text.utf8))
  }

  private func action(_ text: String, at time: String, _ complaint: String) async throws -> String {
    let json = try await run(
      ["diagnose", "--at", time, "--complaint", complaint, "--format", "ndjson"], text
    ).json()
    return try #require(json["answer"]?.elements?.last?.string)
  }

  @Test("A payment after the time that is asked about is not told as one")
  func charged() async throws {
    let text = Self.history([
      try Self.transaction("1", "pro", from: "2025-01-01", to: "2025-02-01"),
      try Self.transaction("2", "pro", from: "2025-02-01", to: "2025-03-01"),
    ])
    let early = try await action(text, at: "2025-01-15", "charged")
    #expect(early.contains("pro once, on 2025-01-01 for 9.99 EUR"), "\(early)")
    let late = try await action(text, at: "2025-02-15", "charged")
    #expect(late.contains("pro 2 times, the last on 2025-02-01"), "\(late)")
  }

  @Test("A refund after the time that is asked about is told with its day")
  func laterRefund() async throws {
    let text = try Self.transaction(
      "1", "pro", from: "2025-05-01", to: "2025-06-18",
      #","revocationDate":1747699200000,"revocationReason":0"#)
    let early = try await action(text, at: "2025-05-10", "refund")
    #expect(early.contains("Apple refunded this period of pro on 2025-05-20"), "\(early)")
    #expect(early.contains("after the day that you ask about"), "\(early)")
    let late = try await action(text, at: "2025-05-25", "refund")
    #expect(late.contains("Apple refunded pro on 2025-05-20: tell the customer so"), "\(late)")
  }

  @Test("An item that is refunded later is whole before")
  func items() async throws {
    let text = try Self.transaction(
      "1", "pro", from: "2025-05-01", to: "2025-06-18",
      #","advancedCommerceInfo":{"items":[{"SKU":"A","displayName":"Part A","revocationDate":1747699200000},"#
        + #"{"SKU":"B","displayName":"Part B"}]}"#)
    let early = try await run(["diagnose", "--at", "2025-05-10"], text)
    #expect(!early.text.contains("Part A"), "\(early)")
    let late = try await run(["diagnose", "--at", "2025-05-25"], text)
    #expect(late.text.contains("refunded of it: “Part A”"), "\(late)")
  }

  @Test("What cannot show a refund does not say that there was none")
  func noRefund() async throws {
    let renewal = try TestReceipts.authority.get().jws(
      """
      {"originalTransactionId":"2","autoRenewProductId":"pro","productId":"pro","autoRenewStatus":1,
       "environment":"Production","signedDate":1748649600000}
      """)
    let told = try await action(
      String(decoding: renewal.encoded, as: UTF8.self), at: "2025-06-01", "refund")
    #expect(!told.contains("No refund"), "\(told)")
    let shown = try await action(
      Self.transaction("1", "pro", from: "2025-05-01", to: "2025-06-18"), at: "2025-06-01",
      "refund")
    #expect(shown.contains("No refund shows"), "\(shown)")
  }

  @Test("Two products that ended on different days each have their own")
  func days() async throws {
    func text(_ end: String) throws -> String {
      Self.history([
        try Self.transaction("1", "alpha", from: "2025-01-01", to: "2025-02-01"),
        try Self.transaction("2", "beta", from: "2025-01-01", to: end, original: "2"),
      ])
    }
    let different = try await action(text("2025-04-01"), at: "2025-06-01", "cancel")
    #expect(
      different == "alpha (2025-02-01) and beta (2025-04-01) ended: there is nothing to cancel.")
    let same = try await action(text("2025-02-01"), at: "2025-06-01", "cancel")
    #expect(same == "alpha and beta ended on 2025-02-01: there is nothing to cancel.")
    // A failed payment does not show in a list of transactions.
    let retried = try await action(text("2025-04-01"), at: "2025-05-01", "cancel")
    #expect(retried.hasSuffix("unless Apple still tries the payment, which its server tells."))
  }

  @Test("A product that the customer moved to later was not bought before")
  func moved() async throws {
    let text = Self.history([
      try Self.transaction("1", "month", from: "2025-01-01", to: "2025-02-01"),
      try Self.transaction("2", "year", from: "2025-02-01", to: "2026-02-01"),
    ])
    func status(_ time: String, _ product: String) async throws -> Int32? {
      try await run(["check", "--at", time, "--product", product], text).code
    }
    #expect(try await status("2025-01-15", "year") == 1)
    #expect(try await status("2025-01-15", "month") == 0)
    #expect(try await status("2025-02-15", "year") == 0)
  }

  @Test("The end of a period of minutes has its time, and that of a month its day")
  func shortPeriods() async throws {
    func told(_ length: Int64) async throws -> String {
      let start: Int64 = 1_746_057_600_000
      let payload = """
        {"transactionId":"1","originalTransactionId":"1","bundleId":"com.example.app","productId":"pro",
         "purchaseDate":\(start),"originalPurchaseDate":\(start),"expiresDate":\(start + length),"quantity":1,
         "type":"Auto-Renewable Subscription","signedDate":\(start),"environment":"Sandbox"}
        """
      let text = try TestReceipts.authority.get().jws(payload).encoded
      return try await run(
        ["diagnose", "--at", "2025-12-01"], String(decoding: text, as: UTF8.self)
      ).text
    }
    #expect(try await told(300_000).contains("pro ran until 2025-05-01 00:05 UTC"))
    #expect(try await told(30 * 86_400_000).contains("pro ran until 2025-05-31;"))
  }

  @Test("A status that was signed before a refund says nothing against it")
  func olderStatus() async throws {
    func notification(_ type: String, _ date: Int64, _ data: String) throws -> String {
      let jws = try TestReceipts.authority.get().jws(
        """
        {"notificationType":"\(type)","notificationUUID":"\(date)","version":"2.0","signedDate":\(date),
         "data":{"bundleId":"com.example.app","environment":"Production",\(data)}}
        """)
      return String(decoding: jws.encoded, as: UTF8.self)
    }
    let bought = try Self.transaction("1", "pro", from: "2025-05-01", to: "2025-06-18")
    let refunded = try Self.transaction(
      "1", "pro", from: "2025-05-01", to: "2025-06-18",
      #","revocationDate":1747699200000,"revocationReason":0"#)
    let text = try """
    {"hasMore":false,"notificationHistory":[
      {"signedPayload":"\(notification("DID_RENEW", 1_747_526_400_000, #""status":1,"signedTransactionInfo":"\#(bought)""#))"},
      {"signedPayload":"\(notification("REFUND", 1_747_785_600_000, #""signedTransactionInfo":"\#(refunded)""#))"}]}
    """
    let told = try await run(["diagnose", "--at", "2025-06-01"], text)
    #expect(told.text.contains("refunded on 2025-05-20"), "\(told)")
    #expect(!told.text.contains("says otherwise"), "\(told)")
  }
}
