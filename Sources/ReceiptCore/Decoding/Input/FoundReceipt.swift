extension ReceiptInput {
  /// Unwraps `bytes`, which must hold exactly one receipt. Wrappings are removed; the receipt itself is never repaired.
  ///
  /// - Throws: when there is no receipt, or more than one.
  public init(_ bytes: [UInt8], limits: DecodingLimits = DecodingLimits()) throws(ReceiptError) {
    self = try FoundReceipt.all(in: bytes, limits: limits).only.get()
  }

  /// A JSON object that is itself a receipt: `JSONRow.receipt`.
  package init(whole object: JSONValue, _ bytes: [UInt8]) {
    self.init(bytes, kind: .json(object))
  }

  /// Unwraps what was taken out of a wrapping.
  package init(
    _ wrapped: InputUnwrapper.Wrapped, limits: DecodingLimits
  ) throws(ReceiptError) {
    self = try FoundReceipt.all(in: wrapped, limits: limits).only.get()
  }
}

extension InputUnwrapper.Wrapped {
  /// The text at a place of a JSON object. Nothing else in it is looked at: it is the caller's.
  package init(at place: JSONPlace, in object: JSONValue) {
    let member = JSONValue.Member(
      name: place.steps.last?.name ?? "", value: object[place] ?? .null)
    self = JSONWrapping.inside(member, of: object[place.outer] ?? .null)
  }
}

extension [FoundReceipt] {
  fileprivate var only: Result<ReceiptInput, ReceiptError> {
    guard let first, count == 1 else {
      return .failure(
        ReceiptError(
          .severalReceipts, "there are \(count) receipts in it, where one was expected",
          hint: "give each a line or a file of its own"))
    }
    return first.input
  }
}

/// One of the receipts in an input.
package struct FoundReceipt: Sendable {
  /// Where in the input the receipt is, if there are several: `[2].receipt-data`, `line 17`.
  package let part: String?
  /// The unwrapped receipt, or the reason why it is not one.
  package let input: Result<ReceiptInput, ReceiptError>

  /// Finds every receipt in `bytes`, in order.
  ///
  /// - Throws: when there is no receipt. The error says what the input is instead, where that is known.
  package static func all(
    in bytes: [UInt8], limits: DecodingLimits = DecodingLimits()
  ) throws(ReceiptError) -> [FoundReceipt] {
    try all(in: InputUnwrapper.Wrapped(bytes: bytes), limits: limits)
  }

  fileprivate static func all(
    in wrapped: InputUnwrapper.Wrapped, limits: DecodingLimits
  ) throws(ReceiptError) -> [FoundReceipt] {
    let limit = min(limits.maximumInputSize, DecodingLimits.largestInputSize)
    guard wrapped.bytes.count <= limit else { throw .tooLarge(limit: limit) }
    return try InputUnwrapper.find(in: wrapped)
  }

  /// Finds every receipt in data from an app or a container. `layer` is that outermost layer.
  package static func all(
    in bytes: [UInt8], inside layer: ReceiptInput.Layer?, limits: DecodingLimits = DecodingLimits()
  ) throws(ReceiptError) -> [FoundReceipt] {
    let found = try all(in: bytes, limits: limits)
    guard let layer else { return found }
    return found.map { receipt in
      guard case .success(let input) = receipt.input else { return receipt }
      let whole = ReceiptInput(
        input.bytes, kind: input.kind, layers: [layer] + input.layers, error: input.error,
        findings: input.findings)
      return FoundReceipt(part: receipt.part, input: .success(whole))
    }
  }
}
