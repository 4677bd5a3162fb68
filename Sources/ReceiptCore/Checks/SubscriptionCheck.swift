/// A subscription to the product is active at a time.
enum SubscriptionCheck: ExpectationCheck {
  static let id = CheckID.subscription
  static let question =
    "is a subscription to the product active now, or at the given date? One result a product"
  static let summary = "The subscription is active."
  static let explanation = "A period that was not cancelled has begun and has not ended."
  static let advice = "refresh the receipt, or ask the App Store Server for the status"

  static let parameter = Parameter.identifier(
    "active-product", isRepeatable: true,
    help: "Expect this subscription to be active")
  static let grace = Parameter.timeSpan(
    "grace", isRequired: false,
    help: "Count a subscription as active this long after it expired: 16d, 6h")
  static let dependsOnNow = true
  static let parameters: [any ExpectationParameter] = [parameter, grace]

  static func run(
    _ subject: inout CheckSubject, _ expectations: Expectations
  ) -> [CheckResult] {
    guard let now = expectations.now else { return [] }
    let history = subject.history
    return expectations[parameter].map {
      run(history, of: subject.decoded, productID: $0, at: now, grace: expectations.grace)
    }
  }

  /// - Parameter decoded: the receipt that the history is from; `nil` if the history is complete.
  static func run(
    _ history: PurchaseHistory, of decoded: DecodedReceipt? = nil, productID: ReceiptString,
    at time: ReceiptDate, grace: TimeSpan
  ) -> CheckResult {
    let state = SubscriptionState(of: productID, in: history, at: time, grace: grace)
    let asked = ("product", productID.description)
    let at = ("at", time.description)
    switch state {
    case .active(let record):
      let end = record.expiresDate.map { $0.isNever ? "for ever" : "until \($0)" } ?? ""
      return .pass(
        .subscription, "active \(end), in a \(record.periodName) period",
        evidence: record.evidence(at, asked, ("period", record.periodName)))
    case .inGrace(let record):
      let late = record.expiresDate.map { time.since($0).description } ?? ""
      return .pass(
        .subscription, "expired \(late) before, within the grace of \(grace)",
        evidence: record.evidence(
          at, asked, ("expired_for", late), ("grace", grace.description),
          ("period", record.periodName)))
    case .cancelled(let record, let cancellation):
      return .fail(
        .subscription, record.reason(of: cancellation), record.text(of: cancellation),
        evidence: record.evidence(at, asked), hint: record.hint(cancellation))
    case .upgraded(let record):
      return .fail(
        .subscription, .upgraded,
        "the customer moved to another product of the subscription; the receipt does not say when",
        evidence: record.evidence(at, asked), hint: "ask for the product that they moved to")
    case .lapsed(let record, let next):
      return lapsed(record, next: next, history, time, asked)
    case .notYet(let record):
      return .fail(
        .subscription, .notYetPurchased,
        "it was bought later, at \(record.purchaseDate?.description ?? "an unknown time")",
        evidence: record.evidence(at, asked))
    case .endUnknown(let record):
      return .undetermined(
        .subscription, .endUnknown,
        "\(productID) does not renew, and the receipt does not say how long it lasts",
        evidence: record.evidence(at, asked),
        hint: "the app decides that: count from the purchase date")
    case .notSubscription(let record):
      return .fail(
        .subscription, .notSubscription, "\(productID) is no subscription",
        evidence: record.evidence(at, asked))
    case .neverBought:
      if let absence = decoded.flatMap({ AbsentPurchase(in: history, $0) }) {
        return absence.result(.subscription, Evidence([at, asked]))
      }
      return .fail(
        .subscription, .absent, "there is no purchase of \(productID)",
        evidence: Evidence([at, asked]),
        hint: "a receipt holds what was bought before it was made; restoring purchases refreshes it"
      )
    }
  }

  private static func lapsed(
    _ record: InAppPurchase, next: InAppPurchase?, _ history: PurchaseHistory, _ time: ReceiptDate,
    _ asked: (String, String)
  ) -> CheckResult {
    let end = record.expiresDate?.description ?? ""
    let span = record.expiresDate.map { time.since($0).description } ?? ""
    var hint =
      "a renewal since the receipt was made does not show; restoring purchases refreshes it"
    var message = "it lapsed \(span) before, at \(end)"
    var more: [(String, String)] = []
    if let successor = history.successor(of: record, at: time), let product = successor.productID {
      message += "; \(product) of the same subscription is active"
      hint = "the customer moved to another product: ask for that one too"
      more = [("active_product", product.description)]
    } else if let next, let start = next.purchaseDate {
      message += "; the next period begins at \(start)"
      hint = "the time lies in a gap between two periods"
      more = [("next_purchase_date", start.description)]
    }
    let evidence = record.evidence(
      ("at", time.description), asked, ("expired_for", span), ("period", record.periodName))
    return .fail(
      .subscription, .expired, message,
      evidence: Evidence((evidence + more).sorted { $0.0 < $1.0 }), hint: hint)
  }
}

extension InAppPurchase {
  /// The kind of period: trial, introductory or paid.
  var periodName: String {
    if isTrialPeriod == true { return "trial" }
    return isIntroductory ? "introductory" : "paid"
  }

  func reason(of cancellation: Cancellation) -> CheckReason {
    switch cancellation {
    case .refund: .cancelled
    case .upgrade: .upgraded
    }
  }
}

extension CheckID {
  /// A subscription to this product is active.
  public static let subscription = Self(rawValue: "subscription")
}

extension Expectations {
  /// Products that need an active subscription at `now`.
  public var activeProducts: [ReceiptString] {
    get { self[SubscriptionCheck.parameter] }
    set { self[SubscriptionCheck.parameter] = newValue }
  }

  /// For how long a subscription that has expired counts as active.
  public var grace: TimeSpan {
    get { self[SubscriptionCheck.grace].first ?? TimeSpan(milliseconds: 0) }
    set { self[SubscriptionCheck.grace] = [newValue] }
  }
}
