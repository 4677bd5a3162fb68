import Testing

/// `receipt explain`, through the tool.
@Suite struct ExplainTests {
  private func explain(
    _ arguments: String..., columns: Int? = nil
  ) async throws -> CommandResult {
    try await Workbench().run(
      ["explain"] + arguments, environment: columns.map { ["COLUMNS": "\($0)"] } ?? [:])
  }

  @Test("The meaning of a word, and what to do", arguments: [60, 200])
  func words(columns: Int) async throws {
    var output: [UInt8] = []
    for word in [
      "21007", "0", "1708", "expired", "original_application_version", "chain",
      "RENEWAL_EXTENSION/FAILURE", "4040010", "offerType", "MONTHLY", "grace",
    ] {
      let result = try await explain(word, columns: columns).expect(status: 0).expectSilence()
      expectFit(result, columns: columns)
      output += result.output + [0x0A]
      // Longer lines are hard to read.
      if columns > 100 { #expect(try await explain(word, columns: 100).text == result.text) }
    }
    if columns == 60 { Golden.expect(output, "explain.60.txt") }
  }

  @Test("All words, by kind", arguments: [60, 100])
  func list(columns: Int) async throws {
    let result = try await explain("--list", columns: columns).expect(status: 0).expectSilence()
    if columns == 60 { Golden.expect(result.output, "explain.list.60.txt") }
    expectFit(result, columns: columns)
    let events = try await explain("--list", "event", columns: columns).expect(status: 0)
      .expectSilence()
    #expect(result.text.contains(events.text) && events.lines.count < 10)
  }

  @Test("The kinds of words, where no word is given", arguments: [60, 100])
  func groups(columns: Int) async throws {
    let result = try await explain(columns: columns).expect(status: 0).expectSilence()
    if columns == 60 { Golden.expect(result.output, "explain.kinds.60.txt") }
    expectFit(result, columns: columns)
    let kinds = try #require(
      await explain("--format", "json").expect(status: 0).json()["kinds"]?.elements)
    for kind in kinds {
      let name = try #require(kind["kind"]?.string)
      #expect(result.text.contains("  \(name) "))
    }
  }

  @Test("JSON for scripts")
  func json() async throws {
    let result = try await explain("trailing-data", "--format", "json").expect(status: 0)
    Golden.expect(result.output, "explain.json")
    let field = try await explain("revocationType", "--format", "json").expect(status: 0)
    Golden.expect(field.output, "explain.values.json")
    let list = try await explain("--list", "--format", "json").expect(status: 0)
    #expect(try #require(list.json()["meanings"]?.elements).count > 300)
  }

  @Test(
    "A code with a sign is a word, although it looks like an option",
    arguments: [
      (["-25318"], "errSecCreateChainFailed"), (["NSURLErrorDomain", "-999"], "was cancelled"),
      (["-25318", "--format", "json"], "intermediate of Apple's"),
      (["errSecCreateChainFailed"], "intermediate of Apple's"), (["promo code"], "for nothing"),
      (["verificationData"], "the text that Apple signed"), (["exit(173)"], "macOS 15"),
    ])
  func codes(words: [String], meaning: String) async throws {
    let text = try await Workbench().run(["explain"] + words).expect(status: 0).text
    #expect(text.contains(meaning))
  }

  @Test(
    "An unknown word gives 2, with a suggestion if there is one",
    arguments: [
      ("expird", "did you mean expired?"), ("21o07", "did you mean 21007?"),
      ("orginal_purchase_date", "did you mean original_purchase_date?"),
      ("qqqqqqqqqqqqqqqq", "receipt explain --list shows every word"),
      // Another number, or another sign, is another code.
      ("status -1", "hint: receipt explain --list shows every word"),
      ("attribute 999", "hint: receipt explain --list shows every word"),
      ("GreenTeaErrorDomain 2", "hint: receipt explain --list shows every word"),
    ])
  func unknown(word: String, hint: String) async throws {
    let result = try await explain(word).expect(status: 2)
      .expect(message: "nothing here is called \"\(word)\" [unknown-word]").expect(message: hint)
    #expect(result.output.isEmpty)
    let json = try await explain(word, "--format", "json", "--quiet").expect(status: 2)
      .expectSilence().json()
    #expect(json["error"]?["code"]?.string == "unknown-word")
    #expect(json["meanings"]?.elements?.isEmpty == true)
  }

