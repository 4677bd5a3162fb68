internal import ReceiptCore

/// The rows of an input, each with its receipt.
struct Rows {
  private let source: Source
  private let reader: Result<RowReader, ReceiptError>
  private let parser: RowParser
  /// The header of a table.
  var header: TableHeader? { parser.header }
  /// The columns or members that answers carry, where their names are known in advance.
  let keptNames: [String]

  init(
    _ input: Input, _ format: RowFormat, limits: DecodingLimits, willRead: @escaping () -> Void
  ) {
    source = Source(name: input.name)
    reader = Result { () throws(ReceiptError) in
      try RowReader(input, format, limit: limits.maximumInputSize, willRead: willRead)
    }
    let header = (try? reader.get())?.header
    parser = RowParser(name: input.name, format: format, header: header, limits: limits)
    keptNames = header.map { header in header.kept.map { header.names[$0] } } ?? format.kept ?? []
  }

  /// Passes each row with its receipt, or with its error, to `body`, until that returns false.
  func visit(_ body: (Source, ReceiptInputs.Found) -> Bool) -> Bool {
    do throws(ReceiptError) {
      let reader = try reader.get()
      while let row = try reader.next(waiting: true) {
        let (source, found) = parser.receipt(in: row)
        guard body(source, found) else { return false }
      }
      return true
    } catch {
      return body(source, .failure(error))
    }
  }
}
