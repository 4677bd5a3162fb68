/// Reads what Apple's verifyReceipt answered, in both of its styles: that of today, around an app receipt,
/// and that of iOS 6, around one transaction.
struct VerifyReceiptDecoder {
  let limits: DecodingLimits
  /// In how many others this answer stands.
  var nesting = 0

  /// How deep receipts are read that stand in others: `latest_receipt`, and no further.
  static let maximumNesting = 1
  /// The largest number of transactions in one list.
  static let maximumTransactions = 100_000

  package func decode(_ input: ReceiptInput, _ value: JSONValue) throws(ReceiptError)
    -> DecodedReceipt
  {
    var diagnostics = Diagnostics(limit: limits.maximumDiagnostics)
    if let error = input.error { diagnostics.add(error) }
    var fields = ObjectFields(value, diagnostics: diagnostics)
    var decoded = DecodedReceipt(
      input: input, form: .verifyReceipt, envelope: .json, receipt: Receipt())
    var response = VerifyReceiptResponse()
    response.status = fields.looseInteger("status")
    response.isRetryable = fields.looseFlag("is-retryable") ?? fields.looseFlag("is_retryable")
    var other: [OtherField] = []
    if var receipt = fields.object("receipt") {
      decoded.receipt = receipt.answerReceipt(other: &other)
      fields.diagnostics = receipt.diagnostics
    }
    decoded.receipt.environmentName = fields.environment(of: decoded.receipt)
    response.latestReceiptInfo = fields.transactions("latest_receipt_info", other: &other)
    response.latestExpiredReceiptInfo = fields.transactions(
      "latest_expired_receipt_info", other: &other)
    decoded.renewals = fields.objects("pending_renewal_info") { element in
      let renewal = element.renewal()
      other += element.untaken()
      return renewal
    }
    // iOS 6 style answers say it of the one subscription that they are about.
    if decoded.renewals.isEmpty, fields.has("auto_renew_status") {
      decoded.renewals = [fields.renewal()]
    }
    if nesting < Self.maximumNesting, let text = fields.text("latest_receipt") {
      decoded.nested = [
        NestedReceipt(path: "latest_receipt", content: latestReceipt(text))
      ]
    }
    decoded.response = response
    decoded.otherFields = fields.untaken() + other
    decoded.errors = fields.diagnostics.errors
    decoded.findings = fields.diagnostics.findings
    return decoded
  }

  private func latestReceipt(_ text: ReceiptString) -> Result<DecodedReceipt, ReceiptError> {
    do throws(ReceiptError) {
      let input = try ReceiptInput(Array(text.bytes), limits: limits)
      guard case .json = input.kind else {
        return .success(try ReceiptDecoder(limits: limits).decode(input))
      }
      throw ReceiptError(
        .notAReceipt, "this is JSON, where a receipt in base64 should be",
        hint: "latest_receipt is base64 of a receipt")
    } catch {
      return .failure(error)
    }
  }
}

// MARK: - The parts of an answer

extension ObjectFields {
  /// The `receipt` of an answer. In the style of iOS 6 it is one transaction.
  fileprivate mutating func answerReceipt(other: inout [OtherField]) -> Receipt {
    var receipt = Receipt()
    if ["bid", "bvrs", "transaction_id", "product_id"].contains(where: has) {
      receipt.bundleID = text("bid")
      receipt.applicationVersion = text("bvrs")
      receipt.adamID = looseInteger("app_item_id")
      receipt.versionExternalIdentifier = looseInteger("version_external_identifier")
      receipt.inApp = [transaction()]
      other += untaken()
      return receipt
    }
    receipt.receiptType = text("receipt_type")
    receipt.bundleID = text("bundle_id")
    receipt.applicationVersion = text("application_version")
    receipt.originalApplicationVersion = text("original_application_version")
    let adamID = looseInteger("adam_id")
    receipt.adamID = adamID ?? looseInteger("app_item_id")
    if adamID != nil { takeIfSame("app_item_id", as: adamID) }
    receipt.downloadID = looseInteger("download_id")
    receipt.versionExternalIdentifier = looseInteger("version_external_identifier")
    receipt.receiptCreationDate = answerDate("receipt_creation_date")
    receipt.requestDate = answerDate("request_date")
    receipt.originalPurchaseDate = answerDate("original_purchase_date")
    receipt.preorderDate = answerDate("preorder_date")
    receipt.expirationDate = answerDate("expiration_date")
    receipt.inApp = transactions("in_app", other: &other)
    other += untaken()
    return receipt
  }

