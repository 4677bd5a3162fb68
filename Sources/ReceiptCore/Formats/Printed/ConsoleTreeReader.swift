/// Reads an object that was unfolded in the console of a browser, one property in each line.
///
/// A line belongs to the last line above it that is indented less. What is folded shows no values.
enum ConsoleTreeReader {
  static func read(_ cursor: inout TextCursor) throws(JSONFault) -> JSONValue {
    var reader = Reader(cursor)
    let value = try reader.value()
    cursor = reader.cursor
    return value
  }

  /// `▼ Object` or `▶ {status: 0, …}`, and in the next line a name. In a viewer of JSON a bracket opens in the first
  /// line.
  static func begins(_ text: ArraySlice<UInt8>) -> Bool {
    let head = text.prefix(maximumHead)
    guard isSign(text), let end = endOfLine(head),
      let last = head[..<end].last(where: { !Text.isSpace($0) }), !"{[".utf8.contains(last)
    else { return false }
    var place = end + 1
    skipIndentation(head, &place)
    return endOfName(head[place...]) != nil
  }

  /// Where the first line ends. It has no other sign.
  private static func endOfLine(_ head: ArraySlice<UInt8>) -> Int? {
    let end = head.indices.dropFirst().first { head[$0] == 0x0A || isSign(head[$0...]) }
    return end.flatMap { head[$0] == 0x0A ? $0 : nil }
  }

  /// The longest first line: browsers show few properties in it.
  private static let maximumHead = 512
  private static let maximumName = 128

  /// Whether one of the triangles that unfold stands here.
  private static func isSign(_ text: ArraySlice<UInt8>) -> Bool {
    text.first == 0xE2 && signs.contains { text.starts(with: $0) }
  }

  private static let signs = ["▶", "▼", "▸", "▾", "►"].map { Array($0.utf8) }

  /// Steps over blanks and triangles, and returns how many columns they fill.
  @discardableResult
  private static func skipIndentation(_ text: ArraySlice<UInt8>, _ place: inout Int) -> Int {
    var column = 0
    while place < text.endIndex {
      if text[place] == 0x20 || text[place] == 0x09 {
        place += 1
      } else if isSign(text[place...]) {
        place += 3
      } else {
        break
      }
      column += 1
    }
    return column
  }

  /// The place behind the name that begins here, if a colon follows it.
  private static func endOfName(_ text: ArraySlice<UInt8>) -> Int? {
    let near = text.prefix(maximumName)
    guard let colon = near.firstIndex(of: UInt8(ascii: ":")), colon > near.startIndex,
      near[..<colon].allSatisfy(isNamePart)
    else { return nil }
    return colon
  }

  private static func isNamePart(_ octet: UInt8) -> Bool {
    Text.isAlphanumeric(octet) || "_$-[]<>\"".utf8.contains(octet)
  }

  /// What browsers show, and no program wrote.
  private static let added = ["[[Prototype]]", "__proto__", "<prototype>"].map { Array($0.utf8) }

  private struct Line {
    let column: Int
    let name: ArraySlice<UInt8>
    /// Where the value begins.
    let value: Int
  }

  private struct Reader {
    var cursor: TextCursor
    private var builder = ValueBuilder()
    /// The column of the names in each object that is open.
    private var columns: [Int] = []

    init(_ cursor: TextCursor) { self.cursor = cursor }

    mutating func value() throws(JSONFault) -> JSONValue {
      try builder.open(.numbered, at: cursor.position)
      skipLine()
      var next = line()
      columns = [next?.column ?? 0]
      while let line = next {
        while columns.count > 1, let last = columns.last, line.column < last {
          try builder.close(at: cursor.position)
          columns.removeLast()
        }
        cursor.position = line.value
        if added.contains(where: { line.name.elementsEqual($0) }) || isCount(line) {
          skipLine()
          next = self.line()
          // What it unfolds belongs to the browser too.
          while let inner = next, inner.column > line.column {
            skipLine()
            next = self.line()
          }
          continue
        }
        try builder.name(
          cursor.text(line.name.filter { $0 != UInt8(ascii: "\"") }, at: line.value),
          at: line.value)
        next = try read(line)
      }
      while builder.depth > 0 { try builder.close(at: cursor.position) }
      return builder.root ?? .null
    }

    /// Reads the value of a line, or opens the object whose properties stand below it. Returns the next line.
    private mutating func read(_ line: Line) throws(JSONFault) -> Line? {
      let value = try scalar()
      skipLine()
      let next = self.line()
      if value == nil, let next, next.column > line.column {
        try builder.open(.numbered, at: line.value)
        columns.append(next.column)
      } else {
        try builder.add(value ?? .null, at: line.value)
      }
      return next
    }

    /// The value here; `nil` for what has properties.
    private mutating func scalar() throws(JSONFault) -> JSONValue? {
      let start = cursor.position
      if let mark = cursor.next, mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'") {
        return .string(try cursor.quoted(ConsoleTreeReader.escapes))
      }
      let word = Text.trimmed(cursor.rest.prefix { $0 != 0x0A })
      cursor.position = word.endIndex
      switch try cursor.text(word, at: start) {
      case "null", "undefined": return .null
      case "true": return .bool(true)
      case "false": return .bool(false)
      case let text:
        let isNumber = word.first.map { Text.isDigit($0) || $0 == UInt8(ascii: "-") } ?? false
        return isNumber ? JSONValue(typedNumber: text) : nil
      }
    }

    /// The count of elements that browsers show behind those of an array.
    private func isCount(_ line: Line) -> Bool {
      line.name.elementsEqual("length".utf8) && columns.count > 1
    }

    private mutating func skipLine() {
      _ = cursor.take { $0 != 0x0A }
      if !cursor.isAtEnd { cursor.position += 1 }
    }

    /// The line that begins here, if it is one of a property.
    private mutating func line() -> Line? {
      var place = cursor.position
      let column = ConsoleTreeReader.skipIndentation(cursor.rest, &place)
      guard let end = ConsoleTreeReader.endOfName(cursor.bytes[place..<cursor.end]) else {
        return nil
      }
      var value = end + 1
      while value < cursor.end, cursor.bytes[value] == 0x20 { value += 1 }
      return Line(column: column, name: cursor.bytes[place..<end], value: value)
    }
  }

  private static let escapes = Escapes(
    letters: Escapes.control, codes: [UInt8(ascii: "x"): 2, UInt8(ascii: "u"): 4])
}
