internal import ReceiptCore
internal import ReceiptInsight

/// The text of a node's value. Only the shown part is built, because a value may be as large as the file.
struct DumpValueText {
  private enum Source {
    case text(Substring)
    /// Bytes as hexadecimal digits.
    case digits(ArraySlice<UInt8>)
    /// Bytes of a text, in quotation marks or as written.
    case characters(ArraySlice<UInt8>, isQuoted: Bool)
  }

  private var source: Source

  init(_ node: StructureNode) {
    let content = node.content
    let text: String
    switch node.value {
    case .octets:
      source = .digits(content)
      return
    case .text:
      source = .characters(content, isQuoted: true)
      return
    case .literal:
      source = .characters(content, isQuoted: false)
      return
    case .none: text = ""
    case .decodedText(let decoded): text = "\"\(escapedForTerminal(decoded))\""
    case .integer(let number, let note): text = "\(number)" + (note.map { " (\($0))" } ?? "")
    case .boolean(let value): text = value ? "TRUE" : "FALSE"
    case .objectIdentifier(let dotted, let name): text = dotted + (name.map { " \($0)" } ?? "")
    case .time(let date): text = date.description
    case .bits(let names): text = names.joined(separator: ", ")
    }
    source = .text(text[...])
  }

  /// Whether all of it fits into `width` columns.
  func fits(_ width: Int) -> Bool {
    switch source {
    case .text(let text): displayWidth(String(text)) <= width
    case .digits(let octets): octets.count * 2 <= width
    case .characters(let octets, let isQuoted):
      octets.count <= width && displayWidth(Self.text(octets, isQuoted)) <= width
    }
  }

  /// Whether its beginning is worth showing. That of a number or an identifier is not.
  var canBeShortened: Bool {
    if case .text = source { false } else { true }
  }

  /// The whole text, or its beginning and an ellipsis.
  func shortened(to width: Int) -> String {
    switch source {
    case .text(let text): return Self.cut(String(text), to: width)
    case .digits(let octets):
      guard octets.count * 2 > width else { return Hexadecimal.encode(octets) }
      return Hexadecimal.encode(octets.prefix(max(0, width - 1) / 2)) + "…"
    case .characters(let octets, let isQuoted):
      // A character takes at most four bytes. Some take no column.
      let head = octets.prefix(max(16, width * 4))
      let text = Self.text(head, isQuoted)
      guard head.count < octets.count || displayWidth(text) > width else { return text }
      return Self.cut(text + "…", to: width)
    }
  }

  /// The next piece of at most `width` columns; `nil` at the end.
  mutating func next(_ width: Int) -> String? {
    switch source {
    case .digits(let octets):
      guard !octets.isEmpty else { return nil }
      let piece = octets.prefix(max(1, width / 2))
      source = .digits(octets.dropFirst(piece.count))
      return Hexadecimal.encode(piece)
    case .characters(let octets, let isQuoted):
      source = .text(Self.text(octets, isQuoted)[...])
      return next(width)
    case .text(let text):
      guard !text.isEmpty else { return nil }
      var columns = 0
      let piece = text.prefix { character in
        columns += displayWidth(String(character))
        return columns <= max(2, width)
      }
      let end = piece.isEmpty ? text.index(after: text.startIndex) : piece.endIndex
      source = .text(text[end...])
      return String(text[..<end])
    }
  }

  private static func text(_ octets: ArraySlice<UInt8>, _ isQuoted: Bool) -> String {
    let text = escapedForTerminal(ReceiptString(octets).description)
    return isQuoted ? "\"\(text)\"" : text
  }

  private static func cut(_ text: String, to width: Int) -> String {
    guard displayWidth(text) > width else { return text }
    var columns = 0
    let head = text.prefix { character in
      columns += displayWidth(String(character))
      return columns < width
    }
    return head + "…"
  }
}
