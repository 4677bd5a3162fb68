internal import ReceiptCore

/// Rows for a spreadsheet or a database (RFC 4180) under a header, in the order of the inputs. What is not known is an
/// empty cell.
struct CSVRenderer<Report: ReceiptReport>: ReportRenderer {
  private let output: EscapedOutput<CSVText>
  private let table: CSVTable<Report>
  /// The columns of a row of the input, which come first.
  private let kept: [String]

  /// - Throws: If a kept column has the name of another one.
  init(_ output: Output, _ table: CSVTable<Report>, kept: [String]) throws(UsageError) {
    try CSVText.checkTitles(kept, beside: table.names)
    self.output = EscapedOutput(output)
    self.table = table
    self.kept = kept
  }

  func begin() { output.write(CSVText.row(kept: kept, table.names)) }

  func render(_ report: Report) { table.forEachLine(report, kept) { output.write($0) } }

  var writeAlone: (@Sendable (Report) -> [UInt8])? {
    guard table.isBrief else { return nil }
    return { [table, kept] report in
      var octets: [UInt8] = []
      table.forEachLine(report, kept) { octets += $0.text.utf8 }
      return octets
    }
  }
}

extension CSVRenderer: CheckRenderer where Report == CheckReport {}
extension CSVRenderer: DecodeRenderer where Report == DecodeReport {}
extension CSVRenderer: DiagnoseRenderer where Report == DiagnoseReport {}
extension CSVRenderer: TableRenderer where Report == TableReport {}
