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
        guard !prefix.allSatisfy(isBlank) else { return nil }
        let content = without(prefix, text[index...])
        return content.lines >= minimumLines
          ? wrapped.inside(.linePrefix, content.bytes) : nil
      }
      index = line.endIndex + 1
    }
    return nil
  }

  /// The lines of a value that goes over many of them, where each line of the text has the prefix.
  static func block(
    _ text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Wrapped? {
    var index = text.startIndex
    // What a line of words says before it is no receipt.
    while index < text.endIndex, index - text.startIndex < maximumWords {
      let line = line(text, index)
      if let brace = firstBracket(in: line.prefix(maximumPrefix)),
        line.last(where: { !isBlank($0) && $0 != 0x0D }).map(goesOn.contains) == true,
        case let prefix = line[..<brace], !prefix.allSatisfy(isBlank),
        !LogScan.mayHoldAny(Array(text[..<index]))
      {
        let content = without(prefix, text[index...])
        let end = text.count { $0 == 0x0A } - text[..<index].count { $0 == 0x0A }
        return content.lines >= max(minimumLines, end) && isValue(content.bytes)
          ? wrapped.inside(.linePrefix, content.bytes) : nil
      }
      index = line.endIndex + 1
    }
    return nil
  }

  /// The first bracket of a value. The one in `app[17]:` is of a name.
  private static func firstBracket(in line: ArraySlice<UInt8>) -> Int? {
    line.indices.first {
      line[$0] == UInt8(ascii: "{")
        || line[$0] == UInt8(ascii: "[") && $0 > line.startIndex && isBlank(line[$0 - 1])
    }
  }

  /// What ends a line whose value goes on in the next one.
  private static let goesOn = Array("{[(,:".utf8)
  private static let maximumWords = 1024

  private static func isValue(_ bytes: [UInt8]) -> Bool {
    if (try? JSONReader.readPrefix(bytes, bytes.indices)) != nil { return true }
    guard let syntax = ValueSyntax.beginning(bytes[...]) else { return false }
    var cursor = TextCursor(bytes, bytes.indices)
    return (try? syntax.read(&cursor)) != nil
  }

  /// JSON in numbered lines: `1 | {`. A log has more before the first bracket.
  static func numbered(
    _ text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Wrapped? {
    guard let brace = text.prefix(maximumNumber).firstIndex(of: UInt8(ascii: "{")) else {
      return nil
    }
    let content = without(text[..<brace], text)
    return content.lines >= minimumLines && (try? JSONReader.read(content.bytes)) != nil
      ? wrapped.inside(.linePrefix, content.bytes) : nil
  }

  /// A number of a line with a sign behind it is shorter.
  private static let maximumNumber = 16

  /// A receipt in base64 whose lines a log printed one by one, each behind the same words. In a program each line is a
  /// constant. `nil` if the line behind the first goes on with something else.
  ///
  /// - Parameters:
  ///   - run: the characters in the first line.
  ///   - isPart: whether a character may stand in a receipt.
  ///   - accepts: whether the characters of a line belong to the receipt.
  static func continued(
    _ run: Range<Int>, in text: ArraySlice<UInt8>, isPart: (UInt8) -> Bool,
    accepts: (ArraySlice<UInt8>) -> Bool
  ) -> (range: Range<Int>, bytes: [UInt8])? {
    guard
      let start = text[..<run.lowerBound].suffix(maximumPrefix).lastIndex(of: 0x0A).map({ $0 + 1 })
        ?? (run.lowerBound - text.startIndex <= maximumPrefix ? text.startIndex : nil)
    else { return nil }
    var prefix = text[start..<run.lowerBound]
    // A line may be as long as the text, and hold many beginnings of receipts.
    let near = text[run.upperBound...].prefix(maximumPrefix)
    let sign = Text.trimmedStart(near.prefix { $0 != 0x0A }).first
    guard sign.map(signs.contains) ?? true else { return nil }
    /// The mark around each constant.
    let mark = prefix.last.flatMap { $0 == sign && $0 != UInt8(ascii: "\\") ? $0 : nil }
    var bytes = Array(text[run])
    var end = run.upperBound
    while let feed = text[end...].prefix(maximumPrefix).firstIndex(of: 0x0A),
      feed + 1 < text.endIndex
    {
      let line = line(text, feed + 1)
      var rest: ArraySlice<UInt8>?
      if let mark {
        rest = line.firstIndex(of: mark).flatMap { place in
          line[..<place].contains(where: Text.isAlphanumeric) ? nil : line[(place + 1)...]
        }
      } else {
        // The first line may have a name before the receipt.
        rest = content(of: line, behind: prefix)
        var names = 0
        while rest == nil, !prefix.isEmpty, names < maximumNames {
          prefix = prefix.dropLast().prefix(upTo: endOfBlank(in: prefix.dropLast()))
          rest = content(of: line, behind: prefix)
          names += 1
        }
        if prefix.isEmpty { rest = nil }
        // Behind a sign, blanks or the frame of a table may be all that stands before it.
        if sign != nil { rest = (rest ?? line).drop { isBlank($0) || $0 == bar } }
      }
      guard var part = rest?.prefix(while: isPart), !part.isEmpty else { break }
      if sign == plus, part.last == plus { part = part.dropLast() }
      guard !part.isEmpty,
        case let tail = Text.trimmedStart(line[part.endIndex...]), sign != nil || tail.isEmpty,
        mark == nil || tail.first == mark && !tail.contains(where: isOfMember), accepts(part)
      else { break }
      bytes += part
      end = part.endIndex
      // The last line of a receipt lacks the sign.
      if tail.first != sign { break }
    }
    return end > run.upperBound ? (run.lowerBound..<end, bytes) : nil
  }

  /// What closes the constants of programs, and the cells of tables.
  static let marks = Array("\"'`|".utf8)
  /// What may stand behind the receipt in each line. psql has a sign for a cell of several lines.
  private static let signs = marks + Array("\\+".utf8)
  private static let bar = UInt8(ascii: "|")
  private static let plus = UInt8(ascii: "+")
  private static let maximumNames = 8

  /// Whether it tells the name and the value of a member from the constants of one text.
  private static func isOfMember(_ octet: UInt8) -> Bool {
    Text.isAlphanumeric(octet) || octet == UInt8(ascii: ":")
  }

  /// The place behind the last blank.
  private static func endOfBlank(in text: ArraySlice<UInt8>) -> Int {
    text.lastIndex(where: isBlank).map { $0 + 1 } ?? text.startIndex
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
      guard let content = content(of: line, behind: prefix) else {
        // The text ends where the log writes something else.
        if lines >= minimumLines { break }
        continue
      }
      lines += 1
      result += content
      result.append(0x0A)
    }
    return (result, lines)
  }

  private static func line(_ text: ArraySlice<UInt8>, _ start: Int) -> ArraySlice<UInt8> {
    text[start...].prefix { $0 != 0x0A }
  }

  /// The rest of a line that begins in the same way; `nil` for another one. The digits of a time or a number may
  /// differ, and numbers of lines grow.
  private static func content(
    of line: ArraySlice<UInt8>, behind prefix: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8>? {
    var rest = line
    var pattern = prefix
    while let octet = pattern.first {
      if let length = lengthOfHexadecimal(pattern, of: prefix),
        let end = rest.index(rest.startIndex, offsetBy: length, limitedBy: rest.endIndex),
        rest[..<end].allSatisfy(isHexadecimal),
        rest[end...].first.map(Text.isAlphanumeric) != true
      {
        rest = rest[end...]
        pattern = pattern.dropFirst(length)
      } else if Text.isDigit(octet) {
        // Numbers of lines stand right-aligned.
        if rest.startIndex == line.startIndex {
          rest = rest[rest.prefix(maximumPrefix).prefix(while: isBlank).endIndex...]
        }
        let digits = rest.prefix(maximumPrefix).prefix(while: Text.isDigit)
        guard !digits.isEmpty else { return nil }
        rest = rest[digits.endIndex...]
        pattern = pattern.drop(while: Text.isDigit)
      } else if isBlank(octet) {
        let blanks = pattern.prefix(while: isBlank)
        pattern = pattern[blanks.endIndex...]
        let found = rest.prefix(
          pattern.first.map(Text.isDigit) == true ? maximumPrefix : blanks.count
        )
        .prefix(while: isBlank)
        rest = rest[found.endIndex...]
        // White space at the end of an empty line is often lost.
        guard found.count == blanks.count || pattern.first.map(Text.isDigit) == true || rest.isEmpty
        else { return nil }
      } else {
        guard rest.first == octet else { return nil }
        rest = rest.dropFirst()
        pattern = pattern.dropFirst()
      }
    }
    return rest
  }

  /// The length of the number that begins here, such as a thread's `0x7f8a0000` or a request's `8f3a`: it may be another
  /// one in the next line.
  private static func lengthOfHexadecimal(
    _ rest: ArraySlice<UInt8>, of prefix: ArraySlice<UInt8>
  ) -> Int? {
    guard rest.startIndex == prefix.startIndex || !Text.isAlphanumeric(prefix[rest.startIndex - 1])
    else { return nil }
    let word = rest.prefix(while: Text.isAlphanumeric)
    return word.count >= leastHexadecimal && word.allSatisfy(isHexadecimal)
      && word.contains(where: Text.isDigit) ? word.count : nil
  }

  private static let leastHexadecimal = 4

  private static func isHexadecimal(_ octet: UInt8) -> Bool {
    Hexadecimal.value(ofDigit: octet) != nil || octet == UInt8(ascii: "x")
  }

  private static func isBlank(_ octet: UInt8) -> Bool { octet == 0x20 || octet == 0x09 }
}
