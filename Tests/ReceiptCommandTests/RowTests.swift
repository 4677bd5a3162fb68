import Foundation
import ReceiptCore
import Testing

@testable import ReceiptMaking

/// `--lines`: where the receipt is in a row, and what goes with the answer.
@Suite struct RowTests {
  @Test("A column of another encoding is kept as no other text")
  func encoding() async throws {
    let receipt = try TestReceipts.line()
    let bench = try Workbench()
    let name: [UInt8] = [UInt8(ascii: "M"), 0xFC]
    try bench.write("in", Array("name,r\n".utf8) + name + Array(",\(receipt)\nM,\(receipt)\n".utf8))
    let rows = ["decode", "--lines", "--column", "r", "in", "--format", "csv"]
    try await bench.run(rows + ["--keep", "name"]).expect(status: 2)
      .expect(message: "the column name is not UTF-8")
    try await bench.run(rows + ["--keep", "r"]).expect(status: 0)
  }

  // MARK: JSON lines

  @Test(
    "A JSON row keeps everything beside its receipt", arguments: ["check", "decode", "diagnose"])
  func members(command: String) async throws {
    let receipt = try TestReceipts.line()
    let row =
      #""id":12345678901234567890.50,"e":1e400,"user":{"name":"Jo \"J\"","tags":["ä",null]}"#
    let lines = [
      #"{\#(row),"receipt":"\#(receipt)"}"#, #"{"data":"\#(receipt)","none":null,"yes":true}"#,
      receipt, #"{"receipt-data":"\#(receipt)","password":"geheim","key":"k"}"#,
    ]
    let found = try await answers(
      [command, "--lines", "--format", "ndjson"], lines.joined(separator: "\n"),
      status: command == "diagnose" ? 0 : 0)
    let rows = found.map { $0["source"]?["row"] }
    #expect(rows[0] == (try JSON("{\(row)}".utf8)))
    #expect(rows[1] == (try JSON(#"{"none":null,"yes":true}"#.utf8)))
    #expect(rows[2] == nil)
    #expect(rows[3] == (try JSON(#"{"key":"k"}"#.utf8)))
    #expect(found.map { $0["source"]?["line"]?.number } == ["1", "2", "3", "4"])
    // What a search would name as the wrappings is named without it too.
    #expect(
      found.map { $0["source"]?["layers"]?.elements?.compactMap(\.string) }
        == [["json", "base64"], ["json", "base64"], ["base64"], ["request-body", "base64"]])
  }

  @Test("--field says which member, and --keep what is carried")
  func field() async throws {
    let receipt = try TestReceipts.line()
    let older = WrappingTests.base64(try TestReceipts.fixture("mac.receipt"))
    let line = #"{"a":1,"old":"\#(older)","b":"x","new":"\#(receipt)","c":[2]}"#
    let same = line.replacing(older, with: receipt)
    let once = try await answers(["check", "--lines"], same)
    #expect(once[0]["source"]?["row"]?.names == ["a", "b"])
    let unclear = try await answers(["check", "--lines"], line, status: 2)
    #expect(unclear[0]["error"]?["code"]?.string == "several-receipts")
    #expect(unclear[0]["source"]?["row"]?.names == ["a", "b"])
    let found = try await answers(
      ["check", "--lines", "--field", "new", "--keep", "c,a"], line)
    #expect(found[0]["source"]?["row"] == (try JSON(#"{"c":[2],"a":1}"#.utf8)))
    let all = try await answers(["check", "--lines", "--field", "new"], line)
    #expect(all[0]["source"]?["row"]?.names == ["a", "old", "b", "c"])
    // A value that `--keep` names is carried, even a secret.
    let secret = try await answers(
      ["check", "--lines", "--keep", "password"], #"{"receipt-data":"\#(receipt)","password":"p"}"#)
    #expect(secret[0]["source"]?["row"]?["password"]?.string == "p")
  }

  @Test("A request with a misspelled key is still one, and says so")
  func misspelled() async throws {
    let receipt = try TestReceipts.line()
    let found = try await answers(
      ["decode", "--lines"], #"{"receipt_data":"\#(receipt)","id":1}"#)
    #expect(found[0]["source"]?["layers"]?.elements?.first?.string == "request-body")
    #expect(found[0]["findings"]?.elements?.first?["id"]?.string == "misspelled-key")
    #expect(found[0]["source"]?["row"]?.names == ["id"])
  }

  @Test("A response of Apple's is no row, and is read as a whole")
  func response() async throws {
    let receipt = try TestReceipts.line()
    let line = #"{"status":0,"environment":"Sandbox","latest_receipt":"\#(receipt)"}"#
    let found = try await answers(["decode", "--lines"], line)
    #expect(found[0]["source"]?["form"]?.string == "verify-receipt")
    #expect(found[0]["source"]?["row"] == nil)
    #expect(found[0]["nested"]?.elements?.count == 1)
    #expect(found[0]["nested"]?[0]?["source"]?["row"] == nil)
  }

  @Test("A row that is not as --field says is an error with its key, and the stream goes on")
  func badObjects() async throws {
    let receipt = try TestReceipts.line()
    let lines = [
      #"{"id":1,"receipt":"\#(receipt)"}"#, #"{"id":2,"reciept":"x"}"#, #"{"id":3,"receipt":7}"#,
      "[4]", "{\"id\":5", receipt, #"{"id":7,"receipt":""}"#, #"{"id":8,"receipt":"\#(receipt)"}"#,
    ]
    let found = try await answers(
      ["check", "--lines", "--field", "receipt", "--keep", "id"], lines.joined(separator: "\n"),
      status: 2)
    #expect(
      found.map { $0["error"]?["code"]?.string } == [
        nil, "missing-field", "missing-field", "invalid-row", "invalid-row", "invalid-row", "empty",
        nil,
      ])
    #expect(
      found.map { $0["source"]?["row"]?["id"]?.number }
        == ["1", "2", "3", nil, nil, nil, "7", "8"])
    let hint = found[1]["error"]?["hint"]?.string
    #expect(hint == "there is id, reciept" || hint?.hasPrefix("did you mean reciept?") == true)
    // Without --field the key stays too.
    let search = try await answers(["check", "--lines"], #"{"id":9,"receipt":"junk"}"#, status: 2)
    #expect(search[0]["source"]?["row"]?["id"]?.number == "9")
  }

  // MARK: Tables

  /// A header and rows with every freedom of RFC 4180.
  private static func table() throws -> String {
    let receipt = try TestReceipts.line()
    let broken = stride(from: 0, to: receipt.count, by: 76).map {
      receipt.dropFirst($0).prefix(76)
    }.joined(separator: "\r\n")
    return """
      \u{FEFF}app_user_id,receipt,"a ""note"", quoted"\r
      u1,\(receipt),plain\r
      "u,2",\(receipt),"two\r
      lines, ""and"" quotes"\r
      \r
      u3,"\(broken)",\r
      "","\(receipt)",last
      """
  }

  @Test("A column of CSV is the receipt, and the others stay as they were")
  func columns() async throws {
    let found = try await answers(["check", "--lines", "--column", "receipt"], Self.table())
    #expect(found.map { $0["verdict"]?.string } == ["pass", "pass", "pass", "pass"])
    let rows = found.map { $0["source"]?["row"] }
    #expect(rows.map { $0?["app_user_id"]?.string } == ["u1", "u,2", "u3", ""])
    #expect(
      rows.map { $0?[#"a "note", quoted"#]?.string }
        == ["plain", "two\r\nlines, \"and\" quotes", nil, "last"])
    let last = try TestReceipts.line().count / 76 + 1
    #expect(
      found.map { $0["source"]?["line"]?.number } == ["2", "3", "6", "\(6 + last)"])
  }

  @Test("The separator is that of the header", arguments: [",", "\t", ";"])
  func separators(separator: String) async throws {
    let receipt = try TestReceipts.line()
    let text = "\"x,;\ty\"\(separator)r\n1\(separator)\(receipt)\n"
    let found = try await answers(
      ["check", "--lines", "--column", "r", "--keep", "x,;\ty"], text, status: 2)
    // The list of --keep is separated by commas, so that name cannot be given.
    #expect(found[0]["error"]?["code"]?.string == "missing-field")
    let all = try await answers(["check", "--lines", "--column", "r"], text)
    #expect(all[0]["source"]?["row"]?["x,;\ty"]?.string == "1")
  }

  @Test("A bad row is an error of that row alone")
  func badRows() async throws {
    let receipt = try TestReceipts.line()
    let text = """
      id,receipt,note
      1,\(receipt),x
      2
      3,\(receipt),x,y
      4,"\(receipt),x
      5,\(receipt),x
      6,a"b,x
      7,"a"b,x
      8,,x
      9,\(receipt),"open
      10,\(receipt),x

      """
    let found = try await answers(["check", "--lines", "--column", "receipt"], text, status: 2)
    let codes = found.map { $0["error"]?["code"]?.string }
    #expect(
      codes == [
        nil, "invalid-row", "invalid-row", "invalid-row", nil, "invalid-row", "invalid-row",
        "empty",
        "invalid-row", nil,
      ])
    #expect(found.map { $0["source"]?["line"]?.number } == (2...11).map { "\($0)" })
    #expect(found[7]["source"]?["row"]?["id"]?.string == "8")
  }

  @Test("A column that is not there is one error, which names those that are")
  func missingColumn() async throws {
    let bench = try Workbench()
    for (header, option, words) in [
      ("id,receipts", ["--column", "receipt"], "did you mean receipts? there is id, receipts"),
      ("id,receipt", ["--column", "receipt", "--keep", "user"], "there is id, receipt"),
      ("", ["--column", "receipt"], "with the names of the columns in its first line"),
      ("a\"b,c", ["--column", "c"], "with the names of the columns in its first line"),
      ("receipt,receipt", ["--column", "receipt"], "give each column a name of its own"),
    ] {
      let result = try await bench.run(
        ["check", "--lines"] + option, input: Array((header + "\n1,2\n").utf8)
      ).expect(status: 2)
      #expect(result.lines.count == 1, "\(result)")
      #expect(try result.json()["error"]?["hint"]?.string?.contains(words) == true, "\(result)")
      #expect(try result.json()["source"]?["line"] == nil)
    }
  }

  @Test("Answers in CSV begin with the kept columns, as they were")
  func csv() async throws {
    let bench = try Workbench()
    let receipt = try TestReceipts.line()
    let keys = ["=1+1", "a \"b\", c", "x\ny", "-7"]
    let text =
      "id,receipt\n"
      + keys.map { "\"\($0.replacingOccurrences(of: "\"", with: "\"\""))\",\(receipt)\n" }.joined()
      + "bad,junk\n"
    try bench.write("in.csv", Array(text.utf8))
    let options = ["in.csv", "--lines", "--column", "receipt", "--format", "csv"]
    let checked = try CSV(
      try await bench.run(["check"] + options).expect(status: 2).text)
    #expect(checked.header.prefix(5) == ["id", "file", "part", "line", "verdict"])
    #expect(checked.column("id") == keys + ["bad"])
    #expect(checked.column("verdict") == ["pass", "pass", "pass", "pass", "error"])
    #expect(checked.column("reason").last == "not-a-receipt")
    #expect(checked.column("bundle_id").first == "com.yomob.IAPtest")
    let decoded = try CSV(try await bench.run(["decode"] + options).expect(status: 2).text)
    #expect(Set(decoded.column("id")) == Set(keys))
    let diagnosed = try CSV(try await bench.run(["diagnose"] + options).expect(status: 2).text)
    #expect(diagnosed.column("id") == keys + ["bad"])
    // A member of a JSON row is a column only if `--keep` names it.
    try bench.write("in.json", Array(#"{"id":7,"b":1,"receipt":"\#(receipt)"}"#.utf8))
    let json = try await bench.run([
      "check", "in.json", "--lines", "--keep", "id", "--format", "csv",
    ]).expect(status: 0)
    #expect(try CSV(json.text).column("id") == ["7"])
  }

  @Test("Text shows the kept members with the line")
  func text() async throws {
    let bench = try Workbench()
    let receipt = try TestReceipts.line()
    let input = Array(#"{"id":17,"b":"\u001b[31m","receipt":"\#(receipt)"}"#.utf8)
    for command in ["check", "diagnose"] {
      let result = try await bench.run(
        [command, "--lines", "--format", "text", "--keep", "id,b"], input: input
      ).expect(status: 0)
      #expect(result.text.contains(#"standard input, line 1 (id 17, b \u{1B}[31m)"#), "\(result)")
    }
    // Without `--keep`, other values would only be in the way.
    let all = try await bench.run(["check", "--lines", "--format", "text"], input: input)
    #expect(!all.text.contains("id 17"))
  }

  @Test("A table is answered row by row too")
  func dialogue() async throws {
    let bench = try Workbench()
    try bench.write("row.csv", Array("1,\(try TestReceipts.line()),x\n".utf8))
    let result = try await bench.shell(
      """
      mkfifo questions answers
      "$RECEIPT" check --lines --column r < questions > answers &
      tool=$!
      (sleep 30; kill $tool) > answers.log 2>&1 &
      guard=$!
      exec 3> questions 4< answers
      printf 'id,r,note\\n' >&3
      for number in 1 2; do
        cat row.csv >&3
        read -r answer <&4 && printf '%s\\n' "$answer"
      done
      exec 3>&-
      wait $tool && kill $guard
      """
    ).expect(status: 0)
    #expect(
      try result.lines.map { try JSON(Array($0.utf8))["source"]?["line"]?.number } == ["2", "3"])
  }

  @Test(
    "Quotation marks of any kind take no time",
    arguments: ["x\",\"\n", "\"x\n", "\"\n", "\"\"\"\n", ",\"\"\n", "\",\"\n"])
  func hostileQuotes(line: String) async throws {
    let bench = try Workbench()
    let text = "id,receipt\n\"\n" + String(repeating: line, count: 200_000 / line.utf8.count)
    try bench.write("in.csv", Array(text.utf8))
    let result = try await bench.shell(
      #"ulimit -t 20; "$RECEIPT" check --lines --column receipt in.csv | tail -1"#)
    // The last row got its answer.
    let number = text.utf8.count { $0 == UInt8(ascii: "\n") }
    #expect(
      result.text.contains("\"line\":\(number)") || result.text.contains("\"line\":\(number - 1)"),
      "\(result)")
  }

  @Test(
    "A quotation mark that is not closed takes no more memory than the largest row",
    .enabled(if: Python.isThere, Python.absence), arguments: ["1,\"x\n", "1,\"x\"\"\n"])
  func strayQuote(start: String) async throws {
    let bench = try Workbench()
    let text = "id,receipt\n" + start + String(repeating: "a\n", count: 1 << 20)
    try bench.write("in.csv", Array(text.utf8))
    let peak = try await bench.peak(
      [
        "check", "--lines", "--column", "receipt", "--max-size", "2M", "in.csv", "-o", "out",
      ], status: 2)
    #expect(peak < 48 << 10, "\(peak) KiB")
    let count = try await bench.shell("wc -l <out").text.filter(\.isNumber)
    #expect(try #require(Int(count)) > 1 << 20)
  }

  @Test(
    "A row with as many purchases as a receipt or a row may have takes 80 MiB at most",
    .enabled(if: Python.isThere, Python.absence),
    arguments: ["check", "table", "diagnose", "redact"], [true, false])
  func purchases(command: String, areEmpty: Bool) async throws {
    let date = "2024-01-01T00:00:00Z"
    let whole: [AttributeTemplate] = [
      .integer(1701, 1), .utf8(1702, "com.example.product"), .utf8(1703, "1000000000000001"),
      .ia5(1704, date), .utf8(1705, "1000000000000001"), .ia5(1706, date), .ia5(1708, date),
      .integer(1711, 1), .integer(1713, 0), .integer(1719, 0),
    ]
    let one = AttributeTemplate.inApp(areEmpty ? [] : whole)
    let purchases = Array(
      repeating: one, count: areEmpty ? DecodingLimits.largestPurchaseCount : 40_000)
    let payload = AttributeTemplate.payload(
      purchases + [.utf8(AttributeType.bundleID, "com.example.app")])
    let receipt = try TestAuthority.wellKnown().receipt(around: payload, digest: .sha256, .apple)
    let bench = try Workbench()
    try bench.write("in", Array((Base64.encode(receipt) + "\n").utf8))
    let peak = try await bench.peak(
      [command, "--lines", "in", "-o", "out"], status: command == "redact" ? 0 : 1)
    #expect(peak < 80 << 10, "\(peak) KiB")
  }

  @Test("A record may have as many bytes as --max-size says, with all its lines, and no more")
  func longestRecord() async throws {
    let receipt = try TestReceipts.line()
    for returns in ["", "\r"] {
      let record = "1,\"\(receipt)\",\"a\(returns)\nb\(returns)\nc\""
      let text = "id,receipt,note\n\(record)\n2,\(receipt),x\n"
      let size = record.utf8.count
      for (limit, verdicts) in [(size, ["pass", "pass"]), (size - 1, ["error", "pass"])] {
        let found = try await answers(
          ["check", "--lines", "--column", "receipt", "--max-size", "\(limit)"], text,
          status: limit == size ? 0 : 2)
        #expect([found.first, found.last].map { $0?["verdict"]?.string } == verdicts)
        // The lines of what cannot be a record are rows, as they may be.
        #expect(found.count == (limit == size ? 2 : 4))
        #expect(found.last?["source"]?["line"]?.number == "5")
      }
    }
  }

  @Test(
    "Large rows are answered in order by any number of threads, and do not pile up",
    .enabled(if: Python.isThere, Python.absence), arguments: ["2", "64"])
  func largeRowsInFlight(jobs: String) async throws {
    let bench = try Workbench()
    let rows = (0..<48).map { "\($0),\(String(repeating: "x", count: 2 << 20))\n" }
    try bench.write("in.csv", Array(("id,receipt\n" + rows.joined()).utf8))
    let peak = try await bench.peak(
      [
        "check", "--lines", "--column", "receipt", "--jobs", jobs, "in.csv", "-o", "out",
      ], status: 2)
    let answers = try bench.text("out").split(separator: "\n").map { try JSON(Array($0.utf8)) }
    #expect(answers.map { $0["source"]?["row"]?["id"]?.string } == (0..<48).map { "\($0)" })
    #expect(peak < 96 << 10, "\(peak) KiB")
    // A reader that stops also stops all threads.
    try await bench.shell(
      #""$RECEIPT" check --lines --column receipt --jobs \#(jobs) in.csv | head -1 > first"#
    ).expect(status: 0)
    #expect(try bench.text("first").contains(#""id":"0""#))
  }

  @Test("A row over the limit, and columns without end, are errors of that row")
  func largeRows() async throws {
    let receipt = try TestReceipts.line()
    let text =
      "id,receipt\n1,\(receipt)\n2,\(String(repeating: "A", count: 70_000))\n"
      + "3,\(String(repeating: ",", count: 60_000))\n4,\"\(String(repeating: "A\n", count: 40_000))\n"
      + "5,\(receipt)\n"
    let found = try await answers(
      ["check", "--lines", "--column", "receipt", "--max-size", "64K"], text, status: 2)
    #expect(found.first?["verdict"]?.string == "pass")
    #expect(found[1]["error"]?["code"]?.string == "too-large")
    #expect(found[2]["error"]?["code"]?.string == "invalid-row")
    #expect(found[3]["error"]?["code"]?.string == "invalid-row")
    #expect(found.last?["verdict"]?.string == "pass")
    #expect(found.last?["source"]?["row"]?["id"]?.string == "5")
  }

  // MARK: Privacy

  @Test("--redact shows no carried value", arguments: ["check", "decode", "diagnose"])
  func redacted(command: String) async throws {
    let bench = try Workbench()
    try bench.write("key", Array(repeating: 7, count: 32))
    let receipt = try TestReceipts.line()
    let row =
      #""user":"Jo Smith","id":12345,"big":98765432109876543210,"deep":{"mail":["jo@example.org"]}"#
    let line = #"{\#(row),"environment":"Sandbox","receipt":"\#(receipt)"}"#
    let options = ["--lines", "--format", "ndjson", "--redact", "--redact-key", "key"]
    let result = try await bench.run([command] + options, input: Array(line.utf8))
      .expect(status: 0)
    for secret in ["Jo", "Smith", "98765432109876543210", "example.org", "\"user\"", "12345"] {
      #expect(!result.text.contains(secret), "\(secret) in \(result)")
    }
    let shown = try #require(try result.json()["source"]?["row"])
    #expect(shown["environment"]?.string == "Sandbox")
    // The names that the command line gives stay, so that the row can be found again.
    let kept = try await bench.run(
      [command] + options + ["--keep", "id,user"], input: Array(line.utf8))
    #expect(try kept.json()["source"]?["row"]?.names == ["id", "user"])
    #expect(!kept.text.contains("Smith"))
    let table = "user,receipt\nJo Smith,\(receipt)\n"
    let column = try await bench.run(
      [command] + options + ["--column", "receipt"], input: Array(table.utf8))
    #expect(try column.json()["source"]?["row"]?.names == ["user"])
    #expect(!column.text.contains("Smith"))
  }

  @Test("redact copies a table, with what --keep names as it is")
  func redactTable() async throws {
    let bench = try Workbench()
    let receipt = try TestReceipts.line()
    let text =
      "id\treceipt\tname\tenvironment\n1\t\(receipt)\tJo Smith\tSandbox\n2\tjunk\tJo\telsewhere\n"
    try bench.write("in.tsv", Array(text.utf8))
    let options = ["redact", "--lines", "--column", "receipt", "in.tsv", "--keep", "id"]
    let result = try await bench.run(options + ["--root", "roots.pem"]).expect(status: 2)
      .expect(message: "in.tsv, line 3")
    #expect(result.lines[0] == "id\treceipt\tname\tenvironment")
    let rows = result.lines.dropFirst().map { $0.components(separatedBy: "\t") }
    #expect(rows.map { $0[0] } == ["1", "2"])
    #expect(rows[0][3] == "Sandbox" && rows[1][3] != "elsewhere")
    #expect(rows[1][1].isEmpty)
    #expect(!result.text.contains("Smith"))
    #expect(rows[0][2].count == "Jo Smith".count)
    let copy = try await bench.run(
      ["check", "--lines", "--column", "receipt", "--trust-root", "roots.pem"],
      input: Array(result.lines[0...1].joined(separator: "\n").utf8))
    copy.expect(status: 0)
  }

  @Test("redact copies lines and JSON rows, and leaves a shared secret out")
  func redactLines() async throws {
    let bench = try Workbench()
    let receipt = try TestReceipts.line()
    let lines = [
      receipt, #"{"id":1,"environment":"Sandbox","receipt":"\#(receipt)"}"#,
      #"{"receipt-data":"\#(receipt)","password":"0123456789abcdef0123456789abcdef"}"#,
      #"{"id":3,"receipt":"junk"}"#,
    ]
    let result = try await bench.run(
      ["redact", "--lines", "--keep", "id", "--root", "roots.pem", "--map", "map.json"],
      input: Array(lines.joined(separator: "\n").utf8)
    ).expect(status: 2)
    #expect(result.lines.count == 4)
    #expect(!result.messageText.contains("did not verify"), "\(result)")
    #expect(try JSON(result.lines[1].utf8)["id"]?.number == "1")
    #expect(try JSON(result.lines[3].utf8)["id"]?.number == "3")
    #expect(!result.text.contains("0123456789abcdef"))
    #expect(try JSON(bench.read("map.json"))["originals"]?.elements?.count == 3)
    let copies = try await bench.run(
      ["check", "--lines", "--trust-root", "roots.pem"],
      input: Array(result.lines.prefix(3).joined(separator: "\n").utf8)
    ).expect(status: 0)
    #expect(copies.lines.count == 3)
  }

  @Test("redact counts the rows that it copied, and those that it could not read")
  func redactCounts() async throws {
    let receipt = try TestReceipts.line()
    let lines = [receipt, "junk", receipt]
    try await Workbench().run(
      ["redact", "--lines"], input: Array(lines.joined(separator: "\n").utf8)
    ).expect(status: 2).expect(message: "receipt: 3 rows: 2 passed, 0 failed, 1 unreadable\n")
  }

  // MARK: Usage

  @Test(
    "Options that do not go together",
    arguments: [
      (["--field", "x"], "--field needs --lines"), (["--column", "x"], "--column needs --lines"),
      (["--keep", "x"], "--keep needs --lines"),
      (["--lines", "--field", "x", "--column", "y"], "--field does not go with --column"),
      (["--lines", "--column", ""], "the name of --column is empty"),
      (["--lines", "--field", ""], "the name of --field is empty"),
      (["--lines", "--keep", "a,,b"], "the name of --keep is empty"),
      (["--lines", "--format", "junit"], "--lines does not go with --format junit"),
      (["--lines", "--format", "json"], "--lines does not go with --format json"),
    ])
  func usage(options: [String], words: String) async throws {
    let bench = try Workbench()
    try await bench.run(["check"] + options, input: []).expect(status: 64).expect(message: words)
  }
}
