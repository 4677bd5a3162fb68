import Testing

/// What people read of a transaction.
@Suite struct TransactionTextTests {
  private static let transaction = #"""
    {"transactionId": "11", "originalTransactionId": "12", "webOrderLineItemId": "13", "bundleId": "b.app",
     "productId": "p.month", "subscriptionGroupIdentifier": "14", "purchaseDate": 1700000000000,
     "originalPurchaseDate": 1690000000000, "expiresDate": 1800000000000, "quantity": 1,
     "type": "Auto-Renewable Subscription", "appAccountToken": "7e3fb20b-4cdb-47cc-936d-99d65f608138",
     "inAppOwnershipType": "PURCHASED", "signedDate": 1700000000500, "environment": "Martian",
     "transactionReason": "RENEWAL", "storefront": "JPN", "storefrontId": "143462", "price": 1000000,
     "currency": "JPY", "offerType": 3, "offerIdentifier": "SUMMER", "offerDiscountType": "PAY_UP_FRONT",
     "offerPeriod": "P1M", "revocationDate": 1710000000000, "revocationReason": 1, "isUpgraded": true,
     "appTransactionId": "15"}
    """#

  @Test("Every field of a transaction is shown", arguments: [[], ["--all"]])
  func everyField(options: [String]) async throws {
    let bench = try Workbench()
    try bench.write("t.json", Array(Self.transaction.utf8))
    let text = try await bench.run(["decode", "t.json"] + options).expect(status: 0)
    for value in [
      "11", "12", "13", "b.app", "p.month", "14", "2023-11-14 22:13:20", "2023-07-22 04:26:40 UTC",
      "2027-01-15 08:00:00", "auto-renewable", "7e3fb20b-4cdb-47cc-936d-99d65f608138", "PURCHASED",
      "environment Martian", "RENEWAL", "JPN", "143462", "1000 JPY", "offer code SUMMER",
      "PAY_UP_FRONT", "P1M", "2024-03-09 16:00:00 UTC", "Cancellation reason", "upgraded", "15",
    ] {
      text.expect(output: value)
    }
    // There are no attributes in it, so there is no table of them.
    #expect(!text.text.contains("attribute"))
    let json = try await bench.run(["decode", "t.json", "--format", "json"]).json()
    #expect(json["receipt"]?["environment"]?.string == "Martian")
  }

  @Test("So is every field of a transaction of iOS 6")
  func ios6() async throws {
    let file = Python.file("Fixtures/ios6.plist")
    let json = try await Workbench().run(["decode", file, "--format", "json"]).json()
    let purchase = try #require(json["receipt"]?["in_app"]?[0])
    let text = try await Workbench().run(["decode", file])
    for name in ["transaction_id", "original_transaction_id", "product_id", "product_item_id"] {
      let value = try #require(purchase[name]?.string, "\(name)")
      text.expect(output: value)
    }
    text.expect(output: "Original transaction id")
  }
}
