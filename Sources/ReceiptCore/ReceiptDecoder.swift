/// Reads App Store receipts: everything in them, without judging whether Apple signed them.
///
/// ```swift
/// let decoded = try ReceiptDecoder().decode(bytes)
/// print(decoded.receipt.bundleID?.text ?? "no bundle identifier")
/// ```
public struct ReceiptDecoder: Sendable {
  public var limits: DecodingLimits

  public init(limits: DecodingLimits = DecodingLimits()) { self.limits = limits }

  /// Decodes a receipt in DER, BER or base64.
  ///
  /// A damaged receipt is decoded as far as it reads; `DecodedReceipt.errors` then says what is wrong.
  ///
  /// - Throws: a `ReceiptError` when nothing of a receipt could be read.
  public func decode(_ bytes: [UInt8]) throws(ReceiptError) -> DecodedReceipt {
    try decode(ReceiptInput(bytes, limits: limits))
  }

  /// Decodes a receipt whose wrappings are off.
  public func decode(_ input: ReceiptInput) throws(ReceiptError) -> DecodedReceipt {
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
    return DecodedReceipt(
      input: input, signedData: container.signedData, attributes: attributes,
      receipt: payload.receipt, findings: payload.diagnostics.findings,
      errors: payload.diagnostics.errors)
  }
}

/// All that was read from a receipt.
public struct DecodedReceipt: Sendable {
  /// The bytes that were decoded, and what had been wrapped around them.
  public let input: ReceiptInput
  /// The container: who signed, with which certificates. Nothing of it was verified.
  public let signedData: SignedData
  /// Every attribute, known or not.
  public let attributes: AttributeList
  /// What the known attributes say.
  public let receipt: Receipt
  /// What is odd, but could be read.
  public let findings: [Finding]
  /// What could not be read, in the order in which it was met. Empty for a whole receipt.
  public let errors: [ReceiptError]
}
