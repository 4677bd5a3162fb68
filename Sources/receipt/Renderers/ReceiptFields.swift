internal import ReceiptCore

/// The fields of a receipt for people: a label, a value, and a note.
struct ReceiptFields {
  struct Row {
    let label: String
    let value: String
    let note: String?
  }

  private(set) var rows: [Row] = []

  private let showsAll: Bool

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
    add("Price", priceText(renewal.renewalPrice, renewal.currency))
    add("Offer", (renewal.promotionalOfferID ?? renewal.offerCodeRefName)?.description)
    add("Subscribed since", renewal.recentSubscriptionStartDate)
    add(
      "Win-back offers",
      renewal.eligibleWinBackOfferIDs.isEmpty
        ? nil : renewal.eligibleWinBackOfferIDs.map(\.description).joined(separator: ", "))
    add("Original transaction", renewal.originalTransactionID?.description)
    add("App account token", renewal.appAccountToken?.description)
    add("App transaction id", renewal.appTransactionID?.description)
  }

  /// The meaning of Apple's `expiration_intent`.
  private static func expirationText(_ intent: Int64) -> String {
    switch intent {
    case 1: "the customer cancelled"
    case 2: "the payment failed"
    case 3: "the customer did not agree to a higher price"
    case 4: "the product could not be bought any more"
    case 5: "for a reason that Apple does not know"
    default: "reason \(intent)"
    }
  }

  private mutating func add(_ notification: ServerNotification) {
    let type = notification.notificationType?.description
    add("Notification", type, notification.subtype?.description)
    add("Status", notification.status.map(Self.statusText))
    add("Notification id", notification.notificationUUID?.description)
  }

  /// The meaning of Apple's `status` in a notification's data.
  private static func statusText(_ status: Int64) -> String {
    switch status {
    case 1: "1, active"
    case 2: "2, expired"
    case 3: "3, billing is retried"
    case 4: "4, in the grace period"
    case 5: "5, revoked"
    default: String(status)
    }
  }

  private mutating func add(_ label: String, _ value: String?, _ note: String? = nil) {
    guard let value else { return }
    rows.append(Row(label: label, value: value, note: note))
  }

  private mutating func add(_ label: String, _ date: ReceiptDate?, _ note: String? = nil) {
    guard let date else { return }
    add(
      label, date.isNever ? "never" : dateText(date),
      date.isNever ? "says \(CalendarDate(date).dayText)" : note)
  }

  private mutating func addID(_ label: String, _ id: Int64?, _ zeroNote: String?) {
    add(label, id.map(String.init), id == 0 ? zeroNote : nil)
  }

  /// `9.99 EUR`, from thousandths.
  private func priceText(_ price: Int64?, _ currency: ReceiptString?) -> String? {
    guard let price else { return nil }
    let digits = String(price.magnitude)
    let padded = String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    var fraction = padded.suffix(3)
    if fraction.hasSuffix("0") { fraction = fraction.dropLast() }
    let amount = (price < 0 ? "-" : "") + padded.dropLast(3) + "." + fraction
    return currency.map { "\(amount) \($0)" } ?? amount
  }

  private func shortenedHexadecimal(_ octets: ArraySlice<UInt8>) -> String {
    guard !showsAll, octets.count > 16 else { return Hexadecimal.encode(octets) }
    return "\(Hexadecimal.encode(octets.prefix(12)))… (\(octets.count) bytes)"
  }

  /// `2018-11-29 08:30:50 UTC`.
  private func dateText(_ date: ReceiptDate) -> String {
    let calendar = CalendarDate(date)
    return "\(calendar.dayText) \(calendar.timeText) UTC"
  }
}
