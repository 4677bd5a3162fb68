/// Recognizes what people paste by mistake instead of a receipt.
package enum NonReceiptInput {
  // MARK: Binary

  /// Other kinds of files, by their first bytes.
  static func binary(_ bytes: [UInt8]) -> ReceiptError? {
    let kinds: [([UInt8], ReceiptError)] = [
      ([0x50, 0x4B, 0x03, 0x04], .archive),
      // An empty archive, and an archive in several parts.
      ([0x50, 0x4B, 0x05, 0x06], .archive),
      ([0x50, 0x4B, 0x07, 0x08], .archive),
      (
        [0x1F, 0x8B],
        ReceiptError(
          .notAReceipt, "this is compressed with gzip", offset: 0,
          hint: "unpack it first: gunzip -c FILE")
      ),
      (
        Array("bplist00".utf8),
        ReceiptError(
          .notAReceipt, "this is a binary property list", offset: 0,
          hint: "turn it into XML first: plutil -convert xml1 FILE")
      ),
      (
        [0x89, 0x50, 0x4E, 0x47],
        ReceiptError(
          .notAReceipt, "this is a picture", offset: 0,
          hint: "a picture of a receipt, or an invoice, is no receipt; ask for the text or the file"
        )
      ),
      (
        [0xFF, 0xD8, 0xFF],
        ReceiptError(
          .notAReceipt, "this is a picture", offset: 0,
          hint: "a picture of a receipt, or an invoice, is no receipt; ask for the text or the file"
        )
      ),
      (
        Array("%PDF".utf8),
        ReceiptError(
          .notAReceipt, "this is a PDF", offset: 0,
          hint: "an invoice from Apple is no receipt of an app; the app's receipt is in the app")
      ),
    ]
    return kinds.first { bytes.starts(with: $0.0) }?.1 ?? smallDER(bytes)
  }

  /// A SEQUENCE that fills the file and is too short for a receipt.
  private static func smallDER(_ bytes: [UInt8]) -> ReceiptError? {
    guard bytes.count >= 2, bytes[0] == ASN1Kind.sequence.rawValue, bytes[1] < 0x80,
      Int(bytes[1]) == bytes.count - 2, !Text.isText(bytes)
    else { return nil }
    return ReceiptError(
      .notAReceipt, "this is DER, but far too short for a receipt", offset: 0,
      hint: "the shortest receipts have more than a thousand bytes")
  }

  /// Other DER: certificates and keys.
  package static func inDER(_ bytes: [UInt8]) -> ReceiptError? {
    guard let outer = try? bytes.element(at: 0, limit: bytes.count),
      // Every receipt begins with the type of its content.
      outer.contentStart < bytes.count, bytes[outer.contentStart] != 0x06,
      let first = try? bytes.element(at: outer.contentStart, limit: bytes.count)
    else { return nil }
    switch first.identifier {
    case 0x30:
      // A certificate's signed part begins with its version as [0], or with the serial number.
      guard let inner = try? bytes.element(at: first.contentStart, limit: bytes.count) else {
        return nil
      }
      if inner.identifier == 0xA0 { return .certificate }
      guard inner.identifier == 0x02 else { return nil }
      // After the number, a certificate has the algorithm. A certificate request has a name, which is a SET
      // or empty (RFC 2986 §4.1).
      let next = try? bytes.element(at: inner.end, limit: bytes.count)
      guard let next, next.identifier == 0x30, next.contentStart < bytes.count else {
        return .certificate
      }
      let isName = next.contentStart == next.end || bytes[next.contentStart] == 0x31
      return isName ? .certificateRequest : .certificate
    case 0x02: return .privateKey
    default: return nil
    }
  }

  // MARK: Words

  /// Single words and short texts that are not receipts.
  static func word(_ text: ArraySlice<UInt8>) -> ReceiptError? {
    guard text.count <= 2048 else { return nil }
    let word = ReceiptString(text).description
    switch word.lowercased() {
    case "null", "(null)", "nil", "none", "undefined", "<null>", "\\0", "nan", "optional(nil)":
      return ReceiptError(
        .nullValue, "this is the word \(word), not a receipt", offset: 0,
        hint: "whoever wrote it had no receipt: in an app, refresh it first "
          + "(SKReceiptRefreshRequest, AppTransaction.refresh())")
    default: break
    }
    if text.allSatisfy(Text.isDigit), text.count >= 6 {
      return ReceiptError(
        .transactionID, "this is a number, such as a transaction id, not a receipt", offset: 0,
        hint: "look the transaction up with Apple's App Store Server API, or ask for the receipt")
    }
    if isOrderID(text) {
      return ReceiptError(
        .notAReceipt, "this is an order id of the App Store, not a receipt", offset: 0,
        hint: "look the order up with Apple's App Store Server API (Look Up Order ID), "
          + "or ask for the receipt")
    }
    if isSharedSecret(text) {
      return ReceiptError(
        .sharedSecret, "this is 32 hexadecimal digits, such as a shared secret, not a receipt",
        offset: 0,
        hint: "keep a shared secret to yourself: no receipt needs it to be read")
    }
    if isUUID(text) {
      return ReceiptError(
        .notAReceipt, "this is a UUID, not a receipt", offset: 0,
        hint: "it may be the id of a device, which a receipt is checked against")
    }
    if Text.begins(text, with: "http://") || Text.begins(text, with: "https://") {
      return ReceiptError(
        .notAReceipt, "this is a link, not a receipt", offset: 0,
        hint: "nothing is fetched from the network here: download it first")
    }
    if Text.begins(text, with: "file://") || text.first == UInt8(ascii: "/") && !isBase64(text) {
      return ReceiptError(
        .notAReceipt, "this is a file's path, not the file", offset: 0,
        hint: "name the file itself")
    }
    return nil
  }

  /// An order ID as on invoices: an M, then capital letters and digits.
  private static func isOrderID(_ text: ArraySlice<UInt8>) -> Bool {
    text.first == UInt8(ascii: "M") && (10...12).contains(text.count)
      && text.allSatisfy { Text.isDigit($0) || (0x41...0x5A).contains($0) }
  }

  /// A shared secret, alone or as a field of a request.
  private static func isSharedSecret(_ text: ArraySlice<UInt8>) -> Bool {
    var secret = text
    for name in ["password", "shared_secret", "shared-secret", "secret"]
    where Text.begins(text, with: name) {
      let rest = Text.trimmed(text.dropFirst(name.utf8.count))
      guard let sign = rest.first, "=:".utf8.contains(sign) else { continue }
      secret = Text.trimmed(rest.dropFirst())
      break
    }
    return secret.count == 32 && secret.allSatisfy { Hexadecimal.value(ofDigit: $0) != nil }
  }

  /// The beginning of a JWS after base64 decoding: a header, or a part of one.
  static func partOfJWS(_ text: ArraySlice<UInt8>, _ bytes: [UInt8]) -> ReceiptError? {
    guard text.starts(with: [UInt8(ascii: "e"), UInt8(ascii: "y")]),
      bytes.first == UInt8(ascii: "{"),
      ["\"alg\"", "\"x5c\""].contains(where: {
        Text.range(of: $0, in: bytes.prefix(512), from: 0) != nil
      })
    else { return nil }
    let isWhole = (try? JSONReader.read(bytes)) != nil
    return ReceiptError(
      .invalidJWS,
      isWhole
        ? "this is the header of a JWS, without its payload"
        : "this is the beginning of a JWS, which breaks off within its header",
      offset: text.endIndex,
      hint: "copy the whole text, from eyJ to its end: it has two points in it")
  }

  private static func isBase64(_ text: ArraySlice<UInt8>) -> Bool {
    (try? Base64.decode(Array(text))) != nil && text.count >= 100
  }

  /// Longer texts that can be recognized by their beginning.
  static func beginning(_ text: ArraySlice<UInt8>) -> ReceiptError? {
    // The output of `openssl x509 -text` and `openssl req -text`.
    if Text.begins(text, with: "Certificate:") { return .certificate }
    return Text.begins(text, with: "Certificate Request:") ? .certificateRequest : nil
  }

  private static func isUUID(_ text: ArraySlice<UInt8>) -> Bool {
    let groups = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return groups.map(\.count) == [8, 4, 4, 4, 12]
      && groups.joined().allSatisfy { Hexadecimal.value(ofDigit: $0) != nil }
  }
}

