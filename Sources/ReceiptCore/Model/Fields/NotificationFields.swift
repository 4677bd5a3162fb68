extension Field<ServerNotification> {
  private static let v2: [ReceiptForm] = [.notification]
  private static let v1: [ReceiptForm] = [.notificationV1]
  private static let realtime: [ReceiptForm] = [.realtimeRequest]

  /// The fields of a message of Apple's server besides the receipts in it, in the order of their names.
  package static let all: [Field] = [
    .init(
      "auto_renew_adam_id", .idText, \.autoRenewAdamID, .identifier,
      [.payload(v1, "auto_renew_adam_id")]),
    .init(
      "auto_renew_product_id", .text, \.autoRenewProductID, .identifier,
      [.payload(v1, "auto_renew_product_id")]),
    .init(
      "auto_renew_status", .flag, \.autoRenewStatus, .kept, [.payload(v1, "auto_renew_status")]),
    .init(
      "auto_renew_status_change_date", .date, \.autoRenewStatusChangeDate, .date,
      [.payload(v1, "auto_renew_status_change_date")]),
    .init(
      "consumption_request_reason", .text, \.consumptionRequestReason, .kept,
      [.payload(v2, "data.consumptionRequestReason")]),
    .init("deprecation", .text, \.deprecation, .kept, [.payload(v1, "deprecation")]),
    .init(
      "expiration_intent", .number, \.expirationIntent, .kept, [.payload(v1, "expiration_intent")]),
    .init(
      "external_purchase_id", .text, \.externalPurchaseID, .identifier,
      [.payload(v2, "externalPurchaseToken.externalPurchaseId")]),
    .init("failed_count", .number, \.failedCount, .kept, [.payload(v2, "summary.failedCount")]),
    .init(
      "notification_type", .text, \.notificationType, .kept,
      [.payload(v2, "notificationType"), .payload(v1, "notification_type")]),
    .init(
      "notification_uuid", .text, \.notificationUUID, .identifier,
      [.payload(v2, "notificationUUID")]),
    .init(
      "original_transaction_id", .idText, \.originalTransactionID, .identifier,
      [.payload(v1, "original_transaction_id"), .payload(realtime, "originalTransactionId")]),
    .init(
      "product_id", .text, \.productID, .identifier,
      [.payload(v2, "summary.productId"), .payload(realtime, "productId")]),
    .init(
      "request_identifier", .text, \.requestIdentifier, .identifier,
      [.payload(v2, "summary.requestIdentifier"), .payload(realtime, "requestIdentifier")]),
    .init("status", .number, \.status, .kept, [.payload(v2, "data.status")]),
    .init(
      "storefront_country_codes", .texts, \.storefrontCountryCodes, .kept,
      [.payload(v2, "summary.storefrontCountryCodes")]),
    .init("subtype", .text, \.subtype, .kept, [.payload(v2, "subtype")]),
    .init(
      "succeeded_count", .number, \.succeededCount, .kept, [.payload(v2, "summary.succeededCount")]
    ),
    .init(
      "token_creation_date", .date, \.tokenCreationDate, .date,
      [.payload(v2, "externalPurchaseToken.tokenCreationDate")]),
    .init(
      "token_expiration_date", .date, \.tokenExpirationDate, .date,
      [.payload(v2, "externalPurchaseToken.tokenExpirationDate")]),
    .init(
      "token_type", .text, \.tokenType, .kept, [.payload(v2, "externalPurchaseToken.tokenType")]),
    .init(
      "unclaim_seat_ids", .texts, \.unclaimSeatIDs, .identifier,
      [.payload(v2, "unclaimInfo.unclaimSeatIds")]),
    .init("user_locale", .text, \.userLocale, .kept, [.payload(realtime, "userLocale")]),
    .init("version", .text, \.version, .kept, [.payload(v2, "version")]),
  ]
}

extension ServerNotification: PayloadModel {
  package static let payloadPlans = Field<ServerNotification>.all.payloadPlans()
}
