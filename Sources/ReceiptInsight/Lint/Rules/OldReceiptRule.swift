internal import ReceiptCore

/// The receipt is so old that purchases may have changed since.
enum OldReceiptRule: LintRule {
  static let id = "old-receipt"
  static let meaning = "made more than 90 days ago"
  static let advice = "ask the app to refresh it before you answer for today"
  static let severity = Remark.Severity.info
  static let citation = "Apple: a receipt is renewed with each purchase and each update of the app"

  /// 90 days.
  static let age = TimeSpan(milliseconds: 7_776_000_000)

  static func notes(on subject: LintSubject) -> [LintNote] {
    guard let made = subject.decoded.madeAt, subject.now.since(made) > age else { return [] }
    let age = subject.now.since(made)
    return [
      LintNote(
        message: subject.decoded.form.signsDate
          ? "it was made \(age) ago: renewals and refunds since then do not show"
          : "the purchase was made \(age) ago, and when this was signed it does not say: renewals and "
            + "refunds since then need not show",
        evidence: ["at": subject.now.description, "made": made.description])
    ]
  }
}
