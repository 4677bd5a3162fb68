/// A transaction is in the receipt. If products are expected too, it is of one of them.
enum TransactionIDCheck: ExpectationCheck {
  static let id = CheckID.transactionID
  static let question =
    "is this transaction in it, and of the product if one is named? One result for each"
  static let summary = "The transaction is in the receipt."
  static let explanation =
    "The receipt holds a transaction with this id. If a product was named too, the transaction is of that "
    + "product. A refunded transaction is still there."
  static let advice = "ask for a new receipt, or ask Apple's server for the transaction"

  static let readsNow = true
  static let parameter = Parameter.identifier(
    "transaction-id", isRepeatable: true,
    help: "Expect this transaction, and that it is of the expected product")
  static let parameters: [any ExpectationParameter] = [parameter]
  static let related: [any ExpectationParameter] = [ProductCheck.parameter]

  static func run(
    _ subject: inout CheckSubject, _ expectations: Expectations
  ) -> [CheckResult] {
    let account = subject.account(at: expectations.now)
    return expectations[parameter].map { id in
      let relied = run(
        account.reliedHistory, subject.decoded, transactionID: id, products: expectations.products)
      guard relied.status != .pass else { return relied }
      let told = run(
        account.wholeHistory, subject.decoded, transactionID: id, products: expectations.products)
      return told.resting(onCovered: false)
    }
  }

  private static func run(
    _ history: PurchaseHistory, _ decoded: DecodedReceipt, transactionID: ReceiptString,
    products: [ReceiptString]
  ) -> CheckResult {
    let records = history.records.filter { $0.transactionID == transactionID }
    guard let first = records.first else {
      return AbsentPurchase.result(
        .transactionID, "transaction \(transactionID)", in: history, decoded,
        found: history.records.first?.transactionID,
        evidence: ["transaction_id": transactionID.description])
    }
    let right = records.first { record in products.contains { $0 == record.productID } }
    guard let record = products.isEmpty ? first : right else {
      let names = products.map(\.description).joined(separator: ", ")
      let found = first.productID?.description ?? "a product without a name"
      return .fail(
        .transactionID, .mismatch, "transaction \(transactionID) is of \(found), not of \(names)",
        evidence: first.evidence(("expected_product", names), ("product", found)),
        hint: "the transaction was made for another product")
    }
    return .pass(
      .transactionID,
      "transaction \(transactionID)" + (record.productID.map { " is of \($0)" } ?? " is there")
        + (history.withdrawal(of: record).map { "; \($0.text)" } ?? ""),
      evidence: record.productID.map { record.evidence(("product", $0.description)) }
        ?? record.evidence())
  }
}

extension CheckID {
  /// This transaction is in the receipt.
  public static let transactionID = Self(rawValue: "transaction-id")
}

extension Expectations {
  /// Transactions that must be there.
  public var transactionIDs: [ReceiptString] {
    get { self[TransactionIDCheck.parameter] }
    set { self[TransactionIDCheck.parameter] = newValue }
  }
}
