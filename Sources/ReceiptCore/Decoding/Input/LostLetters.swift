/// Recognizes base64, or a JWS, in which two characters became one. All letters were made small or capital, each 0 an O,
/// each O a 0, or each 1 an l. Its bytes are lost.
enum LostLetters {
  static func mistake(_ text: ArraySlice<UInt8>) -> ReceiptError? {
    lostCase(text) ?? lostDigits(text)
  }

  /// One person read the text to another who typed it, or a program read it from a picture.
  private static func lostDigits(_ text: ArraySlice<UInt8>) -> ReceiptError? {
    let isJWS = text.starts(with: "eyJ".utf8)
    guard isJWS || text.starts(with: "MI".utf8),
      text.count >= (isJWS ? minimumOfJWS : minimumWithoutDigit),
      let digit = digits.first(where: { !text.contains($0.lost) }),
      // Zeros in a row have none of them.
      text.count(where: digit.read.contains) >= text.count / 100, isBase64(text)
    else { return nil }
    let lost = Unicode.Scalar(digit.lost)
    return ReceiptError(
      .invalidBase64,
      "there is no \(lost) in this base64, which has one in sixty characters: each was probably read as "
        + digit.words,
      offset: text.startIndex,
      hint: "copy the text itself: what was typed, or read from a picture, cannot be mended")
  }

  /// Digits, and the letters that they are read as, or the other way round.
  private static let digits: [(lost: UInt8, read: [UInt8], words: String)] = [
    (UInt8(ascii: "0"), Array("O".utf8), "the letter O"),
    (UInt8(ascii: "1"), Array("lI".utf8), "the letter l or I"),
    (UInt8(ascii: "O"), Array("0".utf8), "the digit 0"),
  ]

  /// So much base64 never lacks one of its characters by chance. A receipt is longer.
  static let minimumWithoutDigit = 4000
  /// The header of Apple's is as long.
  private static let minimumOfJWS = 3000

  private static func isBase64(_ text: ArraySlice<UInt8>) -> Bool {
    text.prefix(maximumLength).allSatisfy { TextScan.isOfJWS($0) || Text.isSpace($0) }
  }

  private static func lostCase(_ text: ArraySlice<UInt8>) -> ReceiptError? {
    guard text.count >= minimumLength else { return nil }
    let isSmall = ["mii", "mia", "eyj"].contains { text.starts(with: $0.utf8) }
    guard isSmall || text.starts(with: "EYJ".utf8) || text.starts(with: "MII".utf8) else {
      return nil
    }
    let other: ClosedRange<UInt8> = isSmall ? 0x41...0x5A : 0x61...0x7A
    guard !text.prefix(maximumLength).contains(where: other.contains), isBase64(text) else {
      return nil
    }
    return ReceiptError(
      .invalidBase64,
      "all letters of this base64 are \(isSmall ? "small" : "capital") letters: "
        + "what they were is lost",
      offset: text.startIndex,
      hint: "copy the text again, from a place that keeps small and capital letters apart")
  }

  /// Shorter texts may have letters of one case by chance.
  static let minimumLength = 64
  /// Only so much of a text is looked at.
  private static let maximumLength = 64 << 10
}
