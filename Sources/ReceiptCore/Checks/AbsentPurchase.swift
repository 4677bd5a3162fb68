/// What it means that a product was not found. In a form that does not hold all purchases of an app, this
/// says nothing of the customer.
enum AbsentPurchase {
  /// The form holds no purchases at all.
  case cannotHold(String)
  /// The form holds one, of another product.
  case other(ReceiptString)

  /// `nil` where it lists all purchases, so that what is not in it was not bought.
  init?(in history: PurchaseHistory, _ decoded: DecodedReceipt) {
    switch decoded.form {
    case .verifyReceipt where history.records.isEmpty && decoded.receipt.bundleID == nil:
      self = .cannotHold("there is no receipt in the answer")
    case _ where decoded.listsAllPurchases: return nil
    case .appReceipt, .verifyReceipt, .notificationV1, .payload, .apiAnswer:
      self = .cannotHold("this response does not list all purchases of the customer")
    case .apiError: self = .cannotHold("this is an error of the App Store Server API")
    case .realtimeRequest:
      self = .cannotHold("a realtime request is a question to your server, and holds no purchases")
    case .appTransaction:
      self = .cannotHold("an app transaction is about the app itself, and holds no purchases in it")
    case .renewalInfo:
      self = .cannotHold("a renewal info is about the next renewal, and holds no purchases")
    case .transaction, .notification, .ios6Transaction:
      guard let other = history.records.first?.productID else {
        self = .cannotHold(
          decoded.form == .notification
            ? "there is no transaction in this notification that could be read"
            : "nothing in it says of what purchase it is")
        return
      }
      self = .other(other)
    }
  }

  /// That an id was not found.
  ///
  /// - Parameter found: the id of this kind that a form with one transaction or renewal has.
  static func result(
    _ id: CheckID, _ name: String, in history: PurchaseHistory, _ decoded: DecodedReceipt,
    found: ReceiptString?, evidence: Evidence
  ) -> CheckResult {
    guard let absence = AbsentPurchase(in: history, decoded) else {
      return .fail(
        id, .absent, "\(name) is not in it", evidence: evidence,
        hint: "a receipt holds what was bought before it was made, and no used-up consumables; "
          + "restoring purchases refreshes it")
    }
    guard let found else {
      guard case .cannotHold(let why) = absence else {
        return .fail(id, .absent, "the one transaction in it has no such id", evidence: evidence)
      }
      return .undetermined(
        id, .absent, why, evidence: evidence,
        hint: "ask for the transaction itself, or for the app receipt")
    }
    return .fail(
      id, .absent, "it is about \(found), not about \(name)",
      evidence: Evidence([("found", found.description)] + evidence.map { ($0.key, $0.value) }),
      hint: "other transactions of the customer are in other documents: ask for the right one")
  }

  func result(_ id: CheckID, _ asked: Evidence) -> CheckResult {
    switch self {
    case .cannotHold(let why):
      .undetermined(
        id, .absent, why, evidence: asked,
        hint: "ask for the transaction of the product, or for the app receipt")
    case .other(let product):
      .fail(
        id, .absent, "the one purchase in it is of \(product)",
        evidence: Evidence((asked + [("found", product.description)]).sorted { $0.0 < $1.0 }),
        hint:
          "other purchases of the customer stand in other transactions: ask for that of the product, or "
          + "for the app receipt")
    }
  }
}
