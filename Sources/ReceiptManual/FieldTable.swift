/// The members of an output with their meanings, as the tool says them.
struct FieldTable {
  /// The command whose output it is.
  static let command = "decode"
  /// The definitions of its schema that have fields of receipts.
  static let sections = [
    (definition: "receipt", title: "Members of `receipt`"),
    (definition: "purchase", title: "Members of a purchase"),
    (definition: "renewal", title: "Members of a renewal"),
  ]

  private let schema: Schema
  private let meanings: [Glossary.Entry]

  /// What `receipt schema` prints, as far as it is needed here.
  struct Schema: Decodable {
    let definitions: [String: Definition]

    private enum CodingKeys: String, CodingKey {
      case definitions = "$defs"
    }

    struct Definition: Decodable {
      let properties: [String: Ignored]?
    }

    struct Ignored: Decodable {
      init(from decoder: any Decoder) {}
    }
  }

  /// What `receipt explain --list --format json` prints.
  struct Glossary: Decodable {
    let meanings: [Entry]

    struct Entry: Decodable {
      let word: String
      let aliases: [String]?
      let kind: String
      let meaning: String
    }
  }

  init(_ schema: Schema, _ glossary: Glossary) {
    self.schema = schema
    // Apple's name of a field says more than the number of its attribute.
    meanings = ["field", "attribute"].flatMap { kind in
      glossary.meanings.filter { $0.kind == kind }
    }
  }

  func rows(of definition: String) -> [(name: String, meaning: String)] {
    (schema.definitions[definition]?.properties ?? [:]).keys.sorted().map { name in
      let key = Self.key(name)
      let entry = meanings.first { entry in
        ([entry.word] + (entry.aliases ?? [])).contains { Self.key($0) == key }
      }
      return (name, entry?.meaning ?? "")
    }
  }

  /// A name without what joins its parts: `bundle_id` is `bundleId`.
  private static func key(_ name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber }
  }
}
