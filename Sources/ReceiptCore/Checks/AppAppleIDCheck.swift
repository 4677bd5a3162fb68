/// The receipt is for the app with this App Store item id.
enum AppAppleIDCheck: ExpectationCheck {
  static let id = CheckID.appAppleID
  static let question = "is it for the app with this App Store id?"
  static let summary = "The receipt is for the app with the expected App Store id."
  static let explanation =
    "The App Store id is a number that names the app for good. The sandbox does not write it."
  static let advice = "use a receipt of this app, or change what is expected"

  static let parameter = Parameter(
    name: "app-apple-id", valueName: "number",
    help: "Expect this App Store id of the app, as in its address in the store",
    fault: "is not an App Store id: write the number behind \"id\" in the app's address",
    read: { text in
      text.utf8.allSatisfy(Text.isDigit) ? Int64(text).flatMap { $0 > 0 ? $0 : nil } : nil
    }, text: { String($0) })
  static let parameters: [any ExpectationParameter] = [parameter]

  static func run(
    _ subject: inout CheckSubject, _ expectations: Expectations
  ) -> [CheckResult] {
    let environment = subject.stated(isIdentity: true, \.receipt.environment)?.value
    let stated = subject.stated(isIdentity: true, \.receipt.adamID)
    return expectations[parameter].map {
      run(subject.decoded.form, environment, stated, expected: $0)
    }
  }

  private static func run(
    _ form: ReceiptForm, _ environment: Receipt.Environment?,
    _ stated: CheckSubject.Stated<Int64>?, expected: Int64
  ) -> CheckResult {
    let asked: Evidence = ["expected": String(expected)]
    guard field?.names.forms.contains(form) == true else {
      return .undetermined(
        .appAppleID, .absent, "receipts of this form do not have the App Store id",
        evidence: asked, hint: "compare the bundle id, which they have")
    }
    switch (environment, stated?.value) {
    case (.xcode, nil), (.xcode, 0?):
      return .undetermined(
        .appAppleID, .xcodeReceipt, "Xcode does not write the App Store id", evidence: asked,
        hint: hint)
    case (.sandbox, nil):
      return .undetermined(
        .appAppleID, .absent, "the sandbox leaves the App Store id out", evidence: asked,
        hint: hint)
    case (.sandbox, 0?):
      return .undetermined(
        .appAppleID, .sandboxConstant, "the sandbox writes 0 for every app", evidence: asked,
        hint: hint)
    case (_, nil):
      return .fail(.appAppleID, .absent, "the receipt has no App Store id", evidence: asked)
    case (_, let found?):
      let evidence: Evidence = ["expected": String(expected), "found": String(found)]
      guard found == expected else {
        return .fail(
          .appAppleID, .mismatch,
          "the receipt is for the app with the App Store id \(found), not \(expected)",
          evidence: evidence, hint: "this is another app's receipt")
      }
      return .pass(.appAppleID, String(found), evidence: evidence)
        .resting(onCovered: stated?.isCovered ?? false)
    }
  }

  private static let hint = "only the App Store writes it; compare the bundle id"
  private static let field = Field<Receipt>.all.named("adam_id")
}

extension CheckID {
  /// The receipt is for the app with this App Store id.
  public static let appAppleID = Self(rawValue: "app-apple-id")
}

extension Expectations {
  /// The app's id in the App Store.
  public var appAppleID: Int64? {
    get { self[AppAppleIDCheck.parameter].first }
    set { self[AppAppleIDCheck.parameter] = newValue.map { [$0] } ?? [] }
  }
}
