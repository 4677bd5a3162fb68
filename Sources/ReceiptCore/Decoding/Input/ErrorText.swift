/// Recognizes messages of errors that people post in the place of a receipt: of StoreKit, of Apple's servers, and of
/// the libraries between them.
///
/// A row says whose error it is, what it means, and what to do. The first row that fits counts, so a row about one
/// error stands before that about its kind.
enum ErrorText {
  static let kinds: [OtherText.Kind] = onTheDevice + ofConnect + ofServers + ofLibraries + pieces

  static let receipt = "the app's receipt, or jwsRepresentation of the transaction"

  // MARK: StoreKit

  private static let onTheDevice: [OtherText.Kind] = [
    .init(
      words: [["already purchased this", "downloaded"], ["already been bought", "restored"]],
      what:
        "this is a message of the App Store on the device, not a receipt: the product was bought before, and the app never finished that purchase",
      todo:
        "it is not charged again: at its start the app must listen to Transaction.updates or the payment queue, deliver the purchase, and finish it",
      hasCodes: false),
    .init(
      words: [["family member", "previous purchase"]],
      what:
        "this is a message of the App Store on the device, not a receipt: an earlier payment of the family is open",
      todo: "the organiser of the family settles it in the settings of the Apple account"),
    .init(
      words: [
        ["no information available for in-app-purchases", "21105"],
        ["no information available for in-app purchases", "21105"],
      ],
      what:
        "this is a message of the App Store on the device, not a receipt. Its 21105 is no status of verifyReceipt: the store has no data for this purchase now",
      todo:
        "try again later; in a test sign in again as a sandbox tester, and look at the agreements and at the product in App Store Connect",
      hasCodes: false),
    .init(
      words: [["StoreKit.notEntitled", "StoreKit.unknown"]],
      error: "of StoreKit, not a receipt, and it does not say whether a purchase came through",
      todo:
        "the customer may have paid all the same: keep the order open, for the transaction then comes in Transaction.updates. If it comes each time, look at the In-App Purchase capability of the app",
      hasCodes: false),
    .init(
      words: [["PurchasingUnavailable"], ["AppNotKnown"]],
      error:
        "of Unity's purchasing, not a receipt: purchases are switched off on the device, or the store does not know the app",
      todo:
        "allow purchases in Screen Time, and look at the app's bundle id. Where NoProductsAvailable stands beside it, look also at the Paid Apps Agreement and at the products in App Store Connect",
      hasCodes: false),
    .init(
      words: [["No auth plugin to verify credentials"]], codes: ["com.apple.accounts 4"],
      error: "of signing in, not a receipt: a simulator cannot sign in to the sandbox",
      todo: "take a device, or a StoreKit configuration file (.storekit)", hasCodes: false),
    .init(
      words: [], codes: ["AMSServerErrorDomain -5000", "SSServerErrorDomain -5000"],
      error: "of signing in, not a receipt: the account is unknown, or its password is wrong",
      todo:
        "sign in again, in a test as a sandbox tester; without that the receipt cannot be refreshed",
      hasCodes: false),
    .init(
      words: [], codes: ["SSErrorDomain 110", "SKErrorDomain 110", "SKError 110"],
      error: "of StoreKit, not a receipt: the store was not reached",
      todo: "nothing was bought by it"),
    .init(
      words: [["SSErrorDomain", "Cannot connect to iTunes Store"], ["ESSERRORDOMAIN109"]],
      error:
        "of the App Store on the device, not a receipt: it was not reached, or gave no products",
      todo:
        "look at the network, the In-App Purchase capability of the app, the Paid Apps Agreement, and the products; nothing was bought by it",
      hasCodes: false),
    .init(
      words: [["Purchase Cancelled", "inAppSuccess"]],
      error: "of StoreKit, not a receipt: the purchase was interrupted, and may still come through",
      todo:
        "listen to Transaction.updates, and look at the customer's history before you sell again",
      hasCodes: false),
    .init(
      words: [
        ["AMSErrorDomain", "AMSStatusCode=401"], ["AMSErrorDomain 100"],
        ["No delegate to perform authentication"],
      ],
      error: "of the App Store on the device, not a receipt: the Apple account must sign in again",
      todo:
        "sign in to the App Store on the device, in a test as a sandbox tester, and try again",
      hasCodes: false),
    .init(
      words: [["Unified receipt is valid and current"], ["ASDErrorDomain 603"]],
      error:
        "of refreshing the receipt: it was refused, because the receipt on the device is current",
      todo: "use the receipt that is there; refresh it only when it is missing"),
    .init(
      words: [["restored transactions failed"], ["restoreCompletedTransactionsFailedWithError"]],
      error: "of restoring purchases, not a receipt: nothing was bought or charged",
      todo: "let the customer restore again, signed in with the account that bought"),
    .init(
      words: [
        ["Payment sheet cancelled"], ["E_USER_CANCELLED"], ["Purchase Cancelled"],
        ["SKErrorPaymentCancelled"], ["paymentCancelled"], ["user-cancelled"],
      ],
      codes: ["SKErrorDomain 2", "SKERRORDOMAIN 2", "SKError 2"],
      error: "of StoreKit, not a receipt: the customer closed the payment sheet",
      todo:
        "as a rule nothing was charged. The store also says so when it sends the customer to the settings, to sign in or to pay; Transaction.updates tells what came through. If the customer says otherwise, ask for \(receipt)",
      hasCodes: false),
    .init(
      words: [
        ["Unable to Purchase", "contact developer"],
        ["Unable to Purchase", "ontact the developer"],
      ],
      what:
        "this is a message of the App Store on the device, not a receipt: it did not accept the signature of a promotional offer",
      todo:
        "look at what your server signs: the parts in their order with U+2063 between them, the nonce in small letters, the time in milliseconds. The signature must be DER in base64; .NET makes another form unless it is asked for DER",
      hasCodes: false),
    .init(
      words: [["StoreKit Testing in Xcode", "not trusted"]],
      error:
        "of a test in Xcode, not a receipt: Xcode signed the transaction, and the device does not trust its certificate",
      todo:
        "no certificate of Apple's helps: switch the StoreKit configuration off in the scheme, and buy with a sandbox account",
      hasCodes: false),
    .init(
      // Some systems print it in the language of the device.
      words: [
        ["Cannot connect to iTunes Store"], ["无法连接到 iTunes Store"],
        ["Keine Verbindung zum iTunes Store"], ["ESKERRORDOMAIN0"],
      ],
      error:
        "of StoreKit, not a receipt: it reports a failure, and does not say why (SKErrorDomain 0)",
      todo:
        "look first whether the purchase came through all the same: Transaction.updates or the receipt shows it, and a change of plan may begin only at the next renewal. In a test sign in as a sandbox tester, and look at the agreements and at the product in App Store Connect"
    ),
    .init(
      words: [["receiptInstaller", "Cross-device"], ["_MASReceipt", "couldn’t be saved"]],
      error: "of macOS, not a receipt: the receipt came, and could not be moved into the app",
      todo: "build the app on the volume from which macOS starts", hasCodes: false),
    .init(
      words: [["Failed to write receipt to URL"]],
      error:
        "of the App Store on the device, not a receipt: the receipt came, and could not be written",
      todo: "try on another device; the simulator and an iPad app on a Mac have no place for it",
      hasCodes: false),
    .init(
      words: [["Unable to load receipt", "ensure you are logged in"]],
      what: "this is a log of RevenueCat: there is no receipt on the device",
      todo: "sign in to the App Store, in a test as a sandbox tester; then refresh the receipt",
      hasCodes: false),
    .init(
      words: [["The receipt is not for this device or app"]],
      error:
        "of a library in the app: the bundle id, the version or the device id are not those of the receipt",
      todo: "compare each of them with the receipt; ask for the receipt itself", hasCodes: false),
    .init(
      // Go prints a struct around a text that is JSON.
      words: [["{{\"receipt-data\":"]],
      what: "this is a log of Go, not a receipt: the whole request stands inside of receipt-data",
      todo: "put the base64 alone into receipt-data: it begins with MI", hasCodes: false),
    .init(
      words: [["exit(173)", "no longer available"]],
      what:
        "this is a message of macOS, not a receipt: the app was built for macOS 15 or later and asked for a receipt "
        + "with exit(173), which is out of date there",
      todo: "take AppTransaction.shared, and AppTransaction.refresh() where it fails"),
    .init(
      words: [["NSCocoaErrorDomain 260", "eceipt"]],
      error: "of reading the receipt, not a receipt: there is no receipt on the device yet",
      todo:
        "a build from Xcode has none before its first purchase; else refresh the receipt with "
        + "SKReceiptRefreshRequest or AppTransaction.refresh(), or read StoreKit 2", hasCodes: false
    ),
    .init(
      words: [["confirmation scene ID"]],
      error:
        "of StoreKit, not a receipt: it found no window to show the purchase in; the customer cancelled nothing",
      todo:
        "update the library: since iOS 18.2 a purchase is told its window, with Product.purchase(confirmIn:)",
      hasCodes: false),
    .init(
      words: [
        ["_MASReceipt/receipt", "not found"], ["_MASReceipt/receipt", "ENOENT"],
        ["_MASReceipt/receipt", "o such file"],
      ],
      what: "this is about a Mac app without a receipt, and no receipt",
      todo:
        "only a copy from the Mac App Store has Contents/_MASReceipt/receipt. A build of your own gets one when it is signed for the store and ends with exit(173): then a sandbox tester signs in. A run in development has none",
      hasCodes: false),
    .init(
      words: [
        ["SKReceiptRefreshRequest", "ASDServerErrorDomain"],
        ["Finished refreshing", "ASDServerErrorDomain"],
        // SwiftyStoreKit refreshes the receipt before it verifies it.
        ["Verify receipt failed", "networkError", "ASDServerErrorDomain"],
      ],
      error: "of refreshing the receipt: the App Store gave none",
      todo:
        "sign in to the App Store on the device, in a test as a sandbox tester; a build from Xcode has no receipt before its first purchase"
    ),
    .init(
      words: [["okButtonAction", "salableAdamId"], ["MZCommerceInAppBuy", "ConfirmationNeeded"]],
      what:
        "this is what the App Store sent the device for a dialog, to sign in or to confirm: nothing was bought by it",
      todo: "wait for the end of the purchase; then ask for \(receipt)", hasCodes: false),
    .init(
      words: [["RMAppReceipt", "nil"], ["RMStore", "receipt is nil"]],
      what: "this is about RMStore, not a receipt: there is no receipt on the device",
      todo: "refresh the receipt; a build from Xcode has none before its first purchase",
      hasCodes: false),
    .init(
      words: [
        ["paymentQueue:updatedTransactions", "PaymentTransactionStatePurchased"],
        ["paymentQueue:updatedTransactions", "PaymentTransactionStateRestored"],
      ],
      what: "this is a log of StoreKit's payment queue, not a receipt: purchases came through it",
      todo:
        "a transaction that the app does not finish comes again at each start: deliver it, then finish it; for what is owned ask for \(receipt)",
      hasCodes: false),
    .init(
      words: [["PaymentTransactionStateFailed"]],
      what: "this is a log of StoreKit, not a receipt: it reports a purchase as failed",
      todo:
        "a transaction that failed has no id: finish it, and grant nothing. In a test sign in as a sandbox tester, and look at the agreements and at the product in App Store Connect. The log of the device has the cause. If the customer says that they paid, ask for \(receipt)"
    ),
    .init(
      words: [["SKErrorDomain"], ["SKError"], ["E_UNKNOWN"]],
      error: "of StoreKit, not a receipt, and it does not say whether a purchase came through",
      todo:
        "try again later, with an account that may buy; Transaction.updates tells what came through"
    ),
    .init(
      words: [["NSURLErrorDomain"], ["ENSURLERRORDOMAIN"]],
      error:
        "of the network, not a receipt: the store was not reached, or the request was cancelled",
      todo: "try again with another network; a purchase that came through is in Transaction.updates"
    ),
    .init(
      words: [["SSErrorDomain"], ["ReceiptError error 1"]],
      error: "of refreshing the receipt: the device has none, or could not get one",
      todo:
        "sign in to the App Store on the device and try again; a device without a purchase has no receipt",
      hasCodes: false),
    .init(
      words: [
        ["ASDErrorDomain"], ["AMSErrorDomain"], ["ASDServerErrorDomain"], ["SSServerErrorDomain"],
        ["AMSServerErrorDomain"], ["ISErrorDomain"],
      ],
      error: "of the App Store on the device, not a receipt",
      todo: "ask for \(receipt) if the customer says that they paid"),
    .init(
      words: [["CdvPurchase", "Failed to load products"]],
      what:
        "this is a log of cordova-plugin-purchase, not a receipt: the App Store knows none of the products that it asked for",
      todo:
        "look at the product ids, the Paid Apps Agreement, the app's bundle id, and the products in App Store Connect. What it calls appstore.application is the app itself, and no purchase",
      hasCodes: false),
    .init(
      words: [
        ["Invalid Product Identifiers"], ["invalidProductIdentifiers"], ["NoProductsAvailable"],
        ["nvalid product identifier"], ["Invalid IDs from SKProductsRequest"],
        ["Product not found in AppStore"], ["[store.js]", "is NOT valid"],
        ["invalid_ids", "localized_prices"],
      ],
      what:
        "this is a log without a receipt: the store knows none of the products that the app asked for",
      todo:
        "look at the Paid Apps Agreement, the app's bundle id, and the state of the products in App Store Connect"
    ),
  ]

  // MARK: Pieces

  /// Last of all: a whole print is read.
  private static let pieces: [OtherText.Kind] = [
    .init(
      words: [
        ["original-purchase-date-pst"], ["expires-date-formatted"], ["unique-vendor-identifier"],
      ],
      what: "these are names from a transaction of iOS 6, without what Apple signed",
      todo:
        "expires-date is the end of the period, in milliseconds; whether it renews, only Apple's server tells. To have it read, ask for the whole transactionReceipt",
      hasCodes: false),
    .init(
      words: [["The data in the receipt-data property was malformed"]],
      what: "this is Apple's message for status 21002, not a receipt",
      todo:
        "look at what your server sent as receipt-data: it must be the whole receipt in base64, encoded once. Some languages encode an array of bytes themselves when they write JSON",
      hasCodes: false),
    .init(
      words: [
        ["\"latest_receipt_info\"", "=>"], ["\"in_app\"", "=>"], [":latest_receipt_info=>"],
      ],
      what:
        "this is a piece of a response of verifyReceipt as Ruby or PHP prints it: parts of it are missing",
      todo: "print the whole answer as JSON, and give that", hasCodes: false),
  ]
}
