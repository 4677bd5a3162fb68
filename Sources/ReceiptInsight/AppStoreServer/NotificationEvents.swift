package import ReceiptCore

/// What a notification of version 2 tells by its type and subtype (Apple, "notificationType" and "subtype").
package struct NotificationEvent: Sendable {
  /// `nil` where the subtype alone says it.
  package let type: String?
  package let subtype: String?
  /// Another spelling of the type.
  package let otherType: String?
  /// What happened, as a clause.
  package let event: String
  /// What to do on the server.
  package let advice: String
  /// What not to do, where a mistake is near.
  package let caution: String?

  /// The status of the subscription when it is sent (Apple, "status").
  package let status: Int64
  /// Why the subscription ended, where it did (Apple, "expirationIntent").
  package let expirationIntent: Int64?
  /// Whether the example of a purchase that is made for it is bought once, and no subscription.
  package let exampleIsBoughtOnce: Bool
  /// Whether what it tells shows in the purchase that it carries.
  package let showsInPurchase: Bool
  /// What it tells of a customer's request for a refund.
  package let refundRequest: RefundRequest?

  package enum RefundRequest: Sendable { case made, granted, declined, reversed }

  /// The member of the notification that holds the rest.
  package let carrier: ServerNotification.Carrier

  fileprivate init(
    _ type: String?, _ subtype: String? = nil, event: String, do advice: String,
    not caution: String? = nil, orType otherType: String? = nil,
    in carrier: ServerNotification.Carrier = .data, status: Int64 = SubscriptionStatus.active,
    intent: Int64? = nil, isBoughtOnce: Bool = false,
    showsInPurchase: Bool = false, refund: RefundRequest? = nil
  ) {
    self.type = type
    self.subtype = subtype
    self.otherType = otherType
    self.event = event
    self.advice = advice
    self.caution = caution
    self.carrier = carrier
    self.status = status
    expirationIntent = intent
    exampleIsBoughtOnce = isBoughtOnce
    self.showsInPurchase = showsInPurchase
    refundRequest = refund
  }

  /// `DID_RENEW/BILLING_RECOVERY`.
  package var name: String { [type, subtype].compactMap(\.self).joined(separator: "/") }
}

extension NotificationEvent {
  /// The event of a combination; `nil` for one that Apple does not document. A type is not enough, because
  /// its subtypes may say opposite things.
  package static func of(type: String, subtype: String?) -> NotificationEvent? {
    all.first { ($0.type == type || $0.otherType == type) && $0.subtype == subtype }
      ?? subtype.flatMap { subtype in all.first { $0.type == nil && $0.subtype == subtype } }
  }

  /// The type under which a subtype probably comes, where Apple documents the subtype alone; `nil` for any other word.
  package static func probableType(ofSubtype word: String) -> String? {
    all.contains { $0.type == nil && $0.subtype == word } ? "DID_CHANGE_RENEWAL_PREF" : nil
  }

  /// The event that says most of a combination that Apple does not document: that of the same type.
  package static func like(type: String, subtype: String?) -> NotificationEvent? {
    of(type: type, subtype: subtype) ?? of(type: type, subtype: nil)
      ?? all.last { $0.type == type || $0.otherType == type }
  }

  /// The end of a subscription for a reason (Apple, "expirationIntent").
  package static func end(intent: Int64) -> NotificationEvent? {
    all.first { $0.expirationIntent == intent }
  }

  /// Every combination that Apple documents.
  package static let all =
    purchases + renewals + failures + ends + prices + refunds + seats + requests

  private static let grant = "grant access until expiresDate"
  private static let withdraw = "withdraw access"
  private static let switchNow = "grant the new product now, and end the old one"
  private static let waitForRenewal = "nothing now: the current product lasts until expiresDate"
  private static let keepCurrent = "do not take the current product away"
  private static let keepPaid =
    "do not withdraw access: the period lasts until expiresDate"

  private static let purchases: [Self] = [
    .init(
      "SUBSCRIBED", "INITIAL_BUY",
      event:
        "the customer subscribed for the first time in this group, or first got it through Family Sharing",
      do: grant,
      showsInPurchase: true),
    .init(
      "SUBSCRIBED", "RESUBSCRIBE",
      event: "the customer subscribed again to a product of the same group",
      do: grant,
      showsInPurchase: true),
    .init(
      "ONE_TIME_CHARGE",
      event:
        "the customer bought something other than an auto-renewable subscription, or got a non-consumable "
        + "through Family Sharing",
      do: "grant what was bought",
      isBoughtOnce: true),
    .init(
      "OFFER_REDEEMED",
      event: "the customer used an offer for an active subscription",
      do: "grant what the transaction says"),
    .init(
      "OFFER_REDEEMED", "UPGRADE",
      event: "the customer used an offer and moved to a higher product at once",
      do: switchNow),
    .init(
      "OFFER_REDEEMED", "DOWNGRADE",
      event: "the customer used an offer for a lower product, from the next renewal on",
      do: waitForRenewal, not: keepCurrent),
  ]

