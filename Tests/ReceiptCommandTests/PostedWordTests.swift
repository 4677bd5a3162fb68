import Testing

/// What people ask about in words: a name of a framework, a field that is missing, the message of a library.
@Suite struct PostedWordTests {
  private func run(_ command: String, _ text: String) async throws -> String {
    let result = try await Workbench().run([command, "-"], input: Array(text.utf8))
    return (result.text + result.messageText).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  @Test(
    "A word, or one that is said to be missing, is explained",
    arguments: [
      ("originalTransactionIdentifierIOS", "expo-iap call original_transaction_id"),
      ("expirationDateIOS", "expo-iap call expires_date"),
      ("localVerificationData", "its content without a signature"),
      ("developerPayload", "the App Store has none"),
      ("in_app is empty", "no purchase is recorded in it"),
      ("in_app = []", "no purchase is recorded in it"),
      ("appAccountToken null", "the purchase began outside of the app"),
      ("PurchaseToken is null", "no signed text of this purchase"),
      ("receipt is nil", "there is no receipt on the device"),
      // Of most words nothing more is known.
      ("expires_date is missing", "end"),
    ])
  func words(word: String, meaning: String) async throws {
    #expect(try await run("explain", word).contains(meaning))
  }

  @Test(
    "Known codes are found in a line of a log",
    arguments: [
      ("Exited with exit code: 173", "asked for one with exit(173)"),
      ("acknowledged: false", "deliver each order once"),
      ("AdaptyError Code:2003", "Adapty's server refused the request"),
      ("AdaptyError.cantMakePayments Code: 1003", "this device or account may not pay"),
      (
        "Receipt verification failed: receiptInvalid(receipt: [\"status\": 21002])", "21002: status"
      ),
      ("failed with status code 401. Response text is: Unauthenticated", "a refusal of a server"),
      (
        "sendAttempts: [{\"sendAttemptResult\": \"UNSUCCESSFUL_HTTP_RESPONSE_CODE\"}]",
        "your server did not answer"
      ),
      ("DEBUG: validator response: {\"ok\":false,\"code\":6778001}", "what it was sent"),
      (
        "Apple API returned 400: {\"errorCode\":4000047,\"errorMessage\":\"Invalid request.\"}",
        "4000047, "
      ),
      ("{\"errorCode\":4040008,\"errorMessage\":\"Not found.\"}", "ask again after some seconds"),
      (
        "got VerificationStatus.INVALID_ENVIRONMENT for {\"transactionId\": \"7\", \"bundleId\": \"a\"}",
        "it has no receiptType"
      ),
      ("Error Domain=NSCocoaErrorDomain Code=260 \"sandboxReceipt\" is not there", "no receipt"),
      ("Could not get confirmation scene ID for p purchase", "purchase(confirmIn:)"),
    ])
  func codes(line: String, meaning: String) async throws {
    #expect(try await run("explain", line).contains(meaning))
  }

  @Test(
    "Names are found in a sentence, in their order",
    arguments: [
      ("What does DID_FAIL_TO_RENEW mean?", ["DID_FAIL_TO_RENEW"]),
      ("why is expires_date before purchase_date", ["expires_date", "purchase_date"]),
      (
        "when is SKPaymentTransaction.transactionIdentifier the transaction_id",
        [
          "SKPaymentTransaction, SKPaymentQueue: term", "transactionIdentifier: term",
          "1703, transaction_id",
        ]
      ),
    ])
  func names(sentence: String, words: [String]) async throws {
    var rest = try await run("explain", sentence)[...]
    for word in words {
      let place = try #require(rest.firstRange(of: word), "\(word): \(rest)")
      rest = rest[place.upperBound...]
    }
  }

  @Test("A sentence without a name is told as one, and no word in it is guessed")
  func sentence() async throws {
    for words in ["My iPhone and macOS and StoreKit are bad", "12 34 56 78 90 12 34"] {
      #expect(try await run("explain", words).contains("[unknown-word]"))
    }
    #expect(try await !run("diagnose", "12 34 56 78 90 12 34").contains("in words"))
    let sentence = "The customer says that the app shows no subscription at all"
    #expect(try await run("diagnose", sentence).contains("a text in words"))
    #expect(try await run("explain", sentence).contains("[unknown-word]"))
    // A response is for diagnose.
    #expect(
      try await run("explain", "{\"latest_receipt_info\": [}").contains("[unknown-word]"))
  }

