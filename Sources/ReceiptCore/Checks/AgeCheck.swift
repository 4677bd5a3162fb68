/// The receipt was made no longer ago than somebody accepts. A receipt knows nothing of what was bought,
/// renewed or refunded after it was made.
enum AgeCheck {
  static func run(_ decoded: DecodedReceipt, maximum: TimeSpan?, now: ReceiptDate?) -> CheckResult {
    guard let maximum, let now else { return .notAsked(.age, "needs --max-age") }
    guard let made = decoded.madeAt else {
      return .fail(.age, .absent, "it does not say when it was made")
    }
    let age = now.since(made)
    let evidence: Evidence = [
      "at": now.description, "made": made.description, "max_age": maximum.description,
    ]
    if age.milliseconds < 0 {
      return .fail(
        .age, .madeLater, "it was made \(age) later than the time at which it is judged",
        evidence: evidence, hint: "one of the two clocks is wrong, or --at is")
    }
    guard age <= maximum else {
      return .fail(
        .age, .tooOld, "it was made \(age) ago; \(maximum) is the most", evidence: evidence,
        hint: "ask the app for a fresh one: restoring purchases refreshes it")
    }
    return .pass(.age, "it was made \(age) ago", evidence: evidence)
  }
}

extension DecodedReceipt {
  /// When the receipt was made: signed, or answered.
  public var madeAt: ReceiptDate? {
    switch form {
    case .verifyReceipt: receipt.requestDate ?? receipt.receiptCreationDate
    case .ios6Transaction: receipt.inApp.first?.purchaseDate
    default: receipt.receiptCreationDate ?? receipt.signedDate
    }
  }
}
