/// Reads base64, including what mail and web forms do to it.
enum Base64Wrapping {
  static func look(
    at text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Look {
    if let once = once(text, in: wrapped) { return .wrapped([once]) }
    var text = text
    var cut: InputUnwrapper.Cut?
    var octets = text.count == wrapped.bytes.count ? wrapped.bytes : Array(text)
    let decoded: Base64.Decoded
    do {
      decoded = try Base64.decode(octets)
    } catch {
      // Without its + the text has too few characters for its padding.
      if !error.isInvalidOctet, let repaired = withPlusForSpaces(octets), fits(repaired.bytes) {
        return .wrapped([repaired.inside(wrapped)])
      }
      if !error.isInvalidOctet, let mended = mended(text, in: wrapped) {
        return .wrapped([mended])
      }
      // What stands before an ellipsis is read. It may stand at the end of any text.
      guard let mark = Ellipsis.range(of: error, in: text),
        mark.upperBound == text.endIndex || LogScan.isReceipt(octets[...]),
        let beginning = try? Base64.decode(Array(text[..<mark.lowerBound]))
      else { return .mistake(mistake(error, octets, at: text.startIndex)) }
      cut = ShortenedText.cut(at: mark, of: text)
      text = text[..<mark.lowerBound]
      octets = Array(text)
      decoded = beginning
    }
    // Fast path: nearly all texts consist only of the alphabet and padding, as their length shows.
    let padding = octets.suffix(2).count { $0 == UInt8(ascii: "=") }
    let hasSpace = octets.count > Base64.lengthOfText(decoded.bytes.count) + padding
    if hasSpace {
      // Both readings are possible, and only a complete receipt decides.
      if let repaired = withPlusForSpaces(consume octets), fits(repaired.bytes),
        !fits(decoded.bytes)
      {
        return .wrapped([repaired.inside(wrapped)])
      }
    }
    if hasSpace || decoded.bytes.hasMore {
      if !fits(decoded.bytes), let mended = mended(text, in: wrapped) {
        return .wrapped([mended])
      }
      if let several = several(text, decoded.bytes, in: wrapped) { return .wrapped(several) }
    }
    guard isPlausible(decoded.bytes) else {
      return .mistake(
        NonReceiptInput.binary(decoded.bytes)
          ?? (Text.isText(decoded.bytes) ? NonReceiptInput.word(decoded.bytes[...]) : nil)
          ?? PartOfReceipt.mistake(text)
          ?? (isInWords(text)
            ? .inWords
            : ReceiptError(
              .notAReceipt, "this is neither DER nor the base64 of a receipt", offset: 0,
              hint: whatReceiptsAre
            ).about(.base64)))
    }
    if let part = NonReceiptInput.partOfJWS(text, decoded.bytes) { return .mistake(part) }
    if decoded.isCut {
      cut =
        cut
        ?? InputUnwrapper.Cut(
          code: .truncated, message: "the base64 text breaks off in the middle of a byte",
          offset: text.endIndex)
    }
    return .wrapped([
      wrapped.inside(decoded.isURLSafe ? .base64URL : .base64, decoded.bytes, cut: cut)
    ])
  }

  /// The text without its second copy, if it was pasted twice.
  private static func once(
    _ text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Wrapped? {
    let text = Text.trimmed(text)
    let half = text.prefix(text.count / 2)
    guard half.count >= LogScan.minimumLength, text.count.isMultiple(of: 2),
      LogScan.beginsLikeReceipt(half), half.elementsEqual(text[half.endIndex...])
    else { return nil }
    return wrapped.with(bytes: Array(half)).with(Finding(restored: "a second copy of it"))
  }

  /// The text without what became of its lines: those of a cell end in a sign, and one may stand twice.
  private static func mended(
    _ text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Wrapped? {
    if let cell = Base64Run.cell(in: text, from: text.startIndex) {
      return wrapped.inside(.linePrefix, cell.bytes)
    }
    return withoutTwin(text, in: wrapped)
  }

  /// The text without a line that stands twice.
  private static func withoutTwin(
    _ text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Wrapped? {
    let finding = Finding(restored: "a line that stood twice")
    let plain = TwinLine(text, spacesArePlus: false)
    let withPlus = text.contains(0x20) ? TwinLine(text, spacesArePlus: true) : nil
    if let single = plain?.whole { return wrapped.with(bytes: single).with(finding) }
    if let single = withPlus?.whole {
      return wrapped.inside(.spacesForPlus, single).with(finding)
    }
    return (plain?.shortened).map { wrapped.with(bytes: $0).with(finding) }
      ?? (withPlus?.shortened).map { wrapped.inside(.spacesForPlus, $0).with(finding) }
  }

  /// Splits a text that is more than one receipt although it is all base64. Either receipts without padding
  /// follow each other, and the first ends at the end of a line; or words follow a receipt after a space. A
  /// receipt with other bytes after it stays one receipt, and is not Apple's.
  private static func several(
    _ text: ArraySlice<UInt8>, _ bytes: [UInt8], in wrapped: InputUnwrapper.Wrapped
  ) -> [InputUnwrapper.Wrapped]? {
    guard text.contains(where: Text.isSpace) else { return nil }
    if InputUnwrapper.looksLikeDER(bytes), let total = bytes.outerLength {
      guard total < bytes.count, hasMore(text, behindBytes: total) else { return nil }
    } else if !isLinesOfReceipts(text) {
      return nil
    }
    let candidates = LogScan.scan(text, of: wrapped).candidates
    return candidates.isEmpty ? nil : candidates
  }

  /// Whether more text follows the text of `count` bytes.
  private static func hasMore(_ text: ArraySlice<UInt8>, behindBytes count: Int) -> Bool {
    var remaining = Base64.lengthOfText(count)
    guard
      let end = text.firstIndex(where: { octet in
        if remaining == 0 { return true }
        if !Text.isSpace(octet) { remaining -= 1 }
        return false
      })
    else { return false }
    let rest = text[end...].drop { $0 == 0x20 || $0 == 0x09 }
    guard let next = rest.first else { return false }
    return Text.isLineBreak(next) ? LogScan.isReceipt(Text.trimmed(rest)) : rest.startIndex > end
  }

  /// Whether each line is a receipt, for receipts whose length is not known.
  private static func isLinesOfReceipts(_ text: ArraySlice<UInt8>) -> Bool {
    var index = text.startIndex
    while index < text.endIndex {
      let line = text[index...].prefix { !Text.isLineBreak($0) }
      let content = Text.trimmed(line)
      guard content.isEmpty || content.count >= LogScan.minimumLength && LogScan.isReceipt(content)
      else { return false }
      index = line.endIndex + 1
    }
    return true
  }

  /// Describes what receipts look like, for the hint when the input is something else.
  static let whatReceiptsAre =
    "a receipt begins with 30 8x (binary), MI (base64) or eyJ (JWS)"

  /// Web forms turn every `+` into a space, so spaces are read as `+`. Line breaks are not touched.
  private static func withPlusForSpaces(_ text: consuming [UInt8]) -> Base64.Decoded? {
    guard text.contains(0x20) else { return nil }
    // In place, because a text may be large.
    for index in text.indices where text[index] == 0x20 { text[index] = UInt8(ascii: "+") }
    return try? Base64.decode(text)
  }

  static func isWhole(withPlusForSpaces text: [UInt8]) -> Bool {
    withPlusForSpaces(text).map { fits($0.bytes) } ?? false
  }

  private static func fits(_ bytes: [UInt8]) -> Bool {
    if InputUnwrapper.looksLikeDER(bytes) { return bytes.outerLength == bytes.count }
    return Text.isText(bytes) && bytes.allSatisfy { $0 < 0x80 }
  }

  /// DER, or text that may hold another layer.
  private static func isPlausible(_ bytes: [UInt8]) -> Bool {
    InputUnwrapper.looksLikeDER(bytes) && bytes[1] <= maximumLengthOctet
      || InputUnwrapper.looksLikeAttributes(bytes) || TextEncoding.isUTF16(bytes)
      || bytes.count >= 16 && Text.isText(bytes) && Text.isUTF8(bytes)
  }

  /// The first byte of a length in four more bytes. Longer lengths only occur by chance.
  private static let maximumLengthOctet: UInt8 = 0x84

  /// Whether a text is meant as base64. Words fit its alphabet too, and may have a sign that ends it.
  private static func isMeant(_ text: ArraySlice<UInt8>) -> Bool {
    LogScan.beginsLikeReceipt(text)
      || text.split { !TextScan.isOfJWS($0) || $0 == UInt8(ascii: ".") }
        .contains { $0.count >= longerThanWords }
  }

  private static let longerThanWords = 48

  /// Whether people wrote it: several words, none longer than words are, or a text in another alphabet.
  private static func isInWords(_ text: some Collection<UInt8>) -> Bool {
    let text = Array(text.prefix(maximumSentence))
    return Text.isText(text) && Text.isUTF8(text) && !isMeant(text[...])
      && (words(in: text) > leastWords || text.count { $0 >= 0x80 } * 4 > text.count)
  }

  /// How many words of letters there are; 0 if as much is something else.
  private static func words(in text: [UInt8]) -> Int {
    let parts = text.split(whereSeparator: Text.isSpace)
    let count = parts.count { part in
      part.allSatisfy { $0 >= 0x80 || $0 | 0x20 &- 0x61 < 26 || ".,:;!?'\"-()".utf8.contains($0) }
    }
    return count * 2 > parts.count ? count : 0
  }

  private static let maximumSentence = 4096
  private static let leastWords = 4

  private static func mistake(
    _ fault: Base64.Fault, _ text: [UInt8], at start: Int
  ) -> ReceiptError {
    let isReceipt = LogScan.isReceipt(text[...])
    if !isReceipt, let mistake = PartOfReceipt.mistake(text[...]) { return mistake }
    switch fault {
    case .invalidOctet(let offset):
      if isReceipt {
        return ReceiptError(
          .invalidBase64, "this character does not occur in base64",
          offset: start + offset,
          hint: "characters were changed or added; copy the whole text again")
      }
      if isInWords(text) { return .inWords }
      return .notAReceipt(at: start + offset)
    case .dataAfterPadding where !isMeant(text[...]), .wrongPadding where !isMeant(text[...]):
      return .notAReceipt
    case .dataAfterPadding(let offset):
      return ReceiptError(
        .invalidBase64, "the base64 text goes on after its end (=)", offset: start + offset,
        hint: "these may be two receipts; put each into its own file")
    case .wrongPadding(let offset):
      return ReceiptError(
        .invalidBase64, "the base64 text does not end as it should (=)", offset: start + offset,
        hint: "characters were lost or added; copy the whole text again")
    }
  }
}

extension Base64.Fault {
  fileprivate var isInvalidOctet: Bool {
    if case .invalidOctet = self { true } else { false }
  }
}

extension Base64.Decoded {
  /// What a text with spaces in the place of + holds.
  fileprivate func inside(_ wrapped: InputUnwrapper.Wrapped) -> InputUnwrapper.Wrapped {
    wrapped.inside(.spacesForPlus, []).inside(isURLSafe ? .base64URL : .base64, bytes)
  }
}

extension [UInt8] {
  /// Whether bytes follow an element of definite length.
  fileprivate var hasMore: Bool {
    guard InputUnwrapper.looksLikeDER(self), let total = outerLength else { return false }
    return total < count
  }

  /// The length of the first element with its header; `nil` for an indefinite length.
  var outerLength: Int? {
    guard let element = try? element(at: 0, limit: count), !element.isIndefinite else { return nil }
    let (end, overflows) = element.contentStart.addingReportingOverflow(element.declaredLength)
    return overflows ? nil : end
  }
}
