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
    var fields = ReceiptFields(showsAll: true)
    fields.add("Subject", subject)
    fields.add("Issuer", issuer)
    fields.add("Serial number", serialNumber)
    if let certificate {
      fields.add("Valid", "\(certificate.notBefore) to \(certificate.notAfter)")
    }
    fields.add("Key", key)
    fields.add("Signature", signatureAlgorithm)
    for marker in markers { fields.add("Apple's mark", marker.description, uses[marker]) }
    fields.add("SHA-1", sha1)
    fields.add("SHA-256", sha256)
    return fields.rows
  }
}
