/// Judges what a customer has of each product at a time, by Apple's rules. A subscription gives access in a period that
/// was not withdrawn, or in a stated grace period. A lasting purchase gives it until it is withdrawn.
struct HoldingJudge {
  let ledger: Ledger
  let now: ReceiptDate
  /// What the input is, and how surely its texts are known.
  let scene: Scene
  /// The purchases as they were at that time, without later withdrawals.
  let history: PurchaseHistory
  /// The renewals whose stated grace period is running.
  private let graces: [RenewalInfo]

  /// What all ledgers of one input share.
  struct Scene: Sendable {
    let sources: [AccountSource]
    /// Whether it covers only one transaction, and cannot show a renewal.
    let isSingle: Bool
    /// Whether it is a list of texts, which may be of different times.
    let isList: Bool
    /// When the input was made.
    let madeAt: ReceiptDate?
    /// Whether purchases in it cost money.
    let isStore: Bool
  }

  init(_ ledger: Ledger, _ scene: Scene, at now: ReceiptDate) {
    self.ledger = ledger
    self.scene = scene
    self.now = now
    history = ledger.history.asOf(now)
    let running = ledger.renewals.lazy.map(\.renewal).filter { renewal in
      renewal.gracePeriodExpiresDate.map { $0 > now } ?? false
    }
    graces = Array(running.prefix(Self.maximumGraces))
  }

  /// `nil` if the ledger has no purchase of the product.
  func holding(_ productID: ReceiptString) -> Holding? {
    let records = history.records(of: productID)
    guard !records.isEmpty else { return nil }
    let periods = records.indices.compactMap { Period(records[$0], at: $0, now: now) }
    guard !periods.isEmpty else {
      return endedWithoutDate(productID, records) ?? bought(productID, records)
    }
    let held = periods.filter { !$0.isTakenBack }
    if let period = held.filter({ $0.contains(now) }).max(by: Period.endsEarlier) {
      let record = records[period.place]
      return revoked(productID, record) ?? active(productID, record)
    }
    // Chain by chain: another one may still be in its grace period.
    if let grace = inGrace(productID, periods, of: records) { return grace }
    // Only withdrawn periods, if any, contain the time. They decide; otherwise the period that ended last does.
    let current = periods.filter { $0.contains(now) }.max(by: Period.endsEarlier)
    let past = periods.filter { $0.end <= now && $0.start <= now }
    if let period = current ?? past.max(by: Period.endsEarlier) {
      let record = records[period.place]
      if let withdrawal = withdrawal(of: record) {
        return withdrawn(productID, record, withdrawal)
      }
      return ended(
        productID, record, next: held.first { $0.start > now }.map { records[$0.place] })
    }
    let first = records[(held.first ?? periods[0]).place]
    return holding(
      productID,
      hadUnlistedPeriods(first) ? .unknown(paidUntil: nil) : .notYet(on: first.purchaseDate), first)
  }

  /// A subscription whose records say no end, and of which Apple answered that it has expired.
  private func endedWithoutDate(
    _ productID: ReceiptString, _ records: PurchaseHistory.ProductRecords
  ) -> Holding? {
    guard let last = records.last(where: { !$0.isTakenBack }),
      ![.consumable, .nonConsumable].contains(last.productType),
      ledger.isAnsweredExpired || ledger.renewal(of: last)?.renewal.expirationIntent != nil
    else { return nil }
    return ended(productID, last, next: nil)
  }

  /// A subscription to the product whose last period has ended, and whose stated grace period is running.
  private func inGrace(
    _ productID: ReceiptString, _ periods: [Period], of records: PurchaseHistory.ProductRecords
  ) -> Holding? {
    guard !graces.isEmpty else { return nil }
    var last: [ReceiptString: Period] = [:]
    for period in periods where period.start <= now {
      guard let chain = records[period.place].originalTransactionID else { continue }
      if last[chain].map({ $0.end <= period.end }) ?? true { last[chain] = period }
    }
    for renewal in graces {
      // A refund of the last period ends the grace period after it.
      guard let chain = renewal.originalTransactionID, let period = last[chain],
        period.end <= now, !period.isTakenBack
      else { continue }
      let next = periods.first {
        $0.start > now && !$0.isTakenBack && records[$0.place].originalTransactionID == chain
      }
      let holding = ended(
        productID, records[period.place], next: next.map { records[$0.place] })
      if holding.code == .grace { return holding }
    }
    return nil
  }

  /// The largest number of running grace periods that are looked at. A hostile answer could have thousands.
  private static let maximumGraces = 50

