enum CertificateValidityCheck: Check {
  static let id = CheckID.certificateValidity
  static let question = "were all of them valid when the receipt was made?"
  static let summary = "The certificates were valid when the receipt was made."
  static let explanation =
    "Leaf, intermediate and root are judged at the receipt's own creation date."
  static let advice = "do not trust it; get a fresh receipt"
}
