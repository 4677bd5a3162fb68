/// The ways in which programs print a value that others write as JSON.
///
/// A class, because a list of them is gone through at each bracket of a log.
final class ValueSyntax: Sendable {
  let layer: ReceiptInput.Layer
  /// What the print is called in a message.
  let name: String
  /// What a text may begin with.
  let opening: [UInt8]
  /// Whether a text begins so that it can be nothing else.
  let begins: @Sendable (ArraySlice<UInt8>) -> Bool
  /// Reads the value that begins at the cursor, and moves the cursor behind it.
  let read: @Sendable (inout TextCursor) throws(JSONFault) -> JSONValue
  /// What stands in the place of parts that the program left out.
  let omissions: [String]
  /// How a text that breaks off is closed.
  let cut: CutText

  private init(
    _ layer: ReceiptInput.Layer, _ name: String, opening: some Sequence<UInt8>,
    begins: @escaping @Sendable (ArraySlice<UInt8>) -> Bool,
    read: @escaping @Sendable (inout TextCursor) throws(JSONFault) -> JSONValue,
    omissions: [String] = [], cut: CutText = .printed
  ) {
    self.layer = layer
    self.name = name
    self.opening = Array(opening)
    self.begins = begins
    self.read = read
    self.omissions = omissions
    self.cut = cut
  }

  /// Those that show by their beginning what they are. No two begin in the same way.
  static let bracketed: [ValueSyntax] = [
    ValueSyntax(
      .rubyPrint, "what Ruby or Elixir prints", opening: "{[%".utf8, begins: RubyReader.begins,
      read: RubyReader.read),
    ValueSyntax(
      .javaPrint, "what Java prints",
      opening: Array("{[".utf8) + (UInt8(ascii: "A")...UInt8(ascii: "Z")),
      begins: JavaReader.begins, read: JavaReader.read),
    ValueSyntax(
      .javaPrint, "what Kotlin or Lombok prints",
      opening: UInt8(ascii: "A")...UInt8(ascii: "Z"), begins: KotlinReader.begins,
      read: KotlinReader.read),
    ValueSyntax(
      .nslog, "what NSLog prints", opening: "{(".utf8, begins: AppleDescription.beginsNSLog,
      read: AppleDescription.read),
    ValueSyntax(
      .swiftPrint, "what Swift prints", opening: "[".utf8, begins: AppleDescription.beginsSwift,
      read: AppleDescription.read),
    ValueSyntax(
      .nodePrint, "what Node prints", opening: "{[".utf8, begins: NodeReader.begins,
      read: NodeReader.read,
      omissions: ["[Object]", "[Array]", "{…}", "[…]", " more item", " more character"]),
    ValueSyntax(
      .consolePrint, "what the console of a browser shows", opening: [0xE2],
      begins: ConsoleTreeReader.begins, read: ConsoleTreeReader.read, omissions: ["{…}"],
      cut: .lines),
    ValueSyntax(
      .goPrint, "what Go prints", opening: "m&{".utf8, begins: GoReader.begins,
      read: GoReader.read),
    ValueSyntax(
      .pythonPrint, "what Python prints", opening: "{[(".utf8, begins: PythonReader.begins,
      read: PythonReader.read),
    ValueSyntax(
      .phpPrint, "an array of PHP", opening: "as[".utf8, begins: PHPReader.begins,
      read: PHPReader.read),
    ValueSyntax(
      .phpPrint, "what PHP's print_r prints", opening: "As".utf8, begins: PrintRReader.begins,
      read: PrintRReader.read, cut: .printR),
    ValueSyntax(
      .phpPrint, "what PHP's var_dump prints", opening: "ao".utf8, begins: VarDumpReader.begins,
      read: VarDumpReader.read),
    ValueSyntax(
      .phpPrint, "what Laravel's or Symfony's dump prints",
      opening: Array("a^{".utf8) + (UInt8(ascii: "A")...UInt8(ascii: "Z")),
      begins: VarDumperReader.begins, read: VarDumperReader.read, omissions: ["[▶]"],
      cut: .lines),
  ]

