/// Reads the YAML that programs write (YAML 1.2 §8): maps and lists in blocks, plain and quoted texts, and
/// block texts. Anything else is a fault: aliases, flow collections with content, texts over several lines.
struct YAMLReader {
  static func read(_ cursor: inout TextCursor) throws(JSONFault) -> JSONValue {
    var reader = YAMLReader(cursor: cursor)
    let value = try reader.document()
    cursor = reader.cursor
    return value
  }

  /// An open map or list.
  private struct Block {
    let indent: Int
    let isList: Bool
  }

  private var cursor: TextCursor
  private var builder = ValueBuilder()
  private var open: [Block] = []
  /// A name or a dash was read, and its value comes next. So does the document's at first.
  private var awaitsValue = true

  private mutating func document() throws(JSONFault) -> JSONValue {
    while let indent = nextLine() {
      if indent == 0, cursor.begins(with: "---"), builder.depth == 0, awaitsValue {
        cursor.position += 3
        skipBlanks()
        try skipTag()
        continue
      }
      // The end of the document.
      if indent == 0, cursor.take("...") { break }
      try leave(before: indent)
      try line(indent)
    }
    while let last = open.popLast() { try close(last) }
    guard let root = builder.root else { throw cursor.fault("there is no value") }
    return root
  }

  // MARK: Lines

  /// Moves to the content of the next line that has any, and returns its indentation.
  private mutating func nextLine() -> Int? {
    while !cursor.isAtEnd {
      let start = cursor.position
      // At the end of the line before, or of its comment.
      skipBlanks()
      if cursor.next == UInt8(ascii: "#") { _ = cursor.take { !Text.isLineBreak($0) } }
      guard let octet = cursor.next else { return nil }
      if Text.isLineBreak(octet) {
        cursor.position += 1
        continue
      }
      return cursor.position - start
    }
    return nil
  }

  private mutating func skipBlanks() { _ = cursor.take { $0 == 0x20 } }

  /// Closes the blocks that a line with this indentation is not part of.
  private mutating func leave(before indent: Int) throws(JSONFault) {
    let isItem = self.isItem
    while let last = open.last {
      if last.indent < indent { return }
      // The items of a list may stand as far left as the name of the list.
      let isPart = last.isList ? isItem : !isItem || awaitsValue
      if last.indent == indent, isPart {
        if awaitsValue, last.isList || !isItem { try addNull() }
        return
      }
      open.removeLast()
      try close(last)
    }
  }

  private mutating func close(_ block: Block) throws(JSONFault) {
    if awaitsValue { try addNull() }
    try builder.close(at: cursor.position)
  }

  private mutating func addNull() throws(JSONFault) {
    try builder.add(.null, at: cursor.position)
    awaitsValue = false
  }

  private var isItem: Bool {
    cursor.next == UInt8(ascii: "-")
      && (cursor.rest.dropFirst().first.map { Text.isSpace($0) } ?? true)
  }

  /// Reads one line: any number of dashes, a name, and a value.
  private mutating func line(_ indent: Int) throws(JSONFault) {
    var indent = indent
    while isItem {
      try enter(Block(indent: indent, isList: true))
      let start = cursor.position
      cursor.position += 1
      skipBlanks()
      indent += cursor.position - start
      awaitsValue = true
      if atEndOfLine { return }
    }
    if let name = try name() {
      try enter(Block(indent: indent, isList: false))
      try builder.name(name.text, at: name.offset)
      awaitsValue = true
      skipBlanks()
      try skipTag()
      if atEndOfLine { return }
    }
    guard awaitsValue else { throw cursor.fault("a name is missing") }
    try builder.add(scalar(indentOfParent: open.last?.indent ?? -1), at: cursor.position)
    awaitsValue = false
    skipBlanks()
    guard atEndOfLine else { throw cursor.fault("something follows a value") }
  }

  private var atEndOfLine: Bool {
    cursor.next.map { Text.isLineBreak($0) || $0 == UInt8(ascii: "#") } ?? true
  }

