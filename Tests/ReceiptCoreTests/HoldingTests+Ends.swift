@testable import ReceiptCore

/// What follows a period, and purchases without one.
extension HoldingTests {
  // MARK: What followed the last period

  static func ending(
    _ rule: String, _ change: @escaping (inout RenewalInfo) -> Void, made: Int64? = nil,
    _ expected: String
  ) -> Row {
    Row(
      rule: rule, purchases: [month], renewals: [renewal(change)], made: made, at: 33 * day,
      expected: expected)
  }

  static let ends: [Row] = [
    ending("cancelled", { $0.expirationIntent = 1 }, "lapsed 31 (cancelled) #1"),
    ending("the payment failed", { $0.expirationIntent = 2 }, "lapsed 31 (paymentFailed) #1"),
    ending("the price was refused", { $0.expirationIntent = 3 }, "lapsed 31 (priceRefused) #1"),
    ending("not for sale", { $0.expirationIntent = 4 }, "lapsed 31 (notForSale) #1"),
    ending("an unknown end", { $0.expirationIntent = 5 }, "lapsed 31 #1"),
    ending("off", { $0.autoRenewStatus = false }, "lapsed 31 (renewalOff) #1 inferred"),
    ending("on", { $0.autoRenewStatus = true }, "unknown after 31 #1"),
    ending(
      "an end with the renewal off",
      {
        $0.expirationIntent = 1
        $0.autoRenewStatus = false
      }, "lapsed 31 (cancelled) #1"),
    ending(
      "said almost a minute later", { $0.expirationIntent = 1 }, made: 33 * day + 59_999,
      "lapsed 31 (cancelled) #1"),
    ending(
      "said a minute later", { $0.expirationIntent = 1 }, made: 33 * day + 60_000,
      "unknown after 31 #1"),
    Row(
      rule: "a status of expired", purchases: [month], status: 2, at: 33 * day,
      expected: "lapsed 31 #1"),
    Row(
      rule: "a status of active", purchases: [month], status: 1, at: 33 * day,
      expected: "unknown after 31 #1"),
    Row(
      rule: "a status of expired that was said later", purchases: [month], status: 2,
      made: 33 * day + 60_000, at: 33 * day, expected: "unknown after 31 #1"),
    Row(
      rule: "a text that lists all, from the end of the period", purchases: [month],
      form: .appReceipt, made: 31 * day, at: 33 * day, expected: "lapsed 31 #1"),
    Row(
      rule: "a text that lists all, from before the end", purchases: [month], form: .appReceipt,
      made: 31 * day - 1, at: 33 * day, expected: "unknown after 31 #1"),
    Row(
      rule: "an answer that it has expired", purchases: [month], isAnsweredExpired: true,
      at: 33 * day, expected: "lapsed 31 #1"),
    Row(
      rule: "an answer that a subscription has expired whose end is not told",
      purchases: [madePurchase("1", 1 * day) { $0.productType = .autoRenewableSubscription }],
      isAnsweredExpired: true, at: 33 * day, expected: "lapsed ? #1"),
    Row(
      rule: "what is bought once does not expire, whatever is answered",
      purchases: [madePurchase("1", 1 * day) { $0.productType = .nonConsumable }],
      isAnsweredExpired: true, at: 33 * day, expected: "owned since 1 #1"),
  ]

  // MARK: Payments that failed

  static func retried(_ renewal: inout RenewalInfo) {
    renewal.isInBillingRetryPeriod = true
  }
  static let monthly = ReceiptString("MONTHLY")

  static let retries: [Row] = [
    ending("retried", retried, "retry from 31 until 91 #1"),
    ending("not retried", { $0.isInBillingRetryPeriod = false }, "unknown after 31 #1"),
    ending(
      "retried, as was said a minute later", retried, made: 33 * day + 60_000,
      "unknown after 31 #1"),
    ending(
      "retried for a year that is paid by the month, by its plan",
      {
        retried(&$0)
        $0.renewalBillingPlanType = monthly
      }, "retry from 31 until 121 #1"),
    ending(
      "retried for a year that is paid by the month, by its commitment",
      {
        retried(&$0)
        $0.commitmentRenewalDate = date(300 * day)
      }, "retry from 31 until 121 #1"),
    ending(
      "retried for another plan",
      {
        retried(&$0)
        $0.renewalBillingPlanType = ReceiptString("BILLED_UPFRONT")
      }, "retry from 31 until 91 #1"),
    Row(
      rule: "retried for a month's plan of the transaction",
      purchases: [madePurchase("1", 1 * day, 31 * day) { $0.billingPlanType = monthly }],
      renewals: [renewal(retried)], at: 33 * day, expected: "retry from 31 until 121 #1"),
    Row(
      rule: "just before the last retry", purchases: [month], renewals: [renewal(retried)],
      at: 91 * day - 1, expected: "retry from 31 until 91 #1"),
    Row(
      rule: "after the last retry", purchases: [month], renewals: [renewal(retried)], at: 91 * day,
      expected: "lapsed 31 (paymentFailed) #1"),
    Row(
      rule: "a status of retries", purchases: [month], status: 3, at: 33 * day,
      expected: "retry from 31 until 91 #1"),
    Row(
      rule: "a status of retries that was said later", purchases: [month], status: 3,
      made: 33 * day + 60_000, at: 33 * day, expected: "unknown after 31 #1"),
  ]

