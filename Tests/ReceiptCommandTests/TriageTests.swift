import Foundation
import ReceiptInsight
import TestSupport
import Testing

/// `receipt diagnose` of many receipts: one line each, the worst first.
@Suite struct TriageTests {
  /// A folder with a receipt of each kind, and the root that signed the good ones.
  private func folder() async throws -> Workbench {
    let bench = try Workbench()
    try bench.makeFolder("in")
    for (name, file) in [
      ("monthly-active", "a-fine"), ("lapsed", "b-lapsed"), ("answer-21007", "e-error"),
    ] {
      try bench.write("spec.yaml", Array(try Story.named(name).spec.utf8))
      try await bench.run([
        "make", "spec.yaml", "-o", "in/\(file)", "--root", "roots.pem", "--quiet",
      ])
      .expect(status: 0)
    }
    try bench.write("in/c-test", TestReceipts.base64())
    try bench.write("in/d-page", Array("<html></html>".utf8))
    let forged = try Workbench()
    try forged.write("spec.yaml", Array(try Story.named("forged").spec.utf8))
    try await forged.run(["make", "spec.yaml", "--pki", "pki", "-o", "r", "--quiet"]).expect(
      status: 0)
    try bench.write("in/f-forged", try forged.read("r"))
    return bench
  }

  private static let question = ["--trust-root", "roots.pem", "--at", "2025-06-01T12:00:00Z"]

  @Test("Of two answers, the one that holds only the renewal tells of it")
  func renewalAlone() async throws {
    let bench = try Workbench()
    let renewal = #"{"product_id":"pro","original_transaction_id":"1","auto_renew_status":"0"}"#
    let answers = [
      #""receipt":{"bundle_id":"a.b","in_app":[]},"pending_renewal_info":[\#(renewal)]"#,
      #""receipt":{"bundle_id":"a.b","in_app":[{"product_id":"gold","transaction_id":"2"}]}"#,
    ].map { "{\"status\":0,\($0)}\n" }
    try bench.write("log", Array(answers.joined().utf8))
    let result = try await bench.run(
      ["diagnose", "log", "--at", "2025-06-01"], environment: ["COLUMNS": "120"])
    #expect(result.text.contains("tells of the renewal of pro"), "\(result)")
    #expect(result.text.contains("gold"), "\(result)")
  }

  @Test("A folder is a list, the worst first, under its totals")
  func list() async throws {
    let bench = try await folder()
    let result = try await bench.run(
      ["diagnose", "in"] + Self.question, environment: ["COLUMNS": "100"]
    ).expect(status: 2)
    Golden.expect(result.output, "diagnose.folder.txt")
    expectFit(result, columns: 100)
    let narrow = try await bench.run(
      ["diagnose", "in"] + Self.question, environment: ["COLUMNS": "50"])
    expectFit(narrow, columns: 50)
    #expect(
      narrow.text.contains("fine: in/a-fine\n  com.example.tea.monthly active until"))
    let details = try await bench.run(["diagnose", "in", "--details"] + Self.question)
    #expect(details.text.contains("Is it genuine?") && !details.text.contains("STATE"))
  }

  @Test("A spreadsheet has a row for each input, in their order")
  func csv() async throws {
    let bench = try await folder()
    let result = try await bench.run(["diagnose", "in", "--format", "csv"] + Self.question)
      .expect(status: 2)
    let rows = result.lines
    #expect(rows.count == 7)
    #expect(rows[0].hasPrefix("file,part,line,state,genuine,bundle_id,"))
    #expect(
      rows[1].hasPrefix(
        "in/a-fine,,,fine,other-root,com.example.tea,2025-05-31T12:00:00Z,com.example.tea.monthly,active,"
          + "signed-by-other-root,2025-06-11T00:00:00Z,1,unlock,"))
    #expect(
      rows.dropFirst().map { $0.prefix { $0 != "," } }.elementsEqual(
        ["a-fine", "b-lapsed", "c-test", "d-page", "e-error", "f-forged"].map { "in/\($0)" }))
  }

  @Test("Lines are a list too, or one line of JSON each in their order")
  func lines() async throws {
    let bench = try await folder()
    let good = try bench.read("in/a-fine")
    let text =
      [good, Array(try TestReceipts.base64())].map { Data($0) }.enumerated().map { index, data in
        index == 0
          ? data.base64EncodedString()
          : String(decoding: data, as: UTF8.self)
            .filter { !$0.isNewline }
      } + ["nothing"]
    try bench.write("lines", Array(text.joined(separator: "\n").utf8))
    let list = try await bench.run(["diagnose", "--lines", "lines"] + Self.question)
      .expect(status: 2).expectSilence()
    #expect(list.text.hasPrefix("3 receipts: 1 unreadable, 1 test, 1 fine\n"))
    #expect(list.text.contains("lines, line 3"))
    let json = try await bench.run(
      ["diagnose", "--lines", "lines", "--format", "ndjson"] + Self.question
    ).expect(status: 2)
    #expect(json.lines.count == 3)
    #expect(
      try json.lines.map {
        try JSON(Array($0.utf8))["summary"]?["genuine"]?["code"]?.string
      } == [
        "other-root", "test", "unreadable",
      ])
    try await bench.run(["diagnose", "--lines", "lines", "--together"]).expect(status: 64)
  }

  @Test("Each state has its own word")
  func words() {
    #expect(Set(Triage.allCases.map(\.text)).count == Triage.allCases.count)
  }

  @Test("Of several tests the total is in the plural")
  func plural() {
    #expect(Triage.totals(of: [.test]) == "1 test")
    #expect(
      Triage.totals(of: [.fine, .test, .notApple, .test]) == "1 not Apple's, 2 tests, 1 fine")
  }
}
