/// What Apple's verifyReceipt answered, beside the receipt.
public struct VerifyReceiptResponse: Sendable {
  /// 0 for a valid receipt; the others say what was wrong.
  public var status: Int64?
  /// Whether the same request may succeed later, for 21100 to 21199.
  public var isRetryable: Bool?
  /// The account's newest transactions: the whole history, beyond the receipt's own.
  public var latestReceiptInfo: [InAppPurchase] = []
  /// The transaction that expired last, in iOS 6 style answers.
  public var latestExpiredReceiptInfo: [InAppPurchase] = []

  public init() {}
}
