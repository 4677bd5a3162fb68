/// Reads what Ruby's `p` and `inspect` print for hashes: `{"key"=>1, :name=>nil}`, and since Ruby 3.4 `{"key" => 1}`.
/// Elixir writes its maps in almost the same way: `%{"key" => 1, name: nil}`.
enum RubyReader: BracketSyntax {
  /// A hash with `=>`, or an array of such.
  static func begins(_ text: ArraySlice<UInt8>) -> Bool {
    let rest = TextCursor.first(in: text, lists: "[")
    let isElixir = rest.starts(with: "%{".utf8)
    guard isElixir || rest.first == UInt8(ascii: "{") else { return false }
    let inner = Text.trimmedStart(rest.dropFirst(isElixir ? 2 : 1))
    if Text.isQuotedName(inner, followedBy: "=>") { return true }
    if isElixir {
      let name = inner.prefix(maximumName).prefix(while: Text.isNamePart)
      return !name.isEmpty && inner[name.endIndex...].first == UInt8(ascii: ":")
    }
    guard inner.first == UInt8(ascii: ":") else { return false }
    let name = inner.dropFirst().prefix(maximumName).prefix(while: Text.isNamePart)
    return !name.isEmpty && Text.trimmedStart(inner[name.endIndex...]).starts(with: "=>".utf8)
  }

  private static let maximumName = 64

  static let dialect = BracketReader.Dialect(
    brackets: [BracketReader.Bracket("%{", "}", .object)] + BracketReader.Bracket.usual,
    assignments: ["=>", ":"], scalar: scalar)

  private static func scalar(
    _ cursor: inout TextCursor, _ isValue: Bool
  ) throws(JSONFault) -> JSONValue {
    if cursor.next == UInt8(ascii: "\"") { return .string(try cursor.quoted(escapes)) }
    let start = cursor.position
    // A symbol: `:name`. Its colon is not an assignment.
    if cursor.take(":") {
      return .string(try cursor.text(cursor.take(while: Text.isNamePart), at: start))
    }
    // A time stands without quotation marks: 2018-11-29 08:29:26 UTC.
    let word = try cursor.text(
      Text.trimmed(
        isValue ? cursor.take(while: TextCursor.isInWord) : cursor.take(while: Text.isNamePart)),
      at: start)
    return switch word {
    case "": throw cursor.fault("a value is missing")
    case "nil": .null
    case "true": .bool(true)
    case "false": .bool(false)
    default: JSONValue(typedNumber: word)
    }
  }

  private static let escapes = Escapes(
    letters: Escapes.control.merging([UInt8(ascii: "e"): 0x1B]) { $1 },
    codes: [UInt8(ascii: "x"): 2, UInt8(ascii: "u"): 4])
}
