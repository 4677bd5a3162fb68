internal import ReceiptCore
internal import ReceiptMaking

extension Endpoint {
  /// The Advanced Commerce API, which changes a subscription and answers what it is then. The stand-in changes nothing
  /// inside `advancedCommerceInfo`.
  static let advancedCommerce: [Endpoint] = [
    subscription("cancel", "Cancel a Subscription") { store, customer, transaction in
      store.setAutoRenew(false, customer, transaction)
    },
    subscription("changeMetadata", "Change Subscription Metadata") {
      store, customer, transaction in
      store.postAboutSubscription("METADATA_UPDATE", nil, customer, transaction)
    },
    subscription("changePrice", "Change Subscription Price") { store, customer, transaction in
      store.postAboutSubscription("PRICE_CHANGE", nil, customer, transaction)
    },
    subscription("migrate", "Migrate a Subscription to Advanced Commerce API") {
      store, customer, transaction in
      store.postAboutSubscription("MIGRATION", nil, customer, transaction)
    },
    subscription("revoke", "Revoke Subscription") { store, customer, transaction in
      store.refund(customer, store.newestOfSubscription(customer, transaction))
    },
    Endpoint(
      "POST", "/advancedCommerce/v1/transaction/requestRefund/{transactionId}",
      "Request Transaction Refund"
    ) { store, call throws(Refusal) in
      try store.advancedCommerce(call, needsSubscription: false) { store, customer, transaction in
        store.refund(customer, transaction)
      }
    },
  ]

  private static func subscription(
    _ action: String, _ name: String, _ act: @escaping @Sendable (inout Store, Int, Int) -> Void
  ) -> Endpoint {
    Endpoint("POST", "/advancedCommerce/v1/subscription/\(action)/{transactionId}", name) {
      store, call throws(Refusal) in
      try store.advancedCommerce(call, needsSubscription: true, act)
    }
  }
}

extension Store {
  fileprivate mutating func advancedCommerce(
    _ call: Call, needsSubscription: Bool, _ act: (inout Store, Int, Int) -> Void
  ) throws(Refusal) -> Reply {
    let place = try transaction(call[0], call)
    guard let info = try call.object()["requestInfo"], info.members != nil else {
      throw Refusal(.generalBadRequest)
    }
    let before = purchase(place.customer, place.transaction)
    guard before.expiresDate != nil || !needsSubscription else {
      throw Refusal(.typeNotSupported)
    }
    guard before.cancellationDate == nil else { throw Refusal(.generalBadRequest) }
    act(&self, place.customer, place.transaction)
    let shown =
      needsSubscription
      ? newestOfSubscription(place.customer, place.transaction) : place.transaction
    let purchase = purchase(place.customer, shown)
    var template = APIResponseTemplate(APIResponse(.transaction))
    template.transactions = [try signed(purchase, of: place.customer)]
    let owner = customers[place.customer]
    if let subscription = owner.subscription(purchase.originalTransactionID) {
      template.renewals = [
        try signed(owner.subscriptions[subscription].renewal, of: place.customer)
      ]
    }
    return .template(template)
  }
}
