/// Reads JSON strictly (RFC 8259): UTF-8 without a byte-order mark, no trailing commas, no duplicate names.
///
/// Readers differ on names that occur twice, which lets an attacker sign one value and show another. So they
/// are rejected. The open containers are on a stack of the reader's own, so depth costs no recursion.
package struct JSONReader {
  /// The deepest nesting that is read. Apple's JSON needs 6.
  package static let maximumDepth = 64
  /// The largest number of values in a document.
  package static let maximumValues = 1_000_000

  private let bytes: [UInt8]
  private var position: Int
  private let end: Int
  private var count = 0
  /// Where each name and each value begins, in document order; `nil` if not wanted.
  private var places: [Int]?

  /// Reads the one value that fills `range`, with white space around it.
  package static func read(
    _ bytes: [UInt8], _ range: Range<Int>? = nil
  ) throws(JSONFault) -> JSONValue {
    let range = range ?? bytes.indices
    var reader = JSONReader(bytes: bytes, range)
    return try reader.whole()
  }

  /// Reads the one value that fills `bytes`, and returns where each name and value begins. The places are in
  /// document order: a name before its value, a container before its content.
  static func readWithPlaces(
    _ bytes: [UInt8]
  ) throws(JSONFault) -> (value: JSONValue, places: [Int]) {
    var reader = JSONReader(bytes: bytes, bytes.indices)
    reader.places = []
    return (try reader.whole(), reader.places ?? [])
  }

  /// Reads one value at the beginning of `range`, and returns where it ends.
  package static func readPrefix(
    _ bytes: [UInt8], _ range: Range<Int>
  ) throws(JSONFault) -> (value: JSONValue, end: Int) {
    var reader = JSONReader(bytes: bytes, range)
    return (try reader.document(), reader.position)
  }

  private init(bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  /// An open container.
  private struct Container {
    var isObject: Bool
    var members: [JSONValue.Member] = []
    var elements: [JSONValue] = []
    /// The name whose value comes next.
    var name = ""
    var names = NameTable()
  }

  /// The one value that fills the range.
  private mutating func whole() throws(JSONFault) -> JSONValue {
    let value = try document()
    skipSpace()
    guard position == end else {
      throw JSONFault("something follows where the JSON ends", position)
    }
    return value
  }

  private mutating func document() throws(JSONFault) -> JSONValue {
    var stack: [Container] = []
    while true {
      skipSpace()
      count += 1
      guard count <= Self.maximumValues else {
        throw JSONFault(
          "there are more than \(Self.maximumValues) values", position, .tooManyValues)
      }
      places?.append(position)
      let value: JSONValue
      switch peek() {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard let empty = try open(&stack) else { continue }
        value = empty
      case UInt8(ascii: "\""): value = .string(try string())
      case UInt8(ascii: "t"): value = try literal("true", .bool(true))
      case UInt8(ascii: "f"): value = try literal("false", .bool(false))
      case UInt8(ascii: "n"): value = try literal("null", .null)
      default: value = .number(try number())
      }
      if let whole = try close(with: value, &stack) { return whole }
    }
  }

  /// Opens a container; gives its value when it is empty.
  private mutating func open(_ stack: inout [Container]) throws(JSONFault) -> JSONValue? {
    guard stack.count < Self.maximumDepth else {
      throw JSONFault("it is nested more than \(Self.maximumDepth) deep", position, .tooDeep)
    }
    let isObject = peek() == UInt8(ascii: "{")
    position += 1
    skipSpace()
    guard peek() != UInt8(ascii: isObject ? "}" : "]") else {
      position += 1
      return isObject ? .object([]) : .array([])
    }
    var container = Container(isObject: isObject)
    if isObject { try readName(&container) }
    stack.append(container)
    return nil
  }

  /// Closes all containers that end with this value; gives the outermost when it is among them.
  private mutating func close(
    with value: JSONValue, _ stack: inout [Container]
  ) throws(JSONFault) -> JSONValue? {
    var value = value
    while let top = stack.indices.last {
      let isObject = stack[top].isObject
      if isObject {
        stack[top].members.append(JSONValue.Member(name: stack[top].name, value: value))
      } else {
        stack[top].elements.append(value)
      }
      skipSpace()
      let next = peek()
      if next == UInt8(ascii: ",") {
        position += 1
        if isObject {
          skipSpace()
          try readName(&stack[top])
        }
        return nil
      }
      guard next == UInt8(ascii: isObject ? "}" : "]") else {
        throw JSONFault(
          next == nil ? "the JSON breaks off" : "a comma or a bracket is missing", position,
          next == nil ? .cut : .syntax)
      }
      position += 1
      let container = stack.removeLast()
      value = isObject ? .object(container.members) : .array(container.elements)
    }
    return value
  }

  private mutating func readName(_ container: inout Container) throws(JSONFault) {
    let start = position
    guard peek() == UInt8(ascii: "\"") else {
      throw JSONFault(
        peek() == nil ? "the JSON breaks off" : "a name in quotation marks is missing", start,
        peek() == nil ? .cut : .syntax)
    }
    places?.append(start)
    container.name = try string()
    guard container.names.insert(container.name, among: container.members) else {
      throw JSONFault(
        "the name \"\(Self.shortened(container.name))\" occurs twice in one object", start,
        .duplicateName)
    }
    skipSpace()
    guard peek() == UInt8(ascii: ":") else {
      throw JSONFault("a colon is missing behind a name", position)
    }
    position += 1
  }

  /// The first characters of a name, for a message. A name may be as long as the input.
  private static func shortened(_ name: String) -> String {
    guard name.utf8.count > maximumNameLength else { return name }
    return String(String.UnicodeScalarView(name.unicodeScalars.prefix(maximumNameLength / 2))) + "…"
  }

  private static let maximumNameLength = 80

  // MARK: Tokens

  private func peek() -> UInt8? { position < end ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let octet = peek(), octet == 0x20 || octet == 0x0A || octet == 0x0D || octet == 0x09 {
      position += 1
    }
  }

  private mutating func literal(
    _ word: StaticString, _ value: JSONValue
  ) throws(JSONFault) -> JSONValue {
    let word = Array(word.description.utf8)
    guard end - position >= word.count,
      bytes[position..<position + word.count].elementsEqual(word)
    else { throw JSONFault("this is no JSON value", position) }
    position += word.count
    return value
  }

  private mutating func number() throws(JSONFault) -> String {
    let start = position
    func isDigit(_ octet: UInt8?) -> Bool { octet.map { $0 &- 0x30 < 10 } ?? false }
    func skipDigits(_ reader: inout JSONReader) -> Bool {
      let first = reader.position
      while isDigit(reader.peek()) { reader.position += 1 }
      return reader.position > first
    }
    if peek() == UInt8(ascii: "-") { position += 1 }
    let isZero = peek() == UInt8(ascii: "0")
    let first = position
    guard skipDigits(&self), !isZero || position == first + 1 else {
      throw JSONFault(
        peek() == nil ? "the JSON breaks off" : "this is no JSON value", start,
        peek() == nil ? .cut : .syntax)
    }
    if peek() == UInt8(ascii: ".") {
      position += 1
      guard skipDigits(&self) else { throw JSONFault("digits are missing", position) }
    }
    if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") {
      position += 1
      if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { position += 1 }
      guard skipDigits(&self) else { throw JSONFault("digits are missing", position) }
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func string() throws(JSONFault) -> String {
    let start = position
    position += 1
    // Nearly all texts have no escape. They are copied directly.
    let close = TextScan.endOfPlainJSON(in: bytes, position..<end)
    if close < end, bytes[close] == UInt8(ascii: "\"") {
      let text = try Self.text(bytes[position..<close], at: start)
      position = close + 1
      return text
    }
    var octets: [UInt8] = []
    while let octet = peek() {
      switch octet {
      case UInt8(ascii: "\""):
        position += 1
        return try Self.text(octets[...], at: start)
      case UInt8(ascii: "\\"):
        position += 1
        try escape(into: &octets)
      case 0..<0x20:
        throw JSONFault("a control character stands in a text", position)
      default:
        // Copies all plain characters up to the next escape at once.
        let plain = position
        position = TextScan.endOfPlainJSON(in: bytes, position..<end)
        octets.append(contentsOf: bytes[plain..<position])
      }
    }
    throw JSONFault("the JSON breaks off in a text", start, .cut)
  }

  private static func text(
    _ octets: ArraySlice<UInt8>, at start: Int
  ) throws(JSONFault) -> String {
    // Nearly all texts are ASCII. To validate them would take as long as all the rest.
    if octets.reduce(0, |) < 0x80 { return String(decoding: octets, as: UTF8.self) }
    guard let text = String(validating: octets, as: UTF8.self) else {
      throw JSONFault("the text is not valid UTF-8", start)
    }
    return text
  }

  private mutating func escape(into octets: inout [UInt8]) throws(JSONFault) {
    let start = position - 1
    guard let octet = peek() else { throw JSONFault("the JSON breaks off in a text", start, .cut) }
    position += 1
    switch octet {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): octets.append(octet)
    case UInt8(ascii: "b"): octets.append(0x08)
    case UInt8(ascii: "f"): octets.append(0x0C)
    case UInt8(ascii: "n"): octets.append(0x0A)
    case UInt8(ascii: "r"): octets.append(0x0D)
    case UInt8(ascii: "t"): octets.append(0x09)
    case UInt8(ascii: "u"):
      var value = try codeUnit(start)
      if value & 0xFC00 == 0xD800 {
        // The second half of a surrogate pair must follow.
        guard end - position >= 6, bytes[position] == UInt8(ascii: "\\"),
          bytes[position + 1] == UInt8(ascii: "u")
        else { throw JSONFault("half of a surrogate pair stands alone", start) }
        position += 2
        let low = try codeUnit(start)
        guard low & 0xFC00 == 0xDC00 else {
          throw JSONFault("half of a surrogate pair stands alone", start)
        }
        value = 0x10000 + (value & 0x3FF) << 10 + (low & 0x3FF)
      }
      guard let scalar = Unicode.Scalar(value) else {
        throw JSONFault("half of a surrogate pair stands alone", start)
      }
      octets.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
    default: throw JSONFault("JSON does not have this escape", start)
    }
  }

  private mutating func codeUnit(_ start: Int) throws(JSONFault) -> UInt32 {
    guard end - position >= 4 else { throw JSONFault("the JSON breaks off in a text", start, .cut) }
    var value: UInt32 = 0
    for octet in bytes[position..<position + 4] {
      guard let digit = Hexadecimal.value(ofDigit: octet) else {
        throw JSONFault("JSON does not have this escape", start)
      }
      value = value << 4 | UInt32(digit)
    }
    position += 4
    return value
  }
}

/// Why a text is not JSON, or not JSON that this reader accepts.
package struct JSONFault: Error {
  package let kind: Kind
  package let message: String
  /// The offset in the bytes that were read.
  package let offset: Int

  package enum Kind {
    /// RFC 8259 does not allow it.
    case syntax
    /// It ends too early.
    case cut
    /// A name occurs twice in an object.
    case duplicateName
    /// Nested more than `JSONReader.maximumDepth` deep.
    case tooDeep
    /// More than `JSONReader.maximumValues`.
    case tooManyValues
  }

  init(_ message: String, _ offset: Int, _ kind: Kind = .syntax) {
    self.kind = kind
    self.message = message
    self.offset = offset
  }
}
