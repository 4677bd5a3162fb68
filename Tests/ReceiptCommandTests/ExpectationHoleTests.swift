import Foundation
import ReceiptCore
import ReceiptMaking
import TestSupport
import Testing

/// An entry of an expectation file that leads to nothing is an error: a fixture must never pass unchecked.
@Suite struct ExpectationHoleTests {
  private func bench() throws -> Workbench {
    let bench = try Workbench()
    let receipt = DER.receipt(
      TestReceipts.fields() + [TestReceipts.purchase(DER.utf8("pro"), transaction: "1")])
    for name in ["a.receipt", "in/b.receipt", "in/deep/c.receipt"] {
      try bench.write(name, receipt)
    }
    return bench
  }

  /// The root lies elsewhere: it is no receipt.
  private static let elsewhere = try? Workbench()
  private static let trusting: [String] = {
    let root = try? TestReceipts.authority.get().rootCertificate
    try? elsewhere?.write("root.cer", root ?? [])
    return ["check", "--trust-root", elsewhere?.place("root.cer") ?? ""]
  }()

  private func check(
    _ bench: Workbench, _ entry: String, at file: String = "x.yml", _ options: String...
  ) async throws -> CommandResult {
    try bench.write(file, Array("receipts:\n  - {\(entry)}\n".utf8))
    return try await bench.run(Self.trusting + ["--expect", file] + options)
  }

  @Test(
    "A file is found however its path is written",
    arguments: [
      ("x.yml", "a.receipt"), ("x.yml", "./a.receipt"), ("x.yml", "in/../a.receipt"),
      ("x.yml", "../%/a.receipt"), ("x.yml", "@/a.receipt"), ("x.yml", "@/in/../a.receipt"),
      ("x.yml", "."), ("x.yml", "./"), ("x.yml", "in/.."), ("x.yml", "@"),
      ("x.yml", "'../%/*.receipt'"), ("x.yml", "'@/*.receipt'"), ("x.yml", "'./*.receipt'"),
      ("x.yml", "'in/../*.receipt'"), ("x.yml", "'@/**'"),
      ("in/x.yml", "../a.receipt"), ("in/x.yml", ".."), ("in/x.yml", "'../*.receipt'"),
      ("in/x.yml", "../in/../a.receipt"), ("in/x.yml", "@/a.receipt"),
    ])
  func paths(file: String, path: String) async throws {
    let bench = try bench()
    let path = path.replacing("@", with: bench.path).replacing(
      "%", with: URL(filePath: bench.path).lastPathComponent)
    let right = try await check(bench, "files: \(path), bundle-id: com.example.app", at: file)
    right.expect(status: 0)
    #expect(!right.messageText.contains("has no entry for a.receipt"), "\(right)")
    let wrong = try await check(bench, "files: \(path), bundle-id: com.wrong", at: file)
    wrong.expect(status: 1).expect(output: "com.wrong").expect(output: "a.receipt")
    // Each file is listed, so --strict has nothing to say of it.
    let strict = try await check(
      bench, "files: \(path), bundle-id: com.example.app", at: file, "--strict")
    #expect(!strict.text.contains("a.receipt: FAIL"), "\(strict)")
  }

  @Test(
    "An entry for a part that is not there is an error with its line",
    arguments: [
      ("part: line 1", 2), ("part: whatever", 2), ("part: '[0].receipt'", 2),
    ])
  func partOfSingle(part: String, status: Int32) async throws {
    let bench = try bench()
    for format in ["text", "junit", "github", "ndjson"] {
      let result = try await check(
        bench, "files: a.receipt, \(part), bundle-id: com.wrong", "--format", format)
      result.expect(status: status)
      #expect((result.text + result.messageText).contains("no such part"), "\(result)")
      #expect((result.text + result.messageText).contains("x.yml:2") || format == "ndjson")
    }
  }

  @Test("A file that lost a line does not pass, and one that has all of them does")
  func lostLine() async throws {
    let bench = try bench()
    let line = Base64.encode(try bench.read("a.receipt"))
    let entries = (1...2).map {
      "  - {files: two.txt, part: line \($0), bundle-id: com.example.app}\n"
    }.joined()
    try bench.write("x.yml", Array("receipts:\n\(entries)".utf8))
    let arguments = Self.trusting + ["--expect", "x.yml"]
    try bench.write("two.txt", Array("log \(line) end\nlog \(line)= end\n".utf8))
    let whole = try await bench.run(arguments)
    #expect(!whole.text.contains("no such part"), "\(whole)")
    try bench.write("two.txt", Array("log \(line) end\nnothing\n".utf8))
    try await bench.run(arguments).expect(status: 2)
      .expect(message: "two.txt, line 2: the expectation file has an entry for this part")
    // Of a file that cannot be read, that is told, and nothing else.
    try bench.write("two.txt", Array("nothing".utf8))
    let unreadable = try await bench.run(arguments).expect(status: 2)
    #expect(!unreadable.messageText.contains("no such part"))
  }

  @Test(
    "A key without a value, and an empty list of files, are errors with their place",
    arguments: [
      ("files: a.receipt, bundle-id: ", "bundle-id has no value"),
      ("files: a.receipt, fails: null", "fails has no value"),
      ("files: a.receipt, purchases: ~", "purchases has no value"),
      ("files: a.receipt, sha256: null", "sha256 has no value"),
      ("files: a.receipt, at: null", "at has no value"),
      ("files: null, bundle-id: a", "files has no value"),
      ("files: [], bundle-id: a", "the list of files is empty"),
      ("files: a.receipt, fails: {}", "fails needs a reason"),
      ("files: a.receipt, receipt: {}", "receipt is empty"),
      ("files: a.receipt, trust-root: []", "the list of trust-root is empty"),
      ("files: a.receipt, active-product: []", "the list of active-product is empty"),
    ])
  func nulls(entry: String, words: String) async throws {
    try await check(bench(), entry).expect(status: 2).expect(message: "x.yml:2:")
      .expect(message: words)
  }

