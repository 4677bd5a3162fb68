/// Quoted-printable (RFC 2045 §6.7), in which mail programs send text. It has `=3D` for `=`, and a `=` at the
/// end of a line that goes on in the next.
enum QuotedPrintable {
  static func unwrap(
    _ text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Wrapped? {
    guard isEncoded(text) else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
      let octet = text[index]
      guard octet == sign else {
        result.append(octet)
        index += 1
        continue
      }
      if let end = endOfSoftBreak(text, index) {
        index = end
      } else if let code = Hexadecimal.octet(text, at: index + 1) {
        result.append(code)
        index += 3
      } else {
        // A robust reader keeps a wrong sign (RFC 2045 §6.7).
        result.append(octet)
        index += 1
      }
    }
    return wrapped.inside(.quotedPrintable, result)
  }

  private static let sign = UInt8(ascii: "=")
  /// Base64 ends in `=` too, but not in so many lines in a row.
  static let minimumBreaks = 3
  /// The length of a line with its `=`. The standard allows 76, and SMTP 998 (RFC 5321 §4.5.3.1.6).
  private static let lengths = 60...998

  /// Whether several lines in a row are broken, or end in the code of a blank. One is enough where there are codes of `=`
  /// or a quotation mark too.
  private static func isEncoded(_ text: ArraySlice<UInt8>) -> Bool {
    var row = 0
    var breaks = 0
    var hasCode = false
    var lineStart = text.startIndex
    var index = text.startIndex
    while index < text.endIndex {
      switch text[index] {
      case sign:
        if let end = endOfSoftBreak(text, index) ?? endOfBlank(text, index) {
          // Two are padding, and a receipt may follow another.
          if lengths.contains(index + 1 - lineStart), text[index - 1] != sign,
            !LogScan.beginsLikeReceipt(text[end...])
          {
            row += 1
            breaks += 1
          }
          if row >= minimumBreaks { return true }
          lineStart = end
          index = end
          continue
        }
        if let code = Hexadecimal.octet(text, at: index + 1),
          code == sign || code == UInt8(ascii: "\"")
        {
          hasCode = true
        }
      case 0x0A:
        row = 0
        lineStart = index + 1
      default: break
      }
      if hasCode, breaks > 0 { return true }
      index += 1
    }
    return false
  }

  /// The beginning of the next line, if the line ends with the `=` here.
  private static func endOfSoftBreak(_ text: ArraySlice<UInt8>, _ index: Int) -> Int? {
    let next = index + 1
    guard next < text.endIndex else { return nil }
    if text[next] == 0x0A { return next + 1 < text.endIndex ? next + 1 : nil }
    guard text[next] == 0x0D, next + 2 < text.endIndex, text[next + 1] == 0x0A else { return nil }
    return next + 2
  }

  /// The beginning of the next line, if the line ends with `=20` here. A mail program ends its lines with a blank where
  /// they go on (RFC 3676 §4.2).
  private static func endOfBlank(_ text: ArraySlice<UInt8>, _ index: Int) -> Int? {
    Hexadecimal.octet(text, at: index + 1) == 0x20 ? endOfSoftBreak(text, index + 2) : nil
  }
}
