import Testing

@testable import ReceiptCore
@testable import ReceiptMaking

/// Responses of the App Store Server API.
@Suite struct ServerResponseTests {
  private func decode(_ json: String) throws -> DecodedReceipt {
    try ReceiptDecoder().decode(Array(json.utf8))
  }

  private func signed(_ payload: String) -> String {
    var template = JWSTemplate(certificates: [], payload: Array(payload.utf8))
    template.signature = [1, 2, 3]
    return String(decoding: template.encoded, as: UTF8.self)
  }

  private func notification(appAppleID: Int64, bundleID: String = "a.b") -> String {
    let payload = """
      {"notificationType": "TEST", "notificationUUID": "u",
       "data": {"appAppleId": \(appAppleID), "bundleId": "\(bundleID)", "environment": "Sandbox"}}
      """
    return "{\"signedPayload\": \"\(signed(payload))\"}"
  }

  private static let group = """
    [{"subscriptionGroupIdentifier": "g", "lastTransactions": [
      {"originalTransactionId": "1", "status": 3}, {"originalTransactionId": "2", "status": 1}]}]
    """

  @Test("only a response about states has subscriptions")
  func states() throws {
    let statuses = try decode("{\"environment\": \"Sandbox\", \"data\": \(Self.group)}")
    let subscriptions = try #require(statuses.apiResponse?.subscriptions)
    #expect(subscriptions.map(\.originalTransactionID?.text) == ["1", "2"])
    #expect(subscriptions.map(\.status) == [3, 1])
    #expect(subscriptions.map(\.subscriptionGroupIdentifier?.text) == ["g", "g"])
    let other = try decode("{\"notificationHistory\": [], \"data\": \(Self.group)}")
    #expect(other.apiResponse?.kind == .notifications)
    #expect(other.apiResponse?.subscriptions.isEmpty == true)
    #expect(other.otherFields.map(\.path) == ["data"])
  }

  @Test("the sandbox's 0 is no other app's id")
  func sandboxID() throws {
    let items = [0, 5].map { notification(appAppleID: $0) }.joined(separator: ",")
    let decoded = try decode("{\"notificationHistory\": [\(items)]}")
    #expect(decoded.nested.count == 2)
    #expect(decoded.errors.isEmpty)
    #expect(decoded.receipt.adamID == 5)
  }

