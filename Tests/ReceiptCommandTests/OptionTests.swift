import Testing

@testable import ReceiptCommandLine
@testable import ReceiptCore

/// Options, whatever the command.
@Suite struct OptionTests {
  @Test(
    "An option that can be given once is given once",
    arguments: [
      (["check", "a", "--bundle-id", "a", "--bundle-id", "b"], "--bundle-id"),
      (["check", "a", "--bundle-id=a", "--bundle-id", "b"], "--bundle-id"),
      (["check", "a", "--at", "2024-01-01", "--at", "2024-01-01"], "--at"),
      (["decode", "a", "-f", "json", "--format", "text"], "--format"),
      (["decode", "a", "-qf", "json", "-f", "text"], "--format"),
      (["diagnose", "a", "--profile", "apple", "--profile", "xcode"], "--profile"),
      (["timeline", "a", "-o", "a", "--output", "b"], "--output"),
      (["diff", "a", "b", "--form", "transaction", "--form", "transaction"], "--form"),
      (["dump", "a", "--max-size", "1K", "--max-size", "2K"], "--max-size"),
      (["make", "a", "--seed", "1", "--seed", "2"], "--seed"),
      (["redact", "a", "--key", "1", "--key", "2"], "--key"),
      (["explain", "0", "--color", "never", "--color", "always"], "--color"),
    ])
  func once(arguments: [String], option: String) async throws {
    try await Workbench().run(arguments).expect(status: 64)
      .expect(message: "\(option) was given twice")
  }

  @Test("An option that adds up may be given again, and so may a flag")
  func repeated() async throws {
    let bench = try Workbench()
    try bench.write("receipt", TestReceipts.der())
    let result = try await bench.run([
      "check", "receipt", "--product", "a", "--product", "b", "-q", "-q", "--device-id",
      "00:11:22:33:44:55", "--device-id", "00:11:22:33:44:56",
    ])
    result.expect(status: 1)
    #expect(result.text.contains("product: a") || result.text.contains("no purchase of a"))
    // What follows -- is a name.
    try await bench.run(["decode", "receipt", "--", "--at", "--at"]).expect(status: 2)
  }

  @Test("Every check has an option, and help names it with its values")
  func help() async throws {
    let help = try await Workbench().run(["check", "--help-all"], environment: ["COLUMNS": "200"])
      .expect(status: 0).text
    for parameter in Checks.parameters {
      #expect(help.contains("--\(parameter.name) <\(parameter.valueName)"), "\(parameter.name)")
    }
    #expect(help.contains("Expect this environment: production, sandbox, xcode."))
    #expect(help.contains("<id|@file>"))
    let completion = try await Workbench().runProcess(["--generate-completion-script", "bash"])
      .expect(status: 0).text
    #expect(completion.contains("--first-free-version") && completion.contains("sandbox"))
  }

  @Test(
    "A wrong value is told with the right ones",
    arguments: [
      (["decode", "a", "--format", "jsno"], "did you mean json?"),
      (
        ["decode", "a", "--format", "jsno"],
        DecodeFormat.allCases.map(\.rawValue).joined(separator: ", ")
      ),
      (["check", "a", "--environment", "sandbux"], "did you mean sandbox?"),
      (["check", "a", "--at", "tomorrow"], "write 2026-05-30"),
      (["check", "a", "--profile", "aple"], "did you mean apple?"),
      (["make", "a", "--count", "-1"], "--count \"-1\" is not a number from 1 to"),
      (["make", "a", "--raw", "x"], "1702=0c03666f6f"),
    ])
  func values(arguments: [String], message: String) async throws {
    try await Workbench().run(arguments).expect(status: 64).expect(message: message)
  }

  @Test(
    "The short cut of a plain call says what the parser's way says", arguments: ["decode", "check"])
  func shortCut(command: String) async throws {
    let bench = try Workbench()
    try bench.write("a/receipt", TestReceipts.der())
    try bench.write("a/junk", Array("hello".utf8))
    for file in ["a/receipt", "a/junk", "a"] {
      let plain = try await bench.run([command, file])
      let parsed = try await bench.run([command, file, "--color", "auto"])
      #expect(plain.code == parsed.code)
      #expect(plain.messages == parsed.messages)
      // But for the time at which it was judged.
      func steady(_ text: String) -> String { text.replacing(/judged at [^U]*UTC/, with: "") }
      #expect(steady(plain.text) == steady(parsed.text))
    }
  }
}
