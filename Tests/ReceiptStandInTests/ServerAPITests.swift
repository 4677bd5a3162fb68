import Foundation
import ReceiptCore
import ReceiptInsight
import ReceiptStandIn
import Testing

/// Every address of the App Store Server API, with requests that it accepts and requests that it refuses.
@Suite struct ServerAPITests {
  /// A request, and what it gets.
  struct Example: Sendable, CustomTestStringConvertible {
    let method: String
    let path: String
    var query: [(name: String, value: String)] = []
    var json: String?
    /// The HTTP status of a success, or the number of an error.
    let outcome: Int64

    init(_ method: String, _ path: String, _ outcome: Int64) {
      self.init(method, path, [], outcome)
    }

    init(
      _ method: String, _ path: String, _ query: [(name: String, value: String)], _ outcome: Int64
    ) {
      self.init(method, path, query, nil, outcome)
    }

    init(
      _ method: String, _ path: String, _ query: [(name: String, value: String)], _ json: String?,
      _ outcome: Int64
    ) {
      self.method = method
      self.path = path
      self.query = query
      self.json = json
      self.outcome = outcome
    }

    var testDescription: String { "\(method) \(path) \(query) \(json ?? "") → \(outcome)" }
  }

  /// The usual customer, and five more. They are a member of a family, the purchaser of a group, a member of another
  /// group, one who cancelled, and one of another app.
  static let specs: [(name: String, text: String)] = [
    ("tea", Bench.tea),
    (
      "family",
      """
      receipt: {bundle_id: com.example.tea, in_app: [{transaction_id: "400", product_id: com.example.tea.monthly, in_app_ownership_type: FAMILY_SHARED, purchase_date: 2026-05-15, expires_date: 2026-06-15}]}
      """
    ),
    (
      "group",
      """
      receipt: {bundle_id: com.example.tea, in_app: [{transaction_id: "500", product_id: com.example.tea.team, quantity: 3, invitation_management: DEVELOPER, purchase_date: 2026-05-15, expires_date: 2026-06-15}]}
      """
    ),
    (
      "seat",
      """
      receipt: {bundle_id: com.example.tea, in_app: [{transaction_id: "600", product_id: com.example.tea.team, in_app_ownership_type: ASSIGNED, purchase_date: 2026-05-15, expires_date: 2026-06-15}]}
      """
    ),
    (
      "lapsed",
      """
      receipt: {bundle_id: com.example.tea, in_app: [{transaction_id: "700", product_id: com.example.tea.monthly, purchase_date: 2026-04-15, expires_date: 2026-05-15}]}
      """
    ),
    (
      "other",
      """
      receipt: {bundle_id: com.example.coffee, environment: Production, in_app: [{transaction_id: "800", product_id: com.example.coffee.unlock}]}
      """
    ),
  ]

  static let id = "758883e8-151b-47b7-abd0-60c4d804c2f5"
  private static let history = "inApps/v2/history/100"
  private static let statuses = "inApps/v1/subscriptions/100"
  private static let extend = "inApps/v1/subscriptions/extend/"
  private static let consumption = "inApps/v2/transactions/consumption/"
  private static let oldConsumption = "inApps/v1/transactions/consumption/"
  private static let messaging = "inApps/v1/messaging/"
  private static let notifications = "inApps/v1/notifications/"
  private static let seats = "groups/v1/transactions/500/seats"

