internal import ReceiptCore

/// Chooses what to answer to a complaint, from the same holdings that the card tells.
struct ComplaintChooser {
  private let judgement: Judgement
  /// What to do without a complaint.
  private let usual: [Action]

  init(_ judgement: Judgement, _ usual: [Action]) {
    self.judgement = judgement
    self.usual = usual
  }

  private var holdings: [Holding] { judgement.holdings }
  private var situation: Situation { judgement.situation }

  /// `nil` if what arrived answers no complaint.
  func actions(_ complaint: Complaint) -> [Action]? {
    // Another app, another device or a test explains every complaint.
    guard judgement.genuineness.isTold,
      ![.otherApp, .otherDevice].contains(judgement.genuineness.code),
      ![.installFromStore, .refreshReceipt].contains(usual.first?.code),
      situation.account.parties.count == 1
    else { return nil }
    let answer =
      switch complaint {
      case .locked: locked
      case .refund: refund
      case .charged: charged
      case .restore: restore
      case .cancel: cancel
      }
    guard let answer else { return nil }
    let rest = (complaint == .locked ? endedBeside : []) + usual
    // What a page does not show, the next one may.
    guard situation.part?.hasMore != true || !Self.negative.contains(answer.code) else {
      return usual
    }
    return [answer] + rest.filter { $0.code != answer.code }
  }

  /// Answers that say that something is not there.
  private static let negative: Set<Action.Code> = [
    .nothingToRestore, .noRefundShown, .noChargesShown,
  ]

  /// What has ended beside what is held: the customer may mean that.
  private var endedBeside: [Action] {
    let over = holdings.filter { $0.code == .lapsed }
    return over.isEmpty ? [] : [Action(.subscribeAgain, names(over), date: date(over))]
  }

  /// The day that all of them have in common.
  private func date(_ holdings: [Holding]) -> ReceiptDate? {
    Set(holdings.map(\.until)).count == 1 ? holdings[0].until : nil
  }

  /// Something is locked. What is held comes before the usual action, which may be about another product.
  private var locked: Action? {
    let held = holdings.filter {
      $0.isHeld && !$0.isContradicted && !judgement.isDisputed($0)
    }
    return held.isEmpty || held.contains { $0.code == .grace } ? nil : Action(.unlock, names(held))
  }

  // MARK: Refunds

  private var refund: Action? {
    if let event = refundEvent { return event }
    // Apple does not say that this was a refund.
    if holdings.contains(where: { $0.code == .withdrawn }) { return nil }
    if let payer = otherPayer { return payer }
    let refunded = holdings.filter { $0.code == .refunded }
    if !refunded.isEmpty, !refunded.allSatisfy(runsOn) {
      return Action(.refundShown, names(refunded), date: date(refunded))
    }
    if let past = pastRefund ?? laterRefund { return past }
    // Many forms would not show a refund; a notification tells of one by its type.
    guard situation.listsPayments, !hasPartialRefund,
      situation.decoded.notification?.event?.refundRequest != .granted
    else { return nil }
    if let moved = holdings.first(where: { $0.code == .replaced }), let date = moved.until {
      return Action(.noRefundShown, [moved.productID], date: date, detail: "moved")
    }
    let converted = holdings.first { $0.endOfTrial != nil }
    return Action(
      .noRefundShown, [converted?.productID].compactMap(\.self), date: converted?.endOfTrial)
  }

  /// Whether the subscription of a product runs on with another one.
  private func runsOn(_ refunded: Holding) -> Bool {
    guard let chain = refunded.record.originalTransactionID else { return false }
    return holdings.contains { $0.isHeld && $0.record.originalTransactionID == chain }
  }

  /// What a notification says of a request for a refund.
  private var refundEvent: Action? {
    let told = situation.nested.compactMap { inner in
      inner.decoded.notification.map { (made: inner.decoded.madeAt ?? .distantPast, $0) }
    }.filter { $0.1.event?.refundRequest != nil }
    let newest = told.max { $0.made < $1.made }?.1
    let code: Action.Code? =
      switch (situation.decoded.notification ?? newest)?.event?.refundRequest {
      case .made: .refundRequested
      case .declined: .refundDeclined
      case .reversed: .refundReversed
      case .granted, nil: nil
      }
    return code.map { Action($0, names(holdings)) }
  }

