import Foundation
import ReceiptCore
import ReceiptMaking
import Testing

/// What was only cut is incomplete in every output, and not untrusted.
@Suite struct IncompleteTests {
  private static func jws(_ payload: String) throws -> String {
    String(decoding: try TestReceipts.authority.get().jws(payload).encoded, as: UTF8.self)
  }

  private static func transaction(_ id: String, product: String = "p") throws -> String {
    try jws(
      """
      {"transactionId":"\(id)","originalTransactionId":"\(id)","bundleId":"com.example.app",
       "productId":"\(product)\(id)","purchaseDate":1704067200000,"expiresDate":1893456000000,
       "type":"Auto-Renewable Subscription","environment":"Production","signedDate":1704067201000}
      """)
  }

  private static func history(_ texts: String...) -> String {
    """
    {"revision":"r","hasMore":false,"bundleId":"com.example.app","appAppleId":5,"environment":"Production",
     "signedTransactions":[\(texts.map { "\"\($0)\"" }.joined(separator: ","))]}
    """
  }

  private func bench(_ text: [UInt8]) throws -> Workbench {
    let bench = try Workbench()
    try bench.write("in", text)
    return bench
  }

  // MARK: Outputs

  @Test("A text that was cut is incomplete in all formats", arguments: [0.3, 0.5, 0.9, 0.99])
  func receipt(share: Double) async throws {
    let whole = try TestReceipts.der()
    try await expectIncomplete(whole.prefix(Int(Double(whole.count) * share)))
  }

  @Test("So is a JWS whose signature broke off", arguments: [1, 40, 80])
  func jws(missing: Int) async throws {
    try await expectIncomplete(Self.transaction("1").utf8.dropLast(missing))
  }

  private func expectIncomplete(_ text: some Sequence<UInt8>) async throws {
    let bench = try bench(Array(text))
    let trust = try bench.trustJWS()
    for command in ["check", "decode", "diagnose", "timeline"] {
      for format in ["json", "ndjson"] where format == "json" || command != "timeline" {
        let json = try await bench.run([command, "in", "--format", format] + trust)
          .expect(status: 2).json()
        #expect(json["signature"]?["status"]?.string == "incomplete", "\(command) \(json)")
        #expect(json["signature"]?["reason"]?.string == "truncated", "\(command) \(json)")
      }
    }
    for command in ["check", "decode", "diagnose"] {
      let row = try await bench.run([command, "in", "--lines", "--compact"] + trust)
      #expect(!row.text.contains("untrusted"), "\(row)")
    }
    for command in ["check", "decode", "table"] {
      let csv = try await bench.run([command, "in", "--format", "csv"] + trust).expect(status: 2)
      #expect(csv.text.contains("truncated") && !csv.text.contains("untrusted"), "\(csv)")
      #expect(!csv.text.contains("malformed,"), "\(csv)")
    }
    try await bench.run(["check", "in"] + trust).expect(status: 2).expect(output: "incomplete: ")
    try await bench.run(["decode", "in"] + trust).expect(status: 2)
      .expect(output: "incomplete, so it cannot be verified")
  }

  @Test("A whole text that is not Apple's stays untrusted, whatever is odd in it")
  func forged() async throws {
    var changed = Array(try Self.transaction("1").utf8.dropLast(8))
    changed += Array("AAAAAAAA".utf8)
    let bench = try bench(changed)
    let json = try await bench.run(["check", "in", "--format", "json"] + bench.trustJWS())
      .expect(status: 1).json()
    #expect(json["signature"]?["status"]?.string == "untrusted")
    #expect(json["signature"]?["reason"]?.string == "bad-signature")
  }

  // MARK: Inside

  private static let cuts: [@Sendable (String) -> String] = [
    { String($0.dropLast(40)) }, { _ in "<redacted>" },
    { _ in "********" }, { "\($0.prefix(40))..." }, { _ in "REDACTED" },
  ]

  @Test("A response in which a text was cut or masked is incomplete", arguments: cuts.indices)
  func inside(cut: Int) async throws {
    let bench = try bench(
      Array(
        Self.history(try Self.transaction("1"), Self.cuts[cut](try Self.transaction("2"))).utf8))
    let trust = try bench.trustJWS()
    let json = try await bench.run(["check", "in", "--format", "json"] + trust)
      .expect(status: 2).json()
    #expect(json["verdict"]?.string == "fail")
    #expect(json["signature"]?["status"]?.string == "incomplete", "\(json)")
    try await bench.run(["check", "in"] + trust).expect(status: 2).expect(output: "incomplete")
    for command in ["table", "diagnose", "timeline"] {
      try await bench.run([command, "in"] + trust).expect(status: 2)
    }
    try await bench.run(["check", "in", "--product", "p1"] + trust).expect(status: 2)
    // What did not arrive covers nothing.
    let claimed = try await bench.run(["check", "in", "--product", "p2"] + trust).expect(status: 2)
    #expect(!claimed.text.contains("pass          product"), "\(claimed)")
    // What cannot be read may be a purchase of it.
    let absent = try await bench.run(
      ["check", "in", "--product", "p3", "--format", "json"] + trust
    )
    .expect(status: 2).json()
    let product = absent["checks"]?.elements?.first { $0["id"]?.string == "product" }
    #expect(product?["status"]?.string != "pass", "\(absent)")
  }

