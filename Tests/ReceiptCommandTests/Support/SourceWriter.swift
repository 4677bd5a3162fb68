import Foundation
import ReceiptCore
import ReceiptMaking

/// Writes what Apple or an app would send of an invented customer, signed by the tests' authority.
struct SourceWriter {
  let customer: RandomCustomer
  let authority: TestAuthority

  init(customer: RandomCustomer) throws {
    self.customer = customer
    authority = try TestReceipts.authority.get()
  }

  private var environment: String { customer.isSandbox ? "Sandbox" : "Production" }
  private static let appleID = 1_234_567

  private static func date(_ moment: Int) -> ReceiptDate {
    ReceiptDate(millisecondsSince1970: Int64(moment) * 1000)
  }

  /// A JSON object. Members without a value are left out.
  private static func object(_ members: [(String, String?)]) -> String {
    "{"
      + members.compactMap { name, value in value.map { "\"\(name)\":\($0)" } }
      .joined(separator: ",") + "}"
  }

  private static func list(_ elements: [String]) -> String {
    "[" + elements.joined(separator: ",") + "]"
  }

  private static func text(_ text: String) -> String { "\"\(text)\"" }
  private static func milliseconds(_ moment: Int) -> String { "\(moment)000" }

  func jws(_ payload: String) throws -> [UInt8] { try authority.jws(payload).encoded }

  private func quotedJWS(_ payload: String) throws -> String {
    Self.text(String(decoding: try jws(payload), as: UTF8.self))
  }

  // MARK: App receipts

  func draft(_ purchases: [RandomCustomer.Purchase], at made: Int) -> ReceiptDraft {
    var receipt = Receipt()
    receipt.receiptType = ReceiptString(customer.isSandbox ? "ProductionSandbox" : "Production")
    receipt.bundleID = ReceiptString(RandomCustomer.bundle)
    receipt.applicationVersion = ReceiptString("42")
    receipt.originalApplicationVersion = ReceiptString(customer.isSandbox ? "1.0" : "9")
    receipt.receiptCreationDate = Self.date(made)
    receipt.originalPurchaseDate =
      customer.isSandbox
      ? ReceiptDate(millisecondsSince1970: 1_375_340_400_000) : Self.date(RandomCustomer.start)
    receipt.inApp = purchases.filter { !$0.isFinished }.map { Self.purchase($0, at: made) }
    return ReceiptDraft(receipt)
  }

  private static func purchase(
    _ purchase: RandomCustomer.Purchase, at made: Int
  ) -> InAppPurchase {
    var result = InAppPurchase()
    result.quantity = Int64(purchase.quantity)
    result.productID = ReceiptString(purchase.product)
    result.productType = ProductType(rawValue: purchase.kind.rawValue)
    result.transactionID = ReceiptString(purchase.id)
    result.originalTransactionID = ReceiptString(purchase.original)
    result.purchaseDate = date(purchase.bought)
    result.originalPurchaseDate = date(purchase.firstBought)
    result.expiresDate = purchase.ends.map(date)
    if let cancelled = purchase.revoked ?? purchase.upgraded, cancelled <= made {
      result.cancellationDate = date(cancelled)
    }
    if purchase.kind == .renewable {
      result.isTrialPeriod = purchase.offer == .trial
      result.isInIntroOfferPeriod = purchase.offer == .introductory
    }
    return result
  }

  func ios6(_ purchase: RandomCustomer.Purchase, at made: Int) throws -> [UInt8] {
    var record = Self.purchase(purchase, at: made)
    record.cancellationDate = nil
    record.productType = nil
    var receipt = Receipt()
    receipt.bundleID = ReceiptString(RandomCustomer.bundle)
    receipt.applicationVersion = ReceiptString("42")
    var transaction = try authority.transaction(IOS6Template.entries(record, of: receipt))
    if customer.isSandbox { transaction.outer.append(("environment", "Sandbox")) }
    return transaction.encoded()
  }

  // MARK: StoreKit 2

