import Foundation
import ReceiptCore
import ReceiptMaking
import TestSupport
import Testing

/// Responses of the App Store Server API, and notifications of version 1.
@Suite struct APIResponseTests {
  private static func jws(_ payload: String) throws -> String {
    String(decoding: try TestReceipts.authority.get().jws(payload).encoded, as: UTF8.self)
  }

  private static func transaction(
    _ id: String, bundle: String = "com.example.catalogue"
  ) throws -> String {
    try jws(
      """
      {"transactionId":"\(id)","originalTransactionId":"1","bundleId":"\(bundle)","productId":"p\(id)",
       "purchaseDate":1704067200000,"type":"Non-Consumable","environment":"Sandbox",
       "signedDate":1704067201000}
      """)
  }

  private static let renewal = """
    {"originalTransactionId":"1","productId":"p1","autoRenewProductId":"p1","autoRenewStatus":1,
     "environment":"Sandbox","signedDate":1704067201000}
    """

  private func check(_ bench: Workbench, _ text: String, _ options: [String] = []) async throws
    -> CommandResult
  {
    try bench.write("answer", text.utf8)
    return try await bench.run(["check", "answer"] + options + bench.trustJWS())
  }

  @Test("A history is one thing: every text is verified, all purchases count")
  func history() async throws {
    let bench = try Workbench()
    let history = """
      {"revision":"r","hasMore":false,"bundleId":"com.example.catalogue","appAppleId":5,
       "environment":"Sandbox","signedTransactions":["\(try Self.transaction("1"))","\(try Self.transaction("2"))"]}
      """
    try await check(bench, history, ["--product", "p1", "--product", "p2"]).expect(status: 0)
    try await check(bench, history, ["--product", "p3"]).expect(status: 1).expect(output: "absent")
    let json = try await bench.run(
      ["decode", "answer", "--format", "json"] + bench.trustJWS()
    ).expect(status: 0).json()
    #expect(json["source"]?["form"]?.string == "api-answer")
    #expect(json["answer"]?["kind"]?.string == "history")
    #expect(json["signature"]?["status"]?.string == "custom")
    #expect(json["nested"]?.elements?.count == 2)
    #expect(json["other_fields"] == nil)
  }

  @Test("One text that was changed fails the whole response")
  func changed() async throws {
    let bench = try Workbench()
    var forged = try Self.transaction("2")
    forged.removeLast(8)
    forged += "AAAAAAAA"
    try await check(
      bench,
      "{\"signedTransactions\":[\"\(try Self.transaction("1"))\",\"\(forged)\"],\"hasMore\":false}",
      ["--product", "p1"]
    ).expect(status: 1).expect(output: "bad-signature")
  }

  @Test("More pages are told, and what is not listed is not known to be absent")
  func morePages() async throws {
    let bench = try Workbench()
    let page = """
      {"revision":"r","hasMore":true,"bundleId":"com.example.catalogue","environment":"Sandbox",
       "signedTransactions":["\(try Self.transaction("1"))"]}
      """
    try await check(bench, page, ["--product", "p2"]).expect(status: 1)
      .expect(output: "does not list all purchases")
    try await bench.run(["decode", "answer"] + bench.trustJWS()).expect(output: "more-pages")
  }

  @Test(
    "Signed texts of different apps are an error, and unsigned text never overrules signed text")
  func contradictions() async throws {
    let bench = try Workbench()
    let other = try Self.transaction("2", bundle: "com.example.other")
    try await check(
      bench,
      "{\"signedTransactions\":[\"\(try Self.transaction("1"))\",\"\(other)\"],\"hasMore\":false}"
    ).expect(status: 1).expect(output: "different apps")
    let lie = """
      {"hasMore":false,"bundleId":"com.example.lie","environment":"Production",
       "signedTransactions":["\(try Self.transaction("1"))"]}
      """
    try await check(bench, lie, ["--bundle-id", "com.example.lie"]).expect(status: 1)
    try await check(
      bench, lie, ["--bundle-id", "com.example.catalogue", "--environment", "sandbox"]
    )
    .expect(status: 0)
    try await bench.run(["decode", "answer"] + bench.trustJWS())
      .expect(output: "unsigned-disagrees")
  }

