/// What people and programs put in the place of what they hide: `xxxx`, `****`, `----`, `____`, `REMOVED`, `<redacted>`.
package enum Mask {
  // MARK: A value

  /// Whether a text only stands in the place of a value.
  package static func fills(_ text: String) -> Bool {
    isOfSigns(text) || text.utf8.count >= minimumSigns && text.allSatisfy { $0 == "." }
      || isNote(Array(text.utf8)[...]) || beginsWithWord(text)
  }

  /// `xxxx`, `****`, `1000000XXXX`, `xxxx-xxxx`, `----`, `10000008----`, `-`.
  private static func isOfSigns(_ text: String) -> Bool {
    var signs = 0
    var hyphens = 0
    var run = 0
    var digits = 0
    var points = 0
    var previous: Unicode.Scalar = " "
    for sign in text.unicodeScalars {
      defer { previous = sign }
      switch sign {
      // One point between digits is that of a version. Three are as much as the character for them.
      case ".":
        points = previous == "." ? points + 1 : 1
        signs += points == minimumSigns ? minimumSigns : 0
      case "\u{2026}": signs += minimumSigns
      case "x", "X", "*", "#", "\u{2022}", "\u{2588}": signs += 1
      case "-", "_":
        hyphens += 1
        // A date has single ones.
        run = previous == sign ? run + 1 : 1
        signs += run == minimumSigns ? minimumSigns : 0
      case "0"..."9": digits += 1
      default: return false
      }
    }
    return signs >= minimumSigns
      || signs == 0 && digits == 0 && (hyphens >= minimumSigns || text == "-")
  }

  private static let minimumSigns = 3

  /// `REMOVED`, `REDACTED FOR PRIVACY`, `removed`.
  private static func beginsWithWord(_ text: String) -> Bool {
    guard text.utf8.count <= maximumNote else { return false }
    if isWord(text[...]) || text == "snip" { return true }
    let first = text.utf8.prefix { (0x41...0x5A).contains($0) }
    return first.endIndex < text.endIndex && !Text.isAlphanumeric(text.utf8[first.endIndex])
      && text.utf8[first.endIndex] != UInt8(ascii: "_") && isWord(Substring(first))
  }

  /// Words for what was hidden on purpose.
  private static let words = ["removed", "redacted", "hidden", "masked", "omitted", "censored"]

  /// Few texts are as long as a word. Only those are written small, which takes long.
  private static func isWord(_ text: Substring) -> Bool {
    words.contains { $0.utf8.count == text.utf8.count } && words.contains(text.lowercased())
  }

  // MARK: Notes

  /// Where a note in brackets ends that stands for text that is missing: `<...more>`, `[snip]`, `--- cut ---`.
  static func endOfNote(_ text: ArraySlice<UInt8>) -> Int? {
    guard let open = text.first else { return nil }
    let note = text.prefix(maximumNote)
    if open == hyphen {
      let start = note.drop { $0 == hyphen }
      guard start.startIndex - note.startIndex >= minimumSigns,
        let close = Text.range(of: "---", in: note, from: start.startIndex),
        isMissing(text[start.startIndex..<close.lowerBound])
      else { return nil }
      return text[close.lowerBound...].firstIndex { $0 != hyphen } ?? text.endIndex
    }
    guard let close = brackets[open], let end = note.firstIndex(of: close),
      isMissing(text[text.startIndex..<end])
    else { return nil }
    return end + 1
  }

  private static func isNote(_ text: ArraySlice<UInt8>) -> Bool {
    endOfNote(text) == text.endIndex && !text.isEmpty
  }

  /// Whether a mark hides something. Dots and most notes only say that a text was shortened.
  static func hides(_ mark: ArraySlice<UInt8>) -> Bool {
    guard let first = mark.first else { return false }
    if first == UInt8(ascii: ".") || mark.starts(with: [0xE2, 0x80, 0xA6]) { return false }
    guard brackets[first] != nil || endOfNote(mark) != nil else { return true }
    let note = String(decoding: mark, as: UTF8.self).lowercased()
    return words.contains(where: note.holds)
  }

  private static func isMissing(_ note: ArraySlice<UInt8>) -> Bool {
    let note = String(decoding: note, as: UTF8.self).lowercased()
    return noteWords.contains(where: note.holds) || words.contains(where: note.holds)
  }

  private static let hyphen = UInt8(ascii: "-")
  private static let brackets: [UInt8: UInt8] = [
    UInt8(ascii: "<"): UInt8(ascii: ">"), UInt8(ascii: "["): UInt8(ascii: "]"),
    UInt8(ascii: "("): UInt8(ascii: ")"), UInt8(ascii: "{"): UInt8(ascii: "}"),
  ]
  /// Words for what was only left out, and the scissors of mails.
  private static let noteWords = [
    "...", "\u{2026}", "more", "snip", "trunc", "cut", "shortened", "8<", ">8",
  ]
  private static let maximumNote = 40

  // MARK: Inside base64

  /// The first mask that is made of the characters of base64: a run of one sign, or a word.
  static func range(inBase64 text: ArraySlice<UInt8>, leastRun: Int) -> Range<Int>? {
    var index = text.startIndex
    while index < text.endIndex {
      if isOfRun[Int(text[index])] {
        let end = endOfRun(text, index)
        if end - index >= least(leastRun, of: text[index]) { return index..<end }
        index = end
        continue
      }
      if let word = wordsInBase64.first(where: text[index...].starts(with:)) {
        return index..<index + word.count
      }
      index += 1
    }
    return nil
  }

  /// Whether one sign stands so often in a row that it does not occur by chance in base64. Only every eighth byte is
  /// looked at, unless it may be such a sign.
  static func hasLongRun(_ text: ArraySlice<UInt8>) -> Bool {
    var index = text.startIndex + longRun - 1
    while index < text.endIndex {
      if isOfRun[Int(text[index])] {
        var start = index
        while start > text.startIndex, text[start - 1] == text[index] { start -= 1 }
        if endOfRun(text, index) - start >= least(longRun, of: text[index]) { return true }
      }
      index += longRun
    }
    return false
  }

  /// Base64 of random bytes has such a run once in 10¹² characters.
  static let longRun = 8
  /// The order of the group of P-256 has ten in base64 of URLs (FIPS 186-4 §D.1.2.3), and stands in forged signatures.
  private static let longRunOfUnderscores = 12

  private static func least(_ run: Int, of sign: UInt8) -> Int {
    run == longRun && sign == UInt8(ascii: "_") ? longRunOfUnderscores : run
  }

  /// Base64 of JSON has none of these: their bytes are no text (RFC 8259 §8.1).
  static let shortRun = 4

  private static let isOfRun = (UInt8.min...UInt8.max).map { "xX-_".utf8.contains($0) }

  private static func endOfRun(_ text: ArraySlice<UInt8>, _ start: Int) -> Int {
    text[start...].firstIndex { $0 != text[start] } ?? text.endIndex
  }

  /// The words that are too long to occur by chance.
  private static let wordsInBase64 = ["REMOVED", "REDACTED", "redacted", "CENSORED", "TRUNCATED"]
    .map { Array($0.utf8) }
}
