extension DocumentNode {
  /// Reads one YAML document. libyaml parses the syntax. Plain words are read by the core schema of YAML 1.2, for
  /// which `no` is a word and not false.
  static func readYAML(_ bytes: [UInt8]) throws(DocumentError) -> DocumentNode {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw DocumentError("the text is not valid UTF-8", at: nil)
    }
    var reader = YAMLReader(
      YAMLEvents(bytes), maximumValues: DocumentNode.maximumValues(size: bytes.count))
    return try reader.read()
  }
}

/// Puts the values of a document together from its events, and keeps the limits at each. It has its own stack: no
/// document can make it recurse.
private struct YAMLReader {
  private let events: YAMLEvents
  private let maximumValues: Int
  private var open: [Open] = []
  private var anchors: [String: Built] = [:]
  private var root: Built?
  /// The number of values so far. Those behind an alias count as often as it is used.
  private var count = 0

  /// A finished value, with the number of values in it and how deep they are nested.
  private struct Built {
    let node: DocumentNode
    let count: Int
    let height: Int
  }

  /// A list or table that is not finished.
  private struct Open {
    let position: DocumentPosition
    let anchor: String?
    let isTable: Bool
    var list: [DocumentNode] = []
    var table: [DocumentNode.Entry] = []
    /// The names in the table.
    var names: Set<[UInt8]> = []
    /// The name whose value comes next.
    var key: (text: String, position: DocumentPosition)?
    var count = 1
    var height = 1

    /// The next event is a name of the table, or its end.
    var wantsKey: Bool { isTable && key == nil }
  }

  init(_ events: YAMLEvents, maximumValues: Int) {
    self.events = events
    self.maximumValues = maximumValues
  }

  mutating func read() throws(DocumentError) -> DocumentNode {
    var documents = 0
    while true {
      let event = try events.next()
      switch event.kind {
      case .end:
        guard let root else {
          throw DocumentError("there is nothing in it", at: DocumentPosition(line: 1, column: 1))
        }
        return root.node
      case .documentStart:
        documents += 1
        guard documents == 1 else {
          throw DocumentError("there is a second document in it", at: event.position)
        }
      case .documentEnd, .other: break
      case .alias: try add(value(of: event), at: event.position)
      case .scalar(let text, let isPlain): try addScalar(text, isPlain, event)
      case .sequenceStart, .mappingStart: try begin(event)
      case .sequenceEnd, .mappingEnd: try finish()
      }
    }
  }

  private func value(of alias: YAMLEvents.Event) throws(DocumentError) -> Built {
    let name = alias.anchor ?? ""
    guard open.last?.wantsKey != true else { throw .keyIsNoWord(at: alias.position) }
    guard let value = anchors[name] else {
      throw DocumentError("the alias \(name) stands for nothing", at: alias.position)
    }
    return value
  }

  private mutating func addScalar(
    _ text: String, _ isPlain: Bool, _ event: YAMLEvents.Event
  ) throws(DocumentError) {
    let scalar = DocumentNode.Scalar(text: text, kind: isPlain ? .plain(text) : .text)
    let built = Built(
      node: DocumentNode(position: event.position, content: .scalar(scalar)), count: 1, height: 1)
    if let anchor = event.anchor { anchors[anchor] = built }
    guard let last = open.indices.last, open[last].wantsKey else {
      return try add(built, at: event.position)
    }
    guard open[last].names.insert(Array(text.utf8)).inserted else {
      throw DocumentError("the key \(text) occurs twice", at: event.position)
    }
    open[last].key = (text, event.position)
  }

  private mutating func begin(_ event: YAMLEvents.Event) throws(DocumentError) {
    guard open.last?.wantsKey != true else { throw .keyIsNoWord(at: event.position) }
    try checkDepth(1, at: event.position)
    var isTable = false
    if case .mappingStart = event.kind { isTable = true }
    open.append(Open(position: event.position, anchor: event.anchor, isTable: isTable))
  }

  private mutating func finish() throws(DocumentError) {
    guard let last = open.popLast() else { return }
    let built = Built(
      node: DocumentNode(
        position: last.position, content: last.isTable ? .table(last.table) : .list(last.list)),
      count: last.count, height: last.height)
    if let anchor = last.anchor { anchors[anchor] = built }
    // Its contents were counted before.
    count -= last.count - 1
    try add(built, at: last.position)
  }

  /// Adds a value to the list or table that is open.
  private mutating func add(
    _ built: Built, at position: DocumentPosition
  ) throws(DocumentError) {
    count += built.count
    guard count <= maximumValues else {
      throw DocumentError(
        "there are more than \(maximumValues) values", at: position,
        hint: "aliases count as often as they are used")
    }
    try checkDepth(built.height, at: position)
    guard let last = open.indices.last else {
      root = built
      return
    }
    open[last].count += built.count
    open[last].height = max(open[last].height, built.height + 1)
    if let key = open[last].key {
      open[last].table.append(
        DocumentNode.Entry(key: key.text, position: key.position, value: built.node))
      open[last].key = nil
    } else {
      open[last].list.append(built.node)
    }
  }

  private func checkDepth(_ height: Int, at position: DocumentPosition) throws(DocumentError) {
    guard open.count + height <= DocumentNode.maximumDepth else {
      throw DocumentError(
        "it is nested more than \(DocumentNode.maximumDepth) deep", at: position)
    }
  }
}

extension DocumentError {
  fileprivate static func keyIsNoWord(at position: DocumentPosition) -> DocumentError {
    DocumentError("a key must be a word", at: position)
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
