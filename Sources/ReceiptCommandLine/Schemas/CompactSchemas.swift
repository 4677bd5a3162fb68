internal import ReceiptCore
internal import ReceiptInsight

// The short answers of streams: an object in each line.
extension SchemaDocument {
  static let compactCheck = compact(
    "check",
    [.always("judged_at", .date)],
    summary: identity + [.always("form", .word(ReceiptForm.self)), signature],
    isAlways: false, [.always("verdict", .word(CheckReport.Verdict.self))])

  static let compactDecode = compact(
    "decode", [],
    summary: identity + [
      .always("form", .word(ReceiptForm.self)),
      .always("purchases", .integer.described("How many there are.")),
      .maybe("receipt_creation_date", .date), signature,
    ], isAlways: false)

  static let compactDiagnose = compact(
    "diagnose",
    [.always("judged_at", .date)],
    summary: identity + [
      .maybe("action", .word(Action.Code.self)),
      .always("genuine", .word(Genuineness.Code.self)),
      .maybe("owned", .word(Holding.Code.self)),
      .maybe("product_id", .text), .maybe("products", .integer),
      .maybe("signature", .word(Schema.words(of: .signature))), .maybe("until", .date),
    ], isAlways: true, [.always("state", .word(Triage.self))])

  private static let identity: [Schema.Member] = [
    .maybe("bundle_id", .text), .maybe("environment", .text),
    .maybe(
      "original_transaction_id",
      .text.described("Of the purchase that is told, or of all if they have the same.")),
  ]

  private static let signature: Schema.Member = .always(
    "signature", .word(Schema.words(of: .signature)))

  private static func compact(
    _ command: String, _ first: [Schema.Member], summary: [Schema.Member], isAlways: Bool,
    _ last: [Schema.Member] = []
  ) -> SchemaDocument {
    let content = Schema.object(summary.sorted { $0.name < $1.name })
    return SchemaDocument(
      name: "\(command)-compact", title: "A line that receipt \(command) --compact prints",
      root: .object(
        first + [
          .maybe("more_reasons", .integer), .always("reasons", .list(of: .text)), Schema.version,
          .always(
            "source",
            .object([
              .maybe("line", .integer), .maybe("row", .table(of: .anything)),
            ])),
          isAlways ? .always("summary", content) : .maybe("summary", content),
        ] + last), definitions: [])
  }
}
