import TestSupport
import Testing

@testable import ReceiptCore

/// The readers of what programs print.
@Suite struct PrintedSyntaxTests {
  private typealias Reader = @Sendable (inout TextCursor) throws(JSONFault) -> JSONValue

  private static func read(_ text: String) throws -> String {
    let bytes = Array(text.utf8)
    let syntax = try #require(ValueSyntax.beginning(bytes[...]), "\(text)")
    return try ValueSyntax.whole(bytes, bytes.indices, syntax.read).description
  }

  private static func read(_ text: String, _ reader: Reader) throws -> String {
    let bytes = Array(text.utf8)
    return try ValueSyntax.whole(bytes, bytes.indices, reader).description
  }

  private static func fault(_ text: String) -> JSONFault.Kind? {
    do {
      _ = try read(text)
      return nil
    } catch {
      return (error as? JSONFault)?.kind
    }
  }

  private static let readers: [(name: String, read: Reader)] =
    ValueSyntax.bracketed.map { ($0.name, $0.read) }
    + [("YAML", YAMLReader.read), ("XML", XMLListReader.read)]

  @Test(
    "What NSLog and Swift print",
    arguments: [
      (
        #"{ a = b; "c d" = "e\U00e9\n\"\335\\"; n = "<null>"; }"#,
        #"{"a":"b","c d":"eé\u000a\"é\\","n":null}"#
      ),
      ("{ a = (1, \"b c\", { d = e; }, ()); f = {}; }", #"{"a":["1","b c",{"d":"e"},[]],"f":{}}"#),
      (
        "{ ms = 1740905700000; v = 42; w = 007; long = 2000000000000061; }",
        #"{"ms":1740905700000,"v":"42","w":"007","long":"2000000000000061"}"#
      ),
      ("{ data = <30821541 06092a86>; e = <>; }", #"{"data":"MIIVQQYJKoY=","e":""}"#),
      ("{ a = \"\\Ud83d\\Ude00\" }", "{\"a\":\"😀\"}"),
      ("(\n {\n a = 1.2.3;\n}\n)", #"[{"a":"1.2.3"}]"#),
      (
        #"["a": 1, "b": ["c": nil, "d": true], "e": [:], "f": []]"#,
        #"{"a":"1","b":{"c":null,"d":true},"e":{},"f":[]}"#
      ),
      (#"[AnyHashable("a"): Optional(Optional("b")), AnyHashable(7): x]"#, #"{"a":"b","7":"x"}"#),
      (
        #"["a": Etc/GMT 2020-01-01 08:00:00, "b": MII+/==, "c": { d = "e f"; }]"#,
        #"{"a":"Etc/GMT 2020-01-01 08:00:00","b":"MII+/==","c":{"d":"e f"}}"#
      ),
      (#"["a": <__NSArrayM 0x60>({ b = c; })]"#, #"{"a":[{"b":"c"}]}"#),
      (#"[["a": "\u{e9}"], ["a": <null>]]"#, "[{\"a\":\"é\"},{\"a\":null}]"),
      ("[:]", "{}"), (#"[Optional(["a": "b"])]"#, #"[{"a":"b"}]"#),
      // A mail broke a line.
      (
        "[\"a\": Optional(2013-08-01 00:00:00\nAmerica/Los_Angeles), \"b\": c]",
        #"{"a":"2013-08-01 00:00:00 America/Los_Angeles","b":"c"}"#
      ),
      ("{\n  a = b\n  c;\n}", #"{"a":"b c"}"#),
    ])
  func apple(text: String, json: String) throws {
    #expect(try Self.read(text) == json)
  }

  @Test(
    "What Python and PHP print",
    arguments: [
      (
        #"{'a': 'it\'s "x"', "b": "it's", 'c': None, 'd': True, 'e': -1.5e3, 'f': ('x',), 'g': {}}"#,
        #"{"a":"it's \"x\"","b":"it's","c":null,"d":true,"e":-1.5e3,"f":["x"],"g":{}}"#
      ),
      (
        #"{'a': '\xe9\u00e9\U0001f600\\n\n', 'b': b'MII', 'c': 'x' 'y'}"#,
        "{\"a\":\"éé😀\\\\n\\u000a\",\"b\":\"MII\",\"c\":\"xy\"}"
      ),
      ("[{'a': nan}, {'a': False}]", #"[{"a":"nan"},{"a":false}]"#),
      (
        #"array('a' => 1, "b" => array(1, 'x\'\n'), 'c' => NULL, 'd' => array(),)"#,
        #"{"a":1,"b":[1,"x'\\n"],"c":null,"d":[]}"#
      ),
      ("array ( 0 => 'a', 1 => 'b', )", #"["a","b"]"#),
      (
        #"['a' => ["x\n", true, 1.50], 'b' => ['1' => 2]]"#,
        #"{"a":["x\u000a",true,1.50],"b":{"1":2}}"#
      ),
      (
        "array('a' => (object) array('b' => 1), 'c' => stdClass::__set_state(array('d' => 2)))",
        #"{"a":{"b":1},"c":{"d":2}}"#
      ),
      (
        "Array\n(\n    [a] => b c (d)\n    [e] => \n    [f] => Array\n        (\n            [0] => 42\n"
          + "        )\n\n    [g:protected] => x\n)\n",
        #"{"a":"b c (d)","e":null,"f":["42"],"g":"x"}"#
      ),
      ("Array ( [a] => [b] => stdClass Object ( [c] => ) )", #"{"a":null,"b":{"c":null}}"#),
      (
        "array(3) {\n  [\"a\"]=>\n  string(5) \"é\"}x\"\n  [\"b\"]=>\n  array(2) {\n    [0]=>\n    int(1)\n"
          + "    [1]=>\n    bool(true)\n  }\n  [\"c\"]=>\n  NULL\n}",
        "{\"a\":\"é\\\"}x\",\"b\":[1,true],\"c\":null}"
      ),
      ("object(stdClass)#1 (1) { [\"a\":protected]=> float(1.5) }", #"{"a":1.5}"#),
    ])
  func python(text: String, json: String) throws {
    #expect(try Self.read(text) == json)
  }

  @Test(
    "YAML",
    arguments: [
      (
        "---\na: b c # d\n\"e\": 'it''s'\nf: \"\\u00e9\\n\"\ng: 42\nh: 1.0\ni: '42'\nj:\nk: ~\n",
        "{\"a\":\"b c\",\"e\":\"it's\",\"f\":\"é\\u000a\",\"g\":42,\"h\":\"1.0\",\"i\":\"42\",\"j\":null,\"k\":null}"
      ),
      (
        "a:\n- b: 1\n  c: 2\n- - x\n  - y\n-\n  d: e\nf:\n  - g\n  -\nh: {}\ni: []\n",
        #"{"a":[{"b":1,"c":2},["x","y"],{"d":"e"}],"f":["g",null],"h":{},"i":[]}"#
      ),
      ("- a\n- b\n", #"["a","b"]"#),
      (
        "--- !ruby/hash:Some::Thing\n:a: !!str 1\nb: |-\n  MII\n  AB==\nc: >\n   x\n   y\n\nd: true\n...\n",
        "{\"a\":1,\"b\":\"MII\\u000aAB==\",\"c\":\"x y\",\"d\":true}"
      ),
      ("a:\n  b:\n    c: d\n  e: f\n\n# g\nh: i\r\n", #"{"a":{"b":{"c":"d"},"e":"f"},"h":"i"}"#),
    ])
  func yaml(text: String, json: String) throws {
    #expect(try Self.read(text, YAMLReader.read) == json)
  }

  @Test(
    "YAML that is not read is a fault",
    arguments: [
      "a: *b\n", "a: {b: c}\n", "a: b: c\n", "a: b\n  c: d\n", "  a: b\nc: d\n", "a\nb\n",
      "a: b\na: c\n",
      "a: \"b\n", "", "a: b\n- c\n",
    ])
  func otherYAML(text: String) {
    #expect(throws: JSONFault.self) { try Self.read(text, YAMLReader.read) }
  }

  @Test(
    "An escape that stands for no character is a fault",
    arguments: [
      #"{ a = "\Ud83d"; }"#, #"{ a = "\Ud83d\U0041"; }"#, #"{ a = "\Ude00"; }"#,
      #"{ a = "\777"; }"#, #"{'a': '\U00110000'}"#, #"{'a': '\ud83d'}"#, #"{'a': '\x4'}"#,
    ])
  func escapes(text: String) {
    #expect(Self.fault(text) == .syntax)
  }

  @Test("A property list in XML")
  func xml() throws {
    let text = """
      <?xml version="1.0"?><!-- x --><plist version="1.0"><dict>
      <key>a&amp;b</key><string>&lt;&#233;&#xe9;</string><key>c</key><integer> 42 </integer>
      <key>d</key><array><true/><false></false><real>1.5</real><data>
        TUlJ
        QQ== </data><date>2025-03-02T09:00:00Z</date><dict/><array/><string/></array></dict></plist>
      """
    #expect(
      try Self.read(text, XMLListReader.read)
        == "{\"a&b\":\"<éé\",\"c\":42,\"d\":[true,false,1.5,\"TUlJQQ==\",\"2025-03-02T09:00:00Z\",{},[],\"\"]}"
    )
    for broken in [
      "<plist><dict><key>a</key></dict></plist>", "<dict><string>a</string></dict>",
      "<plist><x/></plist>",
      "<string>&foo;</string>", "<string>a", "<dict>", "<string>a</string><string>b</string>",
    ] {
      #expect(throws: JSONFault.self) { try Self.read(broken, XMLListReader.read) }
    }
  }

  @Test("Depth is limited, and costs no recursion")
  func depth() throws {
    let limit = JSONReader.maximumDepth
    for (open, middle, close, first) in [
      ("{ a = ", "b", "; }", "{ a = "), ("[", "\"a\"", "]", "[\"a\": "),
      ("{'a': ", "1", "}", "{'a': "),
      ("array(", "1", ")", "array("), ("Array ( [a] => ", "b ", ") ", "Array ( [a] => "),
      ("array(1) { [0]=> ", "int(1)", "}", "array(1) { [0]=> "),
      ("[\"a\": Optional(", "1", ")]", "[\"a\": Optional("),
    ] {
      func nested(_ count: Int) -> String {
        first + String(repeating: open, count: count - 1) + middle
          + String(repeating: close, count: count)
      }
      // Words around a value count like containers.
      let isDouble = open.contains("Optional")
      #expect(throws: Never.self, "\(open)") { try Self.read(nested(isDouble ? limit / 2 : limit)) }
      for count in [isDouble ? limit / 2 + 1 : limit + 1, 100_000] {
        #expect(Self.fault(nested(count)) == .tooDeep, "\(open)")
      }
    }
    let dashes = String(repeating: "- ", count: limit + 1) + "a\n"
    #expect(throws: JSONFault.self) { try Self.read(dashes, YAMLReader.read) }
    #expect(throws: Never.self) { try Self.read(String(dashes.dropFirst(2)), YAMLReader.read) }
    let arrays = String(repeating: "<array>", count: limit + 1)
    #expect(throws: JSONFault.self) { try Self.read(arrays, XMLListReader.read) }
  }

  @Test("The number of values is limited, and names are unique", .slow)
  func values() throws {
    var builder = ValueBuilder()
    try builder.open(.array, at: 0)
    for _ in 1..<JSONReader.maximumValues { try builder.add(.null, at: 0) }
    var more = builder
    #expect(throws: JSONFault.self) { try more.add(.null, at: 0) }
    try builder.close(at: 0)
    #expect(builder.root?.elements?.count == JSONReader.maximumValues - 1)
    for text in [
      "{ a = b; a = c; }", "[\"a\": 1, \"a\": 2]", "{'a': 1, 'a': 1}", "Array ( [a] => [a] => )",
    ] {
      #expect(Self.fault(text) == .duplicateName)
    }
  }

  /// Texts that use everything that the readers know.
  private static let samples = [
    #"{ a = (1, "b\U00e9\351", <30 82>, { c = d; }); e = "<null>"; }"#,
    #"[AnyHashable("a"): Optional(<__NSArrayM 0x1>({ b = "c"; })), "d": [:], "e": x y]"#,
    #"[{'a': '\xe9\u00e9', 'b': (None, b'x', 1.5), 'c': 'x' "y"}]"#,
    #"array('a' => array(1, "\u{e9}"), 'b' => stdClass::__set_state(array('c' => NULL)))"#,
    "Array ( [a] => b [c:protected] => Array ( [0] => 1 ) )",
    "array(2) { [\"a\"]=> string(1) \"b\" [0]=> object(x)#1 (1) { [\"c\"]=> float(1.5) } }",
    "--- !x\na: 'b'\nc:\n- d: |\n    e\n- - \"\\x41\"\n",
    "<plist><dict><key>a</key><data>TUlJ</data><key>b</key><array><true/></array></dict></plist>",
  ]

  @Test("No text makes a reader trap or hang, however it is cut or changed")
  func hostile() {
    #expect(Self.readers.count > 5)
    var numbers = SplitMix64(seed: 7)
    for sample in Self.samples {
      let bytes = Array(sample.utf8)
      var texts =
        bytes.indices.map { Array(bytes[..<$0]) } + bytes.indices.map { Array(bytes[$0...]) }
      for _ in 0..<400 {
        var changed = bytes
        for _ in 0...(numbers.next() % 3) {
          let place = Int(numbers.next() % UInt64(changed.count))
          switch numbers.next() % 3 {
          case 0: changed[place] = UInt8(truncatingIfNeeded: numbers.next())
          case 1: changed.remove(at: place)
          default: changed.insert(bytes[Int(numbers.next() % UInt64(bytes.count))], at: place)
          }
        }
        texts.append(changed)
      }
      for text in texts {
        for (name, read) in Self.readers {
          var cursor = TextCursor(text, text.indices)
          do throws(JSONFault) {
            let value = try read(&cursor)
            // What was read is a value that JSON can write.
            #expect((try? JSONReader.read(Array(value.description.utf8))) == value, "\(name)")
          } catch {
            #expect((0...text.count).contains(error.offset), "\(name)")
          }
        }
        _ = ValueSyntax.beginning(text[...])
      }
    }
  }

  @Test("Reading takes linear time", .timeLimit(.minutes(60)))
  func linear() throws {
    let count = 20_000
    for (text, read) in [
      (String(repeating: "(", count: count), AppleDescription.read),
      ("{ a = " + String(repeating: "x ", count: count) + "}", AppleDescription.read),
      ("{" + String(repeating: " a = ", count: count), AppleDescription.read),
      ("Array ( [a] => " + String(repeating: " [b", count: count) + " )", PrintRReader.read),
      ("a: |\n" + String(repeating: "\n", count: count) + "b: c", YAMLReader.read),
      (String(repeating: "<array/>", count: count), XMLListReader.read),
      ("<string>" + String(repeating: "&amp;", count: count) + "</string>", XMLListReader.read),
    ] as [(String, Reader)] {
      _ = try? Self.read(text, read)
    }
    // A log in which everything begins like a print and nothing is one.
    for piece in ["{ a = ", "[\"a\": ", "{'a': ", "array(", "Array (", "array(1) { ", "{\"a\": "] {
      let log = "x " + String(repeating: piece, count: count)
      #expect(throws: ReceiptError.self) { try ReceiptInput(Array(log.utf8)) }
    }
  }
}
