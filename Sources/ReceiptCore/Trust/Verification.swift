/// What is known of a receipt's signature.
public struct Verification: Sendable {
  /// Whose bytes these are.
  public let status: Status
  /// Why they are not believed; `nil` when they are.
  public let reason: CheckResult.Reason?
  /// The digest that was signed, when there is exactly one signer that names it.
  public let digest: DigestAlgorithm?
  /// The chain from leaf to root, when it holds.
  public let chain: [Certificate]
  /// The chain in words.
  public let chainSummary: String?
  /// The first five checks, in order.
  public let checks: [CheckResult]

  public enum Status: String, Sendable {
    /// Signed by Apple: the chain ends in one of Apple's roots.
    case apple
    /// Signed with the test certificate that every copy of Xcode has. It proves nothing.
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
  private let cache = ChainCache()

  /// - Parameter trustRoots: roots to trust beside Apple's.
  public init(profile: Profile = .apple, trustRoots: [TrustAnchor] = []) {
    self.profile = profile
    anchors = TrustAnchor.apple + trustRoots
  }

  public func verify(_ decoded: DecodedReceipt) -> Verification {
    switch profile {
    case .apple: AppleVerification(anchors: anchors, cache: cache).run(decoded)
    case .xcode: XcodeVerification(decoded).run()
    }
  }
}
