internal import ReceiptCore

/// The certificates of receipts in PEM, each under a line that says whose it is.
struct CertificatePEMRenderer: DecodeRenderer {
  private let output: Output

  init(_ output: Output) { self.output = output }

  func render(_ report: DecodeReport) {
    guard case .decoded(let decoded, _) = report.outcome else { return }
    for encoded in decoded.certificates {
      let details = CertificateDetails(encoded)
      // RFC 7468 §5.2: text before the mark explains.
      output.write(
        "# \(report.source.text): \(escapedForTerminal(details.title))\n")
      output.write(PEM.encode(encoded))
    }
  }
}
