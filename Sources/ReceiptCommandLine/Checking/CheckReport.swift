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
  /// Where an expectation file says what is expected.
  private var locator: ExpectationLocator?
  /// Where it says what the contents differ from.
  private var contentsPlace: ExpectationPlace?

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
    /// The app and the environment that it names. Words beside a signed text do not count.
    let bundleID: ReceiptString?
    let environment: ReceiptString?

    init(_ verified: VerifiedReceipt, _ results: [CheckResult]) {
      decoded = verified.decoded
      verification = verified.verification
      self.results = results
      bundleID = verified.coveredBundleID
      environment = verified.coveredEnvironment
    }

    /// The same with other results.
    convenience init(_ other: Checked, _ results: [CheckResult]) {
      self.init(other, told: other.decoded, results) { $0 }
    }

    /// The same, told under pseudonyms.
    init(
      _ other: Checked, told decoded: DecodedReceipt, _ results: [CheckResult],
      _ pseudonym: (ReceiptString) -> ReceiptString
    ) {
      self.decoded = decoded
      verification = other.verification
      self.results = results
      bundleID = other.bundleID.map(pseudonym)
      environment = other.environment
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

  /// Verifies and judges what was found, and all that is nested in it.
  static func judging(
    _ source: Source, _ found: Result<DecodedReceipt, ReceiptError>, by judge: CheckContext
  ) -> CheckReport {
    judging(source, found.map(judge.method.verifier.verifyAll), by: judge)
  }

  /// Judges what is verified already, and all that is nested in it.
  static func judging(
    _ source: Source, _ found: Result<VerifiedReceipt, ReceiptError>, by judge: CheckContext
  ) -> CheckReport {
    judging(source, found, judge, judge.checker)
  }

  private static func judging(
    _ source: Source, _ found: Result<VerifiedReceipt, ReceiptError>, _ judge: CheckContext,
    _ checker: borrowing ReceiptChecker
  ) -> CheckReport {
    switch found {
    case .failure(let error):
      return CheckReport(
        source, judge.judgedAt, .failed(error), nested: [], locator: judge.locator)
    case .success(let verified):
      let results = checker.results(of: verified)
      return CheckReport(
        source, judge.judgedAt,
        .checked(Checked(verified, results)),
        nested: verified.nested.map {
          let checker =
            verified.decoded.isTogether ? judge.method.pieceChecker : judge.method.nestedChecker
          return judging(source.inside($0.path), $0.content, judge, checker)
        }, locator: judge.locator)
    }
  }

  private init(
    _ source: Source, _ judgedAt: ReceiptDate, _ outcome: Outcome, nested: [CheckReport],
    answers: [CheckResult] = [], verdict: Verdict? = nil, locator: ExpectationLocator? = nil
  ) {
    self.source = source
    self.judgedAt = judgedAt
    self.outcome = outcome
    self.nested = nested
    self.answers = answers
    self.locator = locator
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

  /// The report with another outcome told, under pseudonyms; the verdict stays what it is.
  func redacted(
    _ source: Source, _ outcome: Outcome, nested: [CheckReport], answers: [CheckResult]
  ) -> CheckReport {
    var report = CheckReport(
      source, judgedAt, outcome, nested: nested, answers: answers, verdict: verdict,
      locator: locator?.withoutWords)
    report.contentsPlace = contentsPlace
    return report
  }

  var exitStatus: ExitStatus {
    switch verdict {
    case .pass: .fine
    case .fail: isDamaged || isCutInside ? .unreadable : .checkFailed
    case .error: .unreadable
    }
  }

  var tallied: ExitStatus { verdict == .fail ? .checkFailed : exitStatus }

  /// Whether nothing keeps it from passing but texts inside of which a part is missing.
  private var isCutInside: Bool {
    !results.contains(where: \.isProblem) && nested.allSatisfy { $0.verdict == .pass || $0.isCut }
  }

  private var isCut: Bool {
    switch outcome {
    case .failed(let error): error.isOfMissingPart
    case .checked(let checked): checked.verification.status == .incomplete || isCutInside
    }
  }

  /// Whether a part could not be decoded, here or in a text inside that decides. Receipts of several customers are whole.
  private var isDamaged: Bool {
    guard case .checked(let checked) = outcome else { return false }
    return checked.verification.status == .incomplete
      || checked.decoded.errors.contains { $0.code != .severalReceipts }
  }

  /// Why it could not be read, unless it was not meant to be.
  var unreadable: ReceiptError? {
    guard case .failed(let error) = outcome, verdict == .error else { return nil }
    return error
  }

  /// What stood around the receipt and was not read: it was not checked either.
  private var passedOver: [Finding] {
    guard case .checked(let checked) = outcome else { return [] }
    return checked.decoded.input.findings.filter { $0.id == .brokenText || $0.id == .partBeside }
  }

  var hasMessage: Bool { unreadable != nil || !passedOver.isEmpty }

  func say(to messages: Messages) {
    if let unreadable {
      messages.report(unreadable, in: source, line(of: unreadable)?.sentence)
    } else {
      messages.report(passedOver, in: source)
    }
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

  /// The receipts inside that have a signature of their own, good or bad.
  var signedInside: [DecodedReceipt] {
    nested.flatMap { inner -> [DecodedReceipt] in
      guard case .checked(let checked) = inner.outcome else { return [] }
      return (checked.decoded.hasOwnSignature ? [checked.decoded] : []) + inner.signedInside
    }
  }

  // MARK: Expectation files

  /// The report with what an expectation file says to it.
  func held(against expectation: Expectation, acceptingUnsigned: Bool) -> CheckReport {
    guard expectation.isListed else {
      guard case .checked = outcome else { return self }
      return adding(.fail(.listed, .notListed, "the expectation file has no entry for it"))
    }
    let contents = ContentsCheck.run(
      self, expectation, needsSignature: !acceptingUnsigned)
    let refusal = expectation.refusal.map { RefusalCheck.run($0, found: faults) }
    var report = adding(
      [contents?.result, refusal].compactMap { $0 }, marking: expectation.refusal)
    report.contentsPlace = contents?.place
    return report
  }

  /// The line of an expectation file that decided about a check that is a problem.
  func line(of result: CheckResult) -> DecidingLine? {
    guard result.isProblem, let locator else { return nil }
    return result.id == .contents ? locator.line(at: contentsPlace) : locator.line(of: result)
  }

  /// The line of an expectation file that is about what cannot be read.
  func line(of error: ReceiptError) -> DecidingLine? { locator?.line(of: error) }

  /// Everything that did not pass, here and in what is nested.
  var faults: [RefusalCheck.Fault] {
    let own: [RefusalCheck.Fault] =
      switch outcome {
      case .failed(let error): [RefusalCheck.Fault(error)]
      case .checked(let checked):
        checked.results.filter(\.isProblem).map { RefusalCheck.Fault($0, in: checked.decoded) }
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
      // In a receipt around it that was meant to be refused for this.
      let isMeant = more.isEmpty && refusal?.covers(RefusalCheck.Fault(error)) == true
      let results =
        isMeant
        ? [CheckResult.pass(.refusal, "it cannot be read, as it was meant to be")] : more
      return CheckReport(
        source, judgedAt, .failed(error), nested: [], answers: results, locator: locator)
    case .checked(let checked):
      let results = checked.results.map { result in
        guard result.isProblem, let refusal else { return result }
        let fault = RefusalCheck.Fault(result, in: checked.decoded)
        return refusal.covers(fault) ? result.asExpected() : result
      }
      return CheckReport(
        source, judgedAt,
        .checked(Checked(checked, results + more)),
        nested: nested ?? self.nested, locator: locator)
    }
  }
}
