internal import ReceiptCore
internal import ReceiptMaking

/// What `redact --map` writes: schema 1.
struct RedactMap {
  let originals: [RedactedOriginal]
  let replacements: [Redactor.Replacement]

  static let shape = Shape<RedactMap>.object([
    .always("originals", .list(of: original)) { $0.originals },
    .always("replaced", .list(of: replacement)) { $0.replacements },
    .version,
  ])

  private static let original = Shape<RedactedOriginal>.object([
    .always("message", .text) { $0.message },
    .always("name", .text) { $0.source.name },
    .maybe("part", .text) { $0.source.part },
    .maybe("reason", .reason) { $0.verification.reason?.rawValue },
    .always("status", .status) { $0.verification.status.rawValue },
  ])

  private static let replacement = Shape<Redactor.Replacement>.object([
    .always("field", .text) { $0.field },
    .always("original", .text) { $0.original },
    .always("replacement", .text) { $0.replacement },
  ])
}

extension SchemaDocument {
  static let redactMap = SchemaDocument(
    name: "redact-map", title: "What receipt redact --map writes", root: RedactMap.shape.schema,
    definitions: [])
}
