internal import ReceiptCore
internal import ReceiptInsight
internal import ReceiptMaking

/// The diagnosis of one input.
struct DiagnoseReport {
  let source: Source
  /// The time at which ownership is determined.
  let judgedAt: ReceiptDate
  let outcome: Outcome
  let exitStatus: ExitStatus

  enum Outcome {
    case diagnosed(Diagnosed)
    case failed(ReceiptError)
  }

  /// A receipt for display, and what was found out about it.
  struct Diagnosed {
    let decoded: DecodedReceipt
    let verification: Verification
    let checks: [CheckResult]
    let diagnosis: Diagnosis
    let timeline: Timeline
  }

  init(
    _ source: Source, _ found: Result<DecodedReceipt, ReceiptError>, _ checker: ReceiptChecker,
    at now: ReceiptDate, redacting redaction: (redactor: Redactor, limits: DecodingLimits)? = nil
  ) {
    self.source = redaction.map { source.redacted(with: $0.redactor) } ?? source
    judgedAt = now
    switch found {
    case .failure(let error):
      outcome = .failed(redaction == nil ? error : error.withoutWords)
      exitStatus = .unreadable
    case .success(let decoded):
      let (verification, results) = checker.check(decoded)
      exitStatus =
        decoded.errors.isEmpty
        ? results.contains(where: \.isProblem) ? .checkFailed : .fine : .unreadable
      // It is checked as it is, and shown with pseudonyms.
      let shown: DecodedReceipt
      if var redaction {
        do throws(RedactionFailure) {
          shown = try redaction.redactor.shown(decoded, limits: redaction.limits)
        } catch {
          outcome = .failed(
            ReceiptError(
              .unreadable, "this cannot be redacted", hint: "without --redact it can be shown"))
          return
        }
      } else {
        shown = decoded
      }
      let nested = zip(decoded.nested, shown.nested).compactMap { original, shown in
        guard case .success(let inner) = original.content,
          case .success(let told) = shown.content
        else { return nil as (path: String, decoded: DecodedReceipt, verification: Verification)? }
        let verification = checker.verifier.verify(inner)
        return (
          path: shown.path, decoded: told,
          verification: redaction == nil ? verification : verification.withoutQuotes
        )
      }
      let device = results.first { $0.id == .deviceHash && $0.status != .notRun }
      outcome = .diagnosed(
        Diagnosed(
          decoded: shown, verification: verification,
          checks: redaction == nil
            ? results
            : verification.withoutQuotes.checks
              + results.dropFirst(verification.checks.count).map {
                $0.status == .notRun ? $0 : $0.withoutWords()
              },
          diagnosis: Diagnosis(
            shown, redaction == nil ? verification : verification.withoutQuotes, nested: nested,
            deviceCheck: redaction == nil ? device : device?.withoutWords(), now: now),
          timeline: Timeline(shown)))
    }
  }
}
