/// A purchase of the product stands in the receipt, and was not cancelled.
enum ProductCheck {
  /// - Parameter decoded: where the history is from; `nil` for one that is whole.
  static func run(
    _ history: PurchaseHistory, of decoded: DecodedReceipt? = nil, productID: ReceiptString
  ) -> CheckResult {
    let records = history.records(of: productID)
    let asked = ("product", productID.description)
    guard let last = records.last else {
      if let absence = decoded.flatMap({ AbsentPurchase(in: history, $0) }) {
        return absence.result(.product, Evidence([asked]))
      }
      return .fail(
        .product, .absent, "there is no purchase of \(productID)", evidence: Evidence([asked]),
        hint: "a consumable leaves the receipt once the app has finished its transaction; "
          + "anything else comes back when the customer restores purchases")
    }
    guard let held = records.last(where: { $0.cancellationDate == nil }) else {
      let cancellation = history.cancellation(of: last)
      return .fail(
        .product, cancellation.map(last.reason) ?? .cancelled,
        cancellation.map { last.text(of: $0) } ?? "",
        evidence: last.evidence(asked), hint: cancellation.flatMap(last.hint))
    }
    let date = held.purchaseDate.map { " at \($0)" } ?? ""
    let note =
      held.expiresDate == nil
      ? "" : ": a subscription; whether it is active tells --active-product"
    return .pass(
      .product, "\(productID) was bought\(date)\(note)", evidence: held.evidence(asked))
  }
}

extension InAppPurchase {
  /// What tells this record from others, for evidence, beside what else there is; in the order of names.
  package func evidence(_ more: (String, String)...) -> Evidence {
    let own: [(String, String?)] = [
      ("cancellation_date", cancellationDate?.description),
      ("expires_date", expiresDate?.description),
      ("original_transaction_id", originalTransactionID?.description),
      ("purchase_date", purchaseDate?.description),
      ("transaction_id", transactionID?.description),
    ]
    let all = more + own.compactMap { name, value in value.map { (name, $0) } }
    return Evidence(all.sorted { $0.0 < $1.0 })
  }

  func text(of cancellation: Cancellation) -> String {
    switch cancellation {
    case .refund(let date): "it was refunded at \(date)"
    case .upgrade(let date, let product, let isInferred):
      "it was replaced\(product.map { " by \($0)" } ?? "") at \(date)"
        + (isInferred ? ", as the dates suggest" : "")
    }
  }

  func hint(_ cancellation: Cancellation) -> String? {
    switch cancellation {
    case .refund:
      "Apple gave the money back"
        + (cancellationReason == 1 ? "; the customer named a fault of the app's" : "")
    case .upgrade(_, let product, _):
      product.map { "the customer has \($0) in its place" }
    }
  }
}
