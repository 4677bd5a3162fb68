internal import ReceiptCore
internal import ReceiptInsight

extension SchemaDocument {
  static let dump = SchemaDocument(
    name: "dump", title: "What receipt dump --format json prints",
    root: .either(
      .definition("dump"), .definition("failure"),
      .list(of: .either(.definition("dump"), .definition("failure"))), .definition("header"),
      .definition("element")
    ).described(
      "An object for one input in which one thing was found, otherwise an array. Of NDJSON the first line is "
        + "the header, and each other one an element."),
    definitions: [
      ("dump", .object([.always("elements", .list(of: .definition("element")))] + header)),
      ("header", .object(header)),
      ("failure", .failure),
      ("element", .either(.definition("node"), .definition("begin"), .definition("end"))),
      ("node", node),
      (
        "begin",
        .object([
          .always("begins_part", .integer), .always("depth", .integer),
          .always("layers", .list(of: .text)), .always("length", .integer), .maybe("name", .text),
        ])
      ),
      ("end", .object([.always("ends_part", .integer)])),
      ("error", .error), ("source_name", .sourceName),
    ])

  private static let header: [Schema.Member] = [
    .maybe("error", .definition("error")),
    Schema.version,
    .always(
      "source",
      .object([
        .always("bytes", .integer), .always("layers", .layers), .maybe("line", .integer),
        .always("name", .text), .maybe("part", .text),
        .always("structure", .word(StructureInput.Form.self)),
      ])),
  ]

  private static let node = Schema.object([
    .maybe(
      "anomalies",
      .list(
        of: .object([
          .always("id", .word(StructureAnomaly.ID.self)), .always("is_fault", .flag),
          .always("message", .text),
        ]), atLeast: 1)),
    .maybe("content", .hexadecimal), .always("content_length", .integer),
    .always("depth", .integer), .maybe("header", .hexadecimal),
    .always("header_length", .integer), .maybe("indefinite", .flag), .maybe("meaning", .text),
    .maybe("name", .text), .always("offset", .integer), .maybe("part", .integer),
    .maybe("separator", .hexadecimal), .always("tag", .text),
    .maybe("value", .either(.text, .flag, .list(of: .text))),
  ])
}
