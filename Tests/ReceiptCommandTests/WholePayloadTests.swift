import Foundation
import ReceiptCore
import Testing

/// Payloads with every field that is documented, made from a SPEC.
@Suite struct WholePayloadTests {
  static let app = """
      environment: Production
      bundle_id: com.example.tea
      application_version: "42"
      adam_id: 1000000001
      receipt_creation_date: 2025-03-01T12:00:00Z
    """

  static let transaction = """
    style: jws-transaction
    receipt:
    \(app)
      signed_date: 2025-03-01T12:00:01Z
      device_verification: AAAA
      device_verification_nonce: 6e1e0f3c-0b1a-4a52-9d5f-2b1d6f8a7c90
      in_app:
        - quantity: 5
          product_id: com.example.tea.team
          transaction_id: "300000000000011"
          original_transaction_id: "300000000000010"
          previous_original_transaction_id: "300000000000001"
          web_order_line_item_id: "300000000000099"
          subscription_group_identifier: "20000001"
          product_type: auto-renewable-subscription
          purchase_date: 2025-02-01T10:00:00.123Z
          original_purchase_date: 2025-01-01T10:00:00Z
          expires_date: 2025-03-01T10:00:00Z
          cancellation_date: 2025-02-20T10:00:00Z
          cancellation_reason: 1
          revocation_type: REFUND_PRORATED
          revocation_percentage: 45000
          in_app_ownership_type: PURCHASED
          app_account_token: 7e3fb20b-4cdb-47cc-936d-99d65f608138
          app_transaction_id: "704000000000000001"
          is_upgraded: true
          offer_type: 4
          offer_identifier: come.back
          offer_discount_type: PAY_UP_FRONT
          offer_period: P3M
          storefront: DEU
          storefront_id: "143443"
          transaction_reason: RENEWAL
          price: 9990
          currency: EUR
          billing_plan_type: MONTHLY
          billing_period_number: 3
          total_billing_periods: 12
          commitment_expires_date: 2026-01-01T10:00:00Z
          commitment_price: 119880
          additional_transaction_reason: SEAT_ADDITION
          invitation_management: DEVELOPER
          price_tiers:
            - {price: 2000, quantity: 3}
            - {price: 1995, quantity: 2}
          revoked_seat_quantity: 1
          advanced_commerce_display_name: Tea
          advanced_commerce_description: Tea for five
          advanced_commerce_items:
            - SKU: TEA
              displayName: Green
              description: "1.10"
              price: 1500
              offer: {period: P1W, periodCount: 2, price: 0, reason: ACQUISITION}
              refunds: [{refundAmount: 500, refundDate: 1740000000000, refundReason: LEGAL, refundType: CUSTOM}]
              revocationDate: 1740000000000
          advanced_commerce_period: P1M
          advanced_commerce_request_reference_id: 0e0a1b2c-0000-4000-8000-000000000001
          advanced_commerce_tax_code: C003-00-1
          advanced_commerce_tax_rate: "0.19"
          advanced_commerce_tax_exclusive_price: 8395
          advanced_commerce_estimated_tax: 1595
    """

  static let renewal = """
    style: jws-renewal-info
    receipt:
    \(app)
      signed_date: 2025-03-01T12:00:01Z
    pending_renewal_info:
      - product_id: com.example.tea.team
        auto_renew_product_id: com.example.tea.solo
        auto_renew_status: true
        original_transaction_id: "300000000000010"
        expiration_intent: 2
        is_in_billing_retry_period: true
        grace_period_expires_date: 2025-03-08T10:00:00Z
        price_increase_status: 1
        offer_type: 3
        offer_code_ref_name: SPRING
        offer_discount_type: FREE_TRIAL
        offer_period: P1W
        renewal_date: 2025-04-01T10:00:00Z
        renewal_price: 4990
        currency: JPY
        recent_subscription_start_date: 2025-01-01T10:00:00Z
        eligible_win_back_offer_ids: [first, second]
        app_account_token: 7e3fb20b-4cdb-47cc-936d-99d65f608138
        app_transaction_id: "704000000000000001"
        renewal_billing_plan_type: BILLED_UPFRONT
        renewal_quantity: 4
        renewal_price_tiers: [{price: 1250, quantity: 4}]
        commitment_auto_renew_status: false
        commitment_auto_renew_product_id: com.example.tea.year
        commitment_renewal_billing_plan_type: MONTHLY
        commitment_renewal_date: 2026-01-01T10:00:00Z
        commitment_renewal_price: 59880
        advanced_commerce_consistency_token: c0ffee
        advanced_commerce_display_name: Tea
        advanced_commerce_description: Tea for four
        advanced_commerce_items:
          - SKU: TEA
            price: 1500
            priceIncreaseInfo: {price: 1700, status: PENDING, dependentSKUs: [MILK]}
        advanced_commerce_period: P1M
        advanced_commerce_request_reference_id: 0e0a1b2c-0000-4000-8000-000000000002
        advanced_commerce_tax_code: C003-00-1
    """

