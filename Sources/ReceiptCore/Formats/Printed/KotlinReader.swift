/// Reads what `toString` of Kotlin's data classes gives, and of classes with Lombok: `Name(key=value, list=[Name(…)])`.
/// Records of Java have square brackets: `Name[key=value]`.
enum KotlinReader: BracketSyntax {
  /// `Name(key=` or `Name[key=` without spaces.
  static func begins(_ text: ArraySlice<UInt8>) -> Bool {
    guard let open = endOfClass(text), (0x41...0x5A).contains(text[text.startIndex]) else {
      return false
    }
    let name = text[(open + 1)...].prefix(maximumName).prefix(while: Text.isNamePart)
    guard !name.isEmpty, text[name.endIndex...].first == UInt8(ascii: "=") else { return false }
    return text[(name.endIndex + 1)...].first.map { !" =>\"".utf8.contains($0) } ?? false
  }

  private static let maximumName = 64

  static let dialect = BracketReader.Dialect(
    brackets: [BracketReader.Bracket("[", "]", .object, isBehindName: true)]
      + BracketReader.Bracket.usual + [BracketReader.Bracket("(", ")", .object)],
    assignments: ["="],
    scalar: { cursor, isValue throws(JSONFault) in
      try JavaReader.scalar(&cursor, isValue) { $0 != UInt8(ascii: ")") && TextCursor.isInWord($0) }
    },
    skip: { cursor in
      if let open = endOfClass(cursor.rest) { cursor.position = open }
    })

  /// The place of the bracket behind the name of a class.
  private static func endOfClass(_ text: ArraySlice<UInt8>) -> Int? {
    let name = text.prefix(maximumName).prefix {
      Text.isNamePart($0) || ".$".utf8.contains($0)
    }
    guard !name.isEmpty, let open = text[name.endIndex...].first, "([".utf8.contains(open) else {
      return nil
    }
    return name.endIndex
  }
}