  // MARK: A later period that is not listed

  static func renewed(
    _ rule: String, _ renewal: RenewalInfo, status: Int64? = 1, made: Int64? = nil,
    at: Int64 = 33 * day, _ expected: String
  ) -> Row {
    Row(
      rule: rule, purchases: [month], renewals: [renewal], status: status, made: made, at: at,
      expected: expected)
  }

  static func renewing(
    at time: Int64, of product: String? = nil, intent: Int64? = nil
  ) -> RenewalInfo {
    renewal {
      $0.renewalDate = date(time)
      $0.productID = product.map { ReceiptString($0) }
      $0.expirationIntent = intent
    }
  }

  static let running: [Row] = [
    renewed("it runs", renewing(at: 61 * day), "active until 61 #1 inferred"),
    renewed("this product", renewing(at: 61 * day, of: "pro"), "active until 61 #1 inferred"),
    renewed("another product", renewing(at: 61 * day, of: "max"), "unknown after 31 #1"),
    renewed("no status", renewing(at: 61 * day), status: nil, "unknown after 31 #1"),
    renewed("expired", renewing(at: 61 * day), status: 2, "unknown after 31 #1"),
    renewed("retried", renewing(at: 61 * day), status: 3, "unknown after 31 #1"),
    renewed(
      "an end is known", renewing(at: 61 * day, intent: 1), "lapsed 31 (cancelled) #1"),
    renewed(
      "said almost a minute later", renewing(at: 61 * day), made: 33 * day + 59_999,
      "active until 61 #1 inferred"),
    renewed(
      "said a minute later", renewing(at: 61 * day), made: 33 * day + 60_000,
      "unknown after 31 #1"),
    renewed(
      "just before that period ends", renewing(at: 61 * day), at: 61 * day - 1,
      "active until 61 #1 inferred"),
    renewed(
      "when that period ends", renewing(at: 61 * day), at: 61 * day, "unknown after 31 #1"),
    renewed(
      "the renewal is that of the end", renewing(at: 31 * day + hour), status: 2, "lapsed 31 #1"),
    renewed(
      "the renewal is later than the end", renewing(at: 31 * day + hour + 1), status: 2,
      "unknown after 31 #1"),
    renewed(
      "an hour after the end", renewing(at: 31 * day + hour), at: 31 * day + 1,
      "unknown after 31 #1"),
    renewed(
      "more than an hour after the end", renewing(at: 31 * day + hour + 1), at: 31 * day + 1,
      "active until 31+3600001 #1 inferred"),
    Row(
      rule: "it runs after a refund of an earlier period",
      purchases: [madePurchase("1", 1 * day, 31 * day, refunded(32 * day))],
      renewals: [renewing(at: 61 * day)], status: 1, at: 33 * day,
      expected: "active until 61 #1 inferred"),
    Row(
      rule: "an hour after a refunded period",
      purchases: [madePurchase("1", 1 * day, 31 * day, refunded(31 * day))],
      renewals: [renewing(at: 31 * day + hour)], status: 1, at: 31 * day,
      expected: "unknown after 31 #1"),
    Row(
      rule: "an end is known after a refunded period",
      purchases: [madePurchase("1", 1 * day, 31 * day, refunded(31 * day))],
      renewals: [renewing(at: 61 * day, intent: 1)], status: 1, at: 33 * day,
      expected: "unknown after 31 #1"),
    Row(
      rule: "a refunded period, and a status that was said a minute later",
      purchases: [madePurchase("1", 1 * day, 31 * day, refunded(31 * day))],
      renewals: [renewing(at: 61 * day)], status: 1, made: 33 * day + 60_000, at: 33 * day,
      expected: "unknown after 31 #1"),
  ]

  // MARK: Who pays

