import Foundation
import ReceiptCore
import ReceiptMaking
import TestSupport
import Testing

@testable import ReceiptCommandLine

/// `receipt check --expect`, from outside.
@Suite struct ExpectationFileTests {
  private static let pro = TestReceipts.purchase(DER.utf8("pro"), transaction: "1")
  private static let month = TestReceipts.purchase(
    DER.utf8("month"), transaction: "2", type: 3,
    [DER.attribute(1708, DER.ia5("2024-02-01T00:00:00Z"))])

  /// A folder with a sound receipt of two purchases, and its root.
  private func bench(_ purchases: [[UInt8]] = [pro, month]) throws -> Workbench {
    let bench = try Workbench()
    try bench.write("fixtures/good", DER.receipt(TestReceipts.fields() + purchases))
    try bench.write("root.cer", TestReceipts.authority.get().rootCertificate)
    return bench
  }

  private func checks(_ json: JSON, _ id: String) -> [JSON] {
    (json["checks"]?.elements ?? []).filter { $0["id"]?.string == id }
  }

  private let entry = "files: fixtures/good\n    trust-root: root.cer\n"

  // MARK: Keys

  @Test(
    "Every key passes and fails as it should",
    arguments: [
      ("why: because", nil, nil), ("form: app-receipt", nil, nil),
      ("bundle-id: com.example.app", nil, nil),
      ("bundle-id: com.example.other", "bundle-id", "mismatch"),
      ("app-version: 42", nil, nil), ("app-version: '42.0'", "app-version", "mismatch"),
      ("environment: production", nil, nil), ("environment: sandbox", "environment", "mismatch"),
      ("first-free-version: 1.2.4", nil, nil),
      ("first-free-version: 1.2.3", "original-version", "mismatch"),
      ("product: pro", nil, nil), ("product: [pro, month]", nil, nil),
      ("product: [pro, other]", "product", "absent"),
      ("active-product: month\n    at: 2024-01-15", nil, nil),
      ("active-product: month\n    at: 2024-02-02", "subscription", "expired"),
      ("active-product: month\n    at: 2024-02-02\n    grace: 2d", nil, nil),
      ("max-age: 1d\n    at: 2024-03-01", nil, nil),
      ("max-age: 1h\n    at: 2024-03-01", "age", "too-old"),
      ("device-id: 02:00:00:00:00:01", "device-hash", "absent"),
      ("transaction-id: 2", nil, nil), ("transaction-id: [1, 2]", nil, nil),
      ("transaction-id: [2, 3]", "transaction-id", "absent"),
      ("transaction-id: 2\n    product: month", nil, nil),
      ("transaction-id: 2\n    product: pro", "transaction-id", "mismatch"),
      ("original-transaction-id: 7", "original-transaction-id", "absent"),
      ("app-apple-id: 7", "app-apple-id", "absent"),
      ("active-product: month\n    at: 1705276800000", nil, nil),
      ("active-product: month\n    at: 2024-01-15 10:00:00 America/Los_Angeles", nil, nil),
      ("profile: xcode", "signature", "not-xcode"),
      ("receipt: {application_version: 42, age_rating: null}", nil, nil),
      ("receipt: {application_version: 43}", "contents", "mismatch"),
      ("receipt: {age_rating: 4+}", "contents", "mismatch"),
      ("receipt: {bundle_id: null}", "contents", "mismatch"),
      ("purchases: [month, pro]", nil, nil),
      ("purchases: [pro]", "contents", "mismatch"),
      ("purchases: [pro, month, month]", "contents", "mismatch"),
      ("purchases: []", "contents", "mismatch"),
      ("purchases: [{product_id: pro, quantity: 1}, {transaction_id: 2}]", nil, nil),
      ("purchases: [pro, {transaction_id: 2, product_id: year}]", "contents", "mismatch"),
      ("receipt: {in_app: [{product_id: pro}, month]}", nil, nil),
      ("receipt: {in_app: []}", "contents", "mismatch"),
      ("sha256: " + String(repeating: "0", count: 64), "contents", "mismatch"),
      ("fails: bad-signature", "refusal", "not-refused"),
      ("bundle-id: x\n    fails: mismatch", nil, nil),
      ("bundle-id: x\n    fails: [mismatch]", nil, nil),
      ("bundle-id: x\n    fails: {bundle-id: mismatch}", nil, nil),
      ("bundle-id: x\n    fails: {app-version: mismatch}", "refusal", "mismatch"),
      ("bundle-id: x\n    fails: [mismatch, absent]", "refusal", "mismatch"),
      ("bundle-id: x\n    product: y\n    fails: mismatch", "refusal", "mismatch"),
      ("bundle-id: x\n    product: y\n    fails: [mismatch, absent]", nil, nil),
    ] as [(String, String?, String?)])
  func keys(text: String, check: String?, reason: String?) async throws {
    let bench = try bench()
    try bench.write("receipts.yml", Array("receipts:\n  - \(entry)    \(text)\n".utf8))
    let result = try await bench.run(["check", "--expect", "receipts.yml", "--format", "ndjson"])
      .expect(status: check == nil ? 0 : 1).expectSilence()
    let json = try result.json()
    let problems = (json["checks"]?.elements ?? []).filter {
      ["fail", "undetermined"].contains($0["status"]?.string) && $0["expected"] == nil
    }
    if let check {
      #expect(
        problems.contains { $0["id"]?.string == check && $0["reason"]?.string == reason },
        "\(result)")
    } else {
      #expect(problems.isEmpty, "\(result)")
    }
  }

  @Test("JSON means the same as YAML, and both may be mixed")
  func json() async throws {
    let bench = try bench()
    try bench.write(
      "receipts.json",
      Array(
        """
        {"$schema": "expectations.schema.json",
         "receipts": [{"files": ["fixtures/good"], "trust-root": ["root.cer"],
                       "bundle-id": "com.example.app", "product": ["pro"]}]}
        """.utf8))
    try await bench.run(["check", "--expect", "receipts.json"]).expect(status: 0).expectSilence()
    try bench.write(
      "flow.yml",
      Array("{receipts: [{files: fixtures/good, trust-root: root.cer, app-version: 42}]}".utf8))
    try await bench.run(["check", "--expect", "flow.yml"]).expect(status: 0)
    let fromInput = try await bench.run(
      ["check", "--expect", "-"],
      input: Array("receipts: [{files: fixtures/good, trust-root: root.cer}]".utf8))
    fromInput.expect(status: 0)
  }

  // MARK: Mistakes

  @Test(
    "A mistake in the file is reported with its place",
    arguments: [
      ("", "x.yml:1:1: there is nothing in it", nil),
      (
        "receipts:\n  - files: a\n    bundleid: b\n", "x.yml:3:5: the key \"bundleid\" is unknown",
        "\"bundle-id\""
      ),
      (
        "receipts:\n  - files: a\n    colour: b\n", "x.yml:3:5: the key \"colour\" is unknown",
        "the keys are files, part"
      ),
      ("recipes: []\n", "x.yml:1:1: the key \"recipes\" is unknown", "\"receipts\""),
      ("receipts: 5\n", "x.yml:1:11: receipts must be a list", nil),
      ("receipts: [a]\n", "x.yml:1:12: an entry of receipts must be a table", nil),
      ("receipts: [{why: a}]\n", "x.yml:1:12: an entry needs files", nil),
      ("receipts: [{files: ''}]\n", "x.yml:1:20: a pattern is empty", nil),
      ("receipts: [{files: a, files: b}]\n", "the key files occurs twice", nil),
      (
        "receipts: [{files: a, environment: prod}]\n", "x.yml:1:36: environment cannot be \"prod\"",
        "it can be production"
      ),
      (
        "receipts: [{files: a, environment: sandbux}]\n", "x.yml:1:36:", "did you mean \"sandbox\"?"
      ),
      ("receipts: [{files: a, profile: google}]\n", "x.yml:1:32:", "apple, xcode"),
      ("receipts: [{files: a, form: pdf}]\n", "x.yml:1:29:", "app-receipt"),
      ("receipts: [{files: a, at: tomorrow}]\n", "x.yml:1:27: at: \"tomorrow\" is not a date", nil),
      (
        "receipts: [{files: a, grace: long}]\n",
        "x.yml:1:30: grace: \"long\" is not a length of time",
        nil
      ),
      ("receipts: [{files: a, max-age: 5}]\n", "x.yml:1:32:", nil),
      ("receipts: [{files: a, first-free-version: B1}]\n", "x.yml:1:43:", nil),
      (
        "receipts: [{files: a, device-id: [zz]}]\n",
        "x.yml:1:35: device-id: \"zz\" is not a device id", nil
      ),
      ("receipts: [{files: a, sha256: AB}]\n", "x.yml:1:31:", nil),
      ("receipts: [{files: a, bundle-id: [b]}]\n", "x.yml:1:34: bundle-id must be a text", nil),
      ("receipts: [{files: a, product: [{}]}]\n", "x.yml:1:33: product must be a text", nil),
      (
        "receipts: [{files: a, receipt: {bundleid: b}}]\n",
        "x.yml:1:33: the field \"bundleid\" is unknown", "\"bundle_id\""
      ),
      ("receipts: [{files: a, receipt: b}]\n", "x.yml:1:32: receipt must be a table", nil),
      ("receipts: [{files: a, purchases: b}]\n", "x.yml:1:34: purchases must be a list", nil),
      (
        "receipts: [{files: a, purchases: [{product: b}]}]\n",
        "x.yml:1:36: the field \"product\" is unknown", "\"product_id\""
      ),
      (
        "receipts: [{files: a, fails: bad-signatur}]\n",
        "x.yml:1:30: there is no reason \"bad-signatur\"", "\"bad-signature\""
      ),
      (
        "receipts: [{files: a, fails: {sign: mismatch}}]\n",
        "x.yml:1:31: there is no check \"sign\"", nil
      ),
      ("receipts: [{files: a, fails: []}]\n", "x.yml:1:30: fails needs a reason", nil),
      ("receipts: [{files: a, trust-root: {}}]\n", "x.yml:1:35:", nil),
      ("receipts: [\n", "x.yml:2:1:", nil), ("a: b: c\n", "x.yml:1:5:", nil),
      ("{\"receipts\": [}\n", "x.yml:1:15: this is no JSON value", nil),
      (
        "{\"receipts\": [{\"files\": \"é\",\n \"colour\": 1}]}", "x.yml:2:2: the key \"colour\"",
        nil
      ),
      ("a: &a [b]\nreceipts: *b\n", "x.yml:2:11:", nil),
    ] as [(String, String, String?)])
  func mistakes(text: String, message: String, hint: String?) async throws {
    let bench = try bench()
    try bench.write("x.yml", Array(text.utf8))
    let result = try await bench.run(["check", "--expect", "x.yml"]).expect(status: 2)
      .expect(message: message)
    if let hint { result.expect(message: hint) }
    #expect(result.output.isEmpty)
  }

  @Test("Hostile documents are refused quickly")
  func hostile() async throws {
    let bench = try bench()
    let laughs =
      "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
      + (1...9).map { level in
        "a\(level): &a\(level) ["
          + Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ",")
          + "]\n"
      }.joined() + "receipts: *a9\n"
    for (text, message) in [
      (laughs, "values"), (String(repeating: "[", count: 100_000), "x.yml"),
      (String(repeating: "{\"a\":", count: 100_000), "x.yml"),
      (String(repeating: "- ", count: 50_000), "x.yml"), ("\u{0}", "x.yml"),
      ("receipts: [{files: \"a\\u0000b\"}]", "a pattern is empty"),
    ] {
      try bench.write("x.yml", Array(text.utf8))
      try await bench.run(["check", "--expect", "x.yml"]).expect(status: 2).expect(message: message)
    }
    try bench.write("x.yml", [0xFF, 0xFE, 0x00])
    try await bench.run(["check", "--expect", "x.yml"]).expect(status: 2).expect(message: "UTF-8")
    try await bench.run(["check", "--expect", "missing.yml"]).expect(status: 2)
      .expect(message: "missing.yml")
    try bench.write(
      "x.yml", Array("receipts: [{files: fixtures/good, trust-root: missing.cer}]".utf8))
    try await bench.run(["check", "--expect", "x.yml"]).expect(status: 2)
      .expect(message: "missing.cer")
  }

  @Test(
    "Options that exclude each other are refused",
    arguments: [
      ["--expect", "a.yml", "--lines"], ["--record", "a.yml", "--lines", "x"],
      ["--record", "a.yml", "--expect", "b.yml", "x"], ["--record", "a.yml"], ["--expect", ""],
    ])
  func usage(arguments: [String]) async throws {
    let bench = try bench()
    try await bench.run(["check"] + arguments).expect(status: 64)
  }

  // MARK: Which files are checked

  @Test("Entries add up, later ones take precedence, and paths are relative to the file")
  func merging() async throws {
    let bench = try bench()
    try bench.write("ci/deep/b.bin", DER.receipt(TestReceipts.fields(bundle: "b")))
    try bench.write("ci/a.bin", DER.receipt(TestReceipts.fields(bundle: "a")))
    try bench.write(
      "ci/receipts.yml",
      Array(
        """
        receipts:
          - files: ["**/*.bin", ../fixtures]
            trust-root: ../root.cer
            bundle-id: com.example.app
          - files: "[a-b].bin"
            bundle-id: a
          - files: deep
            bundle-id: b
        """.utf8))
    let all = try await bench.run(["check", "--expect", "ci/receipts.yml", "--format", "ndjson"])
      .expect(status: 0)
    let names = try all.lines.map { try JSON(Array($0.utf8))["source"]?["name"]?.string }
    #expect(names == ["ci/../fixtures/good", "ci/a.bin", "ci/deep/b.bin"])
    // Named files are compared with their entries, however their paths are written.
    try await bench.run(["check", "--expect", "ci/receipts.yml", "./ci//deep/../a.bin", "fixtures"])
      .expect(status: 0)
    let absolute = bench.path + "/ci/deep/b.bin"
    try await bench.run(["check", "--expect", "ci/receipts.yml", absolute]).expect(status: 0)
  }

  @Test("A file without an entry is checked by the options alone")
  func unlisted() async throws {
    let bench = try bench()
    try bench.write("other", DER.receipt(TestReceipts.fields(bundle: "b")))
    try bench.write("receipts.yml", Array("receipts: [{files: fixtures/*, bundle-id: x}]".utf8))
    try await bench.run(
      ["check", "--expect", "receipts.yml", "other", "--trust-root", "root.cer"]
    ).expect(status: 0)
  }

  @Test(
    "An option beside an expectation file holds too, and neither makes the other weaker",
    arguments: [
      ("bundle-id: x", ["--bundle-id", "com.example.app"], "bundle-id", 1),
      ("bundle-id: com.example.app", ["--bundle-id", "x"], "bundle-id", 1),
      ("bundle-id: com.example.app", ["--bundle-id", "com.example.app"], "bundle-id", 0),
      ("product: pro", ["--product", "month"], "product", 0),
      ("product: pro", ["--product", "other"], "product", 1),
      ("product: other", ["--product", "pro"], "product", 1),
      ("max-age: 1h", ["--max-age", "9d", "--at", "2024-03-01"], "age", 1),
      ("max-age: 9d", ["--max-age", "1h", "--at", "2024-03-01"], "age", 1),
      (
        "active-product: month\n    at: 2024-02-02",
        ["--active-product", "month", "--grace", "9d"], "subscription", 1
      ),
      (
        "active-product: month\n    grace: 9d",
        ["--active-product", "month", "--at", "2024-02-02"], "subscription", 1
      ),
      (
        "active-product: month\n    grace: 9d", ["--at", "2024-02-02"], "subscription", 0
      ),
      ("at: 2024-01-15", ["--active-product", "month"], "subscription", 0),
      (
        "active-product: month\n    at: 2024-01-15",
        ["--active-product", "month", "--at", "2024-02-02"], "subscription", 1
      ),
      ("active-product: month\n    at: 2024-01-15", ["--at", "2024-02-02"], "subscription", 1),
      ("active-product: month\n    at: 2024-01-15", ["--at", "2024-01-16"], "subscription", 0),
      ("at: 2024-01-15", ["--active-product", "month", "--at", "2024-01-16"], "subscription", 0),
      (
        "at: 2024-02-02", ["--active-product", "month", "--at", "2024-01-16"], "subscription", 1
      ),
    ] as [(String, [String], String, Int32)])
  func both(text: String, arguments: [String], check: String, status: Int32) async throws {
    let bench = try bench()
    try bench.write("x.yml", Array("receipts:\n  - \(entry)    \(text)\n".utf8))
    let json = try await bench.run(
      ["check", "--expect", "x.yml", "--format", "ndjson"] + arguments
    ).expect(status: status).json()
    let failed = (json["checks"]?.elements ?? []).filter { $0["status"]?.string == "fail" }
    #expect(failed.allSatisfy { $0["id"]?.string == check }, "\(json)")
  }

  @Test("Two times give two results of what depends on the time, and one of all else")
  func twoTimes() async throws {
    let bench = try bench()
    try bench.write(
      "x.yml",
      ("receipts:\n  - \(entry)    bundle-id: com.example.app\n    active-product: month\n"
        + "    at: 2024-01-15\n").utf8)
    let json = try await bench.run([
      "check", "--expect", "x.yml", "--format", "ndjson", "--at", "2024-01-16",
    ]).expect(status: 0).json()
    #expect(checks(json, "bundle-id").count == 1)
    #expect(
      checks(json, "subscription").map { $0["evidence"]?["at"]?.string } == [
        "2024-01-15T00:00:00Z", "2024-01-16T00:00:00Z",
      ])
  }

  @Test("A form or a profile that cannot both hold is wrong usage")
  func contradictions() async throws {
    let bench = try bench()
    try bench.write("x.yml", Array("receipts:\n  - \(entry)    profile: xcode\n".utf8))
    try await bench.run(["check", "--expect", "x.yml", "--profile", "apple"]).expect(status: 64)
      .expect(message: "but the expectation file says")
    try bench.write("x.yml", Array("receipts:\n  - \(entry)    form: transaction\n".utf8))
    try await bench.run(["check", "--expect", "x.yml", "--form", "app-receipt"]).expect(status: 64)
      .expect(message: "but the expectation file says")
  }

  @Test(
    "An entry whose files are gone is an error",
    arguments: [
      ("gone", "there is no such file"), ("gone/*.bin", "no file fits this pattern"),
      ("**/*.gone", "no file fits this pattern"),
    ])
  func missing(pattern: String, words: String) async throws {
    let bench = try bench()
    try bench.write("receipts.yml", Array("receipts: [{files: \"\(pattern)\"}]".utf8))
    try await bench.run(["check", "--expect", "receipts.yml"]).expect(status: 2)
      .expect(message: words)
  }

  @Test(
    "A bracket that nothing closes stands for itself",
    arguments: ["x[", "x[!", "x[]", "x[a", "x[a-", "x[a-b"])
  func openBracket(name: String) async throws {
    let bench = try bench()
    try bench.write(name, try bench.read("fixtures/good"))
    try bench.write(
      "receipts.yml", Array("receipts: [{files: '\(name)', trust-root: root.cer}]".utf8))
    try await bench.run(["check", "--expect", "receipts.yml"]).expect(status: 0)
      .expect(output: "\(name): pass")
  }

  @Test(
    "At a terminal too, no file need be named beside an expectation file",
    .enabled(if: Machine.hasScript))
  func terminal() async throws {
    let bench = try bench()
    try bench.write("x.yml", Array("receipts:\n  - \(entry)".utf8))
    func check(_ options: String) async throws -> CommandResult {
      try await bench.shell(
        "script -qec '\"$RECEIPT\" check \(options)' /dev/null < /dev/null")
    }
    try await check("--expect x.yml").expect(status: 0).expect(output: "fixtures/good: pass")
    try await check("").expect(status: 64).expect(output: "no file was named")
  }

  @Test("An unreadable input may be expected")
  func unreadable() async throws {
    let bench = try bench()
    try bench.write("page", Array("<html></html>".utf8))
    for (code, status, verdict) in [
      ("html-page", Int32(0), "pass"), ("empty", 2, "error"),
    ] {
      try bench.write("x.yml", Array("receipts: [{files: page, fails: \(code)}]".utf8))
      let result = try await bench.run(["check", "--expect", "x.yml", "--format", "ndjson"])
        .expect(status: status)
      let json = try result.json()
      #expect(json["verdict"]?.string == verdict)
      #expect(json["error"]?["code"]?.string == "html-page")
      #expect(result.messages.isEmpty == (status == 0))
      #expect(checks(json, "refusal").count == 1)
    }
    let text = try await bench.run(["check", "--expect", "x.yml"]).expect(status: 2)
    #expect(text.text.contains("expected failure empty"))
  }

  // MARK: Recording

  @Test("A recording passes for every kind of fixture")
  func record() async throws {
    let bench = try bench()
    let whole = try TestReceipts.der()
    var changed = whole
    changed[600] ^= 1
    try bench.write("fixtures/changed", changed)
    try bench.write("fixtures/cut", whole.dropLast(900))
    try bench.write("fixtures/deep/page.html", Array("<html></html>".utf8))
    try bench.write("fixtures/empty", [])
    try bench.write("fixtures/genuine.b64", TestReceipts.base64())
    try bench.write("fixtures/odd [name]*?.b64", TestReceipts.base64())
    let text = Data(whole).base64EncodedString()
    try bench.write("fixtures/log.txt", Array("a \(text) b\nc \(text.dropLast(400)) d\n".utf8))
    try bench.write(
      "fixtures/answer.json", TestReceipts.fixture("sandbox-subscription.verify-receipt.json"))
    for receipt in CatalogueReceipt.all
    where receipt.name.hasPrefix("jws-ok") || receipt.name.hasPrefix("ios6") {
      try bench.write(
        "fixtures/made/\(receipt.name)", receipt.make(under: TestReceipts.authority.get()))
    }
    for (arguments, file) in [
      ([], "receipts.yml"),
      (
        ["--trust-root", "root.cer", "--at", "2024-01-15", "--active-product", "month"], "ci/b.yml"
      ),
      (["--profile", "xcode", "--bundle-id", "x", "--product", "a", "--product", "b"], "c.yml"),
      (
        [
          "--trust-root", "root.cer", "--at", "2024-03-01", "--active-product", "month", "--grace",
          "8w4d", "--max-age", "36h", "--first-free-version", "2",
        ], "d.yml"
      ),
    ] {
      try bench.write("ci/.keep", [])
      try await bench.run(["check", "--record", file, "fixtures"] + arguments).expect(status: 0)
        .expect(message: "recorded ")
      let result = try await bench.run(["check", "--expect", file, "--format", "ndjson"])
      result.expect(status: 0).expectSilence()
      let verdicts = try Set(result.lines.map { try JSON(Array($0.utf8))["verdict"]?.string })
      #expect(verdicts == ["pass"])
      // Recording again changes nothing.
      let first = try bench.read(file)
      try await bench.run(["check", "--record", file, "fixtures"] + arguments).expect(status: 0)
      #expect(try bench.read(file) == first)
    }
  }

  @Test("Any change in a fixture is reported")
  func drift() async throws {
    func receipt(version: String = "42", _ purchases: [[UInt8]]) -> [UInt8] {
      DER.receipt(
        [
          DER.attribute(0, DER.utf8("Production")), DER.attribute(2, DER.utf8("com.example.app")),
          DER.attribute(3, DER.utf8(version)),
          DER.attribute(12, DER.ia5("2024-02-29T12:00:00Z")),
        ] + purchases)
    }
    let longer = TestReceipts.purchase(
      DER.utf8("month"), transaction: "2", type: 3,
      [DER.attribute(1708, DER.ia5("2024-03-01T00:00:00Z"))])
    let year = TestReceipts.purchase(DER.utf8("year"), transaction: "3")
    let cases: [([UInt8], [String])] = [
      (
        receipt(version: "43", [Self.pro, Self.month]),
        ["- application_version: 42", "+ application_version: 43"]
      ),
      (
        receipt([Self.pro, longer]),
        [
          "- in_app 2 expires_date: 2024-02-01T00:00:00Z",
          "+ in_app 2 expires_date: 2024-03-01T00:00:00Z",
        ]
      ),
      (receipt([Self.pro]), ["- in_app 2 month 2024-01-01T00:00:00Z"]),
      (receipt([Self.pro, Self.month, year]), ["+ in_app 3 year 2024-01-01T00:00:00Z"]),
      (receipt([Self.pro, Self.month]) + [0], ["+ sha256: "]),
    ]
    let bench = try Workbench()
    try bench.write("root.cer", TestReceipts.authority.get().rootCertificate)
    try bench.write("a", receipt([Self.pro, Self.month]))
    try await bench.run(["check", "--record", "a.yml", "a", "--trust-root", "root.cer"])
      .expect(status: 0)
    try await bench.run(["check", "--expect", "a.yml"]).expect(status: 0)
    for (bytes, lines) in cases {
      try bench.write("a", bytes)
      let result = try await bench.run(["check", "--expect", "a.yml"]).expect(status: 1)
      for line in lines { #expect(result.text.contains(line), "\(result)") }
    }
    // One byte that no output shows.
    var other = receipt([Self.pro, Self.month])
    other[other.count - 1] ^= 1
    try bench.write("a", other)
    let result = try await bench.run(["check", "--expect", "a.yml"]).expect(status: 1)
    #expect(result.text.contains("its fields are those that were expected"))
  }

  @Test("A file that a person wrote is not replaced")
  func handWritten() async throws {
    let bench = try bench()
    try bench.write("mine.yml", Array("receipts: []\n".utf8))
    try await bench.run(["check", "--record", "mine.yml", "fixtures"]).expect(status: 2)
      .expect(message: "already-there").expect(message: "was not recorded")
    #expect(try bench.read("mine.yml") == Array("receipts: []\n".utf8))
    try await bench.run(["check", "--record", "b.yml", "-"], input: []).expect(status: 2)
  }

  // MARK: The schema

  @Test("The schema has exactly the keys that are read")
  func schema() async throws {
    let bench = try bench()
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("docs/expectations.schema.json")
    let schema = try JSON(Array(Data(contentsOf: file)))
    let items = try #require(schema["properties"]?["receipts"]?["items"]?["properties"])
    try bench.write("x.yml", Array("receipts: [{files: a, zzzzzzzzzzzzzzzz: b}]".utf8))
    let entry = try await bench.run(["check", "--expect", "x.yml"]).expect(status: 2)
    func keys(_ message: String) -> [String] {
      (message.components(separatedBy: "the keys are ").last ?? "")
        .trimmingCharacters(in: .newlines).components(separatedBy: ", ")
    }
    #expect(keys(entry.messageText).sorted() == items.names?.sorted())
    let receipt = try #require(items["receipt"]?["properties"]?.names)
    let purchase = try #require(
      schema["$defs"]?["purchases"]?["items"]?["oneOf"]?[1]?["properties"]?.names)
    // The field names are those of the JSON output of a receipt with every field.
    let simple = receipt.filter { $0 != "in_app" }
    #expect(simple.count > 10)
    for name in simple {
      try bench.write(
        "x.yml", Array("receipts: [{files: fixtures/good, receipt: {\(name): null}}]".utf8))
      let result = try await bench.run(["check", "--expect", "x.yml"])
      #expect(!result.messageText.contains("unknown"), "\(name)")
    }
    let list = purchase.map { "{\($0): 1}" }.joined(separator: ", ")
    try bench.write("x.yml", Array("receipts: [{files: fixtures/good, purchases: [\(list)]}]".utf8))
    try await bench.run(["check", "--expect", "x.yml"]).expect(status: 1).expectSilence()
  }

  @Test("The fields of the JSON output can all be expected")
  func fieldNames() async throws {
    let bench = try bench()
    for (name, make) in CatalogueReceipt.all.filter({ $0.verdict == .accepted }).map({
      ($0.name, $0)
    }) {
      try bench.write("made/\(name)", make.make(under: TestReceipts.authority.get()))
    }
    try bench.write("made/genuine", TestReceipts.der())
    // Recording writes every field, and reading accepts all of them.
    try await bench.run(["check", "--record", "x.yml", "made"]).expect(status: 0)
    try await bench.run(["check", "--expect", "x.yml"]).expect(status: 0)
  }

  @Test(
    "Another validator accepts what is read, and refuses what is not",
    .enabled(if: Python.isThere, Python.absence))
  func validator() async throws {
    let bench = try bench()
    let schema = Python.file("docs/expectations.schema.json")
    // What the tool writes, the examples contain, and the manual shows.
    try await bench.run(["check", "--record", "recorded.yml", "fixtures"]).expect(status: 0)
    let manual = try String(contentsOfFile: Python.file("docs/expectations.md"), encoding: .utf8)
    let shown = try #require(
      manual.components(separatedBy: "```yaml\n").dropFirst().first?
        .components(separatedBy: "```").first)
    try bench.write("shown.yml", Array(shown.utf8))
    let good = [
      "recorded.yml", "shown.yml", Python.file("examples/ci/receipts.yml"),
      Python.file("examples/ci/failing.yml"),
    ]
    let taken = try await bench.python("validate_expectations.py", [schema] + good)
    taken.expect(status: 0)
    #expect(taken.lines == good.map { _ in "ok" }, "\(taken)")
    let bad = [
      "recipes: []", "receipts: 5", "receipts: [a]", "receipts: [{why: a}]",
      "receipts: [{files: a, bundleid: b}]", "receipts: [{files: a, environment: prod}]",
      "receipts: [{files: a, profile: google}]", "receipts: [{files: a, form: pdf}]",
      "receipts: [{files: a, grace: long}]", "receipts: [{files: a, sha256: AB}]",
      "receipts: [{files: a, receipt: {bundleid: b}}]", "receipts: [{files: a, purchases: b}]",
      "receipts: [{files: a, purchases: [{product: b}]}]", "receipts: [{files: a, fails: []}]",
      "receipts: [{files: a, fails: {sign: mismatch}}]", "receipts: [{files: a, fails: nonsense}]",
    ]
    for (index, text) in bad.enumerated() { try bench.write("bad\(index).yml", Array(text.utf8)) }
    let refused = try await bench.python(
      "validate_expectations.py", [schema] + bad.indices.map { "bad\($0).yml" })
    refused.expect(status: 0)
    for (text, line) in zip(bad, refused.lines) { #expect(line != "ok", "\(text)") }
    for index in bad.indices {
      try await bench.run(["check", "--expect", "bad\(index).yml"]).expect(status: 2)
    }
  }

  @Test("The schema names exactly the checks and reasons that exist")
  func schemaReasons() throws {
    let schema = try JSON(
      Array(Data(contentsOf: URL(fileURLWithPath: Python.file("docs/expectations.schema.json")))))
    let reasons = schema["$defs"]?["reason"]?["enum"]?.elements?.compactMap(\.string)
    let known = CheckReason.all.map(\.rawValue) + ReceiptError.Code.all.map(\.rawValue)
    #expect(reasons == Set(known).sorted())
    let checks = schema["$defs"]?["checks"]?["properties"]?.names
    #expect(checks == CheckList.all.map { $0.id.rawValue })
  }

  // MARK: Many files

  @Test("Many files are reported in order and once each, with several threads")
  func many() async throws {
    let bench = try Workbench()
    let receipt = try TestReceipts.der()
    var names: [String] = []
    for index in 0..<300 {
      let name = "many/" + String(repeating: "0", count: 3 - String(index).count) + String(index)
      try bench.write(name, index % 7 == 3 ? Array(receipt.dropLast(index)) : receipt)
      names.append(name)
    }
    let first = try await bench.run(["check", "many", "--format", "ndjson"])
    let found = try first.lines.map { try JSON(Array($0.utf8))["source"]?["name"]?.string }
    #expect(found == names)
    for _ in 0..<3 {
      let again = try await bench.run(
        ["check", "many", "--format", "ndjson", "--at", "2024-01-01"])
      let once = try await bench.run(
        ["check", "many", "--format", "ndjson", "--at", "2024-01-01"])
      #expect(again.output == once.output && again.messages == once.messages)
    }
  }
}
