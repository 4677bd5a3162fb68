internal import ReceiptCore

/// Chooses what to answer to a complaint.
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
    guard judgement.genuineness.isTold, judgement.genuineness.code != .otherApp else { return nil }
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
    let held = holdings.filter(\.isHeld)
    return held.isEmpty || held.contains { $0.code == .grace } ? nil : Action(.unlock, names(held))
  }

  private var refund: Action? {
    let refunded = holdings.filter { $0.code == .refunded }
    if let first = refunded.first {
      return Action(.refundShown, names(refunded), date: first.until)
    }
    if let past = judgement.history.records.last(where: {
      $0.cancellationDate != nil && $0.isUpgraded != true
    }), let product = past.productID,
      case .refund(let date)? = judgement.history.cancellation(of: past)
    {
      return Action(.refundShown, [product], date: date)
    }
    let converted = holdings.first { $0.endOfTrial != nil }
    return Action(
      .noRefundShown, [converted?.productID].compactMap(\.self), date: converted?.endOfTrial)
  }

  private var charged: Action? {
    guard let charges = Charges(judgement) else { return Action(.noChargesShown) }
    return Action(
      .chargesShown, charges.products.map(\.id), detail: charges.text(CardWords(judgement)),
      charges: charges)
  }

  private var restore: Action? {
    let products = names(holdings.filter { $0.isHeld || $0.isOpen })
    return Action(.restoreWithAccount, products)
  }

  private var cancel: Action? {
    let running = holdings.filter { if case .active = $0.state { true } else { $0.code == .grace } }
    guard let first = running.first else { return cancelRenewal }
    let isOff = situation.renewal(of: first.productID)?.autoRenewStatus == false
    return Action(isOff ? .alreadyCancelled : .howToCancel, [first.productID], date: first.until)
  }
}

extension ComplaintChooser {
  /// The same of a renewal info alone.
  private var cancelRenewal: Action? {
    guard holdings.isEmpty, let renewal = situation.renewals.first,
      let product = renewal.productID ?? renewal.autoRenewProductID,
      renewal.renewalDate.map({ $0 > situation.now }) ?? true
    else { return nil }
    let isOff = renewal.autoRenewStatus == false
    return Action(isOff ? .alreadyCancelled : .howToCancel, [product], date: renewal.renewalDate)
  }
}
