import Foundation
import ReceiptInsight
import ReceiptMaking
import Testing

/// `receipt diagnose --complaint`: the line Do answers the complaint.
@Suite struct ComplaintTests {
  /// The line Do for a story, on one line.
  private func action(_ story: String, _ complaint: String) async throws -> String {
    let story = try Story.named(story)
    let bench = try Workbench()
    let question = try await story.prepare(bench)
    let result = try await bench.run(question + ["--complaint", complaint, "--format", "json"])
      .expect(status: story.exitCode)
    return try #require(try result.json()["summary"]?["action"]?["text"]?.string)
  }

  @Test(
    "Each complaint has its answer",
    arguments: [
      ("monthly-active", "locked", "The app should unlock com.example.tea.monthly."),
      ("refund-of-unlock", "locked", "Lock com.example.tea.unlock."),
      (
        "refund-of-unlock", "refund",
        "Apple refunded com.example.tea.unlock on 2025-05-05: tell the customer so, and keep it locked."
      ),
      ("monthly-active", "refund", "No refund shows by 2025-05-31. Only Apple gives money back"),
      (
        "trial-converted", "refund",
        "No refund shows by 2025-05-31; the free trial of com.example.tea.monthly ended on 2025-05-17 and "
          + "became paid."
      ),
      (
        "monthly-active", "charged",
        "Tell the customer what was paid: com.example.tea.monthly 3 times, the last on 2025-05-11."
      ),
      (
        "trial-converted", "charged",
        "com.example.tea.monthly once, on 2025-05-17; the free trial ended on 2025-05-17 and became paid."
      ),
      ("transaction", "charged", "in this transaction, on 2025-05-11 for 4.99 EUR"),
      ("trial-running", "charged", "No paid period shows in it."),
      ("testflight-subscription", "charged", "they probably use TestFlight"),
      (
        "unlocked", "restore",
        "sign in with the Apple account that bought com.example.tea.unlock, then to Restore Purchases."
      ),
      (
        "monthly-active", "cancel",
        "Only the customer can cancel: Settings, their name, Subscriptions. com.example.tea.monthly runs "
          + "until 2025-06-11."
      ),
      (
        "notification", "cancel",
        "The renewal of com.example.tea.monthly is already turned off. It runs until 2025-06-11."
      ),
      ("renewal-off", "cancel", "The renewal of com.example.tea.monthly is already turned off."),
      ("family-shared", "restore", "sign in with their own Apple account"),
      ("family-shared", "refund", "This customer did not pay for"),
      // Another device and a test explain every complaint.
      ("wrong-device", "locked", "Ask the customer to open the app on that device"),
      ("testflight-subscription", "refund", "they probably use TestFlight"),
      // What is not genuine answers no complaint.
      ("forged", "refund", "Unlock nothing. Ask the customer to open the app"),
      (
        "answer-21007", "charged",
        "For your developers: send the same receipt to https://sandbox.itunes.apple.com/verifyReceipt"
      ),
    ])
  func answers(story: String, complaint: String, text: String) async throws {
    let action = try await action(story, complaint)
    #expect(action.contains(text), "\(action)")
  }

