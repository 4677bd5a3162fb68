/// Messages of Apple's servers, and of the libraries that ask them.
extension ErrorText {
  private static let noAppReceipt =
    "it answers 21002 to what StoreKit 2 gives, for it reads app receipts alone"

  /// What is known of a refusal that does not say which server it is of.
  static let refusal = (
    what: "this is a refusal of a server (401): the token of the request is not accepted",
    todo:
      "look at the key id, issuer id, bundle id, audience and time of the token, and whether the key is one for In-App Purchase. A token lasts an hour at most, and one that is accepted only a little later was made by a clock that runs ahead. For an app that was never released ask the sandbox: production answers 401"
  )

  /// 21007 as people mistype it. The number alone may be anything.
  private static let exchangedDigits = ["27001", "20107", "21070", "12007"].flatMap { number in
    ["status ", "status: ", "status=", "status\":", "status\": "].map { [$0 + number] }
  }

  /// A number of VerificationStatus in Apple's library for Node, which has another meaning since version 2.0.
  private static func status(_ number: Int, older: String, newer: String, todo: String)
    -> OtherText.Kind
  {
    .init(
      words: [
        ["_verification.js", "status: \(number)"], ["_verification.ts", "status: \(number)"],
        ["VerificationException", "status: \(number)"],
      ],
      error:
        "of Apple's App Store Server Library, not a receipt. Before its version 2.0 status \(number) is \(older); since then \(newer)",
      todo: todo, hasCodes: false)
  }

