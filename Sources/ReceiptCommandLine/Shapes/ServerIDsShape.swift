internal import ReceiptCore
internal import ReceiptInsight

extension DecodeReport {
  /// What `decode --ids --format json` prints: schema 1.
  static let ids = Shape<DecodeReport>(
    named: "one", .either(ServerIDsAnswer.shape.schema, Failure.shape.schema)
  ) { report, json in
    switch report.outcome {
    case .decoded(let decoded, let verification):
      ServerIDsAnswer.shape.write(
        ServerIDsAnswer(
          source: FoundSource(report.source, decoded), error: decoded.errors.first,
          verification: verification,
          ids: ServerIDs(decoded)), &json)
    case .failed(let error):
      Failure.shape.write(Failure(source: report.source, error: error), &json)
    }
  }
}

private struct ServerIDsAnswer {
  let source: FoundSource
  let error: ReceiptError?
  let verification: Verification
  let ids: ServerIDs

  static let shape = Shape<ServerIDsAnswer>.object(
    named: "receipt_found",
    [
      .always("calls", .object(calls)) { $0.ids },
      .maybe("error", ReceiptError.shape) { $0.error },
      .maybe("host", .text) { answer in
        if case .server(let name) = answer.ids.host { name } else { nil }
      },
      .always("ids", .list(of: row)) { $0.ids.rows },
      .version,
      .always("signature", Verification.shape) { $0.verification },
      .always("source", FoundSource.shape) { $0.source },
    ])

  /// The calls that the ids of a kind fit.
  private static let calls = ServerIDs.Kind.allCases.sorted { $0.rawValue < $1.rawValue }.map {
    kind in
    Shape<ServerIDs>.Member.maybe(kind.rawValue, .list(of: call)) { ids in
      ids.rows.contains { $0.kind == kind } ? kind.calls : nil
    }
  }

  private static let call = Shape<ServerCall>.object([
    .always("method", .text) { $0.method }, .always("name", .text) { $0.name },
    .always("path", .text) { $0.path },
  ])

  private static let row = Shape<ServerIDs.Row>.object([
    .always("id", .text) { $0.id },
    .always("kind", .word) { $0.kind },
    .always("product_ids", .list(of: .text)) { $0.products },
  ])
}

extension SchemaDocument {
  static let ids = objectOrArray(
    "ids", "What receipt decode --ids --format json prints", of: DecodeReport.ids,
    [ServerIDsAnswer.shape.definition, Failure.shape.definition])
}
