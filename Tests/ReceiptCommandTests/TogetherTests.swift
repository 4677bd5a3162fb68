import Foundation
import ReceiptCore
import ReceiptMaking
import TestSupport
import Testing

/// Several inputs of one customer, read as one.
@Suite struct TogetherTests {
  private static func transaction(
    _ id: String, bundle: String = "com.example.catalogue", product: String = "p",
    account: String = "a"
  ) -> String {
    """
    {"transactionId":"\(id)","originalTransactionId":"1","bundleId":"\(bundle)","productId":"\(product)",
     "purchaseDate":1704067200000,"expiresDate":1893456000000,"type":"Auto-Renewable Subscription",
     "environment":"Sandbox","signedDate":1704067201000}
    """
  }

  private static let renewal = """
    {"originalTransactionId":"1","productId":"p","autoRenewProductId":"p","autoRenewStatus":0,
     "environment":"Sandbox","signedDate":1704067201000}
    """

  private func bench(_ pieces: [String: String]) throws -> Workbench {
    let bench = try Workbench()
    for (name, payload) in pieces {
      try bench.write(name, TestReceipts.authority.get().jws(payload).encoded)
    }
    return bench
  }

  @Test("Pieces make one answer: one verdict, all purchases, each with its inputs")
  func together() async throws {
    let bench = try bench([
      "1.jws": Self.transaction("1"), "2.jws": Self.transaction("2", product: "q"),
      "3.jws": Self.renewal,
    ])
    let files = ["1.jws", "2.jws", "3.jws"]
    let trust = try bench.trustJWS()
    try await bench.run(
      ["check", "--together"] + files + [
        "--product", "p", "--product", "q", "--bundle-id", "com.example.catalogue",
      ] + trust
    ).expect(status: 0)
    // Alone, each holds one of them.
    try await bench.run(["check", "1.jws", "--product", "q"] + trust).expect(status: 1)
    let json = try await bench.run(
      ["decode", "--together", "--format", "json"] + files + ["1.jws"] + trust
    ).expect(status: 0).json()
    #expect(json["answer"]?["kind"]?.string == "together")
    #expect(json["nested"]?.elements?.count == 4)
    let first = json["answer"]?["transactions"]?[0]
    #expect(first?["transaction_id"]?.string == "1")
    #expect(first?["pieces"]?.elements?.map(\.string) == ["1.jws"])
    try await bench.run(["decode", "--together"] + files + trust).expect(status: 0)
      .expect(output: "3 receipts together").expect(output: "in 2.jws")
    let diagnosis = try await bench.run(
      ["diagnose", "--together", "--at", "2025-01-01"] + files + trust
    ).expect(status: 0)
    #expect(diagnosis.text.contains("p") && diagnosis.text.contains("q"))
    try await bench.run(["timeline", "--together", "--at", "2025-01-01"] + files + trust)
      .expect(status: 0)
  }

  @Test("A piece that is forged or unreadable fails the whole")
  func forged() async throws {
    let bench = try bench(["1.jws": Self.transaction("1"), "2.jws": Self.transaction("2")])
    let trust = try bench.trustJWS()
    var forged = try bench.read("2.jws")
    forged.removeLast(8)
    try bench.write("forged.jws", forged + Array("AAAAAAAA".utf8))
    try bench.write("none", [0xFF, 0xFE, 0])
    for (file, status) in [("forged.jws", Int32(1)), ("none", 2), ("missing", 2)] {
      let result = try await bench.run(
        ["check", "--together", "1.jws", file, "--product", "p"] + trust
      ).expect(status: status)
      #expect(result.text.contains("FAIL"), "\(result)")
    }
  }

