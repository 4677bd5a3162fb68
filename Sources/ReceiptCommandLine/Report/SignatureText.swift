internal import ReceiptCore

extension DecodedReceipt {
  /// The state of its signature for display, at the end of a first line.
  func signatureText(_ verification: Verification) -> String {
    form == .verifyReceipt ? "responses are not signed" : verification.text
  }
}

extension Verification {
  /// The state of the signature for display, at the end of a first line.
  var text: String {
    let digest = digest.map(\.rawValue) ?? "unknown digest"
    return switch status {
    case .apple: "signed by Apple (\(digest), \(intermediateName))"
    case .custom: "signed under your own root (\(digest)), not by Apple"
    case .xcode: "signed with a test key of Xcode's, which proves nothing"
    case .untrusted:
      reason == .xcodeReceipt
        ? "made by Xcode, not signed by Apple" : "NOT to be trusted: \(reason?.rawValue ?? "")"
    case .incomplete: "incomplete, so it cannot be verified"
    case .absent:
      reason == .unsignedAccepted ? "unsigned: accepted because you asked" : "NOT signed"
    }
  }

  /// The same in few words.
  var briefText: String {
    switch status {
    case .apple: "by Apple"
    case .custom: "under your own root"
    case .xcode: "by Xcode"
    case .untrusted, .incomplete, .absent: text
    }
  }

  /// Who signed it, for a remark; `nil` if that is not known.
  var signer: String? {
    switch status {
    case .apple: "signed by Apple"
    case .custom: "signed under your own root"
    case .xcode: "signed by Xcode"
    case .untrusted, .incomplete: nil
    case .absent: reason == .unsignedAccepted ? "unsigned, which you accept" : nil
    }
  }

  private var intermediateName: String {
    guard chain.count > 1 else { return "" }
    return KnownCertificate.name(sha256: chain[1].sha256)
      ?? escapedForTerminal(DistinguishedName(chain[1].subject).commonName)
  }
}
