internal import ReceiptCore

/// What happens at the end of the period, as far as Apple says.
enum RenewalSection {
  /// The largest number of renewals described. A hostile response could have thousands.
  private static let maximum = 50

  /// The words on a renewal. Its product has a name if it is known.
  private struct Told {
    let name: String?
    let text: String
    let evidence: Evidence
  }

  static func statements(_ judgement: Judgement) -> [Diagnosis.Statement] {
    told(judgement) { _ in true }.map { told in
      .init(told.name.map { "\($0): \(told.text)" } ?? told.text, told.evidence)
    }
  }

  /// The same as sentences, of some of the renewals.
  static func sentences(_ judgement: Judgement, where isTold: (RenewalInfo) -> Bool) -> [String] {
    told(judgement, where: isTold).map { told in
      told.name.map { "Renewal of \($0): \(told.text)." } ?? "Renewal: \(told.text)."
    }
  }

  private static func told(_ judgement: Judgement, where isTold: (RenewalInfo) -> Bool) -> [Told] {
    let renewals = judgement.situation.renewals.filter(isTold)
    var result = renewals.prefix(maximum).map {
      told($0, judgement, isOver: isOver($0, judgement))
    }
    let more = renewals.count - maximum
    if more > 0 {
      let text = "\(more) more \(more == 1 ? "is" : "are") not described here"
      result.append(Told(name: nil, text: text, evidence: [:]))
    }
    return result
  }

  private static func told(_ renewal: RenewalInfo, _ judgement: Judgement, isOver: Bool) -> Told {
    let situation = judgement.situation
    let words = CardWords(judgement)
    let name = (renewal.productID ?? renewal.autoRenewProductID).map(words.name)
    // A renewal of a subscription whose transactions are not here says nothing of those that are.
    let isStrange =
      !judgement.holdings.isEmpty && !judgement.history.records.contains(where: renewal.isOf)
    let strange = renewal.originalTransactionID.map { " (another subscription, \($0))" } ?? ""
    var text = ""
    let reason = EndReason(renewal)
    if renewal.isInBillingRetryPeriod == true {
      text += retry(renewal, judgement)
    } else if let reason, reason != .renewalOff {
      text += "no, because \(reason.text)"
    } else if renewal.expirationIntent != nil {
      text += "no, for a reason that Apple does not name"
    } else if renewal.autoRenewStatus == true {
      text += willBe(renewal, words, isOver: isOver)
    } else if reason == .renewalOff {
      text += isOver ? "no, it was turned off" : "no, it is turned off"
      if let end = renewal.renewalDate {
        text +=
          isOver
          ? ""
          : "; what is paid \(end > situation.now ? "lasts" : "lasted") until \(words.moment(end))"
      }
    } else {
      text += "not stated"
    }
    // In a year that is paid by the month, autoRenewStatus stays on until the year ends.
    if let follows = renewal.commitmentAutoRenewStatus {
      let isWithdrawn =
        if case .withdrawn? = holding(renewal, judgement)?.state { true } else { false }
      let date = renewal.commitmentRenewalDate.map { " on \(words.day($0))" } ?? ""
      text +=
        isWithdrawn
        ? ""
        : follows
          ? "; the year renews\(date)"
          : "; the payments go on until the year ends\(date), and no other year follows"
    }
    if let grace = renewal.gracePeriodExpiresDate {
      text +=
        grace > situation.now
        ? "; the grace period lasts until \(words.moment(grace))"
        : "; the grace period ended on \(words.moment(grace))"
    }
    return Told(
      name: name.map { isStrange ? $0 + strange : $0 },
      text: judgement.isUnsigned(renewal) ? text + " (this is not signed)" : text,
      evidence: evidence(renewal))
  }

  /// Whether Apple still retries a failed payment.
  private static func retry(_ renewal: RenewalInfo, _ judgement: Judgement) -> String {
    let now = judgement.situation.now
    let ended =
      renewal.renewalDate
      ?? holding(renewal, judgement)?.record.expiresDate
    guard let ended, now >= ended.adding(BillingRetry.length(nil, renewal)) else {
      return "the payment failed, and Apple retries it"
    }
    return "no, the payment failed, and Apple no longer retries it"
  }

  /// Whether the time of the renewal has passed. Without a date, it is not known for longer than a month.
  private static func isOver(_ renewal: RenewalInfo, _ judgement: Judgement) -> Bool {
    let situation = judgement.situation
    let holding = holding(renewal, judgement)
    // What was refunded does not run to its end.
    if case .withdrawn? = holding?.state { return true }
    if let date = renewal.renewalDate { return date <= situation.now }
    if let holding { return !holding.isHeld }
    return situation.madeAt.map { situation.now.since($0) > month } ?? true
  }

  /// What is held of the subscription that a renewal is about.
  private static func holding(_ renewal: RenewalInfo, _ judgement: Judgement) -> Holding? {
    judgement.holdings.first { renewal.isOf($0.record) && $0.productID == renewal.productID }
      ?? judgement.holdings.first { renewal.isOf($0.record) }
  }

  private static let month = TimeSpan(milliseconds: 31 * 86_400_000)

  private static func willBe(_ renewal: RenewalInfo, _ words: CardWords, isOver: Bool) -> String {
    var text =
      isOver ? "it was set to renew" : renewal.consent == 0 ? "only if the customer agrees" : "yes"
    if let other = renewal.change {
      text += ", as \(words.name(other))\(words.level(of: other, after: renewal.productID))"
    }
    if let date = renewal.renewalDate { text += ", on \(words.moment(date))" }
    if let seats = renewal.renewalQuantity {
      text += ", with \(seats) \(seats == 1 ? "seat" : "seats")"
    }
    if let amount = renewal.renewalPrice {
      text +=
        ", for " + CardWords.price(amount, renewal.currency)
        + (renewal.renewalQuantity == nil ? "" : " a seat")
    }
    switch renewal.consent {
    case 0: text += isOver ? ", if the customer agreed to the higher price" : " (the higher price)"
    case 1: text += "; the customer agreed to a higher price, or did not need to"
    default: text += isOver ? "" : ", if nothing changes"
    }
    return text
  }

  private static func evidence(_ renewal: RenewalInfo) -> Evidence {
    let all: [(String, String?)] = [
      ("auto_renew_product_id", renewal.autoRenewProductID?.description),
      ("auto_renew_status", renewal.autoRenewStatus.map(String.init)),
      ("expiration_intent", renewal.expirationIntent.map(String.init)),
      ("grace_period_expires_date", renewal.gracePeriodExpiresDate?.description),
      ("is_in_billing_retry_period", renewal.isInBillingRetryPeriod.map(String.init)),
      ("original_transaction_id", renewal.originalTransactionID?.description),
      ("price_consent_status", renewal.priceConsentStatus.map(String.init)),
      ("price_increase_status", renewal.priceIncreaseStatus.map(String.init)),
      ("product_id", renewal.productID?.description),
      ("renewal_date", renewal.renewalDate?.description),
    ]
    return Evidence(all.compactMap { name, value in value.map { (name, $0) } })
  }
}
