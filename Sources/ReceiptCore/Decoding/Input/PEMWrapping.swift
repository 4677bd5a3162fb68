/// PEM (RFC 7468): base64 between BEGIN and END.
enum PEMWrapping {
  static func unwrap(
    _ text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Look? {
    var inner: [InputUnwrapper.Wrapped] = []
    var mistake: ReceiptError?
    var count = 0
    var position = text.startIndex
    while inner.count <= InputUnwrapper.maximumReceipts,
      let begin = Text.range(of: "-----BEGIN ", in: text, from: position),
      let labelEnd = Text.range(of: "-----", in: text, from: begin.upperBound)
    {
      count += 1
      // The block ends at the next boundary line, even if that one begins another block.
      let end = Text.range(of: "-----", in: text, from: labelEnd.upperBound)?.lowerBound
      let body = text[labelEnd.upperBound..<(end ?? text.endIndex)]
      position = end ?? text.endIndex
      if let error = Self.mistake(label: text[begin.upperBound..<labelEnd.lowerBound]) {
        // A private key takes precedence: it follows its parameters, and sending it does more harm.
        if mistake == nil || error.code == .privateKey { mistake = error }
        continue
      }
      inner.append(
        wrapped.inside(.pem, Array(body), part: count > 1 ? "block \(count)" : nil))
    }
    if !inner.isEmpty { return .wrapped(inner) }
    return mistake.map { .mistake($0) }
  }

  /// The error for a block whose label says that it is not a receipt.
  static func mistake(label: ArraySlice<UInt8>) -> ReceiptError? {
    let label = ReceiptString(label.prefix(64)).description
    if label.holds("CERTIFICATE REQUEST") { return .certificateRequest }
    if label.holds("CERTIFICATE") { return .certificate }
    if label.holds("PUBLIC KEY") { return .publicKey }
    if label.holds("KEY") { return .privateKey }
    if label.holds("PARAMETERS") { return .keyParameters }
    return nil
  }
}
