/// Reads arrays as PHP code has them and `var_export` writes them: `array('key' => 1)` and `['key' => 1]`.
enum PHPReader: BracketSyntax {
  static func begins(_ text: ArraySlice<UInt8>) -> Bool {
    if ["array(", "array ("].contains(where: { text.starts(with: $0.utf8) }) {
      return !VarDumpReader.begins(text)
    }
    if text.starts(with: object.utf8) { return true }
    guard text.first == UInt8(ascii: "[") else { return false }
    let rest = Text.trimmedStart(text.dropFirst())
    return ["'", "\""].contains { Text.isQuotedName(rest, mark: $0, followedBy: "=>") }
  }

  static let dialect = BracketReader.Dialect(
    brackets: ["(object) array(", "(object) array (", "array(", "array ("].map {
      BracketReader.Bracket($0, ")", .numbered)
    } + [
      BracketReader.Bracket("[", "]", .numbered),
      BracketReader.Bracket(object, ")", nil),
    ],
    assignments: ["=>"], scalar: scalar)

  /// What older versions print around the array of an object.
  private static let object = "stdClass::__set_state("

  private static func scalar(
    _ cursor: inout TextCursor, _ isValue: Bool
  ) throws(JSONFault) -> JSONValue {
    switch cursor.next {
    case UInt8(ascii: "'"): return .string(try cursor.quoted(Escapes(keepsOthers: true)))
    case UInt8(ascii: "\""): return .string(try cursor.quoted(escapes))
    default: break
    }
    let start = cursor.position
    let word = try cursor.text(
      cursor.take { Text.isAlphanumeric($0) || "+-.".utf8.contains($0) }, at: start)
    return switch word.lowercased() {
    case "": throw cursor.fault("a value is missing")
    case "null": .null
    case "true": .bool(true)
    case "false": .bool(false)
    default: JSONValue(typedNumber: word)
    }
  }

  /// Between double quotation marks. Between single ones there are only `\'` and `\\`.
  private static let escapes = Escapes(
    letters: Escapes.control.merging([
      UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "$"): UInt8(ascii: "$"),
    ]) { $1 }, codes: [UInt8(ascii: "x"): 2, UInt8(ascii: "u"): 0], keepsOthers: true)
}
