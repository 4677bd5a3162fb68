/// What Apple's server says to a developer's server, besides the receipts in it: an App Store Server Notification
/// of version 2 or 1, or a realtime request of Retention Messaging.
public struct ServerNotification: Sendable {
  /// `DID_RENEW`, `REFUND`, `TEST`, …
  public var notificationType: ReceiptString?
  public var subtype: ReceiptString?
  /// The same in every copy of a notification that Apple sends again.
  public var notificationUUID: ReceiptString?
  public var version: ReceiptString?
  /// The subscription's status: 1 active, 2 expired, 3 billing retry, 4 grace period, 5 revoked.
  public var status: Int64?
  /// Why the customer asks for a refund: `UNINTENDED_PURCHASE`, …
  public var consumptionRequestReason: ReceiptString?
  // `summary`, of a renewal date extension for all subscribers
  public var requestIdentifier: ReceiptString?
  public var productID: ReceiptString?
  /// Country codes of three letters (ISO 3166-1); `nil` for all storefronts.
  public var storefrontCountryCodes: [ReceiptString]?
  public var succeededCount: Int64?
  public var failedCount: Int64?
  // `externalPurchaseToken`
  /// Begins with `SANDBOX` in the sandbox.
  public var externalPurchaseID: ReceiptString?
  public var tokenCreationDate: ReceiptDate?
  public var tokenExpirationDate: ReceiptDate?
  /// `SERVICES` or `ACQUISITION`.
  public var tokenType: ReceiptString?
  // `unclaimInfo`
  /// The seats that Apple released.
  public var unclaimSeatIDs: [ReceiptString]?
  // A realtime request
  public var originalTransactionID: ReceiptString?
  /// The language of the customer's device: `en-US`.
  public var userLocale: ReceiptString?
  // Version 1
  public var autoRenewStatus: Bool?
  public var autoRenewProductID: ReceiptString?
  public var autoRenewAdamID: ReceiptString?
  public var autoRenewStatusChangeDate: ReceiptDate?
  public var expirationIntent: Int64?
  public var deprecation: ReceiptString?

  public init() {}

  /// The object that a notification of its type carries.
  package var carrier: Carrier {
    switch notificationType?.text {
    case "RENEWAL_EXTENSION" where subtype?.text == "SUMMARY": .summary
    case "EXTERNAL_PURCHASE_TOKEN": .externalPurchaseToken
    case "RESCIND_CONSENT": .appData
    case "UNCLAIM_SEATS": .unclaimInfo
    default: .data
    }
  }

  /// The object of a notification that holds what it is about: exactly one of them (Apple,
  /// "responseBodyV2DecodedPayload").
  package enum Carrier: String, CaseIterable, Sendable {
    case data, summary, externalPurchaseToken, appData, unclaimInfo

    /// The signed texts in it.
    package var signedMembers: [String] {
      switch self {
      case .data: ["signedTransactionInfo", "signedRenewalInfo"]
      case .appData: ["signedAppTransactionInfo"]
      case .summary, .externalPurchaseToken, .unclaimInfo: []
      }
    }
  }
}
