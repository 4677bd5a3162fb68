import Foundation
import ReceiptCore
import ReceiptMaking
import Testing

@testable import ReceiptCommandLine

/// `receipt table`: a row for each receipt and product.
@Suite struct TableTests {
  private static let now = "2026-01-01T00:00:00Z"

  /// The rows of a run, as objects.
  private func rows(_ result: CommandResult) throws -> [JSON] {
    try result.lines.map { try JSON(Array($0.utf8)) }
  }

  private static let columns = TableColumn.all.map(\.name)

  @Test("Rows are stable", arguments: ["ndjson", "csv"])
  func golden(format: String) async throws {
    let bench = try Workbench()
    for name in [
      "answer.json", "app-transaction.jws", "ios6.plist", "mac.receipt", "notification.jws",
      "refunded.receipt", "sandbox-subscription.b64", "subscription-trial.receipt",
      "transaction.jws",
      "volume-purchase.receipt", "xcode.receipt", "roots.pem",
    ] {
      try FileManager.default.copyItem(
        atPath: Python.file("Fixtures/\(name)"), toPath: bench.place(name))
    }
    let files = try bench.names().filter { $0 != "roots.pem" }.sorted()
    let result = try await bench.run(
      ["table", "--format", format, "--at", Self.now, "--trust-root", "roots.pem"] + files
    ).expect(status: 1)
    Golden.expect(result.output, "table.\(format)")
  }

