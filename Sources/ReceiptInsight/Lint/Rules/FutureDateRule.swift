internal import ReceiptCore

/// Something is said to have happened after the receipt was made. That the receipt itself is newer than the time
/// that is asked about is only worth knowing: so it is whenever the past is asked about.
enum FutureDateRule: LintRule {
  static let id = "future-date"
  static let meaning =
    "something was bought more than a day after the receipt was made, or the receipt is newer than the time it is judged at"
  static let advice = "ask for a new receipt before you unlock what is dated later than this one"
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
            "it is newer than the time that is asked about, by \(made.since(subject.now))",
          evidence: ["at": subject.now.description, "made": made.description], severity: .info))
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
