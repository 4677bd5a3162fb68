/// The fields of notifications (Apple, "responseBodyV2DecodedPayload", "responseBodyV1") and of the realtime
/// request of Retention Messaging.
extension FieldGlossary {
  private static let inNotifications = "in notifications"

  static let notification: [GlossaryEntry] = [
    field(
      "signedPayload", in: inNotifications,
      "the JWS that the notification is; a realtime request has the same name",
      "verify it: `receipt check`"),
    field(
      "notificationType", ["notification_type"], in: inNotifications, "what happened",
      "look its value up: `receipt explain DID_RENEW` and the like"),
    field(
      "subtype", in: inNotifications, "more about what happened",
      "look both up: `receipt explain EXPIRED/VOLUNTARY` and the like"),
    field(
      "notificationUUID", ["notification_uuid"], in: inNotifications,
      "identifies the notification; it is the same when Apple sends it again",
      "handle each only once"),
    field("version", in: inNotifications, "the version of the notification's format: 2.0"),
    field(
      "data", in: inNotifications, "the app, the transaction and the renewal that it is about"),
    field(
      "signedTransactionInfo", in: "in data, and in responses of the App Store Server API",
      "a transaction, a JWS"),
    field(
      "signedRenewalInfo", in: "in data, and in responses of the App Store Server API",
      "how the subscription will renew, a JWS"),
    field(
      "status", in: "in data and in lastTransactions",
      "the subscription's status at the time of signing"),
    field(
      "consumptionRequestReason", in: "in data of a CONSUMPTION_REQUEST",
      "why the customer asks for a refund"),
  ]

  private static let inSummary = "in summary of a notification, and in the status of an extension"
  private static let inToken = "in externalPurchaseToken"
  private static let inRealtime = "in realtime requests"

  static let notificationParts: [GlossaryEntry] = [
    field(
      "summary", in: inNotifications, "the result of an extension for many subscribers",
      "do not look for a customer in it: it holds counts only"),
    field(
      "requestIdentifier", in: inSummary,
      "the id that your server gave the request for the extension"),
    field(
      "storefrontCountryCodes", in: inSummary,
      "the countries of the extension, with three letters each; absent for all"),
    field("succeededCount", in: inSummary, "how many subscriptions were extended"),
    field("failedCount", in: inSummary, "how many subscriptions could not be extended"),
    field("appData", in: inNotifications, "the app and its app transaction, in RESCIND_CONSENT"),
    field(
      "signedAppTransactionInfo",
      in: "in appData, and in the response to an app transaction lookup",
      "the app transaction, a JWS"),
    field(
      "externalPurchaseToken", in: inNotifications,
      "a token for purchases outside of the App Store",
      "report it to Apple; it proves no purchase"),
    field(
      "externalPurchaseId", in: inToken,
      "identifies the token; it begins with SANDBOX if it is from the sandbox"),
    field("tokenCreationDate", in: inToken, "when the token was created"),
    field(
      "tokenExpirationDate", in: inToken, "when the token ends; only custom link tokens have it"),
    field("tokenType", in: inToken, "what the token is for; only custom link tokens have it"),
    field("unclaimInfo", in: inNotifications, "the seats that Apple released, in UNCLAIM_SEATS"),
    field(
      "unclaimSeatIds", in: "in unclaimInfo", "the ids of the seat claims that Apple released",
      "withdraw access for these claims"),
    field("userLocale", in: inRealtime, "the customer's language and region"),
    field("requestIdentifier", in: inRealtime, "identifies the request"),
  ]

  private static let inFirst = "in notifications of version 1"

  static let firstNotification: [GlossaryEntry] = [
    field(
      "original_transaction_id", in: inFirst,
      "identifies the first purchase of the chain; a number here, a text elsewhere"),
    field(
      "auto_renew_adam_id", in: inFirst, "the App Store item id of the product that will renew"),
    field(
      "auto_renew_status_change_date",
      ["auto_renew_status_change_date_ms", "auto_renew_status_change_date_pst"], in: inFirst,
      "when the renewal was turned on or off"),
    field("deprecation", in: inFirst, "since when Apple advises against version 1"),
    field(
      "unified_receipt", in: inFirst, "what verifyReceipt would say: the newest 100 transactions",
      "verify its latest_receipt: the rest is not signed"),
    field(
      "latest_expired_receipt", in: inFirst,
      "the receipt of a subscription that had ended; Apple has not sent it since March 2021",
      "read unified_receipt, or take notifications of version 2"),
    field(
      "password", in: inFirst, "the app's shared secret, from App Store Connect",
      "keep it to yourself, and check that it is yours"),
  ]
}
