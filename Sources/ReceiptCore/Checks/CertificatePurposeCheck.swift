enum CertificatePurposeCheck: Check {
  static let id = CheckID.certificatePurpose
  static let question =
    "do the very certificates that verified carry Apple's marks for receipts?"
  static let summary = "The certificates may sign receipts."
  static let explanation =
    "Apple marks the certificates that sign receipts. Those of developers lead to the same "
    + "root and carry other marks."
  static let advice = "do not trust it: its certificate may not sign receipts"
}
