import Foundation
import Testing

/// `-o`: complete output in a file, or no file.
@Suite struct OutputFileTests {
  private func bench() throws -> Workbench {
    let bench = try Workbench()
    try bench.write("receipt", TestReceipts.der())
    return bench
  }

  @Test("Output goes to a new file, and not to standard output", arguments: ["-o", "--output"])
  func newFile(option: String) async throws {
    let bench = try bench()
    let shown = try await bench.run(["decode", "receipt"]).expect(status: 0)
    let result = try await bench.run(["decode", "receipt", option, "answer"]).expect(status: 0)
      .expectSilence()
    #expect(result.output.isEmpty)
    #expect(try bench.read("answer") == shown.output)
    #expect(try bench.names() == ["answer", "receipt"], "nothing else is left")
  }

  @Test("An existing file is replaced, also by a shorter output")
  func replacedFile() async throws {
    let bench = try bench()
    try bench.write("answer", [UInt8](repeating: 0x78, count: 100_000))
    try await bench.run(["decode", "receipt", "--format", "csv", "-o", "answer"])
      .expect(status: 0)
    #expect(try CSV(try bench.text("answer")).rows.count == 2)
    #expect(try bench.names() == ["answer", "receipt"])
  }

  @Test("A link is written through where 40 links lead, as the system does it, and no more")
  func linkCount() async throws {
    let bench = try bench()
    try bench.link("1", to: "answer")
    for number in 2...41 { try bench.link("\(number)", to: "\(number - 1)") }
    try await bench.run(["decode", "receipt", "-o", "41"]).expect(status: 2)
      .expect(message: "too many levels of symbolic links")
    #expect(try !bench.names().contains("answer"))
    try await bench.run(["decode", "receipt", "-o", "40"]).expect(status: 0)
    #expect(try bench.text("answer").contains("com.yomob.IAPtest"))
    #expect(try bench.names().count == 43, "the links are still there, and nothing else")
  }

  @Test("A folder may be read and written to at once")
  func folder() async throws {
    let bench = try Workbench()
    try bench.write("in/receipt", TestReceipts.der())
    let result = try await bench.run(["decode", "in", "--format", "csv", "-o", "in/answer.csv"])
    #expect(result.code == 0, "\(result)")
    #expect(try bench.names(in: "in") == ["answer.csv", "receipt"])
  }

  @Test(
    "A place that cannot be written is an error that names it",
    arguments: ["no/such/folder/answer", "receipt/answer", "folder", "folder/"])
  func unwritable(path: String) async throws {
    let bench = try bench()
    try bench.makeFolder("folder")
    let result = try await bench.run(["decode", "receipt", "-o", path]).expect(status: 2)
      .expect(message: "cannot be written")
    #expect(result.output.isEmpty)
    #expect(try bench.names() == ["folder", "receipt"])
    #expect(try bench.names(in: "folder").isEmpty)
    #expect(try bench.read("receipt") == TestReceipts.der())
  }

