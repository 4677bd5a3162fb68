internal import ReceiptCore

/// A response with an invented transaction identifier: not a number, too short for one of the App Store, or of one
/// digit. Apple writes it as a text; a program that invents one writes it as a number.
enum TransactionNumberRule: LintRule {
  static let id = "odd-transaction-id"
  static let meaning =
    "a transaction identifier such as Apple gives none: too short, of one digit, or no text"
  static let advice = "unlock nothing for it before you know who made it"
  static let severity = Remark.Severity.warning
  static let citation = "all identifiers seen of the App Store and its sandbox are numbers"

  /// No identifier that was seen ends in more than four.
  private static let mostZeros = 8
  /// All that were seen have 14 or more.
  private static let fewestDigits = 10

  static func notes(on subject: LintSubject) -> [LintNote] {
    guard subject.isResponse, !subject.isXcode else { return [] }
    let numbers = subject.decoded.findings.filter {
      $0.id == .oddType && $0.field?.hasSuffix("transaction_id") == true
    }.map { LintNote(message: "\($0.field ?? "") is a number; Apple writes it as a text") }
    var seen: Set<ReceiptString> = []
    return numbers.prefix(1)
      + subject.history.records.compactMap { record in
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
      || id.bytes.count < fewestDigits || id.bytes.allSatisfy { $0 == last }
      || last == zero && id.bytes.reversed().prefix { $0 == zero }.count > mostZeros
  }
}
