/// Characters that word processors, chats and web pages put into a text, or in the place of plain ones. They
/// are curved quotation marks, no-break spaces, soft hyphens, spaces without a width, signs that fold, and the colours of
/// a terminal.
enum Typography {
  /// JSON, if it can be read once these characters are plain.
  static func inJSON(
    _ text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Wrapped? {
    for place in [Place.everywhere, .alsoApostrophes] {
      guard let (plain, found) = plain(text, place),
        (try? JSONReader.readPrefix(plain, plain.indices)) != nil
          || AnnotatedJSON.isOne(plain)
      else { continue }
      return wrapped.inside(.typography, plain).with(Finding(restored: found))
    }
    return nil
  }

  /// A text without the colours that a program printed for a terminal: `ESC [ 3 2 m` (ECMA-48 §8.3.117).
  static func inTerminal(
    _ text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Wrapped? {
    guard wrapped.bytes.firstIndex(of: escape, in: text.indices) != nil,
      !wrapped.layers.contains(.typography)
    else { return nil }
    var result: [UInt8] = []
    var count = 0
    var index = text.startIndex
    while index < text.endIndex {
      let parameters = text[(index + 1)...].dropFirst().prefix(maximumColour)
      if text[index] == escape, text[(index + 1)...].first == UInt8(ascii: "["),
        let end = parameters.firstIndex(where: { !Text.isDigit($0) && $0 != UInt8(ascii: ";") }),
        text[end] == UInt8(ascii: "m")
      {
        count += 1
        index = end + 1
      } else {
        result.append(text[index])
        index += 1
      }
    }
    guard count > 0 else { return nil }
    return wrapped.inside(.typography, result).with(
      Finding(restored: "\(count) colour\(count == 1 ? "" : "s") of a terminal"))
  }

  private static let escape: UInt8 = 0x1B
  /// A colour of three numbers has 19 characters.
  private static let maximumColour = 24

  /// A property list whose first key stands between curved marks. No program writes one so.
  static func inPropertyList(
    _ text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Wrapped? {
    let key = Text.trimmedStart(text.dropFirst())
    guard !key.isEmpty, sign(key, at: key.startIndex)?.kind == .quotationMark,
      let (plain, found) = plain(text, .everywhere), AppleDescription.isAssignment(plain[...])
    else { return nil }
    return wrapped.inside(.typography, plain).with(Finding(restored: found))
  }

  /// A text in which only the characters inside base64 are replaced. The rest stays.
  static func inBase64(
    _ text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Wrapped? {
    guard let (plain, found) = plain(text, .inBase64) else { return nil }
    // An editor may put no-break spaces beside those that stand for a +.
    if text.contains(0x20), let (less, _) = Self.plain(text, .inBase64, dropsSpaces: true),
      Base64Wrapping.isWhole(withPlusForSpaces: less)
    {
      return wrapped.inside(.typography, less).with(Finding(restored: found))
    }
    return wrapped.inside(.typography, plain).with(Finding(restored: found))
  }

  /// A text in which no receipt was found before its characters were replaced.
  static func anywhere(
    _ text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Wrapped? {
    guard LogScan.mayHoldAny(Array(text)), let (plain, found) = plain(text, .everywhere) else {
      return nil
    }
    return wrapped.inside(.typography, plain).with(Finding(restored: found))
  }

  // MARK: Characters

  private enum Kind: Int, CaseIterable {
    case quotationMark, apostrophe, noBreakSpace, softHyphen, invisible, foldingSign

    var replacement: UInt8? {
      switch self {
      case .quotationMark, .apostrophe: UInt8(ascii: "\"")
      case .noBreakSpace, .foldingSign: 0x20
      case .softHyphen, .invisible: nil
      }
    }

    /// Whether it is put into base64, and not only around it.
    var isInBase64: Bool { replacement == nil || self == .noBreakSpace }

    func words(_ count: Int) -> String {
      let name =
        switch self {
        case .quotationMark: "curved quotation mark"
        case .apostrophe: "single or angled quotation mark"
        case .noBreakSpace: "no-break space"
        case .softHyphen: "soft hyphen"
        case .invisible: "invisible character"
        case .foldingSign: "folding sign"
        }
      return "\(count) \(name)\(count == 1 ? "" : "s")"
    }
  }

  /// Apostrophes may stand in a text between other marks, and so may the marks of another text.
  private enum Place { case everywhere, alsoApostrophes, inBase64 }

  private static let kinds: [UInt32: Kind] = [
    0xA0: .noBreakSpace, 0xAB: .apostrophe, 0xAD: .softHyphen, 0xBB: .apostrophe,
    0x2007: .noBreakSpace, 0x200B: .invisible,
    0x200C: .invisible, 0x200D: .invisible, 0x200E: .invisible, 0x200F: .invisible,
    0x2018: .apostrophe, 0x2019: .apostrophe, 0x201A: .apostrophe, 0x2039: .apostrophe,
    0x203A: .apostrophe, 0x201C: .quotationMark, 0x201D: .quotationMark, 0x201E: .quotationMark,
    0x2028: .noBreakSpace, 0x202F: .noBreakSpace, 0x2060: .invisible, 0xFEFF: .invisible,
    // What viewers of JSON show beside brackets: circles and boxes with plus or minus, and triangles.
    0x2295: .foldingSign, 0x2296: .foldingSign, 0x229E: .foldingSign, 0x229F: .foldingSign,
    0x25B6: .foldingSign, 0x25B8: .foldingSign, 0x25BA: .foldingSign, 0x25BC: .foldingSign,
    0x25BE: .foldingSign,
  ]

  /// The sign that begins here in UTF-8, and how many bytes it has.
  private static func sign(_ text: ArraySlice<UInt8>, at index: Int) -> (kind: Kind, count: Int)? {
    let first = text[index]
    guard first == 0xC2 || first == 0xE2 || first == 0xEF else { return nil }
    let count = first == 0xC2 ? 2 : 3
    guard index + count <= text.endIndex else { return nil }
    var code = UInt32(first & (count == 2 ? 0x1F : 0x0F))
    for place in index + 1..<index + count {
      guard text[place] & 0xC0 == 0x80 else { return nil }
      code = code << 6 | UInt32(text[place] & 0x3F)
    }
    return kinds[code].map { ($0, count) }
  }

  /// If so many characters of base64 stand before a sign, it is inside base64. No word is so long.
  static let minimumRun = 24

  /// The text with plain characters, and what was replaced in words; `nil` if nothing was.
  private static func plain(
    _ text: ArraySlice<UInt8>, _ place: Place, dropsSpaces: Bool = false
  ) -> ([UInt8], String)? {
    guard text.contains(where: { $0 == 0xC2 || $0 == 0xE2 || $0 == 0xEF }) else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var counts = [Int](repeating: 0, count: Kind.allCases.count)
    var run = 0
    var index = text.startIndex
    while index < text.endIndex {
      let octet = text[index]
      if octet >= 0x80, let (kind, count) = sign(text, at: index),
        place != .inBase64 || kind.isInBase64 && run >= minimumRun,
        place == .alsoApostrophes || kind != .apostrophe
      {
        counts[kind.rawValue] += 1
        if let plain = kind.replacement, !dropsSpaces || kind != .noBreakSpace {
          result.append(plain)
        }
        index += count
        continue
      }
      run = TextScan.isOfJWS(octet) ? run + 1 : Text.isLineBreak(octet) ? run : 0
      result.append(octet)
      index += 1
    }
    let found = Kind.allCases.filter { counts[$0.rawValue] > 0 }
    guard !found.isEmpty, place != .alsoApostrophes || found.contains(.apostrophe) else {
      return nil
    }
    return (result, found.map { $0.words(counts[$0.rawValue]) }.joined(separator: ", "))
  }
}
