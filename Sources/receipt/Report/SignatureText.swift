internal import ReceiptCore

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
    case .untrusted, .absent: text
    }
  }

  private var intermediateName: String {
    guard chain.count > 1 else { return "" }
    return KnownCertificate.name(sha256: chain[1].sha256)
      ?? escapedForTerminal(DistinguishedName(chain[1].subject).commonName)
  }
}
