internal import ReceiptCore
internal import ReceiptMaking

extension Endpoint {
  /// What a customer bought.
  static let transactions: [Endpoint] = [
    Endpoint("GET", "/inApps/v1/history/{transactionId}", "Get Transaction History V1") {
      store, call throws(Refusal) in try store.history(call, withFinished: false)
    },
    Endpoint("GET", "/inApps/v2/history/{transactionId}", "Get Transaction History") {
      store, call throws(Refusal) in try store.history(call, withFinished: true)
    },
    Endpoint("GET", "/inApps/v2/refund/lookup/{transactionId}", "Get Refund History") {
      store, call throws(Refusal) in try store.refunds(call)
    },
    Endpoint("GET", "/inApps/v1/lookup/{orderId}", "Look Up Order ID") {
      store, call throws(Refusal) in try store.order(call)
    },
    Endpoint(
      "GET", "/inApps/v1/transactions/appTransactions/{transactionId}", "Get App Transaction Info"
    ) { store, call throws(Refusal) in try store.appTransaction(call) },
    Endpoint(
      "PUT", "/inApps/v1/transactions/consumption/{transactionId}",
      "Send Consumption Information V1"
    ) { store, call throws(Refusal) in try store.takeOldConsumption(call) },
    Endpoint(
      "PUT", "/inApps/v2/transactions/consumption/{transactionId}", "Send Consumption Information"
    ) { store, call throws(Refusal) in try store.takeConsumption(call) },
    Endpoint(
      "PUT", "/inApps/v1/transactions/{originalTransactionId}/appAccountToken",
      "Set App Account Token"
    ) { store, call throws(Refusal) in try store.setAppAccountToken(call) },
    Endpoint("POST", "/inApps/v1/transactions/{transactionId}/finish", "Finish Transaction") {
      store, call throws(Refusal) in
      let place = try store.transaction(call[0], call)
      store.customers[place.customer].finish(place.transaction)
      return .done(200)
    },
    Endpoint("GET", "/inApps/v1/transactions/{transactionId}", "Get Transaction Info") {
      store, call throws(Refusal) in
      let place = try store.transaction(call[0], call)
      let purchase = store.purchase(place.customer, place.transaction)
      var template = APIResponseTemplate(APIResponse(.transaction))
      template.transactions = [try store.signed(purchase, of: place.customer)]
      return .template(template)
    },
  ]

  /// The order in which a transaction was bought. Each is an order by itself here.
  static func orderID(of transaction: ReceiptString) -> String { "M\(transaction)" }
}

extension Store {
  fileprivate func order(_ call: Call) throws(Refusal) -> Reply {
    var response = APIResponse(.order)
    response.status = 1
    var template = APIResponseTemplate(response)
    // Apple answers an unknown order without an error.
    guard call[0].hasPrefix("M"), let place = place(String(call[0].dropFirst())),
      let transaction = place.transaction, isVisible(place.customer, to: call),
      !customers[place.customer].isDeleted
    else { return .template(template) }
    template.response.status = 0
    template.transactions = [
      try signed(purchase(place.customer, transaction), of: place.customer)
    ]
    return .template(template)
  }

  fileprivate func appTransaction(_ call: Call) throws(Refusal) -> Reply {
    let customer = try customer(call[0], call)
    var template = APIResponseTemplate(APIResponse(.appTransaction))
    template.appTransaction = try sign { () throws(SigningFailure) in
      try signer.appTransaction(customers[customer].appTransaction, at: now)
    }
    return .template(template)
  }

  fileprivate mutating func setAppAccountToken(_ call: Call) throws(Refusal) -> Reply {
    let place = try original(call[0], call)
    let purchase = purchase(place.customer, place.transaction)
    guard purchase.originalTransactionID == ReceiptString(call[0]) else {
      throw Refusal(.notOriginal)
    }
    guard !purchase.isFamilyShared else { throw Refusal(.familyNotSupported) }
    guard !purchase.isAssigned else { throw Refusal(.assignedNotSupported) }
    guard let token = try call.object()["appAccountToken"]?.string, Identifier.isUUID(token) else {
      throw Refusal(.invalidAppAccountTokenUUID)
    }
    let text = ReceiptString(token)
    // Later transactions of the subscription have it too.
    customers[place.customer].change(place.transaction, at: now) { $0.appAccountToken = text }
    let newest = newestOfSubscription(place.customer, place.transaction)
    if newest != place.transaction {
      customers[place.customer].change(newest, at: now) { $0.appAccountToken = text }
    }
    changeSubscription(place.customer, place.transaction) { $0.renewal.appAccountToken = text }
    return .done(200)
  }
}
