import Foundation
import ReceiptMaking
import Testing

@testable import ReceiptCommandLine

/// What a person sees who does not see the report: standard error, and the page of a job of GitHub Actions.
@Suite struct FailureNotesTests {
  /// Receipts that fail, as many as are asked for, and one that passes.
  private func bench(failing count: Int) throws -> Workbench {
    let bench = try Workbench()
    _ = try bench.reportOptions()
    let other = DER.receipt(TestReceipts.fields(bundle: "com.example.other"))
    for number in 0..<count { try bench.write("in/\(100 + number).bin", other) }
    try bench.write("in/fine.bin", DER.receipt(TestReceipts.fields()))
    try bench.write(
      "receipts.yml",
      Array(
        """
        receipts:
          - files: in/*
            trust-root: root.cer
            bundle-id: com.example.app
        """.utf8))
    return bench
  }

  private static let check = ["check", "--expect", "receipts.yml", "--at", "2026-01-01"]

  // MARK: Standard error

  @Test(
    "With a report in a file, standard error names what fails, and counts",
    arguments: CheckFormatName.all, [0, 1, 10, 11])
  func notes(format: String, count: Int) async throws {
    let bench = try bench(failing: count)
    let arguments = Self.check + ["--format", format, "-o", "report"]
    let result = try await bench.run(arguments).expect(status: count == 0 ? 0 : 1)
    #expect(result.output.isEmpty)
    let lines = result.messageText.split(separator: "\n").map(String.init)
    guard count > 0 else { return #expect(lines.isEmpty) }
    let named = lines.filter { $0.hasPrefix("receipt: FAIL: in/1") }
    #expect(named.count == min(count, 10))
    #expect(named.allSatisfy { $0.hasSuffix(" (receipts.yml:4)") }, "\(result)")
    #expect(lines.contains("receipt: and 1 more") == (count > 10))
    #expect(lines.last == "receipt: \(count + 1) receipts: \(count) failed, 1 passed")
    #expect(lines.count == named.count + (count > 10 ? 2 : 1))
    try await bench.run(arguments + ["--quiet"]).expect(status: 1).expectSilence()
    let direct = try await bench.run(Self.check + ["--format", format]).expect(status: 1)
    direct.expectSilence()
    if format != "text" { #expect(try bench.read("report") == direct.output) }
  }

  @Test("What cannot be read is named once", arguments: ["junit", "github"])
  func unreadable(format: String) async throws {
    let bench = try bench(failing: 0)
    try bench.write("in/words\n::error::x", Array("hello".utf8))
    let result = try await bench.run(Self.check + ["--format", format, "-o", "report"])
      .expect(status: 2).expect(message: "2 receipts: 1 could not be read, 1 passed\n")
    expectNoControls(result.messages)
    #expect(result.messageText.components(separatedBy: "in/words").count == 2, "\(result)")
    let broken = try await bench.run(["check", "--expect", "no.yml", "-o", "x", "--format", format])
      .expect(status: 2).expect(message: "nothing was checked")
    #expect(broken.messageText.components(separatedBy: "no.yml").count == 2)
  }

  // MARK: GitHub

  @Test("Ten problems are annotated, the others stand in the log", arguments: [10, 11, 30])
  func annotations(count: Int) async throws {
    let bench = try bench(failing: count)
    let result = try await bench.run(Self.check + ["--format", "github"]).expect(status: 1)
    let lines = result.lines
    #expect(lines.prefix(10).allSatisfy { $0.hasPrefix("::error file=receipts.yml,line=4,title=") })
    #expect(lines.dropFirst(10).dropLast().allSatisfy { $0.hasPrefix("FAIL: in/1") })
    #expect(lines.count == count + 1)
    let more = "\(count - 10) of \(count) problems have no annotation: see the log"
    #expect(
      lines.last == "::notice title=receipt check::\(count + 1) receipts: \(count) failed, 1 passed"
        + (count > 10 ? "; \(more)" : ""))
    let summed = try await bench.run(
      Self.check + ["--format", "github"], environment: ["GITHUB_STEP_SUMMARY": "page.md"])
    #expect(summed.text.hasSuffix("see the log or the summary\n") == (count > 10))
    let rows = try bench.text("page.md").split(separator: "\n").filter { $0.hasPrefix("| <code>") }
    #expect(rows.count == count)
  }

  @Test("An annotation and SARIF name their files from the folder of the repository")
  func workspace() async throws {
    let bench = try bench(failing: 1)
    let parts = bench.path.split(separator: "/")
    let parent = "/" + parts.dropLast().joined(separator: "/")
    let own = try #require(parts.last)
    for (workspace, file) in [
      (parent, "\(own)/receipts.yml"), (parent + "/", "\(own)/receipts.yml"),
      (bench.path, "receipts.yml"), ("/nowhere", "receipts.yml"), ("", "receipts.yml"),
    ] {
      let result = try await bench.run(
        Self.check + ["--format", "github"], environment: ["GITHUB_WORKSPACE": workspace]
      ).expect(status: 1)
      #expect(result.lines[0].hasPrefix("::error file=\(file),line=4,"), "\(workspace)")
      let sarif = try await bench.run(
        Self.check + ["--format", "sarif"], environment: ["GITHUB_WORKSPACE": workspace]
      ).expect(status: 1).json()
      let found = sarif["runs"]?[0]?["results"]?[0]
      let place = found?["locations"]?[0]?["physicalLocation"]?["artifactLocation"]?["uri"]
      #expect(place?.string == file)
      let receipt = found?["relatedLocations"]?[0]?["physicalLocation"]?["artifactLocation"]?["uri"]
      #expect(receipt?.string?.hasPrefix(file.dropLast("receipts.yml".count) + "in/") == true)
    }
  }

  @Test("A percent sign is itself in the log, and encoded in a command")
  func percent() async throws {
    let bench = try bench(failing: 10)
    try bench.write("in/99%41", Array("hello".utf8))
    try bench.write("in/199%41", Array("hello".utf8))
    let result = try await bench.run(Self.check + ["--format", "github"]).expect(status: 2)
    #expect(result.lines.contains { $0.hasPrefix("FAIL: in/99%41: ") }, "\(result)")
    try bench.write("in/0%41", Array("hello".utf8))
    let again = try await bench.run(Self.check + ["--format", "github"]).expect(status: 2)
    #expect(again.lines[0].contains("::in/0%2541: "))
  }

  @Test("The summary of a job is appended, and only by GitHub's format")
  func summary() async throws {
    let bench = try bench(failing: 1)
    try bench.write("page.md", Array("before\n".utf8))
    let environment = ["GITHUB_STEP_SUMMARY": "page.md"]
    for format in ["text", "junit"] {
      _ = try await bench.run(Self.check + ["--format", format], environment: environment)
    }
    #expect(try bench.text("page.md") == "before\n")
    _ = try await bench.run(
      Self.check + ["--format", "github", "in/fine.bin"], environment: environment
    ).expect(status: 0)
    _ = try await bench.run(
      Self.check + ["--format", "github"], environment: environment
    ).expect(status: 1).expectSilence()
    #expect(
      try bench.text("page.md") == """
        before
        ### receipt check: 1 receipt passed

        ### receipt check: 2 receipts&#58; 1 failed, 1 passed

        | receipt | check | what is wrong | expectation | why |
        | --- | --- | --- | --- | --- |
        | <code>in&#47;100&#46;bin</code> | <code>bundle&#45;id&#58; mismatch</code> | \
        <code>the receipt is for com&#46;example&#46;other, not for com&#46;example&#46;app</code> | \
        <code>receipts&#46;yml&#58;4</code> |  |


        """)
    _ = try await bench.run(
      ["check", "--expect", "none.yml", "--format", "github"], environment: environment
    ).expect(status: 2)
    #expect(try bench.text("page.md").contains("### receipt check: nothing was checked\n"))
  }

