/// What mails and terminals do to lines: a `>` before each of a text that somebody answers, and a break
/// wherever a line would be too long.
enum LineWrapping {
  static func unwrap(
    _ text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Wrapped? {
    unquoted(text, in: wrapped) ?? unbroken(text, in: wrapped)
  }

  /// A JWS has no line breaks of its own. A text of several is no single one.
  private static func unbroken(
    _ text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Wrapped? {
    guard text.starts(with: [UInt8(ascii: "e"), UInt8(ascii: "y")]),
      text.contains(where: Text.isLineBreak)
    else { return nil }
    let whole = text.filter { !Text.isSpace($0) }
    guard InputUnwrapper.isJWS(whole[...]),
      whole.reduce(0, { $1 == UInt8(ascii: ".") ? $0 + 1 : $0 }) <= 2
    else { return nil }
    return wrapped.inside(.lineBreaks, whole)
  }

  /// The text without the marks of a quoted mail, where lines have some.
  static func unquoted(
    _ text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Wrapped? {
    var result: [UInt8] = []
    var marked = 0
    var index = text.startIndex
    while index < text.endIndex {
      let end = text[index...].firstIndex(of: 0x0A).map { $0 + 1 } ?? text.endIndex
      var start = index
      if marked == 0, text[start] == UInt8(ascii: ">") { result = Array(text[..<index]) }
      // As often as the mail was answered.
      while start < end, text[start] == UInt8(ascii: ">") {
        start += 1
        marked += 1
        if start < end, text[start] == 0x20 { start += 1 }
      }
      if marked > 0 { result += text[start..<end] }
      index = end
    }
    // One mark alone is a sign in some other text.
    return marked > 1 ? wrapped.inside(.mailQuotes, result) : nil
  }
}
