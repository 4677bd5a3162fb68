internal import ReceiptCore

extension Scenario {
  static let purchases: [Scenario] = [
    Scenario(
      "paid-before-free", "the app was paid for, in version 1.4, before it became free in 2.0",
      needsAppStore: true
    ) { story in
      story.receipt.originalPurchaseDate = story.date(story.end, months: -30)
      story.tellVersions(original: "1.4", current: "2.3")
    },
    Scenario(
      "paid-after-free", "the app was got for nothing, in version 2.1, after it became free",
      needsAppStore: true
    ) { story in
      story.receipt.originalPurchaseDate = story.date(story.end, months: -3)
      story.tellVersions(original: "2.1", current: "2.3")
      story.receipt.inApp.append(
        story.buy("unlock", .nonConsumable, at: story.date(story.end, days: -20)))
      story.tellOfCharge()
    },
    Scenario("consumables", "coins, bought a few or many times in the last year") { story in
      let count = story.numbers.next(3...30)
      let days = (0..<count).map { _ in story.numbers.next(1...360) }.sorted(by: >)
      for day in days {
        var coins = story.buy(
          "coins\(story.numbers.next(1...3) * 100)", .consumable,
          at: story.date(story.end, days: -day))
        coins.quantity = story.numbers.next(1...5)
        story.receipt.inApp.append(coins)
      }
      story.tellOfCharge()
    },
    Scenario("family", "a member of the family shares what another one bought and subscribed to") {
      story in
      var unlock = story.buy("unlock", .nonConsumable, at: story.date(story.end, months: -8))
      var month = story.buy(
        "monthly", .autoRenewableSubscription, at: story.date(story.end, days: -9))
      month.expiresDate = month.purchaseDate.map { story.date($0, months: 1) }
      unlock.inAppOwnershipType = InAppPurchase.familyShared
      month.inAppOwnershipType = InAppPurchase.familyShared
      month.subscriptionGroupIdentifier = ReceiptString("20000001")
      story.receipt.inApp += [unlock, month]
      // A purchase shared in a family has a message too.
      story.news = Story.News("SUBSCRIBED", "INITIAL_BUY", status: 1, at: month.purchaseDate)
      story.tellOfRenewal(of: month, since: month.purchaseDate)
    },
  ]
}

extension Story {
  /// The server's message about a one-time purchase.
  fileprivate mutating func tellOfCharge() {
    news = News("ONE_TIME_CHARGE", at: receipt.inApp.last?.purchaseDate)
  }

  fileprivate mutating func tellVersions(original: String, current: String) {
    receipt.originalApplicationVersion =
      receipt.originalApplicationVersion ?? ReceiptString(original)
    receipt.applicationVersion = receipt.applicationVersion ?? ReceiptString(current)
  }
}