  @Test("After a refund, what another product of the same subscription unlocks stays unlocked")
  func refundedEarlier() async throws {
    let bench = try Workbench()
    func period(_ product: String, _ from: Int, _ to: Int, _ more: String = "") -> String {
      #"{"product_id":"\#(product)","transaction_id":"\#(from)","original_transaction_id":"1","#
        + #""purchase_date_ms":"\#(from)000","expires_date_ms":"\#(to)000"\#(more)}"#
    }
    let month = period(
      "month", 1_656_800_000, 1_659_400_000,
      #","cancellation_date_ms":"1656900000000","cancellation_reason":"1""#)
    let year = period("year", 1_753_800_000, 1_785_300_000)
    try bench.write(
      "answer",
      (#"{"status":0,"environment":"Production","receipt":{"bundle_id":"a","in_app":[]},"#
        + #""latest_receipt_info":[\#(month),\#(year)]}"#).utf8)
    let result = try await bench.run([
      "diagnose", "answer", "--complaint", "refund", "--at", "2026-06-01", "--unsigned", "accept",
    ])
    #expect(!result.text.contains("keep it locked"), "\(result)")
    #expect(result.text.contains("year: keep unlocked"), "\(result)")
  }

  /// A subscription that runs until 2026-07-29.
  private static func running(_ product: String) -> String {
    #"{"product_id":"\#(product)","transaction_id":"\#(product)","original_transaction_id":"\#(product)","#
      + #""purchase_date_ms":"1778000000000","expires_date_ms":"1785300000000"}"#
  }

  @Test("Of two subscriptions, the one that goes on is the one to cancel")
  func cancelOne() async throws {
    let bench = try Workbench()
    func renewal(_ product: String, _ status: String) -> String {
      #"{"auto_renew_product_id":"\#(product)","product_id":"\#(product)","#
        + #""original_transaction_id":"\#(product)","auto_renew_status":"\#(status)"}"#
    }
    for (off, on) in [("gold", "silver"), ("silver", "gold")] {
      try bench.write(
        "answer",
        (#"{"status":0,"environment":"Production","receipt":{"bundle_id":"a","in_app":[]},"#
          + #""latest_receipt_info":[\#(Self.running("gold")),\#(Self.running("silver"))],"#
          + #""pending_renewal_info":[\#(renewal(off, "0")),\#(renewal(on, "1"))]}"#).utf8)
      let result = try await bench.run([
        "diagnose", "answer", "--complaint", "cancel", "--at", "2026-06-01", "--unsigned", "accept",
      ])
      #expect(result.text.contains("\(on) runs until 2026-07-29"), "\(result)")
    }
  }

  @Test("Of two subscriptions that go on, both are named")
  func cancelBoth() async throws {
    let bench = try Workbench()
    try bench.write(
      "answer",
      (#"{"status":0,"environment":"Production","receipt":{"bundle_id":"a","in_app":[]},"#
        + #""latest_receipt_info":[\#(Self.running("gold")),\#(Self.running("silver"))]}"#).utf8)
    let result = try await bench.run([
      "diagnose", "answer", "--complaint", "cancel", "--at", "2026-06-01", "--unsigned", "accept",
    ])
    let text = result.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("There are gold and silver to cancel."), "\(text)")
  }

  /// Two signed subscriptions that began in 2024.
  private static func signed(until end: Int) throws -> Workbench {
    let bench = try Workbench()
    for product in ["gold", "silver"] {
      let payload = """
        {"transactionId":"\(product)","originalTransactionId":"\(product)","bundleId":"a",
         "productId":"\(product)","purchaseDate":1704067200000,"expiresDate":\(end),
         "type":"Auto-Renewable Subscription","environment":"Production","signedDate":1704067201000}
        """
      try bench.write("\(product).jws", TestReceipts.authority.get().jws(payload).encoded)
    }
    return bench
  }

  @Test("Subscriptions that may have been renewed since can be cancelled too")
  func cancelUnknown() async throws {
    let bench = try Self.signed(until: 1_706_745_600_000)
    let result = try await bench.run(
      ["diagnose", "--together", "gold.jws", "silver.jws", "--complaint", "cancel"]
        + bench.trustJWS())
    let text = result.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("Whether gold and silver run on is not known here."), "\(text)")
  }

  @Test("What only unsigned text calls cancelled does not leave the answer unmarked")
  func cancelUnsigned() async throws {
    let bench = try Self.signed(until: 1_893_456_000_000)
    func answer(_ status: Int) async throws -> String {
      let renewal = """
        {"originalTransactionId":"gold","productId":"gold","autoRenewProductId":"gold",
         "autoRenewStatus":\(status),"environment":"Production","signedDate":1704067201000}
        """
      try bench.write("renewal.json", renewal.utf8)
      let result = try await bench.run(
        ["diagnose", "--together", "gold.jws", "silver.jws", "renewal.json"]
          + ["--complaint", "cancel", "--at", "2025-01-01"] + bench.trustJWS())
      return result.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let off = try await answer(0)
    #expect(off.contains("silver runs until 2030-01-01"), "\(off)")
    #expect(off.contains("not signed"), "\(off)")
    let on = try await answer(1)
    #expect(on.contains("There are gold and silver to cancel."), "\(on)")
  }

  @Test("Every complaint has an answer to every story", arguments: Complaint.allCases)
  func every(complaint: Complaint) async throws {
    for story in ["coins", "family-shared", "grace", "nothing-bought", "volume-licence", "xcode"] {
      #expect(!(try await action(story, complaint.rawValue)).isEmpty, "\(story)")
    }
  }

  @Test("An unknown complaint is a usage error that lists them")
  func unknown() async throws {
    let bench = try Workbench()
    let result = try await bench.run(["diagnose", "x", "--complaint", "angry"]).expect(status: 64)
    #expect(result.messageText.contains("locked, refund, charged, restore, cancel"))
  }

  @Test(
    "An answer that rests on a response without a signature names the condition",
    arguments: ["charged", "restore", "cancel"])
  func unsigned(complaint: String) async throws {
    let bench = try Workbench()
    let text = """
      {"status":0,"environment":"Production","receipt":{"bundle_id":"a","in_app":[]},"latest_receipt_info":[
       {"product_id":"pro","transaction_id":"1","original_transaction_id":"1","quantity":"1",
        "purchase_date_ms":"1746057600000","expires_date_ms":"1750204800000","is_trial_period":"false"}]}
      """
    try bench.write("answer", Array(text.utf8))
    let question = ["diagnose", "answer", "--complaint", complaint, "--at", "2025-06-01"]
    try await bench.run(question).expect(
      output: "Do         If your own server got this from Apple, ")
    let accepted = try await bench.run(question + ["--unsigned", "accept"])
    #expect(!accepted.text.contains("your own server got"), "\(accepted)")
  }
}
