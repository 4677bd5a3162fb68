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
    // One pass for all of them: each may be one of a hundred thousand.
    var products: [ReceiptString: Products] = [:]
    for record in subject.receipt.inApp {
      guard let id = record.transactionID, counts[id, default: 0] > 1 else { continue }
      products[id, default: Products()].add(record.productID)
    }
    return order.map { id in
      let count = String(counts[id] ?? 0)
      let products = products[id] ?? Products()
      let names =
        products.first.joined(separator: ", ")
        + (products.count > 3 ? " and \(products.count - 3) more" : "")
      return LintNote(
        message: "transaction \(id) stands there \(count) times, for \(names)",
        evidence: ["count": count, "transaction_id": id.description])
    }
  }
}

/// The products of one transaction.
private struct Products {
  /// The names of the first three.
  private(set) var first: [String] = []
  private var all: Set<ReceiptString?> = []

  var count: Int { all.count }

  mutating func add(_ product: ReceiptString?) {
    guard all.insert(product).inserted, first.count < 3 else { return }
    first.append(product?.description ?? "no product")
  }
}
