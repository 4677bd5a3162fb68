/// Receipts that stand in other text, such as a log or a mail: words that begin like one, with the lines they
/// go on in; blocks of PEM, hexadecimal, hex dumps, JSON, property lists.
///
/// It never offers all of the text that it was given, for that was looked at before. The work is linear: what
/// was read as something is not read again, and what turned out to be nothing is charged to a budget.
package struct LogScan {
  /// Shorter words are no receipts.
  static let minimumLength = 200
  /// Shorter JSON is looked into only when it is an answer of Apple's.
  private static let minimumJSON = 100
  /// How receipts begin: base64 of DER, of JSON and property lists, of base64 again, and JWS.
  private static let beginnings = [
    "MII", "MIA", "eyJ", "ewo", "ewp", "ewk", "TUlJ", "TUlB", "VFVs", "ZXlK",
  ].map { Array($0.utf8) }

  /// A part of what is wrapped, with the same indices.
  private let text: ArraySlice<UInt8>
  private let wrapped: InputUnwrapper.Wrapped
  private(set) var candidates: [InputUnwrapper.Wrapped] = []
  /// What it is when it holds no receipt, where that shows: a certificate.
  private(set) var other: ReceiptError?

  private var index: Int
  private var line = 1
  /// How many candidates are more than a guess.
  private var count = 0
  /// How many bytes may still be read in vain.
  private var budget: Int
  /// There is no such end of a block in what is left.
  private var missingEnds: Set<String> = []

  static func scan(
    _ text: ArraySlice<UInt8>, of wrapped: InputUnwrapper.Wrapped, withJSON: Bool = true
  ) -> LogScan {
    var scan = LogScan(text, wrapped)
    if !withJSON { scan.budget = 0 }
    scan.run()
    return scan
  }

  private init(_ text: ArraySlice<UInt8>, _ wrapped: InputUnwrapper.Wrapped) {
    self.text = text
    self.wrapped = wrapped
    index = text.startIndex
    budget = 2 * text.count + (64 << 10)
  }

  private mutating func run() {
    var isLineStart = true
    while index < text.endIndex, count <= InputUnwrapper.maximumReceipts {
      let octet = text[index]
      if isLineStart, HexWrapping.isFirstDumpLine(text[index...]) {
        let end = HexWrapping.endOfDump(text[index...])
        if !take(index..<end) { skip(to: end) }
        isLineStart = true
        continue
      }
      isLineStart = octet == 0x0A
      let next = isWordPart(octet) ? word() : block(octet)
      skip(to: next ?? index + 1)
    }
  }

  /// Goes on at `end`.
  private mutating func skip(to end: Int) {
    while index < end {
      if text[index] == 0x0A { line += 1 }
      index += 1
    }
  }

  /// Offers a part of the text, and goes on behind it.
  private mutating func take(_ range: Range<Int>, isGuess: Bool = false) -> Bool {
    guard range.lowerBound >= index, range != text.indices else { return false }
    skip(to: range.lowerBound)
    candidates.append(
      wrapped.inside(.text, Array(text[range]), part: "line \(line)", isGuess: isGuess))
    if !isGuess { count += 1 }
    skip(to: range.upperBound)
    return true
  }

  // MARK: Words

  /// What is in the alphabets of base64, its URL-safe form, JWS, percent-encoding and JSON's escapes.
  private func isWordPart(_ octet: UInt8) -> Bool { Self.isPart[Int(octet)] }

  private static let isPart = (UInt8.min...UInt8.max).map {
    Text.isAlphanumeric($0) || "+/=-_.%\\".utf8.contains($0)
  }

  /// A receipt that begins in the word here. Where to go on, or `nil` when it was taken.
  private mutating func word() -> Int? {
    let word = text[index...].prefix(while: isWordPart)
    if word.first == UInt8(ascii: "-"), let end = pemBlock() { return end }
    if let hex = HexRun.range(in: text, from: index) {
      return take(hex) ? index : hex.upperBound
    }
    for start in word.indices.prefix(64) where word.count >= 16 {
      let isFirst = start == word.startIndex || !Text.isAlphanumeric(word[start - 1])
      guard isFirst, "MeTVZ".utf8.contains(text[start]),
        Self.beginnings.contains(where: text[start...].starts(with:))
      else { continue }
      guard let run = Base64Run.range(in: text, from: start, word: word.endIndex) else { continue }
      return take(run) ? index : word.endIndex
    }
    return word.endIndex
  }

  // MARK: Blocks

  /// A block that begins with the sign here. Where to go on, or `nil`.
  private mutating func block(_ octet: UInt8) -> Int? {
    switch octet {
    case UInt8(ascii: "{"): return braces()
    case UInt8(ascii: "<"): return element()
    default: return nil
    }
  }

  private mutating func pemBlock() -> Int? {
    guard text[index...].starts(with: "-----BEGIN ".utf8),
      let labelEnd = Text.range(
        of: "-----", in: text[(index + 11)...].prefix(128), from: index + 11),
      let end = end("-----END ", from: labelEnd.upperBound),
      let close = Text.range(of: "-----", in: text[end...].prefix(128), from: end)
    else { return nil }
    if let error = PEMWrapping.mistake(label: text[(index + 11)..<labelEnd.lowerBound]) {
      other = other ?? error
      return close.upperBound
    }
    return take(index..<close.upperBound) ? index : close.upperBound
  }

  private mutating func element() -> Int? {
    let rest = text[index...]
    let close: String
    if Text.begins(rest, with: "<?xml") || Text.begins(rest, with: "<plist")
      || Text.begins(rest, with: "<!doctype plist")
    {
      close = "</plist>"
    } else if Text.begins(rest, with: "<data>") {
      close = "</data>"
    } else if let hex = HexRun.range(in: text, from: index) {
      return take(hex) ? index : hex.upperBound
    } else {
      return nil
    }
    guard let end = end(close, from: index) else { return nil }
    return take(index..<end, isGuess: true) ? index : nil
  }

  /// Where the first `close` at or behind `position` ends. Once there is none, none is looked for again.
  private mutating func end(_ close: String, from position: Int) -> Int? {
    guard !missingEnds.contains(close) else { return nil }
    let range = Text.range(of: close, in: text, from: position)
    if range == nil { missingEnds.insert(close) }
    return range?.upperBound
  }

  private mutating func braces() -> Int? {
    guard budget > 0, let end = endOfBraces() else { return nil }
    let range = index..<end
    let part = text[range]
    guard range != text.indices else { return nil }
    if HexWrapping.isDescription(part) || JSONWrapping.isTransaction(part) {
      return take(range) ? index : nil
    }
    // Escaped once more it is a string of JSON, and found as a word.
    guard let value = try? JSONReader.read(wrapped.bytes, range) else {
      budget -= part.count
      return nil
    }
    if JSONWrapping.isAnswer(value) { return take(range) ? index : nil }
    if part.count >= Self.minimumJSON { return take(range, isGuess: true) ? index : nil }
    return end
  }

  /// Behind the brace that closes the one here; braces in texts do not count.
  private mutating func endOfBraces() -> Int? {
    var depth = 0
    var isInText = false
    var position = index
    defer { budget -= depth > 0 ? position - index : 0 }
    while position < text.endIndex, depth <= JSONReader.maximumDepth {
      switch text[position] {
      case UInt8(ascii: "\""): isInText.toggle()
      case UInt8(ascii: "\\") where isInText: position += 1
      case UInt8(ascii: "{") where !isInText: depth += 1
      case UInt8(ascii: "}") where !isInText:
        depth -= 1
        if depth == 0 { return position + 1 }
      default: break
      }
      position += 1
    }
    return nil
  }

  /// Whether there is anything in a text with which something that is looked for might begin. Most texts of
  /// JSON say no here, at little cost.
  static func mayHoldAny(_ text: [UInt8]) -> Bool {
    for index in text.indices {
      switch text[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "<"): return true
      case UInt8(ascii: "M"), UInt8(ascii: "e"), UInt8(ascii: "T"), UInt8(ascii: "V"),
        UInt8(ascii: "Z"):
        if beginnings.contains(where: text[index...].starts(with:)) { return true }
      case UInt8(ascii: "3"):
        // Of 30 8x, and of the first line of a dump.
        if index + 1 < text.endIndex, text[index + 1] == UInt8(ascii: "0") { return true }
      default: break
      }
    }
    return false
  }

  /// Whether it begins like a receipt and reads like one so far.
  package static func isReceipt(_ text: ArraySlice<UInt8>) -> Bool {
    guard beginnings.contains(where: text.starts(with:)) else { return false }
    if InputUnwrapper.isJWS(text) { return true }
    // The first 64 characters tell: whether all of it is sound is said later.
    let head = text.prefix(256).filter { !Text.isSpace($0) && $0 != UInt8(ascii: "\\") }.prefix(64)
    guard let decoded = try? Base64.decode(Array(head)) else { return false }
    return InputUnwrapper.looksLikeDER(decoded.bytes)
      || Text.isText(decoded.bytes) && decoded.bytes.allSatisfy { $0 < 0x80 }
  }
}
