internal import ReceiptCore

/// Text that a browser may wrap, but not inside a word, a number or a date.
enum HTMLText {
  /// Shorter words fit everywhere.
  private static let shortest = 12
  /// Longer runs of letters and digits are hashes, and are wrapped between groups.
  private static let longestRun = 32
  private static let group = 8

  private static func isJoint(_ octet: UInt8) -> Bool {
    switch Unicode.Scalar(octet) {
    case ".", "-", "_", "/", ":", ",", ";", "=", "@", "?", "&", "+", "|": true
    default: false
    }
  }

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
      for piece in groups(of: run) {
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
    // In bytes, because a word may be megabytes long, and joints are ASCII.
    let octets = word.utf8
    var runs: [Substring] = []
    var start = word.startIndex
    var last = UInt8(ascii: " ")
    for index in octets.indices {
      let next = octets.index(after: index)
      guard next < octets.endIndex else { break }
      let (octet, following) = (octets[index], octets[next])
      let isInNumber = octet != UInt8(ascii: ".") && Text.isDigit(last) && Text.isDigit(following)
      if isJoint(octet), !isJoint(following), !isInNumber,
        // A mark may belong to it.
        following < 0x80 || word[index].utf8.count == 1
      {
        runs.append(word[start..<next])
        start = next
      }
      last = octet
    }
    return runs + [word[start...]]
  }

  private static func groups(of run: Substring) -> [Substring] {
    guard run.utf8.count > longestRun else { return [run] }
    // There each byte is a character.
    let isASCII = run.utf8.allSatisfy { $0 < 0x80 }
    guard isASCII || run.count > longestRun else { return [run] }
    var groups: [Substring] = []
    var start = run.startIndex
    while start < run.endIndex {
      let end =
        isASCII
        ? run.utf8.index(start, offsetBy: group, limitedBy: run.endIndex)
        : run.index(start, offsetBy: group, limitedBy: run.endIndex)
      groups.append(run[start..<(end ?? run.endIndex)])
      start = groups[groups.count - 1].endIndex
    }
    return groups
  }
}