  private static let renewals: [Self] = [
    .init(
      "DID_RENEW",
      event: "the subscription was renewed",
      do: "extend access to the new expiresDate",
      showsInPurchase: true),
    .init(
      "DID_RENEW", "BILLING_RECOVERY",
      event: "a payment that had failed went through, and the subscription was renewed",
      do: "give access back until the new expiresDate; a 12-month commitment also has a new "
        + "commitmentExpiresDate",
      showsInPurchase: true),
    .init(
      "DID_CHANGE_RENEWAL_PREF", "UPGRADE",
      event:
        "the customer moved at once to a higher product, or to an equal one of the same length",
      do: switchNow,
      not: "do not count it as a refund: Apple pays back the unused time as part of the change"),
    .init(
      "DID_CHANGE_RENEWAL_PREF", "DOWNGRADE",
      event:
        "the customer chose a lower product, or an equal one of another length, from the next renewal on",
      do: waitForRenewal, not: keepCurrent),
    .init(
      "DID_CHANGE_RENEWAL_PREF",
      event: "the customer took back a change that was planned for the renewal",
      do: "nothing: the current product renews"),
    .init(
      "DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_ENABLED",
      event: "automatic renewal was turned on",
      do: "nothing",
      showsInPurchase: true),
    .init(
      "DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED",
      event: "automatic renewal was turned off, by the customer or after a refund request",
      do:
        "keep access until expiresDate; in a 12-month commitment the payments go on until its end",
      not: keepPaid,
      showsInPurchase: true),
    .init(
      "DID_CHANGE_RENEWAL_STATUS",
      event: "the subscription is set to end after a notice about its price",
      do: "keep access until expiresDate", not: keepPaid,
      showsInPurchase: true),
    .init(
      "RENEWAL_EXTENDED",
      event: "the renewal date of one subscription was extended",
      do: "extend access to the new expiresDate",
      showsInPurchase: true),
    .init(
      "RENEWAL_EXTENSION", "SUMMARY",
      event: "the extension of renewal dates that you requested for many subscribers is finished",
      do: "compare succeededCount with failedCount",
      not: "do not change a customer's access by it: it holds counts only",
      in: .summary),
    .init(
      "RENEWAL_EXTENSION", "FAILURE",
      event: "the extension of the renewal date failed for one subscription",
      do: "look up this customer's subscription, and request an extension for it alone",
      not: "do not extend access: the old expiresDate still counts"),
    .init(
      "METADATA_UPDATE",
      event: "you changed the texts of a subscription (Advanced Commerce)",
      do: "show the new texts"),
    .init(
      "MIGRATION",
      event: "you moved the subscription to Advanced Commerce",
      do: "join it with the earlier one by previousOriginalTransactionId",
      not: "do not count it as a new purchase", orType: "MIGRATE"),
  ]

  private static let failures: [Self] = [
    .init(
      "DID_FAIL_TO_RENEW",
      event: "the payment for a renewal failed, and there is no grace period",
      do: "withdraw access, and ask the customer to update their payment method",
      not:
        "do not treat it as cancelled: Apple tries again for 60 days, in a 12-month commitment for 90",
      status: SubscriptionStatus.billingRetry, showsInPurchase: true),
    .init(
      "DID_FAIL_TO_RENEW", "GRACE_PERIOD",
      event: "the payment for a renewal failed, and the grace period has begun",
      do:
        "keep access until gracePeriodExpiresDate, and ask the customer to update their payment method",
      not: "do not withdraw access yet",
      status: SubscriptionStatus.gracePeriod, showsInPurchase: true),
    .init(
      "GRACE_PERIOD_EXPIRED",
      event: "the grace period ended without a payment; Apple tries again",
      do: "withdraw access until a payment goes through",
      status: SubscriptionStatus.billingRetry, showsInPurchase: true),
  ]

  private static let ends: [Self] = [
    .init(
      "EXPIRED", "VOLUNTARY",
      event: "the subscription ended: the customer had turned the renewal off",
      do: withdraw,
      status: SubscriptionStatus.expired, intent: 1, showsInPurchase: true),
    .init(
      "EXPIRED", "BILLING_RETRY",
      event: "the subscription ended: no payment went through while Apple tried",
      do: withdraw,
      status: SubscriptionStatus.expired, intent: 2, showsInPurchase: true),
    .init(
      "EXPIRED", "PRICE_INCREASE",
      event: "the subscription ended: the customer did not agree to the higher price",
      do: withdraw,
      status: SubscriptionStatus.expired, intent: 3, showsInPurchase: true),
    .init(
      "EXPIRED", "PRODUCT_NOT_FOR_SALE",
      event: "the subscription ended: the product was not for sale when it was set to renew",
      do: "withdraw access, and check in App Store Connect whether the product should be for sale",
      status: SubscriptionStatus.expired, intent: 4, showsInPurchase: true),
    .init(
      "EXPIRED",
      event: "the subscription ended for another reason",
      do: withdraw,
      status: SubscriptionStatus.expired, intent: 5, showsInPurchase: true),
  ]

