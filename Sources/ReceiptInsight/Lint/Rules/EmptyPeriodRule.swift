internal import ReceiptCore

/// A period that ends at or before its beginning.
enum EmptyPeriodRule: LintRule {
  static let id = "empty-period"
  static let meaning = "a period that ends when it begins, or before"
  static let advice = "treat it as a period that gives nothing"
  static let severity = Remark.Severity.info
  static let citation = "reported for upgrades, and for refunds, in the same second"

  static func notes(on subject: LintSubject) -> [LintNote] {
    subject.history.records.compactMap { record in
      guard let end = record.expiresDate, let start = record.purchaseDate, end <= start else {
        return nil
      }
      return LintNote(
        message: "\(record.remarkName), "
          + (end == start
            ? "ends in the moment in which it begins: it gives nothing"
            : "ends \(start.since(end)) before it begins"),
        evidence: ["expires_date": end.description, "purchase_date": start.description])
    }
  }
}
