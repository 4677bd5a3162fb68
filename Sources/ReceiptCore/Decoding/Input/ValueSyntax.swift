/// The ways in which programs print a value that others write as JSON.
struct ValueSyntax: Sendable {
  let layer: ReceiptInput.Layer
  /// What the print is called in a message.
  let name: String
  /// Whether a text begins so that it can be nothing else.
  let begins: @Sendable (ArraySlice<UInt8>) -> Bool
  /// Reads the value that begins at the cursor, and moves the cursor behind it.
  let read: @Sendable (inout TextCursor) throws(JSONFault) -> JSONValue
  /// What stands in the place of parts that the program left out.
  var omissions: [String] = []
  /// How a text that breaks off is closed.
  var cut = CutText.printed

  /// Those that show by their beginning what they are. No two begin in the same way.
  static let bracketed: [ValueSyntax] = [
    ValueSyntax(
      layer: .rubyPrint, name: "what Ruby or Elixir prints", begins: RubyReader.begins,
      read: RubyReader.read
    ),
    ValueSyntax(
      layer: .javaPrint, name: "what Java prints", begins: JavaReader.begins, read: JavaReader.read
    ),
    ValueSyntax(
      layer: .nslog, name: "what NSLog prints", begins: AppleDescription.beginsNSLog,
      read: AppleDescription.readNSLog),
    ValueSyntax(
      layer: .swiftPrint, name: "what Swift prints", begins: AppleDescription.beginsSwift,
      read: AppleDescription.readSwift),
    ValueSyntax(
      layer: .nodePrint, name: "what Node prints", begins: NodeReader.begins, read: NodeReader.read,
      omissions: ["[Object]", "[Array]", " more item", " more character"]),
    ValueSyntax(
      layer: .goPrint, name: "what Go prints", begins: GoReader.begins, read: GoReader.read),
    ValueSyntax(
      layer: .pythonPrint, name: "what Python prints", begins: PythonReader.begins,
      read: PythonReader.read),
    ValueSyntax(
      layer: .phpPrint, name: "an array of PHP", begins: PHPReader.begins, read: PHPReader.read),
    ValueSyntax(
      layer: .phpPrint, name: "what PHP's print_r prints", begins: PrintRReader.begins,
      read: PrintRReader.read),
    ValueSyntax(
      layer: .phpPrint, name: "what PHP's var_dump prints", begins: VarDumpReader.begins,
      read: VarDumpReader.read),
    ValueSyntax(
      layer: .phpPrint, name: "what Laravel's or Symfony's dump prints",
      begins: VarDumperReader.begins, read: VarDumperReader.read, omissions: ["[▶]"],
      cut: .lines),
  ]

  static func beginning(_ text: ArraySlice<UInt8>) -> ValueSyntax? {
    guard let first = text.first, let second = text.dropFirst().first else { return nil }
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "^"): break
    case UInt8(ascii: "m"): guard second == UInt8(ascii: "a") else { return nil }
    case UInt8(ascii: "&"), UInt8(ascii: "%"): guard second == UInt8(ascii: "{") else { return nil }
    // A list of numbers is bytes, which are not a value.
    case UInt8(ascii: "["): guard !Text.isDigit(second) else { return nil }
    // `Array`, `array(`, `object(`, `stdClass`: the second letter rules out most words of a log.
    case UInt8(ascii: "A"), UInt8(ascii: "a"): guard second == UInt8(ascii: "r") else { return nil }
    case UInt8(ascii: "o"): guard second == UInt8(ascii: "b") else { return nil }
    case UInt8(ascii: "s"): guard second == UInt8(ascii: "t") else { return nil }
    default: return nil
    }
    return bracketed.first { $0.begins(text) }
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
      if cursor.take(";") { cursor.skipSpace() }
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
