/// The fields of an App Store Server Notification (version 2) besides the receipts in it.
public struct ServerNotification: Sendable {
  /// `DID_RENEW`, `REFUND`, `TEST`, …
  public var notificationType: ReceiptString?
  public var subtype: ReceiptString?
  public var notificationUUID: ReceiptString?
  public var version: ReceiptString?
  /// The subscription's status: 1 active, 2 expired, 3 billing retry, 4 grace period, 5 revoked.
  public var status: Int64?

  public init() {}
}
