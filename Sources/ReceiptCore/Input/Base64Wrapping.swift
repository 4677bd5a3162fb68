/// Base64, in any of the states that it gets into on its way.
enum Base64Wrapping {
  static func look(
    at text: ArraySlice<UInt8>, in wrapped: InputDetective.Wrapped
  ) -> InputDetective.Look {
    let octets = text.count == wrapped.bytes.count ? wrapped.bytes : Array(text)
    let decoded: Base64.Decoded
    do {
      decoded = try Base64.decode(octets)
    } catch {
      return .mistake(mistake(error, octets, at: text.startIndex))
    }
    if let repaired = withPlusForSpaces(octets), isBetter(repaired.bytes, than: decoded.bytes) {
      return .wrapped([
        wrapped.inside(.spacesForPlus, []).inside(
          repaired.isURLSafe ? .base64URL : .base64, repaired.bytes)
      ])
    }
    guard isPlausible(decoded.bytes) else {
      return .mistake(
        ReceiptError(
          .notAReceipt, "this is neither DER nor the base64 of a receipt", offset: 0,
          hint: whatReceiptsAre))
    }
    return .wrapped([
      wrapped.inside(
        decoded.isURLSafe ? .base64URL : .base64, decoded.bytes,
        error: decoded.isCut ? cut(at: text.endIndex) : nil)
    ])
  }

  /// What receipts look like, for whoever has something else.
  static let whatReceiptsAre =
    "a receipt is a binary file that begins with 30 8x, base64 that begins with MI, "
    + "or a JWS that begins with eyJ"

  private static func cut(at offset: Int) -> ReceiptError {
    ReceiptError(
      .invalidBase64, "the base64 text breaks off in the middle of a byte", offset: offset,
      hint: "the end of the text is missing; copy all of it")
  }

  /// Forms on the web turn every `+` into a space. Line breaks are not what this is about.
  private static func withPlusForSpaces(_ text: [UInt8]) -> Base64.Decoded? {
    guard text.contains(0x20) else { return nil }
    return try? Base64.decode(text.map { $0 == 0x20 ? UInt8(ascii: "+") : $0 })
  }

  /// Only the whole receipt tells which reading was meant.
  private static func isBetter(_ bytes: [UInt8], than other: [UInt8]) -> Bool {
    func fits(_ bytes: [UInt8]) -> Bool {
      if InputDetective.looksLikeDER(bytes) { return bytes.isWholeElement }
      return Text.isText(bytes) && bytes.allSatisfy { $0 < 0x80 }
    }
    return fits(bytes) && !fits(other)
  }

  /// DER, or text that may be another layer.
  private static func isPlausible(_ bytes: [UInt8]) -> Bool {
    InputDetective.looksLikeDER(bytes) || bytes.count >= 16 && Text.isText(bytes)
  }

  private static func mistake(
    _ fault: Base64.Fault, _ text: [UInt8], at start: Int
  ) -> ReceiptError {
    switch fault {
    case .invalidOctet(let offset):
      return ReceiptError(
        .notAReceipt, "this is neither DER nor base64", offset: start + offset,
        hint: whatReceiptsAre)
    case .dataAfterPadding(let offset):
      return ReceiptError(
        .invalidBase64, "the base64 text goes on after its padding", offset: start + offset,
        hint: "these may be two texts in one; give each a file of its own")
    case .wrongPadding(let offset):
      return ReceiptError(
        .invalidBase64, "the padding of the base64 text is wrong", offset: start + offset,
        hint: "characters were lost or added; copy the whole text again")
    }
  }
}

extension [UInt8] {
  /// Whether one element of a definite length fills it exactly.
  fileprivate var isWholeElement: Bool {
    guard let element = try? element(at: 0, limit: count) else { return false }
    return !element.isIndefinite && !element.isCut && element.end == count
  }
}
