import ReceiptCore
import Testing

/// `receipt make --scenario`: receipts that tell a story.
@Suite struct ScenarioTests {
  @Test(
    "every scenario passes, and depends only on its seed", arguments: names)
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

  @Test("a verifyReceipt response has the date of its receipt, not today's")
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

  /// Checks that every period ends after its start, that no date is in the future, and that identifiers are
  /// unique.
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

  /// Stories that have nothing for a style: no purchase, no subscription, or no notification.
  private static let untold: Set = [
    "paid-before-free ios6", "paid-before-free jws-transaction",
    "paid-before-free jws-renewal-info", "paid-before-free jws-notification",
    "paid-after-free jws-renewal-info", "consumables jws-renewal-info",
  ]

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

  @Test("each scenario has the content that it describes")
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

  @Test(
    "a notification has the date that is asked for, whichever date that is",
    arguments: [
      (["--created", "2026-05-04T03:02:01Z"], "", "2026-05-04T03:02:01Z"),
      (["-"], "receipt: {receipt_creation_date: 2026-05-04}", "2026-05-04T00:00:00Z"),
      (["-"], "receipt: {signed_date: 2026-05-04}", "2026-05-04T00:00:00Z"),
    ])
  func notificationDate(options: [String], spec: String, date: String) async throws {
    let bench = try Workbench()
    try await bench.run(
      ["make", "--scenario", "subscription-refund", "--style", "jws-notification", "-o", "made"]
        + options, input: Array(spec.utf8)
    ).expect(status: 0)
    let json = try await bench.run(["decode", "made", "--format", "json"]).json()
    #expect(json["receipt"]?["signed_date"]?.string == date)
  }

  @Test("an additional SPEC gives the app, the store and the date")
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

