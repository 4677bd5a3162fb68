/// The text of a command's help, apart from its examples.
struct Discussion {
  private(set) var paragraphs: [String] = []
  private(set) var examples: [String] = []

  init(_ text: String) {
    for block in text.split(separator: "\n\n") {
      let lines = block.split(separator: "\n")
      // The help of the tool is all examples. The help of a command says where they begin.
      let shown = lines.drop { $0 == "EXAMPLES" }
      if shown.allSatisfy({ $0.hasPrefix("  ") }) {
        examples += shown.map { String($0.dropFirst(2)) }
      } else {
        paragraphs.append(lines.joined(separator: " "))
      }
    }
  }
}
