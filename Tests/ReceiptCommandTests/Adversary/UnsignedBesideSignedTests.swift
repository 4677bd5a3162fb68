import Foundation
import Testing

@testable import ReceiptCommandLine
@testable import ReceiptCore
@testable import ReceiptMaking

/// Unsigned text beside a signed one, in every wrapping: what is signed counts, and what is not makes no check pass and
/// gives no access.
@Suite struct UnsignedBesideSignedTests {
  /// Each check of an expectation, with what is signed and what the unsigned text says.
  private static let checks: [(id: CheckID, signed: [String], unsigned: [String])] = [
    (.bundleID, ["--bundle-id", "com.true.app"], ["--bundle-id", "com.lie.app"]),
    (.appVersion, ["--app-version", "7"], ["--app-version", "5"]),
    (.environment, ["--environment", "production"], ["--environment", "sandbox"]),
    (.deviceHash, ["--device-id", device], ["--device-id", Lies.deviceID]),
    // It runs unasked, and neither text has expired.
    (.receiptExpiration, [], []),
    (.originalVersion, ["--first-free-version", "10"], ["--first-free-version", "5"]),
    (.product, ["--product", "true.pro"], ["--product", Lies.product]),
    (.subscription, ["--active-product", "true.pro"], ["--active-product", Lies.product]),
    (.age, ["--max-age", "40d"], ["--max-age", "2d"]),
    (.appAppleID, ["--app-apple-id", "1"], ["--app-apple-id", "999"]),
    (.transactionID, ["--transaction-id", "100"], ["--transaction-id", "999"]),
    (
      .originalTransactionID, ["--original-transaction-id", "100"],
      ["--original-transaction-id", "999"]
    ),
  ]

  private static let device = "7f1e0f3c-0b1a-4a52-9d5f-2b1d6f8a7c90"
  private static let moment = ["--at", "2025-06-01T00:00:00Z"]

  private static let deviceOfSpec = "  device_id: \(device)"

  private static let spec = """
    receipt:
      bundle_id: com.true.app
      environment: Production
      app_item_id: 1
      application_version: "7"
      original_application_version: "9"
    \(deviceOfSpec)
      in_app:
        - {product_id: true.pro, transaction_id: "100", original_transaction_id: "100",
           purchase_date: 2025-01-01, expires_date: 2026-01-01}
    pending_renewal_info:
      - {product_id: true.pro, auto_renew_product_id: true.pro, original_transaction_id: "100",
         auto_renew_status: true}

    """

  /// The styles of receipts that are signed as a whole.
  private static let styles = MakeStyle.allCases.filter { style in
    switch style.kind {
    case .attributes(let attributes): attributes == .apple
    case .ios6, .signed: true
    // These are no signed text, but hold some.
    case .verifyReceipt, .request, .notificationV1, .api: false
    }
  }

  private static let requestOfStyle = """
    request: {original_transaction_id: "100", product_id: true.pro, user_locale: en,
      request_identifier: x}

    """

  /// A signed text with unsigned words around it, by the name of what is around.
  private static func wrapped(_ signed: String) -> [(name: String, value: Any)] {
    func with(_ object: [String: Any], _ members: [String: Any]) -> [String: Any] {
      object.merging(members) { $1 }
    }
    let both: [String: Any] = ["signedTransactionInfo": signed, "signedRenewalInfo": signed]
    let api = Lies.payload(.apiAnswer)
    let last = with(["originalTransactionId": "999", "status": 1], both)
    let group: [String: Any] = ["subscriptionGroupIdentifier": "1", "lastTransactions": [last]]
    let notification = Lies.payload(.notification)
    let data = notification["data"] as? [String: Any] ?? [:]
    var all: [(name: String, value: Any)] = [
      ("history", with(api, ["signedTransactions": [signed]])),
      ("one transaction", with(api, ["signedTransactionInfo": signed])),
      ("app transaction", with(api, ["signedAppTransactionInfo": signed])),
      ("statuses", with(api, ["data": [group]])),
      ("notification", with(notification, ["data": with(data, both)])),
    ]
    for member in ["latest_receipt", "signedTransactionInfo", "unheard_of"] {
      all.append(("response \(member)", with(Lies.response(), [member: signed])))
    }
    var lies = ReceiptForm.allCases.map { ($0.rawValue, Lies.payload($0)) }
    lies.append(("response", Lies.response()))
    for (name, lie) in lies where !lie.isEmpty {
      all.append(("before \(name)", [signed, lie] as [Any]))
      all.append(("after \(name)", [lie, signed] as [Any]))
      all.append(("beside \(name)", ["jws": signed, "decoded": lie] as [String: Any]))
      all.append(("in \(name)", with(lie, ["signed": signed])))
    }
    return all
  }

