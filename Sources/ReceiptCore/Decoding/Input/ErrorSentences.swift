/// Sentences that servers, systems and libraries print where they could print a code, and the code that each stands
/// for.
///
/// The glossary says what the codes mean. `explain` and the reading of a receipt both ask this table, through
/// `OtherText`.
enum ErrorSentences {
  /// The codes whose sentences stand in a text. Case, line breaks and the kind of an apostrophe do not matter.
  static func codes(in text: ArraySlice<UInt8>) -> [String] {
    let text = folded(text)[...]
    return table.filter { $0.sentences.contains { stands($0, in: text) } }.map(\.code)
  }

  /// As words of their own: `receipt-failed` does not stand in `receipt-failed-twice`.
  private static func stands(_ sentence: String, in text: ArraySlice<UInt8>) -> Bool {
    var position = text.startIndex
    while let range = Text.range(of: sentence, in: text, from: position) {
      let isWhole =
        !(text[..<range.lowerBound].last.map(Text.isNamePart) ?? false)
        && !(text[range.upperBound...].first.map(Text.isNamePart) ?? false)
      if isWhole { return true }
      position = range.upperBound
    }
    return false
  }

  /// In small letters, with one space for all that stands between two words, and with plain apostrophes.
  private static func folded(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var folded: [UInt8] = []
    folded.reserveCapacity(text.count)
    for octet in text {
      if Text.isSpace(octet) {
        if folded.last != 0x20 { folded.append(0x20) }
      } else if octet == 0x99, folded.suffix(2) == [0xE2, 0x80] {
        folded.removeLast(2)
        folded.append(UInt8(ascii: "'"))
      } else {
        folded.append((0x41...0x5A).contains(octet) ? octet | 0x20 : octet)
      }
    }
    return folded
  }

  // MARK: The table

  /// Sentences are in small letters. So much of each stands here as no other sentence has.
  static let table: [(code: String, sentences: [String])] =
    verifyReceipt + network + revenueCat + openIAP + parsers + others

  private static let verifyReceipt: [(code: String, sentences: [String])] = [
    (
      "21000",
      [
        "the app store could not read the json object you provided",
        "was not made using the http post request method",
      ]
    ),
    ("21002", ["the data in the receipt-data property was malformed"]),
    (
      "21003",
      ["the receipt could not be authenticated", "the system couldn't authenticate the receipt"]
    ),
    ("21004", ["the shared secret you provided does not match"]),
    (
      "21005",
      [
        "the receipt server is not currently available",
        "the receipt server was temporarily unable to provide the receipt",
      ]
    ),
    (
      "21006",
      [
        "this receipt is valid but the subscription has expired",
        "this receipt is valid, but the subscription",
      ]
    ),
    (
      "21007",
      [
        "this receipt is a sandbox receipt", "sandbox receipt used in production",
        "this receipt is from the test environment",
      ]
    ),
    (
      "21008",
      [
        "this receipt is a production receipt", "production receipt used in sandbox",
        "this receipt is from the production environment",
      ]
    ),
    ("21010", ["the user account cannot be found or has been deleted"]),
    (
      "valid, but purchased nothing",
      ["valid, but purchased nothing", "failed to validate for empty purchased list"]
    ),
  ]

  private static let network: [(code: String, sentences: [String])] = [
    ("NSURLErrorDomain -1001", ["the request timed out"]),
    ("NSURLErrorDomain -1003", ["a server with the specified hostname could not be found"]),
    ("NSURLErrorDomain -1004", ["could not connect to the server"]),
    ("NSURLErrorDomain -1005", ["the network connection was lost"]),
    ("NSURLErrorDomain -1009", ["the internet connection appears to be offline"]),
    ("NSURLErrorDomain -1200", ["an ssl error has occurred"]),
  ]

