import ReceiptCore
import ReceiptStandIn
import TestSupport
import Testing

/// Random stories. Whatever happens, the statuses agree with the notifications.
@Suite struct RandomStoryTests {
  private static let ids = ["100", "200", "300", "400", "500", "600", "700", "7", "x"]

  /// Something that a customer, a developer or the time does.
  private static func act(_ numbers: inout SplitMix64) -> (
    method: String, path: String, json: String
  ) {
    let id = ids.randomElement(using: &numbers) ?? ""
    let flag = Bool.random(using: &numbers)
    let days = Int.random(in: 1...40, using: &numbers)
    let acts = [
      ("POST", "stand-in/clock", #"{"by": "P\#(days)D"}"#),
      ("POST", "stand-in/refund", #"{"transactionId": "\#(id)"}"#),
      ("POST", "stand-in/renewal", #"{"transactionId": "\#(id)", "autoRenew": \#(flag)}"#),
      ("POST", "stand-in/billing", #"{"transactionId": "\#(id)", "fails": \#(flag)}"#),
      (
        "POST", "stand-in/billing",
        #"{"transactionId": "\#(id)", "fails": true, "grace": "P\#(days)D"}"#
      ),
      ("POST", "stand-in/notify", #"{"notificationType": "REFUND", "transactionId": "\#(id)"}"#),
      (
        "PUT", "inApps/v1/subscriptions/extend/\(id)",
        #"{"extendByDays": \#(days), "extendReasonCode": 1, "requestIdentifier": "a"}"#
      ),
      ("POST", "advancedCommerce/v1/subscription/cancel/\(id)", #"{"requestInfo": {}}"#),
      ("POST", "advancedCommerce/v1/subscription/revoke/\(id)", #"{"requestInfo": {}}"#),
      ("POST", "inApps/v1/transactions/\(id)/finish", ""),
    ]
    // The time passes more often than anything else happens.
    let place = max(Int.random(in: -3..<acts.count, using: &numbers), 0)
    return acts[place]
  }

  @Test(arguments: 0..<6)
  func statusesAreAsTold(_ seed: Int) throws {
    var numbers = SplitMix64(seed: UInt64(seed))
    var bench = try Bench(ServerAPITests.specs)
    // The last status that a notification told, by the subscription.
    var told: [String: Int64] = [:]
    for _ in 0..<60 {
      let act = Self.act(&numbers)
      let answer = try bench.send(act.method, act.path, json: act.json)
      #expect([200, 400, 403, 404].contains(answer.status))
      let isExample = act.path == "stand-in/notify"
      for payload in try bench.deliver() where !isExample {
        guard let status = payload["data"]?["status"]?.integer else { continue }
        let transaction = try Bench.payload(payload["data"]?["signedTransactionInfo"])
        told[try #require(transaction["originalTransactionId"]?.string)] = status
      }
      for (chain, status) in told { #expect(try bench.status(chain) == status, "\(act)") }
    }
    try bench.control("clock", #"{"by": "P1Y"}"#)
    #expect(!told.isEmpty)
  }
}
