import Foundation
import ReceiptCore
import Testing

@testable import ReceiptMaking

/// What people post of an answer or a receipt: a part of it, behind the words of a log, or cut.
@Suite struct PostedPartTests {
  private func run(
    _ command: String, _ text: String, status: Int32? = nil
  ) async throws -> String {
    let result = try await Workbench().run([command, "-"], input: Array(text.utf8))
    if let status { result.expect(status: status) }
    return result.text + result.messageText
  }

  private static let purchase =
    #""product_id": "com.example.tea", "transaction_id": "7", "original_transaction_id": "5", "#
    + #""purchase_date": "2019-04-03 13:04:17 Etc/GMT", "purchase_date_ms": "1554296657000", "#
    + #""expires_date": "2019-04-03 13:19:17 Etc/GMT", "expires_date_ms": "1554297557000""#

  @Test(
    "An answer that is cut behind the words of a program is incomplete",
    arguments: [
      "[15664][VERBOSE] <Apple> validation successful: { receipt: \n   { receipt_type: 'ProductionSandbox',\n"
        + "     adam_id: 0,\n     app_item_id: 0,\n     bundle_id: 'com.example.tea',\n",
      "12:00 answer: { auto_renew_status: 0,\nlatest_expired_receipt_info:\n{ quantity: '1',\nbid: 'com.example.tea',"
        + "\nbvrs: '1',\ntransaction_id: '5',\n",
      "return json_decode('{\n\"environment\": \"Sandbox\",\n\"status\": 0,\n\"latest_receipt_info\": [{\n\(purchase),\n"
        + "\"is_trial_",
      "Store response: stdClass::__set_state(array(\n   'receipt' => \n  stdClass::__set_state(array(\n"
        + "     'bvrs' => '4',\n     'bid' => 'com.example.tea',\n     'transaction_id' => '5',\n     'product_id' => '",
      // Its beginning is missing too.
      "\"quantity\": \"1\",\n\"is_trial_period\": \"false\"\n},\n{\n\(purchase),\n\"is_in_intro_",
      "\(purchase)\n},\n{\n\"quantity\": \"1\",\n",
    ])
  func cut(text: String) async throws {
    #expect(try await run("diagnose", text).contains("Not known: incomplete."))
    #expect(try await !run("check", text, status: 2).contains("untrusted"))
  }

