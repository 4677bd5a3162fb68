internal import ReceiptCore

/// The message of Apple's server: the status of a response, or the event of a notification (Apple, "status",
/// "notificationType" and "subtype").
enum MessageSection {
  static func statements(_ subject: DiagnosisSubject) -> [Diagnosis.Statement] {
    if let status = subject.decoded.response?.status {
      let meaning =
        VerifyReceiptStatus.explanation(of: status)?.meaning ?? "which Apple does not document"
      return [
        .init("Apple's server answered \(status): \(meaning)", ["status": String(status)])
      ]
    }
    guard let notification = subject.decoded.notification else { return [] }
    var result: [Diagnosis.Statement] = []
    if let type = notification.notificationType {
      let words = [type, notification.subtype].compactMap { $0?.description }.joined(
        separator: ", ")
      let known = meaning(notification).map { ": \($0)" } ?? ", which is not known here"
      var evidence: [(String, String)] = [("notification_type", type.description)]
      if let subtype = notification.subtype { evidence.append(("subtype", subtype.description)) }
      result.append(.init("\(words)\(known)", Evidence(evidence)))
    } else {
      result.append(.init("it does not say what happened"))
    }
    if let status = notification.status, let text = text(ofStatus: status) {
      result.append(
        .init("when this was sent, the subscription \(text)", ["status": String(status)]))
    }
    return result
  }

  /// The event, for the short answer.
  static func meaning(_ notification: ServerNotification) -> String? {
    guard let type = notification.notificationType?.text else { return nil }
    let subtype = notification.subtype?.text
    return meanings.first { $0.type == type && $0.subtype == subtype }?.meaning
      ?? meanings.first { $0.type == type && $0.subtype == nil }?.meaning
  }

  private static func text(ofStatus status: Int64) -> String? {
    switch status {
    case 1: "was active"
    case 2: "had expired"
    case 3: "was not paid, and Apple kept trying"
    case 4: "was not paid, and in its grace period, in which the customer keeps access"
    case 5: "had been revoked"
    default: nil
    }
  }

  private static let meanings: [(type: String, subtype: String?, meaning: String)] = [
    ("CONSUMPTION_REQUEST", nil, "a customer asks for a refund, and Apple asks what was used"),
    ("DID_CHANGE_RENEWAL_PREF", "UPGRADE", "the customer moved to a better product at once"),
    (
      "DID_CHANGE_RENEWAL_PREF", "DOWNGRADE", "the customer moves to another product at the renewal"
    ),
    ("DID_CHANGE_RENEWAL_PREF", nil, "the customer changed what will be renewed"),
    ("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED", "the renewal was turned off"),
    ("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_ENABLED", "the renewal was turned on"),
    ("DID_CHANGE_RENEWAL_STATUS", nil, "the renewal was turned on or off"),
    ("DID_FAIL_TO_RENEW", "GRACE_PERIOD", "the payment for a renewal failed, and grace is given"),
    ("DID_FAIL_TO_RENEW", nil, "the payment for a renewal failed"),
    ("DID_RENEW", "BILLING_RECOVERY", "a payment that had failed went through: it was renewed"),
    ("DID_RENEW", nil, "the subscription was renewed"),
    ("EXPIRED", "BILLING_RETRY", "the subscription ended: the payment never went through"),
    ("EXPIRED", "PRICE_INCREASE", "the subscription ended: the higher price was not agreed to"),
    ("EXPIRED", "PRODUCT_NOT_FOR_SALE", "the subscription ended: it was no longer for sale"),
    ("EXPIRED", "VOLUNTARY", "the subscription ended: the renewal had been turned off"),
    ("EXPIRED", nil, "the subscription ended"),
    ("GRACE_PERIOD_EXPIRED", nil, "the grace period ended, and nothing was paid"),
    ("OFFER_REDEEMED", nil, "the customer took an offer"),
    ("ONE_TIME_CHARGE", nil, "the customer bought something that is no subscription"),
    ("PRICE_INCREASE", "ACCEPTED", "the customer agreed to the higher price, or need not"),
    ("PRICE_INCREASE", "PENDING", "the customer was asked to agree to a higher price"),
    ("PRICE_INCREASE", nil, "the price goes up"),
    ("REFUND", nil, "Apple gave the money back"),
    ("REFUND_DECLINED", nil, "Apple declined to give the money back"),
    ("REFUND_REVERSED", nil, "Apple took a refund back: the purchase counts again"),
    ("RENEWAL_EXTENDED", nil, "the end of the period was put off"),
    ("RENEWAL_EXTENSION", nil, "the ends of many periods were put off"),
    ("REVOKE", nil, "what was shared in the family is shared no more"),
    ("SUBSCRIBED", "INITIAL_BUY", "the customer subscribed for the first time"),
    ("SUBSCRIBED", "RESUBSCRIBE", "the customer subscribed again"),
    ("SUBSCRIBED", nil, "the customer subscribed"),
    ("TEST", nil, "the developer asked for a test"),
  ]
}