  static let transactions: [Example] = [
    Example("GET", "inApps/v1/transactions/100", 200),
    Example("GET", "sandbox/inApps/v1/transactions/100", 200),
    Example("GET", "production/inApps/v1/transactions/100", 4_040_010),
    Example("GET", "inApps/v1/transactions/800", 4_040_010),
    Example("GET", "inApps/v1/transactions/7", 4_040_010),
    Example("GET", "inApps/v1/transactions/seven", 4_000_006),
    Example("GET", "inApps/v1/transactions/appTransactions/100", 200),
    Example("GET", "inApps/v1/transactions/appTransactions/7", 4_040_010),
    Example("GET", "inApps/v1/lookup/M100", 200),
    Example("GET", "inApps/v1/lookup/100", 200),
    Example("POST", "inApps/v1/transactions/300/finish", 200),
    Example("POST", "inApps/v1/transactions/7/finish", 4_040_010),
    Example(
      "PUT", "inApps/v1/transactions/100/appAccountToken", [], #"{"appAccountToken": "\#(id)"}"#,
      200),
    Example(
      "PUT", "inApps/v1/transactions/100/appAccountToken", [], #"{"appAccountToken": "me"}"#,
      4_000_183),
    Example("PUT", "inApps/v1/transactions/100/appAccountToken", [], "{}", 4_000_183),
    Example("PUT", "inApps/v1/transactions/100/appAccountToken", [], "[]", 4_000_000),
    Example(
      "PUT", "inApps/v1/transactions/400/appAccountToken", [], #"{"appAccountToken": "\#(id)"}"#,
      4_000_185),
    Example(
      "PUT", "inApps/v1/transactions/600/appAccountToken", [], #"{"appAccountToken": "\#(id)"}"#,
      4_000_227),
  ]

  static let histories: [Example] = [
    Example("GET", history, 200), Example("GET", "inApps/v1/history/100", 200),
    Example("GET", "inApps/v2/history/7", 4_040_010),
    Example("GET", "inApps/v1/history/x", 4_000_006),
    Example("GET", history, [("revision", "0")], 200),
    Example("GET", history, [("revision", "yesterday")], 4_000_005),
    Example("GET", history, [("revision", "")], 4_000_005),
    Example("GET", history, [("revision", "0"), ("revision", "1")], 4_000_005),
    Example("GET", history, [("startDate", "1"), ("endDate", "2")], 200),
    Example("GET", history, [("startDate", "2"), ("endDate", "2")], 4_000_013),
    Example("GET", history, [("startDate", "2026-01-01")], 4_000_015),
    Example("GET", history, [("endDate", "-1")], 4_000_016),
    Example("GET", history, [("productId", "a"), ("productId", "b")], 200),
    Example("GET", history, [("productId", "")], 4_000_023),
    Example("GET", history, [("productType", "CONSUMABLE")], 200),
    Example("GET", history, [("productType", "Consumable")], 4_000_022),
    Example("GET", history, [("subscriptionGroupIdentifier", "20000001")], 200),
    Example("GET", history, [("subscriptionGroupIdentifier", "")], 4_000_024),
    Example("GET", history, [("inAppOwnershipType", "PURCHASED")], 200),
    Example("GET", history, [("inAppOwnershipType", "BOUGHT")], 4_000_026),
    Example("GET", history, [("revoked", "True")], 200),
    Example("GET", history, [("revoked", "1")], 4_000_030),
    Example("GET", history, [("excludeRevoked", "true")], 200),
    Example("GET", history, [("excludeRevoked", "yes")], 4_000_025),
    Example("GET", history, [("sort", "DESCENDING")], 200),
    Example("GET", history, [("sort", "down")], 4_000_021),
    Example("GET", "inApps/v2/refund/lookup/100", 200),
    Example("GET", "inApps/v2/refund/lookup/7", 4_040_010),
  ]

