import Foundation
import Testing

/// `--jobs`: as many threads as wanted, and the same answers.
@Suite struct JobsTests {
  /// Rows of very different cost, with bad ones among them: a receipt of thousands of purchases takes a
  /// thousand times as long as an empty line.
  private static let rows = Result { () -> [String] in
    let genuine = try TestReceipts.line()
    let large = Data(TestReceipts.many(400)).base64EncodedString()
    var rows: [String] = []
    for number in 0..<120 {
      switch number % 12 {
      case 0 where number % 48 == 0: rows.append(large)
      case 1, 7: rows.append("junk \(number)")
      case 2: rows.append("")
      case 3: rows.append(String(genuine.prefix(4000)))
      case 4: rows.append(#"{"id":\#(number),"receipt":"\#(genuine)"}"#)
      case 5: rows.append(#"{"id":\#(number),"receipt":"junk"}"#)
      case 6: rows.append(#"["\#(genuine)","\#(genuine)"]"#)
      default: rows.append(genuine)
      }
    }
    return rows
  }

  /// The messages, without what depends on the machine.
  private static func withoutRate(_ result: CommandResult) -> String {
    result.messageText.replacing(/, [0-9,]+ a second/, with: "")
  }

  private static let date = ["--at", "2019-01-01"]

  @Test(
    "Any number of jobs gives the same bytes, in order",
    arguments: [
      ["check", "--lines"], ["decode", "--lines"], ["diagnose", "--lines", "--format", "ndjson"],
      ["check", "--lines", "--format", "csv"], ["decode", "--lines", "--format", "csv"],
      ["diagnose", "--lines"], ["check", "--lines", "--format", "text"],
      ["check", "--lines", "--unique-transactions"], ["decode", "--lines", "--compact"],
      ["check", "--lines", "--redact", "--redact-key", "key"],
      ["table", "--lines"], ["table", "--lines", "--format", "csv"],
    ])
  func rows(command: [String]) async throws {
    let bench = try Workbench()
    try bench.write("key", Array(repeating: 7, count: 32))
    try bench.write("rows", Array(try Self.rows.get().joined(separator: "\n").utf8))
    let first = try await bench.run(command + ["rows", "--jobs", "1"] + Self.date)
      .expect(status: 2)
    if command == ["check", "--lines"] {
      let numbers = try first.lines.map { try JSON(Array($0.utf8))["source"]?["line"]?.number }
      #expect(numbers == (1...120).map { "\($0)" })
    }
    #expect(first.lines.count >= 20)
    for jobs in ["2", "3", "8"] {
      let other = try await bench.run(command + ["rows", "--jobs", jobs] + Self.date)
        .expect(status: 2)
      #expect(other.output == first.output, "\(jobs) jobs")
      #expect(Self.withoutRate(other) == Self.withoutRate(first), "\(jobs) jobs")
    }
  }

  @Test(
    "A folder is answered in the order of its names",
    arguments: [
      ["decode", "--format", "ndjson"], ["decode", "--format", "json"], ["decode"],
      ["decode", "--format", "csv"], ["decode", "--format", "verify-receipt"], ["diagnose"],
      ["check", "--format", "ndjson"], ["check"],
    ])
  func folder(command: [String]) async throws {
    let bench = try Workbench()
    for (number, row) in try Self.rows.get().enumerated() {
      try bench.write("in/\(1000 + number)", Array(row.utf8))
    }
    let first = try await bench.run(command + ["in", "--jobs", "1"] + Self.date).expect(status: 2)
    for jobs in ["2", "3", "8"] {
      let other = try await bench.run(command + ["in", "--jobs", jobs] + Self.date)
        .expect(status: 2)
      #expect(other.output == first.output, "\(jobs) jobs")
      #expect(Self.withoutRate(other) == Self.withoutRate(first), "\(jobs) jobs")
    }
  }

  @Test("Copies of rows, and the map of what was replaced, are the same for any number of jobs")
  func redacted() async throws {
    let bench = try Workbench()
    try bench.write("key", Array(repeating: 7, count: 32))
    try bench.write("rows", Array(try Self.rows.get().joined(separator: "\n").utf8))
    func copy(_ jobs: String) async throws -> (result: CommandResult, map: String) {
      let result = try await bench.run(
        ["redact", "--lines", "rows", "--key", "key", "--map", "map", "--force", "--jobs", jobs]
      ).expect(status: 2)
      return (result, try bench.text("map"))
    }
    let first = try await copy("1")
    #expect(first.result.lines.count == 120)
    #expect(first.map.contains("\"replacement\""))
    for jobs in ["2", "3", "8"] {
      let other = try await copy(jobs)
      #expect(other.result.output == first.result.output, "\(jobs) jobs")
      #expect(other.result.messages == first.result.messages, "\(jobs) jobs")
      #expect(other.map == first.map, "\(jobs) jobs")
    }
  }

  @Test("A recording is the same for any number of jobs")
  func recorded() async throws {
    let bench = try Workbench()
    for (number, row) in try Self.rows.get().enumerated() {
      try bench.write("in/\(1000 + number)", Array(row.utf8))
    }
    let record = ["check", "--record", "-", "in"] + Self.date
    let first = try await bench.run(record + ["--jobs", "1"]).expect(status: 0)
    #expect(first.lines.count { $0.hasPrefix("- files: ") } >= 120)
    for jobs in ["2", "3", "8"] {
      let other = try await bench.run(record + ["--jobs", jobs]).expect(status: 0)
      #expect(other.output == first.output, "\(jobs) jobs")
    }
  }

  @Test("More jobs than rows, and a text in place of a number")
  func numbers() async throws {
    let bench = try Workbench()
    let input = try Array(Self.rows.get()[8].utf8)
    try await bench.run(["check", "--lines", "--jobs", "256"], input: input).expect(status: 0)
    for text in ["0", "257", "-1", "two"] {
      try await bench.run(["check", "--lines", "--jobs=\(text)"], input: input).expect(status: 64)
        .expect(message: "is not a number from 1 to 256")
    }
  }

  @Test("A reader that goes away ends the run, and that is said", arguments: ["1", "2", "8"])
  func reader(jobs: String) async throws {
    let bench = try Workbench()
    let rows = try Self.rows.get()
    try bench.write("rows", Array((rows + rows + rows).joined(separator: "\n").utf8))
    let result = try await bench.shell(
      #""$RECEIPT" check --lines rows --jobs \#(jobs) 2> messages | head -c 10"#)
    result.expect(status: 0)
    #expect(result.output.count == 10)
    #expect(try bench.text("messages").contains("the answers could not all be written"))
  }

  @Test("A row that its writer could not end is answered as far as it came", arguments: ["1", "2"])
  func writer(jobs: String) async throws {
    let bench = try Workbench()
    let rows = try Self.rows.get()
    let text = rows[8] + "\n" + rows[9] + "\n" + rows[10].prefix(3000)
    let result = try await bench.run(
      ["check", "--lines", "--jobs", jobs], input: Array(text.utf8)
    ).expect(status: 2)
    let verdicts = try result.lines.map { try JSON(Array($0.utf8))["verdict"]?.string }
    #expect(verdicts == ["pass", "pass", "fail"])
  }
}
