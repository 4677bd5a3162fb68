import TestSupport
import Testing

@testable import ReceiptCore

/// What people post in the place of a receipt: messages of errors, and parts of what was printed.
@Suite struct PostedTextTests {
  private static func error(_ text: String) -> ReceiptError? {
    do throws(ReceiptError) {
      _ = try FoundReceipt.all(in: Array(text.utf8))
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "A message of an error is named, in text and in JSON",
    arguments: [
      ("purchase failed: Error Domain=SKErrorDomain Code=2 \"x\"", "closed the payment sheet"),
      ("Error Domain=SKErrorDomain Code=0 \"x\"", "does not say whether a purchase"),
      (
        "Error Domain=SKErrorDomain Code=0 UserInfo={a={Error Domain=AMSErrorDomain Code=2}}",
        "does not say whether a purchase"
      ),
      (
        "Error Domain=FooErrorDomain Code=2 UserInfo={a={Error Domain=SKErrorDomain Code=0}}",
        "does not say whether a purchase"
      ),
      ("Error Domain=SKErrorDomain Code=21", "does not say whether a purchase"),
      ("{\"domain\": \"SKErrorDomain\", \"code\": 2}", "closed the payment sheet"),
      ("The operation failed (SKErrorDomain error 2.)", "closed the payment sheet"),
      (
        "SKErrorDomain Code=0 {Error Domain=AMSServerErrorDomain Code=-5000}",
        "its password is wrong"
      ),
      ("SSErrorDomain Code 110 - Cannot connect to iTunes Store", "the store was not reached"),
      ("unexpected enum case 'SKErrorCode(rawValue: 110)'", "the store was not reached"),
      ("Failed to call API with httpStatusCode=401", "message of an error"),
      (
        "Error Domain=AMSErrorDomain Code=100 \"x\" UserInfo={NSLocalizedFailureReason=The verify "
          + "credentials call failed., NSUnderlyingError=0x600001b3c510 {Error Domain=com.apple.accounts "
          + "Code=4 \"x\" UserInfo={NSLocalizedDescription=No auth plugin to verify credentials for "
          + "accounts of type com.apple.account.iTunesStore.sandbox}}}",
        "a simulator cannot sign in"
      ),
      (
        "{\"errors\": [{\"status\": \"401\", \"code\": \"NOT_AUTHORIZED\"}]}",
        "a refusal of the App Store Connect API (401)"
      ),
      ("{\"domain\": \"NSURLErrorDomain\", \"code\": -999}", "error of the network"),
      ("Receipt refresh failed: Error Domain=SSErrorDomain Code=100", "refreshing the receipt"),
      ("{\"isError\": true, \"code\": 6777001}", "cordova-plugin-purchase"),
      ("{\"userInfo\": {\"rc_backend_error_code\": 7103}}", "RevenueCat"),
      ("Error Domain=com.adapty.AdaptySDK Code=400 \"Details: 21002\"", "Adapty"),
      ("com.mugunthkumar.mkstorekit Code=21009", "is not Apple's"),
      ("Invalid Product Identifiers - (a)", "knows none of the products"),
      ("Error: the JSON Web Token (JWT) is invalid.", "401"),
      ("{\"body\": \"VerificationException: INVALID_CHAIN\", \"status\": 500", "Server Library"),
      ("{\"Store\": \"GooglePlay\", \"TransactionID\": \"a\", \"Payload\": \"{}\"}", "Google Play"),
      ("{\"type\": \"ios-appstore\", \"id\": \"1000000194899091\"}", "id of a transaction"),
      ("{\"aud\": \"appstoreconnect-v1\", \"exp\": 1}", "developer's token"),
      (
        "Optional(Error Domain=RCPurchasesErrorDomain Code=8 \"x\" UserInfo={a=1, b={c=2}})",
        "RevenueCat"
      ),
      ("SwiftyStoreKit.ReceiptError error 3.", "SwiftyStoreKit"),
      ("signatureValidation(appleIncRootCertificateNotFound)", "TPInAppReceipt"),
      ("IAPSecurityException: GenericValidationException", "Unity"),
      ("FlutterError: (code: 1004, message: No purchases to restore) at Adapty.get", "1004"),
      ("Domain=ASDServerErrorDomain Code=3532 \"subscribed\"", "App Store on the device"),
      ("PlatformException(storekit_duplicate_product_object, x)", "unfinished"),
      ("Error: read ECONNRESET\n{ errno: -104, appleStatus: 1 }", "error of the network"),
      ("req {{\"receipt-data\":\"MIIWdgYJKoZI\nresp &{21002 {}}", "inside of receipt-data"),
      ("PlatformException(userCancelled, StoreKitError, null)", "or signing in failed"),
      (
        "Verify receipt failed: networkError(error: Error Domain=ASDServerErrorDomain Code=500317)",
        "refreshing the receipt"
      ),
      ("The data object identifier couldn't be found on the receipt.", "RevenueCat's log"),
      ("{ok:false,data:{code:6778003,error:{message:\"x\"}}}", "cordova-plugin-purchase"),
      ("JWSInvalid: Invalid Compact JWS", "something else as a JWS"),
      ("{\"errorCode\": \"NOT_AUTHORIZED\"}", "401"),
      ("{\"error\": {}, \"status\": -1, \"message\": \"x\"}", "in-app-purchase"),
      ("[Purchases] - ERROR: The receipt is not valid.", "RevenueCat"),
      (
        "{\"transactionState\":\"purchasing\",\"errorCode\":0,\"errorMessage\":\"\"}",
        "nothing was bought yet"
      ),
      ("{\"readable_error_code\":1,\"userCancelled\":true}", "closed the payment sheet"),
      ("{\"receiptId\": \"a\", \"sku\": \"b\"}", "Amazon"),
      (
        "{\"ackId\": \"a\", \"publishTime\": \"b\", \"data\": \"eyJ2ZXJzaW9uIjoiMS4wIiwicGFja2FnZU5hbWUiOiJhIn0=\"}",
        "Pub/Sub"
      ),
      ("{\"bid\": null, \"bvrs\": null, \"transaction_id\": null}", "every value in it is null"),
      ("httpStatusCode: 400, apiError: 4000006, errorMessage: 'x'", "message of an error"),
      ("MIIUZwYJ<.......more>9rxE3Q==", "its middle is missing"),
      ("MIIUZwYJ[REDACTED]9rxE3Q==", "was masked when it was shown: its middle"),
      ("MIIUZwYJ<redacted>", "was masked when it was shown: its end"),
      ("eyJhbGciOiJFUzI1NiIsxxxx", "was masked when it was shown: its end"),
      ("eyJhbGciOiJFUzI1NiIs--- cut ---", "was shortened when it was shown: its end"),
      ("{\"receipt-data\": \"REMOVED\"}", "receipt-data was masked"),
      ("{\"receipt-data\": \"----\"}", "receipt-data was masked"),
      ("{\"signedPayload\": \"[REDACTED]\"}", "signedPayload was masked"),
      ("{\"alg\": \"ES256\", \"x5c\": [\"MIIEMDCCA7agAwIBAgIQ...\"]}", "the header of a JWS"),
      ("{\"alg\": \"ES256\", \"kid\": \"Apple_Xcode_Key\"}", "the header of a JWS"),
      ("{\"status\": 1, \"message\": \"Unknown\"}", "in-app-purchase"),
      ("{\"status\": 2, \"message\": \"x\"}", "Apple accepts the receipt"),
      (
        "Server: eyJhbGciOiJFUzI1NiIsIng1YyI6WyJNSUlFTURDQ0E3YWdBd0lCQWdJUWZU\nSource: app_store",
        "the beginning of a JWS"
      ),
      ("latest_receipt_info: Array(1)\n  0:\n", "looks like a response of verifyReceipt"),
      ("{\"code\": 2, \"domain\": \"SKErrorDomain\"}", "closed the payment sheet"),
      (
        "Error Domain=com.margelo.nitro.rniap Code=-1 \"{\\\"message\\\":\\\"Request Canceled\\\",\\\"code\\\":"
          + "\\\"user-cancelled\\\"}\" UserInfo={NSLocalizedDescription={\\\"message\\\":\\\"Request Canceled\\\"}}",
        "closed the payment sheet"
      ),
      ("Error Domain=com.margelo.nitro.rniap Code=-1 \"{}\"", "react-native-iap"),
      ("Verification failed with status: VERIFICATION_FAILURE", "App Store Server Library"),
      (
        "json: cannot unmarshal number into Go struct field NotificationUnifiedReceipt.unified_receipt.status of "
          + "type string", "a program in Go"
      ),
      ("invalid character '<' looking for beginning of value", "got a web page"),
      ("SyntaxError: Unexpected token < in JSON at position 0", "got a web page"),
      (
        "{\"errorMessage\":\"ex.name (com.apple.jingle.foundation.exceptions.MZCodedException)\",\"status\":-1}",
        "inside of Apple's server"
      ),
      ("Undefined index: original_application_version at a/Receipt.php:96", "reads Apple's answer"),
      ("EmptyError: failed to validate for empty purchased list", "message of an error"),
      (
        "DEBUG: API request started: GET '/v1/subscribers/$RCAnonymousID%3A348a'",
        "a log of RevenueCat"
      ),
      ("(superwall_react_native.PurchaseResultError error 1.)", "an error of Superwall"),
      ("receipt_validation_failed", "an error of IAPHUB"),
      ("2016-06-06 19:12:49 [Debug] SOOMLA SoomlaStore: Transaction completed", "a log of SOOMLA"),
      ("code: \"E(null)0\"\ndomain: \"RCTErrorDomain\"", "React Native"),
      ("Error Domain=SSServerErrorDomain Code=-5000 \"x\"", "its password is wrong"),
      ("<html><body><b>Http/1.1 Service Unavailable</b></body> </html>", "a server was down"),
      (
        "I/flutter ( 5234): productID: com.example.monthly\nI/flutter ( 5234): purchaseID: 2000000457890123",
        "Flutter's in_app_purchase"
      ),
      ("PurchaseDetails:\n ProductID = yearly\n PurchaseID = 1\n", "Flutter's in_app_purchase"),
      (
        "Transaction(id: 2000000457890123, originalID: 2000000400000000, productID: monthly)",
        "an app that uses StoreKit 2"
      ),
      ("productId=monthly, purchaseToken=a.b, orderId=GPA.1, transactionId=1", "Google Play"),
    ])
  func errors(text: String, words: String) throws {
    let error = try #require(Self.error(text))
    #expect(error.message.contains(words), "\(error)")
    #expect(error.hint?.isEmpty == false)
  }

  @Test("Text that merely has one of the words is still called what it is")
  func otherText() {
    #expect(Self.error("the SK error, of today")?.message.contains("in words") == true)
    #expect(Self.error("{\"code\": 677}")?.message == "this is JSON without a receipt in it")
  }

  @Test(
    "Words with an equals sign are no base64",
    arguments: [
      "purchase=failed", "Error code=1", "message with id=42",
      "_cause = TypeError: Cannot read properties of null (reading 'name')\n\nstatus = 1_",
    ])
  func prose(text: String) {
    #expect(Self.error(text)?.message == "this is neither DER nor base64")
  }

  @Test("Only a run longer than words is meant as base64", arguments: [47, 48])
  func longRun(length: Int) {
    let text = "see " + String(repeating: "a", count: length - 1) + "="
    #expect(Self.error(text)?.code == (length == 48 ? .invalidBase64 : .notAReceipt))
  }

  @Test("Of two answers the second may break off: none is told alone")
  func secondCut() throws {
    let first = """
      {"status": 0, "environment": "Production", "receipt": {"bundle_id": "a.b", "in_app": []}}
      """
    let second = """
      {"status": 0, "environment": "Production", "receipt": {"bundle_id": "a.b", "in_app": [
        {"product_id": "p", "transaction_id": "1", "quantity"
      """
    let found = try FoundReceipt.all(in: Array((first + "\n" + second).utf8))
    #expect(found.map(\.part) == ["[0]", "[1]"])
    let inputs = try found.map { try $0.input.get() }
    #expect(inputs.map(\.error?.code) == [nil, .truncated])
    #expect(try inputs.map { try ReceiptDecoder().decode($0).receipt.inApp.count } == [0, 1])
    // Of this one nothing is whole.
    let little = try FoundReceipt.all(in: Array((first + first + "{\"status").utf8))
    #expect(little.count == 3)
    #expect(throws: ReceiptError.self) { try little[2].input.get() }
  }

  @Test("Dots and commas too many are taken out of a response that breaks off")
  func annotatedCut() throws {
    let text = """
      {"status": 0, "environment": "Production", "receipt": {"bundle_id": "a.b", "in_app": [...]},
      "latest_receipt_info": [{"product_id": "p", "transaction_id": "1", "quantity": "1",},
        {"product_id": "p", "transaction_id": "2", "quan
      """
    let found = try FoundReceipt.all(in: Array(text.utf8))
    #expect(found.count == 1)
    let input = try #require(found.first).input.get()
    #expect(input.error?.code == .truncated)
    #expect(input.findings.map(\.id) == [.restoredText])
    #expect(try ReceiptDecoder().decode(input).receipt.bundleID?.description == "a.b")
  }

  @Test("What arrived of a response that breaks off is read, and is incomplete")
  func cut() throws {
    let whole = """
      {"status": 0, "environment": "Production", "receipt": {"bundle_id": "a.b", "in_app": [\
      {"product_id": "p", "transaction_id": "1", "quantity": "1", "note": "a, } ] b"}, \
      {"product_id": "q", "transaction_id": "2"}]}, "latest_receipt": "x"}
      """
    let bytes = Array(whole.utf8)
    var sizes: Set<Int> = []
    for end in bytes.indices.dropFirst() {
      let found = try? FoundReceipt.all(in: Array(bytes[..<end]))
      guard case .success(let input)? = found?.first?.input, case .json = input.kind else {
        continue
      }
      #expect(input.error?.code == .truncated, "\(end)")
      sizes.insert(try ReceiptDecoder().decode(input).receipt.inApp.count)
    }
    // Each purchase comes as soon as a part of it is whole.
    #expect(sizes == [0, 1, 2])
  }

  @Test("A receipt of any size is found in other text", arguments: [200, 20_000, 40_000, 90_000])
  func sizes(size: Int) throws {
    let receipt = Base64.encode(
      DER.receipt(
        DER.tlv(
          0x31,
          [
            DER.attribute(2, DER.utf8("a.b")),
            DER.attribute(9999, [UInt8](repeating: 7, count: size)),
          ])))
    for text in [
      "log line 7: \(receipt)\nmore", "let receipt = \"\(receipt)\";", "see\n```\n\(receipt)",
    ] {
      let found = try FoundReceipt.all(in: Array(text.utf8))
      #expect(found.count == 1)
      #expect(throws: Never.self) { try found[0].input.get() }
    }
  }

  private static let purchase =
    #"{"product_id": "p", "transaction_id": "1", "purchase_date_ms": "1584703627000"}"#

  @Test(
    "Purchases in a piece of a response are read, whatever stands around and between them",
    arguments: [
      ("\(purchase),\n...\n\(purchase)", 2), ("\(purchase),\(purchase)", 2),
      ("\"in_app\": [\(purchase), \(purchase)]", 2),
      ("\"in_app\": [\(purchase), \(purchase)]}}", 2),
      ("\"in_app\": [\(purchase), \(purchase),\n", 2),
      ("\"is_trial_period\": \"false\"\n},\n\(purchase),\n{\"product_id\": \"q\", \"tra", 1),
      ("Code Block language\n⊖ {\"latest_receipt_info\": ⊖ [ \(purchase) ]}", 1),
      ("▼ {\n▶ \"status\": 0,\n\"latest_receipt_info\": ▾ [\(purchase)]}", 1),
      ("1\t{\n2\t\"status\": 0,\n9\t\"latest_receipt_info\":\n10\t[\(purchase)]\n11\t}", 1),
    ])
  func pieces(text: String, count: Int) throws {
    let input = try ReceiptInput(Array(text.utf8))
    let decoded = try ReceiptDecoder().decode(input)
    #expect(decoded.allPurchases.count == count)
    #expect(
      input.layers.contains(.linePrefix)
        || decoded.findings.contains { $0.severity == .warning || $0.id == .restoredText })
  }

