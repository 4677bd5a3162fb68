internal import ReceiptCore

/// A JSON Schema (draft 2020-12), or a part of one.
struct Schema {
  private let members: [JSONValue.Member]

  var json: JSONValue { .object(members) }

  init(_ members: KeyValuePairs<String, JSONValue>) {
    self.members = members.map { JSONValue.Member(name: $0.key, value: $0.value) }
  }

  private init(_ members: [JSONValue.Member]) { self.members = members }

  // MARK: Values

  static let anything = Schema([:])
  static let text = Schema(["type": .string("string")])
  static let integer = Schema(["type": .string("integer")])
  static let flag = Schema(["type": .string("boolean")])
  static let date = Schema(["type": .string("string"), "format": .string("date-time")])
  static let dateOrNull = types("string", "null").adding("format", .string("date-time"))
  static let base64 = Schema(["type": .string("string"), "contentEncoding": .string("base64")])
  static let hexadecimal = pattern("^([0-9a-f]{2})*$")
  static let null = Schema(["type": .string("null")])

  static func types(_ names: String...) -> Schema {
    Schema(["type": .array(names.map { .string($0) })])
  }

  /// A text that fits a regular expression.
  static func pattern(_ expression: String) -> Schema {
    Schema(["type": .string("string"), "pattern": .string(expression)])
  }

  /// One of these words.
  static func word(_ words: [String]) -> Schema {
    Schema(["enum": .array(words.map { .string($0) })])
  }

  static func wordOrNull(_ words: [String]) -> Schema {
    Schema(["enum": .array(words.map { .string($0) } + [.null])])
  }

  static func word<Word: RawRepresentable<String> & CaseIterable>(_ type: Word.Type) -> Schema {
    word(type.allCases.map(\.rawValue))
  }

  static func constant(_ number: Int) -> Schema { Schema(["const": .number(String(number))]) }

  // MARK: Containers

  static func list(of element: Schema, atLeast count: Int? = nil) -> Schema {
    let list = Schema(["type": .string("array"), "items": element.json])
    return count.map { list.adding("minItems", .number(String($0))) } ?? list
  }

  /// Any names, each with such a value.
  static func table(of value: Schema) -> Schema {
    Schema(["type": .string("object"), "additionalProperties": value.json])
  }

  /// - Parameter isClosed: Whether other members are refused, as in what people write. What the tool prints may
  ///   get more members.
  static func object(_ members: [Member], isClosed: Bool = false) -> Schema {
    var schema = Schema(["type": .string("object")])
    let required = members.filter(\.isRequired).map(\.name)
    if !required.isEmpty {
      schema = schema.adding("required", .array(required.map { .string($0) }))
    }
    if isClosed { schema = schema.adding("additionalProperties", .bool(false)) }
    return schema.adding(
      "properties",
      .object(members.map { JSONValue.Member(name: $0.name, value: $0.schema.json) }))
  }

  /// A member of an object.
  struct Member {
    let name: String
    let schema: Schema
    let isRequired: Bool

    static func always(_ name: String, _ schema: Schema) -> Member {
      Member(name: name, schema: schema, isRequired: true)
    }

    static func maybe(_ name: String, _ schema: Schema) -> Member {
      Member(name: name, schema: schema, isRequired: false)
    }
  }

  // MARK: Combinations

  static func either(_ schemas: Schema...) -> Schema { either(schemas) }

  static func either(_ schemas: [Schema]) -> Schema {
    Schema(["anyOf": .array(schemas.map(\.json))])
  }

  /// Exactly one of them.
  static func one(of schemas: Schema...) -> Schema {
    Schema(["oneOf": .array(schemas.map(\.json))])
  }

  /// One, or a list of them.
  static func oneOrMore(_ element: Schema, atLeast count: Int? = nil) -> Schema {
    one(of: element, list(of: element, atLeast: count))
  }

  /// What stands under a name in the definitions of the document.
  static func definition(_ name: String) -> Schema {
    Schema(["$ref": .string("#/$defs/\(name)")])
  }

  func described(_ words: String?) -> Schema {
    guard let words else { return self }
    return Schema(
      [JSONValue.Member(name: "description", value: .string(words))] + members)
  }

  func adding(_ name: String, _ value: JSONValue) -> Schema {
    Schema(members + [JSONValue.Member(name: name, value: value)])
  }
}

/// A document with a schema: an output of the tool, or a file that it reads.
struct SchemaDocument {
  typealias Definition = (name: String, schema: Schema)

  let name: String
  /// What it describes, in a few words.
  let title: String
  let root: Schema
  let definitions: [Definition]

  var json: JSONValue {
    var document =
      Schema([
        "$schema": .string("https://json-schema.org/draft/2020-12/schema"), "title": .string(title),
      ]).json.members ?? []
    document += root.json.members ?? []
    if !definitions.isEmpty {
      document.append(
        JSONValue.Member(
          name: "$defs",
          value: .object(
            definitions.map { JSONValue.Member(name: $0.name, value: $0.schema.json) })))
    }
    return .object(document)
  }

  static let all: [SchemaDocument] = [
    .decode, .compactDecode, .ids, .verifyReceipt, .request, .check, .compactCheck, .checkSummary,
    .diagnose, .compactDiagnose, .timeline, .table, .diff, .dump, .explain, .redactMap,
    .makeManifest, .expectations, .settings,
  ]
}
