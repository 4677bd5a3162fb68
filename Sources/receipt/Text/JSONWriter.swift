/// Writes JSON (RFC 8259) as it goes, so that its memory does not grow with the document. What it was
/// given is out after `flush()`.
///
/// People's scripts read this: keys come in sorted order, which the writer checks in debug builds.
struct JSONWriter {
  /// Where it goes; `nil` for one that keeps everything.
  private let output: Output?
  private let isPretty: Bool
  /// What `output` was not given yet. Kept here because access to an object's buffer is checked at run
  /// time, each time, and a receipt takes hundreds of short pieces.
  private var text: [UInt8] = []
  /// For each open object or array: whether nothing was written into it, and in debug builds its last
  /// key.
  private var stack: [(isEmpty: Bool, lastKey: String)] = []

  private static let bufferSize = 16 << 10

  init(_ output: Output, isPretty: Bool) {
    self.output = output
    self.isPretty = isPretty
    text.reserveCapacity(Self.bufferSize)
  }

  /// One that keeps what is written.
  init() {
    output = nil
    isPretty = false
  }

  /// What a writer that keeps everything was told to write.
  var octets: [UInt8] { text }

  /// Gives `output` what was written since it was last given something.
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

  /// Begins the next member of an object. Keys must come in sorted order; they are names of ours, in
  /// which nothing has to be escaped.
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

  /// Begins the next member of an object under a name from an input.
  mutating func foreignKey(_ name: String) {
    nextElement()
    string(name)
    text.append(UInt8(ascii: ":"))
    if isPretty { text.append(UInt8(ascii: " ")) }
  }

  /// Whether a key follows the one before it; remembers it.
  private mutating func isInOrder(_ key: String) -> Bool {
    guard let top = stack.indices.last else { return true }
    defer { stack[top].lastKey = key }
    return stack[top].lastKey < key
  }

  /// Begins a new line, as deep as the open objects and arrays are.
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
    if !text.isPlain(from: start), value.unicodeScalars.contains(where: needsEscape) {
      text.removeSubrange(start...)
      for scalar in value.unicodeScalars { add(escaped(scalar)) }
    }
    text.append(UInt8(ascii: "\""))
  }

  mutating func number(_ number: Int64) { add(String(number)) }

  /// Writes what is JSON already: digits, `null`.
  mutating func literal(_ text: String) { add(text) }

  mutating func bool(_ value: Bool) { add(value ? "true" : "false") }

  // MARK: Members, left out when there is no value

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

/// JSON asks for quotation mark, backslash and C0; what could disturb a terminal is escaped as well.
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
  /// Whether nothing from `start` on needs to be escaped, as far as that can be told byte by byte:
  /// there is only ASCII that stands for itself. Nearly every text is like that.
  fileprivate func isPlain(from start: Int) -> Bool {
    // Without a branch, so that the compiler takes many bytes at once.
    var isOdd: UInt8 = 0
    for index in start..<count {
      let octet = self[index]
      isOdd |= octet &- 0x20 < 0x5F ? 0 : 1
      isOdd |= octet == UInt8(ascii: "\"") ? 1 : 0
      isOdd |= octet == UInt8(ascii: "\\") ? 1 : 0
    }
    return isOdd == 0
  }
}