  /// The answer's own word for the environment. One that its receipt's type contradicts stays among the
  /// other fields: which of the two is true, nobody can tell of what is not signed.
  fileprivate mutating func environment(of receipt: Receipt) -> ReceiptString? {
    guard let said = receipt.environment, let name = value("environment")?.string else {
      return text("environment")
    }
    var named = Receipt()
    named.environmentName = ReceiptString(name)
    guard let other = named.environment, other != said else { return text("environment") }
    diagnostics.add(Finding(.environmentsDisagree, field: prefix + "environment"))
    return nil
  }

  /// The transactions in a list; one that stands alone counts as a list of one.
  fileprivate mutating func transactions(
    _ name: String, other: inout [OtherField]
  ) -> [InAppPurchase] {
    objects(name) { element in
      let purchase = element.transaction()
      other += element.untaken()
      return purchase
    }
  }

  fileprivate mutating func transaction() -> InAppPurchase {
    var purchase = InAppPurchase()
    purchase.quantity = looseInteger("quantity")
    purchase.productID = text("product_id")
    purchase.productItemID = looseInteger("item_id")
    purchase.transactionID = idText("transaction_id")
    purchase.originalTransactionID = idText("original_transaction_id")
    purchase.purchaseDate = answerDate("purchase_date")
    purchase.originalPurchaseDate = answerDate("original_purchase_date")
    purchase.expiresDate = expiryDate()
    purchase.cancellationDate = answerDate("cancellation_date")
    purchase.cancellationReason = looseInteger("cancellation_reason")
    purchase.webOrderLineItemID = looseID("web_order_line_item_id")
    purchase.isTrialPeriod = looseFlag("is_trial_period")
    purchase.isInIntroOfferPeriod = looseFlag("is_in_intro_offer_period")
    purchase.promotionalOfferID = text("promotional_offer_id")
    var online = ServerDetails()
    online.appAccountToken = text("app_account_token")
    online.inAppOwnershipType = text("in_app_ownership_type")
    online.isUpgraded = looseFlag("is_upgraded")
    online.offerCodeRefName = text("offer_code_ref_name")
    online.subscriptionGroupIdentifier = idText("subscription_group_identifier")
    let names = [
      "app_account_token", "in_app_ownership_type", "is_upgraded", "offer_code_ref_name",
      "subscription_group_identifier",
    ]
    if names.contains(where: has) { purchase.online = online }
    return purchase
  }

  fileprivate mutating func renewal() -> RenewalInfo {
    var renewal = RenewalInfo()
    renewal.productID = text("product_id")
    renewal.autoRenewProductID = text("auto_renew_product_id")
    renewal.autoRenewStatus = looseFlag("auto_renew_status")
    renewal.originalTransactionID = idText("original_transaction_id")
    renewal.expirationIntent = looseInteger("expiration_intent")
    renewal.isInBillingRetryPeriod = looseFlag("is_in_billing_retry_period")
    renewal.gracePeriodExpiresDate = answerDate("grace_period_expires_date")
    renewal.priceConsentStatus = looseInteger("price_consent_status")
    renewal.priceIncreaseStatus = looseInteger("price_increase_status")
    renewal.promotionalOfferID = text("promotional_offer_id")
    renewal.offerCodeRefName = text("offer_code_ref_name")
    return renewal
  }

  /// The objects in an array, or the one that stands in its place.
  fileprivate mutating func objects<Value>(
    _ name: String, _ read: (inout ObjectFields) -> Value
  ) -> [Value] {
    let elements =
      take(name, "an array of objects, or an object") { value -> [(String, JSONValue)]? in
        if value.members != nil { return [(name, value)] }
        guard let elements = value.elements,
          elements.count <= VerifyReceiptDecoder.maximumTransactions
        else { return nil }
        return elements.enumerated().map { ("\(name)[\($0)]", $1) }
      } ?? []
    return elements.compactMap { path, value in
      guard value.members != nil else {
        // One that is no object hides none of the others.
        if value != .null { keepStranger(value, at: path) }
        return nil
      }
      var element = ObjectFields(
        value, prefix: prefix + path + ".", diagnostics: diagnostics)
      defer { diagnostics = element.diagnostics }
      return read(&element)
    }
  }

  /// Takes a number that says again what another one said.
  private mutating func takeIfSame(_ name: String, as number: Int64?) {
    let again = value(name).flatMap { $0.integer ?? $0.string.flatMap { Int64($0) } }
    if again == number { _ = id(name) }
  }
}
