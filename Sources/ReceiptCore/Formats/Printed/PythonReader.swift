/// Reads what Python's `print` and `repr` write for dictionaries and lists.
enum PythonReader: BracketSyntax {
  /// `{'key':`, or a list of such.
  static func begins(_ text: ArraySlice<UInt8>) -> Bool {
    let rest = TextCursor.first(in: text, lists: "[(")
    guard rest.first == UInt8(ascii: "{") else { return false }
    return Text.isQuotedName(Text.trimmedStart(rest.dropFirst()), mark: "'", followedBy: ":")
  }

  static let dialect = BracketReader.Dialect(
    brackets: [
      BracketReader.Bracket("{", "}", .object), BracketReader.Bracket("[", "]", .array),
      BracketReader.Bracket("(", ")", .array),
    ],
    assignments: [":"], scalar: scalar)

  private static func scalar(
    _ cursor: inout TextCursor, _ isValue: Bool
  ) throws(JSONFault) -> JSONValue {
    let start = cursor.position
    if markOfText(cursor.rest) == 1, let octets = PythonBytes.read(&cursor) {
      return .string(String(validating: octets, as: UTF8.self) ?? Base64.encode(octets))
    }
    var text: String?
    while let mark = markOfText(cursor.rest) {
      if mark > 0 { cursor.position += mark }
      let part = try cursor.quoted(escapes)
      // Appended in place: there may be many parts.
      if text == nil { text = part } else { text? += part }
      // Texts beside each other are one. Python's pprint breaks long ones so.
      guard isValue, markOfText(Text.trimmedStart(cursor.rest)) != nil else { break }
      cursor.skipSpace()
    }
    if let text { return .string(text) }
    let word = try cursor.text(
      cursor.take { Text.isAlphanumeric($0) || "+-._".utf8.contains($0) }, at: start)
    return switch word {
    case "": throw cursor.fault("a value is missing")
    case "None": .null
    case "True": .bool(true)
    case "False": .bool(false)
    default: JSONValue(typedNumber: word)
    }
  }

  private static let marks = Array("'\"".utf8)

  /// How far away the quotation mark of a text is: 1 for bytes in place of a text (`b'…'`).
  private static func markOfText(_ text: ArraySlice<UInt8>) -> Int? {
    guard let first = text.first else { return nil }
    if marks.contains(first) { return 0 }
    return first == UInt8(ascii: "b") && marks.contains(text.dropFirst().first ?? 0) ? 1 : nil
  }

  private static let escapes = Escapes(
    letters: Escapes.control,
    codes: [UInt8(ascii: "x"): 2, UInt8(ascii: "u"): 4, UInt8(ascii: "U"): 8], keepsOthers: true)
}
