internal import ReceiptCore

/// A table with its columns in the order that scripts rely on.
struct CSVTable<Report: ReceiptReport, Row>: Sendable {
  let columns: [Column]
  /// Calls a function with each row of a report: there may be many.
  let forEachRow: @Sendable (Report, (Row) -> Void) -> Void
  /// Where a row is from.
  let source: @Sendable (Row) -> Source

  struct Column: Sendable {
    let name: String
    let value: @Sendable (Row) -> String?

    init(_ name: String, _ value: @escaping @Sendable (Row) -> String?) {
      self.name = name
      self.value = value
    }
  }
}

extension CSVTable {
  /// A row as text.
  func text(of row: Row, _ kept: [String]) -> Escaped<CSVText> {
    CSVText.row(kept: source(row).values(of: kept), columns.map { $0.value(row) })
  }
}
