/// What systems and libraries between an app and Apple call their errors. The meanings are those of their own
/// documentation; where a system does not document its numbers, only what messages beside them say.
enum LibraryErrorGlossary {
  static let entries: [GlossaryEntry] =
    network + security + appStore + domains + revenueCat + revenueCatLogs + adapty + swiftyStoreKit
    + cordova + openIAP + parsers + others

  typealias Row = (code: String, name: String, meaning: String, advice: String?)

  /// The errors of one domain: each is found by domain and number, and by its name.
  static func errors(of domain: String, also: [String] = [], _ rows: [Row])
    -> [GlossaryEntry]
  {
    rows.map { row in
      GlossaryEntry(
        .libraryError, row.name.isEmpty ? "\(domain) \(row.code)" : row.name,
        place: row.name.isEmpty ? "" : "in \(domain), code \(row.code)", row.meaning,
        advice: row.advice,
        related: (row.name.isEmpty ? [] : ["\(domain) \(row.code)"])
          + also.map { "\($0) \(row.code)" } + ["\(domain) Code \(row.code)"])
    }
  }

  static func word(
    _ word: String, _ aliases: [String] = [], _ meaning: String, _ advice: String? = nil
  ) -> GlossaryEntry {
    GlossaryEntry(.libraryError, word, aliases: aliases, meaning, advice: advice)
  }

  // MARK: On the device

  /// Apple, "URLError.Code".
  private static let network = errors(
    of: "NSURLErrorDomain",
    [
      ("-999", "NSURLErrorCancelled", "the request was cancelled", again),
      ("-1001", "NSURLErrorTimedOut", "no answer came in time", again),
      ("-1003", "NSURLErrorCannotFindHost", "the name of the server is not known there", again),
      ("-1004", "NSURLErrorCannotConnectToHost", "the server could not be reached", again),
      ("-1005", "NSURLErrorNetworkConnectionLost", "the connection was lost", again),
      ("-1009", "NSURLErrorNotConnectedToInternet", "the device has no connection", again),
      ("-1200", "NSURLErrorSecureConnectionFailed", "no secure connection came about", again),
    ])

  /// Apple, "Security Framework Result Codes".
  private static let security: [GlossaryEntry] = [
    (
      "-25318", "errSecCreateChainFailed",
      "no chain of certificates could be built: an intermediate of Apple's is missing",
      "add Apple's intermediate certificates to the verifier; `receipt check` has them"
    ),
    (
      "-25300", "errSecItemNotFound", "the keychain has no such item; it is not about a receipt",
      nil
    ),
    (
      "-67818", "errSecCertificateExpired", "a certificate is judged by today, and has expired",
      "judge the chain by the date when the receipt was made, as `receipt check` does"
    ),
    (
      "-67843", "errSecNotTrusted", "the chain ends in a root that the verifier was not given",
      "give it Apple's root certificates; receipts of Xcode's tests have another root"
    ),
  ].map { (code: String, name: String, meaning: String, advice: String?) in
    GlossaryEntry(
      .libraryError, name, aliases: [code], place: "of Apple's Security framework, code \(code)",
      meaning, advice: advice, related: ["NSOSStatusErrorDomain \(code)", "OSStatus \(code)"])
  }

