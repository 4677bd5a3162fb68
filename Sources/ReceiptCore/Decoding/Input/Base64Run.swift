/// Finds base64 or a JWS inside other text, with its continuation lines.
enum Base64Run {
  /// The range of the run that begins at `start`, in a word that ends at `wordEnd`. It is `nil` if the run
  /// does not look like a receipt.
  static func range(in text: ArraySlice<UInt8>, from start: Int, word wordEnd: Int) -> Range<Int>? {
    let isJWS = text[start] == UInt8(ascii: "e")
    guard var expected = expectedLength(head(of: text, from: start)) else { return nil }
    var end = start
    while end < wordEnd,
      isPart(text[end], isJWS) || text[end] == UInt8(ascii: "\\")
        || text[end] == UInt8(ascii: "%")
    {
      end += 1
    }
    let first = text[start..<end]
    var count = first.count
    // A text with escapes has escaped line breaks as well, so it goes on in no other line.
    if !first.contains(UInt8(ascii: "\\")), !first.contains(UInt8(ascii: "%")) {
      // The line width is unknown if other text precedes the run in its line.
      var width = start == text.startIndex || Text.isLineBreak(text[start - 1]) ? first.count : nil
      var signature = isJWS ? Signature(first) : nil
      var isComb = false
      var twin = Twin(behind: text[start..<end], expected: expected)
      // A blank in a JWS is a fault of its own.
      while !isJWS, let word = nextWord(in: text, from: end, missing: expected - count) {
        count += word.count
        end = word.endIndex
        width = nil
      }
      while count < expected, text[end - 1] != UInt8(ascii: "="), signature?.isWhole != true,
        let line = nextLine(in: text, from: end, signature, missing: expected - count)
      {
        // A long line that begins like a receipt starts another receipt.
        guard line.count <= width ?? .max,
          line.count < LogScan.minimumLength || !LogScan.isReceipt(line)
        else { break }
        count += line.count
        end = line.endIndex
        signature?.read(line)
        twin.read(line, total: count, &expected)
        if let width, line.count < width {
          // A text that was broken a second time has a short line behind each long one.
          let next = nextLine(in: text, from: end, signature, missing: expected - count)
          isComb = isComb || next?.count == width
          guard isComb, let next, next.count > line.count else { break }
        }
        width = max(width ?? 0, line.count)
      }
      end = twin.end(of: count) ?? end
    }
    if Ellipsis.begins(text[end...]) { return start..<end + 3 }
    // Leaves out the backslash before a quotation mark, and the full stop of a sentence.
    while end > start, text[end - 1] == UInt8(ascii: "\\") { end -= 1 }
    if isJWS, text[end - 1] == UInt8(ascii: ".") {
      let points = text[start..<end].reduce(0) { $1 == UInt8(ascii: ".") ? $0 + 1 : $0 }
      while points != 2, end > start, text[end - 1] == UInt8(ascii: ".") { end -= 1 }
    }
    return start..<end
  }

  /// The rest of a run that breaks off at the end of its line: in lines of a log, or in constants of a program.
  static func lines(
    of run: Range<Int>, in text: ArraySlice<UInt8>
  ) -> (range: Range<Int>, bytes: [UInt8])? {
    let isJWS = text[run.lowerBound] == UInt8(ascii: "e")
    guard var missing = expectedLength(head(of: text, from: run.lowerBound)) else { return nil }
    var signature = isJWS ? Signature(text[run]) : nil
    var twin = Twin(behind: text[run], expected: missing == .max ? .max : missing - run.count)
    missing -= run.count
    var count = 0
    return LinePrefix.continued(run, in: text) {
      isPart($0, isJWS)
    } accepts: { line in
      count += line.count
      twin.read(line, total: count, &missing)
      let length = line.prefix { $0 != UInt8(ascii: "=") }.count
      guard missing > 0, signature?.isWhole != true, length <= missing,
        // The last line of a JWS, or behind one of unknown length, may be short.
        length == missing || length >= shortestWord || signature?.hasBegun == true
          || length < line.count,
        line.count < LogScan.minimumLength || !LogScan.isReceipt(line)
      else { return false }
      missing -= line.count
      signature?.read(line)
      return true
    }
  }

  /// The receipt in a cell of psql, which writes a + behind each line of it but the last.
  static func cell(
    in text: ArraySlice<UInt8>, from start: Int
  ) -> (range: Range<Int>, bytes: [UInt8])? {
    let line = text[start...].prefix { isPart($0, true) }
    guard line.last == UInt8(ascii: "+"), line.count >= shortestWord,
      let cell = lines(of: start..<line.endIndex - 1, in: text),
      // A line of any receipt may end in a +.
      cell.bytes.count > 3 * line.count
    else { return nil }
    return cell
  }

  /// A line that equals the one before it: it stands twice if just as much more follows than the first bytes say.
  private struct Twin {
    private let expected: Int
    private var last: ArraySlice<UInt8>
    private var length = 0
    /// The end of the receipt if it has such lines of its own.
    private var plainEnd: Int?