  @Test("What an unsigned notification says is told as its own words")
  func unsignedEvent() async throws {
    let said = try await run(
      "diagnose",
      """
      {"notificationType":"EXPIRED","subtype":"VOLUNTARY","notificationUUID":"1","version":"2.0",
        "data":{"bundleId":"a","transactionInfo":{"transactionId":"7","productId":"p"}}}
      """)
    #expect(said.contains("It proves nothing. It says: the subscription ended"), "\(said)")
  }

  @Test("Dots in a response are taken out, also where words stand around it")
  func dots() async throws {
    let response = """
      {"receipt": {"receipt_type": "Production",
      ....
      "bundle_id": "com.example.tea", "in_app": []}, "status": 0}
      """
    for text in [response, "This is what I get:\n\(response)", "It says \(response) and no more."] {
      #expect(try await run("diagnose", text).contains("No purchase is in it."), "\(text)")
    }
  }

  @Test("Where purchases were left out, the way to print them is named")
  func printed() async throws {
    let said = try await run(
      "diagnose", "{ status: 0, receipt: { bundle_id: 'com.example.tea', in_app: [ [Object] ] } }")
    #expect(said.contains("Do Print it with JSON.stringify"), "\(said)")
  }

  @Test(
    "Of a purchase without a product it is told that it ended or was taken back",
    arguments: [
      ("\"cancellation_date_ms\": \"1517150504000\"", "it was taken back on 2018-01-28"),
      ("\"expires_date\": \"1548446363000\"", "it ran until 2019-01-25"),
    ])
  func unnamed(member: String, words: String) async throws {
    let said = try await run(
      "diagnose", "{\"environment\": \"PROD\", \"latest_expired_receipt_info\": {\(member)}}")
    #expect(said.contains("the purchase in it has no product; \(words)"), "\(said)")
  }

  @Test("An old response without a purchase asks for a new receipt")
  func oldResponse() async throws {
    let said = try await run(
      "diagnose",
      """
      {"status": 0, "receipt": {"bundle_id": "a", "request_date": "2014-12-16 15:34:17 Etc/GMT",
        "in_app": []}}
      """)
    #expect(said.contains("Do Ask for a new receipt"), "\(said)")
  }

  @Test(
    "Messages of libraries are told from receipts",
    arguments: [
      (
        "ARError.validationFailed(reason: .bundleVersionVerification)", "another version of the app"
      ),
      (".error(.incorrectHash", "of another device"),
      ("error: .bundleIdentifierVerification", "the receipt is of another app"),
      (
        "IARError.initializationFailed(reason: .appleIncRootCertificateNotFound)",
        "lacks Apple's root"
      ),
      ("SignatureValidationFailureReason.invalidSignature", "did not accept the signature"),
      ("GenericValidationException at Asn1Parser.LoadData", "no receipt in DER"),
      ("SKPaymentTransactionStateFailed, transactionIdentifier: nil", "a purchase as failed"),
      ("sendAttempts: [{\"sendAttemptResult\": \"TIMED_OUT\"}", "to your server"),
      ("couldNotFindReceipt", "there is no receipt on the device"),
      (
        "networkError(error: Error Domain=NSCocoaErrorDomain Code=512 \"The file “_MASReceipt” couldn’t be saved\")",
        "the volume from which macOS starts"
      ),
      ("PurchaseError: GeneralError\nMessage: An unknown error occurred", "Plugin.InAppBilling"),
      (
        "PlatformException(channel-error, Unable to establish connection on channel: "
          + "\"dev.flutter.pigeon.in_app_purchase_storekit\"., null, null)", "the native part"
      ),
      (
        "{\"source\":\"app_store\",\"code\":\"storekit_no_response\",\"details\":null}",
        "knew none of the products"
      ),
      (
        "{\"code\": \"E_DEVELOPER_ERROR\", \"message\": \"Invalid product ID.\", \"productId\": \"a\"}",
        "had not loaded"
      ),
      ("at LipingShare.LCLib.Asn1Processor.Asn1Parser.LoadData", "no receipt in DER"),
      (
        "SKReceiptRefreshRequest failed: Error Domain=ASDServerErrorDomain Code=500328",
        "the App Store gave none"
      ),
      ("okButtonAction: {kind: Buy, buyParams: salableAdamId=67}", "nothing was bought by it"),
      (
        "{\"event\": {\"app_user_id\": \"a\", \"store\": \"PLAY_STORE\", \"type\": \"RENEWAL\"}}",
        "RevenueCat sent to a server"
      ),
      (
        "LatestReceiptInfo::fromArray(): Argument #1 ($attributes) must be of type array, string given",
        "in the style of iOS 6"
      ),
    ])
  func libraries(message: String, meaning: String) async throws {
    #expect(try await run("diagnose", message).contains(meaning))
  }

