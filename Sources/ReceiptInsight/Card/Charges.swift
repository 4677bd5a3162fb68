package import ReceiptCore

/// What a customer paid for, as far as a receipt lists it.
package struct Charges: Sendable {
  /// In the order of the purchases, and not all if there are many.
  package let products: [Product]
  /// The number of further products.
  package let omittedProducts: Int
  /// The end of the free trial that became paid.
  package let endOfTrial: ReceiptDate?

  package struct Product: Sendable {
    package let id: ReceiptString
    /// How many times it was paid.
    package let count: Int
    /// The day of the last payment.
    package let last: ReceiptDate
    /// The price of the last payment: `9.99 EUR`.
    package let price: String?
  }
}

extension Charges {
  /// `nil` if nothing was paid.
  init?(_ judgement: Judgement) {
    let words = CardWords(judgement)
    var order: [ReceiptString] = []
    var paid: [ReceiptString: (count: Int, last: InAppPurchase, date: ReceiptDate)] = [:]
    for record in judgement.history.records where words.isPaid(record) {
      guard let id = record.productID, let date = record.purchaseDate else { continue }
      if paid[id] == nil { order.append(id) }
      paid[id] = ((paid[id]?.count ?? 0) + 1, record, date)
    }
    guard !order.isEmpty else { return nil }
    products = order.prefix(CardWords.maximumProducts).compactMap { id in
      paid[id].map { paid in
        let price = CardWords.price(of: paid.last)
        return Product(id: id, count: paid.count, last: paid.date, price: price)
      }
    }
    omittedProducts = order.count - products.count
    endOfTrial = judgement.holdings.lazy.compactMap(\.endOfTrial).first
  }

  /// `Pro, 3 times, the last on 2025-05-11 for 9.99 EUR`.
  func text(_ words: CardWords) -> String {
    let parts = products.map { product in
      let times = product.count == 1 ? "once, on " : "\(product.count) times, the last on "
      let price = product.price.map { " for \($0)" } ?? ""
      return "\(words.name(product.id)) \(times)\(words.day(product.last))\(price)"
    }
    let more = omittedProducts > 0 ? "; and \(omittedProducts) more" : ""
    let trial =
      endOfTrial.map { "; the free trial ended on \(words.day($0)) and became paid" } ?? ""
    return parts.joined(separator: "; ") + more + trial
  }
}
