/// Words of the trade: what this tool prints and what its users say, where no format has the word.
enum TermGlossary {
  private static func term(
    _ word: String, _ aliases: [String] = [], _ meaning: String, _ advice: String? = nil,
    not caution: String? = nil
  ) -> GlossaryEntry {
    GlossaryEntry(.term, word, aliases: aliases, meaning, advice: advice, caution: caution)
  }

  static let entries: [GlossaryEntry] = sections.flatMap(\.terms)

  /// As docs/words.md lists them.
  static let sections: [(title: String, terms: [GlossaryEntry])] = [
    ("This tool", tool), ("Products", products), ("Offers", offers),
    ("What happens to a purchase", states), ("People and places", people), ("Signatures", proofs),
    ("In the app and on the server", code),
  ]

  private static let tool: [GlossaryEntry] = [
    term(
      "judged at", ["judged_at"], "the time that counts as now for an answer",
      "set it with `--at`"),
    term(
      "receipt", [],
      "what Apple states about an app and its purchases; also a transaction, a notification or a response"
    ),
    term(
      "form", [], "the kind of a receipt: an app receipt, a StoreKit 2 transaction, a response, …",
      "see them all: `receipt explain --list form`"),
    term(
      "response", ["answer"], "what Apple's server sends back; only the JWS in it are signed",
      "trust the unsigned parts only if your own server received them from Apple"),
    term("payload", [], "the content that a signature covers"),
    term(
      "layer", ["wrapping"], "what is wrapped around a receipt, such as base64 or JSON",
      "leave it on: the tool removes it, and names it"),
    term("attribute", [], "a value of an app receipt, with a number for its type"),
    term("field", [], "a value with a name; the names are those of verifyReceipt"),
    term("check", [], "one question about a receipt: it passes, fails or cannot be answered"),
    term(
      "severity", ["info", "warning"],
      "how serious a finding or a remark is: info is as it should be, and a warning is worth a look"
    ),
    term("gap", [], "a time between two periods in which no product ran"),
    term("paid", [], "a period at the regular price; in the sandbox nothing is paid"),
    term("expectation", ["expected"], "the value that a check compares with the receipt"),
    term("verdict", [], "the result of all checks of a receipt together: pass, fail or error"),
    term(
      "reason", [], "the code that says why a check did not pass",
      "look it up: `receipt explain REASON`"),
    term("error", [], "a part of a receipt, or all of it, that cannot be read"),
    term("finding", [], "something odd in a receipt that can be read"),
    term("remark", [], "something unusual that a receipt says, such as a period without a length"),
    term("anomaly", [], "a place in the bytes of a receipt that breaks a rule of its format"),
    term(
      "incomplete", ["truncated"], "the end of the receipt is missing, and often its signature",
      "copy the whole receipt"),
    term("damaged", [], "some parts of a receipt cannot be read; the others are shown"),
    term("inferred", [], "not stated in the receipt, but likely from what it states"),
    term(
      "profile", [], "whose rules a receipt is verified by: Apple's or Xcode's",
      "use `--profile xcode` for tests only"),
    term(
      "pseudonym", [],
      "an invented value in place of an identifier; the same identifier gets the same one"),
    term(
      "test authority", [],
      "the public keys and certificates that sign made and redacted receipts; they never pass as Apple's",
      "trust it in tests with `--trust-root`"),
    term(
      "SPEC", [], "a file in YAML or JSON that describes a receipt to make",
      "print one: `receipt decode --format json`"),
    term(
      "scenario", ["story"], "a made history of purchases, for tests",
      "see them all: `receipt make --scenario list`"),
  ]

