/// Reads an app receipt: PKCS#7 around a SET of attributes.
struct AppReceiptDecoder {
  let limits: DecodingLimits

  func decode(_ input: ReceiptInput) throws(ReceiptError) -> DecodedReceipt {
    var diagnostics = Diagnostics(limit: limits.maximumDiagnostics)
    if let error = input.error { diagnostics.add(error) }
    let container = ContainerReader(input.bytes, limits: limits, diagnostics: diagnostics)
    diagnostics = container.diagnostics
    guard let content = container.signedData.content else {
      throw diagnostics.errors.first
        ?? ReceiptError(
          .noContent, "this is a PKCS#7 signature without the content it signs",
          hint: "a receipt holds its content; this is a detached signature, of a file or a message")
    }
    let isInPlace = container.signedData.encoding == .der
    var payload = PayloadReader(
      bytes: isInPlace ? input.bytes : Array(content), limits: limits, diagnostics: diagnostics)
    payload.read(isInPlace ? content.indices : 0..<content.count)
    let attributes = payload.attributes
    if attributes.isEmpty, let error = payload.diagnostics.errors.first { throw error }
    var decoded = DecodedReceipt(
      input: input, form: .appReceipt, envelope: .pkcs7(container.signedData),
      receipt: payload.receipt)
    decoded.attributes = attributes
    decoded.findings = payload.diagnostics.findings
    decoded.errors = payload.diagnostics.errors
    return decoded
  }
}
