/// The receipt is not older than allowed. A receipt knows nothing of what was bought,
/// renewed or refunded after it was made.
enum AgeCheck: ExpectationCheck {
  static let id = CheckID.age
  static let question = "was the receipt made no longer ago than that?"
  static let summary = "The receipt is fresh enough."
  static let explanation = "It was made no longer ago than was allowed."
  static let advice = "refresh the receipt in the app"

  static let parameter = Parameter.timeSpan(
    "max-age", help: "Expect a receipt that is at most this old: 90d, 1d12h")
  static let dependsOnNow = true
  static let parameters: [any ExpectationParameter] = [parameter]

  static func run(
    _ subject: inout CheckSubject, _ expectations: Expectations
  ) -> [CheckResult] {
    guard let now = expectations.now else { return [] }
    let made = subject.madeAt
    return expectations[parameter].map { run(made, maximum: $0, now: now) }
  }

  private static func run(
    _ stated: CheckSubject.Stated<ReceiptDate>?, maximum: TimeSpan, now: ReceiptDate
  ) -> CheckResult {
    guard let stated else {
      return .fail(.age, .absent, "it does not say when it was made")
    }
    let made = stated.value
    let age = now.since(made)
    let evidence: Evidence = [
      "at": now.description, "made": made.description, "max_age": maximum.description,
    ]
    if age.milliseconds < 0 {
      return .fail(
        .age, .madeLater, "it was made \(age) later than the time at which it is judged",
        evidence: evidence)
    }
    guard age <= maximum else {
      return .fail(
        .age, .tooOld, "it was made \(age) ago; \(maximum) is the most", evidence: evidence,
        hint: "ask the app for a fresh one: restoring purchases refreshes it")
    }
    return .pass(.age, "it was made \(age) ago", evidence: evidence)
      .resting(onCovered: stated.isCovered)
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

extension CheckID {
  /// The receipt is not older than ``Expectations/maximumAge``.
  public static let age = Self(rawValue: "age")
}

extension Expectations {
  /// How long ago the receipt may have been made, at most.
  public var maximumAge: TimeSpan? {
    get { self[AgeCheck.parameter].first }
    set { self[AgeCheck.parameter] = newValue.map { [$0] } ?? [] }
  }
}