  @Test(
    "Of a number that no table has, its domain is explained",
    arguments: [
      ("SKErrorDomain -1", "SKErrorDomain"), ("ASDErrorDomain 508", "ASDErrorDomain"),
      ("AMSErrorDomain Code=2", "AMSErrorDomain"), ("ISErrorDomain 500329", "ISErrorDomain"),
      ("Getting SSServerErrorDomain code=2059", "SSServerErrorDomain"),
      ("(StoreKit.InvalidRequestError error 1.)", "StoreKit.InvalidRequestError"),
      ("RCPurchasesErrorDomain 99", "RCPurchasesErrorDomain"),
    ])
  func domain(text: String, word: String) async throws {
    let json = try await explain(text, "--format", "json").expect(status: 0).json()
    let meaning = json["meanings"]?.elements?.first { $0["word"]?.string == word }
    let note = try #require(meaning?["note"]?.string)
    #expect(note.contains("is not documented here"))
  }

  @Test(
    "A word before a number says what it is a number of",
    arguments: [
      ("status 0", "status"), ("attribute 10", "attribute"), ("type 1713", "attribute"),
      ("field 1701", "attribute"), ("StoreKit.StoreKitError.unknown", "storekit-error"),
    ])
  func prefix(word: String, kind: String) async throws {
    let json = try await explain(word, "--format", "json").expect(status: 0).json()
    let kinds = json["meanings"]?.elements?.map { $0["kind"]?.string }
    #expect(kinds?.isEmpty == false && kinds?.allSatisfy { $0 == kind } == true)
  }

