internal import ReceiptCore

/// Made at a time when its signing certificate was not valid.
enum CreationOutsideCertificateRule: LintRule {
  static let id = "created-outside-certificate"
  static let meaning = "made before the signer's certificate was valid, or after it had expired"
  static let advice = "refuse it: Apple signs with valid certificates"
  static let severity = Remark.Severity.warning
  static let citation = "RFC 5280 §4.1.2.5; Apple, Validating receipts on the device"

  static func notes(on subject: LintSubject) -> [LintNote] {
    guard let created = subject.receipt.receiptCreationDate,
      let signer = subject.decoded.signerCertificate
    else { return [] }
    if created < signer.notBefore {
      return [
        note(
          "it was made \(signer.notBefore.since(created)) before the certificate that signed it was valid",
          created, signer)
      ]
    }
    guard created > signer.notAfter else { return [] }
    return [
      note(
        "it was made \(created.since(signer.notAfter)) after the certificate that signed it had expired",
        created, signer)
    ]
  }

  private static func note(
    _ message: String, _ created: ReceiptDate, _ signer: Certificate
  ) -> LintNote {
    LintNote(
      message: message,
      evidence: [
        "created": created.description, "valid_from": signer.notBefore.description,
        "valid_to": signer.notAfter.description,
      ])
  }
}

extension DecodedReceipt {
  /// The embedded certificate of the only signer, if it can be read.
  var signerCertificate: Certificate? {
    guard let data = signedData, data.signerInfos.count == 1 else { return nil }
    let signer = data.signerInfos[0]
    for encoded in data.certificates {
      guard let certificate = try? Certificate(encoded) else { continue }
      if certificate.issuer.elementsEqual(signer.issuer),
        certificate.serialNumber.elementsEqual(signer.serialNumber)
      {
        return certificate
      }
    }
    return nil
  }
}
