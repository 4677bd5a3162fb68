internal import ReceiptCore
internal import ReceiptInsight

extension DiagnoseReport {
  /// What `diagnose --format json` prints: schema 1.
  static let shape = shape(of: DiagnosedAnswer.shape) { DiagnosedAnswer($0, $1) }
  /// What `timeline --format json` prints: schema 1.
  static let timeline = shape(of: TimelineAnswer.shape) { TimelineAnswer($0, $1) }

  private static func shape<Answer>(
    of found: Shape<Answer>, _ answer: @escaping @Sendable (DiagnoseReport, Diagnosed) -> Answer
  ) -> Shape<DiagnoseReport> {
    Shape(named: "one", .either(found.schema, NoDiagnosis.shape.schema)) { report, json in
      switch report.outcome {
      case .diagnosed(let diagnosed): found.write(answer(report, diagnosed), &json)
      case .failed(let error):
        NoDiagnosis.shape.write(NoDiagnosis(report: report, error: error), &json)
      }
    }
  }
}

private struct NoDiagnosis {
  let report: DiagnoseReport
  let error: ReceiptError

  static let shape = Shape<NoDiagnosis>.object(
    named: "no_diagnosis",
    [
      // It is the first member: the others are sorted.
      .always("summary", ShownCard.shape, isSorted: false) {
        ShownCard(Card($0.error), nil)
      },
      .always("error", ReceiptError.shape) { $0.error },
      .always("judged_at", .date) { $0.report.judgedAt },
      .maybe("reply", Reply.shape) { $0.report.reply },
      .version,
      .always("source", Source.shape) { $0.report.source },
    ])
}

/// A diagnosis as it is printed.
private struct DiagnosedAnswer {
  let report: DiagnoseReport
  let diagnosed: DiagnoseReport.Diagnosed
  // Put together when they are asked for, so that they are kept here.
  let card: ShownCard
  let remarks: [Remark]

  init(_ report: DiagnoseReport, _ diagnosed: DiagnoseReport.Diagnosed) {
    self.report = report
    self.diagnosed = diagnosed
    card = ShownCard(diagnosed.diagnosis.card, diagnosed.diagnosis.account)
    remarks = diagnosed.diagnosis.remarks
  }

  static let shape = Shape<DiagnosedAnswer>.object(
    named: "diagnosis",
    [
      .always("summary", ShownCard.shape, isSorted: false) { $0.card },
      .always("advice", .list(of: .text)) { $0.diagnosed.diagnosis.advice },
      .always("answer", .list(of: .text)) {
        [$0.card.lines.genuine, $0.card.lines.owned, $0.card.lines.action]
      },
      .always("judged_at", .date) { $0.report.judgedAt },
      .always("reasons", .list(of: .text)) {
        $0.diagnosed.diagnosis.reasons($0.remarks)
      },
      .always("remarks", .list(of: Remark.shape)) { $0.remarks },
      .maybe("reply", Reply.shape) { $0.report.reply },
      .version,
      .always("sections", .list(of: section)) { $0.diagnosed.diagnosis.sections },
      .always("signature", Verification.shape) { $0.diagnosed.verification },
      .always("source", FoundSource.shape) {
        FoundSource($0.report.source, $0.diagnosed.decoded)
      },
    ])

  private static let section = Shape<Diagnosis.Section>.object([
    .always("statements", .list(of: statement)) { $0.statements },
    .always("title", .text) { $0.title },
    .always("topic", .word) { $0.topic },
  ])

  private static let statement = Shape<Diagnosis.Statement>.object([
    .evidence { $0.evidence },
    .always("inferred", .flag) { $0.isInference },
    .always("text", .text) { $0.text },
  ])
}

extension Remark {
  fileprivate static let shape = Shape<Remark>.object([
    .maybe("citation", .text) { $0.citation },
    .evidence { $0.evidence },
    .always("id", .text) { $0.id },
    .always("message", .text) { $0.message },
    .always("severity", .word) { $0.severity },
  ])
}

extension Reply {
  fileprivate static let shape = Shape<Reply>.object(
    named: "reply",
    [.always("language", .word) { $0.language }, .always("text", .text) { $0.text }])
}

/// What a diagnosis says first, as codes with their values.
private struct ShownCard {
  let card: Card
  let lines: Card.Lines
  /// Where the values of what is owned come from.
  let account: Account?

  init(_ card: Card, _ account: Account?) {
    self.card = card
    lines = card.lines
    self.account = account
  }

  static let shape = Shape<ShownCard>.object(
    named: "summary",
    [
      .always("action", action) { ($0.card.actions.first, $0.lines.action) },
      .always("genuine", genuine) { ($0.card.genuineness, $0.lines.genuine) },
      .always("owned", .list(of: holding)) { shown in
        shown.card.holdings.map { ($0, shown.account?.provenance(of: $0) ?? []) }
      },
    ])

  private static let action = Shape<(action: Action?, text: String)>.object([
    .maybe("code", .word) { $0.action?.code },
    .maybe("date", .date) { $0.action?.date },
    .always("product_ids", .list(of: .text)) { $0.action?.products.map(\.description) ?? [] },
    .always("text", .text) { $0.text },
  ])

  private static let genuine = Shape<(genuineness: Genuineness, text: String)>.object([
    .maybe("bundle_id", .text) { $0.genuineness.bundleID?.description },
    .always("code", .word) { $0.genuineness.code },
    .maybe("part", .text) { $0.genuineness.part },
    .maybe("reason", .reason) { $0.genuineness.reason?.rawValue },
    .maybe("signed_at", .date) { $0.genuineness.signedAt },
    .always("text", .text) { $0.text },
  ])

  private static let holding = Shape<(holding: Holding, provenance: [Account.Provenance])>.object([
    .maybe("as_of", .date) { $0.holding.asOf },
    .always("certainty", .word) { $0.holding.certainty },
    .always("code", .word) { $0.holding.code },
    .always("product_id", .text) { $0.holding.productID.description },
    .maybe("sources", .object(sources)) { $0.provenance.isEmpty ? nil : $0.provenance },
    .maybe("until", .date) { $0.holding.until },
  ])

  /// Which text each value comes from, where there are several.
  private static let sources = Account.Provenance.fields.map { field in
    Shape<[Account.Provenance]>.Member.maybe(field, origin) { all in
      all.first { $0.field == field }
    }
  }

  private static let origin = Shape<Account.Provenance>.object([
    .always("certainty", .word) { $0.certainty },
    .maybe("path", .text) { $0.path.isEmpty ? nil : $0.path },
  ])
}

extension SchemaDocument {
  static let diagnose = objectOrArray(
    "diagnose", "What receipt diagnose --format json prints", of: DiagnoseReport.shape,
    [DiagnosedAnswer.shape.definition] + noDiagnosis)

  static let timeline = objectOrArray(
    "timeline", "What receipt timeline --format json prints", of: DiagnoseReport.timeline,
    [TimelineAnswer.shape.definition, TimelineAnswer.track.definition] + noDiagnosis)

  private static let noDiagnosis = [
    NoDiagnosis.shape.definition, ShownCard.shape.definition, Reply.shape.definition,
  ]
}
