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

/// A node as it is printed. An object, because there are many, and each copy would count many references.
final class ShownNode {
  let node: StructureNode
  /// The number of the part that it is in. The file is 0.
  let part: Int
  let showsHex: Bool

  init(node: StructureNode, part: Int, showsHex: Bool) {
    self.node = node
    self.part = part
    self.showsHex = showsHex
  }

  private func digits(_ octets: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    showsHex && !octets.isEmpty ? octets : nil
  }

  static let shape = Shape<ShownNode>.object(
    named: "node",
    [
      .filled("anomalies", anomaly) { $0.node.anomalies },
      .maybe("content", .digits) { $0.digits($0.node.content) },
      .always("content_length", .integer) { $0.node.contentLength },
      .always("depth", .integer) { $0.node.depth },
      .maybe("header", .digits) { $0.digits($0.node.header) },
      .always("header_length", .integer) { $0.node.headerLength },
      .maybe("indefinite", .flag) { $0.node.isIndefinite ? true : nil },
      .maybe("meaning", .text) { $0.node.value.meaning },
      .maybe("name", .text) { $0.node.name.isEmpty ? nil : $0.node.name },
      .always("offset", .integer) { $0.node.offset },
      .maybe("part", .integer) { $0.part > 0 ? $0.part : nil },
      .maybe("separator", .digits) { $0.digits($0.node.separator) },
      .always("tag", .text) { $0.node.tag.name },
      .maybe("value", value) { shown in
        if case .none = shown.node.value { nil } else { shown.node }
      },
    ])

  private static let anomaly = Shape<StructureAnomaly>.object([
    .always("id", .word) { $0.id },
    .always("is_fault", .flag) { $0.isFault },
    .always("message", .text) { $0.message },
  ])

  private static let value = Shape<StructureNode>(
    .either(.text, .flag, .list(of: .text))
  ) { node, json in
    switch node.value {
    case .none: return
    // Three bytes are four characters, so the pieces can be joined.
    case .octets: json.pieces(of: node.content) { Base64.encode($0) }
    case .text, .literal: json.string(ReceiptString(node.content).description)
    case .decodedText(let text): json.string(text)
    case .integer(let number, _): json.string(String(number))
    case .boolean(let value): json.bool(value)
    case .objectIdentifier(let dotted, _): json.string(dotted)
    case .time(let date): json.string(date.description)
    case .bits(let names): json.array(names) { $0.string($1) }
    }
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

extension Shape<ArraySlice<UInt8>> {
  fileprivate static let digits = Shape(.hexadecimal) { octets, json in
    json.pieces(of: octets) { Hexadecimal.encode($0) }
  }
}

extension JSONWriter {
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
