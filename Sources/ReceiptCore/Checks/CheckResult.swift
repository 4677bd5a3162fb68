/// What one check says about a receipt.
public struct CheckResult: Sendable {
  public let id: CheckID
  public let status: Status
  /// Why it did not pass; `nil` when it did.
  public let reason: Reason?
  /// What was found, in one sentence without a full stop.
  public private(set) var message: String
  /// What the verdict rests on, by name, for a script; in the order of the names.
  public private(set) var evidence: Evidence
  /// What the person can do about it.
  public private(set) var hint: String?
  /// More of what was found, a line each: what differs from what was expected.
  public private(set) var details: [String] = []
  /// It did not pass, and was not meant to.
  public private(set) var isExpected = false

  /// Whether it speaks against the receipt: it failed, or could not be answered, and was meant to pass.
  public var isProblem: Bool { (status == .fail || status == .undetermined) && !isExpected }

  public enum Status: String, Sendable {
    case pass
    case fail
    /// It was asked for, but this receipt cannot answer.
    case undetermined
    /// It was not asked for, or an earlier check left nothing to look at.
    case notRun = "not-run"
  }

  /// A stable name for why a check did not pass, in kebab case.
  public struct Reason: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }
  }

  /// The result with more lines of what was found.
  package func with(details: [String]) -> CheckResult {
    var result = self
    result.details = details
    return result
  }

  /// The same result in other words, without details.
  package func replacingWords(message: String, evidence: Evidence, hint: String?) -> CheckResult {
    var result = self
    result.message = message
    result.evidence = evidence
    result.hint = hint
    result.details = []
    return result
  }

  /// The result as one that was meant to come about.
  package func asExpected() -> CheckResult {
    var result = self
    result.isExpected = true
    return result
  }

  package static func pass(
    _ id: CheckID, _ message: String, evidence: Evidence = [:]
  ) -> CheckResult {
    CheckResult(
      id: id, status: .pass, reason: nil, message: message, evidence: evidence, hint: nil)
  }

  /// - Parameter hint: What this case asks for; else what the glossary advises for the reason.
  package static func fail(
    _ id: CheckID, _ reason: Reason, _ message: String, evidence: Evidence = [:],
    hint: String? = nil
  ) -> CheckResult {
    CheckResult(
      id: id, status: .fail, reason: reason, message: message, evidence: evidence,
      hint: hint ?? ReasonGlossary.advice(for: reason))
  }

  /// It was asked for, but this receipt cannot answer.
  static func undetermined(
    _ id: CheckID, _ reason: Reason, _ message: String, evidence: Evidence = [:],
    hint: String? = nil
  ) -> CheckResult {
    CheckResult(
      id: id, status: .undetermined, reason: reason, message: message, evidence: evidence,
      hint: hint ?? ReasonGlossary.advice(for: reason))
  }

  static func notRun(_ id: CheckID, _ reason: Reason, _ message: String) -> CheckResult {
    CheckResult(
      id: id, status: .notRun, reason: reason, message: message, evidence: [:], hint: nil)
  }
}

/// What a verdict rests on: a few values by name. Written as a dictionary is, in the order of the names.
public struct Evidence: Sendable, ExpressibleByDictionaryLiteral, RandomAccessCollection {
  // No dictionary: for three names that would be most of what a check costs.
  private let elements: [(String, String)]

  public init(dictionaryLiteral elements: (String, String)...) { self.elements = elements }

  /// - Parameter elements: in the order of the names.
  init(_ elements: [(String, String)]) { self.elements = elements }

  public var startIndex: Int { elements.startIndex }
  public var endIndex: Int { elements.endIndex }
  public subscript(index: Int) -> (key: String, value: String) {
    (elements[index].0, elements[index].1)
  }

  /// The value with a name.
  public subscript(name: String) -> String? { elements.first { $0.0 == name }?.1 }
}

/// The checks, in the order in which they are reported.
public enum CheckID: String, Sendable, CaseIterable {
  case structure
  case signature
  case chain
  case certificatePurpose = "certificate-purpose"
  case certificateValidity = "certificate-validity"
  case bundleID = "bundle-id"
  case appVersion = "app-version"
  case environment
  case deviceHash = "device-hash"
  case receiptExpiration = "receipt-expiration"
  case originalVersion = "original-version"
  case product
  case subscription
  case age
  // Only with an expectation file
  case contents
  case refusal
}

