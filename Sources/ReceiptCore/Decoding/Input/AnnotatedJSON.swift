/// JSON to which people added something: comments, notes in brackets, dots for what they left out, masks without
/// quotation marks, a comma too many. What was added is taken out, and masks get quotation marks.
enum AnnotatedJSON {
  /// The JSON, if it can be read without what was added.
  static func unwrap(
    _ text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Wrapped? {
    guard let copy = plain(text) else { return nil }
    return wrapped.with(bytes: copy.result)
      .with(copy.found.isEmpty ? nil : Finding(restored: copy.found))
      .with(copy.hasMasks ? Finding(.masked, offset: nil) : nil)
  }

  /// A response of Apple's server with words around it, from the first bracket to the last.
  static func within(
    _ text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Wrapped? {
    guard let start = text.firstIndex(of: UInt8(ascii: "{")),
      let end = text.lastIndex(of: UInt8(ascii: "}")), start < end, end - start < text.count - 1,
      let copy = plain(text[start...end]), let value = try? JSONReader.read(copy.result)
    else { return nil }
    let line = 1 + text[..<start].count { $0 == 0x0A }
    let inner = wrapped.inside(.text, Array(text[start...end]), part: "line \(line)")
    return JSONWrapping.isAnswer(value, in: inner) ? unwrap(inner.bytes[...], in: inner) : nil
  }

  /// Whether the text can be read without what was added.
  static func isOne(_ text: [UInt8]) -> Bool { plain(text[...]) != nil }

  /// The value of a text, without what was added, if anything was.
  static func read(_ text: [UInt8]) -> JSONValue? {
    (try? JSONReader.read(text)) ?? plain(text[...]).flatMap { try? JSONReader.read($0.result) }
  }

  private static func plain(_ text: ArraySlice<UInt8>) -> Copy? {
    var copy = Copy(text)
    return copy.run() && (try? JSONReader.read(copy.result)) != nil ? copy : nil
  }

  private enum Kind: Int, CaseIterable {
    case comment, note, ellipsis, comma, mask, blank, quote

    /// What was taken out; masks and quotation marks of another kind stay.
    var words: (one: String, many: String)? {
      switch self {
      case .comment: ("comment", "comments")
      case .note: ("note", "notes")
      case .ellipsis: ("ellipsis", "ellipses")
      case .comma: ("comma too many", "commas too many")
      case .mask, .blank, .quote: nil
      }
    }
  }

  /// One pass over the text. Each byte is looked at a few times at most.
  private struct Copy {
    let text: ArraySlice<UInt8>
    var result: [UInt8] = []
    private var counts = [Int](repeating: 0, count: Kind.allCases.count)
    private var place: Int
    /// Where in the result the last comma outside of a text is, if nothing but space follows it.
    private var comma: Int?
    /// Whether a bracket was opened, and nothing but space follows it.
    private var isAfterOpening = false
    /// Whether a colon was read, and nothing but space follows it.
    private var isAfterColon = false

    init(_ text: ArraySlice<UInt8>) {
      self.text = text
      place = text.startIndex
      result.reserveCapacity(text.count)
    }

    var found: String {
      Kind.allCases.compactMap { kind in
        let count = counts[kind.rawValue]
        guard count > 0, let words = kind.words else { return nil }
        return "\(count) \(count == 1 ? words.one : words.many)"
      }.joined(separator: ", ")
    }

    var hasMasks: Bool { counts[Kind.mask.rawValue] + counts[Kind.blank.rawValue] > 0 }

    /// Copies all; `false` if nothing was changed, or a word is too long.
    mutating func run() -> Bool {
      while place < text.endIndex {
        let octet = text[place]
        switch octet {
        case _ where Text.isSpace(octet):
          result.append(octet)
          place += 1
        case UInt8(ascii: "\""): copyText()
        case UInt8(ascii: "'"):
          guard copyQuotation() else { return false }
        case UInt8(ascii: "/"):
          guard skipComment() else { return false }
        case UInt8(ascii: "("):
          guard let end = text[place...].prefix(AnnotatedJSON.maximumNote).firstIndex(of: 0x29)
          else { return false }
          place = end + 1
          counts[Kind.note.rawValue] += 1
        case UInt8(ascii: ",") where isAfterColon, UInt8(ascii: "}") where isAfterColon:
          // The value was taken out.
          result += "null".utf8
          counts[Kind.blank.rawValue] += 1
          isAfterColon = false
        case UInt8(ascii: ","):
          // After dots or another comma nothing is left to separate.
          if comma != nil || isAfterOpening {
            counts[Kind.comma.rawValue] += 1
          } else {
            comma = result.count
            result.append(octet)
          }
          place += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          if let comma {
            result[comma] = 0x20
            counts[Kind.comma.rawValue] += 1
          }
          comma = nil
          isAfterOpening = false
          result.append(octet)
          place += 1
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"):
          comma = nil
          isAfterOpening = octet != UInt8(ascii: ":")
          isAfterColon = octet == UInt8(ascii: ":")
          result.append(octet)
          place += 1
        default:
          guard copyWord() else { return false }
        }
      }
      return counts.contains { $0 > 0 }
    }

    private mutating func copyText() {
      comma = nil
      isAfterColon = false
      isAfterOpening = false
      let start = place
      place += 1
      while place < text.endIndex, text[place] != UInt8(ascii: "\"") {
        place += text[place] == UInt8(ascii: "\\") ? 2 : 1
      }
      place = min(place + 1, text.endIndex)
      result += text[start..<place]
    }

    /// A text between single quotation marks, as JavaScript and Python print it. With others in it, nothing is sure.
    private mutating func copyQuotation() -> Bool {
      let near = text[place...].dropFirst().prefix(AnnotatedJSON.maximumQuotation)
      guard let end = near.firstIndex(of: UInt8(ascii: "'")),
        near[..<end].allSatisfy({ $0 >= 0x20 && !"\"\\".utf8.contains($0) })
      else { return false }
      comma = nil
      isAfterColon = false
      isAfterOpening = false
      appendQuoted(near[..<end])
      counts[Kind.quote.rawValue] += 1
      place = end + 1
      return true
    }

    private mutating func appendQuoted(_ content: ArraySlice<UInt8>) {
      result.append(UInt8(ascii: "\""))
      result += content
      result.append(UInt8(ascii: "\""))
    }

    private mutating func skipComment() -> Bool {
      let rest = text[place...]
      if rest.starts(with: "//".utf8) {
        place = rest.firstIndex(of: 0x0A) ?? text.endIndex
      } else if rest.starts(with: "/*".utf8),
        let end = Text.range(of: "*/", in: text, from: place + 2)
      {
        place = end.upperBound
      } else {
        return false
      }
      counts[Kind.comment.rawValue] += 1
      return true
    }

    /// A number, a word of JSON, dots, or a mask.
    private mutating func copyWord() -> Bool {
      let near = text[place...].prefix(AnnotatedJSON.maximumWord)
      let endsWord = AnnotatedJSON.endsWord
      let end = near.firstIndex { endsWord[Int($0)] } ?? near.endIndex
      let word = text[place..<end]
      guard end < text.endIndex, !word.isEmpty, word.count < AnnotatedJSON.maximumWord else {
        return false
      }
      place = end
      if Ellipsis.begins(word) {
        counts[Kind.ellipsis.rawValue] += 1
        return true
      }
      comma = nil
      isAfterOpening = false
      isAfterColon = false
      let isInNumber = AnnotatedJSON.isInNumber
      let isPlain =
        word.allSatisfy { isInNumber[Int($0)] }
        || (4...5).contains(word.count)
          && ["true", "false", "null"].contains { word.elementsEqual($0.utf8) }
      if isPlain {
        result += word
      } else {
        guard word.allSatisfy({ $0 > 0x20 && $0 != UInt8(ascii: "\\") && $0 != 0x7F }) else {
          return false
        }
        appendQuoted(word)
        counts[Kind.mask.rawValue] += 1
      }
      return true
    }
  }

  private static let endsWord = (UInt8.min...UInt8.max).map {
    Text.isSpace($0) || ",:]}\"(".utf8.contains($0)
  }
  private static let isInNumber = (UInt8.min...UInt8.max).map {
    Text.isDigit($0) || "+-.eE".utf8.contains($0)
  }
  /// Longer words are something else than a mask.
  private static let maximumWord = 256
  /// Longer texts are something else than a value of a purchase.
  private static let maximumQuotation = 512
  /// Longer notes are something else.
  private static let maximumNote = 256
}
