/// What Apple's verifyReceipt answered, beside the receipt.
public struct VerifyReceiptAnswer: Sendable {
  /// 0 for a valid receipt; the others say what was wrong.
  public var status: Int64?
  /// Whether the same request may succeed later, for 21100 to 21199.
  public var isRetryable: Bool?
  /// The account's newest transactions: the whole history, beyond the receipt's own.
  public var latestReceiptInfo: [InAppPurchase] = []
  /// The transaction that expired last, in iOS 6 style answers.
  public var latestExpiredReceiptInfo: [InAppPurchase] = []
  /// How the answer and the `latest_receipt` in it differ; empty without one.
  public var comparison: [Difference] = []
  /// What the answer says and the `latest_receipt` in it does not; empty without one.
  public var onlyInAnswer: [Addition] = []

  /// One thing that an answer and the receipt in it do not say alike.
  public struct Difference: Sendable, Hashable {
    /// The field, as `in_app[transaction_id 1000000479728157].expires_date`.
    public let path: String
    /// What the answer says; `nil` where only the receipt does.
    public let answer: String?
    /// What the receipt says; `nil` where only the answer does.
    public let receipt: String?

    public init(path: String, answer: String?, receipt: String?) {
      self.path = path
      self.answer = answer
      self.receipt = receipt
    }
  }

  /// A field that the answer has and the receipt in it has not.
  public struct Addition: Sendable, Hashable {
    /// The field, as `in_app.offer_code_ref_name` or `request_date`.
    public let path: String
    /// In how many transactions or subscriptions; 1 for a field that there is once.
    public let count: Int
  }

  public init() {}
}
