package import ReceiptCore

/// A story told by a receipt, for demonstrations and load tests. The same seed always gives the same story.
package struct Scenario: Sendable {
  /// The name in kebab case.
  package let name: String
  /// What happens, in one line.
  package let summary: String
  /// It is about versions, which only the App Store writes: sandbox and Xcode write constants.
  package let needsAppStore: Bool
  private let tell: @Sendable (inout Story) -> Void

  init(
    _ name: String, _ summary: String, needsAppStore: Bool = false,
    _ tell: @escaping @Sendable (inout Story) -> Void
  ) {
    self.name = name
    self.summary = summary
    self.needsAppStore = needsAppStore
    self.tell = tell
  }

  package static let all: [Scenario] = subscriptions + purchases

  /// The receipt that tells the story. Fields that `receipt` already has, such as the bundle identifier,
  /// stay.
  ///
  /// - Parameter seed: the seed of dates and identifiers. The receipt is made at its own creation date, or at
  ///   one derived from the seed.
  package func story(_ receipt: Receipt, seed: [UInt8]) -> Story {
    var story = Story(receipt, numbers: SeededNumbers(seed, "scenario \(name)"))
    tell(&story)
    return story
  }
}

/// A receipt under construction, as of the day on which it is made.
package struct Story: Sendable {
  package var receipt: Receipt
  /// The upcoming renewals of subscriptions.
  package var renewals: [RenewalInfo] = []
  /// The last server notification, about the last purchase; `nil` without one.
  package var news: News?
  var numbers: SeededNumbers
  /// The date at which the receipt is made.
  let end: ReceiptDate
  /// The bundle identifier, with which product identifiers begin.
  let bundleID: String
  /// Periods are short in the sandbox: a month takes five minutes (Apple, "Testing in-app purchases with
  /// sandbox").
  private let isSandbox: Bool
  private var transaction: Int64
  private var lineItem: Int64

  private static let secondsOfDay: Int64 = 86_400

  /// A server notification with its date.
  package struct News: Sendable {
    package var notification: ServerNotification
    package var date: ReceiptDate?

    /// - Parameter status: the status of the subscription: 1 active, 2 expired, 5 revoked.
    init(_ type: String, _ subtype: String? = nil, status: Int64? = nil, at date: ReceiptDate?) {
      notification = ServerNotification()
      notification.notificationType = ReceiptString(type)
      notification.subtype = subtype.map { ReceiptString($0) }
      notification.status = status
      self.date = date
    }
  }

  init(_ receipt: Receipt, numbers: SeededNumbers) {
    var receipt = receipt
    var numbers = numbers
    if receipt.environment == nil { receipt.receiptType = ReceiptString("Production") }
    isSandbox = receipt.environment == .sandbox
    // A random second of the year 2025.
    let year = TestAuthority.day(2025, 1, 1).millisecondsSince1970
    let seconds = numbers.next(0...364 * Self.secondsOfDay)
    end =
      receipt.receiptCreationDate ?? ReceiptDate(millisecondsSince1970: year + seconds * 1000)
    receipt.receiptCreationDate = end
    let bundle = receipt.bundleID ?? ReceiptString("com.example.app")
    receipt.bundleID = bundle
    bundleID = bundle.description
    transaction = numbers.next(
      isSandbox
        ? 2_000_000_000_000_000...2_000_000_899_999_999 : 100_000_000_000_000...899_999_999_999_999)
    lineItem = numbers.next(
      isSandbox
        ? 2_000_000_000_000_000...2_000_000_089_999_999 : 100_000_000_000_000...899_999_999_999_999)
    self.receipt = receipt
    self.numbers = numbers
  }

  /// A purchase of the product whose identifier ends with `product`. Later purchases have higher transaction
  /// identifiers.
  mutating func buy(_ product: String, _ type: ProductType, at date: ReceiptDate) -> InAppPurchase {
    transaction += numbers.next(1...99_999)
    var purchase = InAppPurchase()
    purchase.quantity = 1
    purchase.productID = ReceiptString("\(bundleID).\(product)")
    purchase.productType = type
    purchase.transactionID = ReceiptString(String(transaction))
    purchase.originalTransactionID = purchase.transactionID
    purchase.purchaseDate = date
    purchase.originalPurchaseDate = date
    purchase.isTrialPeriod = false
    purchase.isInIntroOfferPeriod = false
    if type == .autoRenewableSubscription {
      lineItem += numbers.next(1...9_999)
      purchase.webOrderLineItemID = lineItem
    }
    return purchase
  }

  /// A date `months` later (or earlier), on the same day of the month if it exists.
  func date(_ date: ReceiptDate, months: Int) -> ReceiptDate {
    guard !isSandbox else { return date.adding(seconds: Int64(months) * 300) }
    return date.adding(months: months)
  }

  /// A date `days` later (or earlier).
  func date(_ date: ReceiptDate, days: Int64) -> ReceiptDate {
    date.adding(seconds: isSandbox ? days * 10 : days * Self.secondsOfDay)
  }

  /// True in `percent` of all cases.
  mutating func happens(percent: Int64) -> Bool { numbers.next(0...99) < percent }
}

extension ReceiptDate {
  func adding(seconds: Int64) -> ReceiptDate {
    ReceiptDate(millisecondsSince1970: millisecondsSince1970 + seconds * 1000)
  }

  /// The same day and time in a later or earlier month; its last day, if it is shorter.
  package func adding(months: Int) -> ReceiptDate {
    let calendar = CalendarDate(self)
    let total = calendar.year * 12 + calendar.month - 1 + months
    let year = Self.floorDivide(total, 12)
    let month = total - year * 12 + 1
    let day = min(calendar.day, Self.daysInMonth(month, year: year))
    let difference =
      Self.daysSince1970(year: year, month: month, day: day)
      - Self.daysSince1970(year: calendar.year, month: calendar.month, day: calendar.day)
    return adding(seconds: Int64(difference) * 86_400)
  }
}
