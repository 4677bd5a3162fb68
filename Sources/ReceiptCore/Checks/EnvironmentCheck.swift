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
    let stated = subject.stated(isIdentity: true) { $0.statedEnvironment }
    return expectations[parameter].map { run(subject.decoded.form, stated, expected: $0) }
  }

  private static func run(
    _ form: ReceiptForm, _ stated: CheckSubject.Stated<StatedEnvironment>?,
    expected: Receipt.Environment
  ) -> CheckResult {
    guard form.signsDate else {
      return .undetermined(
        .environment, .unsignedField,
        "a transaction of iOS 6 has its environment outside of what is signed",
        evidence: ["expected": expected.rawValue],
        hint: "it can be changed freely; ask for an app receipt, or a transaction of StoreKit 2")
    }
    guard let stated else {
      return .fail(.environment, .absent, "the receipt does not say where it comes from")
    }
    let type = stated.value.word
    let evidence: Evidence = ["expected": expected.rawValue, "found": type.description]
    guard stated.value.environment == expected else {
      return .fail(
        .environment, .mismatch, "the receipt says \(type), not \(expected.rawValue)",
        evidence: evidence,
        hint: stated.value.environment == nil
          ? "Apple writes Production, Sandbox, Xcode or LocalTesting"
          : "TestFlight's receipts are sandbox receipts; only the App Store's are production")
    }
    return .pass(.environment, type.description, evidence: evidence)
      .resting(onCovered: stated.isCovered)
  }
}

/// An environment as a receipt says it.
private struct StatedEnvironment {
  /// The receipt's own word.
  let word: ReceiptString
  /// What the word means; `nil` for a word that is not known.
  let environment: Receipt.Environment?
}

extension DecodedReceipt {
  /// An external purchase token says its environment by its identifier (Apple, "externalPurchaseId").
  fileprivate var statedEnvironment: StatedEnvironment? {
    if let word = receipt.receiptType ?? receipt.environmentName {
      return StatedEnvironment(word: word, environment: receipt.environment)
    }
    guard let id = notification?.externalPurchaseID else { return nil }
    let environment: Receipt.Environment =
      id.bytes.starts(with: "SANDBOX".utf8) ? .sandbox : .production
    return StatedEnvironment(
      word: ReceiptString(environment.rawValue), environment: environment)
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
