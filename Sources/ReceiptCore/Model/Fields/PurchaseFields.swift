extension Field<InAppPurchase> {
  private static let storeKit: [ReceiptForm] = [.transaction, .notification]

  /// The fields of a purchase, in the order in which verifyReceipt writes those that it has.
  package static let all: [Field] =
    [
      .init(
        "quantity", .number, \.quantity, .kept,
        [
          .attribute(AttributeType.quantity), .response, .ios6("quantity"),
          .payload(storeKit, "quantity"),
        ]),
      .init(
        "product_id", .text, \.productID, .identifier,
        [
          .attribute(AttributeType.productID), .response, .ios6("product-id"),
          .payload(storeKit, "productId"),
        ]),
      .init(
        "product_item_id", .id, \.productItemID, .identifier,
        [.attribute(AttributeType.productItemID), .responseKey("item_id"), .ios6("item-id")],
        isOptional: true),
      .init(
        "transaction_id", .idText, \.transactionID, .identifier,
        [
          .attribute(AttributeType.transactionID), .response, .ios6("transaction-id"),
          .payload(storeKit, "transactionId"),
        ]),
      .init(
        "original_transaction_id", .idText, \.originalTransactionID, .identifier,
        [
          .attribute(AttributeType.originalTransactionID), .response,
          .ios6("original-transaction-id"), .payload(storeKit, "originalTransactionId"),
        ]),
      .init(
        "purchase_date", .date, \.purchaseDate, .date,
        [
          .attribute(AttributeType.purchaseDate), .response, .ios6("purchase-date"),
          .payload(storeKit, "purchaseDate"),
        ]),
      .init(
        "original_purchase_date", .date, \.originalPurchaseDate, .date,
        [
          .attribute(AttributeType.purchaseOriginalDate), .response,
          .ios6("original-purchase-date"), .payload(storeKit, "originalPurchaseDate"),
        ]),
      .init(
        "expires_date", .date, \.expiresDate, .date,
        [
          .attribute(AttributeType.expiresDate), .response, .ios6("expires-date"),
          .payload(storeKit, "expiresDate"),
        ]),
      .init(
        "cancellation_date", .date, \.cancellationDate, .date,
        [
          .attribute(AttributeType.cancellationDate), .response, .ios6("cancellation-date"),
          .payload(storeKit, "revocationDate"),
        ]),
      .init(
        "cancellation_reason", .number, \.cancellationReason, .kept,
        [
          .attribute(AttributeType.cancellationReason), .response,
          .payload(storeKit, "revocationReason"),
        ], isOptional: true),
      .init(
        "web_order_line_item_id", .optionalID, \.webOrderLineItemID, .identifier,
        [
          .attribute(AttributeType.webOrderLineItemID), .response,
          .ios6("web-order-line-item-id"), .payload(storeKit, "webOrderLineItemId"),
        ], isOptional: true),
      .init(
        "is_trial_period", .flag, \.isTrialPeriod, .kept,
        [
          .attribute(AttributeType.isTrialPeriod), .response, .ios6("is-trial-period"),
          .derived(storeKit),
        ], isOptional: true),
      .init(
        "is_in_intro_offer_period", .flag, \.isInIntroOfferPeriod, .kept,
        [
          .attribute(AttributeType.isInIntroOfferPeriod), .response,
          .ios6("is-in-intro-offer-period"), .derived(storeKit),
        ], isOptional: true),
      // StoreKit 2 has one identifier for all offers, whose type tells what kind of offer it identifies.
      .init(
        "promotional_offer_id", .text, \.promotionalOfferID, .identifier,
        [.attribute(AttributeType.promotionalOfferID), .response, .derived(storeKit)],
        isOptional: true),
      .init(
        "app_account_token", .text, server: \.appAccountToken, .identifier,
        [.response, .payload(storeKit, "appAccountToken")], isOptional: true),
      .init(
        "in_app_ownership_type", .text, server: \.inAppOwnershipType, .kept,
        [.response, .payload(storeKit, "inAppOwnershipType")], isOptional: true),
      .init(
        "is_upgraded", .flag, server: \.isUpgraded, .kept,
        [.response, .payload(storeKit, "isUpgraded")]),
      .init(
        "offer_code_ref_name", .text, server: \.offerCodeRefName, .identifier,
        [.response, .derived(storeKit)], isOptional: true),
      .init(
        "subscription_group_identifier", .idText, server: \.subscriptionGroupIdentifier,
        .identifier,
        [.response, .payload(storeKit, "subscriptionGroupIdentifier")], isOptional: true),
      // StoreKit 2 alone
      .init(
        "product_type", .productType, \.productType, .kept,
        [.attribute(AttributeType.productType), .payload(storeKit, "type")], isOptional: true),
      .init(
        "offer_type", .number, server: \.offerType, .kept, [.payload(storeKit, "offerType")]),
      .init(
        "offer_period", .text, server: \.offerPeriod, .kept, [.payload(storeKit, "offerPeriod")]),
      .init(
        "offer_discount_type", .text, server: \.offerDiscountType, .kept,
        [.payload(storeKit, "offerDiscountType")]),
      .init("storefront", .text, server: \.storefront, .kept, [.payload(storeKit, "storefront")]),
      .init(
        "storefront_id", .idText, server: \.storefrontID, .kept,
        [.payload(storeKit, "storefrontId")]),
      .init(
        "transaction_reason", .text, server: \.transactionReason, .kept,
        [.payload(storeKit, "transactionReason")]),
      .init("currency", .text, server: \.currency, .kept, [.payload(storeKit, "currency")]),
      .init("price", .number, server: \.price, .kept, [.payload(storeKit, "price")]),
      .init(
        "revocation_type", .text, server: \.revocationType, .kept,
        [.payload(storeKit, "revocationType")]),
      .init(
        "revocation_percentage", .number, server: \.revocationPercentage, .kept,
        [.payload(storeKit, "revocationPercentage")]),
      .init(
        "app_transaction_id", .idText, server: \.appTransactionID, .identifier,
        [.payload(storeKit, "appTransactionId")]),
      .init(
        "previous_original_transaction_id", .idText, server: \.previousOriginalTransactionID,
        .identifier, [.payload(storeKit, "previousOriginalTransactionId")]),
      .init(
        "offer_identifier", .text, server: \.offerIdentifier, .identifier, [.derived(storeKit)]),
      .init(
        "billing_plan_type", .text, server: \.billingPlanType, .kept,
        [.payload(storeKit, "billingPlanType")]),
      .init(
        "additional_transaction_reason", .text, server: \.additionalTransactionReason, .kept,
        [.payload(storeKit, "additionalTransactionReason")]),
      .init(
        "billing_period_number", .number, server: \.billingPeriodNumber, .kept,
        [.payload(storeKit, "commitmentInfo.billingPeriodNumber")]),
      .init(
        "total_billing_periods", .number, server: \.totalBillingPeriods, .kept,
        [.payload(storeKit, "commitmentInfo.totalBillingPeriods")]),
      .init(
        "commitment_expires_date", .date, server: \.commitmentExpiresDate, .date,
        [.payload(storeKit, "commitmentInfo.commitmentExpiresDate")]),
      .init(
        "commitment_price", .number, server: \.commitmentPrice, .kept,
        [.payload(storeKit, "commitmentInfo.commitmentPrice")]),
      .init(
        "invitation_management", .text, server: \.invitationManagement, .kept,
        [.payload(storeKit, "multiSeatInfo.invitationManagement")]),
      .init(
        "price_tiers", .json, server: \.priceTiers, .kept,
        [.payload(storeKit, "multiSeatInfo.priceTiers")]),
      .init(
        "revoked_seat_quantity", .number, server: \.revokedSeatQuantity, .kept,
        [.payload(storeKit, "multiSeatInfo.revokedSeatQuantity")]),
    ] + advancedCommerce(storeKit)

  /// The same in the order of their names, as JSON is written.
  package static let byName: [Field] = all.sortedByName()

  private static let ownByName = byName.filter { !$0.isServerField }

  /// Those that a purchase may have: one of a binary receipt has half of them, and there may be thousands.
  package static func byName(of purchase: InAppPurchase) -> [Field] {
    purchase.server.isEmpty ? ownByName : byName
  }
}

extension InAppPurchase: PayloadModel {
  package static let payloadPlans = Field<InAppPurchase>.all.payloadPlans()
}
