internal import ReceiptCore

/// A date in the year 4001, which Xcode writes for "never".
enum NeverExpiresRule: LintRule {
  static let id = "year-4001"
  static let meaning = "expires in the year 4001, which is how Xcode writes never"
  static let advice = "treat it as never"
  static let severity = Remark.Severity.info
  static let citation = "seen in all receipts of Xcode"

  static func notes(on subject: LintSubject) -> [LintNote] {
    // There it is an invented period, which another remark names.
    guard !subject.isResponse || subject.isXcode else { return [] }
    var places: [String] = []
    if subject.receipt.expirationDate?.isNever == true { places.append("the receipt") }
    places += subject.history.records.filter { $0.expiresDate?.isNever == true }
      .map(\.remarkName)
    guard let first = places.first else { return [] }
    let more = places.count > 1 ? ", and \(places.count - 1) more," : ""
    return [
      LintNote(
        message: "\(first)\(more) expires in the year 4001, which means never",
        evidence: ["count": String(places.count)])
    ]
  }
}
