import ReceiptMaking
import Testing

/// Runs of `receipt check` that cannot begin.
@Suite struct AbortedRunTests {
  private static let faults: [(file: String, text: String?, line: Int?, code: String)] = [
    ("none.yml", nil, nil, "not-found"),
    ("broken.yml", "receipts:\n  - files: [a\n", 3, "invalid-document"),
    (
      "unknown.yml", "# a comment\nreceipts:\n  - files: receipt\n    bundel-id: a\n", 4,
      "invalid-document"
    ),
    ("empty.yml", "\nreceipts: []\n", 2, "invalid-document"),
    (
      "root.yml", "receipts:\n  - files: receipt\n    trust-root:\n      - none.cer\n", 4,
      "not-found"
    ),
  ]

  private func bench() throws -> Workbench {
    let bench = try Workbench()
    try bench.write("receipt", DER.receipt(TestReceipts.fields()))
    for fault in Self.faults {
      if let text = fault.text { try bench.write(fault.file, Array(text.utf8)) }
    }
    return bench
  }

  @Test("The report names the file, the line and the fault", arguments: faults.map(\.file))
  func report(file: String) async throws {
    let fault = try #require(Self.faults.first { $0.file == file })
    let bench = try bench()
    let arguments = ["check", "--expect", file, "--format"]
    let json = try await bench.run(arguments + ["ndjson"]).expect(status: 2).json()
    #expect(json["verdict"]?.string == "error" && json["error"]?["code"]?.string == fault.code)
    #expect(json["source"]?["name"]?.string == file)
    #expect(json["source"]?["line"]?.number == fault.line.map(String.init))
    #expect(try await bench.run(arguments + ["json"]).json().elements?.count == 1)

    let place = file + (fault.line.map { ", line \($0)" } ?? "")
    let tap = try await bench.run(arguments + ["tap"]).expect(status: 2)
    tap.expect(output: "not ok 1 - \(place)\n").expect(output: "\n1..1\n")
    let junit = try await bench.run(arguments + ["junit"]).expect(status: 2)
    junit.expect(output: "name=\"\(place)\"").expect(output: "<error type=\"\(fault.code)\"")
    let github = try await bench.run(arguments + ["github"]).expect(status: 2).expectSilence()
    let line = fault.line.map { "line=\($0)," } ?? ""
    github.expect(output: "::error file=\(file),\(line)title=decode%3A \(fault.code)::")
    github.expect(output: "::notice title=receipt check::nothing was checked\n")
    let sarif = try await bench.run(arguments + ["sarif"]).expect(status: 2).json()["runs"]?[0]
    let location = sarif?["results"]?[0]?["locations"]?[0]?["physicalLocation"]
    #expect(location?["artifactLocation"]?["uri"]?.string == file)
    #expect(location?["region"]?["startLine"]?.number == String(fault.line ?? 1))
    #expect(sarif?["invocations"]?[0]?["executionSuccessful"] == .bool(false))
    // People read it on standard error; a file has it too.
    _ = try await bench.run(["check", "--expect", file, "-o", "out"]).expect(status: 2)
      .expect(message: "receipt: error: \(file)")
    #expect(try bench.text("out").hasPrefix("\(place): FAIL: "))
  }

  @Test(
    "The report of an earlier run does not stay",
    arguments: ["text", "json", "ndjson"] + ReportFormatTests.formats)
  func stale(format: String) async throws {
    let bench = try bench()
    let arguments = ["check", "--format", format, "-o", "out"]
    _ = try await bench.run(
      arguments + ["--trust-root", "root.cer", "receipt"] + bench.reportOptions())
    let old = try bench.text("out")
    #expect(old.contains("receipt"))
    for fault in Self.faults {
      _ = try await bench.run(arguments + ["--expect", fault.file]).expect(status: 2)
      #expect(try bench.text("out") != old)
    }
    _ = try await bench.run(arguments + ["receipt", "--trust-root", "none.cer"]).expect(status: 2)
    #expect(try bench.text("out").contains("none.cer"))
    #expect(try bench.names().filter { $0.hasSuffix(".tmp") }.isEmpty)
  }

  @Test(
    "The report of an earlier run does not stay after a wrong call",
    arguments: [
      ["--bundel-id", "x"], ["--format", "xml"], ["--format"], ["--at", "never"], ["--strict"],
      ["--at", "2024", "--at", "2025"], ["--expect", ""], ["receipt", "--lines", "receipt"],
    ])
  func staleAfterWrongCall(arguments: [String]) async throws {
    for option in [["-o", "out"], ["--output=out"], ["-oout"]] {
      let bench = try bench()
      try bench.write("out", Array("<testsuites/>".utf8))
      try await bench.run(["check"] + option + arguments).expect(status: 64)
      #expect(try !bench.names().contains("out"), "\(option)")
    }
  }

  @Test(
    "A wrong call removes nothing that it may read, no receipt, no link, and nothing of other commands",
    arguments: [
      ["check", "-o", "out", "out", "--bogus"], ["check", "-o", "out", ".", "--bogus"],
      ["check", "-o", "out", "--expect", "out", "--bogus"], ["check", "-o", "receipt", "--bogus"],
      ["check", "-o", "link", "--bogus"], ["check", "-o", "folder", "--bogus"],
      ["check", "--bogus", "out"], ["check", "-o", "--bogus", "out"],
      ["check", "--record", "out", "--bogus"], ["decode", "-o", "out", "--bogus"],
      ["check", "-o", "out", "--help"], ["check", "-o", "none", "--bogus"],
    ])
  func keptAfterWrongCall(arguments: [String]) async throws {
    let bench = try bench()
    try bench.write("out", Array("<testsuites/>".utf8))
    try bench.link("link", to: "out")
    try bench.makeFolder("folder")
    let before = try bench.names()
    try await bench.run(arguments).expect(status: arguments.contains("--help") ? 0 : 64)
    #expect(try bench.names() == before)
    #expect(try bench.text("out") == "<testsuites/>")
  }

