internal import ReceiptCore
internal import ReceiptInsight

/// The fields of a receipt for people: a label, a value, and a note.
struct ReceiptFields {
  struct Row {
    let label: String
    let value: String
    let note: String?
  }

  private(set) var rows: [Row] = []

  private let showsAll: Bool

  init(showsAll: Bool) { self.showsAll = showsAll }

  init(_ decoded: DecodedReceipt, showsAll: Bool) {
    let receipt = decoded.receipt
    // A field that every app receipt has is reported as absent. Other forms may lack it.
    let absent =
      decoded.form != .appReceipt ? nil : decoded.errors.isEmpty ? "absent" : "not read"
    self.showsAll = showsAll
    if let notification = decoded.notification { add(notification) }
    let isSandbox = receipt.environment == .sandbox
    let isXcode = receipt.environment == .xcode
    add("Bundle id", receipt.bundleID?.description ?? absent)
    add("App version", receipt.applicationVersion?.description)
    add(
      "Original version", receipt.originalApplicationVersion?.description ?? absent,
      receipt.originalApplicationVersion == nil
        ? (isXcode ? "Xcode's receipts have none" : nil)
        : (isSandbox
          && receipt.originalApplicationVersion == SandboxConstants.originalApplicationVersion
          ? "sandbox always says 1.0" : nil))
    add("Receipt type", receipt.receiptType?.description)
    add("Created", receipt.receiptCreationDate)
    add("Signed", receipt.signedDate)
    add("Asked Apple", receipt.requestDate)
    add(
      "Originally bought", receipt.originalPurchaseDate,
      isSandbox && receipt.originalPurchaseDate == SandboxConstants.originalPurchaseDate
        ? "sandbox always says this" : nil)
    add("Downloaded", receipt.downloadDate, "or updated; the name is a guess")
    add("Pre-ordered", receipt.preorderDate)
    add("Receipt expires", receipt.expirationDate)
    add("Organisation", receipt.organizationName?.description)
    let zeroNote = isSandbox ? "none in sandbox" : nil
    addID("App Store item id", receipt.adamID, zeroNote)
    addID("App version id", receipt.versionExternalIdentifier, zeroNote)
    addID("Download id", receipt.downloadID, zeroNote)
    addID("Developer id", receipt.developerID, zeroNote)
    add("App transaction id", receipt.appTransactionID?.description)
    add("Withdrawn", receipt.revocationDate)
    add("First bought on", receipt.originalPlatform?.description)
    add("Age rating", receipt.ageRating?.description)
    let inference = Inference(receipt)
    if let platform = inference.platform {
      add(
        "Platform", platform.rawValue + (inference.osVersion.map { " \($0)" } ?? ""), "inferred")
    }
    add("Store release", receipt.storeRelease.map(storeReleaseText))
    add("SHA-1 hash", receipt.sha1Hash.map(Hexadecimal.encode) ?? absent)
    add("Opaque value", receipt.opaqueValue.map { shortenedHexadecimal($0) })
    add("Device verification", receipt.deviceVerification?.description)
    add("  its nonce", receipt.deviceVerificationNonce?.description)
  }

  /// An upcoming renewal.
  init(_ renewal: RenewalInfo) {
    showsAll = true
    add("Product", renewal.productID?.description)
    add("Will renew", renewal.autoRenewStatus.map { $0 ? "yes" : "no" })
    if renewal.autoRenewProductID != renewal.productID {
      add("Product then", renewal.autoRenewProductID?.description)
    }
    add("Renews", renewal.renewalDate)
    add("Ended because", renewal.expirationIntent.map(Self.expirationText))
    add("Billing is retried", renewal.isInBillingRetryPeriod.map { $0 ? "yes" : "no" })
    add("Grace period until", renewal.gracePeriodExpiresDate)
    add(
      "Price increase",
      renewal.priceConsentStatus.map { $0 == 1 ? "agreed to" : "not agreed to yet" }
        ?? renewal.priceIncreaseStatus.map { $0 == 1 ? "agreed to" : "not agreed to yet" })
    add("Price", renewal.renewalPrice.map { Price.text($0, renewal.currency?.description) })
    add("Offer", (renewal.promotionalOfferID ?? renewal.offerCodeRefName)?.description)
    add("Subscribed since", renewal.recentSubscriptionStartDate)
    add(
      "Win-back offers",
      renewal.eligibleWinBackOfferIDs.isEmpty
        ? nil : renewal.eligibleWinBackOfferIDs.map(\.description).joined(separator: ", "))
    add("Original transaction", renewal.originalTransactionID?.description)
    add("App account token", renewal.appAccountToken?.description)
    add("App transaction id", renewal.appTransactionID?.description)
    add(
      Self(
        Field.all, of: renewal, besides: Self.renewalNames, currency: renewal.currency?.description)
    )
  }

