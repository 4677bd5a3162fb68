/// What the object of a framework says of the purchase whose signed text stands in it. These are the words of the app.
package struct AppWords: Sendable {
  let product: ReceiptString?
  let transaction: ReceiptString?

  /// The finding for words that what is signed does not have. A receipt that is not all there may have them.
  func finding(against decoded: DecodedReceipt) -> Finding? {
    guard [.appReceipt, .transaction, .ios6Transaction].contains(decoded.form),
      decoded.errors.isEmpty
    else { return nil }
    let purchases = decoded.allPurchases
    var missing: [String] = []
    if let product, !purchases.contains(where: { $0.productID == product }) {
      missing.append("the product \(product)")
    }
    if let transaction,
      !purchases.contains(where: {
        $0.transactionID == transaction || $0.originalTransactionID == transaction
      })
    {
      missing.append("the transaction \(transaction)")
    }
    guard !missing.isEmpty else { return nil }
    return Finding(
      .unsignedDisagrees, offset: nil,
      found: missing.joined(separator: " and ") + (missing.count > 1 ? ", which are" : ", which is")
    )
  }
}
