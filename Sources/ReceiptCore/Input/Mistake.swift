/// What people paste when they mean a receipt.
enum Mistake {
  // MARK: Binary

  /// Files of other kinds, by their first octets.
  static func binary(_ bytes: [UInt8]) -> ReceiptError? {
    let kinds: [([UInt8], ReceiptError)] = [
      ([0x50, 0x4B, 0x03, 0x04], .archive),
      (
        [0x1F, 0x8B],
        ReceiptError(
          .notAReceipt, "this is compressed with gzip", offset: 0,
          hint: "unpack it first: gunzip -c FILE | receipt decode")
      ),
      (
        Array("bplist00".utf8),
        ReceiptError(
          .notAReceipt, "this is a binary property list", offset: 0,
          hint: "turn it into XML first: plutil -convert xml1 -o - FILE | receipt decode")
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

  /// A SEQUENCE that fills the file, and is shorter than any receipt.
  private static func smallDER(_ bytes: [UInt8]) -> ReceiptError? {
    guard bytes.count >= 2, bytes[0] == ASN1Kind.sequence.rawValue, bytes[1] < 0x80,
      Int(bytes[1]) == bytes.count - 2, !Text.isText(bytes)
    else { return nil }
    return ReceiptError(
      .notAReceipt, "this is DER, but far too short for a receipt", offset: 0,
      hint: "the shortest receipts have more than a thousand bytes")
  }

  /// Other things that are DER: certificates, keys.
  static func inDER(_ bytes: [UInt8]) -> ReceiptError? {
    guard let outer = try? bytes.element(at: 0, limit: bytes.count),
      // As every receipt begins: the type of what is in it.
      outer.contentStart < bytes.count, bytes[outer.contentStart] != 0x06,
      let first = try? bytes.element(at: outer.contentStart, limit: bytes.count)
    else { return nil }
    switch first.identifier {
    case 0x30:
      // A certificate's signed part begins with its version as [0], or with the serial number.
      let inner = try? bytes.element(at: first.contentStart, limit: bytes.count)
      return inner?.identifier == 0xA0 || inner?.identifier == 0x02 ? .certificate : nil
    case 0x02: return .privateKey
    default: return nil
    }
  }

  // MARK: Words

  /// Single words and short texts that are something else.
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
    if text.count == 32, text.allSatisfy({ Hexadecimal.value(ofDigit: $0) != nil }) {
      return ReceiptError(
        .sharedSecret, "this is 32 hexadecimal digits, such as a shared secret, not a receipt",
        offset: 0,
        hint: "keep a shared secret to yourself: no receipt needs it to be read")
    }
    if isUUID(text) {
      return ReceiptError(
        .notAReceipt, "this is a UUID, not a receipt", offset: 0,
        hint: "a device's id goes with --device-id")
    }
    if Text.begins(text, with: "http://") || Text.begins(text, with: "https://") {
      return ReceiptError(
        .notAReceipt, "this is a link, not a receipt", offset: 0,
        hint: "nothing is fetched from the network here: download it first")
    }
    if Text.begins(text, with: "file://") || text.first == UInt8(ascii: "/") && !isBase64(text) {
      return ReceiptError(
        .notAReceipt, "this is a file's path, not the file", offset: 0,
        hint: "name the file: receipt decode PATH")
    }
    return nil
  }

  private static func isBase64(_ text: ArraySlice<UInt8>) -> Bool {
    (try? Base64.decode(Array(text))) != nil && text.count >= 100
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
    .tooManyLayers, "this is wrapped more than \(InputDetective.maximumLayers) times",
    hint: "take some of the wrappings off")

  static let htmlPage = ReceiptError(
    .htmlPage, "this is a web page, not a receipt", offset: 0,
    hint: "a server answered with a page, of an error perhaps; look at it in a browser")

  static let archive = ReceiptError(
    .archive, "this is a ZIP archive, such as an .ipa, not a receipt", offset: 0,
    hint: "unpack it; a Mac app holds its receipt in Contents/_MASReceipt/receipt, an .ipa has none"
  )

  static let certificate = ReceiptError(
    .certificate, "this is a certificate, not a receipt", offset: 0,
    hint: "a root to trust goes with --trust-root; openssl x509 -text shows a certificate")

  static let privateKey = ReceiptError(
    .privateKey, "this is a private key, not a receipt", offset: 0,
    hint: "keep it to yourself: no receipt needs it to be read")

  static let unsignedPayload = ReceiptError(
    .notAReceipt, "this is what a StoreKit 2 transaction holds, without its signature", offset: 0,
    hint: "give the whole JWS, which begins with eyJ: jwsRepresentation in the app")
}
