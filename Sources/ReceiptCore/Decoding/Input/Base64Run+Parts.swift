/// A receipt that was sent in several messages.
extension Base64Run {
  /// The parts that follow a run, with a few words before each of them, such as `Part 2/2`. Together they have just the
  /// length that the first bytes say. Without that there are no bytes; the range is what was read.
  static func parts(
    of run: Range<Int>, in text: ArraySlice<UInt8>
  ) -> (range: Range<Int>, bytes: [UInt8]?) {
    guard text[run.lowerBound] == UInt8(ascii: "M"),
      let expected = expectedLength(head(of: text, from: run.lowerBound)), expected < .max
    else { return (run, nil) }
    var bytes = text[run].filter { isPart($0, false) }
    var end = run.upperBound
    guard bytes.count < expected else { return (run, nil) }
    while bytes.count < expected, let part = nextPart(in: text, from: end),
      part.count < LogScan.minimumLength || !LogScan.isReceipt(part)
    {
      bytes += part
      end = part.endIndex
    }
    let length = bytes.prefix { $0 != UInt8(ascii: "=") }.count
    return (run.lowerBound..<end, length == expected ? bytes : nil)
  }

  /// The next long word of base64, behind a few others, or the next line.
  private static func nextPart(in text: ArraySlice<UInt8>, from end: Int) -> ArraySlice<UInt8>? {
    var rest = text[end...]
    while let first = rest.first, rest.startIndex - end <= mostWords {
      let word = rest.prefix { isPart($0, false) }
      if word.count >= shortestWord || !word.isEmpty && isLine(word, in: text, from: end) {
        return word
      }
      rest = isPart(first, false) ? text[word.endIndex...] : rest.dropFirst()
    }
    return nil
  }

  /// Whether a word is all of the line behind `end`.
  private static func isLine(
    _ word: ArraySlice<UInt8>, in text: ArraySlice<UInt8>, from end: Int
  ) -> Bool {
    let between = text[end..<word.startIndex]
    return between.allSatisfy(Text.isLineBreak) && between.count { $0 == 0x0A } == 1
      && text[word.endIndex...].first.map(Text.isLineBreak) ?? true
  }

  /// How many characters may stand between two parts.
  private static let mostWords = 64
}
