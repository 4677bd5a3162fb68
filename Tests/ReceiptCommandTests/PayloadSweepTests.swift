import ReceiptCore
import ReceiptMaking
import TestSupport
import Testing

/// Every payload that Apple signs, given to every check. `+` passes, `-` fails, `?` cannot be told from this form.
@Suite struct PayloadSweepTests {
  private static let checks: [(id: String, options: [String])] = [
    ("bundle-id", ["--bundle-id", "com.example.app"]),
    ("app-version", ["--app-version", "7"]),
    ("environment", ["--environment", "sandbox"]),
    ("original-version", ["--first-free-version", "9"]),
    ("product", ["--product", "p"]),
    ("subscription", ["--active-product", "p"]),
    ("transaction-id", ["--transaction-id", "2"]),
    ("original-transaction-id", ["--original-transaction-id", "1"]),
    ("app-apple-id", ["--app-apple-id", "5"]),
    ("age", ["--max-age", "1d"]),
  ]

  private static let app = #""bundleId":"com.example.app","environment":"Sandbox""#
  private static let signed = #""signedDate":1704067201000"#
  private static let period =
    #""purchaseDate":1704067200000,"expiresDate":1706745600000,"type":"Auto-Renewable Subscription""#

  private static func transaction(_ more: String) -> String {
    #"{"transactionId":"2","originalTransactionId":"1","productId":"p",\#(app),\#(more),\#(signed)}"#
  }

  private static let renewal =
    #"{"originalTransactionId":"1","productId":"p","autoRenewProductId":"p","autoRenewStatus":1,"environment":"Sandbox",\#(signed)}"#
  private static let appTransaction =
    #"{"receiptType":"Sandbox","bundleId":"com.example.app","appAppleId":5,"applicationVersion":"7","originalApplicationVersion":"3","receiptCreationDate":1704067201000}"#

  private static func notification(_ type: String, _ member: String) -> String {
    #"{"notificationType":"\#(type)","version":"2.0",\#(signed),\#(member)}"#
  }

  private static func jws(_ payload: String) throws -> String {
    String(decoding: try TestReceipts.authority.get().jws(payload).encoded, as: UTF8.self)
  }

  /// Payloads, each with the verdicts in the order of the checks.
  private static func rows() throws -> [(name: String, payload: String, verdicts: String)] {
    let active = transaction(period)
    return [
      ("active", active, "+?+?++++?+"),
      (
        "consumable", transaction(#""purchaseDate":1704067200000,"type":"Consumable""#),
        "+?+?+-++?+"
      ),
      (
        "refunded",
        transaction(period + #","revocationDate":1704067200500,"revocationReason":0"#), "+?+?--++?+"
      ),
      ("renewal", renewal, "??+????+?+"),
      ("app transaction", appTransaction, "+++?????++"),
      (
        "subscribed",
        notification(
          "SUBSCRIBED",
          #""data":{\#(app),"bundleVersion":"7","appAppleId":5,"signedTransactionInfo":"\#(try jws(active))","signedRenewalInfo":"\#(try jws(renewal))"}"#
        ), "+++?++++++"
      ),
      ("test", notification("TEST", #""data":{\#(app),"bundleVersion":"7"}"#), "+++?????" + "?+"),
      (
        "summary",
        notification(
          "RENEWAL_EXTENSION",
          #""subtype":"SUMMARY","summary":{\#(app),"appAppleId":5,"productId":"p","succeededCount":1,"failedCount":0}"#
        ), "+?+?????++"
      ),
      (
        "token",
        notification(
          "EXTERNAL_PURCHASE_TOKEN",
          #""externalPurchaseToken":{"externalPurchaseId":"SANDBOX_1","tokenCreationDate":1,"appAppleId":5,"bundleId":"com.example.app"}"#
        ), "+?+?????++"
      ),
      (
        "consent",
        notification(
          "RESCIND_CONSENT",
          #""appData":{\#(app),"appAppleId":5,"signedAppTransactionInfo":"\#(try jws(appTransaction))"}"#
        ), "+?+?????++"
      ),
      (
        "seats",
        notification("UNCLAIM_SEATS", #""unclaimInfo":{"unclaimSeatIds":["s"]}"#), "????????" + "?+"
      ),
      (
        "realtime",
        #"{"originalTransactionId":"1","appAppleId":5,"productId":"p","userLocale":"en","requestIdentifier":"r","environment":"Sandbox",\#(signed)}"#,
        "??+?????++"
      ),
      ("unknown", #"{"productId":"p","transactionId":"2",\#(app),\#(signed)}"#, "+?+?????" + "?+"),
    ]
  }

  @Test("Each check passes only what the payload says")
  func sweep() async throws {
    let bench = try Workbench()
    let trust = try bench.trustJWS()
    let rows = try Self.rows()
    #expect(!rows.isEmpty)
    for (name, payload, verdicts) in rows {
      try bench.write("jws", Self.jws(payload).utf8)
      let json = try await bench.run(
        ["check", "jws", "--at", "2024-01-01T01:00:00Z", "--format", "json"]
          + Self.checks.flatMap(\.options) + trust
      ).json()
      let results = json["checks"]?.elements ?? []
      #expect(results.prefix(5).allSatisfy { $0["status"]?.string == "pass" }, "\(name)")
      let found = Self.checks.map { check in
        let result = results.first { $0["id"]?.string == check.id }
        return switch (result?["status"]?.string, result?["reason"]?.string) {
        case ("pass", _): "+"
        // The payload does not say it.
        case ("undetermined", _), ("fail", "absent"): "?"
        case ("fail", _): "-"
        default: "!"
        }
      }.joined()
      #expect(found == verdicts, "\(name)")
    }
  }
}
