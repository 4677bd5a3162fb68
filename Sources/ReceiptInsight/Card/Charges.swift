package import ReceiptCore

/// What a customer paid for, as far as a receipt lists it.
package struct Charges: Sendable {
  /// In the order of the purchases, and not all if there are many.
  package let products: [Product]
  /// The number of further products.
  package let omittedProducts: Int
  /// The end of the free trial that became paid.
  package let endOfTrial: ReceiptDate?
  /// What of it Apple gave back, the newest last, and not all if there are many.
  package let refunds: [(id: ReceiptString, date: ReceiptDate)]

  package struct Product: Sendable {
    package let id: ReceiptString
    /// How many times it was paid.
    package let count: Int
    /// The day of the last payment.
    package let last: ReceiptDate
    /// The price of the last payment: `9.99 EUR`.
    package let price: String?
    /// Whether that is the price of one seat.
    package let isPerSeat: Bool
  }
}

extension Charges {
  /// `nil` if nothing was paid.
  init?(_ judgement: Judgement) {
    let words = CardWords(judgement)
    var order: [ReceiptString] = []
    var paid: [ReceiptString: (count: Int, last: InAppPurchase, date: ReceiptDate)] = [:]
    for record in judgement.history.records where words.isPaid(record) {
      guard let id = record.productID, let date = record.purchaseDate,
        date <= judgement.situation.now,
        // Another member of the family paid.
        judgement.history.withdrawal(of: record)?.kind != .familySharingEnded
      else { continue }
      if paid[id] == nil { order.append(id) }
      paid[id] = ((paid[id]?.count ?? 0) + 1, record, date)
    }
    guard !order.isEmpty else { return nil }
    // The newest charge is the one that is asked about.
    order.sort { (paid[$0]?.date ?? .distantPast) > (paid[$1]?.date ?? .distantPast) }
    products = order.prefix(CardWords.maximumProducts).compactMap { id in
      paid[id].map { paid in
        let price = paid.last.price.map { CardWords.price($0, paid.last.currency) }
        return Product(
          id: id, count: paid.count, last: paid.date, price: price,
          isPerSeat: paid.last.isPricedPerSeat)
      }
    }
    omittedProducts = order.count - products.count
    let history = judgement.history
    refunds = history.records.compactMap { record in
      guard let id = record.productID, let withdrawal = history.withdrawal(of: record),
        withdrawal.isRefund, let date = withdrawal.date
      else { return nil }
      return (id, date)
    }.suffix(CardWords.maximumProducts)
    endOfTrial = judgement.holdings.lazy.compactMap(\.endOfTrial).first
  }

  /// `Pro, 3 times, the last on 2025-05-11 for 9.99 EUR`.
  func text(_ words: CardWords) -> String {
    let isSingle = words.situation.isSingle
    let parts = products.map { product in
      let times =
        product.count > 1
        ? "\(product.count) times, the last on "
        : isSingle ? "in this transaction, on " : "once, on "
      let price =
        product.price.map { " for \(product.isPerSeat ? Price.perSeat($0) : $0)" } ?? ""
      return "\(words.name(product.id)) \(times)\(words.day(product.last))\(price)"
    }
    let more = omittedProducts > 0 ? "; and \(omittedProducts) more" : ""
    let trial =
      endOfTrial.map { "; the free trial ended on \(words.day($0)) and became paid" } ?? ""
    let refund =
      refunds.map { "; Apple refunded \(words.name($0.id)) on \(words.day($0.date))" }.joined()
    return parts.joined(separator: "; ") + more + trial + refund
  }
}
