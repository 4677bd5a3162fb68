internal import Yams

/// Texts and tables of the YAML that the tool writes.
enum YAMLText {
  /// In quotation marks unless it is a plain word, so that no reader takes it for something else.
  static func text(_ value: String) -> Node {
    let isPlain =
      value.utf8.first.map { $0 | 0x20 }.map { (0x61...0x7A).contains($0) } ?? false
      && value.utf8.allSatisfy {
        (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || "-_./".utf8.contains($0)
      }
      && !["true", "false", "null", "yes", "no", "on", "off", "y", "n"].contains(value.lowercased())
    return Node(value, .implicit, isPlain ? .plain : .doubleQuoted)
  }

  static func table(_ entries: [(String, Node)]) -> Node {
    Node(entries.map { (text($0.0), $0.1) }, .implicit, .block)
  }

  static func encoded(_ node: Node) throws -> String {
    try serialize(node: node, width: -1, allowUnicode: true)
  }
}
