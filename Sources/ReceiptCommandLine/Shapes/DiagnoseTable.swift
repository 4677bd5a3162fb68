internal import ReceiptCore
internal import ReceiptInsight

extension DiagnoseReport {
  /// What `diagnose --format csv` prints: a row for each receipt, with the first product.
  static let table = CSVTable<DiagnoseReport>(
    columns: columns,
    forEachRow: { (report: DiagnoseReport, body: (DiagnoseRow) -> Void) in
      let card = report.card
      body(DiagnoseRow(source: report.source, card: card, lines: card.lines))
    },
    source: { $0.source })

  private static let columns: [CSVColumn<DiagnoseRow>] = [
    .init("file") { $0.source.name },
    .init("part") { $0.source.part },
    .init("line") { $0.source.line.map(String.init) },
    .init("state") { $0.card.triage.rawValue },
    .init("genuine") { $0.card.genuineness.code.rawValue },
    .init("bundle_id") { $0.card.genuineness.bundleID?.description },
    .init("signed_at") { $0.card.genuineness.signedAt?.description },
    .init("product_id") { $0.card.holdings.first?.productID.description },
    .init("owned") { $0.card.holdings.first?.code.rawValue },
    .init("certainty") { $0.card.holdings.first?.certainty.rawValue },
    .init("until") { $0.card.holdings.first?.until?.description },
    .init("products") { String($0.card.holdings.count) },
    .init("action") { $0.card.actions.first?.code.rawValue },
    .init("genuine_text") { $0.lines.genuine },
    .init("owned_text") { $0.lines.owned },
    .init("action_text") { $0.lines.action },
  ]
}

struct DiagnoseRow {
  fileprivate let source: Source
  fileprivate let card: Card
  fileprivate let lines: Card.Lines
}
