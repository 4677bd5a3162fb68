extension CertificateDetails {
  /// The details as rows of text.
  var rows: [ReceiptFields.Row] {
    let marks = [
      "1.2.840.113635.100.6.11.1": "signs receipts",
      "1.2.840.113635.100.6.2.1": "developer relations intermediate",
    ]
    var rows: [ReceiptFields.Row] = []
    func add(_ label: String, _ value: String?, _ note: String? = nil) {
      guard let value else { return }
      rows.append(ReceiptFields.Row(label: label, value: value, note: note))
    }
    add("Subject", subject)
    add("Issuer", issuer)
    add("Serial number", serialNumber)
    if let notBefore, let notAfter { add("Valid", "\(notBefore) to \(notAfter)") }
    add("Key", key)
    add("Signature", signatureAlgorithm)
    for marker in markers { add("Apple's mark", marker, marks[marker]) }
    add("SHA-1", sha1)
    add("SHA-256", sha256)
    return rows
  }
}
