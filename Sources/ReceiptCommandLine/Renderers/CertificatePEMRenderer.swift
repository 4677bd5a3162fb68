internal import ReceiptCore

/// The certificates of receipts in PEM, each after a line with its name.
struct CertificatePEMRenderer: DecodeRenderer {
  private let output: Output

  init(_ output: Output) { self.output = output }

  func render(_ report: DecodeReport) {
    guard case .decoded(let decoded, _) = report.outcome else { return }
    for encoded in decoded.certificates {
      let details = CertificateDetails(encoded)
      // Text before the boundary line is a comment (RFC 7468 §5.2).
      output.write(
        "# \(report.source.text): \(escapedForTerminal(details.title))\n")
      output.write(PEM.encode(encoded))
    }
  }
}