  @Test("A summary that cannot be written is a warning, and changes nothing else")
  func unwritable() async throws {
    let bench = try bench(failing: 1)
    try bench.makeFolder("folder")
    let arguments = Self.check + ["--format", "github"]
    let direct = try await bench.run(arguments).expect(status: 1)
    for path in ["folder", "no/page.md"] + (Machine.hasFullDevice ? ["/dev/full"] : []) {
      let result = try await bench.run(arguments, environment: ["GITHUB_STEP_SUMMARY": path])
        .expect(status: 1).expect(message: "receipt: warning: \(path) cannot be written: ")
      #expect(result.output == direct.output)
      try await bench.run(
        arguments + ["in/fine.bin"], environment: ["GITHUB_STEP_SUMMARY": path]
      ).expect(status: 0).expect(message: "warning")
    }
    try await bench.run(arguments, environment: ["GITHUB_STEP_SUMMARY": ""]).expect(status: 1)
      .expectSilence()
  }

  @Test("Nothing in the summary is markup but what the tool wrote")
  func hostile() async throws {
    let bench = try bench(failing: 0)
    try bench.writeHostileFolder()
    let signs =
      "</code>|<b>*_`~[x](y)![z](w) @me #1 https:\\e.com www.e.com a@b.c $x$ &lt; \\| -- ###"
    try bench.write("in/\(signs.replacing("/", with: "÷"))", Array("hello".utf8))
    try bench.write(
      "receipts.yml",
      Array("receipts: [{files: in/**, why: \"</code> | x\\n| y |\", bundle-id: x}]".utf8))
    let result = try await bench.run(
      Self.check + ["--format", "github"], environment: ["GITHUB_STEP_SUMMARY": "page.md"])
    let page = try bench.text("page.md")
    expectNoControls(Array(page.utf8))
    let rows = page.split(separator: "\n").dropFirst(3)
    #expect(rows.count == result.lines.count - 1)
    for row in rows {
      let bare = row.replacing("<code>", with: "").replacing("</code>", with: "")
        .replacing(/&#\d+;/, with: "")
      #expect(bare.count { $0 == "|" } == 6, "\(row)")
      let others = bare.unicodeScalars.filter {
        $0.isASCII && !$0.properties.isAlphabetic && !("0"..."9").contains($0)
      }
      #expect(Set(others).isSubset(of: ["|", " ", ","]), "\(row)")
    }
  }

  @Test("A summary stays within what GitHub takes")
  func large() async throws {
    let bench = try bench(failing: 0)
    let name = String(repeating: "-", count: 300)
    let entries = (0..<1500).map { "  - files: in/\(name)\($0)" }.joined(separator: "\n")
    try bench.write("receipts.yml", Array("receipts:\n\(entries)\n".utf8))
    _ = try await bench.run(
      Self.check + ["--format", "github"], environment: ["GITHUB_STEP_SUMMARY": "page.md"]
    ).expect(status: 2)
    let page = try bench.text("page.md")
    #expect((400_000..<600_000).contains(page.utf8.count))
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| <code>") }.count
    #expect(page.contains("\n\(grouped(1500 - rows)) more problems: see the log\n"))
  }
}

/// The formats of `receipt check`.
enum CheckFormatName {
  static let all = ["text", "json", "ndjson", "csv", "junit", "tap", "sarif", "github"]
}
