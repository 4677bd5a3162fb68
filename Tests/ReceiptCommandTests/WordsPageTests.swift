import Foundation
import TestSupport
import Testing

@testable import ReceiptCommandLine

/// `docs/words.md` is written from the glossary.
@Suite struct WordsPageTests {
  private static func row(_ entry: GlossaryEntry) -> String {
    let cells = [entry.word, entry.aliases.joined(separator: ", "), entry.meaning]
    let advice = [entry.advice, entry.caution].compactMap(\.self).joined(separator: "; ")
    return "| " + (cells + [advice]).joined(separator: " | ") + " |\n"
  }

  private static var tables: String {
    TermGlossary.sections.map { section in
      let rows = section.terms.sorted { $0.word.lowercased() < $1.word.lowercased() }.map(row)
      return "## \(section.title)\n\n| word | also | meaning | what to do |\n|---|---|---|---|\n"
        + rows.joined()
    }.joined(separator: "\n")
  }

  private static var page: String {
    """
    # Words

    These words have one meaning in the messages, the help and the documentation. `receipt explain WORD` has them,
    and also every code, field, value and error: `receipt explain --list`.

    \(tables)
    """
  }

  @Test("docs/words.md has the terms of the glossary")
  func page() throws {
    let file = Fixture.root.appending(path: "docs/words.md")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      try Self.page.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("recorded docs/words.md; run again")
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == Self.page)
  }

  @Test("A term has one meaning, and no other term's name")
  func once() {
    let names = TermGlossary.entries.flatMap(\.names).map { $0.lowercased() }
    #expect(
      Set(names).count == names.count, "\(names.filter { name in names.count { $0 == name } > 1 })")
    for entry in TermGlossary.entries {
      #expect(!(entry.meaning + (entry.advice ?? "")).contains("|"), "\(entry.word)")
    }
  }
}
