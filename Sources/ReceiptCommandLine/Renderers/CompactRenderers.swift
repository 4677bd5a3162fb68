internal import ReceiptCore
internal import ReceiptInsight

/// Verdicts of `check --compact`: schema 1.
func writeCompactCheck(_ report: CheckReport, _ json: inout JSONWriter) {
  let problems = report.problems
  json.member("judged_at", report.judgedAt.description)
  writeReasons(problems.map(\.title), &json)
  json.member("schema", number: 1)
  writeRow(report.source, &json)
  if case .checked(let checked) = report.outcome {
    json.object("summary") { json in
      json.member("bundle_id", brief(checked.bundleID, 40))
      json.member("environment", brief(checked.environment, 12))
      json.member("form", checked.decoded.form.rawValue)
      json.member(
        "original_transaction_id", brief(checked.decoded.onlyOriginalTransactionID, 30))
      json.member("signature", checked.verification.status.rawValue)
    }
  }
  json.member("verdict", report.verdict.rawValue)
}

/// What is in the receipts, in `decode --compact`: schema 1.
func writeCompactDecode(_ report: DecodeReport, _ json: inout JSONWriter) {
  // There is room for one. Others often follow from the first.
  writeReasons([report.error?.code.rawValue].compactMap(\.self), &json)
  json.member("schema", number: 1)
  writeRow(report.source, &json)
  guard case .decoded(let decoded, let verification) = report.outcome else { return }
  json.object("summary") { json in
    json.member("bundle_id", brief(decoded.receipt.bundleID, 40))
    json.member("environment", brief(decoded.receipt.environmentWord, 12))
    json.member("form", decoded.form.rawValue)
    json.member("original_transaction_id", brief(decoded.onlyOriginalTransactionID, 30))
    json.member("purchases", number: Int64(decoded.listedPurchases))
    json.member("receipt_creation_date", decoded.receipt.receiptCreationDate?.description)
    json.member("signature", verification.status.rawValue)
  }
}

/// The card of `diagnose --compact`: schema 1.
func writeCompactDiagnosis(_ report: DiagnoseReport, _ json: inout JSONWriter) {
  let card = report.card
  var reasons = [card.genuineness.reason?.rawValue].compactMap(\.self)
  var diagnosed: DiagnoseReport.Diagnosed?
  switch report.outcome {
  case .failed(let error): reasons = [error.code.rawValue]
  case .diagnosed(let found): diagnosed = found
  }
  json.member("judged_at", report.judgedAt.description)
  writeReasons(reasons, &json)
  json.member("schema", number: 1)
  writeRow(report.source, &json)
  json.member("state", card.triage.rawValue)
  json.object("summary") { json in
    json.member("action", card.actions.first?.code.rawValue)
    json.member("bundle_id", brief(card.genuineness.bundleID, 40))
    json.member("environment", brief(diagnosed?.environment, 12))
    json.member("genuine", card.genuineness.code.rawValue)
    let holding = card.holdings.first
    json.member(
      "original_transaction_id", brief(holding?.record.originalTransactionID, 30))
    if let holding {
      json.member("owned", holding.code.rawValue)
      json.member("product_id", brief(holding.productID, 30))
      json.member("products", number: Int64(card.holdings.count))
    }
    json.member("signature", diagnosed?.verification.status.rawValue)
    json.member("until", holding?.until?.description)
  }
}

extension DiagnoseReport.Diagnosed {
  /// Where it is from. Words beside a signed text do not count where that says it.
  fileprivate var environment: ReceiptString? {
    diagnosis.account.environment.map { ReceiptString($0.rawValue) }
      ?? decoded.receipt.environmentWord
  }
}

extension DecodedReceipt {
  /// How many purchases are in it and in the texts inside of it, each transaction once.
  fileprivate var listedPurchases: Int {
    // An app receipt lists each once.
    if form == .appReceipt { return receipt.inApp.count }
    let all = ([self] + allNested).flatMap(\.allPurchases)
    let ids = all.compactMap(\.transactionID)
    return Set(ids).count + all.count - ids.count
  }

  /// The original transaction that all purchases and renewals in it belong to; `nil` if there are several, or none.
  fileprivate var onlyOriginalTransactionID: ReceiptString? {
    var only: ReceiptString?
    for text in [self] + allNested {
      for id in text.allPurchases.map(\.originalTransactionID)
        + text.renewals.map(\.originalTransactionID)
      {
        guard let id, only == nil || only == id else { return nil }
        only = id
      }
    }
    return only
  }
}

/// The first reason, more where they are short, and how many others there are.
private func writeReasons(_ reasons: [String], _ json: inout JSONWriter) {
  var shown = reasons.prefix(1).map { brief($0, 60) }
  var size = shown.reduce(0) { $0 + $1.utf8.count }
  for reason in reasons.dropFirst() {
    size += reason.utf8.count
    guard size <= 60 else { break }
    shown.append(reason)
  }
  if reasons.count > shown.count {
    json.member("more_reasons", number: Int64(reasons.count - shown.count))
  }
  json.array("reasons", shown) { $0.string($1) }
}

/// The row, without the name of the input, which is the same for all.
private func writeRow(_ source: Source, _ json: inout JSONWriter) {
  json.object("source") { json in
    json.member("line", number: source.line.map(Int64.init))
    writeCarriedRow(source, &json)
  }
}

/// A name as a receipt has it, which may be of any length and need escapes.
private func brief(_ text: ReceiptString?, _ size: Int) -> String? {
  text.map { brief($0.description, size) }
}

private func brief(_ text: String, _ size: Int) -> String {
  // The ellipsis takes three bytes.
  let limit = size - 2
  let octets = text.utf8
  guard octets.count > size || octets.contains(where: { !isPlain($0) }) else { return text }
  let plain = String(
    String.UnicodeScalarView(
      text.unicodeScalars.prefix(limit * 4).map { scalar in
        scalar.isASCII && isPlain(UInt8(truncatingIfNeeded: scalar.value)) ? scalar : "?"
      }))
  let isCut = text.unicodeScalars.count > limit * 4
  return shortened(isCut ? plain + "…" : plain, to: limit)
}

/// Whether a byte is itself in JSON.
private func isPlain(_ octet: UInt8) -> Bool {
  octet >= 0x20 && octet < 0x7F && !"\"\\#".utf8.contains(octet)
}