  /// A refund that takes nothing from what is held: of another purchase of it, of some seats, or of an item.
  private var pastRefund: Action? {
    let history = judgement.history
    let past = history.records.last { record in
      history.withdrawal(of: record)?.isRefund ?? false || record.hasSeatsLeft
        || !record.refundedItems(by: situation.now).isEmpty
    }
    guard let past, let product = past.productID else { return nil }
    let isOver = past.expiresDate.map { $0 <= situation.now } ?? false
    let what: Action.Refunded =
      past.hasSeatsLeft || past.additionalTransactionReason != nil
      ? .someSeats
      : !past.refundedItems(by: situation.now).isEmpty
        ? .part : isOver ? .earlierPeriod : .otherPurchase
    return Action(.pastRefundShown, [product], date: past.cancellationDate, refunded: what)
  }

  /// A refund that came after the time that is asked about.
  private var laterRefund: Action? {
    let whole = situation.history
    let last = whole.records.last { record in
      guard let withdrawal = whole.withdrawal(of: record), withdrawal.isRefund else { return false }
      return withdrawal.date.map { $0 > situation.now } ?? false
    }
    guard let last, let product = last.productID else { return nil }
    return Action(
      .pastRefundShown, [product], date: last.cancellationDate,
      refunded: last.expiresDate == nil ? .thisPurchase : .thisPeriod)
  }

  /// Whether seats or items were refunded, whenever that was.
  private var hasPartialRefund: Bool {
    situation.history.records.contains {
      $0.revokedSeatQuantity ?? 0 > 0 || !$0.refundedItems(by: .distantFuture).isEmpty
    }
  }

  /// The purchases that a family or an organization paid for, if this customer paid for nothing.
  private var otherPayer: Action? {
    let others = holdings.filter { $0.payer == .family || $0.payer == .organization }
    guard let first = others.first, others.count == holdings.count else { return nil }
    let isSame = others.allSatisfy { $0.payer == first.payer }
    return Action(
      .notCharged, names(others), detail: isSame ? first.payer.buyer : "those who bought them")
  }

  // MARK: Charges, restoring, cancelling

  private var charged: Action? {
    guard let charges = Charges(judgement) else {
      return otherPayer ?? (situation.listsPayments ? Action(.noChargesShown) : nil)
    }
    return Action(
      .chargesShown, charges.products.map(\.id), detail: charges.text(CardWords(judgement)),
      charges: charges)
  }

  private var restore: Action? {
    if situation.isVolumePurchase || holdings.contains(where: { $0.code == .seatTakenBack }) {
      return Action(
        .askAdministrator, names(holdings.filter { $0.code == .seatTakenBack }))
    }
    let back = holdings.filter { $0.isHeld || $0.code == .bought || $0.code == .lengthUnknown }
    if let first = back.first {
      let same = back.filter { $0.payer == first.payer }
      return Action(.restoreWithAccount, names(same), detail: first.payer.account)
    }
    // What is paid for, delivered or decided in another way, restoring does not bring.
    let codes = Set(holdings.map(\.code))
    let others: Set<Holding.Code> = [
      .consumable, .consumablePending, .billingRetry, .noLongerShared, .withdrawn,
    ]
    guard codes.isDisjoint(with: others), !holdings.isEmpty || situation.listsPayments else {
      return nil
    }
    let gone = holdings.filter { [.refunded, .lapsed].contains($0.code) }
    return gone.isEmpty || gone.count < holdings.count
      ? Action(.restoreWithAccount)
      : Action(.nothingToRestore, names(gone), detail: Self.fate(of: gone))
  }