  private static let prices: [Self] = [
    .init(
      "PRICE_INCREASE", "PENDING",
      event: "the customer was asked to agree to a higher price and has not answered",
      do: "nothing now", not: keepPaid),
    .init(
      "PRICE_INCREASE", "ACCEPTED",
      event: "the customer agreed to a higher price, or was told of one that needs no consent",
      do: "nothing now"),
    .init(
      "PRICE_CHANGE",
      event: "you changed the price of a subscription (Advanced Commerce)",
      do: "nothing now"),
  ]

  private static let refunds: [Self] = [
    .init(
      "REFUND",
      event: "Apple refunded this purchase",
      do:
        "withdraw what this transaction gave; revocationType and revocationPercentage say how much was "
        + "refunded",
      not: "do not withdraw other purchases or other periods; a move to a bundle is no refund",
      status: SubscriptionStatus.revoked, showsInPurchase: true, refund: .granted),
    .init(
      "REFUND", "SEATS",
      event: "Apple refunded some seats of a multiseat purchase",
      do: "count revokedSeatQuantity seats fewer",
      not:
        "do not withdraw the purchaser's access: it ends only when every transaction of the period is "
        + "revoked",
      refund: .granted),
    .init(
      "REFUND_DECLINED",
      event: "Apple declined a refund",
      do: "nothing: the customer keeps the purchase",
      showsInPurchase: true, refund: .declined),
    .init(
      "REFUND_REVERSED",
      event: "Apple reversed a refund after a dispute",
      do: "give back what was withdrawn; the renewal date stays the same",
      showsInPurchase: true, refund: .reversed),
    .init(
      "CONSUMPTION_REQUEST",
      event: "the customer asked for a refund, and Apple asks you how the purchase was used",
      do: "send consumption information to Apple, if the customer agreed to that",
      not: "do not withdraw anything: Apple has not decided yet",
      isBoughtOnce: true, refund: .made),
    .init(
      "REVOKE",
      event: "access through Family Sharing ended",
      do: "withdraw access for this family member",
      not: "do not withdraw access for the family member who bought it",
      status: SubscriptionStatus.revoked, showsInPurchase: true),
  ]

  private static let seats: [Self] = [
    .init(
      nil, "INCREASE_QUANTITY",
      event: "the customer added seats to a multiseat subscription",
      do: "count the new seats at once: add up all transactions of the period",
      not: "do not let the newer transaction replace the older one"),
    .init(
      nil, "DECREASE_QUANTITY",
      event:
        "the customer wants fewer seats from the next renewal on, or took such a reduction back",
      do: "nothing now: renewalQuantity says how many seats renew",
      not: "do not withdraw a seat in this period"),
    .init(
      "UNCLAIM_SEATS",
      event: "Apple released seats that your server had claimed for people",
      do: "withdraw access for the claims in unclaimSeatIds",
      in: .unclaimInfo),
  ]

  private static let requests: [Self] = [
    .init(
      "EXTERNAL_PURCHASE_TOKEN", "UNREPORTED",
      event: "Apple has no report for an external purchase token",
      do: "report the token to Apple", not: noPurchase,
      in: .externalPurchaseToken),
    .init(
      "EXTERNAL_PURCHASE_TOKEN", "CREATED",
      event: "an external purchase token was created",
      do: "keep the token, and report it to Apple", not: noPurchase,
      in: .externalPurchaseToken),
    .init(
      "EXTERNAL_PURCHASE_TOKEN", "ACTIVE_TOKEN_REMINDER",
      event: "an external purchase token is still active; Apple says so every month",
      do: "go on reporting the token to Apple", not: noPurchase,
      in: .externalPurchaseToken),
    .init(
      "RESCIND_CONSENT",
      event: "a parent withdrew consent for a child who uses the app",
      do: "do what the law asks of you for this child's data and access",
      not: "do not look for a purchase in it: it holds no purchase",
      in: .appData),
    .init(
      "TEST",
      event: "you asked Apple for a test notification",
      do: "nothing; the test reached you",
      not: "do not report it as empty or broken: a test holds no transaction"),
  ]

  private static let noPurchase = "do not unlock anything for it: a token is no purchase"
}

extension ServerNotification {
  /// What happened, if Apple documents it.
  package var event: NotificationEvent? {
    notificationType?.text.flatMap { .of(type: $0, subtype: subtype?.text) }
  }

  /// The object that a notification of its type carries.
  package var carrier: Carrier {
    notificationType?.text.flatMap { NotificationEvent.like(type: $0, subtype: subtype?.text) }?
      .carrier ?? .data
  }
}
