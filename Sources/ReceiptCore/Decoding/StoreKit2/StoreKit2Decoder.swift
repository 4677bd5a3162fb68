/// Reads what StoreKit 2 and the App Store Server sign.
struct StoreKit2Decoder {
  let limits: DecodingLimits
  /// In how many others this JWS stands.
  var nesting = 0
  /// The form to take it for. A payload has no name for its form, and one with few fields could be any.
  var form: ReceiptForm?

  /// How deep JWS are read that stand in others. A notification holds a transaction and a renewal info,
  /// and those hold none.
  static let maximumNesting = 1

  package func decode(_ input: ReceiptInput) throws(ReceiptError) -> DecodedReceipt {
    let jws = try JWS.read(input.bytes, limits: limits)
    var diagnostics = Diagnostics(limit: limits.maximumDiagnostics)
    if let error = input.error { diagnostics.add(error) }
    for error in jws.errors { diagnostics.add(error) }
    for finding in jws.findings { diagnostics.add(finding) }
    var fields = ObjectFields(jws.payload, diagnostics: diagnostics)
    if form == nil, let mistake = Self.otherToken(fields) { throw mistake }
    let known = form ?? Self.form(of: fields)
    if known == nil { fields.diagnostics.add(Finding(.formUnknown, offset: nil)) }
    var decoded = DecodedReceipt(
      input: input, form: known ?? .transaction, envelope: .jws(jws), receipt: Receipt())
    switch known {
    case nil: break
    case .notification: decodeNotification(&fields, &decoded)
    case .renewalInfo: decoded.renewals = [fields.renewalInfo()]
    case .appTransaction: fields.readAppTransaction(&decoded.receipt)
    default: decoded.receipt.inApp = [fields.purchase()]
    }
    fields.readCommon(&decoded.receipt)
    decoded.otherFields += fields.untaken()
    decoded.errors = fields.diagnostics.errors
    decoded.findings = fields.diagnostics.findings
    return decoded
  }

  /// What a payload is, by the names in it: it has no name of its own for that. `nil` when those that it
  /// has stand in all of them.
  private static func form(of fields: ObjectFields) -> ReceiptForm? {
    if fields.has("notificationType") { return .notification }
    if fields.has("transactionId") { return .transaction }
    // Before the next, because Xcode puts deviceVerification into each of the three.
    if renewalNames.contains(where: fields.has) { return .renewalInfo }
    if appTransactionNames.contains(where: fields.has) { return .appTransaction }
    return transactionNames.contains(where: fields.has) ? .transaction : nil
  }

  private static let renewalNames = [
    "autoRenewProductId", "autoRenewStatus", "renewalDate", "expirationIntent",
    "isInBillingRetryPeriod", "gracePeriodExpiresDate", "recentSubscriptionStartDate",
  ]
  private static let appTransactionNames = [
    "receiptType", "receiptCreationDate", "originalApplicationVersion", "deviceVerification",
  ]
  private static let transactionNames = [
    "productId", "originalTransactionId", "purchaseDate", "originalPurchaseDate", "expiresDate",
    "webOrderLineItemId", "subscriptionGroupIdentifier", "quantity", "type", "inAppOwnershipType",
    "revocationReason", "revocationDate", "isUpgraded", "offerType", "offerIdentifier",
    "offerPeriod", "offerDiscountType", "storefront", "storefrontId", "transactionReason",
    "currency", "price",
  ]
  /// All that tell a payload of StoreKit's from another one.
  static let storeKitNames =
    ["notificationType", "transactionId"] + renewalNames + appTransactionNames + transactionNames
    + [
      "environment", "signedDate", "bundleId", "appAppleId", "appAccountToken", "appTransactionId",
    ]

  // MARK: Notifications

  private func decodeNotification(_ fields: inout ObjectFields, _ decoded: inout DecodedReceipt) {
    var notification = ServerNotification()
    notification.notificationType = fields.text("notificationType")
    notification.subtype = fields.text("subtype")
    notification.notificationUUID = fields.text("notificationUUID")
    notification.version = fields.text("version")
    if var data = fields.object("data") {
      decoded.receipt.adamID = data.id("appAppleId")
      decoded.receipt.bundleID = data.text("bundleId")
      decoded.receipt.applicationVersion = data.text("bundleVersion")
      decoded.receipt.environmentName = data.text("environment")
      notification.status = data.integer("status")
      if nesting < Self.maximumNesting {
        for name in ["signedTransactionInfo", "signedRenewalInfo"] {
          guard let text = data.text(name) else { continue }
          decoded.nested.append(
            NestedReceipt(path: "data.\(name)", content: decodeNested(Array(text.bytes))))
        }
      }
      decoded.otherFields += data.untaken()
      fields.diagnostics = data.diagnostics
    }
    decoded.notification = notification
  }

  private func decodeNested(_ bytes: [UInt8]) -> Result<DecodedReceipt, ReceiptError> {
    do throws(ReceiptError) {
      let decoder = StoreKit2Decoder(limits: limits, nesting: nesting + 1)
      return .success(try decoder.decode(ReceiptInput(bytes, kind: .jws)))
    } catch {
      return .failure(error)
    }
  }
}

// MARK: - The model