  @Test(
    "A folder without write permission is an error too",
    .enabled(if: !Machine.isSuperuser, "the superuser may write everywhere"))
  func readOnlyFolder() async throws {
    let bench = try bench()
    try await bench.shell(#"mkdir locked; chmod 500 locked; "$RECEIPT" decode receipt -o locked/x"#)
      .expect(status: 2)
      .expect(message: "receipt: error: locked/x cannot be written: permission denied")
  }

  @Test(
    "Places that even the superuser cannot write are errors",
    .enabled(if: Machine.hasProc, "only Linux has /proc"))
  func kernelFolder() async throws {
    let bench = try bench()
    try await bench.run(["decode", "receipt", "-o", "/proc/answer"]).expect(status: 2)
      .expect(message: "/proc/answer cannot be written")
  }

  @Test("A failed run writes its failure, and leaves no temporary file")
  func failure() async throws {
    let bench = try Workbench()
    try await bench.run(["decode", "missing", "--format", "json", "-o", "answer"])
      .expect(status: 2)
    #expect(try JSON(try bench.read("answer"))["error"]?["code"]?.string == "not-found")
    #expect(try bench.names() == ["answer"])
  }

  @Test("A device is written to, not replaced")
  func devices() async throws {
    let bench = try bench()
    let shown = try await bench.run(["decode", "receipt"]).expect(status: 0)
    // /dev/stdout as a pipe. (As a file it is tested below, through a link of the test.)
    let piped = try await bench.runProcess(["decode", "receipt", "-o", "/dev/stdout"]).expect(
      status: 0)
    #expect(piped.output == shown.output)
    try await bench.run(["decode", "receipt", "-o", "/dev/null"]).expect(status: 0)
      .expectSilence()
    guard Machine.hasFullDevice else { return }
    for arguments in [
      ["decode", "receipt", "-o"], ["check", "receipt", "--format", "json", "-o"],
      ["check", "receipt", "--record"],
    ] {
      try await bench.run(arguments + ["/dev/full"]).expect(status: 2)
        .expect(message: "error: /dev/full cannot be written: no space left on device")
    }
  }

  @Test("A link is written through, not replaced")
  func links() async throws {
    let bench = try bench()
    // Nothing stays of what was longer.
    try bench.write("target", Array(repeating: UInt8(ascii: "x"), count: 1 << 20))
    try bench.link("link", to: "target")
    try await bench.run(["decode", "receipt", "-o", "link"]).expect(status: 0)
    let kept = try? FileManager.default.destinationOfSymbolicLink(atPath: bench.place("link"))
    let written = try bench.read("target")
    #expect(kept == "target")
    #expect(written == (try await bench.run(["decode", "receipt"]).output))
  }

  @Test(
    "Standard output that is a file is written to by its name too",
    .enabled(if: Machine.hasProc, "only Linux has /proc"))
  func redirectedStandardOutput() async throws {
    let bench = try bench()
    try bench.link("stdout", to: "/proc/self/fd/1")
    try await bench.shell(#""$RECEIPT" decode receipt -o stdout > answer"#).expect(status: 0)
    let written = try bench.read("answer")
    #expect(!written.isEmpty)
  }

  @Test("A file that only its owner may read keeps its permissions")
  func permissions() async throws {
    let bench = try bench()
    try bench.write("answer", [])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: bench.place("answer"))
    try await bench.run(["decode", "receipt", "-o", "answer"]).expect(status: 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: bench.place("answer"))
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }

  @Test("Messages never get into the output, even when standard error is closed")
  func closedStandardError() async throws {
    let bench = try Workbench()
    try bench.write("bad", [0])
    try await bench.shell(#""$RECEIPT" decode bad --format json -o answer 2>&-"#)
      .expect(status: 2)
    #expect(throws: Never.self) { try JSON(try bench.read("answer")) }
  }

  @Test("A file has no colour unless requested")
  func color() async throws {
    let bench = try bench()
    try await bench.run(["decode", "receipt", "-o", "plain"]).expect(status: 0)
    #expect(try !bench.read("plain").contains(0x1B))
    try await bench.run(["decode", "receipt", "-o", "coloured", "--color", "always"])
      .expect(status: 0)
    #expect(try bench.read("coloured").contains(0x1B))
  }

  @Test("- is standard output in every command that writes a file")
  func standardOutput() async throws {
    let bench = try bench()
    try bench.write("spec.yaml", "receipt: {receipt_creation_date: 2024-02-29}\n".utf8)
    let commands = [
      ["decode", "receipt"], ["check", "receipt", "--at", "2018-11-30"],
      ["diagnose", "receipt", "--at", "2018-11-30"],
      ["dump", "receipt"], ["explain", "21002"], ["make", "spec.yaml"],
      ["make", "--broken", "content-changed"], ["redact", "receipt", "--key", "key"],
    ]
    for command in commands {
      let shown = try await bench.run(command).expect(status: 0)
      let result = try await bench.run(command + ["-o", "-"]).expect(status: 0)
      #expect(!result.output.isEmpty && result.output == shown.output, "\(command)")
    }
    try await bench.run(["make", "--broken", "all", "-o", "-"]).expect(status: 64)
    #expect(try bench.names() == ["key", "receipt", "spec.yaml"])
  }
}
