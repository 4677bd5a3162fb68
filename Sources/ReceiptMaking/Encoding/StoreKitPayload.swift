package import ReceiptCore

/// What StoreKit 2 signs, from the model: the inverse of `StoreKit2Decoder`.
package enum StoreKitPayload {
  /// `Transaction`: one purchase of an app (Apple, "JWSTransactionDecodedPayload").
  package static func transaction(
    _ purchase: InAppPurchase, of receipt: Receipt, other: [JSONValue.Member] = []
  ) -> JSONValue {
    let online = purchase.online ?? ServerDetails()
    var json = JSONMembers()
    json.add("transactionId", purchase.transactionID)
    json.add("originalTransactionId", purchase.originalTransactionID)
    json.add("webOrderLineItemId", quoted: purchase.webOrderLineItemID)
    json.add("bundleId", receipt.bundleID)
    json.add("productId", purchase.productID)
    json.add("subscriptionGroupIdentifier", online.subscriptionGroupIdentifier)
    json.add("purchaseDate", purchase.purchaseDate)
    json.add("originalPurchaseDate", purchase.originalPurchaseDate)
    json.add("expiresDate", purchase.expiresDate)
    json.add("quantity", purchase.quantity)
    json.add("type", purchase.productType.flatMap(typeName).map { .string($0) })
    json.add("appAccountToken", online.appAccountToken)
    json.add("inAppOwnershipType", online.inAppOwnershipType)
    json.add("signedDate", receipt.signedDate)
    json.add("revocationReason", purchase.cancellationReason)
    json.add("revocationDate", purchase.cancellationDate)
    json.add("revocationType", online.revocationType)
    json.add("revocationPercentage", online.revocationPercentage)
    json.add("isUpgraded", online.isUpgraded)
    let isTrial = purchase.isTrialPeriod == true
    let isAtLowerPrice = !isTrial && purchase.isInIntroOfferPeriod == true
    let offer = Offer(
      online.offerType ?? (isTrial || isAtLowerPrice ? ServerDetails.introductoryOffer : nil),
      promotional: purchase.promotionalOfferID, code: online.offerCodeRefName)
    json.add("offerType", offer.type)
    json.add("offerIdentifier", offer.identifier)
    json.add("offerPeriod", online.offerPeriod)
    json.add(
      "offerDiscountType",
      online.offerDiscountType
        ?? (isTrial ? ServerDetails.freeTrial : isAtLowerPrice ? ServerDetails.lowerPrice : nil))
    addDevice(receipt, &json)
    json.add("environment", environment(of: receipt))
    json.add("storefront", online.storefront)
    json.add("storefrontId", online.storefrontID)
    json.add("transactionReason", online.transactionReason)
    json.add("currency", online.currency)
    json.add("price", online.price)
    json.add("appTransactionId", online.appTransactionID)
    return .object(json.members + other)
  }

  /// `AppTransaction`: the app itself.
  package static func appTransaction(
    _ receipt: Receipt, other: [JSONValue.Member] = []
  ) -> JSONValue {
    var json = JSONMembers()
    json.add("receiptType", receipt.environmentType)
    json.add("appAppleId", receipt.adamID)
    json.add("bundleId", receipt.bundleID)
    json.add("applicationVersion", receipt.applicationVersion)
    json.add("versionExternalIdentifier", receipt.versionExternalIdentifier)
    json.add("receiptCreationDate", receipt.receiptCreationDate)
    json.add("requestDate", receipt.requestDate)
    json.add("originalPurchaseDate", receipt.originalPurchaseDate)
    json.add("originalApplicationVersion", receipt.originalApplicationVersion)
    addDevice(receipt, &json)
    json.add("preorderDate", receipt.preorderDate)
    json.add("appTransactionId", receipt.appTransactionID)
    json.add("originalPlatform", receipt.originalPlatform)
    json.add("signedDate", receipt.signedDate)
    return .object(json.members + other)
  }

  /// `RenewalInfo`: what will happen to a subscription (Apple, "JWSRenewalInfoDecodedPayload").
  package static func renewalInfo(
    _ renewal: RenewalInfo, of receipt: Receipt, other: [JSONValue.Member] = []
  ) -> JSONValue {
    var json = JSONMembers()
    json.add("expirationIntent", renewal.expirationIntent)
    json.add("originalTransactionId", renewal.originalTransactionID)
    json.add("autoRenewProductId", renewal.autoRenewProductID)
    json.add("productId", renewal.productID)
    json.add("autoRenewStatus", renewal.autoRenewStatus.map { $0 ? 1 : 0 } as Int64?)
    json.add("isInBillingRetryPeriod", renewal.isInBillingRetryPeriod)
    json.add("priceIncreaseStatus", renewal.priceIncreaseStatus)
    json.add("gracePeriodExpiresDate", renewal.gracePeriodExpiresDate)
    let offer = Offer(
      renewal.offerType, promotional: renewal.promotionalOfferID, code: renewal.offerCodeRefName)
    json.add("offerType", offer.type)
    json.add("offerIdentifier", offer.identifier)
    json.add("signedDate", receipt.signedDate)
    json.add("environment", environment(of: receipt))
    json.add("recentSubscriptionStartDate", renewal.recentSubscriptionStartDate)
    json.add("renewalDate", renewal.renewalDate)
    json.add("currency", renewal.currency)
    json.add("renewalPrice", renewal.renewalPrice)
    if !renewal.eligibleWinBackOfferIDs.isEmpty {
      json.add(
        "eligibleWinBackOfferIds",
        .array(renewal.eligibleWinBackOfferIDs.map { .string($0.description) }))
    }
    json.add("appAccountToken", renewal.appAccountToken)
    json.add("appTransactionId", renewal.appTransactionID)
    addDevice(receipt, &json)
    return .object(json.members + other)
  }

  /// An App Store Server Notification, around what is signed by itself (Apple,
  /// "responseBodyV2DecodedPayload").
  package static func notification(
    _ notification: ServerNotification, of receipt: Receipt, transaction: [UInt8]?,
    renewalInfo: [UInt8]?, other: [JSONValue.Member] = [], otherData: [JSONValue.Member] = []
  ) -> JSONValue {
    var data = JSONMembers()
    data.add("appAppleId", receipt.adamID)
    data.add("bundleId", receipt.bundleID)
    data.add("bundleVersion", receipt.applicationVersion)
    data.add("environment", environment(of: receipt))
    data.add("signedTransactionInfo", transaction.map { ReceiptString($0) })
    data.add("signedRenewalInfo", renewalInfo.map { ReceiptString($0) })
    data.add("status", notification.status)
    let dataMembers = data.members + otherData
    var json = JSONMembers()
    json.add("notificationType", notification.notificationType)
    json.add("subtype", notification.subtype)
    json.add("notificationUUID", notification.notificationUUID)
    if !dataMembers.isEmpty { json.add("data", .object(dataMembers)) }
    json.add("version", notification.version)
    json.add("signedDate", receipt.signedDate)
    return .object(json.members + other)
  }

  /// An offer, whose identifier has one name there whatever it is: the type tells.
  private struct Offer {
    let type: Int64?
    let identifier: ReceiptString?

    init(_ type: Int64?, promotional: ReceiptString?, code: ReceiptString?) {
      self.type = type ?? (promotional == nil && code != nil ? ServerDetails.offerCode : nil)
      identifier =
        self.type == ServerDetails.offerCode ? code ?? promotional : promotional ?? code
    }
  }

  private static func addDevice(_ receipt: Receipt, _ json: inout JSONMembers) {
    json.add("deviceVerification", receipt.deviceVerification)
    json.add("deviceVerificationNonce", receipt.deviceVerificationNonce)
  }

  private static func environment(of receipt: Receipt) -> ReceiptString? {
    receipt.environmentName ?? receipt.environment.map { ReceiptString($0.rawValue) }
  }

  private static func typeName(_ type: ProductType) -> String? {
    switch type {
    case .nonConsumable: "Non-Consumable"
    case .consumable: "Consumable"
    case .nonRenewingSubscription: "Non-Renewing Subscription"
    case .autoRenewableSubscription: "Auto-Renewable Subscription"
    default: nil
    }
  }
}

