/// Removes what a log writes before each line of a text: `app-1  | {`, `Nov 22 10:00:00 host app[17]: {`.
enum LinePrefix {
  /// JSON in fewer lines needs no such look.
  static let minimumLines = 3
  /// The longest beginning of a line that a log writes.
  static let maximumPrefix = 256

  static func unwrap(
    _ text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Wrapped? {
    var index = text.startIndex
    while index < text.endIndex {
      let line = line(text, index)
      if let brace = line.prefix(maximumPrefix).firstIndex(of: UInt8(ascii: "{")),
        brace > line.startIndex
      {
        let prefix = line[..<brace]
        let content = without(prefix, text[index...])
        return content.lines >= minimumLines
          ? wrapped.inside(.linePrefix, content.bytes) : nil
      }
      index = line.endIndex + 1
    }
    return nil
  }

  /// The lines that begin as `prefix` does, without that.
  private static func without(
    _ prefix: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>
  ) -> (bytes: [UInt8], lines: Int) {
    var result: [UInt8] = []
    var lines = 0
    var index = text.startIndex
    while index < text.endIndex {
      let line = line(text, index)
      index = line.endIndex + 1
      guard isAlike(line, prefix) else {
        // The text ends where the log writes something else.
        if lines >= minimumLines { break }
        continue
      }
      lines += 1
      result += line.dropFirst(prefix.count)
      result.append(0x0A)
    }
    return (result, lines)
  }

  private static func line(_ text: ArraySlice<UInt8>, _ start: Int) -> ArraySlice<UInt8> {
    text[start...].prefix { $0 != 0x0A }
  }

  /// Whether a line begins in the same way. The digits of a time or a number may differ.
  private static func isAlike(_ line: ArraySlice<UInt8>, _ prefix: ArraySlice<UInt8>) -> Bool {
    let head = line.prefix(prefix.count)
    // White space at the end of an empty line is often lost.
    return head.count == prefix.count
      && zip(head, prefix).allSatisfy { $0 == $1 || Text.isDigit($0) && Text.isDigit($1) }
  }
}
