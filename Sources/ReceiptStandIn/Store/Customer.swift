internal import ReceiptCore
internal import ReceiptMaking

/// A customer of an app, as Apple's servers know them.
struct Customer: Sendable {
  /// The name of the scenario.
  let name: String
  /// What the scenario itself says of the app.
  let asked: Receipt
  /// The app with all fields that a receipt has, and without purchases.
  let app: Receipt
  /// The app as an app transaction of Apple's server says it.
  let appTransaction: Receipt
  /// Everything that was bought, in the order in which it came.
  private(set) var transactions: [Transaction] = []
  var subscriptions: [Subscription] = []
  /// Whether the account is gone.
  var isDeleted = false
  /// When something was last changed.
  private var lastChange = ReceiptDate.distantPast

  /// A purchase, and what only Apple's server knows of it.
  struct Transaction: Sendable {
    var purchase: InAppPurchase
    /// When it was last changed.
    var changed: ReceiptDate
    /// Whether the app has said that it gave the customer what was bought.
    var isFinished = false

    var isConsumable: Bool { purchase.productType == .consumable }
  }

  init(name: String, asked: Receipt, app: Receipt, appTransaction: Receipt) {
    self.name = name
    self.asked = asked
    self.app = app
    self.appTransaction = appTransaction
  }

  var environment: Receipt.Environment? { app.environment }

  /// The app as an object of Apple's server names it.
  func named(needsItemID: Bool = false, hasVersion: Bool = false) -> Receipt {
    app.namedByServer(asked: asked, needsItemID: needsItemID, hasVersion: hasVersion)
  }

  /// Adds a purchase of the scenario, whose dates say when it was changed.
  mutating func add(told purchase: InAppPurchase) {
    let dates = [purchase.purchaseDate, purchase.cancellationDate].compactMap(\.self)
    let changed = dates.max() ?? .distantPast
    transactions.append(Transaction(purchase: purchase, changed: changed))
    lastChange = max(lastChange, changed)
  }

  /// Adds a purchase at a date.
  ///
  /// - Returns: its place.
  mutating func add(_ purchase: InAppPurchase, at date: ReceiptDate) -> Int {
    transactions.append(Transaction(purchase: purchase, changed: nextChange(at: date)))
    return transactions.count - 1
  }

  /// Each change is later than the one before, so that a page of a history never leaves one out. The clock may stand
  /// still meanwhile.
  private mutating func nextChange(at date: ReceiptDate) -> ReceiptDate {
    let next = ReceiptDate(millisecondsSince1970: lastChange.millisecondsSince1970 + 1)
    lastChange = max(date, next)
    return lastChange
  }

  /// Changes a purchase at a date.
  mutating func change(_ place: Int, at date: ReceiptDate, _ change: (inout InAppPurchase) -> Void)
  {
    change(&transactions[place].purchase)
    transactions[place].changed = nextChange(at: date)
  }

  mutating func finish(_ place: Int) { transactions[place].isFinished = true }

  /// The purchases of an app receipt: used-up consumables are not in it (Apple, "in_app").
  var purchasesOfReceipt: [InAppPurchase] {
    transactions.filter { !($0.isConsumable && $0.isFinished) }.map(\.purchase)
  }

  /// The place of a subscription by its original transaction id.
  func subscription(_ chain: ReceiptString?) -> Int? {
    subscriptions.firstIndex { $0.chain == chain }
  }

  /// The newest period of a subscription.
  func period(of subscription: Subscription) -> InAppPurchase {
    transactions[subscription.newest].purchase
  }

  /// The state of a subscription, as Apple's server gives it.
  func status(of subscription: Subscription, at date: ReceiptDate) -> APIResponse.SubscriptionStatus
  {
    APIResponse.SubscriptionStatus(period(of: subscription), subscription.renewal, at: date)
  }

  /// How long the periods of a product are: as long as the newest one of it that had no offer, because a trial may be
  /// shorter. A month, if all had one.
  func length(of product: ReceiptString?, like period: InAppPurchase) -> PeriodLength {
    let plain = transactions.last { $0.purchase.productID == product && !$0.purchase.hasOffer }
    let like = plain?.purchase ?? (period.hasOffer ? nil : period)
    guard let like, let start = like.purchaseDate, let end = like.expiresDate else {
      return .month
    }
    return PeriodLength(from: start, to: end) ?? .month
  }
}

extension InAppPurchase {
  fileprivate var hasOffer: Bool {
    isTrialPeriod == true || isInIntroOfferPeriod == true || self.offerType != nil
  }
}
