import Foundation
import ReceiptCore
import ReceiptMaking
import TestSupport
import Testing

@testable import ReceiptInsight

/// `receipt make --style jws-notification`, for everything that Apple's server sends.
@Suite struct NotificationStyleTests {
  struct Event: Sendable, CustomTestStringConvertible {
    let type: String
    var subtype: String?
    var carrier = "data"
    /// What the signed texts in it are.
    var signed = ["transaction", "renewal-info"]
    var status: Int64?

    init(
      _ type: String, _ subtype: String? = nil, carrier: String = "data",
      signed: [String] = ["transaction", "renewal-info"], status: Int64? = 1
    ) {
      self.type = type
      self.subtype = subtype
      self.carrier = carrier
      self.signed = signed
      self.status = status
    }

    var testDescription: String { type + (subtype.map { "/" + $0 } ?? "") }

    var spec: String {
      "notification: {notification_type: \(type)\(subtype.map { ", subtype: \($0)" } ?? "")}"
    }
  }

  /// Every documented combination (Apple, "notificationType" and "subtype").
  static let events: [Event] = [
    Event("SUBSCRIBED", "INITIAL_BUY"), Event("SUBSCRIBED", "RESUBSCRIBE"), Event("DID_RENEW"),
    Event("DID_RENEW", "BILLING_RECOVERY"), Event("DID_CHANGE_RENEWAL_PREF", "UPGRADE"),
    Event("DID_CHANGE_RENEWAL_PREF", "DOWNGRADE"), Event("DID_CHANGE_RENEWAL_PREF"),
    Event("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_ENABLED"),
    Event("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED"), Event("DID_CHANGE_RENEWAL_STATUS"),
    Event("OFFER_REDEEMED"), Event("OFFER_REDEEMED", "UPGRADE"),
    Event("OFFER_REDEEMED", "DOWNGRADE"), Event("DID_FAIL_TO_RENEW", status: 3),
    Event("DID_FAIL_TO_RENEW", "GRACE_PERIOD", status: 4),
    Event("GRACE_PERIOD_EXPIRED", status: 3), Event("EXPIRED", "VOLUNTARY", status: 2),
    Event("EXPIRED", "BILLING_RETRY", status: 2), Event("EXPIRED", "PRICE_INCREASE", status: 2),
    Event("EXPIRED", "PRODUCT_NOT_FOR_SALE", status: 2), Event("EXPIRED", status: 2),
    Event("PRICE_INCREASE", "PENDING"), Event("PRICE_INCREASE", "ACCEPTED"),
    Event("PRICE_CHANGE"), Event("METADATA_UPDATE"), Event("MIGRATION"),
    Event("ONE_TIME_CHARGE", signed: ["transaction"], status: nil), Event("REFUND", status: 5),
    Event("REFUND", "SEATS"), Event("REFUND_DECLINED"), Event("REFUND_REVERSED"),
    Event("CONSUMPTION_REQUEST", signed: ["transaction"], status: nil),
    Event("REVOKE", status: 5), Event("RENEWAL_EXTENDED"),
    Event("RENEWAL_EXTENSION", "SUMMARY", carrier: "summary", signed: [], status: nil),
    Event("RENEWAL_EXTENSION", "FAILURE"),
    Event(
      "EXTERNAL_PURCHASE_TOKEN", "UNREPORTED", carrier: "externalPurchaseToken", signed: [],
      status: nil),
    Event(
      "EXTERNAL_PURCHASE_TOKEN", "CREATED", carrier: "externalPurchaseToken", signed: [],
      status: nil),
    Event(
      "EXTERNAL_PURCHASE_TOKEN", "ACTIVE_TOKEN_REMINDER", carrier: "externalPurchaseToken",
      signed: [], status: nil),
    Event("RESCIND_CONSENT", carrier: "appData", signed: ["app-transaction"], status: nil),
    Event("UNCLAIM_SEATS", carrier: "unclaimInfo", signed: [], status: nil),
    Event("TEST", signed: [], status: nil),
  ]

  private static let carriers = [
    "data", "summary", "externalPurchaseToken", "appData", "unclaimInfo",
  ]

  @Test("every documented combination is made below")
  func all() {
    let made = Set(Self.events.map(\.testDescription))
    let known = NotificationEvent.all.compactMap { event in
      event.type.map { $0 + (event.subtype.map { "/" + $0 } ?? "") }
    }
    #expect(Set(known).subtracting(made) == [])
  }

