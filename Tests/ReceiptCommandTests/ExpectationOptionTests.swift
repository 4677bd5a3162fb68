import ReceiptMaking
import Testing

@testable import ReceiptCore

/// The expectations given by options.
@Suite struct ExpectationOptionTests {
  /// The result of one check of a receipt with these attributes, a bundle identifier and a date.
  private func check(
    _ attributes: [[UInt8]], _ arguments: [String], _ id: String
  ) async throws -> [JSON] {
    let bench = try Workbench()
    try bench.write(
      "receipt",
      DER.receipt(
        [
          DER.attribute(2, DER.utf8("com.example.app")),
          DER.attribute(12, DER.ia5("2024-02-29T12:00:00Z")),
        ] + attributes))
    // The receipt is unsigned, so the check fails in any case.
    let json = try await bench.run(["check", "receipt", "--format", "json"] + arguments)
      .expect(status: 1).expectSilence().json()
    return (json["checks"]?.elements ?? []).filter { $0["id"]?.string == id }
  }

  struct Version: Sendable {
    var store: String?
    var original: String?
    var platform: Int64? = 3
    var firstFree = "120"
    var status: String
    var reason: String?
    var relation: String?
    var comparedAs: String? = "build-number"
  }

  @Test(
    "Did this customer pay up front?",
    arguments: [
      Version(store: "Production", original: "99", status: "pass", relation: "older"),
      Version(
        store: "Production", original: "1.9", platform: 2, firstFree: "1.10", status: "pass",
        relation: "older", comparedAs: "marketing-version"),
      Version(
        store: "Production", original: "1.2", platform: nil, firstFree: "2", status: "pass",
        relation: "older", comparedAs: "unknown"),
      Version(store: "ProductionVPP", original: "119.99", status: "pass", relation: "older"),
      Version(
        store: "Production", original: "120", status: "fail", reason: "mismatch", relation: "same"),
      Version(
        store: "Production", original: "120.0", status: "fail", reason: "mismatch",
        relation: "same"),
      Version(
        store: "Production", original: "1000", status: "fail", reason: "mismatch",
        relation: "newer"),
      Version(
        store: "Production", original: "B1A", status: "undetermined", reason: "not-numeric"),
      Version(
        store: "Production", original: nil, status: "undetermined", reason: "absent",
        comparedAs: nil),
      Version(
        store: "ProductionSandbox", original: "1.0", status: "undetermined",
        reason: "sandbox-constant", comparedAs: nil),
      Version(
        store: "Sandbox", original: "0.1", status: "undetermined", reason: "sandbox-constant",
        comparedAs: nil),
      Version(
        store: "Xcode", original: nil, status: "undetermined", reason: "xcode-receipt",
        comparedAs: nil),
      Version(
        store: nil, original: "1", status: "undetermined", reason: "absent", comparedAs: nil),
    ])
  func originalVersion(item: Version) async throws {
    let attributes = [
      item.store.map { DER.attribute(0, DER.utf8($0)) },
      item.original.map { DER.attribute(19, DER.utf8($0)) },
      item.platform.map { DER.attribute(25, DER.integer($0)) },
    ].compactMap { $0 }
    let results = try await check(
      attributes, ["--first-free-version", item.firstFree], "original-version")
    #expect(results.count == 1)
    let result = try #require(results.first)
    #expect(result["status"]?.string == item.status)
    #expect(result["reason"]?.string == item.reason)
    #expect(result["evidence"]?["relation"]?.string == item.relation)
    #expect(result["evidence"]?["compared_as"]?.string == item.comparedAs)
    #expect(result["evidence"]?["first_free_version"]?.string == item.firstFree)
    if item.comparedAs != nil {
      #expect(result["evidence"]?["original_application_version"]?.string == item.original)
    }
  }

  @Test(
    "A form without all purchases cannot show that a product was not bought",
    arguments: [
      ("jws-app-transaction", "undetermined", "about the app itself"),
      ("jws-renewal-info", "undetermined", "about the next renewal"),
      ("jws-transaction", "fail", "the one purchase in it is of com.example.app.y"),
      ("jws-notification", "fail", "the one purchase in it is of com.example.app.y"),
      ("ios6", "fail", "the one purchase in it is of com.example.app.y"),
      ("apple", "fail", "there is no purchase of x"),
      ("verify-receipt", "fail", "there is no purchase of x"),
    ])
  func absence(style: String, status: String, words: String) async throws {
    let bench = try Workbench()
    let spec = """
      receipt: {in_app: [{product_id: com.example.app.y, expires_date: 2030-01-01}]}
      pending_renewal_info: [{product_id: com.example.app.y, auto_renew_status: true}]
      """
    try await bench.run(
      ["make", "-", "--style", style, "-o", "made", "--root", "roots.pem"], input: Array(spec.utf8)
    ).expect(status: 0)
    let json = try await bench.run([
      "check", "made", "--trust-root", "roots.pem", "--product", "x", "--active-product", "x",
      "--at", "2029-01-01", "--format", "json",
    ]).expect(status: 1).json()
    for id in ["product", "subscription"] {
      let check = try #require(json["checks"]?.elements?.first { $0["id"]?.string == id })
      #expect(check["status"]?.string == status && check["reason"]?.string == "absent")
      #expect(check["message"]?.string?.contains(words) == true, "\(check)")
      #expect(check["evidence"]?["product"]?.string == "x")
    }
    // Purchases that exist are found in each form.
    guard status == "fail" else { return }
    let found = try await bench.run([
      "check", "made", "--product", "com.example.app.y", "--format", "json", "--quiet",
    ]).json()
    let check = found["checks"]?.elements?.first { $0["id"]?.string == "product" }
    #expect(check?["status"]?.string == "pass")
  }

