/// The fields of a verifyReceipt response besides the receipt.
public struct VerifyReceiptResponse: Sendable {
  /// 0 for a valid receipt; other codes state the error.
  public var status: Int64?
  /// Whether the same request may succeed later, for status 21100 to 21199.
  public var isRetryable: Bool?
  /// The account's newest transactions: the whole history, beyond the receipt itself.
  public var latestReceiptInfo: [InAppPurchase] = []
  /// The transaction that expired last, in iOS 6 style responses.
  public var latestExpiredReceiptInfo: [InAppPurchase] = []

  /// A response without fields.
  public init() {}
}
