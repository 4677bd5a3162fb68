/// Something that could not be read: what, where, and what to do about it.
///
/// Two errors are equal if their codes are. Messages may change between versions; codes do not.
public struct ReceiptError: Error, Sendable, CustomStringConvertible {
  /// The kind of error.
  public let code: Code
  /// What is wrong, in one sentence without a full stop.
  public let message: String
  /// What the user can do next; `nil` if the code says enough.
  public private(set) var hint: String?
  /// The offset of the byte at which reading failed. It counts in the file after base64 decoding. In a BER
  /// receipt it counts in the content. In a JWS it counts from the beginning of the header or payload that
  /// the message names.
  public let offset: Int?
  /// The attribute in which reading failed.
  public let path: AttributePath?
  /// What an error that was posted in the place of a receipt calls itself: `SKErrorDomain 0`.
  package var codes: [String] = []
  /// Names and codes in a text that may say more of it. Many rows may be refused, so they are looked up only as they
  /// are written.
  package var names: [String] = []
  /// What a text is that is no receipt, where that decides what else is looked for.
  var subject: Subject?

  /// Makes an error. The message is one sentence without a full stop.
  public init(
    _ code: Code, _ message: String, offset: Int? = nil, path: AttributePath? = nil,
    hint: String? = nil
  ) {
    self.code = code
    self.message = message
    self.hint = hint
    self.offset = offset
    self.path = path
  }

  /// Whether a part of the text is missing, or was changed on the way so that it cannot be read. What it was before, and
  /// whether somebody signed that, is not known.
  package var isOfMissingPart: Bool {
    [.truncated, .invalidBase64, .invalidPropertyList].contains(code)
  }

  /// The byte that is told to a person. In a text that is no receipt, no byte is to blame.
  package var place: Int? { code == .notAReceipt && offset == 0 ? nil : offset }

  /// The same with one more sentence in its hint.
  func adding(_ advice: String) -> ReceiptError {
    var other = self
    other.hint = [hint, advice].compactMap(\.self).joined(separator: ". ")
    return other
  }

  /// What a text is that is no receipt.
  enum Subject: Sendable {
    /// Nothing that is known.
    case unknown
    case words
    /// Base64 of something that is not known.
    case base64
    /// JSON in which nothing is known.
    case json
    /// XML in which nothing is known.
    case xml
    /// The message of an error that is known.
    case error
  }

  func about(_ subject: Subject) -> ReceiptError {
    var other = self
    other.subject = subject
    return other
  }

  /// Whether the text is a known message of an error, and not another text about purchases.
  package var isAboutError: Bool { subject == .error }
  /// Whether it only says that no receipt was found.
  package var isGeneral: Bool { code == .invalidJSON || isAboutNothing || subject == .json }
  /// Whether nothing is known of the text.
  var isAboutNothing: Bool { subject == .unknown || subject == .words }
  /// A page, or XML of another kind, may show a receipt as text.
  var isAboutMarkup: Bool { code == .htmlPage || subject == .xml }

  public var description: String {
    var text = message
    if let path { text += ", attribute \(path)" }
    if let place { text += ", at byte \(place)" }
    return "\(text) [\(code)]"
  }

  /// A stable name for a kind of error, in kebab case.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }
  }
}

extension ReceiptError: Equatable {
  public static func == (left: ReceiptError, right: ReceiptError) -> Bool {
    left.code == right.code
  }
}

extension ReceiptError.Code {
  // The input
  /// The input is empty.
  public static let empty = Self(rawValue: "empty")
  /// The input is larger than `DecodingLimits.maximumInputSize`.
  public static let tooLarge = Self(rawValue: "too-large")
  /// The input is not in any form of receipt.
  public static let notAReceipt = Self(rawValue: "not-a-receipt")
  /// The base64 text is cut off, or has bytes that do not belong to base64.
  public static let invalidBase64 = Self(rawValue: "invalid-base64")

