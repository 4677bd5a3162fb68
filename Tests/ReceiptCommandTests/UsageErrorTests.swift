import Testing

@testable import ReceiptCommandLine

/// Wrong calls: each is told in the form of all other errors, with what to write instead.
@Suite struct UsageErrorTests {
  @Test(
    "A wrong call gets one error and one hint",
    arguments: [
      (["decdoe", "x"], "there is no command decdoe", "did you mean receipt decode?"),
      (["hceck", "x"], "there is no command hceck", "did you mean receipt check?"),
      (["verify", "x"], "there is no command verify", "did you mean receipt check?"),
      (["Validate", "x"], "there is no command Validate", "did you mean receipt check?"),
      (["show", "x"], "there is no command show", "did you mean receipt decode?"),
      (["inspect"], "there is no command inspect", "did you mean receipt decode?"),
      (["version"], "there is no command version", "receipt --version shows the version"),
      (["-v"], "there is no option -v", "receipt --version shows the version"),
      (["21007"], "there is no command 21007", "receipt explain 21007 says what it means"),
      (["help", "nosuch"], "there is no command nosuch", "receipt --help lists the commands"),
      (["help", "verify"], "there is no command verify", "did you mean receipt check?"),
      (
        ["nosuch.bin"], "nosuch.bin is neither a command nor a file",
        "receipt --help lists the commands"
      ),
      (
        ["https://example.com/r"],
        "https://example.com/r is an address, and this tool works offline",
        "download the receipt, then write receipt decode FILE"
      ),
      ([""], "the name of a file is empty", "is a variable not set?"),
      (["init", ""], "the name of a file is empty", "is a variable not set?"),
      (["check", "--expect", "x", ""], "the name of a file is empty", "is a variable not set?"),
      (
        ["check", "--expect", "x", "-", "-"], "standard input can be read only once",
        "give - only once"
      ),
      (
        ["--format", "json", "good"], "--format comes before a command",
        "name the command first: receipt decode --format …"
      ),
      (["decode", "x", "--json"], "receipt decode has no option --json", "write --format json"),
      (["check", "x", "--tap"], "receipt check has no option --tap", "write --format tap"),
      (
        ["decode", "x", "--junit"], "receipt decode has no option --junit",
        "receipt check has --format junit"
      ),
      (
        ["decode", "x", "--bundle-id", "a"], "receipt decode has no option --bundle-id",
        "receipt check has --bundle-id"
      ),
      (
        ["check", "x", "--bundel-id", "a"], "receipt check has no option --bundel-id",
        "did you mean --bundle-id?"
      ),
      (["check", "x", "--mac=a"], "receipt check has no option --mac", "write --device-id"),
      (
        ["decode", "x", "-qx"], "receipt decode has no option -x",
        "receipt decode --help-all lists the options"
      ),
      (
        ["check", "x", "--format"], "--format needs a value",
        "choose \(CheckFormat.allCases.map(\.rawValue).joined(separator: ", "))"
      ),
      (["check", "x", "--bundle-id", "-q"], "--bundle-id needs a value", "write --bundle-id ID"),
      (["decode", "x", "--quiet=yes"], "--quiet takes no value", "leave \"yes\" away"),
      (["decode", "x", "--quiet=a=b"], "--quiet takes no value", "leave \"a=b\" away"),
      (
        ["decode", "x", "-fjsno"],
        "--format \"jsno\" is not one of "
          + DecodeFormat.allCases.map(\.rawValue).joined(separator: ", "),
        "did you mean json?"
      ),
      (
        ["dump", "a", "b"], "receipt dump takes 1 file, and \"b\" is one more",
        "write receipt dump FILE"
      ),
      (["diff", "a"], "receipt diff needs 2 files", "write receipt diff A B"),
      (["decode", "x", "--at", "2024", "--at", "2025"], "--at was given twice", "give it once"),
      (["check", "-output", "y", "x"], "receipt check has no option -output", "write --output"),
      (
        ["decode", "x", "-format=json"], "receipt decode has no option -format=json",
        "write --format"
      ),
      (
        ["decode", "x", "-outform", "PEM"], "receipt decode has no option -outform",
        "leave it out: the form is found by itself, and files are named alone"
      ),
      (
        ["decode", "-in", "x"], "receipt decode has no option -in",
        "leave it out: the form is found by itself, and files are named alone"
      ),
    ])
  func wrong(arguments: [String], message: String, hint: String) async throws {
    let result = try await Workbench().run(arguments).expect(status: 64)
    #expect(result.messageText == "receipt: error: \(message)\nreceipt: hint: \(hint)\n")
    #expect(result.output.isEmpty)
  }

  @Test("What was pasted in place of a file is shortened, and gets advice")
  func pasted() async throws {
    let result = try await Workbench().run([String(repeating: "A", count: 300)])
    result.expect(status: 64).expect(message: "pbpaste | receipt decode")
    #expect(result.messageText.utf8.count < 250)
    try await Workbench().run([String(repeating: "A", count: 200)]).expect(status: 64)
      .expect(message: "receipt --help lists the commands")
  }

  @Test("A character with very many marks is shortened too")
  func marks() async throws {
    let bench = try Workbench()
    let word = "e" + String(repeating: "\u{301}", count: 40_000)
    let result = try await bench.run(["check", "x", "--at", word]).expect(status: 64)
    #expect(result.messageText.utf8.count < 1000)
  }

  @Test("-V is short for --version")
  func version() async throws {
    let bench = try Workbench()
    let long = try await bench.run(["--version"]).expect(status: 0)
    let short = try await bench.run(["-V"]).expect(status: 0).expectSilence()
    #expect(short.output == long.output && long.text.hasPrefix("receipt "))
  }

  @Test("A file in place of a command is decoded, with one note")
  func file() async throws {
    let bench = try Workbench()
    try bench.write("good", TestReceipts.der())
    try bench.write("verify", TestReceipts.der())
    let decoded = try await bench.run(["decode", "good", "-f", "json"])
    let result = try await bench.run(["good", "-f", "json"]).expect(status: 0)
    #expect(result.output == decoded.output)
    #expect(
      result.messageText
        == "receipt: decoding it; to verify it: receipt check good; to explain it: "
        + "receipt diagnose good\n")
    try await bench.run(["good", "--quiet"]).expect(status: 0).expectSilence()
    let piped = try await bench.run(["-", "-q", "-f", "json"], input: TestReceipts.der())
    piped.expect(status: 0).expect(output: "\"app-receipt\"")
    // The name of another tool's command is a mistake more often than a file.
    try await bench.run(["verify"]).expect(status: 64)
  }

  @Test(
    "A value may follow its letter without a space",
    arguments: [
      ["-fjson"], ["-qfjson"], ["-qf", "json"], ["-f=json"], ["-f", "json"], ["--format=json"],
    ])
  func joined(options: [String]) async throws {
    let bench = try Workbench()
    try bench.write("good", TestReceipts.der())
    let expected = try await bench.run(["decode", "good", "--format", "json"]).expect(status: 0)
    let result = try await bench.run(["decode", "good"] + options).expect(status: 0)
    #expect(result.output == expected.output)
    try await bench.run(["decode", "good", "-oout.json"] + options).expect(status: 0)
    #expect(try bench.read("out.json") == expected.output)
    // After -- it is a name.
    try await bench.run(["decode", "--", "-fjson"]).expect(status: 2).expect(message: "-fjson")
  }
}
