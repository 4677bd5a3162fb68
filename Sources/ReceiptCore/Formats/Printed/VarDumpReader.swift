/// Reads what PHP's `var_dump` writes: `array(1) { ["key"]=> string(5) "value" }`.
enum VarDumpReader {
  static func begins(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.starts(with: "array(".utf8) || text.starts(with: "object(".utf8) else {
      return false
    }
    var cursor = TextCursor(Array(text.prefix(maximumName)), 0..<min(text.count, maximumName))
    return opens(&cursor)
  }

  static func read(_ cursor: inout TextCursor) throws(JSONFault) -> JSONValue {
    var builder = ValueBuilder()
    while true {
      cursor.skipSpace()
      let start = cursor.position
      if cursor.take("}") {
        try builder.close(at: start)
      } else if cursor.take("[") {
        try builder.name(name(&cursor), at: start)
        continue
      } else if opens(&cursor) {
        try builder.open(.numbered, at: start)
        continue
      } else {
        try builder.add(scalar(&cursor), at: start)
      }
      if let root = builder.root { return root }
    }
  }

  private static let maximumName = 128

  /// Steps over `array(2) {` or `object(stdClass)#1 (2) {`.
  private static func opens(_ cursor: inout TextCursor) -> Bool {
    let start = cursor.position
    if cursor.take("array(") || cursor.take("object(") {
      let head = cursor.take(to: "{", within: maximumName)
      if head?.allSatisfy({ Text.isAlphanumeric($0) || " \\_()#".utf8.contains($0) }) == true {
        return true
      }
    }
    cursor.position = start
    return false
  }

  /// `"name"]=>` or `0]=>`.
  private static func name(_ cursor: inout TextCursor) throws(JSONFault) -> String {
    let start = cursor.position
    guard let name = cursor.take(to: "]=>", within: maximumName) else {
      throw cursor.fault("a name in brackets is missing")
    }
    guard name.first == UInt8(ascii: "\"") else { return try cursor.text(name, at: start) }
    // A property that is not public has its class or `protected` after a colon.
    return try cursor.text(name.dropFirst().prefix { $0 != UInt8(ascii: "\"") }, at: start)
  }

  private static func scalar(_ cursor: inout TextCursor) throws(JSONFault) -> JSONValue {
    let start = cursor.position
    if cursor.take("NULL") { return .null }
    let type = try cursor.text(cursor.take(while: Text.isAlphanumeric), at: start)
    guard cursor.take("("), let content = cursor.take(to: ")", within: maximumName) else {
      throw cursor.fault("a value is missing")
    }
    let word = try cursor.text(content, at: start)
    switch type {
    case "int", "float", "double": return JSONValue(typedNumber: word)
    case "bool": return .bool(word == "true")
    case "string": break
    default: throw JSONFault("this type is not known", start)
    }
    // The text has no escapes: its length says where it ends.
    cursor.skipSpace()
    guard let count = Int(word), count >= 0, cursor.take("\"") else {
      throw cursor.fault("a text is missing")
    }
    guard count < cursor.end - cursor.position else {
      throw JSONFault("it breaks off in a text", start)
    }
    let text = cursor.rest.prefix(count)
    cursor.position = text.endIndex
    guard cursor.take("\"") else { throw cursor.fault("a text has another length than it says") }
    return .string(try cursor.text(text, at: start))
  }
}
