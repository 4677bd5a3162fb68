internal import ReceiptCore

protocol TableRenderer: ReportRenderer where Report == TableReport {}

/// Rows for programs and databases: an object in each line, whose members are the columns in their order. What is not
/// known is `null`, so that every row has the same members.
struct TableJSONRenderer: TableRenderer {
  private let output: Output
  /// The names of what comes first.
  private let kept: [String]

  init(_ output: Output, kept: [String]) {
    self.output = output
    self.kept = kept
  }

  func render(_ report: TableReport) { output.write(octets: Self.lines(report, kept)) }

  var writeAlone: (@Sendable (TableReport) -> [UInt8])? {
    { [kept] report in Self.lines(report, kept) }
  }

  private static func lines(_ report: TableReport, _ kept: [String]) -> [UInt8] {
    var json = JSONWriter()
    for row in report.rows {
      json.object { json in
        for name in kept {
          json.foreignKey(name)
          json.value(report.source.value(of: name)?.storable ?? .null)
        }
        for column in TableColumn.all {
          json.key(column.name, isSorted: false)
          json.cell(column, of: row)
        }
      }
      json.newLine()
    }
    return json.octets
  }
}

extension JSONWriter {
  fileprivate mutating func cell(_ column: TableColumn, of row: TableRow) {
    switch column.value {
    case .text(let get):
      if let text = get(row) { return string(withoutNUL(text)) }
    case .number(let get):
      if let number = get(row) { return self.number(Int64(number)) }
    case .date(let get):
      if let date = get(row), date.isOfCommonEra { return string(date.description) }
    }
    literal("null")
  }
}

extension JSONValue {
  /// The same without NUL. Readers allow few levels.
  fileprivate var storable: JSONValue {
    switch self {
    case .string(let text): .string(withoutNUL(text))
    case .array(let elements): .array(elements.map(\.storable))
    case .object(let members):
      .object(members.map { Member(name: withoutNUL($0.name), value: $0.value.storable) })
    case .null, .bool, .number: self
    }
  }
}

extension TableReport {
  /// The same as CSV.
  static let table = CSVTable<TableReport>(
    columns: TableColumn.all.map { column in
      CSVColumn<TableRow>(column.name) { column.text(of: $0) }
    },
    forEachRow: { $0.rows.forEach($1) }, source: { $0.report.source })
}

extension TableColumn {
  fileprivate func text(of row: TableRow) -> String? {
    switch value {
    case .text(let get): get(row)
    case .number(let get): get(row).map(String.init)
    case .date(let get): get(row).flatMap { $0.isOfCommonEra ? $0.description : nil }
    }
  }
}
