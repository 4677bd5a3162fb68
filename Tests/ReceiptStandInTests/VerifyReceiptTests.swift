import Foundation
import ReceiptCore
import ReceiptMaking
import ReceiptStandIn
import TestSupport
import Testing

/// verifyReceipt: each status by its cause, and what the responses say.
@Suite struct VerifyReceiptTests {
  private static let production = """
    receipt:
      environment: Production
      bundle_id: com.example.coffee
      original_application_version: "1.9"
      in_app:
        - {transaction_id: "900", product_id: com.example.coffee.unlock, purchase_date: 2026-05-01}
    """

  private func bench(_ change: (inout StandInOptions) -> Void = { _ in }) throws -> Bench {
    try Bench([("tea", Bench.tea), ("coffee", Self.production)], change)
  }

  /// The receipt that the stand-in gives out for a customer.
  private func receipt(_ name: String, _ bench: inout Bench) throws -> String {
    let json = try bench.json("GET", "stand-in/customers/\(name)/receipt")
    return try #require(json["receipt-data"]?.string)
  }

  private func post(
    _ path: String, _ receipt: String, more: String = "", _ bench: inout Bench
  ) throws -> JSONValue {
    let answer = bench.send(
      "POST", path, token: nil, body: Array(#"{"receipt-data":"\#(receipt)"\#(more)}"#.utf8))
    #expect(answer.status == 200)
    return try JSONValue(answer.body)
  }

  @Test func onlyAReceiptInBase64IsOne() throws {
    var bench = try bench()
    let tea = try receipt("tea", &bench)
    let raw = try #require(Base64.octets(tea))
    func encoded(_ text: String) -> String { Base64.encode(Array(text.utf8)) }
    for (data, status) in [
      (tea, "0"), (encoded(tea), "21002"), (encoded(encoded(tea)), "21002"),
      (encoded("{\"receipt-data\": \"\(tea)\"}"), "21002"), (encoded("log: \(tea) end"), "21002"),
      (encoded(Hexadecimal.encode(raw)), "21002"), (Hexadecimal.encode(raw), "21002"),
      (encoded("data:application/octet-stream;base64,\(tea)"), "21002"),
    ] {
      let answer = try post("sandbox/verifyReceipt", data, &bench)
      #expect(answer["status"] == .number(status), "\(data.prefix(40))")
    }
  }

  @Test func theEnvironmentDecides() throws {
    var bench = try bench()
    let tea = try receipt("tea", &bench)
    let coffee = try receipt("coffee", &bench)
    let expected: [(String, String, Int64)] = [
      ("production/verifyReceipt", tea, 21007), ("sandbox/verifyReceipt", tea, 0),
      ("verifyReceipt", tea, 0), ("production/verifyReceipt", coffee, 0),
      ("sandbox/verifyReceipt", coffee, 21008), ("verifyReceipt", coffee, 0),
    ]
    for (path, receipt, status) in expected {
      #expect(try post(path, receipt, &bench)["status"]?.integer == status)
    }
  }

  @Test func theFlowOfAnAppThatBecameFree() throws {
    var bench = try bench()
    let tea = try receipt("tea", &bench)
    let first = try post("production/verifyReceipt", tea, &bench)
    #expect(first["status"]?.integer == 21007)
    #expect(first["receipt"] == nil)
    let second = try post("sandbox/verifyReceipt", tea, &bench)
    #expect(second["status"]?.integer == 0)
    #expect(second["environment"]?.string == "Sandbox")
    #expect(second["receipt"]?["original_application_version"]?.string == "1.4")
    #expect(second["receipt"]?["request_date_ms"]?.string == "1780272000000")
  }

  @Test func malformedRequestsHaveTheirStatus() throws {
    var bench = try bench()
    let tea = try receipt("tea", &bench)
    let get = bench.send("GET", "verifyReceipt", token: nil)
    #expect(try JSONValue(get.body)["status"]?.integer == 21000)
    for body in [
      "", "[]", "{", "receipt-data=" + tea, "null", String(repeating: "[", count: 100_000),
    ] {
      let answer = bench.send("POST", "verifyReceipt", token: nil, body: Array(body.utf8))
      #expect(answer.status == 200)
      #expect(try JSONValue(answer.body)["status"]?.integer == 21000)
    }
    for body in [
      "{}", #"{"receipt-data": 7}"#, #"{"receipt-data": ""}"#, #"{"receipt-data": "%%%"}"#,
      #"{"receipt-data": "AAAA"}"#, #"{"receipt-data": "\#(tea.prefix(1000))"}"#,
      #"{"receipt-data": "\#(Base64.encode(Array("{}".utf8)))"}"#,
    ] {
      let answer = bench.send("POST", "verifyReceipt", token: nil, body: Array(body.utf8))
      #expect(try JSONValue(answer.body)["status"]?.integer == 21002)
    }
  }

  @Test func otherSignersAreNotAuthentic() throws {
    var bench = try bench()
    let other = try TestAuthority(seed: "another authority")
    let bytes = try other.receipt(
      ReceiptDraft(ReceiptDefaults(created: Bench.start, seed: []).complete(Receipt())))
    #expect(try post("verifyReceipt", Base64.encode(bytes), &bench)["status"]?.integer == 21003)
    var xcode = Receipt()
    xcode.receiptType = ReceiptString("Xcode")
    let local = try TestAuthority.wellKnown().receipt(
      ReceiptDraft(
        ReceiptDefaults(created: Bench.start, seed: [], style: .xcode).complete(xcode),
        style: .xcode))
    #expect(try post("verifyReceipt", Base64.encode(local), &bench)["status"]?.integer == 21003)
  }

  @Test func theSecretIsForSubscriptions() throws {
    var bench = try bench { $0.sharedSecret = Bench.secret }
    let tea = try receipt("tea", &bench)
    let coffee = try receipt("coffee", &bench)
    let right = #","password":"\#(Bench.secret)""#
    #expect(try post("verifyReceipt", tea, more: right, &bench)["status"]?.integer == 0)
    #expect(try post("verifyReceipt", tea, &bench)["status"]?.integer == 21004)
    #expect(
      try post("verifyReceipt", tea, more: #","password":"0""#, &bench)["status"]?.integer == 21004)
    #expect(
      try post("verifyReceipt", tea, more: #","password":"\#(Bench.secret.dropLast())x""#, &bench)[
        "status"]?
        .integer == 21004)
    #expect(try post("verifyReceipt", coffee, &bench)["status"]?.integer == 0)
    #expect(
      try post("verifyReceipt", coffee, more: #","password":"0""#, &bench)["status"]?.integer
        == 21004)
  }

  @Test func aDeletedAccountIsNotFound() throws {
    var bench = try bench()
    let tea = try receipt("tea", &bench)
    #expect(try bench.send("DELETE", "stand-in/customers/tea").status == 200)
    #expect(try post("sandbox/verifyReceipt", tea, &bench)["status"]?.integer == 21010)
    #expect(try bench.error("GET", "inApps/v1/transactions/100") == 4_040_001)
    #expect(try bench.send("GET", "stand-in/customers/tea/receipt").status == 400)
  }

  @Test(arguments: [21005, 21009, 21100, 21199])
  func faultsOfApplesAreOnRequest(_ status: Int64) throws {
    var bench = try bench {
      $0.faults = [StandInFault(.receiptStatus(status), path: "/verifyReceipt")]
    }
    let answer = try post("verifyReceipt", "", &bench)
    #expect(answer["status"]?.integer == status)
    #expect(answer["is-retryable"]?.bool == (status >= 21100 ? true : nil))
  }

  @Test func theLatestReceiptIsNewerThanThePostedOne() throws {
    var bench = try bench()
    let tea = try receipt("tea", &bench)
    try bench.control("clock", #"{"by": "P2M"}"#)
    let response = try post("verifyReceipt", tea, &bench)
    #expect(response["receipt"]?["in_app"]?.elements?.count == 3)
    let latest = try #require(response["latest_receipt_info"]?.elements)
    #expect(latest.count == 5)
    let dates = latest.compactMap { $0["purchase_date_ms"]?.string }.compactMap { Int64($0) }
    #expect(dates == dates.sorted(by: >))
    let pending = try #require(response["pending_renewal_info"]?.elements?.first)
    #expect(pending["original_transaction_id"]?.string == "100")
    #expect(pending["auto_renew_status"]?.string == "1")
    let newest = try #require(response["latest_receipt"]?.string)
    let decoded = try ReceiptDecoder().decode(try #require(Base64.octets(newest)))
    #expect(Bench.verifier.verify(decoded).status == .custom)
    #expect(decoded.receipt.inApp.count == 5)
    let without = try post("verifyReceipt", tea, more: #","exclude-old-transactions":true"#, &bench)
    #expect(without["latest_receipt_info"]?.elements?.count == 1)
    #expect(
      without["latest_receipt_info"]?.elements?.first?["transaction_id"]
        == latest.first?["transaction_id"])
  }

  @Test func aReceiptWithoutSubscriptionsHasNoLatestOne() throws {
    var bench = try bench()
    let coffee = try receipt("coffee", &bench)
    let response = try post("verifyReceipt", coffee, &bench)
    #expect(response["receipt"]?["in_app"]?.elements?.count == 1)
    #expect(response["latest_receipt"] == nil)
    #expect(response["latest_receipt_info"] == nil)
    #expect(response["pending_renewal_info"] == nil)
  }

  @Test func aCustomerWithoutPurchasesIsFound() throws {
    var bench = try Bench([("new", "receipt: {bundle_id: com.example.tea}")])
    let new = try receipt("new", &bench)
    #expect(try post("sandbox/verifyReceipt", new, &bench)["status"]?.integer == 0)
    #expect(try bench.send("DELETE", "stand-in/customers/new").status == 200)
    #expect(try post("sandbox/verifyReceipt", new, &bench)["status"]?.integer == 21010)
  }

  @Test func aGenuineReceiptSaysWhatIsInIt() throws {
    var bench = try bench()
    let genuine = String(decoding: try Fixture.subscriptionText(), as: UTF8.self).filter {
      !$0.isNewline
    }
    #expect(try post("production/verifyReceipt", genuine, &bench)["status"]?.integer == 21007)
    let response = try post("sandbox/verifyReceipt", genuine, &bench)
    #expect(response["status"]?.integer == 0)
    let decoded = try ReceiptDecoder().decode(try Fixture.subscription())
    #expect(response["receipt"]?["bundle_id"]?.string == decoded.receipt.bundleID?.text)
    #expect(response["receipt"]?["in_app"]?.elements?.count == decoded.receipt.inApp.count)
    #expect(response["latest_receipt"]?.string == genuine)
    #expect(response["pending_renewal_info"] == nil)
  }

  @Test func aReceiptUnderTheRootOfNobodyHereSaysWhatIsInIt() throws {
    var bench = try bench()
    var receipt = Receipt()
    receipt.bundleID = ReceiptString("com.example.stranger")
    let bytes = try TestAuthority.wellKnown().receipt(
      ReceiptDraft(ReceiptDefaults(created: Bench.start, seed: []).complete(receipt)))
    let response = try post("verifyReceipt", Base64.encode(bytes), &bench)
    #expect(response["status"]?.integer == 0)
    #expect(response["receipt"]?["bundle_id"]?.string == "com.example.stranger")
  }

  @Test(arguments: [("2026-05-15", 21006), ("2026-12-15", 0)])
  func anOldTransactionSaysThatItExpired(_ end: String, _ status: Int64) throws {
    var bench = try bench()
    var purchase = InAppPurchase()
    purchase.expiresDate = ReceiptDate(dateOrDay: end)
    purchase.purchaseDate = ReceiptDate(dateOrDay: "2026-04-15")
    var receipt = Receipt()
    receipt.inApp = [purchase]
    receipt = ReceiptDefaults(created: Bench.start, seed: []).complete(receipt)
    let template = try TestAuthority.wellKnown().transaction(
      IOS6Template.entries(receipt.inApp[0], of: receipt))
    let response = try post("verifyReceipt", Base64.encode(template.encoded()), &bench)
    #expect(response["status"]?.integer == status)
    #expect(response["receipt"]?["bid"]?.string == "com.example.app")
    #expect(response["receipt"]?["transaction_id"]?.string == receipt.inApp[0].transactionID?.text)
    let name = status == 0 ? "latest_receipt_info" : "latest_expired_receipt_info"
    #expect(
      response[name]?["expires_date"]?.string
        == purchase.expiresDate.map { String($0.millisecondsSince1970) })
  }
}