  @Test("What is owned is what diagnose says, and the verdict is what check says")
  func agreement() async throws {
    let bench = try await Workbench.everyInput()
    let shared = ["in", "--at", Self.now, "--trust-root", "in/made/roots.pem", "--quiet"]
    let table = try rows(try await bench.run(["table"] + shared))
    let checks = try rows(try await bench.run(["check", "--format", "ndjson"] + shared))
    let cards = try rows(
      try await bench.run(["diagnose", "--format", "ndjson", "--settings", "none"] + shared))
    func place(_ source: JSON?) -> String {
      "\(source?["name"]?.string ?? "") \(source?["part"]?.string ?? "")"
    }
    func place(of row: JSON) -> String {
      "\(row["file"]?.string ?? "") \(row["part"]?.string ?? "")"
    }
    let found = Dictionary(grouping: table, by: place(of:))
    #expect(found.count == checks.count && checks.count > 200)
    var products = 0
    for check in checks {
      let own = try #require(found[place(check["source"])])
      #expect(own.allSatisfy { $0["verdict"] == check["verdict"] })
      let problem = check["checks"]?.elements?.first {
        $0["status"]?.string == "fail" || $0["status"]?.string == "undetermined"
      }
      let inner = check["nested"] != nil
      if let problem {
        #expect(
          own.allSatisfy {
            $0["reason"] == problem["reason"] && $0["failed_check"] == problem["id"]
          })
      } else if !inner, check["error"] == nil {
        #expect(own.allSatisfy { $0["reason"] == .null })
      } else if let error = check["error"] {
        #expect(own.allSatisfy { $0["reason"] == error["code"] && $0["form"] == .null })
      }
    }
    for card in cards {
      let own = try #require(found[place(card["source"])])
      let owned = card["summary"]?["owned"]?.elements ?? []
      // A person is told of the first 50.
      guard owned.count < 50 else { continue }
      #expect(own.first?["products"]?.number == "\(owned.count)")
      #expect(own.count == max(1, owned.count))
      for (row, holding) in zip(own, owned) {
        products += 1
        for (column, member) in [
          ("product_id", "product_id"), ("access", "code"), ("certainty", "certainty"),
          ("until", "until"),
        ] {
          #expect(row[column] ?? .null == holding[member] ?? .null, "\(place(of: row)) \(column)")
        }
      }
    }
    #expect(products > 150)
  }

  @Test("Every row has every column, once and in order")
  func shape() async throws {
    let bench = try await Workbench.everyInput()
    let shared = ["in", "--at", Self.now, "--quiet"]
    let table = try rows(try await bench.run(["table"] + shared))
    #expect(table.allSatisfy { $0.names == Self.columns })
    let always = TableColumn.all.filter(\.isAlwaysThere).map(\.name)
    for row in table { #expect(always.allSatisfy { row[$0] != .null }) }
    // CSV has the same cells.
    let csv = try CSV(try await bench.run(["table", "--format", "csv"] + shared).text)
    #expect(csv.header == Self.columns)
    #expect(csv.rows.count == table.count)
    for name in Self.columns {
      for (cell, row) in zip(csv.column(name), table) {
        let value = row[name]?.string ?? row[name]?.number ?? ""
        if value.isPlain { #expect(cell == value) }
      }
    }
  }

  // MARK: Rows of a stream

  private static func lines() throws -> String {
    let receipt = try TestReceipts.line()
    return """
      {"id":12345678901234567890,"receipt":"\(receipt)"}
      {"id":null,"receipt":"junk","plan":{"a":[1]}}
      {"plan":"p","receipt":"\(receipt)"}

      """
  }

  @Test("A row of a stream has what is kept, its line, and what a single run says")
  func stream() async throws {
    let bench = try Workbench()
    for jobs in ["1", "3"] {
      let result = try await bench.run(
        ["table", "--lines", "--keep", "id,plan", "--at", Self.now, "--jobs", jobs],
        input: Array(Self.lines().utf8)
      ).expect(status: 2).expect(message: "3 rows: 2 passed, 0 failed, 1 unreadable")
      let found = try rows(result)
      #expect(found.map { $0["line"]?.number } == ["1", "2", "3"])
      #expect(found.allSatisfy { $0.names == ["id", "plan"] + Self.columns })
      #expect(found.map { $0["id"] } == [.number("12345678901234567890"), .null, .null])
      #expect(found[1]["plan"] == (try JSON(#"{"a":[1]}"#.utf8)))
      #expect(found[0]["plan"] == .null)
      #expect(found[1]["reason"]?.string == "not-a-receipt")
      try bench.write("one", TestReceipts.der())
      let single = try rows(
        try await bench.run(["table", "one", "--at", Self.now]).expect(status: 0))
      for name in Self.columns where !["file", "line"].contains(name) {
        #expect(found[0][name] == single[0][name], "\(name)")
      }
    }
  }

  @Test("Each row is judged at its own date, and says so")
  func ownDates() async throws {
    let receipt = try TestReceipts.line()
    let dates = [
      ("2018-11-29T08:45:00Z", "active"), ("2018-11-29 08:45:00+00", "active"),
      ("2018-11-29 00:45:00.000-08", "active"), ("2018-11-30", "unknown"),
    ]
    let bench = try Workbench()
    let csv =
      dates.map { "\($0.0),\(receipt)" } + ["2018-11-29 08:45:00,\(receipt)", ",\(receipt)"]
    let json =
      dates.map { #"{"a":{"at":"\#($0.0)"},"receipt":"\#(receipt)"}"# }
      + [
        #"{"a":{"at":1543481100000},"receipt":"\#(receipt)"}"#, #"{"receipt":"\#(receipt)"}"#,
        receipt,
      ]
    for (lines, arguments) in [
      (["at,r"] + csv, ["--column", "r", "--at-field", "at"]),
      (json, ["--at-field", "a.at"]), (json, ["--at-field", "a.at", "--field", "receipt"]),
    ] {
      let found = try rows(
        try await bench.run(
          ["table", "--lines"] + arguments, input: Array(lines.joined(separator: "\n").utf8)
        ).expect(status: 2))
      #expect(found.prefix(4).map { $0["access"]?.string } == dates.map(\.1))
      #expect(
        found.prefix(3).allSatisfy { $0["judged_at"]?.string == "2018-11-29T08:45:00Z" })
      let reasons = found.dropFirst(4).map { $0["reason"]?.string }
      #expect(
        reasons
          == (lines.count == 7 && arguments[0] == "--column"
            ? ["invalid-row", "invalid-row"] : [nil, "missing-field", "invalid-row"]),
        "\(arguments)")
    }
    // Expectations are compared at the same date.
    let result = try await bench.run(
      ["table", "--lines", "--column", "r", "--at-field", "at", "--active-product", "vip"],
      input: Array(("at,r\n" + csv.prefix(4).joined(separator: "\n")).utf8)
    ).expect(status: 1)
    #expect(
      try rows(result).map { $0["verdict"]?.string } == ["pass", "pass", "pass", "fail"])
  }

  @Test(
    "A date of each row needs rows, and no other date",
    arguments: [
      (["--at-field", "a"], "--at-field needs --lines"),
      (["--lines", "--at-field", ""], "--at-field"),
      (["--lines", "--at-field", "a", "--at", "2026-01-01"], "--at-field does not go with --at"),
    ])
  func ownDateOptions(arguments: [String], message: String) async throws {
    try await Workbench().run(["table"] + arguments, input: []).expect(status: 64)
      .expect(message: message)
  }

  @Test("Without --keep nothing is carried, so that the columns are always the same")
  func nothingKept() async throws {
    let bench = try Workbench()
    for arguments in [[], ["--format", "csv"]] {
      let result = try await bench.run(
        ["table", "--lines"] + arguments, input: Array(Self.lines().utf8))
      #expect(!result.text.contains("1234567890") && !result.text.contains("plan"))
    }
    let receipt = try TestReceipts.line()
    let csv = try await bench.run(
      ["table", "--lines", "--column", "r", "--keep", "k", "--format", "csv", "--at", Self.now],
      input: Array("k,r,x\n=1,\(receipt),y\n".utf8)
    ).expect(status: 0)
    #expect(csv.lines[0].hasPrefix("k,file,"))
    #expect(csv.lines[1].hasPrefix("=1,"))
  }

  @Test("What is kept cannot have the name of a column")
  func names() async throws {
    let bench = try Workbench()
    #expect(Self.columns.first == "file")
    for name in Self.columns {
      try await bench.run(["table", "--lines", "--keep", "id,\(name)"], input: [])
        .expect(status: 64)
        .expect(message: "the answers have a column \(name) too")
    }
  }

  @Test("Only failures are rows, if that is asked")
  func onlyFailures() async throws {
    let result = try await Workbench().run(
      ["table", "--lines", "--only-failures", "--bad-rows", "report"],
      input: Array(Self.lines().utf8)
    ).expect(status: 0)
    #expect(try rows(result).map { $0["line"]?.number } == ["2"])
  }

  @Test("What is expected decides the verdict")
  func expectations() async throws {
    let bench = try Workbench()
    try bench.write("one", TestReceipts.der())
    let result = try await bench.run(["table", "one", "--bundle-id", "com.example.other"])
      .expect(status: 1)
    let row = try rows(result)[0]
    #expect(row["verdict"]?.string == "fail" && row["failed_check"]?.string == "bundle-id")
    #expect(row["reason"]?.string == "mismatch")
  }

  @Test("With --redact the ids are pseudonyms")
  func redacted() async throws {
    let bench = try Workbench()
    try bench.write("one", TestReceipts.der())
    let plain = try rows(try await bench.run(["table", "one", "--at", Self.now]))[0]
    let hidden = try rows(try await bench.run(["table", "one", "--at", Self.now, "--redact"]))[0]
    for name in ["bundle_id", "transaction_id", "original_transaction_id"] {
      #expect(hidden[name] != plain[name] && hidden[name] != .null, "\(name)")
    }
    for name in ["verdict", "access", "until", "form", "environment"] {
      #expect(hidden[name] == plain[name], "\(name)")
    }
  }

  // MARK: Limits

  private func products(_ count: Int) throws -> [UInt8] {
    DER.receipt(
      TestReceipts.fields()
        + (0..<count).map { number in
          TestReceipts.purchase(
            DER.utf8("p\(number)"), transaction: "\(number)", type: 3,
            [DER.attribute(1708, DER.ia5("2099-01-01T00:00:00Z"))])
        })
  }

  @Test("A receipt has at most 1,000 rows, and then says so", arguments: [1000, 1001])
  func manyProducts(count: Int) async throws {
    let bench = try Workbench()
    try bench.write("many", products(count))
    let found = try rows(try await bench.run(["table", "many"]))
    #expect(found.count == 1000)
    #expect(found.allSatisfy { $0["products"]?.number == "1000" })
    #expect(found.map { $0["product_number"]?.number } == (1...1000).map { "\($0)" })
    #expect(
      found.allSatisfy { $0["notes"] == (count > 1000 ? .string("more-products") : .null) })
  }

  @Test(
    "A date that no database keeps is null, and is named",
    arguments: [("0001-01-01T00:00:00Z", false), ("0000-12-31T23:59:59Z", true)])
  func yearZero(date: String, isBeyond: Bool) async throws {
    let bench = try Workbench()
    let created = DER.attribute(12, DER.ia5(date))
    try bench.write("old", DER.receipt([created, DER.attribute(2, DER.utf8("com.example.app"))]))
    let row = try rows(try await bench.run(["table", "old"]))[0]
    #expect(row["signed_at"] == (isBeyond ? .null : .string(date)))
    #expect(row["notes"] == (isBeyond ? .string("date-beyond-range") : .null))
  }

  @Test("No database ends its load at a NUL", arguments: ["ndjson", "csv"])
  func nul(format: String) async throws {
    let forged = DER.receipt([DER.attribute(2, DER.utf8("com.exam\0ple"))])
    let row =
      #"{"id":"x\u0000y","n":{"a\u0000":["\u0000"]},"receipt-data":"\#(Base64.encode(forged))"}"#
    let made = try await Workbench().run(
      ["table", "--lines", "--keep", "id,n", "--format", format], input: Array((row + "\n").utf8)
    ).text
    #expect(made.contains(#"x\\#(format == "csv" ? "" : "\\")u{0}y"#), "\(made)")
    #expect(made.contains(#"com.exam\\#(format == "csv" ? "" : "\\")u{0}ple"#), "\(made)")
    #expect(!made.utf8.contains(0))
    #expect(format == "csv" || !made.contains(#"\u0000"#))
  }

  @Test("The app transaction in an answer is named")
  func appTransaction() async throws {
    let bench = try Workbench()
    let spec = """
      style: api-app-transaction
      receipt: {bundle_id: com.example.tea, environment: Sandbox, app_transaction_id: "77"}
      """
    try await bench.run(
      ["make", "-", "-o", "answer", "--root", "roots.pem"], input: Array(spec.utf8)
    ).expect(status: 0)
    let row = try rows(
      try await bench.run(["table", "answer", "--trust-root", "roots.pem"]).expect(status: 0))[0]
    #expect(row["app_transaction_id"] == .string("77"))
  }

  // MARK: Descriptions

  /// The columns as a table of the documentation.
  private static var page: String {
    let rows = TableColumn.all.map { column in
      let type =
        switch column.value {
        case .text: "text"
        case .number: "number"
        case .date: "date"
        }
      let words = column.words.map { " " + $0.map { "`\($0)`" }.joined(separator: ", ") } ?? ""
      let always = column.isAlwaysThere ? ", always there" : ""
      return "| `\(column.name)` | \(type)\(always) | \(column.meaning)\(words) |\n"
    }
    return "| column | type | what it says |\n|---|---|---|\n" + rows.joined()
  }

  @Test("docs/table.md lists the columns")
  func page() throws {
    let file = URL(fileURLWithPath: Python.file("docs/table.md"))
    var text = try String(contentsOf: file, encoding: .utf8)
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      text.replace(/\| column \|(.+\n)+/, with: Self.page)
      try text.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("recorded docs/table.md; run again")
    }
    #expect(text.contains(Self.page))
  }

  @Test(
    "The table is described for other systems",
    arguments: [("sql", "table.sql"), ("arrow", "table.arrow.json"), ("spark", "table.spark.ddl")])
  func descriptions(format: String, page: String) async throws {
    let result = try await Workbench().run(["schema", "table", "--format", format])
      .expect(status: 0).expectSilence()
    Golden.expect(result.output, page, in: "../../docs")
    let names = TableColumn.all.map(\.name)
    let quoted = format == "arrow" ? names.map { "\"name\": \"\($0)\"" } : names.map { "\($0) " }
    #expect(quoted.filter { !result.text.contains($0) } == [])
    try await Workbench().run(["schema", "check", "--format", format]).expect(status: 64)
      .expect(message: "--format \(format) is for the table alone")
  }

  @Test("Words beside a signed text name neither app nor environment nor payer")
  func covered() async throws {
    let bench = try Workbench()
    let spec = """
      {"receipt": {"receipt_type": "ProductionSandbox", "bundle_id": "com.example.app", "in_app": [
       {"product_id": "gold", "transaction_id": "1", "original_transaction_id": "1",
        "purchase_date": "2025-05-01T00:00:00Z"}]}}
      """
    let receipt = try await bench.run(
      ["make", "-", "--root", "root.pem"], input: Array(spec.utf8)
    ).expect(status: 0).output
    let latest = #""latest_receipt": "\#(Base64.encode(receipt))","#
    let text = """
      {"status": 0, "environment": "Production", \(latest)
       "receipt": {"bundle_id": "com.victim", "receipt_type": "Production", "in_app": []},
       "latest_receipt_info": [{"product_id": "gold", "transaction_id": "1", "original_transaction_id": "1",
        "quantity": "1", "purchase_date_ms": "1746057600000", "app_account_token": "a",
        "in_app_ownership_type": "FAMILY_SHARED"}]}
      """
    let row = try await bench.run(
      ["table", "--trust-root", "root.pem", "--at", "2025-06-01"], input: Array(text.utf8)
    ).json()
    #expect(row["environment"]?.string == "Sandbox" && row["payer"] == .null, "\(row)")
    #expect(row["bundle_id"]?.string == "com.example.app" && row["account_token"] == .null)
    let alone = try await bench.run(
      ["table", "--at", "2025-06-01"],
      input: Array(text.replacing(latest, with: "").utf8)
    ).json()
    #expect(alone["environment"]?.string == "Production" && alone["payer"]?.string == "family")
    #expect(alone["bundle_id"]?.string == "com.victim" && alone["account_token"]?.string == "a")
  }
}

extension String {
  /// Whether CSV has it as it is.
  fileprivate var isPlain: Bool {
    unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || "0123456789.-_:".unicodeScalars.contains($0))
    }
      && first != "-"
  }
}
