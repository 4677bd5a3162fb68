import Foundation
import ReceiptCore
import ReceiptMaking
import Testing

/// `receipt check` of several receipts for people: failures stand out, and a summary follows.
@Suite struct CheckSummaryTests {
  private func run(
    _ bench: Workbench, columns: Int? = nil, _ others: [String] = []
  ) async throws -> CommandResult {
    try await bench.run(
      ["check", "in"] + bench.reportOptions() + others,
      environment: columns.map { ["COLUMNS": "\($0)"] } ?? [:])
  }

  @Test("Failures are shown in full, passes in one line, then advice", arguments: [60, 80, 140])
  func golden(columns: Int) async throws {
    let bench = try Workbench()
    try bench.writeReportFolder()
    let result = try await run(bench, columns: columns).expect(status: 2)
    if columns == 140 {
      Golden.expect(NotAsked.removed(from: result, "text"), "summary.140.txt")
    }
    expectFit(result, columns: columns)
  }

  @Test("Colour changes only colours", arguments: [60, 140])
  func color(columns: Int) async throws {
    let bench = try Workbench()
    try bench.writeReportFolder()
    let plain = try await run(bench, columns: columns)
    let colored = try await run(bench, columns: columns, ["--color", "always"])
    #expect(colored.text != plain.text)
    #expect(colored.text.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain.text)
  }

  @Test("Receipts that pass take one line each, and one line for the sum")
  func passing() async throws {
    let bench = try Workbench()
    for name in ["a", "b", "c"] {
      try bench.write("in/\(name)", DER.receipt(TestReceipts.fields()))
    }
    let result = try await run(bench).expect(status: 0).expectSilence()
    #expect(
      result.lines == [
        "in/a: pass: signed under your own root (sha256), not by Apple",
        "in/b: pass: signed under your own root (sha256), not by Apple",
        "in/c: pass: signed under your own root (sha256), not by Apple", "",
        "all 3 receipts passed",
      ])
  }

  @Test("A single receipt is shown as usual, without a summary")
  func single() async throws {
    let bench = try Workbench()
    try bench.write("receipt", DER.receipt(TestReceipts.fields()))
    let result = try await bench.run(["check", "receipt"] + bench.reportOptions())
      .expect(status: 0)
    #expect(!result.text.contains("passed"))
    // Checks that were not requested share one line.
    #expect(result.text.contains(/not asked +app-version,/))
  }

  @Test("Hostile names stay in their line and column", arguments: [60, 100])
  func hostile(columns: Int) async throws {
    let bench = try Workbench()
    try bench.writeHostileFolder()
    let result = try await run(bench, columns: columns).expect(status: 2)
    expectNoControls(result.output)
    expectNoControls(result.messages)
  }

  @Test("A name of 40 columns is whole in the table, and a longer one is without its middle")
  func longNames() async throws {
    func letters(_ count: Int) -> String { String(repeating: "a", count: count) }
    for (name, shown) in [
      (letters(37), "in/\(letters(37))"), (letters(38), "in/\(letters(17))…\(letters(19))"),
    ] {
      let bench = try Workbench()
      for file in [name, "z"] { try bench.write("in/\(file)", Array("hello".utf8)) }
      try await run(bench).expect(status: 2).expect(output: "  \(shown)  a receipt begins with ")
    }
  }

  @Test(
    "A sign that a terminal shows in two columns takes two of the table",
    arguments: [
      ("\u{1F8FF}", 1), ("\u{1F900}", 2), ("\u{1F9FF}", 2), ("\u{1FA6F}", 1), ("\u{1FA70}", 2),
      ("\u{1FAFF}", 2), ("\u{1FB00}", 1),
    ])
  func signs(sign: String, width: Int) async throws {
    let bench = try Workbench()
    try bench.write("in/\(sign)", Array("hello".utf8))
    // The longest name: its last four columns are those of the sign, and blanks.
    try bench.write("in/zzzz", [])
    let blanks = String(repeating: " ", count: 4 - width)
    try await run(bench).expect(status: 2)
      .expect(output: "in/\(sign)\(blanks)  a receipt begins with ")
  }

  /// 1,000 receipts, of which 300 are for another app, 5 are damaged, and 2 are not receipts.
  @Test("A thousand receipts end in a table of three rows", arguments: [60, 100])
  func thousand(columns: Int) async throws {
    let bench = try Workbench()
    let passing = DER.receipt(TestReceipts.fields())
    let other = DER.receipt(TestReceipts.fields(bundle: "com.example.other"))
    for number in 0..<1000 {
      let receipt =
        switch number {
        case 17, 917: Array("no receipt".utf8)
        case 100..<400: other
        case 500..<505: passing + [0]
        default: passing
        }
      let digits = String(number)
      try bench.write(
        "in/\(String(repeating: "0", count: 4 - digits.count))\(digits).bin", receipt)
    }
    let result = try await run(bench, columns: columns).expect(status: 2)
    let summary = result.lines.reversed().prefix { !$0.hasPrefix("1,000 receipts") }.reversed()
    #expect(
      result.lines.contains("1,000 receipts: 305 failed, 2 could not be read, 693 passed"))
    if columns == 60 {
      Golden.expect(Array(summary.joined(separator: "\n").utf8), "summary.thousand.60.txt")
    }
    expectFit(result, columns: columns)
    // The first failures are shown in full and the others in one line, so that the output can be scrolled.
    let headlines = result.lines.filter { $0.contains(": FAIL: ") }
    #expect(headlines.count == 305)
    #expect(result.lines.filter { $0.contains("not asked     ") }.count == 10)
    #expect(result.lines.count < 1600)
  }
}
