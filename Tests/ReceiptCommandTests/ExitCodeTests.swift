import Testing

/// Exit codes and streams: 0 fine, 2 unreadable input, 64 wrong usage; data on standard output, messages on
/// standard error.
@Suite(.timeLimit(.minutes(60))) struct ExitCodeTests {
  @Test(
    "Wrong usage gives 64, a message on standard error, and nothing on standard output",
    arguments: [
      (["decode", "receipt", "--bogus"], "--bogus"),
      (["decode", "receipt", "--format", "xml"], "xml"),
      (["decode", "receipt", "--format"], "--format"),
      (["decode", "receipt", "--endpoint", "sandbox"], "--endpoint needs"),
      (
        ["decode", "receipt", "--format", "verify-receipt", "--endpoint", "staging"],
        "staging"
      ),
      (["decode", "receipt", "--format", "csv", "--all"], "--all does not go with"),
      (["decode", "receipt", "--format", "verify-receipt", "--all"], "--all does not go with"),
      (["decode", "-", "-"], "give - only once"),
      (["decode", "receipt", "--at", "yesterday"], "yesterday"),
      (["decode", "receipt", "--at", "2024-02-30"], "2024-02-30"),
      (["decode", "receipt", "--at", "2023-02-29T00:00:00Z"], "2023-02-29"),
      (["decode", "receipt", "--at", "2024-02-29T12:00:00"], "2024-02-29T12:00:00"),
      (["decode", "receipt", "--at", ""], "--at"),
      (["decode", "receipt", "--color", "sometimes"], "sometimes"),
      (["frobnicate"], "frobnicate"),
      (["receipt.bin"], "receipt.bin"),
    ])
  func usage(arguments: [String], words: String) async throws {
    let bench = try Workbench()
    try bench.write("receipt", TestReceipts.der())
    let result = try await bench.run(arguments).expect(status: 64).expect(message: words)
    #expect(result.messageText.hasPrefix("receipt: error: "), "\(result)")
    #expect(result.output.isEmpty, "\(result)")
  }

  @Test("A call whose arguments cannot be read fails")
  func noArguments() async throws {
    let bench = try Workbench()
    try bench.write("receipt", TestReceipts.der())
    // A static program reads them from /proc, for which there is no room here; another one cannot be loaded.
    let result = try await bench.shell(#"ulimit -n 3; "$RECEIPT" check receipt"#)
    #expect(result.code == 127 || result.code == 2, "\(result)")
    #expect(result.output.isEmpty, "\(result)")
  }

  @Test(
    "Times are days or RFC 3339",
    arguments: ["2024-02-29", "2024-02-29T12:00:00Z", "2024-02-29T12:00:00.5+01:00"])
  func moments(moment: String) async throws {
    let bench = try Workbench()
    try bench.write("receipt", TestReceipts.der())
    let result = try await bench.run(
      ["decode", "receipt", "--format", "verify-receipt", "--at", moment]
    ).expect(status: 0)
    #expect(
      try result.json()["receipt"]?["request_date"]?.string?.hasPrefix("2024-02-29") == true)
  }

  @Test(
    "A command with only names gives the same as one with the default options",
    arguments: ["decode", "check"],
    [
      ["good"], ["good", "cut"], ["folder"], ["missing"], ["good", "good"], ["folder", "missing"],
    ])
  func plainCall(command: String, names: [String]) async throws {
    let bench = try Workbench()
    try bench.write("good", TestReceipts.der())
    try bench.write("cut", TestReceipts.der().dropLast(100))
    try bench.write("folder/a", TestReceipts.base64())
    try bench.write("folder/b", Array("no receipt".utf8))
    let plain = try await bench.run([command] + names)
    // The current time differs between runs.
    let spelled = try await bench.run(
      [command] + names + ["--format", "text", "--profile", "apple", "--color", "auto"])
    let clock = /judged at \S+ \S+ UTC/
    #expect(plain.text.replacing(clock, with: "") == spelled.text.replacing(clock, with: ""))
    #expect(plain.messages == spelled.messages)
    #expect(plain.code == spelled.code)
  }

  @Test("--quiet suppresses messages, not the exit code", arguments: ["-q", "--quiet"])
  func quiet(option: String) async throws {
    let bench = try Workbench()
    try bench.write("good", TestReceipts.der())
    try bench.write("cut", TestReceipts.der().dropLast(100))
    let missing = try await bench.run(["decode", "missing", option]).expect(status: 2)
      .expectSilence()
    #expect(missing.output.isEmpty)
    let cut = try await bench.run(["decode", "good", "cut", option]).expect(status: 2)
      .expectSilence()
    #expect(cut.text.contains("damaged: 1 fault"))
    try await bench.run(["decode", "good", option]).expect(status: 0).expectSilence()
    try await bench.run(["decode", "good", option, "-o", "no/such/folder"]).expect(status: 2)
      .expectSilence()
  }

  @Test("The tool alone says in ten lines how to begin")
  func bare() async throws {
    let bench = try Workbench()
    let result = try await bench.run([]).expect(status: 0).expectSilence()
    result.expect(output: "receipt decode receipt.bin").expect(output: "receipt --help")
    #expect(result.lines.count == 10)
    expectFit(result, columns: 80)
  }

  /// Large enough to fill every buffer between the tool and a reader that has stopped.
  private static let large = TestReceipts.many(20_000)

  @Test(
    "A reader that stops early ends the tool quietly and without an error",
    arguments: ["text", "json", "ndjson", "csv", "verify-receipt"])
  func closedPipe(format: String) async throws {
    let bench = try Workbench()
    try bench.write("large", Self.large)
    let result = try await bench.shell(
      #"{ "$RECEIPT" decode large --format \#(format) 2> messages; echo $? > status; } | head -c 9"#
    )
    #expect(result.output.count == 9)
    #expect(try bench.text("status") == "0\n")
    #expect(try bench.text("messages").isEmpty)
  }

  @Test("20,000 purchases are all shown")
  func large() async throws {
    let bench = try Workbench()
    try bench.write("large", Self.large)
    let result = try await bench.run(["decode", "large", "--format", "csv"]).expect(status: 0)
    #expect(result.lines.count == 20_001)
  }

  @Test("A reader that stops early does not hide a bad input")
  func closedPipeAfterError() async throws {
    let bench = try Workbench()
    try bench.write("a", [0])
    try bench.write("b", Self.large)
    _ = try await bench.shell(
      #"{ "$RECEIPT" decode a b --format csv 2> messages; echo $? > status; } | head -c 9"#)
    #expect(try bench.text("status") == "2\n")
    #expect(try bench.text("messages").contains("receipt: error: a: "))
  }

  @Test(
    "A full disk gives an error in plain words",
    .enabled(if: Machine.hasFullDevice, "only Linux has /dev/full"))
  func fullDisk() async throws {
    let bench = try Workbench()
    try bench.write("receipt", TestReceipts.der())
    try bench.write("large", Self.large)
    for arguments in ["receipt", "receipt --format json", "large --format csv"] {
      let result = try await bench.shell(#""$RECEIPT" decode \#(arguments) > /dev/full"#)
        .expect(status: 2)
      #expect(
        result.messageText
          == "receipt: error: standard output cannot be written: no space left on device\n")
    }
  }

  @Test("A closed standard output is an error, not silence")
  func closedOutput() async throws {
    let bench = try Workbench()
    try bench.write("receipt", TestReceipts.der())
    try await bench.shell(#""$RECEIPT" decode receipt >&-"#).expect(status: 2)
      .expect(message: "standard output cannot be written")
  }

  @Test("Of several inputs, the worst code wins in any order")
  func worst() async throws {
    let bench = try Workbench()
    try bench.write("b", TestReceipts.der())
    for files in [["a", "b"], ["b", "c"], ["b", "a", "b"]] {
      try await bench.run(["decode"] + files).expect(status: 2)
    }
  }
}
