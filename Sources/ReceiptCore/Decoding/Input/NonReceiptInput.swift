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
        [0x1F, 0x8B, 0x08],
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
      ([0x89, 0x50, 0x4E, 0x47, 0x0D], .picture),
      ([0xFF, 0xD8, 0xFF], .picture),
      ([0x47, 0x49, 0x46, 0x38], .picture),
      ([0xCF, 0xFA, 0xED, 0xFE], .program),
      ([0xCA, 0xFE, 0xBA, 0xBE], .program),
      (Array("BOMStore".utf8), .assets),
      (
        Array("%PDF-".utf8),
        ReceiptError(
          .notAReceipt, "this is a PDF", offset: 0,
          hint: "Apple sends invoices as PDF; the app's receipt is in the app")
      ),
    ]
    // HEIC, and films: a box with its length, and its type.
    if bytes.count > 12, bytes[4..<8].elementsEqual("ftyp".utf8) { return .picture }
    if bytes.count > 12, bytes[4..<8].elementsEqual("sinf".utf8) { return .keyOfApp }
    return kinds.first { bytes.starts(with: $0.0) }?.1 ?? smallDER(bytes)
  }

  /// A SEQUENCE that fills the file and is too short for a receipt.
  private static func smallDER(_ bytes: [UInt8]) -> ReceiptError? {
    guard bytes.count >= 2, bytes[0] == ASN1Kind.sequence.rawValue, bytes[1] < 0x80,
      Int(bytes[1]) == bytes.count - 2, !Text.isText(bytes)
    else { return nil }
    return ReceiptError(
      .notAReceipt, "this is DER, but too short for a receipt", offset: 0,
      hint: "receipts have more than a thousand bytes")
  }

  /// Other DER: certificates and keys, and parts of a receipt. A kind of file is named only if its whole
  /// structure is there: the parts of a receipt begin in the same ways.
  package static func inDER(_ bytes: [UInt8]) -> ReceiptError? {
    guard let outer = try? bytes.element(at: 0, limit: bytes.count),
      outer.contentStart < bytes.count
    else { return nil }
    // Every receipt begins with the type of its content.
    if outer.end == bytes.count, !outer.isCut, bytes[outer.contentStart] == 0x06 { return nil }
    guard !outer.isIndefinite, !outer.isCut, bytes[outer.end...].allSatisfy(Text.isSpace),
      let parts = parts(of: outer, in: bytes)
    else { return PartOfReceipt.mistake(inDER: bytes) }
    let tags = parts.map(\.identifier)
    if privateKeys.contains(tags) { return .privateKey }
    // PFX (RFC 7292 §4): version 3, the content, and what protects it.
    if tags == [0x02, 0x30, 0x30] || tags == [0x02, 0x30],
      bytes[parts[0].content].elementsEqual([3])
    {
      return .keyStore
    }
    guard tags == [0x30, 0x30, 0x03], let inner = self.parts(of: parts[0], in: bytes) else {
      return PartOfReceipt.mistake(inDER: bytes)
    }
    let signed = inner.map(\.identifier)
    // A request has its version, a name, a key and attributes (RFC 2986 §4.1).
    if signed == [0x02, 0x30, 0x30, 0xA0] || signed == [0x02, 0x30, 0x30] {
      return .certificateRequest
    }
    // A certificate has a version if it has extensions; then its number, algorithm, issuer, validity, name
    // and key (RFC 5280 §4.1).
    let fields = signed.first == 0xA0 ? signed.dropFirst() : signed[...]
    return fields.starts(with: [0x02, 0x30, 0x30, 0x30, 0x30, 0x30])
      ? .certificate : PartOfReceipt.mistake(inDER: bytes)
  }

  /// The elements of private keys: RSA (RFC 8017 §A.1.2), DSA, EC (RFC 5915 §3), any in PKCS#8 (RFC 5958 §2).
  private static let privateKeys: [[UInt8]] = [
    Array(repeating: 0x02, count: 9), Array(repeating: 0x02, count: 6),
    [0x02, 0x04], [0x02, 0x04, 0xA0], [0x02, 0x04, 0xA1], [0x02, 0x04, 0xA0, 0xA1],
    [0x02, 0x30, 0x04], [0x02, 0x30, 0x04, 0xA0], [0x02, 0x30, 0x04, 0xA0, 0x81],
  ]

  /// The elements that fill another one; `nil` if they do not, or are more than any key or certificate has.
  private static func parts(of outer: ASN1Element, in bytes: [UInt8]) -> [ASN1Element]? {
    var cursor = ElementCursor(bytes, outer.content)
    var parts: [ASN1Element] = []
    while !cursor.isAtEnd {
      guard parts.count < maximumParts, let element = try? cursor.next(), !element.isCut,
        !element.isIndefinite
      else { return nil }
      parts.append(element)
    }
    return parts
  }

  private static let maximumParts = 16

  // MARK: Text

  /// The beginning of a JWS after base64 decoding: a header, or a part of one.
  static func partOfJWS(_ text: ArraySlice<UInt8>, _ bytes: [UInt8]) -> ReceiptError? {
    guard text.starts(with: [UInt8(ascii: "e"), UInt8(ascii: "y")]),
      bytes.first == UInt8(ascii: "{"),
      ["\"alg\"", "\"x5c\""].contains(where: { Text.contains($0, in: bytes.prefix(512)) })
    else { return nil }
    let isWhole = (try? JSONReader.read(bytes)) != nil
    return ReceiptError(
      .truncated,
      isWhole
        ? "this is the header of a JWS, without its payload and its signature"
        : "this is the beginning of a JWS: it breaks off in its header",
      offset: text.endIndex,
      hint:
        "the end is missing; \(ReceiptError.howToSend); a whole one has two points in it. It is of StoreKit 2 or of a notification: verifyReceipt answers 21002 to it"
    )
  }

  /// Longer texts that can be recognized by their beginning.
  static func beginning(_ text: ArraySlice<UInt8>) -> ReceiptError? {
    // The output of `openssl x509 -text` and `openssl req -text`.
    if Text.begins(text, with: "Certificate:") { return .certificate }
    if text.starts(with: "{\\rtf".utf8) { return .richText }
    return Text.begins(text, with: "Certificate Request:") ? .certificateRequest : nil
  }
}

