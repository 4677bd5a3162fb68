import ReceiptCore
import Testing

/// The genuine receipt in every format, byte for byte.
@Suite struct GoldenTests {
  private func decode(
    _ arguments: String..., environment: [String: String] = [:]
  ) async throws -> CommandResult {
    let bench = try Workbench()
    try bench.write("receipt.b64", TestReceipts.base64())
    return try await bench.run(["decode", "receipt.b64"] + arguments, environment: environment)
      .expect(status: 0).expectSilence()
  }

  @Test("A value that is no ASN.1 is shown in hexadecimal, in the receipt and in a purchase")
  func rawValues() async throws {
    let bench = try Workbench()
    let spec = """
      attributes:
        - {type: 4242, kind: raw, value: AAEC}
        - {type: 17, value: [{type: 1998, kind: raw, value: AP8=}]}
      """
    try await bench.run(["make", "-", "-o", "receipt"], input: Array(spec.utf8)).expect(status: 0)
    let rows = try await bench.run(["decode", "receipt", "--all"]).lines
      .map { $0.split(separator: " ").map(String.init) }
    for (type, value) in [("4242", "000102"), ("1998", "00ff")] {
      #expect(rows.first { $0.dropFirst().first == type }?.last == value)
    }
  }

  @Test(
    "Below 40 columns the layout is that of 40",
    arguments: ["decode", "check", "diagnose", "timeline", "diff"])
  func narrow(command: String) async throws {
    let fixtures = ["Fixtures/subscription-lapsed.receipt", "Fixtures/refunded.receipt"]
    let files = fixtures.prefix(command == "diff" ? 2 : 1).map(Python.file)
    let options = [command] + files + ["--trust-root", Python.file("Fixtures/roots.pem")]
    func shown(_ columns: Int) async throws -> String {
      try await Workbench().run(
        options + ["--at", "2025-06-01"], environment: ["COLUMNS": "\(columns)"]
      ).text
    }
    let narrow = try await shown(40)
    #expect(try await shown(20) == narrow)
    #expect(try await shown(41) != narrow)
  }

  @Test("Text fits the width of the terminal", arguments: [60, 80, 200])
  func text(columns: Int) async throws {
    let result = try await decode(environment: ["COLUMNS": "\(columns)"])
    if columns != 80 { Golden.expect(result.output, "fixture.\(columns).txt") }
    expectFit(result, columns: columns)
  }

  @Test("Without a terminal, text has its natural width")
  func unlimited() async throws {
    let result = try await decode()
    Golden.expect(result.output, "fixture.200.txt")
  }

  @Test("--all lists every attribute", arguments: [60, 200])
  func all(columns: Int) async throws {
    let result = try await decode("--all", environment: ["COLUMNS": "\(columns)"])
    if columns == 200 { Golden.expect(result.output, "fixture.all.200.txt") }
    expectFit(result, columns: columns)
  }

  @Test("--color always adds colour")
  func color() async throws {
    let result = try await decode("--color", "always", environment: ["COLUMNS": "80"])
    Golden.expect(result.output, "fixture.color.txt")
  }

  @Test("The formats for programs are stable", arguments: ["json", "ndjson", "csv"])
  func formats(format: String) async throws {
    Golden.expect(try await decode("--format", format).output, "fixture.\(format)")
  }

  @Test("JSON lists every attribute")
  func jsonAll() async throws {
    let lines = try await decode("--format", "json", "--all").lines
    let start = try #require(lines.firstIndex(of: #"  "attributes": ["#))
    let end = try #require(lines[start...].firstIndex(of: "  ],"))
    // Around the attributes everything is as it is without them.
    let others = lines[..<start] + lines[(end + 1)...]
    #expect(try await decode("--format", "json").lines == Array(others))
    // The last purchase is like the first.
    let shown = lines[start...end].prefix(150).joined(separator: "\n") + "\n"
    Golden.expect(Array(shown.utf8), "fixture.attributes.json")
  }

  @Test(
    "verify-receipt gives the response of the requested endpoint",
    arguments: [nil, "sandbox", "production"] as [String?])
  func verifyReceipt(endpoint: String?) async throws {
    let bench = try Workbench()
    try bench.write("receipt.b64", TestReceipts.base64())
    let options = endpoint.map { ["--endpoint", $0] } ?? []
    let result = try await bench.run(
      ["decode", "receipt.b64", "--format", "verify-receipt"] + options
        + ["--at", "2018-11-29T08:30:50.216Z"]
    ).expect(status: 0)
    let name = endpoint == "production" ? "production" : "sandbox"
    Golden.expect(result.output, "fixture.verify-receipt.\(name).json")
    #expect(try result.json()["status"]?.number == (endpoint == "production" ? "21007" : "0"))
  }

