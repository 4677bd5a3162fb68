internal import ReceiptCore

/// What the checks said of one input.
struct CheckReport {
  let source: Source
  /// What "now" was.
  let judgedAt: ReceiptDate
  let outcome: Outcome
  /// What the checks said of receipts inside this one.
  let nested: [CheckReport]
  /// The worst of this receipt's and of those inside it.
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

  /// Checks what was found, and all that is nested in it.
  init(
    source: Source, judgedAt: ReceiptDate, _ found: Attempt<DecodedReceipt, ReceiptError>,
    checker: ReceiptChecker
  ) {
    self.source = source
    self.judgedAt = judgedAt
    switch found {
    case .failure(let error):
      outcome = .failed(error)
      nested = []
      verdict = .error
    case .success(let decoded):
      let (verification, results) = checker.check(decoded)
      outcome = .checked(Checked(decoded, verification, results))
      // What is expected is expected of the whole; a part may not know of it.
      let bare = ReceiptChecker(verifier: checker.verifier)
      nested = decoded.nested.map {
        CheckReport(source: source.inside($0.path), judgedAt: judgedAt, $0.content, checker: bare)
      }
      let isFine =
        !results.contains { $0.status == .fail || $0.status == .undetermined }
        && nested.allSatisfy { $0.verdict == .pass }
      verdict = isFine ? .pass : .fail
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
