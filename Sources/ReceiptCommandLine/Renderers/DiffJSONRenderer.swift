internal import ReceiptCore
internal import ReceiptInsight

/// Schema 1 of the JSON output of `diff`. Scripts rely on it.
struct DiffJSONRenderer {
  private var objects: JSONSequence

  init(_ output: Output, isSingle: Bool) {
    objects = JSONSequence(output, isSingle ? .object : .array)
  }

  mutating func begin() { objects.begin() }
  mutating func render(_ report: DiffReport) { objects.add { write(report, &$0) } }
  mutating func end() { objects.end() }
}

private func write(_ report: DiffReport, _ json: inout JSONWriter) {
  switch report.outcome {
  case .failed(let faults):
    guard let fault = faults.first else { return }
    json.key("error")
    writeError(fault.error, &json)
    json.member("schema", number: 1)
    json.key("source")
    json.object { writeSourceName(fault.source, &$0) }
  case .compared(let a, let b, let comparison):
    json.key("a")
    write(a, report.a, &json)
    json.key("b")
    write(b, report.b, &json)
    json.key("events")
    json.array(comparison.events) { json, event in json.object { write(event, &$0) } }
    write(comparison.fields, "fields", &json)
    json.key("left_out")
    json.object { write(comparison.leftOut, &$0) }
    json.key("purchases")
    json.array(comparison.purchases) { json, difference in
      json.object { write(difference, &$0) }
    }
    json.key("renewals")
    json.array(comparison.renewals) { json, difference in
      json.object { json in
        json.member("change", difference.change.rawValue)
        write(difference.fields, "fields", &json)
        json.member(
          "original_transaction_id", difference.renewal.originalTransactionID?.description)
        json.member("product_id", difference.renewal.productID?.description)
      }
    }
    json.member("same", comparison.isSame)
    json.member("same_bytes", comparison.hasSameBytes)
    json.member("schema", number: 1)
    write(comparison.signature, "signature", &json)
  }
}

private func write(_ receipt: ComparedReceipt, _ source: Source, _ json: inout JSONWriter) {
  json.object { json in
    if let error = receipt.decoded.errors.first {
      json.key("error")
      writeError(error, &json)
    }
    json.key("signature")
    json.object { writeSignature(receipt.verification, &$0) }
    json.key("source")
    writeSource(source, receipt.decoded, &json)
  }
}

private func write(
  _ differences: [FieldDifference], _ name: String, _ json: inout JSONWriter
) {
  json.key(name)
  json.array(differences) { json, difference in
    json.object { json in
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
  json.key("a")
  json.object {
    write(leftOut.a, purchases: leftOut.purchasesOfA, renewals: leftOut.renewalsOfA, &$0)
  }
  json.key("b")
  json.object {
    write(leftOut.b, purchases: leftOut.purchasesOfB, renewals: leftOut.renewalsOfB, &$0)
  }
}

private func write(
  _ names: [String], purchases: Int, renewals: Int, _ json: inout JSONWriter
) {
  json.key("fields")
  json.array(names) { $0.string($1) }
  json.member("purchases", number: Int64(purchases))
  json.member("renewals", number: Int64(renewals))
}
