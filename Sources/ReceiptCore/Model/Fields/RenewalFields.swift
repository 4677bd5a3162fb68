extension Field<RenewalInfo> {
  private static let storeKit: [ReceiptForm] = [.renewalInfo, .notification]
  /// Responses in the style of iOS 6, around one transaction, say it of its subscription.
  private static let responses: [FieldPlace] = [.response, .derived([.ios6Transaction])]

  /// The fields of a renewal, in the order in which verifyReceipt writes those that it has.
  package static let all: [Field] =
    advancedCommerce(storeKit) + [
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
      .init(
        "commitment_auto_renew_product_id", .text, \.commitmentAutoRenewProductID, .identifier,
        [.payload(storeKit, "commitmentInfo.commitmentAutoRenewProductId")]),
      .init(
        "commitment_auto_renew_status", .numericFlag, \.commitmentAutoRenewStatus, .kept,
        [.payload(storeKit, "commitmentInfo.commitmentAutoRenewStatus")]),
      .init(
        "commitment_renewal_billing_plan_type", .text, \.commitmentRenewalBillingPlanType, .kept,
        [.payload(storeKit, "commitmentInfo.commitmentRenewalBillingPlanType")]),
      .init(
        "commitment_renewal_date", .date, \.commitmentRenewalDate, .date,
        [.payload(storeKit, "commitmentInfo.commitmentRenewalDate")]),
      .init(
        "commitment_renewal_price", .number, \.commitmentRenewalPrice, .kept,
        [.payload(storeKit, "commitmentInfo.commitmentRenewalPrice")]),
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
      .init(
        "offer_discount_type", .text, \.offerDiscountType, .kept,
        [.payload(storeKit, "offerDiscountType")]),
      .init(
        "offer_identifier", .text, \.offerIdentifier, .identifier, [.derived(storeKit)]),
      .init("offer_period", .text, \.offerPeriod, .kept, [.payload(storeKit, "offerPeriod")]),
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
      .init(
        "renewal_price_tiers", .json, \.renewalPriceTiers, .kept,
        [.payload(storeKit, "multiSeatInfo.renewalPriceTiers")]),
      .init(
        "renewal_quantity", .number, \.renewalQuantity, .kept,
        [.payload(storeKit, "renewalQuantity")]),
      .init(
        "renewal_billing_plan_type", .text, \.renewalBillingPlanType, .kept,
        [.payload(storeKit, "renewalBillingPlanType")]),
    ]

  /// The same in the order of their names, as JSON is written.
  package static let byName: [Field] = all.sortedByName()
}

extension RenewalInfo: PayloadModel {
  package static let payloadPlans = Field<RenewalInfo>.all.payloadPlans()
}

extension RenewalInfo {
  fileprivate var optionalWinBackOfferIDs: [ReceiptString]? {
    get { eligibleWinBackOfferIDs }
    set { eligibleWinBackOfferIDs = newValue ?? [] }
  }
}
