import ReceiptCore
import ReceiptStandIn
import Testing

/// What happens to subscriptions as the clock moves.
@Suite struct ClockStoryTests {
  private static func subscription(_ renewal: String) -> String {
    """
    receipt:
      bundle_id: com.example.tea
      in_app:
        - {transaction_id: "100", product_id: com.example.tea.monthly, purchase_date: 2026-05-15, expires_date: 2026-06-15}
    pending_renewal_info:
      - {original_transaction_id: "100", \(renewal)}
    """
  }

  @Test func aMonthRenews() throws {
    var bench = try Bench()
    #expect(try bench.status() == 1)
    try bench.control("clock", #"{"by": "P1M"}"#)
    let payloads = try bench.deliver()
    #expect(payloads.map { $0["notificationType"]?.string } == ["DID_RENEW"])
    let data = try #require(payloads.first?["data"])
    #expect(data["status"]?.integer == 1)
    #expect(data["environment"]?.string == "Sandbox")
    let renewed = try Bench.payload(data["signedTransactionInfo"])
    #expect(renewed["originalTransactionId"]?.string == "100")
    #expect(renewed["transactionId"]?.string != "100")
    #expect(renewed["transactionReason"]?.string == "RENEWAL")
    let start = try #require(ReceiptDate(dateOrDay: "2026-06-15"))
    let end = try #require(ReceiptDate(dateOrDay: "2026-07-15"))
    #expect(renewed["purchaseDate"]?.integer == start.millisecondsSince1970)
    #expect(renewed["expiresDate"]?.integer == end.millisecondsSince1970)
    let renewal = try Bench.payload(data["signedRenewalInfo"])
    #expect(renewal["autoRenewStatus"]?.integer == 1)
    #expect(renewal["renewalDate"]?.integer == end.millisecondsSince1970)
    #expect(try bench.status() == 1)
    #expect(try bench.events().isEmpty)
  }

  @Test func everyMonthOfAYearRenews() throws {
    var bench = try Bench()
    try bench.control("clock", #"{"by": "P1Y"}"#)
    #expect(try bench.events() == Array(repeating: "DID_RENEW", count: 12))
    let page = try bench.json("GET", "inApps/v2/history/100")
    #expect(page["signedTransactions"]?.elements?.count == 15)
  }

  @Test func aCancelledOneExpires() throws {
    var bench = try Bench(Self.subscription("auto_renew_status: false"))
    try bench.control("clock", #"{"now": "2026-06-14T23:59:59Z"}"#)
    #expect(try bench.events().isEmpty)
    #expect(try bench.status() == 1)
    try bench.control("clock", #"{"by": "PT1S"}"#)
    #expect(try bench.events() == ["EXPIRED/VOLUNTARY"])
    #expect(try bench.status() == 2)
    try bench.control("clock", #"{"by": "P1Y"}"#)
    #expect(try bench.events().isEmpty)
  }

  @Test func aFailedPaymentGoesThroughGraceAndRetry() throws {
    var bench = try Bench(
      Self.subscription(
        "is_in_billing_retry_period: true, grace_period_expires_date: 2026-07-01"))
    let before = try bench.json("GET", "inApps/v1/subscriptions/100")
    let item = before["data"]?.elements?.first?["lastTransactions"]?.elements?.first
    // It has not failed yet.
    #expect(try Bench.payload(item?["signedRenewalInfo"])["isInBillingRetryPeriod"] == nil)
    try bench.control("clock", #"{"now": "2026-06-16"}"#)
    #expect(try bench.events() == ["DID_FAIL_TO_RENEW/GRACE_PERIOD"])
    #expect(try bench.status() == 4)
    try bench.control("clock", #"{"now": "2026-07-02"}"#)
    #expect(try bench.events() == ["GRACE_PERIOD_EXPIRED"])
    #expect(try bench.status() == 3)
    // Sixty days after the end of the period.
    try bench.control("clock", #"{"now": "2026-08-13T23:59:59Z"}"#)
    #expect(try bench.status() == 3)
    try bench.control("clock", #"{"now": "2026-08-14"}"#)
    #expect(try bench.events() == ["EXPIRED/BILLING_RETRY"])
    #expect(try bench.status() == 2)
  }

  @Test func aFailedPaymentWithoutGraceIsRetried() throws {
    var bench = try Bench(Self.subscription("is_in_billing_retry_period: true"))
    try bench.control("clock", #"{"now": "2026-06-16"}"#)
    let failed = try #require(try bench.deliver().first)
    #expect(failed["notificationType"]?.string == "DID_FAIL_TO_RENEW")
    #expect(failed["subtype"] == nil)
    let renewal = try Bench.payload(failed["data"]?["signedRenewalInfo"])
    #expect(renewal["isInBillingRetryPeriod"]?.bool == true)
    #expect(renewal["expirationIntent"]?.integer == 2)
    #expect(renewal["autoRenewStatus"]?.integer == 1)
    #expect(try bench.status() == 3)
    try bench.control("billing", #"{"transactionId": "100", "fails": false}"#)
    #expect(try bench.events() == ["DID_RENEW/BILLING_RECOVERY"])
    #expect(try bench.status() == 1)
    // The new period begins with the payment.
    try bench.control("clock", #"{"now": "2026-07-16"}"#)
    #expect(try bench.events() == ["DID_RENEW"])
  }

  @Test func inGraceTheBillingDateStays() throws {
    var bench = try Bench()
    try bench.control("billing", #"{"transactionId": "100", "fails": true, "grace": "P16D"}"#)
    try bench.control("clock", #"{"now": "2026-06-20"}"#)
    #expect(try bench.events() == ["DID_FAIL_TO_RENEW/GRACE_PERIOD"])
    try bench.control("billing", #"{"transactionId": "100", "fails": false}"#)
    let payload = try #require(try bench.deliver().first)
    #expect(payload["subtype"]?.string == "BILLING_RECOVERY")
    let transaction = try Bench.payload(payload["data"]?["signedTransactionInfo"])
    let start = try #require(ReceiptDate(dateOrDay: "2026-06-15"))
    #expect(transaction["purchaseDate"]?.integer == start.millisecondsSince1970)
  }

  @Test func anUnansweredPriceIncreaseEndsIt() throws {
    var bench = try Bench(Self.subscription("auto_renew_status: true, price_increase_status: 0"))
    try bench.control("clock", #"{"by": "P1M"}"#)
    #expect(try bench.events() == ["EXPIRED/PRICE_INCREASE"])
    let expired = try bench.json("GET", "inApps/v1/subscriptions/100")
    let item = expired["data"]?.elements?.first?["lastTransactions"]?.elements?.first
    #expect(try Bench.payload(item?["signedRenewalInfo"])["expirationIntent"]?.integer == 3)
  }

  @Test(arguments: [
    (1, "EXPIRED/VOLUNTARY"), (2, "EXPIRED/BILLING_RETRY"), (4, "EXPIRED/PRODUCT_NOT_FOR_SALE"),
    (5, "EXPIRED"),
  ])
  func theScenarioSaysWhyItEnds(_ intent: Int, _ event: String) throws {
    var bench = try Bench(
      Self.subscription("auto_renew_status: true, expiration_intent: \(intent)"))
    try bench.control("clock", #"{"by": "P1M"}"#)
    #expect(try bench.events() == [event])
    #expect(try bench.status() == 2)
  }

  @Test func aDowngradeBeginsWithTheNextPeriod() throws {
    var bench = try Bench(Self.subscription("auto_renew_product_id: com.example.tea.small"))
    try bench.control("clock", #"{"by": "P1M"}"#)
    let payload = try #require(try bench.deliver().first)
    let transaction = try Bench.payload(payload["data"]?["signedTransactionInfo"])
    #expect(transaction["productId"]?.string == "com.example.tea.small")
  }

  @Test func theTrialIsFollowedByAMonth() throws {
    var bench = try Bench(
      """
      receipt:
        bundle_id: com.example.tea
        in_app:
          - {transaction_id: "100", purchase_date: 2026-05-30, expires_date: 2026-06-06, is_trial_period: true}
      """)
    try bench.control("clock", #"{"by": "P1W"}"#)
    let payload = try #require(try bench.deliver().first)
    let transaction = try Bench.payload(payload["data"]?["signedTransactionInfo"])
    let end = try #require(ReceiptDate(dateOrDay: "2026-07-06"))
    #expect(transaction["expiresDate"]?.integer == end.millisecondsSince1970)
    #expect(transaction["offerType"] == nil)
  }

  @Test func severalSubscriptionsGoOnInTheOrderOfDates() throws {
    var bench = try Bench(
      """
      receipt:
        bundle_id: com.example.tea
        in_app:
          - {transaction_id: "100", product_id: a, purchase_date: 2026-05-15, expires_date: 2026-06-15}
          - {transaction_id: "200", product_id: b, purchase_date: 2026-05-10, expires_date: 2026-06-10}
      """)
    try bench.control("clock", #"{"by": "P2M"}"#)
    let page = try bench.json("GET", "inApps/v2/history/100")
    let products = try page["signedTransactions"]?.elements?.map {
      try Bench.payload($0)["productId"]?.string
    }
    #expect(products == ["b", "a", "b", "a", "b", "a"])
    let told = try bench.deliver().map { payload in
      try Bench.payload(payload["data"]?["signedTransactionInfo"])["productId"]?.string
    }
    #expect(told == ["b", "a", "b", "a"])
    let statuses = try bench.json("GET", "inApps/v1/subscriptions/100")
    #expect(statuses["data"]?.elements?.count == 1)
    #expect(statuses["data"]?.elements?.first?["lastTransactions"]?.elements?.count == 2)
  }

  @Test func aRefundIsSeenEverywhere() throws {
    var bench = try Bench()
    try bench.control("refund", #"{"transactionId": "100", "reason": 1}"#)
    let payload = try #require(try bench.deliver().first)
    #expect(payload["notificationType"]?.string == "REFUND")
    #expect(payload["data"]?["status"]?.integer == 5)
    let transaction = try Bench.payload(payload["data"]?["signedTransactionInfo"])
    #expect(transaction["revocationReason"]?.integer == 1)
    #expect(transaction["revocationType"]?.string == "REFUND_FULL")
    #expect(try bench.status() == 5)
    let refunds = try bench.json("GET", "inApps/v2/refund/lookup/100")
    #expect(refunds["signedTransactions"]?.elements?.count == 1)
    try bench.control("clock", #"{"by": "P1Y"}"#)
    #expect(try bench.events().isEmpty)
    let again = try bench.send("POST", "stand-in/refund", json: #"{"transactionId": "100"}"#)
    #expect(again.status == 400)
  }

  @Test func turningTheRenewalOffAndOnIsTold() throws {
    var bench = try Bench()
    try bench.control("renewal", #"{"transactionId": "100", "autoRenew": false}"#)
    try bench.control("renewal", #"{"transactionId": "100", "autoRenew": true}"#)
    #expect(
      try bench.events() == [
        "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED",
        "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED",
      ])
    try bench.control("clock", #"{"by": "P1M"}"#)
    #expect(try bench.events() == ["DID_RENEW"])
  }

  @Test func aScenarioThatIsOldHasGoneOn() throws {
    var bench = try Bench(
      """
      receipt:
        bundle_id: com.example.tea
        receipt_creation_date: 2025-03-10
        in_app:
          - {transaction_id: "100", purchase_date: 2025-03-01, expires_date: 2025-04-01}
      """)
    #expect(try bench.status() == 1)
    // Those are in the past.
    #expect(try bench.events().isEmpty)
    let page = try bench.json("GET", "inApps/v2/history/100")
    #expect(page["signedTransactions"]?.elements?.count == 16)
  }

  @Test func shortPeriodsDoNotFillTheMemory() throws {
    var bench = try Bench(
      """
      receipt:
        bundle_id: com.example.tea
        in_app:
          - {transaction_id: "100", purchase_date: 2026-06-01T00:00:00Z, expires_date: 2026-06-01T00:05:00Z}
      """)
    try bench.control("clock", #"{"by": "P10Y"}"#)
    let customers = try bench.json("GET", "stand-in/customers")["customers"]
    #expect(customers?.elements?.first?["transactions"]?.elements?.count == 1001)
    #expect(try bench.status() == 2)
  }

  // MARK: The clock

  @Test func theClockNeverGoesBack() throws {
    var bench = try Bench()
    try bench.control("clock", #"{"now": "2026-07-01"}"#)
    for body in [#"{"now": "2026-06-30"}"#, #"{"by": "-P1D"}"#, #"{"by": "P0D"}"#, "{}", "[]", "{"]
    {
      let answer = try bench.send("POST", "stand-in/clock", json: body)
      #expect(answer.status == 400)
      #expect(try JSONValue(answer.body)["error"]?.string?.isEmpty == false)
    }
    let clock = try bench.json("GET", "stand-in/clock")
    #expect(clock["now"]?.string == "2026-07-01T00:00:00Z")
  }

  /// From then on nothing that is signed would be valid.
  @Test func theClockStopsWithTheCertificates() throws {
    var bench = try Bench()
    try bench.control("clock", #"{"now": "2049-12-31T00:00:01Z"}"#, expected: 400)
    try bench.control("clock", #"{"now": "2049-12-31"}"#)
    try bench.control("clock", #"{"by": "PT1S"}"#, expected: 400)
    #expect(try bench.status() == 1)
  }

  @Test(arguments: [
    ("P1M", "2026-07-01T00:00:00Z"), ("P1Y2M", "2027-08-01T00:00:00Z"),
    ("P1DT12H", "2026-06-02T12:00:00Z"), ("P2M15D", "2026-08-16T00:00:00Z"),
    ("PT1H30M", "2026-06-01T01:30:00Z"), ("P0DT1S", "2026-06-01T00:00:01Z"),
    ("P1Y1M1W1DT1H1M1S", "2027-07-09T01:01:01Z"),
  ])
  func aDurationHasSeveralUnits(_ length: String, until date: String) throws {
    var bench = try Bench()
    try bench.control("clock", #"{"by": "\#(length)"}"#)
    #expect(try bench.json("GET", "stand-in/clock")["now"]?.string == date)
  }

  @Test(arguments: [
    "P", "PT", "P1", "1M", "P1MT", "PT1D", "P1H", "P1D1M", "P1M1M", "P-1M", "P+1M", "P1.5D", "P 1D",
    "p1m", "P1M ", "P٣D", "P0M", "P0Y0M0DT0S", "P1000001D",
  ])
  func whatIsNoDurationMovesNothing(_ length: String) throws {
    var bench = try Bench()
    try bench.control("clock", #"{"by": "\#(length)"}"#, expected: 400)
  }

  @Test func aFastClockPassesAMonthInAnHour() throws {
    var bench = try Bench { $0.speed = 720 }
    let hour = ReceiptDate(
      millisecondsSince1970: Bench.start.millisecondsSince1970 + 3_600_000)
    #expect(bench.standIn.move(to: hour).count == 1)
    #expect(bench.standIn.move(to: hour).isEmpty)
  }

  @Test func theClockStartsWhereItIsTold() throws {
    let date = try #require(ReceiptDate(dateOrDay: "2030-01-01"))
    var bench = try Bench { $0.start = date }
    let clock = try bench.json("GET", "stand-in/clock")
    #expect(clock["now"]?.string == "2030-01-01T00:00:00Z")
  }
}
