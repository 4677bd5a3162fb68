internal import ReceiptCore

/// Check results as JUnit XML, which Jenkins, GitLab and most other servers read: a suite for each receipt,
/// with a case for each check that was asked for.
///
/// Suites follow each other, each with its own counts, so nothing is kept in memory. Elements and their order
/// are those common to the schemas in use. The time is that of the check, not of a clock.
struct CheckJUnitRenderer: CheckRenderer {
  private let output: EscapedOutput<XMLText>
  private var count = 0

  init(_ output: Output) { self.output = EscapedOutput(output) }

  mutating func begin() {
    output.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n")
  }

  mutating func render(_ report: CheckReport) {
    switch report.outcome {
    case .failed(let error): writeSuite(report, error)
    case .checked(let checked): writeSuite(report, checked)
    }
    for nested in report.nested { render(nested) }
  }

  func end() { output.write("</testsuites>\n") }

  private mutating func writeSuite(_ report: CheckReport, _ error: ReceiptError) {
    let isError = report.verdict == .error
    openSuite(
      report, counts(of: report.results, errors: isError ? 1 : 0),
      properties: [])
    if isError {
      openCase(Reading.id.rawValue, report)
      writeProblem(
        "error", type: error.code.rawValue, message: error.message,
        details: [("code", error.code.rawValue)] + (error.advice.map { [("hint", $0)] } ?? [])
          + (error.offset.map { [("offset", String($0))] } ?? [])
          + (error.path.map { [("path", $0.description)] } ?? [])
          + (report.line(of: error)?.details.map { ($0.name.description, $0.value) } ?? []))
    }
    writeCases(report)
    closeSuite()
  }

  private mutating func writeSuite(_ report: CheckReport, _ checked: CheckReport.Checked) {
    openSuite(
      report, counts(of: checked.results),
      properties: [
        ("form", checked.decoded.form.rawValue),
        ("signature", checked.verification.status.rawValue),
        ("verdict", report.verdict.rawValue),
      ])
    writeCases(report)
    closeSuite()
  }

  private func counts(of results: [CheckResult], errors: Int = 0) -> Counts {
    var counts = Counts(tests: errors, errors: errors)
    for result in results where isAsked(result) {
      counts.tests += 1
      if result.isProblem { counts.failures += 1 }
      if result.status == .notRun { counts.skipped += 1 }
    }
    return counts
  }

  /// A server would count a check that was not asked for as a skipped test.
  private func isAsked(_ result: CheckResult) -> Bool { result.reason != .notAsked }

  // MARK: Elements

  private struct Counts {
    var tests: Int
    var failures = 0
    var errors: Int
    var skipped = 0
  }

  private mutating func openSuite(
    _ report: CheckReport, _ counts: Counts, properties: [(StaticString, String)]
  ) {
    let calendar = CalendarDate(report.judgedAt)
    output.write(
      "  <testsuite id=\"\(count)\" name=\"\(token(report.source.text))\" package=\"receipt\""
        + " timestamp=\"\(calendar.dayText)T\(calendar.timeText)\" hostname=\"localhost\""
        + " tests=\"\(counts.tests)\" failures=\"\(counts.failures)\" errors=\"\(counts.errors)\""
        + " skipped=\"\(counts.skipped)\" time=\"0\">\n")
    count += 1
    guard !properties.isEmpty else { return output.write("    <properties/>\n") }
    output.write("    <properties>\n")
    for (name, value) in properties {
      output.write("      <property name=\"\(name)\" value=\"\(value)\"/>\n")
    }
    output.write("    </properties>\n")
  }

  /// Both streams are present but empty, because one of the schemas requires them.
  private func closeSuite() {
    output.write("    <system-out/>\n    <system-err/>\n  </testsuite>\n")
  }

  private func openCase(_ name: String, _ report: CheckReport) {
    output.write(
      "    <testcase classname=\"\(token(report.source.text))\" name=\"\(token(name))\" time=\"0\""
    )
  }

  private func writeCases(_ report: CheckReport) {
    for (result, name) in zip(report.results, report.results.names) where isAsked(result) {
      writeCase(result, name, report)
    }
  }

  private func writeCase(_ result: CheckResult, _ name: String, _ report: CheckReport) {
    openCase(name, report)
    switch result.status {
    case .pass: output.write("/>\n")
    case .notRun:
      output.write(
        ">\n      <skipped message=\"\(result.message)\"/>\n    </testcase>\n")
    // It failed as expected.
    case .fail where result.isExpected, .undetermined where result.isExpected:
      output.write("/>\n")
    case .fail, .undetermined:
      let reason = result.reason?.rawValue ?? result.status.rawValue
      writeProblem(
        "failure", type: reason, message: result.message,
        details: [("status", result.status.rawValue), ("reason", reason)]
          + result.details.map { ("detail", $0) }
          + (result.advice.map { [("hint", $0)] } ?? [])
          + (result.offset.map { [("offset", String($0))] } ?? [])
          + result.evidence.map { ($0.key, $0.value) }
          + (report.line(of: result)?.details.map { ($0.name.description, $0.value) } ?? []))
    }
  }

  private func writeProblem(
    _ element: StaticString, type: String, message: String, details: [(String, String)]
  ) {
    var text: Markup = ""
    for (index, detail) in details.enumerated() {
      text += "\(index == 0 ? "" : "\n" as Markup)\(detail.0): \(detail.1)"
    }
    output.write(
      ">\n      <\(element) type=\"\(type)\" message=\"\(message)\">"
        + "\(text)</\(element)>\n    </testcase>\n")
  }
}

/// A name as a token of XML Schema (Part 2, §3.3.2). Readers collapse the spaces of a token, so those that would be lost
/// are shown by their number: two names that differ stay different.
private func token(_ text: String) -> String {
  guard text.first == " " || text.last == " " || text.holds("  ") else { return text }
  let scalars = Array(text.unicodeScalars)
  return scalars.indices.reduce(into: "") { result, index in
    let isLost =
      scalars[index] == " "
      && (index == 0 || index == scalars.count - 1 || scalars[index - 1] == " ")
    if isLost {
      result += visible(scalars[index])
    } else {
      result.unicodeScalars.append(scalars[index])
    }
  }
}
