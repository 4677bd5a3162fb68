import Foundation
import ReceiptCore
import ReceiptMaking
import Testing

/// Reports of `receipt check` for other programs: JUnit, TAP, SARIF, GitHub annotations.
@Suite struct ReportFormatTests {
  static let formats = ["junit", "tap", "sarif", "github"]

  private static let suffixes = [
    "junit": "junit.xml", "tap": "tap", "sarif": "sarif", "github": "github.txt",
  ]

  private func run(
    _ bench: Workbench, _ format: String, _ others: [String] = []
  ) async throws -> CommandResult {
    try await bench.run(
      ["check", "in", "--format", format] + bench.reportOptions() + others)
  }

  @Test("Each format reports every result", arguments: formats)
  func golden(format: String) async throws {
    let bench = try Workbench()
    try bench.writeReportFolder()
    let result = try await run(bench, format).expect(status: 2)
    Golden.expect(
      NotAsked.removed(from: result, format), "report.\(Self.suffixes[format] ?? format)")
    expectNoControls(result.output)
    // Unreadable input is an annotation. Standard error is empty, because a runner would search it too.
    if format == "github" { result.expectSilence() }
  }

  @Test("Tests are numbered and counted, in JUnit without those that were not asked for")
  func counts() async throws {
    let bench = try Workbench()
    try bench.writeReportFolder()
    var numbers: [Int] = []
    for line in try await run(bench, "tap").lines {
      if let plan = line.firstMatch(of: /^    1\.\.(\d+)$/) {
        #expect(numbers.isEmpty, "fewer tests than planned before \(line)")
        numbers = (0..<(Int(plan.output.1) ?? 0)).map { $0 + 1 }
      } else if let test = line.firstMatch(of: #/^    (?:not )?ok (\d+) - /#) {
        #expect(Int(test.output.1) == numbers.first, "\(line)")
        numbers = Array(numbers.dropFirst())
      }
    }
    #expect(numbers.isEmpty)
    let suites = try await run(bench, "junit").text.components(separatedBy: "<testsuite ")
    #expect(suites.count > 1)
    #expect(!suites.joined().contains("needs --"))
    for suite in suites.dropFirst() {
      let counts = try #require(suite.firstMatch(of: /tests="(\d+)".* skipped="(\d+)"/))
      #expect(suite.components(separatedBy: "<testcase ").count - 1 == Int(counts.output.1))
      #expect(suite.components(separatedBy: "<skipped ").count - 1 == Int(counts.output.2))
    }
    let sarif = try await run(bench, "sarif").json()["runs"]?[0]
    let rules = try #require(sarif?["tool"]?["driver"]?["rules"]?.elements)
    #expect(rules.allSatisfy { $0["fullDescription"]?["text"]?.string?.isEmpty == false })
    for result in try #require(sarif?["results"]?.elements) {
      let index = try #require(result["ruleIndex"]?.number.flatMap(Int.init))
      #expect(rules[index]["id"] == result["ruleId"])
    }
  }

  @Test("Names of JUnit that differ only in spaces stay different where readers collapse them")
  func spaces() async throws {
    let bench = try Workbench()
    for name in ["a b", "a  b", " a b", "a b "] {
      try bench.write("in/\(name)", TestReceipts.der())
    }
    let text = try await run(bench, "junit", ["--product", "p q", "--product", "p  q"]).text
    for element in [
      /<testsuite id="\d+" name="([^"]*)"/, /<testcase classname="[^"]*" name="([^"]*)"/,
    ] {
      let names = text.matches(of: element).map { String($0.output.1) }
      let collapsed = names.map { $0.split(separator: " ").joined(separator: " ") }
      #expect(collapsed == names)
    }
    #expect(text.contains("name=\"in/a \\u{20}b\""))
    #expect(text.contains("name=\"product: p \\u{20}q\""))
    #expect(text.contains("name=\"product: p q\""))
  }

  @Test(
    "The place of a fault is a number, and stands in every format", arguments: formats + ["json"])
  func offset(format: String) async throws {
    let bench = try Workbench()
    var bytes = try TestReceipts.der()
    let creation = try #require(bytes.firstRange(of: Array("2018-11-29T08:30:50Z".utf8)))
    bytes[creation.lowerBound] = UInt8(ascii: "x")
    try bench.write("in", bytes)
    let decoded = try await bench.run(["decode", "in", "--format", "json"]).json()
    let offset = try #require(decoded["error"]?["offset"]?.number)
    let result = try await run(bench, format).expect(status: 2)
    switch format {
    case "junit": #expect(result.text.contains("\noffset: \(offset)"))
    case "tap": #expect(result.text.contains("offset: \"\(offset)\""))
    case "json":
      let structure = try result.json()["checks"]?[0]
      #expect(structure?["offset"]?.number == offset)
      #expect(structure?["evidence"] == nil)
    case "sarif":
      let properties = try result.json()["runs"]?[0]?["results"]?[0]?["properties"]
      #expect(properties?["offset"]?.number == offset)
      #expect(properties?["evidence"] == nil)
    default: #expect(result.text.contains("at byte \(offset)"))
    }
  }

  @Test("All that pass give an empty report, and 0", arguments: formats)
  func passing(format: String) async throws {
    let bench = try Workbench()
    try bench.write("in/receipt", DER.receipt(TestReceipts.fields()))
    let result = try await run(bench, format).expect(status: 0).expectSilence()
    switch format {
    case "github":
      #expect(result.text == "::notice title=receipt check::1 receipt passed\n")
    case "sarif":
      let run = try result.json()["runs"]?[0]
      #expect(run?["results"]?.elements?.isEmpty == true)
      #expect(run?["invocations"]?[0]?["executionSuccessful"] == .bool(true))
    case "tap": #expect(result.lines.filter { $0.contains("not ok") }.isEmpty)
    default: #expect(!result.text.contains("<failure"))
    }
  }

  @Test("A single file and standard input give the same format", arguments: formats)
  func single(format: String) async throws {
    let bench = try Workbench()
    try bench.write("words.txt", Array("hello".utf8))
    let file = try await bench.run(["check", "words.txt", "--format", format]).expect(status: 2)
    let input = try await bench.run(
      ["check", "--format", format], input: Array("hello".utf8)
    ).expect(status: 2)
    #expect(file.text.contains("words.txt"))
    // Input without a path has no file to annotate.
    #expect(!input.text.contains("file=") && !input.text.contains("\"uri\""))
    #expect(
      input.text.contains("standard input"),
      "standard input has no name but in words: \(input)")
  }

  @Test("The same run gives the same report", arguments: formats)
  func deterministic(format: String) async throws {
    let bench = try Workbench()
    try bench.writeReportFolder()
    let first = try await run(bench, format)
    #expect(try await run(bench, format).output == first.output)
  }

  @Test("Hostile names and fields stay text", arguments: formats)
  func hostile(format: String) async throws {
    let bench = try Workbench()
    try bench.writeHostileFolder()
    let options = ["--app-version", "1", "--environment", "production"]
    let result = try await run(bench, format, options)
    expectNoControls(result.output)
    expectNoControls(result.messages)
    guard format == "github" else { return }
    for (index, line) in result.lines.enumerated() {
      let start =
        index == result.lines.count - 1 ? "::notice " : index < 10 ? "::error " : "FAIL: "
      #expect(line.hasPrefix(start))
    }
    #expect(!result.text.contains("##["))
  }

  @Test("A path is told without detours", arguments: formats)
  func paths(format: String) async throws {
    let bench = try Workbench()
    try bench.write("in/words.txt", Array("hello".utf8))
    try bench.write("ci/e.yml", Array("receipts: [{files: ../in/words.txt}]".utf8))
    for (arguments, path) in [
      (["./in//words.txt"], "in/words.txt"), (["././in"], "in/words.txt"),
      (["--expect", "./ci/e.yml"], "ci/../in/words.txt"),
      (["--expect", "./ci/./none.yml"], "ci/none.yml"),
    ] {
      let report = try await bench.run(["check", "--format", format] + arguments).expect(status: 2)
      report.expect(output: path)
      #expect(!report.text.contains("./in") || path.contains("../in"), "\(report)")
      #expect(!report.text.contains("\"./") && !report.text.contains("=./"), "\(report)")
    }
  }

  @Test("A report names every difference, what was added first", arguments: formats)
  func everyDifference(format: String) async throws {
    let bench = try Workbench()
    let count = 60
    let purchases = (1...count).map {
      TestReceipts.purchase(DER.utf8("product.\($0)"), transaction: String($0))
    }
    try bench.write("receipt", DER.receipt(TestReceipts.fields() + purchases))
    try bench.write("old.yml", Array("receipts: [{files: receipt, purchases: [gone]}]".utf8))
    let arguments = ["check", "--expect", "old.yml", "--trust-root", "root.cer"]
    _ = try bench.reportOptions()
    let report = try await bench.run(arguments + ["--format", format]).expect(status: 1)
    for number in 1...count {
      #expect(report.text.contains("+ in_app \(number) product.\(number)"), "\(number)")
    }
    let added = try #require(report.text.range(of: "+ in_app 60 "))
    let gone = try #require(report.text.range(of: "- in_app gone"))
    #expect(added.lowerBound < gone.lowerBound)
    // People get the first of them.
    let text = try await bench.run(arguments).expect(status: 1)
    text.expect(output: "+ in_app 1 product.1").expect(output: "and 21 more lines")
  }

  @Test(
    "Perl's prove reads a report, and says whether it passes",
    .enabled(if: Machine.hasProve, "prove comes with Perl"), arguments: ["plain", "hostile"])
  func prove(folder: String) async throws {
    let bench = try Workbench()
    if folder == "plain" { try bench.writeReportFolder() } else { try bench.writeHostileFolder() }
    try bench.write("passing", DER.receipt(TestReceipts.fields()))
    for (inputs, status) in [(["in"], 1), (["passing"], 0)] as [([String], Int32)] {
      _ = try await bench.run(
        ["check"] + inputs + ["--format", "tap", "-o", "report.tap"] + bench.reportOptions())
      let names = try bench.text("report.tap").split(separator: "\n").filter {
        $0.starts(with: "ok ") || $0.starts(with: "not ok ")
      }
      let result = try await bench.execute(
        Machine.prove, ["--exec", "cat", "--verbose", "report.tap"]
      ).expect(status: status)
      #expect(!result.text.contains("Parse errors") && !result.text.contains("skipped"))
      result.expect(output: "Tests=\(names.count),")
    }
  }

  @Suite(.enabled(if: Python.isThere, Python.absence))
  struct IndependentReaders {
    @Test("Another reader finds the same results as in JSON", arguments: ReportFormatTests.formats)
    func reads(format: String) async throws {
      let bench = try Workbench()
      try bench.writeReportFolder()
      try await expectSame(bench, format, [])
    }

    @Test(
      "Another reader returns hostile text unchanged",
      arguments: ReportFormatTests.formats)
    func readsHostileText(format: String) async throws {
      let bench = try Workbench()
      try bench.writeHostileFolder()
      try await expectSame(bench, format, ["--app-version", "1", "--environment", "production"])
    }

    @Test(
      "Another reader returns the texts and products of an expectation file unchanged",
      arguments: ReportFormatTests.formats, [false, true])
    func readsExpectations(format: String, isHostile: Bool) async throws {
      let bench = try Workbench()
      if isHostile { try bench.writeHostileFolder() } else { try bench.writeReportFolder() }
      try bench.writeExpectations()
      try await expectSame(bench, format, ["--expect", "in.json"])
      let lines = try bench.text("lines")
      #expect(lines.contains("\"details\""))
      #expect(isHostile || lines.contains("\"expected\":true"))
    }

    @Test(
      "Another reader reads the example for CI", arguments: ReportFormatTests.formats,
      ["receipts.yml", "failing.yml"])
    func readsExample(format: String, file: String) async throws {
      let bench = try Workbench()
      let path = Python.file("examples/ci/\(file)")
      try await expectSame(bench, format, ["--expect", path], folder: nil)
    }

    @Test("An absolute path is a URI", arguments: ReportFormatTests.formats)
    func absolute(format: String) async throws {
      let bench = try Workbench()
      try bench.write("words 100%.txt", Array("hello".utf8))
      try await expectSame(bench, format, [], folder: bench.place("words 100%.txt"))
    }

    private func expectSame(
      _ bench: Workbench, _ format: String, _ options: [String], folder: String? = "in"
    ) async throws {
      let arguments = try ["check"] + [folder].compactMap { $0 } + options + bench.reportOptions()
      for (name, format) in [("report", format), ("lines", "ndjson")] {
        let result = try await bench.run(arguments + ["--format", format, "-o", name, "--quiet"])
        #expect(result.code ?? 64 <= 2, "\(result)")
      }
      try await bench.python("read_\(format).py", ["report", "lines"]).expect(status: 0)
        .expectSilence()
    }
  }
}
