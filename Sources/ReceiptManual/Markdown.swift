/// The blocks of a page of the documentation.
enum Markdown {
  enum Block {
    case heading(level: Int, String)
    case paragraph(String)
    case list([String])
    /// The rows under the header.
    case table(header: [String], [[String]])
    case code([String])
  }

  /// What stands under a heading, up to the next one of its level.
  static func section(_ title: String, of page: String) -> [Block] {
    let all = blocks(page)
    guard let start = all.firstIndex(where: { $0.isHeading(title) }) else { return [] }
    return Array(all[(start + 1)...].prefix { !$0.isHeading(atLeast: 2) })
  }

  static func blocks(_ page: String) -> [Block] {
    var lines = page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
    var blocks: [Block] = []
    while let line = lines.popFirst() {
      if line.isEmpty { continue }
      if line.hasPrefix("#") {
        let level = line.prefix { $0 == "#" }.count
        blocks.append(.heading(level: level, String(line.dropFirst(level + 1))))
      } else if line.hasPrefix("```") {
        blocks.append(.code(taken(from: &lines) { !$0.hasPrefix("```") }))
        lines = lines.dropFirst()
      } else if line.hasPrefix("|") {
        // The line under the header has nothing but hyphens.
        let rows = taken(from: &lines) { $0.hasPrefix("|") }.dropFirst().map(cells)
        blocks.append(.table(header: cells(line), Array(rows)))
      } else if line.hasPrefix("- ") {
        let rest = taken(from: &lines) { !$0.isEmpty }
        blocks.append(.list(items([line] + rest)))
      } else {
        let rest = taken(from: &lines) { !$0.isEmpty && !$0.hasPrefix("|") && !$0.hasPrefix("- ") }
        blocks.append(.paragraph(([line] + rest).joined(separator: " ")))
      }
    }
    return blocks
  }

  private static func taken(
    from lines: inout ArraySlice<String>, while isPart: (String) -> Bool
  ) -> [String] {
    let part = lines.prefix(while: isPart)
    lines = lines.dropFirst(part.count)
    return Array(part)
  }

  private static func items(_ lines: [String]) -> [String] {
    var items: [String] = []
    for line in lines {
      let text = String(line.drop { $0 == " " })
      if line.hasPrefix("- ") || items.isEmpty {
        items.append(String(line.dropFirst(2)))
      } else {
        items[items.count - 1] += " " + text
      }
    }
    return items
  }

  private static func cells(_ line: String) -> [String] {
    // A bar within a cell has a backslash before it.
    let row: String = line.replacing("\\|", with: "\u{0}")
    return row.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
      .map { cell -> String in
        let text = cell.drop { $0 == " " }
        let end = text.lastIndex { $0 != " " }.map { text.index(after: $0) } ?? text.startIndex
        return String(text[..<end]).replacing("\u{0}", with: "|")
      }
  }
}

extension Markdown.Block {
  fileprivate func isHeading(_ title: String) -> Bool {
    guard case .heading(_, let text) = self else { return false }
    return text.filter { $0 != "`" } == title
  }

  fileprivate func isHeading(atLeast level: Int) -> Bool {
    guard case .heading(let own, _) = self else { return false }
    return own <= level
  }
}
