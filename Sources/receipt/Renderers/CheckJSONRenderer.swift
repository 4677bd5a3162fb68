internal import ReceiptCore

/// Schema 1 of the JSON output of `check`. Scripts rely on it.
struct CheckJSONRenderer: CheckRenderer {
  private var objects: JSONSequence

  init(_ output: Output, shape: JSONSequence.Shape) { objects = JSONSequence(output, shape) }

  mutating func begin() { objects.begin() }
  mutating func render(_ report: CheckReport) { objects.add { write(report, &$0) } }
  mutating func end() { objects.end() }

  var writeAlone: (@Sendable (CheckReport) -> [UInt8])? {
    guard objects.isLines else { return nil }
    return { report in JSONSequence.line { write(report, &$0) } }
  }
}

private func write(_ report: CheckReport, _ json: inout JSONWriter) {
  switch report.outcome {
  case .failed(let error):
    if !report.results.isEmpty {
      json.key("checks")
      json.array(report.results) { writeCheck($1, &$0) }
    }
    json.key("error")
    writeError(error, &json)
    json.member("judged_at", report.judgedAt.description)
    json.member("schema", number: 1)
    json.key("source")
    json.object { writeSourceName(report.source, &$0) }
  case .checked(let checked):
    json.key("checks")
    json.array(checked.results) { writeCheck($1, &$0) }
    json.member("judged_at", report.judgedAt.description)
    if !report.nested.isEmpty {
      json.key("nested")
      json.array(report.nested) { json, nested in json.object { write(nested, &$0) } }
    }
    json.member("schema", number: 1)
    json.key("signature")
    json.object { writeSignature(checked.verification, &$0) }
    json.key("source")
    writeSource(report.source, checked.decoded, &json)
  }
  json.member("verdict", report.verdict.rawValue)
}

private func writeCheck(_ result: CheckResult, _ json: inout JSONWriter) {
  json.object { json in
    if !result.details.isEmpty {
      json.key("details")
      json.array(result.details) { $0.string($1) }
    }
    if !result.evidence.isEmpty {
      json.key("evidence")
      json.object { json in
        for (name, value) in result.evidence { json.member(name, value) }
      }
    }
    if result.isExpected { json.member("expected", true) }
    json.member("hint", result.advice)
    json.member("id", result.id.rawValue)
    json.member("message", result.message)
    json.member("offset", number: result.offset.map(Int64.init))
    json.member("reason", result.reason?.rawValue)
    json.member("status", result.status.rawValue)
  }
}
