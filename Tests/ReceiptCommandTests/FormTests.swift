import Foundation
import ReceiptCore
import ReceiptMaking
import TestSupport
import Testing

/// The forms other than the app receipt.
@Suite struct FormTests {
  private func made(_ name: String) throws -> [UInt8] {
    let receipt = try #require(CatalogueReceipt.all.first { $0.name == name })
    return try receipt.make(under: TestReceipts.authority.get())
  }

  /// A response with a receipt as Apple might have signed it.
  private func answer() throws -> [UInt8] {
    let receipt = Data(try made("ok")).base64EncodedString()
    return Array(
      """
      {"status": 0, "environment": "Production", "is-retryable": false, "latest_receipt": "\(receipt)",
       "receipt": {"receipt_type": "Production", "bundle_id": "com.example.catalogue",
         "adam_id": 1000000001, "app_item_id": 1000000001, "application_version": "42",
         "original_application_version": "7", "request_date_ms": "1591012900000",
         "receipt_creation_date": "2020-05-01 12:00:00 Etc/GMT",
         "original_purchase_date": "2019-03-04 05:06:07 Etc/GMT",
         "in_app": [{"quantity": "1", "product_id": "com.example.catalogue.pro",
           "transaction_id": "300000000000001", "original_transaction_id": "300000000000001",
           "purchase_date": "2020-05-31 09:10:11 Etc/GMT", "is_trial_period": "false"}]},
       "latest_receipt_info": [{"quantity": "1", "product_id": "com.example.catalogue.month",
         "transaction_id": 300000000000009, "original_transaction_id": "300000000000008",
         "purchase_date_ms": "1590912611000", "expires_date_ms": "1593591011000",
         "in_app_ownership_type": "FAMILY_SHARED", "new_key": {"a": [1, null]}}],
       "pending_renewal_info": [{"product_id": "com.example.catalogue.month",
         "auto_renew_product_id": "com.example.catalogue.year", "auto_renew_status": "1",
         "original_transaction_id": "300000000000008"}]}
      """.utf8)
  }

  @Test("A response says so where nothing was bought, and what belongs to which of two purchases")
  func purchases() async throws {
    let bench = try Workbench()
    let receipt = #""status": 0, "receipt": {"bundle_id": "com.example.app"}"#
    try bench.write("none", Array("{\(receipt)}".utf8))
    try await bench.run(["decode", "none"]).expect(status: 0).expect(output: "  no purchases\n")
    let purchases = (1...2).map {
      #"{"product_id": "p\#($0)", "transaction_id": "\#($0)", "in_app_ownership_type": "PURCHASED"}"#
    }
    let list = purchases.joined(separator: ", ")
    try bench.write("two", Array(#"{\#(receipt), "latest_receipt_info": [\#(list)]}"#.utf8))
    let two = try await bench.run(["decode", "two", "--all"]).expect(status: 0)
    #expect(
      two.lines.filter { $0.hasPrefix("  transaction ") } == ["  transaction 1", "  transaction 2"])
  }

  @Test("That Xcode made a receipt is no failure beside the first line")
  func xcode() async throws {
    let bench = try Workbench()
    try bench.write("xcode", try made("jws-xcode"))
    let shown = try await bench.run(["decode", "xcode"]).expect(status: 0)
    #expect(
      shown.text.contains("made by Xcode, not signed by Apple") && !shown.text.contains("FAIL"),
      "\(shown)")
  }

  @Test("In text, each form and its nested receipts are shown", arguments: [60, 80, 120])
  func text(columns: Int) async throws {
    let bench = try Workbench()
    try bench.write("transaction.b64", Data(made("ios6-ok")).base64EncodedString().utf8)
    try bench.write("answer.json", answer())
    for name in ["transaction.b64", "answer.json"] {
      let result = try await bench.run(
        ["decode", name] + TestReceipts.trust(), environment: ["COLUMNS": "\(columns)"]
      ).expect(status: 0).expectSilence()
      if columns != 80 {
        Golden.expect(result.output, "\(name.prefix { $0 != "." }).\(columns).txt")
      }
      expectFit(result, columns: columns)
    }
  }

