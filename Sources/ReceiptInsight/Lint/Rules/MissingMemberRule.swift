internal import ReceiptCore

/// A purchase of a response lacks a member that every purchase has in Apple's responses.
///
/// Scripts that forge responses write only what an app looks at.
enum MissingMemberRule: LintRule {
  static let id = "missing-member"
  static let meaning = "a purchase in a response lacks a member that Apple always writes"
  static let advice =
    "ask for the whole response; unlock nothing if no program of yours left the member out"
  static let severity = Remark.Severity.warning
  static let citation = "all responses seen have them"

  static func notes(on subject: LintSubject) -> [LintNote] {
    // What was masked, cut or left out may have been there.
    let decoded = subject.decoded
    guard decoded.form == .verifyReceipt, decoded.errors.isEmpty,
      !(decoded.findings + decoded.input.findings).contains(where: { incomplete.contains($0.id) })
    else { return [] }
    return subject.history.records.compactMap { record in
      let missing = members.filter { $0.isMissing(record) }.map(\.name)
      guard !missing.isEmpty else { return nil }
      return LintNote(
        message: "\(record.remarkSubject) has no \(missing.joined(separator: ", no "))",
        evidence: ["missing": missing.joined(separator: " ")])
    }
  }

  private static let incomplete: [Finding.ID] = [.masked, .leftOut, .brokenText, .partOfResponse]

  private static let members: [(name: String, isMissing: @Sendable (InAppPurchase) -> Bool)] = [
    ("transaction_id", { $0.transactionID == nil }),
    ("original_transaction_id", { $0.originalTransactionID == nil }),
    ("purchase_date", { $0.purchaseDate == nil }),
  ]
}
