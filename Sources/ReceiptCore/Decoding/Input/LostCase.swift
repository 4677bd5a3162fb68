/// Recognizes base64 all of whose letters were made small or capital. Its bytes are lost: two letters became one.
enum LostCase {
  static func mistake(_ text: ArraySlice<UInt8>) -> ReceiptError? {
    guard text.count >= minimumLength else { return nil }
    let isSmall = ["mii", "mia", "eyj"].contains { text.starts(with: $0.utf8) }
    guard isSmall || text.starts(with: "EYJ".utf8) || text.starts(with: "MII".utf8) else {
      return nil
    }
    let other: ClosedRange<UInt8> = isSmall ? 0x41...0x5A : 0x61...0x7A
    guard
      text.prefix(maximumLength).allSatisfy({
        !other.contains($0) && (TextScan.isOfJWS($0) || Text.isSpace($0))
      })
    else { return nil }
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
