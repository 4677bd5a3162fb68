import Foundation
import ReceiptCore
import TestSupport
import Testing

/// Messages of errors that people post: alone, around a receipt, and with values that somebody hid.
@Suite struct PostedErrorTests {
  private func run(_ command: String, _ text: String) async throws -> CommandResult {
    try await Workbench().run([command, "-"], input: Array(text.utf8))
  }

  private func words(_ result: CommandResult) -> String {
    (result.messageText + result.text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  // MARK: Order

  @Test(
    "A code that says more stands before what is said of the whole text",
    arguments: [
      ("{\"code\": \"E_DEFERRED_PAYMENT\", \"domain\": \"RCTErrorDomain\"}", "E_DEFERRED_PAYMENT"),
      (
        "Domain=SKErrorDomain Code=0 \"x\" {Domain=ASDErrorDomain Code=507 \"y\"}",
        "ASDErrorDomain 507"
      ),
    ])
  func exactFirst(text: String, first: String) async throws {
    let said = try await run("explain", text).expect(status: 0).text
    #expect(said.hasPrefix(first) && said.contains("\nthe whole text:"), "\(said)")
  }

  @Test(
    "Of an error that is known as a whole, its codes say no more",
    arguments: [
      ("Domain=com.mugunthkumar.mkstorekit Code=21009 \"x\"", "MKStoreKit"),
      (
        "Domain=ASDErrorDomain Code=907 {Domain=AMSErrorDomain Code=6 \"Payment sheet cancelled\"}",
        "closed"
      ),
      ("{\"errors\": [{\"code\": \"NOT_AUTHORIZED\"}]} bearer token", "20 minutes"),
    ])
  func wholeAlone(text: String, words: String) async throws {
    let result = try await run("explain", text).expect(status: 0).expect(output: words)
    #expect(result.text.hasPrefix("the whole text:"), "\(result)")
    #expect(!result.text.contains("\n\n"), "\(result)")
  }

  @Test("A domain without a number is left out beside a code, and told alone")
  func domains() async throws {
    let beside = try await run("explain", "SKError+x: Domain=ASDErrorDomain Code=500 \"x\"")
    #expect(beside.text.contains("ASDErrorDomain 500") && !beside.text.contains("SKErrorDomain,"))
    try await run("explain", "failed with ASDErrorDomain").expect(output: "ASDErrorDomain")
  }

  @Test(
    "A request that the sandbox does not know, and an answer without text, are no dead end",
    arguments: ["explain", "diagnose"])
  func noJSON(command: String) async throws {
    let text =
      "FetchError: invalid json response body at https://api.storekit-sandbox.itunes.apple.com/inApps/v1/lookup/7 "
      + "reason: Unexpected end of JSON input {\"code\":141}"
    #expect(words(try await run(command, text)).contains("only production knows orders"))
    let other = "SyntaxError: Unexpected end of JSON input at JSON.parse (<anonymous>)"
    #expect(words(try await run(command, other)).contains("such as 401"))
  }

  @Test("A name is found where letters of another alphabet touch it, and the text is one in words")
  func japanese() async throws {
    let text = "InvalidSignatureExceptionが発生して、CrossPlatformValidatorが通らなくなる。"
    try await run("explain", text).expect(status: 0).expect(output: "4.9.4")
    try await run("diagnose", text).expect(status: 2).expect(message: "a text in words")
  }

  @Test(
    "What a text is about is told, and not only that it is no receipt",
    arguments: [
      (
        "App[2900:65]: paymentQueue:updatedTransactions: State: PaymentTransactionStatePurchased",
        "deliver it, then finish it"
      ),
      (
        "headers: {'Content-Type': 'application/x-www-form-urlencoded'}, url: \"https://x/verifyReceipt\"",
        "send JSON.stringify of the body"
      ),
      ("MissingFieldError: expires_date_ms during validation", "in the style of iOS 6"),
      (
        "_cause = TypeError: Cannot read properties of null (reading 'appAppleId')\\ status = 1_",
        "give it to extractTransactionIdFromAppReceipt"
      ),
      (
        "I pass `localVerificationData`: at SignedDataVerifier.verifyAndDecodeNotification",
        "it is never a notification"
      ),
      (
        "[adapty@2.4.5] {\"adapty_code\":2004,\"detail\":\"21002: The data in the receipt-data property was "
          + "malformed.\"}", "or Xcode made it"
      ),
      (
        "Error Domain=SKErrorDomain Code=0 \"Cannot connect to iTunes Store\" after a change of plan",
        "whether the purchase came through all the same"
      ),
      (
        "{\"code\":\"0\",\"domain\":\"SKErrorDomain\",\"userInfo\":{\"u\":{\"code\":\"3539\",\"message\":"
          + "\"underlying error\",\"domain\":\"ASDServerErrorDomain\",\"userInfo\":{",
        "no information about this product"
      ),
      (
        "VerificationException: Verification failed with status INVALID_APP_IDENTIFIER\n(Pdb) pp x\n"
          + "{'bundleVersion': 'XXX',\n 'signedRenewalInfo': 'eyJh...'\n\nHowever the id is None",
        "of another kind than the method reads"
      ),
    ])
  func about(text: String, said: String) async throws {
    for command in ["explain", "diagnose"] {
      let result = try await run(command, text)
      #expect(words(result).contains(said), "\(command): \(result)")
    }
  }

  @Test("A log of RevenueCat that holds the content of a receipt is told as such")
  func contentInLog() async throws {
    let text = """
      2023-08-17 12:07:05-0400 News[43:13] [Purchases] - INFO: Parsing receipt
      {"opaque_value":"uetX1wMAAAA=","sha1_hash":"34ChYr2\\/7zkw+cNZaYx83oWtbXM=","bundle_id":"com.a","in_app_purchases":\
      [{"product_id":"com.a.yearly","quantity":1,"transaction_id":"0","expires_date":"2023-08-17T16:07:09Z"}]}
      2023-08-17 12:07:05-0400 News[43:13] [Purchases] - DEBUG: There are no requests currently
      """
    try await run("diagnose", text).expect(status: 2).expect(
      message: "with the content of a receipt")
  }

  @Test("The names in a text that is no receipt are explained")
  func names() async throws {
    let text =
      "my customer has \"subscriptionState\":\"retry_period\" for a month, do I wait 60 days?"
    try await run("explain", text).expect(status: 0).expect(output: "for up to 60 days")
    try await run("explain", "MissingField expires_date_ms here").expect(output: "in milliseconds")
  }

  @Test("Neither command sends to the other where both know nothing")
  func noCircle() async throws {
    let text = "{ \"nothing\": \"of this is known, whatever anybody may have hoped for it\" }"
    let explained = try await run("explain", text).expect(status: 2)
    #expect(!explained.messageText.contains("receipt diagnose"), "\(explained)")
    let receipt =
      "{\"transactionId\": \"1\", \"productId\": \"pro\", \"bundleId\": \"com.a\", \"purchaseDate\": 1700000000000}"
    try await run("explain", receipt).expect(status: 2).expect(message: "receipt diagnose reads")
  }

  @Test(
    "An error of Swift that has no words is told as a case of an enum",
    arguments: [
      "I am getting: **ReceiptValidationError error 3** now", "ReceiptValidationError error 3",
    ])
  func numberedCase(text: String) async throws {
    try await run("explain", text).expect(output: "the first is 0")
  }

  // MARK: What arrived

  @Test("Of a response that breaks off, the whole purchases in it are told")
  func arrived() async throws {
    let text = """
      {"status": 0, "environment": "Sandbox", "receipt": {"receipt_type": "ProductionSandbox",
        "bundle_id": "com.example.app", "in_app": []},
      "latest_receipt_info": [
        {"product_id": "yearly", "transaction_id": "501136461303889853", "quantity": "1",
         "original_transaction_id": "501136461303889853",
         "purchase_date_ms": "1644515960000", "expires_date_ms": "1645120760000"},
        {"product_id": "monthly", "transaction_id": "150001161180179", "purchase_
      """
    let said = words(try await run("diagnose", text))
    #expect(said.contains("What arrived is of the app com.example.app in the sandbox"), "\(said)")
    #expect(said.contains("names monthly. It says: yearly"), "\(said)")
    #expect(said.contains("2022-02-17"), "\(said)")
  }

  // MARK: Around a receipt

  @Test(
    "The known message of an error around a receipt is told beside it",
    arguments: [
      (
        "IllegalArgumentException in ReceiptUtility.extractTransactionIdFromAppReceipt: ",
        "tells of an error: give a text that begins with eyJ"
      ),
      (
        "TypeError no implicit conversion of String into Integer venice (0.2.0) client.rb:40\n",
        "tells of an error: older versions of venice"
      ),
      (
        "com.apple.itunes.storekit.verification.VerificationException INVALID_ENVIRONMENT for ",
        "tells of an error: INVALID_ENVIRONMENT: its status says"
      ),
    ])
  func around(message: String, said: String) async throws {
    let bench = try Workbench()
    let spec = Array("{\"receipt\": {\"in_app\": [{\"product_id\": \"pro\"}]}}".utf8)
    let receipt = try await bench.run(["make", "--style", "jws-transaction", "-"], input: spec)
      .expect(status: 0).text
    for command in ["decode", "diagnose"] {
      let result = try await run(command, message + receipt)
      #expect(words(result).contains(said), "\(command): \(result)")
      #expect(words(result).contains("[error-around]"), "\(command): \(result)")
    }
  }

  @Test("The status of a receipt in a log is no error around it, nor is a log without one")
  func notAround() async throws {
    for text in [
      "2024-02-29 12:00:00 INFO answer: {\"status\":21007}\n",
      "2024-02-29 12:00:00 ERROR request failed, answer: {\"status\":21007} bye\n",
    ] {
      let result = try await run("decode", text)
      #expect(!words(result).contains("error-around"), "\(result)")
    }
  }

  // MARK: What was hidden

  @Test("A word in the place of an id is masked, in the place of another number it is a fault")
  func hidden() async throws {
    func purchase(_ member: String) -> String {
      "[{\"product_id\": \"A\", \"transaction_id\": \"TRANSACTION_A\", "
        + "\"purchase_date\": \"2020-12-05 13:44:41 Etc/GMT\", \(member)}]"
    }
    try await run("decode", purchase("\"web_order_line_item_id\": \"ID_A\"")).expect(status: 0)
      .expect(output: "signs or words stand in the place of this value")
    try await run("decode", purchase("\"web_order_line_item_id\": \"ID_7\"")).expect(status: 2)
      .expect(output: "[wrong-type]")
    try await run("decode", purchase("\"expires_date_ms\": \"soon\"")).expect(status: 2)
      .expect(output: "wrong-type")
  }

  @Test("Dots and the character for them within an id are a mask")
  func dots() async throws {
    for id in ["100...860", "100…860", "..."] {
      let text =
        "[{\"product_id\": \"A\", \"transaction_id\": \"\(id)\", \"purchase_date_ms\": \"1541002806000\"}]"
      let result = try await run("diagnose", text)
      #expect(!result.text.contains("odd-transaction-id"), "\(result)")
    }
  }

  @Test(
    "A notification of version 1 without its type is one all the same",
    arguments: [
      "\"environment\": \"PROD\", \"auto_renew_status\": \"false\"", "\"environment\": \"PROD\"",
      "\"auto_renew_status\": \"true\"",
    ])
  func withoutType(members: String) async throws {
    let text = """
      {\(members), "latest_expired_receipt_info":
       {"product_id": "p", "transaction_id": "1", "expires_date": "1548446363000"}}
      """
    try await run("diagnose", text).expect(output: "a notification of version 1, as text")
    // verifyReceipt writes the environment out, and 0 or 1 for the renewal.
    let response =
      text.replacing("PROD", with: "Production").replacing("\"false\"", with: "0")
      .replacing("\"true\"", with: "1")
    try await run("diagnose", response).expect(output: "a response from Apple's server, as text")
  }

  @Test("The part of a print that broke off is not taken for all that was given")
  func partOfBrokenPrint() async throws {
    let text = """
      [1526983211534][VERBOSE] <Apple> Sandbox validation successful: { status: 0,
        environment: 'Sandbox',
        receipt:
         { receipt_type: 'ProductionSandbox',
           bundle_id: 'com.example.app',
           application_version: '1.7.41',
           original_application_version: '1.0',
           in_app: [ [Object] ] },
        latest_receipt_info:
         [ { quantity: '1',
      """
    let result = try await run("diagnose", text)
    #expect(result.messageText.contains("[broken-text]"), "\(result)")
    #expect(!result.messageText.contains("part-of-response"), "\(result)")
  }

  @Test("The values of the last purchase, which breaks off, lose their quotation marks")
  func lastPurchase() async throws {
    let text = """
      answer is { status: 0,
        latest_receipt_info: [ { quantity: '1', product_id: 'pro',
           purchase_date: '2018-04-02 18:40:09 Etc/GMT', transaction_id: '1000000387459691',
      """
    try await run("diagnose", text).expect(output: "What arrived names pro, bought on 2018-04-02.")
  }

  @Test("A shortened receipt of indefinite length is said to begin like one of Xcode's tests")
  func ofXcode() async throws {
    try await run("diagnose", "21002 for \"MIAGCSqG....yMAAAAAAAA=\" always").expect(status: 2)
      .expect(message: "like those of Xcode's tests").expect(message: "buy with a sandbox account")
    let other = try await run("diagnose", "it fails for \"MIITtgYJ....yMAAAAAAAA=\" always")
    #expect(!other.messageText.contains("Xcode's tests"), "\(other)")
  }

  @Test("What says only that something failed is left out beside what says more")
  func general() async throws {
    let bench = try Workbench()
    func words(_ text: String) async throws -> [String] {
      let json = try await bench.run(["explain", "--format", "json", text]).expect(status: 0).json()
      return (json["meanings"]?.elements ?? []).compactMap { $0["word"]?.string }
    }
    let wrapped =
      #"{"code":"0","domain":"SKErrorDomain","userInfo":{"code":"3539","domain":"ASDServerErrorDomain"}}"#
    #expect(
      try await words("Purchase error: \(wrapped)") == [
        "ASDServerErrorDomain 3539", "the whole text",
      ])
    let told =
      #"Purchase failed: Error Domain=SKErrorDomain Code=0 "Cannot connect to iTunes Store""#
    #expect(try await words(told) == ["the whole text"])
  }

  @Test(
    "A whole text that says no more than its codes is left out, and one that does is told",
    arguments: [
      (
        "[Purchases] - ERROR: NSUnderlyingError RCPurchasesErrorDomain Code=8 readable_error_code=INVALID_RECEIPT",
        false
      ),
      ("VerificationException: INVALID_CHAIN_LENGTH", false),
      ("APIException: com.apple.itunes.storekit: httpStatusCode=401", false),
      ("AppStoreServerAPIClient: it failed", true),
    ])
  func wholeOrCodes(text: String, isWhole: Bool) async throws {
    let said = try await run("explain", text).expect(status: 0).text
    #expect(said.contains("the whole text:") == isWhole, "\(said)")
  }

  @Test(
    "What StoreKit 2 gives was sent to verifyReceipt",
    arguments: [
      ("We get {\"status\":21002} for purchaseToken eyJhbGciOiJFUzI1N", "jwsRepresentation"),
      ("status 21002, body {\"receipt-data\": \"eyJhbGciOi...\"}", "jwsRepresentation"),
      ("I use StoreKit 2 and get status 21002 from verifyReceipt", "jwsRepresentation"),
      (
        "package:in_app_purchase/in_app_purchase.dart: verify failed {status: 21002}",
        "enableStoreKit1()"
      ),
    ], ["explain", "diagnose"])
  func storeKit2(sent: (text: String, advice: String), command: String) async throws {
    let said = words(try await run(command, sent.text))
    #expect(said.contains(sent.advice), "\(said)")
  }

  @Test(
    "The number of a verifier's status means what it did before version 2.0, or since",
    arguments: [
      ("at verifyJWT (dist/jwt_verification.js:1:2) { status: 2 }", "INVALID_APP_IDENTIFIER"),
      ("at verifyJWT (dist/jws_verification.js:1:2) { status: 3 }", "INVALID_ENVIRONMENT"),
      ("at verifyJWT (dist/jws_verification.js:1:2) { status: 3 }", "INVALID_APP_IDENTIFIER"),
      ("at verifyJWT (dist/jws_verification.js:1:2) { status: 4 }", "INVALID_CHAIN_LENGTH"),
      (
        "at SignedDataVerifier.verifyAndDecodeAppTransaction (jws_verification.js:1:2) { status: 3 }",
        "verifyAndDecodeTransaction"
      ),
      ("INVALID_ENVIRONMENT: receiptType is undefined", "verifyAndDecodeTransaction"),
    ])
  func verifierStatus(text: String, name: String) async throws {
    let said = words(try await run("explain", "VerificationException: \(text)").expect(status: 0))
    #expect(said.contains(name), "\(said)")
  }

  @Test(
    "What is no receipt of the App Store is told",
    arguments: [
      (
        #"{"productId": "a", "localizedPrice": "$1", "introductoryPrice": "$0.00", "price": "1"}"#,
        "a product as a library describes it"
      ),
      (
        #"[{"id": "a", "displayPrice": "$1"}, {"id": "b", "displayPrice": "$2"}]"#,
        "a product as a library describes it"
      ),
      (
        #"{"code": -6, "text": "response: -1003:Purchase signature verification failed"}"#,
        "Google Play's billing"
      ),
      (
        #"INFO: AppStore receipts loaded: [{"className":"Receipt","transactions":[{"transactionId":"appstore.application"}]}]"#,
        "is the app itself"
      ),
      (#"[CdvPurchase.AppleAppStore] WARNING: no appStoreReceipt"#, "no receipt on the device"),
      (#"TypeError "{"alg":"ES256","x5c":["MIIEM KA=="]}\x1E╚øø"#, "split it at its two points"),
      (
        #"const body = { "receipt-body": receipt, "password": secret } gives {"status":21002}"#,
        "is receipt-data"
      ),
      ("21002 and java.lang.IllegalArgumentException", "without line breaks"),
      (#""purchaseToken": "2000001177054625""#, "probably a transaction id"),
      ("  raise APIException(status)\nx.api_client.APIException: 401", "for In-App Purchase"),
      (
        "Getting null transaction id with ReceiptUtility.extractTransactionIdFromAppReceipt(receipt)",
        "no in-app purchase stands in it"
      ),
      (#"{"code":1003,"message":"asn1: syntax error: sequence truncated"}"#, "strict DER alone"),
      ("Error: pkcs8 must be PKCS#8 formatted string", "give the whole .p8 file"),
      ("PUT /inApps/v1/transactions/consumption/1 returns 400", "what version 2 names"),
      (
        "Unable to Purchase (Please contact developer for support)",
        "signature of a promotional offer"
      ),
      (
        "Error: AdaptyError.cantMakePayments\nCode: 1003\nLocation: [3.12.0]: Adapty/SK2Purchaser.swift",
        "this device or account may not pay"
      ),
      ("No matching receipt found", "ask Apple's sandbox too"),
      (
        "Promotional Offers - .invalidOfferSignature error. Can't purchase.",
        "invalidOfferSignature:"
      ),
      ("case unverified revokedCertificate", "by Apple or in a test of Xcode's"),
      (
        #"{"appPackageName": "a", "notificationType": "SUBSCRIPTION_PURCHASED", "receiptId": "r"}"#,
        "a notification of Amazon's store"
      ),
      (
        #"{"TopicArn": "arn", "Message": "{\"appPackageName\": \"a\", \"receiptId\": \"r\"}"}"#,
        "Amazon SNS"
      ),
      (
        #"{"version": "v2", "eventType": "SUBSCRIPTION", "applicationId": "1", "subNotification": {}}"#,
        "Huawei's AppGallery"
      ),
      (
        #"{"app_name": "Tea", "bug_type": "309"}"# + "\n" + #"{"uptime": 1}"#,
        "a crash report"
      ),
      ("# What is known.\nbundle-id: com.example.tea\n", "a settings file of an app"),
      ("<30821541 06092a86 4886f70d 010702a0 … 8a9b0c1d>", "only the first 16 of 5445 bytes"),
      ("Got receipt data: 5445 bytes", "how Swift prints Data"),
      (
        #"{"receipt": {"product_id": "a", "transaction_id": "1", "purchase_date_ms": "1"}}"#,
        "without the text that Apple signed"
      ),
      ("I always get status 27001. Any ideas?", "two digits exchanged"),
      ("The app has sold this product 12007 times until now", "a text in words"),
      (
        "You’ve already purchased this but it hasn’t been downloaded. SKErrorDomain Code=0",
        "never finished that purchase"
      ),
      (
        "`ESSSERVERERRORDOMAIN0` a problem with a family member's previous purchase",
        "an earlier payment of the family"
      ),
      ("ESSSERVERERRORDOMAIN5020 Could not log in", "the password was wrong"),
      (
        "with a valid receipt installed, your app quits on launch. Exited with exit code: 173",
        "a rejection by App Review"
      ),
      ("OnInitializeFailed: PurchasingUnavailable", "allow purchases in Screen Time"),
      (
        "code:\"ESSERRORDOMAIN109\" domain:\"SSErrorDomain\" message:\"Cannot connect to iTunes Store\"",
        "or gave no products"
      ),
      ("Getting SSServerErrorDoamin code=2059", "SSServerErrorDomain 2059"),
      ("Domain=ISErrorDomain Code=500328 \"500328\"", "sign out of the App Store"),
      ("Invalid IDs from SKProductsRequest: [\"a.b\"]", "knows none of the products"),
      ("SwiftyStoreKit: Invalid product identifier: a.b", "knows none of the products"),
      ("[store.js] WARNING: ios -> product 7 is NOT valid (x)", "knows none of the products"),
      ("[store.js] DEBUG: state: initialized", "a log of cordova-plugin-purchase"),
      (
        "[0:] 0: original-purchase-date-pst\n[0:] 1: quantity\n[0:] 5: expires-date-formatted",
        "names from a transaction of iOS 6"
      ),
      ("The app receipt failed verification", "a message of RMStore"),
      ("TypeError: crypto_1.X509Certificate is not a constructor", "since Node 15.6"),
      (
        "\"signatureBlob->_receiptVersion\" is equal to 3, but expected to be 2",
        "of version 3 since 2015"
      ),
      (#"{"code":"ERR_UNEXPECTED"}"#, "the error of StoreKit behind it is lost"),
      (
        "There are no products registered in the RevenueCat dashboard",
        "its dashboard has no products"
      ),
      (
        #"ERROR {"adaptyCode": "unknown", "code": 0, "localizedDescription": "UNKNOWN_ERROR"}"#,
        "Adapty does not know what failed"
      ),
      ("it couldn't be completed(Adapty Error Domain 2002)", "let Adapty.activate end"),
      ("receipt_validation_failed", "the kind of product in its dashboard"),
      ("the app got error_expiration_date_empty", "an error of IAPHUB"),
      ("ERROR 6777017: Transaction verification failed:", #"{"ok": true, "data": …}"#),
      ("ValueError: ('Could not deserialize key data.')", "give the whole .p8 file"),
      ("SSL certificate problem: unable to get local issuer", "never asked Apple"),
      (
        "applicationUsername.toLowerCase is not a function at PromotionalOfferSignatureCreator.createSignature",
        "the account token as a text"
      ),
      (
        "always get 401 Unauthenticated error.\n-----BEGIN PRIVATE KEY-----\nMIGT\n-----END PRIVATE KEY-----\n"
          + "  \"alg\": \"ES256\",\n  \"kid\": \"99\",\n  \"typ\": \"JWT\"]]]\n",
        "whether the key is one for In-App Purchase"
      ),
      ("401 Unauthenticated\n-----BEGIN PRIVATE KEY-----\nMIGT", "A private key stands in it"),
      // A warning hides nothing of what is known.
      (
        "appAccountToken went missing for a customer, with -----BEGIN PRIVATE KEY-----",
        "a UUID that"
      ),
      (
        "appAccountToken went missing for a customer, with -----BEGIN PRIVATE KEY-----",
        "A private key stands in it"
      ),
      ("case a success case b unverified\nnothing else here at all", "a text in words"),
      ("we cannot read latest_receipt_info and its expires_date", "expires_date: when"),
      ("It throws `VerificationError.INVALID_APP_IDENTIFIER` when it is nil", "bundle id"),
      ("{ code: 'ESKERRORDOMAIN0',\n  nativeStackIOS: [ 'a' ] }", "came through all the same"),
      (
        #"header: {"alg":"ES256","x5c":["MIIEMDCCA7agAwIBAg...","MIIDFjCCApygAwIBAg..."]}"#,
        "the header of a JWS"
      ),
      (
        #"{"ok":true,"data":{"id":"a","latest_receipt":true,"transaction":{"type":"ios-appstore","id":"1"},"collection":[]}}"#,
        "ask for appStoreReceipt, which the app sent"
      ),
    ])
  func otherThings(text: String, words: String) async throws {
    let said = self.words(try await run("diagnose", text))
    #expect(said.contains(words), "\(said)")
  }

  @Test("A piece of a receipt beside Apple's answer is told")
  func piece() async throws {
    let receipt = String(decoding: try TestReceipts.base64().filter { $0 > 0x20 }, as: UTF8.self)
    let piece = receipt.dropFirst(1001).prefix(1500)
    let said = words(try await run("diagnose", "I get {\"status\": 21002} for this:\n\(piece)\n"))
    #expect(said.contains("the beginning is missing"), "\(said)")
    #expect(said.contains("2 receipts"), "\(said)")
    let whole = words(try await run("diagnose", "I get {\"status\": 21002}, for this:\n\(receipt)"))
    #expect(!whole.contains("beginning is missing"), "\(whole)")
  }

  @Test("An answer that breaks off can be had again, and its purchase has a date")
  func answerAgain() async throws {
    let text = """
      {"status":0,"environment":"Sandbox","receipt":{"bundle_id":"a.b","in_app":[{"product_id":"a.b.c",
      "transaction_id":"1","purchase_date_ms":"1386059089000","quantity":"1"},{"product_id":"a
      """
    let said = words(try await run("diagnose", text))
    #expect(said.contains("a.b.c, bought on 2013-12-03"), "\(said)")
    #expect(said.contains("Let your server ask Apple again, or ask for the whole text"), "\(said)")
  }

  @Test("What arrived of the last of several answers in a text is told")
  func lastAnswer() async throws {
    let first = #"{"status":0,"receipt":{"bundle_id":"a.b","in_app":[]}}"#
    let second =
      #"{"status":0,"receipt":{"bundle_id":"a.b","in_app":[{"product_id":"a.b.c","transaction_id":"19"#
    for text in ["Two variations:\n\(first)\n\(second)", "\(first)\n\(second)"] {
      let said = words(try await run("diagnose", text))
      #expect(said.contains("a.b.c") && said.contains("2 receipts"), "\(said)")
    }
    let said = words(try await run("diagnose", "One: \(first)"))
    #expect(!said.contains("receipts"), "\(said)")
  }

  @Test("A receipt in a product is read, and a number is no part of another")
  func parts() async throws {
    let receipt = String(decoding: try TestReceipts.base64(), as: UTF8.self)
    for product in [
      #"{"productId": "a", "introductoryPrice": "$0.00", "appStoreReceipt": "\#(receipt)"}"#,
      #"[{"id": "a", "displayPrice": "$1", "receipt": "\#(receipt)"}]"#,
    ] {
      try await run("diagnose", product).expect(output: "Apple's sandbox signed")
    }
    for text in ["VerificationException {\n status: 21002 }", "VerificationException status: 401"] {
      let said = words(try await run("diagnose", text))
      #expect(!said.contains("Before its version 2.0"), "\(said)")
    }
    let said = words(try await run("explain", "StoreKit 21002 error from verifyReceipt"))
    #expect(!said.contains("app receipts alone"), "\(said)")
  }

  @Test("A product that was bought is a purchase")
  func boughtProduct() async throws {
    let text =
      #"{"productId": "a", "localizedPrice": "$1", "transactionId": "1", "transactionDate": 1}"#
    let said = words(try await run("diagnose", text))
    #expect(said.contains("this is a purchase"), "\(said)")
  }

  @Test("Entries of NSLog without their bracket are shown as far as they arrived")
  func cutEntries() async throws {
    let text = """
      "latest_receipt_info" =     (
              {
          "expires_date" = "2021-10-30 13:32:34 Etc/GMT";
          "expires_date_ms" = 1635600754000;
          "product_id" = pro;
          "transaction_id" = 400000960000000;
          "is_trial_period" = false;
          "original_purchase_date" = "2021-07-15 17:31:35 Etc/GMT"
      """
    try await run("diagnose", text).expect(status: 2)
      .expect(output: "pro was paid until 2021-10-30")
  }

  @Test("The number that Apple's server answered stands beside what was sent to it")
  func answerBesideRequest() async throws {
    let said = words(
      try await run(
        "diagnose",
        """
        {
            'transactionId': '520002716506581',
            'customerConsented': True,
            'deliveryStatus': DeliveryStatus.DELIVERED,
            'consumptionPercentage': 0
        }

        (400, 4000036, 'Invalid request. The delivery status field is invalid.')
        """))
    #expect(said.contains("this is a message to Apple"), "\(said)")
    #expect(said.contains("4000036: "), "\(said)")
  }

  @Test("A body that breaks off in a JWS without its header says so")
  func cutBody() async throws {
    let said = words(
      try await run("diagnose", #"{"signedPayload":".eyJub3RpZmljYXRpb25UeXBlIjoiRVhQSVJFRCIsInN1"#)
    )
    #expect(said.contains("the header of this JWS is missing"), "\(said)")
    let usual = words(try await run("diagnose", #"{"name":"value of a text that breaks"#))
    #expect(usual.contains("breaks off in a text"), "\(usual)")
  }

  @Test("Advice that two codes share is given once, and without a place")
  func adviceOnce() async throws {
    let said = words(
      try await run(
        "diagnose",
        #"{"code": "8", "domain": "RevenueCat.ErrorCode", "u": {"rc_backend_error_code": 7103, "d": "RevenueCat.BackendErrorCode", "code": "7103"}}"#
      ))
    #expect(said.split(separator: "compare the bundle id").count == 2, "\(said)")
    #expect(!said.contains("at byte"), "\(said)")
  }

  @Test("What is known of a whole text is explained, or its reader is named")
  func explainedWhole() async throws {
    let bench = try Workbench()
    let error = #"{"error":{},"status":-1,"message":"Unkown"}"#
    try await bench.run(["explain", error]).expect(status: 0)
      .expect(output: "an error of the library in-app-purchase")
    let shortened = try await bench.run(["explain", "MIIUZwYJ<.......more>9rxE3Q=="])
    #expect(shortened.messageText.contains("receipt diagnose reads"), "\(shortened)")
    let nothing = try await bench.run(["explain", "{ no such thing }"])
    #expect(nothing.messageText.contains("give one alone"), "\(nothing)")
  }

  @Test("Base64 in base64 is told")
  func encodedTwice() async throws {
    let once = try TestReceipts.base64()
    let told = "It is base64 in base64: it was encoded once too often."
    let twice = Data(once).base64EncodedString()
    try await run("diagnose", twice).expect(output: told)
    let plain = try await run("diagnose", String(decoding: once, as: UTF8.self))
    #expect(!plain.text.contains(told), "\(plain)")
  }

  @Test("A code is found with the word error before its number")
  func numberedCode() async throws {
    let bench = try Workbench()
    let plain = try await bench.run(["explain", "SKErrorDomain 2"]).expect(status: 0).text
    for text in ["SKErrorDomain error 2", "SKErrorDomain code 2"] {
      #expect(try await bench.run(["explain", text]).expect(status: 0).text == plain)
    }
  }

  @Test(
    "A cause that stands beside a code is read",
    arguments: [
      (
        #"Error Domain=NSOSStatusErrorDomain Code=-67843 "“StoreKit Testing in Xcode” certificate is not trusted""#,
        "switch the StoreKit configuration off"
      ),
      (
        #"It fails with {"status":21002} after base64EncodedStringWithOptions:NSDataBase64Encoding64CharacterLineLength"#,
        "without an option for the length of lines"
      ),
      (
        "TransactionInfo={\nappAccountToken=,\nproductId=a,\ntransactionId=1\n}",
        "appAccountToken is empty"
      ),
      (
        #"Log: { "AppAccountToken": "{AppAccountToken}", "BundleId": "{BundleId}", "InAppOwnershipType": "PURCHASED", "ExpiresDate": {ExpiresDate}"#,
        "signedTransactionInfo of Apple's answer"
      ),
    ])
  func causes(text: String, advice: String) async throws {
    let bench = try Workbench()
    let explained = try await bench.run(["explain", text])
    let diagnosed = try await bench.run(["diagnose", "-"], input: Array(text.utf8))
    func holds(_ result: CommandResult) -> Bool {
      (result.text + result.messageText).split(whereSeparator: \.isWhitespace)
        .joined(separator: " ").contains(advice)
    }
    #expect(holds(explained) || holds(diagnosed), "\(explained) \(diagnosed)")
  }
}
