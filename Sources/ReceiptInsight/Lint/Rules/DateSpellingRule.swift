internal import ReceiptCore

/// A date of a response that is not written as Apple writes dates.
enum DateSpellingRule: LintRule {
  static let id = "unusual-date"
  static let meaning = "a date that is not written as Apple writes dates"
  static let advice =
    "find out who wrote it; unlock nothing if it did not pass through a program of yours"
  static let severity = Remark.Severity.warning
  static let citation =
    "all responses seen have 2018-11-29 08:30:30 Etc/GMT, or the same with America/Los_Angeles"

  static func notes(on subject: LintSubject) -> [LintNote] {
    subject.decoded.findings.filter { $0.id == .oddDate }.map { LintNote($0) }
  }
}