  private static let appStore =
    errors(
      of: "ASDServerErrorDomain",
      [
        (
          "3532", "", "this account has the subscription already, and nothing new was bought",
          "restore purchases"
        ),
        (
          "3539", "", "Apple has no information about this product",
          "look at the product and at the agreements in App Store Connect"
        ),
        (
          "500317", "",
          "the App Store failed; after a request for the receipt it made none for this app and account",
          signIn
        ),
        (
          "500328", "", "the App Store failed; after a request for the receipt it gave none", signIn
        ),
      ])
    + errors(
      of: "ASDErrorDomain",
      [
        ("500", "", "the App Store on the device failed", again),
        (
          "507", "", "the answer of the App Store could not be read",
          "in the simulator test with a StoreKit configuration file, or take a device"
        ),
        (
          "603", "",
          "the App Store refused to refresh the receipt, because the one on the device is valid and current",
          "use the receipt that is there"
        ),
        ("825", "", "the App Store answered without a transaction", restore),
        ("907", "", "the payment sheet failed or was closed", restore),
      ])
    + errors(
      of: "AMSErrorDomain",
      [
        ("6", "", "the payment sheet was closed", "show no error: the customer knows"),
        (
          "100", "", "the customer could not be signed in",
          "sign in again in the settings, in a test as a sandbox tester"
        ),
        (
          "301", "", "Apple's server answered with an error of HTTP, which AMSStatusCode names",
          "401: sign in again on the device; 5xx: try again later"
        ),
      ])
    + errors(
      of: "AMSServerErrorDomain", also: ["SSServerErrorDomain"],
      [
        (
          "-5000", "", "the Apple account or its password was not accepted",
          "sign in again on the device, in a test as a sandbox tester"
        ),
        ("5020", "", "signing in failed: the password was wrong", "sign in again on the device"),
      ])
    + errors(
      of: "ISErrorDomain",
      [
        (
          "500328", "", "the receipt could not be refreshed",
          "sign out of the App Store and in again, then download the app again"
        )
      ])
    + errors(
      of: "SSErrorDomain", [("100", "", "the receipt could not be refreshed", signIn)])
    + errors(
      of: "SSErrorDomain", also: ["SKErrorDomain", "SKError"],
      [
        (
          "110", "", "the store was not reached when the app asked for its products",
          "try again with a connection"
        )
      ])
    + errors(
      of: "com.apple.accounts",
      [
        (
          "4", "", "a simulator cannot sign in to the sandbox",
          "take a device, or a StoreKit configuration file (.storekit)"
        )
      ])

  /// The sources of errors. Of a number that is in no table, only its source can be explained.
  static let domains: [GlossaryEntry] = [
    word(
      "SKErrorDomain", ["SKError"], "errors of the original StoreKit; the number says which",
      "`receipt explain 'SKErrorDomain 2'`"),
    word(
      "StoreKitError", [], "errors of StoreKit 2: unknown, userCancelled, networkError, …",
      "`receipt explain userCancelled`"),
    word(
      "Product.PurchaseError", [],
      "why StoreKit 2 did not sell: productUnavailable, purchaseNotAllowed, …",
      "`receipt explain purchaseNotAllowed`"),
    word(
      "VerificationResult.VerificationError", ["VerificationError of StoreKit"],
      "why StoreKit 2 does not trust a signed text: invalidSignature, revokedCertificate, …",
      "unlock nothing; give jwsRepresentation to `receipt check`"),
    word(
      "NSURLErrorDomain", ["URLError"], "errors of the network; the number says which",
      "`receipt explain 'NSURLErrorDomain -1009'`"),
    word(
      "ASDErrorDomain", ["ASDServerErrorDomain"],
      "errors of the App Store on the device; Apple does not document their numbers",
      "look at the error inside it (NSUnderlyingError), and at what Apple's server said"),
    word(
      "AMSErrorDomain", [],
      "errors of payment and sign-in on the device; Apple does not document their numbers",
      "AMSStatusCode is the response of Apple's server: with 401, sign in again on the device"),
    word(
      "SSErrorDomain", [],
      "errors of the store on the device, such as of refreshing the receipt; Apple does not document their numbers",
      signIn),
    word(
      "SSServerErrorDomain", ["AMSServerErrorDomain"],
      "errors that a server of the App Store answered to the device; Apple does not document their numbers",
      "look at the message beside it, and whether the product is for sale; sign in again, and try again later"
    ),
    word(
      "ISErrorDomain", [],
      "errors of older parts of the App Store on the device; Apple does not document their numbers",
      again),
    word(
      "StoreKit.InvalidRequestError", ["InvalidRequestError"],
      "StoreKit refused the request, and does not say why",
      "try again; newer versions of the system may not have the fault"),
    word(
      "RCPurchasesErrorDomain", ["RevenueCat.ErrorCode"],
      "errors of RevenueCat; the number says which",
      "`receipt explain 'RCPurchasesErrorDomain 2'`"),
    // Its `OpenIapException` has no other number.
    word(
      "com.margelo.nitro.rniap", ["com.margelo.nitro.rniap -1"],
      "an error of react-native-iap since version 14; its number is always -1",
      "look at the code in its message: `receipt explain receipt-failed`"),
  ]

