internal import ReceiptCore
internal import ReceiptMaking

// Finding and signing what a request asks for.
extension Store {
  /// Whether a request may see a customer: in its app, and in its environment.
  func isVisible(_ customer: Int, to call: Call) -> Bool {
    let owner = customers[customer]
    guard owner.app.bundleID == call.bundleID else { return false }
    return call.environment.map { $0 == owner.environment } ?? true
  }

  /// The customers of the app.
  func visible(to call: Call) -> [Int] {
    customers.indices.filter { isVisible($0, to: call) && !customers[$0].isDeleted }
  }

  /// What an identifier names for this request.
  private func visiblePlace(
    _ id: String, _ call: Call, malformed: Refusal.Name, unknown: Refusal.Name
  ) throws(Refusal) -> Place {
    guard let place = place(id) else {
      throw Refusal(Identifier.isTransactionID(id) ? unknown : malformed)
    }
    guard isVisible(place.customer, to: call) else { throw Refusal(unknown) }
    guard !customers[place.customer].isDeleted else { throw Refusal(.accountNotFound) }
    return place
  }

  /// The customer of a transaction, or of a copy of the app.
  func customer(_ id: String, _ call: Call) throws(Refusal) -> Int {
    try visiblePlace(
      id, call, malformed: .invalidTransactionID, unknown: .transactionNotFound
    ).customer
  }

  /// One transaction.
  func transaction(
    _ id: String, _ call: Call, malformed: Refusal.Name = .invalidTransactionID,
    unknown: Refusal.Name = .transactionNotFound
  ) throws(Refusal) -> (customer: Int, transaction: Int) {
    let place = try visiblePlace(id, call, malformed: malformed, unknown: unknown)
    guard let transaction = place.transaction else {
      let owner = customers[place.customer]
      let isApp = owner.appTransaction.appTransactionID == ReceiptString(id)
      throw Refusal(isApp ? .appTransactionIDNotSupported : unknown)
    }
    return (place.customer, transaction)
  }

  /// A transaction by the original id of its subscription. If that is no transaction of the scenario, it is the newest
  /// one.
  func original(
    _ id: String, _ call: Call, malformed: Refusal.Name = .invalidTransactionID,
    unknown: Refusal.Name = .transactionNotFound
  ) throws(Refusal) -> (customer: Int, transaction: Int) {
    let place = try visiblePlace(id, call, malformed: malformed, unknown: unknown)
    let owner = customers[place.customer]
    if place.transaction == nil, let subscription = owner.subscription(ReceiptString(id)) {
      return (place.customer, owner.subscriptions[subscription].newest)
    }
    return try transaction(id, call, malformed: malformed, unknown: unknown)
  }

  func purchase(_ customer: Int, _ transaction: Int) -> InAppPurchase {
    customers[customer].transactions[transaction].purchase
  }

  // MARK: Signing

  typealias SignedText = APIResponseTemplate.SignedText

  func signed(_ purchase: InAppPurchase, of customer: Int) throws(Refusal) -> SignedText {
    let app = customers[customer].named()
    let jws = try sign { () throws(SigningFailure) in
      try signer.transaction(purchase, of: app, at: now)
    }
    return SignedText(jws, purchase.originalTransactionID)
  }

  func signed(_ renewal: RenewalInfo, of customer: Int) throws(Refusal) -> SignedText {
    let app = customers[customer].named()
    let jws = try sign { () throws(SigningFailure) in
      try signer.renewal(renewal, of: app, at: now)
    }
    return SignedText(jws, renewal.originalTransactionID)
  }

  /// Only without memory does signing fail.
  func sign<Value>(_ sign: () throws(SigningFailure) -> Value) throws(Refusal) -> Value {
    do throws(SigningFailure) { return try sign() } catch { throw Refusal(.internalError) }
  }
}
