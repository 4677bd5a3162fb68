package import ReceiptCore

/// What Apple's verifyReceipt would answer about a receipt that is made: the inverse of `VerifyReceiptDecoder`, in
/// the order of Apple's.
package struct VerifyReceiptTemplate: Sendable {
  package var receipt: Receipt
  package var status: Int64 = 0
  package var isRetryable: Bool?
  package var latestReceiptInfo: [InAppPurchase] = []
  package var latestExpiredReceiptInfo: [InAppPurchase] = []
  package var renewals: [RenewalInfo] = []
  /// The newest receipt, in base64.
  package var latestReceipt: [UInt8]?
  /// Fields that the model has no place for, by their paths: `latest_receipt_info[0].promotion_code`.
  package var otherFields: [JSONValue.Member] = []

  package init(_ receipt: Receipt) { self.receipt = receipt }

  package var json: JSONValue {
    let others = OtherMembers(otherFields)
    var json = JSONMembers()
    json.add("status", status)
    json.add(
      "environment",
      receipt.environmentName ?? receipt.environment.map { ReceiptString($0.rawValue) })
    json.add("is-retryable", isRetryable)
    if receipt.receiptType != nil || receipt.bundleID != nil || !receipt.inApp.isEmpty {
      json.add("receipt", receiptObject(others))
    }
    if !latestReceiptInfo.isEmpty {
      json.add(
        "latest_receipt_info",
        others.list(latestReceiptInfo.map(Self.purchase), "latest_receipt_info"))
    }
    if !latestExpiredReceiptInfo.isEmpty {
      json.add(
        "latest_expired_receipt_info",
        others.list(
          latestExpiredReceiptInfo.map(Self.purchase), "latest_expired_receipt_info"))
    }
    json.add("latest_receipt", latestReceipt.map { .string(Base64.encode($0)) })
    if !renewals.isEmpty {
      json.add(
        "pending_renewal_info", others.list(renewals.map(Self.renewal), "pending_renewal_info"))
    }
    return others.added(to: json, "")
  }

  private func receiptObject(_ others: OtherMembers) -> JSONValue {
    var json = JSONMembers()
    json.add("receipt_type", receipt.receiptType)
    json.add("adam_id", receipt.adamID)
    json.add("app_item_id", receipt.adamID)
    json.add("bundle_id", receipt.bundleID)
    json.add("application_version", receipt.applicationVersion)
    json.add("download_id", receipt.downloadID)
    json.add("version_external_identifier", receipt.versionExternalIdentifier)
    json.add("receipt_creation_date", threefold: receipt.receiptCreationDate)
    json.add("request_date", threefold: receipt.requestDate)
    json.add("original_purchase_date", threefold: receipt.originalPurchaseDate)
    json.add("original_application_version", receipt.originalApplicationVersion)
    json.add("preorder_date", threefold: receipt.preorderDate)
    json.add("expiration_date", threefold: receipt.expirationDate)
    json.add("in_app", others.list(receipt.inApp.map(Self.purchase), "receipt.in_app"))
    return others.added(to: json, "receipt")
  }

  private static func purchase(_ purchase: InAppPurchase) -> JSONMembers {
    var json = JSONMembers()
    json.add("quantity", quoted: purchase.quantity)
    json.add("product_id", purchase.productID)
    json.add("item_id", quoted: purchase.productItemID == 0 ? nil : purchase.productItemID)
    json.add("transaction_id", purchase.transactionID)
    json.add("original_transaction_id", purchase.originalTransactionID)
    json.add("purchase_date", threefold: purchase.purchaseDate)
    json.add("original_purchase_date", threefold: purchase.originalPurchaseDate)
    json.add("expires_date", threefold: purchase.expiresDate)
    json.add("cancellation_date", threefold: purchase.cancellationDate)
    json.add("cancellation_reason", quoted: purchase.cancellationReason)
    json.add("web_order_line_item_id", quoted: purchase.webOrderLineItemID)
    json.add("is_trial_period", quoted: purchase.isTrialPeriod)
    json.add("is_in_intro_offer_period", quoted: purchase.isInIntroOfferPeriod)
    json.add("promotional_offer_id", purchase.promotionalOfferID)
    if let online = purchase.online {
      json.add("app_account_token", online.appAccountToken)
      json.add("in_app_ownership_type", online.inAppOwnershipType)
      json.add("is_upgraded", quoted: online.isUpgraded)
      json.add("offer_code_ref_name", online.offerCodeRefName)
      json.add("subscription_group_identifier", online.subscriptionGroupIdentifier)
    }
    return json
  }

  /// Flags are 1 and 0 there.
  private static func renewal(_ renewal: RenewalInfo) -> JSONMembers {
    func number(_ flag: Bool?) -> Int64? { flag.map { $0 ? 1 : 0 } }
    var json = JSONMembers()
    json.add("auto_renew_product_id", renewal.autoRenewProductID)
    json.add("auto_renew_status", quoted: number(renewal.autoRenewStatus))
    json.add("expiration_intent", quoted: renewal.expirationIntent)
    json.add("grace_period_expires_date", threefold: renewal.gracePeriodExpiresDate)
    json.add("is_in_billing_retry_period", quoted: number(renewal.isInBillingRetryPeriod))
    json.add("offer_code_ref_name", renewal.offerCodeRefName)
    json.add("original_transaction_id", renewal.originalTransactionID)
    json.add("price_consent_status", quoted: renewal.priceConsentStatus)
    json.add("price_increase_status", quoted: renewal.priceIncreaseStatus)
    json.add("product_id", renewal.productID)
    json.add("promotional_offer_id", renewal.promotionalOfferID)
    return json
  }
}

/// Fields without a place in the model, by the object in which each stands.
private struct OtherMembers {
  private var groups: [String: [JSONValue.Member]] = [:]

  /// The lists of objects in an answer.
  private static let lists = [
    "receipt.in_app", "latest_receipt_info", "latest_expired_receipt_info", "pending_renewal_info",
  ]

  /// - Parameter fields: With paths for names.
  init(_ fields: [JSONValue.Member]) {
    for field in fields {
      let (object, name) = Self.split(field.name)
      if let name {
        groups[object, default: []].append(JSONValue.Member(name: name, value: field.value))
      }
    }
  }

  /// The object of a path and the name in it; no name for an element of a list.
  private static func split(_ path: String) -> (object: String, name: String?) {
    for list in lists where path.hasPrefix(list) {
      let rest = path.dropFirst(list.count)
      // One that stands alone, without a list.
      if rest.first == "." { return (list, String(rest.dropFirst())) }
      guard rest.first == "[", let end = rest.firstIndex(of: "]") else { continue }
      let name = rest[end...].dropFirst()
      let object = list + rest[...end]
      return name.first == "." ? (object, String(name.dropFirst())) : (object, nil)
    }
    let receipt = "receipt."
    guard path.hasPrefix(receipt) else { return ("", path) }
    return ("receipt", String(path.dropFirst(receipt.count)))
  }

  /// The objects of a list, or the only one alone where one stood so.
  func list(_ objects: [JSONMembers], _ path: String) -> JSONValue {
    if objects.count == 1, let object = objects.first, groups[path] != nil {
      return added(to: object, path)
    }
    return .array(objects.enumerated().map { added(to: $1, "\(path)[\($0)]") })
  }

  /// The object with those of its path behind the others. What is there already counts.
  func added(to json: JSONMembers, _ path: String) -> JSONValue {
    let names = Set(json.members.map { ReceiptString($0.name) })
    let others = groups[path] ?? []
    return .object(
      json.members + others.filter { !names.contains(ReceiptString($0.name)) })
  }
}