  private static let revenueCat: [(code: String, sentences: [String])] = [
    ("STORE_PROBLEM", ["there was a problem with the app store"]),
    (
      "PURCHASE_NOT_ALLOWED", ["the device or user is not allowed to make the purchase"]
    ),
    ("PURCHASE_INVALID", ["one or more of the arguments provided are invalid"]),
    ("PRODUCT_NOT_AVAILABLE_FOR_PURCHASE", ["the product is not available for purchase"]),
    ("PRODUCT_ALREADY_PURCHASED", ["this product is already active for the user"]),
    (
      "RECEIPT_ALREADY_IN_USE",
      ["there is already another active subscriber using the same receipt"]
    ),
    ("MISSING_RECEIPT_FILE", ["the receipt is missing"]),
    ("INVALID_CREDENTIALS", ["there was a credentials issue"]),
    ("UNEXPECTED_BACKEND_RESPONSE_ERROR", ["received malformed response from the backend"]),
    ("RECEIPT_IN_USE_BY_OTHER_SUBSCRIBER", ["the receipt is in use by other subscriber"]),
    (
      "OPERATION_ALREADY_IN_PROGRESS_FOR_PRODUCT_ERROR",
      ["the operation is already in progress for this product"]
    ),
    ("UNKNOWN_BACKEND_ERROR", ["there was an unknown backend error"]),
    ("INVALID_APPLE_SUBSCRIPTION_KEY", ["apple subscription key is invalid or not present"]),
    ("INELIGIBLE_ERROR", ["the user is ineligible for that action"]),
    ("PAYMENT_PENDING_ERROR", ["the payment is pending"]),
    (
      "CONFIGURATION_ERROR",
      [
        "there is an issue with your configuration", "there's a problem with your configuration",
        "none of the products registered in the revenuecat dashboard could be fetched",
      ]
    ),
    ("EMPTY_SUBSCRIBER_ATTRIBUTES", ["a request for subscriber attributes returned none"]),
    (
      "PRODUCT_DISCOUNT_MISSING_SUBSCRIPTION_GROUP_IDENTIFIER_ERROR",
      ["the product is missing a subscriptiongroupidentifier"]
    ),
    ("CUSTOMER_INFO_ERROR", ["there was a problem related to the customer info"]),
    ("SYSTEM_INFO_ERROR", ["there was a problem related to the system info"]),
    ("BEGIN_REFUND_REQUEST_ERROR", ["error when trying to begin refund request"]),
    ("API_ENDPOINT_BLOCKED_ERROR", ["requests to revenuecat are being blocked"]),
    ("SIGNATURE_VERIFICATION_FAILED", ["request failed signature verification"]),
    ("PRODUCT_REQUEST_TIMED_OUT_ERROR", ["skproductsrequest took too long to complete"]),
    (
      "INVALID_PROMOTIONAL_OFFER_ERROR",
      ["the information associated with this promotionaloffer is not valid"]
    ),
    ("purchase was missing in the receipt", ["the purchase was missing in the receipt"]),
  ]

  /// Newer versions of expo-iap and react-native-iap write codes with hyphens, which are of other words too.
  private static let openIAP: [(code: String, sentences: [String])] = [
    "receipt-failed", "already-owned", "item-unavailable", "deferred-payment", "purchase-error",
    "sku-not-found", "purchase-verification-failed", "iap-not-available",
    "transaction-validation-failed", "init-connection", "query-product", "not-prepared",
  ].map { ($0, [$0]) }

  /// Verifiers and parsers of certificates and receipts.
  private static let parsers: [(code: String, sentences: [String])] = [
    (
      "certificate signed by unknown authority",
      [
        "certificate signed by unknown authority", "unable to get local issuer certificate",
        "unable_to_get_issuer_cert_locally", "unable to verify the first certificate",
        "self signed certificate in certificate chain",
        "self-signed certificate in certificate chain", "self_signed_cert_in_chain",
      ]
    ),
    ("certificate has expired", ["certificate has expired", "cert_has_expired"]),
    ("insecure algorithm SHA1-RSA", ["insecure algorithm sha1-rsa"]),
    (
      "Indefinite Length form",
      ["indefinite length form", "payloadvalueconversionerror.invalidlength"]
    ),
    ("invalidCertificateChainOfTrust", ["invalidcertificatechainoftrust"]),
    ("Hash with GUID", ["hash with guid"]),
  ]

  private static let others: [(code: String, sentences: [String])] = [
    ("adapty_code 1000", ["noproductidsfound"]),
    (
      "adapty_code 2002",
      ["adapty error domain 2002", "\"adaptycode\": \"notactivated\"", "adaptyerror.notactivated"]
    ),
    ("adapty_code 0", ["\"adaptycode\": \"unknown\"", "\"adaptycode\":\"unknown\""]),
    (
      "exit 173",
      [
        "exit code: 173", "exit code 173", "exited with code 173", "exited with abnormal code: 173",
        "exited with abnormal code 173",
      ]
    ),
  ]
}