  /// The start and end of a record. Periods are sorted by start.
  private struct Period {
    /// The place of the record among those of its product.
    let place: Int
    let start: ReceiptDate
    let end: ReceiptDate
    let isTakenBack: Bool

    init?(_ record: InAppPurchase, at place: Int, now: ReceiptDate) {
      guard let end = record.endOfPeriod,
        // Of a part of a purchase only its end may be here. It is enough if that is over.
        let start = record.purchaseDate ?? (end <= now ? end : nil)
      else { return nil }
      self.place = place
      isTakenBack = record.isTakenBack
      self.start = start
      self.end = end
    }

    func contains(_ time: ReceiptDate) -> Bool { start <= time && time < end }

    static func endsEarlier(_ left: Period, _ right: Period) -> Bool {
      left.end == right.end ? left.start < right.start : left.end < right.end
    }
  }

  func holding(
    _ productID: ReceiptString, _ state: Holding.State, _ record: InAppPurchase,
    isInferred: Bool = false
  ) -> Holding {
    let source = source(of: record)
    // A status dates no revocation of the record itself.
    let withdrawal = if case .withdrawn(let told) = state { told } else { withdrawal(of: record) }
    return Holding(
      productID: productID, state: state,
      certainty: isInferred && source.certainty.isSigned ? .inferred : source.certainty,
      asOf: source.madeAt ?? scene.madeAt, record: record, payer: payer(of: record),
      withdrawal: withdrawal)
  }

  func source(of record: InAppPurchase) -> AccountSource {
    scene.sources[record.transactionID.flatMap { ledger.sourceOf[$0] } ?? ledger.first]
  }

  /// Why a record gives nothing at the time. A notification says by its type that a shared purchase was revoked.
  func withdrawal(of record: InAppPurchase) -> Withdrawal? {
    guard let withdrawal = history.withdrawal(of: record) else { return nil }
    guard isUnshared(record), withdrawal.isRefund, !record.isAssigned else {
      return withdrawal
    }
    return Withdrawal(
      kind: .familySharingEnded, date: withdrawal.date, reason: withdrawal.reason)
  }

  private func isUnshared(_ record: InAppPurchase) -> Bool {
    record.transactionID.map(ledger.unshared.contains) ?? false
  }

  private func payer(of record: InAppPurchase) -> Holding.Payer {
    if record.isAssigned { return .organization }
    if record.isFamilyShared || isUnshared(record) { return .family }
    let isFree = record.isTrialPeriod == true || record.price == 0
    return scene.isStore && !isFree ? .customer : .nobody
  }

  // MARK: Subscriptions

  /// A period that a status calls revoked, though its transaction does not. One that is not signed says nothing against
  /// a transaction that is.
  private func revoked(_ productID: ReceiptString, _ record: InAppPurchase) -> Holding? {
    guard let told = record.originalTransactionID.flatMap({ ledger.statuses[$0] }),
      told.status == SubscriptionStatus.revoked, !isLater(scene.madeAt),
      told.isSigned || !source(of: record).certainty.isSigned, withdrawalLater(record) == nil
    else { return nil }
    // It says nothing of a period that began later, nor against a text that was signed later.
    if let made = told.madeAt {
      let others = [record.purchaseDate, source(of: record).madeAt].compactMap(\.self)
      guard others.allSatisfy({ $0.since(made).milliseconds < 60_000 }) else { return nil }
    }
    return holding(productID, .withdrawn(Withdrawal(kind: .unknown, date: nil)), record)
  }

  private func active(_ productID: ReceiptString, _ record: InAppPurchase) -> Holding {
    // A refund that comes after the end changes nothing of the period.
    var early = withdrawalLater(record)
    if let end = record.expiresDate, let date = early?.date, date >= end { early = nil }
    let end = early?.date ?? record.expiresDate
    var holding = holding(
      productID, .active(until: end.flatMap { $0.isNever ? nil : $0 }), record)
    holding.endsEarly = early
    if record.isTrialPeriod != true { holding.endOfTrial = endOfTrial(before: record) }
    holding.seats = seats(record)
    return holding
  }

