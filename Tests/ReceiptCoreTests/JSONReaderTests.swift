import Testing

@testable import ReceiptCore

/// JSON exactly as in RFC 8259.
@Suite struct JSONReaderTests {
  private static func read(_ text: String) throws(JSONFault) -> JSONValue {
    try JSONReader.read(Array(text.utf8))
  }

  private static func fault(_ bytes: [UInt8]) -> JSONFault? {
    do {
      _ = try JSONReader.read(bytes)
      return nil
    } catch {
      return error
    }
  }

  private static func fault(_ text: String) -> JSONFault? { fault(Array(text.utf8)) }

  // MARK: Grammar

  @Test(
    "valid JSON is read, and written again unchanged",
    arguments: [
      "null", "true", "false", "0", "-0", "-1", "10", "0.5", "1e5", "1E+5", "1.25e-10", "1e400",
      "9223372036854775807", "18446744073709551616", "1697679936049.7297", "\"\"", "\"a\"",
      "[]", "{}", "[[]]", "[1,2]", "{\"a\":{\"b\":[]}}", "{\"\":0}", "\"/\"", "\"\u{7F}\"",
      "\"\u{E9}\u{1F600}\u{2028}\"",
    ])
  func grammar(text: String) throws {
    #expect(try Self.read(text).description == text)
    #expect(try Self.read(" \t\r\n" + text + " \n").description == text)
  }

