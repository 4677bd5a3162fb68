internal import ReceiptCore

/// Reads the rows of a stream: lines, or records of CSV, which may have several lines each. It looks for nothing
/// in them but their ends, so that everything else can be done in other threads.
final class RowReader {
  /// A row as it stands, or why it cannot be read.
  struct Row: Sendable {
    /// The number of its first line, from 1; `nil` if this is why the input cannot be read any further.
    let line: Int?
    let content: Result<[UInt8], ReceiptError>
  }

  /// The header; `nil` if the rows are lines.
  private(set) var header: TableHeader?
  private var lines: LineReader
  /// The longest record.
  private let limit: Int
  /// The number of the last line.
  private var number = 0
  /// Lines that are to be read once more, the next one last.
  private var unread: [Line] = []
  /// A record that goes on in a line that has not come yet.
  private var open: OpenRecord?

  private typealias Line = Result<[UInt8], ReceiptError>

  private struct OpenRecord {
    let start: Int
    let first: [UInt8]
    var bytes: [UInt8]
    var scanner: CSVScanner
    /// The lines after the first.
    var rest: [Line] = []
  }

  /// Reads the header, if the format has one.
  init(
    _ input: Input, _ format: RowFormat, limit: Int
  ) throws(ReceiptError) {
    self.limit = limit
    lines = try input.makeLineReader(limit: limit, keepsReturns: format.isTable)
    guard case .column(let name) = format.place else { return }
    guard let first = try nextLine(waiting: true) else { throw .noHeader }
    let titles = Self.withoutReturn(try first.get())
    guard !titles.isEmpty else { throw .noHeader }
    header = try TableHeader(
      titles, receipt: name, format)
  }

  /// The next row. `nil` at the end, or if it has not wholly arrived and is not to be waited for.
  func next(waiting: Bool) throws(ReceiptError) -> Row? {
    guard let header else {
      return try nextLine(waiting: waiting).map { Row(line: number, content: $0) }
    }
    while true {
      guard let line = try nextLine(waiting: waiting) else {
        guard waiting, let open else { return nil }
        return giveUp(open)
      }
      if open != nil {
        if let row = proceed(with: line) { return row }
        continue
      }
      guard case .success(let bytes) = line else { return Row(line: number, content: line) }
      let record = Self.withoutReturn(bytes)
      // An empty line is no row.
      if record.isEmpty { continue }
      // Nearly all rows are one line.
      guard record.firstIndex(of: CSVScanner.quote, in: record.indices) != nil else {
        return Row(line: number, content: .success(record))
      }
      var scanner = CSVScanner(separator: header.separator, limit: header.names.count + 1)
      guard case .open = scanner.scan(record) else {
        return Row(line: number, content: .success(record))
      }
      open = OpenRecord(start: number, first: record, bytes: bytes, scanner: scanner)
    }
  }

  /// Adds a line to the open record. Gives the row once it is whole, or cannot become so.
  private func proceed(with line: Line) -> Row? {
    guard var record = open else { return nil }
    // Otherwise each line would copy all those before it.
    open = nil
    record.rest.append(line)
    guard case .success(let bytes) = line, record.bytes.count + bytes.count < limit else {
      return giveUp(record)
    }
    record.bytes.append(UInt8(ascii: "\n"))
    let returns = bytes.last == UInt8(ascii: "\r") ? 1 : 0
    record.bytes.append(contentsOf: bytes.dropLast(returns))
    switch record.scanner.scan(record.bytes) {
    case .whole: return Row(line: record.start, content: .success(record.bytes))
    case .stray: return giveUp(record)
    case .open:
      record.bytes.append(contentsOf: bytes.suffix(returns))
      open = record
      return nil
    }
  }

  /// Takes the first line of a record for a row, which is a bad one, and reads the others once more: they may be
  /// rows.
  private func giveUp(_ record: OpenRecord) -> Row {
    open = nil
    number = record.start
    unread += record.rest.reversed()
    return Row(line: record.start, content: .success(record.first))
  }

  private func nextLine(waiting: Bool) throws(ReceiptError) -> Line? {
    if let line = unread.popLast() {
      number += 1
      return line
    }
    guard let line = try lines.next(waiting: waiting) else { return nil }
    number += 1
    return line
  }

  private static func withoutReturn(_ line: [UInt8]) -> [UInt8] {
    line.last == UInt8(ascii: "\r") ? Array(line.dropLast()) : line
  }
}

extension ReceiptError {
  fileprivate static let noHeader = ReceiptError(
    .empty, "there is nothing in it, not even a header",
    hint: "--column needs CSV or TSV with the names of the columns in its first line")

  static let strayQuote = ReceiptError(
    .invalidRow, "a quotation mark in this row is not closed, or stands alone",
    hint: "put the field in quotation marks, and double those inside it")
}
