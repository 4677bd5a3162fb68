/// The receipt comes from this environment, by what it says of itself: in attribute 0, or in a field of
/// its own.
enum EnvironmentCheck {
  static func run(_ receipt: Receipt, expected: Receipt.Environment?) -> CheckResult {
    guard let expected else { return .notAsked(.environment, "needs --environment") }
    guard let type = receipt.receiptType ?? receipt.environmentName else {
      return .fail(.environment, .absent, "the receipt does not say where it comes from")
    }
    let evidence: Evidence = ["expected": expected.rawValue, "found": type.description]
    guard receipt.environment == expected else {
      return .fail(
        .environment, .mismatch, "the receipt says \(type), not \(expected.rawValue)",
        evidence: evidence,
        hint: "TestFlight's receipts are sandbox receipts; only the App Store's are production")
    }
    return .pass(.environment, type.description, evidence: evidence)
  }
}
