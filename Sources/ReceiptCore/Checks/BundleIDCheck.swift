/// The receipt is for the app with this bundle identifier, or with one of these, compared byte by byte.
enum BundleIDCheck: ExpectationCheck {
  static let id = CheckID.bundleID
  static let question = "is it for this app, byte by byte?"
  static let summary = "The receipt is the expected app's."
  static let explanation = "The bundle identifier, byte for byte."
  static let advice = "use a receipt of this app, or change what is expected"

  static let parameter = Parameter.identifier("bundle-id", help: "Expect this bundle identifier")
  static let parameters: [any ExpectationParameter] = [parameter]

  static func run(
    _ subject: inout CheckSubject, _ expectations: Expectations
  ) -> [CheckResult] {
    [run(subject.stated(isIdentity: true, \.receipt.bundleID), allowed: expectations[parameter])]
  }

  private static func run(
    _ stated: CheckSubject.Stated<ReceiptString>?, allowed: [ReceiptString]
  ) -> CheckResult {
    guard let stated else {
      return .fail(.bundleID, .absent, "the receipt has no bundle identifier")
    }
    let found = stated.value
    let expected = allowed.map(\.description).joined(separator: " or ")
    let evidence: Evidence = ["expected": expected, "found": found.description]
    guard allowed.contains(found) else {
      return .fail(
        .bundleID, .mismatch, "the receipt is for \(found), not for \(expected)",
        evidence: evidence, hint: "this is another app's receipt")
    }
    return .pass(.bundleID, found.description, evidence: evidence)
      .resting(onCovered: stated.isCovered)
  }
}

extension CheckID {
  /// The receipt is for this app.
  public static let bundleID = Self(rawValue: "bundle-id")
}

extension Expectations {
  /// The bundle identifier of the app, compared byte by byte.
  public var bundleID: ReceiptString? {
    get { self[BundleIDCheck.parameter].first }
    set { self[BundleIDCheck.parameter] = newValue.map { [$0] } ?? [] }
  }

  /// The bundle identifiers of one app, of which the receipt must have one.
  package var bundleIDs: [ReceiptString] {
    get { self[BundleIDCheck.parameter] }
    set { self[BundleIDCheck.parameter] = newValue }
  }
}
