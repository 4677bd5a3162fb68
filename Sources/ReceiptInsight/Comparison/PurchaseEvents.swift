package import ReceiptCore

/// What a difference between the purchases of two receipts means.
package struct PurchaseEvent: Sendable {
  package let kind: Kind
  /// The receipt that shows the event.
  package let side: ComparedSide
  package let productID: ReceiptString?
  package let originalTransactionID: ReceiptString?
  /// The number of periods that began; 1 for other events.
  package let count: Int
  /// The date until which it was renewed, or on which it was refunded, upgraded or lapsed.
  package let date: ReceiptDate?
  /// The product after an upgrade.
  package let successor: ReceiptString?
  /// Inferred, not written in the receipt.
  package let isInferred: Bool

  package enum Kind: String, Sendable, CaseIterable {
    /// A subscription began that is not in the other receipt.
    case subscribed
    /// A subscription in the other receipt was renewed.
    case renewed
    case upgraded
    case refunded
    /// A family member, an organisation or Apple took it back, without a refund to this customer.
    case withdrawn
    /// A subscription that was active when the other, earlier receipt was made has lapsed.
    case lapsed
    /// A subscription that was not active when the other, earlier receipt was made is active again.
    case resumed

    /// Events at the same time are sorted so that causes come before their effects.
    fileprivate var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }
}

/// Finds out what happened between two receipts.
struct PurchaseEvents {
  private(set) var events: [PurchaseEvent] = []

  /// What the customer had when each receipt was made.
  struct Accounts {
    let a: Account?
    let b: Account?
  }

  /// - Parameter accounts: only if both receipts list every purchase, so that a missing one did not happen.
  init(_ purchases: PurchaseComparison, _ accounts: Accounts?) {
    let isComplete = accounts != nil
    let held = accounts.flatMap(HeldThenAndNow.init)
    var chains: [ReceiptString: ChainPair] = [:]
    func add(_ record: PurchaseRecord, _ side: ComparedSide, isNew: Bool) {
      let purchase = record.purchase
      guard let id = purchase.originalTransactionID ?? purchase.transactionID else { return }
      chains[id, default: ChainPair()].add(purchase, side, isNew: isNew)
    }
    for pair in purchases.matching.pairs {
      // A cancellation that only one of them has is new.
      let (a, b) = (pair.a.purchase.cancellationDate, pair.b.purchase.cancellationDate)
      add(pair.a, .a, isNew: false)
      add(pair.b, .b, isNew: false)
      let id = pair.a.purchase.originalTransactionID ?? pair.a.purchase.transactionID
      guard let id, (a == nil) != (b == nil) else { continue }
      let otherID = pair.b.purchase.originalTransactionID ?? pair.b.purchase.transactionID
      if a != nil { chains[id]?.cancelled.append((pair.a.purchase, .a)) }
      if b != nil, let otherID { chains[otherID]?.cancelled.append((pair.b.purchase, .b)) }
    }
    for record in purchases.onlyInA { add(record, .a, isNew: true) }
    for record in purchases.onlyInB { add(record, .b, isNew: true) }
    for (id, chain) in chains {
      for side in [ComparedSide.a, .b] {
        events += chain.periods(id, on: side, isComplete: isComplete)
        if let held, held.later == side { events += chain.state(id, held) }
      }
      events += chain.cancellations(id)
    }
    sort()
  }

  private mutating func sort() {
    events.sort { left, right in
      if let a = left.date, let b = right.date, a != b { return a < b }
      if (left.date == nil) != (right.date == nil) { return right.date == nil }
      let a = left.originalTransactionID?.bytes ?? []
      let b = right.originalTransactionID?.bytes ?? []
      if !a.elementsEqual(b) { return a.lexicographicallyPrecedes(b) }
      return left.kind.order < right.kind.order
    }
  }
}

/// One subscription in two receipts.
private struct ChainPair {
  private var a: [InAppPurchase] = []
  private var b: [InAppPurchase] = []
  private var newInA: [InAppPurchase] = []
  private var newInB: [InAppPurchase] = []
  /// The records that only one of them lists as cancelled.
  var cancelled: [(InAppPurchase, ComparedSide)] = []

  mutating func add(_ purchase: InAppPurchase, _ side: ComparedSide, isNew: Bool) {
    switch side {
    case .a:
      a.append(purchase)
      if isNew { newInA.append(purchase) }
    case .b:
      b.append(purchase)
      if isNew { newInB.append(purchase) }
    }
    if isNew, purchase.cancellationDate != nil { cancelled.append((purchase, side)) }
  }

  private func records(_ side: ComparedSide) -> [InAppPurchase] { side == .a ? a : b }
  private func others(_ side: ComparedSide) -> [InAppPurchase] { side == .a ? b : a }

  /// The periods that only one receipt has and that end after all periods of the other.
  func periods(
    _ id: ReceiptString, on side: ComparedSide, isComplete: Bool
  ) -> [PurchaseEvent] {
    let known = others(side)
    // Without a complete list of purchases, it is not known whether the subscription is new.
    guard isComplete || !known.isEmpty else { return [] }
    let end = known.compactMap(\.expiresDate).max()
    let new = (side == .a ? newInA : newInB).filter { record in
      guard let expires = record.expiresDate else { return false }
      return end.map { $0 < expires } ?? true
    }
    guard let last = new.max(by: Self.endsEarlier) else { return [] }
    return [
      PurchaseEvent(
        kind: known.isEmpty ? .subscribed : .renewed, side: side, productID: last.productID,
        originalTransactionID: id, count: new.count, date: last.expiresDate, successor: nil,
        isInferred: false)
    ]
  }

