internal import ReceiptCore

/// Judges what a customer has of each product at a time, by Apple's rules.
struct ProductJudge {
  let situation: Situation
  /// The purchases as they were at that time, without later cancellations.
  let history: PurchaseHistory

  private var now: ReceiptDate { situation.now }

  init(_ situation: Situation) {
    self.situation = situation
    let now = situation.now
    let records = situation.history.records
    let later = Self.upgradedLater(records, now)
    let isCancelledLater = records.indices.map { place in
      records[place].cancellationDate.map { $0 > now } ?? later.contains(place)
    }
    guard isCancelledLater.contains(true) else {
      history = situation.history
      return
    }
    history = PurchaseHistory(
      zip(records, isCancelledLater).map { record, isLater in
        guard isLater else { return record }
        var record = record
        record.cancellationDate = nil
        record.isUpgraded = nil
        return record
      })
  }

  /// The places of records that say that they were upgraded, and not when: the next product of
  /// their subscription begins after `now`.
  private static func upgradedLater(_ records: [InAppPurchase], _ now: ReceiptDate) -> Set<Int> {
    /// The next record of each subscription, and the next of another product than that.
    var next: [ReceiptString: (record: InAppPurchase, other: ReceiptDate?)] = [:]
    var result: Set<Int> = []
    for (place, record) in records.enumerated().reversed() {
      guard let original = record.originalTransactionID else { continue }
      let following = next[original]
      let other =
        following?.record.productID == record.productID
        ? following?.other : following?.record.purchaseDate
      if record.isUpgraded == true, let other, other > now { result.insert(place) }
      next[original] = (record, other)
    }
    return result
  }

  func holding(_ productID: ReceiptString) -> Holding {
    switch SubscriptionState(of: productID, in: history, at: now) {
    case .active(let record), .inGrace(let record): return active(productID, record)
    case .lapsed(let record, let next): return ended(productID, record, next: next)
    case .cancelled(let record, .refund(let date)) where isOfThePast(date, record):
      return holding(productID, .unknown(paidUntil: record.expiresDate), record)
    case .cancelled(let record, let cancellation):
      return holding(productID, state(of: cancellation, record), record)
    case .upgraded(let record):
      let other = successor(of: record)
      return holding(
        productID, .replaced(by: other?.productID, on: other?.purchaseDate), record,
        isInferred: other != nil)
    case .notYet(let record):
      let state: Holding.State =
        hadUnlistedPeriods(record) ? .unknown(paidUntil: nil) : .notYet(on: record.purchaseDate)
      return holding(productID, state, record)
    case .endUnknown, .notSubscription, .neverBought: return bought(productID)
    }
  }

  private func holding(
    _ productID: ReceiptString, _ state: Holding.State, _ record: InAppPurchase,
    isInferred: Bool = false, byRenewal: Bool = false
  ) -> Holding {
    let source = situation.purchases.source(of: record)
    // A response is not signed, although the receipt in it is.
    let certainty: Certainty =
      byRenewal && situation.isUnsignedResponse ? .unsigned : source.certainty
    return Holding(
      productID: productID, state: state,
      certainty: isInferred && source.isProven ? .inferred : certainty,
      asOf: source.madeAt ?? situation.madeAt, record: record,
      isShared: isShared(record))
  }

  /// Whether a family member bought it. A notification says so by its type, when a shared purchase is
  /// revoked.
  private func isShared(_ record: InAppPurchase) -> Bool {
    record.isFamilyShared
      || situation.decoded.notification?.notificationType == ReceiptString("REVOKE")
  }

  // MARK: Subscriptions

  private func active(_ productID: ReceiptString, _ record: InAppPurchase) -> Holding {
    let early = cancellationLater(record)
    let end = early?.date ?? record.expiresDate
    var holding = holding(
      productID, .active(until: end.flatMap { $0.isNever ? nil : $0 }), record)
    holding.endsEarly = early
    if record.isTrialPeriod != true { holding.endOfTrial = endOfTrial(before: record) }
    return holding
  }

