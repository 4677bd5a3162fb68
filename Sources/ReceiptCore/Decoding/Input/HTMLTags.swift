/// The elements of HTML that break a receipt into lines: `<br>`, `<wbr>`, and paragraphs of a mail.
enum HTMLTags {
  /// The text without its tags, if one of these stands in base64.
  static func unwrap(
    _ text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Wrapped? {
    guard text.contains(open) else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var isNeeded = false
    var run = 0
    var index = text.startIndex
    while index < text.endIndex {
      let octet = text[index]
      guard octet == open, let end = endOfTag(text, at: index) else {
        run = TextScan.isOfJWS(octet) ? run + 1 : 0
        result.append(octet)
        index += 1
        continue
      }
      let name = text[(index + 1)...]
      isNeeded =
        isNeeded || run >= Typography.minimumRun && breaks.contains { Text.begins(name, with: $0) }
      index = end
      // Only this one is put into a word.
      if Text.begins(name, with: "wbr") { continue }
      let isAtBreak = result.last == 0x0A || text[end...].first.map(Text.isLineBreak) == true
      if !isAtBreak { result.append(0x0A) }
    }
    return isNeeded
      ? wrapped.inside(.htmlEscapes, result).with(Finding(restored: "the tags of HTML")) : nil
  }

  private static let open = UInt8(ascii: "<")
  private static let breaks = ["br", "wbr", "/p>", "/div>", "/span>"]
  /// Mail programs write long ones, with styles.
  private static let maximumLength = 1024

  /// The place behind the tag that begins here; `nil` if none does.
  private static func endOfTag(_ text: ArraySlice<UInt8>, at start: Int) -> Int? {
    let rest = text[(start + 1)...].prefix(maximumLength)
    guard let letter = rest.first, Text.isAlphanumeric(letter) || "/!".utf8.contains(letter),
      let end = rest.firstIndex(where: { $0 == UInt8(ascii: ">") || $0 == open }),
      rest[end] != open
    else { return nil }
    return end + 1
  }
}
