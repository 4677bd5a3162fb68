/// The renewal of a subscription at the end of its period: an element of `pending_renewal_info` in Apple's
/// responses, or StoreKit 2's renewal info. Names are those of the responses.
public struct RenewalInfo: Sendable {
  public var productID: ReceiptString?
  /// The product of the next period.
  public var autoRenewProductID: ReceiptString?
  /// Whether automatic renewal is on.
  public var autoRenewStatus: Bool?
  public var originalTransactionID: ReceiptString?
  /// Why it ended: 1 customer cancelled, 2 billing error, 3 price increase refused, 4 product unavailable, 5
  /// unknown.
  public var expirationIntent: Int64?
  /// Whether Apple is still trying to charge for an expired subscription.
  public var isInBillingRetryPeriod: Bool?
  /// When the billing grace period ends.
  public var gracePeriodExpiresDate: ReceiptDate?
  /// 0 = the customer was asked to agree to a higher price, 1 = agreed.
  public var priceConsentStatus: Int64?
  /// StoreKit 2's name for it: 0 = not yet agreed, 1 = agreed, or no agreement needed.
  public var priceIncreaseStatus: Int64?
  public var promotionalOfferID: ReceiptString?
  public var offerCodeRefName: ReceiptString?
  // StoreKit 2 only
  public var offerType: Int64?
  public var renewalDate: ReceiptDate?
  /// In thousandths of the currency unit.
  public var renewalPrice: Int64?
  /// A currency code of ISO 4217: `EUR`.
  public var currency: ReceiptString?
  public var recentSubscriptionStartDate: ReceiptDate?
  public var eligibleWinBackOfferIDs: [ReceiptString] = []
  public var appAccountToken: ReceiptString?
  public var appTransactionID: ReceiptString?

  public init() {}
}
