/// Recognizes a receipt from which a program left out a part when it showed it: `MIIT…`, `eyJh...xwg`, `eyJh***`.
enum ShortenedText {
  /// Looks at a text that begins like a receipt and has the mark of a program in it. Base64 is left to its own reader.
  static func look(
    at text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Look? {
    var unmasked = text.startIndex
    guard let mark = mark(in: text, isWhole: true, unmasked: &unmasked) else {
      return markedLine(in: text).map { .mistake(mistake(text, $0)) }
    }
    let beginning = text[..<mark.lowerBound]
    let isJWS =
      beginning.starts(with: "eyJ".utf8)
      && (beginning.contains(point) || text[mark.upperBound...].contains(point))
    // The end of a JWS may be left out. The rest can be read.
    if isJWS, mark.upperBound == text.endIndex,
      beginning.count(where: { $0 == point }) == 2, beginning.last != point
    {
      var whole = wrapped.with(bytes: Array(beginning))
      whole.cut = wrapped.cut ?? cut(at: mark, of: text)
      return .wrapped([whole])
    }
    guard isJWS || beginning.count < LogScan.minimumLength || !Ellipsis.begins(text[mark]) else {
      return nil
    }
    return .mistake(mistake(text, mark))
  }

  /// The error for a shortened JWS, or another shortened receipt, inside a text in which nothing else was found.
  static func mistake(inside text: ArraySlice<UInt8>, isJWS: Bool) -> ReceiptError? {
    var unmasked = text.startIndex
    return firstWord(in: text) { rest, _ in
      guard rest.starts(with: "eyJ".utf8) == isJWS,
        let mark = mark(in: rest, isWhole: false, unmasked: &unmasked)
      else { return nil }
      let isCertificate = !isJWS && Text.contains("x5c", in: text[..<rest.startIndex])
      return isCertificate ? OtherJSON.certificatesOfJWS : mistake(rest, mark)
    }
  }

  /// The error for the beginning of a JWS inside other text, of which nothing else is known.
  static func header(inside text: ArraySlice<UInt8>) -> ReceiptError? {
    firstWord(in: text) { rest, end in beginningOfJWS(rest[..<max(rest.startIndex, end)]) }
  }

  /// What is said of the first word that begins like a receipt, and of which something is said.
  private static func firstWord(
    in text: ArraySlice<UInt8>, _ look: (ArraySlice<UInt8>, Int) -> ReceiptError?
  ) -> ReceiptError? {
    let text = text.prefix(maximumSearch)
    var index = text.startIndex
    while let start = text[index...].firstIndex(where: { TextScan.isOfJWS($0) }) {
      index = start
      // Each word is looked at once: a hostile one may hold many beginnings. In `token=ewog…`, the receipt begins
      // after the sign.
      let end = TextScan.endOfJWS(text[index...])
      let name = text[index..<end].lastIndex(of: UInt8(ascii: "="))
      for start in [index, name.map { $0 + 1 } ?? index] where beginsLikeReceipt(text[start...]) {
        if let error = look(text[start...], end) { return error }
      }
      index = end
    }
    return nil
  }

  /// The error for a word that is the beginning of a JWS's header. A log shows so much of a long text.
  private static func beginningOfJWS(_ word: ArraySlice<UInt8>) -> ReceiptError? {
    guard word.count <= maximumHeader, !word.contains(point),
      let decoded = try? Base64.decode(Array(word))
    else { return nil }
    return NonReceiptInput.partOfJWS(word, decoded.bytes)
  }

  /// A base64 text that a program cut at `mark`.
  static func cut(at mark: Range<Int>, of text: ArraySlice<UInt8>) -> InputUnwrapper.Cut {
    let rest = text[mark.upperBound...].lazy.filter { !Text.isSpace($0) }
    // Words behind the mark are the program's own: `… (3000 more characters)`.
    let isMiddle =
      !rest.isEmpty && rest.allSatisfy { Text.isAlphanumeric($0) || "+/=-_".utf8.contains($0) }
    return InputUnwrapper.Cut(
      code: .truncated,
      message: isMiddle
        ? "an ellipsis stands in the text: its middle was left out when it was printed"
        : "the text ends in an ellipsis: the rest was left out when it was printed",
      offset: mark.lowerBound, behind: isMiddle ? rest.count * 3 / 4 : 0,
      hint: "get the whole text, from a place that does not shorten it")
  }

  /// Whether a short text begins like a receipt and ends in an ellipsis. A receipt beside it does not make up for it.
  static func isShort(_ text: ArraySlice<UInt8>) -> Bool {
    let word = text.prefix { $0 < 0x80 }
    let isEllipsis = Ellipsis.fills(text[word.endIndex...]) || Ellipsis.fills(word.suffix(3))
    return isEllipsis && text.count < LogScan.minimumLength && text.count >= leastShown
      && beginsLikeReceipt(text)
  }

  /// `MIIV…` has no fewer.
  private static let leastShown = 7

  // MARK: Marks

  /// How far a text is searched. Shortened texts are short, or their mark stands at the end of a word.
  static let maximumSearch = 64 << 10
  private static let beginnings = ["eyJ", "MII", "MIA"]
  /// Characters that stand for those that were left out, and U+2022 in UTF-8.
  private static let signs = Array("*#".utf8)
  private static let bullet: [UInt8] = [0xE2, 0x80, 0xA2]

  /// Where a text that begins like a receipt has the mark of a program; `nil` if it has none. With `isWhole`, nothing
  /// but the characters of a receipt may stand around it. Before `unmasked` a word has no mask: with many words, the
  /// same text would be searched for each.
  private static func mark(
    in text: ArraySlice<UInt8>, isWhole: Bool, unmasked: inout Int
  ) -> Range<Int>? {
    guard beginsLikeReceipt(text) else { return nil }
    var start = startOfMark(in: text)
    // Hyphens may stand in a JWS, and begin a note; so may the 8 of scissors.
    if text[start...].first == UInt8(ascii: "<"), text[..<start].last == UInt8(ascii: "8") {
      start -= 1
    }
    let hyphens = text[..<start].reversed().prefix { $0 == UInt8(ascii: "-") }.count
    if hyphens >= minimumMark, Mask.endOfNote(text[(start - hyphens)...]) != nil {
      start -= hyphens
    }
    let noted = text[start...].drop { $0 == 0x20 }.startIndex
    if Mask.endOfNote(text[noted...]) != nil { start = noted }
    if let mask = mask(in: text, before: start, unmasked: &unmasked) { return mask }
    var end = Mask.endOfNote(text[start...]) ?? start
    while end < text.endIndex {
      if Ellipsis.begins(text[end...]) || text[end...].starts(with: bullet) {
        end += 3
      } else if signs.contains(text[end]) {
        end += 1
      } else {
        break
      }
    }
    guard end > start, end - start >= minimumMark else { return nil }
    guard isWhole else { return start..<end }
    return text[end...].drop { $0 == 0x20 }.allSatisfy {
      TextScan.isOfJWS($0) || signs.contains($0)
    } ? start..<end : nil
  }

  /// Where a line of a JWS that was broken into lines is a note or an ellipsis: `-----8<-----`, `...`.
  private static func markedLine(in text: ArraySlice<UInt8>) -> Range<Int>? {
    // Nearly all are one line.
    guard TextScan.endOfJWS(text) < text.endIndex, text.starts(with: "eyJ".utf8) else {
      return nil
    }
    let near = text.prefix(maximumSearch)
    var index = near.startIndex
    while index < near.endIndex {
      let line = near[index...].prefix { !Text.isLineBreak($0) }
      let note = Text.trimmed(line)
      if !note.isEmpty, Mask.endOfNote(note) == note.endIndex || Ellipsis.fills(note) {
        return note.indices
      }
      guard line.allSatisfy({ TextScan.isOfJWS($0) }) else { return nil }
      index = line.endIndex + 1
    }
    return nil
  }

  /// A mask of characters that base64 has. In a JWS, what cannot be read says where one is.
  private static func mask(
    in text: ArraySlice<UInt8>, before end: Int, unmasked: inout Int
  ) -> Range<Int>? {
    if text.starts(with: "MI".utf8) {
      guard text.startIndex >= unmasked else { return nil }
      let base64 = text.prefix { TextScan.isOfJWS($0) || Text.isSpace($0) }
      if Mask.hasLongRun(base64),
        let mask = Mask.range(inBase64: base64, leastRun: Mask.longRun)
      {
        return mask
      }
      unmasked = base64.endIndex
      return nil
    }
    let word = text[..<end]
    return word.count <= maximumHeader && !word.contains(point)
      ? Mask.range(inBase64: word, leastRun: Mask.shortRun) : nil
  }

  /// A text that begins like a JWS and is longer has its payload too.
  private static let maximumHeader = 8 << 10

  private static func beginsLikeReceipt(_ text: ArraySlice<UInt8>) -> Bool {
    // The first letter of all beginnings: a quick test before the others.
    guard let first = text.first, "eM".utf8.contains(first) else { return false }
    return beginnings.contains { text.starts(with: $0.utf8) }
  }

  /// The first place that has three points, or no character of a receipt.
  private static func startOfMark(in text: ArraySlice<UInt8>) -> Int {
    let end = TextScan.endOfJWS(text)
    var start = text.startIndex
    while let next = text[start..<end].firstIndex(of: point) {
      if Ellipsis.begins(text[next...]) { return next }
      start = next + 1
    }
    return end
  }

  private static let point = UInt8(ascii: ".")

  /// An ellipsis, or as many stars.
  private static let minimumMark = 3

  private static func mistake(_ text: ArraySlice<UInt8>, _ mark: Range<Int>) -> ReceiptError {
    let before = text[..<mark.lowerBound].count { !Text.isSpace($0) }
    let gap = text[mark.upperBound...]
    let rest = gap.drop(while: Text.isSpace).prefix { TextScan.isOfJWS($0) }
    // Behind a blank, a short one is a word.
    let after = gap.first == 0x20 && rest.count < Typography.minimumRun ? 0 : rest.count
    let isJWS = text.starts(with: "eyJ".utf8)
    // A length that is not told (X.690 §8.1.3.6). Apple's server writes none.
    let isOfXcode = text.starts(with: "MIAG".utf8)
    return .hidden(
      isJWS ? "a JWS" : "an app receipt", isMasked: Mask.hides(text[mark]),
      isEnd: after == 0, count: before + after, offset: mark.lowerBound,
      remark: isOfXcode
        ? "it begins like those of Xcode's tests, to which verifyReceipt answers 21002" : nil,
      hint: isJWS ? ReceiptError.wholeText : isOfXcode ? ofXcode : ofApp)
  }

  private static let ofXcode =
    "for tests with Apple's servers, switch the StoreKit configuration off in the scheme, and buy with a sandbox "
    + "account; to read this one, \(ReceiptError.wholeText)"
  private static let ofApp =
    "\(ReceiptError.wholeText). It is no JSON: send it to your server as it is, where Apple's library takes a "
    + "transaction id out of it (extractTransactionIdFromAppReceipt)"
}

/// Three dots, or the character `…`: programs print them for an omitted part.
enum Ellipsis {
  static func begins(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first, first == 0x2E || first == 0xE2 else { return false }
    return text.starts(with: [0x2E, 0x2E, 0x2E]) || text.starts(with: [0xE2, 0x80, 0xA6])
  }

  /// The place of one in the value where a text breaks off.
  static func first(in rest: ArraySlice<UInt8>) -> Int? {
    rest.prefix(farthest).indices.first { begins(rest[$0...]) }
  }

  private static let farthest = 200

  static func fills(_ text: ArraySlice<UInt8>) -> Bool {
    begins(text) && text.dropFirst(3).allSatisfy { $0 == 0x2E }
  }

  /// The one that a fault of base64 is about, with all the points that belong to it.
  static func range(of fault: Base64.Fault, in text: ArraySlice<UInt8>) -> Range<Int>? {
    guard case .invalidOctet(let offset) = fault, offset > 0 else { return nil }
    let start = text.startIndex + offset
    guard begins(text[start...]) else { return nil }
    return start..<start + max(3, text[start...].prefix { $0 == 0x2E }.count)
  }
}
