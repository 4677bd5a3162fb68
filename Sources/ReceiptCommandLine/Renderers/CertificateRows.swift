internal import ReceiptCore

extension CertificateDetails {
  /// The details as rows of text.
  var rows: [ReceiptFields.Row] {
    let uses: [OID: String] = [
      .appleReceiptSigning: "signs receipts",
      .appleIntermediate: "developer relations intermediate",
      .appleTransactionSigning: "signs transactions of iOS 6",
      .appleStoreIntermediate: "intermediate for transactions of iOS 6",
    ]
    var rows: [ReceiptFields.Row] = []
    func add(_ label: String, _ value: String?, _ note: String? = nil) {
      guard let value else { return }
      rows.append(ReceiptFields.Row(label: label, value: value, note: note))
    }
    add("Subject", subject)
    add("Issuer", issuer)
    add("Serial number", serialNumber)
    if let certificate {
      add("Valid", "\(certificate.notBefore) to \(certificate.notAfter)")
    }
    add("Key", key)
    add("Signature", signatureAlgorithm)
    for marker in markers { add("Apple's mark", marker.description, uses[marker]) }
    add("SHA-1", sha1)
    add("SHA-256", sha256)
    return rows
  }
}