  @Test(
    "A subscription that Apple calls expired is not unlocked, even if its end is left out",
    arguments: [
      "{\"status\":21006,\"receipt\":{\(record)},\"latest_expired_receipt_info\":{\(record)}}",
      "{\"status\":21006,\"receipt\":{\(record)}}",
      "{\"status\":0,\"receipt\":{\(record)},\"latest_expired_receipt_info\":{\(record)}}",
      "{\"status\":0,\"receipt\":{\"bundle_id\":\"com.example.tea\",\"in_app\":[{\(record)}]},"
        + "\"pending_renewal_info\":[{\"product_id\":\"monthly\",\"expiration_intent\":\"1\"}]}",
      // Nothing says that it was not renewed since.
      "{\"status\":0,\"receipt\":{\"bundle_id\":\"com.example.tea\",\"in_app\":[{\(record),"
        + "\"expires_date_formatted\":\"2023-09-18 00:35:23 Etc/GMT\"}]}}",
    ])
  func expired(response: String) async throws {
    let said = try await run("diagnose", response)
    #expect(!said.contains("should unlock"), "\(said)")
    #expect(said.contains("ended") || said.contains("was paid until 2023-09-18"), "\(said)")
    let active = try await Workbench().run(
      ["check", "--unsigned", "accept", "--active-product", "monthly", "-"],
      input: Array(response.utf8))
    active.expect(status: 1)
  }

  private static let record =
    #""product_id":"monthly","transaction_id":"300001567275928","#
    + #""purchase_date":"2023-09-11 00:35:23 Etc/GMT""#

  @Test("A consumable stays one, whatever the answer says of subscriptions")
  func consumable() async throws {
    let response = """
      {"status":0,"receipt":{"bundle_id":"com.example.tea","in_app":[{"product_id":"coins",
        "transaction_id":"7","purchase_date":"2023-09-11 00:35:23 Etc/GMT"}]},
        "pending_renewal_info":[{"product_id":"monthly","expiration_intent":"1"}]}
      """
    #expect(try await !run("diagnose", response).contains("coins ended"))
  }

  @Test("A transaction whose product is masked is a purchase all the same")
  func masked() async throws {
    let said = try await run(
      "diagnose",
      """
      {"transactionId":"","bundleId":"","productId":"","purchaseDate":1747313949000,
        "expiresDate":1747314249000,"type":"Auto-Renewable Subscription","environment":"Sandbox",
        "inAppOwnershipType":"PURCHASED","signedDate":1747314030177}
      """)
    #expect(!said.contains("nothing was bought"), "\(said)")
  }

  @Test(
    "A transaction of iOS 6 whose values were left out is incomplete",
    arguments: [
      "{\n\"signature\" = ......,\n\"purchase-info\" = ......,\n\"signing-status\" = \"0\";\n}",
      "{\n\"signature\" = \"Ao...\";\n\"purchase-info\" = \"ewo...\";\n\"pod\" = \"100\";\n}",
      "{\n\"signature\" = \"Ao\u{2026}\";\n\"purchase-info\" = \"ewo\u{2026}\";\n}",
    ])
  func leftOut(transaction: String) async throws {
    #expect(
      try await run("decode", transaction).contains("values of the transaction were left out"))
    let check = try await Workbench().run(["check", "-"], input: Array(transaction.utf8))
    #expect(!check.text.contains("untrusted"))
  }

  @Test("Of a receipt that breaks off, the app is named that the rest is about")
  func app() async throws {
    let text = String(decoding: try TestReceipts.base64().filter { $0 > 0x20 }, as: UTF8.self)
    let said = try await run("diagnose", String(text.prefix(text.count / 10)))
    #expect(said.contains("Not known. What arrived is of the app "))
  }
}
