import ReceiptCore

/// The products in a receipt, with the dates on which they expire.
func products(in file: [UInt8]) throws(ReceiptError) -> [String] {
  let receipt = try ReceiptDecoder().decode(file).receipt
  return receipt.inAppByPurchaseDate.map { purchase in
    let end = purchase.expiresDate.map { "until \($0)" } ?? "does not expire"
    return "\(purchase.productID?.text ?? "no product"): \(end)"
  }
}
