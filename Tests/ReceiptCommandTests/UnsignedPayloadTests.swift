import Foundation
import ReceiptCore
import ReceiptMaking
import TestSupport
import Testing

/// What Apple signs, without its signature: what `jsonRepresentation`, libraries and logs print.
@Suite struct UnsignedPayloadTests {
  static let transaction = """
    {"transactionId":"2000000000000001","originalTransactionId":"2000000000000000",
     "bundleId":"com.example.catalogue","productId":"com.example.catalogue.month",
     "purchaseDate":1704067200000,"originalPurchaseDate":1701388800000,"expiresDate":1706745600000,
     "quantity":1,"type":"Auto-Renewable Subscription","signedDate":1704067201000,
     "environment":"Sandbox","price":1000000,"currency":"JPY","offerType":4,"offerIdentifier":"back"}
    """
  static let renewal = """
    {"originalTransactionId":"1","productId":"p","autoRenewProductId":"p","autoRenewStatus":1,
     "environment":"Sandbox","signedDate":1704067201000,"renewalBillingPlanType":"MONTHLY",
     "commitmentInfo":{"commitmentAutoRenewStatus":0,"commitmentRenewalPrice":119880}}
    """
  static let appTransaction = """
    {"receiptType":"Sandbox","bundleId":"com.example.catalogue","receiptCreationDate":1704067201000,
     "originalApplicationVersion":"1.0","applicationVersion":"7"}
    """
  static let notification = """
    {"notificationType":"EXTERNAL_PURCHASE_TOKEN","subtype":"CREATED","notificationUUID":"1",
     "version":"2.0","signedDate":1704067201000,"externalPurchaseToken":{
     "externalPurchaseId":"SANDBOX_1","tokenCreationDate":1704067200000,"appAppleId":5,
     "bundleId":"com.example.catalogue","tokenType":"SERVICES"}}
    """
  static let summary = """
    {"requestIdentifier":"r","environment":"Production","bundleId":"com.example.catalogue",
     "productId":"p","storefrontCountryCodes":["DEU","USA"],"succeededCount":5,"failedCount":2}
    """
  static let realtime = """
    {"originalTransactionId":"1","appAppleId":5,"productId":"p","userLocale":"en-US",
     "requestIdentifier":"r","environment":"Sandbox","signedDate":1704067201000}
    """
  private static let all = [
    ("transaction", transaction), ("renewal-info", renewal), ("app-transaction", appTransaction),
    ("notification", notification), ("notification", summary), ("realtime-request", realtime),
  ]

  @Test(
    "Each is read as what it is, in any JSON around it, and nothing of it is lost", arguments: all)
  func forms(form: String, payload: String) async throws {
    let bench = try Workbench()
    for text in [payload, "[\(payload)]", "{\"level\":\"info\",\"decoded\":\(payload)}"] {
      let json = try await bench.run(["decode", "--format", "json"], input: Array(text.utf8))
        .expect(status: 0).json()
      #expect(json["source"]?["form"]?.string == form)
      #expect(json["signature"]?["status"]?.string == "absent")
      #expect(json["other_fields"] == nil)
    }
    let check = try await bench.run(["check"], input: Array(payload.utf8)).expect(status: 1)
    #expect(check.text.contains("no-signer"))
    try await bench.run(["decode"], input: Array(payload.utf8)).expect(status: 0)
      .expect(output: "without its signature")
  }

  @Test("The signed text beside a payload counts")
  func signedBeside() async throws {
    let bench = try Workbench()
    let jws = String(
      decoding: try TestReceipts.authority.get().jws(Self.transaction).encoded, as: UTF8.self)
    let json = try await bench.run(
      ["decode", "--format", "json"],
      input: Array("{\"jws\":\"\(jws)\",\"decoded\":\(Self.transaction)}".utf8)
    ).json()
    #expect(json["source"]?["encoding"]?.string == "jws")
  }

  @Test("Text shows every field, and a price with the digits of its currency")
  func text() async throws {
    let bench = try Workbench()
    try await bench.run(["decode"], input: Array(Self.transaction.utf8)).expect(status: 0)
      .expect(output: "1000 JPY").expect(output: "back")
    try await bench.run(["decode"], input: Array(Self.renewal.utf8)).expect(status: 0)
      .expect(output: "MONTHLY").expect(output: "119.88")
    try await bench.run(["decode"], input: Array(Self.notification.utf8)).expect(status: 0)
      .expect(output: "SANDBOX_1").expect(output: "SERVICES")
  }

