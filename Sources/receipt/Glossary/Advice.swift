internal import ReceiptCore

extension ReceiptError {
  /// What the person can do next: what the error says itself, or else what the glossary advises for its code.
  var advice: String? { hint ?? ErrorGlossary.advice(for: code) }
}

extension CheckResult {
  /// What the person can do about it: what the result says itself, or else what the glossary advises for its
  /// reason. A check that passed or did not run has none.
  var advice: String? {
    switch status {
    case .pass, .notRun: hint
    case .fail, .undetermined: hint ?? reason.flatMap(ReasonGlossary.advice)
    }
  }
}
