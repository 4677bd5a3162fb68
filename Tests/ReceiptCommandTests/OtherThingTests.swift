import Foundation
import ReceiptCore
import Testing

/// Parts of responses, objects of frameworks, and things that are about purchases but no receipts.
@Suite struct OtherThingTests {
  private func decode(
    _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> JSON {
    try await Workbench().run(["decode", "-", "--format", "json"], input: Array(text.utf8))
      .expect(status: 0, sourceLocation: sourceLocation).json()
  }

  private func findings(_ json: JSON) -> [String] {
    (json["findings"]?.elements ?? []).compactMap { $0["id"]?.string }
  }

  private static func text(_ value: JSONValue?) throws -> String {
    try #require(value).description
  }

  // MARK: Parts

  @Test("A part of a response is read like the whole, and says which part it is")
  func parts() async throws {
    let answer = try JSONValue(TestReceipts.fixture("answer.json"))
    let entries = try #require(answer["latest_receipt_info"]?.elements)
    let renewal = """
      {"auto_renew_product_id": "tea", "product_id": "tea", "original_transaction_id": "7",
       "auto_renew_status": "0", "expiration_intent": "3"}
      """
    for (text, part, bundle) in [
      (try Self.text(answer["receipt"]), "receipt", answer["receipt"]?["bundle_id"]?.string),
      (try Self.text(answer["latest_receipt_info"]), "latest_receipt_info", nil),
      (entries[0].description, "latest_receipt_info", nil),
      (entries[0].description + "\n]", "latest_receipt_info", nil),
      (try Self.text(answer["receipt"]?["in_app"]), "latest_receipt_info", nil),
      ("[\(renewal)]", "pending_renewal_info", nil), (renewal, "pending_renewal_info", nil),
    ] {
      let json = try await decode(text)
      #expect(json["source"]?["form"]?.string == "verify-receipt", "\(text.prefix(80))")
      #expect(findings(json).contains("part-of-response"), "\(text.prefix(80))")
      let message = json["findings"]?.elements?.first { $0["id"]?.string == "part-of-response" }
      #expect(message?["message"]?.string?.contains(part) == true, "\(text.prefix(80))")
      #expect(json["receipt"]?["bundle_id"]?.string == bundle)
    }
    #expect(findings(try await decode(answer.description)).contains("part-of-response") == false)
  }

  @Test("Entries without the fields about offers do not say that an offer is still there")
  func silentOffers() async throws {
    for (field, isTold) in [("", false), (#", "is_trial_period": "false""#, true)] {
      let text = """
        {"status": 0, "environment": "Production", "latest_receipt_info": [{"product_id": "tea",
          "transaction_id": "1", "original_transaction_id": "1", "quantity": "1",
          "purchase_date": "2017-03-14 01:48:41 Etc/GMT",
          "original_purchase_date": "2017-03-14 01:48:41 Etc/GMT",
          "expires_date": "2017-04-14 01:48:41 Etc/GMT"\(field)}]}
        """
      let result = try await Workbench().run(["diagnose", "-"], input: Array(text.utf8))
      #expect(result.text.contains("probably still available") == isTold, "\(result)")
    }
  }

  @Test("Of two answers of which the second breaks off, both are told")
  func secondCut() async throws {
    let text = """
      {"status": 0, "environment": "Production", "receipt": {"bundle_id": "a.b", "in_app": []}}
      {"status": 0, "environment": "Production", "receipt": {"bundle_id": "a.b", "in_app": [
        {"product_id": "p", "transaction_id": "1", "quantity
      """
    let result = try await Workbench().run(["diagnose", "-"], input: Array(text.utf8))
    #expect(result.text.contains("2 receipts"), "\(result)")
    #expect(result.text.contains("send whole"), "\(result)")
    #expect(!result.text.contains("No purchase is in it"), "\(result)")
  }

  @Test("Rows of a database are no part of a response")
  func rows() async throws {
    for text in [
      #"{"product_id": "tea", "transaction_id": "1", "purchase_date": "2025-01-01"}"#,
      #"{"bundle_id": "a.b", "in_app": []}"#, #"[{"auto_renew_status": 1}]"#,
    ] {
      try await Workbench().run(["decode", "-"], input: Array(text.utf8)).expect(status: 2)
    }
  }

  @Test("Status 2 of a library is not an error of Apple's")
  func statusOfLibrary() async throws {
    let text = """
      {"response": {"receipt": {"receipt_type": "Production", "bundle_id": "com.example.tea",
        "in_app": []}, "status": 2, "environment": "Production", "service": "apple"}}
      """
    let json = try await decode(text)
    #expect(findings(json) == ["library-status"])
    #expect(json["receipt"]?["bundle_id"]?.string == "com.example.tea")
    #expect(findings(try await decode(#"{"status": 21007}"#)).isEmpty)
  }

  // MARK: Frameworks

  @Test("In an object of a framework the signed text decides")
  func signedText() async throws {
    let receipt = WrappingTests.base64(try TestReceipts.der())
    for text in [
      #"{"receipt": {"productId": "a", "transactionId": "1", "transactionReceipt": "\#(receipt)"}}"#,
      #"[{"productId": "a", "transactionDate": 1, "transactionReceipt": "\#(receipt)"}]"#,
      #"{"productID": "a", "verificationData": {"serverVerificationData": "\#(receipt)"}}"#,
      #"{"Store": "AppleAppStore", "TransactionID": "1", "Payload": "\#(receipt)"}"#,
      #"{"app_user_id": "a", "fetch_token": "\#(receipt)"}"#,
      #"{"sourceReceipt": {"nativeData": {"appStoreReceipt": "\#(receipt)"}}, "products": []}"#,
    ] {
      let json = try await decode(text)
      #expect(json["source"]?["form"]?.string == "app-receipt", "\(text.prefix(60))")
      #expect(json["signature"]?["status"]?.string == "apple", "\(text.prefix(60))")
    }
  }

  @Test(
    "Without a signed text it says which member to ask for",
    arguments: [
      (#"{"productId": "a", "transactionId": "1", "transactionDate": 1}"#, "jwsRepresentationIOS"),
      (#"[{"productId": "a", "transactionDate": 1}]"#, "transactionReceipt"),
      (#"{"productID": "a", "purchaseID": "1"}"#, "serverVerificationData"),
      (#"{"Store": "AppleAppStore", "TransactionID": "1", "Payload": ""}"#, "Payload"),
      (#"{"request_date": "x", "subscriber": {"entitlements": {}}}"#, "RevenueCat"),
      (#"{"originalAppUserId": "x", "entitlements": {}}"#, "RevenueCat"),
      (#"{"app_user_id": "x", "fetch_token": null}"#, "fetch_token"),
      (#"{"profileId": "x", "accessLevels": {}}"#, "Adapty"),
      (#"{"profile_id": "x", "access_levels": {}}"#, "Adapty"),
      (#"{"qonversionId": "x"}"#, "Qonversion"),
      (#"{"sourceReceipt": {}, "products": []}"#, "appStoreReceipt"),
      (#"{"transactionId": "1", "nativePurchase": {}}"#, "appStoreReceipt"),
      (#"{"transactionIdentifier": "1", "transactionState": 1}"#, "appStoreReceiptURL"),
      (
        #"{"className": "Transaction", "transactionId": "1", "purchaseDate": "x", "products": []}"#,
        "appStoreReceipt"
      ),
      (
        #"{"ok": true, "data": {"latest_receipt": true, "transaction": {}, "collection": [{"transactionId": "1", "purchaseDate": 1, "isExpired": false}]}}"#,
        "validator"
      ),
      (#"{"profile_id": "x", "event_properties": {"transaction_id": "1"}}"#, "Adapty"),
      (#"{"id": "pro", "active": true, "source": "appstore", "product": {}}"#, "Qonversion"),
      (#"{"productId": "a", "transactionId": "1"}"#, "jwsRepresentation"),
      (#"{"receipt": {"productId": "com.example.lifetime"}}"#, "jwsRepresentation"),
    ])
  func askFor(text: String, words: String) async throws {
    for command in ["decode", "diagnose"] {
      let result = try await Workbench().run([command, "-"], input: Array(text.utf8))
        .expect(status: 2).expect(message: "[not-a-receipt]").expect(message: words)
      #expect(result.messageText.contains("Apple signed"), "\(result)")
    }
  }

  @Test("Words of the app that the signed text does not have are told, and it decides")
  func appWords() async throws {
    let receipt = WrappingTests.base64(try TestReceipts.der())
    for (text, words) in [
      (
        #"{"productId": "tea", "transactionId": "7", "transactionReceipt": "\#(receipt)"}"#,
        "name the product tea and the transaction 7, which are not in it"
      ),
      (
        #"[{"receipt": {"productId": "tea", "transactionReceipt": "\#(receipt)"}}]"#,
        "name the product tea, which is not in it"
      ),
      (
        #"{"productID": "vip", "purchaseID": "1000000479728157", "serverVerificationData": "\#(receipt)"}"#,
        nil
      ),
      // Of several objects, and of a server's own names, nothing is known.
      (#"[{"productId": "tea", "transactionReceipt": "\#(receipt)"}, {"productId": "cup"}]"#, nil),
      (#"{"product_id": "tea", "receipt": "\#(receipt)"}"#, nil),
    ] {
      let bench = try Workbench()
      try bench.write("object", text.utf8)
      try await bench.run(["check", "object"]).expect(status: 0)
      let said = try await bench.run(["diagnose", "object"]).expect(status: 0).text
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(said.contains("The app's words around it") == (words != nil), "\(said)")
      #expect(words.map(said.contains) ?? true, "\(said)")
      #expect(findings(try await decode(text)).contains("unsigned-disagrees") == (words != nil))
    }
  }

  @Test("A response with two things that Apple does not write is asked about first")
  func inventedResponse() async throws {
    func text(_ end: String, _ more: String = "") -> String {
      """
      {"status": 0, "environment": "Production", \(more)"receipt": {"bundle_id": "a.b", "in_app": [
       {"product_id": "vip", "transaction_id": "370000912345678", "quantity": "1",
        "original_transaction_id": "370000912345678", "purchase_date_ms": "1769904000000",
        "expires_date_ms": "\(end)"}]}}
      """
    }
    let usual = "the app should unlock vip"
    for (text, words) in [
      (text("1772323200000"), usual), (text("148204965966000"), usual),
      (text("1772323200000", #""Telegram": "x", "#), usual),
      (text("148204965966000", #""Telegram": "x", "#), "Let your server ask Apple before"),
    ] {
      let result = try await Workbench().run(
        ["diagnose", "-", "--at", "2026-02-10"], input: Array(text.utf8)
      ).expect(status: 1)
      let said = result.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(said.contains(words), "\(said)")
      #expect(said.contains("should unlock") == (words == usual), "\(said)")
    }
  }

  @Test("A signed text in a notification that was printed tells what it proves")
  func printedNotification() async throws {
    let bench = try Workbench()
    let spec = """
      style: jws-transaction
      receipt: {bundle_id: com.example.tea, environment: Production, receipt_creation_date: 2025-03-01, in_app: [
        {product_id: tea, transaction_id: "300000000000007", purchase_date: 2025-02-20, expires_date: 2025-03-20}]}
      """
    try await bench.run(["make", "-", "-o", "t", "--root", "r"], input: Array(spec.utf8))
      .expect(status: 0)
    let signed = try bench.text("t")
    func printed(_ text: String) -> [UInt8] {
      Array(
        "{ notificationType: 'DID_RENEW', data: { bundleId: 'com.example.tea', signedTransactionInfo: '\(text)' } }"
          .utf8)
    }
    let options = ["-", "--trust-root", "r", "--at", "2025-03-02"]
    let said = try await bench.run(["diagnose"] + options, input: printed(signed))
      .expect(status: 1).text
    #expect(said.contains("your own root signed the receipt in it"), "\(said)")
    #expect(said.contains("tea: active until 2025-03-20"), "\(said)")
    try await bench.run(["check"] + options, input: printed(signed)).expect(status: 1)
      .expect(output: "this is a payload without its signature")
    // The signature of another text.
    let point = try #require(signed.lastIndex(of: "."))
    let forged = signed[..<point] + "." + String(repeating: "A", count: 86)
    let other = try await bench.run(["diagnose"] + options, input: printed(String(forged)))
      .expect(status: 1).text
    #expect(other.contains("Unlock nothing") && !other.contains("active until"), "\(other)")
    // One that holds does not vouch for another.
    for second in [String(forged), String(forged[..<point]), "eyJh***"] {
      let both = printed(signed + "', signedRenewalInfo: '" + second)
      let beside = try await bench.run(["diagnose"] + options, input: both).text
      #expect(beside.contains("Unlock nothing") && !beside.contains("root signed"), "\(beside)")
    }
  }

  // MARK: Others

  @Test(
    "What is about purchases and no receipt is named, with what to do",
    arguments: [
      (
        #"{"version": "1.0", "packageName": "a", "subscriptionNotification": {"version": "1.0", "notificationType": 4, "purchaseToken": "t"}}"#,
        "a notification of Google Play"
      ),
      (
        #"{"message": {"messageId": "1", "data": "eyJ2ZXJzaW9uIjoiMS4wIiwicGFja2FnZU5hbWUiOiJjb20uZXhhbXBsZS50ZWEiLCJldmVudFRpbWVNaWxsaXMiOiIxNzAwMDAwMDAwMDAwIiwic3Vic2NyaXB0aW9uTm90aWZpY2F0aW9uIjp7InZlcnNpb24iOiIxLjAiLCJub3RpZmljYXRpb25UeXBlIjo0LCJwdXJjaGFzZVRva2VuIjoidCJ9fQ=="}}"#,
        "a notification of Google Play"
      ),
      (#"{"version": "1.0", "notificationType": 4, "purchaseToken": "t"}"#, "of Google Play"),
      (#"{"orderId": "GPA.1", "packageName": "a", "purchaseToken": "t"}"#, "in Google Play"),
      (#"{"kind": "androidpublisher#subscriptionPurchaseV2"}"#, "an answer of Google Play"),
      (#"{"receiptId": "a", "productType": "ENTITLED"}"#, "Amazon"),
      (#"{"inAppPurchaseData": "{}", "dataSignature": "s"}"#, "Huawei"),
      (#"{"applicationId": 1, "purchaseToken": "t", "packageName": "a"}"#, "Huawei"),
      (#"{"id": "cs_1", "object": "checkout.session"}"#, "Stripe"),
      (#"{"event_type": "transaction.completed", "notification_id": "n"}"#, "Paddle"),
      ("alert_name=payment_succeeded&alert_id=1&p_signature=abc", "Paddle"),
      (#"{"items": [{"skuId": "0010", "productKind": "Durable"}]}"#, "the Microsoft Store"),
      (#"{"skuId": "0010", "acquiredDate": "2026-01-01"}"#, "the Microsoft Store"),
      (#"{"device_token": "AgAAAFPF", "timestamp": 1}"#, "DeviceCheck"),
      ("AgAAA" + String(repeating: "lqL2HAPNa5i3Bq4Mnx", count: 20), "DeviceCheck"),
      (
        "oijjkgbbonhmnmpkgggjlkda.AO-J1O" + String(repeating: "xBnT3hAj", count: 14),
        "a purchase token of Google Play"
      ),
      ("oijjkgbbonhmnmpkgggjlkda.AO-J1OxBnT3hAj", "a purchase token of Google Play"),
      (
        #"{"Store": "fake", "TransactionID": "1", "Payload": "{ \"this\": \"is a fake receipt\" }"}"#,
        "Unity's fake store"
      ),
      (
        "<plist><dict><key>softwareVersionBundleId</key><string>a.b</string></dict></plist>",
        "iTunesMetadata.plist"
      ),
      (
        "<plist><dict><key>CFBundleIdentifier</key><string>a.b</string></dict></plist>",
        "a part of an app"
      ),
      ("<plist><dict><key>files2</key><dict/></dict></plist>", "a part of an app"),
      (
        "var obj = JSON.parse($response.body);\nobj = {\"status\": 0, \"receipt\": {\"bundle_id\": \"a.b\", "
          + "\"in_app\": []}};\n$done({body: JSON.stringify(obj)});",
        "a script that makes a proxy forge"
      ),
      (
        "// unlocks\nvar obj = JSON.parse($response.body);\n$done({body: JSON.stringify(obj)});",
        "a script that makes a proxy forge"
      ),
      ("/Users/me/receipt.bin", "a file's path"), ("byte[]: [B@1b6d3586", "as Java"),
      ("9:41\nSubscriptions\nACTIVE\nTea Pro\nRenews 20 Dec 2026\n", "list of subscriptions"),
      (
        "# What it shows.\nstyle: apple\nattributes:\n  - {type: 0, kind: UTF8String, value: x}\n",
        "a SPEC"
      ),
      (#"{"customerConsented": true, "deliveryStatus": "DELIVERED"}"#, "a message to Apple"),
      (#"{"products": [], "subscriptionGroups": []}"#, "StoreKit configuration"),
      (#"{"app_name": "Tea", "bug_type": "309"}"#, "a crash report"),
      (#"{"status": 1}"#, "Look Up Order ID"),
      (
        #"{"schema": 1, "source": {"name": "a"}, "receipt": {"bundle_id": "a"}}"#,
        "this tool printed"
      ),
      ("receipt: {bundle_id: com.example.tea, in_app: [{product_id: tea}]}\n", "a SPEC"),
      ("notification: {notification_type: REFUND}\nreceipt: {bundle_id: a.b}\n", "a SPEC"),
      ("receipt:\n  bundle_id: com.example.tea\n  in_app:\n    - product_id: tea\n", "a SPEC"),
      ("receipts:\n  - files: \"*.b64\"\n    bundle_id: a.b\n", "an expectation file"),
      ("bundle-id: com.example.tea\nproducts:\n  tea:\n    name: Tea\n", "a settings file"),
      ("Apple\nReceipt\nORDER ID\nMVK1LQ2X7P\nTea Pro (Monthly)\nTOTAL 4,99\n", "an invoice"),
      ("Apple\nRechnung\nBESTELLNUMMER MVXP5T9G2K\nGESAMT 4,99\n", "an invoice"),
      ("Reçu\nNº DE COMMANDE\nMVK1LQ2X7P\nTOTAL 4,99\n", "an invoice"),
      ("GPA.3312-1234-5678-90123", "an order id of Google Play"),
      (
        "10:00 purchase(tea) -> Product.PurchaseResult.pending (Ask to Buy)\n", "waits for approval"
      ),
      ("Purchase result: pending\nproduct tea\n", "waits for approval"),
      ("<SKPaymentTransaction: 0x2812> state=4 (deferred) product=tea", "waits for approval"),
      ("PurchaseStatus.pending for tea", "waits for approval"),
      ("Incident Identifier: 1\nProcess: Tea [1]\n", "the report of a crash"),
      (
        "com.apple.itunes.storekit.verification.VerificationException: INVALID_CHAIN\n\tat a.b(C.java)",
        "App Store Server Library"
      ),
      (
        "Transaction verification failed: Invalid JWS format. Expected 3 parts, got 1",
        "jwsRepresentation and not the id"
      ),
      ("Undefined array key \"environment\"\nin vendor/a/b.php:58", "such as 21007"),
      (
        "** (FunctionClauseError) no function clause matching in ReceiptVerifier.Parser.parse_response/1",
        "an old transaction receipt"
      ),
      (
        "no implicit conversion of String into Integer\nvenice (0.2.0) lib/venice/receipt.rb:42",
        "older versions of venice"
      ),
      (
        "userInfo: Object\ncode: \"7103\"\ndomain: \"RevenueCat.BackendErrorCode\"\n",
        "an error of RevenueCat"
      ),
      ("{errorMessage: \"Cannot connect to iTunes Store\", errorCode: 0}", "SKErrorDomain 0"),
      ("Failed to write receipt to URL /a, NSCocoaErrorDomain Code=513", "could not be written"),
      (
        "[Purchases] - ERROR: Unable to load receipt, ensure you are logged in to a valid Apple account",
        "no receipt on the device"
      ),
      ("Error: The receipt is not for this device or app", "an error of a library in the app"),
      ("The exit(173) API is no longer available. Use AppTransaction", "a message of macOS"),
      (
        "at ReceiptUtility.extractTransactionIdFromAppReceipt (a.ts:1)\neyJhbGciOiJFUzI1NiIs",
        "to verifyAndDecodeTransaction"
      ),
      (
        "JWTDecodeException: The token was expected to have 3 parts, but got 2.",
        "a VerificationResult lacks the signature"
      ),
      (
        "UnexpectedValueException: \"kid\" empty, unable to lookup correct key",
        "Apple Root CA - G3"
      ),
      (
        "Client error: `POST https://a/test` resulted in a `401 Unauthorized` response:\nUnauthenticated\n",
        "a refusal of a server (401)"
      ),
      ("HTTP/1.1 401 Unauthorized\r\nDate: x\r\n\r\n", "a refusal of a server (401)"),
      ("401 Unauthorized", "a refusal of a server (401)"),
      (
        "<Receipt Version=\"1.0\" CertificateId=\"A\" xmlns=\"http://schemas.microsoft.com/windows/2012/store/receipt\"/>",
        "the Microsoft Store"
      ),
    ])
  func others(text: String, words: String) async throws {
    for command in ["decode", "check", "diagnose"] {
      let result = try await Workbench().run([command, "-"], input: Array(text.utf8))
        .expect(status: 2).expect(message: words).expect(message: "[not-a-receipt]")
      #expect(result.messageText.contains("hint: "), "\(result)")
    }
  }

  @Test(
    "The code in the message of an error is explained at once",
    arguments: [
      ("Error Domain=SKErrorDomain Code=0 \"x\"", "SKErrorDomain 0 (unknown): something failed"),
      ("ERROR 6777002: Load failed", "6777002: the products could not be loaded"),
      ("apiError: 4000006, errorMessage: x", "4000006: the text is no transaction id"),
      ("failed: Domain=ASDServerErrorDomain Code=3532 x", "has the subscription already"),
      ("failed: Domain=ASDServerErrorDomain Code=3539 x", "no information about this product"),
      ("PlatformException(ASDErrorDomain Code=507, null)", "could not be read"),
      ("[Purchases] RevenueCat.ErrorCode Code=9 x", "MISSING_RECEIPT_FILE"),
      ("Domain=ASDErrorDomain Code=603 \"Request throttled\"", "valid and current"),
      ("Domain=ASDErrorDomain Code=508 \"x\"", "does not document their numbers"),
      ("Domain=AMSErrorDomain Code=2 x, AMSStatusCode=401", "must sign in again"),
      ("AMSServerErrorDomain Code=-5000", "in a test as a sandbox tester"),
      ("(StoreKit.InvalidRequestError error 1.)", "does not say why"),
      ("(RevenueCat.OfferingsManager.Error error 1.)", "the Paid Apps Agreement"),
      ("value : StoreKit.StoreKitError.unknown", "StoreKit does not say what"),
      ("readable_error_code: \"STORE_PROBLEM\"", "the App Store failed"),
      ("code: 'receipt-failed'", "it could not be refreshed"),
    ])
  func codes(text: String, words: String) async throws {
    for command in ["decode", "check", "diagnose"] {
      try await Workbench().run([command, "-"], input: Array(text.utf8))
        .expect(status: 2).expect(message: words)
    }
    let explained = try await Workbench().run(["explain", text]).expect(status: 0)
    #expect(!explained.text.isEmpty)
  }

  @Test(
    "A sentence is as good as the code that it stands for",
    arguments: [
      ("The App Store could not read the JSON object you provided.", "21000"),
      ("The receipt could not be authenticated.", "21003"),
      ("The system couldn\u{2019}t authenticate the receipt.", "21003"),
      ("The shared secret you provided does not match the one on file", "21004"),
      ("The receipt server is not currently available.", "21005"),
      ("This receipt is valid but the subscription has expired.", "21006"),
      (
        "This receipt is a sandbox receipt,\n  but it was sent to the production service",
        "21007"
      ),
      ("fails with \"Sandbox receipt used in production,\" you should", "21007"),
      ("This receipt is a production receipt, but it was sent to the sandbox service", "21008"),
      ("The receipt is valid, but purchased nothing", "found no purchase in it"),
      ("A server with the specified hostname could not be found.", "NSURLErrorDomain -1003"),
      ("The Internet connection appears to be offline.", "NSURLErrorDomain -1009"),
      ("The network connection was lost.", "NSURLErrorDomain -1005"),
      ("The request timed out.", "NSURLErrorDomain -1001"),
      ("Could not connect to the server.", "NSURLErrorDomain -1004"),
      ("An SSL error has occurred and a secure connection", "NSURLErrorDomain -1200"),
      ("There was a problem with the App Store.", "STORE_PROBLEM"),
      ("The receipt is missing.", "MISSING_RECEIPT_FILE"),
      ("There is already another active subscriber using the same receipt.", "another app user"),
      ("The receipt is not valid. The purchase was missing in the receipt.", "restore purchases"),
      ("None of the products registered in the RevenueCat dashboard could be fetched", "bundle id"),
      ("x509: certificate signed by unknown authority (SHA1-RSA)", "nothing is said against"),
      ("x509: insecure algorithm SHA1-RSA", "no sign of forgery"),
      ("error: unable to get local issuer certificate", "nothing is said against"),
      ("code: 'CERT_HAS_EXPIRED'", "judged by today"),
      ("certificate has expired", "judged by today"),
      ("\"Indefinite Length form encounted, not implemented\"", "reads DER only"),
      ("PayloadValueConversionError.invalidLength", "reads DER only"),
      ("invalidCertificateChainOfTrust", "TPInAppReceipt"),
      ("Failed verification. Hash with GUID 0A does not match hash in receipt", "another device"),
      ("#1000 (noProductIDsFound): No In-App Purchase product identifiers", "the Paid Apps"),
    ])
  func sentences(text: String, words: String) async throws {
    for command in ["decode", "diagnose"] {
      try await Workbench().run([command, "-"], input: Array(text.utf8))
        .expect(status: 2).expect(message: "[not-a-receipt]").expect(message: words)
    }
    let explained = try await Workbench().run(["explain", text]).expect(status: 0)
    #expect(!explained.text.isEmpty)
  }

  @Test(
    "A response without a purchase says what to do in the app",
    arguments: [
      (#"{"status": 21006, "message": "x"}"#, "had ended when Apple was asked"),
      (
        #"{"status": 0, "receipt": {"bundle_id": "a.b", "in_app": []}}"#,
        "Apple accepts the receipt"
      ),
      (
        #"{"status": 0, "receipt": {"bundle_id": "a.b", "in_app": []}}"#,
        "An empty in_app is normal without purchases"
      ),
      (
        #"{"status": 0, "receipt": {"bundle_id": "a.b", "in_app": [{"product_id": "p", "transaction_id": "370000912345678", "purchase_date_ms": "1650974842000"}]}, "latest_receipt_info": []}"#,
        "latest_receipt_info is empty, which is normal"
      ),
      (
        #"{"status": 0, "receipt": {"bundle_id": "a.b", "receipt_creation_date_ms": "1650974842000", "original_purchase_date_ms": "1650974826000", "in_app": []}}"#,
        "made 16 seconds after the app was first got"
      ),
      (
        #"{"status": 2, "receipt": {"bundle_id": "a.b", "receipt_type": "Production", "in_app": []}}"#,
        "Status 2 is not Apple's"
      ),
    ])
  func emptyResponse(text: String, words: String) async throws {
    let result = try await Workbench().run(["diagnose", "-"], input: Array(text.utf8))
      .expect(status: 1)
    #expect(result.text.replacing("\n    ", with: " ").contains(words), "\(result.text)")
  }

  @Test("A masked value is no secret, no damage and no number of Apple's")
  func masks() async throws {
    let text = """
      {"status": 0, "password": "xxxx", "latest_receipt": "xxxx", "receipt": {"bundle_id": "xxxx", "adam_id": XXXXX,
      "receipt_creation_date_ms": "16509748XXXXX", "in_app": [{"product_id": "p", "transaction_id": "1000000XXXX",
      "purchase_date_ms": "1650974842000"}]}}
      """
    let json = try await decode(text)
    #expect(Set(findings(json)) == ["masked"])
    #expect(json["errors"]?.elements?.isEmpty ?? true)
    #expect(json["receipt"]?["adam_id"] == nil)
  }

  @Test("Files of other kinds are named")
  func binary() async throws {
    let bench = try Workbench()
    try await bench.shell(
      """
      openssl req -x509 -newkey rsa:2048 -nodes -keyout key -subj /CN=x -out a.pem 2>/dev/null
      openssl pkcs12 -export -inkey key -in a.pem -out a.p12 -passout pass:x
      """
    ).expect(status: 0)
    try await bench.run(["decode", "a.p12"]).expect(status: 2).expect(message: "a key store (.p12)")
      .expect(message: "[private-key]")
    for (bytes, words) in [
      ([0, 0, 0, 24] + Array("ftypheic".utf8) + [0, 0, 0, 0], "a picture"),
      (Array("GIF89a".utf8), "a picture"), ([0xCF, 0xFA, 0xED, 0xFE, 7, 0], "a program"),
      ([0xCA, 0xFE, 0xBA, 0xBE, 0, 0], "a program"), (Array("BOMStore".utf8), "a catalogue"),
    ] as [([UInt8], String)] {
      try await bench.run(["decode", "-"], input: bytes).expect(status: 2).expect(message: words)
    }
  }

  // MARK: Words and mistakes

  @Test(
    "Words that people search for are explained",
    arguments: [
      "VerificationException", "VerificationStatus", "VERIFICATION_FAILURE", "INVALID_CHAIN",
      "RETRYABLE_VERIFICATION_FAILURE", "INVALID_APP_IDENTIFIER", "INVALID_ENVIRONMENT",
      "INVALID_CHAIN_LENGTH", "INVALID_CERTIFICATE", "SKReceiptRefreshRequest", "AppStore.sync()",
      "appStoreReceiptURL", "simulatesAskToBuyInSandbox", "enableOnlineChecks",
      "jwsRepresentation", "401", "DER", "sha1", "expires_date_ms", "purchase_date_pst",
      "revokedCertificate", "invalidCertificateChain", "missingRequiredProperties", "orderId",
      "order id", "invoice", "Look Up Order ID", "GUID", "device id", "identifierForVendor",
    ])
  func words(word: String) async throws {
    try await Workbench().run(["explain", word]).expect(status: 0)
  }

  @Test("Mistakes at the keyboard get the hint that mends them")
  func mistakes() async throws {
    let bench = try Workbench()
    try bench.write("r", TestReceipts.base64())
    for (arguments, words) in [
      (["--verison"], "did you mean --version?"),
      (["check", "r", "--at", "2018-11-29 09:00"], "\"2018-11-29 09:00:00 UTC\" if it is UTC"),
      (["check", "r", "--at", "2018-11-29 09:00:00"], "\"2018-11-29 09:00:00 UTC\" if it is UTC"),
      (["check", "r", "--at", "2018-11-29T09:00"], "\"2018-11-29T09:00:00Z\" if it is UTC"),
      (["check", "r", "--bundle-id", "com.example.tea "], "without the space"),
      (["check", "r", "--product", " tea"], "without the space"),
    ] {
      try await bench.run(arguments).expect(status: 64).expect(message: words)
    }
    try await bench.run(["explain", "product_ms"]).expect(status: 2)
  }
}