  @Test("family sharing has StoreKit 2's name")
  func family() async throws {
    let bench = try Workbench()
    let made = try await bench.run([
      "make", "--scenario", "family", "--style", "jws-transaction",
    ]).expect(status: 0)
    // A transaction has one purchase.
    #expect(made.lines.count == 2)
    let decoded = try await bench.run(["decode", "--lines"], input: made.output)
    for line in decoded.lines {
      #expect(
        try JSON(line.utf8)["receipt"]?["in_app"]?[0]?["in_app_ownership_type"]?.string
          == "FAMILY_SHARED")
    }
  }

  @Test("the same seed gives the same story in every style, at any time")
  func everyStyle() async throws {
    let styles = [
      "apple", "xcode", "ios6", "jws-transaction", "jws-app-transaction", "jws-renewal-info",
      "jws-notification", "verify-receipt",
    ]
    let bench = try Workbench()
    func all() async throws -> [String: String] {
      var made: [String: String] = [:]
      for name in Self.names {
        for style in styles {
          // A response has a request date.
          let created = style == "verify-receipt" ? ["--created", "2025-06-01T00:00:00Z"] : []
          let result = try await bench.run(
            ["make", "--scenario", name, "--style", style, "--seed", "s", "--count", "3"] + created)
          result.expect(status: Self.untold.contains("\(name) \(style)") ? 2 : 0)
          made["\(name) \(style)"] = result.text + result.messageText
        }
      }
      return made
    }
    let first = try await all()
    try await Task.sleep(for: .milliseconds(1100))
    let second = try await all()
    #expect(first.count == Self.names.count * styles.count)
    for (name, text) in first { #expect(second[name] == text, "\(name)") }
    // Without purchases there is no transaction, and without a subscription no renewal.
    let refused = first.filter { $0.value.contains("error:") }.keys.sorted()
    #expect(
      refused == [
        "consumables jws-renewal-info", "paid-after-free jws-renewal-info",
        "paid-before-free ios6", "paid-before-free jws-notification",
        "paid-before-free jws-renewal-info", "paid-before-free jws-transaction",
      ])
  }

  @Test("an app has one identifier in the store, and so has each product")
  func storeIdentifiers() async throws {
    let bench = try Workbench()
    func receipts(_ bundle: String) async throws -> [JSON] {
      let spec = "receipt: {bundle_id: \(bundle)}"
      let made = try await bench.run(
        ["make", "-", "--scenario", "subscription", "--count", "20"], input: Array(spec.utf8)
      ).expect(status: 0)
      let decoded = try await bench.run(["decode", "--lines"], input: made.output)
      return try decoded.lines.map { try #require(try JSON($0.utf8)["receipt"]) }
    }
    let tea = try await receipts("com.example.tea")
    let coffee = try await receipts("com.example.coffee")
    for name in ["adam_id", "developer_id", "version_external_identifier"] {
      let ids = Set(tea.map { $0[name]?.string })
      #expect(ids.count == 1 && !ids.contains(nil), "\(name)")
      #expect(ids != Set(coffee.map { $0[name]?.string }))
    }
    #expect(Set(tea.map { $0["download_id"]?.string }).count == 20)
    var items: [String: Set<String?>] = [:]
    for purchase in tea.flatMap({ $0["in_app"]?.elements ?? [] }) {
      items[purchase["product_id"]?.string ?? "", default: []].insert(
        purchase["product_item_id"]?.string)
    }
    #expect(items.count >= 1 && items.values.allSatisfy { $0.count == 1 })
  }

  @Test("scenarios for the App Store are refused elsewhere", arguments: ["Sandbox", "Xcode"])
  func notOfTheStore(environment: String) async throws {
    let bench = try Workbench()
    let spec = Array("receipt: {environment: \(environment)}".utf8)
    for name in ["paid-before-free", "paid-after-free"] {
      try await bench.run(["make", "-", "--scenario", name], input: spec).expect(status: 2)
        .expect(message: "which only the App Store knows").expect(message: "always says 1.0")
      try await bench.run(
        ["make", "-", "--scenario", name], input: Array("receipt: {environment: Production}".utf8)
      ).expect(status: 0)
    }
    try await bench.run(["make", "-", "--scenario", "consumables"], input: spec).expect(status: 0)
  }

  @Test("a purchase by the customer is not a renewal")
  func reasons() async throws {
    let bench = try Workbench()
    func reasons(_ name: String) async throws -> [String?] {
      let made = try await bench.run(["make", "--scenario", name, "--style", "jws-transaction"])
      let decoded = try await bench.run(["decode", "--lines"], input: made.output)
      return try decoded.lines.map {
        try JSON($0.utf8)["receipt"]?["in_app"]?[0]?["transaction_reason"]?.string
      }
    }
    let upgrade = try await reasons("subscription-upgrade")
    #expect(upgrade == ["PURCHASE", "RENEWAL", "RENEWAL", "RENEWAL", "PURCHASE"])
    let gap = try await reasons("subscription-gap")
    #expect(gap.indices.filter { gap[$0] == "PURCHASE" } == [0, 6] && gap.count == 12)
    #expect(try await reasons("subscription-renewals").filter { $0 == "PURCHASE" }.count == 1)
  }

  struct News: Sendable {
    let name: String
    let type: String
    var subtype: String?
    var status: Int64?
    var renews: Bool?
  }

  @Test(
    "the notification is the last one that Apple would send, with its subject",
    arguments: [
      News(
        name: "subscription-trial", type: "SUBSCRIBED", subtype: "INITIAL_BUY", status: 1,
        renews: true),
      News(name: "subscription-renewals", type: "DID_RENEW", status: 1, renews: true),
      News(name: "subscription-gap", type: "DID_RENEW", status: 1, renews: true),
      News(
        name: "subscription-upgrade", type: "DID_CHANGE_RENEWAL_PREF", subtype: "UPGRADE",
        status: 1, renews: true),
      News(name: "subscription-refund", type: "REFUND", status: 5, renews: false),
      News(
        name: "subscription-lapsed", type: "EXPIRED", subtype: "VOLUNTARY", status: 2,
        renews: false),
      News(name: "paid-after-free", type: "ONE_TIME_CHARGE"),
      News(name: "consumables", type: "ONE_TIME_CHARGE"),
      News(
        name: "family", type: "SUBSCRIBED", subtype: "INITIAL_BUY", status: 1, renews: true),
    ])
  func notifications(news: News) async throws {
    let bench = try Workbench()
    func json(_ style: String) async throws -> JSON {
      let made = try await bench.run([
        "make", "--scenario", news.name, "--style", style, "--root", "roots.pem",
      ]).expect(status: 0)
      try await bench.run(["check", "--trust-root", "roots.pem"], input: made.output)
        .expect(status: 0)
      return try await bench.run(["decode", "--format", "json"], input: made.output).json()
    }
    let told = try await json("jws-notification")
    let notification = try #require(told["notification"])
    #expect(notification["notification_type"]?.string == news.type)
    #expect(notification["subtype"]?.string == news.subtype)
    #expect(notification["status"]?.number == news.status.map(String.init))
    let nested = try #require(told["nested"]?.elements)
    let purchase = try #require(nested[0]["receipt"]?["in_app"]?[0])
    // It is about the last purchase in the receipt of the same story.
    let receipt = try await json("apple")
    #expect(
      purchase["transaction_id"]
        == receipt["receipt"]?["in_app"]?.elements?
        .max { ($0["purchase_date"]?.string ?? "") < ($1["purchase_date"]?.string ?? "") }?[
          "transaction_id"])
    let event =
      switch news.type {
      case "REFUND": purchase["cancellation_date"]?.string
      case "EXPIRED": purchase["expires_date"]?.string
      default: purchase["purchase_date"]?.string
      }
    #expect(event != nil && told["receipt"]?["signed_date"]?.string == event)
    guard let renews = news.renews else { return #expect(nested.count == 1) }
    let renewal = try #require(nested[1]["pending_renewal_info"]?[0])
    #expect(renewal["auto_renew_status"] == .bool(renews))
    #expect(renewal["product_id"] == purchase["product_id"])
    #expect(renewal["original_transaction_id"] == purchase["original_transaction_id"])
    // The renewal info alone has the same product.
    let alone = try await json("jws-renewal-info")
    #expect(alone["pending_renewal_info"]?[0]?["product_id"] == purchase["product_id"])
  }

  @Test("the list has all scenarios")
  func list() async throws {
    let bench = try Workbench()
    let list = try await bench.run(["make", "--scenario", "list"]).expect(status: 0)
    #expect(list.lines.compactMap { $0.split(separator: " ").first.map(String.init) } == Self.names)
  }

  @Test("a SPEC with its own purchases and an unknown name are refused")
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
