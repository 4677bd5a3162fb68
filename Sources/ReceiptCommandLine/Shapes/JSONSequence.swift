/// A sequence of JSON objects: a single one, an array, or one in each line.
struct JSONSequence {
  /// How several objects are joined.
  enum Layout {
    /// A single object.
    case object
    case array
    /// One compact object in each line.
    case lines
  }

  private let layout: Layout
  private var json: JSONWriter

  init(_ output: Output, _ layout: Layout) {
    self.layout = layout
    json = JSONWriter(output, isPretty: layout != .lines)
  }

  /// Whether each object is a line of its own, which any thread can write.
  var isLines: Bool { layout == .lines }

  /// One object as a line.
  static func line<Value>(_ value: Value, _ shape: Shape<Value>) -> [UInt8] {
    var json = JSONWriter()
    shape.write(value, &json)
    json.newLine()
    return json.octets
  }

  mutating func begin() {
    if layout == .array { json.open("[") }
  }

  /// Writes one object.
  mutating func add<Value>(_ value: Value, _ shape: Shape<Value>) {
    if layout == .array { json.nextElement() }
    shape.write(value, &json)
    if layout != .array { json.newLine() }
    json.flush()
  }

  mutating func end() {
    guard layout == .array else { return }
    json.close("]")
    json.newLine()
    json.flush()
  }
}
