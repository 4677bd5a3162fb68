/// The receipt is for this version of the app: the same text, "1.0" is not "1".
enum AppVersionCheck: ExpectationCheck {
  static let id = CheckID.appVersion
  static let question = "is it for this version, as text?"
  static let summary = "The receipt is of the expected version."
  static let explanation =
    "The version of the app for which the receipt was made, as it is written there."
  static let advice = "get a fresh receipt from this version, or change what is expected"

  static let parameter = Parameter.identifier(
    "app-version", valueName: "version", help: "Expect this app version")
  static let parameters: [any ExpectationParameter] = [parameter]

  static func run(
    _ subject: inout CheckSubject, _ expectations: Expectations
  ) -> [CheckResult] {
    let stated = subject.stated(\.receipt.applicationVersion)
    return expectations[parameter].map { run(stated, expected: $0) }
  }

  private static func run(
    _ stated: CheckSubject.Stated<ReceiptString>?, expected: ReceiptString
  ) -> CheckResult {
    guard let stated else {
      return .fail(.appVersion, .absent, "the receipt has no app version")
    }
    let found = stated.value
    let evidence: Evidence = ["expected": expected.description, "found": found.description]
    guard found == expected else {
      return .fail(
        .appVersion, .mismatch, "the receipt is for version \(found), not \(expected)",
        evidence: evidence,
        hint: "on iOS this is CFBundleVersion, on macOS CFBundleShortVersionString")
    }
    return .pass(.appVersion, found.description, evidence: evidence)
      .resting(onCovered: stated.isCovered)
  }
}

extension CheckID {
  /// The receipt is for this version of the app.
  public static let appVersion = Self(rawValue: "app-version")
}

extension Expectations {
  /// The version of the app for which the receipt was made, as text.
  public var appVersion: ReceiptString? {
    get { self[AppVersionCheck.parameter].first }
    set { self[AppVersionCheck.parameter] = newValue.map { [$0] } ?? [] }
  }
}
