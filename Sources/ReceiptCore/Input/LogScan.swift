/// Receipts that stand in other text, such as a log: long words that begin like one.
enum LogScan {
  /// Shorter words are no receipts.
  private static let minimumLength = 200
  /// How receipts begin: base64 of DER, of JSON and property lists, of base64 again, and JWS.
  private static let beginnings = ["MII", "MIA", "eyJ", "ewo", "ewp", "TUlJ", "TUlB"].map {
    Array($0.utf8)
  }

  static func candidates(
    in text: ArraySlice<UInt8>, of wrapped: InputDetective.Wrapped
  ) -> [InputDetective.Wrapped] {
    var result: [InputDetective.Wrapped] = []
    var line = 1
    var index = text.startIndex
    while index < text.endIndex, result.count <= InputDetective.maximumReceipts {
      guard isPart(text[index]) else {
        if text[index] == 0x0A { line += 1 }
        index += 1
        continue
      }
      let word = text[index...].prefix(while: isPart)
      index = word.endIndex
      guard word.count >= minimumLength, let start = beginning(in: word) else { continue }
      let candidate = word[start...]
      guard candidate.count >= minimumLength, isReceipt(candidate) else { continue }
      result.append(wrapped.inside(.text, Array(candidate), part: "line \(line)"))
    }
    return withoutTokens(result)
  }

  /// What may be receipts, without tokens of another kind, such as one in the headers of a request: where
  /// there is something else, nobody meant those.
  static func withoutTokens(_ found: [InputDetective.Wrapped]) -> [InputDetective.Wrapped] {
    guard found.count > 1 else { return found }
    let receipts = found.filter { !isOtherToken($0.bytes) }
    return receipts.isEmpty ? found : receipts
  }

  private static func isOtherToken(_ text: [UInt8]) -> Bool {
    guard InputDetective.isJWS(text[...]), let jws = try? JWS.read(text) else { return false }
    let fields = ObjectFields(jws.payload, diagnostics: Diagnostics(limit: 1))
    return JWSDecoder.otherToken(fields) != nil
  }

  /// What is in the alphabets of base64, its URL-safe form, JWS, percent-encoding and JSON's escapes.
  private static func isPart(_ octet: UInt8) -> Bool {
    Text.isAlphanumeric(octet) || "+/=-_.%\\".utf8.contains(octet)
  }

  /// Where in a word a receipt begins: at its first octet, or behind a name and `=`.
  private static func beginning(in word: ArraySlice<UInt8>) -> Int? {
    for index in word.indices.prefix(64) {
      let isFirst = index == word.startIndex || !Text.isAlphanumeric(word[index - 1])
      if isFirst, beginnings.contains(where: word[index...].starts(with:)) { return index }
    }
    return nil
  }

  /// Whether it begins like a receipt and reads like one so far.
  static func isReceipt(_ text: ArraySlice<UInt8>) -> Bool {
    guard beginnings.contains(where: text.starts(with:)) else { return false }
    if InputDetective.isJWS(text) { return true }
    // The first 64 characters tell: whether all of it is sound is said later.
    let head = Array(text.filter { !Text.isSpace($0) && $0 != UInt8(ascii: "\\") }.prefix(64))
    guard let decoded = try? Base64.decode(head) else { return false }
    return InputDetective.looksLikeDER(decoded.bytes)
      || Text.isText(decoded.bytes) && decoded.bytes.allSatisfy { $0 < 0x80 }
  }
}
