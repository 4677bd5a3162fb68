/// A receipt's bytes, and the wrappings that were taken off to get at them.
public struct ReceiptInput: Sendable {
  /// The receipt, without its wrappings.
  public let bytes: [UInt8]
  /// What the bytes are, by their looks.
  let kind: Kind
  /// What was taken off, outermost first.
  public let layers: [Layer]
  /// What is wrong with a wrapping whose content could be read all the same.
  public let error: ReceiptError?

  /// What a receipt can be built of.
  enum Kind: Sendable {
    case pkcs7
    case propertyList
    case json(JSONValue)
    case jws
  }

  /// A wrapping around a receipt. The raw value is stable.
  public enum Layer: String, Sendable, CaseIterable {
    case base64
    /// Base64 with `-` and `_` for `+` and `/` (RFC 4648 §5).
    case base64URL = "base64url"
    /// Base64 in which every `+` had become a space, as happens to forms on the web.
    case spacesForPlus = "spaces-for-plus"
    case percentEncoding = "percent-encoding"
    /// The body of a form, with a field that holds a receipt.
    case form = "form-body"
    case quotes
    /// A JSON text in quotation marks, with its escapes.
    case jsonString = "json-string"
    /// The escapes of a JSON text, without its quotation marks.
    case jsonEscapes = "json-escapes"
    /// `Optional("…")`, as Swift prints a value that may be absent.
    case optional
    case dataURL = "data-url"
    case pem
    case hexadecimal = "hex"
    /// What `hexdump`, `xxd` or `od -x` print.
    case hexDump = "hex-dump"
    case byteOrderMark = "byte-order-mark"
    case utf16 = "utf-16"
    /// A property list in XML, with a receipt in one of its values.
    case propertyList = "property-list"
    /// The JSON that is sent to verifyReceipt, with `receipt-data`.
    case requestBody = "request-body"
    /// The JSON that Apple sends to a server, with `signedPayload`.
    case notificationBody = "notification-body"
    /// A field or an element of other JSON.
    case json
    /// A text without line breaks of its own, broken into lines.
    case lineBreaks = "line-breaks"
    /// The `>` before each line of a mail that somebody answers.
    case mailQuotes = "mail-quotes"
    /// A message of HTTP, with its fields.
    case http = "http-message"
    /// A Mac app, with its receipt inside.
    case appBundle = "app-bundle"
    /// The container of an app's data, or what Xcode downloads of one.
    case container
    /// Text around the receipt, such as a log.
    case text
  }

  init(
    _ bytes: [UInt8], kind: Kind, layers: [Layer] = [], error: ReceiptError? = nil
  ) {
    self.bytes = bytes
    self.kind = kind
    self.layers = layers
    self.error = error
  }

  /// Takes the wrappings off `bytes`, which hold one receipt. Nothing inside a wrapping is repaired.
  ///
  /// - Throws: when there is no receipt, or more than one.
  public init(_ bytes: [UInt8], limits: DecodingLimits = DecodingLimits()) throws(ReceiptError) {
    let found = try FoundReceipt.all(in: bytes, limits: limits)
    guard let first = found.first, found.count == 1 else {
      throw ReceiptError(
        .severalReceipts, "there are \(found.count) receipts in it, where one was expected",
        hint: "give each a line or a file of its own")
    }
    self = try first.input.get()
  }
}

/// One of the receipts in an input.
public struct FoundReceipt: Sendable {
  /// Where in the input it stands, when there are several: `[2].receipt-data`, `line 17`.
  public let part: String?
  /// The receipt without its wrappings, or why it is none.
  public let input: Attempt<ReceiptInput, ReceiptError>

  /// Finds every receipt in `bytes`, in order.
  ///
  /// - Throws: when there is none, with what it is instead, where that can be told.
  public static func all(
    in bytes: [UInt8], limits: DecodingLimits = DecodingLimits()
  ) throws(ReceiptError) -> [FoundReceipt] {
    let limit = min(limits.maximumInputSize, DecodingLimits.largestInputSize)
    guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
    return try InputDetective.find(in: bytes)
  }

  /// The same for what was found in an app or a container, which is the outermost layer.
  package static func all(
    in bytes: [UInt8], inside layer: ReceiptInput.Layer?, limits: DecodingLimits = DecodingLimits()
  ) throws(ReceiptError) -> [FoundReceipt] {
    let found = try all(in: bytes, limits: limits)
    guard let layer else { return found }
    return found.map { receipt in
      guard case .success(let input) = receipt.input else { return receipt }
      let whole = ReceiptInput(
        input.bytes, kind: input.kind, layers: [layer] + input.layers, error: input.error)
      return FoundReceipt(part: receipt.part, input: .success(whole))
    }
  }
}

extension ReceiptError {
  public static func tooLarge(limit: Int) -> ReceiptError {
    ReceiptError(
      .tooLarge, "this is larger than \(limit) bytes",
      hint: "receipts are far smaller; --max-size raises the limit if this is one")
  }
}