  // MARK: Libraries

  /// Adapty, "Handle errors".
  private static let adapty = errors(
    of: "adapty_code", also: ["AdaptyError"],
    [
      ("0", "", "Adapty does not know what failed", "look at the log of the device"),
      ("1000", "", "none of the products is known to the App Store", products),
      ("1002", "", "the products could not be loaded", products),
      ("1003", "", "this device or account may not pay", nil),
      ("1004", "", "there is nothing to restore: this account bought nothing here", other),
      ("1005", "", "there is no receipt on the device", "refresh the receipt"),
      ("1006", "", "the purchase failed", "look at the error of StoreKit inside it"),
      ("1010", "", "the receipt could not be refreshed", signIn),
      ("1011", "", "the purchases could not be restored", signIn),
      (
        "2002", "", "Adapty is not ready, or does not accept its key; no purchase is concerned",
        "let Adapty.activate end before any other call, and compare the public SDK key"
      ),
      (
        "2003", "", "Adapty's server refused the request",
        "fill in the In-App Purchase API, for StoreKit 2, on Adapty's dashboard"
      ),
      ("2004", "", "Adapty's server failed, or Apple's behind it", "look at its detail"),
      ("2005", "", "the network failed", again),
      ("2006", "", "Adapty's answer could not be read", "update its library"),
      ("2009", "", "Adapty's request could not be written", "update its library"),
    ])

  /// SwiftyStoreKit, `ReceiptError`; Swift counts the cases with a value first.
  private static let swiftyStoreKit = errors(
    of: "SwiftyStoreKit.ReceiptError",
    [
      ("0", "", "SwiftyStoreKit could not write its request", nil),
      ("1", "", "the network failed", again),
      ("2", "", "SwiftyStoreKit could not read Apple's answer", "print the answer itself"),
      (
        "3", "", "Apple answered with another status than 0; the number 3 is SwiftyStoreKit's",
        "print the status in it, and look that up: often 21004, a wrong shared secret"
      ),
      ("4", "", "there is no receipt on the device", "refresh the receipt"),
      ("5", "", "Apple's answer was empty", again),
    ])

  /// cordova-plugin-purchase, `ErrorCode`.
  private static let cordova = errors(
    of: "cordova-plugin-purchase",
    [
      ("6777001", "", "the plugin could not be set up", nil),
      ("6777002", "", "the products could not be loaded", products),
      ("6777003", "", "the purchase failed", "look at the message beside it"),
      ("6777004", "", "the receipts could not be loaded", "refresh the receipt"),
      ("6777005", "", "the customer may not do this", nil),
      ("6777006", "", "the customer cancelled", "show no error"),
      ("6777007", "", "Apple did not accept the payment", "check the product and the offer"),
      ("6777008", "", "this device or account may not pay", nil),
      ("6777010", "", "something failed, and the plugin does not know what", again),
      ("6777011", "", "the receipt could not be refreshed", signIn),
      ("6777012", "", "the product id is not valid", products),
      ("6777014", "", "the validator could not be reached", again),
      (
        "6777017", "", "the validator refused the receipt, or answered in another form",
        "a validator of your own must answer {\"ok\": true, \"data\": …}, and not what Apple sent; give the "
          + "receipt to `receipt check`"
      ),
      ("6777018", "", "the validator's answer could not be read", "look at its answer"),
      ("6777020", "", "the subscription has expired", nil),
      ("6777023", "", "the product is not for sale", products),
      (
        "6778001", "", "the validator cannot use what it was sent",
        "after a first purchase the app may not have its receipt yet: refresh it, and verify again"
      ),
      ("6778002", "", "the validator could not be reached, or not Apple", again),
      ("6778003", "", "the subscription has expired", "compare expires_date in the receipt"),
      ("6778004", "", "the product was consumed before", nil),
      ("6778005", "", "the validator failed", again),
      ("6778006", "", "the validator needs more than it was sent", "look at what the app sends it"),
    ]
  ).map(alsoByNumber)