  /// A folder of all styles in all wrappings. The signed text alone is in a file with the style's name.
  private func bench() async throws -> Workbench {
    let bench = try Workbench()
    try bench.makeFolder("in")
    for style in Self.styles {
      let name = style.rawValue
      // A transaction of iOS 6 says nothing of its device.
      let spec = style == .ios6 ? Self.spec.replacing(Self.deviceOfSpec, with: "") : Self.spec
      let more = style == .jwsRealtimeRequest ? Self.requestOfStyle : ""
      try await bench.run(
        [
          "make", "-", "--style", name, "--created", "2025-05-01T00:00:00Z", "-o", "in/\(name)",
          "--root", "roots.pem",
        ], input: Array((spec + more).utf8)
      ).expect(status: 0)
      let made = try bench.read("in/\(name)")
      let signed =
        name.hasPrefix("jws") ? String(decoding: made, as: UTF8.self) : Base64.encode(made[...])
      for (wrapping, value) in Self.wrapped(signed.trimmingSuffix { $0 == "\n" }) {
        let json = try JSONSerialization.data(withJSONObject: value, options: .sortedKeys)
        try bench.write("in/\(name) \(wrapping)", json)
      }
    }
    return bench
  }

  private func rows(_ bench: Workbench, _ command: String, _ options: [String]) async throws
    -> [JSON]
  {
    let result = try await bench.run(
      [command, "in", "--trust-root", "roots.pem", "--format", "ndjson", "--quiet"] + options
        + Self.moment)
    return try result.lines.map { try JSON($0.utf8) }
  }

  /// The checks of expectations that pass.
  private func passes(_ row: JSON) -> Set<String> {
    let asked = Set(Self.checks.map(\.id.rawValue)).subtracting(["receipt-expiration"])
    let passed = (row["checks"]?.elements ?? []).filter { $0["status"]?.string == "pass" }
    return Set(passed.compactMap { $0["id"]?.string }).intersection(asked)
  }

  private func file(_ row: JSON) -> String {
    String((row["source"]?["name"]?.string ?? "").dropFirst("in/".count))
  }

  @Test("Every check of the table has a row here")
  func table() {
    #expect(Self.checks.map(\.id) == Checks.expectations.map { $0.id })
    #expect(Self.styles.count > 5)
  }

  @Test("What is signed counts in every wrapping, and nothing else passes")
  func signed() async throws {
    let rows = try await rows(try await bench(), "check", Self.checks.flatMap(\.signed))
    let alone = Dictionary(
      uniqueKeysWithValues: rows.filter { MakeStyle(rawValue: file($0)) != nil }
        .map { (file($0), passes($0)) })
    #expect(alone.count == Self.styles.count)
    // Each check is passed by a signed text.
    let all = alone.values.reduce(into: Set<String>()) { $0.formUnion($1) }
    #expect(all.count == Self.checks.count - 1, "\(all)")
    var wrapped = 0
    for row in rows {
      if row["signature"]?["status"]?.string == "custom" {
        let style = String(file(row).prefix { $0 != " " })
        // What Apple's servers send is for no device.
        let isAnswer = row["source"]?["form"]?.string == "api-answer"
        let expected = alone[style]?.subtracting(isAnswer ? ["device-hash"] : [])
        #expect(passes(row) == expected, "\(file(row))")
        wrapped += 1
      } else {
        #expect(row["verdict"]?.string != "pass", "\(file(row))")
      }
    }
    #expect(wrapped > 10 * Self.styles.count)
  }

  @Test("No check passes by an unsigned text")
  func unsigned() async throws {
    let rows = try await rows(try await bench(), "check", Self.checks.flatMap(\.unsigned))
    #expect(rows.count > 30 * Self.styles.count)
    for row in rows {
      #expect(passes(row) == [], "\(file(row))")
      #expect(row["verdict"]?.string != "pass", "\(file(row))")
    }
  }

  @Test("No access is given by an unsigned text, and what it claims is marked")
  func access() async throws {
    let rows = try await rows(try await bench(), "diagnose", [])
    #expect(rows.count > 30 * Self.styles.count)
    var claims = 0
    for row in rows {
      let action = row["summary"]?["action"]
      let products = action?["product_ids"]?.elements?.compactMap(\.string) ?? []
      // It may be named as that of which the server has to ask first.
      #expect(
        action?["code"]?.string == "confirm-first" || !products.contains(Lies.product),
        "\(file(row)): \(products)")
      for owned in row["summary"]?["owned"]?.elements ?? []
      where owned["product_id"]?.string == Lies.product {
        claims += 1
        #expect(owned["certainty"]?.string == "unsigned", "\(file(row))")
      }
    }
    #expect(claims > Self.styles.count)
  }
}
