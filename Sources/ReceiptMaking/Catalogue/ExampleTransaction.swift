internal import ReceiptCore

/// The payload of the catalogue's JWS: a StoreKit 2 transaction in an invented app.
enum ExampleTransaction {
  /// 2020-06-01T12:00:00Z.
  static let signedDate: Int64 = 1_591_012_800_000

  /// Names and JSON values, in order.
  static let members: [(name: String, value: String)] = [
    ("transactionId", "\"300000000000001\""),
    ("originalTransactionId", "\"300000000000001\""),
    ("webOrderLineItemId", "\"400000000000002\""),
    ("bundleId", "\"com.example.catalogue\""),
    ("productId", "\"com.example.catalogue.pro\""),
    ("subscriptionGroupIdentifier", "\"20000003\""),
    ("purchaseDate", "1590916211000"),
    ("originalPurchaseDate", "1590916211000"),
    ("expiresDate", "1593594611000"),
    ("quantity", "1"),
    ("type", "\"Auto-Renewable Subscription\""),
    ("appAccountToken", "\"00000000-1111-2222-3333-444444444444\""),
    ("inAppOwnershipType", "\"PURCHASED\""),
    ("signedDate", String(signedDate)),
    ("environment", "\"Production\""),
    ("offerType", "1"),
    ("offerDiscountType", "\"FREE_TRIAL\""),
    ("storefront", "\"USA\""),
    ("storefrontId", "\"143441\""),
    ("transactionReason", "\"PURCHASE\""),
    ("currency", "\"USD\""),
    ("price", "4990"),
    ("deviceVerification", "\"\(deviceVerification)\""),
    ("deviceVerificationNonce", "\"\(nonce)\""),
  ]

  static let payload = json(members)

  /// The device for which it was made.
  static let deviceID = "0badcafe-0000-4000-8000-00000000babe"
  private static let nonce = "11111111-2222-4333-8444-555555555555"
  private static let deviceVerification = Base64.encode(
    DeviceVerification.digest(nonce: ReceiptString(nonce), deviceID: deviceID))

  /// The payload with another value for one name, or without that name for `nil`.
  static func payload(_ name: String, _ value: String?) -> String {
    json(
      members.compactMap { member in
        guard member.name == name else { return member }
        return value.map { (name, $0) }
      })
  }

  static func json(_ members: [(name: String, value: String)]) -> String {
    "{" + members.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ",") + "}"
  }

  /// An app transaction, signed at the same time.
  static let appTransaction = json([
    ("receiptType", "\"Production\""), ("appAppleId", "1000000001"),
    ("bundleId", "\"com.example.catalogue\""), ("applicationVersion", "\"42\""),
    ("versionExternalIdentifier", "830000004"), ("receiptCreationDate", String(signedDate)),
    ("originalPurchaseDate", "1551675967000"), ("originalApplicationVersion", "\"7\""),
    ("deviceVerification", "\"\(deviceVerification)\""),
    ("deviceVerificationNonce", "\"\(nonce)\""), ("appTransactionId", "\"700000000000001\""),
    ("originalPlatform", "\"iOS\""),
  ])

  /// The renewal of the subscription.
  static let renewalInfo = json([
    ("originalTransactionId", "\"300000000000001\""),
    ("autoRenewProductId", "\"com.example.catalogue.pro\""),
    ("productId", "\"com.example.catalogue.pro\""), ("autoRenewStatus", "1"),
    ("renewalDate", "1593594611000"), ("renewalPrice", "4990"), ("currency", "\"USD\""),
    ("signedDate", String(signedDate)), ("environment", "\"Production\""),
  ])

  /// A server notification with a transaction and a renewal info.
  static func notification(transaction: [UInt8], renewalInfo: [UInt8]) -> String {
    let data = json([
      ("appAppleId", "1000000001"), ("bundleId", "\"com.example.catalogue\""),
      ("bundleVersion", "\"42\""), ("environment", "\"Production\""), ("status", "1"),
      ("signedTransactionInfo", "\"\(ReceiptString(transaction))\""),
      ("signedRenewalInfo", "\"\(ReceiptString(renewalInfo))\""),
    ])
    return json([
      ("notificationType", "\"SUBSCRIBED\""), ("subtype", "\"INITIAL_BUY\""),
      ("notificationUUID", "\"99999999-8888-4777-8666-555555555555\""), ("version", "\"2.0\""),
      ("signedDate", String(signedDate)), ("data", data),
    ])
  }
}