  @Test("each type carries its object and what belongs in it", arguments: events)
  func event(event: Event) async throws {
    let bench = try Workbench()
    for environment in ["Sandbox", "Production"] {
      let spec =
        event.spec
        + "\nreceipt: {environment: \(environment), receipt_creation_date: 2025-03-01T12:00:00Z}"
      try await bench.run(
        ["make", "-", "-o", "made", "--root", "roots.pem"], input: Array(spec.utf8)
      ).expect(status: 0).expectSilence()
      try await bench.run(["check", "made", "--trust-root", "roots.pem"]).expect(status: 0)
      let json = try await bench.run(
        ["decode", "made", "--format", "json", "--trust-root", "roots.pem"]
      ).expect(status: 0).json()
      #expect(json["signature"]?["status"]?.string == "custom")
      #expect(json["findings"] == .array([]) && json["other_fields"] == nil, "\(json)")
      let nested = json["nested"]?.elements ?? []
      #expect(nested.map { $0["source"]?["form"]?.string } == event.signed)
      #expect(nested.allSatisfy { $0["signature"]?["status"]?.string == "custom" })
      let notification = try #require(json["notification"])
      #expect(notification["status"]?.number == event.status.map(String.init))
      #expect(
        (notification["consumption_request_reason"] != nil) == (event.type == "CONSUMPTION_REQUEST")
      )
      let payload = try Self.payload(bench.read("made"))
      #expect(payload.names?.filter(Self.carriers.contains) == [event.carrier])
      let carried = try #require(payload[event.carrier])
      let isToken = event.carrier == "externalPurchaseToken"
      #expect(
        carried["environment"]?.string
          == (isToken || event.carrier == "unclaimInfo" ? nil : environment))
      // Apple has no number for an app in the sandbox, but for a token and an app transaction.
      let hasID = environment == "Production" || isToken || event.carrier == "appData"
      #expect((carried["appAppleId"] != nil) == (hasID && event.carrier != "unclaimInfo"))
      if isToken {
        let isSandbox = carried["externalPurchaseId"]?.string?.hasPrefix("SANDBOX") == true
        #expect(isSandbox == (environment == "Sandbox"))
        #expect((carried["tokenType"] != nil) == (event.subtype != "UNREPORTED"))
      }
      if event.carrier == "summary" {
        for name in ["requestIdentifier", "productId", "succeededCount", "failedCount"] {
          #expect(carried[name] != nil, "\(name)")
        }
      }
    }
  }

  @Test("each type comes back with the same bytes", arguments: events)
  func roundTrip(event: Event) async throws {
    try await RoundTripBench().expectSamePayload(
      event.spec + "\nreceipt: {environment: Production, receipt_creation_date: 2025-03-01}")
  }

  @Test(
    "each type decides the state of a purchase that the SPEC names",
    arguments: events.filter { $0.signed.contains("transaction") })
  func fits(event: Event) async throws {
    let bench = try Workbench()
    let spec = """
      \(event.spec)
      receipt: {environment: Production, receipt_creation_date: 2025-03-01T12:00:00Z, in_app: [
        {product_id: tea, transaction_id: "7", purchase_date: 2025-02-20, expires_date: 2025-03-20}]}
      """
    try await bench.run(
      ["make", "-", "-o", "made", "--root", "roots.pem"], input: Array(spec.utf8)
    ).expect(status: 0).expectSilence()
    let json = try await bench.run(
      ["diagnose", "made", "--trust-root", "roots.pem", "--at", "2025-03-02", "--format", "json"]
    ).expect(status: 0).json()
    let states = json["summary"]?["owned"]?.elements?.compactMap { $0["code"]?.string }
    let expected =
      switch event.status {
      case 5: event.type == "REVOKE" ? "no-longer-shared" : "refunded"
      case 2: "lapsed"
      case 3: "billing-retry"
      case 4: "grace"
      default: "active"
      }
    #expect(states == [expected])
    let decoded = try await bench.run(["decode", "made", "--format", "json"]).json()
    let parts = decoded["nested"]?.elements ?? []
    #expect(parts.compactMap { $0["source"]?["form"]?.string } == ["transaction", "renewal-info"])
    let purchase = try #require(parts.first?["receipt"]?["in_app"]?.elements?.first)
    let isRenewal = event.type == "DID_RENEW"
    #expect(purchase["transaction_reason"]?.string == (isRenewal ? "RENEWAL" : "PURCHASE"))
    #expect(purchase["original_transaction_id"]?.string == (isRenewal ? "6" : "7"))
    let owner = event.type == "REVOKE" ? "FAMILY_SHARED" : "PURCHASED"
    #expect(purchase["in_app_ownership_type"]?.string == owner)
  }

  static func payload(_ made: [UInt8]) throws -> JSON {
    try JSON(#require(ReceiptDecoder().decode(made).payloadText).utf8)
  }

  @Test("the values of a SPEC stay, and an empty list of purchases means no purchase")
  func asked() async throws {
    let bench = try Workbench()
    func made(_ spec: String) async throws -> JSON {
      let made = try await bench.run(["make", "-"], input: Array(spec.utf8)).expect(status: 0)
      return try await bench.run(["decode", "--format", "json"], input: made.output).json()
    }
    let none = try await made(
      "{notification: {notification_type: DID_RENEW}, receipt: {in_app: []}}")
    #expect(none["nested"] == nil && none["notification"]?["status"] == nil)
    let test = try await made(
      "{notification: {notification_type: TEST}, receipt: {in_app: [{product_id: a}]}}")
    #expect(test["nested"] == nil)
    let renewal = try await made(
      """
      notification: {notification_type: EXPIRED, subtype: VOLUNTARY, status: 3}
      pending_renewal_info: [{product_id: a, original_transaction_id: "7"}]
      """)
    #expect(renewal["notification"]?["status"]?.number == "3")
    #expect(renewal["nested"]?[0]?["receipt"]?["in_app"]?[0]?["product_id"]?.string == "a")
    #expect(
      renewal["nested"]?[0]?["receipt"]?["in_app"]?[0]?["original_transaction_id"]?.string == "7")
    #expect(
      renewal["nested"]?[1]?["pending_renewal_info"]?[0]?.names?.count == 4)
    let summary = try await made(
      """
      notification: {notification_type: RENEWAL_EXTENSION, subtype: SUMMARY, succeeded_count: 7,
        failed_count: 2, product_id: p, storefront_country_codes: [DEU, USA]}
      """)
    #expect(summary["notification"]?["succeeded_count"]?.number == "7")
    #expect(summary["notification"]?["storefront_country_codes"]?.elements?.count == 2)
  }

  @Test("a realtime request needs no word of a SPEC")
  func realtimeRequest() async throws {
    let bench = try Workbench()
    try await bench.run(
      ["make", "-", "--style", "jws-realtime-request", "-o", "made", "--root", "roots.pem"],
      input: Array("{}".utf8)
    ).expect(status: 0).expectSilence()
    let payload = try Self.payload(bench.read("made"))
    #expect(
      Set(payload.names ?? []) == [
        "originalTransactionId", "appAppleId", "productId", "userLocale", "requestIdentifier",
        "environment", "signedDate",
      ])
    #expect(payload["appAppleId"]?.number != "0")
    try await bench.run(["check", "made", "--trust-root", "roots.pem"]).expect(status: 0)
  }

  @Test("a notification of version 1 holds its receipt and its renewal, and never a password")
  func version1() async throws {
    let bench = try Workbench()
    let spec = """
      style: notification-v1
      notification: {notification_type: DID_CHANGE_RENEWAL_STATUS, auto_renew_status_change_date: 2025-03-01}
      receipt:
        environment: Production
        bundle_id: com.example.tea
        application_version: "42"
        receipt_creation_date: 2025-03-01
        in_app: [{product_id: p, transaction_id: "300000000000001", purchase_date: 2025-02-20, expires_date: 2025-03-20}]
      pending_renewal_info: [{product_id: p, auto_renew_product_id: p, auto_renew_status: false, original_transaction_id: "300000000000001"}]
      """
    try await bench.run(
      ["make", "-", "-o", "made", "--root", "roots.pem"],
      environment: ["RECEIPT_SHARED_SECRET": "not for this"], input: Array(spec.utf8)
    ).expect(status: 0).expectSilence()
    let made = try JSON(bench.read("made"))
    #expect(made["environment"]?.string == "PROD" && made["bid"]?.string == "com.example.tea")
    #expect(made["original_transaction_id"]?.number == "300000000000001")
    #expect(made["auto_renew_status"]?.string == "false" && made["password"] == nil)
    #expect(made["unified_receipt"]?["environment"]?.string == "Production")
    #expect(
      made["unified_receipt"]?["pending_renewal_info"]?[0]?["auto_renew_status"]?.string == "0")
    let before = try await bench.run(
      ["decode", "made", "--all", "--format", "json", "--trust-root", "roots.pem"]
    ).expect(status: 0)
    #expect(try before.json()["nested"]?[0]?["signature"]?["status"]?.string == "custom")
    try await bench.run(["make", "-", "-o", "again"], input: before.output).expect(status: 0)
      .expectSilence()
    #expect(try bench.text("again") == bench.text("made"))
    // In a story it is about its last event.
    let story = try await bench.run([
      "make", "--scenario", "subscription-refund", "--style", "notification-v1",
    ]).expect(status: 0)
    #expect(try story.json()["notification_type"]?.string == "CANCEL")
    try await bench.run(["make", "--scenario", "consumables", "--style", "notification-v1"])
      .expect(status: 2).expect(message: "version 1")
  }
}

/// Makes a SPEC, and makes it again from what `decode` prints of it.
struct RoundTripBench {
  let bench: Workbench

  init() throws { bench = try Workbench() }

  /// Expects that the payload is the same to the last byte, with `--all` and without.
  func expectSamePayload(
    _ spec: String, _ options: [String] = [], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await bench.run(["make", "-", "-o", "made"] + options, input: Array(spec.utf8))
      .expect(status: 0, sourceLocation: sourceLocation)
    let made = try ReceiptDecoder().decode(bench.read("made"))
    #expect(made.otherFields.isEmpty && made.errors.isEmpty, sourceLocation: sourceLocation)
    for all in [["--all"], []] {
      let decoded = try await bench.run(["decode", "made", "--format", "json"] + all)
        .expect(status: 0, sourceLocation: sourceLocation)
      try await bench.run(["make", "-", "-o", "again"], input: decoded.output)
        .expect(status: 0, sourceLocation: sourceLocation)
        .expectSilence(sourceLocation: sourceLocation)
      let again = try ReceiptDecoder().decode(bench.read("again"))
      #expect(again.payloadText == made.payloadText, sourceLocation: sourceLocation)
    }
  }
}
