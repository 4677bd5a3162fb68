internal import ReceiptCore

/// The first purchase of a subscription later than one of its periods: old renewals in the sandbox have it.
enum OriginalAfterPurchaseRule: LintRule {
  static let id = "original-after-purchase"
  static let meaning = "first bought after it was bought; old renewals in the sandbox have it"
  static let advice = "nothing; order purchases by their purchase date"
  static let severity = Remark.Severity.info
  static let citation = "seen in genuine receipts of the sandbox"

  static func notes(on subject: LintSubject) -> [LintNote] {
    subject.history.records.compactMap { record in
      guard let original = record.originalPurchaseDate, let bought = record.purchaseDate,
        original > bought
      else { return nil }
      return LintNote(
        message:
          "\(record.remarkName), has a first purchase that is \(original.since(bought)) later than its "
          + "own",
        evidence: [
          "original_purchase_date": original.description, "purchase_date": bought.description,
        ])
    }
  }
}
