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
