import Foundation
import ReceiptCore
import Testing

/// `receipt make` of responses of the App Store Server API, and of the body that is posted to verifyReceipt.
@Suite struct APIStyleTests {
  private static let spec = """
    receipt:
      environment: Production
      bundle_id: com.example.tea
      receipt_creation_date: 2025-03-01T12:00:00Z
      in_app:
        - {product_id: month, transaction_id: "11", original_transaction_id: "11", purchase_date: 2025-01-15, expires_date: 2025-02-15, subscription_group_identifier: g}
        - {product_id: month, transaction_id: "12", original_transaction_id: "11", purchase_date: 2025-02-15, expires_date: 2025-03-15, subscription_group_identifier: g}
        - {product_id: year, transaction_id: "21", purchase_date: 2024-02-01, expires_date: 2025-02-01, subscription_group_identifier: h}
        - {product_id: coins, product_type: consumable, transaction_id: "31", purchase_date: 2025-02-01, cancellation_date: 2025-02-02, cancellation_reason: 1}
    pending_renewal_info:
      - {product_id: month, auto_renew_product_id: month, auto_renew_status: true}
      - {product_id: year, auto_renew_product_id: year, auto_renew_status: true, is_in_billing_retry_period: true}
    """

  private static let kinds: [(String, [String])] = [
    ("history", ["transaction", "transaction", "transaction", "transaction"]),
    ("statuses", ["transaction", "renewal-info", "transaction", "renewal-info"]),
    ("refunds", ["transaction"]),
    ("order", ["transaction", "transaction", "transaction", "transaction"]),
    ("app-transaction", ["app-transaction"]), ("notifications", ["notification"]),
    ("test-notification", ["notification"]), ("renewal-extension", []), ("seats", []),
    ("groups", []), ("error", []),
  ]

  private func decode(_ bench: Workbench, _ name: String) async throws -> CommandResult {
    try await bench.run([
      "decode", name, "--all", "--format", "json", "--trust-root", "roots.pem",
    ]).expect(status: 0)
  }

  /// What a response says, without the certificates and the place in a file.
  private func model(_ json: JSON) -> [JSON?] {
    let names = ["answer", "receipt", "other_fields", "pending_renewal_info", "notification"]
    let nested = json["nested"]?.elements ?? []
    return names.map { json[$0] }
      + nested.flatMap { [$0["source"]?["part"], $0["payload"]] + model($0) }
  }

  @Test(
    "each kind of response is made, verified, and made again from what it says", arguments: kinds)
  func kind(kind: String, signed: [String]) async throws {
    let bench = try Workbench()
    try await bench.run(
      ["make", "-", "--style", "api-" + kind, "-o", "made", "--root", "roots.pem"],
      input: Array(Self.spec.utf8)
    ).expect(status: 0).expectSilence()
    let decoded = try await decode(bench, "made")
    let json = try decoded.json()
    #expect(json["source"]?["form"]?.string == (kind == "error" ? "api-error" : "api-answer"))
    #expect(json["answer"]?["kind"]?.string == kind)
    #expect(json["nested"]?.elements?.map { $0["source"]?["form"]?.string } ?? [] == signed)
    #expect(json["findings"] == .array([]), "\(json)")
    if !signed.isEmpty {
      #expect(json["signature"]?["status"]?.string == "custom")
      try await bench.run(["check", "made", "--trust-root", "roots.pem"]).expect(status: 0)
    }
    try await bench.run(["make", "-", "-o", "again"], input: decoded.output).expect(status: 0)
      .expectSilence()
    let again = try await decode(bench, "again").json()
    #expect(model(again) == model(json))
  }

