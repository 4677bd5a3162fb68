/// Something unusual that could still be read. A finding never stops a decode.
public struct Finding: Sendable, Hashable {
  /// What was found.
  public let id: ID
  /// Where it was found: an offset as in ``ReceiptError/offset``; `nil` in text forms, where `field` names
  /// the place.
  public let offset: Int?
  /// The attribute in which it was found.
  public let path: AttributePath?
  /// The field in which it was found, in forms without attributes: `in_app[0].purchase_date`.
  public let field: String?
  /// What was found there, if the finding is about that: an ASN.1 type (X.680), a key, the fault of a text.
  public let found: String?

  init(_ id: ID, offset: Int?, path: AttributePath? = nil, found: String? = nil) {
    self.id = id
    self.offset = offset
    self.path = path
    self.field = nil
    self.found = found
  }

  init(_ id: ID, field: String) {
    self.id = id
    self.offset = nil
    self.path = nil
    self.field = field
    self.found = nil
  }

  /// How serious a finding is.
  public enum Severity: String, Sendable, Comparable, CaseIterable {
    /// For information; genuine receipts have it too.
    case info
    /// Apple's own receipts do not have it.
    case warning

    public static func < (left: Severity, right: Severity) -> Bool {
      left == .info && right == .warning
    }
  }

  /// What was found. The raw value is stable.
  public enum ID: String, Sendable, CaseIterable {
    /// Bytes follow where a structure ends.
    case trailingData = "trailing-data"
    /// SignedData holds an element that receipts do not have.
    case unexpectedElement = "unexpected-element"
    /// A length is written in more bytes than it needs (X.690 §10.1).
    case nonMinimalLength = "non-minimal-length"
    /// An INTEGER is written in more bytes than it needs (X.690 §8.3.2).
    case nonMinimalInteger = "non-minimal-integer"
    /// The attributes are wrapped in one more OCTET STRING.
    case payloadWrapped = "payload-wrapped"
    /// The attributes are not in the order that DER asks for (X.690 §11.6).
    case unsortedSet = "unsorted-set"
    /// An attribute occurs more than once; the first one counts.
    case duplicateAttribute = "duplicate-attribute"
    /// A text has another string type than usual.
    case wrongStringType = "wrong-string-type"
    /// A text is not valid UTF-8.
    case invalidUTF8 = "invalid-utf8"
    /// A segment of a JWS is written in another way than RFC 7515 §2 has it.
    case nonCanonicalBase64 = "non-canonical-base64"
    /// A date is written differently under several keys; milliseconds count.
    case datesDisagree = "dates-disagree"
    /// A date of a response is written in another way than Apple writes it; milliseconds count.
    case oddDate = "odd-date"
    /// A response names another environment than its receipt; the receipt counts.
    case environmentsDisagree = "environments-disagree"
    /// Nothing says which payload of StoreKit it is.
    case formUnknown = "form-unknown"
    /// A value has another type than Apple writes.
    case oddType = "odd-type"
    /// A name is spelled in another way than Apple spells it.
    case oddName = "odd-name"
    /// The input holds the shared secret of the account.
    case sharedSecret = "shared-secret"
    /// The response has more pages.
    case morePages = "more-pages"
    /// Unsigned text contradicts a signed text; the signed text counts.
    case unsignedDisagrees = "unsigned-disagrees"
    /// Two receipts that were put together contradict each other.
    case piecesDisagree = "pieces-disagree"
    /// The original purchase is later than the purchase. Genuine receipts have this too.
    case originalPurchaseAfterPurchase = "original-purchase-after-purchase"
    /// The key of the receipt in a request is misspelled.
    case misspelledKey = "misspelled-key"
    /// The receipt in a request is encoded in a way that Apple's server does not read.
    case requestEncoding = "request-encoding"
    /// The text around the receipt cannot be read.
    case brokenText = "broken-text"
    /// Parts of other receipts stand beside the receipt.
    case partBeside = "part-beside"
    /// The same text stands in an object under another name too.
    case sameText = "same-text"
    /// The text around the receipt tells of an error.
    case errorAround = "error-around"
    /// Only a part of a response was given.
    case partOfResponse = "part-of-response"
    /// The status is that of a library, not Apple's.
    case libraryStatus = "library-status"
    /// The response is in the style of iOS 6: it is about one transaction.
    case ios6Style = "ios6-style"
    /// A value was masked: it has signs in its place.
    case masked = "masked"
    /// A program left out parts of a value when it printed it.
    case leftOut = "left-out"
    /// The text was changed on its way, and that was undone.
    case restoredText = "restored-text"
    /// There are more findings than ``DecodingLimits/maximumDiagnostics``.
    case tooManyFindings = "too-many-findings"
    /// There are more warnings than ``DecodingLimits/maximumDiagnostics``.
    case tooManyWarnings = "too-many-warnings"
  }

  /// It is about the text around a receipt. The receipt itself may be sound.
  var isAroundReceipt: Bool {
    switch id {
    case .misspelledKey, .requestEncoding, .sharedSecret, .brokenText, .partBeside, .sameText,
      .errorAround, .leftOut, .restoredText:
      true
    // What an app says around a signed text.
    case .unsignedDisagrees: found != nil
    default: false
    }
  }

  /// The finding without the part of its message that may quote the text.
  package var withoutQuotation: Finding {
    id == .brokenText || id == .errorAround ? Finding(id, offset: offset) : self
  }

