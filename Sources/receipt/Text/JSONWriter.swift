/// Writes JSON (RFC 8259) as a stream, so that memory does not grow with the document. Everything is written
/// after `flush()`.
///
/// Scripts read this. Keys come in sorted order, which the writer checks in debug builds.
struct JSONWriter {
  /// The destination; `nil` if the writer keeps everything.
  private let output: Output?
  private let isPretty: Bool
  /// The text not yet passed to `output`. It is kept here because access to another object's buffer is
  /// checked each time, and a receipt has hundreds of short pieces.
  private var text: [UInt8] = []
  /// For each open object or array: whether it is still empty and, in debug builds, its last key.
  private var stack: [(isEmpty: Bool, lastKey: String)] = []

  private static let bufferSize = 16 << 10

  init(_ output: Output, isPretty: Bool) {
    self.output = output
    self.isPretty = isPretty
    text.reserveCapacity(Self.bufferSize)
  }

  /// A writer that keeps its text.
  init() {
    output = nil
    isPretty = false
  }

  /// The text of a writer that keeps it.
  var octets: [UInt8] { text }

  /// Passes the new text to `output`.
  mutating func flush() {
    guard let output else { return }
    output.write(octets: text)
    text.removeAll(keepingCapacity: true)
  }

  // MARK: Structure

  mutating func object(_ body: (inout JSONWriter) -> Void) {
    open("{")
    body(&self)
    close("}")
  }

  mutating func array<Element>(
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
    text.append(UInt8(ascii: bracket))
    stack.append((true, ""))
  }

  mutating func close(_ bracket: Unicode.Scalar) {
    let isEmpty = stack.popLast()?.isEmpty ?? true
    if isPretty, !isEmpty { newLine() }
    text.append(UInt8(ascii: bracket))
  }

  /// Begins the next element of an array.
  mutating func nextElement() {
    if text.count >= Self.bufferSize { flush() }
    guard let top = stack.indices.last else { return }
    if !stack[top].isEmpty { text.append(UInt8(ascii: ",")) }
    stack[top].isEmpty = false
    if isPretty { newLine() }
  }

  /// Begins the next member of an object. Keys must be sorted, and contain nothing to escape.
  mutating func key(_ name: String, isSorted: Bool = true) {
    nextElement()
    assert(!name.unicodeScalars.contains(where: needsEscape), "key \(name) is no name of ours")
    assert(!isSorted || isInOrder(name), "key \(name) is out of order")
    text.append(UInt8(ascii: "\""))
    add(name)
    text.append(UInt8(ascii: "\""))
    text.append(UInt8(ascii: ":"))
    if isPretty { text.append(UInt8(ascii: " ")) }
  }

  /// Begins the next member of an object, with a name from an input.
  mutating func foreignKey(_ name: String) {
    nextElement()
    string(name)
    text.append(UInt8(ascii: ":"))
    if isPretty { text.append(UInt8(ascii: " ")) }
  }

  /// Whether a key sorts after the one before it. Remembers the key.
  private mutating func isInOrder(_ key: String) -> Bool {
    guard let top = stack.indices.last else { return true }
    defer { stack[top].lastKey = key }
    return stack[top].lastKey < key
  }

  /// Begins a new line with the current indent.
  mutating func newLine() {
    text.append(UInt8(ascii: "\n"))
    for _ in stack { add("  ") }
  }

  private mutating func add(_ text: String) { self.text.append(contentsOf: text.utf8) }

  // MARK: Values

  mutating func string(_ value: String) {
    text.append(UInt8(ascii: "\""))
    let start = text.count
    add(value)
    if !text.isPlain(from: start),
      value.unicodeScalars.contains(where: { $0 == "#" || needsEscape($0) })
    {
      text.removeSubrange(start...)
      var previous: Unicode.Scalar = " "
      for scalar in value.unicodeScalars {
        // Two of them begin a command of Azure Pipelines, GitHub or TeamCity anywhere in a line.
        add(scalar == "#" && previous == "#" ? "\\u0023" : escaped(scalar))
        previous = scalar
      }
    }
    text.append(UInt8(ascii: "\""))
  }

  mutating func number(_ number: Int64) { add(String(number)) }

  /// Writes text that is already JSON: digits, `null`.
  mutating func literal(_ text: String) { add(text) }

  mutating func bool(_ value: Bool) { add(value ? "true" : "false") }

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

extension [UInt8] {
  /// Whether nothing after `start` needs an escape: all bytes are plain ASCII. Nearly every text is.
  fileprivate func isPlain(from start: Int) -> Bool {
    // Has no branch, so that the compiler can use vector instructions.
    var isOdd: UInt8 = 0
    for index in start..<count {
      let octet = self[index]
      isOdd |= octet &- 0x20 < 0x5F ? 0 : 1
      isOdd |= octet == UInt8(ascii: "\"") ? 1 : 0
      isOdd |= octet == UInt8(ascii: "\\") ? 1 : 0
      isOdd |= octet == UInt8(ascii: "#") ? 1 : 0
    }
    return isOdd == 0
  }
}
