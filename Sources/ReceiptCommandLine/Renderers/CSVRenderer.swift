internal import ReceiptCore

/// Rows for a spreadsheet or a database (RFC 4180) under a header, in the order of the inputs. What is not known is an
/// empty cell.
struct CSVRenderer<Report: ReceiptReport, Row>: ReportRenderer {
  private let output: EscapedOutput<CSVText>
  private let table: CSVTable<Report, Row>
  /// The columns of a row of the input, which come first.
  private let kept: [String]

  /// - Throws: If a kept column has the name of another one.
  init(
    _ output: Output, _ table: CSVTable<Report, Row>, kept: [String]
  ) throws(UsageError) {
    try CSVText.checkTitles(kept, beside: table.columns.map(\.name))
    self.output = EscapedOutput(output)
    self.table = table
    self.kept = kept
  }

  func begin() { output.write(CSVText.row(kept: kept, table.columns.map(\.name))) }

  func render(_ report: Report) {
    table.forEachRow(report) { output.write(table.text(of: $0, kept)) }
  }

  var writeAlone: (@Sendable (Report) -> [UInt8])? {
    { [table, kept] report in
      var text: Escaped<CSVText> = ""
      table.forEachRow(report) { text += table.text(of: $0, kept) }
      return Array(text.text.utf8)
    }
  }
}

extension CSVRenderer: CheckRenderer where Report == CheckReport {}
extension CSVRenderer: DecodeRenderer where Report == DecodeReport {}
extension CSVRenderer: DiagnoseRenderer where Report == DiagnoseReport {}
extension CSVRenderer: TableRenderer where Report == TableReport {}
