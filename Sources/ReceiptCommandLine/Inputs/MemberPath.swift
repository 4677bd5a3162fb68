internal import ReceiptCore

/// The way to a value in a JSON object, as jq and JSONPath write it: `payload.after.receipt`, `records[0].data`.
///
/// A name that stands so in the object comes first, with its dots and brackets.
struct MemberPath: Sendable {
  /// The path as it was written.
  let text: String
  private let steps: [Step]

  private struct Step {
    /// The name of a member, or the number of an element.
    let name: String
    /// The path from here on, which may be one name.
    let rest: Substring
  }

  init(_ text: String) {
    self.text = text
    steps = Self.steps(of: text) ?? [Step(name: text, rest: text[...])]
  }

  /// Where a path led.
  struct Trace {
    /// The place of the last value that is there.
    fileprivate(set) var place = JSONPlace()
    fileprivate(set) var value: JSONValue
    /// The name or number of what is missing in it; `nil` if nothing is.
    fileprivate(set) var missing: String?
  }

  /// Follows the path as far as it leads. At each level each member is looked at twice at most.
  func trace(in object: JSONValue) -> Trace {
    var trace = Trace(value: object)
    for step in steps {
      if let whole = Self.index(of: step.rest, in: trace.value) {
        trace.enter(whole)
        return trace
      }
      guard let index = Self.index(of: step.name, in: trace.value) else {
        trace.missing = step.name
        return trace
      }
      trace.enter(index)
    }
    return trace
  }

  /// The value at the end of the path.
  func value(in object: JSONValue) -> JSONValue? { whole(in: object)?.value }

  /// The place at the end of the path.
  func place(in object: JSONValue) -> JSONPlace? { whole(in: object)?.place }

  private func whole(in object: JSONValue) -> Trace? {
    let trace = trace(in: object)
    return trace.missing == nil ? trace : nil
  }

  private static func index(of name: some StringProtocol, in container: JSONValue) -> Int? {
    if let members = container.members {
      return members.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
    }
    guard let elements = container.elements, let index = Int(name), elements.indices.contains(index)
    else { return nil }
    return index
  }

  // MARK: Syntax

  /// `nil` for what is no path, but may be a name.
  private static func steps(of text: String) -> [Step]? {
    var rest = text[...]
    // The object itself, as JSONPath writes it.
    if rest.hasPrefix("$.") || rest.hasPrefix("$[") { rest.removeFirst() }
    var steps: [Step] = []
    repeat {
      if rest.first == "." { rest.removeFirst() }
      let whole = steps.isEmpty ? text[...] : rest
      guard let name = rest.first == "[" ? bracketed(&rest) : plain(&rest) else { return nil }
      steps.append(Step(name: name, rest: whole))
    } while !rest.isEmpty
    return steps
  }

  /// A name up to a dot or a bracket.
  private static func plain(_ rest: inout Substring) -> String? {
    let name = rest.prefix { $0 != "." && $0 != "[" }
    rest = rest[name.endIndex...]
    return name.isEmpty ? nil : String(name)
  }

  /// `[0]`, `["name"]` or `['name']`.
  private static func bracketed(_ rest: inout Substring) -> String? {
    rest.removeFirst()
    let quote = rest.first.flatMap { $0 == "\"" || $0 == "'" ? $0 : nil }
    if quote != nil { rest.removeFirst() }
    guard let end = rest.firstIndex(of: quote ?? "]") else { return nil }
    let name = rest[..<end]
    rest = rest[end...]
    if quote != nil { rest.removeFirst() }
    guard rest.first == "]", quote != nil || !name.isEmpty && name.utf8.allSatisfy(Text.isDigit)
    else { return nil }
    rest.removeFirst()
    return String(name)
  }
}

extension MemberPath.Trace {
  fileprivate mutating func enter(_ index: Int) {
    place = place.appending(index, in: value)
    value = value.child(index) ?? .null
  }

  /// Why the path leads no further; `nil` if it led to its end.
  var error: ReceiptError? {
    guard let missing else { return nil }
    if let members = value.members {
      return .missing(
        missing, among: members.map(\.name), what: "member", of: "object",
        in: place.steps.isEmpty ? nil : way)
    }
    return ReceiptError(
      .missingField,
      "there is no \(shortened(missing, to: ReceiptError.longestName)) in \(way), which is \(kind)",
      hint: value.elements == nil
        ? "the path leads to \(way), and no further" : "the first element is \(way)[0]")
  }

  private var kind: String {
    switch value {
    case .object: "an object"
    case .array(let elements): "an array of \(counted(elements.count, "element"))"
    case .string: "a text"
    case .number: "a number"
    case .bool: "true or false"
    case .null: "null"
    }
  }

  /// The path to the last value that is there.
  var way: String {
    let way = place.steps.reduce(into: "") { way, step in
      way += step.name.map { (way.isEmpty ? "" : ".") + $0 } ?? "[\(step.index)]"
    }
    return shortened(way, to: ReceiptError.longestName)
  }
}
