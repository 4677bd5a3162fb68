internal import ReceiptCore

extension ComparedField<Receipt> {
  /// The fields of a receipt, sorted by name. `app_item_id` is missing, because it always equals `adam_id`.
  static let all: [ComparedField<Receipt>] = [
    .init(
      "adam_id", [.appReceipt, .verifyReceipt, .ios6Transaction, .appTransaction, .notification],
      isOptional: true
    ) { .identifier(of: $0.adamID) },
    .init("age_rating", [.appReceipt]) { .of($0.ageRating) },
    .init("app_transaction_id", [.appTransaction]) { .of($0.appTransactionID) },
    .init(
      "application_version",
      [.appReceipt, .verifyReceipt, .ios6Transaction, .appTransaction, .notification],
      isOptional: true
    ) { .of($0.applicationVersion) },
    // A renewal info may lack it.
    .init("bundle_id", Set(ReceiptForm.allCases).subtracting([.renewalInfo])) { .of($0.bundleID) },
    .init("developer_id", [.appReceipt]) { .identifier(of: $0.developerID) },
    .init("device_class", [.appReceipt]) { .of($0.deviceClass) },
    .init("device_verification", [.appTransaction]) { .of($0.deviceVerification) },
    .init("device_verification_nonce", [.appTransaction]) { .of($0.deviceVerificationNonce) },
    .init("download_date", [.appReceipt]) { .of($0.downloadDate) },
    .init("download_id", [.appReceipt, .verifyReceipt], isOptional: true) {
      .identifier(of: $0.downloadID)
    },
    // Within a form, the name is compared as written; in an app receipt, that is the receipt type.
    .init("environment", [], .sameForm) { .of($0.environmentName) },
    .init("environment", Set(ReceiptForm.allCases), isOptional: true, .acrossForms) {
      $0.environment.map { .text(ReceiptString($0.rawValue)) }
    },
    .init("expiration_date", [.appReceipt, .verifyReceipt]) { .of($0.expirationDate) },
    .init("opaque_value", [.appReceipt]) { .of($0.opaqueValue) },
    .init("organization_name", [.appReceipt]) { .of($0.organizationName) },
    // Xcode's app receipts have neither this nor the date on which the app was bought.
    .init(
      "original_application_version", [.appReceipt, .verifyReceipt, .appTransaction],
      isOptional: true
    ) { .of($0.originalApplicationVersion) },
    .init("original_platform", [.appTransaction]) { .of($0.originalPlatform) },
    .init(
      "original_purchase_date", [.appReceipt, .verifyReceipt, .appTransaction], isOptional: true
    ) { .of($0.originalPurchaseDate) },
    .init("os_version", [.appReceipt]) { .of($0.osVersion) },
    .init("platform_code", [.appReceipt]) { .of($0.platformCode) },
    .init("preorder_date", [.appReceipt, .verifyReceipt, .appTransaction]) { .of($0.preorderDate) },
    // An app transaction is a separate document, so its date says nothing about a receipt.
    .init("receipt_creation_date", [.appReceipt, .verifyReceipt]) {
      .of($0.receiptCreationDate)
    },
    // StoreKit 2 names it differently. Across forms, the environment is compared instead.
    .init("receipt_type", [.appReceipt, .verifyReceipt]) { .of($0.receiptType) },
    // The dates of the request and of the signature have no counterpart in other forms.
    .init("request_date", [.verifyReceipt]) { .of($0.requestDate) },
    .init("sha1_hash", [.appReceipt]) { .digest(of: $0.sha1Hash) },
    .init("signed_date", [], .sameForm) { .of($0.signedDate) },
    .init("store_release", [.appReceipt]) { .of($0.storeRelease) },
    .init(
      "version_external_identifier",
      [.appReceipt, .verifyReceipt, .ios6Transaction, .appTransaction], isOptional: true
    ) { .identifier(of: $0.versionExternalIdentifier) },
  ]
}
