/// Words of the code in the app and on the server: of StoreKit, of frameworks, and of Apple's verifiers.
extension TermGlossary {
  static let code: [GlossaryEntry] =
    [
      term(
        "SKReceiptRefreshRequest", ["AppTransaction.refresh()", "refresh"],
        "asks the App Store for a new app receipt; the customer may have to sign in",
        "use it when the receipt is missing or old, and only after the customer asked for it"),
      term(
        "AppStore.sync()", ["AppStore.sync", "restoreCompletedTransactions"],
        "brings all purchases of the customer's account to the device: Restore Purchases",
        "call it only when the customer asks to restore; StoreKit 2 does it by itself otherwise"),
      term(
        "appStoreReceiptURL", ["Bundle.main.appStoreReceiptURL", "sandboxReceipt"],
        "where an app finds its receipt; the file may be missing",
        "send the file as base64: `base64EncodedString()`"),
      term(
        "jwsRepresentation", ["verificationResultIOS", "jwsRepresentationIOS"],
        "the signed text of a StoreKit 2 transaction, as the app has it",
        "send this to your server, and give it to `receipt check`"),
      term(
        "jsonRepresentation", ["payloadData"],
        "the content of a StoreKit 2 transaction without its signature; it proves nothing",
        "send `jwsRepresentation`"),
      term(
        "transactionReceipt", ["serverVerificationData", "verificationData"],
        "what libraries for React Native and Flutter call the text that Apple signed, or the app receipt",
        "give the whole text to `receipt check`. If it is empty, the library uses StoreKit 2: update Flutter's plugin, "
          + "and in React Native take verificationResultIOS or purchaseToken"),
      term(
        "localVerificationData", [],
        "what Flutter's plugin keeps of a purchase on the device: with StoreKit 2 its content without a signature, with "
          + "the original StoreKit the app receipt",
        "send `serverVerificationData`; some versions of the plugin leave both empty: update it"),
      term(
        "pendingCompletePurchase", ["Transaction.unfinished"],
        "purchases that the app has not yet confirmed to the App Store; they come again until it does",
        "deliver them, then call finish() or completePurchase"),
      term(
        "acknowledged", ["acknowledged false", "acknowledged true"],
        "whether the app has confirmed a purchase, in libraries for several stores; on iOS some always say false",
        "deliver each order once, whatever it says; then call finishTransactionAsync or finish()"),
      term(
        "developerPayload", [], "a text of Google Play's billing; the App Store has none",
        "take appAccountToken: a UUID of your own, which stays with the transaction"),
      term(
        "in_app is empty", ["in_app is missing", "empty in_app"],
        "the receipt is valid, and no purchase is recorded in it: nothing was bought, the app has finished its "
          + "consumables, or the receipt is older than the purchase",
        "refresh the receipt in the app; grant nothing yet"),
      term(
        "appAccountToken is missing", [],
        "the app gave no UUID when it bought, gave a text that is no UUID, or the purchase began outside of the app",
        "pass it with Product.purchase(options:) each time; find the customer by original_transaction_id"
      ),
      term(
        "PurchaseToken is missing", ["purchaseToken is empty"],
        "the library has no signed text of this purchase: in Plugin.InAppBilling it is the old transaction receipt",
        "read the app receipt, or jwsRepresentation of the transaction"),
      term(
        "receipt is missing", ["transactionReceipt is empty", "appStoreReceiptURL is missing"],
        "there is no receipt on the device: nothing was ever bought with this build, or Xcode installed it",
        "refresh it with SKReceiptRefreshRequest or AppTransaction.refresh(); with StoreKit 2 take jwsRepresentation"
      ),
      term(
        "purchaseToken", [],
        "the signed text of a purchase in expo-iap and react-native-iap on iOS; on Android it is Google's",
        "give it to `receipt check` if it begins with eyJ"),
      term(
        "originalAppVersion", ["AppTransaction.originalAppVersion"],
        "the version that the customer first got: the build number (CFBundleVersion) on iOS, the version "
          + "(CFBundleShortVersionString) on macOS, and 1.0 in the sandbox",
        "compare it as numbers: `receipt check --first-free-version`"),
      term(
        "CFBundleVersion", ["CFBundleShortVersionString"],
        "the build number of an app, beside the version that people see (CFBundleShortVersionString); receipts have the "
          + "build number on iOS, and the other one on macOS",
        "compare it with `receipt check --app-version`"),
      term(
        "currentEntitlements", ["Transaction.currentEntitlements"],
        "what StoreKit 2 says that the customer has now: subscriptions that run or are in a grace period, "
          + "and non-consumables that were not refunded",
        "give what it holds to `receipt check`: jwsRepresentation of each"),
      term(
        "unverified", ["VerificationResult.unverified"],
        "StoreKit 2 could not verify a signed text; the error beside it says why",
        "unlock nothing; give jwsRepresentation to `receipt check`"),
      term(
        "finish()",
        [
          "finishTransaction", "finishTransactionAsync", "completePurchase", "Transaction.finish()",
        ],
        "tells the App Store that the app has delivered a purchase; unfinished ones come again",
        "call it after the purchase was granted and stored"),
      term(
        "SKPaymentTransaction", ["SKPaymentQueue"],
        "a purchase of the original StoreKit, as the app has it; it is not signed",
        "send the app receipt to your server: Bundle.main.appStoreReceiptURL"),
      term(
        "transactionIdentifier", [],
        "the id of a purchase in the original StoreKit; the receipt has it as transaction_id. When a purchase is restored "
          + "the app may see another one, and `original` has the first",
        "tell purchases apart by transaction_id, and customers by original_transaction_id"),
      term(
        "originalTransaction", ["SKPaymentTransaction.original"],
        "the first purchase, of one that the original StoreKit restored",
        "its transactionIdentifier is original_transaction_id in the receipt"),
      term(
        "applicationUsername", [],
        "a text that an app gives a purchase in the original StoreKit; it stands in no app receipt",
        "take a UUID, which StoreKit 2 then has as appAccountToken"),
      term(
        "exit(173)", ["173", "exit 173"],
        "how a Mac app ends when it has no valid receipt: macOS then gets one and starts it again; since macOS 15 it "
          + "warns the customer of an app that was built for it",
        "check the receipt with the MAC address of en0: `receipt check --device-id`",
        not: "do not use it on iOS: refresh the receipt there"),
      term(
        "Paid Apps Agreement", ["Paid Applications Agreement"],
        "the contract in App Store Connect without which no product can be bought, not even in the sandbox",
        "look at it when products do not load"),
      term(
        ".storekit", ["StoreKit configuration file"],
        "a file of Xcode with products for tests; what is bought with it is signed by Xcode, not by Apple",
        "check such receipts with `--profile xcode`"),
      term(
        "simulatesAskToBuyInSandbox", ["pending purchase"],
        "a purchase that another person must approve; the property tries this in the sandbox",
        "unlock nothing until Transaction.updates delivers the purchase"),
      term(
        "401", ["Unauthenticated", "NOT_AUTHORIZED"],
        "a server of Apple's refuses the token of the request: another key id, issuer id, bundle id or "
          + "audience (aud), a wrong time, or a key of the other kind (In-App Purchase, not App Store "
          + "Connect API)",
        "compare iss, bid, aud, iat and exp of the token with the documentation of the API; for an app that was never "
          + "released ask the sandbox"),
      term(
        "enableOnlineChecks", ["online checks"],
        "lets a verifier of Apple's libraries ask whether certificates were revoked, and judge them "
          + "today; a text whose certificates have expired since is then refused",
        "turn it off for stored texts: `receipt check` judges them when they were signed"),
      term(
        "DER", ["BER"], "the rules by which app receipts are written in bytes (X.690)",
        "look inside with `receipt dump`"),
      term(
        "SHA-1", ["sha1", "sha256", "SHA-256"],
        "the digests that app receipts are signed with: SHA-1 until 2023, SHA-256 since"),
    ] + frameworks + verifiers

