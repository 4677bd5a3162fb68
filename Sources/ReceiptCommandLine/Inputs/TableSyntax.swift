internal import ReceiptCore

/// How the rows of a table are written.
enum TableSyntax: Sendable {
  /// CSV or TSV (RFC 4180).
  case csv(separator: UInt8)
  /// What PostgreSQL's COPY writes in its text format.
  case pgText

  /// Where the fields of a row stand in it, but for those beyond `limit`.
  func fields(of record: [UInt8], limit: Int) throws(ReceiptError) -> [Range<Int>] {
    guard case .csv(let separator) = self else { return CopyText.fields(of: record, limit: limit) }
    var scanner = CSVScanner(separator: separator, limit: limit)
    guard case .whole = scanner.scan(record) else { throw .strayQuote }
    return scanner.fields
  }

  /// The text of a field; `nil` for NULL.
  func value(of field: Range<Int>, in record: [UInt8]) -> [UInt8]? {
    switch self {
    // As PostgreSQL writes it: NULL has no quotation marks, and the empty text has them.
    case .csv: field.isEmpty ? nil : CSVScanner.value(of: field, in: record)
    case .pgText: CopyText.value(of: record[field])
    }
  }

  /// Whether this line ends the table.
  func ends(with line: [UInt8]) -> Bool {
    if case .pgText = self { line == CopyText.end } else { false }
  }

  /// What stands between two fields.
  var separator: UInt8 {
    switch self {
    case .csv(let separator): separator
    case .pgText: UInt8(ascii: "\t")
    }
  }

  /// A row with its line break.
  func line(_ fields: [String?]) -> String {
    let texts =
      switch self {
      case .csv: fields.map { csvKept($0, separator: separator) }
      case .pgText: fields.map(CopyText.escaped)
      }
    return texts.joined(separator: String(Unicode.Scalar(separator))) + "\n"
  }
}

/// How `--rows` calls them.
enum RowSyntax: String, CaseIterable {
  case csv
  case pgText = "pg-text"
}
