import Foundation
import Testing

/// The commands on the pages that stand alone, without what they print. Those in `console` blocks have their own tests,
/// which compare the output too.
@Suite struct PageCommandTests {
  /// How each command of a page ends, in order, with the files of `bench()`.
  private static let exits: [String: [Int32]] = [
    // The third is of another device.
    "docs/diagnosing.md": [0, 0, 1, 0, 0, 0, 0],
    // The receipt is of the sandbox, and has neither of the two products.
    "docs/expectations.md": [1, 1, 0, 0, 0, 1, 0, 0],
    "docs/pipelines.md": [0, 0],
    // The second does not replace the file of the first.
    "docs/settings.md": [0, 2],
    "docs/table.md": [0, 0],
    "docs/timeline.md": [0],
    // The response has another product.
    "docs/trust.md": [1],
  ]

  private static func commands(_ page: String) throws -> [String] {
    let text = try String(contentsOfFile: Python.file(page), encoding: .utf8)
      .replacing(/```[\s\S]*?```/, with: "")
    let line =
      /(?m)^ {4}(?:\$ )?((?:[a-z]+ \| )?receipt [a-z]+ .*|[a-z]+ \| receipt .*)$/
    return text.matches(of: line).map { String($0.1) }
  }

  /// A folder with the files that the pages speak of: the genuine receipt in all of them.
  private func bench() async throws -> Workbench {
    let bench = try Workbench()
    let receipt = try TestReceipts.der()
    for name in [
      "receipt.bin", "customer.receipt", "tickets/1", "receipts/1", "fixtures/1",
    ] { try bench.write(name, receipt) }
    try bench.write("answer.json", TestReceipts.fixture("sandbox-subscription.verify-receipt.json"))
    let text = receipt.withUnsafeBytes { Data($0).base64EncodedString() }
    try bench.write("receipts.txt", text.utf8)
    try bench.write("export.csv", "app_user_id,receipt\n7,\(text)\n".utf8)
    for name in ["export.ndjson", "received.ndjson"] {
      try bench.write(name, "{\"id\": 1, \"receipt\": \"\(text)\"}\n".utf8)
    }
    try bench.link("Tests", to: Python.file("Tests"))
    try await bench.run(["check", "--record", "receipts.yml", "fixtures"]).expect(status: 0)
    return bench
  }

  @Test("Each command runs, and ends as it should", arguments: exits.keys.sorted())
  func commands(page: String) async throws {
    let bench = try await bench()
    let commands = try Self.commands(page)
    let exits = try #require(Self.exits[page])
    try #require(commands.count == exits.count, "\(commands)")
    // What a Mac has, and what may not be installed.
    let programs = """
      receipt() { "$RECEIPT" "$@"; }; pbpaste() { cat receipts.txt; }
      command -v jq >/dev/null || jq() { cat; }
      """
    for (command, exit) in zip(commands, exits) {
      let result = try await bench.shell("set -eu; \(programs)\n\(command)")
      #expect(result.code == exit, "\(command): \(result)")
      // It did what it is for, and is no wrong call.
      #expect(!result.messageText.contains("unknown"), "\(result)")
    }
  }

  @Test("No page has a command that no test runs")
  func pages() throws {
    let pages =
      try FileManager.default.contentsOfDirectory(atPath: Python.file("docs"))
      .filter { $0.hasSuffix(".md") }.map { "docs/\($0)" } + ["README.md", "SECURITY.md"]
    #expect(pages.count > 15)
    for page in pages {
      #expect(try Self.commands(page).isEmpty == (Self.exits[page] == nil), "\(page)")
    }
    // Their blocks run in the tests of their subjects. What docs/install.md shows needs a network and other programs;
    // `make test-packages` installs, uses and removes the packages.
    let tested = [
      "README.md", "docs/diff.md", "docs/dump.md", "docs/errors.md", "docs/import.md",
      "docs/install.md", "docs/making.md", "docs/timeline.md",
    ]
    let withBlocks = try pages.filter {
      try String(contentsOfFile: Python.file($0), encoding: .utf8).contains("```console\n")
    }
    #expect(Set(withBlocks) == Set(tested))
  }
}
