import Foundation
import ReceiptCore
import Testing

/// Bytes as programs print them, and prints with parts left out.
@Suite struct PrintedBytesTests {
  private static func numbers(_ separator: String, isSigned: Bool = false) throws -> String {
    try TestReceipts.der().map { isSigned ? String(Int8(bitPattern: $0)) : String($0) }
      .joined(separator: separator)
  }

  /// Python's `repr` of bytes.
  private static func python(_ bytes: [UInt8]) -> String {
    "b'"
      + bytes.map { octet in
        switch octet {
        case 0x0A: "\\n"
        case 0x0D: "\\r"
        case 0x09: "\\t"
        case 0x27, 0x5C: "\\" + String(Unicode.Scalar(octet))
        case 0x20..<0x7F: String(Unicode.Scalar(octet))
        default: "\\x" + WrappingTests.hex([octet])
        }
      }.joined() + "'"
  }

  /// Ruby's `inspect` of bytes. Those of a text have other escapes for control characters.
  private static func ruby(_ bytes: [UInt8], isText: Bool) -> String {
    "\""
      + bytes.map { octet in
        switch octet {
        case 0x0A: "\\n"
        case 0x0D: "\\r"
        case 0x1B: "\\e"
        case 0x22, 0x23, 0x5C: "\\" + String(Unicode.Scalar(octet))
        case 0x20..<0x7F: String(Unicode.Scalar(octet))
        case 0x00..<0x20 where isText: "\\u00" + WrappingTests.hex([octet])
        default: "\\x" + WrappingTests.hex([octet]).uppercased()
        }
      }.joined() + "\""
  }

