internal import ReceiptCore

/// A gap between two periods of one subscription.
enum MissingRenewalRule: LintRule {
  static let id = "missing-renewal"
  static let meaning = "more than an hour lies between two periods of a subscription"
  static let advice = "ask the customer to restore purchases, if they say that they renewed"
  static let severity = Remark.Severity.info
  static let citation =
    "a subscription that lapsed and was bought again keeps its original transaction"

  /// Shorter gaps are ignored: Apple retries a failed renewal.
  private static let tolerance = TimeSpan(milliseconds: 3_600_000)

  static func notes(on subject: LintSubject) -> [LintNote] {
    subject.history.subscriptions(withCancelled: true).flatMap { periods -> [LintNote] in
      var notes: [LintNote] = []
      var covered: ReceiptDate?
      for period in periods {
        guard let start = period.purchaseDate, let expires = period.expiresDate else { continue }
        // A cancelled period ends at its cancellation, and its replacement begins there.
        let end = min(expires, period.cancellationDate ?? expires)
        if let covered, start.since(covered) > tolerance {
          notes.append(
            LintNote(
              message:
                "\(period.remarkName), begins \(start.since(covered)) after the period before it "
                + "ended",
              evidence: ["expires_date": covered.description, "purchase_date": start.description]))
        }
        covered = max(covered ?? end, end)
      }
      return notes
    }
  }
}
