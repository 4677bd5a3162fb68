internal import ReceiptCore

/// A response with an invented transaction identifier: not a number, or a number of zeros.
enum TransactionNumberRule: LintRule {
  static let id = "odd-transaction-id"
  static let meaning = "a transaction identifier that is not a number, or ends in many zeros"
  static let advice = "unlock nothing for it before you know who made it"
  static let severity = Remark.Severity.warning
  static let citation = "all identifiers seen of the App Store and its sandbox are numbers"

  /// No identifier that was seen ends in more than four.
  private static let mostZeros = 8

  static func notes(on subject: LintSubject) -> [LintNote] {
    guard subject.isResponse, !subject.isXcode else { return [] }
    var seen: Set<ReceiptString> = []
    return subject.history.records.compactMap { record in
      guard let id = record.transactionID, isOdd(id), seen.insert(id).inserted else { return nil }
      return LintNote(
        message: "the App Store gives no transaction a number such as \(id)",
        evidence: ["transaction_id": id.description])
    }
  }

  private static func isOdd(_ id: ReceiptString) -> Bool {
    // A masked value was not invented.
    guard let last = id.bytes.last, let text = id.text, !Mask.fills(text) else { return false }
    let zero = UInt8(ascii: "0")
    return !id.bytes.allSatisfy { (zero...UInt8(ascii: "9")).contains($0) }
      || last == zero && id.bytes.reversed().prefix { $0 == zero }.count > mostZeros
  }
}
