/// What StoreKit tells an app on the device: errors, and the states of a payment (Apple, "SKError",
/// "StoreKitError", "Product.PurchaseError", "SKPaymentTransactionState").
enum StoreKitErrorGlossary {
  static let entries: [GlossaryEntry] = original + current + purchase + verification
  static let states: [GlossaryEntry] = paymentStates

  /// In the order of their codes, which begin with 0.
  private static let original: [GlossaryEntry] = [
    ("unknown", "something failed, and StoreKit does not say what", later),
    ("clientInvalid", "the customer may not do this", nil),
    ("paymentCancelled", "the customer cancelled the payment", cancelled),
    (
      "paymentInvalid", "Apple did not accept the request to pay", "check the product and the offer"
    ),
    ("paymentNotAllowed", "this device or account may not pay", restricted),
    ("storeProductNotAvailable", "the product is not for sale in this country", storefront),
    ("cloudServicePermissionDenied", "the customer did not allow access to Apple Music", nil),
    ("cloudServiceNetworkConnectionFailed", "the device has no connection", connection),
    ("cloudServiceRevoked", "the customer no longer allows access to Apple Music", nil),
    (
      "privacyAcknowledgementRequired", "the customer has not confirmed Apple's privacy notice",
      "ask the customer to open the App Store and confirm it"
    ),
    ("unauthorizedRequestData", "the app uses a property that it has no entitlement for", nil),
    ("invalidOfferIdentifier", "the offer's id is unknown or not active", offer),
    ("invalidSignature", "the signature of the offer is not valid", signature),
    ("missingOfferParams", "parameters of the offer are missing", offer),
    ("invalidOfferPrice", "the offer's price is not lower than the product's", offer),
    ("overlayCancelled", "the overlay was closed", nil),
    ("overlayInvalidConfiguration", "the overlay's configuration is not valid", nil),
    ("overlayTimeout", "the overlay took too long", later),
    ("ineligibleForOffer", "this customer may not use the offer", ineligible),
    ("unsupportedPlatform", "this platform does not support it", nil),
    (
      "overlayPresentedInBackgroundScene",
      "the overlay was to be shown while the app was not in front",
      nil
    ),
  ].enumerated().map { code, row in
    GlossaryEntry(
      .storeKitError, row.0, place: "in SKError, code \(code)", row.1, advice: row.2,
      related: [
        "\(code)", "SKError \(code)", "SKErrorDomain \(code)", "SKErrorDomain Code \(code)",
        "SKError" + row.0, "SKErrorCode" + row.0,
      ])
  }

  private static let current = errors(
    of: "StoreKitError",
    [
      ("unknown", "something failed, and StoreKit does not say what", later),
      ("userCancelled", "the customer cancelled", cancelled),
      ("networkError", "the device could not reach Apple's servers", connection),
      ("systemError", "the system failed", later),
      ("notAvailableInStorefront", "the product is not for sale in this country", storefront),
      (
        "notEntitled", "the app has no entitlement for this",
        "check the capabilities of the app's target and of its provisioning profile"
      ),
      ("unsupported", "this device or this version of the system does not support it", nil),
    ])

  private static let purchase = errors(
    of: "Product.PurchaseError",
    [
      ("invalidQuantity", "the quantity is not valid", "correct the quantity"),
      ("productUnavailable", "the product is not for sale", "check it in App Store Connect"),
      ("purchaseNotAllowed", "this device or account may not pay", restricted),
      ("ineligibleForOffer", "this customer may not use the offer", ineligible),
      ("invalidOfferIdentifier", "the offer's id is unknown or not active", offer),
      ("invalidOfferPrice", "the offer's price is not lower than the product's", offer),
      ("invalidOfferSignature", "the signature of the offer is not valid", signature),
      ("missingOfferParameters", "parameters of the offer are missing", offer),
    ])

  private static let verification = errors(
    of: "VerificationResult.VerificationError",
    [
      (
        "revokedCertificate",
        "a certificate of the chain was revoked, by Apple or in a test of Xcode's",
        unverified
      ),
      ("invalidCertificateChain", "the chain does not lead to Apple's root", unverified),
      ("invalidDeviceVerification", "the transaction is for another device", unverified),
      ("invalidEncoding", "the signed text is not written as JWS has it", unverified),
      ("invalidSignature", "the text was changed after it was signed", unverified),
      ("missingRequiredProperties", "a field that every transaction has is missing", unverified),
    ])

  private static func errors(
    of type: String, _ rows: [(name: String, meaning: String, advice: String?)]
  ) -> [GlossaryEntry] {
    rows.map { row in
      GlossaryEntry(
        .storeKitError, row.name, place: "in \(type)", row.meaning, advice: row.advice,
        related: ["\(type) \(row.name)"])
    }
  }

  private static let paymentStates: [GlossaryEntry] = [
    ("purchasing", "the App Store is working on the payment", "wait"),
    ("purchased", "the payment went through", "unlock it, then finish the transaction"),
    (
      "failed", "the payment failed or was cancelled",
      "look at its error, then finish the transaction"
    ),
    ("restored", "the customer had bought it before", "unlock it, then finish the transaction"),
    (
      "deferred", "another person must approve the payment, such as a parent",
      "wait; unlock nothing yet"
    ),
  ].enumerated().map { number, row in
    GlossaryEntry(
      .value, row.0, place: "of SKPaymentTransactionState, number \(number)", row.1, advice: row.2,
      related: [
        "\(number)", "SKPaymentTransactionState \(number)", "SKPaymentTransactionState \(row.0)",
      ])
  }

  private static let unverified = "unlock nothing; give jwsRepresentation to receipt check"
  private static let later = "let the customer try again later"
  private static let cancelled = "show no error: the customer knows"
  private static let connection = "let the customer try again with a connection"
  private static let restricted = "ask the customer to look at Screen Time and their payment method"
  private static let storefront = "check in which countries the product is for sale"
  private static let offer = "check the offer in App Store Connect and in the app's request"
  /// Apple, "Generating a promotional offer signature on the server".
  private static let signature =
    "check what your server signs, joined by U+2063: bundle id, key id, product id, offer id, "
    + "appAccountToken and nonce in small letters, and the time in milliseconds"
  private static let ineligible = "offer the ordinary price"
}
