package import ReceiptCore

/// Something in what a receipt says that is worth a second look: its form is right, its meaning is odd.
///
/// A remark never makes a receipt invalid. What keeps one from being believed is a check.
package struct Remark: Sendable {
  /// Stable, in kebab case.
  package let id: String
  package let severity: Severity
  /// What was seen, in one sentence without a full stop.
  package let message: String
  /// What the remark rests on.
  package let evidence: Evidence
  /// Where it is written, or how it is known.
  package let citation: String
  /// What to do about it.
  package let advice: String

  package enum Severity: String, Sendable {
    /// Worth knowing: genuine receipts have it.
    case info
    /// Genuine receipts do not have it, or something follows from it for the customer.
    case warning
  }
}

/// One kind of remark.
package protocol LintRule: Sendable {
  static var id: String { get }
  /// What the remark says of a receipt, for someone who has only its name.
  static var meaning: String { get }
  /// What to do about it.
  static var advice: String { get }
  static var severity: Remark.Severity { get }
  static var citation: String { get }
  /// What is to be said of a receipt, a message with its evidence each.
  static func notes(on subject: LintSubject) -> [LintNote]
}

package struct LintNote {
  let message: String
  var evidence: Evidence = [:]
  /// Where it weighs less than others of its kind.
  var severity: Remark.Severity?
}

/// What the rules look at.
package struct LintSubject {
  let decoded: DecodedReceipt
  let verification: Verification
  let history: PurchaseHistory
  /// What "now" is.
  let now: ReceiptDate

  var receipt: Receipt { decoded.receipt }
  /// Xcode's receipts have oddities of their own, which one remark names.
  var isXcode: Bool { receipt.environment == .xcode }
  var isAppReceipt: Bool { decoded.form == .appReceipt }
}

/// All rules, in the order in which their remarks are told.
package enum Lint {
  package static let rules: [any LintRule.Type] = [
    StoreKitCertificateRule.self, XcodeIdentifierRule.self, SandboxConstantRule.self,
    CreationOutsideCertificateRule.self, MissingAttributeRule.self, UnknownAttributeRule.self,
    OldReceiptRule.self, FutureDateRule.self, DuplicateTransactionRule.self,
    MixedOriginalRule.self, QuantityRule.self, CancellationBeforePurchaseRule.self,
    OriginalAfterPurchaseRule.self, EmptyPeriodRule.self, NeverExpiresRule.self,
    OverlappingPeriodRule.self, MissingRenewalRule.self,
  ]

  /// So many remarks of one kind are told; a hostile receipt could have one for each of its purchases.
  static let maximumNotes = 5

  /// What is odd in what a receipt says.
  ///
  /// - Parameter now: the time at which it is looked at.
  package static func remarks(
    on decoded: DecodedReceipt, _ verification: Verification, now: ReceiptDate
  ) -> [Remark] {
    let subject = LintSubject(
      decoded: decoded, verification: verification, history: PurchaseHistory(decoded), now: now)
    return rules.flatMap { rule in
      let notes = rule.notes(on: subject)
      let more = notes.count - maximumNotes
      let rest =
        more > 0 ? [LintNote(message: "and \(more) more of the same kind: \(rule.id)")] : []
      return (notes.prefix(maximumNotes) + rest).map { note in
        Remark(
          id: rule.id, severity: note.severity ?? rule.severity, message: note.message,
          evidence: note.evidence,
          citation: rule.citation, advice: rule.advice)
      }
    }
  }
}

extension InAppPurchase {
  /// How a remark names a purchase.
  var remarkName: String {
    let product = productID?.description ?? "a purchase without a product"
    return transactionID.map { "\(product), transaction \($0)" } ?? product
  }
}
