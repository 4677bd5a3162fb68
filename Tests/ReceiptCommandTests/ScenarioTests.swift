import ReceiptCore
import Testing

/// `receipt make --scenario`: receipts that tell a story.
@Suite struct ScenarioTests {
  @Test(
    "every scenario passes, is the same for its seed, and another for another", arguments: names)
  func deterministic(name: String) async throws {
    let bench = try Workbench()
    func made(_ seed: String) async throws -> [UInt8] {
      try await bench.run([
        "make", "--scenario", name, "--seed", seed, "--count", "20", "--root", "roots.pem",
      ]).expect(status: 0).expectSilence().output
    }
    let first = try await made("a")
    #expect(try await made("a") == first)
    #expect(try await made("b") != first)
    let check = try await bench.run(
      ["check", "--lines", "--trust-root", "roots.pem"], input: first
    ).expect(status: 0)
    #expect(check.lines.count == 20)
    let decoded = try await bench.run(["decode", "--lines"], input: first).expect(status: 0)
    for line in decoded.lines {
      let json = try JSON(line.utf8)
      #expect(json["findings"] == .array([]))
      try expectSense(try #require(json["receipt"]))
    }
  }

  @Test("an answer of verifyReceipt is of the moment at which its receipt was made, not of today")
  func answer() async throws {
    let bench = try Workbench()
    for name in Self.names {
      let made = try await bench.run([
        "make", "--scenario", name, "--style", "verify-receipt", "--seed", "q",
      ]).expect(status: 0)
      let receipt = try #require(try made.json()["receipt"])
      #expect(receipt["request_date"]?.string?.hasSuffix(" Etc/GMT") == true)
      #expect(receipt["request_date"] == receipt["receipt_creation_date"])
    }
  }

  /// Every period ends after it began, nothing lies in the future, and identifiers are unique.
  private func expectSense(_ receipt: JSON) throws {
    let created = try #require(receipt["receipt_creation_date"]?.string)
    let purchases = try #require(receipt["in_app"]?.elements)
    let ids = purchases.compactMap { $0["transaction_id"]?.string }
    #expect(Set(ids).count == purchases.count)
    for purchase in purchases {
      let bought = try #require(purchase["purchase_date"]?.string)
      #expect(bought <= created)
      if let expires = purchase["expires_date"]?.string { #expect(expires > bought) }
      if let cancelled = purchase["cancellation_date"]?.string {
        #expect(cancelled > bought && cancelled <= created)
      }
      let original = try #require(purchase["original_transaction_id"]?.string)
      #expect(ids.contains(original))
    }
  }

  static let names = [
    "subscription", "subscription-trial", "subscription-renewals", "subscription-gap",
    "subscription-upgrade", "subscription-refund", "subscription-lapsed", "paid-before-free",
    "paid-after-free", "consumables", "family",
  ]

  private func receipt(_ arguments: [String], spec: String? = nil) async throws -> JSON {
    let bench = try Workbench()
    let made = try await bench.run(["make"] + arguments, input: spec.map { Array($0.utf8) })
      .expect(status: 0)
    let json = try await bench.run(["decode", "--format", "json"], input: made.output).json()
    return try #require(json["receipt"])
  }

  @Test("each tells what it says it tells")
  func stories() async throws {
    let trial = try await receipt(["--scenario", "subscription-trial"])
    #expect(trial["in_app"]?.elements?.count == 1)
    #expect(trial["in_app"]?[0]?["is_trial_period"] == .bool(true))
    let refund = try await receipt(["--scenario", "subscription-refund"])
    #expect(
      refund["in_app"]?.elements?.filter { $0["cancellation_reason"] != nil }.count == 1)
    let upgrade = try await receipt(["--scenario", "subscription-upgrade"])
    #expect(
      Set(upgrade["in_app"]?.elements?.compactMap { $0["product_id"]?.string } ?? [])
        == ["com.example.app.monthly", "com.example.app.yearly"])
    let lapsed = try await receipt(["--scenario", "subscription-lapsed"])
    let created = try #require(lapsed["receipt_creation_date"]?.string)
    #expect(
      lapsed["in_app"]?.elements?.allSatisfy { ($0["expires_date"]?.string ?? "") < created }
        == true)
    let before = try await receipt(["--scenario", "paid-before-free"])
    #expect(before["original_application_version"]?.string == "1.4")
    let after = try await receipt(["--scenario", "paid-after-free"])
    #expect(after["original_application_version"]?.string == "2.1")
  }

  @Test("a SPEC beside it says which app, which store and when")
  func withSpec() async throws {
    let spec = "receipt: {bundle_id: com.example.tea, environment: Sandbox}"
    let made = try await receipt(
      ["-", "--scenario", "subscription-renewals", "--created", "2026-05-04T03:02:01Z"], spec: spec)
    #expect(made["bundle_id"]?.string == "com.example.tea")
    #expect(made["receipt_type"]?.string == "ProductionSandbox")
    #expect(made["receipt_creation_date"]?.string == "2026-05-04T03:02:01Z")
    let products = made["in_app"]?.elements?.compactMap { $0["product_id"]?.string } ?? []
    #expect(products.count == 13 && products.allSatisfy { $0 == "com.example.tea.monthly" })
    // A month takes five minutes in the sandbox.
    let dates = made["in_app"]?.elements?.compactMap { $0["purchase_date"]?.string } ?? []
    #expect(dates.allSatisfy { $0.hasPrefix("2026-05-04T0") })
  }

  @Test("families are told by StoreKit 2's name for them")
  func family() async throws {
    let bench = try Workbench()
    let made = try await bench.run([
      "make", "--scenario", "family", "--style", "jws-transaction",
    ]).expect(status: 0)
    // A transaction is of one purchase.
    #expect(made.lines.count == 2)
    let decoded = try await bench.run(["decode", "--lines"], input: made.output)
    for line in decoded.lines {
      #expect(
        try JSON(line.utf8)["receipt"]?["in_app"]?[0]?["in_app_ownership_type"]?.string
          == "FAMILY_SHARED")
    }
  }

  @Test("the list has all of them")
  func list() async throws {
    let bench = try Workbench()
    let list = try await bench.run(["make", "--scenario", "list"]).expect(status: 0)
    #expect(list.lines.compactMap { $0.split(separator: " ").first.map(String.init) } == Self.names)
  }

  @Test("a SPEC with purchases of its own, or a name that nobody knows, is refused")
  func refused() async throws {
    let bench = try Workbench()
    for spec in [
      "receipt: {in_app: [{}]}", "schema: 1", "attributes: [{type: 2, kind: raw, value: AA==}]",
    ] {
      try await bench.run(["make", "-", "--scenario", "family"], input: Array(spec.utf8))
        .expect(status: 2).expect(message: "tells another story")
    }
    try await bench.run(["make", "--scenario", "familly"]).expect(status: 64)
      .expect(message: "did you mean family?")
  }
}
