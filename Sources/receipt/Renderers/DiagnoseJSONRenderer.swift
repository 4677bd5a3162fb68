internal import ReceiptCore
internal import ReceiptInsight

/// Schema 1 of the JSON output of `diagnose`. Scripts rely on it.
struct DiagnoseJSONRenderer: DiagnoseRenderer {
  private var objects: JSONSequence

  init(_ output: Output, shape: JSONSequence.Shape) { objects = JSONSequence(output, shape) }

  mutating func begin() { objects.begin() }
  mutating func render(_ report: DiagnoseReport) { objects.add { write(report, &$0) } }
  mutating func end() { objects.end() }
}

private func write(_ report: DiagnoseReport, _ json: inout JSONWriter) {
  guard case .diagnosed(let diagnosed) = report.outcome else {
    writeFailure(report, &json)
    return
  }
  let diagnosis = diagnosed.diagnosis
  json.key("advice")
  json.array(diagnosis.advice) { $0.string($1) }
  json.key("answer")
  json.array(diagnosis.answer) { $0.string($1) }
  json.member("judged_at", report.judgedAt.description)
  json.key("remarks")
  json.array(diagnosis.remarks) { json, remark in
    json.object { json in
      json.member("citation", remark.citation)
      writeEvidence(remark.evidence, &json)
      json.member("id", remark.id)
      json.member("message", remark.message)
      json.member("severity", remark.severity.rawValue)
    }
  }
  json.member("schema", number: 1)
  json.key("sections")
  json.array(diagnosis.sections) { json, section in
    json.object { json in
      json.key("statements")
      json.array(section.statements) { json, statement in
        json.object { json in
          writeEvidence(statement.evidence, &json)
          json.member("inferred", statement.isInference)
          json.member("text", statement.text)
        }
      }
      json.member("title", section.title)
      json.member("topic", section.topic.rawValue)
    }
  }
  json.key("signature")
  json.object { writeSignature(diagnosed.verification, &$0) }
  json.key("source")
  writeSource(report.source, diagnosed.decoded, &json)
}

/// The error, if there is no diagnosis.
func writeFailure(_ report: DiagnoseReport, _ json: inout JSONWriter) {
  if case .failed(let error) = report.outcome {
    json.key("error")
    writeError(error, &json)
  }
  json.member("judged_at", report.judgedAt.description)
  json.member("schema", number: 1)
  json.key("source")
  json.object { writeSourceName(report.source, &$0) }
}

private func writeEvidence(_ evidence: Evidence, _ json: inout JSONWriter) {
  guard !evidence.isEmpty else { return }
  json.key("evidence")
  json.object { json in
    for (name, value) in evidence { json.member(name, value) }
  }
}
