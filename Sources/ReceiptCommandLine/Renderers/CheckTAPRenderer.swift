internal import ReceiptCore

/// Check results in the Test Anything Protocol, version 13: a test point for each receipt, with a subtest for
/// each check. The plan comes at the end, so nothing is kept in memory.
///
/// Only version 14 describes subtests, but readers of version 13 skip them, and Perl's TAP::Parser refuses
/// version 14.
struct CheckTAPRenderer: CheckRenderer {
  private typealias Piece = Escaped<TAPText>

  private let output: EscapedOutput<TAPText>
  private var count = 0

  init(_ output: Output) { self.output = EscapedOutput(output) }

  func begin() { output.write("TAP version 13\n") }

  mutating func render(_ report: CheckReport) {
    count += 1
    write(report, number: count, indent: "")
  }

  func end() { output.write("1..\(count)\n") }

  private func write(_ report: CheckReport, number: Int, indent: Piece) {
    let point: Piece = "\(number) - \(report.source.text)"
    switch report.outcome {
    case .failed(let error) where report.results.isEmpty:
      writeError(error, report, point, indent: indent)
    case .failed(let error):
      writeSubtest(report, report.verdict == .error ? error : nil, point, indent: indent)
    case .checked: writeSubtest(report, nil, point, indent: indent)
    }
  }

  private func writeSubtest(
    _ report: CheckReport, _ error: ReceiptError?, _ point: Piece, indent: Piece
  ) {
    let inner: Piece = "\(indent)    "
    let results = report.results
    let count = results.count + report.nested.count + (error == nil ? 0 : 1)
    output.write("\(indent)# Subtest: \(report.source.text)\n")
    output.write("\(inner)1..\(count)\n")
    var number = 0
    if let error {
      number += 1
      writeError(error, report, "\(number) - \(Reading.id.rawValue)", indent: inner)
    }
    for (result, name) in zip(results, results.names) {
      number += 1
      write(result, report, "\(number) - \(name)", indent: inner)
    }
    for nested in report.nested {
      number += 1
      write(nested, number: number, indent: inner)
    }
    output.write("\(indent)\(report.verdict == .pass ? "ok" : "not ok") \(point)\n")
  }

  private func writeError(
    _ error: ReceiptError, _ report: CheckReport, _ point: Piece, indent: Piece
  ) {
    output.write("\(indent)not ok \(point)\n")
    writeDiagnostics(
      [
        ("message", error.message), ("severity", "error"), ("reason", error.code.rawValue),
        ("hint", error.advice), ("offset", error.offset.map { String($0) }),
        ("path", error.path?.description),
      ] + (report.line(of: error)?.details.map { ($0.name, $0.value) } ?? []), evidence: [:],
      indent: indent)
  }

  private func write(
    _ result: CheckResult, _ report: CheckReport, _ point: Piece, indent: Piece
  ) {
    switch result.status {
    case .pass: output.write("\(indent)ok \(point)\n")
    case .notRun:
      output.write("\(indent)ok \(point) # SKIP \(result.message)\n")
    // TAP marks an expected failure as TODO.
    case .fail where result.isExpected, .undetermined where result.isExpected:
      let reason = result.reason?.rawValue ?? ""
      output.write("\(indent)not ok \(point) # TODO meant to be refused: \(reason)\n")
    case .fail, .undetermined:
      output.write("\(indent)not ok \(point)\n")
      writeDiagnostics(
        [
          ("message", result.message), ("severity", result.status.rawValue),
          ("reason", result.reason?.rawValue), ("hint", result.advice),
          ("offset", result.offset.map { String($0) }),
          ("details", result.details.isEmpty ? nil : result.details.joined(separator: "\n")),
        ] + (report.line(of: result)?.details.map { ($0.name, $0.value) } ?? []),
        evidence: result.evidence, indent: indent)
    }
  }

  /// The YAML below a test point, indented by two columns.
  private func writeDiagnostics(
    _ fields: [(StaticString, String?)], evidence: Evidence, indent: Piece
  ) {
    output.write("\(indent)  ---\n")
    for (name, value) in fields {
      guard let value else { continue }
      output.write("\(indent)  \(name): \(value, .quoted)\n")
    }
    if !evidence.isEmpty {
      output.write("\(indent)  evidence:\n")
      for (name, value) in evidence {
        output.write("\(indent)    \(name, .quoted): \(value, .quoted)\n")
      }
    }
    output.write("\(indent)  ...\n")
  }
}