  static func paid(
    _ payer: String, isStore: Bool = true, _ change: @escaping (inout InAppPurchase) -> Void
  ) -> Row {
    Row(
      rule: "paid by \(payer)", purchases: [madePurchase("1", 1 * day, 31 * day, change)],
      isStore: isStore, at: 5 * day,
      expected: "active until 31 #1" + (payer == "customer" ? "" : " paid by \(payer)"))
  }

  static let payers: [Row] = [
    paid("customer") { $0.price = 1 }, paid("nobody") { $0.price = 0 },
    paid("nobody", isStore: false) { $0.price = 1 },
    paid("family") { $0.inAppOwnershipType = InAppPurchase.familyShared },
    paid("organization") { $0.inAppOwnershipType = InAppPurchase.assigned },
    paid("customer") { $0.isTrialPeriod = false },
    paid("nobody") { $0.isTrialPeriod = true },
  ]

  // MARK: Purchases without an end

  static func once(
    _ rule: String, _ type: ProductType?, form: ReceiptForm = .appReceipt, at: Int64 = 5 * day,
    _ purchases: [InAppPurchase], _ expected: String
  ) -> Row {
    Row(
      rule: rule,
      purchases: purchases.map {
        var typed = $0
        typed.productType = type
        return typed
      }, form: form, at: at, expected: expected)
  }

  /// One purchase on the first day.
  static func once(
    _ rule: String, _ type: ProductType?, form: ReceiptForm = .appReceipt, at: Int64 = 5 * day,
    _ expected: String
  ) -> Row {
    once(rule, type, form: form, at: at, [madePurchase("1", 1 * day)], expected)
  }

  static func counted(_ id: String, _ quantity: Int64?) -> InAppPurchase {
    madePurchase(id, 1 * day) { $0.quantity = quantity }
  }

  static func restored(_ id: String, _ first: Int64?, _ time: Int64?) -> InAppPurchase {
    madePurchase(id, time) { $0.originalPurchaseDate = date(first) }
  }

  static let oneTime: [Row] = [
    once("lasting", .nonConsumable, "owned since 1 #1"),
    once("of no stated kind", nil, "bought 1 #1"),
    once("of an unknown kind", ProductType(rawValue: 9), "bought 1 #1"),
    once("not renewing", .nonRenewingSubscription, "length unknown since 1 #1"),
    once("a free subscription", .freeSubscription, "length unknown since 1 #1"),
    once(
      "a subscription without an end", .autoRenewableSubscription, "length unknown since 1 #1"),
    once(
      "shared, of no stated kind", nil,
      [madePurchase("1", 1 * day) { $0.inAppOwnershipType = InAppPurchase.familyShared }],
      "owned since 1 #1 paid by family"),
    once("before it was bought", .nonConsumable, at: 1 * day - 1, "not before 1 #1"),
    once("when it was bought", .nonConsumable, at: 1 * day, "owned since 1 #1"),
    once("without a date", .nonConsumable, [madePurchase("1", nil)], "owned since ? #1"),
    once(
      "restored later", .nonConsumable, [restored("2", 1 * day, 9 * day)], "owned since 1 #2"),
    once(
      "restored, without the date of the restore", .nonConsumable,
      [restored("2", 1 * day, nil)], "owned since ? #2"),
    once(
      "not restored, with another first date", .nonConsumable, at: 10 * day,
      [restored("1", 1 * day, 9 * day)], "owned since 9 #1"),
    once(
      "refunded", .nonConsumable, [madePurchase("1", 1 * day, nil, refunded(4 * day))],
      "refunded on 4 #1"),
    once(
      "refunded later", .nonConsumable, at: 3 * day,
      [madePurchase("1", 1 * day, nil, refunded(4 * day))],
      "owned since 1 #1 early 4"),
    once(
      "bought again after a refund", .nonConsumable,
      [madePurchase("1", 1 * day, nil, refunded(2 * day)), madePurchase("2", 3 * day)],
      "owned since 3 #2"),
    once(
      "consumables", .consumable, [counted("1", 2), counted("2", 3)], "5 consumables, pending #2"),
    once("one consumable", .consumable, [counted("1", nil)], "1 consumables, pending #1"),
    once(
      "fewer than none", .consumable, [counted("1", -2), counted("2", 3)],
      "3 consumables, pending #2"),
    once(
      "more than can be counted", .consumable, [counted("1", .max), counted("2", 3)],
      "9223372036854775807 consumables, pending #2"),
    once("in the content of a receipt", .consumable, form: .payload, "1 consumables, pending #1"),
    once("in a single transaction", .consumable, form: .transaction, "1 consumables #1"),
    once("in a list", .consumable, form: .apiAnswer, "1 consumables #1"),
  ]
}
