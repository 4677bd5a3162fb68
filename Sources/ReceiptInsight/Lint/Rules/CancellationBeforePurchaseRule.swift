internal import ReceiptCore

/// Cancelled before it was bought.
enum CancellationBeforePurchaseRule: LintRule {
  static let id = "cancelled-before-purchase"
  static let meaning = "cancelled before it was bought"
  static let advice = "treat it as cancelled"
  static let severity = Remark.Severity.warning
  static let citation = "Apple, cancellation_date: when the App Store refunded a transaction"

  static func notes(on subject: LintSubject) -> [LintNote] {
    subject.history.records.compactMap { record in
      guard let cancelled = record.cancellationDate, let bought = record.purchaseDate,
        cancelled < bought
      else { return nil }
      return LintNote(
        message:
          "\(record.remarkName), was cancelled \(bought.since(cancelled)) before it was bought",
        evidence: [
          "cancellation_date": cancelled.description, "purchase_date": bought.description,
        ])
    }
  }
}
