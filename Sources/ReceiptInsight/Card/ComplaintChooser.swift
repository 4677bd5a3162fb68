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
    guard judgement.genuineness.isTold, judgement.genuineness.code != .otherApp,
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
    return [answer] + usual.filter { $0.code != answer.code }
  }

  private func names(_ holdings: [Holding]) -> [ReceiptString] {
    holdings.map(\.productID)
  }

  /// Something is locked. What is held comes before the usual action, which may be about another product.
  private var locked: Action? {
    let held = holdings.filter { $0.isHeld && !$0.isContradicted }
    return held.isEmpty || held.contains { $0.code == .grace } ? nil : Action(.unlock, names(held))
  }

  // MARK: Refunds

  private var refund: Action? {
    if let event = refundEvent { return event }
    let refunded = holdings.filter { $0.code == .refunded }
    if let first = refunded.first {
      return Action(.refundShown, names(refunded), date: first.until)
    }
    if let past = pastRefund { return past }
    if let payer = otherPayer { return payer }
    if let moved = holdings.first(where: { $0.code == .replaced }), let date = moved.until {
      return Action(.noRefundShown, [moved.productID], date: date, detail: "moved")
    }
    let converted = holdings.first { $0.endOfTrial != nil }
    return Action(
      .noRefundShown, [converted?.productID].compactMap(\.self), date: converted?.endOfTrial)
  }

  /// What a notification says of a request for a refund.
  private var refundEvent: Action? {
    let code: Action.Code? =
      switch situation.decoded.notification?.notificationType?.text {
      case "CONSUMPTION_REQUEST": .refundRequested
      case "REFUND_DECLINED": .refundDeclined
      case "REFUND_REVERSED": .refundReversed
      default: nil
      }
    return code.map { Action($0, names(holdings)) }
  }

  /// A refund that takes nothing from what is held: of another purchase of it, of some seats, or of an item.
  private var pastRefund: Action? {
    let history = judgement.history
    let past = history.records.last { record in
      history.withdrawal(of: record)?.isRefund ?? false || record.hasSeatsLeft
        || !record.refundedItems.isEmpty
    }
    guard let past, let product = past.productID else { return nil }
    let isOver = past.expiresDate.map { $0 <= situation.now } ?? false
    let what =
      past.hasSeatsLeft
      ? "some seats of"
      : !past.refundedItems.isEmpty
        ? "a part of" : isOver ? "an earlier period of" : "another purchase of"
    return Action(.pastRefundShown, [product], date: past.cancellationDate, detail: what)
  }

  /// What somebody else paid for, if this customer paid for nothing.
  private var otherPayer: Action? {
    let others = holdings.filter { $0.payer == .family || $0.payer == .organization }
    guard let first = others.first, others.count == holdings.count else { return nil }
    return Action(.notCharged, names(others), detail: first.payer.buyer)
  }

  // MARK: Charges, restoring, cancelling

  private var charged: Action? {
    guard let charges = Charges(judgement) else { return otherPayer ?? Action(.noChargesShown) }
    return Action(
      .chargesShown, charges.products.map(\.id), detail: charges.text(CardWords(judgement)),
      charges: charges)
  }

  private var restore: Action? {
    if situation.receipt.environment == .sandbox { return Action(.installFromStore) }
    if situation.isVolumePurchase || holdings.contains(where: { $0.code == .seatTakenBack }) {
      return Action(
        .askAdministrator, names(holdings.filter { $0.code == .seatTakenBack }))
    }
    let back = holdings.filter { $0.isHeld || $0.code == .bought || $0.code == .lengthUnknown }
    guard back.isEmpty else { return Action(.restoreWithAccount, names(back)) }
    let gone = holdings.filter {
      [.refunded, .consumable, .consumablePending, .lapsed].contains($0.code)
    }
    return gone.isEmpty || gone.count < holdings.count
      ? Action(.restoreWithAccount) : Action(.nothingToRestore, names(gone))
  }

  private var cancel: Action? {
    let running = holdings.filter { if case .active = $0.state { true } else { $0.code == .grace } }
    guard let first = running.first else { return ended ?? cancelRenewal }
    if let buyer = first.payer.buyer {
      return Action(.payerCancels, [first.productID], date: first.until, detail: buyer)
    }
    let renewal = situation.renewal(of: first)
    let year = first.record.commitmentExpiresDate ?? renewal?.commitmentRenewalDate
    let isOff = renewal?.autoRenewStatus == false || renewal?.commitmentAutoRenewStatus == false
    return Action(
      isOff ? .alreadyCancelled : .howToCancel, [first.productID], date: year ?? first.until,
      detail: year == nil ? nil : "the year, which is paid by the month,")
  }
}

extension ComplaintChooser {
  /// A subscription that was cancelled, and has ended.
  private var ended: Action? {
    let over = holdings.filter { $0.code == .lapsed }
    return over.isEmpty ? nil : Action(.alreadyCancelled, names(over), date: over.first?.until)
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
}

extension ComplaintChooser {
  /// The same of a renewal info alone.
  private var cancelRenewal: Action? {
    guard holdings.isEmpty, let renewal = situation.renewals.first,
      let product = renewal.productID ?? renewal.autoRenewProductID,
      renewal.renewalDate.map({ $0 > situation.now }) ?? true, renewal.expirationIntent == nil
    else { return nil }
    let isOff = renewal.autoRenewStatus == false || renewal.commitmentAutoRenewStatus == false
    let year = renewal.commitmentRenewalDate
    return Action(
      isOff ? .alreadyCancelled : .howToCancel, [product], date: year ?? renewal.renewalDate,
      detail: year == nil ? nil : "the year, which is paid by the month,")
  }
}
