/// What a purchase without an end gives: a consumable, a lasting one, or one whose length only the app knows.
extension HoldingJudge {
  func bought(
    _ productID: ReceiptString, _ records: PurchaseHistory.ProductRecords
  ) -> Holding {
    let past = records.lazy.filter { since($0).map { $0 <= now } ?? true }
    let held = past.filter { !$0.isTakenBack }
    guard let last = held.last else {
      if let record = past.last, let withdrawal = withdrawal(of: record) {
        return withdrawn(productID, record, withdrawal)
      }
      let first = records.first ?? InAppPurchase()
      return holding(productID, .notYet(on: first.purchaseDate), first)
    }
    var result = holding(productID, state(of: held, last), last)
    result.endsEarly = withdrawalLater(last)
    return result
  }

  /// When a purchase was made. The purchase date of a restored one is that of the restore.
  private func since(_ record: InAppPurchase) -> ReceiptDate? {
    let isRestored = record.originalTransactionID != record.transactionID
    return (isRestored ? record.originalPurchaseDate : nil).flatMap { first in
      record.purchaseDate.map { min(first, $0) }
    } ?? record.purchaseDate
  }

  private func state(
    of held: LazyFilterSequence<PurchaseHistory.ProductRecords>, _ last: InAppPurchase
  ) -> Holding.State {
    let kind = held.compactMap(\.productType).first
    let since = since(last)
    switch kind {
    case .nonConsumable?: return .owned(since: since)
    case .consumable?:
      let count = held.reduce(Int64(0)) { $0.addingClamped(max(0, $1.quantity ?? 1)) }
      // App receipts list a consumable until the app has finished it. Other forms list it for ever.
      return .consumable(
        count: count, isPending: !scene.isList && source(of: last).isAppReceipt)
    case .nonRenewingSubscription?, .freeSubscription?, .autoRenewableSubscription?:
      return .lengthUnknown(since: since)
    // Families share only subscriptions and what lasts (Apple, "inAppOwnershipType").
    case _ where last.isFamilyShared: return .owned(since: since)
    default: return .bought(since: since)
    }
  }
}

extension AccountSource {
  /// Whether it is the content of an app receipt.
  fileprivate var isAppReceipt: Bool { decoded.form.fieldsForm == .appReceipt }
}

extension Int64 {
  func addingClamped(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
