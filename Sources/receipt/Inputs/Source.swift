/// Where a receipt came from.
struct Source: Sendable {
  /// The input's name as the person gave it or the folder has it; `-` for standard input.
  let name: String
  /// The line, counted from 1, where each line is a receipt.
  var line: Int?
  /// Where in the input the receipt stands, when it holds several.
  var part: String?
  /// SHA-256 of the whole input in hexadecimal, where somebody asked for it.
  var sha256: String?

  /// The source of what stands in a field of this one.
  func inside(_ path: String) -> Source {
    var inner = self
    inner.part = part.map { "\($0).\(path)" } ?? path
    return inner
  }

  /// The name for a person.
  var text: String {
    let name = self.name == "-" ? "standard input" : escapedForTerminal(self.name)
    return name + (line.map { ", line \($0)" } ?? "")
      + (part.map { ", \(escapedForTerminal($0))" } ?? "")
  }
}
