/// A stable name, in kebab case, of the reason why a check did not pass.
public struct CheckReason: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public var description: String { rawValue }
}

extension CheckReason {
  // The structure
  /// Something is damaged, or not as Apple writes it.
  public static let malformed = Self(rawValue: "malformed")
  /// A part is missing, or cannot be read.
  public static let truncated = Self(rawValue: "truncated")
  /// Bytes follow where the receipt or its content ends.
  public static let trailingData = Self(rawValue: "trailing-data")
  /// An attribute occurs twice, so which one counts is unclear.
  public static let duplicateAttribute = Self(rawValue: "duplicate-attribute")
  /// There are more certificates than any receipt has.
  public static let tooManyCertificates = Self(rawValue: "too-many-certificates")
  /// The signed content is not declared to be data.
  public static let wrongContentType = Self(rawValue: "wrong-content-type")
  /// The receipt is in BER, where Apple writes DER.
  public static let berEncoding = Self(rawValue: "ber-encoding")
  /// It is a test receipt of Xcode, and ``ReceiptVerifier/Profile/xcode`` was not chosen.
  public static let xcodeReceipt = Self(rawValue: "xcode-receipt")
  /// A segment of a JWS is written in another way than RFC 7515 has it.
  public static let nonCanonicalBase64 = Self(rawValue: "non-canonical-base64")
  /// An object has a name twice, so which one counts is unclear.
  public static let duplicateName = Self(rawValue: "duplicate-name")
  /// The header of a JWS demands something by `crit` or `b64`.
  public static let unsupportedHeader = Self(rawValue: "unsupported-header")
  // The signature
  /// There is no signature, or it is empty.
  public static let noSigner = Self(rawValue: "no-signer")
  /// There is more than one signer.
  public static let multipleSigners = Self(rawValue: "multiple-signers")
  /// The signer's certificate is missing, or a JWS has no `x5c`.
  public static let signerCertificateMissing = Self(rawValue: "signer-certificate-missing")
  /// The signer has signed attributes; Apple's has none.
  public static let unexpectedSignedAttributes = Self(rawValue: "unexpected-signed-attributes")
  /// The algorithm is not RSA with SHA-1 or SHA-256, or in a JWS not ES256.
  public static let unsupportedAlgorithm = Self(rawValue: "unsupported-algorithm")
  /// The signature of a JWS is not two numbers of 32 bytes in their range.
  public static let malformedSignature = Self(rawValue: "malformed-signature")
  /// The content or the signature was changed.
  public static let badSignature = Self(rawValue: "bad-signature")
  /// The receipt was not signed with Xcode's test certificate.
  public static let notXcode = Self(rawValue: "not-xcode")
  // The chain
  /// The chain is forged, or ends in a root that is not trusted.
  public static let untrustedChain = Self(rawValue: "untrusted-chain")
  /// The chain is not exactly leaf, intermediate and root.
  public static let chainLength = Self(rawValue: "chain-length")
  /// The issuer's certificate is missing, so the chain cannot be checked.
  public static let issuerMissing = Self(rawValue: "issuer-missing")
  /// A certificate belongs to no chain.
  public static let unexpectedCertificate = Self(rawValue: "unexpected-certificate")
  /// A certificate demands something that is not understood.
  public static let unknownCriticalExtension = Self(rawValue: "unknown-critical-extension")
  /// An RSA key has under 2048 bits or is unsound, or a point is not on its curve.
  public static let weakKey = Self(rawValue: "weak-key")
  // The certificates' purpose
  /// The certificate that signed may not sign receipts.
  public static let wrongCertificatePurpose = Self(rawValue: "wrong-certificate-purpose")
  /// The intermediate certificate is not one of Apple's for this.
  public static let wrongIntermediate = Self(rawValue: "wrong-intermediate")
  // The certificates' validity
  /// The receipt has no date to judge the certificates at.
  public static let missingCreationDate = Self(rawValue: "missing-creation-date")
  /// A certificate had expired when the receipt was made.
  public static let expiredAtCreation = Self(rawValue: "expired-at-creation")
  /// A certificate was not valid yet when the receipt was made.
  public static let notYetValidAtCreation = Self(rawValue: "not-yet-valid-at-creation")
  /// There is no signature, and the caller accepts that.
  public static let unsignedAccepted = Self(rawValue: "unsigned-accepted")
  // Expectations
  /// The expected value is not in the signed part.
  public static let unsignedField = Self(rawValue: "unsigned-field")
  /// The receipt says something else than was expected.
  public static let mismatch = Self(rawValue: "mismatch")
  /// The receipt was made for another device.
  public static let wrongDevice = Self(rawValue: "wrong-device")
  /// The receipt does not say.
  public static let absent = Self(rawValue: "absent")
  /// The receipt, or the last period of the subscription, has expired.
  public static let expired = Self(rawValue: "expired")
  /// Sandbox writes the same value for every purchase.
  public static let sandboxConstant = Self(rawValue: "sandbox-constant")
  /// It is about several customers, so it does not say who has what.
  public static let severalCustomers = Self(rawValue: "several-customers")
  /// The app was first bought on a platform that counts its versions in another way.
  public static let otherPlatform = Self(rawValue: "other-platform")
  /// The version first bought is not made of numbers.
  public static let notNumeric = Self(rawValue: "not-numeric")
  /// Apple refunded the purchase.
  public static let cancelled = Self(rawValue: "cancelled")
  /// The customer moved to another product of the same subscription.
  public static let upgraded = Self(rawValue: "upgraded")
  /// The subscription was bought after the time at which it is checked.
  public static let notYetPurchased = Self(rawValue: "not-yet-purchased")
  /// The product never expires.
  public static let notSubscription = Self(rawValue: "not-a-subscription")
  /// A non-renewing subscription, whose end the receipt does not say.
  public static let endUnknown = Self(rawValue: "end-unknown")
  /// The receipt is older than ``Expectations/maximumAge``.
  public static let tooOld = Self(rawValue: "too-old")
  /// The receipt was made after the time at which it is checked.
  public static let madeLater = Self(rawValue: "made-later")
  /// The same transaction came before in this run, in a receipt of another customer.
  public static let duplicateTransaction = Self(rawValue: "duplicate-transaction")
  /// The same receipt, byte by byte, came before in this run.
  public static let duplicateReceipt = Self(rawValue: "duplicate-receipt")
  /// More transactions came before in this run than are remembered.
  public static let notRemembered = Self(rawValue: "not-remembered")
  /// The receipt was expected to be refused, and was not.
  public static let notRefused = Self(rawValue: "not-refused")
  /// The expectation file says nothing of the receipt.
  public static let notListed = Self(rawValue: "not-listed")
  /// The time to judge by was not said, so the check has no answer.
  public static let timeMissing = Self(rawValue: "time-missing")
  /// Nothing was expected, so the check did not run.
  public static let notAsked = Self(rawValue: "not-asked")
  /// Skipped: an earlier check failed.
  public static let notReached = Self(rawValue: "not-reached")
  /// The Xcode profile trusts one certificate, not a chain.
  public static let noChain = Self(rawValue: "no-chain")
}