extension CheckResult.Reason {
  // The structure
  static let malformed = Self(rawValue: "malformed")
  static let trailingData = Self(rawValue: "trailing-data")
  static let duplicateAttribute = Self(rawValue: "duplicate-attribute")
  static let tooManyCertificates = Self(rawValue: "too-many-certificates")
  static let wrongContentType = Self(rawValue: "wrong-content-type")
  static let berEncoding = Self(rawValue: "ber-encoding")
  public static let xcodeReceipt = Self(rawValue: "xcode-receipt")
  static let nonCanonicalBase64 = Self(rawValue: "non-canonical-base64")
  static let duplicateName = Self(rawValue: "duplicate-name")
  static let unsupportedHeader = Self(rawValue: "unsupported-header")
  // The signature
  static let noSigner = Self(rawValue: "no-signer")
  static let multipleSigners = Self(rawValue: "multiple-signers")
  static let signerCertificateMissing = Self(rawValue: "signer-certificate-missing")
  static let unexpectedSignedAttributes = Self(rawValue: "unexpected-signed-attributes")
  static let unsupportedAlgorithm = Self(rawValue: "unsupported-algorithm")
  static let malformedSignature = Self(rawValue: "malformed-signature")
  static let badSignature = Self(rawValue: "bad-signature")
  static let notXcode = Self(rawValue: "not-xcode")
  // The chain
  static let untrustedChain = Self(rawValue: "untrusted-chain")
  static let chainLength = Self(rawValue: "chain-length")
  /// The issuer's certificate is not there, so nothing can be said of the chain.
  static let issuerMissing = Self(rawValue: "issuer-missing")
  static let unexpectedCertificate = Self(rawValue: "unexpected-certificate")
  static let unknownCriticalExtension = Self(rawValue: "unknown-critical-extension")
  static let weakKey = Self(rawValue: "weak-key")
  // The certificates' purpose
  static let wrongCertificatePurpose = Self(rawValue: "wrong-certificate-purpose")
  static let wrongIntermediate = Self(rawValue: "wrong-intermediate")
  // The certificates' validity
  static let missingCreationDate = Self(rawValue: "missing-creation-date")
  static let expiredAtCreation = Self(rawValue: "expired-at-creation")
  static let notYetValidAtCreation = Self(rawValue: "not-yet-valid-at-creation")
  // Expectations
  /// What was asked for stands outside of what is signed.
  static let unsignedField = Self(rawValue: "unsigned-field")
  package static let mismatch = Self(rawValue: "mismatch")
  static let absent = Self(rawValue: "absent")
  static let expired = Self(rawValue: "expired")
  /// Sandbox writes the same whatever was bought.
  static let sandboxConstant = Self(rawValue: "sandbox-constant")
  static let notNumeric = Self(rawValue: "not-numeric")
  /// Apple gave the money back.
  static let cancelled = Self(rawValue: "cancelled")
  /// The customer moved to another product of the same subscription.
  static let upgraded = Self(rawValue: "upgraded")
  static let notYetPurchased = Self(rawValue: "not-yet-purchased")
  static let notSubscription = Self(rawValue: "not-a-subscription")
  /// A subscription that does not renew, whose end the receipt does not say.
  static let endUnknown = Self(rawValue: "end-unknown")
  static let tooOld = Self(rawValue: "too-old")
  /// The receipt was made after the time at which it is judged.
  static let madeLater = Self(rawValue: "made-later")
  /// It was meant to be refused, and was not.
  package static let notRefused = Self(rawValue: "not-refused")
  public static let notAsked = Self(rawValue: "not-asked")
  /// An earlier check failed and left nothing to look at.
  static let notReached = Self(rawValue: "not-reached")
  /// The Xcode profile trusts one certificate, not a chain.
  static let noChain = Self(rawValue: "no-chain")
}

extension CheckResult.Reason {
  /// Every reason that `ReceiptCore` gives.
  public static let all: [CheckResult.Reason] = [
    .malformed, .trailingData, .duplicateAttribute, .tooManyCertificates, .wrongContentType,
    .berEncoding, .xcodeReceipt, .nonCanonicalBase64, .duplicateName, .unsupportedHeader,
    .noSigner, .multipleSigners, .signerCertificateMissing,
    .unexpectedSignedAttributes, .unsupportedAlgorithm, .malformedSignature, .badSignature,
    .notXcode,
    .untrustedChain, .chainLength, .issuerMissing, .unexpectedCertificate,
    .unknownCriticalExtension, .weakKey,
    .wrongCertificatePurpose, .wrongIntermediate, .missingCreationDate, .expiredAtCreation,
    .notYetValidAtCreation, .unsignedField, .mismatch, .absent, .expired,
    .sandboxConstant, .notNumeric, .cancelled, .upgraded, .notYetPurchased, .notSubscription,
    .endUnknown, .tooOld, .madeLater, .notRefused, .notAsked, .notReached, .noChain,
  ]
}