  @Test("Of a notification of version 1, what arrived is read, with and without its brackets")
  func firstNotifications() throws {
    let whole = """
      {"notification_type": "DID_CHANGE_RENEWAL_STATUS", "auto_renew_status": "false", "bid": "a.b",
       "unified_receipt": {"status": 0, "latest_receipt_info": [\(Self.purchase)],
       "pending_renewal_info": [{"auto_renew_product_id": "p"}]}, "bvrs": "1"}
      """
    let bytes = Array(whole.utf8)
    for text in [bytes.dropFirst().dropLast(), bytes.dropFirst().dropLast(14), bytes.dropLast(3)] {
      let decoded = try ReceiptDecoder().decode(Array(text))
      #expect(decoded.form == .notificationV1)
      #expect(decoded.allPurchases.count == 1)
    }
    // Cut in a name, in a value, and in an object within it.
    for length in [60, 85, 110, 180, 230] {
      let decoded = try ReceiptDecoder().decode(Array(bytes.prefix(length)))
      #expect(decoded.form == .notificationV1 && decoded.isIncomplete, "\(length)")
    }
  }

  @Test("What a decoder put in the place of the signed texts of a notification is read, unsigned")
  func decodedNotifications() throws {
    let transaction =
      #"{"transactionId": "1", "purchaseDate": 1584703627000, "productId": "p", "bundleId": "a.b"}"#
    let renewal =
      #"{"autoRenewProductId": "p", "autoRenewStatus": 1, "originalTransactionId": "1"}"#
    for (name, other) in [
      ("signedTransactionInfo", "signedRenewalInfo"), ("transactionInfo", "renewalInfo"),
    ] {
      let members = "\"\(name)\": \(transaction), \"\(other)\": \(renewal)"
      for text in [
        "{\"notificationType\": \"DID_RENEW\", \"data\": {\"bundleId\": \"a.b\", \(members)}}",
        "{\"notificationType\": \"DID_RENEW\", \"data\": {\"bundleId\": \"a.b\"}, \(members)}",
      ] {
        let decoded = try ReceiptDecoder().decode(Array(text.utf8))
        #expect(decoded.errors.isEmpty, "\(decoded.errors)")
        let inside = decoded.allNested.flatMap(\.receipt.inApp)
        #expect(inside.map { $0.productID?.description } == ["p"])
        #expect(decoded.allNested.count == 2)
        let verification = ReceiptVerifier().verify(decoded)
        #expect(verification.status == .absent && !verification.isTrusted)
      }
    }
  }

