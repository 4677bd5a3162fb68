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
      ("APIException: com.apple.itunes.storekit: httpStatusCode=401", "401, Unauthenticated"),
      ("{\"code\": \"E_DEFERRED_PAYMENT\", \"domain\": \"RCTErrorDomain\"}", "E_DEFERRED_PAYMENT"),
      ("Domain=SKErrorDomain Code=0 \"x\" {Domain=ASDErrorDomain Code=507 \"y\"}", "unknown:"),
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
    try await run("diagnose", text).expect(output: "What arrived names pro.")
  }

  @Test("A shortened receipt of indefinite length is said to begin like one of Xcode's tests")
  func ofXcode() async throws {
    try await run("diagnose", "21002 for \"MIAGCSqG....yMAAAAAAAA=\" always").expect(status: 2)
      .expect(message: "like those of Xcode's tests")
    let other = try await run("diagnose", "21002 for \"MIITtgYJ....yMAAAAAAAA=\" always")
    #expect(!other.messageText.contains("Xcode's tests"), "\(other)")
  }
}
