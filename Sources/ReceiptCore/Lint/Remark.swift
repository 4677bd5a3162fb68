/// Something in what a receipt says that is worth a second look: its form is right, its meaning is odd.
///
/// A remark never makes a receipt invalid. What keeps one from being believed is a check.
public struct Remark: Sendable {
  /// Stable, in kebab case.
  public let id: String
  public let severity: Severity
  /// What was seen, in one sentence without a full stop.
  public let message: String
  /// What the remark rests on.
  public let evidence: Evidence
  /// Where it is written, or how it is known.
  public let citation: String

  public enum Severity: String, Sendable {
    /// Worth knowing: genuine receipts have it.
    case info
    /// Genuine receipts do not have it, or something follows from it for the customer.
    case warning
  }
}

/// One kind of remark.
protocol LintRule: Sendable {
  static var id: String { get }
  static var severity: Remark.Severity { get }
  static var citation: String { get }
  /// What is to be said of a receipt, a message with its evidence each.
  static func notes(on subject: LintSubject) -> [LintNote]
}

struct LintNote {
  let message: String
  var evidence: Evidence = [:]
  /// Where it weighs less than others of its kind.
  var severity: Remark.Severity?
}

/// What the rules look at.
struct LintSubject {
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
public enum Lint {
  static let rules: [any LintRule.Type] = [
    StoreKitCertificateRule.self, XcodeIdentifierRule.self, SandboxConstantRule.self,
    CreationOutsideCertificateRule.self, MissingAttributeRule.self, UnknownAttributeRule.self,
    OldReceiptRule.self, FutureDateRule.self, DuplicateTransactionRule.self,
    MixedOriginalRule.self, QuantityRule.self, CancellationBeforePurchaseRule.self,
    OriginalAfterPurchaseRule.self, EmptyPeriodRule.self, NeverExpiresRule.self,
    OverlappingPeriodRule.self, MissingRenewalRule.self,
  ]

  /// The name and the severity of each kind of remark, and where it is written.
  public static var catalogue: [(id: String, severity: Remark.Severity, citation: String)] {
    rules.map { ($0.id, $0.severity, $0.citation) }
  }

  /// So many remarks of one kind are told; a hostile receipt could have one for each of its purchases.
  static let maximumNotes = 5

  /// What is odd in what a receipt says.
  ///
  /// - Parameter now: the time at which it is looked at.
  public static func remarks(
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
          citation: rule.citation)
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
