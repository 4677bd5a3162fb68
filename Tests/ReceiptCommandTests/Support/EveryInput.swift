import Foundation
import ReceiptMaking
import Testing

extension Workbench {
  /// All broken and forged receipts by name. Making them takes more than most tests, so it is done once.
  private static let made = Task {
    let bench = try Workbench()
    try await bench.run(["make", "--broken", "all", "-o", "made"]).expect(status: 0)
    return try bench.names(in: "made").map { (name: $0, bytes: try bench.read("made/\($0)")) }
  }

  /// Receipts of every form, sound, broken and forged; responses; other texts.
  static func everyInput() async throws -> Workbench {
    let bench = try Workbench()
    for (name, bytes) in try await made.value { try bench.write("in/made/\(name)", bytes) }
    try FileManager.default.copyItem(
      atPath: Python.file("Fixtures"), toPath: bench.place("in/fixtures"))
    try bench.write("in/cut", DER.receipt(TestReceipts.fields()).prefix(700))
    try bench.write(
      "in/two.txt", Array("a \(try TestReceipts.line())\nb\n".utf8))
    for text in [
      "{\"errorCode\": 4040010, \"errorMessage\": \"Transaction id not found.\"}",
      "{\"status\": 21002}", "{\"signedTransactions\": [], \"hasMore\": false}", "hello",
    ] {
      try bench.write("in/text \(text.utf8.count)", Array(text.utf8))
    }
    return bench
  }
}