  func withdrawn(
    _ productID: ReceiptString, _ record: InAppPurchase, _ withdrawal: Withdrawal
  ) -> Holding {
    if withdrawal.isUpgrade {
      if let date = withdrawal.date, case .upgrade(let other, _) = withdrawal.kind {
        return holding(productID, .replaced(by: other, on: date), record)
      }
      let other = upgrade(of: record)
      return holding(
        productID, .replaced(by: other?.productID, on: other?.purchaseDate), record,
        isInferred: other != nil)
    }
    // The others of the period, which it does not hold, may give access.
    let isPart = scene.isSingle && record.additionalTransactionReason != nil
    if isPart || isOfThePast(withdrawal, record) {
      return running(productID, record)
        ?? holding(productID, .unknown(paidUntil: record.expiresDate), record)
    }
    return holding(productID, .withdrawn(withdrawal), record)
  }

  /// A subscription of which a signed status says that it runs, and a renewal info until when: a later period that the
  /// input does not hold.
  private func running(_ productID: ReceiptString, _ record: InAppPurchase) -> Holding? {
    guard status(of: record) == SubscriptionStatus.active, !isLater(scene.madeAt),
      let renewal = ledger.renewal(of: record)?.renewal, renewal.expirationIntent == nil,
      renewal.productID == nil || renewal.productID == productID,
      let end = record.expiresDate, let date = renewal.renewalDate,
      date.since(end) > Withdrawal.tolerance, now < date
    else { return nil }
    return holding(productID, .active(until: date), record, isInferred: true)
  }

  /// A subscription whose last period has ended.
  private func ended(
    _ productID: ReceiptString, _ record: InAppPurchase, next: InAppPurchase?
  ) -> Holding {
    let told = ledger.renewal(of: record)
    let grace = told?.renewal.gracePeriodExpiresDate
    let end = record.expiresDate
    if let other = follower(of: record) {
      return holding(
        productID, .replaced(by: other.productID, on: other.purchaseDate), record, isInferred: true)
    }
    if let end, let start = next?.purchaseDate {
      return holding(productID, .between(from: end, to: start), record)
    }
    // The grace period begins where the last period ends, so its end tells of earlier days too.
    if let grace, grace > now {
      let early = withdrawalLater(record)
      var holding = holding(
        productID, .grace(until: min(grace, early?.date ?? grace)), record)
      holding.endsEarly = early
      return holding
    }
    // A text from after the time that is asked about says nothing more of that time.
    let renewal = told.flatMap { isLater($0.madeAt) ? nil : $0.renewal }
    let status = isLater(scene.madeAt) ? nil : status(of: record)
    // The renewal info is newer than the list, and knows of a later period.
    if let end, let date = renewal?.renewalDate, renewal?.expirationIntent == nil,
      date.since(end) > Withdrawal.tolerance
    {
      return running(productID, record) ?? holding(productID, .unknown(paidUntil: end), record)
    }
    if let end, renewal?.isInBillingRetryPeriod == true || status == SubscriptionStatus.billingRetry
    {
      let limit = end.adding(BillingRetry.length(record, renewal))
      return holding(
        productID,
        now < limit
          ? .billingRetry(ended: end, until: limit) : .lapsed(ended: end, reason: .paymentFailed),
        record)
    }
    let reason = EndReason(renewal)
    if status == SubscriptionStatus.expired || isKnownToEnd(record) {
      var holding = holding(productID, .lapsed(ended: end, reason: reason), record)
      // The list may be newer than the text that the period comes from.
      holding.asOf = [holding.asOf, ledger.listedUntil].compactMap(\.self).max()
      return holding
    }
    if reason != nil || renewal?.expirationIntent != nil {
      // Before the period ends, the customer may turn the renewal on again.
      return holding(
        productID, .lapsed(ended: end, reason: reason), record, isInferred: reason == .renewalOff)
    }
    return holding(productID, .unknown(paidUntil: end), record)
  }

  private func status(of record: InAppPurchase) -> Int64? {
    record.originalTransactionID.flatMap { ledger.statuses[$0]?.status }
  }

  /// Whether something was made after `now` by at least a minute, which clocks that differ do not explain.
  private func isLater(_ made: ReceiptDate?) -> Bool {
    made.map { $0.since(now).milliseconds >= 60_000 } ?? false
  }

  /// Whether the source is newer than the end of the period, and would show a renewal.
  private func isKnownToEnd(_ record: InAppPurchase) -> Bool {
    if ledger.isAnsweredExpired { return true }
    guard let end = record.expiresDate, let listed = ledger.listedUntil else { return false }
    return listed >= end
  }

  /// Whether a refund came after its period, in a source that may leave out others. It changes
  /// nothing of them (Apple, "REFUND").
  private func isOfThePast(_ withdrawal: Withdrawal, _ record: InAppPurchase) -> Bool {
    guard withdrawal.isRefund, ledger.listedUntil == nil,
      status(of: record) != SubscriptionStatus.revoked,
      let end = record.expiresDate, let date = withdrawal.date
    else { return false }
    return date >= end
  }

