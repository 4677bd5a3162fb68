/// What is known of a receipt's signature.
public struct Verification: Sendable {
  /// Whose bytes these are.
  public let status: Status
  /// Why they are not believed; `nil` when they are.
  public let reason: CheckReason?
  /// The digest that was signed, when there is exactly one signer that names it.
  public let digest: DigestAlgorithm?
  /// The chain from leaf to root, when it holds.
  public let chain: [Certificate]
  /// The chain in words.
  public let chainSummary: String?
  /// The first five checks, in order.
  public let checks: [CheckResult]

  /// Whether the chain ends in a root that the caller trusts, be it Apple's or another.
  public var isTrusted: Bool { status == .apple || status == .custom }

  /// The same, without words that may quote what the receipt holds: those of its structure.
  package var withoutQuotes: Verification {
    Verification(
      status: status, reason: reason, digest: digest, chain: chain, chainSummary: chainSummary,
      checks: checks.map { check in
        guard check.id == .structure, check.status == .fail else { return check }
        return check.replacingWords(
          message: "it is not built as it should be", evidence: [:], hint: check.hint)
      })
  }

  public enum Status: String, Sendable {
    /// Signed by Apple: the chain ends in one of Apple's roots.
    case apple
    /// Signed with the test certificate that every copy of Xcode has; or, in a JWS, with a key that
    /// somebody's Xcode made, or anybody else. It proves nothing.
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
/// May be used from several threads. It reads no clock: certificates are judged at the creation date
/// that the receipt itself, once its signature holds, vouches for.
public struct ReceiptVerifier: Sendable {
  public enum Profile: String, Sendable, CaseIterable {
    /// A receipt as Apple makes them, under Apple's roots or the caller's.
    case apple
    /// A receipt of Xcode's StoreKit tests. Its signature proves nothing.
    case xcode
  }

  public let profile: Profile
  private let anchors: [TrustAnchor]
  private let cache = ChainCache<RSAPublicKey>()
  private let ellipticCache = ChainCache<ECPublicKey>()

  /// - Parameter trustRoots: roots to trust beside Apple's.
  public init(profile: Profile = .apple, trustRoots: [TrustAnchor] = []) {
    self.profile = profile
    anchors = TrustAnchor.apple + trustRoots
  }

  public func verify(_ decoded: DecodedReceipt) -> Verification {
    switch (decoded.envelope, profile) {
    case (.pkcs7(let signedData), .apple):
      AppleVerification(anchors: anchors, cache: cache).run(decoded, signedData)
    case (.pkcs7(let signedData), .xcode): XcodeVerification(decoded, signedData).run()
    case (.jws(let jws), _):
      JWSVerification(decoded, jws, profile: profile, anchors: anchors, cache: ellipticCache).run()
    case (.propertyList(let envelope), _):
      IOS6Verification(anchors: anchors, profile: profile).run(decoded, envelope)
    case (.json, _): Verification.unsigned
    }
  }
}

extension Verification {
  /// What can be said of an answer of verifyReceipt: it is a text that anybody can write.
  static let unsigned: Verification = {
    let checks: [CheckResult] = [
      .pass(.structure, "JSON that could be read"),
      .fail(
        .signature, .noSigner, "an answer of verifyReceipt carries no signature",
        hint:
          "whoever got it over TLS from Apple may believe it; the latest_receipt in it is signed"),
    ]
    return Verification(
      status: .absent, reason: .noSigner, digest: nil, chain: [], chainSummary: nil,
      checks: checks
        + [
          .notReached(.chain), .notReached(.certificatePurpose), .notReached(.certificateValidity),
        ])
  }()
}
