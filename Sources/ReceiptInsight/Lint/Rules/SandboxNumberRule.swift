internal import ReceiptCore

/// A transaction of no stated environment, with a number as the sandbox gives.
enum SandboxNumberRule: LintRule {
  static let id = "sandbox-transaction-id"
  static let meaning =
    "no environment is stated, and the transaction has a number as the sandbox gives"
  static let advice = "ask Apple's sandbox about it before you unlock anything"
  static let severity = Remark.Severity.warning
  static let citation =
    "all transactions seen of the sandbox have 16 digits, and begin with 10000 or 20000"

  static func notes(on subject: LintSubject) -> [LintNote] {
    guard subject.receipt.environment == nil, subject.isResponse else { return [] }
    let numbers = subject.history.records.compactMap(\.transactionID)
    guard let first = numbers.first(where: isOfSandbox) else { return [] }
    return [
      LintNote(
        message:
          "transaction \(first) has a number as the sandbox gives; it was probably a test, and free",
        evidence: ["transaction_id": first.description])
    ]
  }

  /// Whether a transaction has a number as the sandbox gives.
  static func isOfSandbox(_ id: ReceiptString) -> Bool {
    id.bytes.count == 16 && id.bytes.allSatisfy(Text.isDigit)
      && ["10000", "20000"].contains { id.bytes.starts(with: $0.utf8) }
  }
}
