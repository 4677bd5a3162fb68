/// A whole HTTP message (RFC 9112), as `curl -i` prints it: a start line, fields, an empty line, and a body.
enum HTTPWrapping {
  static func unwrap(
    _ text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Look? {
    let line = text.prefix(while: { $0 != 0x0A }).prefix(512)
    guard Text.begins(text, with: "HTTP/") || Text.contains(" HTTP/1.", in: line),
      line.count < 512
    else { return nil }
    let gap =
      Text.range(of: "\r\n\r\n", in: text.prefix(maximumHeader), from: 0)
      ?? Text.range(of: "\n\n", in: text.prefix(maximumHeader), from: 0)
    // The conversation that curl -v prints is searched like a log.
    if gap == nil, ["> ", "< ", "* "].contains(where: { text.starts(with: $0.utf8) }) {
      return nil
    }
    guard let gap else { return .mistake(OtherText(text).mistake ?? .emptyMessage) }
    if text[gap.upperBound...].allSatisfy(Text.isSpace), let mistake = OtherText(text).mistake {
      return .mistake(mistake)
    }
    return .wrapped([wrapped.inside(.http, Array(text[gap.upperBound...]))])
  }

  /// The largest size of the header in bytes. Servers send less.
  private static let maximumHeader = 64 << 10
}

extension ReceiptError {
  fileprivate static let emptyMessage = ReceiptError(
    .notAReceipt, "this is the beginning of an HTTP message, without its content", offset: 0,
    hint: "copy the whole message: the content comes after an empty line")
}