  @Test(
    "What Apple's verifiers say is found by its name, and by its number",
    arguments: [
      ("OK", "accepts the text"), ("FAILURE", "number 7 in Apple"),
      ("INVALID_APP_APPLE_ID", "without the app's Apple id"), ("VerificationResult", "StoreKit 2"),
      ("2", "RETRYABLE_VERIFICATION_FAILURE"), ("2", "status 2 of in-app-purchase"),
      ("INVALID_JWT_FORMAT", "no JWS"), ("verifyAndDecodeRenewalInfo", "verify a JWS"),
    ])
  func verifiers(word: String, words: String) async throws {
    let result = try await explain(word).expect(status: 0)
    let text = result.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains(words), "\(result)")
  }

  @Test("The error of StoreKit 2 is not told in the numbers of the library for Node")
  func verificationOfStoreKit() async throws {
    let text =
      "unverified(StoreKit.Transaction, StoreKit.VerificationResult<StoreKit.Transaction>.VerificationError.invalidCertificateChain)"
    let said = try await Workbench().run(["diagnose", "-"], input: Array(text.utf8))
      .expect(status: 2).expect(message: "invalidCertificateChain").messageText
    #expect(!said.contains("INVALID_CHAIN_LENGTH"), "\(said)")
  }

  @Test(
    "A code of OpenIAP is found however its words are joined",
    arguments: ["receipt-failed", "ReceiptFailed", "RECEIPT_FAILED", "E_RECEIPT_FAILED"])
  func openIAP(word: String) async throws {
    let json = try await explain(word, "--format", "json").expect(status: 0).json()
    #expect(json["meanings"]?.elements?.first?["word"]?.string == "E_RECEIPT_FAILED")
  }

  @Test(
    "What a message is known as is told beside its codes",
    arguments: [
      "Cannot connect to iTunes Store", "Invalid Product Identifiers",
      "Error Domain=SKErrorDomain Code=2 \"x\"",
    ])
  func message(text: String) async throws {
    let bench = try Workbench()
    let json = try await bench.run(["explain", text, "--format", "json"]).expect(status: 0).json()
    let meaning = try #require(json["meanings"]?.elements?.last?["meaning"]?.string)
    try await bench.run(["diagnose", "-"], input: Array(text.utf8)).expect(status: 2)
      .expect(message: meaning)
  }

  @Test("Hostile and very long words are harmless")
  func hostile() async throws {
    for word in ["\u{1B}[31mred\u{202E}", String(repeating: "x", count: 100_000)] {
      let result = try await explain(word).expect(status: 2)
      expectNoControls(result.messages)
      #expect(result.messages.count < 1_000)
    }
  }

  @Test("A word that is not known is shown up to 60 characters")
  func shownLength() async throws {
    for (length, isWhole) in [(60, true), (61, false)] {
      let shown = String(repeating: "z", count: 60) + (isWhole ? "" : "…")
      try await explain(String(repeating: "z", count: length)).expect(status: 2)
        .expect(message: "nothing here is called \"\(shown)\"")
    }
  }

  @Test("Several words are one name, and colour is used only where wanted")
  func others() async throws {
    let result = try await explain("bad", "signature", "--color", "always").expect(status: 0)
    #expect(result.output.contains(0x1B))
    #expect(!(try await explain("bad-signature")).output.contains(0x1B))
  }

  @Test(
    "Wrong usage is 64", arguments: [[""], ["--list", "21007"], ["0", "--format", "csv"]])
  func usage(arguments: [String]) async throws {
    try await Workbench().run(["explain"] + arguments).expect(status: 64)
  }

  @Test("A number that is part of a time or of a place in a file is no attribute")
  func time() async throws {
    for word in ["a: '2020-04-19 12:1", "main.js [line] 12:17", "{ a: [ 1 ], 12: 3"] {
      #expect(try await explain(word).expect(status: 2).output.isEmpty, "\(word)")
    }
    let path = try await explain("17[2]/1708").expect(status: 0)
    #expect(path.text.contains("1708, expires_date"))
  }

  @Test("Without a word standard input is read; if it is empty, the kinds are shown")
  func withoutWord() async throws {
    let bench = try Workbench()
    let named = try await bench.run(["explain", "21007"]).expect(status: 0)
    let read = try await bench.run(["explain"], input: Array("21007\n".utf8)).expect(status: 0)
    #expect(read.output == named.output)
    try await bench.run(["explain"], input: Array("qqqqqqqqqqqq".utf8)).expect(status: 2)
    try await bench.run(["explain"], input: Array(repeating: 0x61, count: 4097))
      .expect(status: 2).expect(message: "too-large")
    let kinds = try await bench.run(["explain"]).expect(status: 0).expectSilence()
    for blank in [[], Array(" \n".utf8)] {
      let result = try await bench.run(["explain"], input: blank).expect(status: 0).expectSilence()
      #expect(result.output == kinds.output)
    }
    for source in ["</dev/null", "<&-"] {
      let result = try await bench.shell("\"$RECEIPT\" explain \(source)").expect(status: 0)
      #expect(result.output == kinds.output, "\(source)")
    }
  }

  @Test("- reads the words from standard input")
  func standardInput() async throws {
    let bench = try Workbench()
    let named = try await bench.run(["explain", "DID_RENEW", "BILLING_RECOVERY"]).expect(status: 0)
    let read = try await bench.run(
      ["explain", "-"], input: Array(" DID_RENEW\nBILLING_RECOVERY\n".utf8))
    #expect(read.expect(status: 0).output == named.output)
    try await bench.run(["explain", "-"], input: []).expect(status: 2)
    try await bench.run(["explain", "-"], input: Array(repeating: 0x61, count: 4097))
      .expect(status: 2).expect(message: "too-large")
  }
}
