import ReceiptMaking
import Testing

/// Receipts that no entry of an expectation file names.
@Suite struct UnlistedReceiptTests {
  /// A recorded folder, to which things were added.
  private func bench() async throws -> Workbench {
    let bench = try Workbench()
    _ = try bench.reportOptions()
    let receipt = DER.receipt(TestReceipts.fields())
    try bench.write("in/a", receipt)
    try bench.write("in/b", receipt)
    _ = try await bench.run(["check", "--record", "in.yml", "in", "--trust-root", "root.cer"])
      .expect(status: 0)
    try bench.write("in/README.md", Array("Receipts for tests.".utf8))
    return bench
  }

  private func names(_ result: CommandResult) throws -> [String?] {
    try result.lines.map { try JSON(Array($0.utf8))["source"]?["name"]?.string }
  }

  @Test("A folder whose receipts are all named is silent, strictly too", arguments: [false, true])
  func complete(isStrict: Bool) async throws {
    let bench = try await bench()
    try await bench.run(["check", "--expect", "in.yml"] + (isStrict ? ["--strict"] : []))
      .expect(status: 0).expectSilence()
  }

  @Test("A new receipt is told, and fails strictly", arguments: ["in/c", "in/deep/er/c"])
  func added(name: String) async throws {
    let bench = try await bench()
    try bench.write(name, DER.receipt(TestReceipts.fields()))
    let arguments = ["check", "--expect", "in.yml", "--format", "ndjson"]
    let told = try await bench.run(arguments).expect(status: 0)
      .expect(message: "warning: the expectation file has no entry for \(name)\n")
    #expect(try names(told) == ["in/a", "in/b"])

    let strict = try await bench.run(arguments + ["--strict", "--trust-root", "root.cer"])
      .expect(status: 1).expectSilence()
    #expect(try names(strict) == ["in/a", "in/b", name])
    let last = try JSON(Array(try #require(strict.lines.last).utf8))
    let failures = last["checks"]?.elements?.filter { $0["status"]?.string == "fail" } ?? []
    #expect(failures.map { $0["id"]?.string } == ["listed"])
    #expect(failures.map { $0["reason"]?.string } == ["not-listed"])
    try await bench.run(arguments + ["--strict", "--redact"]).expect(status: 1)
      .expect(output: "no entry for it")
  }

  @Test("With files on the command line, only those count")
  func namedFiles() async throws {
    let bench = try await bench()
    try bench.write("in/c", DER.receipt(TestReceipts.fields()))
    try bench.write("elsewhere/z", DER.receipt(TestReceipts.fields()))
    let arguments = ["check", "--expect", "in.yml", "--trust-root", "root.cer", "--quiet"]
    try await bench.run(arguments + ["--strict", "in/a"]).expect(status: 0)
    try await bench.run(arguments + ["in/a", "elsewhere"]).expect(status: 0)
    try await bench.run(arguments + ["--strict", "in/a", "elsewhere"]).expect(status: 1)
      .expect(output: "elsewhere/z: FAIL: listed")
  }

  @Test("Of the expectation file's own folder only files count, unless strictly")
  func ownFolder() async throws {
    let bench = try await bench()
    try bench.write("e.yml", Array("receipts: [{files: c, trust-root: root.cer}]".utf8))
    let receipt = DER.receipt(TestReceipts.fields())
    try bench.write("c", receipt)
    let arguments = ["check", "--expect", "e.yml", "--format", "ndjson"]
    try await bench.run(arguments).expect(status: 0).expectSilence()
    // A name that is no UTF-8 counts too, where the file system takes it.
    try await bench.shell("cp c d; cp c \"$(printf 'x\\351')\" 2> /dev/null || cp c x").expect(
      status: 0)
    try await bench.run(arguments).expect(status: 0)
      .expect(message: "has no entry for d and 1 more receipt\n")
    let strict = try await bench.run(arguments + ["--strict"]).expect(status: 1)
    #expect(try names(strict).prefix(4) == ["c", "d", "in/a", "in/b"])
    #expect(strict.lines.count == 5)
  }

  @Test("Strictly, all folders beside the expectation file count, but for hidden ones")
  func newFolder() async throws {
    let bench = try await bench()
    let receipt = DER.receipt(TestReceipts.fields())
    try bench.write("suite/in/a", receipt)
    try bench.write("suite/.git/b", receipt)
    try bench.write("suite/notes/README.md", Array("Receipts for tests.".utf8))
    try bench.write(
      "suite/e.yml", Array("receipts: [{files: in/a, trust-root: ../root.cer}]".utf8))
    let arguments = ["check", "--expect", "suite/e.yml", "--format", "ndjson"]
    try await bench.run(arguments + ["--strict"]).expect(status: 0).expectSilence()
    try bench.write("suite/new/er/c", receipt)
    let strict = try await bench.run(arguments + ["--strict"]).expect(status: 1)
    #expect(try names(strict) == ["suite/in/a", "suite/new/er/c"])
    // A folder that no entry speaks of may be anything, and reading all of them takes time.
    let told = try await bench.run(arguments).expect(status: 0).expectSilence()
    #expect(try names(told) == ["suite/in/a"])
    // Seen from its own folder, the names are the same.
    let inside = try await bench.shell(
      "cd suite; \"$RECEIPT\" check --expect e.yml --strict --format ndjson")
    #expect(try names(inside.expect(status: 1)) == ["in/a", "new/er/c"])
  }

  @Test("--strict needs an expectation file")
  func alone() async throws {
    try await Workbench().run(["check", "--strict", "a"]).expect(status: 64)
      .expect(message: "--strict needs --expect")
  }
}
