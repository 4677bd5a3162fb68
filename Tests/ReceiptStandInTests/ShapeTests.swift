import Foundation
import ReceiptCore
import ReceiptStandIn
import TestSupport
import Testing

/// Apple's own examples of responses. They are not part of the project, but may stand next to it.
private enum AppleExamples {
  static let folder = Fixture.root.deletingLastPathComponent()
    .appending(path: "shared/storekit/responses")
  static let areThere = FileManager.default.fileExists(atPath: folder.path)

  static func json(_ name: String) throws -> JSONValue {
    try JSONValue(Array(Data(contentsOf: folder.appending(path: name + ".json"))))
  }
}

/// Answers have the members of those examples.
@Suite(.enabled(if: AppleExamples.areThere, "there are no examples of Apple's"))
struct ShapeTests {
  /// The paths of all members of a value. Elements of a list count once.
  private static func members(_ value: JSONValue, _ path: String = "") -> Set<String> {
    switch value {
    case .object(let members):
      members.reduce(into: []) { result, member in
        let place = path + "." + member.name
        result.insert(place)
        result.formUnion(Self.members(member.value, place))
      }
    case .array(let elements):
      elements.reduce(into: []) { $0.formUnion(Self.members($1, path + "[]")) }
    default: []
    }
  }

  private func expect(
    _ answer: JSONValue, like name: String, without missing: Set<String> = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(
      Self.members(answer) == Self.members(try AppleExamples.json(name)).subtracting(missing),
      sourceLocation: sourceLocation)
  }

  @Test func transactions() throws {
    var bench = try Bench()
    try expect(bench.json("GET", "inApps/v1/transactions/100"), like: "transactionInfoResponse")
    try expect(
      bench.json("GET", "inApps/v1/transactions/appTransactions/100"),
      like: "appTransactionInfoResponse")
    try expect(bench.json("GET", "inApps/v1/lookup/M100"), like: "lookupOrderIdResponse")
    // The sandbox names no app.
    try expect(
      bench.json("GET", "inApps/v2/history/100"), like: "transactionHistoryResponse",
      without: [".appAppleId"])
    try expect(
      bench.json("GET", "inApps/v2/refund/lookup/100"), like: "getRefundHistoryResponse")
    try expect(
      bench.json("GET", "inApps/v1/subscriptions/100"), like: "getAllSubscriptionStatusesResponse",
      without: [".appAppleId"])
  }

  @Test func productionNamesTheApp() throws {
    var bench = try Bench(
      "receipt: {bundle_id: com.example.tea, environment: Production, in_app: [{transaction_id: \"100\", expires_date: 2026-06-15}]}"
    )
    try expect(bench.json("GET", "inApps/v2/history/100"), like: "transactionHistoryResponse")
    try expect(
      bench.json("GET", "inApps/v1/subscriptions/100"), like: "getAllSubscriptionStatusesResponse")
  }

  @Test func extensions() throws {
    var bench = try Bench()
    let body =
      #"{"extendByDays": 1, "extendReasonCode": 1, "requestIdentifier": "\#(ServerAPITests.id)", "productId": "com.example.tea.monthly"}"#
    try expect(
      bench.json("PUT", "inApps/v1/subscriptions/extend/100", json: body),
      like: "extendSubscriptionRenewalDateResponse")
    try expect(
      bench.json("POST", "inApps/v1/subscriptions/extend/mass", json: body),
      like: "extendRenewalDateForAllActiveSubscribersResponse")
    try expect(
      bench.json(
        "GET",
        "inApps/v1/subscriptions/extend/mass/com.example.tea.monthly/\(ServerAPITests.id)"),
      like: "getStatusOfSubscriptionRenewalDateExtensionsResponse")
  }

  @Test func notifications() throws {
    var bench = try Bench()
    let answer = try bench.json("POST", "inApps/v1/notifications/test")
    try expect(answer, like: "requestTestNotificationResponse")
    for _ in 0..<20 { try bench.control("notify", #"{"notificationType": "TEST"}"#) }
    _ = try bench.deliver()
    let token = try #require(answer["testNotificationToken"]?.string)
    try expect(
      bench.json("GET", "inApps/v1/notifications/test/" + token),
      like: "getTestNotificationStatusResponse")
    let from = Bench.start.millisecondsSince1970 - 1000
    try expect(
      bench.json(
        "POST", "inApps/v1/notifications/history",
        json: #"{"startDate": \#(from), "endDate": \#(from + 2000)}"#),
      like: "getNotificationHistoryResponse")
  }

  @Test(arguments: [
    ("cancel", "Cancel"), ("changeMetadata", "ChangeMetadata"), ("changePrice", "PriceChange"),
    ("migrate", "Migrate"), ("revoke", "Revoke"),
  ])
  func advancedCommerce(_ action: String, _ name: String) throws {
    var bench = try Bench()
    let path = "advancedCommerce/v1/"
    try expect(
      bench.json("POST", path + "subscription/\(action)/100", json: #"{"requestInfo": {}}"#),
      like: "advancedCommerceSubscription\(name)Response")
    try expect(
      bench.json("POST", path + "transaction/requestRefund/200", json: #"{"requestInfo": {}}"#),
      like: "advancedCommerceRequestRefundResponse")
  }

  @Test(arguments: [
    ("inApps/v1/transactions/7", "transactionIdNotFoundError"),
    ("inApps/v1/transactions/x", "invalidTransactionIdError"),
  ])
  func errors(_ path: String, _ name: String) throws {
    var bench = try Bench()
    let answer = try bench.send("GET", path)
    try expect(JSONValue(answer.body), like: name)
    #expect(try JSONValue(answer.body)["errorCode"] == AppleExamples.json(name)["errorCode"])
  }
}