  /// A subscription whose last period has ended.
  private func ended(
    _ productID: ReceiptString, _ record: InAppPurchase, next: InAppPurchase?
  ) -> Holding {
    let end = record.expiresDate
    if let other = follower(of: record) {
      return holding(
        productID, .replaced(by: other.productID, on: other.purchaseDate), record, isInferred: true)
    }
    if let end, let start = next?.purchaseDate {
      return holding(productID, .between(from: end, to: start), record)
    }
    let renewal = situation.renewal(of: productID)
    let status = situation.status(of: record)
    if let grace = renewal?.gracePeriodExpiresDate, grace > now {
      return holding(productID, .grace(until: grace), record, byRenewal: true)
    }
    // The renewal info is newer than the list, and knows of a later period.
    if let end, let date = renewal?.renewalDate, date.since(end) > Cancellation.tolerance {
      return holding(productID, .unknown(paidUntil: end), record)
    }
    if let end, renewal?.isInBillingRetryPeriod == true || status == APIStatus.billingRetry {
      let limit = end.adding(BillingRetry.length(record, renewal))
      return holding(
        productID,
        now < limit
          ? .billingRetry(ended: end, until: limit) : .lapsed(ended: end, .paymentFailed), record,
        byRenewal: true)
    }
    let reason = EndReason(renewal)
    if status == APIStatus.expired || isKnownToEnd(record) {
      return holding(productID, .lapsed(ended: end, reason), record)
    }
    if reason != nil || renewal?.expirationIntent != nil {
      // Before the period ends, the customer may turn the renewal on again.
      return holding(
        productID, .lapsed(ended: end, reason), record, isInferred: reason == .renewalOff,
        byRenewal: true)
    }
    return holding(productID, .unknown(paidUntil: end), record)
  }

  /// Whether the source is newer than the end of the period, and would show a renewal.
  private func isKnownToEnd(_ record: InAppPurchase) -> Bool {
    if situation.decoded.response?.status == 21006 { return true }
    guard let end = record.expiresDate, let listed = situation.listedUntil else { return false }
    return listed >= end
  }

  /// Whether a refund came after its period, in a source that may leave out others. It changes
  /// nothing of them (Apple, "REFUND").
  private func isOfThePast(_ refund: ReceiptDate, _ record: InAppPurchase) -> Bool {
    guard situation.listedUntil == nil, situation.status(of: record) != APIStatus.revoked,
      let end = record.expiresDate
    else { return false }
    return refund >= end
  }

  /// Whether a subscription had periods before the first that is listed, at the time that is asked
  /// about.
  private func hadUnlistedPeriods(_ record: InAppPurchase) -> Bool {
    guard situation.listedUntil == nil, let first = record.originalPurchaseDate else {
      return false
    }
    return first <= now
  }

  private func state(of cancellation: Cancellation, _ record: InAppPurchase) -> Holding.State {
    switch cancellation {
    case .refund(let date): isShared(record) ? .unshared(on: date) : .refunded(on: date)
    case .upgrade(let date, let other, _): .replaced(by: other, on: date)
    }
  }

  /// How a period ended after the time that is asked about, as the source knows.
  private func cancellationLater(_ record: InAppPurchase) -> Cancellation? {
    guard !record.isTakenBack else { return nil }
    let whole = situation.history.records.first {
      $0.transactionID == record.transactionID && $0.productID == record.productID
        && $0.purchaseDate == record.purchaseDate
    }
    return whole.flatMap(situation.history.cancellation)
  }

  /// The product that the customer moved to.
  private func successor(of record: InAppPurchase) -> InAppPurchase? {
    history.successor(of: record, at: now)
      ?? history.chain(of: record).last {
        $0.productID != record.productID && $0.purchaseDate.map { $0 <= now } ?? false
          && ($0.purchaseDate ?? .distantPast) > (record.purchaseDate ?? .distantPast)
      }
  }