  @Test(
    "A request whose receipt Apple's server would refuse says so",
    arguments: ["is in base64 2 times", "has percent-encoding", "has spaces", "with - and _"])
  func requests(words: String) throws {
    // Its base64 has + and /, and padding.
    let marks = DER.attribute(9999, [0xFB, 0xEF, 0xBE, 0xFF, 0xFF, 0xFB, 0xEF, 0xBE, 0xFF, 0xFF])
    let receipt = Base64.encode(
      DER.receipt(DER.tlv(0x31, [DER.attribute(2, DER.utf8("a.b")), marks])))
    #expect(receipt.contains("+") && receipt.contains("/"))
    let encoded =
      switch words {
      case "has percent-encoding":
        receipt.replacing("=", with: "%3D").replacing("+", with: "%2B")
      case "has spaces": receipt.replacing("+", with: " ")
      case "with - and _": receipt.replacing("+", with: "-").replacing("/", with: "_")
      default: Base64.encode(Array(receipt.utf8))
      }
    let plain = try ReceiptInput(Array("{\"receipt-data\": \"\(receipt)\"}".utf8))
    #expect(!plain.findings.contains { $0.id == .requestEncoding })
    let input = try ReceiptInput(Array("{\"receipt-data\": \"\(encoded)\"}".utf8))
    #expect(input.bytes == plain.bytes)
    let finding = try #require(input.findings.first { $0.id == .requestEncoding })
    #expect(finding.message.contains(words), "\(finding.message)")
  }

