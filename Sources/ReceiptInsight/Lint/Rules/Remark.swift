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

  package enum Severity: String, Sendable, CaseIterable {
    /// Worth knowing: genuine receipts have it.
    case info
    /// Genuine receipts do not have it, or something follows from it for the customer.
    case warning
  }
}
