/// What a notification of version 1 tells (Apple, "notification_type"). Apple does not sign this version.
package struct NotificationV1Event: Sendable {
  package let type: String
  /// The name that the type had before.
  package let otherType: String?
  package let event: String
  package let advice: String
  package let caution: String?
  /// The combinations of version 2 that tell the same.
  package let successors: [String]
  package let family: Family

  /// Whether it is also sent for the members of a family who share the purchase.
  package enum Family: String, Sendable {
    case no, yes, only, unknown
  }

  fileprivate init(
    _ type: String, _ event: String, do advice: String, not caution: String? = nil,
    now successors: String..., family: Family = .yes, orType otherType: String? = nil
  ) {
    self.type = type
    self.otherType = otherType
    self.event = event
    self.advice = advice
    self.caution = caution
    self.successors = successors
    self.family = family
  }
}

extension NotificationV1Event {
  package static func of(type: String) -> NotificationV1Event? {
    all.first { $0.type == type || $0.otherType == type }
  }

  /// What version 1 told where version 2 has this type and subtype; `nil` where it told nothing.
  package static func before(type: String, subtype: String?) -> NotificationV1Event? {
    // It did not tell of the end of a subscription, but of the renewal that was turned off before.
    guard type != "EXPIRED" else { return of(type: "DID_CHANGE_RENEWAL_STATUS") }
    let name = subtype.map { "\(type)/\($0)" } ?? type
    return all.first { $0.successors.contains(name) }
      ?? all.first { $0.successors.contains { $0.hasPrefix(type + "/") || $0 == type } }
  }

  package static let all: [Self] = [
    .init(
      "INITIAL_BUY", "the customer subscribed for the first time",
      do: "grant access by the newest transaction", now: "SUBSCRIBED/INITIAL_BUY", family: .no),
    .init(
      "INTERACTIVE_RENEWAL",
      "the customer renewed the subscription themselves, or moved to a higher product",
      do:
        "grant access by the newest transaction. Its product may be one that the app does not show: the App Store offers all of a group",
      now: "SUBSCRIBED/RESUBSCRIBE", "DID_CHANGE_RENEWAL_PREF/UPGRADE"),
    .init(
      "DID_RENEW", "the subscription was renewed", do: "extend access to the new expires_date",
      now: "DID_RENEW"),
    .init(
      "DID_RECOVER",
      "a payment that had failed went through, and the subscription was renewed",
      do: "give access back until the new expires_date", now: "DID_RENEW/BILLING_RECOVERY",
      orType: "RENEWAL"),
    .init(
      "DID_FAIL_TO_RENEW", "the payment for a renewal failed",
      do: "keep access until grace_period_expires_date if there is one; otherwise withdraw it",
      not: "do not treat it as cancelled while is_in_billing_retry_period is 1",
      now: "DID_FAIL_TO_RENEW"),
    .init(
      "DID_CHANGE_RENEWAL_PREF",
      "the customer chose another product from the next renewal on",
      do: "nothing now: the current product lasts until expires_date",
      now: "DID_CHANGE_RENEWAL_PREF/DOWNGRADE", "DID_CHANGE_RENEWAL_PREF"),
    .init(
      "DID_CHANGE_RENEWAL_STATUS", "automatic renewal was turned on or off",
      do: "read auto_renew_status, and keep access until expires_date",
      not: "do not read a cancellation from it: upgrades, returns and refunds cause it too",
      now: "DID_CHANGE_RENEWAL_STATUS"),
    .init(
      "PRICE_INCREASE_CONSENT", "the customer was asked to agree to a higher price",
      do: "nothing now", now: "PRICE_INCREASE/PENDING", family: .no),
    .init(
      "CANCEL", "Apple refunded a subscription",
      do: "withdraw what the transaction with the cancellation_date gave",
      not: "do not expect it when a customer turns the renewal off", now: "REFUND", family: .no),
    .init(
      "REFUND",
      "Apple refunded a consumable, a non-consumable or a non-renewing subscription",
      do: "withdraw what the transaction with the cancellation_date gave", now: "REFUND",
      family: .no),
    .init(
      "REVOKE", "access through Family Sharing ended", do: "withdraw access for this family member",
      not: "do not withdraw access for the family member who bought it", now: "REVOKE",
      family: .only),
    .init(
      "CONSUMPTION_REQUEST", "the customer asked for a refund of a consumable",
      do: "send consumption information to Apple, if the customer agreed to that",
      not: "do not withdraw anything: Apple has not decided yet", now: "CONSUMPTION_REQUEST",
      family: .unknown),
  ]
}
