// Single words and short texts that people paste in place of a receipt.
extension NonReceiptInput {
  /// Longer texts are not looked at.
  private static let maximumLength = 2048

  static func word(_ text: ArraySlice<UInt8>) -> ReceiptError? {
    guard text.count <= maximumLength else { return nil }
    let word = ReceiptString(text).description
    switch word.lowercased() {
    case "null", "(null)", "nil", "none", "undefined", "<null>", "\\0", "nan", "optional(nil)":
      return ReceiptError(
        .nullValue, "this is the word \(word), not a receipt", offset: 0,
        hint: "there was no receipt when it was printed: in an app, refresh it first "
          + "(SKReceiptRefreshRequest, AppTransaction.refresh())")
    default: break
    }
    if let error = identifier(text) { return error }
    if isUUID(text) {
      return ReceiptError(
        .notAReceipt, "this is a UUID, not a receipt", offset: 0,
        hint: "UUIDs are ids of devices, appAccountToken and notificationUUID; give the receipt")
    }
    if text.starts(with: "GPA.".utf8) {
      return ReceiptError(
        .notAReceipt, "this is an order id of Google Play, not of the App Store", offset: 0,
        hint: "look it up in the Google Play Console")
    }
    if let token = tokenOfGoogle(text) { return token }
    if Text.begins(text, with: "http://") || Text.begins(text, with: "https://") {
      return ReceiptError(
        .notAReceipt, "this is a link, not a receipt", offset: 0,
        hint: "download it first; nothing is fetched from the network here")
    }
    if Text.begins(text, with: "file://") || isPath(text) {
      return ReceiptError(
        .notAReceipt, "this is a file's path, not the file", offset: 0,
        hint: "give the file itself: its path as an argument, or what is in it")
    }
    return nil
  }

  /// `/Users/me/receipt.bin`, but no comment of a program: `// …`, `/* … */`.
  private static func isPath(_ text: ArraySlice<UInt8>) -> Bool {
    let slash = UInt8(ascii: "/")
    guard text.first == slash, let second = text.dropFirst().first else { return false }
    return second != slash && second != UInt8(ascii: "*") && !text.contains(where: Text.isLineBreak)
      && !isBase64(text)
  }

  /// 24 letters, a point, and a text that begins so.
  static func tokenOfGoogle(_ text: ArraySlice<UInt8>) -> ReceiptError? {
    guard let mark = Text.range(of: ".AO-J1O", in: text.prefix(maximumMark), from: text.startIndex),
      text[..<mark.lowerBound].allSatisfy({ (0x61...0x7A).contains($0) })
    else { return nil }
    return ReceiptError(
      .notAReceipt, "this is a purchase token of Google Play, not of the App Store", offset: 0,
      hint: "Google answers for it: look it up with the Google Play Developer API")
  }

  private static let maximumMark = 64

  // MARK: Identifiers

  /// Numbers and ids of the App Store, alone or after a label.
  private static func identifier(_ text: ArraySlice<UInt8>) -> ReceiptError? {
    let (label, value) = labelled(text)
    let meant = labels.first { $0.name == label }?.meaning
    guard label.isEmpty || meant != nil else { return nil }
    if meant ?? .secret == .secret, value.count == 32,
      value.allSatisfy({ Hexadecimal.value(ofDigit: $0) != nil })
    {
      return .sharedSecretAlone
    }
    if meant ?? .transaction == .transaction, value.allSatisfy(Text.isDigit),
      value.count >= shortestNumber
    {
      return .transactionIDAlone
    }
    if meant ?? .order == .order, isOrderID(value, isLabelled: meant == .order) { return .orderID }
    return nil
  }

  private enum Meaning { case transaction, order, secret }

  /// Labels without case and without what joins their words.
  private static let labels: [(name: String, meaning: Meaning)] =
    [
      "transactionid", "transactionidentifier", "transaction", "originaltransactionid",
      "originaltransactionidentifier", "weborderlineitemid", "apptransactionid", "id",
      // On iOS the words of a library, where it has no JWS.
      "purchasetoken",
    ].map { ($0, .transaction) }
    + ["orderid", "ordernumber", "order", "invoiceorderid"].map { ($0, .order) }
    + ["password", "sharedsecret", "secret", "appsharedsecret"].map { ($0, .secret) }

  /// A label without case and punctuation, and what follows it: `Order ID: MX1…`, `"transaction_id" = "1…"`.
  private static func labelled(
    _ text: ArraySlice<UInt8>
  ) -> (label: String, value: ArraySlice<UInt8>) {
    guard let sign = text.firstIndex(where: { ":=#".utf8.contains($0) }) else { return ("", text) }
    let label = String(decoding: text[..<sign].filter(Text.isAlphanumeric), as: UTF8.self)
    let value = text[sign...].drop { ":=#'\">".utf8.contains($0) || Text.isSpace($0) }
    let end = value.lastIndex { Text.isAlphanumeric($0) }
    return (label.lowercased(), end.map { value[...$0] } ?? value)
  }

  /// Shorter numbers are counts or codes.
  private static let shortestNumber = 6

  /// An order id as on invoices: an M, then letters and digits. In small letters it needs a digit, because
  /// words begin with m too.
  private static func isOrderID(_ text: ArraySlice<UInt8>, isLabelled: Bool) -> Bool {
    text.first.map { $0 | 0x20 } == UInt8(ascii: "m") && (10...12).contains(text.count)
      && text.allSatisfy(Text.isAlphanumeric)
      && (isLabelled || text.contains(where: Text.isDigit) || !text.contains { $0 >= 0x61 })
  }

  private static func isBase64(_ text: ArraySlice<UInt8>) -> Bool {
    !text.contains(UInt8(ascii: "-")) && PartOfReceipt.mistake(text) != nil
  }

  private static func isUUID(_ text: ArraySlice<UInt8>) -> Bool {
    let groups = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return groups.map(\.count) == [8, 4, 4, 4, 12]
      && groups.joined().allSatisfy { Hexadecimal.value(ofDigit: $0) != nil }
  }
}

extension ReceiptError {
  fileprivate static let transactionIDAlone = ReceiptError(
    .transactionID, "this is a number, probably a transaction id, not a receipt", offset: 0,
    hint: "the App Store Server API shows the purchase: Get Transaction Info, for a subscription "
      + "Get All Subscription Statuses")

  fileprivate static let orderID = ReceiptError(
    .notAReceipt, "this is an order id of the App Store, not a receipt", offset: 0,
    hint: "the App Store Server API shows the purchases of an order: Look Up Order ID")

  fileprivate static let sharedSecretAlone = ReceiptError(
    .sharedSecret, "this is probably a shared secret (32 hexadecimal digits), not a receipt",
    offset: 0,
    hint: "do not share it; a receipt is read without it, and only verifyReceipt asks for it")
}
