package import ReceiptCore

/// Something unusual in the content of a well-formed receipt.
///
/// A remark never makes a receipt invalid. Whether to trust a receipt is decided by checks.
package struct Remark: Sendable {
  /// A stable name in kebab case.
  package let id: String
  package let severity: Severity
  /// What was found, in one sentence without a full stop.
  package let message: String
  /// The values that the remark is based on.
  package let evidence: Evidence
  /// The source of the rule, or how it is known.
  package let citation: String
  /// What to do about it.
  package let advice: String

  package enum Severity: String, Sendable {
    /// For information: genuine receipts have it too.
    case info
    /// Genuine receipts do not have it, or it matters for the customer.
    case warning
  }
}

/// One kind of remark.
package protocol LintRule: Sendable {
  static var id: String { get }
  /// What the remark means, for a reader who has only its id.
  static var meaning: String { get }
  /// What to do about it.
  static var advice: String { get }
  static var severity: Remark.Severity { get }
  static var citation: String { get }
  /// The notes on a receipt, each a message with its evidence.
  static func notes(on subject: LintSubject) -> [LintNote]
}

package struct LintNote {
  let message: String
  var evidence: Evidence = [:]
  /// A lower severity than the rule's, if this case weighs less.
  var severity: Remark.Severity?
}

/// The input of the rules.
package struct LintSubject {
  let decoded: DecodedReceipt
  let verification: Verification
  let history: PurchaseHistory
  /// The time of the examination.
  let now: ReceiptDate

  var receipt: Receipt { decoded.receipt }
  /// Xcode's receipts have oddities of their own, which are covered by one remark.
  var isXcode: Bool { receipt.environment == .xcode }
  var isAppReceipt: Bool { decoded.form == .appReceipt }
}

/// All rules, in the order in which their remarks are listed.
package enum Lint {
  package static let rules: [any LintRule.Type] = [
    StoreKitCertificateRule.self, XcodeIdentifierRule.self, SandboxConstantRule.self,
    CreationOutsideCertificateRule.self, MissingAttributeRule.self, UnknownAttributeRule.self,
    OldReceiptRule.self, FutureDateRule.self, DuplicateTransactionRule.self,
    MixedOriginalRule.self, QuantityRule.self, CancellationBeforePurchaseRule.self,
    OriginalAfterPurchaseRule.self, EmptyPeriodRule.self, NeverExpiresRule.self,
    OverlappingPeriodRule.self, MissingRenewalRule.self,
  ]

  /// The largest number of remarks of one kind. A hostile receipt could have one for each purchase.
  static let maximumNotes = 5

  /// The remarks on a receipt.
  ///
  /// - Parameter now: the time of the examination.
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
  /// The name of a purchase in remarks.
  var remarkName: String {
    let product = productID?.description ?? "a purchase without a product"
    return transactionID.map { "\(product), transaction \($0)" } ?? product
  }
}
