internal import ReceiptCore
internal import ReceiptInsight

/// Diagnoses for a spreadsheet, one receipt in a row (RFC 4180), in the order of the inputs.
struct DiagnoseCSVRenderer: DiagnoseRenderer {
  private let output: EscapedOutput<CSVText>
  /// The columns of a row that come first.
  private let kept: [String]

  /// - Throws: If a kept column has the name of another one.
  init(_ output: Output, kept: [String]) throws(UsageError) {
    try CSVText.checkTitles(kept, beside: Self.columns)
    self.output = EscapedOutput(output)
    self.kept = kept
  }

  private static let columns = [
    "file", "part", "line", "state", "genuine", "bundle_id", "signed_at", "product_id", "owned",
    "certainty", "until", "products", "action", "genuine_text", "owned_text", "action_text",
  ]

  func begin() { output.write(CSVText.row(kept: kept, Self.columns)) }

  func render(_ report: DiagnoseReport) {
    let card = report.card
    let first = card.holdings.first
    let lines = card.lines
    let fields: [String?] = [
      report.source.name, report.source.part, report.source.line.map(String.init),
      card.triage.rawValue,
      card.genuineness.code.rawValue, card.genuineness.bundleID?.description,
      card.genuineness.signedAt?.description, first?.productID.description, first?.code.rawValue,
      first?.certainty.rawValue, first?.until?.description, String(card.holdings.count),
      card.actions.first?.code.rawValue, lines.genuine, lines.owned, lines.action,
    ]
    output.write(CSVText.row(kept: report.source.values(of: kept), fields))
  }
}
