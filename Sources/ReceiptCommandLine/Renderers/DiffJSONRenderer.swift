internal import ReceiptCore
internal import ReceiptInsight

/// Schema 1 of the JSON output of `diff`. Scripts rely on it.
func writeComparison(_ report: DiffReport, _ json: inout JSONWriter) {
  switch report.outcome {
  case .failed(let faults):
    guard let fault = faults.first else { return }
    writeFailure(fault.error, fault.source, &json)
  case .compared(let a, let b, let comparison):
    json.object("a") { write(a, report.a, &$0) }
    json.object("b") { write(b, report.b, &$0) }
    json.objects("events", comparison.events) { write($1, &$0) }
    write(comparison.fields, "fields", &json)
    json.object("left_out") { write(comparison.leftOut, &$0) }
    json.objects("purchases", comparison.purchases) { write($1, &$0) }
    json.objects("renewals", comparison.renewals) { json, difference in
      json.member("change", difference.change.rawValue)
      write(difference.fields, "fields", &json)
      json.member("original_transaction_id", difference.renewal.originalTransactionID?.description)
      json.member("product_id", difference.renewal.productID?.description)
    }
    json.member("same", comparison.isSame)
    json.member("same_bytes", comparison.hasSameBytes)
    json.member("schema", number: 1)
    write(comparison.signature, "signature", &json)
  }
}

private func write(_ receipt: ComparedReceipt, _ source: Source, _ json: inout JSONWriter) {
  if let error = receipt.decoded.errors.first { json.object("error") { writeError(error, &$0) } }
  json.object("signature") { writeSignature(receipt.verification, &$0) }
  json.object("source") { writeSource(source, receipt.decoded, &$0) }
}

private func write(
  _ differences: [FieldDifference], _ name: String, _ json: inout JSONWriter
) {
  json.objects(name, differences) { json, difference in
    if let value = difference.a {
      json.key("a")
      write(value, of: difference.name, &json)
    }
    if let value = difference.b {
      json.key("b")
      write(value, of: difference.name, &json)
    }
    json.member("name", difference.name)
  }
}

/// A value as `decode` writes it.
private func write(_ value: FieldValue, of name: String, _ json: inout JSONWriter) {
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

private func write(_ difference: PurchaseDifference, _ json: inout JSONWriter) {
  let purchase = difference.purchase
  json.member("change", difference.change.rawValue)
  json.member("expires_date", purchase.expiresDate?.description)
  write(difference.fields, "fields", &json)
  json.member("product_id", purchase.productID?.description)
  json.member("purchase_date", purchase.purchaseDate?.description)
  json.member("transaction_id", purchase.transactionID?.description)
}

private func write(_ event: PurchaseEvent, _ json: inout JSONWriter) {
  let isPeriods = event.kind == .renewed || event.kind == .subscribed
  json.member("count", number: isPeriods ? Int64(event.count) : nil)
  json.member("date", event.date?.description)
  json.member("id", event.kind.rawValue)
  json.member("inferred", event.isInferred)
  json.member("original_transaction_id", event.originalTransactionID?.description)
  json.member("product_id", event.productID?.description)
  json.member("side", event.side.rawValue)
  json.member("successor_product_id", event.successor?.description)
}

private func write(_ leftOut: ReceiptComparison.LeftOut, _ json: inout JSONWriter) {
  json.object("a") {
    write(leftOut.a, purchases: leftOut.purchasesOfA, renewals: leftOut.renewalsOfA, &$0)
  }
  json.object("b") {
    write(leftOut.b, purchases: leftOut.purchasesOfB, renewals: leftOut.renewalsOfB, &$0)
  }
}

private func write(
  _ names: [String], purchases: Int, renewals: Int, _ json: inout JSONWriter
) {
  json.array("fields", names) { $0.string($1) }
  json.member("purchases", number: Int64(purchases))
  json.member("renewals", number: Int64(renewals))
}
