internal import ReceiptCore

/// Takes the receipt out of a row, with what stands beside it.
struct RowParser: Sendable {
  let name: String
  let format: RowFormat
  let header: TableHeader?
  let limits: DecodingLimits

  func receipt(in row: RowReader.Row) -> (Source, ReceiptInputs.Found) {
    var source = Source(name: name, line: row.line)
    do throws(ReceiptError) {
      let bytes = try row.content.get()
      if format.keepsRecords { source.record = bytes }
      let input: ReceiptInput
      if let header {
        input = try receipt(in: bytes, header, &source)
      } else {
        input = try receipt(in: bytes, &source)
      }
      return (source, .success(input))
    } catch {
      return (source, .failure(error))
    }
  }

  // MARK: Tables

  private func receipt(
    in record: [UInt8], _ header: TableHeader, _ source: inout Source
  ) throws(ReceiptError) -> ReceiptInput {
    let count = header.names.count
    var scanner = CSVScanner(separator: header.separator, limit: count + 1)
    guard case .whole = scanner.scan(record) else { throw .strayQuote }
    let fields = scanner.fields
    source.row = CarriedRow(
      receipt: header.names[header.receipt],
      members: header.kept.filter(fields.indices.contains).map { place in
        let value = CSVScanner.value(of: fields[place], in: record)
        return JSONValue.Member(
          name: header.names[place], value: .string(ReceiptString(value).description))
      },
      hasKnownNames: true, isAskedFor: format.kept != nil)
    guard fields.count == count else {
      throw ReceiptError(
        .invalidRow,
        fields.count > count
          ? "this row has more than \(counted(count, "column"))"
          : "this row has only \(fields.count) of the \(counted(count, "column"))",
        hint: "a field with a separator or a line break in it needs quotation marks")
    }
    return try ReceiptInput(
      CSVScanner.value(of: fields[header.receipt], in: record), limits: limits)
  }

  // MARK: Lines

  private func receipt(
    in line: [UInt8], _ source: inout Source
  ) throws(ReceiptError) -> ReceiptInput {
    if case .member(let name) = format.place {
      return try receipt(inMember: name, of: try object(line), &source)
    }
    // A search says more of an object that is broken.
    guard line.first(where: { !Text.isSpace($0) }) == UInt8(ascii: "{"),
      let object = try? JSONReader.read(line)
    else { return try ReceiptInput(line, limits: limits) }
    let row = JSONRow(object)
    var name: String?
    if case .member(let member) = row { name = member.name }
    source.row = carried(beside: name, from: object, as: row)
    return switch row {
    case .receipt: ReceiptInput(whole: object, line)
    case .member(let member): try ReceiptInput(member: member, of: object, limits: limits)
    case .unknown: try ReceiptInput(line, limits: limits)
    }
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

  private func receipt(
    inMember name: String, of object: JSONValue, _ source: inout Source
  ) throws(ReceiptError) -> ReceiptInput {
    let members = object.members ?? []
    source.row = carried(
      beside: name, from: object, as: .member(JSONValue.Member(name: name, value: .null)))
    guard let member = members.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
      throw .missing(name, among: members.map(\.name), what: "member", of: "object")
    }
    guard member.value.string != nil else {
      throw ReceiptError(
        .missingField, "the member \(shortened(name, to: ReceiptError.longestName)) is not a text",
        hint: "name the member that holds the receipt in base64, or a JWS")
    }
    return try ReceiptInput(member: member, of: object, limits: limits)
  }

  private func carried(
    beside receipt: String?, from object: JSONValue, as row: JSONRow
  ) -> CarriedRow? {
    if case .receipt = row, format.kept == nil { return nil }
    let kept = format.carriesRest ? nil : format.kept
    let members =
      kept?.compactMap { name in
        object[name].map { JSONValue.Member(name: name, value: $0) }
      } ?? row.others(in: object)
    guard !members.isEmpty || format.carriesRest else { return nil }
    return CarriedRow(
      receipt: receipt, members: members, hasKnownNames: kept != nil, isAskedFor: kept != nil)
  }
}
