internal import ReceiptCore
internal import ReceiptInsight
internal import ReceiptMaking

/// The diagnosis of one input.
struct DiagnoseReport: ReceiptReport {
  let source: Source
  /// The time at which ownership is determined.
  let judgedAt: ReceiptDate
  /// Names of products, and the clock that shows dates.
  let settings: AppSettings
  let outcome: Outcome
  let exitStatus: ExitStatus
  /// What the customer can be told, for failed inputs too.
  private(set) var reply: Reply?

  enum Outcome: Sendable {
    case diagnosed(Diagnosed)
    case failed(ReceiptError)
  }

  /// A receipt as it may be shown, and what was found out about it.
  struct Diagnosed: Sendable {
    let decoded: DecodedReceipt
    let verification: Verification
    let checks: [CheckResult]
    let diagnosis: Diagnosis
    /// Whether the settings name other bundle identifiers.
    let isOfOtherApp: Bool

    // Put together when they are asked for: a stream of short answers needs neither.
    var history: PurchaseHistory { diagnosis.history }
    var timeline: Timeline { Timeline(diagnosis.account) }
  }

  /// The answer in three lines, for failed inputs too.
  var card: Card {
    switch outcome {
    case .diagnosed(let diagnosed): diagnosed.diagnosis.card
    case .failed(let error): Card(error)
    }
  }

  typealias Redacting = (redactor: Redactor, limits: DecodingLimits)

  /// The question to every input.
  struct Question: Sendable {
    var settings = AppSettings()
    var complaint: Complaint?
    /// The language of the reply to the customer, if one is wanted.
    var reply: ReplyLanguage?
    /// The time at which ownership is judged.
    let now: ReceiptDate
    /// Whether it is the clock's time.
    let isToday: Bool
  }

  /// Verifies, checks and diagnoses what was found.
  static func diagnosing(
    _ source: Source, _ found: Result<DecodedReceipt, ReceiptError>, _ checker: ReceiptChecker,
    _ question: Question, redacting redaction: Redacting? = nil
  ) -> DiagnoseReport {
    let outcome: Outcome
    let exitStatus: ExitStatus
    switch found {
    case .failure(let error):
      outcome = .failed(redaction == nil ? error : error.withoutWords)
      exitStatus = .unreadable
    case .success(let decoded):
      let verified = checker.verifier.verifyAll(decoded)
      let checks = checker.results(of: verified)
      exitStatus = Self.exitStatus(verified, checks)
      do throws(ReceiptError) {
        outcome = .diagnosed(
          try Diagnosed(verified, checks, question, redaction))
      } catch {
        outcome = .failed(error)
      }
    }
    var report = DiagnoseReport(
      source: redaction.map { source.redacted(with: $0.redactor) } ?? source,
      judgedAt: question.now, settings: question.settings, outcome: outcome,
      exitStatus: exitStatus)
    report.reply = question.reply.map {
      ReplyComposer(language: $0, settings: question.settings)
        .reply(report.card, form: report.form)
    }
    return report
  }

  /// What cannot be read as a whole counts more than what a check says of the rest. A text inside that is incomplete
  /// counts if all else is well, as it does for `receipt check`.
  private static func exitStatus(
    _ verified: VerifiedReceipt, _ checks: [CheckResult]
  ) -> ExitStatus {
    if !verified.decoded.errors.isEmpty || verified.verification.status == .incomplete {
      return .unreadable
    }
    if checks.contains(where: \.isProblem) || verified.isUnprovenInside
      || verified.forgedInside != nil
    {
      return .checkFailed
    }
    return verified.isIncompleteInside ? .unreadable : .fine
  }

  var hasMessage: Bool {
    switch outcome {
    case .failed: true
    case .diagnosed(let diagnosed): !diagnosed.decoded.input.findings.isEmpty
    }
  }

  func say(to messages: Messages) {
    switch outcome {
    case .failed(let error): messages.report(error, in: source)
    case .diagnosed(let diagnosed):
      messages.report(diagnosed.decoded.input.findings, in: source)
    }
  }

  private var form: ReceiptForm? {
    if case .diagnosed(let diagnosed) = outcome { diagnosed.decoded.form } else { nil }
  }
}

extension DiagnoseReport.Diagnosed {
  /// The receipt is checked as it is, and shown under pseudonyms.
  fileprivate init(
    _ verified: VerifiedReceipt, _ checks: [CheckResult], _ question: DiagnoseReport.Question,
    _ redaction: DiagnoseReport.Redacting?
  ) throws(ReceiptError) {
    let original = verified.decoded
    let verification = verified.verification
    self.verification = verification
    let shown: VerifiedReceipt
    if var redaction {
      decoded = try redaction.redactor.shown(
        original, limits: redaction.limits, hint: "without --redact it can be shown")
      shown = verified.showing(decoded) { $0.withoutQuotes }
      self.checks =
        verification.withoutQuotes.checks
        + checks.dropFirst(verification.checks.count).map {
          $0.status == .notRun ? $0 : $0.withoutWords()
        }
    } else {
      decoded = original
      shown = verified
      self.checks = checks
    }
    // Pseudonyms are in no settings.
    isOfOtherApp =
      verified.bundleID.map { !question.settings.allows(bundleID: $0) } ?? false
    diagnosis = Diagnosis(
      shown,
      deviceCheck: self.checks.first { $0.id == .deviceHash && $0.status != .notRun },
      settings: question.settings, isOfOtherApp: isOfOtherApp,
      complaint: question.complaint, now: question.now,
      isToday: question.isToday)
  }
}
