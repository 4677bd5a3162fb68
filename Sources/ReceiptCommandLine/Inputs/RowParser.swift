internal import ReceiptCore

/// Takes the receipt out of a row, with what stands beside it.
struct RowParser: Sendable {
  let name: String
  let format: RowFormat
  let header: TableHeader?
  let limits: DecodingLimits

  /// What of a row is read any further.
  private enum Content {
    /// A text in which a receipt is to be found.
    case text(InputUnwrapper.Wrapped)
    /// The same in a text that was to be an object.
    case broken([UInt8], JSONFault)
    case receipt(ReceiptInput)

    static func text(_ bytes: [UInt8]) -> Content { .text(InputUnwrapper.Wrapped(bytes: bytes)) }
  }

  /// - Parameter row: It is given away, because a row may be large: it goes before its text is searched.
  func receipt(in row: consuming RowReader.Row) -> (Source, ReceiptInputs.Found) {
    var source = Source(name: name, line: row.line)
    do throws(ReceiptError) {
      return switch try content(of: consume row, &source) {
      case .text(let text): (source, .success(try ReceiptInput(text, limits: limits)))
      case .broken(let line, let fault):
        (source, .success(try input(in: line, insteadOfObject: fault)))
      case .receipt(let input): (source, .success(input))
      }
    } catch {
      return (source, .failure(error))
    }
  }

  /// A search says more of an object that is broken than that it is. But if it finds a receipt, what stands beside that
  /// would be lost without a word.
  private func input(
    in line: [UInt8], insteadOfObject fault: JSONFault
  ) throws(ReceiptError) -> ReceiptInput {
    let input = try ReceiptInput(line, limits: limits)
    guard input.error == nil else { return input }
    throw ReceiptError(
      .invalidRow,
      "there is a receipt in this row, but what stands beside it cannot be kept: it is no JSON object: "
        + fault.message, offset: fault.offset,
      hint: "mend the object, or send the receipt alone")
  }

  private func content(
    of row: consuming RowReader.Row, _ source: inout Source
  ) throws(ReceiptError) -> Content {
    let line = row.line
    var bytes = try row.content.get()
    // Some programs write a mark before the first object.
    if line == 1, header == nil, bytes.starts(with: TextEncoding.mark + [UInt8(ascii: "{")]) {
      bytes.removeFirst(TextEncoding.mark.count)
    }
    if format.keepsRecords { source.record = bytes }
    guard let header else { return try content(of: bytes, &source) }
    return .text(try receipt(in: bytes, header, &source))
  }

  // MARK: Tables

  private func receipt(
    in record: [UInt8], _ header: TableHeader, _ source: inout Source
  ) throws(ReceiptError) -> [UInt8] {
    let count = header.names.count
    let fields = try header.syntax.fields(of: record, limit: count + 1)
    source.row = carried(fields, of: record, header)
    guard fields.count == count else {
      throw ReceiptError(
        .invalidRow,
        fields.count > count
          ? "this row has more than \(counted(count, "column"))"
          : "this row has only \(fields.count) of the \(counted(count, "column"))",
        hint: "a field with a separator or a line break in it needs quotation marks")
    }
    try checkTexts(fields, of: record, header)
    if let time = header.time {
      let text = header.syntax.value(of: fields[time], in: record) ?? []
      source.judgedAt = try moment(ReceiptString(text).description, header.names[time])
    }
    return header.syntax.value(of: fields[header.receipt], in: record) ?? []
  }

  /// A kept column in another encoding would come out as another text, perhaps as that of another row.
  private func checkTexts(
    _ fields: [Range<Int>], of record: [UInt8], _ header: TableHeader
  ) throws(ReceiptError) {
    guard !format.carriesRest || format.kept != nil else { return }
    for column in header.kept {
      guard let value = header.syntax.value(of: fields[column], in: record),
        ReceiptString(value).text == nil
      else { continue }
      let name = shortened(header.names[column], to: ReceiptError.longestName)
      throw ReceiptError(
        .invalidRow, "the column \(name) is not UTF-8", offset: fields[column].lowerBound,
        hint: "convert the table first, for example: iconv -f latin1 -t utf-8")
    }
  }

  private func carried(
    _ fields: [Range<Int>], of record: [UInt8], _ header: TableHeader
  ) -> CarriedRow {
    let columns = format.carriesRest ? Array(header.names.indices) : header.kept
    let members = columns.filter(fields.indices.contains).map { column in
      let isReceipt = format.carriesRest && column == header.receipt
      let value = isReceipt ? nil : header.syntax.value(of: fields[column], in: record)
      return JSONValue.Member(
        name: header.names[column],
        value: value.map { .string(ReceiptString($0).description) } ?? .null)
    }
    var carried = CarriedRow(
      members: members, hasKnownNames: true, isAskedFor: format.kept != nil)
    if format.carriesRest {
      func place(_ column: Int) -> JSONPlace? {
        members.indices.contains(column)
          ? JSONPlace().appending(column, in: .object(members)) : nil
      }
      carried.receipt = place(header.receipt)
      carried.kept = format.kept == nil ? [] : header.kept.compactMap(place)
    }
    return carried
  }

  // MARK: Lines

