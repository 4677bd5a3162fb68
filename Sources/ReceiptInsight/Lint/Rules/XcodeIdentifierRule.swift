internal import ReceiptCore

/// Transactions numbered 0, 1, 2 in turn, as Xcode does and the App Store does not.
enum XcodeIdentifierRule: LintRule {
  static let id = "xcode-transaction-id"
  static let meaning = "transactions with short numbers from 0 on, as Xcode gives"
  static let advice = "nothing; do not use such identifiers as keys"
  static let severity = Remark.Severity.info
  static let citation = "seen in all receipts of Xcode, and in none of the App Store"

  /// The largest number of digits in Xcode's identifiers. The App Store's have 14 to 16.
  private static let mostDigits = 6

  static func notes(on subject: LintSubject) -> [LintNote] {
    let counted = subject.history.records.filter { record in
      guard let id = record.transactionID, let number = id.text.flatMap({ Int64($0) }) else {
        return false
      }
      return number >= 0 && id.bytes.count <= mostDigits
    }
    guard let first = counted.first?.transactionID else { return [] }
    return [
      LintNote(
        message:
          "\(counted.count == 1 ? "a transaction has" : "\(counted.count) transactions have") a short "
          + "number as Xcode gives: \(first)",
        evidence: ["count": String(counted.count), "transaction_id": first.description])
    ]
  }
}
