/// Recognizes a JWS with something in it or around it that no text has. It is not removed: only the exact text
/// that was signed can be verified.
enum DamagedJWS {
  static func mistake(_ text: ArraySlice<UInt8>) -> ReceiptError? {
    let start = text.drop { $0 == 0 || $0 == point }
    guard start.starts(with: "ey".utf8), start.contains(point) || text.first == point else {
      return nil
    }
    if let zero = text.firstIndex(of: 0),
      text.allSatisfy({ $0 == 0 || Text.isSpace($0) || TextScan.isOfJWS($0) })
    {
      return ReceiptError(
        .invalidJWS, "a byte 00 stands in this JWS or beside it", offset: zero,
        hint: "copy the whole text again, from eyJ to its end")
    }
    guard start.startIndex > text.startIndex, TextScan.isOfJWS(text) else {
      return nil
    }
    // Its payload is there, and perhaps its signature.
    if start.startIndex == text.startIndex + 1, start.count(where: { $0 == point }) <= 1 {
      return ReceiptError(
        .truncated, "the header of this JWS is missing, with the certificates that verify it",
        offset: text.startIndex, hint: "\(ReceiptError.howToSend), from eyJ to its end")
    }
    return ReceiptError(
      .invalidJWS, "a point stands before this JWS", offset: text.startIndex,
      hint: "copy the whole text again, from eyJ to its end")
  }

  private static let point = UInt8(ascii: ".")
}