  private func content(
    of line: [UInt8], _ source: inout Source
  ) throws(ReceiptError) -> Content {
    let line = Self.withoutComma(line)
    if case .member(let path) = format.place {
      return .text(try text(at: path, in: try object(line), &source))
    }
    var fault: JSONFault?
    var object: JSONValue?
    if line.first(where: { !Text.isSpace($0) }) == UInt8(ascii: "{") {
      do throws(JSONFault) { object = try JSONReader.read(line) } catch { fault = error }
    }
    guard let object else {
      guard format.time == nil else {
        throw ReceiptError(
          .invalidRow, "this row is no JSON object, so no member says when to judge it",
          hint: "--at-field needs a JSON object in each line, or --column and a table")
      }
      guard format.carriesRest || format.kept?.isEmpty ?? true else {
        throw ReceiptError(
          .invalidRow, "this row is no JSON object, so no member of it can be kept",
          hint: "--keep needs a JSON object in each line, or --column and a table")
      }
      return fault.map { .broken(line, $0) } ?? .text(line)
    }
    try readTime(in: object, &source)
    let row = JSONRow(object)
    if case .receipt = row {
      // Its copy is the whole row.
      if !format.carriesRest { source.row = carried(from: object, row.row(object)) }
      return .receipt(ReceiptInput(whole: object, line))
    }
    source.row = carried(from: object, row.row(object))
    guard case .holding(let place) = row, object[place]?.string != nil else {
      return .text(line)
    }
    return .text(InputUnwrapper.Wrapped(at: place, in: object))
  }

  /// An object in the lines of an array has a comma behind it.
  private static func withoutComma(_ line: [UInt8]) -> [UInt8] {
    guard line.first == UInt8(ascii: "{"),
      let comma = line.lastIndex(where: { !Text.isSpace($0) }), line[comma] == UInt8(ascii: ",")
    else { return line }
    return Array(line[..<comma])
  }

  private func object(_ line: [UInt8]) throws(ReceiptError) -> JSONValue {
    let hint = "--field needs a JSON object in each line"
    do throws(JSONFault) {
      let value = try JSONReader.read(line)
      if value.members != nil { return value }
    } catch {
      throw ReceiptError(
        .invalidRow, "this row is no JSON object: \(error.message)", offset: error.offset,
        hint: hint)
    }
    throw ReceiptError(.invalidRow, "this row is no JSON object", hint: hint)
  }

  private func text(
    at path: MemberPath, in object: JSONValue, _ source: inout Source
  ) throws(ReceiptError) -> InputUnwrapper.Wrapped {
    let trace = path.trace(in: object)
    let error = trace.error
    let (row, place) = JSONRow.row(object, around: trace.place)
    source.row = carried(from: object, (row, error == nil ? place : nil))
    if let error { throw error }
    guard trace.value.string != nil else {
      throw ReceiptError(
        .missingField, "the member \(trace.way) is not a text",
        hint: "name the member that holds the receipt in base64, or a JWS")
    }
    try readTime(in: object, &source)
    return InputUnwrapper.Wrapped(at: trace.place, in: object)
  }

  // MARK: What stands beside the receipt

  /// Reads when the receipt is to be judged, if the format says where that stands.
  private func readTime(
    in object: JSONValue, _ source: inout Source
  ) throws(ReceiptError) {
    guard let path = format.time else { return }
    let trace = path.trace(in: object)
    if let error = trace.error { throw error }
    source.judgedAt = try moment(trace.value.string ?? trace.value.description, path.text)
  }

  private func moment(_ text: String, _ name: String) throws(ReceiptError) -> ReceiptDate {
    if let date = DateSpelling.date(text) { return date }
    let shown = shortened(text, to: ReceiptError.longestName)
    throw ReceiptError(
      .invalidRow,
      "\(shortened(name, to: ReceiptError.longestName)) is no date with a time zone: \"\(shown)\"",
      hint: "write 2026-05-30T10:00:00Z, or milliseconds since 1970")
  }

  /// What goes with the answer: what `--keep` names, or all that stands beside the receipt.
  private func carried(
    from object: JSONValue, _ row: (value: JSONValue, receipt: JSONPlace?)
  ) -> CarriedRow? {
    lazy var rest =
      row.receipt.map { row.value.replacing($0, with: format.carriesRest ? .null : nil) }
      ?? row.value
    if let kept = format.kept, !format.carriesRest {
      let members = kept.compactMap { path in
        path.value(in: object).map { value in
          // An object around the receipt stays without it. What is named itself stays.
          let isAround = value.members != nil || value.elements != nil
          let shown = isAround ? path.value(in: rest) : nil
          return JSONValue.Member(name: path.text, value: shown ?? value)
        }
      }
      return members.isEmpty
        ? nil : CarriedRow(members: members, hasKnownNames: true, isAskedFor: true)
    }
    let members = rest.members ?? []
    guard format.carriesRest || !members.isEmpty else { return nil }
    var carried = CarriedRow(members: members, hasKnownNames: false, isAskedFor: false)
    if format.carriesRest {
      carried.receipt = row.receipt
      carried.kept = (format.kept ?? []).compactMap { $0.place(in: rest) }
    }
    return carried
  }
}
