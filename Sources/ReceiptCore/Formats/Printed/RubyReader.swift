/// Reads what Ruby's `p` and `inspect` print for hashes: `{"key"=>1, :name=>nil}`, and since Ruby 3.4 `{"key" => 1}`.
enum RubyReader {
  static func read(_ cursor: inout TextCursor) throws(JSONFault) -> JSONValue {
    try BracketReader.read(&cursor, dialect)
  }

  /// A hash with `=>`, or an array of such.
  static func begins(_ text: ArraySlice<UInt8>) -> Bool {
    let rest = TextCursor.first(in: text, lists: "[")
    guard rest.first == UInt8(ascii: "{") else { return false }
    let inner = Text.trimmedStart(rest.dropFirst())
    if Text.isQuotedName(inner, followedBy: "=>") { return true }
    guard inner.first == UInt8(ascii: ":") else { return false }
    let name = inner.dropFirst().prefix(maximumName).prefix(while: isNamePart)
    return !name.isEmpty && Text.trimmedStart(inner[name.endIndex...]).starts(with: "=>".utf8)
  }

  private static let maximumName = 64

  private static let dialect = BracketReader.Dialect(
    brackets: BracketReader.Bracket.usual, assignments: ["=>", ":"], scalar: scalar)

  private static func scalar(
    _ cursor: inout TextCursor, _ isValue: Bool
  ) throws(JSONFault) -> JSONValue {
    if cursor.next == UInt8(ascii: "\"") { return .string(try cursor.quoted(escapes)) }
    let start = cursor.position
    // A symbol: `:name`. Its colon is no assignment.
    if cursor.take(":") {
      return .string(try cursor.text(cursor.take(while: isNamePart), at: start))
    }
    // A time stands without quotation marks: 2018-11-29 08:29:26 UTC.
    let word = try cursor.text(
      Text.trimmed(
        isValue ? cursor.take { !",]}\n".utf8.contains($0) } : cursor.take(while: isNamePart)),
      at: start)
    return switch word {
    case "": throw cursor.fault("a value is missing")
    case "nil": .null
    case "true": .bool(true)
    case "false": .bool(false)
    default: JSONValue(typedNumber: word)
    }
  }

  private static func isNamePart(_ octet: UInt8) -> Bool {
    Text.isAlphanumeric(octet) || octet == UInt8(ascii: "_") || octet == UInt8(ascii: "-")
  }

  private static let escapes = Escapes(
    letters: Escapes.control.merging([UInt8(ascii: "e"): 0x1B]) { $1 },
    codes: [UInt8(ascii: "x"): 2, UInt8(ascii: "u"): 4])
}