  /// The fields of a renewal that have rows of their own.
  private static let renewalNames: Set<String> = [
    "product_id", "auto_renew_status", "auto_renew_product_id", "renewal_date",
    "expiration_intent", "is_in_billing_retry_period", "grace_period_expires_date",
    "price_consent_status", "price_increase_status", "renewal_price", "currency",
    "promotional_offer_id", "offer_code_ref_name", "recent_subscription_start_date",
    "eligible_win_back_offer_ids", "original_transaction_id", "app_account_token",
    "app_transaction_id",
  ]

  /// A response of the App Store Server API.
  init(_ response: APIResponse) {
    showsAll = true
    if response.kind != .together { add("Response", response.kind.rawValue) }
    for source in response.transactions {
      add(
        "Transaction", source.transactionID.description,
        ([source.productID?.description].compactMap(\.self)
          + ["in \(source.pieces.joined(separator: ", "))"]).joined(separator: ", "))
    }
    add("More pages", response.hasMore.map { $0 ? "yes: this is not all" : "no" })
    let isError = response.kind == .error
    if isError, let code = response.errorCode { add(error: code) }
    add(
      Self(
        Field.all, of: response,
        besides: isError ? ["has_more", "error_code"] : ["has_more"], currency: nil))
    for subscription in response.subscriptions {
      add(
        "Subscription", subscription.originalTransactionID?.description ?? "without an id",
        subscription.status.map(Self.statusText))
    }
  }

  /// An error of the App Store Server API, with its meaning and what to do.
  private mutating func add(error code: Int64) {
    let error = APIError.of(code: code)
    add("Error", "\(code)", error?.name)
    add("Meaning", error?.meaning ?? "Apple does not document it")
    add("What to do", error?.advice)
  }

  /// What a purchase says beyond the table of purchases.
  init(_ purchase: InAppPurchase) {
    self.init(
      Field<InAppPurchase>.all, of: purchase, besides: Self.purchaseNames,
      currency: purchase.currency?.description)
  }

  /// The fields of a purchase that the table of purchases shows.
  private static let purchaseNames: Set<String> = [
    "quantity", "product_id", "product_type", "transaction_id", "purchase_date", "expires_date",
    "is_trial_period", "is_in_intro_offer_period", "promotional_offer_id", "offer_code_ref_name",
    "currency", "is_upgraded",
  ]

  private mutating func add(_ others: ReceiptFields) { rows += others.rows }

  /// Apple's `expirationIntent` in words.
  private static func expirationText(_ intent: Int64) -> String {
    KnownValue.meaning(String(intent), of: "expirationIntent") ?? "reason \(intent)"
  }

  private mutating func add(_ notification: ServerNotification) {
    let type = notification.notificationType?.description
    add("Notification", type, notification.subtype?.description)
    add("Status", notification.status.map(Self.statusText))
    add("Notification id", notification.notificationUUID?.description)
    add(Self(Field.all, of: notification, besides: Self.notificationNames, currency: nil))
  }

  /// The fields of a notification that have rows of their own.
  private static let notificationNames: Set<String> = [
    "notification_type", "subtype", "status", "notification_uuid", "version",
  ]

  /// Apple's `status` of a subscription with its meaning.
  private static func statusText(_ status: Int64) -> String {
    let meaning = KnownValue.meaning(String(status), of: "status")
    return "\(status)\(meaning.map { ", \($0)" } ?? "")"
  }

  mutating func add(_ label: String, _ value: String?, _ note: String? = nil) {
    guard let value else { return }
    rows.append(Row(label: label, value: value, note: note))
  }

  mutating func add(_ label: String, _ date: ReceiptDate?, _ note: String? = nil) {
    guard let date else { return }
    add(label, momentText(date), date.isNever ? "says \(CalendarDate(date).dayText)" : note)
  }

  private mutating func addID(_ label: String, _ id: Int64?, _ zeroNote: String?) {
    add(label, id.map(String.init), id == 0 ? zeroNote : nil)
  }

  private func shortenedHexadecimal(_ octets: ArraySlice<UInt8>) -> String {
    guard !showsAll, octets.count > 16 else { return Hexadecimal.encode(octets) }
    return "\(Hexadecimal.encode(octets.prefix(12)))… (\(octets.count) bytes)"
  }
}
