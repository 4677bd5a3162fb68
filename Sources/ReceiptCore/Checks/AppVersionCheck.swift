/// The receipt is for this version of the app: the same text, "1.0" is not "1".
enum AppVersionCheck {
  static func run(_ receipt: Receipt, expected: ReceiptString?) -> CheckResult {
    guard let expected else { return .notAsked(.appVersion, "needs --app-version") }
    guard let found = receipt.applicationVersion else {
      return .fail(.appVersion, .absent, "the receipt has no app version")
    }
    let evidence: Evidence = ["expected": expected.description, "found": found.description]
    guard found == expected else {
      return .fail(
        .appVersion, .mismatch, "the receipt is for version \(found), not \(expected)",
        evidence: evidence,
        hint: "on iOS this is CFBundleVersion, on macOS CFBundleShortVersionString")
    }
    return .pass(.appVersion, found.description, evidence: evidence)
  }
}