  @Test(
    "Without a piece that cannot be read the answer is not known", arguments: ["none", "missing"])
  func unread(file: String) async throws {
    let bench = try bench(["1.jws": Self.transaction("1")])
    try bench.write("none", [0xFF, 0xFE, 0])
    let trust = try bench.trustJWS()
    let told = try await bench.run(
      ["diagnose", "--together", "1.jws", file, "--at", "2025-01-01"] + trust
    ).expect(status: 2)
    #expect(
      told.text.contains("Not known: incomplete. \(file.capitalized) cannot be read"), "\(told)")
    #expect(told.text.contains("Give what cannot be read again"), "\(told)")
    for command in ["decode", "timeline"] {
      try await bench.run([command, "--together", "1.jws", file] + trust).expect(status: 2)
    }
  }

  @Test("What only an unsigned piece says of a signed transaction is marked")
  func unsignedFields() async throws {
    let bench = try bench(["1.jws": Self.transaction("1")])
    func said(_ more: String) async throws -> String {
      try bench.write("plain.json", Self.transaction("1").replacing("}", with: ",\(more)}").utf8)
      let result = try await bench.run(
        ["diagnose", "--together", "1.jws", "plain.json", "--at", "2025-01-01"]
          + bench.trustJWS())
      return result.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let price = #""price":5000000,"currency":"EUR""#
    let paid = try await said(price)
    #expect(paid.contains("for 5000.00 EUR (not signed)"), "\(paid)")
    let offer = try await said(#""offerType":2,"offerIdentifier":"WINBACK""#)
    #expect(offer.contains("the promotional offer WINBACK (not signed)"), "\(offer)")
    let trial = try await said(#""offerType":1,"offerDiscountType":"FREE_TRIAL""#)
    #expect(trial.contains("in its free trial (not signed)"), "\(trial)")
    #expect(trial.contains("used, it began on 2024-01-01 (not signed)"), "\(trial)")
  }

  @Test("What a later signed text says against an earlier one is told")
  func laterText() async throws {
    let later = Self.transaction("1").replacing("1704067201000", with: "1704153601000")
    let bench = try bench([
      "1.jws": Self.transaction("1").replacing("}", with: #","price":5000,"currency":"EUR"}"#),
      "2.jws": later.replacing("}", with: #","price":9000,"currency":"EUR"}"#),
    ])
    for details in [[], ["--details"]] {
      let result = try await bench.run(
        ["diagnose", "--together", "1.jws", "2.jws", "--at", "2025-01-01"] + details
          + bench.trustJWS())
      let text = result.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        .lowercased()
      #expect(text.contains("two texts disagree about price of transaction 1"), "\(text)")
    }
  }

  @Test(
    "What signed texts of one moment say against each other is told",
    arguments: [
      (#","appAccountToken":"1""#, #","appAccountToken":"2""#, "app_account_token"),
      (#","quantity":1"#, #","quantity":2"#, "quantity"),
      (
        #","originalPurchaseDate":1704067200000"#, #","originalPurchaseDate":1703000000000"#,
        "original_purchase_date"
      ),
    ])
  func oneMoment(first: String, second: String, field: String) async throws {
    let bench = try bench([
      "1.jws": Self.transaction("1").replacing("}", with: first + "}"),
      "2.jws": Self.transaction("1").replacing("}", with: second + "}"),
    ])
    try await expect(field, in: ["1.jws", "2.jws"], on: bench)
  }

  @Test("So is what two renewal infos say of one subscription")
  func renewals() async throws {
    let bench = try bench([
      "1.jws": Self.transaction("1"), "2.jws": Self.renewal,
      "3.jws": Self.renewal.replacing("Status\":0", with: "Status\":1"),
      // It changed its mind later.
      "4.jws": Self.renewal.replacing("Status\":0", with: "Status\":1")
        .replacing("1704067201000", with: "1704167201000"),
    ])
    try await expect("auto_renew_status", in: ["1.jws", "2.jws", "3.jws"], on: bench)
    let result = try await bench.run(
      ["diagnose", "--together", "1.jws", "2.jws", "4.jws", "--at", "2025-01-01"]
        + bench.trustJWS())
    #expect(!result.text.contains("disagree"), "\(result)")
  }

  private func expect(_ field: String, in names: [String], on bench: Workbench) async throws {
    let result = try await bench.run(
      ["diagnose", "--together", "--at", "2025-01-01"] + names + bench.trustJWS())
    let text = result.text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    #expect(text.contains("two texts disagree about \(field) of transaction 1"), "\(text)")
  }

  @Test("What contradicts is told, with the inputs that say it")
  func contradictions() async throws {
    let bench = try bench([
      "1.jws": Self.transaction("1"), "2.jws": Self.transaction("1", product: "other"),
      "3.jws": Self.transaction("3", bundle: "com.example.other"),
    ])
    let text = try await bench.run(
      ["decode", "--together", "1.jws", "2.jws", "3.jws"] + bench.trustJWS()
    ).text
    #expect(text.contains("product_id of transaction 1 in 1.jws and 2.jws"))
    #expect(text.contains("they differ in bundle_id in 1.jws and 3.jws"))
    #expect(text.contains("pieces-disagree"))
  }

  @Test("Different apps never pass as one customer's")
  func differentApps() async throws {
    let bench = try bench([
      "1.jws": Self.transaction("1"), "3.jws": Self.transaction("3", bundle: "com.example.other"),
    ])
    try await bench.run(["check", "--together", "1.jws", "3.jws"] + bench.trustJWS())
      .expect(status: 1)
  }

  @Test("What was put together is not made as one")
  func make() async throws {
    let bench = try bench(["1.jws": Self.transaction("1"), "2.jws": Self.transaction("2")])
    let decoded = try await bench.run(
      ["decode", "--together", "1.jws", "2.jws", "--format", "json"])
    try await bench.run(["make", "-"], input: decoded.output).expect(status: 2)
      .expect(message: "put together")
  }

  @Test("It goes without lines and expectation files")
  func usage() async throws {
    let bench = try Workbench()
    for arguments in [
      ["check", "--together", "--lines"], ["decode", "--together", "--lines"],
      ["check", "--together", "--expect", "e.yml"], ["check", "--together", "a", "--record", "e"],
    ] {
      try await bench.run(arguments).expect(status: 64).expect(message: "--together")
    }
  }

  @Test("A signed receipt beside the response that holds it decides, as it does in the response")
  func responseAndReceipt() async throws {
    let bench = try Workbench()
    let spec = """
      {"receipt": {"receipt_type": "Production", "in_app": [{"product_id": "gold", "transaction_id": "1",
       "original_transaction_id": "1", "purchase_date": "2025-05-01T00:00:00Z"}]}}
      """
    let receipt = try await bench.run(
      ["make", "-", "--root", "root.pem"], input: Array(spec.utf8)
    ).expect(status: 0).output
    try bench.write("r", receipt)
    let der = try Base64.decode(receipt).bytes
    let answer = """
      {"status": 0, "environment": "Production", "latest_receipt": "\(Base64.encode(der))",
       "receipt": {"receipt_type": "Production", "bundle_id": "com.example.app", "in_app": []}}
      """
    try bench.write("answer", Array(answer.utf8))
    for files in [["answer"], ["--together", "r", "answer"], ["--together", "answer", "r"]] {
      let told = try await bench.run(
        ["diagnose", "--trust-root", "root.pem", "--at", "2025-06-01"] + files)
      #expect(told.text.contains("your own root signed the receipt in it"), "\(told)")
      #expect(told.text.contains("Owned?     gold: bought on 2025-05-01"), "\(told)")
    }
    // A forged piece is told, whatever stands beside it, and another app takes the proof away.
    var forged = der
    let place = try #require(forged.firstRange(of: Array("com.example.app".utf8)))
    forged[place.lowerBound] = UInt8(ascii: "d")
    try bench.write("forged", forged)
    let another = try await bench.run(
      ["make", "-", "--root", "other.pem"],
      input: Array(
        spec.replacing("{\"receipt_type\"", with: "{\"bundle_id\": \"com.other\", \"receipt_type\"")
          .utf8)
    ).expect(status: 0).output
    try bench.write("other", another)
    for (pieces, beginning) in [
      (["forged", "r", "answer"], "Genuine?   No."), (["answer", "r", "forged"], "Genuine?   No."),
      (["answer", "r", "other"], "Genuine?   Not signed"),
    ] {
      let told = try await bench.run(
        [
          "diagnose", "--together", "--trust-root", "root.pem", "--trust-root", "other.pem", "--at",
          "2025-06-01",
        ] + pieces)
      #expect(told.text.hasPrefix(beginning), "\(told)")
      #expect(!told.text.contains("Do         The app should unlock"), "\(told)")
    }
  }

  // MARK: Contradictions and claims

  /// Get All Subscription Statuses, whose status is not signed.
  private static func statuses(_ status: Int) throws -> [UInt8] {
    let text = try TestReceipts.authority.get().jws(transaction("1")).encoded
    return Array(
      """
      {"environment":"Sandbox","bundleId":"com.example.catalogue","data":[{"subscriptionGroupIdentifier":"1",
       "lastTransactions":[{"originalTransactionId":"1","status":\(status),
        "signedTransactionInfo":"\(String(decoding: text, as: UTF8.self))"}]}]}
      """.utf8)
  }

  @Test("Two statuses that disagree are told, and unsigned wrappers are no signed texts")
  func statuses() async throws {
    let bench = try Workbench()
    try bench.write("a.json", Self.statuses(1))
    try bench.write("b.json", Self.statuses(5))
    try await expect("status", in: ["a.json", "b.json"], on: bench)
    let alike = try await bench.run(
      ["diagnose", "--together", "a.json", "a.json", "--at", "2025-01-01"] + bench.trustJWS())
    #expect(!alike.text.contains("disagree"), "\(alike)")
    let told = try await bench.run(
      ["diagnose", "--together", "a.json", "b.json", "--at", "2025-01-01"] + bench.trustJWS())
    #expect(told.text.contains("all 2 signed texts in it"), "\(told)")
  }

  @Test(
    "Beside a forged piece nothing is claimed with certainty, and nothing passes that rests on it")
  func besideForged() async throws {
    let bench = try bench(["1.jws": Self.transaction("1")])
    let trust = try bench.trustJWS() + ["--at", "2025-01-01"]
    let forger = try TestAuthority(seed: "forger of pieces")
    try bench.write("forged.jws", forger.jws(Self.transaction("2", product: "q")).encoded)
    let plain = Self.transaction("2", product: "q")
    try bench.write("plain.json", Array(plain.utf8))
    let json = try await bench.run(
      ["diagnose", "--together", "1.jws", "forged.jws", "--format", "json"] + trust
    ).json()
    let owned = try #require(json["summary"]?["owned"]?.elements)
    #expect(owned.count == 2)
    for holding in owned {
      #expect(holding["code"]?.string == "claimed" && holding["certainty"]?.string == "unsigned")
    }
    let asked =
      [
        "check", "--together", "forged.jws", "plain.json", "--active-product", "q", "--product",
        "q", "--bundle-id", "com.example.catalogue", "--format", "json",
      ] + trust
    let checked = try await bench.run(asked).expect(status: 1).json()
    let checks = try #require(checked["checks"]?.elements)
    for id in ["subscription", "product", "bundle-id"] {
      let check = checks.first { $0["id"]?.string == id }
      #expect(check?["status"]?.string != "pass", "\(checked)")
    }
    // Who accepts what has no signature accepts no bad one.
    try await bench.run(asked + ["--unsigned", "accept"]).expect(status: 1)
    // What is signed answers all the same.
    let signed = try await bench.run(
      [
        "check", "--together", "1.jws", "forged.jws", "--active-product", "p", "--format", "json",
      ] + trust
    ).expect(status: 1).json()
    let check = signed["checks"]?.elements?.first { $0["id"]?.string == "subscription" }
    #expect(check?["status"]?.string == "pass", "\(signed)")
  }
}
