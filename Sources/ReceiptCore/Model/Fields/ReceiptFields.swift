extension Field<Receipt> {
  /// The fields of a receipt beside its purchases, in the order in which verifyReceipt writes those that it has.
  package static let all: [Field] = [
    // StoreKit 2 has other words for it; across forms the environment is what they share.
    .init(
      "receipt_type", .text, \.receiptType, .kept,
      [
        .attribute(AttributeType.receiptType), .response,
        .payload([.appTransaction], "receiptType"),
      ], comparedIn: [.appReceipt, .verifyReceipt]),
    .init(
      "adam_id", .id, \.adamID, .identifier,
      [
        .attribute(AttributeType.itemID), .response, .ios6("app-item-id"),
        .payload([.appTransaction, .notification, .realtimeRequest, .apiAnswer], "appAppleId"),
      ], alias: "app_item_id", isOptional: true),
    .init(
      "bundle_id", .text, \.bundleID, .identifier,
      [
        .attribute(AttributeType.bundleID), .response, .ios6("bid"),
        .payload([.appTransaction, .transaction, .notification, .apiAnswer], "bundleId"),
      ]),
    .init(
      "application_version", .text, \.applicationVersion, .kept,
      [
        .attribute(AttributeType.applicationVersion), .response, .ios6("bvrs"),
        .payload([.appTransaction], "applicationVersion"),
        .payload([.notification], "bundleVersion"),
      ], isOptional: true),
    .init(
      "download_id", .id, \.downloadID, .identifier,
      [.attribute(AttributeType.downloadID), .response], isOptional: true),
    .init(
      "version_external_identifier", .id, \.versionExternalIdentifier, .identifier,
      [
        .attribute(AttributeType.versionExternalIdentifier), .response,
        .ios6("version-external-identifier"),
        .payload([.appTransaction], "versionExternalIdentifier"),
      ], isOptional: true),
    // An app transaction is a document of its own: when it was made says nothing of a receipt.
    .init(
      "receipt_creation_date", .date, \.receiptCreationDate, .date,
      [
        .attribute(AttributeType.receiptCreationDate), .response,
        .payload([.appTransaction], "receiptCreationDate"),
      ], comparedIn: [.appReceipt, .verifyReceipt]),
    // When Apple was asked is not part of what another form says.
    .init(
      "request_date", .date, server: \.requestDate, .date,
      [.response, .payload([.appTransaction], "requestDate")], comparedIn: [.verifyReceipt]),
    .init(
      "original_purchase_date", .date, \.originalPurchaseDate, .date,
      [
        .attribute(AttributeType.originalPurchaseDate), .response,
        .payload([.appTransaction], "originalPurchaseDate"),
      ], isOptional: true),
    // Xcode's app receipts say neither this nor when the app was bought.
    .init(
      "original_application_version", .text, \.originalApplicationVersion, .kept,
      [
        .attribute(AttributeType.originalApplicationVersion), .response,
        .payload([.appTransaction], "originalApplicationVersion"),
      ], isOptional: true),
    .init(
      "preorder_date", .date, \.preorderDate, .date,
      [
        .attribute(AttributeType.preorderDate), .response,
        .payload([.appTransaction], "preorderDate"),
      ]),
    .init(
      "expiration_date", .date, \.expirationDate, .date,
      [.attribute(AttributeType.expirationDate), .response]),
    // An app receipt says it in its type, so across forms the environment itself is compared.
    .init(
      "environment", .text, server: \.environmentName, .kept,
      [
        .payload(
          [.transaction, .renewalInfo, .notification, .realtimeRequest, .apiAnswer], "environment")
      ], comparedIn: []),
    // App receipts alone
    .init(
      "opaque_value", .bytes, \.opaqueValue, .bytes, [.attribute(AttributeType.opaqueValue)]),
    .init("sha1_hash", .digest, \.sha1Hash, .bytes, [.attribute(AttributeType.sha1Hash)]),
    .init("download_date", .date, \.downloadDate, .date, [.attribute(AttributeType.downloadDate)]),
    .init(
      "store_release", .storeRelease, \.storeRelease, .kept,
      [.attribute(AttributeType.storeRelease)]),
    .init("age_rating", .text, \.ageRating, .kept, [.attribute(AttributeType.ageRating)]),
    .init("developer_id", .id, \.developerID, .identifier, [.attribute(AttributeType.developerID)]),
    .init("os_version", .number, \.osVersion, .kept, [.attribute(AttributeType.osVersion)]),
    .init("device_class", .number, \.deviceClass, .kept, [.attribute(AttributeType.deviceClass)]),
    .init(
      "organization_name", .text, \.organizationName, .identifier,
      [.attribute(AttributeType.organizationName)]),
    .init(
      "platform_code", .number, \.platformCode, .kept, [.attribute(AttributeType.platformCode)]),
    // StoreKit 2 alone
    // When a document was signed is not part of what another form says.
    .init(
      "signed_date", .date, server: \.signedDate, .date,
      [.payload([.appTransaction, .transaction, .renewalInfo, .realtimeRequest], "signedDate")],
      comparedIn: []),
    .init(
      "app_transaction_id", .idText, server: \.appTransactionID, .identifier,
      [.payload([.appTransaction], "appTransactionId")]),
    .init(
      "revocation_date", .date, server: \.revocationDate, .date,
      [.payload([.appTransaction], "revocationDate")]),
    .init(
      "original_platform", .text, server: \.originalPlatform, .kept,
      [.payload([.appTransaction], "originalPlatform")]),
    // Xcode's transactions and renewal infos have these too.
    .init(
      "device_verification", .text, server: \.deviceVerification, .bytes,
      [.payload([.appTransaction, .transaction, .renewalInfo], "deviceVerification")],
      comparedIn: [.appTransaction]),
    .init(
      "device_verification_nonce", .text, server: \.deviceVerificationNonce, .identifier,
      [.payload([.appTransaction, .transaction, .renewalInfo], "deviceVerificationNonce")],
      comparedIn: [.appTransaction]),
  ]

  /// The same in the order of their names, as JSON is written.
  package static let byName: [Field] = all.sortedByName()

  /// The name under which JSON has the purchases.
  package static let purchases = "in_app"
}

extension Receipt: PayloadModel {
  package static let payloadPlans = Field<Receipt>.all.payloadPlans()
}
