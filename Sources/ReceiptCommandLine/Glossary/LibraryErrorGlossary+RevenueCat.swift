/// The errors of RevenueCat's libraries and of its server.
extension LibraryErrorGlossary {
  /// RevenueCat, "Error Handling", and what `ErrorCode` says of itself in purchases-ios.
  static let revenueCat =
    errors(
      of: "RCPurchasesErrorDomain", also: ["RevenueCat.ErrorCode", "PurchasesErrorCode"],
      [
        ("0", "", "RevenueCat does not know what failed", again),
        ("1", "PURCHASE_CANCELLED", "the customer cancelled: nothing was bought", "show no error"),
        (
          "2", "STORE_PROBLEM", "the App Store failed, and does not say why",
          "look at the error of StoreKit inside it; else try again later"
        ),
        (
          "3", "PURCHASE_NOT_ALLOWED", "this device or account may not pay",
          "ask the customer to look at Screen Time"
        ),
        (
          "4", "PURCHASE_INVALID", "Apple did not accept the purchase",
          "check the payment method and the product"
        ),
        (
          "5", "PRODUCT_NOT_AVAILABLE_FOR_PURCHASE", "the product is not for sale",
          "check it in App Store Connect"
        ),
        ("6", "PRODUCT_ALREADY_PURCHASED", "the product was bought before", restore),
        (
          "7", "RECEIPT_ALREADY_IN_USE", "another app user of RevenueCat has this receipt",
          "restore purchases as that user, or change RevenueCat's setting for transfers"
        ),
        ("8", "INVALID_RECEIPT", "RevenueCat's server refused the receipt", refused),
        (
          "9", "MISSING_RECEIPT_FILE",
          "there is no receipt on the device; in a build from Xcode that is so until the first purchase",
          "where nothing was bought, show no error; else sign in to the App Store on the device, and refresh the receipt"
        ),
        ("10", "NETWORK_ERROR", "the network failed", again),
        ("11", "INVALID_CREDENTIALS", "RevenueCat does not know its key", "check the API key"),
        (
          "12", "UNEXPECTED_BACKEND_RESPONSE_ERROR",
          "RevenueCat's answer could not be read in the app", again
        ),
        (
          "13", "RECEIPT_IN_USE_BY_OTHER_SUBSCRIBER",
          "another app user of RevenueCat has this receipt",
          "restore purchases as that user, or change RevenueCat's setting for transfers"
        ),
        (
          "14", "INVALID_APP_USER_ID", "RevenueCat does not accept the id of the app user",
          "check the id that the app logs in with"
        ),
        (
          "15", "OPERATION_ALREADY_IN_PROGRESS_FOR_PRODUCT_ERROR",
          "the same product is being bought at this moment",
          "wait for the first purchase; start only one"
        ),
        ("16", "UNKNOWN_BACKEND_ERROR", "RevenueCat's server failed", again),
        (
          "17", "INVALID_APPLE_SUBSCRIPTION_KEY",
          "RevenueCat cannot sign offers: its key for them is missing or wrong",
          "upload the in-app purchase key of App Store Connect there"
        ),
        (
          "18", "INELIGIBLE_ERROR", "this customer may not use the offer",
          "offer the ordinary price"
        ),
        (
          "19", "INSUFFICIENT_PERMISSIONS_ERROR", "the app may not sell",
          "check the capability In-App Purchase of the app, and the agreements"
        ),
        (
          "20", "PAYMENT_PENDING_ERROR", "another person or the bank must approve the payment",
          "wait; unlock nothing yet"
        ),
        (
          "21", "INVALID_SUBSCRIBER_ATTRIBUTES",
          "RevenueCat did not store attributes of the customer; no purchase is concerned", nil
        ),
        (
          "22", "LOGOUT_CALLED_WITH_ANONYMOUS_USER",
          "the app logged out a user who was not logged in; no purchase is concerned", nil
        ),
        (
          "23", "CONFIGURATION_ERROR", "RevenueCat or App Store Connect is not set up",
          "compare the products in both; \(products)"
        ),
        ("24", "UNSUPPORTED_ERROR", "RevenueCat cannot do this here", nil),
        (
          "25", "EMPTY_SUBSCRIBER_ATTRIBUTES",
          "RevenueCat answered without the customer's attributes; no purchase is concerned", nil
        ),
        (
          "26", "PRODUCT_DISCOUNT_MISSING_IDENTIFIER_ERROR",
          "the offer came from the App Store without its id, probably by a fault there", again
        ),
        (
          "28", "PRODUCT_DISCOUNT_MISSING_SUBSCRIPTION_GROUP_IDENTIFIER_ERROR",
          "the product of the offer belongs to no subscription group",
          "check the product in App Store Connect"
        ),
        (
          "29", "CUSTOMER_INFO_ERROR", "RevenueCat has a problem with its view of the customer",
          "look at the error inside it"
        ),
        (
          "30", "SYSTEM_INFO_ERROR",
          "RevenueCat has a problem with what it asks about the device and the app",
          "look at the error inside it"
        ),
        (
          "31", "BEGIN_REFUND_REQUEST_ERROR", "the sheet for a refund request failed",
          "the customer can ask at reportaproblem.apple.com"
        ),
        (
          "32", "PRODUCT_REQUEST_TIMED_OUT_ERROR",
          "the App Store did not tell the products in time", again
        ),
        (
          "33", "API_ENDPOINT_BLOCKED_ERROR",
          "the network of the device blocks RevenueCat's server",
          "look at ad blockers and DNS filters; try another network"
        ),
        (
          "34", "INVALID_PROMOTIONAL_OFFER_ERROR", "Apple did not accept the promotional offer",
          "RevenueCat signs it: update its library, and look at the app's In-App Purchase key in its dashboard"
        ),
        ("35", "OFFLINE_CONNECTION_ERROR", "the device has no connection", again),
        (
          "36", "FEATURE_NOT_AVAILABLE_IN_CUSTOM_ENTITLEMENTS_COMPUTATION_MODE_ERROR",
          "the app's mode of RevenueCat (customEntitlementsComputation) does not have this", nil
        ),
        (
          "37", "SIGNATURE_VERIFICATION_FAILED",
          "RevenueCat's own signature of its answer is wrong; Apple's is not concerned", nil
        ),
        (
          "38", "FEATURE_NOT_SUPPORTED_WITH_STOREKIT1",
          "RevenueCat can do this with StoreKit 2 only",
          "configure it to use StoreKit 2"
        ),
      ])
    + errors(
      of: "RCBackendErrorDomain", also: ["RevenueCat.BackendErrorCode", "backendErrorCode"],
      [
        ("7103", "", "RevenueCat's server could not verify the receipt", refused)
      ]
    ).map(alsoByNumber)

  /// What RevenueCat's programs say without a code of their own.
  static let revenueCatLogs =
    errors(
      of: "OfferingsManager.Error", also: ["RevenueCat.OfferingsManager.Error"],
      [("1", "", "the store knows none of the products that RevenueCat asked for", products)])
    + [
      word(
        "purchase was missing in the receipt", [],
        "RevenueCat got a receipt from the device, and the new purchase was not in it",
        "refresh the receipt, and restore purchases")
    ]

  /// A number that no other system has is also found alone.
  static func alsoByNumber(_ entry: GlossaryEntry) -> GlossaryEntry {
    let number = entry.word.split(separator: " ").last.map(String.init) ?? entry.word
    return GlossaryEntry(
      entry.kind, entry.word, aliases: [number], place: entry.place, entry.meaning,
      advice: entry.advice, related: entry.related)
  }
}