  @Test("A receipt beside a shared secret was meant for verifyReceipt, whatever its key is")
  func secrets() throws {
    let receipt = Base64.encode(
      DER.receipt(
        DER.tlv(
          0x31,
          [
            DER.attribute(2, DER.utf8("a.b")),
            DER.attribute(9999, [UInt8](repeating: 7, count: 300)),
          ])))
    for (name, secret, isMeant) in [
      ("reciept", "0123456789abcdef0123456789abcdef", true),
      ("receipt", "0123456789abcdef0123456789abcdef", true), ("receipt", "hello", false),
    ] {
      let text = "{\"\(name)\": \"\(receipt)\", \"password\": \"\(secret)\"}"
      let input = try ReceiptInput(Array(text.utf8))
      #expect(input.findings.contains { $0.id == .misspelledKey } == isMeant)
    }
  }

  @Test("The content of a receipt without its signature is read in hexadecimal too")
  func contentInHexadecimal() throws {
    let attributes = [
      DER.attribute(2, DER.utf8("a.b")), DER.attribute(9999, [UInt8](repeating: 0x97, count: 300)),
    ]
    let content = DER.tlv(0x31, attributes)
    for bytes in [content, DER.tlv(0x04, [content])] {
      let text = bytes.map { Hexadecimal.encode($0) }.joined()
      let input = try ReceiptInput(Array(text.utf8))
      #expect(input.layers == [.hexadecimal])
      #expect(input.bytes == bytes)
      #expect(try ReceiptDecoder().decode(input).receipt.bundleID == ReceiptString("a.b"))
    }
  }

