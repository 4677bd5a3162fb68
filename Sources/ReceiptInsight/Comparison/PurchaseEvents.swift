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

  /// - Parameters:
  ///   - times: the times at which to determine the active subscriptions.
  ///   - isComplete: both list every purchase, so that a missing purchase did not happen.
  init(
    _ purchases: PurchaseComparison, at times: (a: ReceiptDate?, b: ReceiptDate?), isComplete: Bool
  ) {
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
        if isComplete { events += chain.state(id, on: side, at: times) }
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

  /// Compares the state of a subscription at the two times: whether it lapsed or was resumed.
  func state(
    _ id: ReceiptString, on side: ComparedSide, at times: (a: ReceiptDate?, b: ReceiptDate?)
  ) -> [PurchaseEvent] {
    guard let a = times.a, let b = times.b, !records(side).isEmpty, !others(side).isEmpty
    else { return [] }
    let (now, then) = side == .a ? (a, b) : (b, a)
    guard then < now else { return [] }
    let active = Self.active(records(side), at: now)
    let wasActive = Self.active(others(side), at: then)
    let kind: PurchaseEvent.Kind
    let deciding: InAppPurchase
    switch (active, wasActive) {
    case (nil, _?):
      // A cancelled record has its own event.
      let held = records(side).filter { $0.cancellationDate == nil && $0.expiresDate != nil }
      guard let last = held.max(by: Self.endsEarlier), let end = last.expiresDate, end <= now,
        then < end
      else { return [] }
      kind = .lapsed
      deciding = last
    case (let period?, nil):
      guard others(side).contains(where: { $0.expiresDate.map { $0 <= then } ?? false }) else {
        return []
      }
      kind = .resumed
      deciding = period
    default: return []
    }
    return [
      PurchaseEvent(
        kind: kind, side: side, productID: deciding.productID, originalTransactionID: id,
        count: 1, date: deciding.expiresDate, successor: nil, isInferred: true)
    ]
  }

  /// The record active at a time: from its purchase on, and before its expiry.
  private static func active(_ records: [InAppPurchase], at time: ReceiptDate) -> InAppPurchase? {
    records.filter { record in
      guard record.cancellationDate == nil, let start = record.purchaseDate,
        let end = record.expiresDate
      else { return false }
      return start <= time && time < end
    }.max(by: endsEarlier)
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
    var low = 0
    var high = sorted.count
    while low < high {
      let middle = (low + high) / 2
      // Records without a date are last.
      if let start = sorted[middle].purchaseDate, start < first {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return sorted[low...].prefix(maximumNeighbours).prefix { start in
      start.purchaseDate.map { $0 <= last } ?? false
    }
  }
}