  @Test("A response without a receipt and an empty notification cannot show purchases")
  func nothing() async throws {
    let bench = try Workbench()
    try bench.write("answer", "{\"status\": 21003}".utf8)
    try await bench.run(
      [
        "make", "-", "--style", "jws-notification", "-o", "test",
      ], input: Array("receipt: {bundle_id: com.example.app}".utf8)
    ).expect(status: 0)
    for file in ["answer", "test"] {
      let json = try await bench.run(["check", file, "--product", "x", "--format", "json"])
        .expect(status: 1).json()
      let check = json["checks"]?.elements?.first { $0["id"]?.string == "product" }
      #expect(check?["status"]?.string == "undetermined", "\(json)")
    }
  }

  @Test("Each product has its own result, and all must pass")
  func products() async throws {
    let purchases = [
      TestReceipts.purchase(DER.utf8("pro"), transaction: "1"),
      TestReceipts.purchase(
        DER.utf8("month"), transaction: "2", type: 3,
        [DER.attribute(1708, DER.ia5("2024-02-01T00:00:00Z"))]),
    ]
    let bought = try await check(
      purchases, ["--product", "pro", "--product", "month", "--product", "other"], "product")
    #expect(bought.map { $0["status"]?.string } == ["pass", "pass", "fail"])
    #expect(bought.map { $0["evidence"]?["product"]?.string } == ["pro", "month", "other"])
    let active = try await check(
      purchases,
      ["--active-product", "month", "--active-product", "pro", "--at", "2024-02-02T06:00:00Z"],
      "subscription")
    #expect(active.map { $0["reason"]?.string } == ["expired", "not-a-subscription"])
    #expect(active.first?["evidence"]?["expired_for"]?.string == "1 day 6 hours")
    let grace = try await check(
      purchases,
      ["--active-product", "month", "--at", "2024-02-02T06:00:00Z", "--grace", "31h"],
      "subscription")
    #expect(grace.map { $0["status"]?.string } == ["pass"])
  }

  @Test(
    "How old may the receipt be?",
    arguments: [
      ("2024-02-29T13:00:00Z", "1h", "pass", nil),
      ("2024-02-29T13:00:00.001Z", "1h", "fail", "too-old"),
      ("2024-02-29T12:00:00Z", "0s", "pass", nil),
      ("2024-02-29T11:59:59Z", "1h", "fail", "made-later"),
    ] as [(String, String, String, String?)])
  func age(at: String, maximum: String, status: String, reason: String?) async throws {
    let result = try #require(
      try await check([], ["--max-age", maximum, "--at", at], "age").first)
    #expect(result["status"]?.string == status)
    #expect(result["reason"]?.string == reason)
  }

  @Test("A Volume Purchase Program receipt expires at --at, and not before")
  func expiration() async throws {
    let attribute = DER.attribute(21, DER.ia5("2024-03-01T00:00:00Z"))
    for (at, reason) in [
      ("2024-02-29T23:59:59.999Z", nil), ("2024-03-01T00:00:00Z", "expired"),
    ] as [(String, String?)] {
      let result = try #require(
        try await check([attribute], ["--at", at], "receipt-expiration").first)
      #expect(result["reason"]?.string == reason)
    }
  }

  @Test(
    "An impossible option value is wrong usage",
    arguments: [
      (["--first-free-version", "B1A"], "made of numbers"),
      (["--first-free-version", ""], "made of numbers"),
      (["--max-age", "90"], "not a length of time"), (["--grace", "1x"], "not a length of time"),
      (["--grace", "1d"], "--active-product"),
    ] as [([String], String)])
  func usage(arguments: [String], message: String) async throws {
    let bench = try Workbench()
    try bench.write("receipt", TestReceipts.der())
    let result = try await bench.run(["check", "receipt"] + arguments).expect(status: 64)
    result.expect(message: message)
    #expect(result.text.isEmpty)
  }

  @Test("The signed parts of a notification and the lists of a response count as purchases")
  func otherForms() async throws {
    let bench = try Workbench()
    try bench.write(
      "answer",
      Array(
        """
        {"status": 0, "environment": "Production", "receipt": {"bundle_id": "a", "in_app": []},
         "latest_receipt_info": [{"product_id": "month", "transaction_id": "1",
           "purchase_date_ms": "1590912611000", "expires_date_ms": "1593591011000"}]}
        """.utf8))
    let json = try await bench.run([
      "check", "answer", "--format", "json", "--active-product", "month", "--at", "2020-06-02",
      "--unsigned", "accept",
    ]).expect(status: 0).json()
    let result = json["checks"]?.elements?.first { $0["id"]?.string == "subscription" }
    #expect(result?["status"]?.string == "pass")
  }
}
