/// Writes the man(7) language of manual pages, in ASCII.
struct Roff {
  private(set) var text = ""
  /// A heading begins a paragraph too.
  private var isAfterHeading = false

  mutating func heading(_ title: String) {
    line(".SH \(Self.escaped(title.uppercased()))")
    isAfterHeading = true
  }

  mutating func subheading(_ title: String) {
    line(".SS \(Self.inline(title))")
    isAfterHeading = true
  }

  mutating func paragraph(_ markdown: String) {
    if !isAfterHeading { line(".PP") }
    prose(markdown)
  }

  /// Lines that stay as they are.
  mutating func verbatim(_ lines: [String]) {
    if !isAfterHeading { line(".PP") }
    line(".RS 4\n.nf")
    for line in lines { prose(literal: line) }
    line(".fi\n.RE")
  }

  /// A term with what it means.
  ///
  /// - Parameter tag: In the language of pages.
  mutating func entry(tag: String, _ markdown: String) {
    line(".TP\n\(Self.protected(tag))")
    prose(markdown.isEmpty ? "\u{A0}" : markdown)
  }

  mutating func bullet(_ markdown: String) {
    line(".IP \\(bu 3")
    prose(markdown)
  }

  mutating func line(_ macros: String) {
    text += macros + "\n"
    isAfterHeading = false
  }

  private mutating func prose(_ markdown: String) { line(Self.protected(Self.inline(markdown))) }

  private mutating func prose(literal: String) {
    line(literal.isEmpty ? ".sp" : Self.protected(Self.literal(literal)))
  }

  /// A line that begins with a dot or an apostrophe would be a macro.
  private static func protected(_ line: String) -> String {
    line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
  }

  // MARK: Text

  static func bold(_ text: String) -> String { "\\fB\(literal(text))\\fR" }

  static func italic(_ text: String) -> String { "\\fI\(literal(text))\\fR" }

  /// Text that can be copied into a shell: its hyphens and quotes are those of ASCII.
  static func literal(_ text: String) -> String {
    escaped(text).map { character in
      switch character {
      case "-": "\\-"
      case "'": "\\(aq"
      case "`": "\\(ga"
      case "^": "\\(ha"
      case "~": "\\(ti"
      default: String(character)
      }
    }.joined()
  }

  static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\e"
      case "\u{A0}": "\\~"
      case _ where scalar.isASCII: String(scalar)
      default:
        "\\[u\(String(repeating: "0", count: max(0, 4 - hexadecimal(scalar).count)))\(hexadecimal(scalar))]"
      }
    }.joined()
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    String(scalar.value, radix: 16, uppercase: true)
  }

  /// Where a link leads, unless its words say it, or to this page.
  private static func place(of link: Substring, after words: String) -> String {
    let page = link.prefix { $0 != "#" }
    return page.isEmpty || words.contains(page) ? "" : " (\(literal(String(page))))"
  }

  /// Markdown within a line: code and emphasis become bold, links their text.
  static func inline(_ markdown: String) -> String {
    var rest = markdown[...]
    var text = ""
    while let character = rest.first {
      if character == "`", let end = rest.dropFirst().firstIndex(of: "`") {
        text += bold(String(rest[rest.index(after: rest.startIndex)..<end]))
        rest = rest[rest.index(after: end)...]
      } else if character == "[", let label = rest.firstRange(of: "]("),
        let end = rest[label.upperBound...].firstIndex(of: ")")
      {
        let words = String(rest[rest.index(after: rest.startIndex)..<label.lowerBound])
        text += inline(words) + place(of: rest[label.upperBound..<end], after: words)
        rest = rest[rest.index(after: end)...]
      } else if rest.hasPrefix("**"), let end = rest.dropFirst(2).firstRange(of: "**") {
        text += "\\fB\(inline(String(rest.dropFirst(2)[..<end.lowerBound])))\\fR"
        rest = rest[end.upperBound...]
      } else if rest.hasPrefix("--") {
        // An option in prose keeps its hyphens.
        let option = rest.prefix { $0 == "-" || $0.isLetter }
        text += literal(String(option))
        rest = rest[option.endIndex...]
      } else {
        text += escaped(String(character))
        rest = rest.dropFirst()
      }
    }
    return text
  }
}
