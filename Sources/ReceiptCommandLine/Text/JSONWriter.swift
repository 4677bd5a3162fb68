/// Writes JSON (RFC 8259) as a stream, so that memory does not grow with the document. Everything is written
/// after `flush()`.
///
/// Scripts read this. Keys come in sorted order, which the writer checks in debug builds.
package struct JSONWriter {
  /// The destination; `nil` if the writer keeps everything.
  private let output: Output?
  private let isPretty: Bool
  /// The text not yet passed to `output`. It is kept here because access to another object's buffer is
  /// checked each time.
  private var text: TextBuffer
  /// The number of open objects and arrays.
  private var depth = 0
  /// Whether the innermost of them is still empty. Those around it are not.
  private var isEmpty = true
  #if DEBUG
    /// The last key of each.
    private var lastKeys: [String] = []
  #endif

  private static let bufferSize = 16 << 10
  /// Enough for most answers in one line.
  private static let lineSize = 4 << 10

  init(_ output: Output, isPretty: Bool) {
    self.output = output
    self.isPretty = isPretty
    text = TextBuffer(capacity: Self.bufferSize)
  }

  /// A writer that keeps its text.
  package init() {
    output = nil
    isPretty = false
    text = TextBuffer(capacity: Self.lineSize)
  }

  /// The text of a writer that keeps it.
  package var octets: [UInt8] { Array(text.octets) }

  /// Passes the new text to `output`.
  mutating func flush() {
    guard let output else { return }
    output.write(octets: text.octets)
    text.removeAll()
  }

  // MARK: Structure

  // What every member and element calls is not copied to where they are written: that would be 0.2 MB of the program.

  package mutating func object(_ body: (inout JSONWriter) -> Void) {
    open("{")
    body(&self)
    close("}")
  }

  package mutating func array<Element>(
    _ elements: some Sequence<Element>, _ body: (inout JSONWriter, Element) -> Void
  ) {
    open("[")
    for element in elements {
      nextElement()
      body(&self, element)
    }
    close("]")
  }

  mutating func open(_ bracket: Unicode.Scalar) {
    text.add(bracket)
    depth += 1
    isEmpty = true
    #if DEBUG
      lastKeys.append("")
    #endif
  }

  @inline(never)
  mutating func close(_ bracket: Unicode.Scalar) {
    depth -= 1
    #if DEBUG
      lastKeys.removeLast()
    #endif
    if isPretty, !isEmpty { newLine() }
    isEmpty = false
    text.add(bracket)
  }

  /// Begins the next element of an array.
  @inline(never)
  mutating func nextElement() {
    if text.count >= Self.bufferSize { flush() }
    guard depth > 0 else { return }
    if isPretty {
      text.appendLineBreak(indent: 2 * depth, behindComma: !isEmpty)
    } else if !isEmpty {
      text.add(",")
    }
    isEmpty = false
  }

  /// Begins the next member of an object. Keys must be sorted, and contain nothing to escape.
  @inline(never)
  package mutating func key(_ name: String, isSorted: Bool = true) {
    assert(!name.unicodeScalars.contains(where: needsEscape), "key \(name) is no name of ours")
    #if DEBUG
      precondition(
        !isSorted || lastKeys.last.map { $0 < name } ?? true, "key \(name) is out of order")
      if isSorted, depth > 0 { lastKeys[depth - 1] = name }
    #endif
    if isPretty {
      nextElement()
      text.appendKey(name, beforeBlank: true)
    } else {
      if text.count >= Self.bufferSize { flush() }
      text.appendKey(name, behindComma: !isEmpty)
      isEmpty = false
    }
  }

  /// Begins the next member of an object, with a name from an input.
  mutating func foreignKey(_ name: String) {
    nextElement()
    string(name)
    text.add(":")
    if isPretty { text.add(" ") }
  }

  /// Begins a new line with the current indent.
  mutating func newLine() { text.appendLineBreak(indent: 2 * depth) }

  // MARK: Values

  @inline(never)
  package mutating func string(_ value: String) {
    // Nearly every text is plain.
    if text.appendQuotedIfPlain(value) { return }
    if value.unicodeScalars.contains(where: { $0 == "#" || needsEscape($0) }) {
      addEscaped(value)
    } else {
      text.appendQuoted(value)
    }
  }

  private mutating func addEscaped(_ value: String) {
    text.add("\"")
    var previous: Unicode.Scalar = " "
    for scalar in value.unicodeScalars {
      // Two of them begin a command of Azure Pipelines, GitHub or TeamCity anywhere in a line.
      text.append(scalar == "#" && previous == "#" ? "\\u0023" : escaped(scalar))
      previous = scalar
    }
    text.add("\"")
  }

  mutating func number(_ number: Int64) {
    guard number >= 0 else { return literal(String(number)) }
    text.append(Int(number), width: 1)
  }

  /// Writes text that is already JSON: digits, `null`.
  package mutating func literal(_ json: String) { text.append(json) }

  mutating func bool(_ value: Bool) { text.append(value ? "true" : "false") }

  // MARK: Members that hold others

  mutating func object(_ name: String, _ body: (inout JSONWriter) -> Void) {
    key(name)
    object(body)
  }

  mutating func array<Element>(
    _ name: String, _ elements: some Sequence<Element>,
    _ body: (inout JSONWriter, Element) -> Void
  ) {
    key(name)
    array(elements, body)
  }

  /// A list of objects.
  mutating func objects<Element>(
    _ name: String, _ elements: some Sequence<Element>,
    _ body: (inout JSONWriter, Element) -> Void
  ) {
    array(name, elements) { json, element in json.object { body(&$0, element) } }
  }

  // MARK: Members, left out without a value

  mutating func member(_ name: String, _ text: String?) {
    guard let text else { return }
    key(name)
    string(text)
  }

  mutating func member(_ name: String, number: Int64?) {
    guard let number else { return }
    key(name)
    self.number(number)
  }

  mutating func member(_ name: String, _ value: Bool?) {
    guard let value else { return }
    key(name)
    bool(value)
  }
}

/// JSON requires escapes for quotation mark, backslash and C0. Anything that could disturb a terminal is
/// escaped too.
private func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
  scalar == "\"" || scalar == "\\" || isUnsafeToShow(scalar)
}

private func escaped(_ scalar: Unicode.Scalar) -> String {
  switch scalar {
  case "\"": return "\\\""
  case "\\": return "\\\\"
  case "\n": return "\\n"
  case "\r": return "\\r"
  case "\t": return "\\t"
  default:
    guard needsEscape(scalar) else { return String(scalar) }
    return String(scalar).utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }.joined()
  }
}
