import Foundation
import ReceiptCore
import ReceiptMaking
import Testing

/// Settings files: found or named, read, and used by `diagnose`, `timeline` and `check`.
@Suite struct AppSettingsFileTests {
  private static let settings = """
    bundle-id: com.example.tea
    products:
      tea.monthly: Tea, monthly
      tea.yearly: {name: "Tea, yearly", unlocks: [tea, "1"], group: Tea, level: 1}
    time-zone: Asia/Tokyo
    """

  private static let spec = """
    receipt:
      bundle_id: com.example.tea
      environment: Production
      receipt_creation_date: 2025-06-10
      original_application_version: "100"
      in_app:
        - {product_id: tea.monthly, transaction_id: "1", purchase_date: 2025-04-20,
           expires_date: 2025-05-20, cancellation_date: 2025-05-02}
        - {product_id: tea.yearly, transaction_id: "2", original_transaction_id: "1",
           purchase_date: 2025-05-02, expires_date: 2026-05-02}
        - {product_id: tea.unlock, transaction_id: "3", purchase_date: 2025-02-01}
    """

  /// A folder with `a/b/receipt`, whose root is `roots.pem`.
  private func bench(_ settings: String? = nil, at name: String = ".receipt.yml") async throws
    -> Workbench
  {
    let bench = try Workbench()
    try bench.write("spec.yml", Array(Self.spec.utf8))
    try bench.makeFolder("a/b")
    try await bench.run(["make", "spec.yml", "-o", "a/b/receipt", "--root", "roots.pem"])
      .expect(status: 0)
    if let settings { try bench.write(name, Array(settings.utf8)) }
    return bench
  }

  private static let judged = ["--at", "2025-07-01"]

  /// Runs `timeline` in a folder, with the roots above it.
  private func timeline(
    _ bench: Workbench, in folder: String, _ options: String = ""
  ) async throws -> CommandResult {
    let up = folder.split(separator: "/").filter { $0 != "." }.map { _ in "../" }.joined()
    return try await bench.shell(
      "cd \(folder) && \"$RECEIPT\" timeline \(bench.place("a/b/receipt")) --at 2025-07-01"
        + " --trust-root \(up)roots.pem \(options)")
  }

  // MARK: Finding

  @Test(
    "A settings file is found in the working folder and above it, and its use is said",
    arguments: [
      (".", ".receipt.yml"), ("a", "../.receipt.yml"), ("a/b", "../../.receipt.yml"),
    ])
  func found(folder: String, name: String) async throws {
    let bench = try await bench(Self.settings)
    let result = try await timeline(bench, in: folder).expect(status: 0)
    #expect(result.messageText == "receipt: note: settings from \(name)\n")
    result.expect(output: "  Tea, monthly (tea.monthly)\n").expect(output: "times in Asia/Tokyo")
      .expect(output: "replaced by Tea, yearly").expect(output: "  tea.unlock\n")
      .expect(output: "2025-05-02 09:00:00")
    #expect(try await timeline(bench, in: folder, "--quiet").messages.isEmpty)
  }

  @Test("The nearest file counts; with --settings, only that; with none, no file")
  func precedence() async throws {
    let bench = try await bench(Self.settings)
    try bench.write("a/.receipt.yml", Array("products: {tea.monthly: Near}".utf8))
    try bench.write("a/other.yml", Array("products: {tea.monthly: Other}".utf8))
    let near = try await timeline(bench, in: "a/b").expect(status: 0)
      .expect(output: "Near (tea.monthly)").expect(output: "times in UTC")
    #expect(!near.text.contains("Tea, yearly"))
    try await timeline(bench, in: "a/b", "--settings ../other.yml").expect(status: 0)
      .expect(output: "Other (tea.monthly)").expectSilence()
    let none = try await timeline(bench, in: "a/b", "--settings none").expect(status: 0)
      .expectSilence()
    #expect(none.text.contains("  tea.monthly\n"))
    try await timeline(bench, in: "a/b", "--settings none.yml").expect(status: 2)
      .expect(message: "none.yml: there is no such file")
  }