  /// Why something does not come back: `they have ended, or were refunded`.
  private static func fate(of gone: [Holding]) -> String {
    let parts: [(Holding.Code, String)] =
      gone.count == 1
      ? [(.lapsed, "has ended"), (.refunded, "was refunded")]
      : [(.lapsed, "have ended"), (.refunded, "were refunded")]
    let fates = parts.filter { part in gone.contains { $0.code == part.0 } }.map(\.1)
    return (gone.count == 1 ? "it " : "they ") + fates.joined(separator: ", or ")
  }

  private var cancel: Action? {
    let running = holdings.filter {
      if case .active = $0.state { true } else { [.grace, .billingRetry].contains($0.code) }
    }
    let renewing = running.filter { situation.renewal(of: $0)?.isTurnedOff != true }
    // Those that go on to cost the customer money are those to cancel.
    let own = renewing.filter { $0.payer.buyer == nil }
    if own.count > 1 { return Action(.howToCancel, names(own)) }
    guard let holding = own.first ?? renewing.first ?? running.first else {
      return perhapsRunning ?? ended ?? cancelRenewal
    }
    if let buyer = holding.payer.buyer {
      return Action(.payerCancels, [holding.productID], date: holding.until, detail: buyer)
    }
    let renewal = situation.renewal(of: holding)
    let year = holding.record.commitmentExpiresDate ?? renewal?.commitmentRenewalDate
    // If a payment fails, the end has passed.
    let end = holding.code == .billingRetry ? nil : year ?? holding.until
    return Action(
      renewal?.isTurnedOff == true ? .alreadyCancelled : .howToCancel, [holding.productID],
      date: end, detail: year == nil ? nil : "the year, which is paid by the month,")
  }
}

extension RenewalInfo {
  /// Whether the customer turned the renewal off, of the period or of the year.
  var isTurnedOff: Bool {
    autoRenewStatus == false || commitmentAutoRenewStatus == false
  }
}

extension ComplaintChooser {
  /// Subscriptions that may have been renewed since the text was made.
  private var perhapsRunning: Action? {
    let open = holdings.filter {
      $0.code == .unknown && $0.payer.buyer == nil
        && situation.renewal(of: $0)?.isTurnedOff != true
    }
    return open.isEmpty ? nil : Action(.howToCancel, names(open))
  }

  /// A subscription that has ended.
  private var ended: Action? {
    let over = holdings.filter { $0.code == .lapsed }
    return over.isEmpty ? nil : Action(.nothingToCancel, names(over), date: date(over))
  }
}

extension Holding.Payer {
  /// Who bought it, if that is another person.
  fileprivate var buyer: String? {
    switch self {
    case .family: "the family member who bought it"
    case .organization: "the administrator of the organisation or group that bought it"
    case .customer, .nobody: nil
    }
  }

  /// The Apple account that gets it back by restoring, if it is not the buyer's.
  fileprivate var account: String? {
    switch self {
    case .family: "their own Apple account, with which the family shares it"
    case .organization: "the Apple account that was given the seat"
    case .customer, .nobody: nil
    }
  }
}

extension Situation {
  /// Whether it would show a payment. A renewal info, a part of a response and some notifications show none.
  fileprivate var listsPayments: Bool {
    switch decoded.form {
    case .appReceipt: true
    case .apiAnswer: !history.records.isEmpty || decoded.listsAllPurchases
    case .verifyReceipt, .notificationV1: !isAnswerAlone
    default: !history.records.isEmpty
    }
  }
}

extension ComplaintChooser {
  /// The same of a renewal info alone.
  private var cancelRenewal: Action? {
    guard holdings.isEmpty, let renewal = situation.renewals.first,
      let product = renewal.productID ?? renewal.autoRenewProductID,
      renewal.renewalDate.map({ $0 > situation.now }) ?? true, renewal.expirationIntent == nil
    else { return nil }
    let year = renewal.commitmentRenewalDate
    return Action(
      renewal.isTurnedOff ? .alreadyCancelled : .howToCancel, [product],
      date: year ?? renewal.renewalDate,
      detail: year == nil ? nil : "the year, which is paid by the month,")
  }
}