  @Test("While a run lasts, the report of an earlier run is gone", .enabled(if: Machine.hasProc))
  func removedFirst() async throws {
    let bench = try bench()
    try bench.write("out", Array("old".utf8))
    // The run waits for its input, which looks at the file and then ends it.
    let result = try await bench.shell(
      """
      { i=0; while [ -e out ] && [ $i -lt 500 ]; do sleep 0.02; i=$((i+1)); done
        [ -e out ] && echo there >&2 || echo gone >&2; } | "$RECEIPT" check -o out
      """)
    result.expect(message: "gone")
    #expect(try bench.names().contains("out"))
  }

  @Test(
    "A run that finds nothing to check reports why, in place of the old report",
    arguments: ["text", "json", "ndjson", "csv"] + ReportFormatTests.formats,
    [
      (["nowhere"], "there is no such file"), (["empty"], "there is no file in this folder"),
      (["--expect", "nowhere.yml"], "there is no such file"),
      (["--expect", "broken.yml"], "line 3"), (["--expect", "empty"], "this is no regular file"),
      (["--expect", "pattern.yml"], "no file fits this pattern"),
      (["--expect", "named.yml"], "there is no such file"),
      (["--trust-root", "nowhere", "receipt"], "there is no such file"),
    ])
  func nothing(format: String, fault: (arguments: [String], words: String)) async throws {
    let bench = try bench()
    try bench.makeFolder("empty")
    try bench.write("pattern.yml", Array("receipts: [{files: 'old/*'}]".utf8))
    try bench.write("named.yml", Array("receipts: [{files: gone}]".utf8))
    try bench.write("out", Array("STALE".utf8))
    try await bench.run(["check", "--format", format, "-o", "out"] + fault.arguments)
      .expect(status: 2)
    let report = try bench.text("out")
    #expect(!report.contains("STALE"))
    // JSON and SARIF have the line as a number.
    let hasWords = report.contains(fault.words) || fault.words == "line 3" && report.contains("3")
    #expect(hasWords, "\(report)")
  }

  /// A path that is too long for the system, below `in`: no user can read that folder, not even the superuser.
  private static let makeDeepFolder = """
    set -e
    path=$(for i in 1 2 3; do printf '%0200d/' 0; done)
    mkdir deep
    for i in 1 2 3 4 5 6 7 8; do mkdir -p "next/$path"; mv deep "next/$path"; mv next deep; done
    mkdir in; cp receipt in/a; mv deep in
    """

  @Test(
    "A folder that cannot be read fails the run that is to look into it",
    arguments: [
      ("in", [], 2), ("in/**", [], 2), ("in/a", [], 0), ("in/*", [], 0), ("in/a", ["--strict"], 2),
    ])
  func unreadableFolder(files: String, options: [String], status: Int32) async throws {
    let bench = try bench()
    _ = try bench.reportOptions()
    try await bench.shell(Self.makeDeepFolder).expect(status: 0)
    try bench.write(
      "suite.yml", Array("receipts: [{files: '\(files)', trust-root: root.cer}]".utf8))
    // Only the receipts in this folder are of interest here.
    try await bench.shell("mkdir suite; mv in root.cer suite.yml suite").expect(status: 0)
    let result = try await bench.run(
      ["check", "--expect", "suite/suite.yml", "--format", "ndjson"] + options
    ).expect(status: status)
    let verdicts = try result.lines.map { try JSON(Array($0.utf8))["verdict"]?.string }
    #expect(verdicts == (status == 0 ? ["pass"] : ["pass", "error"]))
    try await bench.shell("rm -rf suite").expect(status: 0)
  }

  @Test("A pattern that fits nothing fails the run, and is no receipt")
  func pattern() async throws {
    let bench = try bench()
    _ = try bench.reportOptions()
    try bench.write(
      "e.yml",
      Array("receipts: [{files: receipt, trust-root: root.cer}, {files: 'old/*'}, {files: b}]".utf8)
    )
    let text = try await bench.run(["check", "--expect", "e.yml"]).expect(status: 2)
    text.expect(output: "1 receipt passed; 2 paths without a receipt\n")
      .expect(message: "old/*: no file fits this pattern")
      .expect(message: "b: there is no such file")
    let sarif = try await bench.run(["check", "--expect", "e.yml", "--format", "sarif"]).json()
    #expect(sarif["runs"]?[0]?["invocations"]?[0]?["executionSuccessful"] == .bool(false))
  }

  @Test(
    "Another reader reads such reports", .enabled(if: Python.isThere, Python.absence),
    arguments: ReportFormatTests.formats, faults.map(\.file))
  func independentReaders(format: String, file: String) async throws {
    let bench = try bench()
    for (name, format) in [("report", format), ("lines", "ndjson")] {
      _ = try await bench.run(["check", "--expect", file, "--format", format, "-o", name])
        .expect(status: 2)
    }
    try await bench.python("read_\(format).py", ["report", "lines"]).expect(status: 0)
      .expectSilence()
  }
}
