internal import ReceiptCore

/// A production receipt with constants that the sandbox writes into every receipt.
enum SandboxConstantRule: LintRule {
  static let id = "sandbox-constant"
  static let meaning =
    "what only the sandbox writes, in a receipt that says it is from the App Store"
  static let advice = "unlock nothing for it before you know who made it"
  static let severity = Remark.Severity.warning
  static let citation = "the sandbox writes these into every receipt; the App Store into none"

  static func notes(on subject: LintSubject) -> [LintNote] {
    let receipt = subject.receipt
    guard receipt.environment == .production, subject.isAppReceipt else { return [] }
    var found: [String] = []
    if receipt.originalPurchaseDate == SandboxConstants.originalPurchaseDate {
      found.append("the app was first bought at \(SandboxConstants.originalPurchaseDate)")
    }
    if receipt.adamID == 0 { found.append("the App Store item id is 0") }
    if receipt.downloadID == 0 { found.append("the download id is 0") }
    guard !found.isEmpty else { return [] }
    return [
      LintNote(
        message: "it says that it is from the App Store, and holds what only the sandbox writes: "
          + found.joined(separator: ", "),
        evidence: ["count": String(found.count)])
    ]
  }
}
