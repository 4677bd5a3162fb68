/// The receipt itself has not expired. Only those of the Volume Purchase Program do.
enum ReceiptExpirationCheck: ExpectationCheck {
  static let id = CheckID.receiptExpiration
  static let question =
    "has the receipt itself not expired by now? Only those of the Volume Purchase Program do"
  static let summary = "The receipt has not expired."
  static let explanation = "Receipts of apps that organisations buy in volume can expire."
  static let advice = "get a fresh receipt"

  static let parameter = Parameter(
    name: "at", valueName: "date", help: "What \"now\" is: 2024-02-29, 2024-02-29T12:00:00Z",
    fault: "is not a date: write \(DateSpelling.examples)", isRequired: false,
    isOptionOfItsOwn: false, read: { DateSpelling.date($0) }, text: \.description,
    redacted: { value, _ in value })
  static let dependsOnNow = true
  static let parameters: [any ExpectationParameter] = [parameter]

  static func run(
    _ subject: inout CheckSubject, _ expectations: Expectations
  ) -> [CheckResult] {
    let stated = subject.stated(\.receipt.expirationDate)
    let canExpire = subject.decoded.form == .appReceipt
    return expectations.now.map { [run(stated, at: $0, canExpire: canExpire)] } ?? []
  }

  private static func run(
    _ stated: CheckSubject.Stated<ReceiptDate>?, at time: ReceiptDate, canExpire: Bool
  ) -> CheckResult {
    guard let stated else {
      return .pass(
        .receiptExpiration,
        canExpire ? "it does not expire" : "only an app receipt itself can expire",
        evidence: ["at": time.description])
    }
    let expires = stated.value
    let evidence: Evidence = ["at": time.description, "expires": expires.description]
    guard time < expires else {
      return .fail(
        .receiptExpiration, .expired, "it expired at \(expires)", evidence: evidence,
        hint: "the organisation has to renew its licence")
    }
    return .pass(
      .receiptExpiration, expires.isNever ? "it never expires" : "it expires at \(expires)",
      evidence: evidence
    ).resting(onCovered: stated.isCovered)
  }
}

extension CheckID {
  /// The receipt itself has not expired. Only those of volume purchases do.
  public static let receiptExpiration = Self(rawValue: "receipt-expiration")
}

extension Expectations {
  /// What "now" is. It decides whether the receipt itself has expired, whether a subscription is active, and how old a
  /// receipt is.
  public var now: ReceiptDate? {
    get { self[ReceiptExpirationCheck.parameter].first }
    set { self[ReceiptExpirationCheck.parameter] = newValue.map { [$0] } ?? [] }
  }
}
