/// A sequence of JSON objects: a single one, an array, or one in each line.
struct JSONSequence {
  /// How several objects are joined.
  enum Shape {
    /// A single object.
    case object
    case array
    /// One compact object in each line.
    case lines
  }

  private let shape: Shape
  private var json: JSONWriter

  init(_ output: Output, _ shape: Shape) {
    self.shape = shape
    json = JSONWriter(output, isPretty: shape != .lines)
  }

  /// Whether each object is a line of its own, which any thread can write.
  var isLines: Bool { shape == .lines }

  /// One object as a line.
  static func line(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    json.object(members)
    json.newLine()
    return json.octets
  }

  mutating func begin() {
    if shape == .array { json.open("[") }
  }

  /// Writes one object; `members` writes its content.
  mutating func add(_ members: (inout JSONWriter) -> Void) {
    if shape == .array { json.nextElement() }
    json.object(members)
    if shape != .array { json.newLine() }
    json.flush()
  }

  mutating func end() {
    guard shape == .array else { return }
    json.close("]")
    json.newLine()
    json.flush()
  }
}
