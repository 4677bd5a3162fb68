/// Reads what `toString` of Java's and Kotlin's maps, lists and of Apple's library for Java gives:
/// `{key=value, list=[…]}`, `Name{key='value'}`.
enum JavaReader: BracketSyntax {
  /// `{key=` without spaces, which NSLog does not print, or a list of such. The name of a class may stand before it.
  static func begins(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = TextCursor.first(in: text, lists: "[")
    if rest.first.map(isCapital) == true {
      rest = rest[rest.prefix(maximumName).prefix(while: Text.isNamePart).endIndex...]
    }
    guard rest.first == UInt8(ascii: "{") else { return false }
    let name = rest.dropFirst().prefix(maximumName).prefix(while: Text.isNamePart)
    guard !name.isEmpty, rest[name.endIndex...].first == UInt8(ascii: "=") else { return false }
    let next = rest[(name.endIndex + 1)...].first
    return next.map { !Text.isSpace($0) && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "\"") }
      ?? false
  }

  private static func isCapital(_ octet: UInt8) -> Bool { octet &- UInt8(ascii: "A") < 26 }

  private static let maximumName = 64

  static let dialect = BracketReader.Dialect(
    brackets: BracketReader.Bracket.usual, assignments: ["="],
    scalar: { cursor, isValue throws(JSONFault) in
      try scalar(&cursor, isValue, isInWord: TextCursor.isInWord)
    }, skip: skipClass)

  /// Steps over the name of a class before its fields: `JWSTransactionDecodedPayload{`.
  private static func skipClass(_ cursor: inout TextCursor) {
    let name = cursor.rest.prefix(maximumName).prefix(while: Text.isNamePart)
    guard !name.isEmpty, cursor.rest[name.endIndex...].first == UInt8(ascii: "{") else { return }
    cursor.position = name.endIndex
  }

  static func scalar(
    _ cursor: inout TextCursor, _ isValue: Bool, isInWord: (UInt8) -> Bool
  ) throws(JSONFault) -> JSONValue {
    if isValue, cursor.next == UInt8(ascii: "'") { return .string(try cursor.quoted(Escapes())) }
    let start = cursor.position
    let word = try cursor.text(
      Text.trimmed(
        isValue ? cursor.take(while: isInWord) : cursor.take(while: Text.isNamePart)),
      at: start)
    return switch word {
    case "" where isValue: .string("")
    case "": throw cursor.fault("a name is missing")
    case "null": .null
    case "true": .bool(true)
    case "false": .bool(false)
    default: JSONValue(untypedWord: word)
    }
  }
}
