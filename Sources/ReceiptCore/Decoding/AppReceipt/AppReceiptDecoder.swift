/// Reads an app receipt: PKCS#7 around a SET of attributes.
struct AppReceiptDecoder {
  let limits: DecodingLimits

  package func decode(_ input: ReceiptInput) throws(ReceiptError) -> DecodedReceipt {
    var diagnostics = Diagnostics(limit: limits.maximumDiagnostics)
    // A wrapping that is cut short cuts the receipt at the same place. One error is enough.
    if let error = input.error { diagnostics.add(error, ofCutAt: input.bytes.count) }
    let signedData = ContainerReader.read(input.bytes, limits: limits, &diagnostics)
    guard let content = signedData.content else {
      throw diagnostics.errors.first
        ?? (signedData.signerInfos.isEmpty && !signedData.certificates.isEmpty
          ? .certificates : nil)
        ?? ReceiptError(
          .noContent, "this is a PKCS#7 signature without the content it signs",
          hint: "a receipt holds its content; this is a detached signature, of a file or a message")
    }
    if diagnostics.errors.isEmpty, let mistake = Self.otherContent(content) { throw mistake }
    let isInPlace = signedData.encoding == .der
    var payload = PayloadReader(
      bytes: isInPlace ? input.bytes : Array(content), limits: limits, diagnostics: diagnostics)
    payload.read(isInPlace ? content.indices : 0..<content.count)
    let attributes = payload.attributes
    if attributes.isEmpty, let error = payload.diagnostics.errors.first { throw error }
    return DecodedReceipt(
      input: input, form: .appReceipt, envelope: .pkcs7(signedData),
      receipt: payload.receipt, attributes: attributes, findings: payload.diagnostics.findings,
      errors: payload.diagnostics.errors)
  }

  /// Reads the SET of attributes alone, as an app's own parser may write it to a file.
  func decodePayload(_ input: ReceiptInput) throws(ReceiptError) -> DecodedReceipt {
    var diagnostics = Diagnostics(limit: limits.maximumDiagnostics)
    if let error = input.error { diagnostics.add(error) }
    var payload = PayloadReader(bytes: input.bytes, limits: limits, diagnostics: diagnostics)
    payload.read(input.bytes.indices)
    if payload.attributes.isEmpty, let error = payload.diagnostics.errors.first { throw error }
    return DecodedReceipt(
      input: input, form: .payload, envelope: .attributes, receipt: payload.receipt,
      attributes: payload.attributes, findings: payload.diagnostics.findings,
      errors: payload.diagnostics.errors)
  }

  /// The error for other signed content.
  private static func otherContent(_ content: ArraySlice<UInt8>) -> ReceiptError? {
    // Attributes are in a SET. Some writers use a SEQUENCE, or put either into another OCTET STRING.
    guard let first = content.first, ![0x31, 0x30, 0x04, 0x24].contains(first) else { return nil }
    if content.starts(with: "<?xml".utf8) || content.starts(with: "bplist".utf8) {
      return ReceiptError(
        .provisioningProfile, "this is a provisioning profile, not a receipt",
        offset: content.startIndex,
        hint: "security cms -D -i FILE shows it; the receipt is another file in the app")
    }
    return ReceiptError(
      .otherSignedData, "this is a signed file, but its content is not a receipt",
      offset: content.startIndex,
      hint: "openssl cms -verify -noverify -inform DER -in FILE shows what it holds")
  }
}

extension ReceiptError {
  fileprivate static let certificates = ReceiptError(
    .certificate, "these are certificates in PKCS#7, without anything that they signed", offset: 0,
    hint: "openssl pkcs7 -print_certs -inform DER -in FILE shows them; a receipt holds its content")
}
