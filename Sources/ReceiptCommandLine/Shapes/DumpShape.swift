internal import ReceiptCore
internal import ReceiptInsight

// What `dump --format json` prints: schema 1. It is written in parts, so that memory does not grow with the input.

/// What a dump says beside its elements.
struct DumpHeader {
  let source: Source
  let input: StructureInput

  static let shape = Shape<DumpHeader>.object(named: "header", members)
  /// Its members, where it has no object of its own.
  static let inside = Shape<DumpHeader>.Member.those(members) { $0 }

  private static let members: [Shape<DumpHeader>.Member] = [
    .maybe("error", ReceiptError.shape) { $0.input.error },
    .version,
    .always("source", .object(sourceMembers)) { $0 },
  ]

  private static let sourceMembers: [Shape<DumpHeader>.Member] = [
    .always("bytes", .integer) { $0.input.bytes.count },
    .always("layers", .layers, "What was taken off, outermost first.") { $0.input.layers },
    .those(Source.place) { $0.source },
    .always("structure", .word) { $0.input.form },
  ]
}

/// What a dump is made of.
enum DumpElement {
  static let begin = Shape<StructurePart>.object(
    named: "begin",
    [
      .always("begins_part", .integer) { $0.number },
      .always("depth", .integer) { $0.depth },
      .always("layers", .list(of: .text)) { $0.layers },
      .always("length", .integer) { $0.count },
      .maybe("name", .text) { $0.name },
    ])

  static let end = Shape<Int>.object(named: "end", [.always("ends_part", .integer) { $0 }])
}

/// A node as it is printed. A large file has a million of them. So it is written by hand: through a shape a dump costs a
/// fifth more. Tests hold it to its schema.
struct ShownNode {
  let node: StructureNode
  /// The number of the part that it is in. The file is 0.
  let part: Int
  let showsHex: Bool

  static let shape = Shape<ShownNode>(
    named: "node",
    .object([
      .maybe("anomalies", Shape<[StructureAnomaly]>.list(of: anomaly, atLeast: 1).schema),
      .maybe("content", .hexadecimal), .always("content_length", .integer),
      .always("depth", .integer), .maybe("header", .hexadecimal),
      .always("header_length", .integer), .maybe("indefinite", .flag), .maybe("meaning", .text),
      .maybe("name", .text), .always("offset", .integer), .maybe("part", .integer),
      .maybe("separator", .hexadecimal), .always("tag", .text),
      .maybe("value", .either(.text, .flag, .list(of: .text))),
    ])
  ) { shown, json in json.object { shown.write(to: &$0) } }

  private func write(to json: inout JSONWriter) {
    if !node.anomalies.isEmpty {
      json.array("anomalies", node.anomalies) { Self.anomaly.write($1, &$0) }
    }
    if showsHex, !node.content.isEmpty { json.digits("content", node.content) }
    json.member("content_length", number: Int64(node.contentLength))
    json.member("depth", number: Int64(node.depth))
    if showsHex, !node.header.isEmpty { json.digits("header", node.header) }
    json.member("header_length", number: Int64(node.headerLength))
    if node.isIndefinite { json.member("indefinite", true) }
    json.member("meaning", node.value.meaning)
    json.member("name", node.name.isEmpty ? nil : node.name)
    json.member("offset", number: Int64(node.offset))
    if part > 0 { json.member("part", number: Int64(part)) }
    if showsHex, !node.separator.isEmpty { json.digits("separator", node.separator) }
    json.member("tag", node.tag.name)
    writeValue(to: &json)
  }

  private func writeValue(to json: inout JSONWriter) {
    switch node.value {
    case .none: return
    case .octets:
      json.key("value")
      // Three bytes are four characters, so the pieces can be joined.
      json.pieces(of: node.content) { Base64.encode($0) }
    case .text, .literal: json.member("value", ReceiptString(node.content).description)
    case .decodedText(let text): json.member("value", text)
    case .integer(let number, _): json.member("value", String(number))
    case .boolean(let value): json.member("value", value)
    case .objectIdentifier(let dotted, _): json.member("value", dotted)
    case .time(let date): json.member("value", date.description)
    case .bits(let names): json.array("value", names) { $0.string($1) }
    }
  }

  private static let anomaly = Shape<StructureAnomaly>.object([
    .always("id", .word) { $0.id },
    .always("is_fault", .flag) { $0.isFault },
    .always("message", .text) { $0.message },
  ])
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

extension JSONWriter {
  fileprivate mutating func digits(_ name: String, _ octets: ArraySlice<UInt8>) {
    key(name)
    pieces(of: octets) { Hexadecimal.encode($0) }
  }

  /// Writes a text in pieces, so that memory does not grow with the file.
  fileprivate mutating func pieces(
    of octets: ArraySlice<UInt8>, _ encode: (ArraySlice<UInt8>) -> String
  ) {
    literal("\"")
    var rest = octets
    while !rest.isEmpty {
      literal(encode(rest.prefix(pieceSize)))
      rest = rest.dropFirst(pieceSize)
      flush()
    }
    literal("\"")
  }
}

/// Values are written in pieces of this many bytes.
private let pieceSize = 3 << 10

extension SchemaDocument {
  static let dump = SchemaDocument(
    name: "dump", title: "What receipt dump --format json prints",
    root: .either(
      .definition("dump"), Failure.shape.schema,
      .list(of: .either(.definition("dump"), Failure.shape.schema)), DumpHeader.shape.schema,
      .definition("element")
    ).described(
      "An object for one input in which one thing was found, otherwise an array. Of NDJSON the first line is "
        + "the header, and each other one an element."),
    definitions: [
      (
        "dump",
        .object(
          [.always("elements", .list(of: .definition("element")))] + DumpHeader.inside.schemas)
      ),
      DumpHeader.shape.definition, Failure.shape.definition,
      (
        "element",
        .either(ShownNode.shape.schema, DumpElement.begin.schema, DumpElement.end.schema)
      ),
      ShownNode.shape.definition, DumpElement.begin.definition, DumpElement.end.definition,
      ReceiptError.shape.definition, Source.shape.definition,
    ])
}
