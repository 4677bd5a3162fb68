/// Something is said to have happened after the receipt was made, or after now.
enum FutureDateRule: LintRule {
  static let id = "future-date"
  static let severity = Remark.Severity.warning
  static let citation = "a receipt cannot know what happens after it is made"

  /// Clocks differ, and a purchase may be signed a moment after it is made.
  private static let tolerance = TimeSpan(milliseconds: 86_400_000)

  static func notes(on subject: LintSubject) -> [LintNote] {
    var notes: [LintNote] = []
    let made = subject.decoded.madeAt
    if let made, made > subject.now.adding(tolerance) {
      notes.append(
        LintNote(
          message:
            "it was made \(made.since(subject.now)) after the time that is asked about: that is in the past, or "
            + "a clock is wrong",
          evidence: ["at": subject.now.description, "made": made.description]))
    }
    guard let made else { return notes }
    for record in subject.history.records {
      guard let date = record.purchaseDate, date > made.adding(tolerance) else { continue }
      notes.append(
        LintNote(
          message:
            "\(record.remarkName), was bought \(date.since(made)) after the receipt was made",
          evidence: ["made": made.description, "purchase_date": date.description]))
    }
    return notes
  }
}
