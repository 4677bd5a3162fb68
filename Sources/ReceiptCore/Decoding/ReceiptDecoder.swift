/// Reads receipts: everything in them, without judging whether Apple signed them.
///
/// ```swift
/// let decoded = try ReceiptDecoder().decode(bytes)
/// print(decoded.receipt.bundleID?.text ?? "no bundle identifier")
/// ```
public struct ReceiptDecoder: Sendable {
  public var limits: DecodingLimits
  /// The form that a receipt must have; `nil` for whichever it has.
  public var form: ReceiptForm?

  public init(limits: DecodingLimits = DecodingLimits(), form: ReceiptForm? = nil) {
    self.limits = limits
    self.form = form
  }

  /// Decodes the one receipt in `bytes`, in whatever form and wrapping it is.
  ///
  /// A damaged receipt is decoded as far as it reads; `DecodedReceipt.errors` then says what is wrong.
  ///
  /// - Throws: a `ReceiptError` when nothing of a receipt could be read.
  public func decode(_ bytes: [UInt8]) throws(ReceiptError) -> DecodedReceipt {
    try decode(ReceiptInput(bytes, limits: limits))
  }

  /// Decodes a receipt whose wrappings are off.
  public func decode(_ input: ReceiptInput) throws(ReceiptError) -> DecodedReceipt {
    let decoded =
      switch input.kind {
      case .pkcs7: try AppReceiptDecoder(limits: limits).decode(input)
      case .propertyList: try IOS6Decoder(limits: limits).decode(input)
      case .json(let value): try VerifyReceiptDecoder(limits: limits).decode(input, value)
      case .jws:
        try StoreKit2Decoder(limits: limits, form: form?.isJWS == true ? form : nil).decode(input)
      }
    if let form, decoded.form != form {
      throw ReceiptError(
        .wrongForm, "the form of this is \(decoded.form.rawValue), not \(form.rawValue)")
    }
    return decoded
  }
}
