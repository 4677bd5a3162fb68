/// What a caller expects of a receipt. What is `nil` or empty is not checked, and said to be unchecked.
public struct Expectations: Sendable {
  public var bundleID: ReceiptString?
  public var appVersion: ReceiptString?
  public var environment: Receipt.Environment?
  /// Devices, of which the receipt must have been made for one.
  public var deviceIDs: [DeviceID] = []
  /// The time at which a receipt that expires is judged.
  public var time: ReceiptDate?

  public init() {}
}

/// The checks of a receipt: the five of its signature, then the expectations, all in order.
public struct ReceiptChecker: Sendable {
  public let verifier: ReceiptVerifier
  public let expectations: Expectations

  public init(verifier: ReceiptVerifier, expectations: Expectations = Expectations()) {
    self.verifier = verifier
    self.expectations = expectations
  }

  public func check(_ decoded: DecodedReceipt) -> (Verification, [CheckResult]) {
    let verification = verifier.verify(decoded)
    let receipt = decoded.receipt
    let results =
      verification.checks + [
        BundleIDCheck.run(receipt, expected: expectations.bundleID),
        AppVersionCheck.run(receipt, expected: expectations.appVersion),
        EnvironmentCheck.run(decoded, expected: expectations.environment),
        DeviceHashCheck.run(decoded, candidates: expectations.deviceIDs),
        ReceiptExpirationCheck.run(receipt, at: expectations.time),
      ]
    return (verification, results)
  }
}

extension CheckResult {
  /// A check that nobody asked for. It never fails a run.
  static func notAsked(_ id: CheckID, _ message: String) -> CheckResult {
    .notRun(id, .notAsked, message)
  }
}
