package import ReceiptCore

extension ReceiptError {
  /// What the person can do next: what the error says itself, or else what the glossary advises for its code. An
  /// error that was posted in the place of a receipt names codes, and the glossary knows what they mean.
  package var advice: String? {
    let own = hint ?? ErrorGlossary.advice(for: code)
    var told: Set<String> = []
    let known =
      codes.isEmpty ? Glossary.meanings(ofNames: names) : Glossary.meanings(ofCodes: codes)
    let meanings =
      known
      // A domain without its number says nothing more.
      .filter { !$0.code.hasSuffix("ErrorDomain") && told.insert($0.entry.meaning).inserted }
      .prefix(Self.maximumCodes).map { code, entry in
        "\(code)\(entry.hasName(code) ? "" : " (\(entry.word))"): \(entry.meaning)"
          + (entry.advice.flatMap { told.insert($0).inserted ? "; \($0)" : nil } ?? "")
      }
    let first = own.map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return meanings.isEmpty ? own : (meanings + (first.map { [$0] } ?? [])).joined(separator: ". ")
  }

  /// More codes than a person reads.
  private static let maximumCodes = 2
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
