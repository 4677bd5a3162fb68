internal import ReceiptCore

/// The header of CSV or TSV: what separates its columns, which of them holds the receipt, and which are kept.
struct TableHeader: Sendable {
  let separator: UInt8
  let names: [String]
  let receipt: Int
  let kept: [Int]
  /// The column that says when a receipt is to be judged.
  let time: Int?

  /// More columns than this are no table.
  static let maximumColumns = 10_000

  /// Reads the first line of a table.
  init(
    _ line: [UInt8], receipt column: String, _ format: RowFormat
  ) throws(ReceiptError) {
    // Excel puts it before UTF-8.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let line = line.starts(with: mark) ? Array(line.dropFirst(mark.count)) : line
    separator = Self.separator(of: line)
    var scanner = CSVScanner(separator: separator, limit: Self.maximumColumns)
    guard case .whole = scanner.scan(line) else {
      throw ReceiptError(
        .invalidRow, "the quotation marks of the header do not match",
        hint: "--column needs CSV or TSV with the names of the columns in its first line")
    }
    let names = scanner.fields.map {
      ReceiptString(CSVScanner.value(of: $0, in: line)).description
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
  }

  /// A line of this table.
  func line(_ fields: [String]) -> String {
    fields.map { csvQuoted($0, separator: separator) }
      .joined(separator: String(Unicode.Scalar(separator))) + "\n"
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
