/// PEM (RFC 7468): base64 between BEGIN and END.
enum PEMWrapping {
  static func unwrap(
    _ text: ArraySlice<UInt8>, in wrapped: InputDetective.Wrapped
  ) -> InputDetective.Look? {
    var inner: [InputDetective.Wrapped] = []
    var labels: [String] = []
    var position = text.startIndex
    while inner.count <= InputDetective.maximumReceipts,
      let begin = Text.range(of: "-----BEGIN ", in: text, from: position),
      let labelEnd = Text.range(of: "-----", in: text, from: begin.upperBound)
    {
      let label = ReceiptString(text[begin.upperBound..<labelEnd.lowerBound]).description
      labels.append(label)
      let end = Text.range(of: "-----END ", in: text, from: labelEnd.upperBound)
      let body = text[labelEnd.upperBound..<(end?.lowerBound ?? text.endIndex)]
      position = end?.upperBound ?? text.endIndex
      guard !label.contains("CERTIFICATE"), !label.contains("KEY") else { continue }
      inner.append(
        wrapped.inside(.pem, Array(body), part: labels.count > 1 ? "block \(labels.count)" : nil))
    }
    if !inner.isEmpty { return .wrapped(inner) }
    guard let label = labels.first else { return nil }
    return .mistake(label.contains("KEY") ? .privateKey : .certificate)
  }
}
