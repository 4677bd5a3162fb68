/// The bytes of a receipt, with the wrappings that were removed.
public struct ReceiptInput: Sendable {
  /// The unwrapped receipt.
  public let bytes: [UInt8]
  /// The kind of receipt, by its first bytes.
  package let kind: Kind
  /// The wrappings that were removed, outermost first.
  public let layers: [Layer]
  /// What is wrong with a wrapping whose content could still be read.
  public let error: ReceiptError?
  /// Findings about the wrappings.
  package let findings: [Finding]
  /// What an app says beside it.
  let appWords: AppWords?

  /// The structure of a receipt.
  package enum Kind: Sendable {
    case pkcs7
    /// The SET of attributes of an app receipt, alone.
    case attributes
    case propertyList
    case json(JSONValue)
    case jws
    /// Several receipts of one customer.
    case together([Piece])
  }

  /// One of several receipts that are put together.
  package struct Piece: Sendable {
    package let name: String
    package let input: Result<ReceiptInput, ReceiptError>

    package init(name: String, input: Result<ReceiptInput, ReceiptError>) {
      self.name = name
      self.input = input
    }
  }

  /// Several receipts of one customer as one.
  package init(together pieces: [Piece]) { self.init([], kind: .together(pieces)) }

  /// A wrapping around a receipt. The raw value is stable.
  public enum Layer: String, Sendable, CaseIterable {
    /// Base64, with or without line breaks.
    case base64
    /// Base64 with `-` and `_` in place of `+` and `/` (RFC 4648 §5).
    case base64URL = "base64url"
    /// Base64 in which a web form replaced every `+` by a space.
    case spacesForPlus = "spaces-for-plus"
    /// Percent-encoding, as in the body of a form.
    case percentEncoding = "percent-encoding"
    /// A form body with a field that holds a receipt.
    case form = "form-body"
    /// Quotation marks around it, or escapes in it.
    case quotes
    /// A JSON string with quotation marks and escapes.
    case jsonString = "json-string"
    /// JSON escapes without the quotation marks.
    case jsonEscapes = "json-escapes"
    /// `Optional("…")`, as Swift prints an optional value.
    case optional
    /// A `data:` URL.
    case dataURL = "data-url"
    /// PEM.
    case pem
    /// Hexadecimal digits, or a dump of them.
    case hexadecimal = "hex"
    /// The output of `hexdump`, `xxd` or `od -x`.
    case hexDump = "hex-dump"
    /// A byte-order mark before the text.
    case byteOrderMark = "byte-order-mark"
    /// Text in UTF-16.
    case utf16 = "utf-16"
    /// A property list in XML with a receipt in one of its values, or in the place of JSON.
    case propertyList = "property-list"
    /// The JSON request to verifyReceipt, with `receipt-data`.
    case requestBody = "request-body"
    /// The JSON that Apple sends to a server, with `signedPayload`.
    case notificationBody = "notification-body"
    /// A field or element of other JSON.
    case json
    /// A dictionary as NSLog prints it.
    case nslog
    /// A dictionary as Swift prints it.
    case swiftPrint = "swift-print"
    /// A dictionary as Python prints it.
    case pythonPrint = "python-print"
    /// An array as PHP prints it, or as its code has it.
    case phpPrint = "php-print"
    /// A value as Node's `console.log` prints it.
    case nodePrint = "node-print"
    /// An object in the console of a browser.
    case consolePrint = "console-print"
    /// A hash as Ruby prints it.
    case rubyPrint = "ruby-print"
    /// A map or an object as Java and Kotlin print it.
    case javaPrint = "java-print"
    /// A map or a struct as Go prints it.
    case goPrint = "go-print"
    /// Bytes as a list of numbers: `[48, 130, …]`.
    case numbers
    /// YAML.
    case yaml
    /// A text without line breaks of its own that was broken into lines. It is no longer given: ``mailLines`` is.
    case lineBreaks = "line-breaks"
    /// A JWS that a mail program or a terminal broke into lines.
    case mailLines = "mail-lines"
    /// Quoted-printable, as mail programs send text.
    case quotedPrintable = "quoted-printable"
    /// The escapes of HTML, such as `&quot;`.
    case htmlEscapes = "html-escapes"
    /// Curved quotation marks, no-break spaces and invisible characters that a word processor, a chat or a web page put
    /// into a text.
    case typography
    /// The `>` before each line of a quoted mail.
    case mailQuotes = "mail-quotes"
    /// What a log writes before each line of a text.
    case linePrefix = "line-prefix"
    /// An HTTP message with its header fields.
    case http = "http-message"
    /// A Mac app with its receipt.
    case appBundle = "app-bundle"
    /// The container of an app's data, or one downloaded by Xcode.
    case container
    /// Text around the receipt, such as a log.
    case text
  }

  package init(
    _ bytes: [UInt8], kind: Kind, layers: [Layer] = [], error: ReceiptError? = nil,
    findings: [Finding] = [], appWords: AppWords? = nil
  ) {
    self.bytes = bytes
    self.kind = kind
    self.layers = layers
    self.error = error
    self.findings = findings
    self.appWords = appWords
  }
}

extension ReceiptError {
  /// The error of an input that exceeds a limit.
  public static func tooLarge(limit: Int) -> ReceiptError {
    ReceiptError(.tooLarge, "this is larger than \(limit) byte\(limit == 1 ? "" : "s")")
  }
}
