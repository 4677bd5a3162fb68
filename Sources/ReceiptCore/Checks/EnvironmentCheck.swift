/// The receipt comes from this environment, by what it says of itself: in attribute 0, or in a field of
/// its own.
enum EnvironmentCheck {
  static func run(_ decoded: DecodedReceipt, expected: Receipt.Environment?) -> CheckResult {
    guard let expected else { return .notAsked(.environment, "needs --environment") }
    let receipt = decoded.receipt
    guard decoded.form != .ios6Transaction else {
      return .undetermined(
        .environment, .unsignedField,
        "a transaction of iOS 6 has its environment outside of what is signed",
        evidence: ["expected": expected.rawValue],
        hint: "anybody can change it; ask for an app receipt, or a transaction of StoreKit 2")
    }
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
