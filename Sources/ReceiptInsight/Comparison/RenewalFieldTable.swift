internal import ReceiptCore

extension ComparedField<RenewalInfo> {
  private static let answers: Set<ReceiptForm> = [.verifyReceipt, .ios6Transaction]
  private static let storeKit: Set<ReceiptForm> = [.renewalInfo, .notification]
  private static let both = answers.union(storeKit)

  /// The fields of a renewal, sorted by name. Across forms, a missing field is no difference: each form
  /// writes only the fields that apply.
  static let all: [ComparedField<RenewalInfo>] = [
    .init("app_account_token", storeKit) { .of($0.appAccountToken) },
    .init("app_transaction_id", storeKit) { .of($0.appTransactionID) },
    .init("auto_renew_product_id", both, isOptional: true) { .of($0.autoRenewProductID) },
    .init("auto_renew_status", both, isOptional: true) { .of($0.autoRenewStatus) },
    .init("currency", storeKit) { .of($0.currency) },
    .init("eligible_win_back_offer_ids", storeKit) {
      $0.eligibleWinBackOfferIDs.isEmpty
        ? nil : .list($0.eligibleWinBackOfferIDs.map { .text($0) })
    },
    .init("expiration_intent", both, isOptional: true) { .of($0.expirationIntent) },
    .init("grace_period_expires_date", both, isOptional: true) { .of($0.gracePeriodExpiresDate) },
    .init("is_in_billing_retry_period", both, isOptional: true) {
      .of($0.isInBillingRetryPeriod)
    },
    .init("offer_code_ref_name", both, isOptional: true) { .of($0.offerCodeRefName) },
    .init("offer_type", storeKit) { .of($0.offerType) },
    .init("original_transaction_id", both, isOptional: true) { .of($0.originalTransactionID) },
    .init("price_consent_status", answers) { .of($0.priceConsentStatus) },
    .init("price_increase_status", both, isOptional: true) { .of($0.priceIncreaseStatus) },
    .init("product_id", both, isOptional: true) { .of($0.productID) },
    .init("promotional_offer_id", both, isOptional: true) { .of($0.promotionalOfferID) },
    .init("recent_subscription_start_date", storeKit) { .of($0.recentSubscriptionStartDate) },
    .init("renewal_date", storeKit) { .of($0.renewalDate) },
    .init("renewal_price", storeKit) { .of($0.renewalPrice) },
  ]
}
