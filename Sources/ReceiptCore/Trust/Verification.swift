/// The result of verifying a receipt's signature.
public struct Verification: Sendable {
  /// Who signed the receipt.
  public let status: Status
  /// Why the signature is not trusted; `nil` if it is.
  public let reason: CheckReason?
  /// The digest that was signed; `nil` unless exactly one signer names a known digest.
  public let digest: DigestAlgorithm?
  /// The chain from leaf to root; empty if it does not hold.
  public let chain: [Certificate]
  /// The chain as text: `leaf → WWDR G1 → Apple Root CA`.
  public let chainSummary: String?
  /// The results of the first five checks, in order.
  public let checks: [CheckResult]

  /// Whether the chain ends in a root that the caller trusts, Apple's or another.
  public var isTrusted: Bool { status == .apple || status == .custom }

  /// The verification without messages that may quote the receipt: those of its structure.
  package var withoutQuotes: Verification {
    Verification(
      status: status, reason: reason, digest: digest, chain: chain, chainSummary: chainSummary,
      checks: checks.map { check in
        guard check.id == .structure, check.status == .fail else { return check }
        return check.replacingWords(
          message: "it is not built as it should be", evidence: [:], hint: check.hint)
      })
  }

  /// Who signed a receipt. The raw value is stable.
  public enum Status: String, Sendable {
    /// Signed by Apple: the chain ends in one of Apple's roots.
    case apple
    /// Signed with the test certificate that every copy of Xcode has. In a JWS: signed with a key that some
    /// Xcode made, or anyone. It proves nothing.
    case xcode
    /// The chain ends in a root that the caller trusts.
    case custom
    case untrusted
    /// There is no signature.
    case absent
  }
}

/// Verifies the signatures of App Store receipts.
///
/// It may be used from several threads. It reads no clock: certificates are checked at the receipt's creation
/// date, once the receipt's signature holds.
public struct ReceiptVerifier: Sendable {
  /// The rules by which a receipt is verified. The raw value is stable.
  public enum Profile: String, Sendable, CaseIterable {
    /// A receipt made by Apple, under Apple's roots or the caller's.
    case apple
    /// A receipt of Xcode's StoreKit tests. Its signature proves nothing.
    case xcode
  }

  public let profile: Profile
  /// Whether a form that never has a signature is taken at its word. Receipts that must have one are refused
  /// without it all the same.
  package var acceptsUnsigned = false
  private let anchors: [TrustAnchor]
  private let cache = ChainCache<RSAPublicKey>()
  private let ellipticCache = ChainCache<ECPublicKey>()

  /// - Parameter trustRoots: additional roots to trust besides Apple's.
  public init(profile: Profile = .apple, trustRoots: [TrustAnchor] = []) {
    self.profile = profile
    anchors = TrustAnchor.apple + trustRoots
  }

  /// Verifies a receipt's signature. It never throws: every fault is a failed check in the result.
  public func verify(_ decoded: DecodedReceipt) -> Verification {
    switch (decoded.envelope, profile) {
    case (.pkcs7(let signedData), .apple):
      AppleVerification(anchors: anchors, cache: cache).run(decoded, signedData)
    case (.pkcs7(let signedData), .xcode): XcodeVerification(decoded, signedData).run()
    case (.jws(let jws), _):
      JWSVerification(decoded, jws, profile: profile, anchors: anchors, cache: ellipticCache).run()
    case (.propertyList(let envelope), _):
      IOS6Verification(anchors: anchors, profile: profile).run(decoded, envelope)
    case (.json, _):
      acceptsUnsigned && Verification.isAcceptable(decoded)
        ? Verification.acceptedUnsigned : Verification.unsigned
    }
  }

  /// The same verifier, which accepts nothing without a signature. Both remember the same chains.
  package var refusingUnsigned: ReceiptVerifier {
    var result = self
    result.acceptsUnsigned = false
    return result
  }
}

extension Verification {
  /// The verification of a verifyReceipt response, which is unsigned: anyone can write one.
  static let unsigned = unsigned(
    .fail(
      .signature, .noSigner, "an answer of verifyReceipt carries no signature",
      hint:
        "whoever got it over TLS from Apple may believe it; the latest_receipt in it is signed"))

  /// The same for a caller who got the response from Apple's server themselves.
  static let acceptedUnsigned = unsigned(
    .notRun(.signature, .unsignedAccepted, "there is no signature, which was accepted"))

  private static func unsigned(_ signature: CheckResult) -> Verification {
    Verification(
      status: .absent, reason: signature.reason, digest: nil, chain: [], chainSummary: nil,
      checks: [
        .pass(.structure, "JSON that could be read"), signature,
        .notReached(.chain), .notReached(.certificatePurpose), .notReached(.certificateValidity),
      ])
  }

  /// Whether there is something to accept: a response that was read whole, and does not say that Apple's server
  /// refused the receipt.
  static func isAcceptable(_ decoded: DecodedReceipt) -> Bool {
    let status = decoded.response?.status ?? statusesWithReceipt[0]
    return decoded.errors.isEmpty && statusesWithReceipt.contains(status)
  }

  /// Apple's server accepted the receipt. With 21006 the subscription had expired.
  private static let statusesWithReceipt: [Int64] = [0, 21006]
}
