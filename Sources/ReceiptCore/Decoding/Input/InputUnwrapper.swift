/// Removes the wrappings around receipts one layer at a time, until it finds a receipt or can say what the
/// input is instead.
///
/// Every layer has a name. Nothing inside a layer is repaired: a damaged text stays damaged. The work is
/// bounded: layers and receipts have a limit, and each step is linear in its input.
package struct InputUnwrapper {
  /// The deepest wrapping. Base64 three times in JSON in a string needs 5.
  static let maximumLayers = 8
  /// The largest number of receipts in one input.
  static let maximumReceipts = 1_000

  /// Data in a wrapping that may be a receipt.
  package struct Wrapped {
    package var bytes: [UInt8] { didSet { value = nil } }
    /// The JSON in `bytes`, if it was read in another syntax.
    private(set) var value: JSONValue?
    package var layers: [ReceiptInput.Layer] = []
    package var part: String?
    /// Where a layer is cut off, if its content can still be read.
    package var cut: Cut?
    /// It only might hold a receipt. If it does not, that is not reported.
    var isGuess = false
    /// It stands in the message of the error that is reported if nothing is found.
    var isInError = false
    /// The signed texts that stand beside it are read apart.
    var isApart = false
    /// Findings about the layers.
    var findings: [Finding] = []
    /// What the app says beside it.
    var appWords: AppWords?

    package init(bytes: [UInt8]) { self.bytes = bytes }

    /// The content of `layer`, with that layer added to the list.
    package func inside(
      _ layer: ReceiptInput.Layer, _ bytes: [UInt8], part: String? = nil, cut: Cut? = nil,
      isGuess: Bool? = nil
    ) -> Wrapped {
      let parts = [self.part, part].compactMap(\.self)
      var inner = with(bytes: bytes)
      inner.layers.append(layer)
      inner.part = parts.isEmpty ? nil : parts.joined(separator: " ")
      inner.cut = self.cut ?? cut
      inner.isGuess = isGuess ?? self.isGuess
      inner.isApart = false
      return inner
    }

    /// A value in the syntax of `layer`. From there on it is JSON, which is not read a second time.
    func inside(_ layer: ReceiptInput.Layer, _ value: JSONValue) -> Wrapped {
      var inner = inside(layer, value.utf8)
      inner.value = value
      return inner
    }

    /// The same with other bytes.
    func with(bytes: [UInt8]) -> Wrapped {
      var result = self
      result.bytes = bytes
      return result
    }

    func with(_ finding: Finding?) -> Wrapped {
      guard let finding else { return self }
      var result = self
      // Only the innermost text that cannot be read is reported, because the texts around it cannot be read either.
      // Restored text is reported for each layer.
      if finding.id == .restoredText || !findings.contains(where: { $0.id == finding.id }) {
        result.findings.append(finding)
      }
      return result
    }
  }

  /// A layer that ends too early.
  ///
  /// A class, so that the usual case, a whole layer, takes no room.
  package final class Cut {
    let code: ReceiptError.Code
    /// What is cut off, and how: `the base64 text breaks off in the middle of a byte`.
    let message: String
    package let offset: Int
    /// How many bytes arrived behind a gap.
    private let behind: Int
    let hint: String

    init(
      code: ReceiptError.Code, message: String, offset: Int, behind: Int = 0,
      hint: String = "the end of the text is missing; copy all of it"
    ) {
      self.code = code
      self.message = message
      self.offset = offset
      self.behind = behind
      self.hint = hint
    }

    /// The error. It begins with how much arrived, if the outer length of `bytes` tells it.
    package func error(_ bytes: [UInt8]) -> ReceiptError {
      let share =
        looksLikeDER(bytes)
        ? bytes.outerLength.flatMap { ReceiptError.share(arrived: bytes.count + behind, of: $0) }
        : nil
      return ReceiptError(
        code, share.map { "\($0): \(message)" } ?? message, offset: offset, hint: hint)
    }
  }

  /// The result of one step.
  enum Look {
    case receipt(ReceiptInput.Kind)
    /// The content; several elements if there may be several receipts.
    case wrapped([Wrapped])
    /// Parts that may hold receipts, and the error if none of them does.
    case perhaps([Wrapped], otherwise: ReceiptError)
    case mistake(ReceiptError)
    /// It is something else for certain, and no part of it is looked at.
    case other(ReceiptError)

    /// Whether something was found, and all of it.
    fileprivate var isWhole: Bool {
      switch self {
      case .receipt: true
      case .wrapped(let inner): inner.allSatisfy { $0.cut == nil }
      case .perhaps, .mistake, .other: false
      }
    }
  }

  static func find(in outer: Wrapped) throws(ReceiptError) -> [FoundReceipt] {
    let bytes = outer.bytes
    // Fast path: plain DER has no wrapping.
    if looksLikeDER(bytes), NonReceiptInput.inDER(bytes) == nil {
      return [FoundReceipt(part: nil, input: .success(input(outer, .pkcs7)))]
    }
    // Fast path: only a receipt in base64 begins like this.
    if bytes.starts(with: [UInt8(ascii: "M"), UInt8(ascii: "I")]),
      LostLetters.mistake(bytes[...]) == nil, !Mask.hasLongRun(bytes[...]),
      case .wrapped(let inner) = Base64Wrapping.look(at: bytes[...], in: outer),
      let only = inner.first, inner.count == 1, looksLikeDER(only.bytes),
      NonReceiptInput.inDER(only.bytes) == nil
    {
      return [FoundReceipt(part: nil, input: .success(input(only, .pkcs7)))]
    }
    var search = ReceiptSearch(outer)
    var found: [FoundReceipt] = []
    var isInside = false
    while let (wrapped, outcome) = search.next() {
      isInside = !wrapped.layers.isEmpty
      switch outcome {
      case .receipt(let kind):
        found.append(FoundReceipt(part: wrapped.part, input: .success(input(wrapped, kind))))
      case .mistake(let error):
        found.append(FoundReceipt(part: wrapped.part, input: .failure(error)))
      }
    }
    if found.count == 1, let only = found.first {
      // A single receipt needs no name of its part.
      guard case .failure(var error) = only.input else {
        return [FoundReceipt(part: nil, input: only.input)]
      }
      if error.code == .notAReceipt, let warning = OtherText.warning(about: bytes[...]) {
        error = error.adding(warning)
      }
      // What a program said of a receipt that it shortened stands beside it.
      if error.code == .truncated, error.codes.isEmpty {
        error.codes = OtherText.numbers(in: bytes[...])
      }
      if error.code == .notAReceipt, error.codes.isEmpty {
        // What a server answered may stand beside what was sent to it.
        if isInside { error.names = OtherText.numbers(in: bytes[...]) }
        if error.isAboutNothing || error.subject == .base64 {
          error.names = OtherText.words(in: bytes[...])
        }
      }
      throw error
    }
    return found
  }

  private static func input(_ wrapped: Wrapped, _ kind: ReceiptInput.Kind) -> ReceiptInput {
    var findings = wrapped.findings + [RequestKey.finding(wrapped.layers, kind)].compactMap(\.self)
    // The finding about the broken text says already that there was more.
    if findings.contains(where: { $0.id == .brokenText }) {
      findings.removeAll { $0.id == .partOfResponse }
    }
    return ReceiptInput(
      wrapped.bytes, kind: kind, layers: wrapped.layers, error: wrapped.cut?.error(wrapped.bytes),
      findings: findings, appWords: wrapped.appWords)
  }

  // MARK: One look

  static func look(at wrapped: Wrapped) -> Look {
    let bytes = wrapped.bytes
    if looksLikeDER(bytes) {
      return NonReceiptInput.inDER(bytes).map { .mistake($0) } ?? .receipt(.pkcs7)
    }
    if looksLikeAttributes(bytes) {
      return PartOfReceipt.mistake(behindAttributes: bytes).map { .mistake($0) }
        ?? .receipt(.attributes)
    }
    if let mistake = NonReceiptInput.binary(bytes) { return .mistake(mistake) }
    if let text = TextEncoding.unwrap(wrapped) { return .wrapped([text]) }
    let text = Text.trimmed(bytes)
    guard let first = text.first, !HexWrapping.isEmpty(text) else { return .mistake(.emptyInput) }
    if isLargeBinary(bytes) { return insideBinary(text, in: wrapped) }
    if let inner = Typography.inTerminal(text, in: wrapped) { return .wrapped([inner]) }
    /// The format that the input seems to be meant as, if nothing is found in it.
    var meant: ReceiptError?
    // XML and PEM have no escapes. A JSON text that holds one of them does.
    if first == UInt8(ascii: "<") || first == UInt8(ascii: "-"),
      let inner = EscapeWrapping.unwrap(text, in: wrapped)
    {
      return .wrapped([inner])
    }
    if let look = NumberList.look(at: text, in: wrapped) { return look }
    switch PrintedWrapping.look(at: text, in: wrapped) {
    case .mistake(let error): meant = error
    case let look?: return look
    case nil: break
    }
    switch first {
    case _ where meant != nil: break
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if let look = HexWrapping.description(text, in: wrapped)
        ?? RichText.look(at: text, in: wrapped)
      {
        return look
      }
      switch JSONWrapping.look(at: text, in: wrapped) {
      case .mistake(let error): meant = error
      case let look?: return look
      case nil: break
      }
    case UInt8(ascii: "<"):
      switch XMLWrapping.look(at: text, in: wrapped) {
      case .mistake(let error) where error.isAboutMarkup: meant = error
      case let look?: return look
      case nil: break
      }
    case UInt8(ascii: "-"):
      if let inner = PEMWrapping.unwrap(text, in: wrapped) { return inner }
    case UInt8(ascii: "\""):
      if let inner = JSONWrapping.members(text, in: wrapped)
        ?? PrintedWrapping.entries(text, in: wrapped)
      {
        return .wrapped([inner])
      }
    // A sign that folds, of a viewer of JSON.
    case 0xE2:
      if let inner = Typography.inJSON(text, in: wrapped) { return .wrapped([inner]) }
    case _ where Text.isDigit(first):
      if let inner = LinePrefix.numbered(text, in: wrapped) { return .wrapped([inner]) }
    case UInt8(ascii: ">"):
      if let inner = LineWrapping.unquoted(text, in: wrapped) { return .wrapped([inner]) }
    default: break
    }
    if meant == nil {
      if let inner = LineWrapping.joined(text, in: wrapped) { return .wrapped([inner]) }
      if let mistake = LostLetters.mistake(text) { return .mistake(mistake) }
      if let look = ShortenedText.look(at: text, in: wrapped) { return look }
      if isJWS(text) { return trimmedReceipt(text, in: wrapped, .jws) }
    }
    if let inner = HTMLEscapes.unwrap(text, in: wrapped) ?? HTMLTags.unwrap(text, in: wrapped)
      ?? MailBody.unwrap(text, in: wrapped) ?? QuotedPrintable.unwrap(text, in: wrapped)
    {
      return .wrapped([inner])
    }
    if meant == nil {
      if text.starts(with: "eyJ".utf8), var inner = Typography.inBase64(text, in: wrapped) {
        // Spaces that were no-break spaces. A JWS has none.
        inner.bytes.removeAll { $0 == 0x20 }
        if isJWS(inner.bytes[...]) { return .wrapped([inner]) }
      }
      if let mistake = DamagedJWS.mistake(text) { return .mistake(mistake) }
      // What was cut off may have a mark in its place.
      let rest = Mask.endOfNote(text).map { Text.trimmedStart(text[$0...]) }
      if let mistake = PartOfReceipt.restOfJWS(rest ?? text) { return .mistake(mistake) }
      if let look = BufferPrint.look(at: text, in: wrapped) { return look }
      if let inner = TextWrapping.unwrap(text, in: wrapped)
        ?? FormWrapping.unwrap(text, in: wrapped)
      {
        return .wrapped([inner])
      }
      if let inner = HexWrapping.unwrap(text, in: wrapped) { return .wrapped([inner]) }
      // Comes before base64, because most words fit its alphabet.
      if let mistake = NonReceiptInput.word(text) ?? OtherJSON.spec(text) {
        return .mistake(mistake)
      }
      if let inner = PrintedWrapping.yaml(text, in: wrapped) { return .wrapped([inner]) }
      switch Base64Wrapping.look(at: text, in: wrapped) {
      case .mistake(let error): meant = error
      case let look: return look
      }
      if let inner = EscapeWrapping.unwrap(text, in: wrapped) { return .wrapped([inner]) }
      if let inner = PercentWrapping.unwrap(text, in: wrapped) { return .wrapped([inner]) }
      if let inner = HTTPWrapping.unwrap(text, in: wrapped) { return inner }
      if let inner = LineWrapping.unwrap(text, in: wrapped) { return .wrapped([inner]) }
    }
    if let inner = Typography.inBase64(text, in: wrapped) { return .wrapped([inner]) }
    if let inner = LinePrefix.block(text, in: wrapped) { return .wrapped([inner]) }
    // JSON with too many values has them in one of its parts too, so it is not read a second time.
    let scan = LogScan.scan(text, of: wrapped, withJSON: meant?.code != .tooManyValues)
    var otherwise = NonReceiptInput.beginning(text) ?? scan.other ?? meant ?? .notAReceipt
    // Nothing is known of it yet.
    if otherwise.isAboutNothing, let labelled = FrameworkObject.labelled(text) {
      otherwise = OtherText(text).known ?? labelled
    }
    if scan.candidates.isEmpty {
      if let inner = insideText(text, in: wrapped)
        ?? scan.headless.flatMap({ headless(at: $0, of: text, in: wrapped) })
        ?? scan.breakingOff.flatMap({ beginning(at: $0, of: text, in: wrapped) })
      {
        if OtherText.makesToken(text), let known = OtherText(text).known { return .mistake(known) }
        return .wrapped([inner.with(meant.flatMap(\.broken))])
      }
      // What is wrong with a guess is not reported.
      if wrapped.isGuess { return .mistake(otherwise) }
      if let shortened = ShortenedText.mistake(inside: text, isJWS: false) {
        return .mistake(shortened)
      }
      // Of a JWS nothing is left in `eyJh...`. What is known of the text says more.
      let other = OtherText(text)
      return .mistake(
        other.known ?? ShortenedText.mistake(inside: text, isJWS: true) ?? other.mistake
          ?? ShortenedText.header(inside: text) ?? otherwise)
    }
    var candidates = scan.candidates
    if candidates.allSatisfy({ $0.bytes.first == UInt8(ascii: "{") }),
      let script = OtherText.script(text)
    {
      return .mistake(script)
    }
    // What Apple answered to a piece of a receipt says nothing of the piece.
    var parts = scan.shortened
    if let piece = scan.piece {
      if candidates.allSatisfy({ $0.bytes.first == UInt8(ascii: "{") }) {
        candidates.append(piece)
      } else {
        parts += 1
      }
    }
    // What arrived of another answer behind them.
    if let start = scan.unfinished, candidates.contains(where: { !$0.isGuess }),
      let last = beginning(at: start, of: text, in: wrapped)
    {
      candidates.append(last)
    }
    var around = meant.flatMap(\.broken)
    if around == nil, isResponse(text),
      candidates.contains(where: { !$0.isGuess }),
      candidates.allSatisfy({ $0.isGuess || $0.bytes.starts(with: "MI".utf8) })
    {
      if let inner = LinePrefix.unwrap(text, in: wrapped), look(at: inner).isWhole {
        return .wrapped([inner])
      }
      around = Finding(brokenText: .responseAround)
    }
    let beside = Finding(partsBeside: parts)
    return .perhaps(candidates.map { $0.with(around).with(beside) }, otherwise: otherwise)
  }

  /// Whether a response of Apple is in a text, with the receipt that it repeats.
  private static func isResponse(_ text: ArraySlice<UInt8>) -> Bool {
    Text.contains("\"latest_receipt\"", in: text)
  }

  /// Whether this is a program, an image or a disk, and no text of any form.
  private static func isLargeBinary(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > smallBinary else { return false }
    let isControl = { (octet: UInt8) in octet < 0x20 && !"\t\n\u{C}\r\u{1B}".utf8.contains(octet) }
    let head = bytes.prefix(4096)
    return head.count(where: isControl) * 20 > head.count
  }

  /// For fewer bytes it costs little to try whether they are a text that was damaged.
  private static let smallBinary = 64 << 10

  /// The receipts in other bytes, such as a database.
  private static func insideBinary(_ text: ArraySlice<UInt8>, in wrapped: Wrapped) -> Look {
    let scan = LogScan.scan(text, of: wrapped)
    let otherwise = NonReceiptInput.beginning(text) ?? scan.other ?? .notAReceipt
    return scan.candidates.isEmpty
      ? .mistake(otherwise) : .perhaps(scan.candidates, otherwise: otherwise)
  }

  /// The last attempts with a text in which no receipt was found.
  static func insideText(_ text: ArraySlice<UInt8>, in wrapped: Wrapped) -> Wrapped? {
    PrintedBytes.within(text, in: wrapped) ?? TextWrapping.fenced(text, in: wrapped)
      ?? Typography.anywhere(text, in: wrapped) ?? LinePrefix.unwrap(text, in: wrapped)
      ?? AnnotatedJSON.within(text, in: wrapped)
      ?? PartOfResponse.gathered(from: text, in: wrapped)
  }

  /// What arrived of an answer that breaks off, behind the words of a log.
  private static func beginning(
    at start: Int, of text: ArraySlice<UInt8>, in wrapped: Wrapped
  ) -> Wrapped? {
    guard start > text.startIndex else { return nil }
    let line = 1 + text[..<start].count { $0 == 0x0A }
    let inner = wrapped.inside(.text, Array(text[start...]), part: "line \(line)")
    for look in [
      PrintedWrapping.look(at: inner.bytes[...], in: inner),
      JSONWrapping.look(at: inner.bytes[...], in: inner),
    ] {
      if case .wrapped(let found)? = look, found.count == 1, found[0].cut != nil { return inner }
    }
    return nil
  }

  /// What arrived of a print without its head, behind the words of a log.
  private static func headless(
    at start: Int, of text: ArraySlice<UInt8>, in wrapped: Wrapped
  ) -> Wrapped? {
    guard let whole = PrintedWrapping.withHead(text[start...], in: wrapped),
      case .wrapped(let found)? = PrintedWrapping.look(at: whole.bytes[...], in: whole),
      found.count == 1, found[0].cut != nil
    else { return nil }
    return whole
  }

  /// A receipt with white space around it. That is not a layer worth a name.
  private static func trimmedReceipt(
    _ text: ArraySlice<UInt8>, in wrapped: Wrapped, _ kind: ReceiptInput.Kind
  ) -> Look {
    guard text.count == wrapped.bytes.count else {
      return .wrapped([wrapped.with(bytes: Array(text))])
    }
    return .receipt(kind)
  }

  /// A SEQUENCE of at least 128 bytes, or of indefinite length. Receipts are longer than that, and no ASCII
  /// text begins this way.
  package static func looksLikeDER(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 2 && bytes[0] == ASN1Kind.sequence.rawValue && bytes[1] >= 0x80
  }

  /// The SET that a receipt signs, or the OCTET STRING around it. Its length is in the long form. Within it
  /// is an attribute, which begins with its type.
  package static func looksLikeAttributes(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 2, bytes[1] > 0x80,
      bytes[0] == ASN1Kind.set.rawValue || bytes[0] == ASN1Kind.octetString.rawValue,
      let outer = try? bytes.element(at: 0, limit: bytes.count),
      let first = try? bytes.element(at: outer.contentStart, limit: bytes.count)
    else { return false }
    if outer.identifier == ASN1Kind.octetString.rawValue {
      return first.identifier == ASN1Kind.set.rawValue
    }
    guard first.identifier == ASN1Kind.sequence.rawValue,
      let type = try? bytes.element(at: first.contentStart, limit: bytes.count)
    else { return false }
    return type.identifier == ASN1Kind.integer.rawValue
  }

  /// Three segments of base64url, the first of which begins like a JSON object.
  package static func isJWS(_ text: ArraySlice<UInt8>) -> Bool {
    text.starts(with: [UInt8(ascii: "e"), UInt8(ascii: "y")])
      && text.contains(UInt8(ascii: ".")) && TextScan.isOfJWS(text)
  }
}
