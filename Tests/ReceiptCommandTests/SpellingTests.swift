import ReceiptMaking
import Testing

/// Values as people and Apple write them: dates, device ids, environments.
@Suite struct SpellingTests {
  // MARK: Dates

  @Test(
    "--at takes every spelling of a date",
    arguments: [
      "2026-05-30T10:00:00Z", "2026-05-30T12:00:00+02:00", "2026-05-30 10:00:00 UTC",
      "2026-05-30 10:00:00 +0000", "2026-05-30 10:00:00 Etc/GMT",
      "2026-05-30 03:00:00 America/Los_Angeles", "1780135200000", "1780135200000.25", "1780135200",
    ])
  func at(text: String) async throws {
    let bench = try Workbench()
    try bench.write("receipt.b64", TestReceipts.base64())
    let json = try await bench.run(["check", "receipt.b64", "--format", "json", "--at", text])
      .expect(status: 0).json()
    #expect(json["judged_at"]?.string == "2026-05-30T10:00:00Z")
    try bench.write("x.yml", Array("receipts: [{files: receipt.b64, at: \(text)}]".utf8))
    let held = try await bench.run(["check", "--expect", "x.yml", "--format", "json"])
      .expect(status: 0).json()
    #expect((held[0] ?? held)["judged_at"]?.string == "2026-05-30T10:00:00Z")
  }

  @Test("now is the clock, also in an expectation file")
  func now() async throws {
    let bench = try Workbench()
    try bench.write("receipt.b64", TestReceipts.base64())
    try bench.write("x.yml", Array("receipts: [{files: receipt.b64, at: now, max-age: 1w}]".utf8))
    for arguments in [["receipt.b64", "--at", "now", "--max-age", "1w"], ["--expect", "x.yml"]] {
      // The receipt is of 2018.
      let result = try await bench.run(["check"] + arguments).expect(status: 1)
      #expect(result.text.contains("[too-old]"), "\(result)")
    }
    for date in ["now", "1780135200000"] {
      try await bench.run(
        ["make", "-", "--created", date, "-o", "made"], input: Array("receipt: {}".utf8)
      ).expect(status: 0)
    }
    let made = try await bench.run(["decode", "made", "--format", "json"]).json()
    #expect(made["receipt"]?["receipt_creation_date"]?.string == "2026-05-30T10:00:00Z")
  }

  @Test(
    "What could mean several moments is refused, and the spellings are listed",
    arguments: [
      "30.05.2026", "178013520000", "later",
    ])
  func refused(text: String) async throws {
    let bench = try Workbench()
    try bench.write("receipt.b64", TestReceipts.base64())
    let spellings = "(milliseconds since 1970)"
    for arguments in [["check", "receipt.b64", "--at"], ["make", "-o", "x", "--created"]] {
      try await bench.run(arguments + [text]).expect(status: 64).expect(message: spellings)
    }
    try bench.write("x.yml", Array("receipts: [{files: receipt.b64, at: \"\(text)\"}]".utf8))
    try await bench.run(["check", "--expect", "x.yml"]).expect(status: 2).expect(message: spellings)
  }

  @Test("A receipt that expired is told without --at, by the clock")
  func expiration() async throws {
    let bench = try Workbench()
    for (name, date) in [("past", "2024-03-01"), ("future", "2999-01-01"), ("never", "4001-01-01")]
    {
      try bench.write(
        name, DER.receipt(TestReceipts.fields() + [DER.attribute(21, DER.ia5("\(date)T00:00:00Z"))])
      )
    }
    try bench.write("none", DER.receipt(TestReceipts.fields()))
    func check(_ name: String, _ arguments: [String] = []) async throws -> JSON? {
      let trust = try TestReceipts.trust()
      return try await bench.run(["check", name, "--format", "json"] + trust + arguments)
        .expect(status: name == "past" && arguments.isEmpty ? 1 : 0).json()["checks"]?.elements?
        .first { $0["id"]?.string == "receipt-expiration" }
    }
    #expect(try await check("past")?["reason"]?.string == "expired")
    for name in ["future", "never", "none"] {
      #expect(try await check(name)?["status"]?.string == "pass")
    }
    #expect(try await check("past", ["--at", "2024-02-29"])?["status"]?.string == "pass")
  }

  // MARK: Devices

