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

  /// The member of the notification that holds the rest.
  package var carrier: ServerNotification.Carrier {
    var notification = ServerNotification()
    notification.notificationType = type.map { ReceiptString($0) }
    notification.subtype = subtype.map { ReceiptString($0) }
    return notification.carrier
  }

  fileprivate init(
    _ type: String, _ event: String, do advice: String, not caution: String? = nil,
    orType otherType: String? = nil
  ) {
    self.init(type, nil, event, do: advice, not: caution, orType: otherType)
  }

  fileprivate init(
    _ type: String?, _ subtype: String?, _ event: String, do advice: String,
    not caution: String? = nil, orType otherType: String? = nil
  ) {
    self.type = type
    self.subtype = subtype
    self.otherType = otherType
    self.event = event
    self.advice = advice
    self.caution = caution
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
      "the customer subscribed for the first time in this group, or first got it through Family Sharing",
      do: grant),
    .init(
      "SUBSCRIBED", "RESUBSCRIBE",
      "the customer subscribed again to a product of the same group", do: grant),
    .init(
      "ONE_TIME_CHARGE",
      "the customer bought something other than an auto-renewable subscription, or got a non-consumable "
        + "through Family Sharing",
      do: "grant what was bought"),
    .init(
      "OFFER_REDEEMED", "the customer used an offer for an active subscription",
      do: "grant what the transaction says"),
    .init(
      "OFFER_REDEEMED", "UPGRADE",
      "the customer used an offer and moved to a higher product at once", do: switchNow),
    .init(
      "OFFER_REDEEMED", "DOWNGRADE",
      "the customer used an offer for a lower product, from the next renewal on",
      do: waitForRenewal, not: keepCurrent),
  ]

  private static let renewals: [Self] = [
    .init("DID_RENEW", "the subscription was renewed", do: "extend access to the new expiresDate"),
    .init(
      "DID_RENEW", "BILLING_RECOVERY",
      "a payment that had failed went through, and the subscription was renewed",
      do: "give access back until the new expiresDate; a 12-month commitment also has a new "
        + "commitmentExpiresDate"),
    .init(
      "DID_CHANGE_RENEWAL_PREF", "UPGRADE",
      "the customer moved at once to a higher product, or to an equal one of the same length",
      do: switchNow,
      not: "do not count it as a refund: Apple pays back the unused time as part of the change"),
    .init(
      "DID_CHANGE_RENEWAL_PREF", "DOWNGRADE",
      "the customer chose a lower product, or an equal one of another length, from the next renewal on",
      do: waitForRenewal, not: keepCurrent),
    .init(
      "DID_CHANGE_RENEWAL_PREF", "the customer took back a change that was planned for the renewal",
      do: "nothing: the current product renews"),
    .init(
      "DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_ENABLED", "automatic renewal was turned on",
      do: "nothing"),
    .init(
      "DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED",
      "automatic renewal was turned off, by the customer or after a refund request",
      do:
        "keep access until expiresDate; in a 12-month commitment the payments go on until its end",
      not: keepPaid),
    .init(
      "DID_CHANGE_RENEWAL_STATUS", "the subscription is set to end after a notice about its price",
      do: "keep access until expiresDate", not: keepPaid),
    .init(
      "RENEWAL_EXTENDED", "the renewal date of one subscription was extended",
      do: "extend access to the new expiresDate"),
    .init(
      "RENEWAL_EXTENSION", "SUMMARY",
      "the extension of renewal dates that you requested for many subscribers is finished",
      do: "compare succeededCount with failedCount",
      not: "do not change a customer's access by it: it holds counts only"),
    .init(
      "RENEWAL_EXTENSION", "FAILURE",
      "the extension of the renewal date failed for one subscription",
      do: "look up this customer's subscription, and request an extension for it alone",
      not: "do not extend access: the old expiresDate still counts"),
    .init(
      "METADATA_UPDATE",
      "you changed the texts of a subscription (Advanced Commerce)", do: "show the new texts"),
    .init(
      "MIGRATION", "you moved the subscription to Advanced Commerce",
      do: "join it with the earlier one by previousOriginalTransactionId",
      not: "do not count it as a new purchase", orType: "MIGRATE"),
  ]

  private static let failures: [Self] = [
    .init(
      "DID_FAIL_TO_RENEW", "the payment for a renewal failed, and there is no grace period",
      do: "withdraw access, and ask the customer to update their payment method",
      not:
        "do not treat it as cancelled: Apple tries again for 60 days, in a 12-month commitment for 90"
    ),
    .init(
      "DID_FAIL_TO_RENEW", "GRACE_PERIOD",
      "the payment for a renewal failed, and the grace period has begun",
      do:
        "keep access until gracePeriodExpiresDate, and ask the customer to update their payment method",
      not: "do not withdraw access yet"),
    .init(
      "GRACE_PERIOD_EXPIRED", "the grace period ended without a payment; Apple tries again",
      do: "withdraw access until a payment goes through"),
  ]

  private static let ends: [Self] = [
    .init(
      "EXPIRED", "VOLUNTARY", "the subscription ended: the customer had turned the renewal off",
      do: withdraw),
    .init(
      "EXPIRED", "BILLING_RETRY",
      "the subscription ended: no payment went through while Apple tried", do: withdraw),
    .init(
      "EXPIRED", "PRICE_INCREASE",
      "the subscription ended: the customer did not agree to the higher price", do: withdraw),
    .init(
      "EXPIRED", "PRODUCT_NOT_FOR_SALE",
      "the subscription ended: the product was not for sale when it was set to renew",
      do: "withdraw access, and check in App Store Connect whether the product should be for sale"),
    .init("EXPIRED", "the subscription ended for another reason", do: withdraw),
  ]

  private static let prices: [Self] = [
    .init(
      "PRICE_INCREASE", "PENDING",
      "the customer was asked to agree to a higher price and has not answered",
      do: "nothing now", not: keepPaid),
    .init(
      "PRICE_INCREASE", "ACCEPTED",
      "the customer agreed to a higher price, or was told of one that needs no consent",
      do: "nothing now"),
    .init(
      "PRICE_CHANGE", "you changed the price of a subscription (Advanced Commerce)",
      do: "nothing now"),
  ]

  private static let refunds: [Self] = [
    .init(
      "REFUND", "Apple refunded this purchase",
      do:
        "withdraw what this transaction gave; revocationType and revocationPercentage say how much was "
        + "refunded",
      not: "do not withdraw other purchases or other periods; a move to a bundle is no refund"),
    .init(
      "REFUND", "SEATS", "Apple refunded some seats of a multiseat purchase",
      do: "count revokedSeatQuantity seats fewer",
      not:
        "do not withdraw the purchaser's access: it ends only when every transaction of the period is "
        + "revoked"),
    .init(
      "REFUND_DECLINED", "Apple declined a refund",
      do: "nothing: the customer keeps the purchase"),
    .init(
      "REFUND_REVERSED", "Apple reversed a refund after a dispute",
      do: "give back what was withdrawn; the renewal date stays the same"),
    .init(
      "CONSUMPTION_REQUEST",
      "the customer asked for a refund, and Apple asks you how the purchase was used",
      do: "send consumption information to Apple, if the customer agreed to that",
      not: "do not withdraw anything: Apple has not decided yet"),
    .init(
      "REVOKE", "access through Family Sharing ended",
      do: "withdraw access for this family member",
      not: "do not withdraw access for the family member who bought it"),
  ]

  private static let seats: [Self] = [
    .init(
      nil, "INCREASE_QUANTITY", "the customer added seats to a multiseat subscription",
      do: "count the new seats at once: add up all transactions of the period",
      not: "do not let the newer transaction replace the older one"),
    .init(
      nil, "DECREASE_QUANTITY",
      "the customer wants fewer seats from the next renewal on, or took such a reduction back",
      do: "nothing now: renewalQuantity says how many seats renew",
      not: "do not withdraw a seat in this period"),
    .init(
      "UNCLAIM_SEATS", "Apple released seats that your server had claimed for people",
      do: "withdraw access for the claims in unclaimSeatIds"),
  ]

  private static let requests: [Self] = [
    .init(
      "EXTERNAL_PURCHASE_TOKEN", "UNREPORTED", "Apple has no report for an external purchase token",
      do: "report the token to Apple", not: noPurchase),
    .init(
      "EXTERNAL_PURCHASE_TOKEN", "CREATED", "an external purchase token was created",
      do: "keep the token, and report it to Apple", not: noPurchase),
    .init(
      "EXTERNAL_PURCHASE_TOKEN", "ACTIVE_TOKEN_REMINDER",
      "an external purchase token is still active; Apple says so every month",
      do: "go on reporting the token to Apple", not: noPurchase),
    .init(
      "RESCIND_CONSENT", "a parent withdrew consent for a child who uses the app",
      do: "do what the law asks of you for this child's data and access",
      not: "do not look for a purchase in it: it holds no purchase"),
    .init(
      "TEST", "you asked Apple for a test notification", do: "nothing; the test reached you",
      not: "do not report it as empty or broken: a test holds no transaction"),
  ]

  private static let noPurchase = "do not unlock anything for it: a token is no purchase"
}

extension ServerNotification {
  /// What happened, if Apple documents it.
  package var event: NotificationEvent? {
    notificationType?.text.flatMap { .of(type: $0, subtype: subtype?.text) }
  }
}