  private func expect(
    _ text: String, _ layers: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let json = try await Workbench().run(
      ["decode", "-", "--format", "json"], input: Array(text.utf8)
    ).expect(status: 0, sourceLocation: sourceLocation).json()
    #expect(
      json["source"]?["layers"]?.elements?.compactMap(\.string) == layers,
      sourceLocation: sourceLocation)
    #expect(json["source"]?["bytes"]?.number == "5445", sourceLocation: sourceLocation)
    #expect(json["signature"]?["status"]?.string == "apple", sourceLocation: sourceLocation)
  }

  @Test("A list of numbers is bytes, in each way that languages print it")
  func lists() async throws {
    for text in [
      "[\(try Self.numbers(", "))]", "[\(try Self.numbers(" "))]", "[\(try Self.numbers(","))]",
      "[\(try Self.numbers(", ", isSigned: true))]",
      "Uint8Array(5445) [\n  \(try Self.numbers(",\n  "))\n]",
      "{\"type\": \"Buffer\", \"data\": [\(try Self.numbers(","))]}",
      "{\(try TestReceipts.der().enumerated().map { "\"\($0)\":\($1)" }.joined(separator: ","))}",
    ] {
      try await expect(text, ["numbers"])
    }
    try await expect(
      "10:00 INFO bytes=[\(try Self.numbers(", "))] ok\n", ["text", "numbers"])
    try await expect(
      "{\"a\": {\"type\": \"Buffer\", \"data\": [\(try Self.numbers(","))]}}", ["json", "numbers"])
    let text = WrappingTests.base64(try TestReceipts.der()).utf8.map { "\($0)" }
    try await expect("[\(text.joined(separator: ", "))]", ["numbers", "base64"])
  }

  @Test("Bytes in the syntax of Go and of C are read, alone and in a log")
  func bytesInBraces() async throws {
    let octets = try TestReceipts.der().map { "0x" + String($0, radix: 16) }
      .joined(separator: ", ")
    for text in [
      "[]byte{\(octets)}", "[]uint8{\(octets)}", "new byte[] { \(octets) };", "{\(octets)}",
    ] {
      try await expect(text, ["numbers"])
    }
    try await expect("10:00 INFO data=[]byte{\(octets)} ok\n", ["text", "numbers"])
    try await Workbench().run(["decode", "-"], input: Array("[]byte{0x30, 0x182}".utf8))
      .expect(status: 2)
  }

  @Test("A list with a number that is no byte, or with few, is no receipt")
  func otherLists() async throws {
    let few = try TestReceipts.der()
    for text in [
      "[48, 130, 256]", "[1, 2, 3]", "[48,130,\(String(repeating: "1,", count: 200))300]",
      "x [\(few.prefix(99).map { "\($0)" }.joined(separator: ", "))] y",
    ] {
      try await Workbench().run(["decode", "-"], input: Array(text.utf8)).expect(status: 2)
        .expect(message: "[not-a-receipt]")
    }
    // One more byte is enough to be told as a receipt that is cut.
    try await Workbench().run(
      ["decode", "-"],
      input: Array("x [\(few.prefix(100).map { "\($0)" }.joined(separator: ", "))] y".utf8)
    ).expect(status: 2).expect(message: "100 of 5445 bytes")
  }

  @Test("Bytes of Python and PostgreSQL are read, alone and in other text")
  func otherBytes() async throws {
    let der = try TestReceipts.der()
    let hex = WrappingTests.hex(der)
    try await expect(Self.python(der), ["python-print"])
    try await expect(
      "{'receipt-data': \(Self.python(der))}", ["python-print", "request-body", "base64"])
    try await expect("b'\(WrappingTests.base64(der))'", ["python-print", "base64"])
    try await expect("bytearray(\(Self.python(der)))", ["python-print"])
    try await expect(Self.ruby(der, isText: false), ["ruby-print"])
    try await expect(Self.ruby(der, isText: true), ["ruby-print"])
    for text in ["\\x\(hex)", "\\\\x\(hex)", "E'\\\\x\(hex)'", "X'\(hex)'"] {
      try await expect(text, ["hex"])
    }
    try await expect("7\t\\\\x\(hex)\t2024-01-01\n", ["text", "hex"])
    let buffer = WrappingTests.lines(hex, 2, " ")
    try await expect("<Buffer \(buffer)>", ["node-print"])
    try await expect(
      "{ status: 1, receipt: <Buffer \(buffer)> }", ["node-print", "json", "base64"])
  }

  @Test("Bytes are found behind words, and before others")
  func behindWords() async throws {
    let der = try TestReceipts.der()
    let buffer = "<Buffer \(WrappingTests.lines(WrappingTests.hex(der), 2, " "))>"
    for (before, after) in [
      ("receipt data: ", ""), ("[1502165920666][VERBOSE] got ", " from the app"),
      ("body is ", "\nstatus 21002"),
    ] {
      try await expect(before + buffer + after, ["text", "hex"])
    }
    for (before, layers) in [
      ("receipt = ", []), ("INFO got ", []), (">>> receipt.read()\n", ["mail-quotes"]),
    ] {
      try await expect(
        before + Self.python(der) + "\nok", layers + ["text", "python-print"])
    }
    // It is no data URL.
    try await expect(
      "data: Uint8Array(5445) [\(try Self.numbers(", "))]", ["text", "numbers"])
    try await expect("Receipt: 0x\(WrappingTests.hex(der)).", ["text", "hex"])
  }

  @Test("Few digits of bytes say how many are missing", arguments: [16, 19, 32, 50])
  func fewDigits(count: Int) async throws {
    let digits = WrappingTests.hex(Array(try TestReceipts.der().prefix(count)))
    for text in ["Receipt: 0x\(digits)…", "receipt: \\x\(digits)", "receipt = 0x\(digits);"] {
      try await Workbench().run(["decode", "-"], input: Array(text.utf8)).expect(status: 2)
        .expect(message: "(\(count) of 5445 bytes)")
    }
  }

  @Test("A list of numbers that breaks off is shown as far as it reads")
  func listWithoutEnd() async throws {
    // The last number has lost a digit.
    let start = try TestReceipts.der().prefix(3000).map { "\($0)" }.joined(separator: ", ")
    for before in ["", "receipt = ", "10:00 INFO got "] {
      let input = Array((before + "[" + start).utf8)
      try await Workbench().run(["check", "-"], input: input).expect(status: 2)
        .expect(output: "incomplete: about half of it arrived (2999 of 5445 bytes)")
      try await Workbench().run(["decode", "-"], input: input).expect(status: 2)
        .expect(output: "com.yomob.IAPtest")
    }
  }

  @Test("Bytes of which few were printed say how many, and how to print all")
  func shortened() async throws {
    let start = try TestReceipts.der().prefix(50)
    let hex = start.map { WrappingTests.hex([$0]) }.joined(separator: " ")
    for (text, words) in [
      ("<Buffer \(hex) ...>", "the first 50 of 5445 bytes"),
      ("<Buffer \(hex) ... 5395 more bytes>", "the first 50 of 5445 bytes"),
      // Base64, whose first bytes would be a short length.
      ("<Buffer 4d 49 49 56 ... 7256 more bytes>", "the first 4 of 7260 bytes"),
      (
        "Uint8Array(5445) [\n  \(start.map { "\($0)" }.joined(separator: ", ")),\n  ... 5395 more items\n]",
        "the first 50 of 5445 bytes"
      ),
      ("data: <Buffer \(hex) ... 5395 more bytes> ok", "the first 50 of 5445 bytes"),
      (
        "(5445) [\(start.map { "\($0)" }.joined(separator: ", ")), …]", "the first 50 of 5445 bytes"
      ),
      ("5445 bytes", "only how many bytes it has"), ("Optional(5445 bytes)", "only how many bytes"),
    ] {
      try await Workbench().run(["check", "-"], input: Array(text.utf8)).expect(status: 2)
        .expect(message: words).expect(message: "[truncated]").expect(message: "print")
    }
  }

  @Test("Node's signs for parts that it left out are told")
  func leftOut() async throws {
    let text = """
      { status: 0, environment: 'Sandbox',
        receipt: { bundle_id: 'com.example.tea', in_app: [ [Object], [Object] ] },
        latest_receipt_info: [ [Object],
          ... 3 more items ] }
      """
    let json = try await Workbench().run(
      ["decode", "-", "--format", "json"], input: Array(text.utf8)
    ).json()
    let finding = json["findings"]?.elements?.first { $0["id"]?.string == "left-out" }
    #expect(finding?["message"]?.string?.contains("[Object], … more items") == true)
  }

  @Test("Long texts of Node go on after a plus, classes and comments are passed over")
  func forms() async throws {
    let base64 = WrappingTests.base64(try TestReceipts.der())
    let half = base64.count / 2
    try await expect(
      "{ 'receipt-data':\n   '\(base64.prefix(half))' +\n   '\(base64.dropFirst(half))' }",
      ["node-print", "request-body", "base64"])
    for text in [
      "{ status: 0, receipt: Receipt { bundle_id: 'com.example.tea', receipt_type: 'Production' } }",
      "{\n  status = 0; // fine\n  receipt =   { // the app\n  \"bundle_id\" = \"com.example.tea\";\n"
        + "  };\n}",
      "Answer(status=0, receipt=Receipt(bundle_id=com.example.tea, in_app=[]), other=null)",
      "Answer{status=0, receipt=Receipt{bundle_id='com.example.tea', in_app=[]}}",
      "Answer[status=0, receipt=Receipt[bundle_id=com.example.tea, in_app=[]], other=null]",
      "&{Status:0 Environment:Production Receipt:{BundleID:com.example.tea InApp:[]}}",
    ] {
      let json = try await Workbench().run(
        ["decode", "-", "--format", "json"], input: Array(text.utf8)
      ).expect(status: 0).json()
      #expect(json["receipt"]?["bundle_id"]?.string == "com.example.tea", "\(text)")
    }
  }

  @Test("What Go prints of a decoded transaction is the content of one")
  func goTransaction() async throws {
    for fields in [
      "TransactionID:1 OriginalTransactionId:1 BundleId:com.example.tea SignedDate:1700000001000",
      "AppAccountToken: BundleId:com.example.tea OriginalTransactionId:1 TransactionId:1 "
        + "Type:Auto-Renewable Subscription SignedDate:1700000001000",
    ] {
      let text = "{\(fields) ProductId:tea PurchaseDate:1700000000000 Environment:Production}"
      let json = try await Workbench().run(
        ["decode", "-", "--format", "json"], input: Array(text.utf8)
      ).expect(status: 0).json()
      #expect(json["source"]?["form"]?.string == "transaction", "\(json)")
      #expect(json["receipt"]?["in_app"]?[0]?["product_id"]?.string == "tea", "\(json)")
    }
  }

  @Test("What a log writes before each line is removed")
  func linePrefixes() async throws {
    let lines = [
      "{", "  \"status\": 0,", "  \"environment\": \"Production\",", "  \"receipt\": {",
      "    \"bundle_id\": \"com.example.tea\",", "    \"in_app\": []", "  }", "}",
    ]
    for log in [
      lines.map { "web-1  | \($0)\n" }.joined(),
      lines.enumerated().map { "Nov 22 10:00:\(10 + $0 % 50) host app[17]: \($1)\n" }.joined(),
    ] {
      let json = try await Workbench().run(
        ["decode", "-", "--format", "json"], input: Array(log.utf8)
      ).expect(status: 0).json()
      #expect(json["source"]?["layers"]?.elements?.compactMap(\.string) == ["line-prefix"])
      #expect(json["receipt"]?["bundle_id"]?.string == "com.example.tea")
    }
  }

  /// A purchase as Node prints it in a line of its own.
  private static func purchase(_ id: Int) -> String {
    "{ product_id: 'p', transaction_id: '\(id)', purchase_date_ms: '1600000000000' },"
  }

  @Test("Purchases in lines of their own belong to the answer around them, also in a log")
  func purchasesInLines() async throws {
    let lines =
      ["{ status: 0, receipt: { bundle_id: 'com.example.tea' },", "  latest_receipt_info: ["]
      + (1...3).map { "    \(Self.purchase($0))" } + ["  ] }"]
    let entries = (1...3).map { id in
      "    {\n        \"product_id\" = p;\n        \"transaction_id\" = \(id);\n"
        + "        \"purchase_date_ms\" = 1600000000000;\n    },\n"
    }
    for log in [
      lines.enumerated().map { "2024-01-01T00:00:0\($0).000Z app[1]: \($1)\n" }.joined(),
      "web-1  | started\n" + lines.map { "web-1  | \($0)\n" }.joined(), entries.joined(),
    ] {
      let json = try await Workbench().run(
        ["decode", "-", "--format", "json"], input: Array(log.utf8)
      ).expect(status: 0).json()
      #expect(json["answer"]?["latest_receipt_info"]?.elements?.count == 3, "\(log)")
    }
    // Where a line lacks the words, the text is not taken for whole.
    let broken = lines.map { "web-1  | \($0)\n" }.joined(separator: "other: [ { a: 1 },\n")
    try await Workbench().run(["decode", "-"], input: Array(broken.utf8)).expect(status: 2)
      .expect(message: "breaks off")
  }

  @Test("Prints that never end are read to the end")
  func cost() async throws {
    let bench = try Workbench()
    for text in [
      String(repeating: "[1", count: 20_000), String(repeating: "{ a: ", count: 20_000),
      String(repeating: "map[a:", count: 20_000), String(repeating: "{a=", count: 20_000),
      String(repeating: "{\"a\"=>", count: 20_000), String(repeating: "\\x30", count: 20_000),
      String(repeating: "x {\n", count: 20_000), "b'" + String(repeating: "\\x", count: 20_000),
      "[" + String(repeating: "48 130 ", count: 20_000),
    ] {
      try await bench.run(["decode", "-"], input: Array(text.utf8)).expect(status: 2)
    }
  }
}