  @Test(
    "--device-id takes what a log or a debugger prints",
    arguments: [
      "0x020000000001", "Optional(\"02:00:00:00:00:01\")", " '02-00-00-00-00-01' ",
      "Optional(\"0x020000000001\")",
    ])
  func device(text: String) async throws {
    let bench = try Workbench()
    let spec = "receipt: {bundle_id: com.example.app, device_id: \"02:00:00:00:00:01\"}"
    try await bench.run(
      ["make", "-", "-o", "made", "--root", "roots.pem"], input: Array(spec.utf8)
    )
    .expect(status: 0)
    let trust = ["--trust-root", "roots.pem"]
    try await bench.run(["check", "made", "--device-id", text] + trust).expect(status: 0)
    let other = text.replacing("01", with: "02")
    try await bench.run(["check", "made", "--device-id", other] + trust).expect(status: 1)
      .expectSilence()
  }

  // MARK: Versions

  @Test("On macOS a version that was free already is no question of another app")
  func freeOnMac() async throws {
    let bench = try Workbench()
    let spec = """
      receipt: {environment: Production, platform_code: 2, original_application_version: "2.0",
        original_purchase_date: 2024-01-01}
      """
    try await bench.run(
      ["make", "-", "-o", "made", "--root", "roots.pem"], input: Array(spec.utf8)
    )
    .expect(status: 0)
    for version in ["2.0", "1.9"] {
      let result = try await bench.run(
        ["check", "made", "--trust-root", "roots.pem", "--first-free-version", version]
      ).expect(status: 1)
      #expect(result.text.contains("did not pay for it up front"), "\(result)")
      #expect(!result.text.contains("another app"), "\(result)")
    }
  }

  // MARK: Environments

  private func transaction(_ environment: String, in bench: Workbench) async throws {
    let spec = """
      receipt: {environment: \(environment), bundle_id: com.example.app, in_app: [{product_id: vip}]}
      """
    try await bench.run(
      ["make", "-", "--style", "jws-transaction", "-o", "made", "--root", "roots.pem"],
      input: Array(spec.utf8)
    ).expect(status: 0)
  }

  @Test(
    "An unknown environment is shown, and fails the check", arguments: ["Moon", "PROD-2"])
  func unknown(environment: String) async throws {
    let bench = try Workbench()
    try await transaction(environment, in: bench)
    let text = try await bench.run(["decode", "made"]).expect(status: 0)
    #expect(text.text.contains("environment \(environment)"), "\(text)")
    let json = try await bench.run(["decode", "made", "--format", "json"]).expect(status: 0)
    #expect(try json.json()["receipt"]?["environment"]?.string == environment)
    #expect(try await bench.run(["decode", "made", "--format", "csv"]).text.contains(environment))
    for expected in ["production", "sandbox", "xcode"] {
      let check = try await bench.run([
        "check", "made", "--trust-root", "roots.pem", "--environment", expected, "--format", "json",
      ]).expect(status: 1).json()["checks"]?.elements?.first { $0["id"]?.string == "environment" }
      #expect(check?["reason"]?.string == "mismatch")
      #expect(check?["evidence"]?["found"]?.string == environment)
    }
    // It can be made again from what was printed.
    try await bench.run(
      ["make", "-", "-o", "again"], input: json.output
    ).expect(status: 0)
    let again = try await bench.run(["decode", "again", "--format", "json"]).json()
    #expect(again["receipt"]?["environment"]?.string == environment)
  }

  @Test("LocalTesting is shown as what it is, and counts as Xcode")
  func localTesting() async throws {
    let bench = try Workbench()
    try await transaction("LocalTesting", in: bench)
    let text = try await bench.run(["decode", "made"]).expect(status: 0)
    #expect(text.text.contains("made by Xcode (LocalTesting)"), "\(text)")
    let json = try await bench.run(["decode", "made", "--format", "json"]).json()
    #expect(json["receipt"]?["environment"]?.string == "LocalTesting")
    for (expected, status) in [("xcode", "pass"), ("production", "fail")] {
      let check = try await bench.run([
        "check", "made", "--environment", expected, "--format", "json",
      ]).json()["checks"]?.elements?.first { $0["id"]?.string == "environment" }
      #expect(check?["status"]?.string == status)
      #expect(check?["evidence"]?["found"]?.string == "LocalTesting")
    }
  }

  @Test("A misspelled environment in a SPEC is still refused", arguments: ["production", "Sandbx"])
  func misspelled(environment: String) async throws {
    let bench = try Workbench()
    try await bench.run(
      ["make", "-", "-o", "x"], input: Array("receipt: {environment: \(environment)}".utf8)
    ).expect(status: 2).expect(message: "did you mean")
  }
}
