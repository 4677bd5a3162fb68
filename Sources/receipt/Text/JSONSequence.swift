/// JSON objects one after the other: a single one, those of an array, or one a line.
struct JSONSequence {
  /// How several objects are put together.
  enum Shape {
    /// There is only one.
    case object
    case array
    /// One object a line, compact.
    case lines
  }

  private let shape: Shape
  private var json: JSONWriter

  init(_ output: Output, _ shape: Shape) {
    self.shape = shape
    json = JSONWriter(output, isPretty: shape != .lines)
  }

  mutating func begin() {
    if shape == .array { json.open("[") }
  }

  /// Writes one object; `members` writes what is in it.
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
