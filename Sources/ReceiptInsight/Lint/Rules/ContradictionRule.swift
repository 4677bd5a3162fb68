internal import ReceiptCore

/// One thing is written twice, and not in the same way.
enum ContradictionRule: LintRule {
  static let id = "contradicts-itself"
  static let meaning = "one thing is written twice, and not in the same way"
  static let advice = "unlock nothing for it before you know who wrote it"
  static let severity = Remark.Severity.warning
  static let citation = "Apple writes both from one value"

  private static let kinds: Set<Finding.ID> = [.datesDisagree, .environmentsDisagree]

  static func notes(on subject: LintSubject) -> [LintNote] {
    subject.decoded.findings.filter { kinds.contains($0.id) }.map {
      LintNote($0)
    }
  }
}

extension LintNote {
  /// A finding of the decoder, and where it was found.
  init(_ finding: Finding) {
    let field = finding.field ?? ""
    self.init(
      message: (field.isEmpty ? "" : "\(field): ") + finding.message,
      evidence: ["field": field, "finding": finding.id.rawValue])
  }
}
