internal import ReceiptCore

/// How a value stands in the JSON that the tool prints. Of an `object`, what writes it and the schema come from the same
/// members. Elsewhere they stand next to each other, and tests hold one to the other.
struct Shape<Value>: Sendable {
  /// What schemas call it; `nil` where it stands in them as it is.
  private let name: String?
  private let makeSchema: @Sendable () -> Schema
  let write: @Sendable (Value, inout JSONWriter) -> Void

  /// - Parameter schema: It is made when it is asked for, because it takes longer than most answers.
  init(
    named name: String? = nil, _ schema: @autoclosure @escaping @Sendable () -> Schema,
    write: @escaping @Sendable (Value, inout JSONWriter) -> Void
  ) {
    self.name = name
    self.makeSchema = schema
    self.write = write
  }

  /// Where it stands in another schema.
  var schema: Schema { name.map(Schema.definition) ?? makeSchema() }
  /// Among the definitions of a document.
  var definition: SchemaDocument.Definition { (name ?? "", makeSchema()) }

  /// A member of an object, or several that stand together.
  struct Member: Sendable {
    /// Empty where there are several.
    let name: String
    private let makeSchemas: @Sendable () -> [Schema.Member]
    let write: @Sendable (Value, inout JSONWriter) -> Void

    init(
      _ name: String, _ schemas: @autoclosure @escaping @Sendable () -> [Schema.Member],
      write: @escaping @Sendable (Value, inout JSONWriter) -> Void
    ) {
      self.name = name
      makeSchemas = schemas
      self.write = write
    }

    var schemas: [Schema.Member] { makeSchemas() }
  }

  /// An object. Its members are in the order of their names.
  static func object(named name: String? = nil, _ members: [Member]) -> Shape {
    let write = oneAfterTheOther(members[...])
    return Shape(named: name, .object(members.flatMap(\.schemas))) { value, json in
      json.object { write(value, &$0) }
    }
  }
}

/// Writes all of them in order. A loop over a list would count a reference to each at every call. What is read from a
/// list or an optional that holds closures is wrapped in another closure, so these hold members.
private func oneAfterTheOther<Value>(
  _ members: ArraySlice<Shape<Value>.Member>
) -> @Sendable (Value, inout JSONWriter) -> Void {
  if members.count == 1 { return members[members.startIndex].write }
  if members.isEmpty { return { _, _ in } }
  let middle = members.startIndex + members.count / 2
  let first = oneAfterTheOther(members[..<middle])
  let second = oneAfterTheOther(members[middle...])
  return { value, json in
    first(value, &json)
    second(value, &json)
  }
}

// MARK: Members

extension Shape.Member {
  static func always<Part>(
    _ name: String, _ shape: Shape<Part>, _ meaning: String? = nil, isSorted: Bool = true,
    _ get: @escaping @Sendable (Value) -> Part
  ) -> Self {
    Self(name, [.always(name, shape.schema.described(meaning))]) { value, json in
      json.key(name, isSorted: isSorted)
      shape.write(get(value), &json)
    }
  }

  /// It is left out without a value.
  static func maybe<Part>(
    _ name: String, _ shape: Shape<Part>, _ meaning: String? = nil,
    _ get: @escaping @Sendable (Value) -> Part?
  ) -> Self {
    Self(name, [.maybe(name, shape.schema.described(meaning))]) { value, json in
      guard let part = get(value) else { return }
      json.key(name)
      shape.write(part, &json)
    }
  }

  /// A list that is left out if it is empty.
  static func filled<Element>(
    _ name: String, _ element: Shape<Element>, _ meaning: String? = nil,
    _ get: @escaping @Sendable (Value) -> [Element]
  ) -> Self {
    let list = Shape<[Element]>.list(of: element, atLeast: 1)
    return Self(name, [.maybe(name, list.schema.described(meaning))]) { value, json in
      let elements = get(value)
      guard !elements.isEmpty else { return }
      json.key(name)
      list.write(elements, &json)
    }
  }

  /// What every object of the tool has.
  static var version: Self {
    .always("schema", Shape<Int>(.constant(1)) { $1.number(Int64($0)) }) { _ in 1 }
  }

  /// The members of a part, as members of what it is a part of.
  static func those<Part>(
    _ members: [Shape<Part>.Member], of get: @escaping @Sendable (Value) -> Part
  ) -> Self {
    let write = oneAfterTheOther(members[...])
    return Self("", members.flatMap(\.schemas)) { write(get($0), &$1) }
  }
}

// MARK: Values

extension Shape {
  static func list<Element>(of element: Shape<Element>, atLeast count: Int? = nil) -> Shape
  where Value == [Element] {
    Shape(.list(of: element.schema, atLeast: count)) { elements, json in
      json.array(elements) { element.write($1, &$0) }
    }
  }
}

extension Shape<String> {
  static let text = Shape(.text) { $1.string($0) }
  static let hexadecimal = Shape(.hexadecimal) { $1.string($0) }

  /// One of these words.
  static func word(_ words: @autoclosure @escaping @Sendable () -> [String]) -> Shape {
    Shape(.word(words())) { $1.string($0) }
  }
}

extension Shape where Value: RawRepresentable<String> & CaseIterable & Sendable {
  /// The name of the case.
  static var word: Shape { Shape(.word(Value.self)) { $1.string($0.rawValue) } }
}

extension Shape where Value: FixedWidthInteger & Sendable {
  static var integer: Shape { Shape(.integer) { $1.number(Int64($0)) } }
}

extension Shape<Bool> {
  static let flag = Shape(.flag) { $1.bool($0) }
}

extension Shape<ReceiptDate> {
  static let date = Shape(.date) { $1.string($0.description) }
}

extension Shape<JSONValue> {
  static let anything = Shape(.anything) { $1.value($0) }
}
