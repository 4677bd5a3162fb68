internal import ReceiptCore

/// What happens at the end of the period, as far as Apple says.
enum RenewalSection {
  /// The largest number of renewals described. A hostile response could have thousands.
  private static let maximum = 50

  static func statements(
    _ subject: DiagnosisSubject, _ ownership: Ownership
  ) -> [Diagnosis.Statement] {
    let renewals = subject.renewals
    var result = renewals.prefix(maximum).map {
      statement($0, subject, isOver: isOver($0, subject, ownership))
    }
    if renewals.count > maximum {
      result.append(.init("and \(renewals.count - maximum) more, which are not told here"))
    }
    return result
  }

  private static func statement(
    _ renewal: RenewalInfo, _ subject: DiagnosisSubject, isOver: Bool
  ) -> Diagnosis.Statement {
    let name = (renewal.productID ?? renewal.autoRenewProductID)?.description
    var text = name.map { "\($0): " } ?? ""
    if renewal.isInBillingRetryPeriod == true {
      text += "the payment failed, and Apple keeps trying"
    } else if isOver, let why = reason(renewal.expirationIntent) {
      text += "no: it ended because \(why)"
    } else if renewal.autoRenewStatus == true {
      text += willBe(renewal, isOver: isOver)
    } else if let why = reason(renewal.expirationIntent) {
      text += "no: it ended because \(why)"
    } else if renewal.autoRenewStatus == false {
      text += isOver ? "no, the renewal was turned off" : "no, the renewal is turned off"
      if let end = renewal.renewalDate {
        text += "; what is paid \(end > subject.now ? "lasts" : "lasted") until \(end.plainText)"
      }
    } else {
      text += "it does not say"
    }
    // In a year that is paid by the month, autoRenewStatus stays on until the year ends.
    if let follows = renewal.commitmentAutoRenewStatus {
      let date = renewal.commitmentRenewalDate.map { " on \($0.dayText)" } ?? ""
      text +=
        follows
        ? "; the year renews\(date)"
        : "; the payments go on until the year ends\(date), and no other year follows"
    }
    if let grace = renewal.gracePeriodExpiresDate {
      text +=
        grace > subject.now
        ? "; the grace period lasts until \(grace.plainText)"
        : "; the grace period ended at \(grace.plainText)"
    }
    return .init(text, evidence(renewal))
  }

  /// Whether the renewal date has passed.
  private static func isOver(
    _ renewal: RenewalInfo, _ subject: DiagnosisSubject, _ ownership: Ownership
  ) -> Bool {
    if let date = renewal.renewalDate { return date <= subject.now }
    return ownership.products.contains { $0.productID == renewal.productID && !$0.isOwned }
  }

  private static func willBe(_ renewal: RenewalInfo, isOver: Bool) -> String {
    var text = isOver ? "it was to be renewed" : "yes"
    if let other = renewal.change { text += ", as \(other)" }
    if let date = renewal.renewalDate { text += ", at \(date.plainText)" }
    if let amount = renewal.renewalPrice { text += ", for " + price(amount, renewal.currency) }
    switch renewal.consent {
    case 0: text += ", if the customer agrees to the higher price, which they did not yet"
    case 1: text += "; to the higher price the customer agreed, where that is needed"
    default: text += isOver ? "" : ", if nothing changes"
    }
    return text
  }

  /// Why a subscription ended, by Apple's `expiration_intent`.
  static func reason(_ intent: Int64?) -> String? {
    switch intent {
    case 1: "the customer cancelled"
    case 2: "the payment failed"
    case 3: "the customer did not agree to the higher price"
    case 4: "the product was no longer for sale"
    default: nil
    }
  }

  /// The largest number of renewals in the short answer.
  private static let maximumSummaries = 3

  /// The most important facts about renewals, for the short answer.
  static func summary(_ subject: DiagnosisSubject, _ ownership: Ownership) -> String? {
    let all = subject.renewals.prefix(maximumSummaries).compactMap {
      summary($0, subject, ownership)
    }
    return all.isEmpty ? nil : all.joined(separator: " ")
  }

  private static func summary(
    _ renewal: RenewalInfo, _ subject: DiagnosisSubject, _ ownership: Ownership
  ) -> String? {
    guard let name = renewal.productID ?? renewal.autoRenewProductID else { return nil }
    if renewal.isInBillingRetryPeriod == true {
      // For a lapsed product, the reason was given with the product.
      guard ownership.products.contains(where: { $0.productID == name && !$0.isOwned }) else {
        return "A payment for \(name) failed, and Apple keeps trying."
      }
      let grace = renewal.gracePeriodExpiresDate.flatMap { $0 <= subject.now ? $0 : nil }
      return "Apple keeps trying the payment"
        + (grace.map { "; its grace period ended on \($0.dayText)" } ?? "") + "."
    }
    if renewal.expirationIntent != nil { return nil }
    let isOver = isOver(renewal, subject, ownership)
    if renewal.autoRenewStatus == false {
      // For a lapsed product, this reason was given with the product.
      if ownership.products.contains(where: { $0.productID == name && !$0.isOwned }) { return nil }
      return isOver
        ? "\(name) was not to be renewed: that was turned off."
        : "\(name) will not be renewed: that is turned off."
    }
    if isOver {
      return renewal.autoRenewStatus == true ? "\(name) was to be renewed." : nil
    }
    if renewal.autoRenewStatus == true, renewal.consent == 0 {
      return "\(name) will be renewed only if the customer agrees to the higher price."
    }
    if let other = renewal.change { return "With the next renewal \(name) becomes \(other)." }
    return renewal.autoRenewStatus == true ? "\(name) will be renewed if nothing changes." : nil
  }

  /// `6.99 EUR`, from a price in thousandths of the currency unit.
  static func price(_ price: Int64, _ currency: ReceiptString?) -> String {
    let thousandths = String(1000 + price.magnitude % 1000).dropFirst()
    let digits = thousandths.last == "0" ? thousandths.dropLast() : thousandths
    return (price < 0 ? "-" : "") + "\(price.magnitude / 1000).\(digits)"
      + (currency.map { " \($0)" } ?? "")
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

extension RenewalInfo {
  /// The other product that it will renew as.
  var change: ReceiptString? {
    guard autoRenewStatus == true, let other = autoRenewProductID, let productID,
      other != productID
    else { return nil }
    return other
  }

  /// Whether the customer agreed to a higher price: 0 = not yet; 1 = yes, or not needed.
  var consent: Int64? { priceConsentStatus ?? priceIncreaseStatus }
}
