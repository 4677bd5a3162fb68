import Foundation
import Testing

/// Every wrapping, alone and around every other.
@Suite struct WrappingTests {
  /// A way to wrap a text, and the layers that are reported for it.
  struct Wrapping: Sendable, CustomTestStringConvertible {
    let name: String
    let layers: [String]
    let wrap: @Sendable ([UInt8]) -> [UInt8]
    /// The wrapping works only for text.
    var needsText = true
    var testDescription: String { name }

    init(
      _ name: String, _ layers: [String]? = nil, needsText: Bool = true,
      _ wrap: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) {
      self.name = name
      self.layers = layers ?? [name]
      self.needsText = needsText
      self.wrap = wrap
    }

    init(_ name: String, text wrap: @escaping @Sendable (String) -> String) {
      self.init(name) { Array(wrap(String(decoding: $0, as: UTF8.self)).utf8) }
    }
  }

  static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  static func lines(_ text: String, _ width: Int, _ separator: String) -> String {
    stride(from: 0, to: text.utf8.count, by: width).map { start in
      let from = text.utf8.index(text.startIndex, offsetBy: start)
      return String(text[from...].prefix(width))
    }.joined(separator: separator)
  }

  static func quoted(_ text: String) -> String {
    let escapes: [Unicode.Scalar: String] = [
      "\\": "\\\\", "\"": "\\\"", "/": "\\/", "\r": "\\r", "\n": "\\n", "\t": "\\t",
    ]
    return "\"" + text.unicodeScalars.map { escapes[$0] ?? String($0) }.joined() + "\""
  }

