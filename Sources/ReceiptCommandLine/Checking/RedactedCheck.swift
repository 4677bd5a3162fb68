internal import ReceiptCore
internal import ReceiptMaking

extension CheckContext {
  /// The results of the checks, redacted.
  ///
  /// Nothing but the telling changes: the receipt is judged as it is. The expectations are then asked once
  /// more, all under their pseudonyms, and where that comes to the same result its words are shown. Where
  /// it does not, there are none: two identifiers may have got to look alike.
  func redacted(
    _ report: CheckReport, with redactor: Redactor, limits: DecodingLimits
  ) -> CheckReport {
    report.redacted(with: redactor, by: checker, inside: method.nestedChecker, limits: limits)
  }
}

extension CheckReport {
  fileprivate func redacted(
    with redactor: Redactor, by checker: ReceiptChecker, inside nestedChecker: ReceiptChecker,
    limits: DecodingLimits
  ) -> CheckReport {
    let source = source.redacted(with: redactor)
    let nested = nested.map {
      $0.redacted(with: redactor, by: nestedChecker, inside: nestedChecker, limits: limits)
    }
    switch outcome {
    case .failed(let error):
      return redacted(
        source, .failed(error.withoutWords), nested: nested,
        answers: results.map { $0.withoutWords() })
    case .checked(let checked):
      var redactor = redactor
      guard let shown = try? redactor.shown(checked.decoded, limits: limits) else {
        let error = ReceiptError(
          .unreadable, "this cannot be redacted", hint: "without --redact it can be shown")
        return redacted(source, .failed(error), nested: [], answers: [])
      }
      let pseudonyms = ReceiptChecker(
        verifier: checker.verifier,
        all: checker.expectations.map { $0.redacted(with: redactor.pseudonym) })
      let words = Dictionary(grouping: pseudonyms.check(shown).1, by: \.id)
      var count: [CheckID: Int] = [:]
      let results = checked.results.map { result in
        // A check has as many results as there are expectations of its own.
        let index = count[result.id, default: 0]
        count[result.id] = index + 1
        return result.told(in: words[result.id]?.dropFirst(index).first)
      }
      return redacted(
        source, .checked(Checked(checked, told: shown, results, redactor.pseudonym)),
        nested: nested, answers: [])
    }
  }
}

extension CheckResult {
  /// Checks whose messages are not identifying: they name certificates and algorithms, or pseudonyms.
  private static let harmless: [CheckID] = [
    .signature, .chain, .certificatePurpose, .certificateValidity, .uniqueTransaction, .listed,
    .refusal,
  ]

  /// This result in the words of another one, where that comes to the same.
  fileprivate func told(in other: CheckResult?) -> CheckResult {
    if Self.harmless.contains(id) || status == .notRun { return self }
    guard let other, other.status == status, other.reason == reason else {
      return withoutWords()
    }
    return replacingWords(
      message: other.message, evidence: other.evidence, hint: other.hint)
  }

  func withoutWords() -> CheckResult {
    replacingWords(
      message: status == .pass ? "as expected" : "not shown with --redact", evidence: [:],
      hint: nil)
  }
}

extension ReceiptError {
  /// The error without its words, which may quote what was found instead of a receipt.
  var withoutWords: ReceiptError {
    ReceiptError(code, "it cannot be read", hint: "without --redact it is said why")
  }
}
