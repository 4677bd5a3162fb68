import Foundation
import ReceiptCore
import ReceiptMaking
import TestSupport
import Testing

/// Receipts in text that people paste: escaped, broken into lines, truncated, several at once, in logs, mail
/// and messages of other programs.
@Suite struct PastedTextTests {
  private static func base64() throws -> String {
    String(decoding: try TestReceipts.base64().filter { $0 > 0x20 }, as: UTF8.self)
  }

  /// Another receipt, whose length needs as much padding as requested.
  private static func receipt(padding: Int) throws -> [UInt8] {
    for length in 0..<9 {
      let name = "com.example." + String(repeating: "a", count: length + 1)
      let fields = TestReceipts.fields(bundle: name)
      let bytes = DER.receipt(fields)
      if (3 - bytes.count % 3) % 3 == padding { return bytes }
    }
    throw CancellationError()
  }

  private static func folded(_ text: String, _ width: Int, _ separator: String = "\n") -> String {
    let octets = Array(text.utf8)
    return stride(from: 0, to: octets.count, by: width).map {
      String(decoding: octets[$0..<min($0 + width, octets.count)], as: UTF8.self)
    }.joined(separator: separator)
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String(Int($0) + 256, radix: 16).dropFirst() }.joined()
  }

  private func expect(
    _ text: String, layers: [String], signature: String? = "apple",
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let bench = try Workbench()
    let json = try await bench.run(
      ["decode", "-", "--format", "json"], input: Array(text.utf8)
    ).expect(status: 0, sourceLocation: sourceLocation).json()
    #expect(
      json["source"]?["layers"]?.elements?.compactMap(\.string) == layers,
      sourceLocation: sourceLocation)
    if let signature {
      #expect(
        json["signature"]?["status"]?.string == signature, sourceLocation: sourceLocation)
    }
  }

  // MARK: Escapes

  @Test("JSON escapes without quotation marks are removed, alone and in a log")
  func escapes() async throws {
    let text = try Self.base64()
    let slashes = text.replacing("/", with: "\\/")
    try await expect(slashes, layers: ["json-escapes", "base64"])
    try await expect(
      Self.folded(text, 76, "\\r\\n") + "\\n", layers: ["json-escapes", "base64"])
    try await expect(
      "INFO {\"receipt-data\":\"\(slashes)\"} sent", layers: ["text", "request-body", "base64"])
    try await expect(
      "INFO {\"receipt-data\":\"\(slashes)\"", layers: ["text", "json-escapes", "base64"])
    try await expect(
      "{\\\"receipt-data\\\":\\\"\(text)\\\"}", layers: ["json-escapes", "request-body", "base64"])
  }

  @Test("Truncated text is reported as truncated in any wrapping")
  func cutEscapes() async throws {
    let bench = try Workbench()
    let text = Self.folded(try Self.base64(), 76, "\\r\\n")
    let slashes = try Self.base64().replacing("/", with: "\\/")
    for pasted in [
      String(text.prefix(4000)), String(text.prefix(77)), String(slashes.prefix(4001)),
    ] {
      let result = try await bench.run(["decode", "-"], input: Array(pasted.utf8)).expect(status: 2)
        .expect(message: " of 5445 bytes), and nothing can be verified")
      #expect(!result.messageText.contains("too-many-layers"))
    }
  }

  @Test("An ellipsis means that text is missing", arguments: ["...", "…"])
  func ellipsis(sign: String) async throws {
    let bench = try Workbench()
    let text = try Self.base64().prefix(4000) + sign
    for pasted in [text, "INFO got \(text) from somewhere\n"] {
      try await bench.run(["decode", "-"], input: Array(pasted.utf8)).expect(status: 2)
        .expect(message: "ends in an ellipsis").expect(
          message: "about half of it arrived (3000 of 5445 bytes)")
    }
  }

  @Test("Of a text whose middle was left out, both parts are counted", arguments: ["...", "…"])
  func middle(mark: String) async throws {
    let text = WrappingTests.base64(try TestReceipts.der())
    let short = text.prefix(4000) + mark + text.dropFirst(4400)
    try await Workbench().run(["check", "-"], input: Array(short.utf8)).expect(status: 2)
      .expect(output: "about nine tenths of it arrived (5145 of 5445 bytes)")
      .expect(output: "its middle was left out")
  }

  @Test("A full stop ends a sentence, and is not part of a receipt")
  func fullStop() async throws {
    try await expect(try Self.base64() + ".", layers: ["text", "base64"])
    let jws = String(decoding: try TestReceipts.fixture("transaction.jws"), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    try await expect("It is \(jws).", layers: ["text"], signature: nil)
  }

  @Test("A character that base64 does not have is reported with its place")
  func foreignCharacter() async throws {
    let bench = try Workbench()
    let text = try Self.base64()
    try await bench.run(
      ["decode", "-"], input: Array((text.prefix(1000) + "%zz" + text.dropFirst(1000)).utf8)
    ).expect(status: 2).expect(
      message: "this character does not occur in base64, at byte 1000 [invalid-base64]")
  }

  // MARK: Several

  @Test("Receipts in separate lines are all shown, padded or not", arguments: [0, 1, 2])
  func lineEach(padding: Int) async throws {
    let bench = try Workbench()
    let bytes = try Self.receipt(padding: padding)
    let padded = Data(bytes).base64EncodedString()
    for text in Set([padded, padded.replacing("=", with: "")]) {
      for width in [64, 76, text.utf8.count] {
        for gap in ["\n", "\n\n", "\r\n\n"] {
          for count in 2...3 {
            let folded = Self.folded(text, width)
            try bench.write(
              "pasted", Array(repeating: folded, count: count).joined(separator: gap).utf8)
            let json = try await bench.run(["decode", "pasted", "--format", "json"])
              .expect(status: 0).json()
            #expect(
              json.elements?.compactMap { $0["source"]?["bytes"]?.number }
                == Array(repeating: String(bytes.count), count: count),
              "\(width), \(gap.utf8.count), \(count)")
          }
        }
        // A single receipt stays one.
        try bench.write("one", Self.folded(text, width).utf8)
        let one = try await bench.run(["decode", "one", "--format", "json"]).expect(status: 0)
          .json()
        #expect(one["source"]?["layers"]?.elements?.compactMap(\.string) == ["base64"])
      }
    }
  }

  @Test("Two genuine receipts pass, each with its place")
  func twoPass() async throws {
    let bench = try Workbench()
    let text = try Self.base64()
    try bench.write("pasted", Array("\(text)\n\(text)\n".utf8))
    let result = try await bench.run(["check", "pasted", "--format", "ndjson"]).expect(status: 0)
    let parts = try result.lines.map { try JSON(Array($0.utf8))["source"]?["part"]?.string }
    #expect(parts == ["line 1", "line 2"])
  }

  @Test("Bytes after a receipt are not a second one")
  func trailing() async throws {
    let bench = try Workbench()
    let bytes = try TestReceipts.der() + Array(repeating: 0x41, count: 57)
    for width in [60, 76, 7260] {
      try bench.write("pasted", Self.folded(Data(bytes).base64EncodedString(), width).utf8)
      let result = try await bench.run(["check", "pasted", "--format", "json"]).expect(status: 1)
      #expect(try result.json()["source"]?["layers"]?.elements?.compactMap(\.string) == ["base64"])
      #expect(result.text.contains("trailing-data"))
    }
  }

  @Test("The first 1,000 receipts are shown, and an error says that there are more")
  func thousand() async throws {
    let bench = try Workbench()
    let line = "INFO got " + (try Self.base64()) + "\n"
    for (count, status) in [(1000, Int32(0)), (1001, 2)] {
      try bench.write("log", String(repeating: line, count: count).utf8)
      let result = try await bench.run(["decode", "log", "--format", "ndjson"]).expect(
        status: status)
      let shown = result.lines.count { $0.contains("\"com.yomob.IAPtest\"") }
      #expect(shown == 1000)
      if status == 2 {
        result.expect(message: "there are more than 1000 receipts in it; the others are not shown")
      }
    }
  }

  // MARK: JSON

  @Test("Receipts in the strings of other JSON are found")
  func jsonInJSON() async throws {
    let text = try Self.base64()
    try await expect(
      "{\"level\":\"info\",\"message\":\"receipt=\(text) ok\"}",
      layers: ["json", "form-body", "text", "base64"])
    try await expect(
      "{\"level\":\"info\",\"note\":\"\(String(repeating: "no receipt ", count: 20))\","
        + "\"message\":\"got \(text)\"}", layers: ["json", "text", "base64"])
    try await expect(
      "{\"body\":\"{\\\"receipt-data\\\":\\\"\(text)\\\"}\"}",
      layers: ["json", "request-body", "base64"])
    let jws = String(decoding: try TestReceipts.fixture("notification.jws"), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    try await expect(
      "{\"body\":\"{\\\"signedPayload\\\":\\\"\(jws)\\\"}\"}",
      layers: ["json", "notification-body"], signature: nil)
  }

  @Test("A response from Apple is found in a log, in other JSON, and with its status as a string")
  func answers() async throws {
    let bench = try Workbench()
    for (text, layers) in [
      ("INFO answer: {\"status\":21007}", ["text"]),
      ("INFO answer: {\"status\" : 21007} in 30 ms\nINFO bye\n", ["text"]),
      ("{\"body\":\"{\\\"status\\\":21007}\"}", ["json"]), ("{\"status\":\"21007\"}", []),
      ("HTTP/1.1 200 OK\r\nServer: x\r\n\r\n{\"status\":21007}", ["http-message"]),
    ] {
      let json = try await bench.run(
        ["decode", "-", "--format", "json"], input: Array(text.utf8)
      ).expect(status: 0).json()
      #expect(json["source"]?["form"]?.string == "verify-receipt", "\(text)")
      #expect(json["source"]?["layers"]?.elements?.compactMap(\.string) == layers, "\(text)")
    }
  }

  // MARK: Other text

  @Test("Lines of base64 in a mail, a log or a quotation are joined")
  func lines() async throws {
    let text = try Self.base64()
    for width in [60, 64, 76] {
      let lines = Self.folded(text, width)
      try await expect("Hi\n\(lines)\nBob", layers: ["text", "base64"])
      try await expect("It is:    \(lines)\n\nBob\n", layers: ["text", "base64"])
      try await expect(
        "Hi\n" + lines.replacing("\n", with: "\r\n    ") + "\r\nBob", layers: ["text", "base64"])
      let quoted = "> " + lines.replacing("\n", with: "\n> ")
      try await expect(quoted, layers: ["mail-quotes", "base64"])
      try await expect("Hi\n\(quoted)\nBob", layers: ["mail-quotes", "text", "base64"])
      try await expect(
        "> > " + lines.replacing("\n", with: "\n> > "), layers: ["mail-quotes", "base64"])
    }
  }

  @Test("A receipt in full lines of 76 characters takes nothing of the following text")
  func fullLastLine() async throws {
    // 57 bytes are 76 characters.
    let bytes = try TestReceipts.der()
    let width = Data(bytes).base64EncodedString().utf8.count / 30
    #expect(width * 30 == 7260)
    let lines = Self.folded(try Self.base64(), width)
    try await expect("Hi\n\(lines)\nBob\n", layers: ["text", "base64"])
  }

  @Test("PEM, hexadecimal, dumps and property lists are found in other text")
  func blocks() async throws {
    let bytes = try TestReceipts.der()
    let text = try Self.base64()
    let hex = Self.hex(bytes)
    let blocks: [(String, [String])] = [
      ("-----BEGIN PKCS7-----\n\(Self.folded(text, 64))\n-----END PKCS7-----", ["pem", "base64"]),
      (hex, ["hex"]), (Self.folded(hex, 60), ["hex"]),
      (Self.folded(hex.uppercased(), 2, " "), ["hex"]),
      ("<\(Self.folded(hex, 8, " "))>", ["hex"]), ("0x\(hex)", ["hex"]),
      ("{length = 5445, bytes = 0x\(Self.folded(hex, 8, " "))}", ["hex"]),
      (WrappingTests.dump(bytes, style: .xxd), ["hex-dump"]),
      (WrappingTests.dump(bytes, style: .hexdump), ["hex-dump"]),
      (
        "<plist version=\"1.0\"><dict><key>r</key><data>\n\(Self.folded(text, 68, "\n\t"))\n</data>"
          + "</dict></plist>", ["property-list", "base64"]
      ),
      ("<data>\n\(Self.folded(text, 68))\n</data>", ["property-list", "base64"]),
    ]
    for (block, layers) in blocks {
      try await expect(block, layers: layers)
      try await expect("Hi,\n\n\(block)\nadded by Bob\n", layers: ["text"] + layers)
    }
  }

  @Test("Dumps of 16-bit words are read in the right byte order", arguments: [5445, 5446])
  func words(count: Int) async throws {
    // A word with a single byte is printed with an added zero, and the last offset shows it.
    var bytes = try TestReceipts.der()
    if count > bytes.count { bytes.append(0x41) }
    let rows = stride(from: 0, to: bytes.count, by: 16).map { start in
      let row = Array(bytes[start..<min(start + 16, bytes.count)])
      let words = stride(from: 0, to: row.count, by: 2).map {
        Self.hex([$0 + 1 < row.count ? row[$0 + 1] : 0, row[$0]])
      }
      return (start, words.joined(separator: " "))
    }
    for radix in [16, 8] {
      func offset(_ number: Int) -> String {
        String(
          String(number + (radix == 16 ? 0x1000_0000 : 0o10_000_000), radix: radix).dropFirst())
      }
      let text =
        rows.map { "\(offset($0.0)) \($0.1)\n" }.joined() + offset(bytes.count) + "\n"
      let bench = try Workbench()
      let json = try await bench.run(
        ["decode", "-", "--format", "json"], input: Array(text.utf8)
      ).expect(status: 0).json()
      #expect(json["source"]?["layers"]?.elements?.compactMap(\.string) == ["hex-dump"])
      #expect(json["source"]?["bytes"]?.number == String(count))
    }
  }

  @Test("Base64 of base64 of base64 is found in a log")
  func base64Again() async throws {
    var text = try Self.base64()
    for times in 2...3 {
      text = Data(text.utf8).base64EncodedString()
      try await expect(
        "INFO \(text) end", layers: ["text"] + Array(repeating: "base64", count: times))
    }
  }

  @Test("A JWS in several lines is joined, alone and in a mail; two of them stay two")
  func jwsInLines() async throws {
    let bench = try Workbench()
    let jws = String(decoding: try TestReceipts.fixture("transaction.jws"), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let lines = Self.folded(jws, 76)
    try await expect(lines, layers: ["mail-lines"], signature: nil)
    try await expect("Hi\n\(lines)\n\nBob", layers: ["text", "mail-lines"], signature: nil)
    // Its last line is short, and something stands behind it.
    for (start, end) in [("Here: \"", "\" ok?"), ("Here:\n", ")")] {
      try await expect(start + lines + end, layers: ["text", "mail-lines"], signature: nil)
    }
    let two = try await bench.run(
      ["decode", "-", "--format", "ndjson"], input: Array("\(jws)\n\(jws)\n".utf8)
    ).expect(status: 0)
    #expect(two.lines.count == 2)
  }

  @Test(
    "An answer in the lines of a log is read whole, though a receipt stands in it",
    arguments: [
      "web_1  | 2024-01-02T10:00:00Z INFO [req-8f3a] ", "10:00:00 0x7f8a000% ", "app[17]: ",
    ])
  func answerInLog(prefix: String) async throws {
    let text = String(
      decoding: try TestReceipts.fixture("sandbox-subscription.verify-receipt.json"), as: UTF8.self)
    let lines = text.split(separator: "\n").enumerated().map { index, line in
      // The number of a thread, in hexadecimal.
      prefix.replacing("%", with: String(index % 16, radix: 16)) + line
    }
    let json = try await Workbench().run(
      ["decode", "-", "--format", "json"], input: Array(lines.joined(separator: "\n").utf8)
    ).expect(status: 0).json()
    #expect(json["source"]?["form"]?.string == "verify-receipt")
    #expect(json["answer"]?["latest_receipt_info"]?.elements?.isEmpty == false)
  }

  @Test("Status 0 beside a receipt that was sent makes no answer of Apple's")
  func statusOfOthers() async throws {
    let receipt = WrappingTests.base64(try TestReceipts.der())
    for text in [
      #"{"receipt":"\#(receipt)","status":0}"#,
      #"{"status":0,"message":"ok","data":"\#(receipt)"}"#,
    ] {
      try await Workbench().run(["check", "-"], input: Array(text.utf8)).expect(status: 0)
    }
    try await Workbench().run(
      ["decode", "-"], input: Array(#"{"status":0,"message":"ok"}"#.utf8)
    ).expect(status: 2).expect(message: "[not-a-receipt]")
  }

  @Test("A JWS with blanks where its lines ended is joined", arguments: [" ", "\t", "  "])
  func blanks(blank: String) async throws {
    let text = String(decoding: try TestReceipts.fixture("transaction.jws"), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let bench = try Workbench()
    let joined = WrappingTests.lines(text, 60, blank)
    try bench.write("roots.pem", TestReceipts.fixture("roots.pem"))
    let check = ["check", "-", "--trust-root", "roots.pem"]
    try await bench.run(check, input: Array(joined.utf8)).expect(status: 0)
    // Words behind it are no part of its signature.
    try await bench.run(check, input: Array((joined + " and so on").utf8)).expect(status: 2)
  }

  @Test(
    "Constants of a program, cells of a table and elements of a list are joined",
    arguments: [40, 50, 60, 64, 76, 100],
    [
      ("\"", "\" +\n\"", "\""), ("const r = \"", "\" +\n  \"", "\";"),
      ("static const char *r =\n  \"", "\"\n  \"", "\";"), ("r = (\n    '", "'\n    '", "'\n)"),
      ("NSString *r = @\"", "\"\n@\"", "\";"), ("| ", " |\n| ", " |"),
      ("[\n  \"", "\",\n  \"", "\"\n]"),
    ])
  func pieces(width: Int, marks: (String, String, String)) async throws {
    let (start, between, end) = marks
    let bench = try Workbench()
    let receipt = WrappingTests.base64(try TestReceipts.der())
    let jws = try TestReceipts.fixture("transaction.jws")
    let roots = Fixture.root.appending(path: "Fixtures/roots.pem").path
    for whole in [receipt, String(decoding: jws, as: UTF8.self).filter { !$0.isWhitespace }] {
      let text = start + WrappingTests.lines(whole, width, between) + end
      try await bench.run(["check", "-", "--trust-root", roots], input: Array(text.utf8))
        .expect(status: 0)
    }
  }

  @Test("A list of receipts is no receipt in pieces")
  func receipts() async throws {
    let text = WrappingTests.base64(try TestReceipts.der())
    let list = "[\(Array(repeating: "\"\(text)\"", count: 3).joined(separator: ","))]"
    let said = try await Workbench().run(["check", "-"], input: Array(list.utf8)).expect(status: 0)
    #expect(said.text.contains("all 3 receipts passed"))
  }

  @Test(
    "Parts of other receipts beside one are told, and change nothing",
    arguments: [
      ("a: @\nb: eyJhbGciOi...\n", "a part of another receipt"),
      ("INFO @\nINFO receipt MIIVQQYJKoZIhvcNAQcC…\n", "a part of another receipt"),
      ("INFO @\nreceipt=MIIVQQ…\njws=eyJhbGciOi...\n", "parts of 2 other receipts"),
      (#"{"a": "@", "b": "MIIVQQ...", "c": ["eyJhbG…"]}"#, "parts of 2 other receipts"),
      (#"{"a": "@", "b": {"c": PAYLOAD}}"#, "stands a payload without a signature"),
      (#"{"a": "@", "b": PAYLOAD, "c": [PAYLOAD]}"#, "stand 2 payloads without a signature"),
      (#"{"a": "@", "b": "MIIVQQ...", "c": PAYLOAD}"#, "; there stands a payload without"),
      (
        #"{"x": {"transactionId": "1", "bundleId": "a", "productId": "b", "purchaseDate": 1, "#
          + #""signedDate": 2, "jws": "@", "other": PAYLOAD}}"#, "stands a payload without"
      ),
      (#"[{"jws": "@"}, {"productId": "b", "transactionId": "7"}]"#, "stands a payload without"),
      (#"[{"jws": "@"}, {"productId": "b", "purchaseToken": "abc", "orderId": "GPA.1"}]"#, nil),
      ("INFO @\nMII…\nMIIVQQ\neyJhbGciOi\nabcdef...\n…\n", nil),
    ])
  func parts(text: String, told: String?) async throws {
    let payload =
      #"{"transactionId":"1","bundleId":"a","productId":"b","purchaseDate":1,"signedDate":2}"#
    let text = text.replacing("@", with: WrappingTests.base64(try TestReceipts.der()))
      .replacing("PAYLOAD", with: payload)
    let bench = try Workbench()
    for command in ["check", "diagnose", "decode"] {
      let said = try await bench.run([command, "-"], input: Array(text.utf8))
      let words = said.text + said.messageText
      #expect(words.contains("[part-beside]") == (told != nil), "\(command) \(words)")
      if let told { #expect(words.contains(told), "\(command)") }
      if command == "check" { said.expect(status: 0) }
    }
  }

  @Test("Of an answer whose beginning is missing, the receipt is read, and the rest is told")
  func withoutBeginning() async throws {
    let answer = String(
      decoding: try TestReceipts.fixture("sandbox-subscription.verify-receipt.json"), as: UTF8.self)
    let receipt = WrappingTests.base64(try TestReceipts.der())
    let rest =
      "\": 0,\n" + answer.dropFirst(200).trimmingCharacters(in: .whitespacesAndNewlines).dropLast()
      + ",\n\"latest_receipt\": \"\(receipt)\"\n}"
    let said = try await Workbench().run(["check", "-"], input: Array(rest.utf8)).expect(status: 0)
    #expect(said.messageText.contains("[broken-text]"), "\(said.messageText)")
  }

  @Test("An ellipsis in JSON is a part that was left out, not a missing end")
  func ellipsis() async throws {
    let answer = String(
      decoding: try TestReceipts.fixture("sandbox-subscription.verify-receipt.json"), as: UTF8.self)
    for mark in ["\n...\n", "…"] {
      let place = try #require(answer.firstRange(of: "\"original_purchase_date\":"))
      let text = answer[..<place.upperBound] + mark + answer.suffix(500)
      let said = try await Workbench().run(["check", "-"], input: Array(text.utf8))
      #expect(said.expect(status: 2).text.contains("a part was left out"), "\(said.text)")
      let card = try await Workbench().run(["diagnose", "-"], input: Array(text.utf8)).text
      #expect(!card.contains("in_app is normal"), "\(card)")
    }
  }

  @Test("An iOS 6 transaction is found in a log, and its content is not found again")
  func transaction() async throws {
    let list = String(decoding: try TestReceipts.fixture("ios6.plist"), as: UTF8.self)
    let bench = try Workbench()
    for text in ["receipt: \(list)", "a\nreceipt: \(list)\nb {}\n"] {
      let json = try await bench.run(
        ["decode", "-", "--format", "json"], input: Array(text.utf8)
      ).expect(status: 0).json()
      #expect(json["source"]?["layers"]?.elements?.compactMap(\.string) == ["text"])
      #expect(
        json["source"]?["bytes"]?.number == String(list.utf8.count - (list.hasSuffix("\n") ? 1 : 0))
      )
    }
  }

  // MARK: Cut

  @Test("The first error says how much of hexadecimal or a property list is missing")
  func cut() async throws {
    let bench = try Workbench()
    let hex = Self.hex(try TestReceipts.der())
    let list = "<?xml version=\"1.0\"?><plist><dict><data>\n"
    for (text, missing) in [
      (String(hex.prefix(4001)), 3445), ("Hi\n\(hex.prefix(4001))", 3445),
      ("\(list)\(try Self.base64().prefix(4000))", 2445),
      ("\(list)\(try Self.base64().prefix(4001))", 2445),
    ] {
      let result = try await bench.run(["decode", "-"], input: Array(text.utf8)).expect(status: 2)
        .expect(message: "breaks off")
      let first = result.messageText.prefix { $0 != "\n" }
      #expect(first.contains("(\(5445 - missing) of 5445 bytes)"), "\(result)")
    }
    let result = try await bench.run(
      ["decode", "-"], input: Array(try Self.base64().prefix(4001).utf8)
    ).expect(status: 2)
    #expect(
      result.messageText.prefix { $0 != "\n" }.contains("(3000 of 5445 bytes)"), "\(result)")
  }

  // MARK: Certificates

  @Test("Certificate requests, PKCS#7 certificates and printed certificates are recognized")
  func certificates() async throws {
    let bench = try Workbench()
    try await bench.shell(
      """
      openssl req -x509 -newkey rsa:2048 -nodes -keyout key -subj /CN=x -out a.pem 2>/dev/null
      openssl req -new -key key -subj /CN=x -outform DER -out a.csr
      openssl crl2pkcs7 -nocrl -certfile a.pem -outform DER -out a.p7b
      openssl x509 -in a.pem -text -out a.txt
      """
    ).expect(status: 0)
    for (name, words) in [
      ("a.csr", "a request for a certificate"), ("a.p7b", "certificates in PKCS#7"),
      ("a.txt", "this is a certificate"),
    ] {
      try await bench.run(["decode", name]).expect(status: 2).expect(message: words)
        .expect(message: "[certificate]")
    }
  }

  // MARK: Memory

  /// A quarter of the largest input, and less than half of the memory allowed for it. The benchmarks test the
  /// full size, and the time.
  @Test(
    "Input that is not a receipt is refused with little memory, in every format",
    .enabled(if: Python.isThere, Python.absence),
    arguments: [
      "yes ab | head -c 4194304",
      #"awk 'BEGIN { printf "{"; for (i = 0; i < 380000; i++) printf "\"%d\":1,", i; print "\"\":1}" }'"#,
      #"yes 'INFO {"status":1}' | head -c 4194304"#,
    ])
  func memory(script: String) async throws {
    let bench = try Workbench()
    try await bench.shell("\(script) > junk").expect(status: 0)
    // Only the parent of a process knows its peak of memory.
    let measured = try await bench.execute(
      Python.program("python"),
      [
        "-c",
        "import resource, subprocess, sys; p = subprocess.run(sys.argv[1:], capture_output=True); "
          + "print(p.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, len(p.stderr))",
        try Workbench.binary(), "decode", "junk",
      ]
    ).expect(status: 0)
    let numbers = measured.text.split(separator: " ").compactMap {
      Int($0.trimmingCharacters(in: .whitespacesAndNewlines))
    }
    try #require(numbers.count == 3)
    #expect(numbers[0] == 2)
    #expect(numbers[1] < 64 << 10, "\(script): \(numbers[1]) KiB")
  }
}
