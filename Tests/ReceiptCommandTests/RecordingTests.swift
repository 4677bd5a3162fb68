import Foundation
import Testing

/// Baselines of many files, and of files with odd names.
@Suite struct RecordingTests {
  /// A folder with so many names of one receipt.
  private func bench(_ count: Int) async throws -> Workbench {
    let bench = try Workbench()
    try bench.write("one", try TestReceipts.der())
    try await bench.shell("mkdir in; cd in; for i in $(seq \(count)); do ln -s ../one $i; done")
      .expect(status: 0)
    return bench
  }

  @Test(
    "Memory does not grow with the number of receipts",
    .enabled(if: Python.isThere, Python.absence))
  func memory() async throws {
    var peaks: [Int] = []
    for count in [200, 2_000] {
      let bench = try await bench(count)
      peaks.append(
        try await bench.peak(["check", "--record", "in.yml", "in", "--quiet"], status: 0))
      let lines = try bench.text("in.yml").split(separator: "\n")
      #expect(lines.count { $0.hasPrefix("- files: ") } == count)
    }
    // In KiB. One receipt's record alone has 3.
    #expect(peaks[1] - peaks[0] < 4 << 10, "\(peaks)")
  }

  @Test("A recording goes to standard output with -, and has no other format")
  func standardOutput() async throws {
    let bench = try await bench(2)
    let printed = try await bench.run(["check", "--record", "-", "in"]).expect(status: 0)
      .expectSilence()
    try await bench.run(["check", "--record", "in.yml", "in"]).expect(status: 0)
    #expect(try printed.output == bench.read("in.yml"))
    #expect(try bench.names() == ["in", "in.yml", "one"])
    try await bench.run(["check", "--record", "a.yml", "in", "--format", "junit"])
      .expect(status: 64).expect(message: "--record does not go with --format")
    try await bench.run(["check", "--record", "new.yml", "new.yml"]).expect(status: 2)
      .expect(message: "there is nothing to record but this file")
  }

  @Test("A file with two receipts in it is recorded as one file")
  func counts() async throws {
    let bench = try await bench(1)
    let line = try TestReceipts.line()
    try bench.write("log", Array("first \(line)\nthen \(line)\n".utf8))
    try await bench.run(["check", "--record", "all.yml", "log", "one"]).expect(status: 0)
      .expect(message: "recorded 2 files in all.yml")
    let lines = try bench.text("all.yml").split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("- files: ") } == 3)
  }

  @Test("An expectation file may be larger than other documents")
  func large() async throws {
    let bench = try await bench(1)
    try await bench.run(["check", "--record", "in.yml", "in"]).expect(status: 0)
    // As many entries for the same file as exceed the limit of other documents, in size and in values.
    let text = try bench.text("in.yml")
    let start = try #require(text.range(of: "receipts:\n")).upperBound
    let entry = String(text[start...])
    let count = (17 << 20) / entry.utf8.count + 1
    try bench.write(
      "many.yml", Array((text[..<start] + String(repeating: entry, count: count)).utf8))
    try await bench.run(["check", "--expect", "many.yml"]).expect(status: 0)
      .expect(output: "1 receipt passed")
    try await bench.run(["make", "many.yml"]).expect(status: 2).expect(message: "16 MiB")
    // Such a file is one that was recorded, so it may be replaced.
    try await bench.run(["check", "--record", "many.yml", "in"]).expect(status: 0)
    #expect(try bench.text("many.yml") == text)
  }

  @Test("Names of all kinds are recorded so that they are found again")
  func names() async throws {
    let bench = try Workbench()
    // Hidden, so that --strict does not count it.
    try bench.write(".one", try TestReceipts.der())
    let names = [
      "-", "-x", "--help", "!a", "&a", "*a", "#a", "?a", "@a", "%a", "|a", ">a", "'a", "\"a", "[a",
      "{a",
      "a: b", "a #b", " a ", "~", "null", "yes", "1", "1.0", "a\\b", "a\nb", "日本", "e\u{301}", "]",
      "[!]",
      "**",
    ]
    for name in names { try bench.write("in/\(name)", try bench.read(".one")) }
    if Machine.hasProc {
      // Linux takes any bytes in a name.
      try await bench.shell(#"cp .one "in/$(printf 'caf\351')"; cp .one "in/$(printf '\377\376')""#)
        .expect(status: 0)
    }
    let count = names.count + (Machine.hasProc ? 2 : 0)
    try bench.write("in/.keep", [])
    for (folder, file) in [("in", "in.yml"), (".", "../beside.yml")] {
      // From inside the folder a name has nothing in front of it.
      let result = try await bench.shell(
        """
        cd \(folder == "." ? "in" : "."); "$RECEIPT" check --record \(file) \(folder) || exit 9
        "$RECEIPT" check --expect \(file) --strict --format ndjson
        """)
      result.expect(status: 0)
      #expect(result.lines.count == count, "\(result)")
      for line in result.lines {
        #expect(try JSON(Array(line.utf8))["verdict"]?.string == "pass", "\(line)")
      }
    }
    // The expectation file in the same folder names them without any folder.
    let own = try await bench.shell(
      #"cd in; "$RECEIPT" check --record e.yml . && "$RECEIPT" check --expect e.yml --strict"#)
    own.expect(status: 0).expect(output: "all \(count) receipts passed")
  }

  @Test("What only holds signed texts has their purchases, in a recording and for an expectation")
  func texts() async throws {
    let bench = try Workbench()
    for name in ["notification.jws", "roots.pem"] {
      try bench.write(name, try TestReceipts.fixture(name))
    }
    let trust = ["--trust-root", "roots.pem"]
    try await bench.run(["check", "--record", "all.yml", "notification.jws"] + trust)
      .expect(status: 0)
    #expect(try bench.text("all.yml").contains("300000000000071"))
    for (purchases, status) in [
      ("[]", 1), ("[com.example.tea.monthly]", 0),
      ("[com.example.tea.monthly, com.example.tea.monthly]", 1),
    ] as [(String, Int32)] {
      let text = "receipts:\n  - files: notification.jws\n    purchases: \(purchases)\n"
      try bench.write("own.yml", Array(text.utf8))
      try await bench.run(["check", "--expect", "own.yml"] + trust).expect(status: status)
    }
  }
}
