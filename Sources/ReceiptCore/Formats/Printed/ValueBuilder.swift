/// Puts a value together from its parts in document order. The open containers are on a stack, so depth costs
/// no recursion. The limits are those of JSON.
struct ValueBuilder {
  /// What a container turns out to be.
  enum Kind {
    case object
    case array
    /// An object if its parts have names, else an array.
    case either
    /// The same, and an array as well if the names are the numbers from 0 up.
    case numbered
  }

  private struct Container {
    let kind: Kind
    var members: [JSONValue.Member] = []
    var elements: [JSONValue] = []
    /// The name whose value comes next.
    var name: String?
    var names = NameTable()
  }

  private var stack: [Container] = []
  private var count = 0
  /// The whole value, once it is complete.
  private(set) var root: JSONValue?

  var depth: Int { stack.count }
  /// A name was read, and its value comes next.
  var awaitsValue: Bool { stack.last?.name != nil }

  mutating func open(_ kind: Kind, at offset: Int) throws(JSONFault) {
    guard stack.count < JSONReader.maximumDepth else {
      throw JSONFault("it is nested more than \(JSONReader.maximumDepth) deep", offset, .tooDeep)
    }
    try countOne(at: offset)
    stack.append(Container(kind: kind))
  }

  mutating func name(_ name: String, at offset: Int) throws(JSONFault) {
    guard let last = stack.indices.last, stack[last].kind != .array, stack[last].name == nil else {
      throw JSONFault("a name stands where a value should be", offset)
    }
    guard stack[last].names.insert(name, among: stack[last].members) else {
      throw JSONFault("a name occurs twice in one object", offset, .duplicateName)
    }
    stack[last].name = name
  }

  mutating func add(_ value: JSONValue, at offset: Int) throws(JSONFault) {
    try countOne(at: offset)
    try put(value, at: offset)
  }

  mutating func close(at offset: Int) throws(JSONFault) {
    guard let container = stack.popLast() else {
      throw JSONFault("a bracket closes nothing", offset)
    }
    guard container.name == nil else {
      throw JSONFault("a name has no value", offset)
    }
    guard container.members.isEmpty || container.elements.isEmpty else {
      throw JSONFault("a value has no name", offset)
    }
    try put(Self.value(container), at: offset)
  }

  private mutating func put(_ value: JSONValue, at offset: Int) throws(JSONFault) {
    guard let last = stack.indices.last else {
      guard root == nil else { throw JSONFault("something follows where the value ends", offset) }
      root = value
      return
    }
    if let name = stack[last].name {
      stack[last].members.append(JSONValue.Member(name: name, value: value))
      stack[last].name = nil
    } else {
      guard stack[last].kind != .object else { throw JSONFault("a value has no name", offset) }
      stack[last].elements.append(value)
    }
  }

  private static func value(_ container: Container) -> JSONValue {
    if container.kind == .numbered, !container.members.isEmpty,
      zip(container.members.indices, container.members).allSatisfy({ String($0) == $1.name })
    {
      return .array(container.members.map(\.value))
    }
    return container.kind == .object || !container.members.isEmpty
      ? .object(container.members) : .array(container.elements)
  }

  private mutating func countOne(at offset: Int) throws(JSONFault) {
    count += 1
    guard count <= JSONReader.maximumValues else {
      throw JSONFault(
        "there are more than \(JSONReader.maximumValues) values", offset, .tooManyValues)
    }
  }
}

extension JSONValue {
  /// A word without quotation marks, in a syntax that does not tell texts from numbers.
  ///
  /// Milliseconds become a number, because StoreKit's dates must be numbers. Other digits stay text: a version
  /// such as `42` must be text, and responses have most numbers as text.
  init(untypedWord word: String) {
    let isMilliseconds =
      (12...13).contains(word.utf8.count) && word.utf8.first != UInt8(ascii: "0")
      && word.utf8.allSatisfy(Text.isDigit)
    self = isMilliseconds ? .number(word) : .string(word)
  }

  /// A word without quotation marks that is a number if it looks like one. A version such as `1.0` or `007`
  /// stays text.
  init(typedWord word: String) {
    self = Int64(word).map { String($0) == word } ?? false ? .number(word) : .string(word)
  }

  /// A number with any digits; a text if JSON cannot write it so.
  init(typedNumber word: String) {
    if let value = try? JSONReader.read(Array(word.utf8)), case .number = value {
      self = value
    } else {
      self = .string(word)
    }
  }
}