  static let subscriptions: [Example] = [
    Example("GET", statuses, 200),
    Example("GET", statuses, [("status", "1"), ("status", "5")], 200),
    Example("GET", statuses, [("status", "6")], 4_000_031),
    Example("GET", "inApps/v1/subscriptions/7", 4_040_010),
    Example("PUT", extend + "100", [], extending(), 200),
    Example("PUT", extend + "100", [], extending(days: "90"), 200),
    Example("PUT", extend + "100", [], extending(days: "91"), 4_000_009),
    Example("PUT", extend + "100", [], extending(days: "0"), 4_000_009),
    Example("PUT", extend + "100", [], extending(days: "1.5"), 4_000_009),
    Example("PUT", extend + "100", [], extending(reason: "4"), 4_000_010),
    Example("PUT", extend + "100", [], extending(identifier: ""), 4_000_011),
    Example("PUT", extend + "7", [], extending(), 4_040_005),
    Example("PUT", extend + "x", [], extending(), 4_000_008),
    Example("PUT", extend + "300", [], extending(), 4_040_005),
    Example("PUT", extend + "400", [], extending(), 4_030_007),
    Example("PUT", extend + "600", [], extending(), 4_030_028),
    Example("PUT", extend + "700", [], extending(), 4_030_004),
    Example("POST", extend + "mass", [], mass(), 200),
    Example("POST", extend + "mass", [], mass(identifier: "x"), 4_000_011),
    Example("POST", extend + "mass", [], mass(countries: "[]"), 4_000_027),
    Example("POST", extend + "mass", [], mass(countries: #"["US"]"#), 4_000_028),
    Example("POST", extend + "mass", [], mass(countries: #"["USA"]"#), 200),
    Example("POST", extend + "mass", [], mass(product: ""), 4_000_023),
    Example("GET", extend + "mass/com.example.tea.monthly/\(id)", 4_040_009),
    Example("GET", extend + "mass/com.example.tea.monthly/x", 4_000_011),
  ]

  private static func extending(
    days: String = "10", reason: String = "1", identifier: String = "a request"
  ) -> String {
    #"{"extendByDays": \#(days), "extendReasonCode": \#(reason), "requestIdentifier": "\#(identifier)"}"#
  }

  private static func mass(
    identifier: String = id, countries: String = "null",
    product: String = "com.example.tea.monthly"
  ) -> String {
    #"{"extendByDays": 10, "extendReasonCode": 1, "requestIdentifier": "\#(identifier)", "productId": "\#(product)", "storefrontCountryCodes": \#(countries)}"#
  }

  static let consumptions: [Example] = [
    Example("PUT", consumption + "300", [], used(), 202),
    Example("PUT", consumption + "300", [], used(consent: "false"), 4_000_035),
    Example("PUT", consumption + "300", [], used(sample: "null"), 4_000_041),
    Example("PUT", consumption + "300", [], used(delivery: "LOST"), 4_000_036),
    Example("PUT", consumption + "300", [], used(#", "refundPreference": "DECLINE""#), 202),
    Example("PUT", consumption + "300", [], used(#", "refundPreference": "NO""#), 4_000_044),
    Example("PUT", consumption + "300", [], used(#", "consumptionPercentage": 100000"#), 202),
    // Apple's number of this error is not known.
    Example("PUT", consumption + "300", [], used(#", "consumptionPercentage": 100001"#), 4_000_000),
    Example(
      "PUT", consumption + "300", [],
      used(delivery: "UNDELIVERED_OTHER", #", "consumptionPercentage": 1"#), 4_000_000),
    Example("PUT", consumption + "100", [], used(#", "consumptionPercentage": 1"#), 4_000_209),
    Example("PUT", consumption + "400", [], used(), 4_000_185),
    Example("PUT", consumption + "600", [], used(), 4_000_227),
    Example("PUT", consumption + "7", [], used(), 4_040_010),
    Example("PUT", oldConsumption + "300", [], #"{"customerConsented": true}"#, 202),
    Example(
      "PUT", oldConsumption + "300", [],
      #"{"customerConsented": true, "appAccountToken": "", "platform": null}"#, 202),
    Example("PUT", oldConsumption + "300", [], "{}", 4_000_035),
    Example("PUT", oldConsumption + "200", [], #"{"customerConsented": true}"#, 4_000_047),
    Example("PUT", oldConsumption + "7", [], #"{"customerConsented": true}"#, 4_040_010),
  ]

  private static func used(
    consent: String = "true", sample: String = "false", delivery: String = "DELIVERED",
    _ more: String = ""
  ) -> String {
    #"{"customerConsented": \#(consent), "sampleContentProvided": \#(sample), "deliveryStatus": "\#(delivery)"\#(more)}"#
  }

  static let oldConsumptionFields: [Example] = [
    ("accountTenure", "8", 4_000_032), ("consumptionStatus", "4", 4_000_034),
    ("deliveryStatus", "6", 4_000_036), ("lifetimeDollarsPurchased", "8", 4_000_037),
    ("lifetimeDollarsRefunded", "8", 4_000_038), ("platform", "3", 4_000_039),
    ("playTime", "-1", 4_000_040), ("refundPreference", "4", 4_000_044),
    ("userStatus", "5", 4_000_042), ("sampleContentProvided", "1", 4_000_041),
    ("appAccountToken", "\"me\"", 4_000_033),
  ].map { name, value, code in
    Example(
      "PUT", oldConsumption + "300", [], #"{"customerConsented": true, "\#(name)": \#(value)}"#,
      code)
  }

  static let messages: [Example] = [
    Example("GET", notifications + "test/\(id)", 4_040_008),
    Example("GET", notifications + "test/x", 4_000_020),
    Example("POST", notifications + "test", 200),
    Example("POST", notifications + "history", [], period(), 200),
    Example("POST", notifications + "history", [], "{}", 4_000_015),
    Example("POST", notifications + "history", [], #"{"startDate": 1}"#, 4_000_016),
    Example("POST", notifications + "history", [], period(start: 0), 4_000_012),
    Example("POST", notifications + "history", [], period(length: 0), 4_000_013),
    Example(
      "POST", notifications + "history", [], period(#", "notificationType": "DID_RENEW""#), 200),
    Example(
      "POST", notifications + "history", [], period(#", "notificationType": "RENEWED""#),
      4_000_018),
    Example(
      "POST", notifications + "history", [],
      period(#", "notificationType": "EXPIRED", "notificationSubtype": "VOLUNTARY""#), 200),
    Example(
      "POST", notifications + "history", [], period(#", "notificationSubtype": "VOLUNTARY""#),
      4_000_018),
    Example("POST", notifications + "history", [], period(#", "transactionId": "100""#), 200),
    Example("POST", notifications + "history", [], period(#", "transactionId": "7""#), 4_040_010),
    Example("POST", notifications + "history", [], period(#", "transactionId": "x""#), 4_000_006),
    Example(
      "POST", notifications + "history", [],
      period(#", "transactionId": "100", "notificationType": "TEST""#), 4_000_019),
    Example(
      "POST", notifications + "history", [("paginationToken", "x")], period(), 4_000_014),
    Example(
      "POST", notifications + "history", [("paginationToken", id)], period(), 4_000_017),
  ]

  private static func period(
    _ more: String = "", start: Int64 = Bench.start.millisecondsSince1970 - 1000,
    length: Int64 = 1000
  ) -> String {
    #"{"startDate": \#(start), "endDate": \#(start + length)\#(more)}"#
  }

  static let retention: [Example] = [
    Example("GET", messaging + "image/list", 200), Example("GET", messaging + "message/list", 200),
    Example("PUT", messaging + "image/\(id)", [], "no image", 4_000_161),
    Example("PUT", messaging + "image/\(id)", [("imageSize", "LARGE")], "", 4_000_216),
    Example("PUT", messaging + "image/x", [], "", 4_000_000),
    Example("DELETE", messaging + "image/\(id)", 4_040_014),
    Example("PUT", messaging + "message/\(id)", [], message(), 200),
    Example(
      "PUT", messaging + "message/\(id)", [], message(header: String(repeating: "x", count: 67)),
      4_000_162),
    Example(
      "PUT", messaging + "message/\(id)", [], message(header: String(repeating: "é", count: 66)),
      200),
    Example(
      "PUT", messaging + "message/\(id)", [], message(body: String(repeating: "x", count: 145)),
      4_000_163),
    Example(
      "PUT", messaging + "message/\(id)", [],
      message(#", "image": {"imageIdentifier": "\#(id)", "altText": "x"}"#), 4_040_014),
    Example(
      "PUT", messaging + "message/\(id)", [],
      message(
        #", "image": {"imageIdentifier": "\#(id)", "altText": "\#(String(repeating: "x", count: 151))"}"#
      ), 4_000_175),
    Example(
      "PUT", messaging + "message/\(id)", [], message(#", "headerPosition": "ABOVE_IMAGE""#),
      4_000_224),
    Example(
      "PUT", messaging + "message/\(id)", [],
      message(#", "bulletPoints": [\#(Array(repeating: "{}", count: 6).joined(separator: ","))]"#),
      4_000_218),
    Example(
      "PUT", messaging + "message/\(id)", [],
      message(#", "bulletPoints": [{"text": "\#(String(repeating: "x", count: 67))"}]"#), 4_000_219),
    Example("PUT", messaging + "message/\(id)", [], "{}", 4_000_000),
    Example("DELETE", messaging + "message/\(id)", 4_040_015),
    Example("GET", messaging + "default/p/en-US", 4_040_020),
    Example("DELETE", messaging + "default/p/en", 4_040_020),
    Example("GET", messaging + "default/p/english_US", 4_000_164),
    Example(
      "PUT", messaging + "default/p/zh-Hant-TW", [], #"{"messageIdentifier": "\#(id)"}"#,
      4_040_015),
    Example("PUT", messaging + "default/p/en", [], "{}", 4_000_000),
    Example("GET", messaging + "realtime/url", 4_040_021),
    Example("DELETE", messaging + "realtime/url", 4_040_021),
    Example(
      "PUT", messaging + "realtime/url", [], #"{"realtimeURL": "https://example.com/"}"#, 200),
    Example(
      "PUT", messaging + "realtime/url", [], #"{"realtimeURL": "http://example.com/"}"#,
      4_000_215),
    Example("POST", messaging + "performanceTest", [], "{}", 4_000_211),
    Example(
      "POST", messaging + "performanceTest", [], #"{"originalTransactionId": "100"}"#, 4_040_021),
    Example("GET", messaging + "performanceTest/result/\(id)", 4_040_018),
    Example("GET", messaging + "performanceTest/result/x", 4_000_212),
  ]

  private static func message(
    _ more: String = "", header: String = "Stay", body: String = "There is more"
  ) -> String { #"{"header": "\#(header)", "body": "\#(body)"\#(more)}"# }

  static let groups: [Example] = [
    Example("GET", seats, 200),
    Example("GET", "groups/v1/transactions/100/seats", 4_000_000),
    Example("GET", "groups/v1/transactions/7/seats", 4_040_010),
    Example("POST", seats, [], #"{"requestIdentifier": "\#(id)"}"#, 200),
    Example("POST", seats, [], #"{"requestIdentifier": "x"}"#, 4_000_011),
    Example("DELETE", seats + "/\(id)", 4_000_000),
    Example("POST", seats + "/\(id)/associate", [], #"{"appTransactionId": "7"}"#, 4_000_000),
    Example("POST", seats + "/\(id)/associate", [], "{}", 4_000_000),
    Example("GET", "groups/v1/currentGroups/500", 200),
    Example("GET", "groups/v1/currentGroups/100", 200),
    Example("GET", "groups/v1/currentGroups/7", 4_040_010),
    Example("GET", "groups/v1/group/\(id)", 4_040_022),
    Example("GET", "groups/v1/group/x", 4_000_225),
    Example("GET", "groups/v1/group/\(id)", [("limit", "0")], 4_000_004),
  ]

  static let advancedCommerce: [Example] =
    ["cancel", "changeMetadata", "changePrice", "migrate", "revoke"].flatMap { action in
      let path = "advancedCommerce/v1/subscription/\(action)/"
      return [
        Example("POST", path + "100", [], #"{"requestInfo": {}}"#, 200),
        Example("POST", path + "100", [], "{}", 4_000_000),
        Example("POST", path + "200", [], #"{"requestInfo": {}}"#, 4_000_047),
        Example("POST", path + "7", [], #"{"requestInfo": {}}"#, 4_040_010),
      ]
    } + [
      Example(
        "POST", "advancedCommerce/v1/transaction/requestRefund/200", [], #"{"requestInfo": {}}"#,
        200),
      Example(
        "POST", "advancedCommerce/v1/transaction/requestRefund/7", [], #"{"requestInfo": {}}"#,
        4_040_010),
    ]

  static let all =
    transactions + histories + subscriptions + consumptions + oldConsumptionFields + messages
    + retention + groups + advancedCommerce

  @Test(arguments: all)
  func everyRequestGetsItsAnswer(_ example: Example) throws {
    var bench = try Bench(Self.specs)
    let answer = try bench.send(
      example.method, example.path, query: example.query, json: example.json)
    let code = try bench.code(answer)
    #expect(code ?? Int64(answer.status) == example.outcome)
  }

  @Test func everyAddressHasARequestThatItAccepts() {
    let untried = StandIn.appleAddresses.filter { address in
      !Self.all.contains { $0.outcome < 1000 && Self.matches($0, address) }
    }
    #expect(Set(untried.map(\.meaning)) == Self.lateSuccesses)
  }

  @Test func everyAddressHasARequestThatItRefuses() {
    let untried = StandIn.appleAddresses.filter { address in
      !Self.all.contains { $0.outcome > 1000 && Self.matches($0, address) }
    }
    #expect(Set(untried.map(\.meaning)) == Self.alwaysSuccessful)
  }

  /// Those that need another request before they succeed: other tests make both.
  private static let lateSuccesses: Set = [
    "Get Status of Subscription Renewal Date Extensions", "Get Test Notification Status",
    "Upload Image", "Delete Image", "Delete Message", "Configure Default Message",
    "Get Default Message", "Delete Default Message", "Get Realtime URL", "Delete Realtime URL",
    "Initiate Performance Test", "Get Performance Test Results", "Get Group Members",
    "Associate Seat", "Unclaim Seat",
  ]
  /// Look Up Order ID says it in its status. The others ask for nothing that could be wrong.
  private static let alwaysSuccessful: Set = [
    "Look Up Order ID", "Get Image List", "Get Message List", "Request a Test Notification",
  ]

  private static func matches(_ example: Example, _ address: StandInAddress) -> Bool {
    let segments = address.path.split(separator: "/")
    let given = example.path.split(separator: "/")
    guard example.method == address.method, segments.count == given.count else { return false }
    return zip(segments, given).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
  }

  // MARK: Addresses

  @Test func otherAddressesAreNotFound() throws {
    var bench = try Bench()
    for path in [
      "", "inApps", "inApps/v1", "inApps/v3/history/100", "inApps/v1/transactions",
      "inApps/v1/transactions/100/finish/now", "production/production/verifyReceipt",
      "verifyReceipt/x", "stand-in", "stand-in/clocks",
    ] {
      #expect(try bench.send("GET", path).status == 404, "\(path)")
    }
    let wrong = try bench.send("POST", "inApps/v1/transactions/100")
    #expect(wrong.status == 405)
    #expect(wrong.headers.first?.value == "GET")
  }

  @Test func theAddressDecidesTheEnvironment() throws {
    var bench = try Bench(Self.specs)
    let token = try Bench.token(
      payload:
        #"{"bid":"com.example.coffee","iss":"00000000-0000-4000-8000-000000000001","aud":"appstoreconnect-v1","exp":1780272300}"#
    )
    for (path, status) in [
      ("", 200), ("production/", 200), ("sandbox/", 404),
    ] {
      let answer = bench.send("GET", path + "inApps/v1/transactions/800", token: token)
      #expect(answer.status == status)
    }
    // Another app's.
    #expect(bench.send("GET", "inApps/v1/transactions/100", token: token).status == 404)
  }
}

extension Bench {
  /// The number of the error in an answer; `nil` for a success.
  func code(_ answer: StandInAnswer) throws -> Int64? {
    guard answer.status >= 300 else { return nil }
    let body = try JSONValue(answer.body)
    let code = try #require(body["errorCode"]?.integer)
    #expect(answer.status == Int(code / 10_000))
    #expect(answer.contentType == "application/json")
    #expect(APIError.of(code: code) != nil)
    return code
  }
}
