internal import ReceiptCore
internal import ReceiptMaking

extension Store {
  /// A notification that is sent though nothing happened, about a purchase that is made to fit.
  func example(
    _ type: String, _ subtype: String?, _ customer: Int, _ transaction: Int?
  ) -> Event {
    var event = Event(type, subtype, customer: customer, at: now)
    guard event.notification.isAboutPurchase else { return event }
    let defaults = NotificationDefaults(event.notification, sent: now)
    let owner = customers[customer]
    let wanted = defaults.purchase
    let place = transaction ?? Self.newest(like: wanted, of: owner)
    var purchase = place.map { owner.transactions[$0].purchase } ?? wanted.identified(in: owner)
    Self.renew(&purchase, like: wanted, at: now)
    defaults.fit(&purchase, said: purchase)
    Self.describeWithdrawal(of: &purchase, type)
    event.purchase = purchase
    if purchase.expiresDate != nil { event.renewal = defaults.renewal(of: purchase) }
    return event
  }

  /// The customer of a notification for which no purchase was named: the first with one of its kind.
  func customer(for type: String, _ subtype: String?) -> Int? {
    let all = customers.indices.filter { !customers[$0].isDeleted }
    guard let first = all.first else { return nil }
    let event = Event(type, subtype, customer: first, at: now)
    guard event.notification.isAboutPurchase else { return first }
    let wanted = NotificationDefaults(event.notification, sent: now).purchase
    return all.first { Self.newest(like: wanted, of: customers[$0]) != nil } ?? first
  }

  /// The newest purchase of the same kind.
  private static func newest(like wanted: InAppPurchase, of owner: Customer) -> Int? {
    owner.transactions.indices.last {
      (owner.transactions[$0].purchase.expiresDate == nil) == (wanted.expiresDate == nil)
    }
  }

  /// A period that is over cannot be that of a subscription that runs, so the next one takes its place.
  private static func renew(
    _ purchase: inout InAppPurchase, like wanted: InAppPurchase, at now: ReceiptDate
  ) {
    guard wanted.cancellationDate == nil, let end = wanted.expiresDate, end > now,
      let own = purchase.expiresDate, own <= now
    else { return }
    purchase.purchaseDate = wanted.purchaseDate
    purchase.expiresDate = end
  }

  /// What Apple says of a refund, or of sharing that ended.
  private static func describeWithdrawal(of purchase: inout InAppPurchase, _ type: String) {
    guard purchase.cancellationDate != nil else { return }
    let isShared = type == "REVOKE"
    if isShared { purchase.inAppOwnershipType = InAppPurchase.familyShared }
    purchase.revocationType =
      purchase.revocationType ?? (isShared ? Revocation.family : Revocation.full)
    if !isShared { purchase.revocationPercentage = purchase.revocationPercentage ?? 100_000 }
  }
}

extension InAppPurchase {
  /// An example with the fields that every purchase has.
  fileprivate func identified(in customer: Customer) -> InAppPurchase {
    var app = customer.app
    app.inApp = [self]
    let completed = ReceiptDefaults(created: .distantPast, seed: Array(customer.name.utf8))
      .complete(app).completedForStoreKit()
    return completed.inApp.first ?? self
  }
}
