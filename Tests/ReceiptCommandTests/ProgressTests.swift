import Foundation
import ReceiptCore
import Testing

/// What a terminal shows while a run lasts.
@Suite(.enabled(if: Machine.hasScript, "there is no script(1) to make a terminal"))
struct ProgressTests {
  private func bench() throws -> Workbench {
    let bench = try Workbench()
    let receipt = TestReceipts.many(500)
    try bench.write("large", receipt)
    try bench.write("line", Array((Data(receipt).base64EncodedString() + "\n").utf8))
    return bench
  }

  /// What a terminal shows while a command works on so many files or rows.
  private func shown(_ command: String, _ count: Int, in bench: Workbench) async throws -> String {
    // Links are cheap to make, and cost as much as files to check.
    try await bench.shell(
      """
      rm -rf many rows; mkdir many
      for i in $(seq \(count)); do ln -s ../large many/$i; cat line >> rows; done
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
    var count = 40
    var text = ""
    while !text.contains(" a second\u{1B}[K"), count <= 40_000 {
      text = try await shown(command, count, in: bench)
      if !text.contains(" a second\u{1B}[K") { count *= 4 }
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