  /// What react-native-iap and expo-iap call Apple's fields.
  private static let frameworks = [
    (
      "originalTransactionIdentifierIOS", "original_transaction_id",
      "; at a first purchase it may be missing: then transactionId is the original one"
    ),
    ("originalTransactionDateIOS", "original_purchase_date", ""),
    ("transactionDate", "purchase_date", ""),
    ("expirationDateIOS", "expires_date", ""),
    ("quantityIOS", "quantity", ""),
    ("isUpgradedIOS", "is_upgraded", ""),
  ].map { name, field, more in
    term(
      name, [], "what react-native-iap and expo-iap call \(field)",
      "`receipt explain \(field)`" + more)
  }

  /// What the verifiers of Apple's four App Store Server Libraries answer (VerificationStatus).
  private static let verifiers: [GlossaryEntry] = [
    term(
      "VerificationException", ["VerificationStatus", "VerificationError", "SignedDataVerifier"],
      "what Apple's libraries throw for a text that they do not accept; in Node its status is a number: "
        + "1 VERIFICATION_FAILURE, 2 RETRYABLE_VERIFICATION_FAILURE, 3 INVALID_APP_IDENTIFIER, "
        + "4 INVALID_ENVIRONMENT, 5 INVALID_CHAIN_LENGTH, 6 INVALID_CERTIFICATE, 7 FAILURE; older "
        + "versions lack the retryable one, so there 2 is INVALID_APP_IDENTIFIER, 3 is INVALID_ENVIRONMENT",
      "give the same text to `receipt check`: it says which check fails"),
    term(
      "verifyAndDecodeTransaction",
      [
        "verifyAndDecodeSignedTransaction", "verifyAndDecodeAppTransaction",
        "verifyAndDecodeRenewalInfo", "verifyAndDecodeNotification",
        "verifyAndDecodeRealtimeRequest",
      ],
      "the methods of Apple's libraries that verify a JWS: one for each kind of text",
      "`receipt check --details` names the one for a text, and what the verifier needs"),
    term(
      "INVALID_JWT_FORMAT", [], "the text that the verifier got is no JWS",
      "a JWS begins with eyJ and has two points in it; give its text, unchanged"),
    term(
      "VERIFICATION_FAILURE", [],
      "the signature does not hold, or the chain does not end in one of the roots of the verifier",
      "give the verifier Apple Root CA - G3, and the text exactly as it came"),
    GlossaryEntry(
      .term, "RETRYABLE_VERIFICATION_FAILURE",
      "the verifier could not ask Apple whether a certificate was revoked",
      advice: "try again later", related: ["2"]),
    term(
      "OK", ["VerificationStatus.OK"],
      "the verifier of Apple's libraries accepts the text; in Node its number is 0"),
    term(
      "FAILURE", ["VerificationStatus.FAILURE"],
      "number 7 in Apple's library for Node: the text lacks a field of its kind, or Apple's word about a certificate "
        + "cannot be used",
      "look whether the method fits the text: `receipt check --details` names it"),
    term(
      "INVALID_APP_APPLE_ID", ["ConfigurationError.INVALID_APP_APPLE_ID"],
      "in Apple's library for Swift: the verifier was made for production without the app's Apple id",
      "give appAppleId: the number of the app in App Store Connect"),
    term(
      "VerificationResult", [],
      "in StoreKit 2 what is around a transaction: verified or unverified; in Apple's library for Swift on servers "
        + "valid or invalid, with a VerificationError",
      "read jwsRepresentation from it; give a text that was refused to `receipt check`"),
    term(
      "INVALID_APP_IDENTIFIER", [],
      "the text is of another app than the verifier was made for: bundle id, or in production the "
        + "app's Apple id; a text of another kind than the method reads gives it too",
      "compare with bundle_id in `receipt decode`; in production give the Apple id too; "
        + "`receipt check --details` names the method"),
    term(
      "INVALID_ENVIRONMENT", [],
      "the text is of another environment than the verifier was made for; a transaction that is read as an app "
        + "transaction gives it too, for it has no receiptType",
      "look whether the method fits the text: `receipt check --details` names it. For texts of TestFlight and App "
        + "Review make a second verifier for Sandbox"),
    term(
      "INVALID_CHAIN_LENGTH", [],
      "the text does not hold three certificates; one of Xcode's holds a single one",
      "for tests in Xcode make the verifier for the environment Xcode or LocalTesting"),
    term(
      "INVALID_CHAIN", [],
      "the certificates do not lead to one of the roots, or are not valid at the time of the check",
      "give the verifier Apple's roots as DER; turn online checks off for stored texts"),
    term(
      "INVALID_CERTIFICATE", [],
      "a certificate, or a root that the verifier was given, cannot be read; of one that is out of date some libraries "
        + "say so too",
      "give roots as the .cer files of Apple's, not as PEM or text"),
  ]
}
