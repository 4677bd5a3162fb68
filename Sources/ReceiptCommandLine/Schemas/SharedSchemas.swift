internal import ReceiptCore

extension Schema {
  /// What every object of the tool's JSON has.
  static let version: Member = .always("schema", .constant(1))

  /// The members for an input of which nothing could be read.
  static let sourceName = object(sourceNameMembers)

  private static let sourceNameMembers: [Member] = [
    .maybe("line", integer.described("The line of the input, counted from 1.")),
    .always("name", text.described("The file as it was named; - for standard input.")),
    .maybe("part", text.described("Where in the input it stands, where there are several.")),
    .maybe("row", table(of: anything).described("What stands beside the receipt in its row.")),
  ]

  static let source = object(
    [
      .always("bytes", integer.described("The size without the layers.")),
      .always("encoding", word(ReceiptEncoding.self)),
      .always("form", word(ReceiptForm.self)),
      .always("layers", layers),
    ] + sourceNameMembers)

  static let layers = list(of: word(ReceiptInput.Layer.self)).described(
    "What was taken off, outermost first.")

  static let error = object([
    .always("code", word(ErrorGlossary.rows.map(\.code))),
    .maybe("hint", text), .always("message", text),
    .maybe("offset", integer), .maybe("path", text),
  ])

  /// Whose signature it is.
  static let signature = object(signatureMembers)

  static let signatureMembers: [Member] = [
    .maybe("digest", word(DigestAlgorithm.self)),
    .maybe("reason", reason),
    .always("status", word(words(of: .signature))),
  ]

  static let reason = word(CheckReason.all.map(\.rawValue))

  /// Named values, all of them texts.
  static let evidence = table(of: text)

  /// An input of which nothing could be read.
  static let failure = object([
    .always("error", definition("error")), version, .always("source", definition("source_name")),
  ])

  /// The words of a kind that are explained.
  static func words(of kind: GlossaryEntry.Kind) -> [String] {
    Glossary.entries.filter { $0.kind == kind }.map(\.word)
  }
}

extension SchemaDocument {
  /// An object for one receipt in one input, otherwise an array of such objects.
  static func objectOrArray(
    _ name: String, _ title: String, of objects: [String],
    _ definitions: [(name: String, schema: Schema)]
  ) -> SchemaDocument {
    return SchemaDocument(
      name: name, title: title,
      root: .either(.definition("one"), .list(of: .definition("one"))).described(
        "An object for one receipt in one input, otherwise an array. Each line of NDJSON is such an object."
      ),
      definitions: [("one", Schema.either(objects.map(Schema.definition)))] + definitions + shared)
  }

  private static let shared: [(name: String, schema: Schema)] = [
    ("error", .error), ("signature", .signature), ("source", .source),
    ("source_name", .sourceName),
  ]
}
