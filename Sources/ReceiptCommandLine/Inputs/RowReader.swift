internal import ReceiptCore

/// Reads the rows of a stream: lines, or records of a table, which may have several lines each. It looks for nothing
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
  /// The number of the last line.
  private var number = 0
  /// Whether the table has ended, whatever may follow.
  private var isOver = false
  /// A record that goes on in a line that has not come yet.
  private var open: OpenRecord?

  /// Its lines are kept by their reader.
  private struct OpenRecord {
    let start: Int
    var scanner: CSVScanner
  }

  /// Reads the header, if the format has one.
  init(
    _ input: Input, _ format: RowFormat, limit: Int
  ) throws(ReceiptError) {
    lines = try input.makeLineReader(limit: limit, keepsReturns: format.isTable)
    guard case .column(let name) = format.place else { return }
    let line = try nextLine(waiting: true)?.get() ?? []
    let first = Self.withoutReturn(line)
    if format.countsColumns {
      // A table without rows has no columns either.
      isOver = first.isEmpty || first == CopyText.end
      if isOver { return }
      lines.keep(line)
      lines.rewind()
      number = 0
    }
    guard !first.isEmpty else { throw .noHeader }
    header = try TableHeader(first, receipt: name, format)
  }

  /// The next row. `nil` at the end, or if it has not wholly arrived and is not to be waited for.
  func next(waiting: Bool) throws(ReceiptError) -> Row? {
    if isOver { return nil }
    guard let header else {
      return try nextLine(waiting: waiting).map { Row(line: number, content: $0) }
    }
    while true {
      guard let line = try nextLine(waiting: waiting) else {
        return waiting && open != nil ? try giveUp() : nil
      }
      if open != nil {
        if let row = try proceed(with: line) { return row }
        continue
      }
      guard case .success(let bytes) = line else { return Row(line: number, content: line) }
      let record = Self.withoutReturn(bytes)
      if record.isEmpty, !header.hasEmptyRows { continue }
      // Nearly all rows are one line.
      guard case .csv(let separator) = header.syntax,
        record.firstIndex(of: CSVScanner.quote, in: record.indices) != nil
      else {
        isOver = header.syntax.ends(with: record)
        return isOver ? nil : Row(line: number, content: .success(record))
      }
      var scanner = CSVScanner(separator: separator, limit: header.names.count + 1)
      guard case .open = scanner.scan(record) else {
        return Row(line: number, content: .success(record))
      }
      open = OpenRecord(start: number, scanner: scanner)
      lines.keep(bytes)
    }
  }

  /// Adds a line to the open record. Gives the row once it is whole, or cannot become so.
  private func proceed(with line: Line) throws(ReceiptError) -> Row? {
    guard let start = open?.start, case .success(let bytes) = line else { return try giveUp() }
    switch open?.scanner.scan(Self.withoutReturn(bytes)) {
    case .whole:
      open = nil
      return Row(line: start, content: .success(Self.withoutReturn(lines.takeKept())))
    case .stray: return try giveUp()
    case .open, nil: return nil
    }
  }

  /// Takes the first line of the open record for a row, which is a bad one. The others are read once more: they may
  /// be rows.
  private func giveUp() throws(ReceiptError) -> Row? {
    number = (open?.start ?? 1) - 1
    open = nil
    lines.rewind()
    return try nextLine(waiting: true).map {
      Row(line: number, content: $0.map(Self.withoutReturn))
    }
  }

  private typealias Line = Result<[UInt8], ReceiptError>

  private func nextLine(waiting: Bool) throws(ReceiptError) -> Line? {
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
