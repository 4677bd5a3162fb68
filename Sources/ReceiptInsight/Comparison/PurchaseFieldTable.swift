internal import ReceiptCore

extension ComparedField<InAppPurchase> {
  private static let everywhere: Set<ReceiptForm> = [
    .appReceipt, .verifyReceipt, .ios6Transaction, .transaction, .notification,
  ]
  private static let storeKit: Set<ReceiptForm> = [.transaction, .notification]
  private static let online = storeKit.union([.verifyReceipt])

  /// The fields of a purchase, sorted by name.
  static let all: [ComparedField<InAppPurchase>] = [
    .init("app_account_token", online, isOptional: true) { .of($0.online?.appAccountToken) },
    .init("app_transaction_id", storeKit) { .of($0.online?.appTransactionID) },
    .init("cancellation_date", everywhere) { .of($0.cancellationDate) },
    .init("cancellation_reason", everywhere, isOptional: true) { .of($0.cancellationReason) },
    .init("currency", storeKit) { .of($0.online?.currency) },
    .init("expires_date", everywhere) { .of($0.expiresDate) },
    .init("in_app_ownership_type", online, isOptional: true) {
      .of($0.online?.inAppOwnershipType)
    },
    .init("is_in_intro_offer_period", everywhere, isOptional: true) {
      .of($0.isInIntroOfferPeriod)
    },
    .init("is_trial_period", everywhere, isOptional: true) { .of($0.isTrialPeriod) },
    .init("is_upgraded", online) { .of($0.online?.isUpgraded) },
    .init("offer_code_ref_name", online, isOptional: true) { .of($0.online?.offerCodeRefName) },
    .init("offer_discount_type", storeKit) { .of($0.online?.offerDiscountType) },
    .init("offer_period", storeKit) { .of($0.online?.offerPeriod) },
    .init("offer_type", storeKit) { .of($0.online?.offerType) },
    .init("original_purchase_date", everywhere) { .of($0.originalPurchaseDate) },
    .init("original_transaction_id", everywhere) { .of($0.originalTransactionID) },
    .init("price", storeKit) { .of($0.online?.price) },
    .init("product_id", everywhere) { .of($0.productID) },
    .init("product_item_id", [.appReceipt, .verifyReceipt, .ios6Transaction], isOptional: true) {
      .identifier(of: $0.productItemID)
    },
    .init("product_type", storeKit.union([.appReceipt]), isOptional: true) { .of($0.productType) },
    .init("promotional_offer_id", everywhere, isOptional: true) { .of($0.promotionalOfferID) },
    .init("purchase_date", everywhere) { .of($0.purchaseDate) },
    .init("quantity", everywhere) { .of($0.quantity) },
    .init("revocation_percentage", storeKit) { .of($0.online?.revocationPercentage) },
    .init("revocation_type", storeKit) { .of($0.online?.revocationType) },
    .init("storefront", storeKit) { .of($0.online?.storefront) },
    .init("storefront_id", storeKit) { .of($0.online?.storefrontID) },
    .init("subscription_group_identifier", online, isOptional: true) {
      .of($0.online?.subscriptionGroupIdentifier)
    },
    .init("transaction_id", everywhere) { .of($0.transactionID) },
    .init("transaction_reason", storeKit) { .of($0.online?.transactionReason) },
    .init("web_order_line_item_id", everywhere, isOptional: true) {
      .of($0.webOrderLineItemID)
    },
  ]
}
