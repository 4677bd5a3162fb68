import Foundation
import Testing

/// Rows as databases write them: PostgreSQL's COPY in its text format, bytes as hexadecimal, and NULL.
@Suite struct DatabaseRowTests {
  /// The genuine receipt as `bytea` is printed.
  private static func bytea() throws -> String {
    "\\x"
      + (try TestReceipts.der()).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
      .joined()
  }

  /// The verdicts on rows of which this column is the receipt.
  private func answers(
    column arguments: [String], _ input: String, status: Int32 = 0
  ) async throws -> [JSON] {
    try await ReceiptCommandTests.answers(
      ["check", "--lines", "--column"] + arguments, input, status: status)
  }

  // MARK: COPY

  @Test("Columns of COPY's text have titles where a header is, and numbers where none is")
  func columns() async throws {
    let bytes = "\\" + (try Self.bytea())
    let rows = "1\t\(bytes)\tx\n2\t\(bytes)\ty\n\\.\nafter the end\n"
    let header = try await answers(
      column: ["receipt", "--rows", "pg-text"], "id\treceipt\tnote\n" + rows)
    #expect(header.map { $0["verdict"]?.string } == ["pass", "pass"])
    #expect(header.map { $0["source"]?["line"]?.number } == ["2", "3"])
    #expect(header[1]["source"]?["row"] == (try JSON(#"{"id":"2","note":"y"}"#.utf8)))
    let numbers = try await answers(column: ["2", "--rows", "pg-text"], rows)
    #expect(numbers.map { $0["source"]?["line"]?.number } == ["1", "2"])
    #expect(numbers[0]["source"]?["row"] == (try JSON(#"{"1":"1","3":"x"}"#.utf8)))
    let kept = try await answers(column: ["2", "--rows", "pg-text", "--keep", "3"], rows)
    #expect(kept[1]["source"]?["row"] == (try JSON(#"{"3":"y"}"#.utf8)))
    // Windows ends lines so.
    let returns = try await answers(
      column: ["2", "--rows", "pg-text"], rows.replacingOccurrences(of: "\n", with: "\r\n"))
    #expect(returns.map { $0["source"]?["row"]?["3"]?.string } == ["x", "y"])
  }

