internal import ReceiptCore

// The fields of a SPEC by name, one a line, as `DecodeJSONRenderer` writes them.

extension ReceiptSpec {
  mutating func readReceipt(_ node: DocumentNode) throws(DocumentError) {
    var table = try DocumentTable(node, "receipt")
    receipt.receiptType = try table.take("receipt_type", DocumentNode.string)
    try readEnvironment(&table)
    try readItemID(&table)
    receipt.ageRating = try table.take("age_rating", DocumentNode.string)
    receipt.appTransactionID = try table.take("app_transaction_id", DocumentNode.string)
    receipt.applicationVersion = try table.take("application_version", DocumentNode.string)
    receipt.bundleID = try table.take("bundle_id", DocumentNode.string)
    receipt.developerID = try table.take("developer_id", DocumentNode.integer)
    receipt.deviceClass = try table.take("device_class", DocumentNode.integer)
    deviceID = try table.take("device_id", DocumentNode.deviceID)
    receipt.deviceVerification = try table.take("device_verification", DocumentNode.string)
    receipt.deviceVerificationNonce = try table.take(
      "device_verification_nonce", DocumentNode.string)
    receipt.downloadDate = try table.take("download_date", DocumentNode.date)
    receipt.downloadID = try table.take("download_id", DocumentNode.integer)
    receipt.expirationDate = try table.take("expiration_date", DocumentNode.date)
    receipt.opaqueValue = try table.take("opaque_value", DocumentNode.octets).map { $0[...] }
    receipt.organizationName = try table.take("organization_name", DocumentNode.string)
    receipt.originalApplicationVersion = try table.take(
      "original_application_version", DocumentNode.string)
    receipt.originalPlatform = try table.take("original_platform", DocumentNode.string)
    receipt.originalPurchaseDate = try table.take("original_purchase_date", DocumentNode.date)
    receipt.osVersion = try table.take("os_version", DocumentNode.integer)
    receipt.platformCode = try table.take("platform_code", DocumentNode.integer)
    receipt.preorderDate = try table.take("preorder_date", DocumentNode.date)
    receipt.receiptCreationDate = try table.take("receipt_creation_date", DocumentNode.date)
    receipt.requestDate = try table.take("request_date", DocumentNode.date)
    receipt.sha1Hash = try table.take("sha1_hash", DocumentNode.hexadecimal).map { $0[...] }
    receipt.signedDate = try table.take("signed_date", DocumentNode.date)
    receipt.storeRelease = try table.take("store_release", DocumentNode.storeRelease)
    receipt.versionExternalIdentifier = try table.take(
      "version_external_identifier", DocumentNode.integer)
    for element in table.take("in_app")?.list ?? [] {
      receipt.inApp.append(try InAppPurchase(element))
    }
    try table.end()
  }

  /// App receipts say it in `receipt_type`, the others in a field of its own.
  private mutating func readEnvironment(_ table: inout DocumentTable) throws(DocumentError) {
    guard let node = table.take("environment") else { return }
    let environment = try node.choice("environment", Receipt.Environment.self)
    if let type = receipt.receiptType, let said = receipt.environment, said != environment {
      throw DocumentError(
        "environment is \(environment.rawValue), but receipt_type is \(type)", at: node.position,
        hint: "change both, or leave one away")
    }
    receipt.environmentName = ReceiptString(environment.rawValue)
  }

  /// Apple's two names of attribute 1.
  private mutating func readItemID(_ table: inout DocumentTable) throws(DocumentError) {
    receipt.adamID = try table.take("adam_id", DocumentNode.integer)
    guard let node = table.take("app_item_id") else { return }
    let other = try node.integer("app_item_id")
    if let adamID = receipt.adamID, adamID != other {
      throw DocumentError(
        "app_item_id is \(other), but adam_id is \(adamID): they are the same attribute",
        at: node.position, hint: "change both, or leave one away")
    }
    receipt.adamID = other
  }
}