  /// Opens a block, unless the line goes on with the last one.
  private mutating func enter(_ block: Block) throws(JSONFault) {
    if !awaitsValue {
      guard let last = open.last, last.indent == block.indent, last.isList == block.isList else {
        throw cursor.fault("a line is indented by too much or too little")
      }
      return
    }
    try builder.open(block.isList ? .array : .object, at: cursor.position)
    open.append(block)
    awaitsValue = false
  }

  // MARK: Names and texts

  /// Reads a name and its colon, if there is one.
  private mutating func name() throws(JSONFault) -> (text: String, offset: Int)? {
    let start = cursor.position
    let text: String
    if cursor.next == UInt8(ascii: "\"") || cursor.next == UInt8(ascii: "'") {
      text = try quoted()
    } else {
      // Ruby writes a colon before a symbol.
      _ = cursor.take(":")
      let word = cursor.take { Text.isAlphanumeric($0) || "_.-$/".utf8.contains($0) }
      text = word.isEmpty ? "" : try cursor.text(word, at: start)
    }
    let isName = !text.isEmpty && cursor.take(":")
    guard isName, cursor.next.map({ Text.isSpace($0) }) ?? true else {
      cursor.position = start
      return nil
    }
    return (text, start)
  }

  private mutating func quoted() throws(JSONFault) -> String {
    try cursor.quoted(
      cursor.next == UInt8(ascii: "'") ? Escapes(doublesQuotes: true) : Self.escapes)
  }

  /// Steps over the type of a value: `!ruby/hash:Name`, `!!binary`.
  private mutating func skipTag() throws(JSONFault) {
    guard cursor.next == UInt8(ascii: "!") else { return }
    _ = cursor.take { !Text.isSpace($0) }
    skipBlanks()
  }

  private mutating func scalar(indentOfParent indent: Int) throws(JSONFault) -> JSONValue {
    let start = cursor.position
    switch cursor.next {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return .string(try quoted())
    case UInt8(ascii: "|"), UInt8(ascii: ">"): return .string(try blockText(deeperThan: indent))
    default: break
    }
    if cursor.take("{}") { return .object([]) }
    if cursor.take("[]") { return .array([]) }
    guard let first = cursor.next, !"{}[],&*!|>%@`?".utf8.contains(first) else {
      throw cursor.fault("this part of YAML is not read")
    }
    // A colon or a number sign beside a space would end the text.
    var run = cursor.take { !Text.isLineBreak($0) }
    if let comment = Text.range(of: " #", in: run, from: run.startIndex) {
      run = run[..<comment.lowerBound]
    }
    guard !Text.contains(": ", in: run) else {
      throw JSONFault("a colon stands in a text without quotation marks", start)
    }
    let text = try cursor.text(Text.trimmed(run), at: start)
    return switch text {
    case "~", "null", "Null", "NULL": .null
    case "true", "True", "TRUE": .bool(true)
    case "false", "False", "FALSE": .bool(false)
    default: JSONValue(typedWord: text)
    }
  }

  /// The lines after `|` or `>` that are indented further than the block around them.
  private mutating func blockText(deeperThan indent: Int) throws(JSONFault) -> String {
    let start = cursor.position
    let separator: UInt8 = cursor.next == UInt8(ascii: "|") ? 0x0A : 0x20
    _ = cursor.take { !Text.isLineBreak($0) }
    var octets: [UInt8] = []
    while let octet = cursor.next, Text.isLineBreak(octet) {
      let lineStart = octet == 0x0D && cursor.rest.dropFirst().first == 0x0A ? 2 : 1
      let line = cursor.rest.dropFirst(lineStart).prefix { !Text.isLineBreak($0) }
      let content = Text.trimmed(line)
      guard content.isEmpty || line.prefix(while: { $0 == 0x20 }).count > indent else { break }
      if !octets.isEmpty, !content.isEmpty { octets.append(separator) }
      octets += content
      cursor.position = line.endIndex
    }
    return try cursor.text(octets, at: start)
  }

  private static let escapes = Escapes(
    letters: Escapes.control.merging([UInt8(ascii: "e"): 0x1B]) { $1 },
    codes: [UInt8(ascii: "x"): 2, UInt8(ascii: "u"): 4, UInt8(ascii: "U"): 8])
}