  @Test(
    "Of purchase-info without its signature everything is shown, and nothing believed",
    arguments: [("{\n", "}"), ("", ""), ("{\n", "\"quantity\" = \"1")])
  func purchaseInfo(start: String, end: String) async throws {
    let text =
      start + """
        \t"transaction-id" = "7";
        \t"product-id" = "com.example.tea.gold";
        \t"bid" = "com.example.tea";
        \t"unheard-of" = "green";

        """ + end
    let shown = try await run("decode", text, status: 2)
    for words in [
      "com.example.tea.gold", "green", "without its signature", "[truncated]",
      "the property list that has both signature and purchase-info",
    ] {
      #expect(shown.contains(words))
    }
    let told = try await run("diagnose", text, status: 2)
    #expect(
      told.contains(
        "Not known. What arrived is of the app com.example.tea, and names com.example.tea.gold."))
    #expect(told.contains("Ask for the whole transaction, which has signature and purchase-info,"))
    let details = try await Workbench().run(
      ["diagnose", "-", "--details"],
      input: Array(text.replacing("= \"7\"", with: "= \"1000000283718133\"").utf8)
    ).text
    #expect(details.contains("probably it is from the sandbox"))
    #expect(!details.contains("purchases may be missing"))
    let checked = try await Workbench().run(
      ["check", "-", "--unsigned", "accept", "--bundle-id", "com.example.tea"],
      input: Array(text.utf8)
    ).expect(status: 2)
    #expect(!checked.text.contains("pass: "))
  }

  @Test("Of a renewal whose last bracket is missing the product is told")
  func renewal() async throws {
    let text =
      #""pending_renewal_info": [{"product_id": "com.example.tea", "auto_renew_status": "1"}"#
    #expect(
      try await run("diagnose", text, status: 2)
        .contains("Not known. What arrived tells of the renewal of com.example.tea."))
  }

  @Test("Of a renewal whose payment failed that is told, and nothing of purchases")
  func failedRenewal() async throws {
    let list =
      #""pending_renewal_info": [{"product_id": "com.example.tea", "is_in_billing_retry_period": "1"}"#
    let cut = try await run("diagnose", list, status: 2)
    #expect(
      cut.contains("the renewal of com.example.tea: the payment failed, and Apple tries again."))
    #expect(
      try await run("diagnose", list + "]")
        .contains("Not stated: this part of a response holds no purchase."))
  }

  @Test(
    "Of a receipt that breaks off behind its content it is told which purchases arrived",
    arguments: [
      (0, ", and has no purchase."), (1, ", with transaction 7, whose product is missing."),
      (2, ", with 2 transactions whose products are missing."),
    ])
  func arrived(count: Int, words: String) async throws {
    let purchases = (0..<count).map { AttributeTemplate.inApp([.utf8(1703, "\(7 + $0)")]) }
    let payload = AttributeTemplate.payload(purchases + [.utf8(2, "com.example.tea")])
    let receipt = try TestAuthority.wellKnown().receipt(around: payload, digest: .sha256, .apple)
    let text = String(Base64.encode(receipt).dropLast(401))
    let told = try await run("diagnose", text, status: 2)
    #expect(told.contains("What arrived is of the app com.example.tea\(words)"), "\(told)")
    let shown = try await run("decode", text, status: 2)
    #expect(!shown.contains("behind the damage"))
    #expect(shown.contains("no purchases") == (count == 0))
  }

  @Test("Of a receipt that breaks off in its content it is not known which purchases are missing")
  func arrivedContent() async throws {
    let receipt = try TestReceipts.base64().filter { $0 > 0x20 }.prefix(400)
    let text = String(decoding: receipt, as: UTF8.self)
    #expect(try await run("decode", text, status: 2).contains("behind the damage"))
    #expect(try await !run("diagnose", text, status: 2).contains("has no purchase"))
  }

  @Test("Of a transaction that is not the first, the first one is named")
  func restored() async throws {
    func told(_ first: String) async throws -> String {
      try await run(
        "diagnose",
        "{\"status\": 0, \"receipt\": {\"bid\": \"com.example.tea\", \"product_id\": \"tea\", "
          + "\"transaction_id\": \"7\", \"original_transaction_id\": \"\(first)\"}}")
    }
    #expect(
      try await told("5").contains("Transaction 7 was restored or renewed: the first one was 5."))
    #expect(try await !told("7").contains("restored or renewed"))
    #expect(try await !told("------").contains("restored or renewed"))
  }

  @Test("An old notification says which of its receipts is which")
  func oldFields() async throws {
    let text = """
      {"notification_type": "DID_CHANGE_RENEWAL_STATUS", "environment": "Sandbox",
        "latest_expired_receipt_info": {"original_transaction_id": "5"}}
      """
    #expect(try await run("diagnose", text).contains("read unified_receipt"))
    #expect(
      try await !run("diagnose", text.replacing("latest_expired", with: "latest"))
        .contains("read unified_receipt"))
  }

  @Test("Of a purchase whose beginning is missing the end is told")
  func middle() async throws {
    let text = "\(Self.purchase)\n},\n{\n\"quantity\": \"1\",\n"
    #expect(try await run("diagnose", text).contains("com.example.tea"))
  }

  @Test(
    "A receipt behind a word is read across blanks, and lines with the words of a log",
    arguments: [
      ("transactionReceipt: ", " ", 100), ("transactionReceipt: ", " ", 999),
      ("flutter: localVerificationData: ", "\nflutter: ", 250),
      ("flutter: localVerificationData: ", "\nflutter: ", 999),
      (
        "2023-01-15 20:02:48.533 1-2/? I/flutter: ", "\n2023-01-15 20:02:49.1 1-2/? I/flutter: ",
        999
      ),
    ])
  func broken(words: (first: String, between: String, width: Int)) async throws {
    let receipt = String(decoding: try TestReceipts.base64().filter { $0 > 0x20 }, as: UTF8.self)
    let lines = WrappingTests.lines(receipt, words.width, words.between)
    let text = "\(words.first)\(lines)\n\(words.first)the end, as it was printed\n"
    #expect(try await run("check", text, status: 0).contains("pass"))
  }

  @Test("Words behind a cut receipt are not a part of it")
  func wordsBehind() async throws {
    let receipt = try TestReceipts.base64().filter { $0 > 0x20 }.prefix(400)
    let text = "app: \(String(decoding: receipt, as: UTF8.self))"
    for words in [" and so on\n", "\napp: Done\n"] {
      #expect(try await run("decode", text + words).contains("300 of 5445 bytes"))
    }
  }

  @Test("A receipt that was pasted twice is read once")
  func twice() async throws {
    let receipt = String(decoding: try TestReceipts.base64().filter { $0 > 0x20 }, as: UTF8.self)
    #expect(try await run("decode", receipt + receipt, status: 0).contains("a second copy of it"))
    _ = try await run("check", receipt + receipt, status: 0)
    // What is not the same is no copy.
    #expect(
      try await !run("decode", receipt + receipt.dropLast(4) + "AAAA").contains("second copy"))
  }

  @Test("An empty member says what to ask for", arguments: ["{\"%\": \"\"}", "\"%\":\"\""])
  func empty(form: String) async throws {
    for name in ["transactionReceipt", "jwsRepresentation"] {
      let words = try await run("decode", form.replacing("%", with: name), status: 2)
      #expect(words.contains("\(name) is empty"))
    }
  }

  @Test("What has ended needs no beginning, and what runs does")
  func withoutBeginning() async throws {
    func answer(_ end: Int) -> String {
      "{\"status\": 0, \"environment\": \"Production\", \"latest_receipt_info\": [{\"product_id\": \"tea\", "
        + "\"expires_date_ms\": \"\(end)\"}]}"
    }
    #expect(try await run("diagnose", answer(1_546_072_166_000)).contains("2018-12-29"))
    #expect(try await run("diagnose", answer(4_102_444_800_000)).contains("does not say whether"))
  }

  @Test("A response whose receipt is cut does not say that it holds no purchase")
  func cutReceipt() async throws {
    let receipt = try TestReceipts.base64().filter { $0 > 0x20 }.prefix(300)
    let text = String(decoding: receipt, as: UTF8.self)
    for mark in ["[TRUNCATED]", "..."] {
      let answer = "{\"status\": 0, \"latest_receipt\": \"\(text)\(mark)\"}"
      #expect(try await run("diagnose", answer).contains("Not known: incomplete."))
    }
  }

  @Test("What Xcode made is told, though nothing proves it")
  func xcode() async throws {
    let payload =
      #"{"transactionId": "6", "originalTransactionId": "6", "productId": "tea", "type": "Consumable", "#
      + #""bundleId": "com.example", "purchaseDate": 1600000000000, "environment": "Xcode"}"#
    #expect(try await run("diagnose", payload).contains("It says that Xcode made it for tests"))
    let production = payload.replacing("Xcode", with: "Production")
    #expect(try await !run("diagnose", production).contains("Xcode"))
  }

  @Test("A later period alone does not show whether the offer was used")
  func offer() async throws {
    func answer(_ original: String) -> String {
      "{\(Self.purchase), \"original_purchase_date_ms\": \"\(original)\", \"is_trial_period\": \"false\"}"
    }
    for original in ["1554296537000", "1554296777000"] {
      #expect(try await !run("diagnose", answer(original)).contains("Introductory offer"))
    }
  }

  @Test("To explain data is not to explain a word", arguments: ["{\"status\": 0}", "MII\nMII"])
  func explain(text: String) async throws {
    let result = try await Workbench().run(["explain", text]).expect(status: 2)
    #expect(result.messageText.contains("receipt diagnose reads what was pasted"))
  }

  @Test(
    "A receipt in several messages is joined, with a few words before each",
    arguments: [
      ("Part @/#\n", 2000, nil), ("Part @/#: ", 2722, nil), ("John Doe, 12:0@\n", 2000, nil),
      ("(@ of #)\n", 1900, 76), ("\n> ", 1500, nil), ("12@ ", 3000, nil),
    ] as [(String, Int, Int?)])
  func messages(words: String, length: Int, width: Int?) async throws {
    let receipt = Array(WrappingTests.base64(try TestReceipts.der()))
    let pieces = stride(from: 0, to: receipt.count, by: length).map { start in
      let piece = String(receipt[start..<min(start + length, receipt.count)])
      return width.map { WrappingTests.lines(piece, $0, "\n") } ?? piece
    }
    func text(of pieces: [String]) -> String {
      pieces.enumerated().map { number, piece in
        words.replacing("@", with: "\(number + 1)").replacing("#", with: "\(pieces.count)") + piece
      }.joined(separator: "\n\n")
    }
    #expect(try await run("check", text(of: pieces), status: 0).contains("signed by Apple"))
    for wrong in [pieces.dropLast(), pieces.reversed()] {
      #expect(try await !run("check", text(of: wrong), status: 2).contains("pass: signed"))
    }
  }

  @Test(
    "A receipt that an object holds under two names is read once",
    arguments: [
      (
        #"{"productID": "p", "verificationData": {"localVerificationData": "@", "#
          + #""serverVerificationData": "@"}}"#, true
      ),
      (#"{"purchaseToken": "@", "platform": "ios", "jwsRepresentationIos": "@"}"#, true),
      (#"[{"a": "@"}, {"a": "@"}]"#, false), (#"["@", "@"]"#, false),
      (#"{"a": {"c": "@"}, "b": {"c": "@"}}"#, false),
    ])
  func twoNames(text: String, isOnce: Bool) async throws {
    let text = text.replacing("@", with: WrappingTests.base64(try TestReceipts.der()))
    let checked = try await run("check", text, status: 0)
    #expect(checked.contains("all 2 receipts passed") == !isOnce)
    for command in ["decode", "diagnose"] {
      #expect(try await run(command, text).contains("[same-text]") == isOnce)
    }
  }
}
