/// Writes JSON (RFC 8259) as it goes, so that its memory does not grow with the document.
///
/// People's scripts read this: keys come in sorted order, which the writer checks in debug builds.
struct JSONWriter {
  private let output: Output
  private let isPretty: Bool
  /// For each open object or array: whether something was written into it, and its last key.
  private var stack: [(isEmpty: Bool, lastKey: String)] = []

  init(_ output: Output, isPretty: Bool) {
    self.output = output
    self.isPretty = isPretty
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

  mutating func open(_ bracket: String) {
    output.write(bracket)
    stack.append((true, ""))
  }

  mutating func close(_ bracket: String) {
    let isEmpty = stack.popLast()?.isEmpty ?? true
    if isPretty, !isEmpty { newLine() }
    output.write(bracket)
  }

  /// Begins the next element of an array.
  mutating func nextElement() {
    guard let top = stack.indices.last else { return }
    if !stack[top].isEmpty { output.write(",") }
    stack[top].isEmpty = false
    if isPretty { newLine() }
  }

  /// Begins the next member of an object. Keys must come in sorted order.
  mutating func key(_ name: String, isSorted: Bool = true) {
    nextElement()
    if isSorted, let top = stack.indices.last {
      assert(stack[top].lastKey < name, "key \(name) is out of order")
      stack[top].lastKey = name
    }
    string(name)
    output.write(isPretty ? ": " : ":")
  }

  private func newLine() {
    output.write("\n" + String(repeating: "  ", count: stack.count))
  }

  // MARK: Values

  func string(_ text: String) {
    output.write("\"")
    if text.unicodeScalars.contains(where: needsEscape) {
      for scalar in text.unicodeScalars { output.write(escaped(scalar)) }
    } else {
      output.write(text)
    }
    output.write("\"")
  }

  func number(_ number: Int64) { output.write(String(number)) }

  /// Writes what is JSON already: digits, `null`.
  func literal(_ text: String) { output.write(text) }

  func bool(_ value: Bool) { output.write(value ? "true" : "false") }

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
