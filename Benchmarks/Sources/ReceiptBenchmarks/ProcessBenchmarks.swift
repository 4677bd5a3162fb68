import Foundation
import ReceiptCore

/// Benchmarks of the tool as a process.
struct ProcessBenchmarks {
  private let binary: String
  private let folder: URL
  private let table: Table

  /// Runs them in a temporary folder, which is removed at the end.
  static func run(_ binary: String, _ table: Table) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "receipt-benchmarks-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let benchmarks = ProcessBenchmarks(binary: binary, folder: folder, table: table)
    table.section("One receipt, as a process")
    try benchmarks.single()
    table.section("Many receipts")
    try benchmarks.lines()
    try benchmarks.sharedOut()
    try benchmarks.patterns()
    try benchmarks.making()
    table.section("Peaks of memory")
    benchmarks.streams()
    try benchmarks.strayQuote()
    try benchmarks.memory()
  }

  private func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
    let url = folder.appendingPathComponent(name)
    try Data(bytes).write(to: url)
    return url.path
  }

  // MARK: One receipt

  private func single() throws {
    let receipt = try write("receipt.bin", Subject.fixture)
    let programs = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    // Without Foundation: the least that any program in Swift costs.
    table.compare(
      "receipt --version / an empty program", limit: 1.5, rounds: 201,
      process([binary, "--version"]),
      against: process([programs.appendingPathComponent("EmptyProgram").path]))
    table.compare(
      "receipt --version / ArgumentParser alone", limit: 1.2, rounds: 201,
      process([binary, "--version"]),
      against: process([programs.appendingPathComponent("EmptyCommand").path, "--version"]))
    table.compare(
      "receipt decode / openssl asn1parse", limit: 0.75, rounds: 201,
      process([binary, "decode", receipt]),
      against: process(["openssl", "asn1parse", "-inform", "DER", "-in", receipt]))
    let root = try write(
      "root.pem",
      TrustAnchor.apple.prefix(1).map { PEM.encode($0.certificate.encoded) }.joined().utf8)
    let created = try ReceiptDecoder().decode(Subject.fixture).receipt.receiptCreationDate
    let seconds = (created?.millisecondsSince1970 ?? 0) / 1000
    table.compare(
      "receipt check / openssl cms -verify", limit: 0.6, rounds: 201,
      process([binary, "check", receipt]),
      against: process([
        "openssl", "cms", "-verify", "-inform", "DER", "-in", receipt, "-binary", "-out",
        "/dev/null",
        "-CAfile", root, "-no-CApath", "-no-CAstore", "-purpose", "any", "-attime", "\(seconds)",
        // Receipts of that time use SHA-1, which higher levels refuse.
        "-auth_level", "0",
      ]))
  }

  private func process(_ arguments: [String]) -> Work {
    .times(1) { _ = peak(arguments) }
  }

  /// A run's peak of memory in MiB.
  @discardableResult
  private func peak(_ arguments: [String], feeding line: [UInt8] = [], _ count: Int = 0) -> Double {
    guard let peak = ChildProcess.run(arguments, feeding: line, count) else {
      fatalError("\(arguments) failed")
    }
    return Double(peak) / Double(1 << 20)
  }

  // MARK: Many receipts

  private static let line = Array((Data(Subject.fixture).base64EncodedString() + "\n").utf8)
  private static let keyedLine = Array(
    ("{\"id\":17,\"receipt\":\"" + Data(Subject.fixture).base64EncodedString() + "\"}\n").utf8)

  /// As Debezium tells a change of a database.
  private static let nestedLine = Array(
    ("{\"payload\":{\"op\":\"u\",\"after\":{\"id\":17,\"receipt\":\""
      + Data(Subject.fixture).base64EncodedString() + "\"}}}\n").utf8)

  /// `check --lines` as it is, or with a number of threads.
  private func checkLines(_ path: String, jobs: Int? = nil, _ options: [String] = []) -> [String] {
    [binary, "check", "--lines"] + (jobs.map { ["--jobs", String($0)] } ?? []) + options + [path]
  }

  /// Whether the tool has this option. Without it, lines are read by one thread.
  private var hasJobs: Bool {
    ChildProcess.run(checkLines("-", jobs: 1)) != nil
  }

  private func lines() throws {
    let count = 20_000
    let path = try writeLines(count, Self.line)
    let keyed = try writeLines(count, Self.keyedLine)
    let bare = BareVerification(Subject.fixture)
    let one = hasJobs ? 1 : nil
    func lines(_ path: String, jobs: Int?, _ options: [String] = []) -> Work {
      Work(of: count, process(checkLines(path, jobs: jobs, options)).run)
    }
    table.compare(
      "check --lines on one core / bare EVP_DigestVerify", limit: 1.7, rounds: 7,
      lines(path, jobs: one), against: .times(count) { bare.run() })
    table.compare(
      "a row of JSON with its key / a bare line", limit: 1.15, rounds: 7,
      lines(keyed, jobs: one, ["--field", "receipt"]), against: lines(path, jobs: one))
    table.compare(
      "the same, three levels deep / a bare line", limit: 1.25, rounds: 7,
      lines(
        try writeLines(count, Self.nestedLine), jobs: one, ["--field", "payload.after.receipt"]),
      against: lines(path, jobs: one))
    table.compare(
      "table --lines / check --lines --compact", limit: 1.6, rounds: 7,
      Work(of: count, process([binary, "table", "--lines", "--jobs", "1", path]).run),
      against: lines(path, jobs: one, ["--compact"]))
    if hasJobs, ProcessInfo.processInfo.activeProcessorCount > 1 {
      // Two cores do at least 1.85 times as much as one.
      table.compare(
        "check --lines on two cores / on one", limit: 1 / 1.85, rounds: 7, in: .clock,
        lines(path, jobs: 2), against: lines(path, jobs: 1))
    }
  }

  /// The receipts of a folder are shared among the processors. The limit is the cost of each receipt as a
  /// line without start-up, divided by two processors, plus a third for opening and closing files.
  private func sharedOut() throws {
    let count = 1000
    let path = folder.appendingPathComponent("thousand")
    try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
    for index in 0..<count {
      try Data(Subject.fixture).write(to: path.appendingPathComponent("\(index).bin"))
    }
    let lines = try writeLines(count, Self.line)
    let single = try write("single.bin", Subject.fixture)
    let one = hasJobs ? 1 : nil
    let processors = min(2, ProcessInfo.processInfo.activeProcessorCount)
    let clock = ContinuousClock()
    table.row(
      "check a folder of 1,000 / 1,000 lines on one core", limit: 1.3 / Double(processors), .ratio
    ) {
      let ratios = (0..<11).map { _ in
        let start = clock.measure {
          process([binary, "check", single, "--format", "ndjson"]).run()
        }
        let inTurn = clock.measure { process(checkLines(lines, jobs: one)).run() }
        let together = clock.measure {
          process([binary, "check", path.path, "--format", "ndjson"]).run()
        }
        return (together - start) / (inTurn - start)
      }
      return Figure(value: median(ratios), note: "\(processors) processors")
    }
  }

  /// Expectations of a thousand files, by one pattern and by one for each. Both look into the same folders, and expect
  /// the same.
  private func patterns() throws {
    let count = 1000
    let receipts = folder.appendingPathComponent("expected")
    try FileManager.default.createDirectory(at: receipts, withIntermediateDirectories: true)
    let names = (0..<count).map { "receipt-\(10_000 + $0)" }
    for name in names {
      try Data(Subject.fixture).write(to: receipts.appendingPathComponent("\(name).bin"))
    }
    func check(_ name: String, _ patterns: [String]) throws -> Work {
      let entries = patterns.map { "  - files: \"\($0)\"\n    environment: sandbox\n" }
      let path = try write(name, "receipts:\n\(entries.joined())".utf8)
      return process([binary, "check", "--expect", path, "--format", "ndjson"])
    }
    table.compare(
      "check --expect: 1,000 patterns / one pattern", limit: 1.2, rounds: 7,
      try check("many.yml", names.map { "**/*\($0.suffix(6)).*" }),
      against: try check("one.yml", ["**/receipt-*.*"]))
  }

  /// Receipts of scenarios, with nine purchases on average. The lower bound is one signature; on two
  /// processors, half of one.
  private func making() throws {
    let count = 2000
    let bare = try BareSigning()
    table.compare(
      "make --scenario: a receipt / bare RSA signing", limit: 3, rounds: 7, in: .clock,
      Work(
        of: count,
        process([binary, "make", "--scenario", "subscription", "--count", String(count)]).run),
      against: .times(count) { bare.run() })
  }

  /// A file with the same line many times.
  private func writeLines(_ count: Int, _ line: [UInt8]) throws -> String {
    let path = try write("lines.\(count).\(line.count)", [])
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    for _ in 0..<count { try file.write(contentsOf: line) }
    try file.close()
    return path
  }

  // MARK: Memory

  /// A stream may be as long as it likes.
  private func streams() {
    let named = ProcessInfo.processInfo.environment["RECEIPT_BENCHMARK_LINES"]
    let count = named.flatMap(Int.init) ?? 1_000_000
    func peak(_ count: Int) -> Double { self.peak(checkLines("-"), feeding: Self.line, count) }
    var many = 0.0
    table.row("check --lines: \(grouped(count)) lines", limit: 48, .mebibytes) {
      many = peak(count)
      return Figure(value: many)
    }
    table.row("the same without what 1,000 lines take", limit: 1, .mebibytes) {
      // The peak differs by a few pages between runs.
      Figure(value: many - median((0..<5).map { _ in peak(1000) }))
    }
  }

  /// After a quotation mark that is not closed, all lines up to the largest row may belong to one record.
  private func strayQuote() throws {
    let path = try write(
      "stray.csv", Array("id,receipt\n1,\"x\n".utf8) + Subject.junk("a\n"))
    table.row("16 MiB of short lines after a stray quote", limit: 80, .mebibytes) {
      Figure(value: peak(checkLines(path, ["--column", "receipt", "--bad-rows", "report"])))
    }
  }

  private func grouped(_ count: Int) -> String {
    var digits = String(count)
    for place in stride(from: digits.count - 3, to: 0, by: -3) {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
    }
    return digits
  }

  private func memory() throws {
    let large = try write("large.bin", Subject.receipt(purchases: 20_000))
    for format in ["text", "json", "csv"] {
      table.row("decode 20,000 purchases as \(format)", limit: 96, .mebibytes) {
        Figure(value: peak([binary, "decode", large, "--format", format]))
      }
    }
    try refused()
  }

  /// The largest inputs without a receipt.
  private func refused() throws {
    let peaks = try Subject.junkKinds.map { kind in
      let path = try write("junk", Subject.junk(kind))
      guard let peak = ChildProcess.run([binary, "decode", path], exitCode: 2) else {
        fatalError("\(kind) must be refused")
      }
      return (kind: kind, peak: Double(peak) / Double(1 << 20))
    }
    guard let largest = peaks.max(by: { $0.peak < $1.peak }) else { return }
    table.row("decode \(peaks.count) kinds of junk, 16 MiB each", limit: 128, .mebibytes) {
      Figure(value: largest.peak, note: String(reflecting: largest.kind))
    }
  }
}
