import Testing

@testable import ReceiptCommandLine

/// `receipt demo`: what it says can be done, and shows what it says.
@Suite struct DemoTests {
  /// What each command ends with, and a word of what it prints.
  private static let results: [(command: String, code: Int32, words: String)] = [
    ("receipt decode subscription.receipt", 0, "com.example.app.monthly"),
    ("receipt check subscription.receipt", 1, "which is not trusted"),
    ("receipt check subscription.receipt --trust-root roots.pem", 0, "pass: signed under your own"),
    ("receipt timeline subscription.receipt --trust-root roots.pem", 0, "free trial"),
    ("receipt check changed.receipt --trust-root roots.pem", 1, "[bad-signature]"),
    ("receipt explain bad-signature", 0, "bad-signature"),
    ("receipt diagnose changed.receipt --trust-root roots.pem", 1, "not what was signed"),
    ("receipt diagnose answer.json --trust-root roots.pem", 1, "was refunded on"),
    ("receipt decode answer.json --format csv", 0, "transaction_id"),
  ]

  @Test("Every command that it shows does what it says", arguments: [nil, "it's mine"])
  func walk(folder: String?) async throws {
    let bench = try Workbench()
    let result = try await bench.run(["demo"] + (folder.map { [$0] } ?? [])).expect(status: 0)
      .expect(message: "wrote 3 samples to \(folder ?? "receipt-demo")")
    #expect(
      try bench.names(in: folder ?? "receipt-demo")
        == ["answer.json", "changed.receipt", "roots.pem", "subscription.receipt"])
    let commands = result.lines.filter { $0.hasPrefix("  ") && !$0.contains("#") }
      .map { String($0.dropFirst(2)) }
    let change = try #require(commands.first)
    #expect(change.hasPrefix("cd "))
    #expect(Array(commands.dropFirst()) == Self.results.map(\.command))
    for (command, code, words) in Self.results {
      try await bench.shell("receipt() { \"$RECEIPT\" \"$@\"; }; \(change) && \(command)")
        .expect(status: code).expect(output: words)
    }
    for line in result.lines { #expect(line.count <= 80) }
  }

  @Test("Files that are there already stay as they are")
  func taken() async throws {
    let bench = try Workbench()
    try bench.write("receipt-demo/roots.pem", "mine".utf8)
    try bench.write("file", "mine".utf8)
    try bench.link("link", to: "receipt-demo")
    for folder in ["receipt-demo", "file", "link"] {
      let result = try await bench.run(["demo", folder]).expect(status: 2)
        .expect(message: "\(folder): this is there already [already-there]")
        .expect(message: "hint: name another folder: receipt demo FOLDER")
      #expect(result.output.isEmpty)
    }
    #expect(try bench.names(in: "receipt-demo") == ["roots.pem"])
    #expect(try bench.text("receipt-demo/roots.pem") == "mine" && bench.text("file") == "mine")
    try await bench.run(["demo", "nowhere/demo"]).expect(status: 2)
    try await bench.run(["demo", ""]).expect(status: 64)
    try await bench.run(["demo", "quiet", "-q"]).expect(status: 0).expectSilence()
  }
}
