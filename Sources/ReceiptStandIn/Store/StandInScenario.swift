package import ReceiptCore
internal import ReceiptMaking

/// A customer of a pretended App Store, as a SPEC tells of them.
package struct StandInScenario: Sendable {
  /// Its name, such as that of its file.
  package let name: String
  fileprivate let receipt: Receipt
  fileprivate let renewals: [RenewalInfo]

  /// - Parameters:
  ///   - receipt: the app and the purchases.
  ///   - renewals: what will happen to the subscriptions.
  package init(name: String, _ receipt: Receipt, _ renewals: [RenewalInfo] = []) {
    self.name = name
    self.receipt = receipt
    self.renewals = renewals
  }
}

extension Customer {
  /// The customer of a scenario.
  ///
  /// - Parameter start: the date of a scenario that has none.
  /// - Throws: where a date cannot be written.
  init(_ scenario: StandInScenario, start: ReceiptDate) throws(ReceiptError) {
    let seed = Array(scenario.name.utf8)
    let asked = scenario.receipt
    let date = asked.receiptCreationDate ?? asked.signedDate ?? start
    var app = ReceiptDefaults(created: date, seed: seed).complete(asked).completedForStoreKit()
    var numbers = SeededNumbers(seed, "app transaction")
    let appTransaction = app.appTransactionOfServer(asked: asked, &numbers)
    app.appTransactionID = appTransaction.appTransactionID
    app.environmentName = app.environmentName ?? app.environment.map { ReceiptString($0.rawValue) }
    var purchases = app.inApp
    app.inApp = []
    for index in purchases.indices { purchases[index].complete(of: app) }
    self.init(name: scenario.name, asked: asked, app: app, appTransaction: appTransaction)
    for purchase in purchases {
      for date in [purchase.purchaseDate, purchase.expiresDate, purchase.cancellationDate] {
        try Self.check(date, of: scenario)
      }
      add(told: purchase)
    }
    app.inApp = purchases
    let periods = app.newestPeriods
    guard periods.count <= Self.maximumSubscriptions else {
      throw ReceiptError(
        .invalidScenario,
        "\(scenario.name) has \(periods.count) subscriptions, and a customer may have "
          + "\(Self.maximumSubscriptions)",
        hint: "make several customers of it")
    }
    for period in periods {
      guard let chain = period.originalTransactionID,
        let newest = purchases.lastIndex(where: { $0.transactionID == period.transactionID })
      else { continue }
      let renewal = Self.renewal(of: period, scenario, appTransaction, at: date)
      try Self.check(renewal.gracePeriodExpiresDate, of: scenario)
      subscriptions.append(
        Subscription(
          chain: chain, newest: newest, period: period, renewal,
          length: length(of: period.productID, like: period), at: date))
    }
  }

  /// Far more than a person has. All of them are looked at for every step of the clock.
  private static let maximumSubscriptions = 100

  /// Dates are added to, and written.
  private static func check(
    _ date: ReceiptDate?, of scenario: StandInScenario
  ) throws(ReceiptError) {
    guard let date, !ReceiptDate.writable.contains(date.millisecondsSince1970) else { return }
    throw ReceiptError(
      .invalidScenario,
      "\(scenario.name) has a date outside of the years 0 to 9999",
      hint: "dates are milliseconds since 1970, and not microseconds")
  }

  /// What the scenario says of the next period. Where it says nothing, a running subscription renews, and any other
  /// was cancelled.
  private static func renewal(
    of period: InAppPurchase, _ scenario: StandInScenario, _ app: Receipt, at date: ReceiptDate
  ) -> RenewalInfo {
    let said = scenario.renewals.first { renewal in
      renewal.originalTransactionID.map { $0 == period.originalTransactionID }
        ?? (renewal.productID == nil || renewal.productID == period.productID)
    }
    var renewal = (said ?? RenewalInfo()).completedForStoreKit(after: [period])
    let isRunning = period.cancellationDate == nil && period.expiresDate.map { $0 >= date } ?? false
    if said == nil, !isRunning {
      renewal.autoRenewStatus = false
      renewal.expirationIntent = Subscription.Intent.voluntary
      renewal.isInBillingRetryPeriod = false
    } else if isRunning {
      renewal.renewalDate = renewal.renewalDate ?? period.expiresDate
    }
    renewal.appTransactionID = renewal.appTransactionID ?? app.appTransactionID
    renewal.recentSubscriptionStartDate =
      renewal.recentSubscriptionStartDate ?? period.originalPurchaseDate
    return renewal
  }
}

extension InAppPurchase {
  /// Fills in what Apple's server says of every purchase.
  fileprivate mutating func complete(of app: Receipt) {
    self.appTransactionID = self.appTransactionID ?? app.appTransactionID
    guard expiresDate != nil else { return }
    self.subscriptionGroupIdentifier =
      self.subscriptionGroupIdentifier ?? NotificationDefaults.group
  }
}

extension ReceiptError.Code {
  /// The scenarios of a stand-in do not fit together.
  package static let invalidScenario = Self(rawValue: "invalid-scenario")
}
