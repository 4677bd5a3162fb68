internal import ReceiptCore
internal import ReceiptInsight

/// A dump for scripts: one object with all nodes, or an array of them for several receipts. With `isLines`,
/// one object in each line, the first of which names the input.
struct DumpJSONRenderer: DumpRenderer {
  private let isLines: Bool
  private let showsHex: Bool
  private var json: JSONWriter
  private var isArray = false
  /// The numbers of the parts around the next node. The file is 0.
  private var parts: [Int] = [0]
  private var source: Source?

  init(_ output: Output, isLines: Bool, showsHex: Bool) {
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
      DumpHeader.shape.write(DumpHeader(source: source, input: input), &json)
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
    case .node(let node):
      ShownNode.shape.write(
        ShownNode(node: node, part: parts.last ?? 0, showsHex: showsHex), &json)
    case .begin(let part):
      parts.append(part.number)
      DumpElement.begin.write(part, &json)
    case .end: DumpElement.end.write(parts.popLast() ?? 0, &json)
    }
    if isLines { json.newLine() }
    json.flush()
  }

  mutating func end(_ input: StructureInput) {
    defer { json.flush() }
    guard !isLines else { return }
    json.close("]")
    if let source {
      DumpHeader.inside.write(DumpHeader(source: source, input: input), &json)
    }
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
    Failure.shape.write(Failure(source: source, error: error), &json)
    json.newLine()
    json.flush()
  }
}
