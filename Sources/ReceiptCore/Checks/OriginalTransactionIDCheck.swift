/// A purchase, or a renewal to come, belongs to an original transaction. All periods of a subscription and all
/// restores of a purchase have the same one.
enum OriginalTransactionIDCheck: ExpectationCheck {
  static let id = CheckID.originalTransactionID
  static let question =
    "does a purchase, or a renewal to come, belong to this original transaction? One result for each"
  static let summary = "The receipt has something of the original transaction."
  static let explanation =
    "A purchase or a renewal info has this original transaction id, which all periods of a subscription "
    + "and all restores share."
  static let advice = "ask for a new receipt, or ask Apple's server for the subscription"

  static let readsNow = true
  static let parameter = Parameter.identifier(
    "original-transaction-id", isRepeatable: true,
    help: "Expect a purchase with this original transaction id")
  static let parameters: [any ExpectationParameter] = [parameter]

  static func run(
    _ subject: inout CheckSubject, _ expectations: Expectations
  ) -> [CheckResult] {
    let account = subject.account(at: expectations.now)
    return expectations[parameter].map {
      let relied = run(
        account.reliedHistory, account.reliedRenewals, subject.decoded, original: $0)
      guard relied.status != .pass else { return relied }
      return run(account.wholeHistory, subject.decoded.allRenewals, subject.decoded, original: $0)
        .resting(onCovered: false)
    }
  }

  private static func run(
    _ history: PurchaseHistory, _ renewals: [RenewalInfo], _ decoded: DecodedReceipt,
    original: ReceiptString
  ) -> CheckResult {
    let asked = ("original_transaction_id", original.description)
    let records = history.records.filter { $0.originalTransactionID == original }
    if let last = records.last {
      let count =
        records.count == 1 ? "1 transaction belongs" : "\(records.count) transactions belong"
      return .pass(
        .originalTransactionID, "\(count) to \(original)",
        evidence: last.evidence(("transactions", String(records.count))))
    }
    let renewals = renewals.compactMap(\.originalTransactionID)
    if renewals.contains(original) {
      return .pass(
        .originalTransactionID, "a renewal info belongs to \(original)", evidence: Evidence([asked])
      )
    }
    return AbsentPurchase.result(
      .originalTransactionID, "original transaction \(original)", in: history, decoded,
      found: history.records.first?.originalTransactionID ?? renewals.first,
      evidence: Evidence([asked]))
  }
}

extension CheckID {
  /// A purchase or renewal belongs to this original transaction.
  public static let originalTransactionID = Self(rawValue: "original-transaction-id")
}

extension Expectations {
  /// Original transactions, to each of which a purchase must belong.
  public var originalTransactionIDs: [ReceiptString] {
    get { self[OriginalTransactionIDCheck.parameter] }
    set { self[OriginalTransactionIDCheck.parameter] = newValue }
  }
}
