internal import ReceiptCore

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
      if let note = entry.note { paragraph(note) }
      if let advice = entry.advice { paragraph("What to do: " + advice) }
    }
  }

  /// Every word in one line, by kind.
  func list(_ entries: [GlossaryEntry]) {
    for (index, kind) in GlossaryEntry.Kind.allCases.enumerated() {
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

  private static func name(_ entry: GlossaryEntry) -> String {
    entry.kind == .attribute ? "\(entry.word) \(entry.aliases.first ?? "")" : entry.word
  }

  /// As many words of a text as fit.
  private static func beginning(_ text: String, _ width: Int) -> String {
    guard displayWidth(text) > width else { return text }
    return (wrapped(text, to: width - 2).first ?? "") + " …"
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
