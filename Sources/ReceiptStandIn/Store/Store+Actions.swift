internal import ReceiptCore

// What customers, the developer or Apple do.
extension Store {
  /// Apple gives back the price of a transaction.
  ///
  /// - Parameter reason: as in `revocationReason`.
  mutating func refund(_ customer: Int, _ transaction: Int, reason: Int64 = 0) {
    let date = now
    customers[customer].change(transaction, at: date) { purchase in
      purchase.cancellationDate = date
      purchase.cancellationReason = reason
      purchase.revocationType = Revocation.full
      purchase.revocationPercentage = 100_000
    }
    changeSubscription(customer, transaction) { subscription in
      // A refund of an earlier period changes nothing now.
      if subscription.newest == transaction { subscription.end(intent: nil) }
    }
    post(event("REFUND", of: customer, transaction, at: date))
  }

  /// The customer turns the renewal on or off.
  mutating func setAutoRenew(_ isOn: Bool, _ customer: Int, _ transaction: Int) {
    let chain = purchase(customer, transaction).originalTransactionID
    let place = customers[customer].subscription(chain)
    guard place.map({ customers[customer].subscriptions[$0].renewal.autoRenewStatus }) != isOn
    else { return }
    changeSubscription(customer, transaction) { subscription in
      subscription.renewal.autoRenewStatus = isOn
      if isOn { subscription.plannedIntent = nil }
    }
    postAboutSubscription(
      "DID_CHANGE_RENEWAL_STATUS", isOn ? "AUTO_RENEW_ENABLED" : "AUTO_RENEW_DISABLED", customer,
      transaction)
  }

  /// The next payment fails, or payments work again. Then what is owed is paid at once.
  ///
  /// - Parameter grace: for how long the customer keeps access, in milliseconds.
  mutating func setPayment(fails: Bool, grace: Int64?, _ customer: Int, _ transaction: Int) {
    guard
      let place = customers[customer].subscription(
        customers[customer].transactions[transaction].purchase.originalTransactionID)
    else { return }
    var subscription = customers[customer].subscriptions[place]
    subscription.paymentFails = fails
    subscription.grace = fails ? grace : nil
    let isOwed = !fails && (subscription.phase == .grace || subscription.phase == .retry)
    if isOwed {
      // In the time of grace the billing date stays (Apple, "Reducing involuntary subscriber churn").
      let end = customers[customer].period(of: subscription).expiresDate
      renew(&subscription, customer, at: subscription.phase == .grace ? end ?? now : now)
    }
    customers[customer].subscriptions[place] = subscription
    planNextStep()
    if isOwed {
      postAboutSubscription("DID_RENEW", "BILLING_RECOVERY", customer, transaction)
    }
  }

  /// The developer makes the present period longer.
  mutating func extend(_ customer: Int, _ subscription: Int, days: Int64) {
    let newest = customers[customer].subscriptions[subscription].newest
    let date = now
    customers[customer].change(newest, at: date) { period in
      period.expiresDate = period.expiresDate.map {
        ReceiptDate(millisecondsSince1970: $0.millisecondsSince1970 + days * PeriodLength.day)
      }
    }
    customers[customer].subscriptions[subscription].renewal.renewalDate =
      customers[customer].transactions[newest].purchase.expiresDate
    customers[customer].subscriptions[subscription].extensions.append(date)
    planNextStep()
    post(event("RENEWAL_EXTENDED", of: customer, newest, at: date))
  }

  /// The newest period of the subscription that a transaction belongs to. A one-time purchase stands for itself.
  func newestOfSubscription(_ customer: Int, _ transaction: Int) -> Int {
    let owner = customers[customer]
    let place = owner.subscription(
      owner.transactions[transaction].purchase.originalTransactionID)
    return place.map { owner.subscriptions[$0].newest } ?? transaction
  }

  /// Posts an event about that period.
  mutating func postAboutSubscription(
    _ type: String, _ subtype: String? = nil, _ customer: Int, _ transaction: Int
  ) {
    post(event(type, subtype, of: customer, newestOfSubscription(customer, transaction), at: now))
  }

  /// Changes the subscription that a transaction belongs to.
  mutating func changeSubscription(
    _ customer: Int, _ transaction: Int, _ change: (inout Subscription) -> Void
  ) {
    let chain = customers[customer].transactions[transaction].purchase.originalTransactionID
    guard let place = customers[customer].subscription(chain) else { return }
    change(&customers[customer].subscriptions[place])
    planNextStep()
  }
}
