@testable import ReceiptCore

/// A purchase by its ids and its dates, in milliseconds since 1970.
func madePurchase(
  _ id: String?, _ start: Int64?, _ end: Int64? = nil, of product: String = "pro",
  in chain: String? = "1", _ change: (inout InAppPurchase) -> Void = { _ in }
) -> InAppPurchase {
  var purchase = InAppPurchase()
  purchase.transactionID = id.map { ReceiptString($0) }
  purchase.originalTransactionID = chain.map { ReceiptString($0) }
  purchase.productID = ReceiptString(product)
  purchase.purchaseDate = start.map { ReceiptDate(millisecondsSince1970: $0) }
  purchase.expiresDate = end.map { ReceiptDate(millisecondsSince1970: $0) }
  change(&purchase)
  return purchase
}

extension AccountSource {
  /// A text that was not read from bytes.
  static func made(
    _ purchases: [InAppPurchase], form: ReceiptForm = .transaction, certainty: Certainty = .signed,
    at madeAt: Int64? = nil, _ change: (inout DecodedReceipt) -> Void = { _ in }
  ) -> AccountSource {
    var receipt = Receipt()
    receipt.inApp = purchases
    var decoded = DecodedReceipt(
      input: ReceiptInput([], kind: .jws), form: form, envelope: .json, receipt: receipt)
    change(&decoded)
    return AccountSource(
      path: "", certainty: certainty,
      madeAt: madeAt.map { ReceiptDate(millisecondsSince1970: $0) }, isCovered: certainty.isSigned,
      decoded: decoded)
  }
}