  static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String(Int($0) + 256, radix: 16).dropFirst() }.joined()
  }

  static let encodings: [Wrapping] = [
    Wrapping("base64", needsText: false) { Array(base64($0).utf8) },
    Wrapping("base64, wrapped", ["base64"], needsText: false) {
      Array(lines(base64($0), 76, "\n").utf8)
    },
    Wrapping("base64, CRLF", ["base64"], needsText: false) {
      Array(lines(base64($0), 64, "\r\n").utf8)
    },
    Wrapping("base64, no padding", ["base64"], needsText: false) {
      Array(base64($0).replacing("=", with: "").utf8)
    },
    Wrapping("base64url", needsText: false) {
      Array(
        base64($0).replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "").utf8
      )
    },
    Wrapping("hex", needsText: false) { Array(hex($0).utf8) },
    Wrapping("hex, spaced", ["hex"], needsText: false) {
      Array($0.map { hex([$0]).uppercased() }.joined(separator: " ").utf8)
    },
    Wrapping("hex, as NSData", ["hex"], needsText: false) {
      Array(("<" + lines(hex($0), 8, " ") + ">").utf8)
    },
    Wrapping("hex-dump", needsText: false) { Array(dump($0, style: .xxd).utf8) },
    Wrapping("hex-dump, hexdump -C", ["hex-dump"], needsText: false) {
      Array(dump($0, style: .hexdump).utf8)
    },
    Wrapping("pem", ["pem", "base64"], needsText: false) {
      Array("-----BEGIN PKCS7-----\n\(lines(base64($0), 64, "\n"))\n-----END PKCS7-----\n".utf8)
    },
    Wrapping("data-url", ["data-url", "base64"], needsText: false) {
      Array("data:application/octet-stream;base64,\(base64($0))".utf8)
    },
    Wrapping("property-list", ["property-list", "base64"], needsText: false) {
      Array(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict><key>receipt</key><data>
        \(lines(base64($0), 68, "\n\t"))
        </data></dict></plist>
        """.utf8)
    },
  ]

  static let texts: [Wrapping] = [
    Wrapping("percent-encoding") { text in
      String(
        text.utf8.flatMap { octet -> [Character] in
          let character = Character(Unicode.Scalar(octet))
          return octet < 0x80 && (character.isLetter || character.isNumber)
            ? [character] : ["%"] + hex([octet]).uppercased().map { $0 }
        })
    },
    Wrapping("quotes", text: { "'\($0)'" }),
    Wrapping("json-string", text: { quoted($0 + "\n") }),
    Wrapping("optional, quotes", text: { "Optional(\"\($0)\")" }),
    Wrapping("byte-order-mark") { [0xEF, 0xBB, 0xBF] + $0 },
    Wrapping("utf-16") { bytes in [0xFF, 0xFE] + bytes.flatMap { [$0, 0] } },
    Wrapping("form-body", text: { "receipt-data=\($0)&password=secret" }),
    Wrapping(
      "request-body", text: { "{\"receipt-data\": \(quoted($0)), \"password\": \"secret\"}" }),
    Wrapping("json-escapes", text: { String(quoted($0).dropFirst().dropLast()) }),
    Wrapping(
      "mail-quotes",
      text: { "> " + ($0 + "\n").replacing("\r", with: "").replacing("\n", with: "\n> ") }),
    Wrapping(
      "http-message",
      text: { "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n\($0)" }),
    Wrapping("json", text: { "{\"a\": {\"b\": [1, \(quoted($0))]}}" }),
    Wrapping(
      "text", text: { "2024-02-29 12:00:00 INFO got receipt: \($0) from a customer\nnext\n" }),
    Wrapping("text, as a mail", ["text"]) { Array("Hi,\n\n".utf8) + $0 + Array("\n\nBob\n".utf8) },
  ]

  enum DumpStyle { case xxd, hexdump }

  static func dump(_ bytes: [UInt8], style: DumpStyle) -> String {
    stride(from: 0, to: bytes.count, by: 16).map { start in
      let row = Array(bytes[start..<min(start + 16, bytes.count)])
      let offset = String(start + (1 << 32), radix: 16).dropFirst()
      let text = String(row.map { $0 > 0x20 && $0 < 0x7F ? Character(Unicode.Scalar($0)) : "." })
      switch style {
      case .xxd:
        let pairs = stride(from: 0, to: row.count, by: 2).map {
          hex(Array(row[$0..<min($0 + 2, row.count)]))
        }
        let octets = pairs.joined(separator: " ")
        return "\(offset): \(octets.padding(toLength: 39, withPad: " ", startingAt: 0))  \(text)\n"
      case .hexdump:
        let left = row.prefix(8).map { hex([$0]) }.joined(separator: " ")
        let right = row.dropFirst(8).map { hex([$0]) }.joined(separator: " ")
        let octets = (left + "  " + right).padding(toLength: 48, withPad: " ", startingAt: 0)
        return "\(offset)  \(octets)  |\(text)|\n"
      }
    }.joined()
  }

  private func expect(
    _ bytes: [UInt8], layers: [String]?, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let bench = try Workbench()
    try bench.write("pasted", bytes)
    let result = try await bench.run(["decode", "pasted", "--format", "json"])
      .expect(status: 0, sourceLocation: sourceLocation)
    let json = try result.json()
    let named = json["source"]?["layers"]?.elements?.compactMap(\.string)
    #expect(layers == nil || named == layers, sourceLocation: sourceLocation)
    #expect(named?.isEmpty == false, sourceLocation: sourceLocation)
    #expect(json["source"]?["bytes"]?.number == "5445", sourceLocation: sourceLocation)
    #expect(json["signature"]?["status"]?.string == "apple", sourceLocation: sourceLocation)
  }

  @Test("One wrapping is removed and named", arguments: encodings)
  func encoding(_ wrapping: Wrapping) async throws {
    try await expect(wrapping.wrap(TestReceipts.der()), layers: wrapping.layers)
  }

  @Test("Base64 is decoded up to eight times, and no more")
  func base64Again() async throws {
    var bytes = try TestReceipts.der()
    for times in 1...8 {
      bytes = Array(Self.base64(bytes).utf8)
      try await expect(bytes, layers: Array(repeating: "base64", count: times))
    }
    try await Workbench().run(["decode", "-"], input: Array(Self.base64(bytes).utf8))
      .expect(status: 2).expect(message: "[too-many-layers]")
  }

  @Test("Spaces in place of every + are corrected")
  func spaces() async throws {
    let text = Self.base64(try TestReceipts.der()).replacing("+", with: " ")
    try await expect(Array(text.utf8), layers: ["spaces-for-plus", "base64"])
  }

  @Test("Text around base64 is removed and named", arguments: texts)
  func text(_ wrapping: Wrapping) async throws {
    let layers = wrapping.layers.flatMap { $0.components(separatedBy: ", ") }
    try await expect(
      wrapping.wrap(Array(Self.base64(TestReceipts.der()).utf8)), layers: layers + ["base64"])
  }

  /// Combinations that cannot work: the inner text would end the outer wrapping, or is not text.
  private static func isImpossible(_ inner: String, in outer: String) -> Bool {
    switch outer {
    // The text column of a dump has an ampersand, and its first line would lose its offset.
    case "form-body", "text": inner.hasPrefix("hex-dump")
    // UTF-16 is not text for the other wrappings.
    default: inner == "utf-16"
    }
  }

  private static let possible = encodings.flatMap { encoding in
    texts.filter { !isImpossible(encoding.name, in: $0.name) }.map { (encoding, $0) }
  }

  @Test("Any text around any encoding is removed", arguments: possible)
  func two(_ encoding: Wrapping, _ text: Wrapping) async throws {
    let inner = encoding.wrap(try TestReceipts.der())
    let outer = text.wrap(inner)
    // Hexadecimal has nothing that percent-encoding or JSON would escape.
    var layers = outer == inner ? [] : text.layers.flatMap { $0.components(separatedBy: ", ") }
    layers += encoding.layers
    if encoding.name == "data-url" {
      // The text before its comma is merged with the surrounding text, and neither has escapes.
      if text.layers == ["text"] { layers = ["text", "base64"] }
      if text.name == "json-escapes" { layers = ["data-url", "json-escapes", "base64"] }
    }
    try await expect(outer, layers: layers)
  }

  private static let possibleTexts = texts.flatMap { inner in
    texts.filter { $0.name == inner.name || inner.name != "byte-order-mark" }.map { (inner, $0) }
  }.filter { inner, _ in inner.name != "utf-16" }

  @Test("Any text around any other, with base64 in it, is removed", arguments: possibleTexts)
  func textInText(_ inner: Wrapping, _ outer: Wrapping) async throws {
    let first = inner.wrap(Array(Self.base64(try TestReceipts.der()).utf8))
    let second = outer.wrap(first)
    // Wrappings inside other text count as part of that text. If two can be removed in either order, one goes
    // first.
    let isExact =
      Self.nested.contains(inner.name)
      && (Self.nested + ["byte-order-mark", "utf-16"]).contains(outer.name)
    let layers = (second == first ? [] : outer.layers) + inner.layers + ["base64"]
    try await expect(
      second, layers: isExact ? layers.flatMap { $0.components(separatedBy: ", ") } : nil)
  }

  /// Wrappings that cannot be confused with another.
  private static let nested = [
    "percent-encoding", "json-string", "form-body", "request-body", "json", "http-message",
  ]

  @Test("Any encoding of any other is removed", arguments: encodings, encodings)
  func encodingOfEncoding(_ inner: Wrapping, _ outer: Wrapping) async throws {
    let text = outer.wrap(inner.wrap(try TestReceipts.der()))
    // Without `-` and `_`, base64url cannot be told from base64.
    let isURLSafe = text.contains { "-_".utf8.contains($0) }
    let layers = outer.name == "base64url" && !isURLSafe ? ["base64"] : outer.layers
    try await expect(text, layers: layers + inner.layers)
  }

  @Test("Several receipts in one input are all shown, each with its place")
  func several() async throws {
    let bench = try Workbench()
    let text = Self.base64(try TestReceipts.der())
    try bench.write("array.json", Array("[\"\(text)\", {\"receipt-data\": \"\(text)\"}]".utf8))
    try bench.write("log.txt", Array("one \(text) and\ntwo\nthree \(text)\n".utf8))
    try bench.write("lines.json", Array("{\"r\": \"\(text)\"}\n{\"r\": \"\(text)\"}\n".utf8))
    for (name, parts) in [
      ("array.json", ["[0]", "[1].receipt-data"]), ("log.txt", ["line 1", "line 3"]),
      ("lines.json", ["[0].r", "[1].r"]),
    ] {
      let json = try await bench.run(["decode", name, "--format", "json"]).expect(status: 0).json()
      #expect(json.elements?.compactMap { $0["source"]?["part"]?.string } == parts)
      #expect(
        json.elements?.compactMap { $0["signature"]?["status"]?.string } == ["apple", "apple"])
      let shown = try await bench.run(["decode", name]).expect(status: 0)
      #expect(shown.text.contains("\(name), \(parts[1]): App Store receipt"))
      try await bench.run(["check", name]).expect(status: 0)
    }
    // A line of --lines must be a single receipt.
    let lines = try await bench.run(["check", "--lines", "array.json"]).expect(status: 2)
    #expect(lines.text.contains("several-receipts"))
  }

  @Test("A masked receipt is one of several, and what Docker keeps of a log is read as a whole")
  func maskedAndKept() async throws {
    let bench = try Workbench()
    let receipt = Self.base64(try TestReceipts.der())
    try bench.write("several.json", #"[{"r": "\#(receipt)"}, {"r": "MIIVQQYJKoZI***"}]"#.utf8)
    try await bench.run(["check", "several.json"]).expect(status: 2).expect(output: "2 receipts")
    let lines =
      ["{", "  \"status\": 0,", "  \"receipt\": {\"bundle_id\": \"a.b\"},"]
      + ["  \"latest_receipt\": \"\(receipt)\"", "}"]
    let log = lines.map { line in
      let text = line.replacing("\"", with: "\\\"")
      return #"{"log": "\#(text)\n", "stream": "stdout", "time": "2026-11-20T10:11:12Z"}"#
    }
    let json = try await bench.run(
      ["decode", "-", "--format", "json"], input: Array(log.joined(separator: "\n").utf8)
    ).json()
    #expect(json["receipt"]?["bundle_id"]?.string == "a.b", "\(json)")
    #expect(json["nested"]?.elements?.count == 1)
  }

  @Test(
    "A receipt in lines that a service logged as objects is read, however many others there are",
    arguments: [
      (#""log":"","stream":"stdout""#, true), (#""MESSAGE":"","__REALTIME_TIMESTAMP":"1""#, false),
      (#""message":"","timestamp":"2026-11-20T10:11:12Z""#, false),
      (#""msg":"","time":1763633472,"level":30"#, false),
      (#""textPayload":"","timestamp":"2026-11-20T10:11:12Z""#, false),
    ])
  func logged(members: String, hasEnd: Bool) async throws {
    let bench = try Workbench()
    let receipt = Self.lines(Self.base64(try TestReceipts.der()), 76, "\n")
    let others = (0..<1500).map { "request \($0) was answered" }
    func log(_ lines: [String]) -> [UInt8] {
      let objects = lines.map { line in
        let text = "\"\(line)\(hasEnd ? "\\n" : "")\""
        return "{\(members.replacing(":\"\",", with: ":\(text),", maxReplacements: 1))}"
      }
      return Array(objects.joined(separator: "\n").utf8)
    }
    let lines = others + receipt.split(separator: "\n").map(String.init) + others
    try await bench.run(["check", "-"], input: log(lines)).expect(status: 0)
    // A line that is missing is told.
    let short = lines[..<1510] + lines[1511...]
    let result = try await bench.run(["check", "-"], input: log(Array(short))).expect(status: 2)
    #expect((result.text + result.messageText).contains("incomplete") || result.text.isEmpty)
  }

  @Test("A signed text beside what an object is read as is read too")
  func beside() async throws {
    let bench = try Workbench()
    let receipt = Self.base64(try TestReceipts.der())
    let other = Self.base64(try TestReceipts.fixture("refunded.receipt"))
    let response =
      #""status":0,"environment":"Sandbox","receipt":{"bundle_id":"a","in_app":[]}"#
    let history =
      #""signedTransactions":[],"bundleId":"a","environment":"Sandbox","hasMore":false,"revision":"1""#
    for (object, parts) in [
      (#""receipt-data":"\#(receipt)","other":"\#(other)""#, ["receipt-data", "other"]),
      (#""signedPayload":"\#(receipt)","other":["\#(other)"]"#, ["signedPayload", "other[0]"]),
      (#"\#(response),"data":{"other":"\#(other)"}"#, [nil, "data.other"]),
      (#"\#(response),"latest_receipt":["\#(other)"]"#, [nil, "latest_receipt[0]"]),
      (#"\#(history),"latest_receipt":"\#(other)""#, [nil, "latest_receipt"]),
    ] as [(String, [String?])] {
      try bench.write("pasted", "{\(object)}".utf8)
      let json = try await bench.run(["decode", "pasted", "--format", "json"]).json()
      #expect(json.elements?.map { $0["source"]?["part"]?.string } == parts, "\(object)")
      let checked = try await bench.run(["check", "pasted"])
      #expect(checked.text.contains("untrusted-chain"), "\(checked)")
      // Which of them a row is about, its own field must say.
      let lines = try await bench.run(["check", "--lines", "pasted"]).expect(status: 2)
      #expect(lines.text.contains("several-receipts"), "\(lines)")
    }
    // What is read with the response is no text beside it.
    try bench.write("pasted", #"{\#(response),"latest_receipt":"\#(receipt)"}"#.utf8)
    let json = try await bench.run(["decode", "pasted", "--format", "json"]).json()
    #expect(json["nested"]?.elements?.count == 1)
  }
}