  func transaction(_ purchase: RandomCustomer.Purchase, at made: Int) -> String {
    let revoked = purchase.revoked.flatMap { $0 <= made ? $0 : nil }
    let isUpgraded = purchase.upgraded.map { $0 <= made } ?? false
    return Self.object([
      ("transactionId", Self.text(purchase.id)),
      ("originalTransactionId", Self.text(purchase.original)),
      ("bundleId", Self.text(RandomCustomer.bundle)),
      ("productId", Self.text(purchase.product)),
      (
        "subscriptionGroupIdentifier",
        purchase.kind == .renewable ? Self.text(RandomCustomer.group(of: purchase.product)) : nil
      ),
      ("purchaseDate", Self.milliseconds(purchase.bought)),
      ("originalPurchaseDate", Self.milliseconds(purchase.firstBought)),
      ("expiresDate", purchase.ends.map(Self.milliseconds)),
      ("quantity", "\(purchase.quantity)"), ("type", Self.text(purchase.kind.name)),
      ("inAppOwnershipType", purchase.isShared ? "\"FAMILY_SHARED\"" : "\"PURCHASED\""),
      ("isUpgraded", isUpgraded ? "true" : nil),
      ("offerType", purchase.offer == nil ? nil : "1"),
      (
        "offerDiscountType",
        purchase.offer.map { $0 == .trial ? "\"FREE_TRIAL\"" : "\"PAY_AS_YOU_GO\"" }
      ),
      ("revocationDate", revoked.map(Self.milliseconds)),
      ("revocationReason", revoked == nil ? nil : "0"),
      (
        "revocationType",
        revoked == nil ? nil : purchase.isShared ? "\"FAMILY_REVOKE\"" : "\"REFUND_FULL\""
      ),
      ("environment", Self.text(environment)), ("signedDate", Self.milliseconds(made)),
    ])
  }

  func renewal(_ renewal: RandomCustomer.Renewal, at made: Int) -> String {
    Self.object([
      ("originalTransactionId", Self.text(renewal.original)),
      ("productId", Self.text(renewal.product)), ("autoRenewProductId", Self.text(renewal.next)),
      ("autoRenewStatus", renewal.renews ? "1" : "0"),
      ("renewalDate", Self.milliseconds(renewal.renewalDate)),
      ("expirationIntent", renewal.intent.map(String.init)),
      ("isInBillingRetryPeriod", renewal.isRetried ? "true" : nil),
      ("gracePeriodExpiresDate", renewal.graceUntil.map(Self.milliseconds)),
      ("priceIncreaseStatus", renewal.consent.map(String.init)),
      ("environment", Self.text(environment)), ("signedDate", Self.milliseconds(made)),
    ])
  }

  /// A notification about a transaction, of a type that fits its status.
  func notification(
    _ purchase: RandomCustomer.Purchase, _ renewal: RandomCustomer.Renewal?, _ status: Int?,
    _ made: Int
  ) throws -> [UInt8] {
    let isRevoked = purchase.revoked.map { $0 <= made } ?? false
    let (type, subtype): (String, String?) =
      switch status {
      case _ where isRevoked: (purchase.isShared ? "REVOKE" : "REFUND", nil)
      case 1 where renewal?.renews == false:
        ("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED")
      case 1: ("DID_RENEW", nil)
      case 2: ("EXPIRED", "VOLUNTARY")
      case 3: ("DID_FAIL_TO_RENEW", nil)
      case 4: ("DID_FAIL_TO_RENEW", "GRACE_PERIOD")
      default: ("ONE_TIME_CHARGE", nil)
      }
    let data = Self.object([
      ("bundleId", Self.text(RandomCustomer.bundle)), ("bundleVersion", "\"42\""),
      ("environment", Self.text(environment)),
      ("appAppleId", customer.isSandbox ? nil : "\(Self.appleID)"),
      ("status", status.map(String.init)),
      ("signedTransactionInfo", try quotedJWS(transaction(purchase, at: made))),
      ("signedRenewalInfo", try renewal.map { try quotedJWS(self.renewal($0, at: made)) }),
    ])
    return try jws(
      Self.object([
        ("notificationType", Self.text(type)), ("subtype", subtype.map(Self.text)),
        ("notificationUUID", "\"00000000-0000-4000-8000-000000000001\""), ("version", "\"2.0\""),
        ("signedDate", Self.milliseconds(made)), ("data", data),
      ]))
  }

  // MARK: Responses

  func history(
    _ purchases: [RandomCustomer.Purchase], hasMore: Bool, at made: Int
  ) throws -> [UInt8] {
    let transactions = try purchases.map { try quotedJWS(transaction($0, at: made)) }
    return Array(
      Self.object([
        ("revision", "\"1\""), ("hasMore", "\(hasMore)"),
        ("bundleId", Self.text(RandomCustomer.bundle)),
        ("appAppleId", customer.isSandbox ? nil : "\(Self.appleID)"),
        ("environment", Self.text(environment)), ("signedTransactions", Self.list(transactions)),
      ]).utf8)
  }

