/// Swift's own search for texts would bring its regular expressions into the program: more than a megabyte.
extension StringProtocol {
  /// Whether a text stands in this one, byte by byte.
  package func holds(_ part: String) -> Bool { Text.contains(part, in: Array(utf8)[...]) }

  /// The text with another in the place of each `sign`.
  package func replacing(_ sign: Unicode.Scalar, by text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar == sign { result += text.unicodeScalars } else { result.append(scalar) }
    }
    return String(result)
  }
}

/// Helpers for text in bytes.
package enum Text {
  package static func isSpace(_ octet: UInt8) -> Bool {
    octet == 0x20 || (0x09...0x0D).contains(octet)
  }

  static func isLineBreak(_ octet: UInt8) -> Bool { octet == 0x0A || octet == 0x0D }

  package static func isDigit(_ octet: UInt8) -> Bool { octet &- 0x30 < 10 }

  package static func isAlphanumeric(_ octet: UInt8) -> Bool {
    isDigit(octet) || (octet | 0x20) &- 0x61 < 26
  }

  /// Whether a byte may stand in a name, as most programs print names.
  static func isNamePart(_ octet: UInt8) -> Bool {
    isAlphanumeric(octet) || octet == UInt8(ascii: "_") || octet == UInt8(ascii: "-")
  }

  /// The text without white space around it.
  package static func trimmed(_ text: [UInt8]) -> ArraySlice<UInt8> { trimmed(text[...]) }

  static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var start = text.startIndex
    var end = text.endIndex
    while start < end, isSpace(text[start]) { start += 1 }
    while start < end, isSpace(text[end - 1]) { end -= 1 }
    return text[start..<end]
  }

  /// The text without white space before it.
  static func trimmedStart(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    text.drop(while: isSpace)
  }

  /// Whether the text begins with a name in quotation marks and `sign`.
  static func isQuotedName(
    _ text: ArraySlice<UInt8>, mark: Unicode.Scalar = "\"", followedBy sign: String
  ) -> Bool {
    guard text.first == UInt8(ascii: mark),
      let close = text.dropFirst().prefix(maximumName).firstIndex(of: UInt8(ascii: mark))
    else { return false }
    return trimmedStart(text[(close + 1)...]).starts(with: sign.utf8)
  }

  /// The longest name that tells the syntax of a text.
  private static let maximumName = 256

  /// Whether the text begins with these words, in any case.
  static func begins(_ text: ArraySlice<UInt8>, with words: String) -> Bool {
    guard text.count >= words.utf8.count else { return false }
    var index = text.startIndex
    // Every element of a hostile text may be asked, and the first byte answers for most.
    for octet in words.utf8 {
      guard text[index] | 0x20 == octet | 0x20 else { return false }
      index += 1
    }
    return true
  }

  /// Whether the beginning looks like text: it has no control characters but white space.
  package static func isText(_ bytes: [UInt8]) -> Bool {
    bytes.prefix(512).allSatisfy { $0 >= 0x20 && $0 != 0x7F || isSpace($0) }
  }

  /// Whether the beginning is UTF-8, except for a character that is cut off at its end. Words that are
  /// decoded as base64 by mistake are usually not UTF-8.
  static func isUTF8(_ bytes: [UInt8]) -> Bool {
    let head = bytes.prefix(512)
    return (0..<min(4, head.count + 1)).contains {
      String(validating: head.dropLast($0), as: UTF8.self) != nil
    }
  }

  /// Whether `part` stands in a text.
  static func contains(_ part: String, in text: ArraySlice<UInt8>) -> Bool {
    range(of: part, in: text, from: text.startIndex) != nil
  }

  /// The first range of `part` at or after `position`.
  package static func range(
    of part: String, in text: ArraySlice<UInt8>, from position: Int
  ) -> Range<Int>? {
    let part = Array(part.utf8)
    guard let first = part.first else { return nil }
    var index = max(position, text.startIndex)
    while index <= text.endIndex - part.count {
      // Most bytes differ at once, so nothing is set up before the first two agree.
      if text[index] == first {
        var length = 1
        while length < part.count, text[index + length] == part[length] { length += 1 }
        if length == part.count { return index..<index + length }
      }
      index += 1
    }
    return nil
  }
}