  /// The next product of the same subscription after a period. It is the last one of several, so that no two
  /// products replace each other.
  private func follower(of record: InAppPurchase) -> InAppPurchase? {
    if let successor = history.successor(of: record, at: now) { return successor }
    guard let end = record.expiresDate, record.originalTransactionID != nil else { return nil }
    let later = history.chain(of: record).filter { other in
      guard let start = other.purchaseDate else { return false }
      return start >= end && start <= now && !other.isTakenBack
        && other.transactionID != record.transactionID
    }
    // If this product was bought again last, nothing replaced it.
    guard let last = later.last, last.productID != record.productID else { return nil }
    return last
  }

  /// The end of the free trial directly before a period.
  private func endOfTrial(before record: InAppPurchase) -> ReceiptDate? {
    guard let start = record.purchaseDate, let product = record.productID else { return nil }
    return history.records(of: product).first { other in
      guard other.isTrialPeriod == true, let end = other.expiresDate else { return false }
      return start.since(end).milliseconds.magnitude
        <= Cancellation.tolerance.milliseconds.magnitude
    }?.expiresDate
  }

  // MARK: One-time purchases

  private func bought(_ productID: ReceiptString) -> Holding {
    let records = history.records(of: productID)
    let past = records.filter { since($0).map { $0 <= now } ?? true }
    let held = past.filter { $0.cancellationDate == nil }
    guard let last = held.last else {
      if let record = past.last, let cancellation = history.cancellation(of: record) {
        return holding(productID, state(of: cancellation, record), record)
      }
      let first = records.first ?? InAppPurchase()
      return holding(productID, .notYet(on: first.purchaseDate), first)
    }
    var result = holding(productID, state(of: held, last), last)
    result.endsEarly = cancellationLater(last)
    return result
  }

  /// When a purchase was made. The purchase date of a restored one is that of the restore.
  private func since(_ record: InAppPurchase) -> ReceiptDate? {
    let isRestored = record.originalTransactionID != record.transactionID
    return (isRestored ? record.originalPurchaseDate : nil).flatMap { first in
      record.purchaseDate.map { min(first, $0) }
    } ?? record.purchaseDate
  }

  private func state(of held: [InAppPurchase], _ last: InAppPurchase) -> Holding.State {
    let kind = held.lazy.compactMap(\.productType).first
    let since = since(last)
    switch kind {
    case .nonConsumable?: return .owned(since: since)
    case .consumable?:
      let count = held.reduce(Int64(0)) {
        let (sum, overflow) = $0.addingReportingOverflow(max(0, $1.quantity ?? 1))
        return overflow ? .max : sum
      }
      // App receipts list a consumable until the app has finished it. Other forms list it for ever.
      return .consumable(count: count, isPending: isPending(last))
    case .nonRenewingSubscription?, .freeSubscription?, .autoRenewableSubscription?:
      return .lengthUnknown(since: since)
    default: return .bought(since: since)
    }
  }

  private func isPending(_ record: InAppPurchase) -> Bool {
    let form = situation.decoded.form
    if form == .appReceipt || form == .payload { return true }
    return situation.purchases.source(of: record).isProven
      && situation.proof?.decoded.form == .appReceipt
  }
}

/// Values of `status` in the App Store Server API.
private enum APIStatus {
  static let expired: Int64 = 2
  static let billingRetry: Int64 = 3
  static let revoked: Int64 = 5
}

/// How long Apple retries a failed payment (Apple, "isInBillingRetryPeriod").
enum BillingRetry {
  private static let usual = TimeSpan(milliseconds: 60 * 86_400_000)
  /// For a year that is paid by the month.
  private static let commitment = TimeSpan(milliseconds: 90 * 86_400_000)

  static func length(_ record: InAppPurchase?, _ renewal: RenewalInfo?) -> TimeSpan {
    let isMonthly =
      record?.billingPlanType == monthly || renewal?.renewalBillingPlanType == monthly
      || renewal?.commitmentRenewalDate != nil
    return isMonthly ? commitment : usual
  }

  private static let monthly = ReceiptString("MONTHLY")
}
