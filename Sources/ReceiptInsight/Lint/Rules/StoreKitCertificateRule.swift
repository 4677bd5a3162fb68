internal import ReceiptCore

/// Signed with the certificate that every copy of Xcode has.
enum StoreKitCertificateRule: LintRule {
  static let id = "storekit-certificate"
  static let meaning = "signed with the certificate that is in every copy of Xcode"
  static let advice = "use it in tests only, and never grant anything for it in production"
  static let severity = Remark.Severity.warning
  static let citation = "Apple, Setting up StoreKit Testing in Xcode"

  static func notes(on subject: LintSubject) -> [LintNote] {
    let certificates = subject.decoded.signedData?.certificates ?? []
    guard
      certificates.contains(where: {
        DigestAlgorithm.sha256.digest(of: $0) == KnownCertificate.storeKitTest
      })
    else { return [] }
    return [
      LintNote(
        message:
          "it is signed with the StoreKit test certificate, whose key is in every copy of Xcode: "
          + "every developer can make one")
    ]
  }
}
