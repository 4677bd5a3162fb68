import ReceiptCore
import ReceiptInsight
import ReceiptMaking
import ReceiptStandIn
import Testing

/// Notifications: every type, retries, duplicates and disorder.
@Suite struct DeliveryTests {
  @Test(arguments: NotificationEvent.all.map(\.name))
  func everyTypeCanBeSent(_ name: String) throws {
    var bench = try Bench()
    let parts = name.split(separator: "/").map(String.init)
    let member = parts.dropFirst().first.map { #", "subtype": "\#($0)""# } ?? ""
    try bench.control("notify", #"{"notificationType": "\#(parts[0])"\#(member)}"#)
    // Of the changes of a quantity, only the subtype was ever seen.
    let isSubtype = parts[0].hasSuffix("_QUANTITY")
    let type = isSubtype ? "DID_CHANGE_RENEWAL_PREF" : parts[0]
    let subtype = isSubtype ? parts[0] : parts.dropFirst().first
    let notifications = bench.standIn.move(to: Bench.start)
    #expect(notifications.count == 1)
    let body = try JSONValue(#require(notifications.first).body)
    let payload = try Bench.payload(body["signedPayload"])
    #expect(payload["notificationType"]?.string == type)
    #expect(payload["subtype"]?.string == subtype)
    let event = try #require(NotificationEvent.of(type: type, subtype: subtype))
    let carried = try #require(payload[event.carrier.rawValue])
    for member in event.carrier.signedMembers where carried[member] != nil {
      _ = try Bench.payload(carried[member])
    }
    #expect((carried["signedTransactionInfo"] != nil) == (event.carrier == .data && type != "TEST"))
    #expect((carried["signedAppTransactionInfo"] != nil) == (event.carrier == .appData))
  }

  /// What an example says agrees with itself, for a customer whose period is long over.
  @Test(arguments: [
    ("DID_RENEW", true, nil, nil), ("REVOKE", false, "FAMILY_REVOKE", "FAMILY_SHARED"),
    ("REFUND", false, "REFUND_FULL", "PURCHASED"),
  ])
  func examplesAgreeWithThemselves(
    type: String, runs: Bool, revocation: String?, ownership: String?
  ) throws {
    var bench = try Bench { $0.start = ReceiptDate(dateOrDay: "2030-01-01") }
    try bench.control("notify", #"{"notificationType": "\#(type)", "transactionId": "100"}"#)
    let payload = try #require(try bench.deliver().last)
    let transaction = try Bench.payload(payload["data"]?["signedTransactionInfo"])
    let signed = try #require(payload["signedDate"]?.integer)
    if runs { #expect(try #require(transaction["expiresDate"]?.integer) > signed) }
    #expect(transaction["revocationType"]?.string == revocation)
    if let ownership { #expect(transaction["inAppOwnershipType"]?.string == ownership) }
  }

  /// The first customer has a subscription alone.
  @Test func anExampleIsAboutAPurchaseThatIsThere() throws {
    var bench = try Bench([
      (
        "first",
        """
        receipt:
          bundle_id: com.example.tea
          in_app: [{transaction_id: "1", product_id: month, purchase_date: 2026-05-15, expires_date: 2026-06-15}]
        """
      ),
      (
        "second",
        """
        receipt:
          bundle_id: com.example.tea
          in_app: [{transaction_id: "2", product_id: coins, product_type: consumable, purchase_date: 2026-05-20}]
        """
      ),
    ])
    try bench.control("notify", #"{"notificationType": "CONSUMPTION_REQUEST"}"#)
    let payload = try #require(try bench.deliver().last)
    let transaction = try Bench.payload(payload["data"]?["signedTransactionInfo"])
    #expect(transaction["transactionId"]?.string == "2")
    #expect(transaction["productId"]?.string == "coins")
  }

  @Test func whatIsOffIsNotTurnedOffAgain() throws {
    var bench = try Bench()
    try bench.control("renewal", #"{"transactionId": "100", "autoRenew": false}"#)
    try bench.control("renewal", #"{"transactionId": "100", "autoRenew": false}"#)
    #expect(try bench.events() == ["DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"])
  }

  @Test func anUnknownTypeIsRefused() throws {
    var bench = try Bench()
    for body in [
      #"{"notificationType": "RENEWED"}"#, "{}",
      #"{"notificationType": "DID_RENEW", "subtype": "VOLUNTARY"}"#,
      #"{"notificationType": "DID_RENEW", "transactionId": "7"}"#,
    ] {
      #expect(try bench.send("POST", "stand-in/notify", json: body).status == 400)
    }
  }

  @Test func failuresAreRetriedAsAppleDoes() throws {
    var bench = try Bench()
    try bench.control("notify", #"{"notificationType": "DID_RENEW"}"#)
    var hours: Int64 = 0
    for wait: Int64 in [0, 1, 12, 24, 48, 72] {
      hours += wait
      if wait > 0 {
        try bench.control("clock", #"{"by": "PT\#(wait * 3600 - 1)S"}"#)
        #expect(try bench.deliver(.timedOut).isEmpty)
        try bench.control("clock", #"{"by": "PT1S"}"#)
      }
      let due = bench.standIn.move(to: Bench.start)
      #expect(due.count == 1)
      let notification = try #require(due.first)
      bench.standIn.record(.timedOut, of: notification)
    }
    try bench.control("clock", #"{"by": "P7D"}"#)
    #expect(try bench.deliver(.timedOut).isEmpty)
    let from = Bench.start.millisecondsSince1970 - 1000
    let history = try bench.json(
      "POST", "inApps/v1/notifications/history",
      json: #"{"startDate": \#(from), "endDate": \#(from + 30 * 86_400_000), "onlyFailures": true}"#
    )
    let attempts = history["notificationHistory"]?.elements?.first?["sendAttempts"]?.elements
    #expect(attempts?.count == 6)
    #expect(attempts?.allSatisfy { $0["sendAttemptResult"]?.string == "TIMED_OUT" } == true)
    let dates = attempts?.compactMap { $0["attemptDate"]?.integer } ?? []
    #expect(dates.first == Bench.start.millisecondsSince1970)
    #expect(dates.last == Bench.start.millisecondsSince1970 + hours * 3_600_000)
  }

  /// A server that was down for a month has missed all of them, not one.
  @Test func aJumpOfTheClockPassesOverNoRetry() throws {
    var bench = try Bench()
    try bench.control("notify", #"{"notificationType": "DID_RENEW"}"#)
    try bench.control("clock", #"{"by": "P5D"}"#)
    var attempts: [Int] = []
    while let due = bench.standIn.move(to: Bench.start).first {
      attempts.append(due.attempt)
      bench.standIn.record(.socketIssue, of: due)
    }
    #expect(attempts == [1, 2, 3, 4, 5])
    try bench.control("clock", #"{"by": "P2D"}"#)
    #expect(try bench.deliver(.success).count == 1)
    let from = Bench.start.millisecondsSince1970
    let history = try bench.json(
      "POST", "inApps/v1/notifications/history",
      json: #"{"startDate": \#(from), "endDate": \#(from + 30 * 86_400_000)}"#)
    let tried = history["notificationHistory"]?.elements?.first?["sendAttempts"]?.elements
    let hours = tried?.compactMap { $0["attemptDate"]?.integer }.map { ($0 - from) / 3_600_000 }
    #expect(hours == [0, 1, 13, 37, 85, 157])
  }

  /// A server that was down when the clock was set forward gets all in the order in which they were due.
  @Test func aRetryIsNotOvertaken() throws {
    var bench = try Bench()
    try bench.control("notify", #"{"notificationType": "TEST"}"#)
    try bench.control("clock", #"{"by": "P1M"}"#)
    var types: [String] = []
    while true {
      let due = bench.standIn.move(to: Bench.start)
      guard !due.isEmpty else { break }
      for notification in due {
        let payload = try Bench.payload(JSONValue(notification.body)["signedPayload"])
        types.append(payload["notificationType"]?.string ?? "")
        bench.standIn.record(.noResponse, of: notification)
      }
    }
    #expect(types == Array(repeating: "TEST", count: 6) + Array(repeating: "DID_RENEW", count: 6))
  }

  @Test func manyAreSentInTurns() throws {
    var bench = try Bench()
    for _ in 0..<101 { try bench.control("notify", #"{"notificationType": "TEST"}"#) }
    #expect(bench.standIn.move(to: Bench.start).count == 100)
    #expect(bench.standIn.move(to: Bench.start).count == 1)
    #expect(bench.standIn.move(to: Bench.start).isEmpty)
  }

  @Test func whatArrivedIsNotSentAgain() throws {
    var bench = try Bench()
    try bench.control("notify", #"{"notificationType": "DID_RENEW"}"#)
    #expect(try bench.deliver(.noResponse).count == 1)
    try bench.control("clock", #"{"by": "PT1H"}"#)
    #expect(try bench.deliver(.success).count == 1)
    try bench.control("clock", #"{"by": "P10D"}"#)
    #expect(try bench.deliver().isEmpty)
  }

  @Test func everyCopyHasTheSameIdentifier() throws {
    var bench = try Bench { $0.faults = [StandInFault(.word(.duplicates))] }
    try bench.control("notify", #"{"notificationType": "DID_RENEW"}"#)
    let payloads = try bench.deliver()
    #expect(payloads.count == 2)
    #expect(payloads.first == payloads.last)
  }

  @Test func disorderIsOnRequest() throws {
    var orderly = try Bench()
    var disorderly = try Bench { $0.faults = [StandInFault(.word(.disorder))] }
    try orderly.control("clock", #"{"by": "P2M"}"#)
    try disorderly.control("clock", #"{"by": "P2M"}"#)
    let dates = try orderly.deliver().compactMap { $0["signedDate"]?.integer }
    #expect(dates.count == 2)
    #expect(dates == dates.sorted())
    #expect(try disorderly.deliver().compactMap { $0["signedDate"]?.integer } == dates.reversed())
  }

  @Test func withoutAnAddressNothingIsSent() throws {
    var bench = try Bench { $0.hasNotificationURL = false }
    try bench.control("clock", #"{"by": "P1M"}"#)
    #expect(try bench.deliver().isEmpty)
    #expect(try bench.error("POST", "inApps/v1/notifications/test") == 4_040_007)
  }

  @Test func resultsAreTheOnesThatAppleNames() {
    let names = Set(KnownValue.all(of: "sendAttemptResult").map(\.value))
    #expect(StandInNotification.Result.allCases.allSatisfy { names.contains($0.rawValue) })
  }

  @Test func oldNotificationsAreDropped() throws {
    var bench = try Bench { $0.hasNotificationURL = false }
    var ids: [String] = []
    for _ in 0...10_000 {
      let answer = bench.send(
        "POST", "stand-in/notify", token: nil,
        body: Array(#"{"notificationType": "TEST"}"#.utf8))
      ids.append(try #require(try JSONValue(answer.body)["notificationUUID"]?.string))
    }
    let from = Bench.start.millisecondsSince1970 - 1000
    let body = #"{"startDate": \#(from), "endDate": \#(from + 2000)}"#
    let path = "inApps/v1/notifications/history"
    #expect(
      try bench.error("POST", path, query: [("paginationToken", ids[4999])], json: body)
        == 4_000_017)
    let page = try bench.json(
      "POST", path, query: [("paginationToken", ids[9990])], json: body)
    #expect(page["notificationHistory"]?.elements?.count == 10)
    #expect(page["hasMore"]?.bool == false)
  }
}
