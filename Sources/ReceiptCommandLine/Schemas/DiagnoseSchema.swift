internal import ReceiptCore
internal import ReceiptInsight

extension SchemaDocument {
  static let diagnose = objectOrArray(
    "diagnose", "What receipt diagnose --format json prints", of: ["diagnosis", "no_diagnosis"],
    [
      ("diagnosis", diagnosed), ("no_diagnosis", noDiagnosis),
    ] + card)

  static let timeline = objectOrArray(
    "timeline", "What receipt timeline --format json prints", of: ["timeline", "no_diagnosis"],
    [
      ("timeline", drawn),
      ("track", track), ("no_diagnosis", noDiagnosis),
    ] + card)

  private static let noDiagnosis = Schema.object([
    .always("summary", .definition("summary")),
    .always("error", .definition("error")),
    .always("judged_at", .date),
    .maybe("reply", .definition("reply")),
    Schema.version,
    .always("source", .definition("source_name")),
  ])

  /// What a diagnosis says first.
  private static let card: [(name: String, schema: Schema)] = [
    (
      "summary",
      .object([
        .always(
          "action",
          .object([
            .maybe("code", .word(Action.Code.self)), .maybe("date", .date),
            .always("product_ids", .list(of: .text)), .always("text", .text),
          ])),
        .always(
          "genuine",
          .object([
            .maybe("bundle_id", .text), .always("code", .word(Genuineness.Code.self)),
            .maybe("part", .text), .maybe("reason", .reason), .maybe("signed_at", .date),
            .always("text", .text),
          ])),
        .always(
          "owned",
          .list(
            of: .object([
              .maybe("as_of", .date), .always("certainty", .word(Certainty.self)),
              .always("code", .word(Holding.Code.self)), .always("product_id", .text),
              .maybe("sources", provenance), .maybe("until", .date),
            ]))),
      ])
    ),
    (
      "reply",
      .object([.always("language", .word(ReplyLanguage.self)), .always("text", .text)])
    ),
  ]

  /// Which text each value comes from, where there are several.
  private static let provenance = Schema.object(
    Account.Provenance.fields.map { field in
      .maybe(
        field,
        .object([.always("certainty", .word(Certainty.self)), .maybe("path", .text)]))
    })

  private static let diagnosed = Schema.object([
    .always("summary", .definition("summary")),
    .always("advice", .list(of: .text)),
    .always("answer", .list(of: .text)),
    .always("judged_at", .date),
    .always("reasons", .list(of: .text)),
    .always(
      "remarks",
      .list(
        of: .object([
          .maybe("citation", .text), .maybe("evidence", .evidence), .always("id", .text),
          .always("message", .text), .always("severity", .word(Remark.Severity.self)),
        ]))),
    .maybe("reply", .definition("reply")),
    Schema.version,
    .always(
      "sections",
      .list(
        of: .object([
          .always(
            "statements",
            .list(
              of: .object([
                .maybe("evidence", .evidence), .always("inferred", .flag),
                .always("text", .text),
              ]))),
          .always("title", .text), .always("topic", .word(Diagnosis.Topic.self)),
        ]))),
    .always("signature", .definition("signature")),
    .always("source", .definition("source")),
  ])

  private static let drawn = Schema.object([
    .maybe("end", .date),
    .maybe("errors", .list(of: .definition("error"), atLeast: 1)),
    .always("judged_at", .date),
    .always("omitted_products", .integer),
    Schema.version,
    .always("signature", .definition("signature")),
    .always("source", .definition("source")),
    .maybe("start", .date),
    .always("tracks", .list(of: .definition("track"))),
    .always("undated", .integer),
  ])

  private static let track = Schema.object([
    .maybe("customer", .integer), .maybe("name", .text), .always("product_id", .text),
    .always(
      "purchases",
      .list(
        of: .object([
          .always("date", .date), .always("is_refunded", .flag), .maybe("quantity", .integer),
          .maybe("transaction_id", .text), .maybe("withdrawn", .date),
        ]))),
    .always(
      "stretches",
      .list(
        of: .object([
          .maybe("end", .date), .always("kind", .word(Timeline.Kind.self)),
          .always("start", .date), .always("transaction_ids", .list(of: .text)),
        ]))),
  ])
}