extension ObjectFields {
  /// What every form may have.
  fileprivate mutating func readCommon(_ receipt: inout Receipt) {
    receipt.signedDate = date("signedDate")
    receipt.bundleID = receipt.bundleID ?? text("bundleId")
    receipt.environmentName = receipt.environmentName ?? text("environment")
    // Xcode's renewal infos and transactions have these too.
    receipt.deviceVerification = text("deviceVerification")
    receipt.deviceVerificationNonce = text("deviceVerificationNonce")
  }

  fileprivate mutating func readAppTransaction(_ receipt: inout Receipt) {
    receipt.receiptType = text("receiptType")
    receipt.adamID = id("appAppleId")
    receipt.applicationVersion = text("applicationVersion")
    receipt.versionExternalIdentifier = id("versionExternalIdentifier")
    receipt.receiptCreationDate = date("receiptCreationDate")
    receipt.requestDate = date("requestDate")
    receipt.originalPurchaseDate = date("originalPurchaseDate")
    receipt.originalApplicationVersion = text("originalApplicationVersion")
    receipt.preorderDate = date("preorderDate")
    receipt.appTransactionID = idText("appTransactionId")
    receipt.originalPlatform = text("originalPlatform")
  }

  fileprivate mutating func purchase() -> InAppPurchase {
    var purchase = InAppPurchase()
    purchase.quantity = integer("quantity")
    purchase.productID = text("productId")
    purchase.productType = productType("type")
    purchase.transactionID = idText("transactionId")
    purchase.originalTransactionID = idText("originalTransactionId")
    purchase.purchaseDate = date("purchaseDate")
    purchase.originalPurchaseDate = date("originalPurchaseDate")
    purchase.expiresDate = date("expiresDate")
    purchase.cancellationDate = date("revocationDate")
    purchase.cancellationReason = integer("revocationReason")
    // As in attribute 1711, 0 means none.
    let lineItem = id("webOrderLineItemId")
    purchase.webOrderLineItemID = lineItem == 0 ? nil : lineItem

    var online = ServerDetails()
    online.appAccountToken = text("appAccountToken")
    online.inAppOwnershipType = text("inAppOwnershipType")
    online.isUpgraded = flag("isUpgraded")
    online.subscriptionGroupIdentifier = idText("subscriptionGroupIdentifier")
    online.offerType = integer("offerType")
    online.offerPeriod = text("offerPeriod")
    online.offerDiscountType = text("offerDiscountType")
    online.storefront = text("storefront")
    online.storefrontID = idText("storefrontId")
    online.transactionReason = text("transactionReason")
    online.currency = text("currency")
    online.price = integer("price")
    online.revocationType = text("revocationType")
    online.revocationPercentage = integer("revocationPercentage")
    online.appTransactionID = idText("appTransactionId")
    // Apple's answers have one name for the codes and another for all else.
    let offer = text("offerIdentifier")
    if online.offerType == ServerDetails.offerCode {
      online.offerCodeRefName = offer
    } else {
      purchase.promotionalOfferID = offer
    }
    purchase.online = online
    // In all records of Apple's a free trial is no period at an introductory price.
    if online.offerType == ServerDetails.introductoryOffer, let discount = online.offerDiscountType
    {
      purchase.isTrialPeriod = discount == ServerDetails.freeTrial
      purchase.isInIntroOfferPeriod = discount != ServerDetails.freeTrial
    }
    return purchase
  }

  /// The kinds of products by the names that StoreKit 2 has for them; another name is left to the other
  /// fields.
  private mutating func productType(_ name: String) -> ProductType? {
    let types: [ReceiptString: ProductType] = [
      ReceiptString("Non-Consumable"): .nonConsumable,
      ReceiptString("Consumable"): .consumable,
      ReceiptString("Non-Renewing Subscription"): .nonRenewingSubscription,
      ReceiptString("Auto-Renewable Subscription"): .autoRenewableSubscription,
    ]
    return text(name) { types[$0] }
  }

  fileprivate mutating func renewalInfo() -> RenewalInfo {
    var renewal = RenewalInfo()
    renewal.productID = text("productId")
    renewal.autoRenewProductID = text("autoRenewProductId")
    renewal.autoRenewStatus = flag("autoRenewStatus")
    renewal.originalTransactionID = idText("originalTransactionId")
    renewal.expirationIntent = integer("expirationIntent")
    renewal.isInBillingRetryPeriod = flag("isInBillingRetryPeriod")
    renewal.gracePeriodExpiresDate = date("gracePeriodExpiresDate")
    renewal.priceIncreaseStatus = integer("priceIncreaseStatus")
    renewal.offerType = integer("offerType")
    let offer = text("offerIdentifier")
    if renewal.offerType == ServerDetails.offerCode {
      renewal.offerCodeRefName = offer
    } else {
      renewal.promotionalOfferID = offer
    }
    renewal.renewalDate = date("renewalDate")
    renewal.renewalPrice = integer("renewalPrice")
    renewal.currency = text("currency")
    renewal.recentSubscriptionStartDate = date("recentSubscriptionStartDate")
    renewal.eligibleWinBackOfferIDs = texts("eligibleWinBackOfferIds") ?? []
    renewal.appAccountToken = text("appAccountToken")
    renewal.appTransactionID = idText("appTransactionId")
    return renewal
  }
}