  static let appTransaction = """
    style: jws-app-transaction
    receipt:
    \(app)
      version_external_identifier: 800000001
      original_application_version: "1.10"
      original_purchase_date: 2024-01-01
      preorder_date: 2023-12-01
      request_date: 2025-03-01T12:00:02Z
      original_platform: macOS
      revocation_date: 2025-03-04T05:06:07Z
      app_transaction_id: "704000000000000001"
      device_verification: AAAA
      device_verification_nonce: 6e1e0f3c-0b1a-4a52-9d5f-2b1d6f8a7c90
    """

  static let realtime = """
    style: jws-realtime-request
    receipt:
    \(app)
      signed_date: 2025-03-01T12:00:01Z
    request:
      original_transaction_id: "300000000000010"
      product_id: com.example.tea.team
      user_locale: de-DE
      request_identifier: 0e0a1b2c-0000-4000-8000-000000000003
    """

  static let notification = """
    style: jws-notification
    receipt:
    \(app)
      in_app: [{product_id: coins, product_type: consumable}]
    notification:
      notification_type: CONSUMPTION_REQUEST
      notification_uuid: 0e0a1b2c-0000-4000-8000-000000000004
      version: "2.0"
      status: 1
      consumption_request_reason: LEGAL
    """

  @Test(
    "a payload with every field comes back with the same bytes",
    arguments: [transaction, renewal, appTransaction, realtime, notification])
  func roundTrip(spec: String) async throws {
    try await RoundTripBench().expectSamePayload(spec)
  }

  @Test("dates within objects are shown as dates, and written as Apple writes them")
  func innerDates() async throws {
    let bench = try Workbench()
    try bench.write("spec", Array(Self.transaction.utf8))
    try await bench.run(["make", "spec", "-o", "made"]).expect(status: 0)
    let json = try await bench.run(["decode", "made", "--format", "json"]).json()
    let items = json["receipt"]?["in_app"]?[0]?["advanced_commerce_items"]
    let item = try #require(items?.elements?.first { $0["refunds"] != nil })
    #expect(item["refunds"]?[0]?["refundDate"]?.string == "2025-02-19T21:20:00Z")
    #expect(item["revocationDate"]?.string == "2025-02-19T21:20:00Z")
    let text = try await bench.run(["decode", "made", "--all"]).text
    #expect(text.contains("2025-02-19T21:20:00Z") && !text.contains("1740000000000"))
    // In thousandths of a per cent.
    #expect(text.contains(/Revocation percentage +45 %\n/))
    // A SPEC takes what is shown, and the payload has milliseconds all the same.
    let shown = Self.transaction.replacing("1740000000000", with: "\"2025-02-19T21:20:00Z\"")
    #expect(shown != Self.transaction)
    try bench.write("shown", Array(shown.utf8))
    try await bench.run(["make", "shown", "-o", "again"]).expect(status: 0)
    func payload(_ name: String) throws -> Substring? {
      try bench.text(name).split(separator: ".").dropFirst().first
    }
    #expect(try payload("made") == payload("again"))
  }

  @Test("the SPECs here leave no field of their payload out")
  func everyField() async throws {
    func expect<Model: PayloadModel>(
      _ table: [Field<Model>], in form: ReceiptForm, _ spec: String
    ) async throws {
      let bench = try Workbench()
      try await bench.run(["make", "-", "-o", "made"], input: Array(spec.utf8)).expect(status: 0)
      let payload = try NotificationStyleTests.payload(bench.read("made"))
      for field in table {
        guard let key = field.names.payloads[form] else { continue }
        let names = key.split(separator: ".").map(String.init)
        let value = names.reduce(payload as JSON?) { $0?[$1] }
        // A payload has one token, of a renewal alone.
        if value == nil { Issue.record("\(key) is missing in \(form.rawValue)") }
      }
    }
    let purchases = Field<InAppPurchase>.all.filter {
      $0.name != "advanced_commerce_consistency_token"
    }
    let renewals = Field<RenewalInfo>.all.filter {
      !["tax_rate", "tax_exclusive_price", "estimated_tax"].map { "advanced_commerce_" + $0 }
        .contains($0.name)
    }
    try await expect(purchases, in: .transaction, Self.transaction)
    try await expect(renewals, in: .renewalInfo, Self.renewal)
    try await expect(
      Field<Receipt>.all, in: .appTransaction, Self.appTransaction)
    try await expect(Field<ServerNotification>.all, in: .realtimeRequest, Self.realtime)
  }

  @Test("numbers of YAML that JSON does not know are written as JSON has them")
  func numbers() async throws {
    let bench = try Workbench()
    let spec = """
      style: jws-transaction
      receipt: {in_app: [{price_tiers: [+5, .5, 1e3, "7", 007]}]}
      """
    try await bench.run(["make", "-", "-o", "made"], input: Array(spec.utf8)).expect(status: 0)
    let payload = try NotificationStyleTests.payload(bench.read("made"))
    #expect(
      payload["multiSeatInfo"]?["priceTiers"]
        == .array([.number("5"), .string(".5"), .number("1e3"), .string("7"), .number("7")]))
  }
}
