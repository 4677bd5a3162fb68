import Foundation
import ReceiptCore
import ReceiptMaking
import Testing

/// `--bad-rows`, `--only-failures`, `--compact`, and the count of the rows.
@Suite struct StreamTests {
  /// One that passes, one that fails, and one that cannot be read.
  private static func input() throws -> [UInt8] {
    var der = try TestReceipts.der()
    der[315] ^= 1
    let forged = Data(der).base64EncodedString()
    return Array("\(try TestReceipts.line())\n\(forged)\njunk\n".utf8)
  }

  private func run(_ arguments: [String], status: Int32) async throws -> CommandResult {
    let bench = try Workbench()
    return try await bench.run(arguments, input: Self.input()).expect(status: status)
  }

  @Test(
    "With --bad-rows report the exit code is about the stream", arguments: ["check", "diagnose"])
  func badRows(command: String) async throws {
    let usual = try await run([command, "--lines", "--format", "ndjson"], status: 2)
    let report = try await run(
      [command, "--lines", "--format", "ndjson", "--bad-rows", "report", "--at", "2019-01-01"],
      status: 0)
    #expect(report.lines.count == 3 && usual.lines.count == 3)
    #expect(try JSON(Array(report.lines[2].utf8))["error"]?["code"]?.string == "not-a-receipt")
    let same = try await run(
      [command, "--lines", "--format", "ndjson", "--bad-rows", "fail", "--at", "2019-01-01"],
      status: 2)
    #expect(same.output == report.output)
    // A stream that cannot be read is no answer.
    let bench = try Workbench()
    try await bench.run([command, "--lines", "--bad-rows", "report", "missing"]).expect(status: 2)
    try await bench.run(
      [command, "--lines", "--column", "r", "--bad-rows", "report"], input: Array("a,b\n1,2\n".utf8)
    ).expect(status: 2)
  }

  @Test("Standard error counts the rows", arguments: ["check", "decode", "diagnose"])
  func count(command: String) async throws {
    let result = try await run([command, "--lines", "--format", "ndjson"], status: 2)
    let words =
      command == "decode"
      ? "receipt: 3 rows: 2 passed, 0 failed, 1 unreadable"
      : "receipt: 3 rows: 1 passed, 1 failed, 1 unreadable"
    #expect(result.messageText.hasPrefix(words))
    #expect(result.messageText.split(separator: "\n").count == 1)
    try await run([command, "--lines", "--format", "ndjson", "--quiet"], status: 2)
      .expectSilence()
  }

  @Test("--only-failures leaves out what passes, and counts it")
  func onlyFailures() async throws {
    for jobs in ["1", "3"] {
      for format in ["ndjson", "csv"] {
        let result = try await run(
          ["check", "--lines", "--only-failures", "--jobs", jobs, "--format", format], status: 2
        ).expect(message: "3 rows: 1 passed, 1 failed, 1 unreadable")
        #expect(result.lines.count == (format == "csv" ? 3 : 2))
        #expect(!result.text.contains("\"verdict\":\"pass\"") && !result.text.contains(",pass,"))
      }
    }
    let decoded = try await run(["decode", "--lines", "--only-failures"], status: 2)
    #expect(decoded.lines.count == 1)
  }

