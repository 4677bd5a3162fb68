internal import ReceiptCore
internal import ReceiptInsight

extension DiffReport {
  /// What `diff --format json` prints: schema 1. Scripts rely on it.
  static let shape = Shape<DiffReport>(
    named: "one", .either(ShownComparison.shape.schema, Failure.shape.schema)
  ) { report, json in
    switch report.outcome {
    case .compared(let a, let b, let comparison):
      ShownComparison.shape.write(
        ShownComparison(
          a: ShownSide(receipt: a, source: report.a), b: ShownSide(receipt: b, source: report.b),
          comparison: comparison), &json)
    case .failed(let faults):
      for fault in faults.prefix(1) {
        Failure.shape.write(Failure(source: fault.source, error: fault.error), &json)
      }
    }
  }
}

private struct ShownComparison {
  let a: ShownSide
  let b: ShownSide
  let comparison: ReceiptComparison

  static let shape = Shape<ShownComparison>.object(
    named: "comparison",
    [
      .always("a", ShownSide.shape) { $0.a },
      .always("b", ShownSide.shape) { $0.b },
      .always("events", .list(of: PurchaseEvent.shape)) { $0.comparison.events },
      .always("fields", .list(of: FieldDifference.shape)) { $0.comparison.fields },
      .always("left_out", .object(leftOut)) { $0.comparison.leftOut },
      .always("purchases", .list(of: PurchaseDifference.shape)) { $0.comparison.purchases },
      .always("renewals", .list(of: RenewalDifference.shape)) { $0.comparison.renewals },
      .always("same", .flag) { $0.comparison.isSame },
      .always("same_bytes", .flag) { $0.comparison.hasSameBytes },
      .version,
      .always("signature", .list(of: FieldDifference.shape)) { $0.comparison.signature },
    ])

  private static let leftOut: [Shape<ReceiptComparison.LeftOut>.Member] = [
    .always("a", LeftOutSide.shape) {
      LeftOutSide(fields: $0.a, purchases: $0.purchasesOfA, renewals: $0.renewalsOfA)
    },
    .always("b", LeftOutSide.shape) {
      LeftOutSide(fields: $0.b, purchases: $0.purchasesOfB, renewals: $0.renewalsOfB)
    },
  ]
}

private struct ShownSide {
  let receipt: ComparedReceipt
  let source: Source

  static let shape = Shape<ShownSide>.object(
    named: "side",
    [
      .maybe("error", ReceiptError.shape) { $0.receipt.decoded.errors.first },
      .always("signature", Verification.shape) { $0.receipt.verification },
      .always("source", FoundSource.shape) {
        FoundSource($0.source, $0.receipt.decoded)
      },
    ])
}

/// What only one of the receipts has.
private struct LeftOutSide {
  let fields: [String]
  let purchases: Int
  let renewals: Int

  static let shape = Shape<LeftOutSide>.object(
    named: "left_out",
    [
      .always("fields", .list(of: .text)) { $0.fields },
      .always("purchases", .integer) { $0.purchases },
      .always("renewals", .integer) { $0.renewals },
    ])
}

extension FieldDifference {
  fileprivate static let shape = Shape<FieldDifference>.object(
    named: "difference",
    [
      .maybe("a", value) { difference in difference.a.map { ($0, difference.name) } },
      .maybe("b", value) { difference in difference.b.map { ($0, difference.name) } },
      .always("name", .text) { $0.name },
    ])

  private static let value = Shape<(value: FieldValue, name: String)>(.anything) {
    write($0.value, of: $0.name, &$1)
  }

  /// A value as `decode` writes it.
  private static func write(_ value: FieldValue, of name: String, _ json: inout JSONWriter) {
    switch value {
    case .number(let number) where name.hasSuffix("store_release"):
      json.string(storeReleaseText(number))
    case .number(let number): json.number(number)
    case .flag(let flag): json.bool(flag)
    case .list(let values): json.array(values) { write($1, of: name, &$0) }
    case .json(let value): json.value(value.showingDates)
    case .text, .identifier, .date, .productType, .bytes, .digest: json.string(value.description)
    }
  }
}

extension PurchaseDifference {
  fileprivate static let shape = Shape<PurchaseDifference>.object([
    .always("change", .word) { $0.change },
    .maybe("expires_date", .date) { $0.purchase.expiresDate },
    .always("fields", .list(of: FieldDifference.shape)) { $0.fields },
    .maybe("product_id", .text) { $0.purchase.productID?.description },
    .maybe("purchase_date", .date) { $0.purchase.purchaseDate },
    .maybe("transaction_id", .text) { $0.purchase.transactionID?.description },
  ])
}

extension RenewalDifference {
  fileprivate static let shape = Shape<RenewalDifference>.object([
    .always("change", .word) { $0.change },
    .always("fields", .list(of: FieldDifference.shape)) { $0.fields },
    .maybe("original_transaction_id", .text) { $0.renewal.originalTransactionID?.description },
    .maybe("product_id", .text) { $0.renewal.productID?.description },
  ])
}

extension PurchaseEvent {
  fileprivate static let shape = Shape<PurchaseEvent>.object(
    named: "event",
    [
      // Only periods are counted.
      .maybe("count", .integer) {
        $0.kind == .renewed || $0.kind == .subscribed ? $0.count : nil
      },
      .maybe("date", .date) { $0.date },
      .always("id", .word) { $0.kind },
      .always("inferred", .flag) { $0.isInferred },
      .maybe("original_transaction_id", .text) { $0.originalTransactionID?.description },
      .maybe("product_id", .text) { $0.productID?.description },
      .always("side", .word) { $0.side },
      .maybe("successor_product_id", .text) { $0.successor?.description },
    ])
}

extension SchemaDocument {
  static let diff = objectOrArray(
    "diff", "What receipt diff --format json prints", of: DiffReport.shape,
    [
      ShownComparison.shape.definition, ShownSide.shape.definition,
      FieldDifference.shape.definition, LeftOutSide.shape.definition,
      PurchaseEvent.shape.definition, Failure.shape.definition,
    ])
}
