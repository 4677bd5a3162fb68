internal import ReceiptCore

/// The wording for periods, endings and days.
extension ProductNarrator {
  /// `the last paid period of com.example.pro`.
  func lastPeriod(
    of record: InAppPurchase, _ productID: ReceiptString? = nil, isLast: Bool = true
  ) -> String {
    let article = productID == nil ? "its" : "the"
    let owner = productID.map { " of \($0)" } ?? ""
    if record.isTrialPeriod == true { return "\(article) free trial\(owner)" }
    if record.isInIntroOfferPeriod == true {
      return "\(article) \(isLast ? "last " : "")period\(owner) at the introductory price"
    }
    if record.isIntroductory {
      return "\(article) \(isLast ? "last " : "")period\(owner) with the introductory offer"
    }
    let last = subject.isSingle || !isLast ? "" : "last "
    return "\(article) \(last)\(isPaid(record) ? "paid " : "")period\(owner)"
  }

  /// The word for an introductory offer: "offer" where it may also be a free trial.
  static func price(_ record: InAppPurchase) -> String {
    record.isInIntroOfferPeriod == true ? "price" : "offer"
  }

  func period(of record: InAppPurchase) -> String {
    if record.isTrialPeriod == true { return "its free trial" }
    if record.isInIntroOfferPeriod == true { return "a period at the introductory price" }
    if record.isIntroductory { return "a period with the introductory offer" }
    if let offer = record.promotionalOfferID {
      return "a period with the promotional offer \(offer)"
    }
    if let offer = record.offerCodeRefName {
      return "a period with the offer code \(offer)"
    }
    guard isPaid(record) else { return "a regular period" }
    let price = record.price.map {
      ", for " + RenewalSection.price($0, record.currency)
    }
    return "a paid period" + (price ?? "")
  }

  /// Only App Store purchases cost money, and an offer may be free.
  func isPaid(_ record: InAppPurchase) -> Bool {
    subject.receipt.environment != .sandbox && subject.receipt.environment != .xcode
      && record.promotionalOfferID == nil && record.offerCodeRefName == nil
      && record.price != 0
  }

  func text(of cancellation: Cancellation, _ record: InAppPurchase) -> String {
    switch cancellation {
    case .refund(let date) where isShared(record):
      "taken back at \(date.plainText): refunded to whoever bought it, or no longer shared"
    case .refund(let date):
      "refunded at \(date.plainText)"
        + (record.cancellationReason == 1 ? ", and the customer named a problem with the app" : "")
    case .upgrade(let date, let product, let isInferred):
      "replaced\(product.map { " by \($0)" } ?? "") at \(date.plainText)"
        + (isInferred ? ": the one began when the other ended" : "")
    }
  }

  /// How a purchase ended after `now`: `, when it was refunded`.
  func takenBackLater(
    _ record: InAppPurchase
  ) -> (date: ReceiptDate, text: String, isInferred: Bool)? {
    let today = subject.history.records.first {
      $0.transactionID == record.transactionID && $0.productID == record.productID
        && $0.purchaseDate == record.purchaseDate
    }
    guard let today, !record.isTakenBack, let cancellation = subject.history.cancellation(of: today)
    else { return nil }
    let text: String
    var isInferred = false
    switch cancellation {
    case .refund: text = isShared(today) ? "taken back" : "refunded"
    case .upgrade(_, let product, let isGuess):
      text = "replaced" + (product.map { " by \($0)" } ?? "")
      isInferred = isGuess
    }
    return (cancellation.date, ", when it was \(text)", isInferred)
  }

  /// Whether a family member bought it. A notification says so by its type, when a shared purchase is
  /// revoked.
  func isShared(_ record: InAppPurchase) -> Bool {
    record.isFamilyShared
      || subject.decoded.notification?.notificationType == ReceiptString("REVOKE")
  }

  /// `on 2025-05-17`; for the same day as `now`, the moment.
  func on(_ date: ReceiptDate) -> String {
    date.dayText == now.dayText ? "at \(date.plainText)" : "on \(date.dayText)"
  }

  /// The day; for moments within two days, the moment.
  func shortly(_ date: ReceiptDate) -> String {
    date.since(now) < TimeSpan(milliseconds: 172_800_000) ? date.plainText : date.dayText
  }
}
