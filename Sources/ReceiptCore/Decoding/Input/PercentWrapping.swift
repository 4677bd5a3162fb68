/// Percent-encoding (RFC 3986 §2.1).
enum PercentWrapping {
  static func unwrap(
    _ text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Wrapped? {
    guard text.contains(UInt8(ascii: "%")) else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
      let octet = text[index]
      guard octet == UInt8(ascii: "%") else {
        // Percent-encoded text has no spaces, so this is other text.
        guard octet > 0x20, octet < 0x7F else { return nil }
        result.append(octet)
        index += 1
        continue
      }
      guard let code = Hexadecimal.octet(text, at: index + 1) else { return nil }
      result.append(code)
      index += 3
    }
    return wrapped.inside(.percentEncoding, result)
  }
}