  /// Those that may begin with each byte.
  private static let byOpening: [[ValueSyntax]] = (UInt8.min...UInt8.max).map { octet in
    bracketed.filter { $0.opening.contains(octet) }
  }

  /// Whether one may begin with each byte. Most words of a log begin with another.
  static let opens: [Bool] = byOpening.map { !$0.isEmpty }

  /// What may follow the bracket of a list: a text, a value in brackets, `AnyHashable(`, `Optional(`, or `:` of an empty
  /// dictionary.
  private static let afterBracket = (UInt8.min...UInt8.max).map {
    Text.isSpace($0) || "\"'[{(%:AO".utf8.contains($0)
  }

  /// What the names of classes consist of in all languages, and what stands behind them. Signs, among them soft hyphens
  /// and spaces without a width, begin with C2 or E2 in UTF-8, and hardly a letter does.
  private static let isInName = (UInt8.min...UInt8.max).map {
    Text.isAlphanumeric($0) || $0 >= 0x80 && $0 != 0xC2 && $0 != 0xE2 || "_-.$\\".utf8.contains($0)
  }
  private static let behindName = (UInt8.min...UInt8.max).map {
    Text.isSpace($0) || "({[".utf8.contains($0)
  }
  private static let maximumName = 256

  static func beginning(_ text: ArraySlice<UInt8>) -> ValueSyntax? {
    guard let first = text.first, let second = text.dropFirst().first else { return nil }
    switch first {
    case UInt8(ascii: "m"): guard second == UInt8(ascii: "a") else { return nil }
    case UInt8(ascii: "&"), UInt8(ascii: "%"): guard second == UInt8(ascii: "{") else { return nil }
    // A list of numbers is bytes, which are not a value, and one of words is part of a text.
    case UInt8(ascii: "["): guard afterBracket[Int(second)] else { return nil }
    // `array(`, `object(`, `stdClass`: the second letter rules out most words of a log.
    case UInt8(ascii: "a"): guard second == UInt8(ascii: "r") else { return nil }
    case UInt8(ascii: "o"): guard second == UInt8(ascii: "b") else { return nil }
    case UInt8(ascii: "s"): guard second == UInt8(ascii: "t") else { return nil }
    // A class has a bracket behind its name.
    case UInt8(ascii: "A")...UInt8(ascii: "Z"):
      let isInName = isInName
      let name = text.prefix(maximumName).prefix { isInName[Int($0)] }
      guard let next = text[name.endIndex...].first, behindName[Int(next)] else { return nil }
    default: break
    }
    for syntax in byOpening[Int(first)] where syntax.begins(text) { return syntax }
    return nil
  }

  /// The value that fills the range, or the array of those that a program printed one after the other.
  func all(_ bytes: [UInt8], _ range: Range<Int>) throws(JSONFault) -> JSONValue {
    var cursor = TextCursor(bytes, range)
    var values: [JSONValue] = []
    repeat {
      guard values.isEmpty || begins(cursor.rest), values.count < InputUnwrapper.maximumReceipts
      else { throw cursor.fault("something follows where the value ends") }
      values.append(try read(&cursor))
      cursor.skipSpace()
      // Entries of a list may be copied without its brackets.
      if cursor.take(";") || cursor.take(",") { cursor.skipSpace() }
    } while !cursor.isAtEnd
    return values.count == 1 ? values[0] : .array(values)
  }

  /// The value that fills the range, up to white space, semicolons and brackets of text around it.
  static func whole(
    _ bytes: [UInt8], _ range: Range<Int>,
    _ read: (inout TextCursor) throws(JSONFault) -> JSONValue
  ) throws(JSONFault) -> JSONValue {
    var cursor = TextCursor(bytes, range)
    let value = try read(&cursor)
    cursor.skipSpace()
    _ = cursor.take(";")
    cursor.skipSpace()
    guard cursor.isAtEnd else { throw cursor.fault("something follows where the value ends") }
    return value
  }
}
