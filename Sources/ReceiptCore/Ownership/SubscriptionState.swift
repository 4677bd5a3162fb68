/// Whether a subscription to a product is active at a time, and the record that decides it.
///
/// Active is whoever is inside of a period that was not cancelled: from the purchase on, and before the
/// expiry, not at it.
public enum SubscriptionState: Sendable {
  case active(InAppPurchase)
  /// Expired, by less than the grace that the caller gives.
  case inGrace(InAppPurchase)
  /// The period that the time lies in, or the last one before it, was cancelled.
  case cancelled(InAppPurchase, Cancellation)
  /// The same, of a period that the customer moved away from at a time that is not said: StoreKit 2 dates
  /// refunds only.
  case upgraded(InAppPurchase)
  /// The last period ended before; the next one, if there is any, begins later.
  case lapsed(InAppPurchase, next: InAppPurchase?)
  /// The first period begins later.
  case notYet(InAppPurchase)
  /// A subscription that does not renew: the receipt does not say how long it lasts.
  case endUnknown(InAppPurchase)
  /// The product was bought, but nothing of it ever expires.
  case notSubscription(InAppPurchase)
  case neverBought

  /// Judges a product.
  public init(
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
    // The time lies in no period but cancelled ones, which decide, or else what ended last.
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

  /// A record with both of its ends, in the order of the beginnings.
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
  /// Another product of the same subscription that is active at a time: what the customer moved to.
  public func successor(of record: InAppPurchase, at time: ReceiptDate) -> InAppPurchase? {
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