  private static let transaction = """
    {"transactionId":"2000000000000001","originalTransactionId":"2000000000000000",
     "bundleId":"com.example.catalogue","productId":"com.example.catalogue.month",
     "purchaseDate":1704067200000,"originalPurchaseDate":1701388800000,"expiresDate":1706745600000,
     "quantity":1,"type":"Auto-Renewable Subscription","inAppOwnershipType":"FAMILY_SHARED",
     "signedDate":1704067201000,"environment":"Sandbox","storefront":"DEU","price":9990,
     "currency":"EUR","somethingNew":{"a":[true]}}
    """
  private static let renewal = """
    {"autoRenewProductId":"com.example.catalogue.year","productId":"com.example.catalogue.month",
     "autoRenewStatus":1,"renewalDate":1706745600000,"renewalPrice":99000,"currency":"EUR",
     "originalTransactionId":"2000000000000000","signedDate":1704067201000,"environment":"Sandbox"}
    """

  private func notification() throws -> [UInt8] {
    let authority = try TestReceipts.authority.get()
    let inner = try [Self.transaction, Self.renewal].map {
      String(decoding: try authority.jws($0).encoded, as: UTF8.self)
    }
    let payload = """
      {"notificationType":"DID_RENEW","subtype":"BILLING_RECOVERY","version":"2.0",
       "notificationUUID":"0e0a1b2c-0000-4000-8000-000000000001","signedDate":1704067202000,
       "data":{"appAppleId":1000000001,"bundleId":"com.example.catalogue","bundleVersion":"42",
         "environment":"Sandbox","status":1,"signedTransactionInfo":"\(inner[0])",
         "signedRenewalInfo":"\(inner[1])"}}
      """
    let jws = String(decoding: try authority.jws(payload).encoded, as: UTF8.self)
    return Array("{\"signedPayload\":\"\(jws)\"}".utf8)
  }

  @Test("A notification is shown with its nested parts", arguments: [60, 100])
  func notificationText(columns: Int) async throws {
    let bench = try Workbench()
    try bench.write("body.json", notification())
    let result = try await bench.run(
      ["decode", "body.json"] + bench.trustJWS(), environment: ["COLUMNS": "\(columns)"]
    ).expect(status: 0).expectSilence()
    // ECDSA signatures differ between runs, and so may their lengths.
    let stable = result.text.replacing(/[0-9]+,[0-9]{3}(\s+)bytes/) { "N\($0.output.1)bytes" }
    if columns == 60 { Golden.expect(Array(stable.utf8), "notification.60.txt") }
    expectFit(result, columns: columns)
  }

