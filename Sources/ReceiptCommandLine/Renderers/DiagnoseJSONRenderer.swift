internal import ReceiptCore
internal import ReceiptInsight

/// Schema 1 of the JSON output of `diagnose`. Scripts rely on it.
struct DiagnoseJSONRenderer: DiagnoseRenderer {
  private var objects: JSONSequence

  init(_ output: Output, shape: JSONSequence.Shape) { objects = JSONSequence(output, shape) }

  mutating func begin() { objects.begin() }
  mutating func render(_ report: DiagnoseReport) { objects.add { write(report, &$0) } }
  mutating func end() { objects.end() }

  var writeAlone: (@Sendable (DiagnoseReport) -> [UInt8])? {
    guard objects.isLines else { return nil }
    return { report in JSONSequence.line { write(report, &$0) } }
  }
}

private func write(_ report: DiagnoseReport, _ json: inout JSONWriter) {
  guard case .diagnosed(let diagnosed) = report.outcome else {
    writeFailure(report, &json)
    return
  }
  let diagnosis = diagnosed.diagnosis
  let lines = diagnosis.card.lines
  let remarks = diagnosis.remarks
  writeSummary(diagnosis.card, lines, diagnosis.account, &json)
  json.key("advice")
  json.array(diagnosis.advice) { $0.string($1) }
  json.key("answer")
  json.array([lines.genuine, lines.owned, lines.action]) { $0.string($1) }
  json.member("judged_at", report.judgedAt.description)
  json.key("reasons")
  json.array(diagnosis.reasons(remarks)) { $0.string($1) }
  json.key("remarks")
  json.array(remarks) { json, remark in
    json.object { json in
      json.member("citation", remark.citation)
      writeEvidence(remark.evidence, &json)
      json.member("id", remark.id)
      json.member("message", remark.message)
      json.member("severity", remark.severity.rawValue)
    }
  }
  writeReply(report.reply, &json)
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
    let card = Card(error)
    writeSummary(card, card.lines, nil, &json)
    json.key("error")
    writeError(error, &json)
  }
  json.member("judged_at", report.judgedAt.description)
  writeReply(report.reply, &json)
  json.member("schema", number: 1)
  json.key("source")
  json.object { writeSourceName(report.source, &$0) }
}

private func writeReply(_ reply: Reply?, _ json: inout JSONWriter) {
  guard let reply else { return }
  json.key("reply")
  json.object { json in
    json.member("language", reply.language.rawValue)
    json.member("text", reply.text)
  }
}

private func writeEvidence(_ evidence: Evidence, _ json: inout JSONWriter) {
  guard !evidence.isEmpty else { return }
  json.key("evidence")
  json.object { json in
    for (name, value) in evidence { json.member(name, value) }
  }
}

/// The card, as codes with their values. It is the first member: the others are sorted.
private func writeSummary(
  _ card: Card, _ lines: Card.Lines, _ account: Account?, _ json: inout JSONWriter
) {
  json.key("summary", isSorted: false)
  json.object { json in
    json.key("action")
    json.object { json in
      let action = card.actions.first
      json.member("code", action?.code.rawValue)
      json.member("date", action?.date?.description)
      json.key("product_ids")
      json.array(action?.products ?? []) { $0.string($1.description) }
      json.member("text", lines.action)
    }
    json.key("genuine")
    json.object { json in
      let genuineness = card.genuineness
      json.member("bundle_id", genuineness.bundleID?.description)
      json.member("code", genuineness.code.rawValue)
      json.member("part", genuineness.part)
      json.member("reason", genuineness.reason?.rawValue)
      json.member("signed_at", genuineness.signedAt?.description)
      json.member("text", lines.genuine)
    }
    json.key("owned")
    json.array(card.holdings) { json, holding in
      json.object { json in
        json.member("as_of", holding.asOf?.description)
        json.member("certainty", holding.certainty.rawValue)
        json.member("code", holding.code.rawValue)
        json.member("product_id", holding.productID.description)
        writeProvenance(account?.provenance(of: holding) ?? [], &json)
        json.member("until", holding.until?.description)
      }
    }
  }
}

/// Which text each value comes from, where there are several.
private func writeProvenance(_ all: [Account.Provenance], _ json: inout JSONWriter) {
  guard !all.isEmpty else { return }
  json.key("sources")
  json.object { json in
    for value in all {
      json.key(value.field)
      json.object { json in
        json.member("certainty", value.certainty.rawValue)
        json.member("path", value.path.isEmpty ? nil : value.path)
      }
    }
  }
}
