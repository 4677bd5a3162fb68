internal import ReceiptCore

/// The original's verification, for a copy that is signed anew. The copy passes where the test authority is
/// trusted, even if the original did not.
struct RedactedOriginal {
  let source: Source
  let verification: Verification
  /// Whether the copy passes although the original did not.
  let hidesDoubt: Bool

  /// The receipt and all receipts nested in it.
  static func all(
    in decoded: DecodedReceipt, _ source: Source, _ verifier: ReceiptVerifier
  ) -> [RedactedOriginal] {
    let verification = verifier.verify(decoded).withoutQuotes
    let own = RedactedOriginal(
      source: source, verification: verification,
      hidesDoubt: !verification.isTrusted && decoded.isSignedAnew)
    return decoded.nested.reduce(into: [own]) { result, nested in
      guard case .success(let inner) = nested.content else { return }
      result += all(in: inner, source.inside(nested.path), verifier)
    }
  }

  /// What was found, in one sentence without a full stop.
  var message: String {
    let open = verification.checks.first { $0.status == .fail || $0.status == .undetermined }
    guard !verification.isTrusted, let open else { return verification.text }
    if open.reason == .xcodeReceipt { return "the original was \(verification.text)" }
    return
      (open.status == .fail
      ? "the original does not verify" : "the original could not be verified")
      + ": \(open.id.rawValue): \(open.message)"
  }

  /// Warns about it, if it matters.
  func warn(_ messages: Messages) {
    guard hidesDoubt else { return }
    let reason = verification.reason.map { " [\($0)]" } ?? ""
    messages.warning(
      "\(source.text): \(escapedForTerminal(message))\(reason)",
      hint: "the copy is signed anew, and passes under the roots of the test authority: it says "
        + "nothing of that")
  }
}

extension DecodedReceipt {
  /// Whether the copy's signature passes under the roots of the test authority. A response has none, and
  /// receipts in Xcode's encoding never pass.
  fileprivate var isSignedAnew: Bool {
    switch envelope {
    case .pkcs7(let signedData): signedData.encoding == .der
    case .jws, .propertyList: true
    case .json, .attributes: false
    }
  }
}
