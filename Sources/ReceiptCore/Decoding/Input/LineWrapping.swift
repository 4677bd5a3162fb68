/// Reverts what mail programs and terminals do to lines: a `>` before each quoted line, and breaks in long
/// lines.
enum LineWrapping {
  static func unwrap(
    _ text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Wrapped? {
    unquoted(text, in: wrapped) ?? unbroken(text, in: wrapped)
  }

  /// A JWS has no line breaks. A text with several of them is not a single JWS.
  private static func unbroken(
    _ text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Wrapped? {
    guard text.starts(with: [UInt8(ascii: "e"), UInt8(ascii: "y")]),
      text.contains(where: Text.isLineBreak)
    else { return nil }
    let whole = text.filter { !Text.isSpace($0) }
    let points = whole.reduce(0) { $1 == UInt8(ascii: ".") ? $0 + 1 : $0 }
    guard InputUnwrapper.isJWS(whole[...]), points <= 2,
      // It breaks off in its payload, or right behind it.
      points == 1
        // More text follows the signature, which would be called changed with it.
        || whole.reversed().prefix(while: { $0 != UInt8(ascii: ".") }).count
          <= CutJWS.signatureLength
    else { return nil }
    let breaks = text.count { $0 == 0x0A }
    let words = breaks == 1 ? "1 line break" : breaks > 1 ? "\(breaks) line breaks" : "line breaks"
    return wrapped.inside(.mailLines, whole).with(Finding(restored: words))
  }

  /// A JWS with blanks where a mail or a document has made one line of several. Its pieces are as long as lines are.
  static func joined(
    _ text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Wrapped? {
    guard text.starts(with: "ey".utf8),
      let blank = text[TextScan.endOfJWS(text)...].first, Text.isSpace(blank),
      !text.contains(where: Text.isLineBreak)
    else { return nil }
    let pieces = text.split(whereSeparator: Text.isSpace)
    let whole = Array(pieces.joined())
    let segments = whole.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard pieces.count >= leastPieces, let width = pieces.first?.count, let last = pieces.last,
      pieces.dropLast().allSatisfy({ $0.count == width }), last.count <= width,
      // Words behind it would make its signature longer.
      InputUnwrapper.isJWS(whole[...]), segments.count == 3,
      segments[2].count == CutJWS.signatureLength
    else { return nil }
    return wrapped.inside(.mailLines, whole).with(
      Finding(restored: "\(pieces.count - 1) blanks"))
  }

  private static let leastPieces = 3

  /// The text without the quotation marks (`>`) of a mail, if some lines have them.
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
      // There is one mark for each reply.
      while start < end, text[start] == UInt8(ascii: ">") {
        start += 1
        marked += 1
        if start < end, text[start] == 0x20 { start += 1 }
      }
      if marked > 0 { result += text[start..<end] }
      index = end
    }
    // A single mark may be part of other text.
    return marked > 1 ? wrapped.inside(.mailQuotes, result) : nil
  }
}
