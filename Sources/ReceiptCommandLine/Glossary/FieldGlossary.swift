internal import ReceiptInsight

/// Fields by name: those of StoreKit 2, of Apple's answers and of iOS 6. A field that an attribute of an app
/// receipt stands for as well has the attribute's meaning in its own words.
enum FieldGlossary {
  static let entries: [GlossaryEntry] =
    app + purchase + offer + renewal + commitment + seats + bundles + notification
    + notificationParts + answer + firstNotification + responses + seatResponses + requests
    + advancedCommerce

  static let storeKit = "in StoreKit 2"

  /// - Parameter values: where the table of values has them, if not under the field's name.
  static func field(
    _ word: String, _ aliases: [String], in place: String = storeKit, _ meaning: String,
    _ advice: String? = nil, note: String? = nil, values: String? = nil
  ) -> GlossaryEntry {
    GlossaryEntry(
      .field, word, aliases: aliases, place: place, meaning, note: note, advice: advice,
      values: KnownValue.all(of: values ?? word))
  }

  /// One that has a single name.
  static func field(
    _ word: String, in place: String = storeKit, _ meaning: String, _ advice: String? = nil,
    note: String? = nil, values: String? = nil
  ) -> GlossaryEntry {
    field(word, [], in: place, meaning, advice, note: note, values: values)
  }

