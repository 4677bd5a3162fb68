import Foundation
import Testing

/// `receipt check --unsigned`: what never has a signature.
@Suite struct UnsignedTests {
  private func answer(
    status: String = "0", expires: String = "1893456000000", latest: [UInt8]? = nil
  ) -> [UInt8] {
    let latest = latest.map { ", \"latest_receipt\": \"\(Data($0).base64EncodedString())\"" } ?? ""
    return Array(
      """
      {"status": \(status), "environment": "Production", "receipt": {
       "receipt_type": "Production", "bundle_id": "com.example.app", "application_version": "1",
       "in_app": [{"product_id": "pro", "transaction_id": "1", "original_transaction_id": "1",
        "purchase_date_ms": "1700000000000", "expires_date_ms": "\(expires)"}]}\(latest)}
      """.utf8)
  }

  private let question = ["--active-product", "pro", "--at", "2024-01-01"]

  @Test("A response passes if it is accepted unsigned, and says so")
  func accepted() async throws {
    let bench = try Workbench()
    try bench.write("answer", answer())
    for arguments in [[], ["--unsigned", "fail"]] {
      let refused = try await bench.run(["check", "answer"] + question + arguments).expect(
        status: 1)
      #expect(
        refused.text.contains("answer: FAIL: a response of verifyReceipt carries no signature"))
      #expect(refused.text.contains("[no-signer]"))
    }
    let text = try await bench.run(["check", "answer", "--unsigned", "accept"] + question)
      .expect(status: 0).expectSilence()
    #expect(text.text.hasPrefix("answer: pass: unsigned: accepted because you asked\n"), "\(text)")
    let json = try await bench.run(
      ["check", "answer", "--unsigned", "accept", "--format", "json"] + question
    ).expect(status: 0).json()
    let signature = json["checks"]?.elements?.first { $0["id"]?.string == "signature" }
    #expect(signature?["status"]?.string == "not-run")
    #expect(signature?["reason"]?.string == "unsigned-accepted")
    #expect(json["signature"]?["status"]?.string == "absent")
    #expect(json["signature"]?["reason"]?.string == "unsigned-accepted")
    #expect(json["verdict"]?.string == "pass")
    // The other checks decide.
    let later = ["--active-product", "pro", "--at", "2031-01-01"]
    try await bench.run(["check", "answer", "--unsigned", "accept"] + later).expect(status: 1)
  }

  @Test(
    "A response that says nothing, or was not read whole, is not accepted",
    arguments: [
      ("0", "1893456000000", 0), ("21006", "1893456000000", 0), ("21003", "1893456000000", 1),
      ("21007", "1893456000000", 1), ("1", "1893456000000", 1), ("0", "soon", 2),
    ] as [(String, String, Int32)])
  func refusals(status: String, expires: String, code: Int32) async throws {
    let bench = try Workbench()
    try bench.write("answer", answer(status: status, expires: expires))
    let result = try await bench.run(["check", "answer", "--unsigned", "accept"]).expect(
      status: code)
    #expect(result.text.contains("no-signer") == (code != 0), "\(result)")
  }

  @Test("An accepted status 21006 says that a subscription has expired, whatever its dates say")
  func answeredExpired() async throws {
    let bench = try Workbench()
    for (status, code) in [("0", Int32(0)), ("21006", 1)] {
      try bench.write("answer", answer(status: status))
      let result = try await bench.run(["check", "answer", "--unsigned", "accept"] + question)
        .expect(status: code)
      #expect(
        result.text.contains("Apple answered that it had expired") == (code != 0), "\(result)")
    }
  }

  @Test("The receipt inside a response is never accepted without its signature")
  func nested() async throws {
    let bench = try Workbench()
    try bench.write("sound", answer(latest: TestReceipts.der()))
    try await bench.run(["check", "sound", "--unsigned", "accept"]).expect(status: 0)
    var changed = try TestReceipts.der()
    changed[315] ^= 1
    try bench.write("changed", answer(latest: changed))
    let result = try await bench.run(["check", "changed", "--unsigned", "accept"]).expect(status: 1)
    #expect(result.text.contains("[bad-signature]"), "\(result)")
  }

  @Test(
    "What must have a signature is refused without it",
    arguments: [
      ("jws-transaction", "x."), ("jws-app-transaction", "x."), ("apple", ""), ("ios6", ""),
    ])
  func signed(style: String, cut: String) async throws {
    let bench = try Workbench()
    let spec = "receipt: {environment: Production, bundle_id: a.b, in_app: [{product_id: pro}]}"
    try await bench.run(["make", "-", "--style", style, "-o", "made"], input: Array(spec.utf8))
      .expect(status: 0)
    // The authority that signed it is not trusted.
    try await bench.run(["check", "made", "--unsigned", "accept"]).expect(status: 1)
    guard !cut.isEmpty else { return }
    let text = try bench.text("made")
    let end = try #require(text.lastIndex(of: "."))
    try bench.write("cut", Array(text[...end].utf8))
    let result = try await bench.run(["check", "cut", "--unsigned", "accept"]).expect(status: 2)
    #expect(!result.text.contains("accepted"))
  }

  @Test("--unsigned takes two words")
  func usage() async throws {
    let bench = try Workbench()
    try bench.write("answer", answer())
    try await bench.run(["check", "answer", "--unsigned", "acept"]).expect(status: 64)
      .expect(message: "did you mean accept?")
    try await bench.run(["decode", "answer", "--unsigned", "accept"]).expect(status: 64)
  }

  @Test(
    "An expectation file compares what a response lists beside its receipt too",
    arguments: [
      ("[pro, other]", Int32(0)), ("[pro]", 1), ("[other]", 1), ("[pro, other, other]", 1),
    ])
  func listedBeside(purchases: String, status: Int32) async throws {
    let bench = try Workbench()
    let list = """
      "latest_receipt_info": [
       {"product_id": "pro", "transaction_id": "1", "original_transaction_id": "1"},
       {"product_id": "other", "transaction_id": "2", "original_transaction_id": "2"}],
      """
    let text = String(decoding: answer(), as: UTF8.self)
    try bench.write("answer", Array("{\(list)\(text.dropFirst())".utf8))
    try bench.write("e.yml", Array("receipts: [{files: answer, purchases: \(purchases)}]".utf8))
    try await bench.run(["check", "--expect", "e.yml", "--unsigned", "accept"])
      .expect(status: status)
  }
}
