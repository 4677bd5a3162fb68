import Foundation
import Testing

/// The ten questions of `examples/questions`, asked with DuckDB and with jq.
@Suite struct QuestionTests {
  private static func folder(_ name: String) -> URL {
    URL(fileURLWithPath: Python.file("examples/\(name)"))
  }

  /// The names of the questions, such as `04-active`, which both programs have.
  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder("jq").path)) ?? []
    return files.filter { $0.hasSuffix(".jq") }.map { String($0.dropLast(3)) }.sorted()
  }()

  private static let hasJQ =
    ProcessInfo.processInfo.environment["RECEIPT_REQUIRE_PYTHON"] == "1"
    || ["/usr/bin/jq", "/usr/local/bin/jq", "/opt/homebrew/bin/jq"].contains {
      FileManager.default.isExecutableFile(atPath: $0)
    }

  /// A folder with the answers of the tool.
  private func bench() async throws -> Workbench {
    let bench = try Workbench()
    try await bench.shell(Self.folder("questions/make.sh").path).expect(status: 0).expectSilence()
    return bench
  }

  private func expect(_ answer: CommandResult, _ name: String) throws {
    answer.expect(status: 0).expectSilence()
    let file = Self.folder("questions/expected/\(name).tsv")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      try Data(answer.output).write(to: file)
      Issue.record("recorded \(file.lastPathComponent); run again")
    }
    #expect(try answer.text == String(contentsOf: file, encoding: .utf8), "\(name)")
    #expect(!answer.output.isEmpty, "\(name) has no answer")
  }

  @Test("There are ten questions, which both programs are asked in the same words")
  func questions() throws {
    #expect(Self.names.count == 10)
    let page = try String(contentsOf: Self.folder("questions/README.md"), encoding: .utf8)
    for name in Self.names {
      let sql = try String(contentsOf: Self.folder("duckdb/\(name).sql"), encoding: .utf8)
      let jq = try String(contentsOf: Self.folder("jq/\(name).jq"), encoding: .utf8)
      let question = try #require(sql.components(separatedBy: "\n").first?.dropFirst("-- ".count))
      #expect(jq.hasPrefix("# \(question)\n"), "\(name)")
      #expect(page.contains("| `\(name)` | \(question) |"), "\(name)")
    }
  }

  @Test("DuckDB answers", .enabled(if: Python.isThere, Python.absence))
  func duckDB() async throws {
    let bench = try await bench()
    for name in Self.names {
      let files = ["tables", name].map { Self.folder("duckdb/\($0).sql").path }
      try expect(try await bench.python("ask_duckdb.py", files), name)
    }
  }

  @Test("jq answers the same", .enabled(if: hasJQ, "jq is not installed"))
  func jq() async throws {
    let bench = try await bench()
    for name in Self.names {
      let program = Self.folder("jq/\(name).jq").path
      let input = "sed -n 's/^# input: //p' '\(program)'"
      try expect(try await bench.shell("jq -rs -f '\(program)' $(\(input))"), name)
    }
  }
}
