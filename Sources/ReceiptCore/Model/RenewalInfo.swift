/// The renewal of a subscription at the end of its period: an element of `pending_renewal_info` in Apple's
/// responses, or StoreKit 2's renewal info. Names are those of the responses.
public struct RenewalInfo: Sendable {
  /// The product of the current period.
  public var productID: ReceiptString?
  /// The product of the next period.
  public var autoRenewProductID: ReceiptString?
  /// Whether automatic renewal is on.
  public var autoRenewStatus: Bool?
  /// Identifies the subscription.
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
  /// The promotional offer of the next period.
  public var promotionalOfferID: ReceiptString?
  /// The name of the offer code of the next period.
  public var offerCodeRefName: ReceiptString?
  // StoreKit 2 only
  /// 1 = introductory, 2 = promotional, 3 = offer code, 4 = win-back.
  public var offerType: Int64?
  /// When the next period begins.
  public var renewalDate: ReceiptDate?
  /// In thousandths of the currency unit.
  public var renewalPrice: Int64?
  /// A currency code of ISO 4217: `EUR`.
  public var currency: ReceiptString?
  /// When the current run of periods without a long gap began.
  public var recentSubscriptionStartDate: ReceiptDate?
  /// The win-back offers that the customer may take, the best first.
  public var eligibleWinBackOfferIDs: [ReceiptString] = []
  /// The UUID by which the app knows the customer.
  public var appAccountToken: ReceiptString?
  /// Identifies the customer's copy of the app.
  public var appTransactionID: ReceiptString?
  /// The identifier of an offer that is neither a promotional one nor an offer code.
  public var offerIdentifier: ReceiptString?
  /// `FREE_TRIAL`, `PAY_AS_YOU_GO`, `PAY_UP_FRONT` or `ONE_TIME`.
  public var offerDiscountType: ReceiptString?
  /// A duration of ISO 8601: `P1M`.
  public var offerPeriod: ReceiptString?
  /// `BILLED_UPFRONT`, or `MONTHLY` for a year that is paid by the month.
  public var renewalBillingPlanType: ReceiptString?
  /// How many seats will be renewed.
  public var renewalQuantity: Int64?
  /// Prices of seats with the number of seats, as Apple writes them.
  public var renewalPriceTiers: JSONValue?
  // `commitmentInfo`: what follows a year that is paid by the month
  /// Whether another year follows. `autoRenewStatus` stays on until the year ends.
  public var commitmentAutoRenewStatus: Bool?
  /// The product of the next year.
  public var commitmentAutoRenewProductID: ReceiptString?
  /// How the next year is paid.
  public var commitmentRenewalBillingPlanType: ReceiptString?
  /// When the next year begins.
  public var commitmentRenewalDate: ReceiptDate?
  /// In thousandths of the currency unit.
  public var commitmentRenewalPrice: Int64?
  // Few renewals have them.
  package var advancedCommerceBox = Boxed<AdvancedCommerceFields>()

  /// A renewal without fields.
  public init() {}

  /// What the Advanced Commerce API says of it.
  public var advancedCommerce: AdvancedCommerceFields? { advancedCommerceBox.content }
}

extension RenewalInfo: AdvancedCommerceOwner {}