  /// react-native-iap and expo-iap (OpenIAP). Older versions write `E_RECEIPT_FAILED`, newer ones `receipt-failed`.
  private static let openIAP: [GlossaryEntry] =
    [
      word("E_UNKNOWN", [], "something failed, and StoreKit does not say what", again)
    ]
    + [
      word("E_USER_CANCELLED", [], "the customer closed the payment sheet", "show no error"),
      word("E_ALREADY_OWNED", [], "the customer has it already", restore),
      word(
        "E_DEFERRED_PAYMENT", ["E_PENDING"],
        "the payment waits for approval: by a parent (Ask to Buy), or by the customer's bank",
        "wait; unlock nothing yet"),
      word("E_NETWORK_ERROR", [], "the store could not be reached", again),
      word("E_SERVICE_ERROR", ["E_REMOTE_ERROR"], "the store failed", again),
      word("E_ITEM_UNAVAILABLE", [], "the product is not for sale", products),
      word("E_SKU_NOT_FOUND", [], "the store knows no product with this id", products),
      word("E_QUERY_PRODUCT", [], "the products could not be loaded", products),
      word("E_PURCHASE_ERROR", [], "the purchase failed", "look at the message beside it"),
      word(
        "E_INTERRUPTED", [], "the purchase was interrupted, and may still come through", restore),
      word(
        "E_RECEIPT_FAILED", [], "there is no receipt, or it could not be refreshed",
        "\(signIn); a device has none before the first purchase in the app, so use its purchaseToken"
      ),
      word(
        "E_PURCHASE_VERIFICATION_FAILED", ["E_TRANSACTION_VALIDATION_FAILED"],
        "the purchase could not be verified",
        "unlock nothing; give its purchaseToken to `receipt check`"),
      word(
        "E_NOT_PREPARED", ["E_INIT_CONNECTION"], "the library was not ready, or cannot buy here",
        "call initConnection first; a simulator has no store"),
      word(
        "E_IAP_NOT_AVAILABLE", [],
        "the native part of the library is not in the build, or this device cannot buy",
        "run pod install and build anew; Expo Go does not have it. Then call initConnection"),
      word("E_DEVELOPER_ERROR", [], "the call is wrong", "compare its arguments"),
    ].map(alsoWithHyphens)

  /// `receipt-failed` for `E_RECEIPT_FAILED`. Other ways to join the words are the same to the glossary.
  private static func alsoWithHyphens(_ entry: GlossaryEntry) -> GlossaryEntry {
    let hyphens = entry.names.map { name in
      name.dropFirst(2).lowercased().split(separator: "_").joined(separator: "-")
    }
    return word(entry.word, entry.aliases + hyphens, entry.meaning, entry.advice)
  }

  // MARK: Certificates and parsers