    init(behind first: ArraySlice<UInt8>, expected: Int) {
      last = first
      self.expected = expected
    }

    /// - Parameters:
    ///   - total: how many characters were read, with this line.
    ///   - missing: how many are to be read. The line that stands twice is added.
    mutating func read(_ line: ArraySlice<UInt8>, total: Int, _ missing: inout Int) {
      if plainEnd == nil, total >= expected { plainEnd = line.endIndex }
      if length == 0, expected < .max, line.count >= TwinLine.shortest, line.elementsEqual(last) {
        length = line.count
        missing += length
      }
      last = line
    }

    /// The end of the receipt, if `count` characters are not what a line more would make.
    func end(of count: Int) -> Int? {
      length == 0 || (0...2).contains(count - expected - length) ? nil : plainEnd
    }
  }

  /// How much of a JWS's signature was read. What follows a whole one is other text.
  private struct Signature {
    private var points = 0
    private var length = 0

    init(_ text: ArraySlice<UInt8>) { read(text) }

    var hasBegun: Bool { points == 2 }

    var isWhole: Bool { points == 2 && length >= CutJWS.signatureLength }

    /// Whether it ends with this line, whatever follows in the text.
    func ends(with line: ArraySlice<UInt8>) -> Bool {
      var whole = self
      whole.read(line)
      return whole.points == 2 && whole.length == CutJWS.signatureLength
    }

    mutating func read(_ text: ArraySlice<UInt8>) {
      for octet in text {
        length += 1
        guard octet == UInt8(ascii: ".") else { continue }
        points += 1
        length = 0
      }
    }
  }

  static func isPart(_ octet: UInt8, _ isJWS: Bool) -> Bool {
    switch octet {
    case UInt8(ascii: "."): isJWS
    case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): true
    default: TextScan.isOfJWS(octet)
    }
  }

  /// The first 64 characters, over any number of short lines.
  static func head(of text: ArraySlice<UInt8>, from start: Int) -> [UInt8] {
    var head: [UInt8] = []
    for octet in text[start...].prefix(256) where head.count < 64 {
      if octet == UInt8(ascii: ".") || octet == UInt8(ascii: "%") { break }
      // The next line may begin with the words of a log. In a program it is a constant of its own.
      if head.count >= shortestWord, octet == 0x0A || LinePrefix.marks.contains(octet) {
        return Array(head.prefix(head.count & ~3))
      }
      if !Text.isSpace(octet), octet != UInt8(ascii: "\\") { head.append(octet) }
    }
    return head
  }

  /// The number of characters without padding, if the first bytes say so; `nil` if this is not a receipt.
  static func expectedLength(_ head: [UInt8]) -> Int? {
    guard let bytes = try? Base64.decode(head).bytes, !bytes.isEmpty else { return nil }
    if InputUnwrapper.looksLikeDER(bytes) {
      return bytes.outerLength.map { Base64.lengthOfText(min($0, DecodingLimits.largestInputSize)) }
        ?? .max
    }
    return Text.isText(bytes) && bytes.allSatisfy({ $0 < 0x80 }) ? .max : nil
  }

  /// The base64 characters behind a blank that was put into a receipt. No word of a language is as long, and the
  /// last one has just what is missing.
  private static func nextWord(
    in text: ArraySlice<UInt8>, from end: Int, missing: Int
  ) -> ArraySlice<UInt8>? {
    guard missing > 0, text[end...].first == 0x20, text[end - 1] != UInt8(ascii: "=") else {
      return nil
    }
    let word = text[(end + 1)...].prefix { isPart($0, false) }
    let length = word.prefix { $0 != UInt8(ascii: "=") }.count
    let isLast = length == missing
    return isLast || length >= shortestWord && length < missing && !LogScan.isReceipt(word)
      ? word : nil
  }

  static let shortestWord = 24

  /// The base64 characters of the next line. That line must hold nothing else but white space, or exactly as
  /// many characters as are missing.
  ///
  /// - Parameter signature: what was read of a JWS's; `nil` for base64.
  private static func nextLine(
    in text: ArraySlice<UInt8>, from end: Int, _ signature: Signature?, missing: Int
  ) -> ArraySlice<UInt8>? {
    func isBlank(_ octet: UInt8) -> Bool { octet == 0x20 || octet == 0x09 || octet == 0x0D }
    var start = text[end...].drop(while: isBlank)
    guard start.first == 0x0A else { return nil }
    start = start.dropFirst().drop(while: isBlank)
    let line = start.prefix { isPart($0, signature != nil) }
    if line.prefix(while: { $0 != UInt8(ascii: "=") }).count == missing { return line }
    guard !line.isEmpty else { return nil }
    let next = text[line.endIndex...].drop(while: isBlank).first
    let isAlone = next == nil || next == 0x0A || Ellipsis.begins(text[line.endIndex...])
    return isAlone || signature?.ends(with: line) == true ? line : nil
  }
}
