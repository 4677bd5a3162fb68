internal import ReceiptCore

/// A response with a period that is longer than any subscription.
enum LongPeriodRule: LintRule {
  static let id = "long-period"
  static let meaning = "a period of more than two years; subscriptions are sold for a year at most"
  static let advice = "unlock nothing for it before you know who made it"
  static let severity = Remark.Severity.warning
  static let citation = "Apple, Set a subscription duration: one week to one year"

  /// Two years: a year, and all that offers and extensions add to it.
  private static let longest = TimeSpan(milliseconds: 63_115_200_000)

  static func notes(on subject: LintSubject) -> [LintNote] {
    guard subject.isResponse, !subject.isXcode else { return [] }
    return subject.history.records.compactMap { record in
      guard let end = record.expiresDate, let start = record.purchaseDate,
        end.since(start) > longest
      else { return nil }
      return LintNote(
        message:
          "\(record.remarkName), runs for \(end.since(start)); the App Store sells no subscription for more "
          + "than a year",
        evidence: ["expires_date": end.description, "purchase_date": start.description])
    }
  }
}
