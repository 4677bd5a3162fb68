package import ReceiptCore

/// Who signed a receipt, and whether it is the receipt that is expected.
package struct Genuineness: Sendable {
  package let code: Code
  /// When it was signed, or the response given.
  package let signedAt: ReceiptDate?
  package let bundleID: ReceiptString?
  /// The place of the signed receipt, if only a part is signed: `latest_receipt`.
  package let part: String?
  /// Whether the root is the caller's own, and not Apple's.
  package var isOwnRoot = false
  /// Whether a text in a list cannot be read, and others in it are signed. Those are judged as they are.
  package var isPartlySigned = false
  /// The reason of the first check that did not pass.
  package let reason: CheckReason?
  /// What was found, as a clause.
  package let detail: String?

  /// The raw value is stable.
  package enum Code: String, Sendable, CaseIterable {
    /// Signed by Apple, in the App Store.
    case apple
    /// Signed by Apple in its sandbox. Nobody paid.
    case test
    /// Signed under another root that the caller trusts.
    case otherRoot = "other-root"
    /// A redacted copy, signed under another root that the caller trusts. Its maker says that Apple had signed the
    /// original.
    case redactedCopy = "redacted-copy"
    /// Made by Xcode for tests.
    case xcode
    /// Signed, but not by Apple.
    case notApple = "not-apple"
    /// The content is not what was signed.
    case changed
    /// Signed by Apple, but not built as Apple builds receipts.
    case malformed
    /// A part is missing, or cannot be read.
    case incomplete
    /// A response from Apple's server. It has no signature.
    case unsignedResponse = "unsigned-response"
    /// What Apple signs, without its signature.
    case unsigned
    /// Without a signature, and the user accepted that.
    case accepted
    /// A response that reports an error.
    case errorResponse = "error-response"
    /// The signature holds, but the certificate of the signer's issuer is missing.
    case issuerMissing = "issuer-missing"
    /// Genuine, but of an app that the settings do not name.
    case otherApp = "other-app"
    /// Genuine, but made for another device.
    case otherDevice = "other-device"
    /// It cannot be read.
    case unreadable
  }

  /// Whether what it says of purchases is told: it can be relied on, or it is a response of Apple's server that the
  /// user received.
  package var isTold: Bool { isReliable || code == .unsignedResponse }

  /// Whether what it says of purchases can be relied on.
  package var isReliable: Bool {
    switch code {
    case .apple, .test, .otherRoot, .redactedCopy, .accepted, .otherApp, .otherDevice: true
    case .xcode, .notApple, .changed, .malformed, .incomplete, .unsignedResponse, .unsigned,
      .errorResponse, .issuerMissing, .unreadable:
      false
    }
  }
}

extension Genuineness {
  init(_ situation: Situation) {
    let proof = situation.proof
    let verification = proof?.verification ?? situation.verification
    let decoded = proof?.decoded ?? situation.decoded
    signedAt =
      !decoded.form.signsDate
      ? nil : proof == nil ? situation.madeAt : decoded.madeAt
    bundleID = situation.verified.coveredBundleID
    part = proof?.path
    reason =
      situation.forgedInside?.verification.reason ?? verification.reason
      ?? situation.unprovenInside?.verification.reason
    isOwnRoot = verification.status == .custom
    let failed = verification.checks.first { $0.status != .pass && $0.status != .notRun }
    code = Self.code(situation, verification, isTest: decoded.receipt.environment == .sandbox)
    isPartlySigned =
      code == .incomplete && decoded.form.isAroundSignedTexts && !decoded.isTogether
      && situation.verified.allNested.contains { $0.receipt.certainty.isSigned }
    detail =
      switch code {
      case .incomplete: Self.missingPart(situation.decoded)?.message
      case .malformed: situation.malformationText
      case .notApple:
        situation.unprovenInside.flatMap { inner in
          Self.fault(inner.verification).map { "in \(inner.path), \($0)" }
        } ?? situation.forgedInside.flatMap { inner in
          Self.fault(inner.verification, of: situation.title(of: inner))
        } ?? Self.fault(verification)
      case .otherDevice: situation.deviceCheck?.message
      default: failed?.message
      }
  }

  private static func code(
    _ situation: Situation, _ verification: Verification, isTest: Bool
  ) -> Code {
    if situation.decoded.isTogether, let forged = situation.forgedInside {
      return untrusted(situation, forged.verification)
    }
    // What is missing explains every failed check, but not that of another text in a list.
    let isOfOther =
      situation.decoded.form.isAroundSignedTexts && verification.status == .untrusted
    if missingPart(situation.decoded) != nil, !verification.isTrusted, !isOfOther {
      return .incomplete
    }
    if situation.errorStatus != nil || situation.decoded.form.isErrorReport {
      return .errorResponse
    }
    switch verification.status {
    case .xcode: return .xcode
    case .absent:
      if let forged = situation.forgedInside { return untrusted(situation, forged.verification) }
      if verification.reason == .unsignedAccepted { return .accepted }
      return situation.isUnsignedResponse ? .unsignedResponse : .unsigned
    case .untrusted: return untrusted(situation, verification)
    case .incomplete: return .incomplete
    case .apple, .custom: break
    }
    if situation.malformation != nil { return .malformed }
    if situation.unprovenInside != nil { return .notApple }
    // Its app and its device are pseudonyms.
    if verification.isRedactedCopy { return .redactedCopy }
    // A text that says a test in Xcode made it is for no customer. It does not matter who signed it.
    if situation.environment == .xcode { return .xcode }
    if situation.isOfOtherApp { return .otherApp }
    if situation.deviceCheck?.reason == .wrongDevice { return .otherDevice }
    if verification.status == .custom { return .otherRoot }
    return isTest ? .test : .apple
  }

  private static func untrusted(_ situation: Situation, _ verification: Verification) -> Code {
    if verification.reason == .xcodeReceipt || situation.environment == .xcode {
      return .xcode
    }
    if verification.reason == .issuerMissing { return .issuerMissing }
    return verification.reason == .badSignature ? .changed : .notApple
  }

  /// What keeps it from being signed by Apple, in words.
  private static func fault(_ verification: Verification, of subject: String = "it") -> String? {
    let failed = verification.checks.filter { $0.status == .fail }
    guard let check = failed.first(where: { $0.id != .structure }) ?? failed.first else {
      return nil
    }
    let meaning =
      switch check.id {
      case .structure: "Apple builds no receipt like this"
      case .certificatePurpose: "its certificate is not one for receipts"
      case .certificateValidity: "its certificate was not valid then"
      default: "Apple did not sign \(subject)"
      }
    return "\(meaning): \(check.message)"
  }

  /// The error of a cut receipt.
  private static func missingPart(_ decoded: DecodedReceipt) -> ReceiptError? {
    decoded.errors.first(where: \.isOfMissingPart)
      // A text that was put together with others may not be read at all.
      ?? (decoded.isTogether ? decoded.errors.first { $0.code != .severalReceipts } : nil)
      // A text that says nothing of its own may have said it there.
      ?? (decoded.allPurchases.isEmpty && decoded.notification == nil
        ? decoded.nested.lazy.compactMap { inner in
          if decoded.form.isAroundSignedTexts, case .failure(let error) = inner.content {
            return error
          }
          return inner.missingPart
        }.first : nil)
  }
}

extension Genuineness {
  /// An input that cannot be read.
  init(_ error: ReceiptError) {
    code = .unreadable
    signedAt = nil
    bundleID = nil
    part = nil
    reason = nil
    detail = error.message
  }
}
