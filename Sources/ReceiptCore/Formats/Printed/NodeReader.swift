/// Reads what Node's `console.log` and `util.inspect` print for objects and arrays.
enum NodeReader: BracketSyntax {
  /// `{ key:`, `{ 'key':` with a space, which Python does not print, or an array of such.
  static func begins(_ text: ArraySlice<UInt8>) -> Bool {
    let rest = TextCursor.first(in: text, lists: "[")
    guard rest.first == UInt8(ascii: "{") else { return false }
    let inner = Text.trimmedStart(rest.dropFirst())
    if inner.first == UInt8(ascii: "'") {
      return inner.startIndex > rest.startIndex + 1
        && Text.isQuotedName(inner, mark: "'", followedBy: ":")
    }
    let name = inner.prefix(maximumName).prefix(while: isNamePart)
    guard let first = name.first, !Text.isDigit(first),
      inner[name.endIndex...].first == UInt8(ascii: ":")
    else { return false }
    // Go prints no space after the colon.
    return inner[(name.endIndex + 1)...].first.map(Text.isSpace) ?? true && !GoReader.begins(rest)
  }

  private static let maximumName = 64

  static let dialect = BracketReader.Dialect(
    brackets: BracketReader.Bracket.usual, assignments: [":"], scalar: scalar,
    words: [
      "[Object]", "[Array]", "{…}", "[…]", "[Circular]", "[Circular *1]", "[Function]", "[Getter]",
    ],
    skip: skip)

  /// Steps over the class before a bracket (`Receipt {`, `Array(3) [`, `[Object: null prototype] {`), and
  /// over the count of elements that were left out (`... 3 more items`), or the ellipsis of a browser.
  private static func skip(_ cursor: inout TextCursor) {
    if cursor.begins(with: "...") || cursor.begins(with: "…") {
      _ = cursor.take { !"]},\n".utf8.contains($0) }
      cursor.skipSpace()
    }
    if cursor.take("[Object: null prototype] ") { return }
    let head = cursor.rest.prefix(maximumName)
    let name = head.prefix {
      isNamePart($0) || $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: ")")
    }
    guard !name.isEmpty, head[name.endIndex...].first == 0x20,
      let bracket = head.dropFirst(name.count + 1).first, "{[".utf8.contains(bracket)
    else { return }
    cursor.position = name.endIndex + 1
  }

  private static func scalar(
    _ cursor: inout TextCursor, _ isValue: Bool
  ) throws(JSONFault) -> JSONValue {
    let start = cursor.position
    if let mark = cursor.next, marks.contains(mark) { return try text(&cursor, isValue) }
    if cursor.take("<Buffer ") { return try buffer(&cursor, start) }
    let word = try cursor.text(
      Text.trimmed(
        isValue ? cursor.take(while: TextCursor.isInWord) : cursor.take(while: isNamePart)),
      at: start)
    return switch word {
    case "": throw cursor.fault("a value is missing")
    case "null", "undefined", "None": .null
    // What a browser shows for an array that is folded.
    case let text where isFoldedArray(text.utf8): .null
    case "true", "True": .bool(true)
    case "false", "False": .bool(false)
    default: JSONValue(typedNumber: word)
    }
  }

  /// `Array(2)`
  private static func isFoldedArray(_ word: String.UTF8View) -> Bool {
    word.first == UInt8(ascii: "A") && word.starts(with: "Array(".utf8)
      && word.last == UInt8(ascii: ")")
  }

  private static let marks = Array("'\"`".utf8)

  /// A text. A long one stands in several lines with `+` between them, or ends in `... 400 more characters`.
  private static func text(
    _ cursor: inout TextCursor, _ isValue: Bool
  ) throws(JSONFault) -> JSONValue {
    var text = try cursor.quoted(escapes)
    while isValue {
      let rest = Text.trimmedStart(cursor.rest)
      if rest.starts(with: "... ".utf8) {
        _ = cursor.take(while: TextCursor.isInWord)
        return .string(text + "...")
      }
      let next = Text.trimmedStart(rest.dropFirst())
      guard rest.first == UInt8(ascii: "+"), let mark = next.first, marks.contains(mark) else {
        break
      }
      cursor.position = next.startIndex
      text += try cursor.quoted(escapes)
    }
    return .string(text)
  }

  /// The bytes of a Buffer as base64, with an ellipsis where Node left out the rest.
  private static func buffer(
    _ cursor: inout TextCursor, _ start: Int
  ) throws(JSONFault) -> JSONValue {
    guard let content = cursor.take(to: ">") else {
      throw JSONFault("it breaks off in the data", start, .cut)
    }
    let shown = content.prefix { Hexadecimal.value(ofDigit: $0) != nil || Text.isSpace($0) }
    let digits = shown.compactMap { Hexadecimal.value(ofDigit: $0) }
    var octets: [UInt8] = []
    for index in stride(from: 0, to: digits.count - 1, by: 2) {
      octets.append(digits[index] << 4 | digits[index + 1])
    }
    return .string(Base64.encode(octets) + (shown.count < content.count ? "..." : ""))
  }

  private static func isNamePart(_ octet: UInt8) -> Bool {
    Text.isAlphanumeric(octet) || octet == UInt8(ascii: "_") || octet == UInt8(ascii: "$")
  }

  private static let escapes = Escapes(
    letters: Escapes.control, codes: [UInt8(ascii: "x"): 2, UInt8(ascii: "u"): 4])
}
