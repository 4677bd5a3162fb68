internal import ReceiptCore
internal import ReceiptInsight

/// Where receipts come from and what they come in: environments, receipt types, forms, layers.
enum PlaceGlossary {
  static let entries: [GlossaryEntry] = environments + receiptTypes + forms + layers

  private static let environments = KnownValue.all(of: "environment").map { value in
    GlossaryEntry(
      .environment, value.value, aliases: environmentNames[value.value] ?? [], value.meaning,
      advice: environmentAdvice[value.value] ?? value.advice)
  }

  /// What others call an environment.
  private static let environmentNames = [
    "Production": ["PROD"], "Sandbox": ["TestFlight"], "Xcode": ["StoreKitTest"],
  ]

  private static let environmentAdvice = [
    "Production": "send it to buy.itunes.apple.com; the sandbox answers 21008",
    "Sandbox": "send it to sandbox.itunes.apple.com; production answers 21007",
    "Xcode": "use --profile xcode in tests, and refuse it in production",
  ]

  private static let receiptTypes: [GlossaryEntry] = [
    GlossaryEntry(.receiptType, "Production", "a receipt of the App Store"),
    GlossaryEntry(.receiptType, "ProductionSandbox", "a receipt of the sandbox, or of TestFlight"),
    GlossaryEntry(
      .receiptType, "ProductionVPP",
      "a receipt of an app that an organisation bought in volume (Volume Purchase Program); it can expire",
      advice: "look at expiration_date"),
    GlossaryEntry(
      .receiptType, "ProductionVPPSandbox",
      "a receipt of the sandbox as if an organisation had bought the app in volume"),
    GlossaryEntry(
      .receiptType, "Xcode", "a receipt that Xcode made",
      advice: "use --profile xcode in tests, and refuse it in production"),
    GlossaryEntry(
      .receiptType, "Sandbox",
      "a spelling that some decoders accept for the sandbox; Apple's "
        + "receipts say ProductionSandbox"),
  ]

  private static let forms: [GlossaryEntry] = ReceiptForm.allCases.map {
    GlossaryEntry(.form, $0.rawValue, $0.meaning, advice: $0.advice)
  }

  private static let layers: [GlossaryEntry] = ReceiptInput.Layer.allCases.map {
    GlossaryEntry(.layer, $0.rawValue, $0.meaning)
  }
}

extension ReceiptForm {
  /// What it is.
  fileprivate var meaning: String {
    switch self {
    case .appReceipt: "PKCS#7 around a set of attributes: what an app finds at appStoreReceiptURL"
    case .ios6Transaction:
      "a property list with its signature: transactionReceipt of SKPaymentTransaction, until iOS 6"
    case .verifyReceipt: "the response of Apple's verifyReceipt: unsigned JSON"
    case .appTransaction: "StoreKit 2's AppTransaction, a JWS: which version was first bought"
    case .transaction: "StoreKit 2's Transaction, a JWS about one purchase"
    case .renewalInfo: "StoreKit 2's RenewalInfo, a JWS: whether and how a subscription will renew"
    case .notification:
      "an App Store Server Notification of version 2, a JWS that holds two others"
    case .notificationV1: "an App Store Server Notification of version 1: JSON without a signature"
    case .realtimeRequest:
      "a signed question of Retention Messaging, while a customer is about to cancel"
    case .apiAnswer:
      "a response of the App Store Server API: JSON around signed transactions"
    case .apiError: "an error of the App Store Server API: a code and a message"
    case .payload: "the attributes of an app receipt without the signature around them"
    }
  }

  /// What to do with it.
  fileprivate var advice: String {
    switch self {
    case .appReceipt, .appTransaction, .transaction, .renewalInfo, .notification:
      "verify it with `receipt check`"
    case .ios6Transaction:
      "ask for an app receipt: this one's chain cannot be followed to the end"
    case .verifyReceipt: "verify the receipt in its latest_receipt"
    case .notificationV1: "verify the latest_receipt in it, and move to version 2"
    case .realtimeRequest: "answer it; it is no purchase"
    case .apiAnswer: "verify it with `receipt check`; each signed text in it is verified"
    case .apiError: "look the code up with `receipt explain`"
    case .payload: "ask for the whole receipt: this proves nothing"
    }
  }
}

extension ReceiptInput.Layer {
  /// What it is that is taken off.
  fileprivate var meaning: String {
    switch self {
    case .base64: "bytes as text in 64 characters (RFC 4648 §4)"
    case .base64URL: "base64 with - and _ for + and / (RFC 4648 §5)"
    case .spacesForPlus: "base64 in which every + had become a space, as in forms on the web"
    case .percentEncoding: "bytes as %2B and the like, as in URLs (RFC 3986 §2.1)"
    case .form: "the body of a form, one field of which holds a receipt"
    case .quotes: "quotation marks around a text"
    case .jsonString: "a text of JSON in quotation marks, with its escapes"
    case .jsonEscapes: "the escapes of a JSON text, such as \\/ for /, without the quotation marks"
    case .lineBreaks: "the breaks of a text in lines, which has none of its own; now mail-lines"
    case .mailLines: "the lines into which a mail program or a terminal broke a JWS"
    case .quotedPrintable: "=3D for = and the like, as mail programs send text (RFC 2045 §6.7)"
    case .htmlEscapes: "&quot; for a quotation mark and the like, or tags, as in web pages"
    case .typography:
      "curved quotation marks, no-break spaces, soft hyphens, invisible characters, colours or RTF in a text"
    case .consolePrint: "an object that was unfolded in the console of a browser"
    case .nodePrint: "a value as Node prints it: { key: 'value' }, and <Buffer 30 82 …>"
    case .rubyPrint: "a hash as Ruby prints it: {\"key\" => value}"
    case .javaPrint: "a map or an object as Java and Kotlin print it: {key=value}"
    case .goPrint: "a map or a struct as Go prints it: map[key:value], {Key:value}"
    case .numbers: "bytes as a list of numbers: [48, 130, …]"
    case .linePrefix:
      "what stands around each line: a time, a name or a number of a log, or the marks of a program's text"
    case .mailQuotes: "the > before each line of a quoted mail"
    case .http: "a message of HTTP with its fields, as curl -i prints one"
    case .appBundle: "a Mac app, which holds its receipt in Contents/_MASReceipt"
    case .container: "the container of an app's data, or the .xcappdata that Xcode downloads"
    case .optional: "Optional(…), as Swift prints a value that may be absent"
    case .dataURL: "a data: URL (RFC 2397)"
    case .pem: "base64 between BEGIN and END (RFC 7468)"
    case .hexadecimal: "two hexadecimal digits for each byte"
    case .hexDump: "what hexdump, xxd or od -x print"
    case .byteOrderMark: "the mark that editors on Windows put before a text"
    case .utf16: "a text in UTF-16"
    case .propertyList:
      "a property list in XML: one value is a receipt, or it is there in place of JSON"
    case .requestBody: "the JSON that is sent to verifyReceipt, with receipt-data"
    case .notificationBody: "the JSON that Apple sends to a server, with signedPayload"
    case .json: "a field or an element of other JSON"
    case .nslog: "a dictionary as NSLog and old property lists write it: { key = value; }"
    case .swiftPrint: "a dictionary as Swift prints it: [\"key\": value]"
    case .pythonPrint: "a dictionary as Python prints it: {'key': value}"
    case .phpPrint: "an array as PHP writes it: array('key' => value), print_r, var_dump"
    case .yaml: "YAML, as programs write it"
    case .text: "other text around the receipt, such as a log"
    }
  }
}
