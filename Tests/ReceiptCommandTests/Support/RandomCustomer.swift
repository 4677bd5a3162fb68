import ReceiptMaking

/// An invented customer, and what truly happened to them. The same seed always gives the same
/// customer.
///
/// Times are seconds since 1970.
struct RandomCustomer: Sendable {
  /// Everything that was ever bought, by purchase date.
  private(set) var purchases: [Purchase] = []
  /// What Apple says of the next renewals, by the moment from which on it says so.
  private(set) var renewals: [Renewal] = []
  let isSandbox: Bool

  /// One transaction.
  struct Purchase: Sendable {
    let id: String
    let original: String
    let product: String
    let kind: Kind
    let bought: Int
    let firstBought: Int
    /// The end of a period; `nil` if it has none.
    var ends: Int?
    var quantity = 1
    var offer: Offer?
    /// Another member of the family bought it.
    var isShared = false
    /// When it was refunded, or no longer shared.
    var revoked: Int?
    /// When the customer moved to a higher product.
    var upgraded: Int?
    /// The app has finished it. A receipt does not list such consumables.
    var isFinished = false

    /// A restored purchase has been the customer's since it was first bought.
    var firstUse: Int { kind == .nonConsumable ? firstBought : bought }
  }

  enum Kind: Int64, Sendable {
    case nonConsumable, consumable, nonRenewing, renewable

    /// Apple's name for it (JWSTransaction, `type`).
    var name: String {
      switch self {
      case .nonConsumable: "Non-Consumable"
      case .consumable: "Consumable"
      case .nonRenewing: "Non-Renewing Subscription"
      case .renewable: "Auto-Renewable Subscription"
      }
    }
  }

  enum Offer: Sendable { case trial, introductory }

  /// What Apple says of a subscription's next renewal, from a moment on.
  struct Renewal: Sendable {
    let original: String
    let from: Int
    let product: String
    var next: String
    var renews: Bool
    /// The end of the newest period.
    let renewalDate: Int
    var intent: Int?
    var isRetried = false
    var graceUntil: Int?
    /// 0: the customer has not answered the question about a higher price.
    var consent: Int?
  }

  static let bundle = "com.example.tea"
  static let silver = "com.example.tea.silver"
  static let gold = "com.example.tea.gold"
  static let day = 86_400

  static func group(of product: String) -> String {
    [silver, gold].contains(product) ? "20000003" : "20000004"
  }

  /// 2024-01-01T00:00:00Z.
  static let start = 1_704_067_200

  init(_ numbers: inout SeededNumbers) {
    isSandbox = numbers.chance(4)
    var writer = Writer(numbers: numbers)
    if writer.numbers.chance(10) == false { writer.subscription(Self.silver, Self.gold) }
    if writer.numbers.chance(4) { writer.subscription("com.example.tea.news", nil) }
    if writer.numbers.chance(2) { writer.nonConsumable("com.example.tea.unlock") }
    if writer.numbers.chance(4) { writer.nonConsumable("com.example.tea.extra") }
    if writer.numbers.chance(3) { writer.consumables("com.example.tea.leaves") }
    if writer.numbers.chance(4) { writer.nonRenewing("com.example.tea.season") }
    if writer.purchases.isEmpty { writer.nonConsumable("com.example.tea.unlock") }
    numbers = writer.numbers
    purchases = writer.purchases.sorted { ($0.bought, $0.id) < ($1.bought, $1.id) }
    renewals = writer.renewals
  }

  /// Moments at which something happens.
  var moments: [Int] {
    purchases.flatMap { [$0.bought, $0.ends, $0.revoked, $0.upgraded].compactMap(\.self) }
      + renewals.flatMap { [$0.from, $0.graceUntil].compactMap(\.self) }
  }

  /// What Apple says of a subscription's renewal at a moment.
  func renewal(of original: String, at moment: Int) -> Renewal? {
    renewals.last { $0.original == original && $0.from <= moment }
  }

  /// The periods in which a customer may use a product, each by the purchase that gives it.
  func access(to product: String) -> [Range<Int>] {
    purchases.filter { $0.product == product && $0.kind != .consumable }.map { purchase in
      let ends = [purchase.ends, purchase.revoked, purchase.upgraded].compactMap(\.self).min()
      return purchase.firstUse..<max(purchase.firstUse, ends ?? .max)
    }
  }
}

/// Writes down what happens to a customer.
private struct Writer {
  var numbers: SeededNumbers
  var purchases: [RandomCustomer.Purchase] = []
  var renewals: [RandomCustomer.Renewal] = []
  private var lastID = 1000
  private let day = RandomCustomer.day

  init(numbers: SeededNumbers) { self.numbers = numbers }

  private mutating func newID() -> String {
    lastID += 1
    return "30000000000\(lastID)"
  }

  private mutating func beginning() -> Int { RandomCustomer.start + numbers.below(300 * day) }

  // MARK: Without renewal

  mutating func nonConsumable(_ product: String) {
    let isShared = numbers.chance(6)
    var bought = beginning()
    for _ in 0..<(1 + numbers.below(2)) {
      let id = newID()
      let isRestored = numbers.chance(6)
      var purchase = RandomCustomer.Purchase(
        id: isRestored ? newID() : id, original: id, product: product, kind: .nonConsumable,
        bought: isRestored ? bought + 20 * day : bought, firstBought: bought)
      purchase.isShared = isShared
      guard numbers.chance(3) else {
        purchases.append(purchase)
        return
      }
      let revoked = purchase.bought + 1 + numbers.below(60 * day)
      purchase.revoked = revoked
      purchases.append(purchase)
      // It may be bought again after a refund.
      bought = revoked + 1 + numbers.below(40 * day)
    }
  }

