internal import ReceiptCore

/// A purchase from a time when nothing could be bought within apps.
enum BeforeStoreRule: LintRule {
  static let id = "before-store"
  static let meaning = "a purchase is older than purchases within apps are"
  static let advice =
    "find out who wrote the date; unlock nothing if it did not pass through a program of yours"
  static let severity = Remark.Severity.warning
  static let citation = "iOS 3.0 brought In-App Purchase on 2009-06-17"

  /// 2009-06-17, with a day for time zones.
  private static let first = ReceiptDate(millisecondsSince1970: 1_245_110_400_000)

  static func notes(on subject: LintSubject) -> [LintNote] {
    guard subject.isResponse, !subject.isXcode else { return [] }
    return subject.history.records.compactMap { record in
      guard let date = record.purchaseDate, date < first else { return nil }
      return LintNote(
        message: "\(record.remarkSubject) is dated before there were purchases within apps",
        evidence: ["purchase_date": date.description])
    }
  }
}
