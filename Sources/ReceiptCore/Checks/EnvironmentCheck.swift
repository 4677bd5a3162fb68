/// The receipt comes from this environment, by what it says of itself: in attribute 0, or in a field of
/// its own.
enum EnvironmentCheck: ExpectationCheck {
  static let id = CheckID.environment
  static let question = "does it say that it is from there?"
  static let summary = "The receipt is from the expected environment."
  static let explanation = "Production, the sandbox, or Xcode."
  static let advice = "use a receipt from there, or change what is expected"

  static let parameter = Parameter(
    name: "environment", valueName: "environment", help: "Expect this environment", fault: "",
    choices: Receipt.Environment.allCases.map(text),
    read: { text in
      Receipt.Environment.allCases.first { Self.text($0) == text }
    }, text: { text($0) }, redacted: { value, _ in value })
  static let parameters: [any ExpectationParameter] = [parameter]

  /// As it is spelled where people write it.
  private static func text(_ environment: Receipt.Environment) -> String {
    environment.rawValue.lowercased()
  }

  static func run(
    _ subject: inout CheckSubject, _ expectations: Expectations
  ) -> [CheckResult] {
    expectations[parameter].map { run(subject.decoded, expected: $0) }
  }

  static func run(_ decoded: DecodedReceipt, expected: Receipt.Environment) -> CheckResult {
    let receipt = decoded.receipt
    guard decoded.form != .ios6Transaction else {
      return .undetermined(
        .environment, .unsignedField,
        "a transaction of iOS 6 has its environment outside of what is signed",
        evidence: ["expected": expected.rawValue],
        hint: "it can be changed freely; ask for an app receipt, or a transaction of StoreKit 2")
    }
    guard let type = receipt.receiptType ?? receipt.environmentName ?? decoded.tokenEnvironment
    else {
      return .fail(.environment, .absent, "the receipt does not say where it comes from")
    }
    let evidence: Evidence = ["expected": expected.rawValue, "found": type.description]
    guard
      (receipt.environment
        ?? decoded.tokenEnvironment.flatMap { Receipt.Environment(rawValue: $0.description) })
        == expected
    else {
      return .fail(
        .environment, .mismatch, "the receipt says \(type), not \(expected.rawValue)",
        evidence: evidence,
        hint: receipt.environment == nil
          ? "Apple writes Production, Sandbox, Xcode or LocalTesting"
          : "TestFlight's receipts are sandbox receipts; only the App Store's are production")
    }
    return .pass(.environment, type.description, evidence: evidence)
  }
}

extension DecodedReceipt {
  /// The environment of an external purchase token, which says it by its identifier (Apple,
  /// "externalPurchaseId").
  fileprivate var tokenEnvironment: ReceiptString? {
    guard let id = notification?.externalPurchaseID else { return nil }
    let isSandbox = id.bytes.starts(with: "SANDBOX".utf8)
    return ReceiptString(
      (isSandbox ? Receipt.Environment.sandbox : Receipt.Environment.production).rawValue)
  }
}

extension CheckID {
  /// The receipt says that it is from this environment.
  public static let environment = Self(rawValue: "environment")
}

extension Expectations {
  /// The environment from which the receipt must be.
  public var environment: Receipt.Environment? {
    get { self[EnvironmentCheck.parameter].first }
    set { self[EnvironmentCheck.parameter] = newValue.map { [$0] } ?? [] }
  }
}
