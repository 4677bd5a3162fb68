/// What programs print around a text: quotation marks, `Optional(…)`, `data:` URLs.
enum TextWrapping {
  /// What stands in a block of code (Markdown), between lines of three backticks. The second may be missing.
  static func fenced(
    _ text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Wrapped? {
    guard let open = Text.range(of: "```", in: text, from: text.startIndex),
      open.lowerBound == text.startIndex || Text.isLineBreak(text[open.lowerBound - 1]),
      let line = text[open.upperBound...].firstIndex(where: Text.isLineBreak)
    else { return nil }
    let close = Text.range(of: "```", in: text, from: line)?.lowerBound ?? text.endIndex
    let content = Text.trimmed(text[line..<close])
    return content.isEmpty ? nil : wrapped.inside(.quotes, Array(content))
  }

  static func unwrap(
    _ text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Wrapped? {
    guard let first = text.first, let last = text.last else { return nil }
    if first == UInt8(ascii: "\""), last == first, text.count >= 2 {
      // A text with JSON escapes is a JSON string. Otherwise only the quotation marks are removed.
      if text.contains(UInt8(ascii: "\\")),
        let value = try? JSONReader.read(Array(text)), let string = value.string
      {
        return wrapped.inside(.jsonString, Array(string.utf8))
      }
      return isOfConstants(text) ? nil : wrapped.inside(.quotes, Array(text.dropFirst().dropLast()))
    }
    for (open, close) in [("'", "'"), ("`", "`"), ("\u{201C}", "\u{201D}"), ("\u{AB}", "\u{BB}")] {
      let (open, close) = (Array(open.utf8), Array(close.utf8))
      if text.count >= open.count + close.count, text.starts(with: open),
        text.suffix(close.count).elementsEqual(close)
      {
        return wrapped.inside(
          .quotes, Array(text.dropFirst(open.count).dropLast(close.count)))
      }
    }
    if Text.begins(text, with: "Optional("), last == UInt8(ascii: ")") {
      return wrapped.inside(.optional, Array(text.dropFirst(9).dropLast()))
    }
    if Text.begins(text, with: "data:"), let comma = text.firstIndex(of: UInt8(ascii: ",")),
      !text[..<comma].contains(where: Text.isSpace)
    {
      return wrapped.inside(.dataURL, Array(text[(comma + 1)...]))
    }
    return nil
  }

  /// Whether each line is a constant of a program, in marks of its own.
  private static func isOfConstants(_ text: ArraySlice<UInt8>) -> Bool {
    guard let end = text.firstIndex(where: Text.isLineBreak) else { return false }
    return Text.trimmedStart(text[end...]).first == text.first
      && text[..<end].dropFirst().contains(UInt8(ascii: "\""))
  }
}