  private static let commands = [
    "decode", "check", "diagnose", "timeline", "table", "make", "init", "redact", "explain", "diff",
    "dump", "schema", "demo",
  ]

  @Test("The list of commands here is that of the tool")
  func allCommands() async throws {
    let help = try await Workbench().runProcess(["--experimental-dump-help"]).expect(status: 0)
    let subcommands = try help.json()["command"]?["subcommands"]?.elements ?? []
    let names = subcommands.compactMap { $0["commandName"]?.string }
    #expect(Set(names) == Set(Self.commands + ["help"]))
  }

  @Test("Help fits a screen and has three examples", arguments: [""] + commands)
  func help(command: String) async throws {
    let bench = try Workbench()
    let words = command.isEmpty ? [] : [command]
    let environment = ["COLUMNS": "80"]
    let result = try await bench.run(words + ["--help"], environment: environment)
      .expect(status: 0).expectSilence()
    Golden.expect(result.output, "help\(words.map { "." + $0 }.joined()).txt")
    // The help of the tool has a line for each command.
    #expect(command.isEmpty || result.lines.count <= 24, "\(result)")
    expectFit(result, columns: 80)
    #expect(result.lines.count { $0.hasPrefix("  ") && $0.contains("receipt \(command)") } >= 3)
    guard !command.isEmpty else { return }
    let all = try await bench.run([command, "--help-all"], environment: environment)
      .expect(status: 0).expectSilence()
    expectFit(all, columns: 80)
    #expect(all.text.contains("--quiet") && !result.text.contains("--quiet"))
    let other = try await bench.run(["help", command], environment: environment)
    #expect(other.output == result.output)
  }

  @Test("Completion and the manual have the options that the short help leaves out")
  func completion() async throws {
    for arguments in [["--generate-completion-script", "bash"], ["--experimental-dump-help"]] {
      let result = try await Workbench().runProcess(arguments).expect(status: 0)
      for option in ["trust-root", "max-age", "password-file", "quiet"] {
        result.expect(output: option)
      }
    }
  }

  @Test(
    "There is no colour where it is not wanted",
    arguments: [
      ([], [:]), (["--color", "never"], [:]), (["--color", "auto"], ["NO_COLOR": "1"]),
      (["--color", "never"], ["TERM": "xterm-256color", "CLICOLOR_FORCE": "1"]),
      ([], ["TERM": "dumb"]),
    ] as [([String], [String: String])])
  func noColor(options: [String], environment: [String: String]) async throws {
    let bench = try Workbench()
    try bench.write("receipt.b64", TestReceipts.base64().dropLast(40))
    let result = try await bench.run(
      ["decode", "receipt.b64"] + options, environment: environment)
    #expect(!result.output.contains(0x1B) && !result.messages.contains(0x1B), "\(result)")
  }

  @Test("--color always adds colour even with NO_COLOR, also to messages")
  func colorAlways() async throws {
    let bench = try Workbench()
    try bench.write("receipt.b64", TestReceipts.base64().dropLast(40))
    let result = try await bench.run(
      ["decode", "receipt.b64", "--color", "always"],
      environment: ["NO_COLOR": "1", "TERM": "dumb"])
    #expect(result.output.contains(0x1B) && result.messages.contains(0x1B), "\(result)")
  }

  @Test(
    "An invalid width is ignored, and a tiny one is used as far as possible",
    arguments: ["", "0", "-5", "wide", "99999999999999999999", "9223372036854775807", "1"])
  func oddWidths(columns: String) async throws {
    let result = try await decode("--all", environment: ["COLUMNS": columns])
    #expect(result.text.contains("com.yomob.IAPtest"))
  }

  @Test("--version names the tool, the commit if it is known, and its OpenSSL")
  func version() async throws {
    let bench = try Workbench()
    let result = try await bench.run(["--version"]).expect(status: 0).expectSilence()
    let form =
      /receipt \d+\.\d+\.\d+ \((commit [0-9a-f]{12}(-dirty)?, )?OpenSSL \d\.\d+\.\d+[^()\n]*\)\n/
    #expect(try form.wholeMatch(in: result.text) != nil, "\(result)")
  }
}
