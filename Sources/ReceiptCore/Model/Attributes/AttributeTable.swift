/// The attribute types that the decoder interprets.
package enum AttributeType {
  // In the receipt
  package static let receiptType = 0
  package static let itemID = 1
  package static let bundleID = 2
  package static let applicationVersion = 3
  package static let opaqueValue = 4
  package static let sha1Hash = 5
  package static let downloadDate = 8
  package static let storeRelease = 9
  package static let ageRating = 10
  package static let developerID = 11
  package static let receiptCreationDate = 12
  package static let osVersion = 13
  package static let deviceClass = 14
  package static let downloadID = 15
  package static let versionExternalIdentifier = 16
  package static let inApp = AttributePath.inAppType
  package static let originalPurchaseDate = 18
  package static let originalApplicationVersion = 19
  package static let expirationDate = 21
  package static let organizationName = 23
  package static let platformCode = 25
  package static let preorderDate = 32

  // In a purchase
  package static let quantity = 1701
  package static let productID = 1702
  package static let transactionID = 1703
  package static let purchaseDate = 1704
  package static let originalTransactionID = 1705
  package static let purchaseOriginalDate = 1706
  package static let productType = 1707
  package static let expiresDate = 1708
  package static let productItemID = 1710
  package static let webOrderLineItemID = 1711
  package static let cancellationDate = 1712
  package static let isTrialPeriod = 1713
  package static let isInIntroOfferPeriod = 1719
  package static let cancellationReason = 1720
  package static let promotionalOfferID = 1721
}

/// One attribute type and its meaning.
public struct AttributeDefinition: Sendable {
  /// The number of the type.
  public let type: Int
  /// A name in snake case. It is Apple's if the attribute is part of a verifyReceipt response.
  public let name: String
  /// What it holds, for display.
  public let meaning: String
  /// The key of the value in a verifyReceipt response.
  public let verifyReceiptKey: String?
  /// The type of its value bytes.
  public let encoding: Encoding
  /// How certain the meaning is.
  public let confidence: Confidence

  /// The type of the bytes of a value.
  public enum Encoding: Sendable {
    /// A text, a date (an IA5String), an INTEGER, or a SET of attributes.
    case utf8String, ia5String, date, integer, set
    /// Plain bytes, even if they could be read as ASN.1.
    case raw
  }

  fileprivate init(
    _ type: Int, _ encoding: Encoding, _ confidence: Confidence, name: String? = nil,
    key: String? = nil, _ meaning: String
  ) {
    self.type = type
    self.name = name ?? "unknown_\(type)"
    self.meaning = meaning
    self.verifyReceiptKey = key
    self.encoding = encoding
    self.confidence = confidence
  }

  /// The same under the name of the model's field, where the model has one for this type.
  fileprivate func named<Model>(by fields: [Int: Field<Model>]) -> AttributeDefinition {
    guard let field = fields[type] else { return self }
    // A purchase's item id has another key, which only responses in the style of iOS 6 have.
    let key = field.names.response == field.name ? field.name : nil
    return AttributeDefinition(type, encoding, confidence, name: field.name, key: key, meaning)
  }
}

