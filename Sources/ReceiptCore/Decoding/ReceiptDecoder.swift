/// Decodes receipts. It reads everything in them and does not check whether Apple signed them.
///
/// <doc:Decoding> shows how.
public struct ReceiptDecoder: Sendable {
  /// How much a decode may read.
  public var limits: DecodingLimits
  /// The form that a receipt must have; `nil` for any form.
  public var form: ReceiptForm?

  /// Makes a decoder that can be used for any number of receipts, from any thread.
  ///
  /// - Parameters:
  ///   - limits: how much a decode may read.
  ///   - form: what the input must be; `nil` to recognise it.
  public init(limits: DecodingLimits = DecodingLimits(), form: ReceiptForm? = nil) {
    self.limits = limits
    self.form = form
  }

  /// Decodes the one receipt in `bytes`, in any form and wrapping.
  ///
  /// A damaged receipt is decoded as far as possible; `DecodedReceipt.errors` then lists the faults.
  ///
  /// - Throws: a `ReceiptError` when no part of a receipt could be read.
  public func decode(_ bytes: [UInt8]) throws(ReceiptError) -> DecodedReceipt {
    try decode(ReceiptInput(bytes, limits: limits))
  }

  /// Decodes a receipt that is already unwrapped.
  public func decode(_ input: ReceiptInput) throws(ReceiptError) -> DecodedReceipt {
    var decoded =
      switch input.kind {
      case .pkcs7: try AppReceiptDecoder(limits: limits).decode(input)
      case .propertyList: try IOS6Decoder(limits: limits).decode(input)
      case .attributes: try AppReceiptDecoder(limits: limits).decodePayload(input)
      case .json(let value): try decode(input, value)
      case .together(let pieces): TogetherDecoder(limits: limits).decode(input, pieces)
      case .jws:
        try StoreKit2Decoder(limits: limits, form: form?.isJWS == true ? form : nil).decode(input)
      }
    let words = input.appWords?.finding(against: decoded)
    decoded.findings.insert(contentsOf: input.findings + [words].compactMap(\.self), at: 0)
    if let form, decoded.form != form {
      throw ReceiptError(
        .wrongForm, "the form of this is \(decoded.form.rawValue), not \(form.rawValue)")
    }
    return decoded
  }

  private func decode(
    _ input: ReceiptInput, _ value: JSONValue
  ) throws(ReceiptError) -> DecodedReceipt {
    let storeKit = StoreKit2Decoder(limits: limits)
    return switch JSONForm(value) {
    case .payload(let form): storeKit.decode(input, value, form)
    case .carrier(let carrier):
      storeKit.decode(
        input, .object([JSONValue.Member(name: carrier.rawValue, value: value)]), .notification)
    case .api(let kind): APIResponseDecoder(limits: limits).decode(input, value, kind)
    case .notificationV1:
      VerifyReceiptDecoder(limits: limits).decodeNotification(input, value)
    case .response, nil: try VerifyReceiptDecoder(limits: limits).decode(input, value)
    }
  }
}