extension ReceiptError {
  static let emptyInput = ReceiptError(
    .empty, "there is nothing in it",
    hint: "an app that was never bought from the store has no receipt; "
      + "ask for it again with SKReceiptRefreshRequest or AppTransaction.refresh()")

  static let tooManyLayers = ReceiptError(
    .tooManyLayers, "this is wrapped more than \(InputUnwrapper.maximumLayers) times",
    hint: "take some of the wrappings off")

  static let htmlPage = ReceiptError(
    .htmlPage, "this is a web page, not a receipt", offset: 0,
    hint: "a server answered with a page, of an error perhaps; look at it in a browser")

  static let archive = ReceiptError(
    .archive, "this is a ZIP archive, such as an .ipa, not a receipt", offset: 0,
    hint: "unpack it; a Mac app holds its receipt in Contents/_MASReceipt/receipt, an .ipa has none"
  )

  static let certificate = ReceiptError(
    .certificate, "this is a certificate, not a receipt", offset: 0)

  static let certificateRequest = ReceiptError(
    .certificate, "this is a request for a certificate, not a receipt", offset: 0,
    hint: "it goes to whoever signs certificates; openssl req -text shows it")

  static let publicKey = ReceiptError(
    .notAReceipt, "this is a public key, not a receipt", offset: 0,
    hint: "the keys that matter here stand in certificates; openssl pkey -pubin -text shows it")

  static let keyParameters = ReceiptError(
    .notAReceipt, "these are the parameters of a key, not a receipt", offset: 0,
    hint: "they stand before a private key; keep that one to yourself")

  static let profileContent = ReceiptError(
    .provisioningProfile, "this is what a provisioning profile holds, not a receipt", offset: 0,
    hint: "it says where an app may run; the receipt stands in the app or its container")

  static let notAReceipt = ReceiptError(
    .notAReceipt, "this is neither DER nor base64", offset: 0, hint: Base64Wrapping.whatReceiptsAre)

  static let privateKey = ReceiptError(
    .privateKey, "this is a private key, not a receipt", offset: 0,
    hint: "keep it to yourself: no receipt needs it to be read")
}
