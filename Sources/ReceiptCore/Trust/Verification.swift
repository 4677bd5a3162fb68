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
    /// It is signed, but not by an authority that is trusted.
    case untrusted
    /// A part of it is missing, or cannot be read. Whether it was signed is not known.
    case incomplete
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

  /// The rules that it verifies by.
  public let profile: Profile
  /// Whether a form that never has a signature is taken at its word. Receipts that must have one are refused
  /// without it all the same.
  package var acceptsUnsigned = false
  private let anchors: [TrustAnchor]
  private let cache = ChainCache<RSAPublicKey>()
  private let ellipticCache = ChainCache<ECPublicKey>()

  /// Makes a verifier that can be used for any number of receipts, from any thread.
  ///
  /// - Parameters:
  ///   - profile: the rules to verify by.
  ///   - trustRoots: additional roots to trust besides Apple's.
  public init(profile: Profile = .apple, trustRoots: [TrustAnchor] = []) {
    self.profile = profile
    anchors = TrustAnchor.apple + trustRoots
  }

  /// Verifies a receipt's signature. It never throws: every fault is a failed check in the result.
  public func verify(_ decoded: DecodedReceipt) -> Verification {
    verified(decoded).telling(whatIsMissingOf: decoded)
  }

  private func verified(_ decoded: DecodedReceipt) -> Verification {
    switch (decoded.envelope, profile) {
    case (.pkcs7(let signedData), .apple):
      AppleVerification(anchors: anchors, cache: cache).run(decoded, signedData)
    case (.pkcs7(let signedData), .xcode):
      XcodeVerification(decoded: decoded, signedData: signedData).run()
    case (.jws(let jws), _):
      JWSVerification(
        decoded: decoded, jws: jws, profile: profile, anchors: anchors, cache: ellipticCache
      ).run()
    case (.propertyList(let envelope), _):
      IOS6Verification(anchors: anchors, profile: profile).run(decoded, envelope)
    case (.json, _) where decoded.isAroundSignedTexts:
      Verification.combined(decoded, decoded.nested.map { ($0.path, $0.content.map(verify)) })
    case (.json, _), (.attributes, _):
      acceptsUnsigned && Verification.isAcceptable(decoded)
        ? Verification.acceptedUnsigned(decoded) : Verification.unsigned(decoded)
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
  /// The same where nothing is missing. What is missing explains every check that failed: this is the one place that
  /// decides it.
  func telling(whatIsMissingOf decoded: DecodedReceipt) -> Verification {
    guard !isTrusted, let missing = decoded.missingPart ?? whatIsMissing(inside: decoded) else {
      return self
    }
    return Verification(
      status: .incomplete, reason: .truncated, digest: digest, chain: chain,
      chainSummary: chainSummary,
      checks: checks.map { check in
        check.id == .structure && (check.status == .pass || check.reason == .malformed)
          ? .structureFault(
            .truncated, missing.message, offset: missing.offset, hint: missing.hint)
          : check
      })
  }

  /// The error of a text in a payload that was changed. One whose signature holds lost nothing.
  private func whatIsMissing(inside decoded: DecodedReceipt) -> ReceiptError? {
    checks.contains { $0.reason == .badSignature } ? decoded.missingPartInside : nil
  }

  /// The verification of a response around signed texts, which is as good as all of them together.
  static func combined(
    _ decoded: DecodedReceipt,
    _ nested: [(path: String, content: Result<Verification, ReceiptError>)]
  ) -> Verification {
    let all = nested.map { path, content in
      switch content {
      case .success(let inner): inner
      case .failure(let error): unread(decoded, path, error)
      }
    }
    // The first with a signature that fails, then one that fails without any, then one of which a part is missing, then
    // the first that is not Apple's: a text without a signature hides no failure of another.
    let failed = all.filter { $0.checks.contains(where: \.isProblem) }
    let worst =
      failed.first { $0.status != .absent && $0.status != .incomplete }
      ?? failed.first { $0.status == .absent } ?? failed.first ?? all.first { !$0.isTrusted }
      ?? all.first { $0.status != .apple && !$0.isRedactedCopy }
      ?? all.first { $0.status != .apple } ?? all[0]
    let structure: CheckResult =
      decoded.errors.first.map { .structureFault($0) }
      ?? worst.checks.first.flatMap { $0.status == .pass ? nil : $0 }
      ?? .pass(
        .structure,
        // Some of those may be without a signature.
        decoded.isTogether
          ? "\(all.count) receipts together"
          : "JSON with \(all.count) signed text\(all.count == 1 ? "" : "s")")
    let combined = Verification(
      status: worst.status, reason: worst.reason, digest: worst.digest, chain: worst.chain,
      chainSummary: worst.chainSummary, checks: [structure] + worst.checks.dropFirst())
    // What is missing explains no bad signature of a text that is here.
    return worst.status == .untrusted ? combined : combined.telling(whatIsMissingOf: decoded)
  }

  /// The verification of a signed text in a response that cannot be read.
  private static func unread(
    _ decoded: DecodedReceipt, _ path: String, _ error: ReceiptError
  ) -> Verification {
    let isCut = error.isOfMissingPart
    return unsigned(
      decoded,
      .fail(
        .signature, isCut ? .truncated : .malformed,
        "\(path) \(isCut ? "is incomplete" : "cannot be read"), so its signature is not known"),
      status: isCut ? .incomplete : .absent)
  }

  /// The verification of what carries no signature: anyone can write it.
  fileprivate static func unsigned(_ decoded: DecodedReceipt) -> Verification {
    unsigned(decoded, .fail(.signature, .noSigner, message(decoded.form), hint: hint(decoded)))
  }

  /// The same for a caller who got it from Apple's server themselves.
  fileprivate static func acceptedUnsigned(_ decoded: DecodedReceipt) -> Verification {
    unsigned(
      decoded, .notRun(.signature, .unsignedAccepted, "there is no signature, which was accepted"))
  }

  private static func unsigned(
    _ decoded: DecodedReceipt, _ signature: CheckResult, status: Status = .absent
  ) -> Verification {
    let structure: CheckResult =
      decoded.errors.first.map { .structureFault($0) }
      ?? .pass(
        .structure,
        decoded.form == .payload
          ? "a SET of attributes that could be read" : "JSON that could be read")
    return Verification(
      status: status, reason: signature.reason, digest: nil, chain: [], chainSummary: nil,
      checks: [
        structure, signature, .notReached(.chain), .notReached(.certificatePurpose),
        .notReached(.certificateValidity),
      ])
  }

  private static func message(_ form: ReceiptForm) -> String {
    switch form {
    case .verifyReceipt: "a response of verifyReceipt carries no signature"
    case .notificationV1: "a notification of version 1 carries no signature"
    case .apiAnswer, .apiError: "there is no signed text in this response"
    case .payload: "this is the content of a receipt without its signature"
    default: "this is a payload without its signature"
    }
  }

  private static func hint(_ decoded: DecodedReceipt) -> String {
    switch decoded.form {
    case .verifyReceipt:
      "trust it only if you got it from Apple yourself"
        + (decoded.nested.contains { (try? $0.content.get()) != nil }
          ? "; the latest_receipt in it has a signature" : "")
    case .notificationV1:
      "anyone can send one; verify the latest_receipt in it, or move to notifications of version 2"
    case .apiAnswer, .apiError: "trust it only if you got it from Apple yourself"
    case .payload: "ask for the whole receipt file, which holds the signature"
    case .notification, .realtimeRequest:
      "ask for the body of the request, whose signedPayload is the whole JWS"
    default: "ask for the whole JWS, which begins with eyJ; the app has it as jwsRepresentation"
    }
  }

  /// Whether there is something to accept: it was read whole, and is no error of Apple's server.
  fileprivate static func isAcceptable(_ decoded: DecodedReceipt) -> Bool {
    decoded.errors.isEmpty && !decoded.form.isErrorReport
      && decoded.response?.status.map(statusesWithReceipt.contains) ?? true
  }

  /// Apple's server accepted the receipt. With 21006 the subscription had expired.
  private static let statusesWithReceipt: [Int64] = [0, 21006]
}
