/// Reads what Symfony's and Laravel's `dump` and `dd` print: `array:2 [▼ "key" => "value" …]`,
/// `App\Entity\Receipt {#12 …}`.
///
/// Nothing stands between the parts but white space, and a quotation mark in a text has no escape.
enum VarDumperReader: BracketSyntax {
  /// `array:2 [`, or an object with its number, perhaps after the sign that Laravel puts before a dump.
  static func begins(_ text: ArraySlice<UInt8>) -> Bool {
    let rest = text.first == UInt8(ascii: "^") ? Text.trimmedStart(text.dropFirst()) : text
    if lengthOfCount(rest) != nil { return true }
    let name = rest.prefix(maximumName).prefix { Text.isNamePart($0) || $0 == UInt8(ascii: "\\") }
    let bracket = rest[name.endIndex...].drop { $0 == 0x20 }
    return bracket.starts(with: "{#".utf8) && bracket.dropFirst(2).first.map(Text.isDigit) == true
  }

  static let dialect = BracketReader.Dialect(
    brackets: [
      BracketReader.Bracket("[", "]", .numbered), BracketReader.Bracket("{", "}", .object),
    ],
    assignments: ["=>", ":"], scalar: scalar, words: ["[▶]"], skip: skip,
    needsSeparators: false)

  /// Signs before the names of properties: public, protected, private, and what a caster added.
  private static let visibilities = Array("+#-~".utf8)

  /// The length of `array:2 ` before a bracket.
  private static func lengthOfCount(_ text: ArraySlice<UInt8>) -> Int? {
    let word = "array:".utf8
    guard text.starts(with: word) else { return nil }
    let digits = text.dropFirst(word.count).prefix(maximumCount).prefix(while: Text.isDigit)
    let rest = text[digits.endIndex...]
    return !digits.isEmpty && rest.starts(with: " [".utf8)
      ? digits.endIndex + 1 - text.startIndex : nil
  }

  private static let maximumCount = 9
  private static let maximumName = 256

  /// Steps over what stands before a value or a name, and says nothing of it: counts, signs that fold, classes, the
  /// numbers of objects, and dots for parts that somebody left out.
  private static func skip(_ cursor: inout TextCursor) {
    while true {
      cursor.skipSpace()
      if cursor.take("▼") || cursor.take("▶") || cursor.take("^") { continue }
      if cursor.begins(with: "...") || cursor.begins(with: "…") {
        _ = cursor.take { !Text.isSpace($0) && $0 != UInt8(ascii: "]") && $0 != UInt8(ascii: "}") }
        continue
      }
      if let length = lengthOfCount(cursor.rest) {
        cursor.position += length
        return
      }
      guard let first = cursor.next, let second = cursor.rest.dropFirst().first else { return }
      if first == UInt8(ascii: "#"), Text.isDigit(second) {
        cursor.position += 1
        _ = cursor.take(while: Text.isDigit)
        continue
      }
      if visibilities.contains(first), Text.isNamePart(second), !Text.isDigit(second) {
        cursor.position += 1
        return
      }
      if let bracket = bracketOfObject(cursor.rest) { cursor.position = bracket }
      return
    }
  }

  /// The bracket after the name of a class: `Carbon\Carbon @1609241160 {`.
  private static func bracketOfObject(_ text: ArraySlice<UInt8>) -> Int? {
    guard let first = text.first, (0x41...0x5A).contains(first) else { return nil }
    let name = text.prefix(maximumName).prefix { Text.isNamePart($0) || "\\@ .".utf8.contains($0) }
    return text[name.endIndex...].first == UInt8(ascii: "{") && name.last == 0x20
      ? name.endIndex : nil
  }

  private static func scalar(
    _ cursor: inout TextCursor, _ isValue: Bool
  ) throws(JSONFault) -> JSONValue {
    let start = cursor.position
    // The mark of bytes that are not UTF-8.
    if cursor.begins(with: "b\"") { cursor.position += 1 }
    if cursor.take("\"\"\"") { return .string(try block(&cursor, start)) }
    if cursor.take("\"") { return .string(try text(&cursor, start)) }
    let word = try cursor.text(
      isValue
        ? beginsWithDate(cursor.rest)
          ? cursor.take { !Text.isLineBreak($0) && $0 != UInt8(ascii: "}") }
          : cursor.take { !Text.isSpace($0) && !"]},".utf8.contains($0) }
        : cursor.take(while: Text.isNamePart), at: start)
    return switch word {
    case "": throw cursor.fault("a value is missing")
    // The type of a property without a value follows.
    case "?" where isValue: typeOfUnset(&cursor)
    case "null": .null
    case "true": .bool(true)
    case "false": .bool(false)
    default: JSONValue(typedNumber: word)
    }
  }

  /// `2020-12-29 11:46:00.0 UTC (+00:00)`, as the dump of a date has it.
  private static func beginsWithDate(_ text: ArraySlice<UInt8>) -> Bool {
    let date = text.prefix(11)
    return date.count == 11 && date.last == 0x20 && date.first.map(Text.isDigit) == true
      && date.dropLast().allSatisfy { Text.isDigit($0) || $0 == UInt8(ascii: "-") }
  }

  private static func typeOfUnset(_ cursor: inout TextCursor) -> JSONValue {
    _ = cursor.take { !Text.isLineBreak($0) && $0 != UInt8(ascii: "}") }
    return .null
  }

  /// A text up to the mark behind which another part may stand.
  private static func text(
    _ cursor: inout TextCursor, _ start: Int
  ) throws(JSONFault) -> String {
    let first = cursor.position
    while let mark = cursor.rest.firstIndex(of: UInt8(ascii: "\"")) {
      cursor.position = mark + 1
      if endsText(cursor.rest) {
        return try cursor.text(cursor.bytes[first..<mark], at: start)
      }
    }
    throw JSONFault("it breaks off in a text", start, .cut)
  }

  /// Whether a mark before this ends a text: the line ends, a bracket closes, an assignment or another part follows.
  private static func endsText(_ rest: ArraySlice<UInt8>) -> Bool {
    guard let next = rest.first else { return true }
    switch next {
    case 0x0A, 0x0D, UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ","), UInt8(ascii: ":"):
      return true
    default: break
    }
    guard Text.isSpace(next) else { return false }
    let part = rest.drop { $0 == 0x20 }
    guard let sign = part.first else { return true }
    return Text.isLineBreak(sign) || "\"]}".utf8.contains(sign) || part.starts(with: "=>".utf8)
      || visibilities.contains(sign)
      || Text.isDigit(sign)
        && Text.trimmedStart(part.drop(while: Text.isDigit)).starts(with: "=>".utf8)
  }

  /// A text of several lines between three marks. Each line shows its break as `\n`.
  private static func block(
    _ cursor: inout TextCursor, _ start: Int
  ) throws(JSONFault) -> String {
    guard let content = cursor.take(to: "\"\"\"") else {
      throw JSONFault("it breaks off in a text", start, .cut)
    }
    var octets: [UInt8] = []
    for line in content.split(whereSeparator: Text.isLineBreak) {
      var text = Text.trimmed(line)
      let hasBreak = text.suffix(2).elementsEqual("\\n".utf8)
      if hasBreak { text = text.dropLast(2) }
      octets += text
      if hasBreak { octets.append(0x0A) }
    }
    return try cursor.text(octets, at: start)
  }
}
