internal import ReceiptCore

/// What the checks said of one input.
struct CheckReport {
  let source: Source
  /// What "now" was.
  let judgedAt: ReceiptDate
  let outcome: Outcome
  let verdict: Verdict

  enum Outcome {
    case checked(Checked)
    case failed(ReceiptError)
  }

  /// A receipt, and what was found out about it. An object, because each copy of a receipt would count
  /// a reference to each of its many parts.
  final class Checked {
    let decoded: DecodedReceipt
    let verification: Verification
    let results: [CheckResult]

    init(_ decoded: DecodedReceipt, _ verification: Verification, _ results: [CheckResult]) {
      self.decoded = decoded
      self.verification = verification
      self.results = results
    }
  }

  enum Verdict: String {
    case pass
    case fail
    /// There was nothing that could be checked.
    case error
  }

  init(source: Source, judgedAt: ReceiptDate, outcome: Outcome) {
    self.source = source
    self.judgedAt = judgedAt
    self.outcome = outcome
    verdict =
      switch outcome {
      case .failed: .error
      case .checked(let checked):
        checked.results.contains { $0.status == .fail || $0.status == .undetermined }
          ? .fail : .pass
      }
  }

  var exitStatus: ExitStatus {
    switch verdict {
    case .pass: .fine
    case .fail: .checkFailed
    case .error: .unreadable
    }
  }
}