  @Test("A short object that may be a receipt is never passed over")
  func shortObjects() throws {
    let names = [
      "notificationType", "notification_type", "requestIdentifier", "receiptType", "errorCode",
      "testNotificationToken", "signedTransactions", "signedPayload", "receipt", "groups",
      "latest_receipt_info", "pending_renewal_info", "notificationHistory", "sta\\u0074us",
    ]
    for name in names {
      #expect(JSONForm.mayBeReceipt(Array("{\"a\": 1, \"\(name)\": 1}".utf8)[...]), "\(name)")
    }
    for (status, isOne) in [
      ("0", true), ("21007", true), ("\"21007\"", true), ("1", false), ("200", false),
    ] {
      let text = Array("{\"status\": \(status)}".utf8)
      #expect(JSONForm.mayBeReceipt(text[...]) == isOne, "\(status)")
      #expect((JSONForm(try JSONValue(text))?.isReceipt == true) == isOne)
    }
    for text in ["{ status = 0; }", "{\"status\"=>0}"] {
      #expect(JSONForm.mayBeReceipt(Array(text.utf8)[...]))
    }
    for text in ["{\"level\": 1}", "{\"a\": \"b", "{\"a\": \"\"}", "{\""] {
      #expect(!JSONForm.mayBeReceipt(Array(text.utf8)[...]))
    }
  }

  @Test("A list that was copied with its name and without the brackets around it is read")
  func members() throws {
    let text = """
      "latest_receipt_info": [{"product_id": "p", "transaction_id": "1", "purchase_date_ms": "1"}]
      """
    for text in [text, text + ","] {
      let input = try ReceiptInput(Array(text.utf8))
      #expect(try ReceiptDecoder().decode(input).allPurchases.count == 1)
      #expect(input.findings.map(\.id) == [.restoredText])
    }
  }
}
