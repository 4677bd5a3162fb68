/// The receipt is for the app with this bundle identifier, compared octet by octet.
enum BundleIDCheck {
  static func run(_ receipt: Receipt, expected: ReceiptString?) -> CheckResult {
    guard let expected else { return .notAsked(.bundleID, "needs --bundle-id") }
    guard let found = receipt.bundleID else {
      return .fail(.bundleID, .absent, "the receipt has no bundle identifier")
    }
    let evidence: Evidence = ["expected": expected.description, "found": found.description]
    guard found == expected else {
      return .fail(
        .bundleID, .mismatch, "the receipt is for \(found), not for \(expected)",
        evidence: evidence, hint: "this is another app's receipt")
    }
    return .pass(.bundleID, found.description, evidence: evidence)
  }
}
