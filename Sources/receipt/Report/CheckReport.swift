internal import ReceiptCore

/// What the checks said of one input.
struct CheckReport {
  let source: Source
  /// What "now" was.
  let judgedAt: ReceiptDate
  let outcome: Outcome

  enum Outcome {
    case checked(DecodedReceipt, Verification, [CheckResult])
    case failed(ReceiptError)
  }

  enum Verdict: String {
    case pass
    case fail
    /// There was nothing that could be checked.
    case error
  }

  var verdict: Verdict {
    switch outcome {
    case .failed: .error
    case .checked(_, _, let results):
      results.contains { $0.status == .fail || $0.status == .undetermined } ? .fail : .pass
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
