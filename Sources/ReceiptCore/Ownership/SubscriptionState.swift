/// Whether a subscription to a product is active at a time, and which record decides it.
///
/// It is active in a period that was not cancelled: from the purchase on, and before the expiry date.
package enum SubscriptionState: Sendable {
  case active(InAppPurchase)
  /// Expired, but still within the caller's grace time.
  case inGrace(InAppPurchase)
  /// The period at that time, or the last one before it, was cancelled.
  case cancelled(InAppPurchase, Cancellation)
  /// The customer moved away from the period at that time, or from the last one before it. The date is
  /// unknown: StoreKit 2 dates only refunds.
  case upgraded(InAppPurchase)
  /// The last period has ended. The next one, if any, begins later.
  case lapsed(InAppPurchase, next: InAppPurchase?)
  /// The first period begins later.
  case notYet(InAppPurchase)
  /// A non-renewing subscription, whose length the receipt does not say.
  case endUnknown(InAppPurchase)
  /// The product was bought, but never expires.
  case notSubscription(InAppPurchase)
  case neverBought

  /// Determines the state of a product.
  package init(
    of productID: ReceiptString, in history: PurchaseHistory, at time: ReceiptDate,
    grace: TimeSpan = TimeSpan(milliseconds: 0)
  ) {
    let records = history.records(of: productID)
    let periods = records.compactMap(Period.init)
    guard !periods.isEmpty else {
      guard let last = records.last else {
        self = .neverBought
        return
      }
      let isNonRenewing = records.contains { $0.productType == .nonRenewingSubscription }
      self = isNonRenewing ? .endUnknown(last) : .notSubscription(last)
      return
    }
    let held = periods.filter { !$0.isCancelled }
    if let period = held.filter({ $0.contains(time) }).max(by: Period.endsEarlier) {
      self = .active(period.record)
      return
    }
    // Only cancelled periods, if any, contain the time. They decide; otherwise the period that ended last
    // does.
    let current = periods.filter { $0.contains(time) }.max(by: Period.endsEarlier)
    let past = periods.filter { $0.end <= time && $0.start <= time }
    if let period = current ?? past.max(by: Period.endsEarlier) {
      if let cancellation = history.cancellation(of: period.record) {
        self = .cancelled(period.record, cancellation)
      } else if period.isCancelled {
        self = .upgraded(period.record)
      } else if time < period.end.adding(grace) {
        self = .inGrace(period.record)
      } else {
        self = .lapsed(period.record, next: held.first { $0.start > time }?.record)
      }
      return
    }
    self = .notYet((held.first ?? periods[0]).record)
  }

  /// A record with its start and end. Periods are sorted by start.
  private struct Period {
    let record: InAppPurchase
    let start: ReceiptDate
    package let end: ReceiptDate

    init?(_ record: InAppPurchase) {
      guard let start = record.purchaseDate, let end = record.expiresDate else { return nil }
      self.record = record
      self.start = start
      self.end = end
    }

    var isCancelled: Bool { record.isTakenBack }

    func contains(_ time: ReceiptDate) -> Bool { start <= time && time < end }

    static func endsEarlier(_ left: Period, _ right: Period) -> Bool {
      left.end == right.end ? left.start < right.start : left.end < right.end
    }
  }
}

extension PurchaseHistory {
  /// Another product of the same subscription that is active at `time`: the one that the customer moved to.
  package func successor(of record: InAppPurchase, at time: ReceiptDate) -> InAppPurchase? {
    guard record.originalTransactionID != nil else { return nil }
    return chain(of: record).last { other in
      guard other.productID != record.productID, !other.isTakenBack,
        let start = other.purchaseDate, let end = other.expiresDate
      else { return false }
      return start <= time && time < end
    }
  }
}

extension InAppPurchase {
  /// Whether it gives nothing any more: it was refunded, or the customer moved to another product.
  package var isTakenBack: Bool { cancellationDate != nil || self.isUpgraded == true }
}