  @Test("the largest number of signed texts is read, and of more that many", arguments: [0, 1])
  func limit(more: Int) throws {
    let text = "\"\(signed("{\"a\": 1}"))\""
    let texts = Array(repeating: text, count: SignedTexts.maximum + more).joined(separator: ",")
    let decoded = try decode("{\"bundleId\": \"a.b\", \"signedTransactions\": [\(texts)]}")
    #expect(decoded.nested.count == 1_000)
    #expect(decoded.errors.contains { $0.code == .severalReceipts } == (more == 1))
  }

  @Test("a notification with too many signed texts in other places is an error", arguments: [0, 1])
  func limitOfNotification(more: Int) throws {
    let text = "\"\(signed("{\"a\": 1}"))\""
    let texts = Array(repeating: text, count: SignedTexts.maximum + more).joined(separator: ",")
    let decoded = try decode(
      signed(
        """
        {"notificationType": "TEST", "notificationUUID": "u", "data": {"bundleId": "a.b"},
         "others": [\(texts)]}
        """))
    #expect(decoded.form == .notification)
    #expect(decoded.nested.count == (more == 0 ? 1_000 : 0))
    #expect(decoded.errors.contains { $0.code == .severalReceipts } == (more == 1))
  }

  @Test("the state of a subscription follows from its newest period and its renewal")
  func statesOfPeriods() {
    func status(ends: Int64?, cancelled: Bool = false, grace: Int64? = nil) -> Int64? {
      var period = InAppPurchase()
      period.expiresDate = ends.map { ReceiptDate(millisecondsSince1970: $0) }
      if cancelled { period.cancellationDate = ReceiptDate(millisecondsSince1970: 1) }
      var renewal = RenewalInfo()
      renewal.gracePeriodExpiresDate = grace.map { ReceiptDate(millisecondsSince1970: $0) }
      return APIResponse.SubscriptionStatus(
        period, renewal, at: ReceiptDate(millisecondsSince1970: 1_000)
      ).status
    }
    // Apple, "status": 1 active, 2 expired, 4 in the grace period, 5 revoked.
    #expect(status(ends: 1_001) == 1)
    #expect(status(ends: 1_000) == 2)
    #expect(status(ends: 1_000, grace: 1_001) == 4)
    #expect(status(ends: 1_000, grace: 1_000) == 2)
    #expect(status(ends: 1_001, cancelled: true) == 5)
  }

  @Test("a notification of version 1 says itself whether the subscription renews")
  func renewalOfVersion1() throws {
    let decoded = try decode(
      """
      {"notification_type": "DID_CHANGE_RENEWAL_STATUS", "environment": "PROD", "bid": "a.b",
       "auto_renew_status": "false", "auto_renew_product_id": "p", "original_transaction_id": 5,
       "unified_receipt": {"status": 0, "environment": "Production"}}
      """)
    #expect(decoded.form == .notificationV1)
    #expect(decoded.renewals.map(\.autoRenewStatus) == [false])
    #expect(decoded.renewals.map(\.autoRenewProductID?.text) == ["p"])
    #expect(decoded.renewals.map(\.originalTransactionID?.text) == ["5"])
  }

  @Test("without a signature, dates and flags may be texts, with a finding")
  func oddTypes() throws {
    func transaction(_ flag: String, _ date: String) -> String {
      """
      {"transactionId": "1", "originalTransactionId": "1", "bundleId": "a.b", "productId": "p",
       "purchaseDate": \(date), "isUpgraded": \(flag)}
      """
    }
    for (flag, date) in [
      (#""true""#, #""2024-03-01T00:00:00Z""#), (#""1""#, #""1709251200000""#),
    ] {
      let decoded = try decode(transaction(flag, date))
      #expect(decoded.errors.isEmpty)
      #expect(decoded.findings.map(\.id) == [.oddType, .oddType])
      #expect(decoded.receipt.inApp.first?.isUpgraded == true)
      #expect(decoded.receipt.inApp.first?.purchaseDate?.description == "2024-03-01T00:00:00Z")
      // A signed text has exactly Apple's types.
      #expect(try decode(signed(transaction(flag, "1"))).receipt.inApp.first?.isUpgraded == nil)
    }
  }

  @Test("a signed text whose header is no object is malformed")
  func headerWithoutMembers() throws {
    let payload = Base64.encodeURL(Array(ExampleTransaction.payload.utf8))
    let text = Array("W10.".utf8) + payload + Array(".AAAA".utf8)
    let decoded = try ReceiptDecoder().decode(ReceiptInput(text, kind: .jws))
    let structure = try #require(ReceiptVerifier().verify(decoded).checks.first)
    #expect(structure.reason == .malformed && structure.message.contains("no object"))
  }

  @Test("signed texts of different apps are an error")
  func severalApps() throws {
    for items in [
      [notification(appAppleID: 1), notification(appAppleID: 5)],
      [notification(appAppleID: 5), notification(appAppleID: 5, bundleID: "a.c")],
    ] {
      let decoded = try decode("{\"notificationHistory\": [\(items.joined(separator: ","))]}")
      #expect(decoded.errors.map(\.code) == [.severalReceipts])
    }
  }

  @Test("more pages are a finding, and then a history does not hold all purchases")
  func pages() throws {
    for (word, isWhole) in [("true", false), ("false", true)] {
      let decoded = try decode(
        "{\"bundleId\": \"a.b\", \"hasMore\": \(word), \"signedTransactions\": []}")
      #expect(decoded.apiResponse?.kind == .history)
      #expect(decoded.apiResponse?.holdsAllPurchases == isWhole)
      #expect(decoded.findings.map(\.id) == (isWhole ? [] : [.morePages]))
    }
  }
}
