internal import ReceiptCore
internal import ReceiptInsight

/// Schema 1 of the JSON of `decode --ids`.
func writeServerIDs(_ report: DecodeReport, _ json: inout JSONWriter) {
  guard case .decoded(let decoded, let verification) = report.outcome else {
    if case .failed(let error) = report.outcome { writeFailure(error, report.source, &json) }
    return
  }
  let ids = ServerIDs(decoded)
  json.object("calls") { json in
    for kind in ServerIDs.Kind.allCases.sorted(by: { $0.rawValue < $1.rawValue })
    where ids.rows.contains(where: { $0.kind == kind }) {
      json.objects(kind.rawValue, kind.calls) { json, call in
        json.member("method", call.method)
        json.member("name", call.name)
        json.member("path", call.path)
      }
    }
  }
  if let first = decoded.errors.first { json.object("error") { writeError(first, &$0) } }
  if case .server(let name) = ids.host { json.member("host", name) }
  json.objects("ids", ids.rows) { json, row in
    json.member("id", row.id)
    json.member("kind", row.kind.rawValue)
    json.array("product_ids", row.products) { $0.string($1) }
  }
  json.member("schema", number: 1)
  json.object("signature") { writeSignature(verification, &$0) }
  json.object("source") { writeSource(report.source, decoded, &$0) }
}