  private static let products: [GlossaryEntry] = [
    term(
      "consumable", ["consumables"],
      "a product that is used up and can be bought again, such as coins",
      not: "do not expect used-up consumables in a receipt: they are not listed"),
    term(
      "non-consumable", ["nonconsumables"], "a product that is bought once and kept",
      "let the customer restore it on a new device"),
    term(
      "auto-renewable", ["auto-renewable subscription"],
      "a subscription that Apple charges for each period until it is cancelled"),
    term(
      "non-renewing", ["non-renewing subscription"],
      "a subscription for a fixed time that does not renew; no receipt says how long it lasts",
      "let the app decide how long it lasts"),
    term(
      "subscription group", ["group"],
      "products of which a customer has one at a time; moving between them is an upgrade, a downgrade or a "
        + "crossgrade"),
    term(
      "bundle", [], "several subscriptions, also sold singly, that are sold together for less",
      "look for the transaction of the bundle when a single subscription was revoked"),
    term("suite", [], "several subscriptions that are sold only together"),
    term(
      "seat", ["seats"], "the place of one person in a subscription for several people",
      "count seats by the purchaser's transactions, and decide access by each person's own"),
    term(
      "commitment", [], "a year that is paid monthly; cancelling ends it after the year",
      "keep access as long as the months are paid"),
    term(
      "storefront", [], "the App Store of one country; it decides price and currency"),
    term(
      "milliunits", [], "thousandths of a currency's unit: 1990 is 1.99 USD, and 300000 is 300 JPY"),
  ]

  private static let offers: [GlossaryEntry] = [
    term(
      "trial", ["free trial"], "a first period of a subscription that costs nothing",
      "give access until it ends, paid or not"),
    term(
      "introductory offer", ["introductory", "intro"],
      "a lower price or a trial for new subscribers, once in each subscription group"),
    term(
      "promotional offer", ["promotional", "promo"],
      "a lower price for present or former subscribers, which your server signs"),
    term(
      "offer code", ["offer codes"], "a code that customers enter to get a lower price or a trial"),
    term(
      "promo code", ["promo codes", "promotional code"],
      "a code that gives an app or an in-app purchase for nothing; no receipt says that one was used",
      "treat it like any other purchase"),
    term("win-back offer", ["win-back"], "a lower price for former subscribers"),
  ]

  private static let states: [GlossaryEntry] = [
    term(
      "grace period", ["grace"],
      "days after a failed payment in which Apple asks you to keep access; you turn it on in App Store "
        + "Connect",
      "keep access until gracePeriodExpiresDate"),
    term(
      "billing retry", ["retry", "retry_period", "billing_retry_period"],
      "Apple tries a failed payment again, for up to 60 days",
      "ask the customer to update their payment method; access ends unless a grace period runs"),
    term(
      "restore", ["restored", "restore purchases"],
      "the app asks Apple again what the customer owns, as on a new device",
      "look at original_transaction_id: it is the same as before"),
    term(
      "refund", ["refunded"],
      "Apple gave the money back; the transaction then has a revocationDate",
      "withdraw what this transaction gave",
      not: "do not withdraw other purchases of the customer"),
    term(
      "revoked", ["revocation"],
      "a purchase that no longer counts: refunded, no longer shared, or a seat taken back",
      "look at revocationType for the cause"),
    term(
      "upgrade", ["upgraded", "crossgrade"],
      "the customer moved at once to another product of the group; the rest of the old period was paid back",
      "count the new product"),
    term(
      "downgrade", ["downgraded"], "the customer chose a lower product from the next renewal on",
      "keep the present product until its period ends"),
    term(
      "replaced", [], "a period that ended early because another product took its place",
      "look at the other product", not: "do not treat it as a refund"),
    term(
      "lapsed", [], "a subscription that ended and was not renewed, as far as this receipt says",
      "ask for a newer receipt: a renewal since then is not in an older one"),
    term(
      "cancelled", ["canceled"],
      "of customers: the renewal was turned off, and access goes on until the period ends; in "
        + "verifyReceipt's fields: Apple refunded it",
      "ask which of the two is meant"),
    term("renewal", ["renewed"], "the next period of a subscription, with a new transaction id"),
    term(
      "not-recorded", ["not recorded"], "the receipt or the format has no place for this",
      "ask for another form of receipt", not: "do not read it as no"),
    term(
      "notification", ["server notification", "webhook"],
      "a message that Apple sends to your server when something happens to a purchase",
      "check its signature: `receipt check`; then `receipt diagnose` says what to do"),
  ]

