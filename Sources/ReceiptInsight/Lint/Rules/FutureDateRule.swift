internal import ReceiptCore

/// A purchase is dated more than a day after the receipt was made. A receipt that is newer than `now` gets
/// only an info, because that is normal when a past time is given.
enum FutureDateRule: LintRule {
  static let id = "future-date"
  static let meaning =
    "something was bought more than a day after the receipt was made, or the receipt is newer than the time it is judged at"
  static let advice = "ask for a new receipt before you unlock what is dated later than this one"
  static let severity = Remark.Severity.warning
  static let citation = "a receipt cannot know what happens after it is made"

  /// Allows for clocks that differ, and for the time between purchase and signature.
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
