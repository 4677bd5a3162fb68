internal import ReceiptCore

extension CheckReport {
  /// What `check --format json` prints: schema 1.
  ///
  /// - Parameter skipped: Results that are in nearly every report, in groups that stand next to each other.
  static func shape(skipped: [[CheckResult]] = []) -> Shape<CheckReport> {
    let prepared = PreparedChecks(skipped)
    return Shape(CheckAnswer.shape.schema) {
      CheckAnswer.shape.write(CheckAnswer(report: $0, prepared: prepared), &$1)
    }
  }
}

/// A report as it is printed. An object, because each copy of a report counts many references.
private final class CheckAnswer: Sendable {
  let report: CheckReport
  let prepared: PreparedChecks

  init(report: CheckReport, prepared: PreparedChecks) {
    self.report = report
    self.prepared = prepared
  }

  static let shape: Shape<CheckAnswer> = Shape(
    named: "one", .either(CheckedAnswer.shape.schema, UnreadableAnswer.shape.schema)
  ) { answer, json in
    switch answer.report.outcome {
    case .checked(let checked):
      CheckedAnswer.shape.write(CheckedAnswer(answer: answer, checked: checked), &json)
    case .failed(let error):
      UnreadableAnswer.shape.write(UnreadableAnswer(answer: answer, error: error), &json)
    }
  }
}

private final class CheckedAnswer: Sendable {
  let answer: CheckAnswer
  let checked: CheckReport.Checked

  init(answer: CheckAnswer, checked: CheckReport.Checked) {
    self.answer = answer
    self.checked = checked
  }

  static let shape: Shape<CheckedAnswer> = .object(
    named: "checked",
    [
      .always("checks", .checks) { $0.answer },
      .always("judged_at", .date) { $0.answer.report.judgedAt },
      .filled("nested", CheckAnswer.shape) { checked in
        checked.answer.report.nested.map {
          CheckAnswer(report: $0, prepared: checked.answer.prepared)
        }
      },
      .version,
      .always("signature", Verification.shape) { $0.checked.verification },
      .always("source", FoundSource.shape) {
        FoundSource($0.answer.report.source, $0.checked.decoded)
      },
      .always("verdict", .word) { $0.answer.report.verdict },
    ])
}

private struct UnreadableAnswer {
  let answer: CheckAnswer
  let error: ReceiptError

  static let shape = Shape<UnreadableAnswer>.object(
    named: "unreadable",
    [
      .maybe("checks", .checks, "What an expectation file says to it.") {
        $0.answer.report.results.isEmpty ? nil : $0.answer
      },
      .always("error", ReceiptError.shape) { $0.error },
      .maybe("expectation", DecidingLine.shape) {
        $0.answer.report.verdict == .error ? $0.answer.report.line(of: $0.error) : nil
      },
      .always("judged_at", .date) { $0.answer.report.judgedAt },
      .version,
      .always("source", Source.shape) { $0.answer.report.source },
      .always("verdict", .word) { $0.answer.report.verdict },
    ])
}

// MARK: Checks

private struct ShownCheck {
  let result: CheckResult
  /// What it is a part of; `nil` for one that is the same everywhere.
  let answer: CheckAnswer?

  static let shape = Shape<ShownCheck>.object(
    named: "check",
    [
      .filled("details", .text) { $0.result.details },
      .evidence { $0.result.evidence },
      .maybe("expectation", DecidingLine.shape) {
        // Most have no line, and a copy of the report costs more than all else here.
        $0.result.isProblem ? $0.answer?.report.line(of: $0.result) : nil
      },
      .maybe("expected", .flag, "It did not pass, as it was meant to.") {
        $0.result.isExpected ? true : nil
      },
      .maybe("hint", .text) { $0.result.advice },
      .always("id", .word(CheckList.all.map { $0.id.rawValue })) { $0.result.id.rawValue },
      .always("message", .text) { $0.result.message },
      .maybe("offset", .integer, "The byte of the receipt at which the fault is.") {
        $0.result.offset
      },
      .maybe("reason", .reason) { $0.result.reason?.rawValue },
      .always("status", .verdict) { $0.result.status.rawValue },
    ])
}

extension DecidingLine {
  fileprivate static let shape = Shape<DecidingLine>(
    named: "expectation",
    object.schema.described("The line of the expectation file that decided."), write: object.write)

  private static let object = Shape<DecidingLine>.object([
    .always("file", .text, "The expectation file as it was named.") { $0.file },
    .maybe("key", .text, "What decided; absent where an entry only names the receipt.") {
      $0.place.key
    },
    .always("line", .integer) { $0.place.line },
    .maybe(
      "overrides", .integer, "An earlier line with another value, which does not count."
    ) { $0.place.overridden },
    .maybe("why", .text, "Why the entry says it.") { $0.place.why },
  ])
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
        ShownCheck.shape.write(ShownCheck(result: result, answer: nil), &json)
        return String(decoding: json.octets, as: UTF8.self)
      }.joined(separator: ",")
    }
  }

  /// Writes the group that begins at `index`, and returns the number of its results; 0 if none begins there.
  func write(_ results: [CheckResult], at index: Int, _ json: inout JSONWriter) -> Int {
    // Only these are prepared, and to look at each group costs more.
    guard results[index].status == .notRun else { return 0 }
    for number in groups.indices where results.contain(groups[number], at: index) {
      json.literal(texts[number])
      return groups[number].count
    }
    return 0
  }
}

extension Shape<CheckAnswer> {
  fileprivate static let checks = Shape(.list(of: ShownCheck.shape.schema, atLeast: 1)) {
    answer, json in
    let results = answer.report.results
    let prepared = answer.prepared
    json.open("[")
    var index = 0
    while index < results.count {
      json.nextElement()
      let written = prepared.write(results, at: index, &json)
      if written == 0 {
        ShownCheck.shape.write(ShownCheck(result: results[index], answer: answer), &json)
      }
      index += max(written, 1)
    }
    json.close("]")
  }
}

extension SchemaDocument {
  static let check = objectOrArray(
    "check", "What receipt check --format json prints", of: CheckAnswer.shape,
    [
      CheckedAnswer.shape.definition, UnreadableAnswer.shape.definition,
      ShownCheck.shape.definition, DecidingLine.shape.definition,
    ])
}
