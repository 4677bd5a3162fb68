internal import ReceiptCore
internal import ReceiptInsight
internal import ReceiptMaking

// What happens to subscriptions as the time passes.
extension Store {
  /// Lets a step of a subscription happen.
  mutating func take(_ step: SubscriptionStep, _ customer: Int, _ place: Int) -> Event {
    let (type, subtype) = change(step, customer, place)
    let newest = customers[customer].subscriptions[place].newest
    return event(type, subtype, of: customer, newest, at: step.date)
  }

  private mutating func change(
    _ step: SubscriptionStep, _ customer: Int, _ place: Int
  ) -> (type: String, subtype: String?) {
    var subscription = customers[customer].subscriptions[place]
    defer { customers[customer].subscriptions[place] = subscription }
    switch step.event {
    case .renews:
      renew(&subscription, customer, at: step.date)
      return ("DID_RENEW", nil)
    case .fails(let grace):
      subscription.renewal.isInBillingRetryPeriod = true
      guard let grace else {
        subscription.loseAccess()
        return ("DID_FAIL_TO_RENEW", nil)
      }
      subscription.phase = .grace
      subscription.renewal.gracePeriodExpiresDate = ReceiptDate(
        millisecondsSince1970: step.date.millisecondsSince1970 + grace)
      return ("DID_FAIL_TO_RENEW", "GRACE_PERIOD")
    case .graceEnds:
      subscription.loseAccess()
      return ("GRACE_PERIOD_EXPIRED", nil)
    case .ends(let intent):
      subscription.end(intent: intent)
      return ("EXPIRED", NotificationEvent.end(intent: intent)?.subtype)
    }
  }

  /// Adds the next period of a subscription.
  ///
  /// - Parameter date: when it begins.
  mutating func renew(_ subscription: inout Subscription, _ customer: Int, at date: ReceiptDate) {
    let old = customers[customer].period(of: subscription)
    let renewal = subscription.renewal
    var period = old.renewed(by: renewal)
    if period.productID != old.productID {
      subscription.length = customers[customer].length(of: period.productID, like: old)
    }
    period.purchaseDate = date
    period.expiresDate = subscription.length.end(after: date)
    subscription.newest = add(period, to: customer, at: date)
    subscription.begin(period)
  }
}

extension Subscription {
  /// A new period runs.
  fileprivate mutating func begin(_ period: InAppPurchase) {
    phase = .running
    paymentFails = false
    grace = nil
    renewals += 1
    renewal.productID = period.productID
    renewal.autoRenewProductID = period.productID
    renewal.renewalDate = period.expiresDate
    renewal.isInBillingRetryPeriod = nil
    renewal.gracePeriodExpiresDate = nil
    renewal.expirationIntent = nil
    renewal.offerType = nil
    renewal.offerIdentifier = nil
    renewal.offerDiscountType = nil
    renewal.offerPeriod = nil
    renewal.promotionalOfferID = nil
    renewal.offerCodeRefName = nil
    // The higher price is the price now.
    renewal.priceIncreaseStatus = nil
    renewal.priceConsentStatus = nil
  }

  /// Apple still tries to charge, and the customer has no access.
  fileprivate mutating func loseAccess() {
    phase = .retry
    renewal.gracePeriodExpiresDate = nil
    renewal.expirationIntent = Intent.billing
  }

  /// No period follows.
  mutating func end(intent: Int64?) {
    phase = .ended
    renewal.autoRenewStatus = false
    renewal.expirationIntent = intent
    renewal.isInBillingRetryPeriod = false
    renewal.gracePeriodExpiresDate = nil
    renewal.renewalDate = nil
  }
}

extension InAppPurchase {
  /// The next period after this one, still without dates and identifiers.
  fileprivate func renewed(by renewal: RenewalInfo) -> InAppPurchase {
    var period = self
    period.productID = renewal.autoRenewProductID ?? productID
    period.quantity = renewal.renewalQuantity ?? quantity
    period.isTrialPeriod = false
    period.isInIntroOfferPeriod = false
    period.promotionalOfferID = renewal.promotionalOfferID
    period.offerCodeRefName = renewal.offerCodeRefName
    period.offerType = renewal.offerType
    period.offerIdentifier = renewal.offerIdentifier
    period.offerDiscountType = renewal.offerDiscountType
    period.offerPeriod = renewal.offerPeriod
    period.price = renewal.renewalPrice ?? self.price
    period.currency = renewal.currency ?? self.currency
    period.appAccountToken = renewal.appAccountToken ?? self.appAccountToken
    period.transactionReason = ReceiptString("RENEWAL")
    period.isUpgraded = nil
    if let number = self.billingPeriodNumber, let total = self.totalBillingPeriods, total > 0 {
      period.billingPeriodNumber = number < total ? number + 1 : 1
    }
    return period
  }
}
