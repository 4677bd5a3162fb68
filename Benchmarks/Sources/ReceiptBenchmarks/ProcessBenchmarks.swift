import Foundation
import ReceiptCore

/// Benchmarks of the tool as a process.
struct ProcessBenchmarks {
  private let binary: String
  private let folder: URL

  /// Runs them in a temporary folder, which is removed at the end.
  static func run(_ binary: String) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "receipt-benchmarks-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let benchmarks = ProcessBenchmarks(binary: binary, folder: folder)
    try benchmarks.memory()
    try benchmarks.single()
    try benchmarks.lines()
    try benchmarks.sharedOut()
    try benchmarks.making()
  }

  private func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
    let url = folder.appendingPathComponent(name)
    try Data(bytes).write(to: url)
    return url.path
  }

  // MARK: One receipt

  private func single() throws {
    let receipt = try write("receipt.bin", Subject.fixture)
    Table.compare(
      "process: receipt decode / openssl asn1parse", limit: 1, rounds: 201,
      process([binary, "decode", receipt]),
      against: process(["openssl", "asn1parse", "-inform", "DER", "-in", receipt]))
    let root = try write(
      "root.pem",
      TrustAnchor.apple.prefix(1).map { PEM.encode($0.certificate.encoded) }.joined().utf8)
    let created = try ReceiptDecoder().decode(Subject.fixture).receipt.receiptCreationDate
    let seconds = (created?.millisecondsSince1970 ?? 0) / 1000
    Table.compare(
      "process: receipt check / openssl cms -verify", limit: 1, rounds: 201,
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

  /// A run's peak of memory.
  private func peak(_ arguments: [String]) -> Int {
    guard let peak = ChildProcess.run(arguments) else { fatalError("\(arguments) failed") }
    return peak
  }

  // MARK: Many receipts

  private func memory() throws {
    let large = try write("large.bin", Subject.receipt(purchases: 20_000))
    for format in ["text", "json", "csv"] {
      row(
        "peak memory: 20,000 purchases as \(format)",
        peak([binary, "decode", large, "--format", format]), limit: 96 << 20)
    }
    try refused()
    let few = try writeLines(1000)
    let many = try writeLines(20_000)
    let difference = peak(ofLines: many) - peak(ofLines: few)
    row("peak memory: check 20,000 lines - check 1,000", difference, limit: 1 << 20)
  }

  /// The largest inputs without a receipt.
  private func refused() throws {
    var largest = (name: "", octets: 0)
    for kind in Subject.junkKinds {
      let path = try write("junk", Subject.junk(kind))
      guard let octets = ChildProcess.run([binary, "decode", path], exitCode: 2) else {
        fatalError("\(kind) must be refused")
      }
      if octets > largest.octets { largest = (kind, octets) }
    }
    row(
      "peak memory: \(Subject.junkKinds.count) kinds of junk, 16 MiB each",
      largest.octets, limit: 128 << 20)
  }

  /// The peak differs by a few pages between runs.
  private func peak(ofLines path: String) -> Int {
    median((0..<5).map { _ in peak([binary, "check", "--lines", path]) })
  }

  private func row(_ name: String, _ octets: Int, limit: Int) {
    func text(_ octets: Int) -> String {
      String(format: "%.1f MiB", Double(octets) / Double(1 << 20))
    }
    Table.row(name, text(octets), text(limit), holds: octets <= limit, "")
  }

  private func lines() throws {
    let named = ProcessInfo.processInfo.environment["RECEIPT_BENCHMARK_LINES"]
    let count = named.flatMap(Int.init) ?? 20_000
    let path = try writeLines(count)
    let bare = BareVerification(Subject.fixture)
    Table.compare(
      "check --lines: a receipt / bare EVP_DigestVerify", limit: 2, rounds: 11,
      Work(of: count, process([binary, "check", "--lines", path]).run),
      against: .times(count) { bare.run() })
  }

  /// Receipts of scenarios, with nine purchases on average. The lower bound is one signature; on two
  /// processors, half of one.
  private func making() throws {
    let count = 2000
    let bare = try BareSigning()
    Table.compare(
      "make --scenario: a receipt / bare RSA signing", limit: 3, rounds: 7,
      Work(
        of: count,
        process([binary, "make", "--scenario", "subscription", "--count", String(count)]).run),
      against: .times(count) { bare.run() })
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
    let lines = try writeLines(count)
    let single = try write("single.bin", Subject.fixture)
    let clock = ContinuousClock()
    let ratios = (0..<11).map { _ in
      let start = clock.measure { process([binary, "check", single, "--format", "ndjson"]).run() }
      let inTurn = clock.measure {
        process([binary, "check", "--lines", lines, "--format", "ndjson"]).run()
      }
      let together = clock.measure {
        process([binary, "check", path.path, "--format", "ndjson"]).run()
      }
      return (together - start) / (inTurn - start)
    }
    let processors = min(2, ProcessInfo.processInfo.activeProcessorCount)
    let ratio = median(ratios)
    let limit = 1.3 / Double(processors)
    Table.row(
      "check a folder of 1,000 / 1,000 lines", String(format: "%.2f", ratio),
      String(format: "%.2f", limit), holds: ratio <= limit, "\(processors) processors")
  }

  /// A file with the fixture in each line.
  private func writeLines(_ count: Int) throws -> String {
    let path = try write("lines.\(count)", [])
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    let line = Subject.fixture.base64Line
    for _ in 0..<count { try file.write(contentsOf: line) }
    try file.close()
    return path
  }
}

extension [UInt8] {
  fileprivate var base64Line: Data { Data(self).base64EncodedData() + Data("\n".utf8) }
}
