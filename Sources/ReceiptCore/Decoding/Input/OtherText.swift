/// A text about purchases that is no receipt: an invoice, the log of a purchase, the report of a crash, an error of a
/// library.
package struct OtherText {
  /// Only so much of a text is looked at. The marks of these texts stand at their beginning.
  static let maximumLength = 16 << 10

  private let text: ArraySlice<UInt8>
  /// What an error in the text calls itself.
  package let codes: [String]
  /// Whether a sentence stands for one of the codes.
  private let hasSentence: Bool
  /// What the text is, where it has the words of a known one.
  package let known: ReceiptError?
  /// Whether that is only whose error it is. A code in the text says more.
  package let isGeneral: Bool

  /// Looks for what is known of a text. Its words are searched once.
  package init(_ text: ArraySlice<UInt8>) {
    self.text = text.prefix(Self.maximumLength)
    let named = ErrorCodes.found(in: self.text)
    let inSentences = ErrorSentences.codes(in: self.text)
    codes = ErrorCodes.merged(named, inSentences)
    hasSentence = !inSentences.isEmpty
    (known, isGeneral) = Self.known(self.text, codes)
  }

  private static func known(
    _ text: ArraySlice<UInt8>, _ codes: [String]
  ) -> (ReceiptError?, isGeneral: Bool) {
    func has(_ words: String) -> Bool {
      codes.contains(words) || stands(words, in: text)
    }
    for kind in kinds
    where kind.words.contains(where: { $0.allSatisfy(has) })
      || kind.codes.contains(where: codes.contains)
    {
      var error = ReceiptError(.notAReceipt, kind.what, offset: 0, hint: kind.todo)
      if kind.hasCodes { error.codes = codes }
      if kind.isError { error.subject = .error }
      return (error, kind.isGeneral)
    }
    guard isUnauthorized(text) else { return (nil, false) }
    let refusal = ReceiptError(
      .notAReceipt, ErrorText.refusal.what, offset: 0, hint: ErrorText.refusal.todo)
    return (refusal, false)
  }

  /// Whether words stand in a text. A number at their beginning or end is a whole one, unless a star follows it.
  private static func stands(_ words: String, in text: ArraySlice<UInt8>) -> Bool {
    let isOpen = words.last == "*"
    let words = isOpen ? String(words.dropLast()) : words
    let begins = words.utf8.first.map(Text.isDigit) ?? false
    let ends = !isOpen && words.utf8.last.map(Text.isDigit) ?? false
    var place = text.startIndex
    while let range = Text.range(of: words, in: text, from: place) {
      let isPart =
        begins && (text[..<range.lowerBound].last.map(Text.isDigit) ?? false)
        || ends && (text[range.upperBound...].first.map(Text.isDigit) ?? false)
      if !isPart { return true }
      place = range.upperBound
    }
    return false
  }

  /// Why the text is no receipt, where anything is known of it.
  var mistake: ReceiptError? {
    if let known = known ?? Self.invoice(text) { return known }
    // A log of any program may name any code. Base64 has such digits too, but no spaces.
    guard hasSentence || text.contains(0x20) && codes.contains(where: ErrorCodes.isTelling)
    else { return nil }
    var error = ReceiptError(
      .notAReceipt, "this is the message of an error, not a receipt", offset: 0,
      hint: "ask for the app's receipt, or jwsRepresentation of the transaction")
    error.codes = codes
    return error
  }

  /// The numbers of Apple's servers that stand in a text.
  static func numbers(in text: ArraySlice<UInt8>) -> [String] {
    ErrorCodes.found(in: text.prefix(maximumLength)).filter { $0.utf8.allSatisfy(Text.isDigit) }
  }

  /// The names and codes in a text of which nothing else is known. The glossary may know them.
  static func words(in text: ArraySlice<UInt8>) -> [String] {
    // Base64 has the digits of codes too, but no spaces.
    let codes = text.contains(0x20) ? ErrorCodes.found(in: text.prefix(maximumLength)) : []
    // Apple writes each date three times. Its other keys are searched for, which costs more.
    let names = ErrorCodes.names(in: text).filter { name in
      !["_ms", "_pst"].contains { name.lowercased().hasSuffix($0) }
    }
    return ErrorCodes.merged(codes, names)
  }

  /// Whether code stands in a text that makes a token, and not a token.
  static func makesToken(_ text: ArraySlice<UInt8>) -> Bool {
    let text = text.prefix(maximumLength)
    return ["\"alg\"", "\"kid\"", "\"typ\""].allSatisfy { Text.contains($0, in: text) }
  }

  /// What to do about a private key that a text shows.
  static func warning(about text: ArraySlice<UInt8>) -> String? {
    let text = text.prefix(maximumLength)
    let isShown = ["BEGIN PRIVATE KEY-", "BEGIN EC PRIVATE KEY-"].contains {
      Text.contains($0, in: text)
    }
    return isShown
      ? "A private key stands in it: do not share it, and revoke it if it is real" : nil
  }

  struct Kind: Sendable {
    /// All words of one of these lists must be there; `210*` is the beginning of a number. A code such as
    /// `SKErrorDomain 2` may be written in any way.
    let words: [[String]]
    /// Or one of these codes, as `ErrorCodes` finds them: each number with its own domain.
    var codes: [String] = []
    let what: String
    let todo: String
    /// Codes in the text may say more than this.
    var hasCodes = true
    /// Whether it says only whose error it is.
    var isGeneral = false
    /// Whether it is the message of an error.
    var isError = false
  }

  private static let kinds: [Kind] =
    [
      Kind(
        words: [
          ["PurchaseResult.pending"], ["PurchaseStatus.pending"], ["pending", "Ask to Buy"],
          ["Purchase result: pending"], ["purchase pending"], ["SKPaymentTransactionStateDeferred"],
          ["SKPaymentTransaction", "deferred"], ["transactionState: deferred"],
        ],
        what: "this is the log of a purchase that waits for approval: nothing was bought yet",
        todo:
          "a family organiser approves it (Ask to Buy), or the bank does; then Transaction.updates "
          + "delivers it"),
      Kind(
        words: [["[B@"], ["NSConcreteData", "length ="]],
        what:
          "this is where bytes are in memory, as Java or an old NSData prints them, and not the bytes",
        todo:
          "print them as base64: Base64.getEncoder().encodeToString in Java, base64EncodedString() in Swift",
        hasCodes: false),
      Kind(
        words: [
          ["Incident Identifier:", "Exception Type:"], ["Incident Identifier:", "Process:"],
        ],
        what: "this is the report of a crash, not a receipt",
        todo: askForReceipt),
      Kind(
        words: [
          ["exit code: 173", "valid receipt"], ["not verifying its receipt correctly"],
          ["not validating its receipt correctly"],
        ],
        what:
          "this is a rejection by App Review, not a receipt: the receipt was valid, and the check in the app refused it",
        todo:
          "find the step that fails with a receipt of the sandbox on another Mac. It may be the device hash with another network interface, the version, or a certificate that is judged by today",
        hasCodes: false),
      Kind(
        words: [
          ["in-line receipt renewal"], ["Fetching missing receipt"], ["abnormal code: 173"],
          ["exit 173"],
        ],
        what:
          "this is a log of macOS, not a receipt: the app found no valid receipt, and asked for one with exit(173)",
        todo:
          "sign in to the App Store with the account that got the app, in a test as a sandbox tester; if that fails, "
          + "download the app again, and give its Contents/_MASReceipt/receipt"),
      Kind(
        words: [["<Receipt ", "schemas.microsoft.com"], ["<Receipt ", "CertificateId="]],
        what: "this is a receipt of the Microsoft Store, not of the App Store",
        todo: "Microsoft answers for it; this tool reads only Apple's"),
      Kind(
        words: [["alert_name=", "p_signature="]],
        what: "this is an event of Paddle, not of the App Store",
        todo: "Paddle answers for it: look up its id in Paddle's dashboard"),
      forgery,
      Kind(
        words: [["<key>softwareVersionBundleId</key>"], ["com.apple.iTunesStore.downloadInfo"]],
        what: "this is a part of an .ipa (iTunesMetadata.plist): who downloaded the app, and when",
        todo: "do not share it: it has an Apple account in it. It proves nothing; \(askForReceipt)"),
      Kind(
        words: [["<key>files2</key>"], ["<key>CFBundleIdentifier</key>"]],
        what: "this is a part of an app (Info.plist or CodeResources), not a receipt",
        todo:
          "a Mac app has its receipt in Contents/_MASReceipt/receipt; an .ipa has none: \(askForReceipt)"
      ),
    ] + ErrorText.kinds + [
      Kind(
        words: [
          ["Cancel Subscription", "Renews"], ["Subscriptions", "ACTIVE", "Renews"],
          ["Subscriptions", "Active", "Renews"], ["Abo kündigen"],
          ["Verlängert sich", "Abonnement"],
        ],
        what: "this is the text of the App Store's list of subscriptions, which proves nothing",
        todo: "anyone can write it: \(askForReceipt)")
    ]

  private static let askForReceipt = "ask for \(ErrorText.receipt)"

  /// Surge, Quantumult X and others run such scripts on what a server answers.
  private static let forgery = Kind(
    words: [["$response.body"], ["script-response-body", "verifyReceipt"]],
    what: "this is a script that makes a proxy forge the responses of Apple's server, no receipt",
    todo:
      "unlock nothing for what it writes. No script can forge a signature: let your server verify "
      + "what Apple signed",
    hasCodes: false)

  /// The error for a script that forges responses. Those in it are no responses.
  static func script(_ text: ArraySlice<UInt8>) -> ReceiptError? {
    let text = text.prefix(maximumLength)
    let isOne = forgery.words.contains { $0.allSatisfy { Text.contains($0, in: text) } }
    return isOne
      ? ReceiptError(.notAReceipt, forgery.what, offset: 0, hint: forgery.todo) : nil
  }

  /// A text with names that only responses of verifyReceipt have, in a form that cannot be read.
  static func pieceOfResponse(_ text: ArraySlice<UInt8>) -> ReceiptError? {
    let text = text.prefix(maximumLength)
    guard responseNames.contains(where: { Text.contains($0, in: text) }) else { return nil }
    return ReceiptError(
      .notAReceipt,
      "this looks like a response of verifyReceipt, but it is neither JSON nor what a known program prints",
      offset: 0,
      hint:
        "print the whole response as JSON (JSON.stringify, json_encode, json.dumps), and give that")
  }

  private static let responseNames = [
    "latest_receipt_info", "pending_renewal_info", "unified_receipt", "original_purchase_date_ms",
  ]

  /// A status line or a message of 401 that is all there is.
  private static func isUnauthorized(_ text: ArraySlice<UInt8>) -> Bool {
    let line = Text.trimmed(text.prefix { $0 != 0x0A })
    if Text.begins(line, with: "HTTP/"), Text.contains(" 401", in: line) { return true }
    return Text.trimmed(text).count <= maximumRefusal
      && (Text.begins(line, with: "401") || Text.contains("Unauthenticated", in: text))
      && !text.contains(UInt8(ascii: "{"))
  }

  private static let maximumRefusal = 64

  // MARK: Invoices

  /// Words that Apple's invoices have, in its languages: of the order, beside its name.
  private static let orderWords = [
    "ORDER ID", "Order ID", "BESTELLNUMMER", "Bestellnummer", "DE COMMANDE", "de commande",
    "ID DE PEDIDO", "N\u{DA}MERO DE PEDIDO", "N.\u{BA} DE PEDIDO",
    "ID ORDINE", "NUMERO ORDINE", "BESTELNUMMER", "ID DO PEDIDO", "\u{6CE8}\u{6587}",
    "\u{8BA2}\u{5355}",
  ]

  private static func invoice(_ text: ArraySlice<UInt8>) -> ReceiptError? {
    guard
      orderWords.contains(where: { Text.contains($0, in: text) }),
      let id = text.split(whereSeparator: { !Text.isAlphanumeric($0) }).first(where: isOrderID)
    else { return nil }
    return ReceiptError(
      .notAReceipt,
      "this is an invoice of an order, which proves nothing: anyone can write one",
      offset: id.startIndex,
      hint:
        "look up the order id that stands here: Look Up Order ID of the App Store Server API shows "
        + "what was bought; or ask for the app's receipt")
  }

  /// A capital M, then capital letters and digits, at least one of each kind.
  private static func isOrderID(_ word: ArraySlice<UInt8>) -> Bool {
    word.first == UInt8(ascii: "M") && (9...12).contains(word.count)
      && word.allSatisfy { Text.isDigit($0) || (0x41...0x5A).contains($0) }
      && word.contains(where: Text.isDigit)
  }
}

extension OtherText.Kind {
  /// The message of an error.
  ///
  /// - Parameter error: Whose error it is and what it says, after the words "this is an error".
  init(
    words: [[String]], codes: [String] = [], error: String, todo: String, hasCodes: Bool = true,
    isGeneral: Bool = false
  ) {
    self.init(
      words: words, codes: codes, what: "this is an error \(error)", todo: todo,
      hasCodes: hasCodes, isGeneral: isGeneral, isError: true)
  }
}

extension Finding {
  /// What the text around a receipt tells of an error; `nil` if it tells of none.
  init?(around error: ReceiptError) {
    guard error.isAboutError, let advice = error.hint else { return nil }
    // A number may be the status of the receipt itself.
    let names = error.codes.filter { $0.utf8.contains { !Text.isDigit($0) } }
    self.init(
      .errorAround, offset: nil,
      found: (names.isEmpty ? "" : names.joined(separator: ", ") + ": ") + advice)
  }
}
