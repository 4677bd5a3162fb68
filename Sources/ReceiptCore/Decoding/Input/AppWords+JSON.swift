extension AppWords {
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
    let (product, transaction) = (word(Self.products), word(Self.transactions))
    if product == nil, transaction == nil { return nil }
    self.init(product: product, transaction: transaction)
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
