/// A receipt's bytes, and the wrappings that were taken off to get at them.
public struct ReceiptInput: Sendable {
  /// The receipt, without its wrappings.
  public let bytes: [UInt8]
  /// What the bytes are, by their looks.
  package let kind: Kind
  /// What was taken off, outermost first.
  public let layers: [Layer]
  /// What is wrong with a wrapping whose content could be read all the same.
  public let error: ReceiptError?

  /// What a receipt can be built of.
  package enum Kind: Sendable {
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

  package init(
    _ bytes: [UInt8], kind: Kind, layers: [Layer] = [], error: ReceiptError? = nil
  ) {
    self.bytes = bytes
    self.kind = kind
    self.layers = layers
    self.error = error
  }
}

extension ReceiptError {
  public static func tooLarge(limit: Int) -> ReceiptError {
    ReceiptError(.tooLarge, "this is larger than \(limit) bytes")
  }
}
