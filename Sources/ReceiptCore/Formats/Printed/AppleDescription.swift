/// Reads what NSLog and Swift's `print` write for dictionaries. Each occurs inside the other, because Swift
/// prints the objects of Foundation as NSLog does.
enum AppleDescription: BracketSyntax {
  /// `{ key =`, or an array of such.
  static func beginsNSLog(_ text: ArraySlice<UInt8>) -> Bool {
    isAssignment(TextCursor.first(in: text, lists: "("))
  }

  /// `["key":`, `[AnyHashable(`, `[:]`, or an array of such.
  static func beginsSwift(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    guard rest.first == UInt8(ascii: "[") else { return false }
    for _ in 0..<TextCursor.maximumLists {
      let second = rest.dropFirst().first
      if rest.first == UInt8(ascii: "O"), rest.starts(with: "Optional(".utf8) {
        rest = rest.dropFirst(9)
      } else if rest.first == UInt8(ascii: "["), second != UInt8(ascii: ":") {
        rest = Text.trimmedStart(rest.dropFirst())
      } else {
        break
      }
    }
    if rest.starts(with: "[:]".utf8) || rest.starts(with: "AnyHashable(".utf8) { return true }
    return Text.isQuotedName(rest, followedBy: ":")
      // An array of dictionaries of Foundation.
      || text.first != rest.first && isAssignment(rest)
  }

  /// `{ key =` or `{ "key" =`.
  static func isAssignment(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.first == UInt8(ascii: "{") else { return false }
    let rest = Text.trimmedStart(text.dropFirst())
    if Text.isQuotedName(rest, followedBy: "=") { return true }
    let word = rest.prefix(maximumName).prefix(while: isWordPart)
    return !word.isEmpty && Text.trimmedStart(rest[word.endIndex...]).first == UInt8(ascii: "=")
  }

  private static let maximumName = 256

  static let dialect = BracketReader.Dialect(
    brackets: [
      BracketReader.Bracket("{", "}", .object), BracketReader.Bracket("(", ")", .array),
      BracketReader.Bracket("[:", "]", .object), BracketReader.Bracket("[", "]", .either),
      BracketReader.Bracket("Optional(", ")", nil),
    ],
    assignments: ["=", ":"], scalar: scalar, skip: skipClass)

  /// Steps over the class that Swift prints before the brackets of an array: `<__NSArrayM 0x6000…>(`, and
  /// over comments that people write behind the lines.
  private static func skipClass(_ cursor: inout TextCursor) {
    while cursor.begins(with: "//") {
      _ = cursor.take { !Text.isLineBreak($0) }
      cursor.skipSpace()
    }
    guard cursor.begins(with: "<__NS"),
      let close = cursor.rest.prefix(maximumName).firstIndex(of: UInt8(ascii: ">"))
    else { return }
    cursor.position = close + 1
    cursor.skipSpace()
  }

  private static func scalar(
    _ cursor: inout TextCursor, _ isValue: Bool
  ) throws(JSONFault) -> JSONValue {
    let start = cursor.position
    switch cursor.next {
    case UInt8(ascii: "\""):
      let text = try cursor.quoted(escapes)
      return text == "<null>" ? .null : .string(text)
    case UInt8(ascii: "<"): return try inAngles(&cursor)
    default: break
    }
    if cursor.take("AnyHashable(") {
      cursor.skipSpace()
      let value =
        cursor.next == UInt8(ascii: "\"")
        ? JSONValue.string(try cursor.quoted(escapes))
        : JSONValue(untypedWord: try cursor.text(cursor.take(while: isWordPart), at: start))
      guard cursor.take(")") else { throw cursor.fault("a bracket is missing") }
      return value
    }
    // Swift prints texts of Foundation without quotation marks, so a value may have spaces and more in it.
    let run = isValue ? cursor.take { !endsValue[Int($0)] } : cursor.take(while: isWordPart)
    var word = try cursor.text(Text.trimmed(run), at: start)
    // A mail or a terminal may have broken it into two lines: nothing ends a value in the first.
    if isValue, let next = cursor.next, Text.isLineBreak(next) {
      let end = cursor.position
      cursor.skipSpace()
      let rest = Text.trimmed(cursor.take { !endsValue[Int($0)] })
      if rest.isEmpty || rest.starts(with: "//".utf8) || cursor.next.map(Text.isLineBreak) == true {
        cursor.position = end
      } else {
        word += try " " + cursor.text(rest, at: end)
      }
    }
    guard !word.isEmpty else { throw cursor.fault("there is neither a text nor a word") }
    switch word {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "nil", "(null)": return .null
    default: return JSONValue(untypedWord: word)
    }
  }

  /// `<null>`, or bytes in hexadecimal, which become base64.
  private static func inAngles(_ cursor: inout TextCursor) throws(JSONFault) -> JSONValue {
    let start = cursor.position
    cursor.position += 1
    guard let content = cursor.take(to: ">") else {
      throw JSONFault("it breaks off in the data", start, .cut)
    }
    if content.elementsEqual("null".utf8) { return .null }
    var octets: [UInt8] = []
    var high: UInt8?
    for octet in content where !Text.isSpace(octet) {
      guard let digit = Hexadecimal.value(ofDigit: octet) else {
        throw JSONFault("this data is not hexadecimal", start)
      }
      if let first = high { octets.append(first << 4 | digit) }
      high = high == nil ? digit : nil
    }
    return .string(Base64.encode(octets))
  }

  private static func isWordPart(_ octet: UInt8) -> Bool {
    Text.isAlphanumeric(octet) || "_$/:.-".utf8.contains(octet) || octet >= 0x80
  }

  /// Signs that a value without quotation marks does not have.
  private static let endsValue = (UInt8.min...UInt8.max).map {
    ",;(){}[]\"<>".utf8.contains($0) || Text.isLineBreak($0)
  }

  private static let escapes = Escapes(
    letters: Escapes.control.filter { $0.key != UInt8(ascii: "0") },
    codes: [UInt8(ascii: "U"): 4, UInt8(ascii: "u"): 0], hasOctal: true)
}
