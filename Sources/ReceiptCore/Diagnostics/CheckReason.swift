/// A stable name, in kebab case, of the reason why a check did not pass.
public struct CheckReason: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public var description: String { rawValue }
}

extension CheckReason {
  // The structure
  public static let malformed = Self(rawValue: "malformed")
  public static let trailingData = Self(rawValue: "trailing-data")
  public static let duplicateAttribute = Self(rawValue: "duplicate-attribute")
  public static let tooManyCertificates = Self(rawValue: "too-many-certificates")
  public static let wrongContentType = Self(rawValue: "wrong-content-type")
  public static let berEncoding = Self(rawValue: "ber-encoding")
  public static let xcodeReceipt = Self(rawValue: "xcode-receipt")
  public static let nonCanonicalBase64 = Self(rawValue: "non-canonical-base64")
  public static let duplicateName = Self(rawValue: "duplicate-name")
  public static let unsupportedHeader = Self(rawValue: "unsupported-header")
  // The signature
  public static let noSigner = Self(rawValue: "no-signer")
  public static let multipleSigners = Self(rawValue: "multiple-signers")
  public static let signerCertificateMissing = Self(rawValue: "signer-certificate-missing")
  public static let unexpectedSignedAttributes = Self(rawValue: "unexpected-signed-attributes")
  public static let unsupportedAlgorithm = Self(rawValue: "unsupported-algorithm")
  public static let malformedSignature = Self(rawValue: "malformed-signature")
  public static let badSignature = Self(rawValue: "bad-signature")
  public static let notXcode = Self(rawValue: "not-xcode")
  // The chain
  public static let untrustedChain = Self(rawValue: "untrusted-chain")
  public static let chainLength = Self(rawValue: "chain-length")
  /// The issuer's certificate is missing, so the chain cannot be checked.
  public static let issuerMissing = Self(rawValue: "issuer-missing")
  public static let unexpectedCertificate = Self(rawValue: "unexpected-certificate")
  public static let unknownCriticalExtension = Self(rawValue: "unknown-critical-extension")
  public static let weakKey = Self(rawValue: "weak-key")
  // The certificates' purpose
  public static let wrongCertificatePurpose = Self(rawValue: "wrong-certificate-purpose")
  public static let wrongIntermediate = Self(rawValue: "wrong-intermediate")
  // The certificates' validity
  public static let missingCreationDate = Self(rawValue: "missing-creation-date")
  public static let expiredAtCreation = Self(rawValue: "expired-at-creation")
  public static let notYetValidAtCreation = Self(rawValue: "not-yet-valid-at-creation")
  /// There is no signature, and the caller accepts that.
  public static let unsignedAccepted = Self(rawValue: "unsigned-accepted")
  // Expectations
  /// The expected value is not in the signed part.
  public static let unsignedField = Self(rawValue: "unsigned-field")
  public static let mismatch = Self(rawValue: "mismatch")
  public static let absent = Self(rawValue: "absent")
  public static let expired = Self(rawValue: "expired")
  /// Sandbox writes the same value for every purchase.
  public static let sandboxConstant = Self(rawValue: "sandbox-constant")
  public static let notNumeric = Self(rawValue: "not-numeric")
  /// Apple refunded the purchase.
  public static let cancelled = Self(rawValue: "cancelled")
  /// The customer moved to another product of the same subscription.
  public static let upgraded = Self(rawValue: "upgraded")
  public static let notYetPurchased = Self(rawValue: "not-yet-purchased")
  public static let notSubscription = Self(rawValue: "not-a-subscription")
  /// A non-renewing subscription, whose end the receipt does not say.
  public static let endUnknown = Self(rawValue: "end-unknown")
  public static let tooOld = Self(rawValue: "too-old")
  /// The receipt was made after the time at which it is checked.
  public static let madeLater = Self(rawValue: "made-later")
  /// The same transaction came before in this run, in a receipt of somebody else.
  public static let duplicateTransaction = Self(rawValue: "duplicate-transaction")
  /// The same receipt, byte by byte, came before in this run.
  public static let duplicateReceipt = Self(rawValue: "duplicate-receipt")
  /// More transactions came before in this run than are remembered.
  public static let notRemembered = Self(rawValue: "not-remembered")
  /// The receipt was expected to be refused, and was not.
  public static let notRefused = Self(rawValue: "not-refused")
  /// The expectation file says nothing of the receipt.
  public static let notListed = Self(rawValue: "not-listed")
  public static let notAsked = Self(rawValue: "not-asked")
  /// Skipped: an earlier check failed.
  public static let notReached = Self(rawValue: "not-reached")
  /// The Xcode profile trusts one certificate, not a chain.
  public static let noChain = Self(rawValue: "no-chain")
}

extension CheckReason {
  /// Every reason that `ReceiptCore` gives.
  public static let all: [CheckReason] = [
    .malformed, .trailingData, .duplicateAttribute, .tooManyCertificates, .wrongContentType,
    .berEncoding, .xcodeReceipt, .nonCanonicalBase64, .duplicateName, .unsupportedHeader,
    .noSigner, .multipleSigners, .signerCertificateMissing,
    .unexpectedSignedAttributes, .unsupportedAlgorithm, .malformedSignature, .badSignature,
    .notXcode,
    .untrustedChain, .chainLength, .issuerMissing, .unexpectedCertificate,
    .unknownCriticalExtension, .weakKey,
    .wrongCertificatePurpose, .wrongIntermediate, .missingCreationDate, .expiredAtCreation,
    .notYetValidAtCreation, .unsignedAccepted, .unsignedField, .mismatch, .absent, .expired,
    .sandboxConstant, .notNumeric, .cancelled, .upgraded, .notYetPurchased, .notSubscription,
    .endUnknown, .tooOld, .madeLater, .duplicateTransaction, .duplicateReceipt,
    .notRemembered, .notRefused, .notListed, .notAsked, .notReached, .noChain,
  ]
}
