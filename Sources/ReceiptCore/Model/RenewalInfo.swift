/// What will happen when a subscription period ends: an element of `pending_renewal_info` in Apple's
/// answers, or StoreKit 2's renewal info. The names are those of the answers.
public struct RenewalInfo: Sendable {
  public var productID: ReceiptString?
  /// The product that will be renewed to.
  public var autoRenewProductID: ReceiptString?
  /// Whether the customer wants it renewed.
  public var autoRenewStatus: Bool?
  public var originalTransactionID: ReceiptString?
  /// Why it ended: 1 customer cancelled, 2 billing error, 3 price increase refused, 4 product
  /// unavailable, 5 unknown.
  public var expirationIntent: Int64?
  public var isInBillingRetryPeriod: Bool?
  public var gracePeriodExpiresDate: ReceiptDate?
  /// 0 = the customer was asked to agree to a higher price, 1 = agreed.
  public var priceConsentStatus: Int64?
  public var priceIncreaseStatus: Int64?
  public var promotionalOfferID: ReceiptString?
  public var offerCodeRefName: ReceiptString?
  // StoreKit 2 alone
  public var offerType: Int64?
  public var renewalDate: ReceiptDate?
  /// In thousandths of the currency's unit.
  public var renewalPrice: Int64?
  public var currency: ReceiptString?
  public var recentSubscriptionStartDate: ReceiptDate?
  public var eligibleWinBackOfferIDs: [ReceiptString] = []
  public var appAccountToken: ReceiptString?
  public var appTransactionID: ReceiptString?

  public init() {}
}