  /// Of a field that StoreKit has on the device.
  static let unseenKey = "Apple does not document its key in a JWS"

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
      "the platform on which the customer first got the app"),
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
      "where it comes from; in an AppTransaction receiptType says it",
      "compare it: `receipt check --environment`"),
    field(
      "receiptType", ["receipt_type"], in: "in an AppTransaction",
      "the environment under another name"),
    field(
      "requestDate", in: "in an AppTransaction that Xcode made", "when the app asked for it"),
    field(
      "revocationDate", in: "in an AppTransaction", "when the purchase of the app was withdrawn",
      note: unseenKey),
    field("storefront", "the App Store's country as three letters (ISO 3166-1): USA, DEU"),
    field("storefrontId", ["storefront_id"], "the App Store's country as Apple's number for it"),
  ]

  // MARK: A purchase

  private static let purchase: [GlossaryEntry] = [
    field(
      "transactionId", ["transaction-id"], "identifies this purchase, renewal or restore",
      "use it as the purchase's key, as a text; the same purchase may come again under another one, so compare "
        + "originalTransactionId and webOrderLineItemId too"),
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
      "expiresDate", ["expires-date"],
      "when the subscription period ends; in the style of iOS 6 in milliseconds, elsewhere in a response as a text",
      "compare it with now: `receipt check --active-product`"),
    field(
      "expires_date_formatted", ["expires-date-formatted"],
      "when the subscription period ends, as a text, in the style of iOS 6",
      "read expires_date beside it: there it is in milliseconds"),
    field("quantity", in: "everywhere", "how many were bought at once"),
    field(
      "type",
      "the kind of product"),
    field(
      "product_type", in: "in what this program prints",
      "non-consumable, consumable, non-renewing-subscription, auto-renewable-subscription, "
        + "free-subscription"),
    field(
      "appAccountToken", ["app_account_token"], in: "in StoreKit 2 and in answers",
      "a UUID that the app gave when the customer bought",
      "find your own account by it; it is missing where the app gave none, or a text that is no UUID, and after a "
        + "purchase in the App Store itself"),
    field(
      "inAppOwnershipType", ["in_app_ownership_type"], in: "in StoreKit 2 and in answers",
      "how the customer came to own it"),
    field(
      "revocationDate", ["cancellation_date"],
      "when the purchase was refunded, or a shared or assigned purchase was withdrawn",
      "withdraw access from this date on"),
    field(
      "revocationReason", ["cancellation_reason"],
      "why Apple refunded it",
      "show a number that is not listed as it is: a move to a bundle may have one, and is no refund"
    ),
    field(
      "revocationType", ["revocation_type"],
      "what was withdrawn; absent in what Apple signed before December 2025"),
    field(
      "revocationPercentage", ["revocation_percentage"],
      "how much was refunded, in thousandths of a percent: 100000 is all"),
    field(
      "isUpgraded", ["is_upgraded"], in: "in StoreKit 2 and in answers",
      "the customer moved to a higher product of the group; this period no longer counts",
      "look for the product that took its place"),
    field(
      "transactionReason", ["transaction_reason"],
      "who caused the transaction"),
    field("currency", "the currency of the price as three letters (ISO 4217)"),
    field(
      "price", in: "in transactions",
      "the price in thousandths of the currency's unit: 1990 is 1.99 USD, and 300000 is 300 JPY; of seats "
        + "it is the average of one",
      "do not use it for accounting"),
  ]

  // MARK: Offers

  private static let offer: [GlossaryEntry] = [
    field(
      "offerType", ["offer_type"],
      "the kind of offer that was used"),
    field(
      "offerIdentifier", ["promotional_offer_id", "offer_code_ref_name"],
      in: "in StoreKit 2; under the two other names in answers",
      "the promotional offer or the offer code that was redeemed"),
    field("offerPeriod", ["offer_period"], "how long the offer lasts (ISO 8601): P1M"),
    field(
      "offerDiscountType", ["offer_discount_type"], "how the offer lowers the price"),
    field(
      "eligibleWinBackOfferIds", ["eligible_win_back_offer_ids"],
      "offers with which the customer may come back, the best first"),
  ]

  // MARK: Renewals

  static let inRenewals = "in renewal infos and in pending_renewal_info"

  private static let renewal: [GlossaryEntry] = [
    field(
      "autoRenewStatus", ["auto_renew_status"], in: inRenewals,
      "whether the subscription will renew; in a 12-month commitment commitmentAutoRenewStatus says it",
      "keep access until expiresDate, whatever it says"),
    field(
      "autoRenewProductId", ["auto_renew_product_id"], in: inRenewals,
      "the product that the subscription renews to; another one after a downgrade"),
    field(
      "expirationIntent", ["expiration_intent"], in: inRenewals,
      "why the subscription ended; if it is missing, expiresDate says whether it has ended"),
    field(
      "isInBillingRetryPeriod", ["is_in_billing_retry_period"], in: inRenewals,
      "1 or true = Apple tries to charge again, for up to 60 days",
      "ask the customer to update their payment"),
    field(
      "gracePeriodExpiresDate", ["grace_period_expires_date"], in: inRenewals,
      "until when the customer keeps access although charging failed; null when no grace period runs",
      "keep the access until then; when it is null, status 4 of Get All Subscription Statuses tells of one"
    ),
    field(
      "priceIncreaseStatus", ["price_increase_status", "price_consent_status"], in: inRenewals,
      "what the customer said to a higher price"),
    field(
      "recentSubscriptionStartDate", ["recent_subscription_start_date"], in: inRenewals,
      "since when the customer has subscribed without a gap of more than 60 days"),
    field(
      "renewalDate", ["renewal_date"], in: inRenewals, "when the subscription renews next"),
    field(
      "renewalPrice", ["renewal_price"], in: inRenewals,
      "the price of the next renewal, in thousandths of the currency's unit"),
    field(
      "pending_renewal_info", in: "in answers",
      "for each subscription whether and how it will renew"),
  ]

  // MARK: Answers of verifyReceipt

  private static let answer: [GlossaryEntry] = [
    field(
      "status", in: "in responses of verifyReceipt",
      "whether Apple could read the receipt: 0, or a number from 21000 to 21199",
      "look its number up: `receipt explain 21007` and the like", values: "verifyReceipt.status"),
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
      "all purchases until now but finished consumables, where the receipt has a subscription; without one it is empty or missing, as it should be; their order says nothing",
      "judge subscriptions by these: they are newer than those in receipt"),
    field(
      "latest_expired_receipt_info", in: "in answers in the style of iOS 6",
      "the last period of a subscription that has expired"),
    field("request_date", in: "in answers", "when Apple answered"),
    field(
      "receipt-data", in: "in requests to verifyReceipt", "the app receipt in base64"),
    field(
      "password", in: "in requests to verifyReceipt",
      "the app's shared secret, from App Store Connect",
      "your server sends it as password; keep it to yourself: nothing here needs it"),
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
}
