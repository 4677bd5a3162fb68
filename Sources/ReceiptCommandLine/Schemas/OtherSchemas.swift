internal import ReceiptCore

extension SchemaDocument {
  static let explain = SchemaDocument(
    name: "explain", title: "What receipt explain --format json prints",
    root: .object([
      .maybe("error", .definition("error")),
      .maybe(
        "kinds",
        .list(
          of: .object([
            .always("heading", .text), .always("kind", kind), .always("words", .integer),
          ]))),
      .always("meanings", .list(of: .definition("meaning"))),
      Schema.version,
      .maybe("word", .text),
    ]),
    definitions: [
      (
        "meaning",
        .object([
          .maybe("advice", .text), .maybe("aliases", .list(of: .text, atLeast: 1)),
          .maybe("caution", .text), .always("kind", kind), .always("meaning", .text),
          .maybe("note", .text), .maybe("place", .text),
          .maybe(
            "values",
            .list(
              of: .object([.always("meaning", .text), .always("value", .text)]), atLeast: 1)),
          .always("word", .text),
        ])
      ), ("error", .error),
    ])

  private static let kind = Schema.word(GlossaryEntry.Kind.self)

  static let redactMap = SchemaDocument(
    name: "redact-map", title: "What receipt redact --map writes",
    root: .object([
      .always(
        "originals",
        .list(
          of: .object([
            .always("message", .text), .always("name", .text), .maybe("part", .text),
            .maybe("reason", .reason), .always("status", .word(Schema.words(of: .signature))),
          ]))),
      .always(
        "replaced",
        .list(
          of: .object([
            .always("field", .text), .always("original", .text), .always("replacement", .text),
          ]))),
      Schema.version,
    ]), definitions: [])

  static let makeManifest = SchemaDocument(
    name: "make-manifest", title: "The manifest of what receipt make --broken all writes",
    root: .object([
      .always(
        "cases",
        .list(
          of: .object([
            .always("exact_input", .flag), .always("file", .text),
            .always("file_verdict", verdict), .always("name", .text),
            .always("options", .list(of: .text)), .maybe("reason", .text),
            .maybe("status", .word(Schema.words(of: .verdict))), .always("summary", .text),
            .always("verdict", verdict),
          ]))),
      .always("roots", .text),
      Schema.version,
    ]), definitions: [])

  private static let verdict = Schema.word(CheckReport.Verdict.self)
}
