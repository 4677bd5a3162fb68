import Testing

/// Checks that ask for a transaction or an app by its id.
@Suite struct IdentifierCheckTests {
  private static let spec = """
    receipt:
      environment: Production
      bundle_id: com.example.app
      adam_id: 1234567890
      in_app:
        - {product_id: vip, transaction_id: 100, original_transaction_id: 90, expires_date: 2030-01-01}
    pending_renewal_info:
      - {product_id: vip, original_transaction_id: 90, auto_renew_status: true}
    """

  /// The one result of a check of something that is made from the SPEC.
  private func result(
    _ id: String, _ style: String, _ arguments: [String], spec: String = spec
  ) async throws -> JSON {
    let bench = try Workbench()
    try await bench.run(
      ["make", "-", "--style", style, "-o", "made", "--root", "roots.pem"], input: Array(spec.utf8)
    ).expect(status: 0)
    let result = try await bench.run(
      ["check", "made", "--trust-root", "roots.pem", "--format", "json"] + arguments)
    let found = try result.json()["checks"]?.elements?.filter { $0["id"]?.string == id } ?? []
    #expect(found.count == 1, "\(result)")
    let check = try #require(found.first)
    if style != "ios6", style != "verify-receipt" {
      result.expect(status: check["status"]?.string == "pass" ? 0 : 1)
    }
    return check
  }

  @Test(
    "A transaction is found in every form that holds it",
    arguments: [
      ("apple", "pass", nil), ("verify-receipt", "pass", nil), ("ios6", "pass", nil),
      ("jws-transaction", "pass", nil), ("jws-notification", "pass", nil),
      ("jws-app-transaction", "undetermined", "absent"),
      ("jws-renewal-info", "undetermined", "absent"),
    ] as [(String, String, String?)])
  func transaction(style: String, status: String, reason: String?) async throws {
    let found = try await result("transaction-id", style, ["--transaction-id", "100"])
    #expect(found["status"]?.string == status && found["reason"]?.string == reason)
    #expect(found["evidence"]?["transaction_id"]?.string == "100")
    guard status == "pass" else { return }
    let other = try await result("transaction-id", style, ["--transaction-id", "101"])
    #expect(other["status"]?.string == "fail" && other["reason"]?.string == "absent")
    #expect(other["evidence"]?["transaction_id"]?.string == "101")
  }

  @Test(
    "A transaction is compared byte by byte, and with the products that are expected",
    arguments: [
      (["100"], nil), (["0100"], "absent"), (["90"], "absent"), ([""], "absent"),
      (["100", "--product", "vip"], nil), (["100", "--product", "coins"], "mismatch"),
      (["100", "--product", "VIP"], "mismatch"),
    ] as [([String], String?)])
  func product(arguments: [String], reason: String?) async throws {
    let found = try await result("transaction-id", "apple", ["--transaction-id"] + arguments)
    #expect(found["reason"]?.string == reason && found["status"]?.string != "undetermined")
  }

  @Test("Of several products the transaction is of one")
  func products() async throws {
    let spec =
      Self.spec.replacing(
        "    - {product_id: vip",
        with: "    - {product_id: coins, transaction_id: 101}\n    - {product_id: vip")
    let found = try await result(
      "transaction-id", "apple",
      ["--transaction-id", "101", "--product", "vip", "--product", "coins"], spec: spec)
    #expect(found["status"]?.string == "pass" && found["evidence"]?["product"]?.string == "coins")
  }

  @Test("A refunded transaction is there, and the message says that it was refunded")
  func refunded() async throws {
    let spec = Self.spec.replacing(
      "expires_date:", with: "cancellation_date: 2025-01-01, expires_date:")
    let found = try await result(
      "transaction-id", "apple", ["--transaction-id", "100"], spec: spec)
    #expect(found["status"]?.string == "pass")
    #expect(found["message"]?.string?.contains("refunded") == true)
  }

