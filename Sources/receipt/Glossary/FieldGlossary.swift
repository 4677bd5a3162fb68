/// Fields by name: those of StoreKit 2, of Apple's answers and of iOS 6. A field that an attribute of an app
/// receipt stands for as well has the attribute's meaning in its own words.
enum FieldGlossary {
  static let entries: [GlossaryEntry] = app + purchase + offer + renewal + answer + notification

  private static let storeKit = "in StoreKit 2"

  private static func field(
    _ word: String, _ aliases: [String], in place: String = storeKit, _ meaning: String,
    _ advice: String? = nil
  ) -> GlossaryEntry {
    GlossaryEntry(.field, word, aliases: aliases, place: place, meaning, advice: advice)
  }

  /// One that has a single name.
  private static func field(
    _ word: String, in place: String = storeKit, _ meaning: String, _ advice: String? = nil
  ) -> GlossaryEntry {
    field(word, [], in: place, meaning, advice)
  }

  // MARK: The app

  private static let app: [GlossaryEntry] = [
    field(
      "bundleId", ["bid"], in: "in StoreKit 2; bid in iOS 6", "the app's bundle identifier",
      "compare it with your app's: `receipt check --bundle-id`"),
    field(
      "appAppleId", ["app_item_id", "item_id", "app-item-id", "item-id"],
      in: "in StoreKit 2; app_item_id in answers, item-id in iOS 6",
      "the app's or the product's App Store item id; 0, or absent, in the sandbox"),
    field(
      "applicationVersion", ["bvrs", "bundleVersion"], in: "in StoreKit 2; bvrs in iOS 6",
      "the app's version: CFBundleVersion on iOS, CFBundleShortVersionString on macOS"),
    field(
      "originalApplicationVersion",
      "the version that was first bought or downloaded; 1.0 in the sandbox",
      "ask whether the app was paid for before it became free: `receipt check --first-free-version`"
    ),
    field(
      "originalPlatform", ["original_platform"],
      "the platform on which the app was first bought: iOS, macOS, tvOS, visionOS"),
    field(
      "appTransactionId", ["app_transaction_id"],
      "identifies the customer's download of the app, the same on all devices of the account",
      "use it as a key for a customer who has no account with you"),
    field(
      "receiptCreationDate", "when it was signed; its certificates are judged at this date"),
    field(
      "signedDate", ["signed_date"], "when it was signed; its certificates are judged at this date",
      "judge its age by it: `receipt check --max-age`"),
    field(
      "versionExternalIdentifier", ["version-external-identifier"],
      "identifies this version of the app in the store; 0 in the sandbox"),
    field("preorderDate", "when the app was ordered before its release"),
    field(
      "deviceVerification", ["device_verification"],
      "SHA-384 over the nonce and the device's verification id, in base64",
      "compare it: `receipt check --device-id` with AppStore.deviceVerificationID"),
    field(
      "deviceVerificationNonce", ["device_verification_nonce"],
      "random; goes into deviceVerification as lower-case text"),
    field(
      "unique_identifier", ["unique-identifier"], in: "in iOS 6",
      "the device's identifier (UDID), which apps have not been given since 2013"),
    field(
      "unique_vendor_identifier", ["unique-vendor-identifier"], in: "in iOS 6",
      "identifierForVendor: the same for all apps of one developer on a device"),
    field(
      "environment", in: "in StoreKit 2 and in answers",
      "Production, Sandbox, Xcode or LocalTesting",
      "compare it: `receipt check --environment`"),
    field("storefront", "the App Store's country as three letters (ISO 3166-1): USA, DEU"),
    field("storefrontId", ["storefront_id"], "the App Store's country as Apple's number for it"),
  ]

  // MARK: A purchase