  /// Whether a subscription had periods before the first that is listed, at the time that is asked
  /// about.
  private func hadUnlistedPeriods(_ record: InAppPurchase) -> Bool {
    guard ledger.listedUntil == nil, let first = record.originalPurchaseDate else { return false }
    return first <= now
  }

  /// How a period ended after the time that is asked about, as the source knows.
  func withdrawalLater(_ record: InAppPurchase) -> Withdrawal? {
    guard let id = record.transactionID, let product = record.productID else { return nil }
    let whole = ledger.history.records(of: product).first {
      $0.transactionID == id && $0.purchaseDate == record.purchaseDate
    }
    return whole.flatMap(ledger.history.withdrawal)
  }

  /// The product that the customer moved to.
  private func upgrade(of record: InAppPurchase) -> InAppPurchase? {
    if let successor = history.successor(of: record, at: now) { return successor }
    let other = history.last(inChainOf: record) {
      $0.productID != record.productID && $0.purchaseDate.map { $0 <= now } ?? false
    }
    // It is the newest. If it is not newer than the record, no other is.
    guard let start = other?.purchaseDate, start > record.purchaseDate ?? .distantPast else {
      return nil
    }
    return other
  }

  /// The next product of the same subscription after a period. It is the last one of several, so that no two
  /// products replace each other.
  private func follower(of record: InAppPurchase) -> InAppPurchase? {
    if let successor = history.successor(of: record, at: now) { return successor }
    guard let end = record.expiresDate, record.originalTransactionID != nil else { return nil }
    // If the newest began before the end, nothing followed. If it is of the same product, nothing replaced this one.
    guard let later = history.newest(inChainOf: record, at: now),
      let start = later.purchaseDate, start >= end, later.productID != record.productID
    else { return nil }
    return later
  }

  /// The end of the free trial directly before a period.
  private func endOfTrial(before record: InAppPurchase) -> ReceiptDate? {
    guard let start = record.purchaseDate, let product = record.productID else { return nil }
    return history.records(of: product).first { other in
      guard other.isTrialPeriod == true, let end = other.expiresDate else { return false }
      return start.since(end).milliseconds.magnitude <= Withdrawal.tolerance.milliseconds.magnitude
    }?.expiresDate
  }

  /// The seats that this customer bought for the period. Each seat's holder has a copy of the buyer's count, so theirs
  /// is not counted (Apple, "multiSeatInfo").
  private func seats(_ record: InAppPurchase) -> Holding.Seats? {
    guard !record.isAssigned, let product = record.productID,
      record.invitationManagement != nil || record.revokedSeatQuantity != nil
        || record.additionalTransactionReason != nil || (record.quantity ?? 1) > 1
    else { return nil }
    var left: Int64 = 0
    var bought: Int64 = 0
    for (place, other) in history.records(of: product).enumerated()
    where other.originalTransactionID == record.originalTransactionID {
      guard let period = Period(other, at: place, now: now), period.contains(now) else { continue }
      let quantity = max(0, other.quantity ?? 1)
      let revoked = other.isTakenBack ? quantity : max(0, other.revokedSeatQuantity ?? 0)
      left = left.addingClamped(max(0, quantity - min(quantity, revoked)))
      bought = bought.addingClamped(quantity)
    }
    return bought > 1 ? Holding.Seats(left: left, bought: bought) : nil
  }
}

extension InAppPurchase {
  /// The end of its period. What is bought once has none, whatever else is said of it.
  package var endOfPeriod: ReceiptDate? {
    [.consumable, .nonConsumable].contains(productType) ? nil : expiresDate
  }
}

/// How long Apple retries a failed payment (Apple, "isInBillingRetryPeriod").
package enum BillingRetry {
  private static let usual = TimeSpan(milliseconds: 60 * 86_400_000)
  /// For a year that is paid by the month.
  private static let commitment = TimeSpan(milliseconds: 90 * 86_400_000)

  package static func length(_ record: InAppPurchase?, _ renewal: RenewalInfo?) -> TimeSpan {
    let isMonthly =
      record?.billingPlanType == monthly || renewal?.renewalBillingPlanType == monthly
      || renewal?.commitmentRenewalDate != nil
    return isMonthly ? commitment : usual
  }

  private static let monthly = ReceiptString("MONTHLY")
}
