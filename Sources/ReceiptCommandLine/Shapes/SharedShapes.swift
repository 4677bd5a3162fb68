internal import ReceiptCore

extension ReceiptError {
  static let shape = Shape<ReceiptError>.object(named: "error", members)

  private static let members: [Shape<ReceiptError>.Member] = [
    .always("code", .word(ErrorGlossary.rows.map(\.code))) { $0.code.rawValue },
    .maybe("hint", .text) { $0.advice },
    .always("message", .text) { $0.message },
    .maybe("offset", .integer) { $0.offset },
    .maybe("path", .text) { $0.path?.description },
  ]
}

extension Source {
  /// Of an input of which nothing could be read.
  static let shape = Shape<Source>.object(named: "source_name", members)
  static let members =
    place + [
      .maybe("row", .row, "What stands beside the receipt in its row.") { $0.row }
    ]

  static let place: [Shape<Source>.Member] = [
    .maybe("line", .integer, "The line of the input, counted from 1.") { $0.line },
    .always("name", .text, "The file as it was named; - for standard input.") { $0.name },
    .maybe("part", .text, "Where in the input it stands, where there are several.") { $0.part },
  ]
}

extension Shape<CarriedRow> {
  /// What stands beside a receipt, under its own names.
  static let row = Shape(.table(of: .anything)) { $1.value(.object($0.members)) }
}

/// An input with what was found in it. It keeps only what is printed: each copy of a receipt counts many references.
struct FoundSource {
  private let source: Source
  private let bytes: Int
  private let encoding: ReceiptEncoding
  private let form: ReceiptForm
  private let layers: [ReceiptInput.Layer]

  init(_ source: Source, _ decoded: DecodedReceipt) {
    self.source = source
    bytes = decoded.input.bytes.count
    encoding = decoded.writtenEncoding
    form = decoded.form
    layers = decoded.input.layers
  }

  static let shape = Shape<FoundSource>.object(
    named: "source",
    [
      .always("bytes", .integer, "The size without the layers.") { $0.bytes },
      .always("encoding", .word) { $0.encoding },
      .always("form", .word) { $0.form },
      .always("layers", .layers, "What was taken off, outermost first.") { $0.layers },
      .those(Source.members) { $0.source },
    ])
}

extension Shape<[ReceiptInput.Layer]> {
  static let layers = list(of: .word)
}

extension Verification {
  /// Whose signature it is.
  static let shape = Shape<Verification>.object(named: "signature", members)

  static let members: [Shape<Verification>.Member] = [
    .maybe("digest", .word) { $0.digest },
    .maybe("reason", .reason) { $0.reason?.rawValue },
    .always("status", .status) { $0.status.rawValue },
  ]
}

extension Shape<String> {
  /// The reason of a check.
  static let reason = word(CheckReason.all.map(\.rawValue))
  /// Whose signature a receipt has.
  static let status = word(Glossary.words(of: .signature))
  /// What a check says.
  static let verdict = word(Glossary.words(of: .verdict))
}

extension Shape<Evidence> {
  /// Named values, all of them texts.
  static let evidence = Shape(.table(of: .text)) { evidence, json in
    json.object { json in
      for (name, value) in evidence.elements { json.member(name, value) }
    }
  }
}

extension Shape.Member {
  /// It is left out if it is empty.
  static func evidence(_ get: @escaping @Sendable (Value) -> Evidence) -> Self {
    .maybe("evidence", .evidence) { value in
      let evidence = get(value)
      return evidence.isEmpty ? nil : evidence
    }
  }
}

/// An input of which nothing could be read.
struct Failure {
  let source: Source
  let error: ReceiptError

  static let shape = Shape<Failure>.object(
    named: "failure",
    [
      .always("error", ReceiptError.shape) { $0.error },
      .version,
      .always("source", Source.shape) { $0.source },
    ])
}

extension Glossary {
  /// The words of a kind that are explained.
  fileprivate static func words(of kind: GlossaryEntry.Kind) -> [String] {
    entries.filter { $0.kind == kind }.map(\.word)
  }
}

extension SchemaDocument {
  /// An object for one receipt in one input, otherwise an array of such objects.
  ///
  /// - Parameter one: What is printed of a receipt: its shape is called `one`.
  static func objectOrArray<Report>(
    _ name: String, _ title: String, of one: Shape<Report>, _ definitions: [Definition]
  ) -> SchemaDocument {
    SchemaDocument(
      name: name, title: title,
      root: .either(one.schema, .list(of: one.schema)).described(
        "An object for one receipt in one input, otherwise an array. Each line of NDJSON is such an object."
      ),
      definitions: [one.definition] + definitions + [
        ReceiptError.shape.definition, Verification.shape.definition, FoundSource.shape.definition,
        Source.shape.definition,
      ])
  }
}
