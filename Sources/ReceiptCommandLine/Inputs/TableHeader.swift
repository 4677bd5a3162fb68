internal import ReceiptCore

/// The header of a table: how it is written, which of its columns holds the receipt, and which are kept.
struct TableHeader: Sendable {
  let syntax: TableSyntax
  /// The titles of the columns, or their numbers.
  let names: [String]
  let receipt: Int
  let kept: [Int]
  /// The column that says when a receipt is to be judged.
  let time: Int?

  /// More columns than this are no table.
  static let maximumColumns = 10_000

  /// Whether the first line has the titles.
  let isLine: Bool

  /// Reads the first line of a table.
  init(
    _ line: [UInt8], receipt column: String, _ format: RowFormat
  ) throws(ReceiptError) {
    // Excel puts it before UTF-8.
    let mark = TextEncoding.mark
    let line = line.starts(with: mark) ? Array(line.dropFirst(mark.count)) : line
    let syntax: TableSyntax =
      switch format.table {
      case .csv: .csv(separator: Self.separator(of: line))
      case .pgText: .pgText
      }
    guard let fields = try? syntax.fields(of: line, limit: Self.maximumColumns) else {
      throw ReceiptError(
        .invalidRow, "the quotation marks of the header do not match",
        hint: "--column needs CSV or TSV with the names of the columns in its first line")
    }
    isLine = !format.countsColumns
    let names = fields.enumerated().map { index, field in
      format.countsColumns
        ? String(index + 1) : ReceiptString(syntax.value(of: field, in: line) ?? []).description
    }
    func place(of name: String) throws(ReceiptError) -> Int {
      let places = names.indices.filter { names[$0] == name }
      guard let place = places.first else {
        throw .missing(name, among: names, what: "column", of: "table")
      }
      guard places.count == 1 else {
        throw ReceiptError(
          .invalidRow,
          "there are \(places.count) columns \(shortened(name, to: ReceiptError.longestName))",
          hint: "give each column a name of its own")
      }
      return place
    }
    let receipt = try place(of: column)
    var kept: [Int] = []
    for name in format.kept?.map(\.text) ?? names { kept.append(try place(of: name)) }
    self.kept = format.kept == nil ? names.indices.filter { $0 != receipt } : kept
    var time: Int?
    if let name = format.time?.text { time = try place(of: name) }
    self.time = time
    self.receipt = receipt
    self.names = names
    self.syntax = syntax
  }

  /// Whether an empty line is a row: in COPY's text format it is the empty text of an only column.
  var hasEmptyRows: Bool {
    if case .pgText = syntax { names.count == 1 } else { false }
  }

  /// The line with the titles, or the first of them, and with further ones. It is empty if the table has no such line.
  func titles(of count: Int? = nil, adding others: [String] = []) -> String {
    isLine ? syntax.line(names.prefix(count ?? names.count) + others) : ""
  }

  /// The first of the characters that separate columns, outside of quotation marks.
  private static func separator(of line: [UInt8]) -> UInt8 {
    var isQuoted = false
    for octet in line {
      if octet == CSVScanner.quote { isQuoted.toggle() }
      if !isQuoted, "\t,;".utf8.contains(octet) { return octet }
    }
    return UInt8(ascii: ",")
  }
}

extension ReceiptError {
  /// A column or member that is not there.
  ///
  /// - Parameter place: The path of the object that lacks it.
  static func missing(
    _ name: String, among names: [String], what: String, of whole: String, in place: String? = nil
  ) -> ReceiptError {
    let shown = names.prefix(maximumNames).map { shortened($0, to: longestName) }.joined(
      separator: ", ")
    let list =
      names.isEmpty
      ? "this \(whole) has none"
      : "there is \(shown)" + (names.count > maximumNames ? ", …" : "")
    let near =
      closest(to: name, among: names).map { "did you mean \(shortened($0, to: longestName))? " }
      ?? ""
    return ReceiptError(
      .missingField,
      "there is no \(what) \(shortened(name, to: longestName))" + (place.map { " in " + $0 } ?? ""),
      hint: near + list)
  }

  private static var maximumNames: Int { 12 }
  /// The longest name that a message shows whole.
  static var longestName: Int { 40 }
}

extension ReceiptError.Code {
  /// A row without the column or the member that was asked for, or in which that is no text.
  static let missingField = Self(rawValue: "missing-field")
  /// A row that is not as the header, or the format, says.
  static let invalidRow = Self(rawValue: "invalid-row")
}