extension ReceiptError {
  static let emptyInput = ReceiptError(
    .empty, "there is nothing in it",
    hint: "an app that did not come from the store has no receipt; one that did gets it with "
      + "SKReceiptRefreshRequest or AppTransaction.refresh()")

  static let tooManyLayers = ReceiptError(
    .tooManyLayers, "this is wrapped more than \(InputUnwrapper.maximumLayers) times",
    hint: "take some of the wrappings off")

  static let htmlPage = ReceiptError(
    .htmlPage, "this is a web page, not a receipt", offset: 0,
    hint: "a server sent a page, perhaps of an error; look at it in a browser")

  static let outage = ReceiptError(
    .htmlPage, "this is a web page, not a receipt: a server was down, and verified nothing",
    offset: 0, hint: "send the receipt again later")

  static let archive = ReceiptError(
    .archive, "this is a ZIP archive (an .ipa is one too), not a receipt", offset: 0,
    hint: "unpack it; a Mac app has its receipt in Contents/_MASReceipt/receipt, an .ipa has none")

  static let certificate = ReceiptError(
    .certificate, "this is a certificate, not a receipt", offset: 0)

  static let certificateRequest = ReceiptError(
    .certificate, "this is a request for a certificate, not a receipt", offset: 0,
    hint: "openssl req -text shows it; a receipt comes from the app")

  static let publicKey = ReceiptError(
    .notAReceipt, "this is a public key, not a receipt", offset: 0,
    hint: "openssl pkey -pubin -text shows it; a receipt brings its own keys")

  static let keyParameters = ReceiptError(
    .notAReceipt, "these are the parameters of a key, not a receipt", offset: 0,
    hint: "a private key often follows them; do not share that key")

  static let profileContent = ReceiptError(
    .provisioningProfile, "this is what a provisioning profile holds, not a receipt", offset: 0,
    hint: "a profile says where an app may run; the receipt is in the app or its container")

  static let inWords = ReceiptError(
    .notAReceipt, "this is a text in words, and no receipt stands in it", offset: 0,
    hint: "give the receipt itself, and not words about it; \(Base64Wrapping.whatReceiptsAre)"
  ).about(.words)

  static let notAReceipt = notAReceipt(at: 0)

  static func notAReceipt(at offset: Int) -> ReceiptError {
    ReceiptError(
      .notAReceipt, "this is neither DER nor base64", offset: offset,
      hint: Base64Wrapping.whatReceiptsAre
    ).about(.unknown)
  }

  fileprivate static let picture = ReceiptError(
    .notAReceipt, "this is a picture", offset: 0,
    hint: "a picture has no receipt in it; ask for the text or the file")

  fileprivate static let program = ReceiptError(
    .notAReceipt, "this is a program: a part of an app", offset: 0,
    hint: "a Mac app has its receipt in Contents/_MASReceipt/receipt; give the .app folder")

  fileprivate static let assets = ReceiptError(
    .notAReceipt, "this is a catalogue of pictures: a part of an app", offset: 0,
    hint: "a Mac app has its receipt in Contents/_MASReceipt/receipt; give the .app folder")

  fileprivate static let keyOfApp = ReceiptError(
    .notAReceipt, "this is a part of an .ipa (SC_Info/….sinf): it lets a device open the app",
    offset: 0, hint: "an .ipa has no receipt; ask for the one that the app has on the device")

  fileprivate static let keyStore = ReceiptError(
    .privateKey, "this is a key store (.p12), not a receipt", offset: 0,
    hint: "do not share it: it holds a private key")

  static let richText = ReceiptError(
    .notAReceipt, "this is a document of a word processor (RTF), and no receipt can be read in it",
    offset: 0, hint: "save it as plain text, and give that file")

  static let privateKey = ReceiptError(
    .privateKey, "this is a private key, not a receipt", offset: 0,
    hint:
      "do not share it; a receipt is read without it. A library takes the whole .p8 file, with its lines BEGIN and END, and real line breaks"
  )
}
