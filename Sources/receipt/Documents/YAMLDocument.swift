internal import Yams

extension DocumentNode {
  /// Reads one YAML document. Yams parses the syntax and finds duplicate keys. Plain words are read by the
  /// core schema of YAML 1.2, for which `no` is a word and not false.
  static func readYAML(_ bytes: [UInt8]) throws(DocumentError) -> DocumentNode {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw DocumentError("the text is not valid UTF-8", at: nil)
    }
    let root: Node?
    do {
      // The default resolver would compile regular expressions that are not needed.
      root = try Parser(yaml: text, resolver: .basic, encoding: .utf8).singleRoot()
    } catch let error as YamlError {
      throw DocumentError(error)
    } catch {
      throw DocumentError("this is no YAML", at: nil)
    }
    guard let root else {
      throw DocumentError("there is nothing in it", at: DocumentPosition(line: 1, column: 1))
    }
    var count = 0
    return try DocumentNode(root, depth: 0, &count)
  }

  private init(_ node: Node, depth: Int, _ count: inout Int) throws(DocumentError) {
    position = DocumentPosition(node.mark)
    count += 1
    guard count <= Self.maximumValues else {
      throw DocumentError(
        "there are more than \(Self.maximumValues) values", at: position,
        hint: "aliases count as often as they are used")
    }
    guard depth < Self.maximumDepth else {
      throw DocumentError("it is nested more than \(Self.maximumDepth) deep", at: position)
    }
    switch node {
    case .scalar(let scalar):
      content = .scalar(
        Scalar(
          text: scalar.string, kind: scalar.style == .plain ? .plain(scalar.string) : .text))
    case .sequence(let sequence):
      var list: [DocumentNode] = []
      for element in sequence {
        list.append(try DocumentNode(element, depth: depth + 1, &count))
      }
      content = .list(list)
    case .mapping(let mapping):
      var table: [Entry] = []
      for (key, value) in mapping {
        guard case .scalar(let name) = key else {
          throw DocumentError("a key must be a word", at: DocumentPosition(key.mark))
        }
        table.append(
          Entry(
            key: name.string, position: DocumentPosition(key.mark),
            value: try DocumentNode(value, depth: depth + 1, &count)))
      }
      content = .table(table)
    case .alias(let alias):
      throw DocumentError(
        "the alias \(alias.anchor.rawValue) stands for nothing", at: position)
    }
  }
}

extension DocumentNode.Scalar.Kind {
  /// The kind of a word without quotation marks (YAML 1.2 §10.3.2).
  fileprivate static func plain(_ text: String) -> Self {
    switch text {
    case "", "~", "null", "Null", "NULL": .null
    case "true", "True", "TRUE", "false", "False", "FALSE": .bool
    default: isNumber(text) ? .number : .text
    }
  }

  private static func isNumber(_ text: String) -> Bool {
    let isPlain = text.utf8.allSatisfy {
      (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0)
    }
    return isPlain && Double(text) != nil
  }
}

extension DocumentPosition {
  fileprivate init(_ mark: Mark?) {
    self.init(line: mark?.line ?? 1, column: mark?.column ?? 1)
  }
}

extension DocumentError {
  fileprivate init(_ error: YamlError) {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      self.init(problem, at: DocumentPosition(mark))
    case .duplicatedKeysInMapping(let duplicates, let context):
      self.init(
        "the key \(duplicates.sorted().joined(separator: ", ")) occurs twice",
        at: DocumentPosition(context.mark))
    case .reader(let problem, _, _, _): self.init(problem, at: nil)
    default: self.init("this is no YAML", at: nil)
    }
  }
}
