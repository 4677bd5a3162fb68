import Foundation
import ReceiptCore
import ReceiptMaking
import TestSupport
import Testing

/// `receipt diff`, through the tool.
@Suite(.timeLimit(.minutes(60))) struct DiffTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  /// Makes a receipt from a SPEC, or from options alone.
  private func make(_ name: String, _ spec: String = "", _ arguments: String...) async throws {
    var command = ["make"] + arguments + ["-o", name, "--root", "roots.pem"]
    if !spec.isEmpty { command.append("-") }
    try await bench.run(command, input: Array(spec.utf8)).expect(status: 0).expectSilence()
  }

  /// Compares two files whose made receipts are trusted.
  private func diff(
    _ a: String, _ b: String, _ arguments: String..., columns: Int? = nil
  ) async throws -> CommandResult {
    try await bench.run(
      ["diff", a, b] + (bench.names().contains("roots.pem") ? ["--trust-root", "roots.pem"] : [])
        + arguments, environment: columns.map { ["COLUMNS": "\($0)"] } ?? [:])
  }

  private func json(
    _ a: String, _ b: String, _ arguments: String..., status: Int32 = 1
  ) async throws -> JSON {
    try await bench.run(
      ["diff", a, b, "--trust-root", "roots.pem", "--format", "json"] + arguments
    ).expect(status: status).json()
  }

  /// A receipt of a tea shop on a given day.
  private static func spec(
    created: String = "2025-03-10", version: String = "41", _ purchases: String...,
    renewals: String = ""
  ) -> String {
    """
    receipt:
      bundle_id: com.example.tea
      application_version: "\(version)"
      receipt_creation_date: \(created)
      in_app: [\(purchases.joined(separator: ", "))]
    \(renewals.isEmpty ? "" : "pending_renewal_info: [\(renewals)]")

    """
  }

  private static func purchase(
    _ product: String, _ transaction: Int, _ date: String, until end: String? = nil,
    of original: Int? = nil, _ more: String = ""
  ) -> String {
    "{product_id: com.example.tea.\(product), transaction_id: \"\(transaction)\", "
      + "original_transaction_id: \"\(original ?? transaction)\", purchase_date: \(date)"
      + (end.map { ", expires_date: \($0)" } ?? "") + (more.isEmpty ? "" : ", \(more)") + "}"
  }

  private static let january = purchase("monthly", 1001, "2025-02-01", until: "2025-03-01")
  private static let march = purchase(
    "monthly", 1002, "2025-03-01", until: "2025-04-01", of: 1001)
  private static let april = purchase(
    "monthly", 1003, "2025-04-01", until: "2025-05-01", of: 1001)
  private static let may = purchase("monthly", 1004, "2025-05-01", until: "2025-06-01", of: 1001)

  private static let before = spec(
    january, march, purchase("gold", 900, "2025-01-01"), purchase("coins", 901, "2025-01-02"))
  private static let after = spec(
    created: "2025-05-10", version: "42", january, march, april, may,
    purchase("gold", 900, "2025-01-01", "cancellation_date: 2025-04-05"),
    purchase("yearly", 2001, "2025-05-02", until: "2026-05-02"))

  // MARK: Text

  @Test("The genuine receipt and itself, in any wrapping", arguments: [60, 200])
  func same(columns: Int) async throws {
    try bench.write("receipt.b64", TestReceipts.base64())
    try bench.write("receipt.der", TestReceipts.der())
    let result = try await diff("receipt.b64", "receipt.der", columns: columns).expect(status: 0)
      .expectSilence()
    if columns == 60 { Golden.expect(result.output, "diff.same.60.txt") }
    expectFit(result, columns: columns)
  }

  @Test("The genuine receipt and its published response", arguments: [60, 120])
  func answer(columns: Int) async throws {
    try bench.write("receipt", TestReceipts.base64())
    try bench.write("answer", TestReceipts.fixture("sandbox-subscription.verify-receipt.json"))
    let result = try await diff("receipt", "answer", columns: columns).expect(status: 1)
      .expectSilence()
    Golden.expect(result.output, "diff.answer.\(columns).txt")
    expectFit(result, columns: columns)
  }

  @Test("Two months later", arguments: [60, 80, 120])
  func later(columns: Int) async throws {
    try await make("before", Self.before)
    try await make("after", Self.after)
    let result = try await diff("before", "after", columns: columns).expect(status: 1)
      .expectSilence()
    if columns != 80 { Golden.expect(result.output, "diff.later.\(columns).txt") }
    expectFit(result, columns: columns)
  }

  @Test("Colour changes only the marks, titles and asides")
  func color() async throws {
    try await make("before", Self.before)
    try await make("after", Self.after, "--style", "verify-receipt")
    let plain = try await diff("before", "after", columns: 80).expect(status: 1)
    let color = try await diff("before", "after", "--color", "always", columns: 80)
      .expect(status: 1)
    Golden.expect(color.output, "diff.color.txt")
    #expect(color.text.replacing(/\u{1B}\[[0-9]*m/, with: "") == plain.text)
  }

  @Test("Two receipts that have only their form in common", arguments: [60, 200])
  func different(columns: Int) async throws {
    try bench.write("genuine", TestReceipts.base64())
    try bench.write("made", TestReceipts.fixture("unknown-attributes.receipt"))
    let result = try await diff("genuine", "made", columns: columns).expect(status: 1)
    if columns == 60 { Golden.expect(result.output, "diff.different.60.txt") }
    expectFit(result, columns: columns)
  }

  // MARK: JSON

  @Test("JSON has the same content, with sorted keys")
  func json() async throws {
    try await make("before", Self.before)
    try await make("after", Self.after)
    for (a, b, name) in [("before", "after", "diff.json"), ("before", "before", "diff.same.json")] {
      let result = try await diff(a, b, "--format", "json")
      Golden.expect(result.output, name)
      #expect(try result.json().objects().allSatisfy { $0.names == $0.names.sorted() })
    }
  }

  @Test("Swapping the receipts swaps added and removed")
  func mirrored() async throws {
    try await make("a", Self.before)
    try await make("b", Self.after, "--digest", "sha1")
    try await make("c", Self.after, "--style", "verify-receipt")
    try await make("d", Self.spec(Self.march), "--style", "jws-transaction")
    for (a, b) in [("a", "b"), ("a", "c"), ("b", "c"), ("c", "d"), ("a", "d")] {
      let json = try await bench.run(["diff", a, b, "--format", "json"]).json()
      let mirror = try await bench.run(["diff", b, a, "--format", "json"]).json()
      #expect(Self.mirrored(json) == mirror, "\(a) and \(b)")
    }
  }

  /// The expected result for the swapped receipts.
  private static func mirrored(_ json: JSON) -> JSON {
    switch json {
    case .object(let members):
      .object(
        members.map { member in
          let name = ["a": "b", "b": "a"][member.name] ?? member.name
          guard let word = member.value.string else {
            return JSON.Member(name: name, value: mirrored(member.value))
          }
          let words: [String: [String: String]] = [
            "side": ["a": "b", "b": "a"], "change": ["added": "removed", "removed": "added"],
          ]
          return JSON.Member(name: name, value: .string(words[name]?[word] ?? word))
        }.sorted { $0.name < $1.name })
    case .array(let elements): .array(elements.map(mirrored))
    default: json
    }
  }

  // MARK: Each kind of difference

  /// The differences in a list of fields: `name: old → new`.
  private static func texts(_ fields: JSON?) -> [String] {
    (fields?.elements ?? []).map { field in
      let values = ["a", "b"].map { side in
        field[side].map { $0.string ?? $0.number ?? ($0 == .bool(true) ? "true" : "…") } ?? "-"
      }
      return "\(field["name"]?.string ?? "?"): \(values.joined(separator: " → "))"
    }
  }

  @Test("Fields that were changed, added and removed")
  func fields() async throws {
    try await make(
      "a",
      "receipt: {bundle_id: com.example.tea, receipt_creation_date: 2025-03-10, "
        + "preorder_date: 2025-01-01}", "--raw", "4242=0401aa", "--raw", "4243=0401bb")
    try await make(
      "b",
      "receipt: {bundle_id: com.example.tea, receipt_creation_date: 2025-03-10, "
        + "expiration_date: 2026-01-01}", "--raw", "4242=0401ab", "--raw", "4244=0401bb")
    let json = try await json("a", "b")
    #expect(
      Self.texts(json["fields"]).filter { !$0.hasPrefix("opaque") && !$0.hasPrefix("sha1") } == [
        "attributes[4242]: BAGq → BAGr", "attributes[4243]: BAG7 → -",
        "attributes[4244]: - → BAG7", "expiration_date: - → 2026-01-01T00:00:00Z",
        "preorder_date: 2025-01-01T00:00:00Z → -",
      ])
    #expect(json["purchases"] == .array([]))
    #expect(json["signature"] == .array([]))
    let text = try await diff("a", "b").text
    #expect(text.contains("they differ in 5 fields\n"))
    #expect(text.contains("  ~ attributes[4242]  0401aa → 0401ab\n"))
    #expect(text.contains("  - preorder_date     2025-01-01 00:00:00 UTC\n"))
  }

  @Test("Purchases that were added, removed and changed")
  func purchases() async throws {
    try await make("before", Self.before)
    try await make("after", Self.after)
    let purchases = try #require(try await json("before", "after")["purchases"]?.elements)
    #expect(
      purchases.map { "\($0["change"]?.string ?? "") \($0["transaction_id"]?.string ?? "")" } == [
        "changed 900", "removed 901", "added 1003", "added 1004", "added 2001",
      ])
    #expect(Self.texts(purchases[0]["fields"]) == ["cancellation_date: - → 2025-04-05T00:00:00Z"])
  }

  @Test("Different values never look the same")
  func alike() async throws {
    let long = (0..<40).map { String(format: "%02x", $0) }.joined()
    let spec = "receipt: {bundle_id: com.example.tea, receipt_creation_date: 2025-03-10, in_app: []"
    try await make(
      "a", spec + ", application_version: \"caf\u{E9}\"}", "--raw", "4242=0428\(long)")
    try await make(
      "b", spec + ", application_version: \"cafe\u{301}\"}", "--raw",
      "4242=0428\(long.replacing("1e1f", with: "1eff"))")
    let text = try await diff("a", "b").expect(status: 1).text
    #expect(
      text.contains("  ~ attributes[4242]     …1f20212223242526… at byte 33 → …ff2021"), "\(text)")
    #expect(text.contains("(…c3a9 at byte 3) → "), "\(text)")
    #expect(text.contains("(…65cc81 at byte 3)\n"), "\(text)")
  }

  @Test("A transaction is matched by its number, whatever else changed")
  func renamed() async throws {
    try await make("a", Self.spec(Self.purchase("gold", 900, "2025-01-01")))
    try await make(
      "b", Self.spec(Self.purchase("silver", 900, "2025-01-02", "quantity: 3")))
    let purchases = try #require(try await json("a", "b")["purchases"]?.elements)
    #expect(purchases.map { $0["change"]?.string } == ["changed"])
    #expect(
      Self.texts(purchases[0]["fields"]) == [
        "original_purchase_date: 2025-01-01T00:00:00Z → 2025-01-02T00:00:00Z",
        "product_id: com.example.tea.gold → com.example.tea.silver",
        "purchase_date: 2025-01-01T00:00:00Z → 2025-01-02T00:00:00Z", "quantity: 1 → 3",
      ])
  }

  @Test("A purchase that occurs twice counts as one more")
  func twice() async throws {
    let coins = Self.purchase("coins", 901, "2025-01-02")
    try await make("a", Self.spec(coins))
    try await make("b", Self.spec(coins, coins))
    let json = try await json("a", "b")
    #expect(json["purchases"]?.elements?.map { $0["change"]?.string } == ["added"])
  }

  struct Story: Sendable, CustomTestStringConvertible {
    let name: String
    let a: String
    let b: String
    /// `side event`, followed by product, date, count and successor where present.
    let events: [String]
    var arguments: [String] = []
    var testDescription: String { name }
  }

  private static let yearly = purchase(
    "yearly", 1005, "2025-03-20", until: "2026-03-20", of: 1001)
  private static let upgraded = purchase(
    "monthly", 1002, "2025-03-01", until: "2025-04-01", of: 1001, "cancellation_date: 2025-03-20")

  private static let stories: [Story] = [
    Story(
      name: "renewed", a: spec(january, march),
      b: spec(created: "2025-05-10", january, march, april, may),
      events: ["b renewed monthly 2025-06-01 2"]),
    Story(
      name: "subscribed", a: spec(purchase("gold", 900, "2025-01-01")),
      b: spec(purchase("gold", 900, "2025-01-01"), january, march),
      events: ["b subscribed monthly 2025-04-01 2"]),
    Story(
      name: "refunded", a: spec(purchase("gold", 900, "2025-01-01")),
      b: spec(purchase("gold", 900, "2025-01-01", "cancellation_date: 2025-02-03")),
      events: ["b refunded gold 2025-02-03"]),
    Story(
      name: "upgraded", a: spec(january, march),
      b: spec(created: "2025-04-10", january, upgraded, yearly),
      events: ["b upgraded monthly 2025-03-20 yearly inferred", "b renewed yearly 2026-03-20 1"]),
    Story(
      name: "lapsed", a: spec(january, march), b: spec(created: "2025-04-02", january, march),
      events: ["b lapsed monthly 2025-04-01 inferred"]),
    Story(
      name: "resumed", a: spec(created: "2025-03-10", january),
      b: spec(created: "2025-04-10", january, april),
      events: ["b renewed monthly 2025-05-01 1", "b resumed monthly 2025-05-01 inferred"]),
    Story(
      name: "not lapsed: bought, and nothing more was known", a: spec(january, march),
      b: spec(created: "2025-03-20", january, march), events: []),
    Story(
      name: "lapsed since, by the day that is named", a: spec(january, march),
      b: spec(created: "2025-03-20", january, march),
      events: ["b lapsed monthly 2025-04-01 inferred"], arguments: ["--at", "2025-04-02"]),
    Story(
      name: "the later receipt first", a: spec(created: "2025-05-10", january, march, april, may),
      b: spec(january, march), events: ["a renewed monthly 2025-06-01 2"]),
    Story(
      name: "an older period came to be known", a: spec(march), b: spec(january, march),
      events: []),
    Story(
      name: "two apps have no history", a: spec(january, march),
      b: spec(created: "2025-05-10", january, march, april)
        .replacing("bundle_id: com.example.tea", with: "bundle_id: com.example.kettle"),
      events: []),
    Story(
      name: "two environments have none either", a: spec(january, march),
      b: "environment: Production\n"
        + spec(created: "2025-05-10", january, march, april)
        .replacing("receipt:\n", with: "receipt:\n  environment: Production\n"), events: []),
  ]

  @Test("Events", arguments: stories)
  func events(story: Story) async throws {
    let b = story.b.replacing("environment: Production\nreceipt:", with: "receipt:")
    try await make("a", story.a)
    try await make("b", b)
    let result = try await bench.run(
      ["diff", "a", "b", "--format", "json"] + story.arguments
    ).expect(status: 1)
    let events = try #require(try result.json()["events"]?.elements)
    func last(_ text: JSON?) -> String? {
      text?.string?.split(separator: ".").last.map(String.init)
    }
    func words(_ event: JSON) -> String {
      let day: String? = event["date"]?.string.map { String($0.prefix(10)) }
      let words: [String?] = [
        event["side"]?.string, event["id"]?.string, last(event["product_id"]), day,
        event["count"]?.number, last(event["successor_product_id"]),
        event["inferred"] == .bool(true) ? "inferred" : nil,
      ]
      return words.compactMap(\.self).joined(separator: " ")
    }
    #expect(events.map(words) == story.events)
  }

  @Test("Upcoming renewals", arguments: ["jws-renewal-info", "jws-notification", "verify-receipt"])
  func renewals(style: String) async throws {
    let renewal = "product_id: monthly, original_transaction_id: \"10010000000000000001\""
    try await make(
      "a",
      Self.spec(
        Self.january,
        renewals: "{\(renewal), auto_renew_product_id: monthly, auto_renew_status: true}"),
      "--style", style)
    try await make(
      "b",
      Self.spec(
        Self.january,
        renewals:
          "{\(renewal), auto_renew_product_id: yearly, auto_renew_status: false, expiration_intent: 1}"
      ), "--style", style)
    let json = try await json("a", "b")
    let renewals = try #require(json["renewals"]?.elements)
    #expect(renewals.map { $0["change"]?.string } == ["changed"])
    #expect(
      Self.texts(renewals[0]["fields"]) == [
        "auto_renew_product_id: monthly → yearly", "auto_renew_status: true → …",
        "expiration_intent: - → 1",
      ])
    let text = try await diff("a", "b").text
    #expect(text.contains("  Renewals to come\n  ~ monthly  subscription 10010000000000000001\n"))
    #expect(text.contains("      + expiration_intent      1\n"))
    #expect(
      try await diff("a", "b", columns: 40).text
        .contains("  Renewals to come\n  ~ monthly\n      subscription 10010000000000000001\n"))
  }

  @Test("A path that is too long for a line is broken behind slashes")
  func longPath() async throws {
    let folder = "a-folder-with-a-name/another-folder-of-it/the-last-of-the-folders"
    for name in ["a", "b"] { try bench.write("\(folder)/\(name)", TestReceipts.der()) }
    let lines = try await diff("\(folder)/a", "\(folder)/b", columns: 40).expect(status: 0).lines
    #expect(lines.first == "- a-folder-with-a-name/")
    #expect(lines.allSatisfy { $0.count <= 40 })
  }

  @Test("The signature, its certificates, and whether it is trusted")
  func signature() async throws {
    try await make("a", Self.before)
    try await make("b", Self.before, "--digest", "sha1")
    #expect(
      Self.texts(try await json("a", "b")["signature"]) == ["digest: sha256 → sha1"])
    // A receipt that was changed after it was signed.
    var bytes = try bench.read("a")
    let place = try #require(
      bytes.indices.first { bytes[$0...].starts(with: "com.example.tea.gold".utf8) })
    bytes[place] = UInt8(ascii: "k")
    try bench.write("d", bytes)
    let tampered = try await json("a", "d")
    #expect(
      Self.texts(tampered["signature"]) == [
        "reason: - → bad-signature", "status: custom → untrusted",
      ])
    #expect(tampered["purchases"]?.elements?.count == 1)
    // A receipt of another authority, whose root is not trusted.
    try await make("c", Self.before, "--pki", "authority")
    let other = try await bench.run(["diff", "a", "c", "--format", "json"]).expect(status: 1).json()
    #expect(
      other["signature"]?.elements?.compactMap { $0["name"]?.string } == [
        "leaf_certificate", "other_certificates",
      ])
    #expect(other["fields"] == .array([]))
  }

  // MARK: Across forms

  private static let styles = [
    "apple", "ios6", "jws-transaction", "jws-app-transaction", "jws-renewal-info",
    "jws-notification", "verify-receipt",
  ]

  @Test("A field that a form cannot contain is no difference", arguments: styles)
  func forms(style: String) async throws {
    let spec = Self.spec(
      Self.purchase(
        "monthly", 1001, "2025-02-01", until: "2025-03-01",
        "is_trial_period: true, web_order_line_item_id: \"77\""),
      renewals: "{product_id: com.example.tea.monthly, original_transaction_id: \"1001\", "
        + "auto_renew_product_id: com.example.tea.monthly, auto_renew_status: true}")
    try await make("a", spec, "--style", style)
    // A response has its own request date.
    let others = Self.styles.filter { style != "verify-receipt" || $0 != style }
    try #require(others.count > 1)
    for other in others {
      try await make("b", spec, "--style", other)
      let result = try await diff("a", "b").expect(status: 0).expectSilence()
      let words =
        style == other ? "  the same, byte for byte\n" : "  the same in all that both say: "
      #expect(result.text.contains(words), "\(result)")
      #expect(!result.text.contains(" 0 "), "\(result)")
      let tellRenewals = [style, other].filter {
        ["jws-renewal-info", "jws-notification", "verify-receipt"].contains($0)
      }
      #expect(
        result.text.contains("1 renewal to come")
          == (style == other ? false : !tellRenewals.isEmpty), "\(result)")
    }
  }

  @Test(
    "A purchase of one form is matched with those of another",
    arguments: ["ios6", "jws-transaction", "jws-notification"])
  func amongMany(style: String) async throws {
    try await make("many", Self.after)
    try await make("one", Self.spec(Self.purchase("gold", 900, "2025-01-01")), "--style", style)
    let json = try await json("many", "one")
    #expect(json["left_out"]?["a"]?["purchases"]?.number == "5")
    #expect(json["purchases"]?.elements?.map { $0["transaction_id"]?.string } == ["900"])
    #expect(
      Self.texts(json["purchases"]?[0]?["fields"])
        == ["cancellation_date: 2025-04-05T00:00:00Z → -"])
    try await diff("many", "one").expect(status: 1)
      .expect(output: "only in the first, and not compared, because ")
      .expect(output: " does not say it: 5 purchases, ")
  }

  @Test("Unknown trust of an iOS 6 transaction is no difference")
  func unknownIssuer() async throws {
    let spec = Self.spec(Self.purchase("gold", 900, "2025-01-01"))
    try await make("a", spec)
    let old = try #require(CatalogueReceipt.all.first { $0.name == "ios6-issuer-unknown" })
    try bench.write("b", old.make(under: TestReceipts.authority.get()))
    let json = try await json("a", "b")
    #expect(json["b"]?["signature"]?["reason"]?.string == "issuer-missing")
    #expect(json["signature"] == .array([]))
    #expect(json["left_out"]?["a"]?["fields"]?.elements?.contains(.string("signature")) == true)
    #expect(json["left_out"]?["b"]?["fields"]?.elements?.contains(.string("signature")) == false)
  }

  @Test("The missing date of an upgrade in StoreKit 2 is no difference")
  func upgrade() async throws {
    try await make("a", Self.spec(Self.upgraded))
    try await make(
      "b",
      Self.spec(
        Self.purchase(
          "monthly", 1002, "2025-03-01", until: "2025-04-01", of: 1001, "is_upgraded: true")),
      "--style", "jws-transaction")
    try await diff("a", "b").expect(status: 0)
  }

  @Test("A purchase in several places of a response is one purchase")
  func answers() async throws {
    try await make("a", Self.before)
    try await make("b", Self.before, "--style", "verify-receipt")
    let answer = try bench.text("b")
    try await diff("a", "b").expect(status: 0)
    // The response was anonymized, but the receipt in it was not.
    try bench.write("c", Array(answer.replacing("tea.gold", with: "tea.xxxx").utf8))
    let json = try await json("a", "c")
    let purchase = try #require(json["purchases"]?[0])
    #expect(json["purchases"]?.elements?.count == 1)
    #expect(purchase["change"]?.string == "changed")
    #expect(
      purchase["fields"]?[0]?["b"]
        == .array([.string("com.example.tea.xxxx"), .string("com.example.tea.gold")]))
  }

  @Test("Two receipts that have nothing in common cannot be compared")
  func nothing() async throws {
    try bench.write("a", Array(#"{"status": 21007}"#.utf8))
    try await make("b", Self.before)
    let result = try await diff("a", "b").expect(status: 2).expect(message: "[nothing-in-common]")
    #expect(result.output.isEmpty)
    try await diff("a", "a").expect(status: 0)
  }

  // MARK: Unreadable input

  @Test("A damaged receipt is compared as far as possible, and that is reported")
  func damaged() async throws {
    try await make("whole", Self.before)
    try bench.write("cut", Array(try bench.read("whole").prefix(1_000)))
    let result = try await diff("whole", "cut", columns: 80).expect(status: 2)
      .expect(message: "cut: this receipt is damaged and compared as far as it reads: ")
      .expect(message: "[truncated]")
    Golden.expect(result.output, "diff.damaged.txt")
    let json = try await json("whole", "cut", status: 2)
    #expect(json["b"]?["error"]?["code"]?.string == "truncated")
    #expect(json["a"]?["error"] == nil)
    for options in [[], ["--redact"]] {
      let same = try await bench.run(["diff", "cut", "cut"] + options).expect(status: 2)
      #expect(same.text.contains("the same, byte for byte\n"))
    }
  }

  @Test("Every unreadable input is reported, in one JSON object")
  func unreadable() async throws {
    try bench.makeFolder("folder/inside")
    try bench.write("page", Array("<html></html>".utf8))
    try bench.write("receipt", TestReceipts.base64())
    for (a, b, codes) in [
      ("receipt", "missing", ["not-found"]), ("missing", "receipt", ["not-found"]),
      ("missing", "folder", ["not-found", "not-a-file"]), ("page", "page", ["html-page"]),
      ("folder", "receipt", ["not-a-file"]), ("", "receipt", []),
    ] {
      let result = try await bench.run(["diff", a, b]).expect(status: codes.isEmpty ? 64 : 2)
      for code in codes { result.expect(message: "[\(code)]") }
      #expect(result.output.isEmpty)
      guard let first = codes.first else { continue }
      let json = try await bench.run(["diff", a, b, "--format", "json"]).expect(status: 2).json()
      #expect(json["error"]?["code"]?.string == first)
      #expect(json.names == ["error", "schema", "source"])
      try await bench.run(["diff", a, b, "--quiet"]).expect(status: 2).expectSilence()
    }
    try await bench.run(["diff", "receipt", "receipt", "--max-size", "1K"]).expect(status: 2)
      .expect(message: "[too-large]")
    try await bench.run(["diff", "receipt", "receipt", "--form", "transaction"]).expect(status: 2)
      .expect(message: "[wrong-form]")
  }

  @Test("Wrong usage gives 64, and output that cannot be written gives 2")
  func usage() async throws {
    try bench.write("receipt", TestReceipts.base64())
    for arguments in [
      [], ["receipt"], ["receipt", "receipt", "receipt"], ["-", "-"], ["receipt", ""],
      ["receipt", "receipt", "--format", "csv"], ["receipt", "receipt", "--at", "soon"],
      ["receipt", "receipt", "--redact-key", "key"], ["receipt", "receipt", "-o", ""],
    ] {
      try await bench.run(["diff"] + arguments).expect(status: 64)
    }
    try await bench.run(["diff", "receipt", "receipt", "-o", "no/such/folder"])
      .expect(status: 2).expect(message: "cannot be written")
  }

  @Test("Either input may be standard input, and the output may go to a file")
  func streams() async throws {
    let bytes = try TestReceipts.base64()
    try bench.write("receipt", bytes)
    for arguments in [["-", "receipt"], ["receipt", "-"]] {
      let result = try await bench.run(["diff"] + arguments, input: bytes).expect(status: 0)
      #expect(result.text.contains(" standard input: App Store receipt, sandbox"))
    }
    let result = try await bench.run(["diff", "receipt", "receipt", "-o", "answer"])
      .expect(status: 0)
    #expect(result.output.isEmpty)
    #expect(try bench.text("answer").contains("the same, byte for byte"))
  }

  @Test("Two inputs with several receipts each are compared pair by pair")
  func several() async throws {
    try await make("a", Self.before)
    try await make("b", Self.after)
    func line(_ name: String) throws -> String {
      Data(try bench.read(name)).base64EncodedString()
    }
    let (a, b) = (try line("a"), try line("b"))
    try bench.write("two", Array("first \(a)\nsecond \(b)\n".utf8))
    try bench.write("others", Array("first \(a)\nsecond \(a)\n".utf8))
    let text = try await diff("two", "others").expect(status: 1).text
    #expect(text.contains("- two, line 1: ") && text.contains("+ others, line 2: "))
    let json = try await json("two", "others")
    #expect(json.elements?.map { $0["same"] } == [.bool(true), .bool(false)])
    try await diff("two", "a").expect(status: 2)
      .expect(message: "two: there are 2 receipts in it, and 1 in the other [several-receipts]")
    // What cannot be read at all is told before that.
    try bench.write("none", Array("nothing".utf8))
    try await diff("two", "none").expect(status: 2).expect(message: "none: this is neither")
  }

  // MARK: Hostile and secret

  @Test("Hostile text never reaches a terminal", arguments: [60, 200])
  func hostile(columns: Int) async throws {
    let evil = "\u{1B}[31m\u{202E}evil\r\n  + fake"
    let receipts = [evil, evil + "!"].map { evil in
      DER.receipt(
        [2, 3, 10, 777].map { DER.attribute($0, DER.utf8(evil)) }
          + [
            DER.attribute(12, DER.ia5(evil)),
            TestReceipts.purchase(DER.utf8(evil), transaction: evil),
            TestReceipts.purchase(DER.utf8("日本語.\(evil)"), transaction: "1"),
          ])
    }
    try bench.write("a", receipts[0])
    try bench.write("b", receipts[1])
    let quoted = String(decoding: try JSONEncoder().encode(evil), as: UTF8.self)
    for (name, status) in [("c", 0), ("d", 1)] {
      try bench.write(
        name,
        Array(
          #"{"status": \#(status), \#(quoted): \#(status), "receipt": {"bundle_id": \#(quoted), "in_app": []}}"#
            .utf8))
    }
    for (a, b) in [("a", "b"), ("c", "d"), ("a", "c")] {
      for options in [["--format", "json"], [], ["--redact"]] {
        let result = try await bench.run(
          ["diff", a, b] + options, environment: ["COLUMNS": "\(columns)"])
        // Their dates are not valid, while the responses are whole.
        result.expect(status: a == "c" ? 1 : 2)
        expectNoControls(result.output)
        expectNoControls(result.messages)
        if options.isEmpty {
          if columns == 60 { Golden.expect(result.output, "diff.hostile.\(a)\(b).60.txt") }
          #expect(!result.text.contains("\n  + fake"))
        }
      }
    }
  }

  @Test("With pseudonyms, the same things differ, and nothing identifies a person")
  func redacted() async throws {
    try await make("before", Self.before)
    try await make("after", Self.after)
    let plain = try await json("before", "after")
    // With a fixed key, because a random pseudonym may equal the original.
    try bench.write("key", [UInt8](repeating: 7, count: 32))
    let result = try await diff(
      "before", "after", "--redact", "--redact-key", "key", "--format", "json"
    ).expect(status: 1)
    let json = try result.json()
    for identifier in ["com.example", "1003", "2001", "monthly"] {
      #expect(!result.text.contains(identifier), "\(identifier)")
    }
    func shape(_ json: JSON) -> [String?] {
      (json["purchases"]?.elements ?? []).map { $0["change"]?.string }
        + (json["events"]?.elements ?? []).map { $0["id"]?.string }
        + (json["fields"]?.elements ?? []).map { $0["name"]?.string }
    }
    #expect(shape(json).compactMap(\.self).sorted() == shape(plain).compactMap(\.self).sorted())
    try await diff("before", "before", "--redact").expect(status: 0)
  }

  @Test("Pseudonyms do not make different bytes equal")
  func redactedBytes() async throws {
    try await make("a", Self.before)
    try await make("b", Self.before, "--pki", "authority")
    let result = try await bench.run(["diff", "a", "b", "--redact", "--format", "json"])
      .expect(status: 1)
    #expect(try result.json()["same_bytes"] == .bool(false))
  }

  // MARK: The documentation

  @Test("The documentation shows the real output")
  func documentation() async throws {
    for name in ["sandbox-subscription.b64", "sandbox-subscription.verify-receipt.json"] {
      try bench.write("Fixtures/\(name)", TestReceipts.fixture(name))
    }
    try await bench.expectDocumented(
      "docs/diff.md", commands: 9, environment: ["COLUMNS": "100"])
  }

  // MARK: Everything

  @Test("Everything in the catalogue equals itself, and fits")
  func catalogue() async throws {
    try bench.write("genuine", TestReceipts.base64())
    let receipts = CatalogueReceipt.all.filter { !$0.name.contains("many") }
    for (index, receipt) in receipts.enumerated() {
      // Half of them at each width: all at both would take minutes.
      let columns = index.isMultiple(of: 2) ? 60 : 200
      try bench.write("receipt", receipt.make(under: TestReceipts.authority.get()))
      let same = try await diff("receipt", "receipt", "--quiet", columns: columns)
      let whole = try await bench.run(["decode", "receipt", "--quiet"]).code
      #expect(same.code == whole, "\(receipt.name)")
      #expect(same.output.isEmpty || same.text.contains("  the same, byte for byte\n"))
      let other = try await diff("genuine", "receipt", "--quiet", columns: columns)
      #expect(other.code == (whole == 0 ? 1 : 2), "\(receipt.name)")
      for result in [same, other] {
        expectFit(result, columns: columns)
        expectNoControls(result.output)
      }
    }
  }

  @Test(
    "Every receipt of the corpus equals itself, at every width, with and without colour",
    .enabled(if: TestReceipts.corpus != nil, "there is no corpus"),
    arguments: [("never", 60), ("always", 200)])
  func corpus(color: String, columns: Int) async throws {
    let corpus = try #require(TestReceipts.corpus)
    for folder in ["app-receipt", "ios6-transaction", "jws", "verify-receipt", "broken"] {
      let names = try FileManager.default.contentsOfDirectory(
        atPath: corpus.appendingPathComponent(folder).path
      ).filter { !$0.hasSuffix(".ref.json") }.sorted()
      let paths = names.map { corpus.appendingPathComponent("\(folder)/\($0)").path }
      try #require(!paths.isEmpty)
      var decoded: [Int32?] = []
      for path in paths {
        decoded.append(try await bench.run(["decode", path, "--quiet"]).code)
      }
      for index in paths.indices {
        let next = (index + 1) % paths.count
        let same = try await diff(
          paths[index], paths[index], "--color", color, "--quiet", columns: columns)
        #expect(same.code == decoded[index], "\(same)")
        #expect(same.output.isEmpty || same.text.contains("the same, byte for byte"))
        let other = try await diff(
          paths[index], paths[next], "--color", color, columns: columns)
        // Some forms share no field, and some say the same in all the fields that they share.
        let comparable =
          decoded[index] == 0 && decoded[next] == 0
          && !other.messageText.contains("[nothing-in-common]")
        let equal = other.text.contains("the same in all that both say")
        #expect(
          other.code == (!comparable ? 2 : equal ? 0 : 1), "\(names[index]) and \(names[next])")
        guard color == "never" else { continue }
        expectFit(same, columns: columns)
        expectFit(other, columns: columns)
      }
    }
  }

  @Test("Two lists of subscriptions differ in the group of one")
  func group() async throws {
    let bench = try Workbench()
    for group in ["20000001", "20000002"] {
      try bench.write(
        group,
        Array(
          """
          {"bundleId":"com.example.app","environment":"Production","data":[{"subscriptionGroupIdentifier":"\(group)",
           "lastTransactions":[{"status":1,"originalTransactionId":"2"}]}]}
          """.utf8))
    }
    let told = try await bench.run(["diff", "20000001", "20000002"]).expect(status: 1)
    #expect(told.text.contains("subscription_group_identifier"), "\(told)")
    #expect(!told.text.contains(".status"), "\(told)")
  }
}
