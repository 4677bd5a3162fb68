internal import ReceiptCore

/// What the checks said of one input.
struct CheckReport: ReceiptReport {
  let source: Source
  /// What "now" was.
  let judgedAt: ReceiptDate
  let outcome: Outcome
  /// What the checks said of receipts inside this one.
  let nested: [CheckReport]
  /// What an expectation file says to it, when it could not be read.
  private let answers: [CheckResult]
  /// Whether the run could not begin, so that this is about no receipt.
  private(set) var isAborted = false
  /// The worst of this receipt's and of those inside it.
  let verdict: Verdict

  enum Outcome: Sendable {
    case checked(Checked)
    case failed(ReceiptError)
  }

  /// A receipt, and what was found out about it. An object, because each copy of a receipt would count
  /// a reference to each of its many parts.
  final class Checked: Sendable {
    let decoded: DecodedReceipt
    let verification: Verification
    let results: [CheckResult]

    init(_ decoded: DecodedReceipt, _ verification: Verification, _ results: [CheckResult]) {
      self.decoded = decoded
      self.verification = verification
      self.results = results
    }
  }

  enum Verdict: String, Sendable, CaseIterable {
    case pass
    case fail
    /// There was nothing that could be checked.
    case error
  }

  /// That a run could not begin.
  init(_ error: NamedError, judgedAt: ReceiptDate) {
    self.init(error.source, judgedAt, .failed(error.error), nested: [])
    isAborted = true
  }

  /// Judges what was found, and all that is nested in it.
  init(_ source: Source, _ found: Result<DecodedReceipt, ReceiptError>, judge: CheckContext) {
    self.init(source, found.map(judge.checker.verifier.verifyAll), judge: judge)
  }

  /// Judges what is verified already, and all that is nested in it.
  init(_ source: Source, _ found: Result<VerifiedReceipt, ReceiptError>, judge: CheckContext) {
    self.init(source, found, judge, judge.checker)
  }

  private init(
    _ source: Source, _ found: Result<VerifiedReceipt, ReceiptError>, _ judge: CheckContext,
    _ checker: borrowing ReceiptChecker
  ) {
    switch found {
    case .failure(let error):
      self.init(source, judge.judgedAt, .failed(error), nested: [])
    case .success(let verified):
      let results = checker.results(of: verified)
      self.init(
        source, judge.judgedAt,
        .checked(Checked(verified.decoded, verified.verification, results)),
        nested: verified.nested.map {
          let isPiece = verified.decoded.apiResponse?.kind == .together
          let checker = isPiece ? judge.pieceChecker : judge.nestedChecker
          return CheckReport(source.inside($0.path), $0.content, judge, checker)
        })
    }
  }

  private init(
    _ source: Source, _ judgedAt: ReceiptDate, _ outcome: Outcome, nested: [CheckReport],
    answers: [CheckResult] = [], verdict: Verdict? = nil
  ) {
    self.source = source
    self.judgedAt = judgedAt
    self.outcome = outcome
    self.nested = nested
    self.answers = answers
    if let verdict {
      self.verdict = verdict
      return
    }
    switch outcome {
    case .failed:
      self.verdict = !answers.isEmpty && !answers.contains { $0.isProblem } ? .pass : .error
    case .checked(let checked):
      let isFine =
        !checked.results.contains { $0.isProblem } && nested.allSatisfy { $0.verdict == .pass }
      self.verdict = isFine ? .pass : .fail
    }
  }

  /// The report with another outcome told; the verdict stays what it is.
  func replacing(
    _ source: Source, _ outcome: Outcome, nested: [CheckReport], answers: [CheckResult]
  ) -> CheckReport {
    CheckReport(source, judgedAt, outcome, nested: nested, answers: answers, verdict: verdict)
  }

  var exitStatus: ExitStatus {
    switch verdict {
    case .pass: .fine
    case .fail: isDamaged ? .unreadable : .checkFailed
    case .error: .unreadable
    }
  }

  /// Whether a part could not be decoded. Receipts of several customers are whole.
  private var isDamaged: Bool {
    guard case .checked(let checked) = outcome else { return false }
    return checked.decoded.errors.contains { $0.code != .severalReceipts }
  }

  /// Why it could not be read, unless it was not meant to be.
  var unreadable: ReceiptError? {
    guard case .failed(let error) = outcome, verdict == .error else { return nil }
    return error
  }

  var hasMessage: Bool { unreadable != nil }

  func say(to messages: Messages) {
    if let unreadable { messages.report(unreadable, in: source) }
  }

  /// What the checks said, of a receipt that could be read and of one that could not.
  var results: [CheckResult] {
    switch outcome {
    case .checked(let checked): checked.results
    case .failed: answers
    }
  }

  /// The report with the result of a check that looks at other inputs too.
  func adding(_ result: CheckResult?) -> CheckReport {
    result.map { adding([$0], marking: nil) } ?? self
  }

  // MARK: Expectation files

  /// The report with what an expectation file says to it.
  func held(against expectation: Expectation) -> CheckReport {
    let contents = ContentsCheck.run(self, expectation)
    guard expectation.isListed else {
      guard case .checked = outcome else { return self }
      return adding(.fail(.listed, .notListed, "the expectation file has no entry for it"))
    }
    guard let refusal = expectation.refusal else {
      return adding([contents].compactMap { $0 }, marking: nil)
    }
    let result = RefusalCheck.run(refusal, found: faults)
    return adding([contents, result].compactMap { $0 }, marking: refusal)
  }

  /// Everything that did not pass, here and in what is nested.
  var faults: [RefusalCheck.Fault] {
    let own: [RefusalCheck.Fault] =
      switch outcome {
      case .failed(let error): [RefusalCheck.Fault(check: nil, reason: error.code.rawValue)]
      case .checked(let checked):
        checked.results.filter(\.isProblem).map {
          RefusalCheck.Fault(check: $0.id, reason: $0.reason?.rawValue ?? "")
        }
      }
    return own + nested.flatMap(\.faults)
  }

  /// The report with more results, in which the faults that were meant to be there count no more.
  private func adding(_ more: [CheckResult], marking refusal: ExpectedRefusal?) -> CheckReport {
    let nested = refusal.map { refusal in
      self.nested.map { $0.adding([], marking: refusal) }
    }
    switch outcome {
    case .failed(let error):
      let fault = RefusalCheck.Fault(check: nil, reason: error.code.rawValue)
      // In a receipt around it that was meant to be refused for this.
      let isMeant = more.isEmpty && refusal?.covers(fault) == true
      let results =
        isMeant
        ? [CheckResult.pass(.refusal, "it cannot be read, as it was meant to be")] : more
      return CheckReport(source, judgedAt, .failed(error), nested: [], answers: results)
    case .checked(let checked):
      let results = checked.results.map { result in
        let fault = RefusalCheck.Fault(check: result.id, reason: result.reason?.rawValue ?? "")
        return result.isProblem && refusal?.covers(fault) == true ? result.asExpected() : result
      }
      return CheckReport(
        source, judgedAt,
        .checked(Checked(checked.decoded, checked.verification, results + more)),
        nested: nested ?? self.nested)
    }
  }
}