  @Test(
    "So is a response of verifyReceipt that was accepted without a signature",
    arguments: [0.5, 0.01])
  func accepted(share: Double) async throws {
    let receipt = WrappingTests.base64(try TestReceipts.der())
    let cut = receipt.prefix(Int(Double(receipt.count) * share)) + (share < 0.1 ? "***" : "")
    let bench = try bench(
      Array(
        #"{"status":0,"environment":"Sandbox","receipt":{"in_app":[]},"latest_receipt":"\#(cut)"}"#
          .utf8
      ))
    // Its own text can be read.
    try await bench.run(["decode", "in"]).expect(status: 0).expect(output: "latest_receipt")
    for command in ["check", "table", "diagnose"] {
      try await bench.run([command, "in"]).expect(status: 1)
      try await bench.run([command, "in", "--unsigned", "accept"]).expect(status: 2)
    }
  }

  @Test("What fails beside it fails the whole")
  func beside() async throws {
    let cut = try String(Self.transaction("2").dropLast(40))
    let forged = try String(Self.transaction("3").dropLast(8)) + "AAAAAAAA"
    for texts in [[cut, forged], [forged, cut]] {
      let bench = try bench(Array(Self.history(texts[0], texts[1]).utf8))
      let trust = try bench.trustJWS()
      let json = try await bench.run(["check", "in", "--format", "json"] + trust)
        .expect(status: 1).json()
      #expect(json["signature"]?["status"]?.string == "untrusted", "\(json)")
      let card = try await bench.run(["diagnose", "in", "--format", "json"] + trust).json()
      #expect(card["summary"]?["genuine"]?["code"]?.string == "changed", "\(card)")
    }
  }

  @Test(
    "A receipt that was cut in an accepted response is incomplete, and one that was changed fails")
  func accepted() async throws {
    var changed = try TestReceipts.der()
    let cut = Array(changed.dropLast(500))
    changed[315] ^= 1
    for (receipt, status) in [(cut, Int32(2)), (changed, 1)] {
      let bench = try bench(
        Array(
          """
          {"status": 0, "environment": "Production", "receipt": {"bundle_id": "com.example.app"},
           "latest_receipt": "\(Data(receipt).base64EncodedString())"}
          """.utf8))
      try await bench.run(["check", "in", "--unsigned", "accept"]).expect(status: status)
    }
  }

  // MARK: The card

  @Test("What a text tells whose signature broke off is a claim that may have been signed")
  func claim() async throws {
    let cut = try String(Self.transaction("2").dropLast(40))
    let bench = try bench(Array(Self.history(try Self.transaction("1"), cut).utf8))
    let options = try ["diagnose", "in", "--at", "2025-01-01"] + bench.trustJWS()
    let told = try await bench.run(options)
    #expect(told.text.contains("p1: active until 2030-01-01; later"), "\(told)")
    #expect(told.text.contains("p2: active until 2030-01-01 (not verified)"), "\(told)")
    let owned = try await bench.run(options + ["--format", "json"]).json()["summary"]?["owned"]
    #expect(owned?[1]?["code"]?.string == "claimed", "\(told)")
  }

  @Test(
    "One text that cannot be read takes nothing from the others",
    arguments: ["<redacted>", "garbage", "eyJhIjoxfQ.e30"])
  func others(text: String) async throws {
    let bench = try bench(Array(Self.history(try Self.transaction("1"), text).utf8))
    let options = try ["diagnose", "in", "--at", "2025-01-01"] + bench.trustJWS()
    let told = try await bench.run(options)
    #expect(told.text.contains("Only in part. Your own root signed one text in it"), "\(told)")
    #expect(told.text.contains("One text in it cannot be read: signedTransactions[1]"), "\(told)")
    #expect(told.text.contains("p1: active until 2030-01-01"), "\(told)")
    #expect(!told.text.lowercased().contains("not signed"), "\(told)")
    let json = try await bench.run(options + ["--format", "json"]).json()
    let owned = json["summary"]?["owned"]?[0]
    #expect(owned?["code"]?.string == "active")
    #expect(owned?["certainty"]?.string == "signed-by-other-root")
    #expect(json["summary"]?["genuine"]?["code"]?.string == "incomplete")
    #expect(json["summary"]?["action"]?["code"]?.string == "send-whole")
  }
}
