internal import ReceiptCore
internal import ReceiptInsight

/// How a server verifies the same text with Apple's App Store Server Library, and what that says today.
///
/// The method, the environment and the ids must be those of the text, and most errors of these libraries come from one
/// of them (Apple, "SignedDataVerifier").
struct LibraryCall {
  /// A label and its text, in the order in which they are shown.
  let rows: [(label: String, text: String)]

  /// `nil` for what these libraries do not verify.
  init?(_ decoded: DecodedReceipt, _ verification: Verification, at now: ReceiptDate) {
    let validity = Self.validity(verification, at: now)
    guard let method = Self.method(decoded.form) else {
      // An app receipt has no such method. Its certificates are judged as of today all the same.
      guard decoded.form == .appReceipt, let validity else { return nil }
      rows = [("enableOnlineChecks", validity)]
      return
    }
    guard case .jws = decoded.envelope else { return nil }
    let receipt = decoded.receipt
    let environment =
      switch receipt.environment {
      case .production: "PRODUCTION"
      case .sandbox: "SANDBOX"
      case .xcode: "XCODE"
      case nil: "not stated in it"
      }
    var rows = [
      ("method", method), ("environment", environment),
      (
        "bundleId",
        receipt.bundleID.map { escapedForTerminal($0.description) }
          ?? "not stated in it: the app's own"
      ),
    ]
    if receipt.environment == .production {
      rows.append(
        (
          "appAppleId",
          receipt.adamID.map { "\($0)" }
            ?? "the app's Apple ID, from App Store Connect: needed in production"
        ))
    }
    rows.append(("roots", Self.roots(verification)))
    if let validity { rows.append(("enableOnlineChecks", validity)) }
    self.rows = rows
  }

  private static func roots(_ verification: Verification) -> String {
    switch verification.status {
    case .custom: "the root that you named, in DER; under Apple's the library refuses it"
    default:
      "Apple Root CA - G3, in DER, from https://www.apple.com/certificateauthority/"
        + (verification.reason == .untrustedChain ? "; under it the library refuses this" : "")
    }
  }

  private static func method(_ form: ReceiptForm) -> String? {
    switch form {
    case .transaction: "verifyAndDecodeTransaction; in Python verify_and_decode_signed_transaction"
    case .renewalInfo: "verifyAndDecodeRenewalInfo"
    case .appTransaction: "verifyAndDecodeAppTransaction"
    case .notification: "verifyAndDecodeNotification"
    case .realtimeRequest: "verifyAndDecodeRealtimeRequest"
    case .appReceipt, .ios6Transaction, .verifyReceipt, .notificationV1, .apiAnswer, .apiError,
      .payload:
      nil
    }
  }

  /// What the certificates say at a time; `nil` without a chain.
  private static func validity(
    _ verification: Verification, at now: ReceiptDate
  ) -> String? {
    guard let first = verification.chain.min(by: { $0.notAfter < $1.notAfter }) else { return nil }
    let end = first.notAfter.dayText
    guard first.notAfter < now else {
      if verification.status == .custom {
        return "false: no server knows which certificates of your own root were revoked"
      }
      return "true asks Apple whether one was revoked; all certificates are valid until \(end)"
    }
    let name = escapedForTerminal(CertificateDetails(first.encoded).title)
    return
      "true refuses it today, because \(name) ended on \(end); it was valid when this was signed"
  }
}
