internal import ReceiptCore
internal import ReceiptInsight

/// Explanations of words, for people.
struct ExplainTextRenderer {
  private let output: Output
  private let width: Int?
  private let style: Style

  /// Longer lines are hard to read.
  private static let readingWidth = 100

  init(_ output: Output, width: Int?, style: Style) {
    self.output = output
    self.width = width
    self.style = style
  }

  /// Every explanation in full.
  func explain(_ entries: [GlossaryEntry]) {
    for (index, entry) in entries.enumerated() {
      if index > 0 { line("") }
      let names = entry.aliases.filter { $0 != entry.word }
      let title =
        ([entry.word] + names).joined(separator: ", ") + ": \(entry.kind.title)"
        + (entry.place.isEmpty ? "" : " \(entry.place)")
      for text in wrapped(title, to: width) { line(style.strong(text)) }
      paragraph(entry.meaning)
      values(of: entry)
      if let note = entry.note { paragraph(note) }
      if let advice = entry.advice { paragraph("What to do: " + advice) }
      if let caution = entry.caution { paragraph("Careful: " + caution) }
    }
  }

  private func values(of entry: GlossaryEntry) {
    let column = entry.values.reduce(0) { max($0, $1.value.count) }
    for value in entry.values {
      let name = value.value + String(repeating: " ", count: max(0, column - value.value.count))
      let room = min(width ?? Self.readingWidth, Self.readingWidth) - column - 6
      guard room >= Self.leastMeaning else {
        paragraph("\(value.value): \(value.meaning)")
        continue
      }
      for (index, part) in wrapped(value.meaning, to: room).enumerated() {
        line("    " + (index == 0 ? name : String(repeating: " ", count: column)) + "  " + part)
      }
    }
  }

  /// The kinds of words, and how to go on.
  func groups() {
    let kinds = GlossaryEntry.Kind.allCases
    let column = kinds.reduce(0) { max($0, $1.rawValue.count) }
    for kind in kinds {
      let count = String(Glossary.entries.count { $0.kind == kind })
      let start =
        "  " + kind.rawValue + String(repeating: " ", count: column - kind.rawValue.count + 2)
        + String(repeating: " ", count: max(0, Self.widestCount - count.count)) + count + "  "
      let room = max(Self.leastMeaning, (width ?? Self.readingWidth) - start.count)
      line(start + style.faint(Self.beginning(kind.heading, room)))
    }
    line("")
    paragraph("receipt explain WORD says what a word means.")
    paragraph("receipt explain --list KIND lists the words of one kind; without KIND, all words.")
  }

  private static let widestCount = 3

  /// Every word in one line, by kind.
  func list(_ entries: [GlossaryEntry]) {
    let kinds = GlossaryEntry.Kind.allCases.filter { kind in entries.contains { $0.kind == kind } }
    for (index, kind) in kinds.enumerated() {
      let members = entries.filter { $0.kind == kind }
      if index > 0 { line("") }
      line(style.strong(kind.heading))
      // A single long word must not push all explanations to the right.
      let column = members.reduce(0) { max($0, min(Self.widestWord, Self.name($1).count)) }
      for entry in members {
        let name = Self.name(entry)
        let padding = String(repeating: " ", count: max(0, column - name.count) + 2)
        let room = max(8, (width ?? Self.readingWidth) - 4 - max(column, name.count))
        guard room >= Self.leastMeaning else {
          line("  " + name)
          line("      " + shortened(entry.meaning, to: max(8, (width ?? Self.readingWidth) - 6)))
          continue
        }
        line("  " + name + style.faint(padding + Self.beginning(entry.meaning, room)))
      }
    }
  }

  private static let widestWord = 34
  private static let leastMeaning = 16

  /// A number says little without what it is the number of.
  private static func name(_ entry: GlossaryEntry) -> String {
    switch entry.kind {
    case .attribute, .apiError: ([entry.word] + entry.aliases.prefix(1)).joined(separator: " ")
    case .value where entry.word.allSatisfy(\.isNumber): entry.related.first ?? entry.word
    default: entry.word
    }
  }

  /// As many words of a text as fit, or a part of the first.
  private static func beginning(_ text: String, _ width: Int) -> String {
    guard displayWidth(text) > width else { return text }
    let words = (wrapped(text, to: width - 2).first ?? "") + " …"
    return displayWidth(words) > width ? shortened(text, to: width) : words
  }

  private func paragraph(_ text: String) {
    let room = min(width ?? Self.readingWidth, Self.readingWidth) - 2
    for part in wrapped(text, to: max(20, room)) { line("  " + part) }
  }

  private func line(_ text: String) {
    output.write(text)
    output.write("\n")
  }
}
