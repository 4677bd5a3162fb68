/// What Apple's server says to a developer's server, besides the receipts in it. It is an App Store Server Notification
/// of version 2 or 1, or a realtime request of Retention Messaging.
public struct ServerNotification: Sendable {
  /// `DID_RENEW`, `REFUND`, `TEST`, …
  public var notificationType: ReceiptString?
  /// More about the event: `VOLUNTARY`, `UPGRADE`, …
  public var subtype: ReceiptString?
  /// The same in every copy of a notification that Apple sends again.
  public var notificationUUID: ReceiptString?
  /// The version of the notification: `2.0`.
  public var version: ReceiptString?
  /// The subscription's status: 1 active, 2 expired, 3 billing retry, 4 grace period, 5 revoked.
  public var status: Int64?
  /// Why the customer asks for a refund: `UNINTENDED_PURCHASE`, …
  public var consumptionRequestReason: ReceiptString?
  // `summary`, of a renewal date extension for all subscribers
  /// Identifies the request.
  public var requestIdentifier: ReceiptString?
  /// The product that it is about.
  public var productID: ReceiptString?
  /// Country codes of three letters (ISO 3166-1); `nil` for all storefronts.
  public var storefrontCountryCodes: [ReceiptString]?
  /// How many subscriptions were extended.
  public var succeededCount: Int64?
  /// How many subscriptions could not be extended.
  public var failedCount: Int64?
  // `externalPurchaseToken`
  /// Begins with `SANDBOX` in the sandbox.
  public var externalPurchaseID: ReceiptString?
  /// When the token was made.
  public var tokenCreationDate: ReceiptDate?
  /// When the token expires.
  public var tokenExpirationDate: ReceiptDate?
  /// `SERVICES` or `ACQUISITION`.
  public var tokenType: ReceiptString?
  // `unclaimInfo`
  /// The seats that Apple released.
  public var unclaimSeatIDs: [ReceiptString]?
  // A realtime request
  /// The subscription that the request is about.
  public var originalTransactionID: ReceiptString?
  /// The language of the customer's device: `en-US`.
  public var userLocale: ReceiptString?
  // Version 1
  /// Whether automatic renewal is on.
  public var autoRenewStatus: Bool?
  /// The product of the next period.
  public var autoRenewProductID: ReceiptString?
  /// The App Store id of that product.
  public var autoRenewAdamID: ReceiptString?
  /// When automatic renewal was switched on or off.
  public var autoRenewStatusChangeDate: ReceiptDate?
  /// Why the subscription ended, as in ``RenewalInfo/expirationIntent``.
  public var expirationIntent: Int64?
  /// What Apple says about the end of this version.
  public var deprecation: ReceiptString?

  /// A notification without fields.
  public init() {}

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
