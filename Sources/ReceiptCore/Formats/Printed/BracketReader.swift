/// Reads a value that a program printed in brackets, by a table of what that program writes.
struct BracketReader {
  /// How a program writes values.
  struct Dialect: Sendable {
    /// The first that fits counts.
    let brackets: [Bracket]
    /// What stands between a name and its value.
    let assignments: [String]
    /// Reads a name, or a value without parts.
    let scalar:
      @Sendable (_ cursor: inout TextCursor, _ isValue: Bool) throws(JSONFault) -> JSONValue
    /// Values that begin with a bracket and have no parts: `[Object]`.
    let words: [String]
    /// Steps over what may stand before a value and says nothing.
    let skip: @Sendable (_ cursor: inout TextCursor) -> Void
    /// Whether a comma or a semicolon stands between parts.
    let needsSeparators: Bool
    /// Whether a bracket or one of the words may begin with each byte.
    fileprivate let mayOpen: [Bool]

    init(
      brackets: [Bracket], assignments: [String],
      scalar:
        @escaping @Sendable (_ cursor: inout TextCursor, _ isValue: Bool) throws(JSONFault) ->
        JSONValue,
      words: [String] = [],
      skip: @escaping @Sendable (_ cursor: inout TextCursor) -> Void = { _ in },
      needsSeparators: Bool = true
    ) {
      self.brackets = brackets
      self.assignments = assignments
      self.scalar = scalar
      self.words = words
      self.skip = skip
      self.needsSeparators = needsSeparators
      let openings = (brackets.map(\.open) + words).compactMap(\.utf8.first)
      mayOpen = (UInt8.min...UInt8.max).map(openings.contains)
    }

    func mayOpen(at cursor: TextCursor) -> Bool { cursor.next.map { mayOpen[Int($0)] } ?? false }
  }

  struct Bracket: Sendable {
    let open: String
    let close: UInt8
    /// `nil` for words around a single value, such as `Optional(…)`.
    let kind: ValueBuilder.Kind?
    /// It stands right behind a name: `Name[`.
    var isBehindName = false

    /// Those of JSON.
    static let usual = [Bracket("{", "}", .object), Bracket("[", "]", .array)]

    init(
      _ open: String, _ close: Unicode.Scalar, _ kind: ValueBuilder.Kind?,
      isBehindName: Bool = false
    ) {
      self.isBehindName = isBehindName
      self.open = open
      self.close = UInt8(ascii: close)
      self.kind = kind
    }
  }

  private let dialect: Dialect
  private var cursor: TextCursor
  private var builder = ValueBuilder()
  /// The open brackets. The innermost one is last.
  private var open: [Bracket] = []

  /// Reads the value at the beginning of the range, and moves the cursor behind it.
  static func read(_ cursor: inout TextCursor, _ dialect: Dialect) throws(JSONFault) -> JSONValue {
    var reader = BracketReader(dialect: dialect, cursor: cursor)
    let value = try reader.value()
    cursor = reader.cursor
    return value
  }

  private mutating func value() throws(JSONFault) -> JSONValue {
    while true {
      cursor.skipSpace()
      dialect.skip(&cursor)
      if let last = open.last, last.kind != nil, cursor.next == last.close {
        try builder.close(at: cursor.position)
        cursor.position += 1
        open.removeLast()
      } else if !dialect.mayOpen(at: cursor) {
        if try part() { continue }
      } else if let word = dialect.words.first(where: { cursor.begins(with: $0) }) {
        cursor.position += word.utf8.count
        try builder.add(.null, at: cursor.position)
      } else if let bracket = dialect.brackets.first(where: {
        cursor.begins(with: $0.open) && (!$0.isBehindName || cursor.isBehindName)
      }) {
        try begin(bracket)
        continue
      } else if try part() {
        continue
      }
      try endOfPart()
      if open.isEmpty, let root = builder.root { return root }
    }
  }

  private mutating func begin(_ bracket: Bracket) throws(JSONFault) {
    // Words around a value are not a container for the builder, so they are limited here.
    guard open.count < JSONReader.maximumDepth else {
      throw JSONFault(
        "it is nested more than \(JSONReader.maximumDepth) deep", cursor.position, .tooDeep)
    }
    if let kind = bracket.kind { try builder.open(kind, at: cursor.position) }
    cursor.position += bracket.open.utf8.count
    open.append(bracket)
  }

  /// Reads a value without parts, or a name. Returns whether it was a name.
  private mutating func part() throws(JSONFault) -> Bool {
    let start = cursor.position
    let kind = open.last?.kind
    let value = try dialect.scalar(&cursor, kind != .object || builder.awaitsValue)
    cursor.skipSpace()
    if let kind, kind != .array, !builder.awaitsValue,
      let sign = dialect.assignments.first(where: { cursor.begins(with: $0) })
    {
      cursor.position += sign.utf8.count
      try builder.name(value.string ?? value.description, at: start)
      return true
    }
    // A name that breaks off.
    if kind == .object, !builder.awaitsValue, cursor.isAtEnd { throw cursor.fault("") }
    try builder.add(value, at: start)
    return false
  }

  /// Steps over what ends a part: a comma, a semicolon, or the brackets of words around it.
  private mutating func endOfPart() throws(JSONFault) {
    while let last = open.last {
      cursor.skipSpace()
      if cursor.next == UInt8(ascii: ",") || cursor.next == UInt8(ascii: ";"), last.kind != nil {
        cursor.position += 1
        return
      }
      guard cursor.next == last.close else {
        if !dialect.needsSeparators, !cursor.isAtEnd { return }
        throw cursor.fault("a comma or a bracket is missing")
      }
      guard last.kind == nil else { return }
      cursor.position += 1
      open.removeLast()
    }
  }
}

/// A syntax in brackets. Its dialect says all that its reader needs.
protocol BracketSyntax {
  static var dialect: BracketReader.Dialect { get }
}

extension BracketSyntax {
  /// Reads the value at the beginning of the range, and moves the cursor behind it.
  static func read(_ cursor: inout TextCursor) throws(JSONFault) -> JSONValue {
    try BracketReader.read(&cursor, dialect)
  }
}

extension TextCursor {
  /// Whether a letter or a digit stands before this place.
  fileprivate var isBehindName: Bool { position > 0 && Text.isAlphanumeric(bytes[position - 1]) }
}