  private static let people: [GlossaryEntry] = [
    term(
      "Family Sharing", ["family"],
      "up to six people use what one of them bought; each has transactions of their own"),
    term(
      "original transaction id", [],
      "the transaction id of a chain's first purchase; it stays the same at each renewal and restore",
      "use it as the key of a subscription"),
    term(
      "order id", ["invoice", "order number", "Look Up Order ID"],
      "the number on the invoice that Apple mails to the customer; no receipt holds it",
      "ask Look Up Order ID of the App Store Server API with it: the answer has the transactions",
      not: "do not take an invoice as proof: anyone can write one"),
    term(
      "device id", ["GUID", "identifierForVendor"],
      "the bytes of the device that a receipt's hash covers: identifierForVendor on iOS, the MAC address of en0 on "
        + "a Mac",
      "check the hash with it: `receipt check --device-id`"),
    term(
      "web order line item id", [], "one billing of a subscription; it is the same on all devices"),
    term(
      "app transaction", [], "a statement that Apple signed about the download of the app itself",
      "read from it which version the customer first got", not: "do not look for purchases in it"),
    term("Ask to Buy", [], "a parent must approve a child's purchase; until then it is deferred"),
    term(
      "sandbox", [], "Apple's test system, where purchases cost nothing and periods are short",
      "accept it from testers and from App Review only"),
    term(
      "TestFlight", [], "Apple's service for test versions; its purchases come from the sandbox",
      "ask a customer to install the app from the App Store instead"),
    term(
      "shared secret", ["app-specific shared secret"],
      "the password that an app's developer sends to verifyReceipt",
      "keep it to yourself; nothing here needs it"),
  ]

  private static let proofs: [GlossaryEntry] = [
    term(
      "unsigned", [], "the text has no signature, so anyone can have written it",
      "trust it only if your own server got it from Apple"),
    term(
      "not Apple's", ["not-apple"], "the text is signed, and Apple did not sign it",
      "refuse it; ask where it came from"),
    term(
      "changed", [], "the signature is for another text; one that was damaged looks the same",
      "ask for the text again, as a file; refuse it if that says the same"),
    term(
      "other root", ["other-root", "own root", "signed-by-other-root"],
      "the signature leads to a root that you named with `--trust-root`, and not to Apple's",
      "trust it in tests alone"),
    term(
      "JWS", ["JSON Web Signature"],
      "JSON with a signature, in three parts between points (RFC 7515); StoreKit 2 signs like this",
      "verify it: `receipt check`"),
    term(
      "JWT", ["JSON Web Token"], "a JWS with claims, such as the token for Apple's APIs (RFC 7519)",
      "do not share one that you signed: it works until it expires"),
    term(
      "x5c", [], "the certificates in the header of a JWS: leaf, intermediate and root (RFC 7515)",
      "check that the root is Apple's: `receipt check` does"),
    term(
      "WWDR", ["Worldwide Developer Relations"],
      "Apple's intermediate certificate, between the one that signs receipts and Apple's root"),
    term(
      "PKCS#7", ["CMS", "SignedData"], "the container of app receipts (RFC 5652)",
      "look inside with `receipt dump`"),
    term(
      "leaf", ["leaf certificate"], "the certificate of the key that signed the receipt"),
    term(
      "root", ["root certificate"], "the certificate that a chain ends with; only Apple's counts"),
    term(
      "intermediate", ["intermediate certificate"],
      "the certificate between the leaf and the root, such as WWDR G1"),
    term("issuer", [], "who signed a certificate: the subject of the next one in the chain"),
    term("subject", [], "who owns the key in a certificate"),
    term("serial number", [], "the number of a certificate, unique for its issuer"),
    term(
      "Apple's mark", ["marker"],
      "an extension with which Apple says what a certificate may sign; without it the certificate signs no receipt"
    ),
  ]

  private static let code: [GlossaryEntry] =
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
