/// What the object of a framework says of the purchase whose signed text stands in it. These are the words of the app.
package struct AppWords: Sendable {
  private let product: ReceiptString?
  private let transaction: ReceiptString?

  /// Objects of frameworks are shorter. Longer JSON is not read for this a second time.
  static let maximumLength = 256 << 10

  private static let products = ["productId", "productID"]
  private static let transactions = [
    "transactionId", "purchaseID", "TransactionID", "transactionIdentifier",
  ]

  /// `nil` for JSON without such words, and for a list of several objects.
  init?(in value: JSONValue) {
    let outer = value.elements.flatMap { $0.count == 1 ? $0[0] : nil } ?? value
    func word(_ names: [String]) -> ReceiptString? {
      [outer, outer["receipt"]].lazy.compactMap { object in
        names.lazy.compactMap { object?[$0]?.string }.first { !$0.isEmpty && !Mask.fills($0) }
      }.first.map { ReceiptString($0) }
    }
    (product, transaction) = (word(Self.products), word(Self.transactions))
    if product == nil, transaction == nil { return nil }
  }

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

extension InputUnwrapper.Wrapped {
  /// What the app says beside texts that were found in its object.
  func words(beside inner: [InputUnwrapper.Wrapped]) -> AppWords? {
    guard bytes.count <= AppWords.maximumLength,
      inner.contains(where: { $0.layers.last == .json && $0.bytes.first != UInt8(ascii: "{") }),
      let value = value ?? (try? JSONReader.read(bytes))
    else { return nil }
    return AppWords(in: value)
  }
}