/// Every known attribute type, documented by Apple ("Receipt Fields") or not.
package enum AttributeTable {
  /// The row for an attribute of the receipt.
  package static func receipt(_ type: Int) -> AttributeDefinition? { receiptByType[type] }

  /// The row for an attribute of a purchase.
  package static func inApp(_ type: Int) -> AttributeDefinition? { inAppByType[type] }

  /// Attributes 4 to 7 of a receipt hold plain bytes, not ASN.1.
  package static func isRaw(receiptType type: Int32) -> Bool { type >= 4 && type <= 7 }

  private static let receiptByType = byType(receiptDefinitions)
  private static let inAppByType = byType(inAppDefinitions)

  private static func byType(_ rows: [AttributeDefinition]) -> [Int: AttributeDefinition] {
    Dictionary(rows.map { ($0.type, $0) }, uniquingKeysWith: { first, _ in first })
  }

  package static let receiptDefinitions = receiptRows.map { $0.named(by: Field.receiptByAttribute) }

  private static let receiptRows: [AttributeDefinition] = [
    .init(
      0, .utf8String, .high,
      "which store made the receipt: Production, ProductionSandbox, ProductionVPP, Xcode, …"),
    .init(
      1, .integer, .high, "the app's App Store item id; 0 in sandbox"),
    .init(
      2, .utf8String, .apple,
      "the app's bundle identifier; its whole value bytes go into the device hash"),
    .init(
      3, .utf8String, .apple,
      "the app's version: CFBundleVersion on iOS, CFBundleShortVersionString on macOS"),
    .init(
      4, .raw, .apple, "random bytes that go into the device hash"),
    .init(
      5, .raw, .apple, "SHA-1 over device id, opaque value and bundle identifier"),
    .init(6, .raw, .unknown, "unknown; absent in Xcode's receipts"),
    .init(7, .raw, .unknown, "unknown; absent in Xcode's receipts"),
    .init(
      8, .date, .low,
      "in production when the app was downloaded or updated; empty in sandbox and Xcode"),
    .init(
      9, .integer, .medium, "four ASCII bytes, as P256: the release of the App Store's server"),
    .init(10, .ia5String, .high, "the app's age rating: 4+, 9+, 12+, 17+"),
    .init(11, .integer, .medium, "the developer's id; 0 in sandbox"),
    .init(
      12, .date, .apple, "when the receipt was made; its certificates are judged at this date"),
    .init(
      13, .integer, .inference,
      "on iOS the system's version, 140801 = 14.8.1; on macOS something else"),
    .init(14, .integer, .inference, "the kind of device; 1 = Mac"),
    .init(
      15, .integer, .high, "identifies the download of the app; 0 in sandbox"),
    .init(
      16, .integer, .high, "identifies this version of the app in the store; 0 in sandbox"),
    .init(
      17, .set, .apple, name: "in_app", key: "in_app", "one in-app purchase; repeats"),
    .init(
      18, .date, .high,
      "when the app was first bought or downloaded; sandbox always says 2013-08-01T07:00:00Z"),
    .init(
      19, .utf8String, .apple, key: "original_application_version",
      "the version that was first bought or downloaded; sandbox always says 1.0"),
    .init(20, .utf8String, .unknown, "always empty; iOS only"),
    .init(
      21, .date, .apple,
      "when a Volume Purchase Program receipt expires; Xcode writes the year 4001, meaning never"),
    .init(22, .date, .low, "a date that others saw in Volume Purchase receipts"),
    .init(
      23, .utf8String, .medium, "the organisation that bought through the Volume Purchase Program"),
    .init(25, .integer, .inference, "3 = iOS, 2 = macOS"),
    .init(
      32, .date, .high, "when the app was ordered before its release"),
  ]

  package static let inAppDefinitions = inAppRows.map { $0.named(by: Field.purchaseByAttribute) }

  private static let inAppRows: [AttributeDefinition] = [
    .init(
      1701, .integer, .apple, "how many were bought at once"),
    .init(
      1702, .utf8String, .apple, "the product's identifier"),
    .init(
      1703, .utf8String, .apple, "identifies this purchase, renewal or restore"),
    .init(
      1704, .date, .apple, "when it was bought, renewed or restored"),
    .init(
      1705, .utf8String, .apple, "identifies the first purchase of a chain of renewals"),
    .init(
      1706, .date, .apple, "when the first purchase of the chain was made"),
    .init(
      1707, .integer, .high,
      "0 non-consumable, 1 consumable, 2 non-renewing, 3 auto-renewable, 4 free subscription"),
    .init(
      1708, .date, .apple, "when the subscription period ends; empty when it is no subscription"),
    .init(1709, .utf8String, .unknown, "always empty"),
    .init(
      1710, .integer, .inference, "the product's App Store item id; 0 in sandbox"),
    .init(
      1711, .integer, .apple,
      "identifies a subscription period across devices; 0 when it is no subscription"),
    .init(
      1712, .date, .apple, "when it was refunded or upgraded; empty when it was not"),
    .init(
      1713, .integer, .high, "1 in a free trial"),
    .init(1714, .utf8String, .unknown, "always empty"),
    .init(1715, .utf8String, .unknown, "always empty"),
    .init(1716, .utf8String, .unknown, "always empty"),
    .init(1717, .utf8String, .unknown, "always empty"),
    .init(1718, .utf8String, .unknown, "always empty"),
    .init(
      1719, .integer, .apple,
      "1 in a period at an introductory price that is paid; a free trial has is_trial_period instead"
    ),
    .init(
      1720, .integer, .medium, "1 = an issue within the app, 0 = another reason"),
    .init(
      1721, .utf8String, .high, "identifies the promotional offer that was redeemed"),
    .init(1722, .integer, .guess, "0, seldom 1: perhaps family sharing"),
  ]
}
