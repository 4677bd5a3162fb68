internal import ReceiptCore

/// Two periods of one subscription overlap.
enum OverlappingPeriodRule: LintRule {
  static let id = "overlapping-periods"
  static let meaning = "two periods of a subscription overlap by more than a day"
  static let advice = "take the later end; look whether the customer changed the product"
  static let severity = Remark.Severity.warning
  static let citation = "Apple: one subscription of a group at a time"

  /// Apple charges for a renewal up to a day before the period begins, and dates it then.
  private static let tolerance = TimeSpan(milliseconds: 86_400_000)

  static func notes(on subject: LintSubject) -> [LintNote] {
    subject.history.subscriptions(withCancelled: false).flatMap { periods in
      zip(periods, periods.dropFirst()).compactMap { earlier, later in
        // Seats that are added have a transaction of their own for the same period.
        guard let end = earlier.expiresDate, let start = later.purchaseDate,
          end.since(start) > tolerance, later.additionalTransactionReason == nil
        else { return nil }
        return LintNote(
          message:
            "\(later.remarkName), begins \(end.since(start)) before the period before it ends",
          evidence: ["expires_date": end.description, "purchase_date": start.description])
      }
    }
  }
}

extension PurchaseHistory {
  /// The periods of each subscription, sorted by start.
  func subscriptions(withCancelled: Bool) -> [[InAppPurchase]] {
    var order: [ReceiptString] = []
    var groups: [ReceiptString: [InAppPurchase]] = [:]
    for record in records {
      guard record.expiresDate != nil, record.purchaseDate != nil,
        withCancelled || !record.isTakenBack,
        let original = record.originalTransactionID
      else { continue }
      if groups[original] == nil { order.append(original) }
      groups[original, default: []].append(record)
    }
    return order.compactMap { groups[$0] }
  }
}
