/// The entries of a table, taken one by one. An entry that is not taken is an error.
struct DocumentTable {
  let position: DocumentPosition
  private var entries: [DocumentNode.Entry]
  /// All keys that were requested, for suggestions on typing errors.
  private var known: [String] = []

  /// - Parameter subject: what the table describes: `an expectation`.
  init(_ node: DocumentNode, _ subject: String) throws(DocumentError) {
    guard case .table(let entries) = node.content else {
      throw DocumentError("\(subject) must be a table of keys and values", at: node.position)
    }
    position = node.position
    self.entries = entries
  }

  /// The value of a key; `nil` if it is missing or null.
  mutating func take(_ key: String) -> DocumentNode? {
    known.append(key)
    guard let index = entries.firstIndex(where: { $0.key.utf8.elementsEqual(key.utf8) }) else {
      return nil
    }
    let value = entries.remove(at: index).value
    return value.isNull ? nil : value
  }

  /// - Throws: `DocumentError` for the first key without a value, where that would say nothing.
  func requireValues() throws(DocumentError) {
    guard let entry = entries.first(where: \.value.isNull) else { return }
    throw DocumentError(
      "\(entry.key) has no value", at: entry.position,
      hint: "write one, or leave the key out")
  }

  /// The place of a key that was not yet taken.
  func position(of key: String) -> DocumentPosition? {
    entries.first { $0.key.utf8.elementsEqual(key.utf8) }?.position
  }

  /// Makes sure that no key is left.
  ///
  /// - Parameter elsewhere: the hint for a key that belongs somewhere else.
  /// - Throws: `DocumentError` for the first key that is left, with the most similar key.
  func end(elsewhere: (String) -> String? = { _ in nil }) throws(DocumentError) {
    guard let entry = entries.first else { return }
    let hint =
      elsewhere(entry.key) ?? closest(to: entry.key, among: known).map { "did you mean \"\($0)\"?" }
      ?? "the keys are \(known.joined(separator: ", "))"
    throw DocumentError("the key \"\(entry.key)\" is unknown", at: entry.position, hint: hint)
  }
}

extension DocumentNode {
  var isNull: Bool {
    if case .scalar(let scalar) = content { scalar.kind == .null } else { false }
  }

  /// A text. Numbers and truth values are returned as written.
  func text(_ key: String) throws(DocumentError) -> String {
    guard case .scalar(let scalar) = content, scalar.kind != .null else {
      throw DocumentError("\(key) must be a text", at: position)
    }
    return scalar.text
  }

  func bool(_ key: String) throws(DocumentError) -> Bool {
    guard case .scalar(let scalar) = content, scalar.kind == .bool else {
      throw DocumentError("\(key) must be true or false", at: position)
    }
    return scalar.text.lowercased() == "true"
  }

  /// An integer of at most 64 bits, as a number or a text, because identifiers are often quoted.
  func integer(_ key: String) throws(DocumentError) -> Int64 {
    guard case .scalar(let scalar) = content, let value = Int64(scalar.text) else {
      throw DocumentError("\(key) must be an integer", at: position)
    }
    return value
  }

  /// A list. A single value counts as a list of one.
  var list: [DocumentNode] {
    if case .list(let elements) = content { elements } else { [self] }
  }

  /// One of several words.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ key: String, _ type: Choice.Type
  ) throws(DocumentError) -> Choice {
    let text = try text(key)
    guard let choice = Choice(rawValue: text) else {
      throw DocumentError(
        key, cannotBe: text, among: Choice.allCases.map(\.rawValue), at: position)
    }
    return choice
  }
}

extension DocumentError {
  /// A value that is not one of the allowed words.
  init(_ key: String, cannotBe text: String, among words: [String], at position: DocumentPosition) {
    self.init(
      "\(key) cannot be \"\(text)\"", at: position,
      hint: closest(to: text, among: words).map { "did you mean \"\($0)\"?" }
        ?? "it can be \(words.joined(separator: ", "))")
  }
}
