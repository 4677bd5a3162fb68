import Foundation
import ReceiptMaking
import Testing

@testable import ReceiptCommandLine

/// `receipt schema`, and all JSON that the tool prints against it.
@Suite struct SchemaTests {
  private static let names = SchemaDocument.all.map(\.name)

  @Test("The documentation has the schemas that the tool prints", arguments: names)
  func documentation(name: String) async throws {
    let result = try await Workbench().run(["schema", name]).expect(status: 0).expectSilence()
    Golden.expect(result.output, "\(name).schema.json", in: "../../docs")
  }

  @Test("Without a name it lists the names, and a wrong one is a wrong call")
  func list() async throws {
    let bench = try Workbench()
    let list = try await bench.run(["schema"]).expect(status: 0).expectSilence()
    let found = list.lines.dropFirst().map { String($0.prefix { $0 != " " }) }
    #expect(found == Self.names)
    #expect(list.lines.allSatisfy { $0.count <= 80 })
    try await bench.run(["schema", "chek"]).expect(status: 64).expect(
      message: "did you mean check?")
    try await bench.run(["schema", "nonsense"]).expect(status: 64).expect(message: "choose decode,")
    try await bench.run(["schema", "check", "-o", "out"]).expect(status: 0)
    #expect(try bench.read("out") == [UInt8](Data(contentsOf: schema("check"))))
    // The page that documents outputs has each of them.
    let pages = try ["output", "expectations", "settings"].map {
      try String(contentsOfFile: Python.file("docs/\($0).md"), encoding: .utf8)
    }
    for name in Self.names {
      #expect(pages.contains { $0.contains("(\(name).schema.json)") }, "\(name)")
    }
  }

  private func schema(_ name: String) -> URL {
    URL(fileURLWithPath: Python.file("docs/\(name).schema.json"))
  }

  @Suite(.enabled(if: Python.isThere, Python.absence))
  struct Validation {
    /// Expects that another validator accepts the files.
    private func expectValid(_ bench: Workbench, _ schema: String, _ files: [String]) async throws {
      let result = try await bench.python(
        "validate_json.py", [Python.file("docs/\(schema).schema.json")] + files)
      result.expect(status: 0).expectSilence()
      #expect(result.lines.count == files.count, "\(result)")
      for (file, line) in zip(files, result.lines) {
        #expect(line.hasPrefix("ok "), "\(file) is no \(schema): \(line)")
        #expect(line != "ok 0", "\(file) is empty")
      }
    }

    @Test(
      "Recorded outputs fit their schemas",
      arguments: [
        (
          "decode",
          [
            "answer", "damaged", "everything", "fixture", "hostile",
            "transaction",
          ]
        ),
        ("check", ["check"]), ("diagnose", ["diagnose"]), ("diff", ["diff", "diff.same"]),
        ("dump", ["dump"]), ("explain", ["explain", "explain.values"]), ("ids", ["ids"]),
        ("timeline", ["timeline"]), ("table", []),
        (
          "verify-receipt",
          [
            "everything.verify-receipt", "fixture.verify-receipt.production",
            "fixture.verify-receipt.sandbox", "hostile.verify-receipt",
          ]
        ),
      ])
    func golden(schema: String, names: [String]) async throws {
      let folder = Python.file("Tests/ReceiptCommandTests/Golden")
      var files = names.map { "\(folder)/\($0).json" }
      for lines in [("decode", "fixture"), ("dump", "dump"), ("table", "table")]
      where lines.0 == schema {
        files.append("\(folder)/\(lines.1).ndjson")
      }
      try await expectValid(Workbench(), schema, files)
    }

    /// A recorded part of an output, which is no JSON by itself.
    private static let parts = ["fixture.attributes"]