  @Test("A notification is verified with its nested parts, and one changed part fails it")
  func notificationCheck() async throws {
    let bench = try Workbench()
    try bench.write("body.json", notification())
    let trust = try bench.trustJWS()
    let arguments = [
      "check", "body.json", "--format", "json", "--bundle-id", "com.example.catalogue",
    ]
    let json = try await bench.run(arguments + trust).expect(status: 0).json()
    #expect(json["verdict"]?.string == "pass")
    #expect(
      json["nested"]?.elements?.compactMap { $0["source"]?["part"]?.string } == [
        "data.signedTransactionInfo", "data.signedRenewalInfo",
      ])
    #expect(
      json["nested"]?.elements?.allSatisfy { $0["signature"]?["status"]?.string == "custom" }
        == true)
    #expect(json["source"]?["layers"]?.elements?.compactMap(\.string) == ["notification-body"])
    // Without the root, nothing of it is trusted.
    let alone = try await bench.run(arguments).expect(status: 1).json()
    #expect(alone["signature"]?["reason"]?.string == "untrusted-chain")
  }

  @Test("The fields of a transaction have Apple's common names")
  func transactionJSON() async throws {
    let bench = try Workbench()
    try bench.write("a.jws", TestReceipts.authority.get().jws(Self.transaction).encoded)
    let json = try await bench.run(["decode", "a.jws", "--format", "json"] + bench.trustJWS())
      .expect(status: 0).json()
    #expect(json["source"]?["form"]?.string == "transaction")
    #expect(json["source"]?["encoding"]?.string == "jws")
    #expect(json["signature"]?["status"]?.string == "custom")
    #expect(json["signature"]?["certificates"]?.elements?.count == 3)
    let purchase = try #require(json["receipt"]?["in_app"]?[0])
    #expect(purchase["transaction_id"]?.string == "2000000000000001")
    #expect(purchase["expires_date"]?.string == "2024-02-01T00:00:00Z")
    #expect(purchase["product_type"]?.string == "auto-renewable-subscription")
    #expect(purchase["in_app_ownership_type"]?.string == "FAMILY_SHARED")
    #expect(purchase["price"]?.number == "9990")
    #expect(json["other_fields"]?[0]?["path"]?.string == "somethingNew")
    try await bench.run(["decode", "a.jws", "--form", "renewal-info"]).expect(status: 2)
      .expect(message: "[wrong-form]")
    try await bench.run(["decode", "a.jws", "--form", "verify-receipt"]).expect(status: 2)
      .expect(message: "[wrong-form]")
  }

  @Test("JSON shows the other forms too", arguments: ["transaction", "answer"])
  func json(name: String) async throws {
    let bench = try Workbench()
    try bench.write("receipt", name == "answer" ? answer() : made("ios6-ok"))
    let result = try await bench.run(
      ["decode", "receipt", "--format", "json"] + TestReceipts.trust()
    ).expect(status: 0).expectSilence()
    Golden.expect(result.output, "\(name).json")
    let json = try result.json()
    #expect(
      json.objects().allSatisfy { $0.names == $0.names.sorted() || $0.path.contains("value") })
  }

  @Test("A check of a response says that it is unsigned, and checks its receipt")
  func checkAnswer() async throws {
    let bench = try Workbench()
    try bench.write("answer.json", answer())
    let result = try await bench.run(
      ["check", "answer.json", "--format", "json", "--bundle-id", "com.example.catalogue"]
        + TestReceipts.trust()
    ).expect(status: 1)
    let json = try result.json()
    #expect(json["signature"]?["status"]?.string == "absent")
    #expect(
      json["checks"]?.elements?.first { $0["id"]?.string == "bundle-id" }?["status"]?.string
        == "pass")
    let nested = try #require(json["nested"]?[0])
    #expect(nested["source"]?["part"]?.string == "latest_receipt")
    #expect(nested["verdict"]?.string == "pass")
    let text = try await bench.run(["check", "answer.json"] + TestReceipts.trust())
    #expect(text.text.contains("answer.json, latest_receipt: pass"))
  }

  @Test("An unreadable latest_receipt is reported, and fails a check")
  func badLatestReceipt() async throws {
    let bench = try Workbench()
    try bench.write("a.json", Array("{\"status\": 0, \"latest_receipt\": \"[[REDACTED]]\"}".utf8))
    let decoded = try await bench.run(["decode", "a.json"]).expect(status: 0).expectSilence()
    #expect(decoded.text.contains("a.json, latest_receipt: "))
    let json = try await bench.run(["decode", "a.json", "--format", "json"]).expect(status: 0)
      .json()
    #expect(json["nested"]?[0]?["error"]?["code"]?.string != nil)
    let checked = try await bench.run(["check", "a.json"]).expect(status: 1)
    #expect(checked.text.contains("a.json, latest_receipt: FAIL: "))
  }

  // MARK: What an unsigned text holds in the place of a receipt

  @Test("A response with a forged receipt unlocks nothing, and one with a cut receipt says so")
  func inside() async throws {
    let bench = try Workbench()
    let whole = String(decoding: try answer(), as: UTF8.self)
    let receipt = Data(try made("ok")).base64EncodedString()
    let changed = Data(try made("content-changed")).base64EncodedString()
    func diagnosed(_ text: String, trusted: Bool = true) async throws -> String {
      try bench.write("text.json", text.utf8)
      let result = try await bench.run(
        ["diagnose", "text.json"] + (trusted ? TestReceipts.trust() : []))
      return result.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let forged = try await diagnosed(whole, trusted: false)
    #expect(
      forged.contains("No. Apple did not sign the receipt in it (latest_receipt)"), "\(forged)")
    let damaged = try await diagnosed(whole.replacing(receipt, with: changed))
    #expect(
      damaged.contains("No. The receipt in it (latest_receipt) is not what was signed"),
      "\(damaged)")
    let alone = try await diagnosed(
      whole.replacing(receipt, with: Data(try made("no-signer")).base64EncodedString()))
    #expect(alone.contains("No. Apple did not sign the receipt in it (latest_receipt)"), "\(alone)")
    try bench.write("text.json", whole.utf8)
    for options in [["--together"], ["--unsigned", "accept"]] {
      let result = try await bench.run(["diagnose", "text.json"] + options).expect(status: 1)
      #expect(result.text.contains("Unlock nothing."), "\(result)")
    }
    for text in [forged, damaged, alone] {
      #expect(text.contains("Unlock nothing.") && !text.contains("should unlock"), "\(text)")
    }
    let cut = try await diagnosed(
      whole.replacing(receipt, with: String(receipt.prefix(receipt.count / 2))))
    #expect(
      cut.contains("Not signed: a response from Apple's server, as text. A part of the receipt in"),
      "\(cut)")
    let sound = try await diagnosed(whole)
    #expect(sound.contains("signed the receipt in it (latest_receipt)"), "\(sound)")
  }

  @Test("A forged receipt that is put together with a genuine one is told, and unlocks nothing")
  func forgedBeside() async throws {
    let bench = try Workbench()
    try bench.write("genuine", made("ok"))
    let changed = Data(try made("content-changed")).base64EncodedString()
    try bench.write(
      "forged.json",
      #"{"status": 0, "environment": "Production", "latest_receipt": "\#(changed)"}"#.utf8)
    for files in [["genuine", "forged.json"], ["forged.json", "genuine"]] {
      let result = try await bench.run(
        ["diagnose", "--together"] + files + TestReceipts.trust()
      ).expect(status: 1)
      let text = result.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(text.contains("is not what was signed"), "\(text)")
      #expect(text.contains("Unlock nothing."), "\(text)")
    }
  }

  @Test("CSV has the purchases of nested receipts, and PEM works for other forms")
  func otherFormats() async throws {
    let bench = try Workbench()
    try bench.write("transaction", made("ios6-ok"))
    let csv = try await bench.run(["decode", "transaction", "--format", "csv"]).expect(status: 0)
    #expect(try CSV(csv.text).column("product_id") == ["com.example.catalogue.pro"])
    // The last column has the place of a nested receipt.
    try bench.write("body.json", notification())
    try bench.write("answer.json", answer())
    for (name, parts) in [
      ("body.json", ["data.signedTransactionInfo"]),
      ("answer.json", ["", "latest_receipt_info", "latest_receipt"]),
    ] {
      let csv = try await bench.run(["decode", name, "--format", "csv"]).expect(status: 0)
      let found = try CSV(csv.text).column("part")
      #expect(Set(found) == Set(parts), "\(name)")
    }
    let pem = try await bench.run(["decode", "transaction", "--format", "pem"]).expect(status: 0)
    #expect(pem.text.contains("BEGIN CERTIFICATE"))
  }

  @Test("--form accepts only one form")
  func form() async throws {
    let bench = try Workbench()
    try bench.write("transaction", made("ios6-ok"))
    try await bench.run(["decode", "transaction", "--form", "ios6-transaction"]).expect(status: 0)
    try await bench.run(["decode", "transaction", "--form", "app-receipt"]).expect(status: 2)
      .expect(message: "[wrong-form]")
    try await bench.run(["check", "transaction", "--form", "app-receipt"]).expect(status: 2)
    try await bench.run(["decode", "transaction", "--form", "else"]).expect(status: 64)
  }

  @Test("Lines may be of any form")
  func lines() async throws {
    let bench = try Workbench()
    let receipt = try TestReceipts.line()
    let lines = [
      receipt, "{\"receipt-data\": \"\(receipt)\"}",
      String(decoding: try answer(), as: UTF8.self).replacing("\n", with: " "),
      Data(try made("ios6-ok")).base64EncodedString(), "null",
    ]
    let result = try await bench.run(
      ["decode", "--lines"], input: Array(lines.joined(separator: "\n").utf8)
    ).expect(status: 2)
    let forms = try result.lines.map { try JSON(Array($0.utf8))["source"]?["form"]?.string }
    #expect(
      forms == ["app-receipt", "app-receipt", "verify-receipt", "ios6-transaction", nil])
  }
}