  @Test("A long name or list in an object of Apple's is not repeated without end")
  func hugeItems() async throws {
    let bench = try Workbench()
    let name = String(repeating: "n", count: 100_000)
    let list = Array(repeating: "0", count: 10_000).joined(separator: ",")
    let info = "\"advancedCommerceInfo\":{\"items\":[{\"\(name)\":[\(list)]}]},\"quantity\":1,"
    let payload = Self.transaction.replacing("\"quantity\":1,", with: info)
    let result = try await bench.run(["decode"], input: Array(payload.utf8)).expect(status: 0)
      .expect(output: "there is more; JSON shows all of it")
    #expect(result.output.count < 100_000)
  }

  @Test("A request of Retention Messaging holds no purchase, signed or not")
  func realtimeRequest() async throws {
    let bench = try Workbench()
    try bench.write("signed", TestReceipts.authority.get().jws(Self.realtime).encoded)
    try bench.write("unsigned", Self.realtime.utf8)
    for (file, trusted) in [("signed", "custom"), ("unsigned", "absent")] {
      let result = try await bench.run(
        ["check", file, "--product", "p", "--active-product", "p", "--format", "json"]
          + bench.trustJWS()
      ).expect(status: 1)
      let checks = try #require(try result.json()["checks"]?.elements)
      for id in ["product", "subscription"] {
        let check = checks.first { $0["id"]?.string == id }
        #expect(check?["status"]?.string == "undetermined" && check?["reason"]?.string == "absent")
      }
      let json = try await bench.run(
        ["decode", file, "--format", "json"] + bench.trustJWS()
      ).json()
      #expect(json["source"]?["form"]?.string == "realtime-request")
      #expect(json["signature"]?["status"]?.string == trusted)
      #expect(json["receipt"]?["in_app"] == .array([]))
      #expect(json["request"]?["product_id"]?.string == "p")
    }
    let diagnosis = try await bench.run(["diagnose", "signed"] + bench.trustJWS())
    #expect(diagnosis.text.contains("Owned?     Not stated"))
  }

  @Test("Whatever is no purchase passes no check of a purchase, although Apple signs it")
  func noPurchase() async throws {
    let bench = try Workbench()
    let payloads = [
      Self.renewal, Self.appTransaction, Self.notification, Self.realtime,
      "{\"productId\":\"p\",\"signedDate\":1}", "{\"transactionId\":\"1\",\"productId\":\"p\"}",
      "{\"notificationType\":\"RENEWAL_EXTENSION\",\"subtype\":\"SUMMARY\",\"summary\":\(Self.summary)}",
      "{\"notificationType\":\"TEST\",\"data\":{\"productId\":\"p\"}}",
    ]
    for (index, payload) in payloads.enumerated() {
      let name = "\(index)"
      try bench.write(name, TestReceipts.authority.get().jws(payload).encoded)
      for option in ["--product", "--active-product"] {
        try await bench.run(["check", name, option, "p"] + bench.trustJWS()).expect(status: 1)
      }
    }
  }

