package import ReceiptCore

extension IOS6Template {
  /// The entries of `purchase-info` that say what the model says of one purchase: the inverse of
  /// `IOS6Decoder`.
  package static func entries(
    _ purchase: InAppPurchase, of receipt: Receipt
  ) -> [Entry] {
    var entries: [Entry] = []
    func add(_ key: String, _ text: (some CustomStringConvertible)?) {
      if let text { entries.append((key, text.description)) }
    }
    func add(_ key: String, _ date: ReceiptDate?, milliseconds: String) {
      guard let date else { return }
      add(key, AppleDateText.greenwich(date))
      add(key + "-pst", AppleDateText.california(date))
      add(milliseconds, date.millisecondsSince1970)
    }
    add(
      "original-purchase-date", purchase.originalPurchaseDate,
      milliseconds: "original-purchase-date-ms")
    add("purchase-date", purchase.purchaseDate, milliseconds: "purchase-date-ms")
    add("expires-date-formatted", purchase.expiresDate, milliseconds: "expires-date")
    add("cancellation-date", purchase.cancellationDate, milliseconds: "cancellation-date-ms")
    add("original-transaction-id", purchase.originalTransactionID)
    add("transaction-id", purchase.transactionID)
    add("quantity", purchase.quantity)
    add("product-id", purchase.productID)
    add("item-id", purchase.productItemID)
    add("app-item-id", receipt.adamID)
    add("version-external-identifier", receipt.versionExternalIdentifier)
    add("web-order-line-item-id", purchase.webOrderLineItemID)
    add("is-trial-period", purchase.isTrialPeriod)
    add("is-in-intro-offer-period", purchase.isInIntroOfferPeriod)
    add("bid", receipt.bundleID)
    add("bvrs", receipt.applicationVersion)
    return entries
  }
}