  @Test(
    "A file beside a receipt gives way to one above it; a receipt that is piped has none beside it",
    arguments: [("receipt", true), ("./receipt", true), ("-", false), ("", false)])
  func beside(input: String, isAbove: Bool) async throws {
    let bench = try await bench("products: {tea.monthly: Above}")
    try bench.write("a/b/.receipt.yml", Array("products: {tea.monthly: Beside}".utf8))
    let result = try await bench.shell(
      "cd a/b && \"$RECEIPT\" timeline \(input) --at 2025-07-01 --trust-root ../../roots.pem"
        + " < receipt"
    ).expect(status: 0).expect(output: isAbove ? "Above (tea.monthly)" : "Beside (tea.monthly)")
    #expect(
      result.messageText
        == (isAbove
          ? "receipt: note: settings from ../../.receipt.yml, "
            + "not from .receipt.yml beside the receipts\n"
          : "receipt: note: settings from .receipt.yml\n"))
  }

  @Test("An option for the time zone wins over the file")
  func zone() async throws {
    let bench = try await bench(Self.settings)
    try await timeline(bench, in: ".", "--time-zone UTC").expect(status: 0)
      .expect(output: "times in UTC;")
  }

  @Test(
    "A broken file that was found is an error with its line", arguments: ["timeline", "diagnose"])
  func broken(command: String) async throws {
    let bench = try await bench("bundle-id: a\nproduct: {}\n")
    try await bench.run([command, "a/b/receipt"]).expect(status: 2).expect(
      message: ".receipt.yml:2:1: the key \"product\" is unknown"
    ).expect(message: "did you mean \"products\"?")
  }

  @Test("A folder in its place is an error too")
  func notAFile() async throws {
    let bench = try await bench()
    try bench.makeFolder(".receipt.yml")
    try await bench.run(["diagnose", "a/b/receipt"]).expect(status: 2)
      .expect(message: ".receipt.yml: this is no regular file")
  }

  @Test(
    "What belongs to another user is not used",
    .enabled(if: Machine.isSuperuser, "only the superuser may give a file to another user"),
    arguments: [(".receipt.yml", true), (".", true), ("a", false)])
  func foreign(owned: String, isSaid: Bool) async throws {
    let bench = try await bench(Self.settings)
    try await bench.shell("chown 4321 \(owned)").expect(status: 0)
    let result = try await timeline(bench, in: "a/b").expect(status: 0)
      .expect(output: "  tea.monthly\n")
    #expect(
      result.messageText.contains("../../.receipt.yml is not used, because it belongs to another")
        == isSaid)
    #expect(result.messages.isEmpty != isSaid)
    try await timeline(bench, in: ".", "--settings .receipt.yml")
      .expect(output: "Tea, monthly (tea.monthly)")
  }

  @Test("The settings cannot be an output, or share standard input with a receipt")
  func collisions() async throws {
    let bench = try await bench(Self.settings)
    try await bench.run(["diagnose", "a/b/receipt", "-o", ".receipt.yml"]).expect(status: 2)
      .expect(message: ".receipt.yml")
    #expect(try bench.text(".receipt.yml") == Self.settings)
    for command in ["diagnose", "timeline", "check"] {
      try await bench.run([command, "-", "--settings", "-"], input: []).expect(status: 64)
        .expect(message: "standard input cannot be both the settings and a receipt")
      try await bench.run([command, "a/b/receipt", "--settings", ""]).expect(status: 64)
        .expect(message: "--settings none uses no file")
    }
    try await bench.run(
      ["timeline", "a/b/receipt", "--settings", "-"],
      input: Array("products: {tea.monthly: Piped}".utf8)
    ).expect(output: "Piped (tea.monthly)")
  }

  // MARK: Reading

  @Test(
    "A mistake is answered with its place and a hint",
    arguments: [
      ("", "x.yml:1:1: there is nothing in it", nil),
      ("- a\n", "x.yml:1:1: a settings file must be a table", nil),
      ("bundleid: a\n", "x.yml:1:1: the key \"bundleid\" is unknown", "\"bundle-id\""),
      ("zzzzzzzz: a\n", "the key \"zzzzzzzz\" is unknown", "the keys are $schema, bundle-id"),
      ("bundle-id: [a, '']\n", "x.yml:1:16: bundle-id is empty", nil),
      ("bundle-id: {a: b}\n", "x.yml:1:12: bundle-id must be a text", nil),
      ("products: [a]\n", "x.yml:1:11: products must be a table", "com.example.pro: Pro, yearly"),
      ("products: {a: ''}\n", "x.yml:1:15: a name is empty", nil),
      ("products: {a: {nam: b}}\n", "x.yml:1:16: the key \"nam\" is unknown", "\"name\""),
      ("products: {a: {level: 0}}\n", "x.yml:1:23: level must be from 1 to 1000", "1 offers most"),
      ("products: {a: {level: 1001}}\n", "level must be from 1 to 1000", nil),
      ("products: {a: {level: high}}\n", "level must be an integer", nil),
      ("products: {a: {unlocks: [{}]}}\n", "unlocks must be a text", nil),
      ("products: {a: b, a: c}\n", "occurs twice", nil),
      ("first-free-version: 1.b\n", "x.yml:1:21: first-free-version: \"1.b\" is not made of", nil),
      ("first-free-version: [1, 2]\n", "first-free-version must be a text", nil),
      ("device-id: [x]\n", "x.yml:1:13: device-id: \"x\" is not a device id", nil),
      (
        "time-zone: Europe/Nowhere\n", "x.yml:1:12: time-zone: \"Europe/Nowhere\" is no known",
        "write UTC"
      ),
    ] as [(String, String, String?)])
  func mistakes(text: String, message: String, hint: String?) async throws {
    let bench = try Workbench()
    try bench.write("x.yml", Array(text.utf8))
    try bench.write("receipt", TestReceipts.der())
    for command in ["diagnose", "timeline", "check"] {
      let result = try await bench.run([command, "receipt", "--settings", "x.yml"])
        .expect(status: 2).expect(message: message)
      if let hint { result.expect(message: "receipt: hint: ").expect(message: hint) }
    }
  }

  @Test(
    "Both sides of the limits, JSON, and what may be left out",
    arguments: [
      "{\"$schema\": \"settings.schema.json\", \"bundle-id\": [\"com.yomob.IAPtest\"]}",
      "bundle-id:\n  - com.other\n  - com.yomob.IAPtest\n",
      "products: {a: {level: 1}, b: {level: 1000}, c: , d: {}}\n", "products:\ntime-zone: +02:00\n",
    ])
  func good(text: String) async throws {
    let bench = try Workbench()
    try bench.write("x.yml", Array(text.utf8))
    try bench.write("receipt", TestReceipts.der())
    for command in ["diagnose", "timeline", "check"] {
      try await bench.run([command, "receipt", "--settings", "x.yml"]).expect(status: 0)
        .expectSilence()
    }
  }

  // MARK: Showing

  @Test("JSON has the name beside the id, and dates in UTC")
  func json() async throws {
    let bench = try await bench(Self.settings)
    let tracks = try await timeline(bench, in: ".", "-f json").expect(status: 0).json()["tracks"]?
      .elements
    let named = try #require(tracks?.first { $0["product_id"]?.string == "tea.yearly" })
    #expect(named["name"]?.string == "Tea, yearly")
    #expect(named["stretches"]?[0]?["start"]?.string == "2025-05-02T00:00:00Z")
    let plain = try #require(tracks?.first { $0["product_id"]?.string == "tea.unlock" })
    #expect(plain["name"] == nil)
  }

  @Test("Bars have names, unless two products have the same")
  func bars() async throws {
    let bench = try await bench(Self.settings)
    #expect(
      try await timeline(bench, in: ".").lines.contains { $0.hasPrefix("  Tea, yearly  ") })
    try bench.write(
      ".receipt.yml", Array("products: {tea.monthly: Tea, tea.yearly: Tea}".utf8))
    let same = try await timeline(bench, in: ".")
    #expect(same.lines.contains { $0.hasPrefix("  tea.yearly   ") })
    same.expect(output: "Tea (tea.yearly)")
  }

  @Test("A name with control characters is escaped")
  func hostile() async throws {
    let bench = try await bench("products: {tea.monthly: \"a\\e[31m\\u202E\"}")
    let text = try await timeline(bench, in: ".").expect(status: 0).text
    #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}"))
  }

  @Test("Another app's receipt is said first, also under pseudonyms", arguments: ["", "--redact"])
  func otherApp(option: String) async throws {
    let words = "This receipt is for another app"
    let bench = try await bench("bundle-id: com.example.coffee")
    let other = try await timeline(bench, in: ".", option).expect(status: 0)
    #expect(other.lines.first?.contains(words) == true, "\(other)")
    try bench.write(".receipt.yml", Array(Self.settings.utf8))
    #expect(try await !timeline(bench, in: ".", option).text.contains(words))
  }

  // MARK: Checking

  private func check(
    _ bench: Workbench, _ settings: String, _ options: [String] = []
  ) async throws -> CommandResult {
    try bench.write("x.yml", Array(settings.utf8))
    return try await bench.run(
      ["check", "a/b/receipt", "--trust-root", "roots.pem", "--settings", "x.yml", "-f", "json"]
        + Self.judged + options)
  }

  private func status(_ id: String, _ result: CommandResult) throws -> String? {
    try result.json()["checks"]?.elements?.first { $0["id"]?.string == id }?["status"]?.string
  }

  @Test("check takes only what it is told")
  func told() async throws {
    let bench = try await bench("bundle-id: com.example.coffee")
    try await bench.run(["check", "a/b/receipt", "--trust-root", "roots.pem"]).expect(status: 0)
      .expectSilence()
  }

  @Test("Any of the app's bundle ids passes; an option or an expectation file says otherwise")
  func bundleIDs() async throws {
    let bench = try await bench()
    let both = "bundle-id: [com.example.coffee, com.example.tea]"
    #expect(try status("bundle-id", await check(bench, both).expect(status: 0)) == "pass")
    let wrong = try await check(bench, "bundle-id: [com.example.coffee, b]").expect(status: 1)
    wrong.expect(output: "for com.example.tea, not for com.example.coffee or b")
    try await check(bench, "bundle-id: other", ["--bundle-id", "com.example.tea"])
      .expect(status: 0)
    try await check(bench, both, ["--bundle-id", "com.example.coffee"]).expect(status: 1)
    try bench.write(
      "expect.yml", Array("receipts: [{files: a/b/receipt, bundle-id: com.example.tea}]".utf8))
    try await check(bench, "bundle-id: other", ["--expect", "expect.yml"]).expect(status: 0)
  }

  @Test("The first free version and the devices are asked only where a receipt holds the answer")
  func whereAnswered() async throws {
    let bench = try await bench()
    let newer = try await check(bench, "first-free-version: 101").expect(status: 0)
    #expect(try status("original-version", newer) == "pass")
    let same = try await check(bench, "first-free-version: 100").expect(status: 1)
    #expect(try status("original-version", same) == "fail")
    let option = ["--first-free-version", "101"]
    try await check(bench, "first-free-version: 100", option).expect(status: 0)
    let device = try await check(bench, "device-id: 00:11:22:33:44:55")
    #expect(try status("device-hash", device) == "fail")
    // The sandbox writes 1.0, and a response has no hash.
    let both = "first-free-version: 101\ndevice-id: 00:11:22:33:44:55\n"
    try bench.write("x.yml", Array(both.utf8))
    try bench.write("sandbox.json", TestReceipts.fixture("answer.json"))
    let response = try await bench.run([
      "check", "sandbox.json", "--unsigned", "accept", "--settings", "x.yml", "-f", "json",
    ])
    #expect(try status("original-version", response) == "not-run", "\(response)")
    #expect(try status("device-hash", response) == "not-run")
    // Asked by an option, it counts.
    let asked = try await bench.run([
      "check", "sandbox.json", "--unsigned", "accept", "--first-free-version", "101", "-f", "json",
    ]).expect(status: 1)
    #expect(try status("original-version", asked) == "undetermined")
  }

  @Test("A customer's receipt is not blamed for another device than those in the settings")
  func devices() async throws {
    let bench = try await bench("device-id: 00:11:22:33:44:55")
    let own = ["diagnose", "a/b/receipt", "--trust-root", "roots.pem"] + Self.judged
    try await bench.run(own).expect(status: 0)
    try await bench.run(own + ["--device-id", "00:11:22:33:44:55"]).expect(status: 1)
  }

  @Test("Recording takes no settings")
  func recording() async throws {
    try await bench(Self.settings).run([
      "check", "a/b/receipt", "--settings", ".receipt.yml", "--record", "r.yml",
    ]).expect(status: 64).expect(message: "--record does not go with --settings")
  }

  // MARK: init

  @Test("A file that init writes is found and understood")
  func written() async throws {
    let bench = try await bench()
    let result = try await bench.run(["init", "a/b/receipt"]).expect(status: 0)
    #expect(result.output.isEmpty)
    result.expect(message: "wrote .receipt.yml with 1 bundle id and 3 products")
      .expect(message: "next: receipt diagnose RECEIPT finds it here")
    let text = try bench.text(".receipt.yml")
    #expect(text.contains("bundle-id: com.example.tea\n"))
    #expect(text.contains("  tea.monthly: tea.monthly\n"))
    let used = try await timeline(bench, in: "a/b").expect(status: 0)
    used.expect(message: "note: settings from ../../.receipt.yml")
      .expect(output: "  tea.monthly\n")
    try await bench.run(
      ["check", "a/b/receipt", "--trust-root", "roots.pem", "--settings", ".receipt.yml"]
    ).expect(status: 0)
  }

  @Test(
    "Everything that a written file offers can be uncommented", arguments: [[], ["a/b/receipt"]])
  func uncommented(files: [String]) async throws {
    let bench = try await bench()
    try await bench.run(["init", "--bundle-id", "com.example.tea", "-o", "x.yml"] + files)
      .expect(status: 0).expect(message: "--settings x.yml")
    let lines = try bench.text("x.yml").split(separator: "\n").map { line -> Substring in
      line.dropFirst().first.map { $0.isLetter } == true || line.hasPrefix("#  ")
        ? line.dropFirst(line.hasPrefix("#") ? 1 : 0) : line
    }
    #expect(!lines.contains { $0.hasPrefix("#t") || $0.hasPrefix("#f") || $0.hasPrefix("#d") })
    try bench.write("x.yml", Array(lines.joined(separator: "\n").utf8))
    try await bench.run(["timeline", "a/b/receipt", "--settings", "x.yml"])
      .expect(output: "times in Europe/Berlin").expectSilence()
  }

  @Test("Groups are those that receipts name; odd ids are quoted")
  func groups() async throws {
    let bench = try Workbench()
    let spec = """
      style: jws-transaction
      receipt:
        bundle_id: com.example.tea
        receipt_creation_date: 2025-01-01
        in_app:
          - {transaction_id: "1", product_id: "yes: #\\"x\\"", purchase_date: 2025-01-01,
             expires_date: 2025-02-01, subscription_group_identifier: "20421437"}
      """
    try bench.write("spec.yml", Array(spec.utf8))
    let made = try await bench.run(["make", "spec.yml", "-o", "jws", "--root", "roots.pem"])
    try #require(made.code == 0, "\(made)")
    let text = try await bench.run(["init", "jws", "-o", "-"]).expect(status: 0).expectSilence()
      .text
    #expect(text.contains("group: \"20421437\""))
    let named = text.replacing("name: \"yes: #\\\"x\\\"\"", with: "name: Odd")
    try bench.write("x.yml", Array(named.utf8))
    try await bench.run(
      ["timeline", "jws", "--trust-root", "roots.pem", "--settings", "x.yml"]
    ).expect(output: "Odd (yes: #\"x\")").expectSilence()
  }

  @Test("init replaces nothing unless it is forced, and reports what it cannot read")
  func refused() async throws {
    let bench = try await bench(Self.settings)
    try await bench.run(["init", "--bundle-id", "b"]).expect(status: 2)
      .expect(message: ".receipt.yml: this file is there already").expect(message: "--force")
    #expect(try bench.text(".receipt.yml") == Self.settings)
    try await bench.run(["init", "--bundle-id", "b", "--bundle-id", "c", "--force", "--quiet"])
      .expect(status: 0).expectSilence()
    #expect(try bench.text(".receipt.yml").contains("bundle-id: [b, c]\n"))
    try await bench.run(["init"]).expect(status: 64).expect(message: "the app is missing")
    try await bench.run(["init", "--bundle-id", ""]).expect(status: 64)
    try bench.write("junk", Array("hello".utf8))
    try await bench.run(["init", "junk", "-o", "y.yml"]).expect(status: 2).expect(message: "junk:")
    #expect(try !bench.names().contains("y.yml"))
    try await bench.run(["init", "junk", "a/b/receipt", "-o", "y.yml"]).expect(status: 2)
    #expect(try bench.text("y.yml").contains("bundle-id: com.example.tea"))
    try await bench.run(["init", "y.yml", "a/b/receipt", "-o", "y.yml", "--force"])
      .expect(status: 2).expect(message: "which is an input")
  }

  // MARK: The documentation

  @Test("The schema has exactly the keys that are read")
  func schema() async throws {
    let schema = try JSON(
      Array(Data(contentsOf: URL(fileURLWithPath: Python.file("docs/settings.schema.json")))))
    let bench = try Workbench()
    func keys(_ text: String) async throws -> [String] {
      try bench.write("x.yml", Array(text.utf8))
      let result = try await bench.run(["check", "receipt", "--settings", "x.yml"])
        .expect(status: 2)
      return (result.messageText.components(separatedBy: "the keys are ").last ?? "")
        .trimmingCharacters(in: .newlines).components(separatedBy: ", ").sorted()
    }
    let properties = try #require(schema["properties"])
    #expect(try await keys("zzzzzzzzzzzzzzzz: a") == properties.names?.sorted())
    let product = properties["products"]?["additionalProperties"]?["oneOf"]?[2]?["properties"]
    #expect(
      try await keys("products: {a: {zzzzzzzzzzzzzzzz: b}}") == product?.names?.sorted())
    // The page explains each of them.
    let page = try String(contentsOfFile: Python.file("docs/settings.md"), encoding: .utf8)
    for key in (properties.names ?? []) + (product?.names ?? []) {
      #expect(page.contains("| `\(key)` | "), "\(key)")
    }
  }

  /// The file that the page shows.
  private func shown() throws -> String {
    let page = try String(contentsOfFile: Python.file("docs/settings.md"), encoding: .utf8)
    return try #require(
      page.components(separatedBy: "```yaml\n").dropFirst().first?
        .components(separatedBy: "```").first)
  }

  @Test("The file that the page shows is understood")
  func page() async throws {
    let bench = try await bench(shown())
    try await timeline(bench, in: ".").expect(status: 0).expect(output: "times in Europe/Berlin")
      .expect(output: "Tea, monthly (tea.monthly)")
  }

  @Test(
    "Another validator accepts what is read, and refuses what is not",
    .enabled(if: Python.isThere, Python.absence))
  func validator() async throws {
    let bench = try await bench(shown(), at: "shown.yml")
    try await bench.run(["init", "a/b/receipt", "-o", "written.yml"]).expect(status: 0)
    let schema = Python.file("docs/settings.schema.json")
    let good = ["shown.yml", "written.yml"]
    let taken = try await bench.python("validate_expectations.py", [schema] + good)
      .expect(status: 0)
    #expect(taken.lines == good.map { _ in "ok" }, "\(taken)")
    let bad = [
      "bundleid: a", "bundle-id: ''", "bundle-id: {a: b}", "products: [a]", "products: {a: ''}",
      "products: {a: {nam: b}}", "products: {a: {level: 0}}", "products: {a: {level: 1001}}",
      "first-free-version: [1]", "device-id: {a: b}", "time-zone: ''",
    ]
    for (index, text) in bad.enumerated() {
      try bench.write("bad\(index).yml", Array(text.utf8))
      try await bench.run(["check", "a/b/receipt", "--settings", "bad\(index).yml"])
        .expect(status: 2)
    }
    let refused = try await bench.python(
      "validate_expectations.py", [schema] + bad.indices.map { "bad\($0).yml" }
    ).expect(status: 0)
    for (text, line) in zip(bad, refused.lines) { #expect(line != "ok", "\(text)") }
  }
}
