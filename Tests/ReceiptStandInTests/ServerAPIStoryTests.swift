import Foundation
import ReceiptCore
import ReceiptStandIn
import Testing

/// Requests to the App Store Server API that belong together.
@Suite struct ServerAPIStoryTests {
  private func ids(_ page: JSONValue) throws -> [String] {
    try (page["signedTransactions"]?.elements ?? []).map { jws in
      try #require(try Bench.payload(jws)["transactionId"]?.string)
    }
  }

  // MARK: History

  /// All transactions, page by page.
  private func whole(
    _ bench: inout Bench, _ query: [(name: String, value: String)] = []
  ) throws -> [String] {
    var all: [String] = []
    var revision: [(name: String, value: String)] = []
    for _ in 0..<10 {
      let page = try bench.json("GET", "inApps/v2/history/100", query: query + revision)
      let ids = try ids(page)
      #expect((1...20).contains(ids.count))
      all += ids
      guard page["hasMore"]?.bool == true else { return all }
      #expect(ids.count == 20)
      revision = [("revision", try #require(page["revision"]?.string))]
    }
    Issue.record("the history has no end")
    return all
  }

  @Test func pagesFollowEachOther() throws {
    var bench = try Bench()
    try bench.control("clock", #"{"by": "P4Y"}"#)
    let all = try whole(&bench)
    #expect(all.count == 51)
    #expect(Set(all).count == 51)
    #expect(all.starts(with: ["200", "100", "300"]))
    let descending = try whole(&bench, [("sort", "DESCENDING")])
    #expect(descending == all.reversed())
  }

  @Test(arguments: [(36, 39), (37, 40), (38, 41)])
  func aFullPageSaysWhetherThereIsMore(_ months: Int, _ count: Int) throws {
    var bench = try Bench()
    try bench.control("clock", #"{"by": "P\#(months)M"}"#)
    #expect(try whole(&bench).count == count)
  }

  @Test func aChangedTransactionComesAgain() throws {
    var bench = try Bench()
    let first = try bench.json("GET", "inApps/v2/history/100")
    let revision = try #require(first["revision"]?.string)
    let query: [(name: String, value: String)] = [("revision", revision)]
    #expect(try ids(bench.json("GET", "inApps/v2/history/100", query: query)).isEmpty)
    try bench.control("refund", #"{"transactionId": "200"}"#)
    let second = try bench.json("GET", "inApps/v2/history/100", query: query)
    #expect(try ids(second) == ["200"])
    // At the same time by the clock, which stands still.
    try bench.control("refund", #"{"transactionId": "100"}"#)
    let next: [(name: String, value: String)] = [
      ("revision", try #require(second["revision"]?.string))
    ]
    #expect(try ids(bench.json("GET", "inApps/v2/history/100", query: next)) == ["100"])
  }

  @Test(
    arguments: [
      ([("productId", "com.example.tea.coins")], ["300"]),
      (
        [("productId", "com.example.tea.coins"), ("productId", "com.example.tea.unlock")],
        ["200", "300"]
      ),
      ([("productType", "AUTO_RENEWABLE")], ["100"]),
      ([("productType", "CONSUMABLE"), ("productType", "NON_CONSUMABLE")], ["200", "300"]),
      ([("productType", "NON_RENEWABLE")], []),
      ([("subscriptionGroupIdentifier", "20000001")], ["100"]),
      ([("inAppOwnershipType", "FAMILY_SHARED")], []),
      ([("revoked", "true")], []), ([("revoked", "false")], ["200", "100", "300"]),
      // 2026-05-15 and 2026-05-20
      ([("startDate", "1778803200000")], ["100", "300"]),
      ([("startDate", "1778803200001")], ["300"]),
      ([("endDate", "1778803200000")], ["200"]), ([("endDate", "1778803200001")], ["200", "100"]),
    ] as [([(name: String, value: String)], [String])])
  func filtersTakeWhatTheyName(_ query: [(name: String, value: String)], _ expected: [String])
    throws
  {
    var bench = try Bench()
    #expect(try ids(bench.json("GET", "inApps/v2/history/100", query: query)) == expected)
  }

  @Test func theFirstVersionLeavesUsedUpConsumablesOut() throws {
    var bench = try Bench()
    #expect(try ids(bench.json("GET", "inApps/v1/history/100")).contains("300"))
    _ = try bench.send("POST", "inApps/v1/transactions/300/finish")
    #expect(try !ids(bench.json("GET", "inApps/v1/history/100")).contains("300"))
    #expect(try ids(bench.json("GET", "inApps/v2/history/100")).contains("300"))
  }

  // MARK: What is signed

  @Test func everythingIsSignedNow() throws {
    var bench = try Bench()
    try bench.control("clock", #"{"now": "2026-06-02"}"#)
    let now = try #require(ReceiptDate(dateOrDay: "2026-06-02")).millisecondsSince1970
    let info = try bench.json("GET", "inApps/v1/transactions/100")
    let transaction = try Bench.payload(info["signedTransactionInfo"])
    #expect(transaction["signedDate"]?.integer == now)
    #expect(transaction["bundleId"]?.string == Bench.bundle)
    #expect(transaction["type"]?.string == "Auto-Renewable Subscription")
    #expect(transaction["subscriptionGroupIdentifier"]?.string == "20000001")
    let app = try bench.json("GET", "inApps/v1/transactions/appTransactions/100")
    let payload = try Bench.payload(app["signedAppTransactionInfo"])
    #expect(payload["receiptCreationDate"]?.integer == now)
    #expect(payload["originalApplicationVersion"]?.string == "1.4")
    #expect(payload["receiptType"]?.string == "Sandbox")
    // The same customer everywhere.
    let id = try #require(payload["appTransactionId"]?.string)
    #expect(transaction["appTransactionId"]?.string == id)
    #expect(try bench.json("GET", "inApps/v1/subscriptions/\(id)")["data"]?.elements?.count == 1)
    #expect(try bench.error("GET", "inApps/v1/transactions/\(id)") == 4_000_048)
  }

  @Test func anOrderIsItsTransaction() throws {
    var bench = try Bench()
    let known = try bench.json("GET", "inApps/v1/lookup/M200")
    #expect(known["status"]?.integer == 0)
    #expect(try ids(known) == ["200"])
    let unknown = try bench.json("GET", "inApps/v1/lookup/M201")
    #expect(unknown["status"]?.integer == 1)
    #expect(unknown["signedTransactions"] == nil)
  }

  @Test func anAccountTokenStays() throws {
    var bench = try Bench()
    let token = ServerAPITests.id
    let path = "inApps/v1/transactions/100/appAccountToken"
    #expect(try bench.send("PUT", path, json: #"{"appAccountToken": "\#(token)"}"#).status == 200)
    try bench.control("clock", #"{"by": "P1M"}"#)
    let payload = try #require(try bench.deliver().first)
    let transaction = try Bench.payload(payload["data"]?["signedTransactionInfo"])
    #expect(transaction["appAccountToken"]?.string == token)
    let renewed = try #require(transaction["transactionId"]?.string)
    #expect(
      try bench.error(
        "PUT", "inApps/v1/transactions/\(renewed)/appAccountToken",
        json: #"{"appAccountToken": "\#(token)"}"#) == 4_000_187)
  }

  @Test func theFirstTransactionNeedNotBeKnown() throws {
    var bench = try Bench(
      """
      receipt: {bundle_id: com.example.tea, in_app: [{transaction_id: "120", original_transaction_id: "100", purchase_date: 2026-05-15, expires_date: 2026-06-15}]}
      """)
    #expect(try bench.status("100") == 1)
    #expect(try bench.status("120") == 1)
    #expect(try bench.error("GET", "inApps/v1/transactions/100") == 4_040_010)
    let body = #"{"extendByDays": 10, "extendReasonCode": 1, "requestIdentifier": "a"}"#
    let path = "inApps/v1/subscriptions/extend/"
    #expect(try bench.error("PUT", path + "120", json: body) == 4_040_005)
    #expect(try bench.send("PUT", path + "100", json: body).status == 200)
    let token = #"{"appAccountToken": "\#(ServerAPITests.id)"}"#
    let place = "inApps/v1/transactions/100/appAccountToken"
    #expect(try bench.send("PUT", place, json: token).status == 200)
    let info = try bench.json("GET", "inApps/v1/transactions/120")
    let transaction = try Bench.payload(info["signedTransactionInfo"])
    #expect(transaction["appAccountToken"]?.string == ServerAPITests.id)
  }

  // MARK: Subscriptions

  @Test func statusesAreFiltered() throws {
    var bench = try Bench()
    let path = "inApps/v1/subscriptions/200"
    #expect(try bench.json("GET", path, query: [("status", "1")])["data"]?.elements?.count == 1)
    #expect(
      try bench.json("GET", path, query: [("status", "2")])["data"]?.elements?.isEmpty == true)
  }

  @Test func anExtensionMovesTheEndAndNotTheLength() throws {
    var bench = try Bench()
    let body = #"{"extendByDays": 10, "extendReasonCode": 1, "requestIdentifier": "a"}"#
    let path = "inApps/v1/subscriptions/extend/100"
    let end = try #require(ReceiptDate(dateOrDay: "2026-06-25")).millisecondsSince1970
    let answer = try bench.json("PUT", path, json: body)
    #expect(answer["success"]?.bool == true)
    #expect(answer["effectiveDate"]?.integer == end)
    #expect(answer["originalTransactionId"]?.string == "100")
    #expect(answer["webOrderLineItemId"]?.string != nil)
    #expect(try bench.events() == ["RENEWAL_EXTENDED"])
    #expect(try bench.send("PUT", path, json: body).status == 200)
    #expect(try bench.error("PUT", path, json: body) == 4_030_005)
    _ = try bench.events()
    try bench.control("clock", #"{"now": "2026-07-04"}"#)
    #expect(try bench.events().isEmpty)
    try bench.control("clock", #"{"now": "2026-07-05"}"#)
    let renewed = try #require(try bench.deliver().first)
    let transaction = try Bench.payload(renewed["data"]?["signedTransactionInfo"])
    let next = try #require(ReceiptDate(dateOrDay: "2026-08-05")).millisecondsSince1970
    #expect(transaction["expiresDate"]?.integer == next)
  }

  @Test func everySubscriberIsExtended() throws {
    var bench = try Bench(ServerAPITests.specs)
    let id = ServerAPITests.id
    let body =
      #"{"extendByDays": 10, "extendReasonCode": 1, "requestIdentifier": "\#(id)", "productId": "com.example.tea.monthly"}"#
    let answer = try bench.json("POST", "inApps/v1/subscriptions/extend/mass", json: body)
    #expect(answer["requestIdentifier"]?.string == id)
    // The member of the family cannot be extended, and one subscription is over.
    #expect(
      try bench.events() == [
        "RENEWAL_EXTENDED", "RENEWAL_EXTENSION/FAILURE", "RENEWAL_EXTENSION/SUMMARY",
      ])
    let status = try bench.json(
      "GET", "inApps/v1/subscriptions/extend/mass/com.example.tea.monthly/\(id)")
    #expect(status["complete"]?.bool == true)
    #expect(status["completeDate"]?.integer == Bench.start.millisecondsSince1970)
    #expect(status["succeededCount"]?.integer == 1)
    #expect(status["failedCount"]?.integer == 1)
  }

  // MARK: Notifications

  @Test func aTestArrives() throws {
    var bench = try Bench()
    let answer = try bench.json("POST", "inApps/v1/notifications/test")
    let token = try #require(answer["testNotificationToken"]?.string)
    let path = "inApps/v1/notifications/test/" + token
    // It was not sent yet.
    #expect(try bench.error("GET", path) == 4_040_008)
    #expect(try bench.events() == ["TEST"])
    let status = try bench.json("GET", path)
    #expect(try Bench.payload(status["signedPayload"])["notificationUUID"]?.string == token)
    let attempts = try #require(status["sendAttempts"]?.elements)
    #expect(attempts.map { $0["sendAttemptResult"]?.string } == ["SUCCESS"])
  }

  @Test func theNotificationHistoryHasPagesAndFilters() throws {
    var bench = try Bench(ServerAPITests.specs)
    for _ in 0..<20 { try bench.control("notify", #"{"notificationType": "TEST"}"#) }
    try bench.control("refund", #"{"transactionId": "100"}"#)
    let from = Bench.start.millisecondsSince1970 - 1000
    func body(_ more: String = "") -> String {
      #"{"startDate": \#(from), "endDate": \#(from + 86_400_000)\#(more)}"#
    }
    let path = "inApps/v1/notifications/history"
    let first = try bench.json("POST", path, json: body())
    #expect(first["hasMore"]?.bool == true)
    #expect(first["notificationHistory"]?.elements?.count == 20)
    let token = try #require(first["paginationToken"]?.string)
    let second = try bench.json("POST", path, query: [("paginationToken", token)], json: body())
    #expect(second["hasMore"]?.bool == false)
    #expect(second["paginationToken"] == nil)
    let last = try #require(second["notificationHistory"]?.elements)
    #expect(last.count == 1)
    let refund = try Bench.payload(last.first?["signedPayload"])
    #expect(refund["notificationType"]?.string == "REFUND")
    for (filter, count) in [
      (#", "notificationType": "REFUND""#, 1), (#", "transactionId": "300""#, 1),
      (#", "transactionId": "700""#, 0),
      (#", "onlyFailures": true, "notificationType": "REFUND""#, 1),
    ] {
      let page = try bench.json("POST", path, json: body(filter))
      #expect(page["notificationHistory"]?.elements?.count == count, "\(filter)")
    }
    _ = try bench.deliver()
    let failures = try bench.json("POST", path, json: body(#", "onlyFailures": true"#))
    #expect(failures["notificationHistory"]?.elements?.isEmpty == true)
  }

  // MARK: Retention Messaging

  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]

  @Test func aMessageWithAnImageIsSetUpAndTakenDown() throws {
    var bench = try Bench()
    let (image, message) = (ServerAPITests.id, "858883e8-151b-47b7-abd0-60c4d804c2f5")
    let base = "inApps/v1/messaging/"
    let token = try Bench.token()
    #expect(bench.send("PUT", base + "image/" + image, token: token, body: Self.png).status == 200)
    #expect(try bench.error("PUT", base + "image/" + image) == 4_090_000)
    let body =
      #"{"header": "Stay", "body": "x", "headerPosition": "ABOVE_IMAGE", "image": {"imageIdentifier": "\#(image)", "altText": "tea"}, "bulletPoints": [{"text": "more", "imageIdentifier": "\#(image)", "altText": "tea"}]}"#
    #expect(try bench.send("PUT", base + "message/" + message, json: body).status == 200)
    #expect(try bench.error("PUT", base + "message/" + message, json: body) == 4_090_001)
    let images = try bench.json("GET", base + "image/list")["imageIdentifiers"]
    #expect(images?.elements?.first?["imageState"]?.string == "APPROVED")
    #expect(images?.elements?.first?["imageSize"]?.string == "FULL_SIZE")
    let messages = try bench.json("GET", base + "message/list")["messageIdentifiers"]
    #expect(messages?.elements?.first?["messageIdentifier"]?.string == message)
    let place = base + "default/com.example.tea.monthly/en-US"
    #expect(
      try bench.send("PUT", place, json: #"{"messageIdentifier": "\#(message)"}"#).status == 200)
    #expect(try bench.json("GET", place)["messageIdentifier"]?.string == message)
    #expect(try bench.send("DELETE", place).status == 200)
    #expect(try bench.error("DELETE", base + "image/" + image) == 4_030_019)
    #expect(try bench.send("DELETE", base + "message/" + message).status == 200)
    #expect(try bench.send("DELETE", base + "image/" + image).status == 200)
    #expect(
      try bench.json("GET", base + "image/list")["imageIdentifiers"]?.elements?.isEmpty == true)
  }

  @Test func aPerformanceTestPasses() throws {
    var bench = try Bench()
    let base = "inApps/v1/messaging/"
    _ = try bench.send(
      "PUT", base + "realtime/url", json: #"{"realtimeURL": "https://example.com/m"}"#)
    #expect(
      try bench.json("GET", base + "realtime/url")["realtimeURL"]?.string == "https://example.com/m"
    )
    let test = try bench.json(
      "POST", base + "performanceTest", json: #"{"originalTransactionId": "100"}"#)
    let request = try #require(test["requestId"]?.string)
    let result = try bench.json("GET", base + "performanceTest/result/" + request)
    #expect(result["result"]?.string == "PASS")
    #expect(result["target"]?.string == "https://example.com/m")
    #expect(result["config"] == test["config"])
    #expect(try bench.send("DELETE", base + "realtime/url").status == 200)
  }

  @Test func thereIsALimitOfImages() throws {
    var bench = try Bench()
    let token = try Bench.token()
    for number in 0..<2001 {
      let id = "00000000-0000-4000-8000-00000000" + String(10_000 + number).suffix(4)
      let answer = bench.send(
        "PUT", "inApps/v1/messaging/image/" + id, token: token, body: Self.png)
      #expect(answer.status == (number < 2000 ? 200 : 403))
    }
  }

  // MARK: Seats

  @Test func seatsAreClaimedAndReleased() throws {
    var bench = try Bench(ServerAPITests.specs)
    let path = "groups/v1/transactions/500/seats"
    let empty = try bench.json("GET", path)
    #expect(empty["totalSeatCount"]?.integer == 3)
    #expect(empty["availableSeatCount"]?.integer == 3)
    #expect(empty["assignedSeatClaimIds"]?.elements?.isEmpty == true)
    var claims: [String] = []
    for number in 1...3 {
      let body = #"{"requestIdentifier": "00000000-0000-4000-8000-00000000000\#(number)"}"#
      let claim = try #require(try bench.json("POST", path, json: body)["seatClaimId"]?.string)
      // The same request claims no other seat.
      #expect(try bench.json("POST", path, json: body)["seatClaimId"]?.string == claim)
      claims.append(claim)
    }
    let fourth = #"{"requestIdentifier": "\#(ServerAPITests.id)"}"#
    #expect(try bench.error("POST", path, json: fourth) == 4_000_000)
    #expect(
      try bench.send(
        "POST", "\(path)/\(claims[0])/associate", json: #"{"appTransactionId": "77"}"#
      ).status == 200)
    let groups = try bench.json("GET", "groups/v1/currentGroups/500")["groups"]?.elements
    let group = try #require(groups?.first?["groupId"]?.string)
    let members = try bench.json("GET", "groups/v1/group/\(group)")["members"]?.elements
    #expect(members?.count == 2)
    #expect(members?.last?["appTransactionId"]?.string == "77")
    try membersComeByPages(of: group, bench)
    #expect(try bench.send("DELETE", "\(path)/\(claims[0])").status == 200)
    let seats = try bench.json("GET", path)
    #expect(seats["availableSeatCount"]?.integer == 1)
    #expect(
      seats["assignedSeatClaimIds"]?.elements?.compactMap(\.string) == Array(claims.dropFirst()))
  }

  private func membersComeByPages(of group: String, _ bench: Bench) throws {
    var bench = bench
    let path = "groups/v1/group/\(group)"
    let first = try bench.json("GET", path, query: [("limit", "1")])
    #expect(first["members"]?.elements?.count == 1)
    #expect(first["hasMore"]?.bool == true)
    let token = try #require(first["paginationToken"]?.string)
    let second = try bench.json("GET", path, query: [("limit", "1"), ("paginationToken", token)])
    #expect(
      second["members"]?.elements?.compactMap { $0["appTransactionId"]?.string } == ["77"])
    #expect(second["hasMore"]?.bool == false)
    #expect(second["paginationToken"] == nil)
    #expect(try bench.json("GET", path, query: [("limit", "100")])["members"]?.elements?.count == 2)
    for limit in ["0", "101", "many"] {
      #expect(try bench.error("GET", path, query: [("limit", limit)]) == 4_000_004)
    }
    #expect(try bench.error("GET", path, query: [("paginationToken", "x")]) == 4_000_014)
    // So is the token of a seat that was given back.
    let other = [(name: "paginationToken", value: ServerAPITests.id)]
    #expect(try bench.error("GET", path, query: other) == 4_000_017)
  }

  // MARK: Advanced Commerce

  @Test func aCancelledSubscriptionShowsIt() throws {
    var bench = try Bench()
    let answer = try bench.json(
      "POST", "advancedCommerce/v1/subscription/cancel/100", json: #"{"requestInfo": {}}"#)
    _ = try Bench.payload(answer["signedTransactionInfo"])
    #expect(try Bench.payload(answer["signedRenewalInfo"])["autoRenewStatus"]?.integer == 0)
    #expect(try bench.events() == ["DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"])
  }

  @Test func aRevokedSubscriptionShowsIt() throws {
    var bench = try Bench()
    let answer = try bench.json(
      "POST", "advancedCommerce/v1/subscription/revoke/100", json: #"{"requestInfo": {}}"#)
    #expect(try Bench.payload(answer["signedTransactionInfo"])["revocationDate"] != nil)
    #expect(try bench.status() == 5)
  }
}
