import Foundation
import ReceiptCore
import ReceiptMaking
import Testing

@testable import ReceiptCommandLine

/// Data from a receipt is hostile text, and every format makes it harmless in its own way.
@Suite struct HostileTextTests {
  /// Product ids that would do harm in a terminal, a spreadsheet, a log or a parser.
  private static let products: [String] = [
    "esc\u{1B}[2J\u{1B}]0;title\u{7}", "two\r\nlines", "nul\u{0}byte", "del\u{7F}",
    "rtl\u{202E}gpj.exe", "isolate\u{2066}x\u{2069}", "c1\u{9B}31m\u{85}next", "zero\u{200B}width",
    "line\u{2028}separator\u{2029}", "bom\u{FEFF}", "tab\there",
    "=cmd|'/c calc'!A1", "+1+1", "-2+3", "@SUM(A1)", "\t=1", "\r=1", " =1",
    "quote\"comma,apostrophe'", "semi;colon", "back\\slash\\u{1B}", "%0A::error::", "##[error]x",
    "日本語の商品", "e\u{301}", "👩‍👩‍👧", "",
  ]

  private static let invalid: [[UInt8]] = [
    [0xFF, 0xFE, 0x41], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0x61, 0xE2, 0x82], [0x3D, 0x80],
  ]

  private static var receipt: [UInt8] {
    let elements =
      products.map { DER.utf8($0) } + invalid.map { DER.element(0x0C, $0) }
    let purchases = elements.enumerated().map { index, product in
      TestReceipts.purchase(product, transaction: String(1000 + index))
    }
    return DER.receipt(TestReceipts.fields() + purchases)
  }

  private func run(_ arguments: [String], columns: Int? = nil) async throws -> CommandResult {
    let bench = try Workbench()
    try bench.write("receipt.bin", Self.receipt)
    return try await bench.run(
      ["decode", "receipt.bin"] + TestReceipts.trust() + arguments,
      environment: columns.map { ["COLUMNS": "\($0)"] } ?? [:]
    ).expect(status: 0)
  }

  @Test(
    "No control characters reach standard output",
    arguments: [
      [], ["--all"], ["--format", "json"], ["--format", "json", "--all"], ["--format", "ndjson"],
      ["--format", "csv"], ["--format", "verify-receipt"],
    ])
  func noControls(arguments: [String]) async throws {
    for columns in [nil, 60] {
      let result = try await run(arguments, columns: columns)
      expectNoControls(result.output)
      expectNoControls(result.messages)
    }
  }

  @Test("In text, it stays in its columns", arguments: [60, 80, 200])
  func text(columns: Int) async throws {
    let result = try await run([], columns: columns)
    if columns != 80 { Golden.expect(result.output, "hostile.\(columns).txt") }
    expectFit(result, columns: columns)
    // Narrower ones have a list.
    if columns == 200 { expectAlignedTable(result) }
  }

  @Test("Emoji take two columns, including newer ones")
  func emoji() async throws {
    let bench = try Workbench()
    let products = ["🚀", "⭐️", "🪙", "plain"]
    let purchases = products.enumerated().map { index, product in
      TestReceipts.purchase(DER.utf8(product), transaction: "100\(index)")
    }
    try bench.write("receipt", DER.receipt(TestReceipts.fields() + purchases))
    let result = try await bench.run(["decode", "receipt"]).expect(status: 0)
    expectAlignedTable(result)
  }

  @Test("JSON returns the text unchanged", arguments: ["json", "verify-receipt"])
  func json(format: String) async throws {
    let result = try await run(["--format", format, "--at", "2024-02-29"])
    Golden.expect(result.output, "hostile.\(format == "json" ? "" : "verify-receipt.")json")
    let purchases = try #require(try result.json()["receipt"]?["in_app"]?.elements)
    let byTransaction = Dictionary(
      uniqueKeysWithValues: purchases.map { ($0["transaction_id"]?.string ?? "", $0) })
    for (index, product) in Self.products.enumerated() {
      let purchase = try #require(byTransaction["\(1000 + index)"])
      // An empty text counts as absent.
      let expected = product.isEmpty ? nil : product
      #expect(
        purchase["product_id"]?.string.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
    }
    // Another parser reads the same.
    let object = try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any]
    let receipt = try #require(object?["receipt"] as? [String: Any])
    let inApp = try #require(receipt["in_app"] as? [[String: Any]])
    let texts = inApp.compactMap { $0["product_id"] as? String }
    #expect(texts == purchases.compactMap { $0["product_id"]?.string })
  }

  @Test("Invalid UTF-8 is marked with its bytes")
  func invalidText() async throws {
    let result = try await run(["--format", "json"])
    let json = try result.json()
    let products = try #require(json["receipt"]?["in_app"]?.elements)
      .compactMap { $0["product_id"]?.string }
    #expect(products.contains(#"\xFF\xFEA"#))
    let findings = try #require(json["findings"]?.elements)
    #expect(
      findings.filter { $0["id"]?.string == "invalid-utf8" }.count == Self.invalid.count)
  }

  @Test("CSV has no formula and no line break, and every row has every column")
  func csv() async throws {
    let result = try await run(["--format", "csv"])
    Golden.expect(result.output, "hostile.csv")
    let table = try CSV(result.text)
    #expect(table.rows.count == Self.products.count + Self.invalid.count)
    for field in table.rows.joined() {
      let first = field.unicodeScalars.first
      #expect(first.map { !"=+-@\t\r".unicodeScalars.contains($0) } ?? true, "formula: \(field)")
    }
    #expect(table.column("product_id").contains("'=cmd|'/c calc'!A1"))
    #expect(table.column("product_id").contains("quote\"comma,apostrophe'"))
  }

  @Test("A spreadsheet that trims blanks finds no formula after them")
  func csvBehindBlank() async throws {
    let table = try CSV(try await run(["--format", "csv"]).text)
    let fields = table.rows.flatMap { $0 }
    #expect(!fields.isEmpty)
    for field in fields {
      let first = field.unicodeScalars.first { $0 != " " }
      #expect(first.map { !"=+-@".unicodeScalars.contains($0) } ?? true, "formula: \(field)")
    }
  }

  @Test(
    "No cell is a formula, whatever separates cells and whatever width a sign has",
    arguments: [
      "x;=1+1;y", ";=1", "a; =1", "a;\"=1\"", "a;+1", "a;-1", "a;@SUM(A1)", "a,b;=1", "\"=1",
      "\u{FF1D}1+1", "\u{FF0B}1", "\u{FF0D}1", "\u{FF20}SUM(A1)", "a;\u{FF1D}1", "=;=;=", "+",
    ])
  func separators(text: String) async throws {
    let cell = CSVText.escaped(text, in: .told)
    let signs: Set<Unicode.Scalar> = [
      "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
    ]
    // As it is read where a comma separates, and where a semicolon does and quotation marks begin no cell.
    let cells = try CSV(cell + "\n").rows.joined() + cell.split(separator: ";").map(String.init)
    for cell in cells {
      let first = cell.unicodeScalars.first { !$0.properties.isWhitespace && $0 != "\"" }
      #expect(first.map { !signs.contains($0) } ?? true, "\(cell)")
    }
    let kept = cell.unicodeScalars.filter { $0 != "'" && $0 != "\"" }
    #expect(String(String.UnicodeScalarView(kept)) == text.filter { $0 != "\"" })
  }

  @Test(
    "A mark that is put over a sign of CSV changes nothing of it",
    arguments: [
      ("a,\u{301}b", "\"a,\u{301}b\""), ("a\"\u{301}b", "\"a\"\"\u{301}b\""),
      ("a\u{301}b", "a\u{301}b"),
    ])
  func marks(text: String, cell: String) {
    #expect(CSVText.escaped(text, in: .told).utf8.elementsEqual(cell.utf8))
  }

  @Test(
    "Signs that begin nothing stay",
    arguments: ["a=b", "1-2", "a; b-c", "me@example.com", "a;b", "\u{E9}=1"])
  func harmlessSigns(text: String) {
    #expect(CSVText.escaped(text, in: .told) == text)
  }

  @Test("A hostile file name is harmless", arguments: ["text", "json", "csv"])
  func fileNames(format: String) async throws {
    let bench = try Workbench()
    let names = ["\u{1B}[31mred", "two\nlines", "=1+1", "rtl\u{202E}x", "back\\slash"]
    for name in names { try bench.write("in/" + name, TestReceipts.der()) }
    try bench.write("in/bad\u{1B}[0m\n", [0x00])
    let result = try await bench.run(["decode", "in", "--format", format]).expect(status: 2)
    expectNoControls(result.output)
    expectNoControls(result.messages)
    if format == "json" {
      let found = try #require(try result.json().elements).compactMap {
        $0["source"]?["name"]?.string
      }
      #expect(Set(found) == Set((names + ["bad\u{1B}[0m\n"]).map { "in/" + $0 }))
    }
  }

  @Test("A file name that is not UTF-8 is read, and shown by its bytes")
  func octetNames() async throws {
    let bench = try Workbench()
    try bench.write("receipt", TestReceipts.der())
    let result = try await bench.shell(
      #"mkdir in; mv receipt "$(printf 'in/\377name')"; "$RECEIPT" decode in --format ndjson"#
    ).expect(status: 0)
    #expect(try result.json()["source"]?["name"]?.string == #"in/\xffname"#)
  }
}
