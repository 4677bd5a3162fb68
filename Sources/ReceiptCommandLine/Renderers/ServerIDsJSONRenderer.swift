internal import ReceiptCore
internal import ReceiptInsight

/// Schema 1 of the JSON of `decode --ids`. Scripts rely on it.
struct ServerIDsJSONRenderer: DecodeRenderer {
  private var objects: JSONSequence

  init(_ output: Output, shape: JSONSequence.Shape) { objects = JSONSequence(output, shape) }

  mutating func begin() { objects.begin() }
  mutating func render(_ report: DecodeReport) { objects.add { write(report, &$0) } }
  mutating func end() { objects.end() }

  var writeAlone: (@Sendable (DecodeReport) -> [UInt8])? {
    guard objects.isLines else { return nil }
    return { report in JSONSequence.line { write(report, &$0) } }
  }
}

private func write(_ report: DecodeReport, _ json: inout JSONWriter) {
  guard case .decoded(let decoded, let verification) = report.outcome else {
    if case .failed(let error) = report.outcome {
      json.key("error")
      writeError(error, &json)
    }
    json.member("schema", number: 1)
    json.key("source")
    json.object { writeSourceName(report.source, &$0) }
    return
  }
  let ids = ServerIDs(decoded)
  json.key("calls")
  json.object { json in
    for kind in ServerIDs.Kind.allCases.sorted(by: { $0.rawValue < $1.rawValue })
    where ids.rows.contains(where: { $0.kind == kind }) {
      json.key(kind.rawValue)
      json.array(kind.calls) { json, call in
        json.object { json in
          json.member("method", call.method)
          json.member("name", call.name)
          json.member("path", call.path)
        }
      }
    }
  }
  if let first = decoded.errors.first {
    json.key("error")
    writeError(first, &json)
  }
  if case .server(let name) = ids.host { json.member("host", name) }
  json.key("ids")
  json.array(ids.rows) { json, row in
    json.object { json in
      json.member("id", row.id)
      json.member("kind", row.kind.rawValue)
      json.key("product_ids")
      json.array(row.products) { $0.string($1) }
    }
  }
  json.member("schema", number: 1)
  json.key("signature")
  json.object { writeSignature(verification, &$0) }
  json.key("source")
  writeSource(report.source, decoded, &json)
}