    @Test("All recorded outputs are among them")
    func completeness() throws {
      let folder = Python.file("Tests/ReceiptCommandTests/Golden")
      let found = try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { $0.hasSuffix("json") }
      let source = try String(contentsOfFile: #filePath, encoding: .utf8)
      for name in found {
        let stem = name.replacing(/\.(nd)?json$/, with: "")
        #expect(source.contains("\"\(stem)\"") || Self.parts.contains(stem), "\(name)")
      }
    }

    @Test(
      "All that is printed of every kind of input fits its schema",
      arguments: [
        ("decode", ["decode", "--all"]), ("decode", ["decode", "--redact"]),
        ("ids", ["decode", "--ids"]), ("check", ["check", "--bundle-id", "a", "--product", "b"]),
        ("check", ["check", "--redact", "--app-apple-id", "1", "--max-age", "1d"]),
        ("check", ["check", "--expect", "e.yml"]),
        ("diagnose", ["diagnose", "--reply", "de"]), ("timeline", ["timeline"]),
        ("verify-receipt", ["decode", "--format", "verify-receipt"]),
        ("request", ["decode", "--format", "request"]),
      ])
    func everyInput(schema: String, command: [String]) async throws {
      let bench = try await Workbench.everyInput()
      try bench.write(
        "e.yml",
        Array("receipts: [{files: in, purchases: [x]}, {files: 'in/t*', fails: malformed}]".utf8))
      let root = ["--trust-root", "in/made/roots.pem"]
      let trusted = ["check", "diagnose", "timeline"].contains(command[0]) ? root : []
      let inputs = command.contains("--expect") ? [] : ["in"]
      var files: [String] = []
      for format in command.contains("--format") ? [] : ["json", "ndjson"] {
        files.append("all.\(format)")
        let result = try await bench.run(
          command + inputs + trusted + ["--format", format, "--quiet", "-o", "all.\(format)"])
        #expect(result.code ?? 64 <= 2, "\(result)")
      }
      if files.isEmpty {
        _ = try await bench.run(command + ["in", "--quiet", "-o", "all.json"])
        files = ["all.json"]
      }
      // One receipt is an object, and so is what cannot be read.
      if !command.contains("--expect") {
        for name in ["fixtures/sandbox-subscription.b64", "text 5"] {
          files.append("one \(name.count).json")
          let format = command.contains("--format") ? [] : ["--format", "json"]
          _ = try await bench.run(
            command + ["in/\(name)"] + format + ["--quiet", "-o", files[files.count - 1]])
          #expect(try JSON(bench.read(files[files.count - 1])).members != nil)
        }
      }
      try await expectValid(bench, schema, files)
    }

    @Test(
      "Rows of a stream fit their schemas",
      arguments: [
        ("table", ["table"]), ("table", ["table", "--redact"]),
        ("check-compact", ["check", "--compact", "--bundle-id", "a"]),
        ("decode-compact", ["decode", "--compact"]),
        ("diagnose-compact", ["diagnose", "--compact", "--settings", "none"]),
      ])
    func rows(schema: String, command: [String]) async throws {
      let bench = try await Workbench.everyInput()
      let count = try write("lines", to: bench)
      let trusted = command[0] == "decode" ? [] : ["--trust-root", "in/made/roots.pem"]
      _ = try await bench.run(
        command + trusted + ["--lines", "lines", "--quiet", "-o", "rows.ndjson"])
      #expect(try bench.text("rows.ndjson").split(separator: "\n").count >= count)
      try await expectValid(bench, schema, ["rows.ndjson"])
    }

    @Test(
      "The summary of rows fits its schema",
      arguments: [[], ["--bundle-id", "a", "--environment", "sandbox"]])
    func summary(options: [String]) async throws {
      let bench = try await Workbench.everyInput()
      try write("lines", to: bench)
      _ = try await bench.run(
        ["check", "--summary", "--lines", "lines", "--format", "json", "--quiet", "-o", "s.json"]
          + options)
      try await expectValid(bench, "check-summary", ["s.json"])
    }

    /// Writes a file with a row for every input, and returns their number.
    @discardableResult
    private func write(_ file: String, to bench: Workbench) throws -> Int {
      var lines: [String] = []
      for folder in ["in", "in/made", "in/fixtures"] {
        for name in try bench.names(in: folder) {
          guard let bytes = try? bench.read("\(folder)/\(name)") else { continue }
          lines.append(#"{"id":\#(lines.count),"receipt":"\#(Data(bytes).base64EncodedString())"}"#)
        }
      }
      try bench.write(file, Array((lines + ["", "[]", "{}"]).joined(separator: "\n").utf8))
      return lines.count
    }

    @Test("Dumps fit their schema", arguments: [[], ["--hex"]])
    func dumps(options: [String]) async throws {
      let bench = try await Workbench.everyInput()
      let inputs =
        try bench.names(in: "in/fixtures").map { "in/fixtures/\($0)" }
        + ["in/cut", "in/two.txt", "in/text 5", "in", "none"]
      var files: [String] = []
      for (number, input) in inputs.enumerated() {
        for format in ["json", "ndjson"] {
          files.append("dump \(number).\(format)")
          _ = try await bench.run(
            ["dump", input, "--format", format, "--quiet", "-o", files[files.count - 1]] + options)
        }
      }
      try await expectValid(bench, "dump", files)
    }

    @Test("Comparisons, explanations, maps and manifests fit their schemas")
    func others() async throws {
      let bench = try await Workbench.everyInput()
      let fixtures = try bench.names(in: "in/fixtures").filter {
        !$0.hasSuffix(".yml") && !$0.hasSuffix(".md")
      }
      for (number, name) in fixtures.enumerated() {
        let other = fixtures[(number + 1) % fixtures.count]
        _ = try await bench.run([
          "diff", "in/fixtures/\(name)", "in/fixtures/\(other)", "--format", "json", "--quiet",
          "-o",
          "diff \(number).json",
        ])
      }
      try await expectValid(bench, "diff", fixtures.indices.map { "diff \($0).json" })
      for (number, words) in [[], ["--list"], ["21007"], ["environment"], ["zzzzzz"]].enumerated() {
        _ = try await bench.run(
          ["explain"] + words + ["--format", "json", "-o", "word \(number).json"])
      }
      try await expectValid(bench, "explain", (0..<5).map { "word \($0).json" })
      try await bench.run([
        "redact", "in/fixtures/sandbox-subscription.b64", "--map", "map.json", "-o", "shared",
      ]).expect(status: 0)
      try await expectValid(bench, "redact-map", ["map.json"])
      try await expectValid(bench, "make-manifest", ["in/made/manifest.json"])
    }

    @Test("A member that no schema names, and a value that it does not know, are found")
    func strictness() async throws {
      let bench = try Workbench()
      try bench.write("receipt", try TestReceipts.der())
      let text = try await bench.run(["check", "receipt", "--format", "ndjson"]).text
      try bench.write("a.json", Array(text.replacing("\"judged_at\"", with: "\"judged\"").utf8))
      try bench.write("b.json", Array(text.replacing("\"pass\"", with: "\"passed\"").utf8))
      try bench.write("c.json", Array("[\(text), 1]".utf8))
      let result = try await bench.python(
        "validate_json.py",
        [Python.file("docs/check.schema.json"), "a.json", "b.json", "c.json"])
      #expect(result.lines.count == 3 && !result.text.contains("ok"), "\(result)")
    }
  }
}
