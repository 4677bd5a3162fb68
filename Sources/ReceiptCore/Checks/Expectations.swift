/// What a caller expects of a receipt. What is `nil` or empty is not checked, and said to be unchecked.
public struct Expectations: Sendable {
  public var bundleID: ReceiptString?
  public var appVersion: ReceiptString?
  public var environment: Receipt.Environment?
  /// Devices, of which the receipt must have been made for one.
  public var deviceIDs: [DeviceID] = []
  /// What "now" is, for all that depends on it: whether a subscription is active, how old a receipt is.
  public var now: ReceiptDate?
  /// Whether a receipt that expires must not have expired `now`.
  public var checksExpiration = false
  /// The app's first version that was free: the customer must have bought an older one.
  public var firstFreeVersion: FirstFreeVersion?
  /// Products that must have been bought.
  public var products: [ReceiptString] = []
  /// Products of which a subscription must be active `now`.
  public var activeProducts: [ReceiptString] = []
  /// For how long a subscription that has expired counts as active.
  public var grace = TimeSpan(milliseconds: 0)
  /// How old the receipt may be.
  public var maximumAge: TimeSpan?

  public init() {}

  fileprivate var asksForPurchases: Bool { !products.isEmpty || !activeProducts.isEmpty }
}

/// The checks of a receipt: the five of its signature, then the expectations, all in order.
public struct ReceiptChecker: Sendable {
  public let verifier: ReceiptVerifier
  public var expectations: Expectations

  public init(verifier: ReceiptVerifier, expectations: Expectations = Expectations()) {
    self.verifier = verifier
    self.expectations = expectations
  }

  public func check(_ decoded: DecodedReceipt) -> (Verification, [CheckResult]) {
    let verification = verifier.verify(decoded)
    let receipt = decoded.receipt
    var results = verification.checks
    results.reserveCapacity(CheckID.allCases.count)
    results.append(BundleIDCheck.run(receipt, expected: expectations.bundleID))
    results.append(AppVersionCheck.run(receipt, expected: expectations.appVersion))
    results.append(EnvironmentCheck.run(decoded, expected: expectations.environment))
    results.append(DeviceHashCheck.run(decoded, candidates: expectations.deviceIDs))
    results.append(
      ReceiptExpirationCheck.run(
        receipt, at: expectations.checksExpiration ? expectations.now : nil))
    results.append(OriginalVersionCheck.run(decoded, firstFree: expectations.firstFreeVersion))
    appendPurchaseChecks(of: decoded, to: &results)
    results.append(
      AgeCheck.run(decoded, maximum: expectations.maximumAge, now: expectations.now))
    return (verification, results)
  }

  /// One result for each product that is asked for.
  private func appendPurchaseChecks(of decoded: DecodedReceipt, to results: inout [CheckResult]) {
    let history = expectations.asksForPurchases ? PurchaseHistory(decoded) : nil
    if let history {
      results += expectations.products.map { ProductCheck.run(history, of: decoded, productID: $0) }
    }
    if expectations.products.isEmpty { results.append(.notAsked(.product, "needs --product")) }
    if let history, let now = expectations.now {
      results += expectations.activeProducts.map {
        SubscriptionCheck.run(
          history, of: decoded, productID: $0, at: now, grace: expectations.grace)
      }
    }
    if expectations.activeProducts.isEmpty || expectations.now == nil {
      results.append(.notAsked(.subscription, "needs --active-product"))
    }
  }
}

extension CheckResult {
  /// A check that nobody asked for. It never fails a run.
  static func notAsked(_ id: CheckID, _ message: String) -> CheckResult {
    .notRun(id, .notAsked, message)
  }
}