  /// There are several receipts where one was expected, or too many.
  public static let severalReceipts = Self(rawValue: "several-receipts")
  /// The receipt has another form than requested.
  public static let wrongForm = Self(rawValue: "wrong-form")
  /// There are more wrappings than `InputUnwrapper` removes.
  public static let tooManyLayers = Self(rawValue: "too-many-layers")
  /// The text is meant to be JSON, but is not valid.
  public static let invalidJSON = Self(rawValue: "invalid-json")
  /// A property list that cannot be read.
  public static let invalidPropertyList = Self(rawValue: "invalid-property-list")
  /// `null`, `nil`, `(null)`.
  public static let nullValue = Self(rawValue: "null")
  /// A page of HTML.
  public static let htmlPage = Self(rawValue: "html-page")
  /// Only a number.
  public static let transactionID = Self(rawValue: "transaction-id")
  /// A shared secret: 32 hexadecimal digits.
  public static let sharedSecret = Self(rawValue: "shared-secret")
  /// A certificate, in DER or PEM.
  public static let certificate = Self(rawValue: "certificate")
  /// A private key, not a receipt.
  public static let privateKey = Self(rawValue: "private-key")
  /// A ZIP file.
  public static let archive = Self(rawValue: "archive")
  /// A provisioning profile: signed data around a property list.
  public static let provisioningProfile = Self(rawValue: "provisioning-profile")
  /// A JSON Web Token that is not from StoreKit.
  public static let otherToken = Self(rawValue: "other-token")
  /// Signed data around something else.
  public static let otherSignedData = Self(rawValue: "other-signed-data")

  // The container
  /// An element's header promises more bytes than there are.
  public static let truncated = Self(rawValue: "truncated")
  /// A header that is not valid ASN.1.
  public static let malformed = Self(rawValue: "malformed")
  /// A tag other than the required one.
  public static let unexpectedTag = Self(rawValue: "unexpected-tag")
  /// PKCS#7, but not `SignedData`.
  public static let notSignedData = Self(rawValue: "not-signed-data")
  /// `SignedData` without content: a detached signature.
  public static let noContent = Self(rawValue: "no-content")
  /// More certificates than `DecodingLimits.maximumCertificates`.
  public static let tooManyCertificates = Self(rawValue: "too-many-certificates")
  /// More signers than `DecodingLimits.maximumSignerInfos`.
  public static let tooManySigners = Self(rawValue: "too-many-signers")
  /// Elements nested deeper than `DecodingLimits.maximumDepth`, or JSON that is too deep.
  public static let tooDeep = Self(rawValue: "too-deep")

  // The JWS
  /// A text that looks like a JWS, but does not have three segments.
  public static let invalidJWS = Self(rawValue: "invalid-jws")
  /// JSON in which an object has a duplicate name.
  public static let duplicateName = Self(rawValue: "duplicate-name")
  /// JSON with more values than the limit.
  public static let tooManyValues = Self(rawValue: "too-many-values")

  // The attributes and fields
  /// More attributes than `DecodingLimits.maximumAttributes`, or purchases than `DecodingLimits.largestPurchaseCount`.
  public static let tooManyAttributes = Self(rawValue: "too-many-attributes")
  /// An attribute type or version that is negative, empty or larger than 2³¹−1, or a value of more
  /// than 64 bits.
  public static let invalidInteger = Self(rawValue: "invalid-integer")
  /// A value of another ASN.1 type than the attribute requires, or of another JSON type than the field.
  public static let wrongType = Self(rawValue: "wrong-type")
  /// Text that is not a date, or a number outside the supported years.
  public static let invalidDate = Self(rawValue: "invalid-date")
  /// More errors than `DecodingLimits.maximumDiagnostics`; the rest are not listed.
  public static let tooManyErrors = Self(rawValue: "too-many-errors")
}

extension ReceiptError.Code {
  /// All codes of `ReceiptCore`, in the order of the layers that they come from.
  public static let all: [ReceiptError.Code] = [
    .empty, .tooLarge, .notAReceipt, .invalidBase64, .severalReceipts, .wrongForm,
    .tooManyLayers, .invalidPropertyList,
    .invalidJSON, .nullValue, .htmlPage, .transactionID, .sharedSecret, .certificate, .privateKey,
    .archive, .provisioningProfile, .otherSignedData, .otherToken,
    .truncated, .malformed, .unexpectedTag, .notSignedData, .noContent,
    .tooManyCertificates, .tooManySigners, .tooDeep,
    .invalidJWS, .duplicateName, .tooManyValues,
    .tooManyAttributes, .invalidInteger, .wrongType, .invalidDate, .tooManyErrors,
    .invalidRoot,
  ]
}