  @Test("A payload set alone is the content of a receipt, with every attribute")
  func payloadSet() async throws {
    let bench = try Workbench()
    let der = try TestReceipts.der()
    let signed = try ReceiptDecoder().decode(der)
    let content = try #require(signed.signedData?.content)
    try bench.write("whole", der)
    let whole = try await bench.run(["decode", "whole", "--all", "--format", "json"]).json()
    for bytes in [Array(content), Array(Data(content).base64EncodedString().utf8)] {
      try bench.write("set", bytes)
      let json = try await bench.run(["decode", "set", "--all", "--format", "json"])
        .expect(status: 0).json()
      #expect(json["source"]?["form"]?.string == "payload")
      #expect(json["source"]?["encoding"]?.string == "der")
      #expect(json["signature"]?["status"]?.string == "absent")
      // They stand at other offsets.
      for member in ["type", "length", "version"] {
        #expect(
          json["attributes"]?.elements?.map { $0[member] }
            == whole["attributes"]?.elements?.map { $0[member] })
      }
      #expect(json["receipt"] == whole["receipt"])
    }
    try await bench.run(["check", "set"]).expect(status: 1)
    // Cut off, it is shown as far as it reads.
    try bench.write("cut", content.prefix(content.count / 2))
    try await bench.run(["decode", "cut"]).expect(status: 2).expect(output: "Bundle id")
    try await bench.run(["diff", "set", "whole"]).expect(output: "signature")
  }

  // MARK: Made

  @Test(
    "A payload with Apple's own names is signed with exactly its members",
    arguments: all.filter { $0.1 != summary })
  func signed(form: String, payload: String) async throws {
    let bench = try Workbench()
    let odd =
      payload.dropLast().trimmingCharacters(in: .whitespacesAndNewlines)
      + ",\"price\":\"5\",\"future\":{\"a.b\":[1.50,null]}}"
    for text in [payload, odd.contains("\"price\":1") ? payload : odd] {
      try await bench.run(
        ["make", "-", "-o", "made", "--root", "roots.pem"], input: Array(text.utf8)
      ).expect(status: 0).expectSilence()
      let made = try ReceiptDecoder().decode(bench.read("made"))
      #expect(made.form.rawValue == form)
      #expect(try JSON(#require(made.payloadText).utf8) == JSON(text.utf8))
    }
    try await bench.run(["make", "-", "-o", "made"], input: Array(payload.utf8)).expect(status: 0)
    try await bench.run(["check", "made", "--trust-root", "roots.pem"]).expect(status: 0)
    // Several are several.
    let many = try await bench.run(["make", "-"], input: Array("[\(payload),\(payload)]".utf8))
    #expect(many.expect(status: 0).lines.count == 2)
    // So does what decode prints of it.
    try bench.write("payload", payload.utf8)
    let decoded = try await bench.run(["decode", "payload", "--all", "--format", "json"])
    try await bench.run(["make", "-", "-o", "made"], input: decoded.output).expect(status: 0)
    #expect(
      try JSON(#require(ReceiptDecoder().decode(bench.read("made")).payloadText).utf8)
        == JSON(payload.utf8))
  }

  @Test("A payload can be signed at another time, and not be told as a story")
  func signedLater() async throws {
    let bench = try Workbench()
    let payload = Array(Self.transaction.utf8)
    try await bench.run(
      ["make", "-", "--created", "2025-03-01", "-o", "made"], input: payload
    ).expect(status: 0)
    let made = try ReceiptDecoder().decode(bench.read("made"))
    #expect(made.receipt.signedDate?.description == "2025-03-01T00:00:00Z")
    #expect(
      try JSON(#require(made.payloadText).utf8).names == JSON(Self.transaction.utf8).names)
    try await bench.run(["make", "-", "--scenario", "consumables"], input: payload)
      .expect(status: 2)
  }

  @Test("The output of decode for a payload set makes a receipt with the same attributes")
  func signedSet() async throws {
    let bench = try Workbench()
    let content = try #require(try ReceiptDecoder().decode(TestReceipts.der()).signedData?.content)
    try bench.write("set", content)
    let decoded = try await bench.run(["decode", "set", "--all", "--format", "json"])
    try await bench.run(
      ["make", "-", "-o", "made", "--root", "roots.pem"], input: decoded.expect(status: 0).output
    ).expect(status: 0).expectSilence()
    let made = try ReceiptDecoder().decode(bench.read("made"))
    #expect(made.signedData?.content.map(Array.init) == Array(content))
    try await bench.run(["check", "made", "--trust-root", "roots.pem"]).expect(status: 0)
  }

  @Test("Apple would take neither a JWS nor a payload for verifyReceipt")
  func verifyReceipt() async throws {
    let bench = try Workbench()
    try bench.write("jws", TestReceipts.authority.get().jws(Self.transaction).encoded)
    try bench.write("json", Self.transaction.utf8)
    for name in ["jws", "json"] {
      let json = try await bench.run(
        ["decode", name, "--format", "verify-receipt"] + bench.trustJWS()
      ).json()
      #expect(json["status"]?.number == "21002")
    }
  }
}
