import Foundation
import ReceiptMaking
import Testing

@testable import ReceiptCore

/// Texts of two customers, apps, environments or subscriptions, given together. No customer gets
/// the purchases of another.
@Suite struct IdentityJoinTests {
  /// What the second text has of its own, and whether both are one customer's all the same.
  struct Pair: Sendable, CustomTestStringConvertible {
    let name: String
    let changes: [String: String]
    let isOneCustomer: Bool
    var testDescription: String { name }
  }

  static let pairs = [
    Pair(name: "customers", changes: ["appTransactionId": "702"], isOneCustomer: false),
    Pair(name: "apps", changes: ["bundleId": "com.other.app"], isOneCustomer: false),
    Pair(name: "environments", changes: ["environment": "Sandbox"], isOneCustomer: false),
    Pair(name: "subscriptions", changes: [:], isOneCustomer: true),
  ]

  enum Way: String, CaseIterable { case together, history, list }

  private static func payload(_ id: String, _ product: String, _ changes: [String: String] = [:])
    throws -> [UInt8]
  {
    var members: [String: Any] = [
      "transactionId": id, "originalTransactionId": id, "productId": product,
      "bundleId": "com.true.app", "environment": "Production", "appTransactionId": "701",
      "type": "Auto-Renewable Subscription", "purchaseDate": 1_735_689_600_000,
      "expiresDate": 1_767_225_600_000, "signedDate": 1_735_689_601_000,
    ]
    members.merge(changes) { $1 }
    return Array(try JSONSerialization.data(withJSONObject: members, options: .sortedKeys))
  }

  private static func signed(_ payload: [UInt8]) throws -> [UInt8] {
    try TestReceipts.authority.get().jws(around: payload).encoded
  }

  /// The two texts in a folder of their own, and the names for the command line.
  private func inputs(_ bench: Workbench, _ texts: [[UInt8]], _ way: Way) throws -> [String] {
    let names = texts.indices.map { "\($0).jws" }
    for (name, text) in zip(names, texts) { try bench.write(name, text) }
    let quoted = texts.map { "\"\(String(decoding: $0, as: UTF8.self))\"" }
    let list = "[\(quoted.joined(separator: ","))]"
    try bench.write(
      "history", "{\"hasMore\":false,\"revision\":\"r\",\"signedTransactions\":\(list)}".utf8)
    try bench.write("list", list.utf8)
    switch way {
    case .together: return ["--together"] + names
    case .history: return ["history"]
    case .list: return ["list"]
    }
  }

  private func rows(_ result: CommandResult) throws -> [JSON] {
    let json = try result.json()
    return json.elements ?? [json]
  }

  private static let options = ["--at", "2025-06-01T00:00:00Z", "--format", "json"]

  @Test("Both products are unlocked for one customer, and otherwise neither", arguments: pairs)
  func products(pair: Pair) async throws {
    let bench = try Workbench()
    let texts = try [
      Self.signed(Self.payload("100", "pro")),
      Self.signed(Self.payload("200", "gold", pair.changes)),
    ]
    let options = try Self.options + bench.trustJWS()
    for way in [Way.together, .history] {
      let inputs = try inputs(bench, texts, way)
      for (product, other) in [("pro", "gold"), ("gold", "pro")] {
        let check = try await bench.run(
          ["check", "--active-product", product, "--product", other] + inputs + options)
        #expect((check.code == 0) == pair.isOneCustomer, "\(way): \(check)")
      }
      let answers = try await rows(bench.run(["diagnose"] + inputs + options))
      #expect(answers.count == 1)
      let action = try #require(answers.first?["summary"]?["action"])
      #expect((action["code"]?.string == "unlock") == pair.isOneCustomer, "\(way)")
      #expect(action["product_ids"]?.elements?.count == (pair.isOneCustomer ? 2 : 0), "\(way)")
    }
  }

  @Test("Texts in a list are answered one by one", arguments: pairs)
  func list(pair: Pair) async throws {
    let bench = try Workbench()
    let texts = try [
      Self.signed(Self.payload("100", "pro")),
      Self.signed(Self.payload("200", "gold", pair.changes)),
    ]
    let inputs = try inputs(bench, texts, .list)
    let options = try Self.options + bench.trustJWS()
    let answers = try await rows(bench.run(["diagnose"] + inputs + options))
    let products = answers.map {
      $0["summary"]?["owned"]?.elements?.compactMap { $0["product_id"]?.string }
    }
    #expect(products == [["pro"], ["gold"]])
    let check = try await rows(bench.run(["check", "--active-product", "pro"] + inputs + options))
    #expect(check.map { $0["verdict"]?.string } == ["pass", "fail"])
  }

  @Test("The grace period of another subscription prolongs nothing")
  func renewal() async throws {
    let bench = try Workbench()
    let ended = try Self.payload("100", "pro")
    let renewal = """
      {"originalTransactionId":"OTHER","productId":"pro","autoRenewProductId":"pro",
       "autoRenewStatus":1,"isInBillingRetryPeriod":true,"gracePeriodExpiresDate":1893456000000,
       "environment":"Production","signedDate":1767225601000}
      """
    let options =
      try ["--at", "2026-02-01T00:00:00Z", "--format", "json"] + bench.trustJWS()
    // "200" is a subscription of which no transaction is here.
    for (id, status, action) in [
      ("100", Int32(0), "update-payment-in-grace"), ("200", 1, "ask-server"),
    ] {
      let texts = try [
        Self.signed(ended), Self.signed(Array(renewal.replacing("OTHER", with: id).utf8)),
      ]
      let inputs = try inputs(bench, texts, .together)
      try await bench.run(["check", "--active-product", "pro"] + inputs + options)
        .expect(status: status)
      let answer = try await bench.run(["diagnose"] + inputs + options).json()
      #expect(answer["summary"]?["action"]?["code"]?.string == action)
    }
  }
}
