import Foundation
import TestSupport
import Testing

@testable import ReceiptCore
@testable import ReceiptInsight
@testable import ReceiptMaking

/// Responses of verifyReceipt.
@Suite struct ResponseTests {
  private func decode(_ json: String) throws -> DecodedReceipt {
    try ReceiptDecoder().decode(Array(json.utf8))
  }

  @Test("ids and flags may be numbers, strings or booleans; dates may have any of their keys")
  func types() throws {
    let decoded = try decode(
      """
      {"status": "0", "environment": "Sandbox", "is_retryable": 1, "receipt": {
        "receipt_type": "ProductionSandbox", "adam_id": "12345678901234567", "app_item_id": 9,
        "bundle_id": "com.example", "download_id": null, "version_external_identifier": 7,
        "receipt_creation_date": "2018-11-29 08:30:30 Etc/GMT",
        "original_purchase_date_ms": "1375340400000",
        "original_purchase_date": "2013-08-01 07:00:00 Etc/GMT",
        "original_purchase_date_pst": "2013-08-01 00:00:00 America/Los_Angeles",
        "in_app": {"quantity": 2, "product_id": "a", "transaction_id": 1000000479728157,
          "original_transaction_id": "2", "is_trial_period": "true",
          "is_in_intro_offer_period": false, "web_order_line_item_id": "9007199254740993",
          "expires_date": "1543483766000", "surprise": [1, {"deep": null}]}},
       "more": "yes"}
      """)
    #expect(decoded.form == .verifyReceipt)
    #expect(decoded.errors.isEmpty)
    #expect(decoded.response?.status == 0 && decoded.response?.isRetryable == true)
    #expect(decoded.receipt.environment == .sandbox)
    #expect(decoded.receipt.adamID == 12_345_678_901_234_567)
    #expect(decoded.receipt.receiptCreationDate?.description == "2018-11-29T08:30:30Z")
    #expect(decoded.receipt.originalPurchaseDate?.description == "2013-08-01T07:00:00Z")
    let purchase = try #require(decoded.receipt.inApp.first)
    #expect(purchase.quantity == 2)
    #expect(purchase.transactionID?.text == "1000000479728157")
    #expect(purchase.isTrialPeriod == true && purchase.isInIntroOfferPeriod == false)
    #expect(purchase.webOrderLineItemID == 9_007_199_254_740_993)
    #expect(purchase.expiresDate?.millisecondsSince1970 == 1_543_483_766_000)
    #expect(
      decoded.otherFields.map { "\($0.path): \($0.value)" } == [
        "more: \"yes\"", "receipt.in_app.surprise: [1,{\"deep\":null}]", "receipt.app_item_id: 9",
        "receipt.download_id: null",
      ])
  }

  @Test("dates as RFC 3339 has them are read, with a finding; without a zone they are no dates")
  func writtenDates() throws {
    let decoded = try decode(
      """
      {"status":0,"receipt":{"receipt_creation_date":"2025-05-20T10:00:00Z","in_app":[
       {"product_id":"p","purchase_date":"2025-05-20T12:00:00+02:00",
        "expires_date":"2025-06-20T10:00:00"}]}}
      """)
    let date = ReceiptDate("2025-05-20T10:00:00Z".utf8)
    #expect(date != nil && decoded.receipt.receiptCreationDate == date)
    #expect(decoded.receipt.inApp.first?.purchaseDate == date)
    #expect(decoded.receipt.inApp.first?.expiresDate == nil)
    #expect(decoded.errors.map(\.code) == [.wrongType])
    #expect(
      decoded.findings.filter { $0.id == .oddType }.map(\.field)
        == ["receipt.receipt_creation_date", "receipt.in_app[0].purchase_date"])
  }

  @Test("an iOS 6 style response is about one transaction")
  func ios6Style() throws {
    let decoded = try decode(
      """
      {"status": 21006, "auto_renew_status": 0, "expiration_intent": "1",
       "receipt": {"bid": "com.example", "bvrs": "13", "product_id": "p", "transaction_id": "1",
         "expires_date": "1550386188000", "expires_date_formatted": "2019-02-17 06:49:48 Etc/GMT",
         "expires_date_formatted_pst": "2019-02-16 22:49:48 America/Los_Angeles",
         "purchase_date": "2019-02-10 06:49:48 Etc/GMT"},
       "latest_receipt_info": {"transaction_id": 2},
       "latest_expired_receipt_info": [{"transaction_id": "3"}, {"transaction_id": "4"}]}
      """)
    #expect(decoded.errors.isEmpty && decoded.otherFields.isEmpty)
    #expect(decoded.receipt.bundleID?.text == "com.example")
    let purchase = try #require(decoded.receipt.inApp.first)
    #expect(purchase.expiresDate?.description == "2019-02-17T06:49:48Z")
    #expect(purchase.purchaseDate?.description == "2019-02-10T06:49:48Z")
    #expect(decoded.response?.latestReceiptInfo.map(\.transactionID?.text) == ["2"])
    #expect(decoded.response?.latestExpiredReceiptInfo.map(\.transactionID?.text) == ["3", "4"])
    #expect(decoded.renewals.first?.autoRenewStatus == false)
    #expect(decoded.renewals.first?.expirationIntent == 1)
  }

  @Test("a single transaction is recognized with or without a bundle id")
  func withoutBundle() throws {
    let decoded = try decode("{\"status\": 0, \"receipt\": {\"transaction_id\": \"1\"}}")
    #expect(decoded.receipt.inApp.map(\.transactionID?.text) == ["1"])
  }

  @Test("a value of a wrong type is an error with its path, and is kept")
  func wrongTypes() throws {
    let decoded = try decode(
      """
      {"status": 0, "receipt": {"bundle_id": true, "in_app": [{"quantity": "x"}, {"quantity": 1}]},
       "latest_receipt_info": "none"}
      """)
    #expect(decoded.errors.map(\.code) == [.wrongType, .wrongType, .wrongType])
    #expect(decoded.errors.map(\.message).contains { $0.contains("receipt.in_app[0].quantity") })
    #expect(decoded.receipt.inApp.map(\.quantity) == [nil, 1])
    #expect(
      Set(decoded.otherFields.map(\.path)) == [
        "receipt.bundle_id", "receipt.in_app[0].quantity", "latest_receipt_info",
      ])
  }

  @Test("an element that is not an object does not hide the others; a null is ignored")
  func strangers() throws {
    let decoded = try decode(
      """
      {"status": 0, "receipt": {"bundle_id": "a", "in_app": [null, 5, {"quantity": 1}, "x"]}}
      """)
    #expect(decoded.receipt.inApp.map(\.quantity) == [1])
    #expect(decoded.errors.map(\.code) == [.wrongType, .wrongType])
    #expect(decoded.errors.first?.message.contains("receipt.in_app[1] is 5") == true)
    #expect(decoded.otherFields.map(\.path) == ["receipt.in_app[1]", "receipt.in_app[3]"])
  }

  @Test("dates that disagree give a finding, and the milliseconds count")
  func disagreement() throws {
    let decoded = try decode(
      """
      {"status": 0, "receipt": {"bundle_id": "a", "request_date_ms": "1543480230000",
        "request_date": "2018-11-29 08:30:31 Etc/GMT"}}
      """)
    #expect(decoded.receipt.requestDate?.description == "2018-11-29T08:30:30Z")
    #expect(decoded.findings.map(\.id) == [.datesDisagree])
    #expect(decoded.findings.map(\.field) == ["receipt.request_date"])
    #expect(decoded.otherFields.map(\.path) == ["receipt.request_date"])
  }

  @Test("the largest number of transactions in a list is read, and one more is not")
  func transactionLimit() throws {
    for count in [
      DecodingLimits.largestPurchaseCount, DecodingLimits.largestPurchaseCount + 1,
    ] {
      let list = Array(repeating: "{}", count: count).joined(separator: ",")
      let decoded = try decode("{\"status\": 0, \"latest_receipt_info\": [\(list)]}")
      let isAllowed = count == DecodingLimits.largestPurchaseCount
      #expect(decoded.response?.latestReceiptInfo.count == (isAllowed ? count : 0))
      #expect(decoded.errors.isEmpty == isAllowed)
    }
  }

  @Test(
    "milliseconds outside all years are an error, whatever the text date is",
    arguments: [Int64.min, Int64.max, -62_167_219_200_001, 253_402_300_800_000])
  func farDates(milliseconds: Int64) throws {
    let decoded = try decode(
      """
      {"status": 0, "receipt": {"bundle_id": "a", "original_purchase_date_ms": "\(milliseconds)",
        "original_purchase_date_pst": "0001-01-01 00:00:00 America/Los_Angeles",
        "in_app": [null, {"transaction_id": "1", "expires_date": "\(milliseconds)",
          "expires_date_formatted": "9999-12-31 23:59:59 Etc/GMT"}]}}
      """)
    #expect(decoded.receipt.originalPurchaseDate == nil)
    #expect(decoded.errors.map(\.code).contains(.invalidDate))
    // The text date counts, and the number is still an error.
    let beside = try decode(
      """
      {"status": 0, "receipt": {"request_date_ms": \(milliseconds),
        "request_date": "2018-11-29 08:30:30 Etc/GMT"}}
      """)
    #expect(beside.receipt.requestDate?.description == "2018-11-29T08:30:30Z")
    #expect(beside.errors.map(\.code) == [.invalidDate])
    #expect(decoded.receipt.inApp.map(\.transactionID?.text) == ["1"])
    let inner = [
      ("bid", "a"), ("purchase-date-ms", "\(milliseconds)"),
      ("purchase-date-pst", "9999-12-31 23:59:59 America/Los_Angeles"),
    ]
    let list = IOS6Template.list([
      ("purchase-info", Base64.encode(IOS6Template.list(inner)[...]))
    ])
    #expect(try ReceiptDecoder().decode(list).receipt.inApp.first?.purchaseDate == nil)
  }

  @Test("a refund that only the response has is a difference, in any list")
  func refund() throws {
    let text = Data(try Fixture.subscription()).base64EncodedString()
    let decoded = try decode(
      """
      {"status": 0, "latest_receipt": "\(text)",
       "receipt": {"in_app": [{"transaction_id": "1000000479728157"}]},
       "latest_receipt_info": [{"transaction_id": "1000000479728157",
         "cancellation_date_ms": "1543483766250"}]}
      """)
    #expect(
      ResponseComparison(decoded)?.differences.contains(
        .init(
          path: "in_app[transaction_id 1000000479728157].cancellation_date",
          response: "2018-11-29T09:29:26Z", receipt: nil)) == true)
  }

  @Test("a response without a receipt has its status", arguments: [21007, 21199, 0])
  func statusAlone(status: Int64) throws {
    let decoded = try decode("{\"status\": \(status)}")
    #expect(decoded.response?.status == status)
    #expect(VerifyReceiptStatus.explanation(of: status) != nil)
    #expect(ReceiptVerifier().verify(decoded).status == .absent)
  }

  @Test("exactly the codes that Apple documents are explained")
  func codes() {
    let known = (20_990...21_210).filter { VerifyReceiptStatus.explanation(of: $0) != nil }
    #expect(known == Array(21_000...21_010) + Array(21_100...21_199))
    #expect(VerifyReceiptStatus.explanation(of: 0) != nil)
    #expect(VerifyReceiptStatus.explanation(of: 1) == nil)
  }

  @Test("the receipt in latest_receipt is decoded, verified and compared")
  func latestReceipt() throws {
    let bytes = try Fixture.subscription()
    let text = Data(bytes).base64EncodedString()
    let decoded = try decode(
      """
      {"status": 0, "latest_receipt": "\(text)", "receipt": {"bundle_id": "com.other",
        "application_version": "101", "in_app": [
          {"transaction_id": "1000000479728157", "product_id": "vip", "quantity": "3"},
          {"transaction_id": "77", "product_id": "new", "purchase_date_ms": "1543480166000"}]}}
      """)
    let nested = try #require(decoded.nested.first)
    #expect(nested.path == "latest_receipt")
    let latest = try nested.content.get()
    #expect(ReceiptVerifier().verify(latest).status == .apple)
    let comparison = try #require(ResponseComparison(decoded)).differences
    #expect(
      comparison.contains(
        .init(path: "bundle_id", response: "com.other", receipt: latest.receipt.bundleID?.text)))
    #expect(!comparison.contains { $0.path == "application_version" })
    #expect(
      comparison.contains(
        .init(
          path: "in_app[transaction_id 1000000479728157].quantity", response: "3", receipt: "1")))
    #expect(
      comparison.contains {
        $0.path == "in_app[transaction_id 1000000479726062]" && $0.response == nil
      })
    #expect(
      comparison.last
        == .init(
          path: "in_app[transaction_id 77]", response: "new, bought 2018-11-29T08:29:26Z",
          receipt: nil))
  }

  @Test(
    "the app and the store in a response are compared, and what only it has is listed")
  func additions() throws {
    let text = Data(try Fixture.subscription()).base64EncodedString()
    let decoded = try decode(
      """
      {"status": 0, "environment": "Production", "latest_receipt": "\(text)",
       "receipt": {"adam_id": 123456, "download_id": 99, "version_external_identifier": "0",
         "request_date_ms": "1543480166000", "in_app": [
          {"transaction_id": "1000000479728157", "in_app_ownership_type": "FAMILY_SHARED"}]},
       "latest_receipt_info": [
          {"transaction_id": "1000000479728157", "offer_code_ref_name": "spring"},
          {"transaction_id": "1000000479726062", "in_app_ownership_type": "PURCHASED",
           "is_trial_period": "true"},
          {"transaction_id": "78", "subscription_group_identifier": "5"}],
       "pending_renewal_info": [{"product_id": "vip", "auto_renew_status": "0"}]}
      """)
    let comparison = try #require(ResponseComparison(decoded))
    let places = comparison.differences.filter {
      !$0.path.hasPrefix("in_app") && $0.response != nil
    }
    #expect(
      places == [
        .init(path: "adam_id", response: "123456", receipt: "0"),
        .init(path: "download_id", response: "99", receipt: "0"),
        .init(path: "environment", response: "Production", receipt: "Sandbox"),
      ])
    // Its own transactions are differences. The receipt itself says which of the others is a trial.
    #expect(
      comparison.additions.map { "\($0.path) \($0.count)" } == [
        "request_date 1", "in_app.in_app_ownership_type 2", "in_app.offer_code_ref_name 1",
        "pending_renewal_info 1",
      ])
  }

  @Test(
    "an environment that contradicts the receipt type is kept and reported",
    arguments: [
      ("Production", "ProductionSandbox", true), ("Sandbox", "Production", true),
      ("Sandbox", "ProductionSandbox", false), ("Production", "ProductionVPP", false),
    ])
  func environments(name: String, type: String, disagree: Bool) throws {
    let decoded = try decode(
      """
      {"status": 0, "environment": "\(name)", "receipt": {"receipt_type": "\(type)"}}
      """)
    #expect(decoded.findings.contains { $0.id == .environmentsDisagree } == disagree)
    #expect(decoded.otherFields.map(\.path) == (disagree ? ["environment"] : []))
    #expect(decoded.receipt.environmentName?.text == (disagree ? nil : name))
  }

  @Test("an invalid latest_receipt keeps its error")
  func badLatestReceipt() throws {
    let decoded = try decode("{\"status\": 0, \"latest_receipt\": \"[[REDACTED]]\"}")
    #expect(decoded.errors.isEmpty)
    #expect(throws: ReceiptError.self) { try decoded.nested.first?.content.get() }
    #expect(ResponseComparison(decoded) == nil)
    // A response in a response is not decoded.
    let again = try decode("{\"status\": 0, \"latest_receipt\": \"{\\\"status\\\": 0}\"}")
    #expect(throws: ReceiptError.self) { try again.nested.first?.content.get() }
  }

  @Test(
    "real responses: every transaction is in the model",
    .enabled(if: Corpus.isPresent, Corpus.absence), arguments: Corpus.answers)
  func corpus(name: String) throws {
    let data = try Data(contentsOf: Corpus.folder.appending(path: "verify-receipt/\(name).json"))
    let decoded = try ReceiptDecoder().decode(Array(data))
    // Another reader.
    let json = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(decoded.response?.status == (json["status"] as? NSNumber)?.int64Value)
    let receipt = json["receipt"] as? [String: Any] ?? [:]
    #expect(
      decoded.receipt.bundleID?.text == (receipt["bundle_id"] ?? receipt["bid"]) as? String)
    if let inApp = receipt["in_app"] as? [[String: Any]] {
      try expect(decoded.receipt.inApp, equal: inApp)
    }
    let latest = json["latest_receipt_info"]
    let list = latest as? [[String: Any]] ?? (latest as? [String: Any]).map { [$0] } ?? []
    try expect(decoded.response?.latestReceiptInfo ?? [], equal: list)
    let renewals = json["pending_renewal_info"] as? [[String: Any]]
    if let renewals { #expect(decoded.renewals.count == renewals.count) }
  }

  private func expect(_ purchases: [InAppPurchase], equal list: [[String: Any]]) throws {
    #expect(purchases.count == list.count)
    for (purchase, entry) in zip(purchases, list) {
      func text(_ key: String) -> String? { entry[key].map { "\($0)" } }
      #expect(purchase.transactionID?.text == text("transaction_id"))
      #expect(purchase.originalTransactionID?.text == text("original_transaction_id"))
      #expect(purchase.productID?.text == text("product_id"))
      #expect(purchase.quantity.map(String.init) == text("quantity"))
      #expect(purchase.isTrialPeriod.map(String.init) == text("is_trial_period"))
      for (date, key) in [
        (purchase.purchaseDate, "purchase_date_ms"),
        (purchase.originalPurchaseDate, "original_purchase_date_ms"),
        (purchase.expiresDate, "expires_date_ms"),
        (purchase.cancellationDate, "cancellation_date_ms"),
      ] where text(key) != nil {
        #expect((date?.millisecondsSince1970).map(String.init) == text(key))
      }
    }
  }
}
