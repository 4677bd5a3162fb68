internal import ReceiptCore
internal import ReceiptInsight

/// What `explain --format json` prints: schema 1.
struct Explanation {
  /// The word that was asked for; `nil` for a list.
  var word: String?
  var entries: [GlossaryEntry] = []
  /// The groups of words, where only those are listed.
  var kinds: [GlossaryEntry.Kind]?
  var error: ReceiptError?

  func write(to output: Output) {
    var json = JSONSequence(output, .object)
    json.add(self, Self.shape)
  }

  private static let shape = Shape<Explanation>.object([
    .maybe("error", ReceiptError.shape) { $0.error },
    .maybe("kinds", .list(of: kind)) { $0.kinds },
    .always("meanings", .list(of: GlossaryEntry.shape)) { $0.entries },
    .version,
    .maybe("word", .text) { $0.word },
  ])

  private static let kind = Shape<GlossaryEntry.Kind>.object([
    .always("heading", .text) { $0.heading },
    .always("kind", .word) { $0 },
    .always("words", .integer) { kind in Glossary.entries.count { $0.kind == kind } },
  ])

  fileprivate static let document = SchemaDocument(
    name: "explain", title: "What receipt explain --format json prints", root: shape.schema,
    definitions: [GlossaryEntry.shape.definition, ReceiptError.shape.definition])
}

extension GlossaryEntry {
  fileprivate static let shape = Shape<GlossaryEntry>.object(
    named: "meaning",
    [
      .maybe("advice", .text) { $0.advice },
      .filled("aliases", .text) { $0.aliases },
      .maybe("caution", .text) { $0.caution },
      .always("kind", .word) { $0.kind },
      .always("meaning", .text) { $0.meaning },
      .maybe("note", .text) { $0.note },
      .maybe("place", .text) { $0.place.isEmpty ? nil : $0.place },
      .filled("values", value) { $0.values },
      .always("word", .text) { $0.word },
    ])

  private static let value = Shape<KnownValue>.object([
    .always("meaning", .text) { $0.meaning }, .always("value", .text) { $0.value },
  ])
}

extension SchemaDocument {
  static let explain = Explanation.document
}
