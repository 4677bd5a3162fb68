/// Reads what Go's `%v` and `%+v` print for maps and structs: `map[environment:Sandbox status:0]`, `{Status:0 …}`.
///
/// Values have no quotation marks, so one ends where the next name begins: white space, a word and a colon. People put
/// each part into a line of its own.
struct GoReader {
  private var cursor: TextCursor
  private var builder = ValueBuilder()
  /// What closes each open bracket. The innermost one is last.
  private var open: [Bracket] = []

  private struct Bracket {
    let close: UInt8
    let isObject: Bool
    /// Its parts are parts of the value around it.
    var isFlat = false
  }

  /// `map[key:`, `{Key:` or `&{Key:`. Names of structs begin with a capital letter.
  static func begins(_ text: ArraySlice<UInt8>) -> Bool {
    if text.starts(with: "map[".utf8) { return name(text.dropFirst(4)) != nil }
    let rest = text.first == UInt8(ascii: "&") ? text.dropFirst() : text
    guard rest.first == UInt8(ascii: "{") else { return false }
    let inner = Text.trimmedStart(rest.dropFirst())
    guard let letter = inner.first, (0x41...0x5A).contains(letter), let end = name(inner) else {
      return false
    }
    let value = inner[(end + 1)...]
    guard value.first == 0x20 else { return !value.isEmpty }
    // Node prints a blank there. Behind an empty value of Go, the next name follows.
    return name(value.dropFirst()).map { value[($0 + 1)...].first.map { $0 != 0x20 } ?? false }
      ?? false
  }

  static func read(_ cursor: inout TextCursor) throws(JSONFault) -> JSONValue {
    var reader = GoReader(cursor: cursor)
    let value = try reader.value()
    cursor = reader.cursor
    // Only what Apple signs has it, and names of its own.
    return value["signed_date"] == nil ? value : camelCase(value)
  }

  private mutating func value() throws(JSONFault) -> JSONValue {
    while true {
      cursor.skipSpace()
      let start = cursor.position
      if let last = open.last, cursor.next == last.close {
        if !last.isFlat { try builder.close(at: start) }
        cursor.position += 1
        open.removeLast()
      } else if open.last?.isObject == true, !builder.awaitsValue {
        guard let end = Self.name(cursor.rest) else { throw cursor.fault("a name is missing") }
        let name = Self.snakeCase(cursor.bytes[start..<end])
        cursor.position = end + 1
        if cursor.next == UInt8(ascii: "{"), name.hasSuffix("_date"), open.last?.isFlat == false,
          cursor.take("{")
        {
          open.append(Bracket(close: UInt8(ascii: "}"), isObject: true, isFlat: true))
          continue
        }
        try builder.name(name, at: start)
        // The value may be empty, and the next name follow at once. In a struct it was not set.
        if cursor.next.map(Text.isSpace) == true || cursor.next == open.last?.close {
          try builder.add(Self.isCapital(cursor.bytes[start]) ? .null : .string(""), at: start)
        }
      } else if try begin() {
        continue
      } else {
        try builder.add(try word(), at: start)
      }
      if open.isEmpty, let root = builder.root { return root }
      guard !cursor.isAtEnd else { throw cursor.fault("") }
    }
  }

  /// Opens a bracket, if one stands here.
  private mutating func begin() throws(JSONFault) -> Bool {
    _ = cursor.take("&")
    let start = cursor.position
    if cursor.take("map[") {
      open.append(Bracket(close: UInt8(ascii: "]"), isObject: true))
    } else if cursor.take("{") {
      open.append(Bracket(close: UInt8(ascii: "}"), isObject: true))
    } else if cursor.take("[") {
      open.append(Bracket(close: UInt8(ascii: "]"), isObject: false))
    } else {
      return false
    }
    try builder.open(open.last?.isObject == true ? .object : .array, at: start)
    return true
  }

  /// A value without parts: up to the next name, or to the bracket that closes.
  private mutating func word() throws(JSONFault) -> JSONValue {
    let start = cursor.position
    let close = open.last
    while let octet = cursor.next, octet != close?.close {
      guard Text.isSpace(octet) else {
        cursor.position += 1
        continue
      }
      let next = Text.trimmedStart(cursor.rest)
      if close?.isObject != true || Self.name(next) != nil || next.first == close?.close { break }
      cursor.position = next.startIndex
    }
    let word = try cursor.text(cursor.bytes[start..<cursor.position], at: start)
    return switch word {
    case "<nil>": .null
    case "true": .bool(true)
    case "false": .bool(false)
    default: JSONValue(untypedWord: word)
    }
  }

  /// Where the name that begins here ends, which is at its colon; `nil` if none begins.
  private static func name(_ text: ArraySlice<UInt8>) -> Int? {
    guard let first = text.first, Text.isAlphanumeric(first), !Text.isDigit(first) else {
      return nil
    }
    let name = text.prefix(maximumName).prefix(while: Text.isNamePart)
    return text[name.endIndex...].first == UInt8(ascii: ":") ? name.endIndex : nil
  }

  private static let maximumName = 64

  /// Names in go-iap that JSON spells in another way. It keeps the three spellings of a date in a struct of its own.
  private static let names = [
    "creation_date": "receipt_creation_date", "creation_date_ms": "receipt_creation_date_ms",
    "creation_date_pst": "receipt_creation_date_pst",
    "grace_period_date": "grace_period_expires_date",
    "grace_period_date_ms": "grace_period_expires_date_ms",
    "grace_period_date_pst": "grace_period_expires_date_pst",
  ]

  private static func isCapital(_ octet: UInt8?) -> Bool {
    octet.map { (0x41...0x5A).contains($0) } ?? false
  }

  /// The value with the names of a signed payload: `transactionId` for `transaction_id`.
  private static func camelCase(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let members):
      .object(
        members.map { member in
          let words = member.name.split(separator: "_")
          let name = words.dropFirst().reduce(String(words.first ?? "")) {
            $0 + $1.prefix(1).uppercased() + $1.dropFirst()
          }
          return JSONValue.Member(name: name, value: camelCase(member.value))
        })
    case .array(let elements): .array(elements.map(camelCase))
    default: value
    }
  }

  /// The name that JSON has for a field: `ReceiptCreationDateMS` is `receipt_creation_date_ms`. Names of maps stay.
  private static func snakeCase(_ name: ArraySlice<UInt8>) -> String {
    guard isCapital(name.first) else { return String(decoding: name, as: UTF8.self) }
    var result: [UInt8] = []
    for index in name.indices {
      let next = index + 1 < name.endIndex ? name[index + 1] : nil
      if isCapital(name[index]), index > name.startIndex,
        !isCapital(name[index - 1]) || next.map({ !isCapital($0) }) == true
      {
        result.append(UInt8(ascii: "_"))
      }
      result.append(isCapital(name[index]) ? name[index] | 0x20 : name[index])
    }
    let written = String(decoding: result, as: UTF8.self)
    return names[written] ?? written
  }
}
