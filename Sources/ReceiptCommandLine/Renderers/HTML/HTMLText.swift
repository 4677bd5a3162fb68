/// Text that a browser may wrap, but not inside a word, a number or a date.
enum HTMLText {
  /// Shorter words fit everywhere.
  private static let shortest = 12
  /// Longer runs of letters and digits are hashes, and are wrapped between groups.
  private static let longestRun = 32
  private static let group = 8
  private static let joints: Set<Character> = [
    ".", "-", "_", "/", ":", ",", ";", "=", "@", "?", "&", "+", "|",
  ]

  /// A long word may be wrapped after a dot, a hyphen and the like.
  static func wrapping(_ text: String) -> Markup {
    // Escaped first, because hidden characters become longer.
    let words = escapedForTerminal(text).split(separator: " ", omittingEmptySubsequences: false)
    var parts: [Markup] = []
    for word in words {
      if !parts.isEmpty { parts.append(" ") }
      parts.append(wrapping(word: word))
    }
    return "\(parts)"
  }

  private static func wrapping(word: Substring) -> Markup {
    guard word.utf8.count > shortest else { return whole(word) }
    var parts: [Markup] = []
    for run in runs(of: word) {
      for piece in run.count > longestRun ? groups(of: run) : [run] {
        if !parts.isEmpty { parts.append("<wbr>") }
        parts.append(whole(piece))
      }
    }
    // A word that fits into a line begins a new one instead of being wrapped.
    return parts.count == 1 ? "\(parts)" : "<span class=\"word\">\(parts)</span>"
  }

  /// A text that is not wrapped. After a hyphen, such as that of a date, a browser would.
  private static func whole(_ text: Substring) -> Markup {
    text.dropLast().contains("-")
      ? "<span class=\"whole\">\(String(text))</span>" : "\(String(text))"
  }

  /// The parts of a word, each with the joint at its end. Between digits only a dot is a joint.
  private static func runs(of word: Substring) -> [Substring] {
    var runs: [Substring] = []
    var start = word.startIndex
    var last: Character = " "
    for index in word.indices {
      let next = word.index(after: index)
      guard next < word.endIndex else { break }
      let isInNumber = word[index] != "." && isDigit(last) && isDigit(word[next])
      if joints.contains(word[index]), !joints.contains(word[next]), !isInNumber {
        runs.append(word[start..<next])
        start = next
      }
      last = word[index]
    }
    return runs + [word[start...]]
  }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

  private static func groups(of run: Substring) -> [Substring] {
    var rest = run
    var groups: [Substring] = []
    while !rest.isEmpty {
      groups.append(rest.prefix(group))
      rest = rest.dropFirst(group)
    }
    return groups
  }
}