  @Test("States of subscriptions are shown with their status")
  func statuses() async throws {
    let bench = try Workbench()
    let text = """
      {"environment":"Sandbox","bundleId":"com.example.catalogue","data":[
       {"subscriptionGroupIdentifier":"g","lastTransactions":[{"originalTransactionId":"1","status":4,
        "signedTransactionInfo":"\(try Self.transaction("1"))",
        "signedRenewalInfo":"\(try Self.jws(Self.renewal))"}]}]}
      """
    try await check(bench, text).expect(status: 0)
    let json = try await bench.run(
      ["decode", "answer", "--format", "json"] + bench.trustJWS()
    ).json()
    #expect(json["answer"]?["subscriptions"]?[0]?["status"]?.number == "4")
    #expect(
      json["answer"]?["subscriptions"]?[0]?["subscription_group_identifier"]?.string == "g")
    #expect(json["nested"]?.elements?.count == 2)
    try await bench.run(["decode", "answer"] + bench.trustJWS()).expect(
      output: "in the grace period")
  }

  @Test(
    "Other responses are told apart by their members",
    arguments: [
      ("{\"signedTransactionInfo\":\"T\"}", "transaction"),
      ("{\"status\":0,\"signedTransactions\":[\"T\"]}", "order"),
      ("{\"signedTransactions\":[\"T\"],\"revision\":\"r\",\"hasMore\":false}", "refunds"),
      (
        "{\"signedPayload\":\"N\",\"sendAttempts\":[{\"attemptDate\":1,\"sendAttemptResult\":\"SUCCESS\"}]}",
        "test-notification"
      ),
      (
        "{\"paginationToken\":\"t\",\"hasMore\":false,\"notificationHistory\":[{\"signedPayload\":\"N\",\"sendAttempts\":[]}]}",
        "notifications"
      ),
    ])
  func kinds(template: String, kind: String) async throws {
    let bench = try Workbench()
    let transaction = try Self.transaction("1")
    let notification = try Self.jws(
      "{\"notificationType\":\"ONE_TIME_CHARGE\",\"data\":{\"bundleId\":\"com.example.catalogue\",\"environment\":\"Sandbox\",\"signedTransactionInfo\":\"\(transaction)\"},\"signedDate\":1704067201000}"
    )
    let text = template.replacing("\"T\"", with: "\"\(transaction)\"")
      .replacing("\"N\"", with: "\"\(notification)\"")
    try await check(bench, text, ["--product", "p1"]).expect(status: 0)
    let json = try await bench.run(
      ["decode", "answer", "--format", "json"] + bench.trustJWS()
    ).expect(status: 0).json()
    #expect(json["answer"]?["kind"]?.string == kind)
  }

  @Test("An error of the API is read, and proves nothing")
  func errors() async throws {
    let bench = try Workbench()
    try await check(bench, "{\"errorCode\":4040010,\"errorMessage\":\"Transaction id not found.\"}")
      .expect(status: 1)
    try await bench.run(["decode", "answer"]).expect(status: 0).expect(output: "4040010")
  }

  // MARK: Notifications of version 1

  private static let v1 = """
    {"notification_type":"DID_CHANGE_RENEWAL_STATUS","environment":"PROD","password":"0123456789abcdef0123456789abcdef",
     "bid":"com.example.catalogue","bvrs":"42","auto_renew_product_id":"p","auto_renew_status":"false",
     "auto_renew_status_change_date_ms":"1704067200000","auto_renew_adam_id":"77",
     "unified_receipt":{"environment":"Production","status":0,"latest_receipt":"LATEST",
      "latest_receipt_info":[{"product_id":"p","transaction_id":"1","original_transaction_id":"1",
        "purchase_date_ms":"1704067200000","expires_date_ms":"1706745600000"}],
      "pending_renewal_info":[{"product_id":"p","auto_renew_status":"0","expiration_intent":"1"}]}}
    """

  @Test("What a notification of version 1 tells is told beside a receipt that was masked")
  func masked() async throws {
    let bench = try Workbench()
    let text = Self.v1.replacing("LATEST", with: "MIITtgYJKoZI...AAAA")
    try bench.write("v1.json", text.utf8)
    let said = try await bench.run(["diagnose", "v1.json"]).text
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(said.contains("a notification of version 1, as text"), "\(said)")
    #expect(said.contains("automatic renewal was turned off on 2024-01-01"), "\(said)")
    #expect(said.contains("A part of the receipt in it"), "\(said)")
    let alone = text.replacing(/"latest_receipt_info":\[.*?\],/.dotMatchesNewlines(), with: "")
    #expect(alone != text)
    try bench.write("v1.json", alone.utf8)
    try await bench.run(["diagnose", "v1.json"]).expect(output: "Not signed: a notification")
  }

  @Test("A notification of version 1 keeps every field, and never shows the shared secret")
  func version1() async throws {
    let bench = try Workbench()
    let text = Self.v1.replacing(
      "LATEST", with: String(decoding: try TestReceipts.base64(), as: UTF8.self))
    try bench.write("v1.json", text.utf8)
    let json = try await bench.run(["decode", "v1.json", "--format", "json"]).expect(status: 0)
      .json()
    #expect(json["source"]?["form"]?.string == "notification-v1")
    #expect(json["notification"]?["notification_type"]?.string == "DID_CHANGE_RENEWAL_STATUS")
    #expect(
      json["notification"]?["auto_renew_status_change_date"]?.string == "2024-01-01T00:00:00Z")
    #expect(json["receipt"]?["bundle_id"]?.string == "com.example.catalogue")
    #expect(json["receipt"]?["application_version"]?.string == "42")
    #expect(json["receipt"]?["environment"]?.string == "Production")
    #expect(json["answer"]?["latest_receipt_info"]?.elements?.count == 1)
    #expect(json["pending_renewal_info"]?[0]?["expiration_intent"]?.number == "1")
    #expect(json["nested"]?[0]?["source"]?["part"]?.string?.contains("latest_receipt") == true)
    #expect(json["other_fields"] == nil)
    for command in [
      ["decode", "v1.json"], ["decode", "v1.json", "--all", "--format", "json"],
      ["check", "v1.json"], ["diagnose", "v1.json"], ["dump", "v1.json"],
      ["redact", "v1.json", "-o", "copy"],
    ] {
      let result = try await bench.run(command)
      #expect(!result.text.contains("0123456789abcdef"), "\(command)")
      #expect(!result.messageText.contains("0123456789abcdef"), "\(command)")
    }
    #expect(!(try bench.text("copy")).contains("0123456789abcdef"))
    try await bench.run(["decode", "v1.json"]).expect(output: "shared-secret")
  }

  // MARK: Responses of verifyReceipt with other types

  @Test("Sound values of another type are read, and every command agrees")
  func oddTypes() async throws {
    let bench = try Workbench()
    let text = """
      {"status":"0","environment":"Production","receipt":{"receipt_type":"Production",
       "bundle_id":"com.example.catalogue","application_version":1,"original_application_version":0,
       "receipt_creation_date":"1591012800000","in_app":[{"product_id":"p","quantity":1,
         "transaction_id":5,"purchase_date":"1590912611000","is_trial_period":false}]}}
      """
    try bench.write("odd", text.utf8)
    let json = try await bench.run(["decode", "odd", "--format", "json"]).expect(status: 0).json()
    #expect(json["receipt"]?["application_version"]?.string == "1")
    #expect(json["receipt"]?["original_application_version"]?.string == "0")
    #expect(json["receipt"]?["receipt_creation_date"]?.string == "2020-06-01T12:00:00Z")
    #expect(json["receipt"]?["in_app"]?[0]?["purchase_date"]?.string == "2020-05-31T08:10:11Z")
    #expect(
      json["findings"]?.elements?.filter { $0["id"]?.string == "odd-type" }.count == 5)
    let check = try await bench.run(
      ["check", "odd", "--app-version", "1", "--unsigned", "accept", "--format", "json"]
    ).expect(status: 0).json()
    let checks = check["checks"]?.elements ?? []
    for id in ["structure", "app-version"] {
      #expect(checks.first { $0["id"]?.string == id }?["status"]?.string == "pass")
    }
    try await bench.run(["redact", "odd", "-o", "copy"]).expect(status: 0)
    try await bench.run(["diagnose", "odd"]).expect(status: 1)
    // What cannot be read is damage to all of them.
    try bench.write("bad", text.replacing("\"quantity\":1", with: "\"quantity\":[1]").utf8)
    try await bench.run(["decode", "bad"]).expect(status: 2)
    let bad = try await bench.run(["check", "bad", "--format", "json"]).expect(status: 2).json()
    #expect(bad["checks"]?[0]?["status"]?.string == "fail")
    try await bench.run(["redact", "bad", "-o", "copy2"]).expect(status: 2)
  }

  @Test("All purchases are read from other libraries' spellings")
  func spellings() async throws {
    let bench = try Workbench()
    let text = """
      {"status":0,"receipt":{"bundle_id":"com.example.catalogue","product_id":"a","transaction_id":"1",
        "purchase_date_ms":"1590912611000","in_app":[{"product_id":"b","transaction_id":"2",
        "purchase_date_ms":"1590912611000","expires_date_ms":"1893456000000"}]},
       "latestReceiptInfo":[{"productId":"c","transactionId":"3","purchaseDateMs":"1590912611000",
        "expiresDateMs":"1893456000000"}]}
      """
    try bench.write("odd", text.utf8)
    let json = try await bench.run(
      [
        "check", "odd", "--product", "a", "--active-product", "b", "--active-product", "c", "--at",
        "2025-01-01T00:00:00Z", "--unsigned", "accept", "--format", "json",
      ]
    ).json()
    let asked = (json["checks"]?.elements ?? [])
      .filter { ["product", "subscription"].contains($0["id"]?.string) }
    #expect(asked.map { $0["status"]?.string } == ["pass", "pass", "pass"])
    try await bench.run(["decode", "odd"]).expect(status: 0).expect(output: "odd-name")
  }

  @Test("An iOS 6 response may have its expiry as a text of a date")
  func expiry() async throws {
    let bench = try Workbench()
    try bench.write(
      "answer",
      """
      {"status":0,"receipt":{"bid":"com.example.catalogue","product_id":"p","transaction_id":"1",
       "expires_date":"2020-05-31 08:10:11 Etc/GMT","expires_date_formatted":"2020-05-31 08:10:11 Etc/GMT"}}
      """.utf8)
    let json = try await bench.run(["decode", "answer", "--format", "json"]).expect(status: 0)
      .json()
    #expect(json["receipt"]?["in_app"]?[0]?["expires_date"]?.string == "2020-05-31T08:10:11Z")
  }

  @Test("An answer about an app transaction is of the environment that its text names")
  func appTransaction() async throws {
    let bench = try Workbench()
    let text = String(
      decoding: try TestReceipts.fixture("app-transaction.jws"), as: UTF8.self
    ).filter { !$0.isWhitespace }
    try bench.write("answer", #"{"signedAppTransactionInfo":"\#(text)"}"#.utf8)
    try await bench.run(["decode", "answer"]).expect(status: 0)
      .expect(output: "response of the App Store Server API, production, JSON")
    let row = try await bench.run(["decode", "answer", "--lines", "--compact"]).expect(status: 0)
      .json()
    #expect(row["summary"]?["environment"]?.string == "Production")
  }
}
