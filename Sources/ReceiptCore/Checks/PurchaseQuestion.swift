/// A question about a product that checks ask of an account: does the customer have it?
///
/// Only a text that is relied on can answer yes. An input about several customers does not say which of
/// them is meant.
struct PurchaseQuestion {
  let account: Account
  let decoded: DecodedReceipt
  let productID: ReceiptString

  /// - Parameter judge: the result for what a customer has of the product, and for all that the same texts tell.
  func answer(
    _ id: CheckID, _ asked: Evidence, _ judge: (Holding, PurchaseHistory) -> CheckResult
  ) -> CheckResult {
    guard account.parties.count == 1 else {
      return .undetermined(
        id, .severalCustomers,
        "it is about \(account.parties.count) customers, so it does not say who has \(productID)",
        evidence: ["customers": String(account.parties.count), "product": productID.description],
        hint: "check the transactions of each customer by themselves")
    }
    let relied = account.relied(of: productID, party: 0).map(judge)
    if let relied, relied.status == .pass { return relied }
    guard let told = account.told(of: productID, party: 0).map(judge) else {
      return absent(id, asked)
    }
    return told.status == .pass ? told.resting(onCovered: false) : relied ?? told
  }

  private func absent(_ id: CheckID, _ evidence: Evidence) -> CheckResult {
    let history = account.history(of: 0)
    if let absence = AbsentPurchase(in: history, decoded) { return absence.result(id, evidence) }
    return .fail(
      id, .absent, "there is no purchase of \(productID)", evidence: evidence,
      hint: "a consumable leaves the receipt once the app has finished its transaction; "
        + "anything else comes back when the customer restores purchases")
  }
}

extension Withdrawal {
  var checkReason: CheckReason { isUpgrade ? .upgraded : .cancelled }

  /// What happened, as a clause.
  var text: String {
    let at = date.map { " at \($0)" } ?? ""
    return switch kind {
    case .refund: "it was refunded\(at)"
    case .partialRefund(let share):
      "\(share.map { "\(Withdrawal.percent($0)) of it" } ?? "a part of it") was refunded\(at)"
    case .familySharingEnded: "Family Sharing of it ended\(at)"
    case .seatTakenBack: "the seat was taken back\(at)"
    case .unknown: "Apple withdrew it\(at)"
    case .upgrade(let product, let isInferred) where date != nil:
      "it was replaced\(product.map { " by \($0)" } ?? "")\(at)"
        + (isInferred ? ", as the dates suggest" : "")
    case .upgrade:
      "the customer moved to another product of the subscription; the receipt does not say when"
    }
  }

  private var isPartial: Bool { if case .partialRefund = kind { true } else { false } }

  /// What to do.
  var hint: String? {
    switch kind {
    case .familySharingEnded, .seatTakenBack:
      "this ends access for this person only; the buyer keeps it"
    case .unknown:
      "the reason is \(reason.map(String.init) ?? "not known"), which may be a move to a bundle: look for a newer "
        + "transaction"
    case .refund, .partialRefund:
      "Apple gave \(isPartial ? "a part of " : "")the money back"
        + (reason == 1 ? "; the customer named a fault of the app's" : "")
    case .upgrade(let product?, _): "the customer has \(product) in its place"
    case .upgrade(nil, _): "ask for the product that they moved to"
    }
  }
}
