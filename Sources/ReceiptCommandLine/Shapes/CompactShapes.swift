internal import ReceiptCore
internal import ReceiptInsight

// The short answers of streams: an object in each line, schema 1.

extension CheckReport {
  /// What a line of `check --compact` says.
  static let compact = Shape<CheckReport>.object(
    [.always("judged_at", .date) { $0.judgedAt }]
      + compactMembers({ $0.source }) { $0.problems.map(\.title) } + [
        .maybe("summary", Checked.compact) { report in
          if case .checked(let checked) = report.outcome { checked } else { nil }
        },
        .always("verdict", .word) { $0.verdict },
      ])
}

extension CheckReport.Checked {
  fileprivate static let compact = Shape<CheckReport.Checked>.object([
    .maybe("bundle_id", .text) { brief($0.bundleID, 40) },
    .maybe("environment", .text) { brief($0.environment, 12) },
    .always("form", .word) { $0.decoded.form },
    .originalTransactionID { $0.decoded.onlyOriginalTransactionID },
    .always("signature", .status) { $0.verification.status.rawValue },
  ])
}

extension DecodeReport {
  /// What a line of `decode --compact` says. There is room for one error: others often follow from the first.
  static let compact = Shape<DecodeReport>.object(
    compactMembers({ $0.source }) { [$0.error?.code.rawValue].compactMap(\.self) } + [
      .maybe("summary", summary) { report in
        if case .decoded(let decoded, let verification) = report.outcome {
          (decoded, verification)
        } else {
          nil
        }
      }
    ])

  private static let summary = Shape<(decoded: DecodedReceipt, verification: Verification)>.object([
    .maybe("bundle_id", .text) { brief($0.decoded.receipt.bundleID, 40) },
    .maybe("environment", .text) { brief($0.decoded.receipt.environmentWord, 12) },
    .always("form", .word) { $0.decoded.form },
    .originalTransactionID { $0.decoded.onlyOriginalTransactionID },
    .always("purchases", .integer, "How many there are.") { $0.decoded.listedPurchases },
    .maybe("receipt_creation_date", .date) { $0.decoded.receipt.receiptCreationDate },
    .always("signature", .status) { $0.verification.status.rawValue },
  ])
}

extension DiagnoseReport {
  /// What a line of `diagnose --compact` says.
  static let compact = Shape<DiagnoseReport>(line.schema) { report, json in
    var diagnosed: Diagnosed?
    if case .diagnosed(let found) = report.outcome { diagnosed = found }
    line.write((report, report.card, diagnosed), &json)
  }

  private typealias Line = (report: DiagnoseReport, card: Card, diagnosed: Diagnosed?)

  private static let line = Shape<Line>.object(
    [.always("judged_at", .date) { $0.report.judgedAt }]
      + compactMembers({ $0.report.source }) { line in
        if case .failed(let error) = line.report.outcome { return [error.code.rawValue] }
        return [line.card.genuineness.reason?.rawValue].compactMap(\.self)
      } + [
        .always("state", .word) { $0.card.triage },
        .always("summary", summary) { $0 },
      ])

  private static let summary = Shape<Line>.object([
    .maybe("action", .word) { $0.card.actions.first?.code },
    .maybe("bundle_id", .text) { brief($0.card.genuineness.bundleID, 40) },
    .maybe("environment", .text) { brief($0.diagnosed?.environment, 12) },
    .always("genuine", .word) { $0.card.genuineness.code },
    .originalTransactionID { $0.card.holdings.first?.record.originalTransactionID },
    .maybe("owned", .word) { $0.card.holdings.first?.code },
    .maybe("product_id", .text) { brief($0.card.holdings.first?.productID, 30) },
    .maybe("products", .integer) { $0.card.holdings.isEmpty ? nil : $0.card.holdings.count },
    .maybe("signature", .status) { $0.diagnosed?.verification.status.rawValue },
    .maybe("until", .date) { $0.card.holdings.first?.until },
  ])
}

/// The members from `more_reasons` to `source`.
private func compactMembers<Value>(
  _ source: @escaping @Sendable (Value) -> Source,
  _ reasons: @escaping @Sendable (Value) -> [String]
) -> [Shape<Value>.Member] {
  [
    .those([
      .maybe("more_reasons", .integer) { $0.more > 0 ? $0.more : nil },
      .always("reasons", .list(of: .text)) { $0.shown },
    ]) { BriefReasons(reasons($0)) },
    .version,
    .always("source", row, nil, source),
  ]
}

/// The row, without the name of the input, which is the same for all.
private let row = Shape<Source>.object([
  .maybe("line", .integer) { $0.line }, .maybe("row", .row) { $0.row },
])

extension Shape.Member {
  fileprivate static func originalTransactionID(
    _ get: @escaping @Sendable (Value) -> ReceiptString?
  ) -> Self {
    .maybe(
      "original_transaction_id", .text,
      "Of the purchase that is told, or of all if they have the same."
    ) { brief(get($0), 30) }
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
private struct BriefReasons {
  let shown: [String]
  let more: Int

  init(_ reasons: [String]) {
    var shown = reasons.prefix(1).map { brief($0, 60) }
    var size = shown.reduce(0) { $0 + $1.utf8.count }
    for reason in reasons.dropFirst() {
      size += reason.utf8.count
      guard size <= 60 else { break }
      shown.append(reason)
    }
    self.shown = shown
    more = reasons.count - shown.count
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

extension SchemaDocument {
  static let compactCheck = compact("check", CheckReport.compact)
  static let compactDecode = compact("decode", DecodeReport.compact)
  static let compactDiagnose = compact("diagnose", DiagnoseReport.compact)

  private static func compact<Report>(_ command: String, _ line: Shape<Report>) -> SchemaDocument {
    SchemaDocument(
      name: "\(command)-compact", title: "A line that receipt \(command) --compact prints",
      root: line.schema, definitions: [])
  }
}