extension InAppPurchase {
  init(_ node: DocumentNode) throws(DocumentError) {
    self.init()
    var table = try DocumentTable(node, "a purchase")
    cancellationDate = try table.take("cancellation_date", DocumentNode.date)
    cancellationReason = try table.take("cancellation_reason", DocumentNode.integer)
    expiresDate = try table.take("expires_date", DocumentNode.date)
    isInIntroOfferPeriod = try table.take("is_in_intro_offer_period", DocumentNode.bool)
    isTrialPeriod = try table.take("is_trial_period", DocumentNode.bool)
    originalPurchaseDate = try table.take("original_purchase_date", DocumentNode.date)
    originalTransactionID = try table.take("original_transaction_id", DocumentNode.string)
    productID = try table.take("product_id", DocumentNode.string)
    productItemID = try table.take("product_item_id", DocumentNode.integer)
    productType = try table.take("product_type", DocumentNode.productType)
    promotionalOfferID = try table.take("promotional_offer_id", DocumentNode.string)
    purchaseDate = try table.take("purchase_date", DocumentNode.date)
    quantity = try table.take("quantity", DocumentNode.integer)
    transactionID = try table.take("transaction_id", DocumentNode.string)
    webOrderLineItemID = try table.take("web_order_line_item_id", DocumentNode.integer)
    try readOnline(&table)
    try table.end()
  }

  /// What no binary receipt holds.
  private mutating func readOnline(_ table: inout DocumentTable) throws(DocumentError) {
    var details = ServerDetails()
    details.appAccountToken = try table.take("app_account_token", DocumentNode.string)
    details.appTransactionID = try table.take("app_transaction_id", DocumentNode.string)
    details.currency = try table.take("currency", DocumentNode.string)
    details.inAppOwnershipType = try table.take("in_app_ownership_type", DocumentNode.string)
    details.isUpgraded = try table.take("is_upgraded", DocumentNode.bool)
    details.offerCodeRefName = try table.take("offer_code_ref_name", DocumentNode.string)
    details.offerDiscountType = try table.take("offer_discount_type", DocumentNode.string)
    details.offerPeriod = try table.take("offer_period", DocumentNode.string)
    details.offerType = try table.take("offer_type", DocumentNode.integer)
    details.price = try table.take("price", DocumentNode.integer)
    details.revocationPercentage = try table.take(
      "revocation_percentage", DocumentNode.integer)
    details.revocationType = try table.take("revocation_type", DocumentNode.string)
    details.storefront = try table.take("storefront", DocumentNode.string)
    details.storefrontID = try table.take("storefront_id", DocumentNode.string)
    details.subscriptionGroupIdentifier = try table.take(
      "subscription_group_identifier", DocumentNode.string)
    details.transactionReason = try table.take("transaction_reason", DocumentNode.string)
    online = details
  }
}

extension RenewalInfo {
  init(_ node: DocumentNode) throws(DocumentError) {
    self.init()
    var table = try DocumentTable(node, "a renewal")
    appAccountToken = try table.take("app_account_token", DocumentNode.string)
    appTransactionID = try table.take("app_transaction_id", DocumentNode.string)
    autoRenewProductID = try table.take("auto_renew_product_id", DocumentNode.string)
    autoRenewStatus = try table.take("auto_renew_status", DocumentNode.bool)
    currency = try table.take("currency", DocumentNode.string)
    for element in table.take("eligible_win_back_offer_ids")?.list ?? [] {
      eligibleWinBackOfferIDs.append(try element.string("eligible_win_back_offer_ids"))
    }
    expirationIntent = try table.take("expiration_intent", DocumentNode.integer)
    gracePeriodExpiresDate = try table.take("grace_period_expires_date", DocumentNode.date)
    isInBillingRetryPeriod = try table.take("is_in_billing_retry_period", DocumentNode.bool)
    offerCodeRefName = try table.take("offer_code_ref_name", DocumentNode.string)
    offerType = try table.take("offer_type", DocumentNode.integer)
    originalTransactionID = try table.take("original_transaction_id", DocumentNode.string)
    priceConsentStatus = try table.take("price_consent_status", DocumentNode.integer)
    priceIncreaseStatus = try table.take("price_increase_status", DocumentNode.integer)
    productID = try table.take("product_id", DocumentNode.string)
    promotionalOfferID = try table.take("promotional_offer_id", DocumentNode.string)
    recentSubscriptionStartDate = try table.take(
      "recent_subscription_start_date", DocumentNode.date)
    renewalDate = try table.take("renewal_date", DocumentNode.date)
    renewalPrice = try table.take("renewal_price", DocumentNode.integer)
    try table.end()
  }
}

extension ServerNotification {
  init(_ node: DocumentNode) throws(DocumentError) {
    self.init()
    var table = try DocumentTable(node, "a notification")
    notificationType = try table.take("notification_type", DocumentNode.string)
    notificationUUID = try table.take("notification_uuid", DocumentNode.string)
    status = try table.take("status", DocumentNode.integer)
    subtype = try table.take("subtype", DocumentNode.string)
    version = try table.take("version", DocumentNode.string)
    try table.end()
  }
}