extension Receipt {
  /// The type as an app transaction has it: only app receipts say `ProductionSandbox`.
  fileprivate var environmentType: ReceiptString? {
    switch receiptType?.text {
    case "ProductionSandbox", "ProductionVPPSandbox": ReceiptString(Environment.sandbox.rawValue)
    case "ProductionVPP": ReceiptString(Environment.production.rawValue)
    default: receiptType ?? environmentName
    }
  }

  /// What StoreKit 2 has beside an app receipt's fields, filled in.
  package func completedForStoreKit() -> Receipt {
    var receipt = self
    receipt.signedDate = receipt.signedDate ?? receipt.receiptCreationDate
    receipt.inApp = receipt.inApp.map { purchase in
      var purchase = purchase
      var online = purchase.online ?? ServerDetails()
      online.inAppOwnershipType = online.inAppOwnershipType ?? ReceiptString("PURCHASED")
      let isRenewal = purchase.originalTransactionID != purchase.transactionID
      online.transactionReason =
        online.transactionReason ?? ReceiptString(isRenewal ? "RENEWAL" : "PURCHASE")
      online.storefront = online.storefront ?? ReceiptString("USA")
      online.storefrontID = online.storefrontID ?? ReceiptString("143441")
      purchase.online = online
      return purchase
    }
    return receipt
  }
}
