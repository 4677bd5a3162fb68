internal import ReceiptCore
internal import ReceiptMaking

/// How a receipt gets its report: what takes long is done in any thread, and what looks at other inputs follows in
/// the order of the inputs.
struct CheckTeller: Sendable {
  private let redactor: Redactor?
  private let limits: DecodingLimits
  private var ledger: TransactionLedger?

  init(redactor: Redactor?, limits: DecodingLimits, expectsUniqueTransactions: Bool) {
    self.redactor = redactor
    self.limits = limits
    ledger = expectsUniqueTransactions ? TransactionLedger(redactor: redactor) : nil
  }

  /// A report that may lack something still.
  struct Pending: Sendable {
    fileprivate let judge: CheckContext
    fileprivate let report: CheckReport
  }

  func check(_ judge: CheckContext, _ source: Source, _ found: ReceiptInputs.Found) -> Pending {
    let report = judge.checked(source, found)
    return Pending(judge: judge, report: ledger == nil ? finished(report, judge) : report)
  }

  mutating func finish(_ pending: Pending) -> CheckReport {
    guard let result = ledger?.result(of: pending.report) else {
      return ledger == nil ? pending.report : finished(pending.report, pending.judge)
    }
    return finished(pending.report.adding(result), pending.judge)
  }

  /// The report with the expectation file's results, and redacted if requested.
  private func finished(_ report: CheckReport, _ judge: CheckContext) -> CheckReport {
    let report = judge.finished(report)
    return redactor.map { judge.redacted(report, with: $0, limits: limits) } ?? report
  }
}
