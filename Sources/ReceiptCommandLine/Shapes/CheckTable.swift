internal import ReceiptCore

extension CheckReport {
  /// What `check --format csv` prints: a row for each receipt, with the first problem.
  static let table = CSVTable<CheckReport>(
    columns: columns,
    forEachRow: { $1(CheckRow($0)) }, source: { $0.report.source })

  private static let columns: [CSVColumn<CheckRow>] = [
    .init("file") { $0.report.source.name },
    .init("part") { $0.report.source.part },
    .init("line") { $0.report.source.line.map(String.init) },
    .init("verdict") { $0.report.verdict.rawValue },
    .init("check") { $0.first?.check.rawValue },
    .init("reason") { $0.first?.reason },
    .init("message") { $0.first?.message },
    .init("problems") { String($0.problems) },
    .init("signature") { $0.checked?.verification.status.rawValue },
    .init("form") { $0.checked?.decoded.form.rawValue },
    .init("environment") { $0.checked?.environment?.description },
    .init("bundle_id") { $0.checked?.bundleID?.description },
    .init("expectation") { $0.first?.line?.text },
    .init("overrides") { $0.first?.line?.place.overridden.map { "line \($0)" } },
    .init("why") { $0.first?.line?.place.why },
  ]
}

struct CheckRow {
  fileprivate let report: CheckReport
  fileprivate let first: Problem?
  fileprivate let problems: Int
  fileprivate let checked: CheckReport.Checked?

  init(_ report: CheckReport) {
    self.report = report
    let all = report.problems
    first = all.first
    problems = all.count
    checked = if case .checked(let found) = report.outcome { found } else { nil }
  }
}
