/// Finds the hexadecimal digits of a receipt inside other text.
enum HexRun {
  /// Receipts are longer than this.
  private static let minimumOctets = 100

  /// The range of the run that begins here: the digits of a SEQUENCE, up to its length or to the last digit.
  static func range(in text: ArraySlice<UInt8>, from start: Int) -> Range<Int>? {
    guard begins(text[start...].prefix(64)),
      start == text.startIndex || !Text.isAlphanumeric(text[start - 1])
        || isAfterEscape(text[..<start])
    else { return nil }
    var head: [UInt8] = []
    var count = 0
    var total = Int.max
    var index = start
    // The end of the last word that consists of digits only.
    var end = start
    while index < text.endIndex, count < total {
      let word = text[index...].prefix(while: Text.isAlphanumeric)
      if word.isEmpty {
        guard Text.isSpace(text[index]) || separators.contains(text[index]) else { break }
        index += 1
        continue
      }
      let digits =
        word.first == UInt8(ascii: "0") && word.dropFirst().first.map { $0 | 0x20 } == 0x78
        ? word.dropFirst(2) : word
      var digit = digits.startIndex
      while count < total, let octet = Hexadecimal.octet(digits, at: digit) {
        if head.count < 16 {
          head.append(octet)
          if head.count == 16, let length = head.outerLength { total = length }
        }
        count += 1
        digit += 2
      }
      // An odd digit ends the run, because it was cut there.
      let isOdd =
        digit + 1 == digits.endIndex && Hexadecimal.value(ofDigit: digits[digit]) != nil
        && (digits.count > 1 || digits.endIndex == text.endIndex)
      guard digit == digits.endIndex || isOdd || count == total else {
        // In a single long word, the digits before a wrong character are still worth reading.
        if end == start { end = digit }
        break
      }
      end = isOdd ? digit + 1 : digit
      index = end
      if isOdd { break }
    }
    return count >= minimumOctets ? start..<end : nil
  }

  /// Whether `\x` stands before the digits, as PostgreSQL writes bytes.
  private static func isAfterEscape(_ text: ArraySlice<UInt8>) -> Bool {
    text.suffix(2).elementsEqual("\\x".utf8)
  }

  /// Whether a long SEQUENCE begins here (`3082…`, `30 82 …`, `0x3082…`, `<3080…`) whose first element is a
  /// type, as in every receipt and in no key. It runs for every number in a log, so it makes no copy.
  private static func begins(_ text: ArraySlice<UInt8>) -> Bool {
    // The first digits of most numbers rule them out.
    guard let first = text.first, let second = text.dropFirst().first,
      first == UInt8(ascii: "3") && second == UInt8(ascii: "0")
        || first == UInt8(ascii: "0") && second | 0x20 == UInt8(ascii: "x")
        || first == UInt8(ascii: "<")
    else { return false }
    // Digits follow the bracket of `NSData`. A text of brackets alone is passed over quickly.
    if first == UInt8(ascii: "<"),
      Text.trimmedStart(text.dropFirst().prefix(2)).first.flatMap({ Hexadecimal.value(ofDigit: $0) }
      ) == nil
    {
      return false
    }
    var index = text.startIndex
    var octets = 0
    /// Where the first element begins, after the bytes of the length.
    var place = 2
    while octets <= place {
      while index < text.endIndex, Text.isSpace(text[index]) || separators.contains(text[index]) {
        index += 1
      }
      guard index + 1 < text.endIndex else { return false }
      if text[index] == UInt8(ascii: "0"), text[index + 1] | 0x20 == UInt8(ascii: "x") {
        index += 2
        continue
      }
      guard let octet = Hexadecimal.octet(text, at: index) else { return false }
      switch octets {
      case 0: guard octet == ASN1Kind.sequence.rawValue else { return false }
      case 1:
        guard (0x80...0x84).contains(octet) else { return false }
        place = 2 + Int(octet & 0x0F)
      case place: return octet == 0x06
      default: break
      }
      octets += 1
      index += 2
    }
    return false
  }

  private static let separators = Array(":,;-<>".utf8)
}