extension CheckReason {
  /// Every reason that `ReceiptCore` gives.
  public static let all: [CheckReason] = [
    .malformed, .truncated, .trailingData, .duplicateAttribute, .tooManyCertificates,
    .wrongContentType,
    .berEncoding, .xcodeReceipt, .nonCanonicalBase64, .duplicateName, .unsupportedHeader,
    .noSigner, .multipleSigners, .signerCertificateMissing,
    .unexpectedSignedAttributes, .unsupportedAlgorithm, .malformedSignature, .badSignature,
    .notXcode,
    .untrustedChain, .chainLength, .issuerMissing, .unexpectedCertificate,
    .unknownCriticalExtension, .weakKey,
    .wrongCertificatePurpose, .wrongIntermediate, .missingCreationDate, .expiredAtCreation,
    .notYetValidAtCreation, .unsignedAccepted, .unsignedField, .mismatch, .wrongDevice, .absent,
    .expired, .sandboxConstant, .severalCustomers, .otherPlatform, .notNumeric, .cancelled,
    .upgraded,
    .notYetPurchased, .notSubscription,
    .endUnknown, .tooOld, .madeLater, .duplicateTransaction, .duplicateReceipt,
    .notRemembered, .notRefused, .notListed, .timeMissing, .notAsked, .notReached, .noChain,
  ]
}