  func statuses(
    _ newest: [RandomCustomer.Purchase], _ renewals: [RandomCustomer.Renewal],
    _ statuses: [String: Int], at made: Int
  ) throws -> [UInt8] {
    let groups = try newest.map { purchase in
      let renewal = renewals.first { $0.original == purchase.original }
      let last = Self.object([
        ("originalTransactionId", Self.text(purchase.original)),
        ("status", statuses[purchase.original].map(String.init)),
        ("signedTransactionInfo", try quotedJWS(transaction(purchase, at: made))),
        ("signedRenewalInfo", try renewal.map { try quotedJWS(self.renewal($0, at: made)) }),
      ])
      return Self.object([
        ("subscriptionGroupIdentifier", Self.text(RandomCustomer.group(of: purchase.product))),
        ("lastTransactions", Self.list([last])),
      ])
    }
    return Array(
      Self.object([
        ("environment", Self.text(environment)), ("bundleId", Self.text(RandomCustomer.bundle)),
        ("appAppleId", customer.isSandbox ? nil : "\(Self.appleID)"), ("data", Self.list(groups)),
      ]).utf8)
  }

  /// A response of verifyReceipt. Its types are those that Apple writes: nearly everything is a
  /// string.
  func response(
    _ purchases: [RandomCustomer.Purchase], _ renewals: [RandomCustomer.Renewal],
    _ receipt: [UInt8]?, at made: Int
  ) -> String {
    let listed = purchases.filter { !$0.isFinished }
    let periods = listed.filter { $0.kind == .renewable }
    let type = customer.isSandbox ? "ProductionSandbox" : "Production"
    let first = customer.isSandbox ? "1375340400000" : Self.milliseconds(RandomCustomer.start)
    return Self.object([
      ("status", "0"), ("environment", Self.text(environment)),
      (
        "receipt",
        Self.object([
          ("receipt_type", Self.text(type)), ("bundle_id", Self.text(RandomCustomer.bundle)),
          ("application_version", "\"42\""),
          ("original_application_version", customer.isSandbox ? "\"1.0\"" : "\"9\""),
          ("receipt_creation_date_ms", Self.text(Self.milliseconds(made))),
          ("request_date_ms", Self.text(Self.milliseconds(made))),
          ("original_purchase_date_ms", Self.text(first)),
          ("in_app", Self.list(listed.map { entry($0, at: made) })),
        ])
      ),
      (
        "latest_receipt_info",
        periods.isEmpty ? nil : Self.list(periods.map { entry($0, at: made) })
      ),
      (
        "pending_renewal_info",
        renewals.isEmpty ? nil : Self.list(renewals.map(pending))
      ),
      ("latest_receipt", receipt.map { Self.text(Data($0).base64EncodedString()) }),
    ])
  }

  private func entry(_ purchase: RandomCustomer.Purchase, at made: Int) -> String {
    func ms(_ moment: Int?) -> String? { moment.map { Self.text(Self.milliseconds($0)) } }
    let cancelled = (purchase.revoked ?? purchase.upgraded).flatMap { $0 <= made ? $0 : nil }
    let isUpgraded = purchase.revoked == nil && cancelled != nil
    return Self.object([
      ("quantity", Self.text("\(purchase.quantity)")), ("product_id", Self.text(purchase.product)),
      ("transaction_id", Self.text(purchase.id)),
      ("original_transaction_id", Self.text(purchase.original)),
      ("purchase_date_ms", ms(purchase.bought)),
      ("original_purchase_date_ms", ms(purchase.firstBought)),
      ("expires_date_ms", ms(purchase.ends)),
      ("cancellation_date_ms", ms(cancelled)),
      ("cancellation_reason", cancelled == nil ? nil : "\"0\""),
      ("is_upgraded", isUpgraded ? "\"true\"" : nil),
      ("is_trial_period", purchase.offer == .trial ? "\"true\"" : "\"false\""),
      (
        "is_in_intro_offer_period",
        purchase.ends == nil ? nil : purchase.offer == .introductory ? "\"true\"" : "\"false\""
      ),
      (
        "in_app_ownership_type",
        purchase.isShared ? "\"FAMILY_SHARED\"" : "\"PURCHASED\""
      ),
    ])
  }

  private func pending(_ renewal: RandomCustomer.Renewal) -> String {
    Self.object([
      ("product_id", Self.text(renewal.product)),
      ("original_transaction_id", Self.text(renewal.original)),
      ("auto_renew_product_id", Self.text(renewal.next)),
      ("auto_renew_status", renewal.renews ? "\"1\"" : "\"0\""),
      ("expiration_intent", renewal.intent.map { Self.text("\($0)") }),
      ("is_in_billing_retry_period", renewal.isRetried ? "\"1\"" : nil),
      (
        "grace_period_expires_date_ms",
        renewal.graceUntil.map { Self.text(Self.milliseconds($0)) }
      ),
      ("price_consent_status", renewal.consent.map { Self.text("\($0)") }),
    ])
  }
}