  @Test(
    "invalid JSON is refused at the offset of the fault",
    arguments: [
      ("", 0), (" ", 1), ("nul", 0), ("True", 0), ("nullx", 4), ("1 2", 2), ("01", 0), ("-01", 0),
      ("-", 0), ("+1", 0), (".5", 0), ("1.", 2), ("1.e5", 2), ("1e", 2), ("1e+", 3), ("0x10", 1),
      ("1/", 1), ("1:", 1), ("NaN", 0), ("Infinity", 0), ("-Infinity", 0), ("'a'", 0), ("\"a", 0),
      ("\"a\\", 2),
      ("[", 1), ("[1", 2), ("[1,", 3), ("[1,]", 3), ("[,1]", 1), ("[1 2]", 3), ("[1}", 2), ("]", 0),
      ("{", 1), ("{\"a\"", 4), ("{\"a\":", 5), ("{\"a\":1", 6), ("{\"a\":1,}", 7), ("{\"a\" 1}", 5),
      ("{a:1}", 1), ("{1:1}", 1), ("{\"a\":1]", 6), ("{,}", 1), ("//\nnull", 0), ("null,", 4),
      ("\u{FEFF}null", 0), ("\u{A0}null", 0), ("\u{C}null", 0),
    ] as [(String, Int)])
  func noGrammar(text: String, offset: Int) {
    let fault = Self.fault(text)
    #expect(
      (fault?.kind == .syntax || fault?.kind == .cut) && fault?.offset == offset,
      "\(text): \(String(describing: fault))")
  }

  @Test("text in another encoding than UTF-8 is not JSON")
  func encodings() {
    #expect(Self.fault([0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00])?.offset == 0)
    #expect(Self.fault([0x00, 0x7B, 0x00, 0x7D])?.offset == 0)
  }

  @Test(
    "a sign that looks like one of JSON's is named, and so is a comma too many",
    arguments: [
      ("{\u{201C}a\": 1}", "a curved quotation mark"),
      ("{\u{201D}a\": 1}", "a curved quotation mark"),
      ("{\u{A0}\"a\": 1}", "a no-break space"), ("{\u{FEFF}\"a\": 1}", "a byte-order mark"),
      ("[1, ]", "a comma stands before the closing bracket"),
    ])
  func lookalikes(text: String, words: String) throws {
    let reason = try #require(Self.fault(text)).reason(in: Array(text.utf8)[...])
    #expect(reason.hasPrefix(words), "\(reason)")
  }

  // MARK: Texts

  @Test(
    "escapes are decoded",
    arguments: [
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
      (#""\u0041\u00e9\u00E9""#, "A\u{E9}\u{E9}"),
      (#""\u0000""#, "\u{0}"), (#""\ud83d\ude00""#, "\u{1F600}"), (#""\uD800\uDC00""#, "\u{10000}"),
      (#""\uDBFF\uDFFF""#, "\u{10FFFF}"), (#""\uFFFF""#, "\u{FFFF}"),
      (#""\uD7FF\uE000""#, "\u{D7FF}\u{E000}"),
    ])
  func escapes(text: String, meaning: String) throws {
    let string = try #require(try Self.read(text).string)
    #expect(Array(string.utf8) == Array(meaning.utf8))
  }

  @Test(
    "half of a surrogate pair and unknown escapes are refused",
    arguments: [
      #""\ud83d""#, #""\ude00""#, #""\ud83d\ud83d""#, #""\ud83dx\ude00""#, #""\ud83dxude00""#,
      #""\ud83d\n""#,
      #""\ude00\ud83d""#, #""\u12""#, #""\u12g4""#, #""\u+123""#, #""\x41""#, #""\a""#, #""\'""#,
      #""\U0041""#,
    ])
  func badEscapes(text: String) {
    #expect(Self.fault(text)?.offset == 1)
  }

  @Test("a truncated surrogate pair reads nothing after the end")
  func cutPair() {
    let text = Array(#""\ud83d\ude00""#.utf8)
    for length in 1..<text.count { #expect(Self.fault(Array(text[..<length])) != nil) }
    // The pair is whole, and the text has no end.
    #expect(Self.fault(Array(text.dropLast()))?.offset == 0)
  }

  @Test("control characters in strings are refused", arguments: 0..<0x20 as Range<UInt8>)
  func controls(octet: UInt8) {
    #expect(Self.fault([0x22, 0x61, octet, 0x22])?.offset == 2)
  }

  @Test(
    "invalid UTF-8 is refused: cut, overlong, surrogates, beyond Unicode",
    arguments: [
      [0x80], [0xC3], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xF4, 0x90, 0x80, 0x80],
      [0xFF],
    ] as [[UInt8]])
  func invalidUTF8(octets: [UInt8]) {
    #expect(Self.fault([0x20, 0x22] + octets + [0x22])?.offset == 1)
    #expect(Self.fault(Array("{\"a".utf8) + octets + Array("\":0}".utf8))?.offset == 1)
    // A text with an escape is read in another way.
    #expect(Self.fault([0x20, 0x22, 0x5C, 0x6E] + octets + [0x22])?.offset == 1)
  }

  // MARK: Names

  @Test(
    "a duplicate name in an object is refused, however it is written",
    arguments: [
      (#"{"a":1,"a":1}"#, 7), (#"{"a":1,"b":2,"a":3}"#, 13), (#"{"a":1,"\u0061":2}"#, 7),
      (#"[{"x":{"a":1,"a":2}}]"#, 13), (#"{"":1,"":2}"#, 6),
    ])
  func duplicates(text: String, offset: Int) {
    let fault = Self.fault(text)
    #expect(fault?.kind == .duplicateName && fault?.offset == offset)
  }

  @Test("thousands of names in one object are told apart", arguments: [0, 16, 17, 32, 33, 4_999])
  func manyNames(repeated: Int) throws {
    let members = (0..<5_000).map { "\"n\($0)\":\($0)" }.joined(separator: ",")
    #expect(try Self.read("{\(members)}").members?.count == 5_000)
    #expect(Self.fault("{\(members),\"n\(repeated)\":0}")?.kind == .duplicateName)
  }

  @Test("names that only look the same are different names")
  func lookalikes() throws {
    // Swift treats these as equal: é composed and decomposed, the letter K and the kelvin sign.
    let value = try Self.read("{\"\u{E9}\":1,\"e\u{301}\":2,\"K\":3,\"\u{212A}\":4}")
    #expect(value.members?.count == 4)
    #expect(value["\u{E9}"]?.integer == 1 && value["e\u{301}"]?.integer == 2)
    #expect(value["K"]?.integer == 3 && value["\u{212A}"]?.integer == 4)
    #expect(try Self.read("\"\u{E9}\"") != Self.read("\"e\u{301}\""))
    #expect(try Self.read("[1.0]") != Self.read("[1]"))
    #expect(try Self.read("\"1\"") != Self.read("1"))
    #expect(try Self.read("[ 1 ]") == Self.read("[1]"))
  }

  @Test("the same name in different objects is not a duplicate")
  func noDuplicates() throws {
    #expect(Self.fault(#"{"a":{"a":[{"a":1},{"a":2}]},"A":0}"#) == nil)
  }

  @Test("a message shortens a long name")
  func longName() throws {
    let name = String(repeating: "e\u{301}", count: 100_000)
    let fault = try #require(Self.fault("{\"\(name)\":1,\"\(name)\":2}"))
    #expect(fault.message.utf8.count < 200)
    for (length, isShortened) in [(80, false), (81, true)] {
      let name = String(repeating: "a", count: length)
      let fault = try #require(Self.fault("{\"\(name)\":1,\"\(name)\":2}"))
      #expect(fault.message.contains(name) == !isShortened)
    }
  }

  @Test("values are the same if they are written the same in compact JSON")
  func equality() throws {
    let values = try [#"{"a":[1]}"#, #"{ "a" : [ 1 ] }"#, #"{"a":[1.0]}"#].map(Self.read)
    #expect(values[0] == values[1] && values[0] != values[2])
    #expect(Set(values).count == 2)
  }

  // MARK: Numbers

  @Test("numbers keep their digits; integers of up to 64 bits are read exactly")
  func numbers() throws {
    #expect(try Self.read("9007199254740993").integer == 9_007_199_254_740_993)
    #expect(try Self.read("9223372036854775807").integer == .max)
    #expect(try Self.read("-9223372036854775808").integer == .min)
    #expect(try Self.read("9223372036854775808").integer == nil)
    #expect(try Self.read("1.0").integer == nil && Self.read("1e2").integer == nil)
    #expect(try Self.read("1e400").double == nil && Self.read("-1e400").double == nil)
    #expect(try Self.read("1e300").double == 1e300)
    #expect(try Self.read("1697679936049.7297").double == 1_697_679_936_049.7297)
  }

  // MARK: Limits

  @Test("nesting up to the limit is read, and one level more is refused", arguments: ["[]", "{}"])
  func depth(brackets: String) throws {
    func nested(_ depth: Int) -> String {
      let open = brackets == "[]" ? "[" : "{\"a\":"
      let close = String(brackets.suffix(1))
      return String(repeating: open, count: depth - 1) + brackets
        + String(repeating: close, count: depth - 1)
    }
    #expect(try Self.read(nested(JSONReader.maximumDepth)).description == nested(64))
    let fault = Self.fault(nested(JSONReader.maximumDepth + 1))
    #expect(fault?.kind == .tooDeep)
    #expect(fault?.offset == (brackets == "[]" ? 64 : 64 * 5))
    // A closed bracket no longer counts towards the depth.
    #expect(
      Self.fault("[" + Array(repeating: "[[]]", count: 200).joined(separator: ",") + "]") == nil)
  }

  @Test(
    "nested brackets are refused at the limit, without recursion", arguments: ["[", "{\"a\":"])
  func bomb(open: String) {
    #expect(Self.fault(String(repeating: open, count: 1_000_000))?.kind == .tooDeep)
  }

  @Test("values up to the limit are read, and one more is refused")
  func values() throws {
    // The array itself counts as a value.
    func array(_ count: Int) -> [UInt8] {
      Array("[".utf8) + Array(Array(repeating: "0", count: count - 1).joined(separator: ",").utf8)
        + Array("]".utf8)
    }
    #expect(try JSONReader.read(array(JSONReader.maximumValues)).elements?.count == 999_999)
    #expect(Self.fault(array(JSONReader.maximumValues + 1))?.kind == .tooManyValues)
  }

  // MARK: Parts

  @Test("a part of the bytes is read, and offsets count from the start of the bytes")
  func range() throws {
    let bytes = Array("xx[1]yy".utf8)
    #expect(try JSONReader.read(bytes, 2..<5).elements?.count == 1)
    #expect(throws: JSONFault.self) { try JSONReader.read(bytes, 2..<4) }
    let (value, end) = try JSONReader.readPrefix(bytes, 2..<7)
    #expect(value.description == "[1]" && end == 5)
    let fault = #expect(throws: JSONFault.self) { try JSONReader.read(bytes, 2..<6) }
    #expect(fault?.offset == 5)
  }

  @Test("writing needs no recursion at any depth")
  func writing() {
    var value = JSONValue.array([])
    for _ in 0..<1000 { value = .object([JSONValue.Member(name: "a", value: value)]) }
    #expect(value.description.utf8.count == 1000 * 6 + 2)
    #expect(JSONValue.string("\u{0}\u{1F}\"\\").description == #""\u0000\u001f\"\\""#)
  }
}
