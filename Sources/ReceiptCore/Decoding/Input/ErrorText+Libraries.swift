/// Messages of libraries between an app and Apple.
extension ErrorText {
  static let ofLibraries: [OtherText.Kind] = [
    .init(
      words: [["receipt failed verification"]],
      what:
        "this is a message of RMStore, a library in the app: its own check refused the receipt, and Apple refused nothing",
      todo:
        "compare the bundle id, the version and the device that it was given with those of the receipt: ask for the receipt itself",
      hasCodes: false),
    .init(
      words: [["X509Certificate is not a constructor"]],
      error: "of Node, not a receipt: it is too old, and nothing was verified",
      todo:
        "crypto.X509Certificate is there since Node 15.6: take a later version, and read the text again",
      hasCodes: false),
    .init(
      words: [["signatureBlob", "expected to be 2"]],
      error:
        "of an old library for transactions of iOS 6: they are of version 3 since 2015, and it knows version 2",
      todo: "the transaction may be good all the same: give it to be read",
      hasCodes: false),
    .init(
      words: [["\"ERR_UNEXPECTED\""]],
      error: "that Expo passes on, not a receipt: the error of StoreKit behind it is lost",
      todo:
        "update expo-iap, and look at the code that purchaseErrorListener gets; the customer may have cancelled",
      hasCodes: false),
    .init(
      words: [["There are no products registered in the RevenueCat dashboard"]],
      error: "of RevenueCat, not a receipt: its dashboard has no products",
      todo: "add the products and an offering there, with the ids of App Store Connect",
      hasCodes: false),
    .init(
      words: [["asn1: syntax error"], ["asn1: structure error"]],
      error: "of Go's reader of ASN.1, not a receipt: it takes strict DER alone",
      todo:
        "the receipt may be good all the same: those of Xcode are BER. Or it was cut. Ask for the receipt itself",
      hasCodes: false),
    .init(
      words: [["No matching receipt found"]],
      error:
        "of a server, not a receipt: no purchase in the receipt is the one that was looked for",
      todo:
        "ask Apple's sandbox too, for App Review and TestFlight buy there; else let the app refresh the receipt",
      hasCodes: false),
    .init(
      words: [
        ["urchase signature verification failed"], ["com.android.billingclient"],
      ],
      what: "this is about Google Play's billing, not the App Store's",
      todo:
        "Google answers for it: look its code up in Google's documents, and a purchase with the Google Play Developer API",
      hasCodes: false),
    .init(
      words: [["CdvPurchase", "no appStoreReceipt"]],
      what:
        "this is a log of cordova-plugin-purchase, not a receipt: there is no receipt on the device",
      todo: "let the customer restore; a build from Xcode has none before its first purchase",
      hasCodes: false),
    .init(
      words: [["\"appstore.application\""]],
      what:
        "this is a log of cordova-plugin-purchase, not a receipt: appstore.application in it is the app itself, and no purchase",
      todo: "ask for appStoreReceipt, whole: it begins with MI, and its validator gets it",
      hasCodes: false),
    .init(
      words: [["CdvPurchase"], ["[store.js]"]],
      what: "this is a log of cordova-plugin-purchase, without the receipt",
      todo: "ask for appStoreReceipt, whole: it begins with MI, and its validator gets it",
      isGeneral: true),
    .init(
      words: [["<StoreTransaction:"]],
      what: "this is a purchase as RevenueCat prints it, without what Apple signed",
      todo: "ask for \(receipt)", hasCodes: false),
    .init(
      words: [["\"x5c\":[\"", "\\x"], ["\"x5c\":[\"", "\u{FFFD}"]],
      what:
        "this is a JWS that was decoded as one piece of base64: its payload and its signature are damaged",
      todo:
        "split it at its two points first, and decode each part by itself; or give the JWS as it came",
      hasCodes: false),
    .init(
      words: [["readable_error_code", "userCancelled\":true"], ["Purchase was cancelled."]],
      error: "of RevenueCat, not a receipt: the customer closed the payment sheet",
      todo:
        "as a rule nothing was charged, and Transaction.updates tells what came through; if the customer says otherwise, ask for \(receipt)",
      hasCodes: false),
    .init(
      words: [
        ["None of the products registered in the RevenueCat dashboard could be fetched"],
        ["RevenueCat.OfferingsManager.Error"],
      ],
      error: "of RevenueCat, not a receipt: the store knows none of the products that it asked for",
      todo:
        "look at the Paid Apps Agreement, the app's bundle id, and the state of the products in App Store Connect",
      hasCodes: false),
    .init(
      words: [
        ["RCPurchasesErrorDomain"], ["RevenueCat.ErrorCode"], ["rc_backend_error_code"],
        ["readable_error_code"], ["RevenueCat.BackendErrorCode"],
      ],
      error: "of RevenueCat, not a receipt",
      todo: "the receipt itself says more: ask for \(receipt)", isGeneral: true),
    .init(
      words: [["[Purchases] - ", "The receipt is not valid"]],
      what: "this is a log of RevenueCat, whose server or program could not read the receipt",
      todo:
        "Xcode's tests sign receipts that Apple's server refuses: give RevenueCat the public certificate of the StoreKit configuration, and update its library; else try in the sandbox, or ask for \(receipt)"
    ),
    .init(
      words: [["[Purchases] - ", "\"in_app_purchases\""]],
      what:
        "this is a log of RevenueCat with the content of a receipt, and without what Apple signed",
      todo:
        "the content proves nothing; an expiration in the year 4001 is of Xcode's tests. Ask for \(receipt)"
    ),
    .init(
      words: [
        ["extractTransactionIdFromAppReceipt", "null transaction"],
        ["extractTransactionIdFromAppReceipt", "returns null"],
        ["extractTransactionIdFromAppReceipt", "return null"],
        ["extractTransactionIdFromAppReceipt", "returns nil"],
        ["extract_transaction_id_from_app_receipt", "None"],
      ],
      what:
        "this is about Apple's server library: it read an app receipt, and no in-app purchase stands in it",
      todo:
        "let the app refresh the receipt, or send the id of a StoreKit 2 transaction; a used-up consumable is in no receipt",
      hasCodes: false),
    .init(
      words: [
        ["extractTransactionIdFromAppReceipt"], ["extract_transaction_id_from_app_receipt"],
        ["ReceiptUtility."],
      ],
      error:
        "of Apple's server library, which looked for a transaction in an app receipt, and got something else",
      todo:
        "give a text that begins with eyJ to verifyAndDecodeTransaction: it is a JWS. An app receipt begins with MI; one that begins with TU was encoded twice: decode it once",
      hasCodes: false),
    .init(
      words: [["JWTDecodeException"], ["expected to have 3 parts"]],
      error: "of a library for JWS: the text that it got does not have the three parts of one",
      todo:
        "send jwsRepresentation as it is: the signedData of a VerificationResult lacks the signature"
    ),
    .init(
      words: [["\"kid\" empty"], ["unable to lookup correct key"]],
      error: "of a library for JWT: it looked for a kid, which Apple's JWS do not have",
      todo:
        "take the key of the first certificate in x5c, and check its chain up to Apple Root CA - G3"
    ),
    .init(
      words: [["\"in_app_purchases\"", "\"sha1_hash\"", "\"opaque_value\""]],
      what:
        "this is the content of a receipt as RevenueCat prints it, without what Apple signed",
      todo:
        "the content proves nothing; an expiration in the year 4001 is of Xcode's tests. Ask for \(receipt)"
    ),
    .init(
      words: [
        ["allExpirationDates", "activeSubscriptions"], ["allExpirationDatesMillis"],
        ["<EntitlementInfo"], ["<CustomerInfo"], ["<RCCustomerInfo"],
      ],
      what:
        "this is what RevenueCat knows of a customer, not a receipt: it is not signed, and nothing here can check it",
      todo:
        "what runs is in activeSubscriptions and entitlements.active, and allExpirationDates says until when; for what Apple knows ask for \(receipt)",
      hasCodes: false),
    .init(
      words: [["[Purchases] - "], ["$RCAnonymousID"], ["Configuring SDK using RevenueCat"]],
      what: "this is a log of RevenueCat, without the receipt",
      todo: "ask for \(receipt)"),
    .init(
      words: [["adapty", "21002"]],
      error: "of Adapty: Apple answered 21002, so the receipt was damaged, or Xcode made it",
      todo:
        "try with a purchase in the sandbox or in TestFlight; receipts of Xcode and the simulator mean nothing to Apple"
    ),
    .init(
      words: [["Adapty", "No purchases to restore"], ["noPurchasesToRestore"]],
      what: "this is Adapty's error 1004, not a receipt: this account bought nothing in the app",
      todo: "ask whether it was bought with another Apple account"),
    .init(
      words: [
        ["com.adapty"], ["AdaptyError"], ["[Adapty"], ["adapty_code"], ["Adapty."], ["adaptyCode"],
        ["Adapty Error"],
      ],
      what: "this is a message of Adapty, not a receipt", todo: "ask for \(receipt)",
      isGeneral: true),
    .init(
      words: [["The data object identifier couldn't be found on the receipt"]],
      what:
        "this is a line of RevenueCat's log, not a receipt: it could not read the receipt on the device",
      todo: "receipts of Xcode's tests give this; ask for \(receipt)", hasCodes: false),
    .init(
      words: [["mkstorekit", "21009"]],
      error: "of MKStoreKit: there is no receipt on the device; its 21009 is not Apple's",
      todo:
        "refresh the receipt, with SKReceiptRefreshRequest or AppTransaction.refresh(); a build from Xcode has none before its first purchase",
      hasCodes: false),
    .init(
      words: [["JSONDecodeError(Optional(\"\"))"]],
      error:
        "of SwiftyStoreKit, not a receipt: the answer to verifyReceipt was empty, so nothing was verified",
      todo:
        "look at the network and the proxy of that device, and ask again; or ask for \(receipt)",
      hasCodes: false),
    .init(
      words: [
        ["SwiftyStoreKit.ReceiptError"], ["Verify receipt Failed"], ["Verify receipt failed"],
      ],
      error:
        "of SwiftyStoreKit, not a receipt: it did not verify anything, and says nothing about the purchase",
      todo: "print the answer of the server, or ask for \(receipt)"),
    .init(
      words: [["Asn1Parser.LoadData"]],
      error: "of Unity's validator in the app: what it was given is no receipt in DER",
      todo:
        "look at Payload: it is empty, cut, of the editor's fake store, or a JWS of StoreKit 2; give it to be read",
      hasCodes: false),
    .init(
      words: [["IAPSecurityException"], ["GenericValidationException"]],
      error: "of Unity's validator in the app, which could not read the receipt",
      todo: "give the text in Payload: its signature is checked here"),
    .init(
      words: [["bundleVersionVerification"], ["bundleVersionVefirication"]],
      error:
        "of TPInAppReceipt, not a receipt: the receipt was made for another version of the app",
      todo:
        "a receipt keeps the version that it was made with until it is refreshed, so lock nothing for it"
    ),
    .init(
      words: [["incorrectHash"], ["deviceIdentifierNotDeterminable"]],
      error: "of AppReceiptValidator: the receipt is of another device, or the device id is wrong",
      todo:
        "on a Mac another network interface may have the right address; give the receipt itself"),
    .init(
      words: [["couldNotFindReceipt"], ["emptyReceiptContents"]],
      error: "of AppReceiptValidator: there is no receipt on the device",
      todo: "refresh the receipt; a build from Xcode has none before its first purchase"),
    .init(
      words: [["receiptNotSigned"], ["appleRootCertificateNotFound"], ["receiptSignatureInvalid"]],
      error: "of AppReceiptValidator, which did not accept the receipt's signature",
      todo: "receipts of Xcode's tests have a root of their own; give the receipt itself"),
    .init(
      words: [
        ["InAppBillingPurchaseException"], ["PurchaseError", "GeneralError"],
        ["PurchaseError", "ProductRequestFailed"],
      ],
      error: "of Plugin.InAppBilling, not a receipt, and it does not say whether the customer paid",
      todo: "call GetPurchasesAsync, or let the customer restore; or ask for \(receipt)"),
    .init(
      words: [["PlatformException(channel-error", "in_app_purchase"]],
      error: "of Flutter, not a receipt: the native part of the plugin for purchases does not run",
      todo:
        "build the app anew with flutter clean and pod install; the error says nothing about purchases",
      hasCodes: false),
    .init(
      words: [["storekit_no_response"], ["StoreKit: Failed to get response from platform"]],
      error:
        "of Flutter's plugin, not a receipt: the App Store knew none of the products that it was asked for",
      todo:
        "look at the product ids, the Paid Apps Agreement, and the state of the products in App Store Connect",
      hasCodes: false),
    .init(
      words: [["Invalid product ID.", "productId"], ["E_DEVELOPER_ERROR", "Invalid product ID"]],
      error:
        "of react-native-iap, not a receipt: the app tried to buy a product that it had not loaded",
      todo:
        "call getProducts or getSubscriptions first, and see whether it gives this product; if not, look at it in App Store Connect",
      hasCodes: false),
    .init(
      words: [["appStoreReceiptNotFound"]],
      error: "of TPInAppReceipt, not a receipt: there is no receipt in the app",
      todo:
        "refresh it, with SKReceiptRefreshRequest or AppTransaction.refresh(), on a Mac also with exit(173); a build from Xcode has none before its first purchase",
      hasCodes: false),
    .init(
      words: [["appleIncRootCertificateNotFound"]],
      error:
        "of TPInAppReceipt, not a receipt: the app lacks Apple's root certificate, and nothing is said against the receipt",
      todo: "add AppleIncRootCertificate.cer to the app"),
    .init(
      words: [["signatureValidation"], ["SignatureValidationFailureReason"]],
      error:
        "of TPInAppReceipt, not a receipt: it did not accept the signature, or the chain of its certificates",
      todo: "receipts of Xcode's tests have a root of their own; give the receipt itself"),
    .init(
      words: [["bundleIdentifierVerification"], ["bundleIdentifierVefirication"]],
      error: "of TPInAppReceipt, not a receipt: the receipt is of another app",
      todo: "compare the bundle id of the app with that in the receipt: give the receipt itself"),
    .init(
      words: [["superwall", "PurchaseResultError"]],
      error:
        "of Superwall, not a receipt: the function of the app that buys has failed, and it does not say why",
      todo:
        "look at the error that this function gets, of RevenueCat or StoreKit; the customer may have paid: ask for \(receipt)"
    ),
    .init(
      words: [
        ["receipt_validation_failed"], ["Receipt validation on IAPHUB failed"],
        ["error_expiration_date_empty"],
      ],
      error: "of IAPHUB, not a receipt: its server could not validate the receipt",
      todo:
        "compare the environment, the bundle id, the shared secret and the kind of product in its dashboard. The customer may have paid: ask for \(receipt)"
    ),
    .init(
      words: [["SOOMLA"]],
      what: "this is a log of SOOMLA, without the receipt",
      todo:
        "its verification asks a server of SOOMLA's, which says nothing about Apple: ask for \(receipt)"
    ),
    .init(
      words: [["itunes-breaker-prod"]],
      error:
        "of AppsFlyer's server, not a receipt: after failures it asks Apple nothing for a while",
      todo: "ask again later; it says nothing of the purchase, and is no sign of fraud",
      hasCodes: false),
    .init(
      words: [["/v1/receipts", "529"], ["RevenueCat", "529"]],
      what:
        "this is an answer of RevenueCat's server, not a receipt: it has too much to do, or is at work on the same receipt",
      todo: "try again after some seconds; it says nothing of the receipt", hasCodes: false),
    .init(
      words: [["finishTransaction", "Invalid transaction ID:"]],
      error: "of expo-iap, not a receipt: the purchase that the app finishes has no id",
      todo: "hand finishTransaction the whole purchase, as the listener gave it", hasCodes: false),
    .init(
      words: [["Server Verification:", "Verification Data Source"]],
      what:
        "this is a purchase as an app with Flutter's in_app_purchase prints it, and its verification data is empty",
      todo:
        "some versions of in_app_purchase_storekit leave it empty with StoreKit 2: update it, or call InAppPurchaseStoreKitPlatform.enableStoreKit1(). Until then look up the id with the App Store Server API",
      hasCodes: false),
    .init(
      words: [["RCTErrorDomain"], ["Unknown error from a native module"]],
      error: "that React Native passes on, not a receipt",
      todo:
        "without a code that says more, the log of the device has its cause: look in Xcode or Console"
    ),
    .init(
      words: [["com.margelo.nitro.rniap"]],
      error:
        "of react-native-iap, not a receipt: its number is always -1, and the code beside it says what failed",
      todo: "ask for \(receipt) if the customer says that they paid"),
    .init(
      words: [["storekit_duplicate_product_object"]],
      error: "of Flutter's plugin, not a receipt: a purchase of this product is unfinished",
      todo: "deliver it and call completePurchase; then buy again", hasCodes: false),
    .init(
      words: [["PlatformException(userCancelled"]],
      error:
        "of Flutter's plugin, not a receipt: the payment sheet was closed, or signing in failed",
      todo:
        "show no error; in a sandbox, sign the test account out in Settings and in again; if the customer says that they paid, ask for \(receipt)",
      hasCodes: false),
    .init(
      words: [["SKPaymentTransaction", "failed"], ["PURCHASE_ERROR", "StatusEvent"]],
      what: "this is the log of a purchase that failed, not a receipt",
      todo: "if the customer says that they paid, ask for \(receipt)", hasCodes: false),
    .init(
      words: [["\"transactionState\":\"purchasing\""], ["transactionState", "'purchasing'"]],
      what:
        "this is a purchase that is only beginning, as an app prints it: nothing was bought yet",
      todo: "wait for the state purchased; then ask for \(receipt)"),
    .init(
      words: [["ECONNRESET"], ["ETIMEDOUT"], ["ECONNREFUSED"], ["ENOTFOUND"]],
      error: "of the network, not a receipt: nothing was verified",
      todo: "send the receipt again; an appleStatus beside it is not Apple's"),
    .init(
      words: [["hashValidation"]],
      error: "of TPInAppReceipt: the receipt is of another device, or its device id is wrong",
      todo:
        "check the receipt with the id of the device: identifierForVendor, or the MAC address of en0 on a Mac"
    ),
    .init(
      words: [["67770*"], ["677800*", "code"]],
      error: "of cordova-plugin-purchase, not a receipt",
      todo: "ask for \(receipt) if the customer says that they paid"),
    .init(
      words: [
        ["appReceiptEntries:"], [".app.bundleIdentifier:"],
        ["bundleIdentifier:", "inAppPurchases:"],
      ],
      what:
        "these are the attributes of a receipt as a library prints them, without what Apple signed",
      todo: "ask for the receipt itself, in base64"),
    .init(
      words: [["orderId", "GPA."]],
      what: "this is a purchase in Google Play, not in the App Store",
      todo: "Google answers for it: look up its purchaseToken with the Google Play Developer API"),
    .init(
      words: [["IARError.validationFailed"]],
      error: "of TPInAppReceipt, not a receipt: the receipt did not pass one of its checks",
      todo:
        "the reason behind it says which. verifyHash fails for a receipt of another device, and for an old one: refresh it, and give the receipt itself",
      hasCodes: false),
    .init(
      words: [["appPolicies", "nonRenewingSubscriptions"]],
      what: "this is a StoreKit configuration file of Xcode, not a receipt",
      todo: "it describes products for tests; a purchase made with it has a receipt in the app"),
    .init(
      words: [["withOffer", "keyIdentifier", "nonce"]],
      what: "these are the parameters of a promotional offer, which a server signs, and no receipt",
      todo: "the signature is in base64, encoded once; after the purchase ask for \(receipt)"),
    .init(
      words: [
        ["originalTransactionIdentifierIOS", ":"], ["originalTransactionIdentifierIOS", "="],
      ],
      what: "this is a purchase as a framework prints it, without the text that Apple signed",
      todo:
        "ask for purchaseToken or jwsRepresentationIOS, whole; transactionReceipt in older versions. With StoreKit 2 transactionStateIOS and purchaseState stay empty: the signed text says what is owned"
    ),
  ]
}
