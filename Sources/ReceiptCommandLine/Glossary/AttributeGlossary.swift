internal import ReceiptCore

/// What to do with the attributes that people ask about.
enum AttributeGlossary {
  static func advice(for type: Int) -> String? { table[type] }

  private static let table: [Int: String] = [
    AttributeType.receiptType: "read the environment from it, once the signature holds",
    AttributeType.bundleID: "compare it with your app's: `receipt check --bundle-id`",
    AttributeType.applicationVersion: "compare it with your app's: `receipt check --app-version`",
    AttributeType.opaqueValue: "hash it with the device's id: `receipt check --device-id`",
    AttributeType.sha1Hash: "compare it with the hash for the device: `receipt check --device-id`",
    AttributeType.receiptCreationDate:
      "judge the certificates at this date, and the receipt's age by it",
    AttributeType.osVersion: "treat it as a hint only",
    AttributeType.deviceClass: "treat it as a hint only",
    AttributeType.inApp:
      "order purchases by date; their place means nothing, and consumables go away",
    AttributeType.originalPurchaseDate: "in production it says since when the customer has the app",
    AttributeType.originalApplicationVersion:
      "ask whether the app was paid for before it became free: `receipt check --first-free-version`; "
      + "it is the build number on iOS and the marketing version on macOS",
    AttributeType.expirationDate: "refuse the receipt after this date",
    AttributeType.productID: "ask whether it was bought: `receipt check --product`",
    AttributeType.transactionID:
      "use it as the purchase's key, as a text; renewals and restores get new ones, so compare attributes 1705 and "
      + "1711 too",
    AttributeType.originalTransactionID: "follow a subscription by it through its renewals",
    AttributeType.expiresDate: "compare it with now: `receipt check --active-product`",
    AttributeType.webOrderLineItemID: "use it to tell the periods of a subscription apart",
    AttributeType.cancellationDate:
      "take the access away from this date on, unless it was an upgrade",
    AttributeType.isTrialPeriod: "grant no second trial in the same subscription group",
    AttributeType.isInIntroOfferPeriod:
      "grant no second introductory offer in the same subscription group",
    AttributeType.cancellationReason: "ask the customer what went wrong when it is 1",
    1722: "rely on nothing here",
  ]
}
