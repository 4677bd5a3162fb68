/// Finds receipts inside other text, such as a log or a mail. They are words that begin like a receipt, with
/// their continuation lines, or blocks of PEM, hexadecimal, hex dumps, JSON and property lists.
///
/// It never returns the whole text, because that was tried before. The work is linear: a part that was read
/// is not read again, and failed attempts are charged to a budget.
package struct LogScan {
  /// Receipts are longer than this.
  static let minimumLength = 200
  /// Shorter JSON is searched only if it is a response from Apple.
  private static let minimumJSON = 100
  /// The beginnings of receipts: base64 of DER, of JSON and of property lists; the same encoded twice; and
  /// JWS. The third letter of DER tells the form of its length: `A` indefinite, `I` to `L` two bytes, `M` three.
  private static let beginnings = [
    "MII", "MIJ", "MIK", "MIL", "MIM", "MIA", "eyJ", "ewo", "ewp", "ewk", "TUlJ", "TUlK", "TUlL",
    "TUlN", "TUlB", "VFVs", "ZXlK",
  ].map { Array($0.utf8) }

  /// A part of the wrapped bytes, with the same indices.
  private let text: ArraySlice<UInt8>
  private let wrapped: InputUnwrapper.Wrapped
  private(set) var candidates: [InputUnwrapper.Wrapped] = []
  /// The error that says what a block is if it holds no receipt, such as a certificate.
  private(set) var other: ReceiptError?
  /// The first place where JSON or a printed value begins whose end is missing.
  private(set) var breakingOff: Int?
  /// The same behind the last candidate that is more than a guess.
  private(set) var unfinished: Int?
  private var isInUnfinished = false
  /// The first piece of a receipt whose beginning is missing.
  private(set) var piece: InputUnwrapper.Wrapped?
  /// How many texts that begin like a receipt were shortened.
  private(set) var shortened = 0
  /// Where the first print of PHP without its head begins.
  private(set) var headless: Int?

  private var index: Int
  private var line = 1
  /// The number of candidates that are more than a guess.
  private var count = 0
  /// How many more bytes may be spent on failed attempts.
  private var budget: Int
  /// A block of JSON, or of a printed value, that cannot be read: the place of its end or fault, and the reason. It
  /// applies up to the end of that line, because the next line may be sound.
  private var broken: (end: Int, finding: Finding)?
  /// End markers that do not occur in the rest of the text, such as `</plist>`.
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
      let next = Self.isWordPart[Int(octet)] ? word() : block(octet)
      skip(to: next ?? index + 1)
    }
  }

  /// Continues at `end`.
  private mutating func skip(to end: Int) {
    while index < end {
      if text[index] == 0x0A {
        line += 1
        if let block = broken, index >= block.end { broken = nil }
      }
      index += 1
    }
  }

  /// Adds a part of the text to the candidates, and continues after it.
  ///
  /// - Parameter lines: the part without what stood around each of its lines.
  private mutating func take(
    _ range: Range<Int>, _ lines: [UInt8]? = nil, isGuess: Bool = false
  ) -> Bool {
    guard !range.isEmpty, range.lowerBound >= index, range != text.indices || lines != nil else {
      return false
    }
    skip(to: range.lowerBound)
    var part = wrapped.inside(
      .text, lines ?? Array(text[range]), part: "line \(line)", isGuess: isGuess)
    if lines != nil { part.layers.append(.linePrefix) }
    candidates.append(part.with(broken?.finding))
    if !isGuess {
      count += 1
      // What breaks off reaches to the end, so this stands in it.
      isInUnfinished = isInUnfinished || unfinished != nil
      unfinished = nil
    }
    skip(to: range.upperBound)
    return true
  }

  // MARK: Words

  /// Whether each byte belongs to base64, base64url, JWS, percent-encoding or JSON escapes.
  private static let isWordPart = (UInt8.min...UInt8.max).map {
    Text.isAlphanumeric($0) || "+/=-_.%\\".utf8.contains($0)
  }

  /// Looks for a receipt that begins in the word here. Returns where to continue.
  private mutating func word() -> Int {
    let isPart = Self.isWordPart
    let word = text[index...].prefix { isPart[Int($0)] }
    if word.first == UInt8(ascii: "-"), let end = pemBlock() { return end }
    if takePrinted() { return index }
    if let hex = HexRun.range(in: text, from: startOfDigits(word)) {
      return take(hex) ? index : hex.upperBound
    }
    for start in word.indices.prefix(64) where word.count >= 16 {
      let isFirst = start == word.startIndex || !Text.isAlphanumeric(word[start - 1])
      // The first characters of all beginnings: a quick test before the others.
      guard isFirst, "MeTVZ".utf8.contains(text[start]),
        Self.beginnings.contains(where: text[start...].starts(with:))
      else { continue }
      guard let run = Base64Run.range(in: text, from: start, word: word.endIndex) else { continue }
      if let lines = Base64Run.cell(in: text, from: start) ?? Base64Run.lines(of: run, in: text),
        lines.bytes.count >= Self.minimumLength
      {
        return take(lines.range, lines.bytes) ? index : word.endIndex
      }
      guard run.count >= Self.minimumLength else { continue }
      if budget > 0 {
        let parts = Base64Run.parts(of: run, in: text)
        if let bytes = parts.bytes { return take(parts.range, bytes) ? index : word.endIndex }
        budget -= parts.range.upperBound - run.upperBound
      }
      return take(run) ? index : word.endIndex
    }
    notePiece(word)
    noteShortened(word)
    return word.endIndex
  }

  private mutating func noteShortened(_ word: ArraySlice<UInt8>) {
    guard word.count < Self.minimumLength else { return }
    let rest = text[word.endIndex...]
    let end = Ellipsis.begins(rest) ? word.endIndex + 3 : word.endIndex
    guard end > word.endIndex || Ellipsis.begins(word.suffix(3)) else { return }
    let name = word.lastIndex(of: UInt8(ascii: "="))
    if ShortenedText.isShort(text[(name.map { $0 + 1 } ?? word.startIndex)..<end]) {
      shortened += 1
    }
  }

  private mutating func notePiece(_ word: ArraySlice<UInt8>) {
    guard piece == nil, word.count >= Self.minimumPiece, budget > 0 else { return }
    budget -= 8 * word.count
    if PartOfReceipt.mistake(word) == .missingBeginning {
      piece = wrapped.inside(.text, Array(word), part: "line \(line)", isGuess: false)
    }
  }

  /// Shorter words are too often something else.
  private static let minimumPiece = 400

  /// The place after the `\x` that PostgreSQL writes before bytes.
  private func startOfDigits(_ word: ArraySlice<UInt8>) -> Int {
    guard word.first == UInt8(ascii: "\\") else { return word.startIndex }
    let rest = word.drop { $0 == UInt8(ascii: "\\") }
    return rest.first == UInt8(ascii: "x") ? rest.startIndex + 1 : word.startIndex
  }

  // MARK: Blocks

  /// Looks for a block that begins with the character here. Returns where to continue, or `nil` if no block begins.
  private mutating func block(_ octet: UInt8) -> Int? {
    switch octet {
    case UInt8(ascii: "{"):
      if let list = NumberList.range(in: text, from: index) {
        return take(list) ? index : list.upperBound
      }
      return braces()
    case UInt8(ascii: "["), UInt8(ascii: "("):
      // If many brackets are in a row, only the last ones can begin a value.
      if let last = lastBrackets(octet), last > index { return last }
      if let list = NumberList.range(in: text, from: index) {
        return take(list) ? index : list.upperBound
      }
      return takePrinted() ? index : nil
    case UInt8(ascii: "<"): return element()
    // The signs that fold in a browser.
    case 0xE2: return takePrinted() ? index : nil
    default: return nil
    }
  }

  /// The place of the last brackets in a row that begins here, with or without blanks between them; `nil` for a short one.
  private func lastBrackets(_ octet: UInt8) -> Int? {
    let run = text[index...].prefix { $0 == octet || Text.isSpace($0) }
    guard run.count > TextCursor.maximumLists else { return nil }
    var place = run.endIndex
    var count = 0
    while count < TextCursor.maximumLists, place > index {
      place -= 1
      if text[place] == octet { count += 1 }
    }
    return place
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
    // The second character rules out most elements.
    guard let second = rest.dropFirst().first, Self.afterBracket[Int(second)] else { return nil }
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

  /// What may follow the bracket of an element with a receipt: `<?xml`, `<plist`, `<!DOCTYPE`, `<data>`, or a
  /// digit of hexadecimal bytes, perhaps after a blank.
  private static let afterBracket = (UInt8.min...UInt8.max).map {
    "?!pPdD".utf8.contains($0) || Text.isSpace($0) || Hexadecimal.value(ofDigit: $0) != nil
  }

  /// The end of the first `close` at or after `position`. A `close` that is missing is remembered, so that the
  /// rest of the text is searched for it only once.
  private mutating func end(_ close: String, from position: Int) -> Int? {
    guard !missingEnds.contains(close) else { return nil }
    let range = Text.range(of: close, in: text, from: position)
    if range == nil { missingEnds.insert(close) }
    return range?.upperBound
  }

  private mutating func braces() -> Int? {
    guard budget > 0 else { return nil }
    guard let end = endOfBraces() else {
      noteBroken()
      return takePrinted() ? index : nil
    }
    let range = index..<end
    let part = text[range]
    guard range != text.indices else { return nil }
    if HexWrapping.isDescription(part) || JSONWrapping.isTransaction(part) {
      return take(range) ? index : nil
    }
    // Most objects in a log are short, and are told without reading them.
    if part.count < Self.minimumJSON, !JSONForm.mayBeReceipt(part) { return end }
    // JSON inside a JSON string is found as a word, not here.
    guard let value = try? JSONReader.read(wrapped.bytes, range) else {
      if takePrinted() { return index }
      budget -= part.count
      noteBroken(upTo: end)
      return nil
    }
    if JSONForm(value)?.isReceipt == true { return take(range) ? index : nil }
    if part.count >= Self.minimumJSON { return take(range, isGuess: true) ? index : nil }
    return end
  }

  /// Remembers why the JSON that begins here cannot be read. A receipt found in it carries that reason.
  private mutating func noteBroken(upTo end: Int? = nil) {
    let block = text[index..<(end ?? text.endIndex)]
    guard JSONWrapping.isMeantAsJSON(block.prefix(Self.minimumLength)) else { return }
    do throws(JSONFault) {
      _ = try JSONReader.read(wrapped.bytes, block.indices)
    } catch {
      if error.kind == .cut { noteEnd() }
      budget -= max(0, error.offset - index)
      broken = (end ?? error.offset, Finding(brokenText: .brokenJSON(error, in: block)))
    }
  }

  private mutating func noteEnd() {
    breakingOff = breakingOff ?? index
    if !isInUnfinished { unfinished = unfinished ?? index }
  }

  /// What an attempt costs at least, in bytes, so that short ones are as dear as they are. To see that nothing begins
  /// here costs a quarter.
  private static let leastCost = 64

  /// Takes a value that a program printed in a syntax of its own, if it begins here and holds a receipt.
  private mutating func takePrinted() -> Bool {
    guard budget > 0, ValueSyntax.opens[Int(text[index])] else { return false }
    guard let syntax = ValueSyntax.beginning(text[index...]) else {
      if headless == nil, PrintRReader.lacksHead(text[index...]) { headless = index }
      budget -= Self.leastCost / 4
      return false
    }
    var cursor = TextCursor(wrapped.bytes, index..<text.endIndex)
    do throws(JSONFault) {
      let value = try syntax.read(&cursor)
      let length = cursor.position - index
      budget -= max(Self.leastCost, length)
      // Most values in a log are short, as most objects of JSON are.
      if length < Self.minimumJSON, JSONForm(value)?.isReceipt != true { return false }
      // Code that makes a token has its header too.
      if OtherJSON.isHeaderOfJWS(value), value["x5c"] == nil { return false }
      if case .mistake = JSONWrapping.look(at: value, in: wrapped) { return false }
      return take(index..<cursor.position)
    } catch {
      if error.kind == .cut { noteEnd() }
      // A reader that misses an end has looked for it up to the end of the text. One that stops earlier may be tried
      // again at each bracket before that place.
      let read = error.kind == .cut ? text.endIndex - index : 2 * (error.offset - index)
      budget -= max(Self.leastCost, read)
      broken = (error.offset, Finding(brokenText: PrintedWrapping.mistake(error, in: syntax)))
      return false
    }
  }

  /// The place after the brace that closes the one here. Braces in strings do not count.
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

  /// Whether a text contains any character that could begin a candidate. This quickly rules out most JSON
  /// strings.
  static func mayHoldAny(_ text: [UInt8]) -> Bool {
    for index in text.indices {
      switch text[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "<"): return true
      case UInt8(ascii: "M"), UInt8(ascii: "e"), UInt8(ascii: "T"), UInt8(ascii: "V"),
        UInt8(ascii: "Z"):
        if beginnings.contains(where: text[index...].starts(with:)) { return true }
      case UInt8(ascii: "3"):
        // DER in hexadecimal begins with 30, also in the first line of a dump.
        if index + 1 < text.endIndex, text[index + 1] == UInt8(ascii: "0") { return true }
      default: break
      }
    }
    return false
  }

  /// Whether the text is as long as a receipt and begins like one.
  static func beginsLikeReceipt(_ text: String) -> Bool {
    text.utf8.count >= minimumLength && beginnings.contains(where: text.utf8.starts(with:))
  }

  /// Whether the text begins like a receipt, however short it is.
  static func beginsLikeReceipt(_ text: ArraySlice<UInt8>) -> Bool {
    beginnings.contains(where: text.starts(with:))
  }

  /// Whether the text begins like a receipt and decodes so far.
  package static func isReceipt(_ text: ArraySlice<UInt8>) -> Bool {
    guard beginnings.contains(where: text.starts(with:)) else { return false }
    if InputUnwrapper.isJWS(text) { return true }
    // Only the first 64 characters are tried. The full check comes later.
    let head = text.prefix(256).filter { !Text.isSpace($0) && $0 != UInt8(ascii: "\\") }.prefix(64)
    guard let decoded = try? Base64.decode(Array(head)) else { return false }
    return InputUnwrapper.looksLikeDER(decoded.bytes)
      || Text.isText(decoded.bytes) && decoded.bytes.allSatisfy { $0 < 0x80 }
  }
}
