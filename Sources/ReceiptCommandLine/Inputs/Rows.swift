internal import ReceiptCore

/// The rows of an input, in batches: those that have arrived, but at least one.
final class Rows {
  private let reader: Result<RowReader, ReceiptError>
  /// Takes the receipt out of each row.
  let parser: RowParser
  /// Whether there is nothing more to come.
  private var isOver = false

  /// About as much as one read gives.
  private static let batchSize = 128 << 10

  init(_ input: Input, _ format: RowFormat, limits: DecodingLimits) {
    reader = Result { () throws(ReceiptError) in
      try RowReader(input, format, limit: limits.maximumInputSize)
    }
    let header = (try? reader.get())?.header
    parser = RowParser(name: input.name, format: format, header: header, limits: limits)
  }

  /// The header of a table.
  var header: TableHeader? { parser.header }

  /// The columns or members that answers carry, where their names are known in advance.
  var keptNames: [String] {
    header.map { header in header.kept.map { header.names[$0] } } ?? parser.format.kept?.map(\.text)
      ?? []
  }

  /// The bytes of rows.
  static func size(of rows: [RowReader.Row]) -> Int {
    rows.reduce(0) { size, row in
      if case .success(let bytes) = row.content { size + bytes.count } else { size }
    }
  }

  /// The next rows, of which only the first is waited for; none at the end. An input that cannot be read ends in
  /// a row without a line.
  func next() -> [RowReader.Row] {
    guard !isOver else { return [] }
    var rows: [RowReader.Row] = []
    var size = 0
    do throws(ReceiptError) {
      let reader = try reader.get()
      while rows.count < OrderedWork.greatestChunk, size < Self.batchSize,
        let row = try reader.next(waiting: rows.isEmpty)
      {
        rows.append(row)
        if case .success(let bytes) = row.content { size += bytes.count }
      }
      isOver = rows.isEmpty
    } catch {
      isOver = true
      rows.append(RowReader.Row(line: nil, content: .failure(error)))
    }
    return rows
  }
}
