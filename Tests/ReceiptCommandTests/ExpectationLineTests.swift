import Foundation
import ReceiptMaking
import Testing

/// Every report of a failed expectation names the line of the expectation file to change.
@Suite struct ExpectationLineTests {
  /// A small project with one fault in its expectations.
  struct Project: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var file = "receipts.yml"
    let text: String
    let line: Int
    var key: String?
    var overrides: Int?
    var why: String?
    var arguments: [String] = []
    var status: Int32 = 1
  }

  /// What each YAML file begins with: two lines of the first entry, and its root.
  private static let head = """
    receipts:
      - files: "**/*.bin"
        trust-root: root.cer
        bundle-id: com.example.app

    """

  static let projects = [
    Project(
      testDescription: "a later entry overrides the defaults",
      text: head + """
          - files: in/a.bin
            why: switched to the other app
            bundle-id: com.example.other
        """, line: 7, key: "bundle-id", overrides: 4, why: "switched to the other app"),
    Project(
      testDescription: "two patterns and a path name the receipt, the last of them decides",
      text: head + """
          - files: in/*.bin
            app-version: 42
          - files: "in/[a-b].bin"
            why: a guess
            app-version: 43
          - files: [in/b.bin, in/a.bin]
            app-version: 44
        """, line: 11, key: "app-version", overrides: 9),
    Project(
      testDescription: "a later entry judges at another time",
      text: head + """
            at: 2024-03-10
            max-age: 30d
          - files: in/a.bin
            why: the clock was moved
            at: 2027-02-02
        """, line: 9, key: "at", overrides: 5, why: "the clock was moved"),
    Project(
      testDescription: "one value of a list over several lines",
      text: head + """
          - files: in/a.bin
            product:
              - pro
              - month
              - year
        """, line: 9, key: "product"),
    Project(
      testDescription: "a field of the receipt",
      text: head + """
          - files: in/a.bin
            why: the version before
            receipt:
              bundle_id: com.example.app
              application_version: 41
        """, line: 9, key: "receipt", why: "the version before"),
    Project(
      testDescription: "a purchase of an exact list",
      text: head + """
          - files: in/a.bin
            purchases:
              - month
              - product_id: pro
                quantity: 2
        """, line: 9, key: "purchases"),
    Project(
      testDescription: "a refusal that does not come",
      text: head + """
          - files: in/a.bin
            why: an old attack
            fails:
              signature: bad-signature
        """, line: 7, key: "fails", why: "an old attack"),
    Project(
      testDescription: "a file that is not there",
      text: head + """
          - files: in/gone.bin
            why: a customer sent it
        """, line: 5, why: "a customer sent it", status: 2),
    Project(
      testDescription: "a pattern that fits nothing",
      text: head + """
          - files: in/*.gone
        """, line: 5, status: 2),
    Project(
      testDescription: "a forged receipt that is expected to pass",
      text: head + """
          - files: in/*.forged
            why: nobody said that it is forged
            trust-root: root.cer
        """, line: 5, why: "nobody said that it is forged"),
    Project(
      testDescription: "a receipt that no entry names",
      text: "receipts:\n  - files: in/a.bin\n    trust-root: root.cer\n", line: 1,
      key: "receipts", arguments: ["--strict", "in/a.bin", "in/b.bin", "--trust-root", "root.cer"]),
    Project(
      testDescription: "JSON", file: "receipts.json",
      text: """
        {"receipts": [
          {"files": "in/*.bin", "trust-root": "root.cer",
           "environment": "production"},
          {"files": "in/a.bin",
           "why": "é",
           "environment":
             "sandbox"}
        ]}
        """, line: 6, key: "environment", overrides: 3, why: "é"),
  ]

  static let formats = CheckFormatName.all

  private func bench() throws -> Workbench {
    let bench = try Workbench()
    _ = try bench.reportOptions()
    let purchases = ["pro", "month"].enumerated().map {
      TestReceipts.purchase(DER.utf8($0.element), transaction: String($0.offset))
    }
    let receipt = DER.receipt(TestReceipts.fields() + purchases)
    for name in ["a", "b"] { try bench.write("in/\(name).bin", receipt) }
    var forged = receipt
    forged[forged.count - 1] ^= 1
    try bench.write("in/c.forged", forged)
    return bench
  }

  private func run(_ bench: Workbench, _ project: Project, _ format: String) async throws
    -> CommandResult
  {
    try bench.write(project.file, Array(project.text.utf8))
    return try await bench.run(
      ["check", "--expect", project.file, "--format", format] + project.arguments)
  }

  @Test("The line to change is named", arguments: projects, formats)
  func line(project: Project, format: String) async throws {
    let result = try await run(bench(), project, format).expect(status: project.status)
    let place = "\(project.file):\(project.line)"
    let overrides = project.overrides.map { "overrides line \($0)" }
    let text = result.text + (format == "text" ? result.messageText : "")
    switch format {
    case "json", "ndjson":
      let reports =
        format == "json"
        ? try result.json().elements ?? [result.json()]
        : try result.lines.map { try JSON(Array($0.utf8)) }
      let found = reports.flatMap { [$0] + ($0["checks"]?.elements ?? []) }
        .compactMap { $0["expectation"] }
      let expectation = try #require(found.first, "\(result)")
      #expect(found.allSatisfy { $0 == expectation })
      #expect(expectation["file"]?.string == project.file)
      #expect(expectation["line"]?.number == String(project.line))
      #expect(expectation["key"]?.string == project.key)
      #expect(expectation["overrides"]?.number == project.overrides.map(String.init))
      #expect(expectation["why"]?.string == project.why)
      return
    case "sarif":
      let problem = try #require(try result.json()["runs"]?[0]?["results"]?[0])
      let place = problem["locations"]?[0]?["physicalLocation"]
      #expect(place?["artifactLocation"]?["uri"]?.string == project.file)
      #expect(place?["region"]?["startLine"]?.number == String(project.line))
      let overridden = problem["relatedLocations"]?[1]?["physicalLocation"]
      #expect(
        overridden?["region"]?["startLine"]?.number == project.overrides.map(String.init))
    case "github":
      let annotation = try #require(result.lines.first)
      #expect(annotation.hasPrefix("::error file=\(project.file),line=\(project.line),title="))
    case "csv", "junit", "tap":
      #expect(text.contains(place), "\(result)")
      if let overrides = project.overrides { #expect(text.contains("line \(overrides)")) }
    default:
      let headline = "\(project.key == nil ? "named" : "expected") in \(place)"
      #expect(text.contains(headline), "\(result)")
    }
    if let overrides, ["text", "github", "sarif"].contains(format) {
      #expect(text.contains(overrides), "\(result)")
    }
    if let why = project.why { #expect(text.contains(why), "\(result)") }
    // What another entry says of another file is not told.
    #expect(!text.contains("a guess"), "\(result)")
  }

  @Test("A receipt is never annotated, and an expectation file only at its line")
  func noBinary() async throws {
    let bench = try bench()
    let alone = try await bench.run(["check", "in", "--format", "github"]).expect(status: 1)
    #expect(!alone.text.contains("file=") && alone.text.contains("::error title="))
    let input = try await bench.run(
      ["check", "--expect", "-", "--format", "github"],
      input: Array("receipts: [{files: in/a.bin}]".utf8)
    ).expect(status: 1)
    #expect(!input.text.contains("file="))
    input.expect(output: "::error title=").expect(output: "named in standard input:1")
  }

  @Test(
    "What the command line expects is not said to stand in the file",
    arguments: [
      (["--bundle-id", "com.example.cli"], nil), (["--app-version", "7"], nil),
      (["--app-version", "7", "--bundle-id", "com.example.app"], nil),
      (["--product", "gone"], nil), (["--bundle-id", "com.example.file"], "bundle-id"),
    ] as [([String], String?)])
  func commandLine(arguments: [String], key: String?) async throws {
    let bench = try bench()
    let name = key == nil ? "com.example.app" : "com.example.file"
    let project = Project(
      testDescription: "",
      text: """
        receipts:
          - files: in/a.bin
            trust-root: root.cer
            bundle-id: \(name)
            product: pro
        """, line: 0, arguments: arguments)
    let json = try await run(bench, project, "ndjson").expect(status: 1).json()
    let found = json["checks"]?.elements?.compactMap { $0["expectation"] } ?? []
    #expect(found.map { $0["key"]?.string } == [key])
    #expect(found.map { $0["line"]?.number } == [key == nil ? "2" : "4"])
  }

  @Test("A product is named by its own line, in whatever order the file lists them")
  func values() async throws {
    let bench = try bench()
    let text = """
      receipts:
        - files: in/a.bin
          trust-root: root.cer
          transaction-id:
            - "1"
            - "8"
            - "0"
            - "9"
          active-product: pro
          at: 2024-01-15
      """
    let project = Project(testDescription: "", text: text, line: 0)
    let json = try await run(bench, project, "ndjson").expect(status: 1).json()
    let found = json["checks"]?.elements?.compactMap { $0["expectation"] } ?? []
    #expect(found.map { $0["line"]?.number } == ["9", "6", "8"])
  }

  @Test("An entry that says the same on the same line overrides nothing")
  func sameLine() async throws {
    let bench = try bench()
    let entry = "{files: in/a.bin, trust-root: root.cer, bundle-id: x}"
    let project = Project(
      testDescription: "", text: "receipts: [\(entry), \(entry)]", line: 1)
    let json = try await run(bench, project, "ndjson").expect(status: 1).json()
    let found = json["checks"]?.elements?.compactMap { $0["expectation"] } ?? []
    #expect(found.count == 1 && found[0]["overrides"] == nil)
    #expect(found.first?["line"]?.number == "1")
  }

  @Test("With --redact the line is told, and not why", arguments: formats)
  func redacted(format: String) async throws {
    let bench = try bench()
    var project = try #require(Self.projects.first)
    project.arguments = ["--redact"]
    let result = try await run(bench, project, format).expect(status: 1)
    #expect(!result.text.contains("switched"))
    result.expect(output: format == "sarif" ? "\"startLine\": 7" : "receipts.yml")
  }

  @Test("What people wrote stays text", arguments: formats)
  func hostile(format: String) async throws {
    let bench = try bench()
    let why = #""x\n::error::a\e[31m ##[b] | <b> ](c)""#
    let name = "%,:\u{202E}.yml"
    let project = Project(
      testDescription: "", file: name,
      text: "receipts: [{files: in/a.bin, trust-root: root.cer, why: \(why), bundle-id: x}]",
      line: 1)
    let result = try await run(bench, project, format).expect(status: 1)
    expectNoControls(result.output)
    let commands = result.lines.filter { $0.trimmingPrefix { $0 == " " }.hasPrefix("::") }
    let start = "::error file=%25%2C%3A\\u{202E}.yml,line=1,"
    #expect(commands.allSatisfy { $0.hasPrefix(start) || $0.hasPrefix("::notice ") }, "\(result)")
    #expect(commands.isEmpty == (format != "github"))
  }

  @Test("A part of a file has the places of its own entries")
  func part() async throws {
    let bench = try bench()
    let line = Data(try bench.read("in/a.bin")).base64EncodedString() + "\n"
    try bench.write("in/two.txt", Array((line + line).utf8))
    let project = Project(
      testDescription: "",
      text: """
        receipts:
          - files: in/two.txt
            trust-root: root.cer
            app-version: 42
          - files: in/two.txt
            part: line 2
            app-version: 43
        """, line: 0)
    let result = try await run(bench, project, "ndjson").expect(status: 1)
    let found = try result.lines.map { line in
      try JSON(Array(line.utf8))["checks"]?.elements?.compactMap { $0["expectation"] } ?? []
    }
    #expect(found.map(\.count) == [0, 1])
    #expect(found.last?.first?["line"]?.number == "7")
    #expect(found.last?.first?["overrides"]?.number == "4")
  }
}