  private static let purchase: [GlossaryEntry] = [
    field(
      "transactionId", ["transaction-id"], "identifies this purchase, renewal or restore",
      "use it as the purchase's key, as a text"),
    field(
      "originalTransactionId", ["original-transaction-id"],
      "identifies the first purchase of a chain of renewals",
      "follow a subscription by it through its renewals"),
    field(
      "webOrderLineItemId", ["web-order-line-item-id"],
      "identifies a subscription period across devices"),
    field(
      "productId", ["product-id"], "the product's identifier",
      "ask whether it was bought: `receipt check --product`"),
    field(
      "subscriptionGroupIdentifier", ["subscription_group_identifier"],
      in: "in StoreKit 2 and in answers",
      "the group of subscriptions of which a customer has one at a time",
      "count trials and introductory offers by group: there is one for each customer"),
    field("purchaseDate", ["purchase-date"], "when it was bought, renewed or restored"),
    field(
      "originalPurchaseDate", ["original-purchase-date"],
      "when the first purchase of the chain was made; in an AppTransaction, when the app was"),
    field(
      "expiresDate", ["expires-date", "expires_date_formatted", "expires-date-formatted"],
      "when the subscription period ends; in iOS 6 in milliseconds",
      "compare it with now: `receipt check --active-product`"),
    field("quantity", in: "everywhere", "how many were bought at once"),
    field(
      "type",
      "Auto-Renewable Subscription, Non-Consumable, Consumable, or Non-Renewing Subscription"),
    field(
      "product_type", in: "in what this program prints",
      "non-consumable, consumable, non-renewing-subscription, auto-renewable-subscription, "
        + "free-subscription"),
    field(
      "appAccountToken", ["app_account_token"], in: "in StoreKit 2 and in answers",
      "a UUID that the app gave when the customer bought", "find your own account by it"),
    field(
      "inAppOwnershipType", ["in_app_ownership_type"], in: "in StoreKit 2 and in answers",
      "PURCHASED, or FAMILY_SHARED when somebody in the family bought it",
      "expect that what is shared can end at any time"),
    field(
      "revocationDate", ["cancellation_date"],
      "when Apple refunded the purchase, or family sharing ended",
      "take the access away from this date on"),
    field(
      "revocationReason", ["cancellation_reason"],
      "1 = an issue within the app, 0 = another reason"),
    field(
      "revocationType", ["revocation_type"],
      "whether all was refunded, a part, or shared access ended"),
    field(
      "revocationPercentage", ["revocation_percentage"],
      "how much was refunded, in thousandths of a percent"),
    field(
      "isUpgraded", ["is_upgraded"], in: "in StoreKit 2 and in answers",
      "the customer moved to a higher product of the group; this period no longer counts",
      "look for the product that took its place"),
    field(
      "transactionReason", ["transaction_reason"],
      "PURCHASE by the customer, or RENEWAL by the App Store"),
    field("currency", "the currency of the price as three letters (ISO 4217)"),
    field(
      "price", ["renewalPrice", "renewal_price"], "the price in thousandths of the currency's unit"),
  ]

  // MARK: Offers

  private static let offer: [GlossaryEntry] = [
    field(
      "offerType", ["offer_type"],
      "1 = introductory, 2 = promotional, 3 = offer code, 4 = win-back"),
    field(
      "offerIdentifier", ["promotional_offer_id", "offer_code_ref_name"],
      in: "in StoreKit 2; under the two other names in answers",
      "the promotional offer or the offer code that was redeemed"),
    field("offerPeriod", ["offer_period"], "how long the offer lasts (ISO 8601): P1M"),
    field(
      "offerDiscountType", ["offer_discount_type"], "FREE_TRIAL, PAY_AS_YOU_GO or PAY_UP_FRONT"),
    field(
      "eligibleWinBackOfferIds", ["eligible_win_back_offer_ids"],
      "offers with which the customer may come back, the best first"),
  ]

  // MARK: Renewals

  private static let inRenewals = "in renewal infos and in pending_renewal_info"

