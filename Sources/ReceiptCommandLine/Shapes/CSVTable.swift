internal import ReceiptCore

/// A table with its columns in the order that scripts rely on.
struct CSVTable<Report: ReceiptReport>: Sendable {
  let names: [String]
  /// Whether the rows of one report are few, so that they can be kept until it is its turn.
  let isBrief: Bool
  /// Calls a function with each row of a report as text, behind the values of the input that are kept.
  let forEachLine: @Sendable (Report, _ kept: [String], (Escaped<CSVText>) -> Void) -> Void

  /// - Parameters:
  ///   - forEachRow: Calls a function with each row of a report.
  ///   - source: Where a row is from.
  init<Row>(
    columns: [CSVColumn<Row>],
    forEachRow: @escaping @Sendable (Report, (Row) -> Void) -> Void,
    isBrief: Bool = true, source: @escaping @Sendable (Row) -> Source
  ) {
    names = columns.map(\.name)
    self.isBrief = isBrief
    let values = columns.map(\.value)
    forEachLine = { report, kept, body in
      forEachRow(report) { row in
        body(CSVText.row(kept: source(row).values(of: kept), values.map { $0(row) }))
      }
    }
  }
}

struct CSVColumn<Row>: Sendable {
  let name: String
  let value: @Sendable (Row) -> String?

  init(_ name: String, _ value: @escaping @Sendable (Row) -> String?) {
    self.name = name
    self.value = value
  }
}
