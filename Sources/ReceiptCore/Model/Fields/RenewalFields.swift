extension Field<RenewalInfo> {
  private static let storeKit: [ReceiptForm] = [.renewalInfo, .notification]
  /// Responses in the style of iOS 6, around one transaction, say it of its subscription.
  private static let responses: [FieldPlace] = [.response, .derived([.ios6Transaction])]

  /// The fields of a renewal in the order of their names, which is verifyReceipt's too.
  package static let all: [Field] = [
    .init(
      "app_account_token", .text, \.appAccountToken, .identifier,
      [.payload(storeKit, "appAccountToken")]),
    .init(
      "app_transaction_id", .idText, \.appTransactionID, .identifier,
      [.payload(storeKit, "appTransactionId")]),
    .init(
      "auto_renew_product_id", .text, \.autoRenewProductID, .identifier,
      responses + [.payload(storeKit, "autoRenewProductId")], isOptional: true),
    .init(
      "auto_renew_status", .numericFlag, \.autoRenewStatus, .kept,
      responses + [.payload(storeKit, "autoRenewStatus")], isOptional: true),
    .init("currency", .text, \.currency, .kept, [.payload(storeKit, "currency")]),
    .init(
      "eligible_win_back_offer_ids", .texts, \.optionalWinBackOfferIDs, .identifier,
      [.payload(storeKit, "eligibleWinBackOfferIds")]),
    .init(
      "expiration_intent", .number, \.expirationIntent, .kept,
      responses + [.payload(storeKit, "expirationIntent")], isOptional: true),
    .init(
      "grace_period_expires_date", .date, \.gracePeriodExpiresDate, .date,
      responses + [.payload(storeKit, "gracePeriodExpiresDate")], isOptional: true),
    .init(
      "is_in_billing_retry_period", .flag, \.isInBillingRetryPeriod, .kept,
      responses + [.payload(storeKit, "isInBillingRetryPeriod")], isOptional: true),
    .init(
      "offer_code_ref_name", .text, \.offerCodeRefName, .identifier,
      responses + [.derived(storeKit)], isOptional: true),
    .init("offer_type", .number, \.offerType, .kept, [.payload(storeKit, "offerType")]),
    .init(
      "original_transaction_id", .idText, \.originalTransactionID, .identifier,
      responses + [.payload(storeKit, "originalTransactionId")], isOptional: true),
    .init("price_consent_status", .number, \.priceConsentStatus, .kept, responses),
    .init(
      "price_increase_status", .number, \.priceIncreaseStatus, .kept,
      responses + [.payload(storeKit, "priceIncreaseStatus")], isOptional: true),
    .init(
      "product_id", .text, \.productID, .identifier,
      responses + [.payload(storeKit, "productId")], isOptional: true),
    .init(
      "promotional_offer_id", .text, \.promotionalOfferID, .identifier,
      responses + [.derived(storeKit)], isOptional: true),
    .init(
      "recent_subscription_start_date", .date, \.recentSubscriptionStartDate, .date,
      [.payload(storeKit, "recentSubscriptionStartDate")]),
    .init("renewal_date", .date, \.renewalDate, .date, [.payload(storeKit, "renewalDate")]),
    .init("renewal_price", .number, \.renewalPrice, .kept, [.payload(storeKit, "renewalPrice")]),
  ]
}

extension RenewalInfo {
  fileprivate var optionalWinBackOfferIDs: [ReceiptString]? {
    get { eligibleWinBackOfferIDs }
    set { eligibleWinBackOfferIDs = newValue ?? [] }
  }
}