  @Test(
    "Each escape of COPY's text is what PostgreSQL reads",
    arguments: [
      (#"\N"#, nil), ("", ""), (#"\\N"#, #"\N"#), (#"\b\f\n\r\t\v"#, "\u{8}\u{C}\n\r\t\u{B}"),
      (#"a\\b"#, #"a\b"#), (#"\x41\x4a\x4B\x7g"#, "AJK\u{7}g"), (#"\xg"#, "xg"), (#"\x"#, "x"),
      (#"\101\1018\7\08"#, "AA8\u{7}\u{0}8"), (#"\501"#, "A"), (#"\q\""#, #"q""#), ("\"a", "\"a"),
      (#"a\"#, #"a\"#), (#"\NN"#, "NN"), (#"\303\244"#, "ä"), (#"\.x"#, ".x"), ("\\8", "8"),
    ] as [(String, String?)])
  func escapes(field: String, text: String?) async throws {
    let found = try await answers(
      column: ["1", "--rows", "pg-text"], "\(try TestReceipts.line())\t\(field)\n")
    let value = try #require(found[0]["source"]?["row"]?["2"])
    #expect(value.string == text)
    #expect((value == (try JSON("null".utf8))) == (text == nil))
  }

  @Test("A row that is not as the first is an error of that row, and an empty table has no answer")
  func badRows() async throws {
    let base64 = try TestReceipts.line()
    let found = try await answers(
      column: ["2", "--rows", "pg-text"],
      "1\t\(base64)\n2\n3\t\(base64)\tx\n4\t\\N\n\n6\t\(base64)\n",
      status: 2)
    #expect(
      found.map { $0["error"]?["code"]?.string }
        == [nil, "invalid-row", "invalid-row", "empty", nil])
    #expect(found.map { $0["source"]?["line"]?.number } == ["1", "2", "3", "4", "6"])
    for empty in ["", "\\.\n", "\\.\nx\ty\n"] {
      #expect(try await answers(column: ["2", "--rows", "pg-text"], empty).isEmpty)
    }
    let few = try await answers(column: ["3", "--rows", "pg-text"], "1\t2\n", status: 2)
    #expect(few[0]["error"]?["code"]?.string == "missing-field")
    #expect(few[0]["error"]?["message"]?.string == "there is no column 3")
    #expect(few[0]["error"]?["hint"]?.string?.hasSuffix("there is 1, 2") == true)
    // A number is a title in CSV.
    let title = try await answers(column: ["2"], "1,2\nx,\(base64)\n")
    #expect(title[0]["source"]?["row"]?["1"]?.string == "x")
  }

  @Test("redact copies COPY's text as such, with or without a header", arguments: [true, false])
  func redact(hasHeader: Bool) async throws {
    let bench = try Workbench()
    let text =
      (hasHeader ? "id\treceipt\tnote\n" : "") + "a\\tb\t\(try TestReceipts.line())\t\\N\n"
      + "c\\\\d\\n\tjunk\t\n\\.\n"
    let result = try await bench.run(
      [
        "redact", "--lines", "--rows", "pg-text", "--column", hasHeader ? "receipt" : "2", "--keep",
        hasHeader ? "id,note" : "1,3",
      ], input: Array(text.utf8)
    ).expect(status: 2)
    let rows = result.lines.map { $0.components(separatedBy: "\t") }
    #expect(rows.count == (hasHeader ? 3 : 2))
    #expect(!hasHeader || rows[0] == ["id", "receipt", "note"])
    #expect(rows.suffix(2).map { $0[0] } == [#"a\tb"#, #"c\\d\n"#])
    #expect(rows.suffix(2).map { $0[2] } == [#"\N"#, ""])
    // The receipt that could not be copied is NULL.
    #expect(rows.last?[1] == #"\N"#)
  }

  @Test("An empty line of COPY's text is a row of one column, and no row of more")
  func emptyRows() async throws {
    let bench = try Workbench()
    let receipt = try TestReceipts.line()
    for (text, columns, count) in [
      ("\(receipt)\n\n\(receipt)\n", "1", 3),
      ("1\t\(receipt)\n\n2\t\(receipt)\n", "2", 2),
    ] {
      let result = try await bench.run(
        ["check", "--lines", "--rows", "pg-text", "--column", columns, "--compact"],
        input: Array(text.utf8))
      #expect(result.lines.count == count, "\(result)")
    }
  }

  // MARK: Bytes and NULL

  @Test("Bytes are read as PostgreSQL writes them in CSV, in COPY's text and in JSON")
  func bytes() async throws {
    let bench = try Workbench()
    let bytea = try Self.bytea()
    for (options, text) in [
      (["--column", "r"], "id,r\n1,\(bytea)\n2,\"\(bytea)\"\n3,\\\(bytea)\n"),
      (["--column", "2", "--rows", "pg-text"], "1\t\\\(bytea)\n"),
      (["--field", "a.r"], #"{"id":1,"a":{"r":"\\#(bytea)"}}"#),
      ([], #"{"id":1,"r":"\\#(bytea)"}"#),
      ([], bytea), ([], "\\" + bytea),
    ] {
      let result = try await bench.run(
        ["check", "--lines"] + options, input: Array(text.utf8)
      ).expect(status: 0)
      #expect(!result.lines.isEmpty)
    }
  }

  @Test("NULL and the empty text differ in CSV, when it is read and when it is written")
  func null() async throws {
    let bench = try Workbench()
    let receipt = try TestReceipts.line()
    let text = "id,receipt,note,more\n1,\(receipt),,\"\"\n2,\(receipt),\"\",\n"
    let found = try await answers(column: ["receipt"], text)
    #expect(
      found.map { $0["source"]?["row"] } == [
        try JSON(#"{"id":"1","note":null,"more":""}"#.utf8),
        try JSON(#"{"id":"2","note":"","more":null}"#.utf8),
      ])
    for command in ["check", "decode", "diagnose"] {
      let result = try await bench.run(
        [command, "--lines", "--column", "receipt", "--format", "csv"], input: Array(text.utf8)
      ).expect(status: 0)
      #expect(result.lines[1].hasPrefix("1,,\"\",-,"))
      #expect(result.lines.last?.hasPrefix("2,\"\",,-,") == true)
    }
    // A member of JSON that is null, or that is not there, is NULL too.
    let json = try await bench.run(
      ["check", "--lines", "--keep", "a,b,c,d", "--format", "csv"],
      input: Array(#"{"a":null,"b":"","c":{"x":null},"r":"\#(receipt)"}"#.utf8)
    ).expect(status: 0)
    #expect(json.lines[1].hasPrefix(#","","{""x"":null}",,-,"#))
    let copy = try await bench.run(
      ["redact", "--lines", "--column", "receipt", "--keep", "id,note,more"],
      input: Array(text.utf8)
    ).expect(status: 0)
    #expect(copy.lines[1].hasPrefix("1,") && copy.lines[1].hasSuffix(",,\"\""))
    #expect(copy.lines[2].hasSuffix(",\"\","))
  }

  // MARK: Titles

  @Test(
    "A kept column that has the title of a column of the answers is a mistake of the call",
    arguments: [("check", "verdict"), ("decode", "product_id"), ("diagnose", "state")])
  func titles(command: String, title: String) async throws {
    let bench = try Workbench()
    let text = "id,\(title),receipt\n1,x,\(try TestReceipts.line())\n"
    let base = [command, "--lines", "--column", "receipt"]
    for keep in [[], ["--keep", title], ["--keep", "id,\(title)"]] {
      try await bench.run(base + ["--format", "csv"] + keep, input: Array(text.utf8))
        .expect(status: 64).expect(message: "the answers have a column \(title) too")
        .expect(message: "--keep NAME,…; or choose --format ndjson")
    }
    try await bench.run(base + ["--format", "csv", "--keep", "id"], input: Array(text.utf8))
      .expect(status: 0)
    try await bench.run(base + ["--format", "ndjson"], input: Array(text.utf8)).expect(status: 0)
  }

  @Test("Standard input is -, and a file of that name is ./-")
  func standardInput() async throws {
    let bench = try Workbench()
    let receipt = try TestReceipts.der()
    try bench.write("-", receipt)
    for (file, name) in [("-", "-"), ("./-", "./-"), (".", "./-")] {
      let table = try await bench.run(["check", file, "--format", "csv"], input: receipt)
      #expect(try CSV(table.text).column("file") == [name])
      let json = try await bench.run(["check", file, "--format", "ndjson"], input: receipt)
      #expect(try json.json()["source"]?["name"]?.string == name)
    }
  }

  @Test("--rows needs --column")
  func usage() async throws {
    let bench = try Workbench()
    for options in [["--lines", "--rows", "pg-text"], ["--rows", "csv"]] {
      try await bench.run(["check"] + options, input: []).expect(status: 64)
        .expect(message: "--rows needs --column")
    }
  }
}
