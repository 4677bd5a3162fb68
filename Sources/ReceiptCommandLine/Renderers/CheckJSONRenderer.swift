internal import ReceiptCore

extension JSONRenderer<CheckReport> {
  /// Schema 1 of the JSON output of `check`.
  ///
  /// - Parameter skipped: Results that are in nearly every report, in groups that stand next to each other.
  init(_ output: Output, _ shape: JSONSequence.Shape, skipped: [[CheckResult]] = []) {
    let prepared = PreparedChecks(shape == .lines ? skipped : [])
    self.init(output, shape) { report, json in write(report, prepared, &json) }
  }
}

/// The JSON of results that are the same in nearly every report: those of checks that were not requested. Writing them
/// again for each receipt would be most of the work.
private struct PreparedChecks: Sendable {
  private let groups: [[CheckResult]]
  /// Each group with commas between its results.
  private let texts: [String]

  init(_ groups: [[CheckResult]]) {
    self.groups = groups
    texts = groups.map { results in
      results.map { result in
        var json = JSONWriter()
        writeCheck(result, nil, &json)
        return String(decoding: json.octets, as: UTF8.self)
      }.joined(separator: ",")
    }
  }

  /// Writes the group that begins at `index`, and returns the number of its results; 0 if none begins there.
  func write(_ results: [CheckResult], at index: Int, _ json: inout JSONWriter) -> Int {
    for number in groups.indices where results.contain(groups[number], at: index) {
      json.literal(texts[number])
      return groups[number].count
    }
    return 0
  }
}

private func write(_ report: CheckReport, _ prepared: PreparedChecks, _ json: inout JSONWriter) {
  switch report.outcome {
  case .failed(let error):
    if !report.results.isEmpty {
      writeChecks(report, prepared, &json)
    }
    json.object("error") { writeError(error, &$0) }
    if report.verdict == .error { writeLine(report.line(of: error), &json) }
    json.member("judged_at", report.judgedAt.description)
    json.member("schema", number: 1)
    json.object("source") { writeSourceName(report.source, &$0) }
  case .checked(let checked):
    writeChecks(report, prepared, &json)
    json.member("judged_at", report.judgedAt.description)
    if !report.nested.isEmpty {
      json.objects("nested", report.nested) { write($1, prepared, &$0) }
    }
    json.member("schema", number: 1)
    json.object("signature") { writeSignature(checked.verification, &$0) }
    json.object("source") { writeSource(report.source, checked.decoded, &$0) }
  }
  json.member("verdict", report.verdict.rawValue)
}

private func writeChecks(
  _ report: CheckReport, _ prepared: PreparedChecks, _ json: inout JSONWriter
) {
  let results = report.results
  json.key("checks")
  json.open("[")
  var index = 0
  while index < results.count {
    json.nextElement()
    let written = prepared.write(results, at: index, &json)
    if written == 0 {
      let result = results[index]
      writeCheck(result, report.line(of: result), &json)
    }
    index += max(written, 1)
  }
  json.close("]")
}

private func writeCheck(
  _ result: CheckResult, _ line: DecidingLine?, _ json: inout JSONWriter
) {
  json.object { json in
    let details = result.details
    if !details.isEmpty { json.array("details", details) { $0.string($1) } }
    writeEvidence(result.evidence, &json)
    writeLine(line, &json)
    if result.isExpected { json.member("expected", true) }
    json.member("hint", result.advice)
    json.member("id", result.id.rawValue)
    json.member("message", result.message)
    json.member("offset", number: result.offset.map(Int64.init))
    json.member("reason", result.reason?.rawValue)
    json.member("status", result.status.rawValue)
  }
}

/// The line of an expectation file that decided.
private func writeLine(_ line: DecidingLine?, _ json: inout JSONWriter) {
  guard let line else { return }
  json.object("expectation") { json in
    json.member("file", line.file)
    json.member("key", line.place.key)
    json.member("line", number: Int64(line.place.line))
    json.member("overrides", number: line.place.overridden.map(Int64.init))
    json.member("why", line.place.why)
  }
}
