internal import ReceiptCore

/// Several records in one list have the same transaction identifier.
enum DuplicateTransactionRule: LintRule {
  static let id = "duplicate-transaction"
  static let meaning = "one transaction identifier in several records"
  static let advice =
    "count the transaction once, and ask for Apple's invoice if it is not clear for which product it is"
  static let severity = Remark.Severity.warning
  static let citation = "Apple, transaction_id: a unique identifier for a transaction"

  static func notes(on subject: LintSubject) -> [LintNote] {
    var counts: [ReceiptString: Int] = [:]
    var order: [ReceiptString] = []
    for id in subject.receipt.inApp.compactMap(\.transactionID) {
      let count = counts[id] ?? 0
      counts[id] = count + 1
      if count == 1 { order.append(id) }
    }
    return order.map { id in
      let count = String(counts[id] ?? 0)
      var products: [String] = []
      for record in subject.receipt.inApp where record.transactionID == id {
        let name = record.productID?.description ?? "no product"
        if !products.contains(name) { products.append(name) }
      }
      let names =
        products.prefix(3).joined(separator: ", ")
        + (products.count > 3 ? " and \(products.count - 3) more" : "")
      return LintNote(
        message: "transaction \(id) stands there \(count) times, for \(names)",
        evidence: ["count": count, "transaction_id": id.description])
    }
  }
}
