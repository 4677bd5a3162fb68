extension JSONFault {
  /// U+00A0 in UTF-8.
  static let noBreakSpace: [UInt8] = [0xC2, 0xA0]

  /// Characters that word processors and chats write in place of those that JSON allows.
  private static let lookalikes: [(octets: [UInt8], words: String)] = [
    (noBreakSpace, "a no-break space (U+00A0) stands where a plain space should be"),
    ([0xE2, 0x80, 0x9C], "a curved quotation mark stands where a straight one should be"),
    ([0xE2, 0x80, 0x9D], "a curved quotation mark stands where a straight one should be"),
    ([0xEF, 0xBB, 0xBF], "a byte-order mark stands in the middle"),
  ]

  /// Why `text` is not JSON, with the sign that people do not see if that is the reason.
  func reason(in text: ArraySlice<UInt8>) -> String {
    guard text.indices.contains(offset) else { return message }
    let rest = text[offset...]
    if let sign = Self.lookalikes.first(where: { rest.starts(with: $0.octets) }) {
      return sign.words
    }
    let isEnd = rest.first == UInt8(ascii: "}") || rest.first == UInt8(ascii: "]")
    let before = text[..<offset].last { !Text.isSpace($0) }
    return isEnd && before == UInt8(ascii: ",")
      ? "a comma stands before the closing bracket" : message
  }
}
