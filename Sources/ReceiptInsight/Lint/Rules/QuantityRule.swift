internal import ReceiptCore

/// A quantity of 0, or more than the App Store sells at once.
enum QuantityRule: LintRule {
  static let id = "odd-quantity"
  static let meaning = "bought fewer than 1 or more than 10 at once"
  static let advice = "ask for Apple's invoice before you grant so many"
  static let severity = Remark.Severity.warning
  static let citation = "Apple, SKMutablePayment.quantity: 1 to 10"

  private static let usual: ClosedRange<Int64> = 1...10

  static func notes(on subject: LintSubject) -> [LintNote] {
    subject.history.records.compactMap { record in
      guard let quantity = record.quantity, !usual.contains(quantity) else { return nil }
      return LintNote(
        message:
          "\(record.remarkName), was bought once in a quantity of \(quantity); the App Store sells "
          + "1 to 10 at once",
        evidence: ["quantity": String(quantity)])
    }
  }
}
