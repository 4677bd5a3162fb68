internal import ReceiptCore
internal import ReceiptInsight

/// Schema 1 of the JSON output of `diagnose`.
func writeDiagnosis(_ report: DiagnoseReport, _ json: inout JSONWriter) {
  guard case .diagnosed(let diagnosed) = report.outcome else {
    writeFailure(report, &json)
    return
  }
  let diagnosis = diagnosed.diagnosis
  let lines = diagnosis.card.lines
  let remarks = diagnosis.remarks
  writeSummary(diagnosis.card, lines, diagnosis.account, &json)
  json.array("advice", diagnosis.advice) { $0.string($1) }
  json.array("answer", [lines.genuine, lines.owned, lines.action]) { $0.string($1) }
  json.member("judged_at", report.judgedAt.description)
  json.array("reasons", diagnosis.reasons(remarks)) { $0.string($1) }
  json.objects("remarks", remarks) { json, remark in
    json.member("citation", remark.citation)
    writeEvidence(remark.evidence, &json)
    json.member("id", remark.id)
    json.member("message", remark.message)
    json.member("severity", remark.severity.rawValue)
  }
  writeReply(report.reply, &json)
  json.member("schema", number: 1)
  json.objects("sections", diagnosis.sections) { json, section in
    json.objects("statements", section.statements) { json, statement in
      writeEvidence(statement.evidence, &json)
      json.member("inferred", statement.isInference)
      json.member("text", statement.text)
    }
    json.member("title", section.title)
    json.member("topic", section.topic.rawValue)
  }
  json.object("signature") { writeSignature(diagnosed.verification, &$0) }
  json.object("source") { writeSource(report.source, diagnosed.decoded, &$0) }
}

/// The error, if there is no diagnosis.
func writeFailure(_ report: DiagnoseReport, _ json: inout JSONWriter) {
  if case .failed(let error) = report.outcome {
    let card = Card(error)
    writeSummary(card, card.lines, nil, &json)
    json.object("error") { writeError(error, &$0) }
  }
  json.member("judged_at", report.judgedAt.description)
  writeReply(report.reply, &json)
  json.member("schema", number: 1)
  json.object("source") { writeSourceName(report.source, &$0) }
}

private func writeReply(_ reply: Reply?, _ json: inout JSONWriter) {
  guard let reply else { return }
  json.object("reply") { json in
    json.member("language", reply.language.rawValue)
    json.member("text", reply.text)
  }
}

/// The card, as codes with their values. It is the first member: the others are sorted.
private func writeSummary(
  _ card: Card, _ lines: Card.Lines, _ account: Account?, _ json: inout JSONWriter
) {
  json.key("summary", isSorted: false)
  json.object { json in
    json.object("action") { json in
      let action = card.actions.first
      json.member("code", action?.code.rawValue)
      json.member("date", action?.date?.description)
      json.array("product_ids", action?.products ?? []) { $0.string($1.description) }
      json.member("text", lines.action)
    }
    json.object("genuine") { json in
      let genuineness = card.genuineness
      json.member("bundle_id", genuineness.bundleID?.description)
      json.member("code", genuineness.code.rawValue)
      json.member("part", genuineness.part)
      json.member("reason", genuineness.reason?.rawValue)
      json.member("signed_at", genuineness.signedAt?.description)
      json.member("text", lines.genuine)
    }
    json.objects("owned", card.holdings) { json, holding in
      json.member("as_of", holding.asOf?.description)
      json.member("certainty", holding.certainty.rawValue)
      json.member("code", holding.code.rawValue)
      json.member("product_id", holding.productID.description)
      writeProvenance(account?.provenance(of: holding) ?? [], &json)
      json.member("until", holding.until?.description)
    }
  }
}

/// Which text each value comes from, where there are several.
private func writeProvenance(_ all: [Account.Provenance], _ json: inout JSONWriter) {
  guard !all.isEmpty else { return }
  json.object("sources") { json in
    for value in all {
      json.object(value.field) { json in
        json.member("certainty", value.certainty.rawValue)
        json.member("path", value.path.isEmpty ? nil : value.path)
      }
    }
  }
}