  static let ofServers: [OtherText.Kind] = [
    .init(
      words: [["toLowerCase is not a function", "createSignature"]],
      error: "of Apple's library that signs promotional offers, not a receipt",
      todo:
        "createSignature takes the product id, the offer id, the account token as a text, the nonce and the time, in this order",
      hasCodes: false),
    .init(
      words: [["SSL certificate problem"], ["cURL error 60"], ["curl: (60)"]],
      error:
        "of the connection to a server, not a receipt: curl has no roots to check it with, and never asked Apple",
      todo:
        "give curl or PHP a file of root certificates (curl.cainfo, openssl.cafile), and ask again",
      hasCodes: false),
    .init(
      words: exchangedDigits,
      what:
        "this is probably about status 21007 with two digits exchanged, and no receipt: a test receipt was sent to Apple's address for real purchases",
      todo:
        "send the same receipt to https://sandbox.itunes.apple.com/verifyReceipt: a server asks production first, and on 21007 the sandbox",
      hasCodes: false),
    .init(
      words: [["APIException: 401"]],
      what: refusal.what, todo: refusal.todo, hasCodes: false),
    .init(
      words: [
        ["must be PKCS#8"], ["Invalid PKCS8"], ["unable to load PEM", ".p8"],
        ["Could not deserialize key data"], ["DECODER routines::unsupported"],
        ["must be an asymmetric key"],
      ],
      error: "of reading the key that signs requests to Apple, not a receipt",
      todo:
        "give the whole .p8 file with its lines BEGIN PRIVATE KEY and END PRIVATE KEY, and real line breaks in the place of \\n",
      hasCodes: false),
    .init(
      words: [["inApps/v1/transactions/consumption", "400"]],
      what:
        "this is about Send Consumption Information, not a receipt: version 1 of its address takes other members than version 2",
      todo:
        "send to /inApps/v2/transactions/consumption what version 2 names, with deliveryStatus as a text; version 1 takes numbers",
      hasCodes: false),
    .init(
      words: [
        ["21002", "in_app_purchase_storekit"], ["21002", "InAppPurchasePlugin"],
        ["21002", "package:in_app_purchase"], ["21002", "serverVerificationData"],
      ],
      error: "of asking verifyReceipt, not a receipt: \(noAppReceipt)",
      todo:
        "newer versions of Flutter's plugin use StoreKit 2. There serverVerificationData is the JWS of a transaction: verify its signature, or ask the App Store Server API with its id. For an app receipt call InAppPurchaseStoreKitPlatform.enableStoreKit1() before all else",
      hasCodes: false),
    .init(
      words: [
        ["21002", "jwsRepresentation"], ["21002", "verificationResultIOS"],
        ["21002", "purchaseToken"], ["21002", "StoreKit 2"], ["21002", "StoreKit2"],
        ["21002", "\"originalTransactionId\""], ["21002", "\"signedDate\""], ["21002", " eyJ"],
        ["21002", "\"eyJ"], ["21002", "'eyJ"], ["21002", "=eyJ"],
      ],
      error: "of asking verifyReceipt, not a receipt: \(noAppReceipt)",
      todo:
        "StoreKit 2 gives no app receipt. Verify the JWS of the transaction, or ask the App Store Server API with its id. The JWS is jwsRepresentation, and purchaseToken in react-native-iap and expo-iap",
      hasCodes: false),
    .init(
      words: [["NOT_AUTHORIZED", "bearer token"], ["NOT_AUTHORIZED", "\"errors\""]],
      what:
        "this is a refusal of the App Store Connect API (401): the token of the request is not accepted",
      todo:
        "there a token lasts 20 minutes at most, has no bid, and is signed with a key of the App Store Connect API",
      hasCodes: false),
    .init(
      words: [
        ["JSON Web Token (JWT) is invalid"], ["401 Unauthorized", "Unauthenticated"],
        ["401 Unauthenticated"], ["status code 401"], ["httpStatusCode: 401"],
      ],
      what: refusal.what, todo: refusal.todo, hasCodes: false),
    .init(
      words: [
        ["21002", "receipt-body"], ["21002", "receiptBody"],
      ],
      error: "of asking verifyReceipt, not a receipt: the key has a wrong name",
      todo: "the key of the receipt is receipt-data; without it Apple's server answers 21002",
      hasCodes: false),
    .init(
      words: [["21002", "java.lang.IllegalArgumentException"]],
      what: "this is what verifyReceipt answers to something that is no base64, not a receipt",
      todo:
        "send the receipt in base64, without line breaks and spaces: an encoder may put a break after each 76 characters",
      hasCodes: false),
    .init(
      words: [["21002", "CharacterLineLength"]],
      what: "this is a request to verifyReceipt whose base64 has line breaks, not a receipt",
      todo:
        "Apple's server answers line breaks with 21002: encode the receipt without an option for the length of lines",
      hasCodes: false),
    .init(
      words: [["x-www-form-urlencoded", "verifyReceipt"]],
      what: "this is a request to verifyReceipt that is sent as a form, not a receipt",
      todo:
        "Apple's server reads JSON, and answers a form with 21002: send JSON.stringify of the body, with Content-Type application/json",
      hasCodes: false),
    .init(
      words: [
        ["MissingFieldError: expires_date_ms"], ["KeyError: 'expires_date_ms'"],
        ["Undefined index: expires_date_ms"], ["Undefined array key \"expires_date_ms\""],
      ],
      error: "of a library that reads Apple's answer, not a receipt",
      todo:
        "a response in the style of iOS 6 has no expires_date_ms: there expires_date itself is in milliseconds. A purchase that is no subscription has neither",
      hasCodes: false),
    .init(
      words: [["[status] => 210*"]],
      what: "this is what Apple's verifyReceipt responded, an error, as PHP prints it",
      todo:
        "look up its status; 21002 is a receipt that was damaged on the way, and + that became a space does that"
    ),
    .init(
      words: [["latest_receipt_info of type"], ["LatestReceiptInfo", "must be of type array"]],
      error: "of a library that reads Apple's answer, not a receipt",
      todo:
        "latest_receipt_info is an object in answers in the style of iOS 6: the app sent an old transaction receipt, and should send its app receipt"
    ),
    .init(
      words: [
        ["Undefined array key \"environment\""], ["Undefined index: environment"],
        ["Undefined array key \"original_application_version\""],
        ["Undefined index: original_application_version"],
        ["no function clause matching in ReceiptVerifier"],
      ],
      error: "of a library that reads Apple's answer, not a receipt",
      todo:
        "what Apple sent lacks this field: an error, such as 21007, a notification, or an answer about an old "
        + "transaction receipt; print it, and give that",
      hasCodes: false),
    .init(
      words: [["no implicit conversion of String into Integer", "venice"]],
      error: "of a library that reads Apple's answer, not a receipt",
      todo:
        "older versions of venice expect an object in latest_receipt_info, where Apple sends a list: update it, or "
        + "print the answer, and give that",
      hasCodes: false),
    .init(
      words: [["cannot unmarshal", "Go struct field"]],
      error: "of a program in Go that reads what Apple sent, not a receipt",
      todo:
        "Apple writes some numbers as text, and some texts as numbers: update its library, or print what came, and "
        + "give that",
      hasCodes: false),
    .init(
      words: [
        ["invalid character '<' looking for beginning of value"], ["Unexpected token < in JSON"],
        ["Unexpected token '<'"],
      ],
      error:
        "of a program that expected JSON and got a web page, not a receipt: nothing was verified",
      todo:
        "a server was down for a moment, or the address is wrong: try again, and print the page",
      hasCodes: false),
    .init(
      words: [["/inApps/v1/lookup/", "storekit-sandbox"]],
      error:
        "of a program that asked the sandbox for an order, not a receipt: only production knows orders",
      todo: "in the sandbox ask Get Transaction Info with the id of the transaction",
      hasCodes: false),
    .init(
      words: [["JSON value could not be converted", "AppleReceiptVerifier"]],
      error:
        "of a library that reads Apple's answer, not a receipt: it does not know a value that stands there",
      todo:
        "the Path in the message names the field, whose values may be more than the library has; update it, or print the answer, and give that",
      hasCodes: false),
    .init(
      words: [
        ["Unexpected end of JSON input"], ["does not contain any JSON tokens"],
        ["Expecting value: line 1 column 1"],
      ],
      error:
        "of a program that expected JSON and got an empty or broken answer, not a receipt: nothing was verified",
      todo:
        "print the status of the answer and its text: Apple's servers send no text with some errors, such as 401",
      hasCodes: false),
    .init(
      words: [["com.apple.jingle.foundation.exceptions"], ["MZCodedException"]],
      error: "inside of Apple's server, not a receipt: nothing was verified",
      todo: "send the receipt again later"),
    .init(
      words: [["properties of null (reading 'notificationType')"]],
      error:
        "of Apple's server library, which got no notification out of the text that it was given",
      todo:
        "give it the value of signedPayload, as a text: not the body around it, not undefined, and not a transaction. A runtime without crypto.X509Certificate, such as older ones for edge functions, fails like this too",
      hasCodes: false),
    .init(
      words: [["Invalid purchase-info"], ["IllegalArgumentException: Invalid App Receipt"]],
      error:
        "of Apple's server library, not a receipt: the text is of another kind than the method reads",
      todo:
        "extractTransactionIdFromAppReceipt takes an app receipt, which begins with MI, and extractTransactionIdFromTransactionReceipt an old transaction receipt, which begins with ewo. Older versions do not read every app receipt: update the library",
      hasCodes: false),
    .init(
      words: [["verify_chain", "signature unsupported algorithm"]],
      error:
        "of a library in Rust that verifies JWS, not a receipt: one of its roots has a key that it cannot use",
      todo:
        "give it Apple Root CA - G3 alone, or update it: the other roots of Apple have RSA keys",
      hasCodes: false),
    .init(
      words: [["Certificate validation failed"]],
      error:
        "of a verifier of JWS, not a receipt: the certificates in the text do not lead to Apple's root",
      todo:
        "a build from Xcode with a StoreKit configuration has texts that Xcode signed: switch it off in the scheme. Else give the JWS to be checked",
      hasCodes: false),
    .init(
      words: [["The receipt is invalid", "Code: 144"]],
      error:
        "of Parse, not a receipt, and 144 is Parse's own number: its server, or Apple, did not accept the receipt",
      todo:
        "look at the status that Apple gave in the log of the server, or give the receipt itself",
      hasCodes: false),
    .init(
      words: [
        ["properties of null (reading 'appAppleId')"], ["properties of null (reading 'bundleId')"],
        ["properties of null (reading 'environment')"],
      ],
      error: "of Apple's server library, which was given a text that is no JWS",
      todo:
        "a JWS begins with eyJ. A text that begins with MI is an app receipt: give it to extractTransactionIdFromAppReceipt. verifyAndDecodeTransaction is for the JWS of a transaction, verifyAndDecodeAppTransaction for that of AppTransaction",
      hasCodes: false),
    .init(
      words: [
        ["localVerificationData", "verifyAndDecode"],
        ["serverVerificationData", "verifyAndDecode"],
      ],
      error: "of Apple's server library, which was given what Flutter's plugin has of a purchase",
      todo:
        "it is never a notification. Under StoreKit 2 serverVerificationData is the JWS of a transaction, for verifyAndDecodeTransaction, and localVerificationData is no JWS; under StoreKit 1 both are the app receipt, for extractTransactionIdFromAppReceipt. A simulator's is signed by Xcode",
      hasCodes: false),
    .init(
      words: [
        ["verifyAndDecodeAppTransaction", "status: 2"],
        ["verifyAndDecodeAppTransaction", "status: 3"],
        ["verifyAndDecodeAppTransaction", "status: 4"],
        ["verifyAndDecodeAppTransaction", "INVALID_ENVIRONMENT"],
        ["verifyAndDecodeAppTransaction", "INVALID_APP_IDENTIFIER"],
        ["INVALID_ENVIRONMENT", "receiptType"],
      ],
      error:
        "of Apple's App Store Server Library, not a receipt: it did not accept the text as an app transaction for this app and environment",
      todo:
        "look first whether the text has a receiptType: an app transaction has one, and a transaction goes to verifyAndDecodeTransaction. Then compare bundle id, Apple id and environment with those of the verifier",
      hasCodes: false),
    status(
      2, older: "INVALID_APP_IDENTIFIER: the text is of another app than the verifier",
      newer: "RETRYABLE_VERIFICATION_FAILURE: Apple could not be asked about a certificate",
      todo:
        "compare the bundle id that the verifier was given with that of the text; in production it needs the app's Apple id too, as a number"
    ),
    status(
      3, older: "INVALID_ENVIRONMENT: the text is of another environment than the verifier",
      newer: "INVALID_APP_IDENTIFIER: it is of another app",
      todo:
        "compare the environment, the bundle id, and in production the app's Apple id, as a number. Texts of TestFlight and App Review are of the sandbox"
    ),
    status(
      4, older: "INVALID_CHAIN_LENGTH: the text does not have three certificates",
      newer: "INVALID_ENVIRONMENT: it is of another environment than the verifier",
      todo:
        "texts of TestFlight and App Review are of the sandbox, and those of Xcode have one certificate: make a verifier for each environment"
    ),
    .init(
      words: [["INVALID_APP_IDENTIFIER", "VerificationException"]],
      error:
        "of Apple's server library: the text is of another app than the verifier, or of another kind than the method reads",
      todo:
        "compare the bundle id that the verifier was given with that of the text; in production it needs the app's Apple id too, as a number",
      hasCodes: false),
    .init(
      words: [
        ["INVALID_CHAIN"], ["VerificationException"], ["SignedDataVerifier"],
        ["Verification failed with status"],
      ],
      error: "of Apple's App Store Server Library, not a receipt",
      todo:
        "its status says what was wrong; give the signed text itself to be checked",
      isGeneral: true),
    .init(
      words: [["APIException", "com.apple.itunes.storekit"], ["AppStoreServerAPIClient"]],
      error: "of Apple's App Store Server Library, not a receipt",
      todo: "its code, such as 4040010 or 401, says what is wrong with the call", isGeneral: true),
    .init(
      words: [
        ["three parts", "JWS"], ["3 parts", "JWS"], ["Invalid Compact JWS"], ["ERR_JWS_INVALID"],
        ["JWT", "invalid number of segments"], ["Not enough segments"],
      ],
      error: "of a server that read something else as a JWS, not a receipt",
      todo:
        "a JWS has three parts with two points between them, and the time stamp of a log adds some: give the value of signedPayload alone, or "
        + "jwsRepresentation and not the id of the transaction; notifications of version 1 have none, "
        + "so look at the body itself",
      hasCodes: false),
    .init(
      words: [["sendAttemptResult"], ["UNSUCCESSFUL_HTTP_RESPONSE_CODE"]],
      what: "this tells how Apple tried to send a notification to your server, and is no receipt",
      todo:
        "UNSUCCESSFUL_HTTP_RESPONSE_CODE means that your server did not answer with HTTP 200 to 206",
      hasCodes: false),
    .init(
      words: [["\"NOT_AUTHORIZED\""]],
      what: refusal.what, todo: refusal.todo, hasCodes: false),
  ]
}
