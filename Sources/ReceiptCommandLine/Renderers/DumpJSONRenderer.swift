internal import ReceiptCore
internal import ReceiptInsight

/// A dump for scripts: one object with all nodes, or an array of them for several receipts. With `isLines`,
/// one object in each line, the first of which names the input.
struct DumpJSONRenderer: DumpRenderer {
  private let output: Output
  private let isLines: Bool
  private let showsHex: Bool
  private var json: JSONWriter
  private var isArray = false
  /// The numbers of the parts around the next node. The file is 0.
  private var parts: [Int] = [0]
  private var source: Source?

  /// Values are written in pieces of this many bytes.
  private static let pieceSize = 3 << 10

  init(_ output: Output, isLines: Bool, showsHex: Bool) {
    self.output = output
    self.isLines = isLines
    self.showsHex = showsHex
    json = JSONWriter(output, isPretty: !isLines)
  }

  mutating func open(count: Int) {
    isArray = count > 1 && !isLines
    if isArray { json.open("[") }
  }

  mutating func begin(_ source: Source, _ input: StructureInput) {
    self.source = source
    parts = [0]
    guard !isLines else {
      json.object { json in
        if let error = input.error { json.object("error") { writeError(error, &$0) } }
        json.member("schema", number: 1)
        json.object("source") { Self.write(source, input, &$0) }
      }
      json.newLine()
      return
    }
    if isArray { json.nextElement() }
    json.open("{")
    json.key("elements")
    json.open("[")
  }

  mutating func render(_ event: StructureEvent) {
    if !isLines { json.nextElement() }
    switch event {
    case .node(let node): write(node)
    case .begin(let part):
      parts.append(part.number)
      json.object { json in
        json.member("begins_part", number: Int64(part.number))
        json.member("depth", number: Int64(part.depth))
        json.array("layers", part.layers) { $0.string($1) }
        json.member("length", number: Int64(part.count))
        json.member("name", part.name)
      }
    case .end:
      let part = parts.popLast() ?? 0
      json.object { $0.member("ends_part", number: Int64(part)) }
    }
    if isLines { json.newLine() }
    json.flush()
  }

  mutating func end(_ input: StructureInput) {
    defer { json.flush() }
    guard !isLines else { return }
    json.close("]")
    if let error = input.error { json.object("error") { writeError(error, &$0) } }
    json.member("schema", number: 1)
    if let source { json.object("source") { Self.write(source, input, &$0) } }
    json.close("}")
    if !isArray { json.newLine() }
  }

  mutating func close() {
    guard isArray else { return }
    json.close("]")
    json.newLine()
    json.flush()
  }

  mutating func fail(_ error: ReceiptError, in source: Source) {
    json.object { writeFailure(error, source, &$0) }
    json.newLine()
    json.flush()
  }

  private static func write(_ source: Source, _ input: StructureInput, _ json: inout JSONWriter) {
    json.member("bytes", number: Int64(input.bytes.count))
    json.array("layers", input.layers) { $0.string($1.rawValue) }
    writeSourceName(source, &json)
    json.member("structure", input.form.rawValue)
  }

  // MARK: One node

  private mutating func write(_ node: StructureNode) {
    let part = parts.last ?? 0
    json.open("{")
    if !node.anomalies.isEmpty {
      json.objects("anomalies", node.anomalies) { json, anomaly in
        json.member("id", anomaly.id.rawValue)
        json.member("is_fault", anomaly.isFault)
        json.member("message", anomaly.message)
      }
    }
    if showsHex, !node.content.isEmpty { writeDigits("content", node.content) }
    json.member("content_length", number: Int64(node.contentLength))
    json.member("depth", number: Int64(node.depth))
    if showsHex, !node.header.isEmpty { writeDigits("header", node.header) }
    json.member("header_length", number: Int64(node.headerLength))
    if node.isIndefinite { json.member("indefinite", true) }
    json.member("meaning", node.value.meaning)
    json.member("name", node.name.isEmpty ? nil : node.name)
    json.member("offset", number: Int64(node.offset))
    if part > 0 { json.member("part", number: Int64(part)) }
    if showsHex, !node.separator.isEmpty { writeDigits("separator", node.separator) }
    json.member("tag", node.tag.name)
    writeValue(of: node)
    json.close("}")
  }

  private mutating func writeValue(of node: StructureNode) {
    switch node.value {
    case .none: return
    case .octets:
      json.key("value")
      // Three bytes are four characters, so the pieces can be joined.
      writePieces(node.content) { Base64.encode($0) }
    case .text, .literal: json.member("value", ReceiptString(node.content).description)
    case .decodedText(let text): json.member("value", text)
    case .integer(let number, _): json.member("value", String(number))
    case .boolean(let value): json.member("value", value)
    case .objectIdentifier(let dotted, _): json.member("value", dotted)
    case .time(let date): json.member("value", date.description)
    case .bits(let names): json.array("value", names) { $0.string($1) }
    }
  }

  private mutating func writeDigits(_ name: String, _ octets: ArraySlice<UInt8>) {
    json.key(name)
    writePieces(octets) { Hexadecimal.encode($0) }
  }

  /// Writes a text in pieces, so that memory does not grow with the file.
  private mutating func writePieces(
    _ octets: ArraySlice<UInt8>, _ encode: (ArraySlice<UInt8>) -> String
  ) {
    json.literal("\"")
    var rest = octets
    while !rest.isEmpty {
      json.literal(encode(rest.prefix(Self.pieceSize)))
      rest = rest.dropFirst(Self.pieceSize)
      json.flush()
    }
    json.literal("\"")
  }
}

extension StructureValue {
  /// The name of an object identifier, or the meaning of a number.
  fileprivate var meaning: String? {
    switch self {
    case .integer(_, let note): note
    case .objectIdentifier(_, let name): name
    default: nil
    }
  }
}
