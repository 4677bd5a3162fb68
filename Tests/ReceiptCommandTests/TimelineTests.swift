import Foundation
import ReceiptCore
import ReceiptMaking
import Testing

/// `receipt timeline`, and the bars that `receipt diagnose` draws.
@Suite(.timeLimit(.minutes(60))) struct TimelineTests {
  private static let now = "2025-06-01T12:00:00Z"
  private static let unicode = ["LC_ALL": "C.UTF-8"]

  /// A timeline of a newly made scenario.
  private func draw(
    _ scenario: String, _ arguments: [String] = [], environment: [String: String] = [:]
  ) async throws -> CommandResult {
    let bench = try Workbench()
    try await bench.run([
      "make", "--scenario", scenario, "--created", "2025-05-31T12:00:00Z", "-o", "receipt",
      "--root", "roots.pem",
    ]).expect(status: 0)
    return try await bench.run(
      ["timeline", "receipt", "--trust-root", "roots.pem", "--at", Self.now] + arguments,
      environment: environment
    ).expect(status: 0).expectSilence()
  }

  @Test("Every scenario is drawn", arguments: Scenario.all.map(\.name), [60, 100])
  func stories(name: String, columns: Int) async throws {
    let result = try await draw(
      name, environment: Self.unicode.merging(["COLUMNS": "\(columns)"]) { $1 })
    if columns == 60 || ["subscription-upgrade", "consumables"].contains(name) {
      Golden.expect(result.output, "timeline.\(name).\(columns).txt")
    }
    expectFit(result, columns: columns)
  }

  @Test("At the time when it was made, that comes before the time of asking")
  func madeNow() async throws {
    let fixture = Python.file("Fixtures/subscription-lapsed.receipt")
    let made = try await Workbench().run(["decode", fixture, "--format", "json"]).json()
    let date = try #require(made["receipt"]?["receipt_creation_date"]?.string)
    try await Workbench().run(
      ["timeline", fixture, "--trust-root", Python.file("Fixtures/roots.pem"), "--at", date]
    ).expect(status: 0).expect(output: "made, now")
  }

  @Test("Timelines in colour and as JSON")
  func formats() async throws {
    let color = try await draw(
      "subscription-upgrade", ["--color", "always"], environment: Self.unicode)
    Golden.expect(color.output, "timeline.color.txt")
    let json = try await draw("subscription-gap", ["--format", "json"])
    Golden.expect(json.output, "timeline.json")
    #expect(try json.json().objects().allSatisfy { $0.names == $0.names.sorted() })
    let lines = try await draw("consumables", ["--format", "ndjson"])
    #expect(lines.lines.count == 1)
  }

  @Test(
    "Only ASCII is drawn if the locale or the user wants it",
    arguments: [
      (["LANG": "de_DE.UTF-8"], false), (["LANG": "en_US.utf8"], false),
      (["LC_ALL": "C.UTF-8", "LANG": "C"], false), (["LC_CTYPE": "de_DE.UTF-8@euro"], false),
      (["LC_ALL": "C", "LANG": "de_DE.UTF-8"], true), (["LC_ALL": "", "LANG": "C.UTF-8"], false),
      (["LANG": "de_DE.ISO-8859-1"], true), ([:], true),
    ])
  func locale(environment: [String: String], isASCII: Bool) async throws {
    let result = try await draw("subscription-gap", environment: environment)
    #expect(result.output.allSatisfy { $0 < 0x80 } == isASCII, "\(environment)")
    let forced = try await draw("subscription-gap", ["--ascii"], environment: environment)
    #expect(forced.output.allSatisfy { $0 < 0x80 })
  }

  @Test("A terminal of a million columns is treated as one of 400")
  func huge() async throws {
    let result = try await draw("subscription", environment: ["COLUMNS": "1000000000"])
    #expect(result.lines.allSatisfy { $0.utf8.count <= 500 })
  }

  @Test("A receipt without purchases says so, and so does an untrusted one")
  func nothing() async throws {
    let bench = try Workbench()
    try bench.write("receipt", DER.receipt(TestReceipts.fields()))
    let empty = try await bench.run(["timeline", "receipt"]).expect(status: 1)
    #expect(empty.text.contains("there is no purchase in it\n"))
    #expect(empty.text.contains("NOT to be trusted"))
    try bench.write("page", Array("<html></html>".utf8))
    let page = try await bench.run(["timeline", "page"]).expect(status: 2)
      .expect(message: "this is a web page")
    #expect(page.output.isEmpty)
    let json = try await bench.run(["timeline", "page", "receipt", "--format", "ndjson"])
      .expect(status: 2)
    #expect(json.lines.count == 2)
  }

  @Test("The documentation shows the real output")
  func documentation() async throws {
    try await Workbench().expectDocumented(
      "docs/timeline.md", commands: 3,
      environment: Self.unicode.merging(["COLUMNS": "90"]) { $1 })
  }

  @Test("The drawing of a damaged receipt says that it is damaged")
  func damaged() async throws {
    let bench = try Workbench()
    let whole = DER.receipt(
      TestReceipts.fields() + [TestReceipts.purchase(DER.utf8("p"), transaction: "1")])
    try bench.write("none", whole.prefix(whole.count / 8))
    try bench.write("cut", try TestReceipts.der().prefix(1100))
    for name in ["none", "cut"] {
      let text = try await bench.run(["timeline", name]).expect(status: 2)
      #expect(text.text.contains("the receipt is damaged"), "\(text)")
      #expect(text.text.contains("purchases may be missing"))
      let json = try await bench.run(["timeline", name, "--format", "json"]).expect(status: 2)
      #expect(try json.json()["errors"] != nil)
    }
    let page = try await bench.run(["diagnose", "cut", "--format", "html"]).expect(status: 2)
    #expect(page.text.contains("not well formed"))
  }

  @Test("Of 101 lines, the last 100 are listed")
  func lines() async throws {
    let bench = try Workbench()
    func result(_ count: Int) async throws -> CommandResult {
      let dates = (0..<count).map {
        "2024-01-01T00:\(String(100 + $0 / 60).dropFirst()):\(String(100 + $0 % 60).dropFirst())Z"
      }
      try bench.write(
        "receipt",
        DER.receipt(
          TestReceipts.fields()
            + dates.enumerated().map { index, date in
              DER.purchase([
                DER.attribute(1702, DER.utf8("p")),
                DER.attribute(1703, DER.utf8("\(1000 + index)")),
                DER.attribute(1704, DER.ia5(date)),
              ])
            }))
      return try await bench.run(["timeline", "receipt"] + TestReceipts.trust())
    }
    let hundred = try await result(100)
    #expect(hundred.text.contains("00:00:00  bought") && !hundred.text.contains("before these"))
    let more = try await result(101)
    #expect(!more.text.contains("00:00:00  bought") && more.text.contains("1 before these"))
  }

  @Test(
    "The legend has the arrow of what never ends, unless another product replaced it",
    arguments: [("", true), (", cancellation_date: 2025-03-05, is_upgraded: true", false)])
  func endless(more: String, isEndless: Bool) async throws {
    let bench = try Workbench()
    let spec = """
      receipt:
        receipt_creation_date: 2025-06-01
        in_app:
          - {product_id: tea, transaction_id: "1", original_transaction_id: "1",
             purchase_date: 2025-02-01, expires_date: 4001-01-01\(more)}
          - {product_id: plus, transaction_id: "2", original_transaction_id: "1",
             purchase_date: 2025-03-05, expires_date: 2025-07-05}
      """
    try await bench.run(
      ["make", "-", "-o", "receipt", "--root", "roots.pem"], input: Array(spec.utf8)
    ).expect(status: 0)
    let result = try await bench.run(
      ["timeline", "receipt", "--trust-root", "roots.pem", "--at", Self.now],
      environment: Self.unicode
    ).expect(status: 0).expectSilence()
    #expect(result.text.contains("→ never ends") == isEndless, "\(result)")
    #expect(result.text.contains("» replaced") != isEndless, "\(result)")
  }

  @Test("Ids with the same ends are not shortened to the same text")
  func alike() async throws {
    let bench = try Workbench()
    let ids = ["x", "y"].map {
      String(repeating: "a", count: 40) + $0 + String(repeating: "b", count: 40)
    }
    try bench.write(
      "receipt",
      DER.receipt(
        TestReceipts.fields()
          + ids.enumerated().map {
            TestReceipts.purchase(DER.utf8($1), transaction: "\($0)")
          }))
    let result = try await bench.run(
      ["timeline", "receipt"] + TestReceipts.trust(), environment: ["COLUMNS": "60"])
    for id in ids { #expect(result.text.components(separatedBy: id).count == 3) }
  }

  @Test("With --redact, no identifier is drawn")
  func redacted() async throws {
    for format in ["text", "json", "html"] {
      let result = try await draw("subscription-gap", ["--redact", "--format", format])
      #expect(!result.text.contains("com.example.app"), "\(format)")
    }
  }

  @Test(
    "Every receipt of the corpus is drawn, at every width",
    .enabled(if: TestReceipts.corpus != nil, "there is no corpus"), arguments: [60, 200])
  func corpus(columns: Int) async throws {
    let corpus = try #require(TestReceipts.corpus)
    let bench = try Workbench()
    for folder in ["app-receipt", "ios6-transaction", "jws", "verify-receipt"] {
      // Named by relative paths, so that no path is wider than the terminal.
      try bench.link(folder, to: corpus.appendingPathComponent(folder).path)
      for color in ["always", "never"] {
        let result = try await bench.run(
          ["timeline", folder, "--color", color, "--quiet"],
          environment: ["COLUMNS": "\(columns)", "LC_ALL": "C.UTF-8"])
        // In the others there is a file that is no receipt, or a damaged one.
        result.expect(status: folder == "verify-receipt" ? 1 : 2)
        #expect(!result.output.isEmpty)
        if color == "never" { expectFit(result, columns: columns) }
      }
    }
  }
}
