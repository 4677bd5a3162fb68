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
    let account = subject.account(at: now)
    return expectations[parameter].map {
      PurchaseQuestion(account: account, decoded: subject.decoded, productID: $0)
        .answer(.subscription, ["at": now.description, "product": $0.description]) {
          holding, history in
          account.isAnsweredExpired(holding)
            ? answeredExpired(holding, at: now)
            : answer(holding, history, at: now, grace: expectations.grace)
        }
    }
  }

  private static func answeredExpired(_ holding: Holding, at time: ReceiptDate) -> CheckResult {
    .fail(
      .subscription, .expired,
      "Apple answered that it had expired, though its period runs until \(holding.until?.description ?? "later")",
      evidence: holding.record.evidence(
        ("at", time.description), ("product", holding.productID.description)),
      hint: "ask Apple's server again")
  }

  private static func answer(
    _ holding: Holding, _ history: PurchaseHistory, at time: ReceiptDate, grace: TimeSpan
  ) -> CheckResult {
    let record = holding.record
    let asked = ("product", holding.productID.description)
    let at = ("at", time.description)
    func fail(_ reason: CheckReason, _ message: String, _ hint: String? = nil) -> CheckResult {
      .fail(.subscription, reason, message, evidence: record.evidence(at, asked), hint: hint)
    }
    switch holding.state {
    case .active(let until):
      let end = until.map { "until \($0)" } ?? "for ever"
      return .pass(
        .subscription, "active \(end), in a \(record.periodName) period",
        evidence: record.evidence(at, asked, ("period", record.periodName)))
    case .grace(let until):
      return .pass(
        .subscription, "in its billing grace period until \(until)",
        evidence: record.evidence(
          at, asked, ("grace_period_expires_date", until.description),
          ("period", record.periodName)))
    case _ where record.purchaseDate.map { $0 > time } ?? false:
      return fail(
        .notYetPurchased,
        "it was bought later, at \(record.purchaseDate?.description ?? "an unknown time")")
    case .lengthUnknown:
      return .undetermined(
        .subscription, .endUnknown,
        record.productType == .autoRenewableSubscription
          ? "\(holding.productID) renews, and the end of its period is missing"
          : "\(holding.productID) does not renew, and the receipt does not say how long it lasts",
        evidence: record.evidence(at, asked),
        hint: record.productType == .autoRenewableSubscription
          ? "ask for the whole transaction: Apple always writes expiresDate"
          : "the app decides that: count from the purchase date")
    case .owned, .bought, .consumable, .notYet:
      return fail(.notSubscription, "\(holding.productID) is no subscription")
    case .billingRetry, .lapsed, .unknown, .between, .replaced, .withdrawn: break
    }
    if let withdrawal = holding.withdrawal {
      guard record.expiresDate != nil else {
        return fail(.notSubscription, "\(holding.productID) is no subscription")
      }
      return fail(withdrawal.checkReason, withdrawal.text, withdrawal.hint)
    }
    if let end = record.expiresDate, time < end.adding(grace) {
      let late = time.since(end).description
      return .pass(
        .subscription, "expired \(late) before, within the grace of \(grace)",
        evidence: record.evidence(
          at, asked, ("expired_for", late), ("grace", grace.description),
          ("period", record.periodName)))
    }
    return lapsed(holding, history, time, asked)
  }

  private static func lapsed(
    _ holding: Holding, _ history: PurchaseHistory, _ time: ReceiptDate, _ asked: (String, String)
  ) -> CheckResult {
    let record = holding.record
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
    } else if case .billingRetry = holding.state {
      message += "; the payment failed, and Apple retries it"
      hint =
        "ask the customer to check the payment method; access returns when the payment succeeds"
    } else if case .between(_, let start) = holding.state {
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
