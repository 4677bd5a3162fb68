package import ReceiptCore

/// All rules, in the order in which their remarks are shown.
package enum Lint {
  package static let rules: [any LintRule.Type] = [
    StoreKitCertificateRule.self, XcodeIdentifierRule.self, SandboxConstantRule.self,
    CreationOutsideCertificateRule.self, MissingAttributeRule.self, UnknownAttributeRule.self,
    OldReceiptRule.self, FutureDateRule.self, DuplicateTransactionRule.self,
    MixedOriginalRule.self, QuantityRule.self, CancellationBeforePurchaseRule.self,
    OriginalAfterPurchaseRule.self, EmptyPeriodRule.self, NeverExpiresRule.self,
    OverlappingPeriodRule.self, MissingRenewalRule.self, ContradictionRule.self,
    DateSpellingRule.self, TransactionNumberRule.self, SandboxNumberRule.self, LongPeriodRule.self,
    LatestReceiptRule.self, ForeignMemberRule.self, MissingMemberRule.self, BeforeStoreRule.self,
  ]

  /// The rules about what no server of Apple's writes into a response.
  private static let ofInvention: [any LintRule.Type] = [
    ContradictionRule.self, DateSpellingRule.self, TransactionNumberRule.self,
    LongPeriodRule.self, LatestReceiptRule.self, ForeignMemberRule.self, MissingMemberRule.self,
    BeforeStoreRule.self,
  ]

  /// Whether a response has two or more kinds of what no server of Apple's writes. One alone may be the work of a
  /// program in between.
  static func looksInvented(_ subject: LintSubject) -> Bool {
    ofInvention.count { !$0.notes(on: subject).isEmpty } > 1
  }

  /// So many remarks of one kind are shown. A hostile receipt could have one for each of its purchases.
  static let maximumNotes = 5

  /// Oddities in the values of a receipt.
  ///
  /// - Parameter now: the time at which it is looked at.
  package static func remarks(
    on decoded: DecodedReceipt, _ verification: Verification, _ history: PurchaseHistory,
    now: ReceiptDate
  ) -> [Remark] {
    let subject = LintSubject(
      decoded: decoded, verification: verification, history: history, now: now)
    return rules.flatMap { rule in
      let notes = rule.notes(on: subject)
      let more = notes.count - maximumNotes
      let rest =
        more > 0 ? [LintNote(message: "\(more) more of the same kind")] : []
      return (notes.prefix(maximumNotes) + rest).map { note in
        Remark(
          id: rule.id, severity: note.severity ?? rule.severity, message: note.message,
          evidence: note.evidence,
          citation: rule.citation, advice: rule.advice)
      }
    }
  }
}