  private static func endsEarlier(_ left: InAppPurchase, _ right: InAppPurchase) -> Bool {
    guard let a = left.expiresDate, let b = right.expiresDate else {
      return left.expiresDate == nil && right.expiresDate != nil
    }
    return a < b
  }

  /// Whether a subscription lapsed or was resumed between the two times.
  func state(_ id: ReceiptString, _ held: HeldThenAndNow) -> [PurchaseEvent] {
    let (now, then) = (records(held.later), others(held.later))
    guard !now.isEmpty, !then.isEmpty else { return [] }
    let kind: PurchaseEvent.Kind
    let deciding: InAppPurchase
    var date: ReceiptDate?
    switch (held.now.byChain[id], held.then.byChain[id]) {
    case (nil, let before?) where !held.now.holdsAny(of: now):
      // A cancelled record has its own event.
      let last = now.filter { $0.cancellationDate == nil }.max(by: Self.endsEarlier)
      guard let last, let end = [last.expiresDate, before.until].compactMap(\.self).max(),
        held.then.time < end
      else { return [] }
      kind = .lapsed
      deciding = last
      date = end
    case (let holding?, nil) where !held.then.holdsAny(of: then):
      guard then.contains(where: { $0.expiresDate.map { $0 <= held.then.time } ?? false }) else {
        return []
      }
      kind = .resumed
      deciding = holding.record
      date = holding.until
    default: return []
    }
    return [
      PurchaseEvent(
        kind: kind, side: held.later, productID: deciding.productID, originalTransactionID: id,
        count: 1, date: date, successor: nil, isInferred: true)
    ]
  }

  func cancellations(_ id: ReceiptString) -> [PurchaseEvent] {
    guard !cancelled.isEmpty else { return [] }
    let sorted = (a: Receipt.byPurchaseDate(a), b: Receipt.byPurchaseDate(b))
    return cancelled.compactMap { record, side in
      let near = Self.near(record, in: side == .a ? sorted.a : sorted.b)
      return PurchaseHistory([record] + near).withdrawal(of: record).map { withdrawal in
        switch withdrawal.kind {
        case .upgrade(let successor, let isInferred):
          PurchaseEvent(
            kind: .upgraded, side: side, productID: record.productID, originalTransactionID: id,
            count: 1, date: withdrawal.date, successor: successor, isInferred: isInferred)
        case .refund, .partialRefund, .familySharingEnded, .seatTakenBack, .unknown:
          PurchaseEvent(
            kind: withdrawal.isRefund ? .refunded : .withdrawn, side: side,
            productID: record.productID, originalTransactionID: id, count: 1,
            date: withdrawal.date, successor: nil, isInferred: false)
        }
      }
    }
  }

  private static let maximumNeighbours = 64

  /// The records bought around the time of a cancellation. Only they can tell an upgrade from a refund.
  /// Searching the whole chain for each record would take quadratic time.
  private static func near(
    _ record: InAppPurchase, in sorted: [InAppPurchase]
  ) -> ArraySlice<InAppPurchase> {
    guard let date = record.cancellationDate else { return [] }
    let first = date.adding(TimeSpan(milliseconds: -Withdrawal.tolerance.milliseconds))
    let last = date.adding(Withdrawal.tolerance)
    // Records without a date are last.
    let index = sorted.partitioningIndex { $0.purchaseDate.map { $0 >= first } ?? true }
    return sorted[index...].prefix(maximumNeighbours).prefix { start in
      start.purchaseDate.map { $0 <= last } ?? false
    }
  }
}

/// The subscriptions that gave access when each of two receipts was made.
private struct HeldThenAndNow {
  /// The receipt that was made later.
  let later: ComparedSide
  let then: HeldSubscriptions
  let now: HeldSubscriptions

  /// `nil` if it is not known which was made first.
  init?(_ accounts: PurchaseEvents.Accounts) {
    guard let a = accounts.a, let b = accounts.b, a.now != b.now else { return nil }
    later = a.now < b.now ? .b : .a
    then = HeldSubscriptions(later == .b ? a : b)
    now = HeldSubscriptions(later == .b ? b : a)
  }
}

/// The subscriptions that give access at a time.
private struct HeldSubscriptions {
  let time: ReceiptDate
  /// Each by its original transaction.
  private(set) var byChain: [ReceiptString: Holding] = [:]
  private var products: Set<ReceiptString> = []

  init(_ account: Account) {
    time = account.now
    for party in account.parties.indices {
      for product in account.products(of: party) {
        guard let holding = account.holding(of: product, party: party), holding.isHeld,
          holding.record.expiresDate != nil
        else { continue }
        products.insert(product)
        if let id = holding.record.originalTransactionID ?? holding.record.transactionID {
          byChain[id] = holding
        }
      }
    }
  }

  /// Whether the product of one of the records gives access, through another purchase of it perhaps.
  func holdsAny(of records: [InAppPurchase]) -> Bool {
    records.contains { $0.productID.map(products.contains) ?? false }
  }
}
