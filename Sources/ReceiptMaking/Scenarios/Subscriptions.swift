internal import ReceiptCore

extension Scenario {
  static let subscriptions: [Scenario] = [
    Scenario(
      "subscription",
      "a subscription: a trial and renewals, and by chance a gap, an upgrade, a refund"
    ) { story in
      var plan = SubscriptionPlan()
      plan.hasTrial = story.happens(percent: 70)
      plan.renewals = Int(story.numbers.next(0...24))
      if plan.renewals > 2, story.happens(percent: 25) {
        plan.gap = Int(story.numbers.next(1...4))
      }
      plan.isUpgraded = story.happens(percent: 15)
      plan.isRefunded = story.happens(percent: 10)
      plan.tell(&story)
    },
    Scenario("subscription-trial", "a free week has begun, and nothing was paid yet") { story in
      SubscriptionPlan(hasTrial: true).tell(&story)
    },
    Scenario("subscription-renewals", "a free week, then twelve months, the last of which runs") {
      story in
      SubscriptionPlan(hasTrial: true, renewals: 12).tell(&story)
    },
    Scenario("subscription-gap", "six months, three without, and six more, the last of which runs")
    { story in
      SubscriptionPlan(renewals: 12, gap: 3).tell(&story)
    },
    Scenario("subscription-upgrade", "four months, in the last of which it was made a year's") {
      story in
      SubscriptionPlan(renewals: 4, isUpgraded: true).tell(&story)
    },
    Scenario("subscription-refund", "five months, the last of which was given back") { story in
      SubscriptionPlan(renewals: 5, isRefunded: true).tell(&story)
    },
    Scenario("subscription-lapsed", "a free week and three months, which are over") { story in
      SubscriptionPlan(hasTrial: true, renewals: 3, hasLapsed: true).tell(&story)
    },
  ]
}

/// The history of a monthly subscription.
private struct SubscriptionPlan {
  /// It begins with a free week.
  var hasTrial = false
  /// The number of paid months.
  var renewals = 0
  /// The number of unpaid months in the middle.
  var gap = 0
  /// In the last month it changes to a yearly subscription.
  var isUpgraded = false
  /// The last period is refunded.
  var isRefunded = false
  /// The last period ended before the receipt was made.
  var hasLapsed = false

  private static let trialDays: Int64 = 7

  func tell(_ story: inout Story) {
    // Counted back from the end, so that the last period is running then, or has ended.
    let lastDays = hasLapsed ? 45 + story.numbers.next(0...30) : story.numbers.next(2...25)
    let paid = max(renewals, hasTrial ? renewals : 1)
    var begin = story.date(
      story.date(story.end, days: -lastDays), months: -(max(paid, 1) - 1) - gap)
    if hasTrial {
      begin = story.date(
        paid == 0 ? story.end : begin, days: paid == 0 ? -min(lastDays, 5) : -Self.trialDays)
    }
    var periods: [InAppPurchase] = []
    if hasTrial {
      var trial = story.buy("monthly", .autoRenewableSubscription, at: begin)
      trial.expiresDate = story.date(begin, days: Self.trialDays)
      trial.isTrialPeriod = true
      periods.append(trial)
    }
    let firstPaid = periods.last?.expiresDate ?? begin
    let firstAfterGap = gap > 0 ? paid / 2 : nil
    /// The date when it began, or began again.
    var since: ReceiptDate? = begin
    for month in 0..<paid {
      let months = month + (month >= paid / 2 ? gap : 0)
      let start = story.date(firstPaid, months: months)
      var period = story.buy("monthly", .autoRenewableSubscription, at: start)
      period.expiresDate = story.date(firstPaid, months: months + 1)
      if month == firstAfterGap {
        period.isBoughtByCustomer()
        since = start
      }
      periods.append(period)
    }
    if isUpgraded, let last = periods.indices.last, let start = periods[last].purchaseDate {
      let moment = story.date(start, days: 1)
      periods[last].cancellationDate = moment
      periods[last].isUpgraded = true
      var year = story.buy("yearly", .autoRenewableSubscription, at: moment)
      year.expiresDate = story.date(moment, months: 12)
      year.isBoughtByCustomer()
      periods.append(year)
    }
    if isRefunded, let last = periods.indices.last, let start = periods[last].purchaseDate {
      periods[last].cancellationDate = story.date(start, days: 1)
      periods[last].cancellationReason = story.numbers.next(0...1)
    }
    let first = periods.first
    story.receipt.inApp += periods.map { period in
      var period = period
      period.originalTransactionID = first?.transactionID
      period.originalPurchaseDate = first?.purchaseDate
      period.subscriptionGroupIdentifier = ReceiptString("20000001")
      return period
    }
    guard let last = story.receipt.inApp.last else { return }
    story.news = news(of: last, isFirst: periods.count == 1, isAgain: last.purchaseDate == since)
    story.tellOfRenewal(of: last, since: since, ends: isRefunded || hasLapsed)
  }

  /// The last message of Apple's server (Apple, "notificationType").
  private func news(of last: InAppPurchase, isFirst: Bool, isAgain: Bool) -> Story.News {
    if isRefunded { return Story.News("REFUND", status: 5, at: last.cancellationDate) }
    if hasLapsed { return Story.News("EXPIRED", "VOLUNTARY", status: 2, at: last.expiresDate) }
    if isUpgraded {
      return Story.News("DID_CHANGE_RENEWAL_PREF", "UPGRADE", status: 1, at: last.purchaseDate)
    }
    if isFirst { return Story.News("SUBSCRIBED", "INITIAL_BUY", status: 1, at: last.purchaseDate) }
    if isAgain { return Story.News("SUBSCRIBED", "RESUBSCRIBE", status: 1, at: last.purchaseDate) }
    return Story.News("DID_RENEW", status: 1, at: last.purchaseDate)
  }
}

extension InAppPurchase {
  /// A period that the App Store did not renew: the customer bought it again.
  fileprivate mutating func isBoughtByCustomer() {
    self.transactionReason = ReceiptString("PURCHASE")
  }
}

extension Story {
  /// The upcoming renewal of a subscription after its last period.
  mutating func tellOfRenewal(
    of last: InAppPurchase, since: ReceiptDate?, ends: Bool = false
  ) {
    var renewal = RenewalInfo()
    renewal.productID = last.productID
    renewal.autoRenewProductID = last.productID
    renewal.originalTransactionID = last.originalTransactionID
    renewal.autoRenewStatus = !ends
    renewal.recentSubscriptionStartDate = since
    if ends {
      // The customer cancelled it.
      renewal.expirationIntent = 1
      renewal.isInBillingRetryPeriod = false
    } else {
      renewal.renewalDate = last.expiresDate
    }
    renewals = [renewal]
  }
}
