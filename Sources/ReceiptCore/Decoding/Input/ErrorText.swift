/// Recognizes messages of errors that people post in the place of a receipt: of StoreKit, of Apple's servers, and of
/// the libraries between them.
///
/// A row says whose error it is, what it means, and what to do. The first row that fits counts, so a row about one
/// error stands before that about its kind.
enum ErrorText {
  static let kinds: [OtherText.Kind] = onTheDevice + ofServers + ofLibraries

  private static let receipt = "the app's receipt, or jwsRepresentation of the transaction"

  // MARK: StoreKit

  private static let onTheDevice: [OtherText.Kind] = [
    .init(
      words: [["Purchase Cancelled", "inAppSuccess"]],
      what:
        "this is an error of StoreKit, not a receipt: the purchase was interrupted, and may still come through",
      todo:
        "listen to Transaction.updates, and look at the customer's history before you sell again"),
    .init(
      words: [
        ["SKErrorDomain", "Code=2"], ["SKErrorDomain", "code: 2"], ["Payment sheet cancelled"],
        ["E_USER_CANCELLED"], ["Purchase Cancelled"], ["SKErrorPaymentCancelled"],
        ["paymentCancelled"],
      ],
      what: "this is an error of StoreKit, not a receipt: the customer closed the payment sheet",
      todo: "nothing was charged; if the customer says otherwise, ask for \(receipt)"),
    .init(
      words: [["SKErrorDomain"], ["SKError"], ["E_UNKNOWN"]],
      what:
        "this is an error of StoreKit, not a receipt, and it does not say whether a purchase came through",
      todo:
        "look up its number; then try again later, with an account that may buy; Transaction.updates tells what came through"
    ),
    .init(
      words: [["NSURLErrorDomain"], ["ENSURLERRORDOMAIN"]],
      what:
        "this is an error of the network, not a receipt: the store was not reached, or the request was cancelled",
      todo: "try again with another network; a purchase that came through is in Transaction.updates"
    ),
    .init(
      words: [["SSErrorDomain"], ["ReceiptError error 1"]],
      what: "this is an error of refreshing the receipt: the device has none, or could not get one",
      todo:
        "sign in to the App Store on the device and try again; a device without a purchase has no receipt"
    ),
    .init(
      words: [["ASDErrorDomain"], ["AMSErrorDomain"]],
      what: "this is an error of the App Store on the device, not a receipt",
      todo:
        "AMSStatusCode is the answer of Apple's server: with 401, sign in again on the device; with 5xx, try again later"
    ),
    .init(
      words: [
        ["Invalid Product Identifiers"], ["invalidProductIdentifiers"], ["NoProductsAvailable"],
        ["invalid_ids", "localized_prices"],
      ],
      what:
        "this is a log without a receipt: the store knows none of the products that the app asked for",
      todo:
        "look at the Paid Apps Agreement, the app's bundle id, and the state of the products in App Store Connect"
    ),
  ]

  // MARK: Apple's servers

  private static let ofServers: [OtherText.Kind] = [
    .init(
      words: [["NOT_AUTHORIZED", "bearer token"], ["JSON Web Token (JWT) is invalid"]],
      what: "this is a refusal of a server (401): the token of the request is not accepted",
      todo:
        "most tokens are wrong in their key id, issuer id, audience or times; a token lasts an hour at most"
    ),
    .init(
      words: [["[status] => 210"]],
      what: "this is an error that Apple's verifyReceipt answered, as PHP prints it",
      todo:
        "look up its status; 21002 is a receipt that was damaged on the way, and + that became a space does that"
    ),
    .init(
      words: [["latest_receipt_info of type"]],
      what: "this is an error of a library that reads Apple's answer, not a receipt",
      todo:
        "latest_receipt_info is an object in answers in the style of iOS 6: the app sent an old transaction receipt, and should send its app receipt"
    ),
    .init(
      words: [["INVALID_CHAIN"], ["VerificationException"], ["SignedDataVerifier"]],
      what: "this is an error of Apple's App Store Server Library, not a receipt",
      todo:
        "look up its status, which says what was wrong; give the signed text itself to be checked"),
    .init(
      words: [["APIException", "com.apple.itunes.storekit"], ["AppStoreServerAPIClient"]],
      what: "this is an error of Apple's App Store Server Library, not a receipt",
      todo: "look up its code, such as 4040010 or 401: it says what is wrong with the call"),
  ]

  // MARK: Libraries

  private static let ofLibraries: [OtherText.Kind] = [
    .init(
      words: [["RCPurchasesErrorDomain"], ["RevenueCat.ErrorCode"], ["rc_backend_error_code"]],
      what: "this is an error of RevenueCat, not a receipt",
      todo:
        "7103 means that its server could not verify the receipt: compare the bundle id, the shared secret and the in-app purchase key there"
    ),
    .init(
      words: [["[Purchases] - ", "PostReceipt"]],
      what: "this is a log of RevenueCat, without the receipt",
      todo: "ask for \(receipt)"),
    .init(
      words: [["com.adapty", "21002"]],
      what:
        "this is an error of Adapty: Apple answered 21002, so the receipt was damaged, or Xcode made it",
      todo:
        "try with a purchase in the sandbox or in TestFlight; receipts of Xcode and the simulator mean nothing to Apple"
    ),
    .init(
      words: [["com.adapty"], ["AdaptyError"], ["[Adapty"]],
      what: "this is a message of Adapty, not a receipt", todo: "ask for \(receipt)"),
    .init(
      words: [["mkstorekit", "21009"]],
      what:
        "this is an error of MKStoreKit: there is no receipt on the device; its 21009 is not Apple's",
      todo: "refresh the receipt, with SKReceiptRefreshRequest or AppTransaction.refresh()"),
    .init(
      words: [["hashValidation"]],
      what:
        "this is an error of TPInAppReceipt: the receipt is of another device, or its device id is wrong",
      todo:
        "check the receipt with the id of the device: identifierForVendor, or the MAC address of en0 on a Mac"
    ),
    .init(
      words: [["6777001"], ["6777002"], ["6777003"], ["6777006"], ["6777010"]],
      what: "this is an error of cordova-plugin-purchase, not a receipt",
      todo:
        "6777001: setup failed; 6777002: products did not load; 6777003: the purchase failed; 6777006: the customer cancelled"
    ),
    .init(
      words: [["appReceiptEntries:"], [".app.bundleIdentifier:"]],
      what:
        "these are the attributes of a receipt as a library prints them, without what Apple signed",
      todo: "ask for the receipt itself, in base64"),
    .init(
      words: [["orderId", "GPA."]],
      what: "this is a purchase in Google Play, not in the App Store",
      todo: "Google answers for it: look up its purchaseToken with the Google Play Developer API"),
    .init(
      words: [["appPolicies", "nonRenewingSubscriptions"]],
      what: "this is a StoreKit configuration file of Xcode, not a receipt",
      todo: "it describes products for tests; a purchase made with it has a receipt in the app"),
    .init(
      words: [["withOffer", "keyIdentifier", "nonce"]],
      what: "these are the parameters of a promotional offer, which a server signs, and no receipt",
      todo: "the signature is in base64, encoded once; after the purchase ask for \(receipt)"),
    .init(
      words: [["customerInfo", "allExpirationDates"]],
      what: "this is RevenueCat's view of a customer, not a receipt", todo: "ask for \(receipt)"),
    .init(
      words: [["originalTransactionIdentifierIOS"]],
      what: "this is a purchase as a framework prints it, without the text that Apple signed",
      todo: "ask for purchaseToken or jwsRepresentationIOS; transactionReceipt in older versions"),
  ]
}
