/// Reads what PHP's `print_r` writes: `Array ( [key] => value … )`, in lines or, as a browser shows it, in one.
///
/// It has no types and no quotation marks: an empty value may be an empty text, false or null.
enum PrintRReader {
  static func begins(_ text: ArraySlice<UInt8>) -> Bool { lengthOfOpening(text) != nil }

  static func read(_ cursor: inout TextCursor) throws(JSONFault) -> JSONValue {
    var builder = ValueBuilder()
    while true {
      cursor.skipSpace()
      let start = cursor.position
      if builder.root == nil, builder.depth == 0 || builder.awaitsValue {
        if let length = lengthOfOpening(cursor.rest) {
          try builder.open(.numbered, at: start)
          cursor.position += length
        } else {
          guard builder.depth > 0 else { throw cursor.fault("an array is missing") }
          let value = try text(&cursor)
          try builder.add(value.isEmpty ? .null : JSONValue(untypedWord: value), at: start)
        }
      } else if cursor.take(")") {
        try builder.close(at: start)
        if let root = builder.root { return root }
      } else {
        guard let length = lengthOfName(cursor.rest) else {
          throw cursor.fault("a name in brackets is missing")
        }
        // A property that is not public has its class or `protected` after a colon.
        let name = cursor.bytes[start + 1..<start + length - nameEnd.count]
        try builder.name(
          cursor.text(name.prefix { $0 != UInt8(ascii: ":") }, at: start), at: start)
        cursor.position += length
      }
    }
  }

  /// Whether a text begins with the first name of an array whose head is missing: `[notification_type] => REVOKE`.
  static func lacksHead(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.first == UInt8(ascii: "["), let first = text.dropFirst().first,
      !Text.isDigit(first)
    else { return false }
    let name = text.dropFirst().prefix { Text.isAlphanumeric($0) || $0 == UInt8(ascii: "_") }
    return !name.isEmpty && text[name.endIndex...].starts(with: nameEnd)
  }

  /// The head that such a text lacks.
  static let head = Array("Array (\n".utf8)

  private static let nameEnd = Array("] =>".utf8)
  private static let maximumName = 128

  /// The length of `Array (` or `stdClass Object (`, where one stands here.
  private static func lengthOfOpening(_ text: ArraySlice<UInt8>) -> Int? {
    for word in ["Array", "stdClass Object"] where text.starts(with: word.utf8) {
      let rest = Text.trimmedStart(text.dropFirst(word.utf8.count))
      if rest.first == UInt8(ascii: "(") { return rest.startIndex + 1 - text.startIndex }
    }
    return nil
  }

  /// The length of `[name] =>`, where it stands here.
  private static func lengthOfName(_ text: ArraySlice<UInt8>) -> Int? {
    guard text.first == UInt8(ascii: "["),
      let close = text.prefix(maximumName).firstIndex(of: UInt8(ascii: "]")),
      text[close...].starts(with: nameEnd)
    else { return nil }
    return close + nameEnd.count - text.startIndex
  }

  /// The value here. It ends before a name, or before a bracket that stands alone.
  private static func text(_ cursor: inout TextCursor) throws(JSONFault) -> String {
    let start = cursor.position
    while let octet = cursor.next {
      // The white space before the value was passed over, so an empty value ends at once.
      let isFirst = cursor.position == start
      guard isFirst || Text.isSpace(octet) else {
        cursor.position += 1
        continue
      }
      let end = cursor.position
      cursor.skipSpace()
      let rest = cursor.rest
      let isAlone = rest.dropFirst().first.map(Text.isSpace) ?? true
      if rest.first == UInt8(ascii: ")") && isAlone || lengthOfName(rest) != nil {
        return try cursor.text(cursor.bytes[start..<end], at: start)
      }
      if isFirst { cursor.position = start + 1 }
    }
    throw JSONFault("it breaks off in a value", start, .cut)
  }
}