  @Test(
    "An original transaction is found in every form that holds it",
    arguments: [
      ("apple", "pass", nil), ("verify-receipt", "pass", nil), ("ios6", "pass", nil),
      ("jws-transaction", "pass", nil), ("jws-notification", "pass", nil),
      ("jws-renewal-info", "pass", nil), ("jws-app-transaction", "undetermined", "absent"),
    ] as [(String, String, String?)])
  func original(style: String, status: String, reason: String?) async throws {
    let id = "original-transaction-id"
    let found = try await result(id, style, ["--\(id)", "90"])
    #expect(found["status"]?.string == status && found["reason"]?.string == reason)
    #expect(found["evidence"]?["original_transaction_id"]?.string == "90")
    guard status == "pass" else { return }
    // The id of the transaction itself is another one.
    let other = try await result(id, style, ["--\(id)", "100"])
    #expect(other["status"]?.string == "fail" && other["reason"]?.string == "absent")
  }

  @Test("Each id has its own result, and a report names it")
  func several() async throws {
    let bench = try Workbench()
    try await bench.run(
      ["make", "-", "-o", "made", "--root", "roots.pem"], input: Array(Self.spec.utf8)
    ).expect(status: 0)
    let report = try await bench.run([
      "check", "made", "--trust-root", "roots.pem", "--transaction-id", "100",
      "--transaction-id", "101", "--original-transaction-id", "90", "--format", "junit",
    ]).expect(status: 1)
    for name in ["transaction-id: 100", "transaction-id: 101", "original-transaction-id"] {
      #expect(report.text.contains("name=\"\(name)\""), "\(report)")
    }
  }

  @Test(
    "The App Store id is compared where a form has it",
    arguments: [
      ("apple", "1234567890", nil, "pass", nil), ("apple", "1234567891", nil, "fail", "mismatch"),
      ("apple", "9223372036854775807", nil, "fail", "mismatch"),
      ("ios6", "1234567890", nil, "pass", nil),
      ("verify-receipt", "1234567890", nil, "pass", nil),
      ("jws-app-transaction", "1234567890", nil, "pass", nil),
      ("jws-notification", "1234567890", nil, "pass", nil),
      ("jws-transaction", "1234567890", nil, "undetermined", "absent"),
      ("jws-renewal-info", "1234567890", nil, "undetermined", "absent"),
      ("apple", "1234567890", "Sandbox", "undetermined", "sandbox-constant"),
    ] as [(String, String, String?, String, String?)])
  func appAppleID(
    style: String, number: String, environment: String?, status: String, reason: String?
  ) async throws {
    var spec = Self.spec
    if let environment {
      spec = spec.replacing("Production", with: environment)
        .replacing("adam_id: 1234567890", with: "adam_id: 0")
    }
    let found = try await result("app-apple-id", style, ["--app-apple-id", number], spec: spec)
    #expect(found["status"]?.string == status && found["reason"]?.string == reason, "\(found)")
    #expect(found["evidence"]?["expected"]?.string == number)
  }

  @Test(
    "What is no App Store id is wrong usage",
    arguments: ["0", "-1", "+1", "id1234567890", "9223372036854775808", "1.0"])
  func noAppleID(text: String) async throws {
    let bench = try Workbench()
    try bench.write("receipt", TestReceipts.der())
    try await bench.run(["check", "receipt", "--app-apple-id=\(text)"]).expect(status: 64)
      .expect(message: "is not an App Store id")
  }

  @Test("With --redact an id that is there is shown under its pseudonym")
  func redacted() async throws {
    let bench = try Workbench()
    try bench.write("receipt.b64", TestReceipts.base64())
    let arguments = [
      "check", "receipt.b64", "--transaction-id", "1000000479728157", "--product", "vip",
      "--transaction-id", "77", "--original-transaction-id", "1000000472106082", "--app-apple-id",
      "5",
    ]
    let plain = try await bench.run(arguments).expect(status: 1)
    #expect(plain.text.contains("transaction 1000000479728157 is of vip"))
    let told = try await bench.run(arguments + ["--redact"]).expect(status: 1)
    #expect(!told.text.contains("1000000479728157") && !told.text.contains("vip"), "\(told)")
    #expect(told.text.contains(" is of "), "\(told)")
  }
}
