internal import ReceiptCore

/// The original purchase date of a subscription is after one of its periods, as in old renewals in the
/// sandbox.
enum OriginalAfterPurchaseRule: LintRule {
  static let id = "original-after-purchase"
  static let meaning = "first bought after it was bought; old renewals in the sandbox have it"
  static let advice = "nothing; order purchases by their purchase date"
  static let severity = Remark.Severity.info
  static let citation = "seen in genuine receipts of the sandbox"

  /// Genuine receipts often date the first purchase a second later.
  private static let tolerance = TimeSpan(milliseconds: 60_000)

  static func notes(on subject: LintSubject) -> [LintNote] {
    subject.history.records.compactMap { record in
      guard let original = record.originalPurchaseDate, let bought = record.purchaseDate,
        original.since(bought) > tolerance
      else { return nil }
      return LintNote(
        message:
          "\(record.remarkName), has a first purchase date that is \(original.since(bought)) after its own",
        evidence: [
          "original_purchase_date": original.description, "purchase_date": bought.description,
        ])
    }
  }
}