  private static let renewal: [GlossaryEntry] = [
    field(
      "autoRenewStatus", ["auto_renew_status"], in: inRenewals,
      "1 = will renew, 0 = the customer turned it off",
      "ask why they leave while the period still runs"),
    field(
      "autoRenewProductId", ["auto_renew_product_id"], in: inRenewals,
      "the product that the subscription renews to; another one after a downgrade"),
    field(
      "expirationIntent", ["expiration_intent"], in: inRenewals,
      "why it expired: 1 = the customer cancelled, 2 = billing error, 3 = a price increase was refused, "
        + "4 = the product was not available, 5 = unknown",
      "of 2, ask the customer to update their payment"),
    field(
      "isInBillingRetryPeriod", ["is_in_billing_retry_period"], in: inRenewals,
      "1 = Apple tries to charge again, for up to 60 days",
      "ask the customer to update their payment"),
    field(
      "gracePeriodExpiresDate", ["grace_period_expires_date"], in: inRenewals,
      "until when the customer keeps access although charging failed",
      "keep the access until then"),
    field(
      "priceIncreaseStatus", ["price_increase_status", "price_consent_status"], in: inRenewals,
      "1 = the customer agreed to the new price, 0 = has not answered"),
    field(
      "recentSubscriptionStartDate", ["recent_subscription_start_date"], in: inRenewals,
      "since when the customer has subscribed without a gap of more than 60 days"),
    field(
      "renewalDate", ["renewal_date"], in: inRenewals, "when the subscription renews next"),
    field(
      "pending_renewal_info", in: "in answers",
      "for each subscription whether and how it will renew"),
  ]

  // MARK: Answers of verifyReceipt

  private static let answer: [GlossaryEntry] = [
    field(
      "status", in: "in answers and in notifications",
      "in an answer 0 or 21000 to 21199; in a notification 1 = active, 2 = expired, 3 = billing retry, "
        + "4 = grace period, 5 = revoked",
      "`receipt explain 21007` and the like"),
    field(
      "is_retryable", ["is-retryable"], in: "in answers",
      "with a status from 21100 to 21199: whether asking again may help"),
    field("receipt", in: "in answers", "what was in the receipt that was sent"),
    field(
      "latest_receipt", in: "in answers",
      "the newest app receipt in base64, the only part that is signed",
      "verify it: `receipt check` does so by itself"),
    field(
      "latest_receipt_info", in: "in answers",
      "all transactions of subscriptions until now, newer than those in receipt",
      "judge subscriptions by these"),
    field(
      "latest_expired_receipt_info", in: "in answers in the style of iOS 6",
      "the last period of a subscription that has expired"),
    field("request_date", in: "in answers", "when Apple answered"),
    field(
      "receipt-data", in: "in requests to verifyReceipt", "the app receipt in base64"),
    field(
      "password", in: "in requests to verifyReceipt",
      "the app's shared secret, from App Store Connect",
      "keep it to yourself: nothing here needs it"),
    field(
      "exclude-old-transactions", in: "in requests to verifyReceipt",
      "whether to answer with the last period of each subscription only"),
    field("adam_id", in: "in answers", "the app's App Store item id; 0 in the sandbox"),
    field(
      "purchase-info", in: "in transactions of iOS 6", "the list that is signed, in base64",
      "take it apart with `receipt dump`"),
    field(
      "signature", in: "in transactions of iOS 6",
      "a version, the signature and the signer's certificate, in base64",
      "take it apart with `receipt dump`"),
    field("pod", in: "in transactions of iOS 6", "the number of the server at Apple's"),
    field("signing-status", in: "in transactions of iOS 6", "0 = signed"),
  ]

  // MARK: Notifications

  private static let inNotifications = "in server notifications"

  private static let notification: [GlossaryEntry] = [
    field(
      "signedPayload", in: inNotifications, "the JWS that the notification is",
      "verify it: `receipt check`"),
    field(
      "notificationType", ["notification_type"], in: inNotifications,
      "what happened: DID_RENEW, REFUND, …"),
    field(
      "subtype", in: inNotifications, "more of what happened: AUTO_RENEW_DISABLED, VOLUNTARY, …"),
    field(
      "notificationUUID", ["notification_uuid"], in: inNotifications, "identifies the notification",
      "handle each only once"),
    field(
      "signedTransactionInfo", in: inNotifications, "the transaction that it is about, a JWS"),
    field("signedRenewalInfo", in: inNotifications, "how the subscription will renew, a JWS"),
  ]
}
