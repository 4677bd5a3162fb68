internal import ReceiptCore

extension ReceiptForm {
  /// The form for display.
  var text: String {
    switch self {
    case .appReceipt: "App Store receipt"
    case .ios6Transaction: "iOS 6 transaction"
    case .verifyReceipt: "response of verifyReceipt"
    case .appTransaction: "StoreKit 2 app transaction"
    case .transaction: "StoreKit 2 transaction"
    case .renewalInfo: "StoreKit 2 renewal info"
    case .notification: "App Store server notification"
    case .notificationV1: "App Store server notification, version 1"
    case .realtimeRequest: "realtime request of Retention Messaging"
    case .apiAnswer: "response of the App Store Server API"
    case .apiError: "error of the App Store Server API"
    case .payload: "content of an App Store receipt, without its signature"
    }
  }
}

extension ReceiptInput.Layer {
  /// The layer for display, after the word "in".
  var text: String {
    switch self {
    case .base64: "base64"
    case .base64URL: "URL-safe base64"
    case .spacesForPlus: "a text whose + became spaces"
    case .percentEncoding: "percent-encoding"
    case .form: "the body of a form"
    case .quotes: "quotation marks"
    case .jsonString: "a JSON string"
    case .jsonEscapes: "JSON escapes"
    case .lineBreaks, .mailLines: "lines"
    case .quotedPrintable: "quoted-printable"
    case .htmlEscapes: "escapes of HTML"
    case .typography: "a text with signs of a word processor"
    case .nodePrint: "a print of Node"
    case .consolePrint: "the console of a browser"
    case .rubyPrint: "a print of Ruby"
    case .javaPrint: "a print of Java"
    case .goPrint: "a print of Go"
    case .numbers: "a list of numbers"
    case .linePrefix: "lines of a log"
    case .mailQuotes: "a quoted mail"
    case .http: "a message of HTTP"
    case .appBundle: "an app"
    case .container: "the container of an app's data"
    case .optional: "Optional(…)"
    case .dataURL: "a data: URL"
    case .pem: "PEM"
    case .hexadecimal: "hexadecimal"
    case .hexDump: "a hex dump"
    case .byteOrderMark: "text with a byte-order mark"
    case .utf16: "UTF-16"
    case .propertyList: "a property list"
    case .requestBody: "a request to verifyReceipt"
    case .notificationBody: "the body of a notification"
    case .json: "JSON"
    case .nslog: "a print of NSLog"
    case .swiftPrint: "a print of Swift"
    case .pythonPrint: "a print of Python"
    case .phpPrint: "a print of PHP"
    case .yaml: "YAML"
    case .text: "other text"
    }
  }
}

extension DecodedReceipt {
  /// The form for display, if it is known.
  var formText: String {
    if isTogether { return "\(counted(nested.count, "receipt")) together" }
    guard hasKnownForm else { return "JWS of StoreKit 2" }
    guard isUnsignedPayload, form != .payload else { return form.text }
    return "payload without its signature (\(form.text))"
  }

  /// How the container is written: lengths in more bytes than they need are BER, even where everything else is DER
  /// (X.690 §10.1).
  var writtenEncoding: ReceiptEncoding {
    encoding == .der && findings.contains { $0.id == .nonMinimalLength } ? .ber : encoding
  }

  /// The container and the size, behind a comma. Of several texts together each has its own.
  var containerFacts: String {
    isTogether ? "" : ", \(containerText), \(grouped(input.bytes.count)) bytes"
  }

  /// The container and its wrappings: `PKCS#7 DER in base64 in a JSON string`.
  private var containerText: String {
    let container =
      switch envelope {
      case .pkcs7: "PKCS#7 \(writtenEncoding.rawValue.uppercased())"
      case .jws: "JWS"
      case .propertyList: "property list"
      case .json: "JSON"
      case .attributes: writtenEncoding.rawValue.uppercased()
      }
    return input.layers.reversed().reduce(container) { "\($0) in \($1.text)" }
  }
}

extension Receipt {
  /// A word for the environment that is not one of the three that are known.
  var otherEnvironmentText: String {
    environmentWord.map { "environment \($0)" } ?? "environment unknown"
  }

  /// ` (LocalTesting)`, where a test says that it ran without Xcode.
  var localTestingText: String {
    environmentWord.map { $0.text == "Xcode" ? "" : " (\($0))" } ?? ""
  }
}