  @Test("A list of purchases that must be absent fails where there are some")
  func noPurchases() async throws {
    try await check(bench(), "files: a.receipt, receipt: {in_app: null}").expect(status: 1)
      .expect(output: "+ in_app 1 pro")
  }

  @Test(
    "Of a purchase that differs the field is named",
    arguments: [
      ("{product_id: pro, quantity: 7}", ["- in_app 1 quantity: 7", "+ in_app 1 quantity: 1"]),
      ("{quantity: 1, product_id: pro, expires_date: 2018-11-29}", ["expires_date: 2018-11-29"]),
      ("{quantity: 1, is_trial_period: 'true'}", ["- in_app 1 is_trial_period: true"]),
      ("{quantity: 7}", ["- in_app quantity: 7", "+ in_app 1 pro"]),
      ("{product_id: other, quantity: 1}", ["- in_app other", "+ in_app 1 pro"]),
    ])
  func fields(purchase: String, lines: [String]) async throws {
    let result = try await check(bench(), "files: a.receipt, purchases: [\(purchase)]")
    result.expect(status: 1)
    for line in lines { result.expect(output: line) }
  }

  @Test("Where several lines differ, each is named")
  func lines() async throws {
    let bench = try bench()
    try bench.write(
      "x.yml",
      Array(
        """
        receipts:
          - files: a.receipt
            receipt:
              bundle_id: com.example.app
              application_version: 7
              age_rating: 9+
            sha256: \(String(repeating: "0", count: 64))

        """.utf8))
    let result = try await bench.run(Self.trusting + ["--expect", "x.yml"]).expect(status: 1)
    for (text, line) in [("application_version: 7", 5), ("age_rating: 9+", 6), ("sha256: 0", 7)] {
      let shown = result.lines.first { $0.contains("- \(text)") }
      #expect(shown?.hasSuffix("(line \(line))") == true, "\(result)")
    }
  }

  @Test(
    "What an expectation file itself asks for is no reason to be refused",
    arguments: ["contents", "listed", "refusal"])
  func ownChecks(name: String) async throws {
    let result = try await check(bench(), "files: a.receipt, fails: {\(name): mismatch}")
    result.expect(status: 2).expect(message: "there is no check \"\(name)\"")
    #expect(!result.messageText.contains(", \(name)"))
  }

  @Test("The check that should have refused is named")
  func namedRefusal() async throws {
    try await check(bench(), "files: a.receipt, fails: {structure: truncated}").expect(status: 1)
      .expect(output: "expected to be refused (structure: truncated)")
  }

  @Test("The file with the expectations is no receipt, though it lies in the folder")
  func ownFile() async throws {
    let bench = try bench()
    try bench.write(
      "in/x.yml",
      Array("receipts:\n  - {files: '**', bundle-id: com.example.app}\n".utf8))
    for folder in ["in", "./in", bench.path + "/in"] {
      try await bench.run(Self.trusting + ["--expect", "in/x.yml", folder]).expect(status: 0)
    }
    // Where it is alone, nothing would be checked.
    for entry in ["'**'", "'*.yml'", "x.yml", "."] {
      try await check(bench, "files: \(entry)", at: "alone/x.yml").expect(status: 2)
    }
    try await bench.run(Self.trusting + ["--expect", "alone/x.yml", "alone"]).expect(status: 2)
      .expect(message: "no file in it but that with the expectations")
    try bench.write("-", try bench.read("a.receipt"))
    let standard = Array("receipts:\n  - {files: ./-, bundle-id: com.wrong}\n".utf8)
    try await bench.run(Self.trusting + ["--expect", "-", "./-"], input: standard)
      .expect(status: 1)
    try bench.write("empty/.keep", [])
    try await check(bench, "files: empty").expect(status: 2)
      .expect(message: "there is no file in this folder")
  }

  @Test("What an earlier entry expects of other fields of the receipt still holds")
  func laterFields() async throws {
    let bench = try bench()
    try bench.write(
      "x.yml",
      Array(
        """
        receipts:
          - {files: "*.receipt", receipt: {bundle_id: com.wrong, application_version: "0"}}
          - {files: a.receipt, receipt: {application_version: "1"}}

        """.utf8))
    let result = try await bench.run(Self.trusting + ["--expect", "x.yml"]).expect(status: 1)
    #expect(result.text.contains("com.wrong"), "\(result)")
    #expect(!result.text.contains("application_version: 0"), "\(result)")
  }

  // The file systems of macOS take the two names for one.
  #if os(Linux)
    @Test("Two files whose names differ only in how an accent is written are two")
    func accents() async throws {
      let bench = try bench()
      let receipt = try Data(contentsOf: URL(filePath: bench.place("a.receipt")))
      try bench.write("\u{E9}.bin", Array(receipt))
      try bench.write("e\u{301}.bin", Array("no receipt".utf8))
      let both = try await check(bench, "files: '*.bin', bundle-id: com.example.app")
      both.expect(status: 2)
      #expect(both.text.contains("1 could not be read, 1 passed"), "\(both)")
      let one = try await check(bench, "files: \u{E9}.bin, bundle-id: com.example.app")
      one.expect(status: 0)
    }
  #endif
}
