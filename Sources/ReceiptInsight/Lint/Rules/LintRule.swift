internal import ReceiptCore

/// One kind of remark.
package protocol LintRule: Sendable {
  static var id: String { get }
  /// What the remark says of a receipt, for someone who has only its name.
  static var meaning: String { get }
  /// What to do about it.
  static var advice: String { get }
  static var severity: Remark.Severity { get }
  static var citation: String { get }
  /// The remarks on a receipt, each with its evidence.
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
  /// It is text that Apple's server writes, and that anyone else could write too.
  var isResponse: Bool { decoded.form.isAroundReceipt }
}

extension InAppPurchase {
  /// How a remark names a purchase.
  var remarkName: String {
    let product = productID?.description ?? "a purchase without a product"
    return transactionID.map { "\(product), transaction \($0)" } ?? product
  }

  /// The same as the beginning of a sentence.
  var remarkSubject: String { remarkName + (transactionID == nil ? "" : ",") }
}
