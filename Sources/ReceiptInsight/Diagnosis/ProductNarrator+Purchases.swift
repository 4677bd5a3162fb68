internal import ReceiptCore

/// One-time purchases: non-consumables, consumables, and non-renewing subscriptions.
extension ProductNarrator {
  func bought(_ productID: ReceiptString, isNonRenewing: Bool) -> OwnedProduct {
    let records = history.records(of: productID)
    let past = records.filter { $0.purchaseDate.map { $0 <= now } ?? true }
    guard let held = past.last(where: { $0.cancellationDate == nil }) else {
      if let record = past.last, let cancellation = history.cancellation(of: record) {
        return cancelled(productID, record, cancellation)
      }
      return notYet(productID, records.first ?? InAppPurchase())
    }
    let date = held.purchaseDate?.plainText ?? "an unknown time"
    let back = takenBackLater(held)
    let later = back.map { "; until \($0.date.plainText)\($0.text)" } ?? ""
    let until = back.map { " until \(shortly($0.date))\($0.text)" } ?? ""
    if isNonRenewing {
      return told(
        productID, .lengthUnknown(since: date),
        "a subscription that does not renew, bought at \(date); how long it lasts is not in it, only the app knows\(later)",
        summary: "\(productID)\(until)", held)
    }
    if held.productType == .consumable {
      return consumable(productID, past.filter { $0.cancellationDate == nil }, held, date, later)
    }
    if let first = held.originalPurchaseDate, let restored = held.purchaseDate, first < restored,
      held.originalTransactionID != held.transactionID
    {
      return told(
        productID, .owned, "owned; bought at \(first.plainText), restored at \(date)\(later)",
        summary: "\(productID)\(until)", held,
        [("original_purchase_date", first.description)])
    }
    return told(
      productID, .owned, "owned; bought at \(date)\(later)", summary: "\(productID)\(until)", held)
  }

  func consumable(
    _ productID: ReceiptString, _ held: [InAppPurchase], _ last: InAppPurchase, _ date: String,
    _ later: String
  ) -> OwnedProduct {
    let count = held.reduce(Int64(0)) {
      let (sum, overflow) = $0.addingReportingOverflow(max(0, $1.quantity ?? 1))
      return overflow ? .max : sum
    }
    // Other forms list a consumable whether or not it was delivered.
    let isPending = subject.decoded.form == .appReceipt || subject.decoded.form == .verifyReceipt
    let text: String
    if isPending {
      let dated = held.count == 1 ? "bought at \(date)" : "bought, the last at \(date)"
      text =
        "a consumable: \(count) \(dated); the app has not yet confirmed to the App Store that it delivered "
        + (count == 1 ? "it" : "them")
    } else {
      text = "a consumable: \(count) bought at \(date); whether it is used up it does not say"
    }
    return told(
      productID, isPending ? .undelivered : .owned, text + later,
      summary: "\(count) of \(productID)", last, [("quantity", String(count))])
  }
}