  private static let parsers: [GlossaryEntry] = [
    word(
      "certificate signed by unknown authority", [],
      "a verifier was not given the root or an intermediate of a chain; nothing is said against the receipt",
      "of a receipt: give the verifier Apple's roots and intermediates, or use `receipt check`; of a connection: "
        + "look at the roots of the system, and at proxies"),
    word(
      "certificate has expired", [],
      "a certificate of the chain is judged by today; those of a receipt count when it was made",
      "of a receipt: judge the chain as `receipt check` does; of a connection: look at the clock and the roots of "
        + "the system"),
    word(
      "insecure algorithm SHA1-RSA", [],
      "Go refuses SHA-1, with which receipts were signed until 2023; it is no sign of forgery",
      "verify such receipts with `receipt check`, or ask Apple's server for a newer one"),
    word(
      "Indefinite Length form", [],
      "a parser that reads DER only got BER, as in the receipts of Xcode's tests",
      "test with the sandbox, or with a parser that reads BER, as `receipt decode` does"),
    word(
      "invalidCertificateChainOfTrust", [],
      "for TPInAppReceipt the chain does not end in the root certificate that the app has",
      "look at who signed the receipt: `receipt check`; Xcode's tests have another root"),
    word(
      "Hash with GUID", [],
      "the hash of the device in the receipt fits another device, or another device id (GUID)",
      "check with the right one: `receipt check --device-id`. On a Mac it is the address of the built-in en0 by IOKit: "
        + "macOS 15 shows networks another one. Or get a receipt on this device"),
  ]

  private static let others: [GlossaryEntry] = [
    GlossaryEntry(
      .libraryError, "status 2 of in-app-purchase",
      "the library in-app-purchase writes it where Apple answered 0: the receipt is valid, and has no purchases",
      advice: "read it like 0; refresh the receipt in the app if there should be a purchase",
      related: ["2"]),
    word(
      "storekit_duplicate_product_object", [],
      "Flutter's plugin has an unfinished purchase of this product in its queue",
      "call completePurchase for it, after it was granted; then buy again"),
    word(
      "storekit2_purchase_cancelled", ["storekit_purchase_cancelled"], "the customer cancelled",
      "show no error"),
    word(
      "IAPSecurityException", ["GenericValidationException", "InvalidSignatureException"],
      "Unity's validator could not read or verify the receipt in the app",
      "update Unity IAP to 4.9.4 or later: older ones know no SHA-256, with which Apple signs since August 2023; "
        + "else give the text in Payload to `receipt check`"
    ),
    word(
      "appleIncRootCertificateNotFound", ["unableToLoadAppleIncRootCertificate"],
      "TPInAppReceipt found no root certificate of Apple in the app; nothing is wrong with the receipt",
      "add AppleIncRootCertificate.cer to the app"),
    word(
      "ERR_JWS_INVALID", ["Invalid Compact JWS", "JWSInvalid"],
      "the text that was given is no JWS: it must have three parts with points between them",
      "give the value of signedPayload alone, without quotation marks; notifications of version 1 have none"
    ),
    word(
      "valid, but purchased nothing", [],
      "Apple accepts the receipt, and the library found no purchase in it that counts now; its status 2 is its own",
      "look at what is in it: `receipt diagnose`; restore purchases in the app"),
    word(
      "appleStatus 1", [],
      "node-apple-receipt-verify could not reach Apple; the number is its own, not Apple's", again),
    word(
      "ECONNRESET", ["ETIMEDOUT", "ENOTFOUND", "ECONNREFUSED"],
      "the connection to the server broke, so nothing was verified", again),
  ]

  static let again =
    "try again later; a purchase that came through is in Transaction.updates"
  private static let signIn = "sign in to the App Store on the device, and refresh the receipt"
  static let restore = "restore purchases; Transaction.updates tells what came through"
  static let other = "ask whether it was bought with another Apple account"
  static let products =
    "look at the Paid Apps Agreement, the bundle id, and the state of the products in App Store Connect"
  static let refused =
    "compare the bundle id, the shared secret and the in-app purchase key there; for tests in Xcode give RevenueCat the public certificate of their StoreKit configuration"
}