  @Test("a response about one transaction is made for each purchase")
  func transactions() async throws {
    let bench = try Workbench()
    let made = try await bench.run(
      ["make", "-", "--style", "api-transaction"], input: Array(Self.spec.utf8)
    ).expect(status: 0)
    #expect(made.lines.count == 4)
    #expect(
      try made.lines.map { try JSON($0.utf8).names?.count } == [2, 2, 2, 1],
      "a purchase without renewals has no renewal info")
    try await bench.run(["make", "-", "--style", "api-transaction"], input: Array("{}".utf8))
      .expect(status: 2).expect(message: "the SPEC has none")
  }

  @Test("the state of a subscription follows from its newest period, unless the SPEC says it")
  func statuses() async throws {
    let bench = try Workbench()
    func states(_ spec: String) async throws -> [[String?]] {
      let made = try await bench.run(
        ["make", "-", "--style", "api-statuses"], input: Array(spec.utf8)
      ).expect(status: 0)
      let json = try await bench.run(["decode", "--format", "json"], input: made.output).json()
      return (json["answer"]?["subscriptions"]?.elements ?? []).map { state in
        ["subscription_group_identifier", "original_transaction_id", "status"].map { name in
          state[name]?.string ?? state[name]?.number
        }
      }
    }
    #expect(try await states(Self.spec) == [["h", "21", "3"], ["g", "11", "1"]])
    let said = """

      answer: {subscriptions: [{subscription_group_identifier: g, original_transaction_id: "11", status: 4}]}
      """
    #expect(try await states(Self.spec + said) == [["g", "11", "4"]])
  }

  @Test("what decode prints of an app receipt is told as a response, and as a notification")
  func otherStyle() async throws {
    let bench = try Workbench()
    try await bench.run(["make", "-", "-o", "receipt"], input: Array(Self.spec.utf8))
      .expect(status: 0)
    let spec = try await bench.run(["decode", "receipt", "--format", "json"])
    for (style, count) in [("api-history", 4), ("api-refunds", 1), ("jws-notification", 2)] {
      let made = try await bench.run(["make", "-", "--style", style], input: spec.output)
        .expect(status: 0)
      let json = try await bench.run(["decode", "--format", "json"], input: made.output).json()
      #expect(json["nested"]?.elements?.count == count, "\(style)")
    }
  }

  @Test("The attempts to send a notification of a history have dates")
  func attempts() async throws {
    let bench = try Workbench()
    let spec = "style: api-notifications\nnotification: {notification_type: TEST}\n"
    try await bench.run(
      ["make", "-", "-o", "made", "--root", "roots.pem"],
      input: Array((spec + "receipt: {bundle_id: com.example.tea, environment: Sandbox}").utf8)
    ).expect(status: 0)
    let said = try await bench.run(["decode", "made", "--format", "json"])
    let attempt = try said.json()["other_fields"]?.elements?.first?["value"]?.elements?.first
    #expect(attempt?["attemptDate"]?.string?.hasPrefix("20") == true)
    #expect(try await bench.run(["decode", "made"]).text.contains(#""attemptDate":"20"#))
    // And they come back as Apple writes them.
    let again = try await bench.run(["make", "-"], input: said.output).expect(status: 0).json()
    let item = again["notificationHistory"]?.elements?.first
    #expect(item?["sendAttempts"]?.elements?.first?["attemptDate"]?.number != nil)
  }

  @Test("fields that no table has come back to their places")
  func otherFields() async throws {
    let bench = try Workbench()
    try await bench.run(
      ["make", "-", "--style", "api-statuses", "-o", "made", "--root", "roots.pem"],
      input: Array(Self.spec.utf8)
    ).expect(status: 0)
    let text = try bench.text("made")
      .replacing("{\"originalTransactionId\"", with: "{\"future\":[1.0],\"originalTransactionId\"")
      .replacing("{\"subscriptionGroup", with: "{\"b\":{\"c\":1},\"subscriptionGroup")
    try bench.write("made", text.utf8)
    let decoded = try await decode(bench, "made")
    #expect(try decoded.json()["other_fields"]?.elements?.count == 4)
    try await bench.run(["make", "-", "-o", "again"], input: decoded.output).expect(status: 0)
    let again = try await decode(bench, "again").json()
    #expect(try model(again) == model(decoded.json()))
  }

  @Test("defaults of an error and of a history of notifications")
  func defaults() async throws {
    let bench = try Workbench()
    func made(_ style: String, _ spec: String = "{}") async throws -> JSON {
      try await bench.run(["make", "-", "--style", style], input: Array(spec.utf8))
        .expect(status: 0).json()
    }
    #expect(try await made("api-error")["errorCode"]?.number == "4040010")
    let own = try await made("api-error", "answer: {error_code: 5000001, error_message: x}")
    #expect(own["errorCode"]?.number == "5000001" && own["errorMessage"]?.string == "x")
    let history = try await made("api-notifications")
    let element = history["notificationHistory"]?[0]
    #expect(element?["sendAttempts"]?[0]?["sendAttemptResult"]?.string == "SUCCESS")
    #expect(history["sendAttempts"] == nil && history["hasMore"] == .bool(false))
    let unknown = try await made("api-order")
    #expect(unknown["status"]?.number == "1" && unknown["signedTransactions"] == nil)
    try await bench.run(["make", "-"], input: Array("answer: {kind: history}".utf8))
      .expect(status: 0).expect(output: "signedTransactions")
    try await bench.run(
      ["make", "-", "--style", "api-history"], input: Array("answer: {hasmore: true}".utf8)
    ).expect(status: 2).expect(message: "did you mean \"has_more\"")
  }

  // MARK: What is posted to verifyReceipt

  @Test("the body of a request holds a receipt, and a password only from a file or the environment")
  func request() async throws {
    let bench = try Workbench()
    let spec = Array(
      "receipt: {bundle_id: com.example.tea, receipt_creation_date: 2025-03-01}".utf8)
    let plain = try await bench.run(
      ["make", "-", "--style", "request", "-o", "plain", "--root", "roots.pem"], input: spec
    ).expect(status: 0)
    plain.expectSilence()
    #expect(try JSON(bench.read("plain")).names == ["receipt-data"])
    try await bench.run(["check", "plain", "--trust-root", "roots.pem"]).expect(status: 0)
    try bench.write("secret", "0123456789abcdef0123456789abcdef\n".utf8)
    try await bench.run(
      [
        "make", "-", "--style", "request", "-o", "body", "--password-file", "secret",
        "--exclude-old-transactions",
      ], input: spec
    ).expect(status: 0).expectSilence()
    let body = try JSON(bench.read("body"))
    #expect(body.names == ["receipt-data", "password", "exclude-old-transactions"])
    #expect(body["password"]?.string == "0123456789abcdef0123456789abcdef")
    #expect(body["exclude-old-transactions"] == .bool(true))
    let named = try await bench.run(
      ["make", "-", "--style", "request", "-o", "named"],
      environment: ["RECEIPT_SHARED_SECRET": "from the environment"], input: spec)
    named.expect(status: 0)
    #expect(try JSON(bench.read("named"))["password"]?.string == "from the environment")
    for name in ["body", "named"] {
      let mode = try FileManager.default.attributesOfItem(atPath: bench.place(name))[
        .posixPermissions]
      #expect(mode as? Int == 0o600)
    }
    // The secret is for requests alone.
    let other = try await bench.run(
      ["make", "-"], environment: ["RECEIPT_SHARED_SECRET": "from the environment"], input: spec)
    let same = try await bench.run(["make", "-"], input: spec)
    #expect(other.expect(status: 0).output == same.output)
  }

  @Test("options of a request are refused where they mean nothing")
  func requestOptions() async throws {
    let bench = try Workbench()
    // A run that ends early reads no standard input.
    for (name, text) in [
      ("spec", "receipt: {}"), ("empty", "\n"), ("two", "a\nb\n"), ("secret", "s"),
    ] {
      try bench.write(name, text.utf8)
    }
    for name in ["empty", "two", "missing"] {
      try await bench.run(
        ["make", "spec", "--style", "request", "--password-file", name]
      ).expect(status: 2)
    }
    try await bench.run(["make", "spec", "--password-file", "secret"])
      .expect(status: 2).expect(message: "add --style request")
    try await bench.run(
      ["make", "spec", "--style", "apple", "--exclude-old-transactions"]
    ).expect(status: 64)
    try await bench.run(
      ["make", "spec", "--style", "request", "--password-file", "secret", "-o", "secret"]
    ).expect(status: 2).expect(message: "is an input")
    #expect(try bench.text("secret") == "s")
  }
}
