internal import ReceiptCore

/// One subscription product has several original transactions: the customer bought it again with another
/// account, or the receipt mixes the purchases of several people.
enum MixedOriginalRule: LintRule {
  static let id = "mixed-original-transactions"
  static let meaning = "the periods of one product belong to several subscriptions"
  static let advice = "follow each subscription by its original transaction identifier"
  static let severity = Remark.Severity.info
  static let citation = "Apple, original_transaction_id: the same for all periods of a subscription"

  static func notes(on subject: LintSubject) -> [LintNote] {
    var originals: [ReceiptString: Set<ReceiptString>] = [:]
    var order: [ReceiptString] = []
    for record in subject.history.records where record.expiresDate != nil {
      guard let product = record.productID, let original = record.originalTransactionID else {
        continue
      }
      if originals[product] == nil { order.append(product) }
      originals[product, default: []].insert(original)
    }
    return order.compactMap { product in
      let found = originals[product] ?? []
      guard found.count > 1 else { return nil }
      return LintNote(
        message:
          "the periods of \(product) belong to \(found.count) subscriptions, as if several Apple accounts "
          + "had bought it",
        evidence: ["count": String(found.count), "product_id": product.description])
    }
  }
}