  /// How serious the finding is.
  public var severity: Severity {
    switch id {
    case .unsortedSet, .formUnknown, .originalPurchaseAfterPurchase, .tooManyFindings,
      .restoredText, .libraryStatus, .ios6Style, .masked, .sameText:
      .info
    case .trailingData, .unexpectedElement, .nonMinimalLength, .nonMinimalInteger, .payloadWrapped,
      .duplicateAttribute, .wrongStringType, .invalidUTF8, .nonCanonicalBase64, .datesDisagree,
      .oddDate, .environmentsDisagree, .oddType, .oddName, .sharedSecret, .morePages,
      .unsignedDisagrees,
      .piecesDisagree, .misspelledKey, .requestEncoding, .brokenText, .partBeside, .errorAround,
      .leftOut, .partOfResponse, .tooManyWarnings:
      .warning
    }
  }

  /// What was found, in one sentence without a full stop.
  public var message: String {
    switch id {
    case .trailingData: "bytes follow where the structure ends"
    case .unexpectedElement: "an element stands here that receipts do not have; it was passed over"
    case .nonMinimalLength: "a length is written in more bytes than it needs (X.690 §10.1)"
    case .nonMinimalInteger: "an INTEGER is written in more bytes than it needs (X.690 §8.3.2)"
    case .payloadWrapped: "the attributes are wrapped in one more OCTET STRING; Apple's are not"
    case .unsortedSet: "attributes are not in the order that DER asks for (X.690 §11.6)"
    case .duplicateAttribute: "this attribute occurs more than once; the first one is shown"
    case .wrongStringType: "the text is a \(found ?? "different string"), not the usual type"
    case .invalidUTF8: "the text is not valid UTF-8"
    case .nonCanonicalBase64:
      "a segment is not written as JWS has it (RFC 7515 §2): without padding, white space, + and /, "
        + "and with no bits behind the last byte"
    case .datesDisagree:
      "the same date is written differently under another key; the one in milliseconds is shown"
    case .oddDate:
      "the date is not written as Apple writes dates, such as 2018-11-29 08:30:30 Etc/GMT"
    case .environmentsDisagree:
      "the answer names another environment than receipt_type does; receipt_type counts"
    case .formUnknown:
      "nothing in it says whether it is a transaction, a renewal info or something else of StoreKit's"
    case .oddType: "the value has another type than Apple writes; it could still be read"
    case .oddName: "the name is spelled in another way than Apple spells it"
    case .sharedSecret: "it holds the account's shared secret (password), which is not shown"
    case .morePages: "there are more pages of this response; what it does not list may still exist"
    case .unsignedDisagrees:
      found.map { "the app's words around it name \($0) not in it; what is signed counts" }
        ?? "the unsigned text contradicts what is signed; what is signed counts"
    case .piecesDisagree: "two of the receipts contradict each other"
    case .originalPurchaseAfterPurchase:
      "the original purchase date is later than the purchase date; genuine receipts have this too"
    case .misspelledKey:
      "the key of the receipt is written \(found ?? "in another way"); Apple's server reads only "
        + "receipt-data and answers 21002"
    case .requestEncoding:
      "the receipt in this request \(found ?? "is not encoded as it should be"); Apple's server wants its "
        + "bytes in base64 once, and as a rule answers 21002"
    case .brokenText: "the text around it could not be read: \(found ?? "it is not JSON")"
    case .partBeside:
      "beside it \(found ?? "stand parts of other receipts, which cannot be read")"
    case .sameText:
      "the same text stands \(found.map { "in \($0)" } ?? "under another name") too; it was read once"
    case .errorAround:
      "the text around it tells of an error\(found.map { ": \($0)" } ?? "")"
    case .partOfResponse:
      "this is only \(found ?? "a part") of a response of verifyReceipt; the rest may say more"
    case .libraryStatus:
      "status 2 is not Apple's: the library in-app-purchase writes it for a valid receipt without "
        + "purchases"
    case .ios6Style:
      "the response is in the style of iOS 6: it is about the one transaction whose receipt was sent, and "
        + "an app receipt shows all"
    case .masked: "signs or words stand in the place of this value"
    case .leftOut:
      "a program left parts out when it printed this: \(found ?? "they are missing here")"
    case .restoredText:
      "the text was changed on its way to you; it was read without \(found ?? "what was added")"
    case .tooManyFindings: "there are more findings than are listed here"
    case .tooManyWarnings:
      "there are more warnings than are listed here; no receipt of Apple's has so many"
    }
  }
}

extension Finding {
  /// A text around a receipt that could not be read, with the error that says why.
  init(brokenText error: ReceiptError) {
    self.init(.brokenText, offset: error.offset, found: error.message)
  }
}

extension Finding {
  /// So many texts beside a receipt that were shortened, and payloads without a signature; `nil` for none.
  init?(partsBeside parts: Int, payloads: Int = 0) {
    var found: [String] = []
    if parts > 0 {
      let texts =
        parts == 1 ? "stands a part of another receipt" : "stand parts of \(parts) other receipts"
      found.append(texts + ", which cannot be read: the rest was left out")
    }
    if payloads > 0 {
      let texts = payloads == 1 ? "stands a payload" : "stand \(payloads) payloads"
      found.append(texts + " without a signature: passed over, as nothing proves it")
    }
    guard !found.isEmpty else { return nil }
    self.init(.partBeside, offset: nil, found: found.joined(separator: "; there "))
  }
}

extension Finding {
  /// A text that was changed on its way: what was taken out of it, such as `3 soft hyphens`.
  init(restored: String) {
    self.init(.restoredText, offset: nil, found: restored)
  }
}