  mutating func consumables(_ product: String) {
    for _ in 0...numbers.below(3) {
      let id = newID()
      let bought = beginning()
      var purchase = RandomCustomer.Purchase(
        id: id, original: id, product: product, kind: .consumable, bought: bought,
        firstBought: bought)
      purchase.quantity = 1 + numbers.below(3)
      purchase.isFinished = numbers.chance(3)
      if numbers.chance(4) { purchase.revoked = bought + 1 + numbers.below(30 * day) }
      purchases.append(purchase)
    }
  }

  mutating func nonRenewing(_ product: String) {
    let id = newID()
    let bought = beginning()
    var purchase = RandomCustomer.Purchase(
      id: id, original: id, product: product, kind: .nonRenewing, bought: bought,
      firstBought: bought)
    if numbers.chance(4) { purchase.revoked = bought + 1 + numbers.below(30 * day) }
    purchases.append(purchase)
  }

  // MARK: Subscriptions

  /// One subscription. It may move between a lower and a higher product.
  mutating func subscription(_ low: String, _ high: String?) {
    let original = newID()
    let first = beginning()
    let isShared = numbers.chance(7)
    var product = high != nil && numbers.chance(3) ? high ?? low : low
    var begins = first
    var isFirst = true
    let count = numbers.below(7)
    for period in 0...count {
      var purchase = RandomCustomer.Purchase(
        id: isFirst ? original : newID(), original: original, product: product,
        kind: .renewable, bought: begins, firstBought: first)
      purchase.isShared = isShared
      var length = product == high ? 365 * day : 30 * day
      if isFirst, numbers.chance(3) {
        purchase.offer = .trial
        length = 7 * day
      } else if isFirst, numbers.chance(5) {
        purchase.offer = .introductory
      }
      isFirst = false
      let ends = begins + length
      purchase.ends = ends
      let paid = product
      func state(_ from: Int, renews: Bool, intent: Int? = nil) -> RandomCustomer.Renewal {
        RandomCustomer.Renewal(
          original: original, from: from, product: paid, next: paid, renews: renews,
          renewalDate: ends, intent: intent)
      }
      renewals.append(state(begins, renews: true))
      let within = begins + 1 + numbers.below(length - 1)
      /// When the customer subscribes again, if they do.
      var again: Int? = ends + 1 + numbers.below(80 * day)
      if numbers.chance(2) { again = nil }
      // The last period is only not renewed.
      switch period == count ? 15 : numbers.below(16) {
      case 0 where high != nil && product == low:
        // Upgrades begin at once (Apple, "isUpgraded").
        purchase.upgraded = within
        product = high ?? low
        again = within
      case 1 where high != nil && product == high:
        // Downgrades begin with the next period.
        var pending = state(within, renews: true)
        pending.next = low
        renewals.append(pending)
        product = low
        again = ends
      case 2:
        // A refund of the running period ends it.
        purchase.revoked = within
        renewals.append(state(within, renews: false))
        again = again.map { $0 - ends + within }
      case 3, 4:
        renewals.append(state(within, renews: false))
        renewals.append(state(ends, renews: false, intent: 1))
      case 5, 6, 7, 14: again = failure(state(ends, renews: true, intent: 2), again)
      case 8:
        var asked = state(within, renews: true)
        asked.consent = 0
        renewals.append(asked)
        renewals.append(state(ends, renews: false, intent: 3))
      case 9: renewals.append(state(ends, renews: false, intent: 4))
      case 10:
        // A refund of a past period leaves the others alone.
        if let past = purchases.lastIndex(where: {
          $0.original == original && $0.revoked == nil && $0.upgraded == nil
        }) {
          purchases[past].revoked = within
        }
        again = ends
      case 11 where isShared, 12 where isShared, 13 where isShared:
        purchase.revoked = within
        again = nil
      default: again = ends
      }
      purchases.append(purchase)
      guard let next = again else { return }
      begins = next
    }
    if let last = purchases.last, last.original == original, let ends = last.ends,
      last.revoked == nil, last.upgraded == nil
    {
      renewals.append(
        RandomCustomer.Renewal(
          original: original, from: ends, product: last.product, next: last.product,
          renews: false, renewalDate: ends, intent: 5))
    }
  }

  /// The payment fails at the end of a period. Apple retries for 60 days, perhaps with a grace
  /// period.
  ///
  /// - Returns: when the subscription goes on, if it does.
  private mutating func failure(_ failed: RandomCustomer.Renewal, _ again: Int?) -> Int? {
    let ends = failed.renewalDate
    var retried = failed
    retried.isRetried = true
    let grace = numbers.chance(3) ? nil : ends + 16 * day
    retried.graceUntil = grace
    let paid = ends + 1 + numbers.below(100 * day)
    if let grace {
      renewals.append(retried)
      if paid < grace { return paid }
      renewals.append(
        RandomCustomer.Renewal(
          original: failed.original, from: grace, product: failed.product, next: failed.next,
          renews: true, renewalDate: ends, intent: 2, isRetried: true))
    } else {
      renewals.append(retried)
    }
    if paid < ends + 60 * day { return paid }
    renewals.append(
      RandomCustomer.Renewal(
        original: failed.original, from: ends + 60 * day, product: failed.product,
        next: failed.next, renews: false, renewalDate: ends, intent: 2))
    return again.map { $0 + 60 * day }
  }
}

extension SeededNumbers {
  /// A number from 0 up to but not including `limit`.
  mutating func below(_ limit: Int) -> Int { Int(next(0...Int64(max(1, limit) - 1))) }

  /// One time in `times`.
  mutating func chance(_ times: Int) -> Bool { below(times) == 0 }

  mutating func element<Element>(of list: [Element]) -> Element? {
    list.isEmpty ? nil : list[below(list.count)]
  }
}