  @Test("--compact has verdict, reasons and a summary")
  func compact() async throws {
    let check = try await run(["check", "--lines", "--compact"], status: 2)
    let rows = try check.lines.map { try JSON(Array($0.utf8)) }
    #expect(rows.map { $0["verdict"]?.string } == ["pass", "fail", "error"])
    #expect(
      rows.map { $0["reasons"]?.elements?.compactMap(\.string) }
        == [[], ["signature: bad-signature"], ["decode: not-a-receipt"]])
    #expect(
      rows[0]["summary"]
        == (try JSON(
          #"{"bundle_id":"com.yomob.IAPtest","environment":"Sandbox","form":"app-receipt","original_transaction_id":"1000000479726062","signature":"apple"}"#
            .utf8)))
    #expect(rows.map { $0["source"]?["line"]?.number } == ["1", "2", "3"])
    #expect(rows.allSatisfy { $0["judged_at"]?.string != nil })
    let diagnose = try await run(
      ["diagnose", "--lines", "--compact", "--at", "2018-11-29T08:45:00Z"], status: 2)
    let cards = try diagnose.lines.map { try JSON(Array($0.utf8)) }
    #expect(cards.map { $0["state"]?.string } == ["test", "not-apple", "unreadable"])
    #expect(cards[0]["summary"]?["genuine"]?.string == "test")
    #expect(cards[0]["summary"]?["product_id"]?.string == "vip")
    #expect(cards[0]["summary"]?["bundle_id"]?.string == "com.yomob.IAPtest")
    #expect(cards[0]["summary"]?["environment"]?.string == "Sandbox")
    #expect(cards[0]["summary"]?["signature"]?.string == "apple")
    #expect(cards[0]["summary"]?["original_transaction_id"]?.string == "1000000479726062")
    #expect(cards.allSatisfy { $0["judged_at"]?.string == "2018-11-29T08:45:00Z" })
    #expect(cards[0]["summary"]?["until"]?.string == "2018-11-29T09:29:26Z")
    #expect(cards[2]["reasons"]?.elements == [.string("not-a-receipt")])
    let decode = try await run(["decode", "--lines", "--compact"], status: 2)
    let contents = try decode.lines.map { try JSON(Array($0.utf8)) }
    #expect(
      decode.lines[0]
        == #"{"reasons":[],"schema":1,"source":{"line":1},"summary":{"bundle_id":"com.yomob.IAPtest","environment":"Sandbox","form":"app-receipt","original_transaction_id":"1000000479726062","purchases":2,"receipt_creation_date":"2018-11-29T08:30:50Z","signature":"apple"}}"#
    )
    #expect(contents[1]["summary"]?["signature"]?.string == "untrusted")
    #expect(contents[2]["reasons"]?.elements == [.string("not-a-receipt")])
    #expect(contents[2]["summary"] == nil)
  }

  @Test("A compact answer of each form has at most 500 bytes", arguments: compactCommands)
  func compactForms(command: String) async throws {
    let bench = try Workbench()
    let content = try ReceiptDecoder().decode(TestReceipts.der()).signedData?.content
    let payload = Data(try #require(content)).base64EncodedString()
    try bench.write("payload", Array("\(payload)\n".utf8))
    try await bench.shell(
      """
      set -e
      for style in apple ios6 jws-transaction jws-app-transaction jws-renewal-info jws-notification \
        jws-realtime-request verify-receipt notification-v1 api-history api-error; do
        "$RECEIPT" make --scenario subscription --style $style --created 2026-03-01 -q -o made.$style
      done
      find made.* -type f | sort | while read -r file; do base64 < "$file" | tr -d '\n'; echo; done > rows
      cat payload >> rows
      """
    ).expect(status: 0)
    let result = try await bench.run([command, "--lines", "--compact", "rows"])
    for line in result.lines { #expect(line.utf8.count <= 500, "\(line)") }
    let forms = try await bench.run(["decode", "--lines", "rows"]).lines.map {
      try JSON(Array($0.utf8))["source"]?["form"]?.string
    }
    #expect(Set(forms) == Set(ReceiptForm.allCases.map(\.rawValue)))
    #expect(result.lines.count == forms.count)
  }

  @Test(
    "Of a text that JSON would escape, a compact answer has a question mark",
    arguments: ["\u{1F}", "\u{7F}", "\"", "#"])
  func compactText(sign: String) async throws {
    let receipt = DER.receipt(TestReceipts.fields(bundle: "com.\(sign).a"))
    let answer = try await Workbench().run(
      ["decode", "--lines", "--compact"], input: Array(Data(receipt).base64EncodedString().utf8)
    ).json()
    #expect(answer["summary"]?["bundle_id"]?.string == "com.?.a")
  }

  private static let compactCommands = ["check", "decode", "diagnose"]

  @Test("A compact answer has at most 500 bytes beside its row", arguments: compactCommands)
  func compactSize(command: String) async throws {
    let bench = try Workbench()
    let name = String(repeating: "é\u{1B}", count: 3000)
    let products = (0..<50).map { number in
      TestReceipts.purchase(
        DER.utf8(name + "\(number)"), transaction: "\(number)", type: 3,
        [DER.attribute(1708, DER.ia5("2099-01-01T00:00:00Z"))])
    }
    let receipt = DER.receipt(TestReceipts.fields(type: name, bundle: name) + products)
    let lines = [
      try TestReceipts.line(), Data(receipt).base64EncodedString(), "junk", "",
      String(try TestReceipts.line().prefix(4000)),
    ]
    let result = try await bench.run(
      [
        command, "--lines", "--compact",
      ]
        + (command == "check"
          ? ["--bundle-id", "a", "--app-version", "1", "--product", "x", "--active-product", "y"]
          : []),
      input: Array(lines.joined(separator: "\n").utf8)
    ).expect(status: 2)
    #expect(result.lines.count == 5)
    for line in result.lines { #expect(line.utf8.count <= 500, "\(line)") }
  }

  @Test(
    "Options that do not go together",
    arguments: [
      (["check", "--bad-rows", "report"], "--bad-rows needs --lines"),
      (["decode", "--only-failures"], "--only-failures needs --lines"),
      (["check", "--compact"], "--compact needs --lines"),
      (["diagnose", "--lines", "--compact", "--format", "csv"], "--compact is NDJSON"),
      (["decode", "--compact"], "--compact needs --lines"),
      (["decode", "--lines", "--compact", "--format", "csv"], "--compact is NDJSON"),
      (["decode", "--lines", "--compact", "--all"], "--compact does not go with --all"),
      (["decode", "--lines", "--compact", "--ids"], "--compact does not go with --ids"),
      (
        ["decode", "--lines", "--compact", "--certificates"],
        "--compact does not go with --certificates"
      ),
      (["redact", "--lines", "--compact"], "receipt redact has no option --compact"),
      (["check", "--lines", "--only-failures", "--format", "text"], "--only-failures does not go"),
      (["diagnose", "--lines", "--only-failures"], "--only-failures does not go"),
      (["check", "--summary"], "--summary needs --lines"),
      (["check", "--lines", "--bad-rows-file", "x"], "--bad-rows-file needs --summary"),
      (["check", "--lines", "--summary", "--compact"], "--summary has no answers"),
      (
        ["check", "--lines", "--summary", "--format", "ndjson"], "does not go with --format ndjson"
      ),
      (
        ["check", "--lines", "--summary", "--redact", "--bad-rows-file", "x"],
        "--bad-rows-file does not go with --redact"
      ),
    ])
  func usage(arguments: [String], words: String) async throws {
    let bench = try Workbench()
    try await bench.run(arguments, input: []).expect(status: 64).expect(message: words)
  }

  @Test("An id of up to 30 bytes is whole in a compact answer", arguments: compactCommands)
  func compactID(command: String) async throws {
    for (id, shown) in [
      ("300000000000010000000000000000", "300000000000010000000000000000"),
      ("3000000000000100000000000000001", "30000000000001…0000000000001"),
    ] {
      let payload =
        #"{"productId":"a","transactionId":"1","originalTransactionId":"\#(id)","#
        + #""bundleId":"b","purchaseDate":1,"signedDate":1,"environment":"Sandbox"}"#
      let jws = try TestReceipts.authority.get().jws(around: Array(payload.utf8)).encoded
      let result = try await Workbench().run(
        [command, "--lines", "--compact"], input: jws + [0x0A])
      let summary = try JSON(Array(#require(result.lines.first).utf8))["summary"]
      #expect(summary?["original_transaction_id"]?.string == shown, "\(result)")
    }
  }

  @Test("--compact goes with the format that it has", arguments: ["check", "decode", "diagnose"])
  func compactFormat(command: String) async throws {
    let arguments =
      [command, "--lines", "--compact"] + (command == "decode" ? [] : ["--at", "2019-01-01"])
    let usual = try await run(arguments, status: 2)
    #expect(try await run(arguments + ["--format", "ndjson"], status: 2).output == usual.output)
  }

  @Test("A line over the limit is skipped to its end", arguments: [1000, 1 << 20])
  func longLine(size: Int) async throws {
    let line = try TestReceipts.line()
    let bench = try Workbench()
    try bench.write(
      "rows", "\(line)\n\(String(repeating: "A", count: 8000 + size))\n\(line)\n".utf8)
    let arguments = ["decode", "--lines", "--max-size", "8000", "--format", "ndjson"]
    for result in [
      try await bench.run(arguments + ["rows"]),
      try await bench.shell(#"cat rows | "$RECEIPT" \#(arguments.joined(separator: " "))"#),
    ] {
      let codes = try result.expect(status: 2).lines.map {
        try JSON(Array($0.utf8))["error"]?["code"]?.string
      }
      #expect(codes == [nil, "too-large", nil])
    }
  }

  // MARK: Colour

  @Test(
    "Colour follows the variables that other tools follow",
    .enabled(if: Machine.hasScript, "there is no script(1) to make a terminal"),
    arguments: [
      ("TERM=xterm", true), ("", false), ("TERM=dumb", false), ("TERM=xterm NO_COLOR=1", false),
      ("TERM=xterm NO_COLOR=", true), ("TERM=xterm CLICOLOR=0", false),
      ("TERM=xterm CLICOLOR=1", true), ("CLICOLOR_FORCE=1", true), ("CLICOLOR_FORCE=0", false),
      ("FORCE_COLOR=1", true), ("FORCE_COLOR=3", true), ("TERM=xterm FORCE_COLOR=0", false),
      ("FORCE_COLOR=1 NO_COLOR=1", false), ("CLICOLOR=0 CLICOLOR_FORCE=1", true),
    ])
  func colour(variables: String, isColoured: Bool) async throws {
    let bench = try Workbench()
    try bench.write("receipt", TestReceipts.der())
    let result = try await bench.shell(
      "\(variables.isEmpty ? "" : "export \(variables); ")"
        + "script -qec '\"$RECEIPT\" check receipt' log > /dev/null < /dev/null; cat log")
    #expect(result.text.contains("\u{1B}[") == isColoured, "\(result)")
    // Without a terminal, only if it is forced.
    let piped = try await bench.shell(
      "\(variables.isEmpty ? "" : "export \(variables); ")\"$RECEIPT\" check receipt | cat")
    #expect(
      piped.text.contains("\u{1B}[") == (isColoured && variables.contains("FORCE")), "\(piped)")
  }

  // MARK: Import

  private func migration(_ bench: Workbench) async throws {
    try await bench.shell(
      """
      set -e
      "$RECEIPT" make --scenario subscription --count 3 --root roots.pem > made
      echo 'receipt: {receipt_type: ProductionSandbox, bundle_id: com.example.app}' |
        "$RECEIPT" make - > sandbox
      { echo 'user,note,receipt'
        awk '{ print "u" NR ",\\"a, \\"\\"b\\"\\"\\"," $0 }' made
        echo "u4,again,$(sed -n 2p made)"
        echo "u2,same,$(sed -n 2p made)"
        echo "u5,cut,$(sed -n 3p made | cut -c1-3000)"
        echo "u6,none,n/a"
        echo "u7,test,$(cat sandbox)"
        echo 'u8'
        echo "u9,\\"open,$(sed -n 1p made)"
      } > in.csv
      """
    ).expect(status: 0)
  }

  @Test("--summary says what an import of all rows will meet", arguments: ["1", "3"])
  func summary(jobs: String) async throws {
    let bench = try Workbench()
    try await migration(bench)
    let options = [
      "check", "--lines", "--column", "receipt", "--summary", "in.csv", "--trust-root", "roots.pem",
      "--bundle-id", "com.example.app", "--jobs", jobs,
    ]
    let json = try await bench.run(
      options + ["--format", "json", "--bad-rows-file", "bad.csv"]
    ).expect(status: 2).json()
    let counts: [(String, String)] = [
      ("rows", "10"), ("whole", "6"), ("genuine", "6"), ("right_environment", "5"),
      ("right_app", "6"), ("duplicates", "1"), ("newest", "5"), ("ready", "4"),
    ]
    for (name, count) in counts { #expect(json[name]?.number == count, "\(name) in \(json)") }
    let bad = try CSV(bench.text("bad.csv"))
    #expect(bad.header == ["user", "note", "receipt", "line", "reason"])
    #expect(bad.column("line") == ["5", "7", "8", "9", "10", "11"])
    let reasons = bad.column("reason")
    #expect(reasons[1].hasPrefix("structure: "))
    #expect(
      [reasons[0]] + reasons[2...] == [
        "unique-transaction: duplicate-transaction", "decode: not-a-receipt",
        "environment: mismatch", "decode: invalid-row", "decode: invalid-row",
      ])
    #expect(bad.column("user").prefix(5) == ["u4", "u5", "u6", "u7", "u8"])
    #expect(bad.column("user").last?.hasPrefix("u9,\"open,MII") == true)
    let text = try await bench.run(options + ["--bad-rows", "report"]).expect(status: 0)
    #expect(text.text.hasPrefix("in.csv: 10 rows\n"))
    #expect(text.text.contains("duplicate-transaction"))
    let ready = try await bench.run(
      ["check", "--lines", "--summary", "--environment", "sandbox"],
      input: Array(TestReceipts.line().utf8)
    ).expect(status: 0)
    #expect(ready.lines.last?.hasPrefix("  ready ") == true, "\(ready)")
    // What was set aside can be mended and read again.
    try await bench.run(
      ["check", "--lines", "--column", "receipt", "--keep", "user,line", "bad.csv"]
    ).expect(status: 2)
    try await bench.run([
      "check", "--lines", "--column", "receipt", "--summary", "bad.csv", "--bad-rows-file",
      "again.csv",
    ]).expect(status: 2)
    let again = try CSV(bench.text("again.csv"))
    #expect(again.header == bad.header && again.column("user") == bad.column("user"))
    #expect(again.column("line") == ["2", "3", "4", "5", "6", "7"])
  }

  @Test("A row that is set aside keeps its bytes, also those of another encoding")
  func asideBytes() async throws {
    let bench = try Workbench()
    let row: [UInt8] = [UInt8(ascii: "M"), 0xFC] + Array(#","a, ""b""","",n/a"#.utf8)
    try bench.write("in.csv", Array("name,note,none,receipt\n".utf8) + row + [0x0A])
    try await bench.run([
      "check", "--lines", "--column", "receipt", "--summary", "in.csv", "--bad-rows-file",
      "bad.csv",
    ]).expect(status: 2)
    let lines = try bench.read("bad.csv").split(separator: 0x0A)
    #expect(lines[1] == (row + Array(",2,decode: invalid-row".utf8))[...])
  }

  @Test("The user is the first of --keep, and a forged receipt counts for no user")
  func users() async throws {
    let bench = try Workbench()
    try await migration(bench)
    let base = [
      "check", "--lines", "--column", "receipt", "--summary", "in.csv", "--format", "json",
    ]
    let json = try await bench.run(base + ["--trust-root", "roots.pem", "--keep", "note,user"])
      .expect(status: 2).json()
    // By the note, the rows of u2 are of two users.
    #expect(json["duplicates"]?.number == "2")
    #expect(json["right_app"] == nil)
    let foreign = try await bench.run(base).expect(status: 2).json()
    #expect(foreign["genuine"]?.number == "0")
    #expect(foreign["duplicates"]?.number == "0")
    #expect(foreign["ready"]?.number == "0")
  }

  @Test("The file of bad rows is no input, and lines without a header stay as they are")
  func aside() async throws {
    let bench = try Workbench()
    try bench.write("in", try Self.input())
    try await bench.run(["check", "--lines", "--summary", "in", "--bad-rows-file", "in"])
      .expect(status: 2).expect(message: "--bad-rows-file would replace")
    try await bench.run([
      "check", "--lines", "--summary", "in", "--bad-rows-file", "bad", "--environment", "sandbox",
    ]).expect(status: 2)
    let lines = try bench.text("in").split(separator: "\n")
    #expect(try bench.text("bad").split(separator: "\n") == Array(lines.dropFirst()))
  }

  @Test("The page on imports shows what is printed")
  func page() async throws {
    let bench = try Workbench()
    try await bench.expectDocumented("docs/import.md", commands: 4, environment: ["COLUMNS": "100"])
  }
}
