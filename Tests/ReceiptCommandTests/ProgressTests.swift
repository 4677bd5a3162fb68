import Foundation
import ReceiptCore
import Testing

/// What a terminal shows while a run lasts.
@Suite(.enabled(if: Machine.hasScript, "there is no script(1) to make a terminal"))
struct ProgressTests {
  private static let links = "many"

  private func bench() throws -> Workbench {
    let bench = try Workbench()
    let receipt = TestReceipts.many(500)
    try bench.write("large", receipt)
    try FileManager.default.createDirectory(
      atPath: bench.place(Self.links), withIntermediateDirectories: true)
    return bench
  }

  /// Gives the folder, or the stream, so many receipts.
  private func fill(_ bench: Workbench, _ count: Int, isStream: Bool) throws {
    guard isStream else {
      // Links are cheap to make, and cost as much as files to check.
      let folder = bench.place(Self.links)
      for number in try FileManager.default.contentsOfDirectory(atPath: folder).count..<count {
        try FileManager.default.createSymbolicLink(
          atPath: "\(folder)/\(number)", withDestinationPath: "../large")
      }
      return
    }
    let rows = String(repeating: try TestReceipts.line() + "\n", count: 100)
    try bench.write("rows", [])
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: bench.place("rows")))
    for _ in 0..<count / 100 { try file.write(contentsOf: Data(rows.utf8)) }
    try file.close()
  }

  /// What a terminal shows while a command works on so many files or rows.
  private func shown(_ command: String, _ count: Int, in bench: Workbench) async throws -> String {
    try fill(bench, count, isStream: command.contains("rows"))
    return try await bench.shell(
      """
      export COUNT=\(count)
      script -qec '"$RECEIPT" \(command)' log > /dev/null < /dev/null; cat log
      """
    ).text
  }

  private static let long = [
    "check many --format json > answer", "decode many --format json > answer",
    "diagnose many --format csv > answer", "check many --format junit -o answer",
    "check --record answer many", "check --lines rows > answer", "decode --lines rows -o answer",
    "check --lines --summary rows",
    "redact --lines rows > answer", "make --scenario subscription --count ${COUNT}00 > answer",
  ]

  @Test("A run of more than a second shows how far it is", arguments: long)
  func progress(command: String) async throws {
    let bench = try bench()
    // How many are needed depends on the machine: runs under a second show nothing.
    var count = 400
    var text = ""
    while count <= 400_000 {
      let start = ContinuousClock.now
      text = try await shown(command, count, in: bench)
      if text.contains(" a second\u{1B}[K") { break }
      let share = max(.milliseconds(50), start.duration(to: .now)) / .seconds(1.6)
      count = max(count * 3 / 2, min(count * 20, Int(Double(count) / share)))
    }
    #expect(text.contains(" a second\u{1B}[K"), "\(text)")
    if command.contains("many") {
      let total =
        count >= 1000 ? "\(count / 1000),\(String(1000 + count % 1000).dropFirst())" : "\(count)"
      #expect(text.contains(" of \(total), "), "\(text)")
    }
    // It is gone at the end, and the answer has none of it.
    #expect(text.contains("\r\u{1B}[K"))
    if try bench.names().contains("answer") {
      #expect(!ReceiptString(try bench.read("answer")).description.contains("\u{1B}"))
    }
    guard command == Self.long.first else { return }
    let quiet = try await shown("check many --quiet --format json > answer", count, in: bench)
    #expect(!quiet.contains(" a second"))
    let piped = try await bench.shell("\"$RECEIPT\" check many --format json 2>&1 > answer | cat")
    #expect(!piped.text.contains(" a second"))
  }
}
