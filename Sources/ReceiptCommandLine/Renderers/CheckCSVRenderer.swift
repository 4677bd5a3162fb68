internal import ReceiptCore

/// Verdicts for a spreadsheet or a database, one receipt in a row (RFC 4180), in the order of the inputs.
struct CheckCSVRenderer: CheckRenderer {
  private let output: EscapedOutput<CSVText>
  /// The columns of a row that come first.
  private let kept: [String]

  /// - Throws: If a kept column has the name of another one.
  init(_ output: Output, kept: [String]) throws(UsageError) {
    try CSVText.checkTitles(kept, beside: Self.columns)
    self.output = EscapedOutput(output)
    self.kept = kept
  }

  private static let columns = [
    "file", "part", "line", "verdict", "check", "reason", "message", "problems", "signature",
    "form",
    "environment", "bundle_id", "expectation", "overrides", "why",
  ]

  func begin() { output.write(CSVText.row(kept: kept, Self.columns)) }

  func render(_ report: CheckReport) { output.write(Self.row(report, kept)) }

  var writeAlone: (@Sendable (CheckReport) -> [UInt8])? {
    { [kept] report in Array(Self.row(report, kept).text.utf8) }
  }

  private static func row(_ report: CheckReport, _ kept: [String]) -> Escaped<CSVText> {
    let problems = report.problems
    let first = problems.first
    var checked: CheckReport.Checked?
    if case .checked(let found) = report.outcome { checked = found }
    let fields: [String?] = [
      report.source.name, report.source.part, report.source.line.map(String.init),
      report.verdict.rawValue, first?.check.rawValue, first?.reason, first?.message,
      String(problems.count), checked?.verification.status.rawValue,
      checked?.decoded.form.rawValue, checked?.environment?.description,
      checked?.bundleID?.description, first?.line?.text,
      first?.line?.place.overridden.map { "line \($0)" }, first?.line?.place.why,
    ]
    return CSVText.row(kept: report.source.values(of: kept), fields)
  }
}
