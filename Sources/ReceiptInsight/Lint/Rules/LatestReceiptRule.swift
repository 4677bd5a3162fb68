internal import ReceiptCore

/// A response whose `latest_receipt` is not a receipt.
enum LatestReceiptRule: LintRule {
  static let id = "latest-receipt-unreadable"
  static let meaning = "latest_receipt holds something else than a receipt"
  static let advice = "unlock nothing for it before you know who wrote it"
  static let severity = Remark.Severity.warning
  static let citation = "Apple, latest_receipt: the latest Base64 encoded app receipt"

  static func notes(on subject: LintSubject) -> [LintNote] {
    subject.decoded.nested.compactMap { nested in
      // A receipt that was cut by hand is common, and is reported as cut.
      guard case .failure(let error) = nested.content, error.code == .notAReceipt,
        nested.path.hasSuffix("latest_receipt")
      else { return nil }
      return LintNote(
        message: "\(nested.path) is not a receipt: \(error.message)",
        evidence: ["field": nested.path])
    }
  }
}
