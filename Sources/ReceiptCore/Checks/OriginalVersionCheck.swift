/// The customer bought the app before it became free: the version first bought is older than the first free
/// one. Apple describes this in "Supporting business model changes by using the app transaction".
///
/// Outside of the App Store that version is not known: sandbox and TestFlight always write `1.0`, Xcode
/// writes nothing.
enum OriginalVersionCheck: ExpectationCheck {
  static let id = CheckID.originalVersion
  static let question = "was the app first bought in an older version?"
  static let summary = "The customer bought the app before it became free."
  static let explanation =
    "The version that was bought first comes before the one that was named, number by number."
  static let advice = "compare the two versions in the evidence"

  static let parameter = Parameter(
    name: "first-free-version", valueName: "version",
    help: "Expect that the app was bought before this version, the first free one",
    fault: "is not made of numbers: write 42 or 1.10.3", read: { FirstFreeVersion($0) },
    text: \.description, redacted: { value, _ in value })
  static let parameters: [any ExpectationParameter] = [parameter]

  static func run(
    _ subject: inout CheckSubject, _ expectations: Expectations
  ) -> [CheckResult] {
    let stated = subject.stated { $0.receipt.originalApplicationVersion == nil ? nil : $0 }
    return expectations[parameter].map {
      run(stated?.value ?? subject.decoded, firstFree: $0)
        .resting(onCovered: stated?.isCovered ?? true)
    }
  }

  private static func run(
    _ decoded: DecodedReceipt, firstFree: FirstFreeVersion
  ) -> CheckResult {
    let receipt = decoded.receipt
    let asked: Evidence = ["first_free_version": firstFree.text.description]
    switch receipt.environment {
    case .production: break
    case .sandbox:
      return .undetermined(
        .originalVersion, .sandboxConstant,
        "sandbox and TestFlight write \"1.0\" whatever was bought", evidence: asked,
        hint: "only a receipt from the App Store knows the version first bought")
    case .xcode:
      return .undetermined(
        .originalVersion, .xcodeReceipt, "Xcode's receipts have no original version",
        evidence: asked, hint: "only a receipt from the App Store knows the version first bought")
    case nil:
      return .undetermined(
        .originalVersion, .absent,
        "it does not say where it comes from, and outside of the App Store the version is no answer",
        evidence: asked)
    }
    guard let original = receipt.originalApplicationVersion else {
      return .undetermined(
        .originalVersion, .absent, "there is no original application version in it",
        evidence: asked, hint: hint(withoutVersion: decoded))
    }
    let scheme = Scheme(receipt)
    if receipt.cannotCompare(with: firstFree) {
      return .undetermined(
        .originalVersion, .otherPlatform,
        "first bought on a Mac as version \(original): the build number \(firstFree.text) does not compare with it",
        evidence: evidence(original, firstFree, scheme, nil),
        hint: "name the first free version of the Mac app")
    }
    if let revoked = receipt.revocationDate {
      return .fail(
        .originalVersion, .cancelled, "the purchase of the app was taken back at \(revoked)",
        evidence: evidence(original, firstFree, scheme, nil),
        hint: "the customer buys the app again to have it")
    }
    guard let version = VersionNumber(original) else {
      return .undetermined(
        .originalVersion, .notNumeric,
        "the version first bought, \(original), is not made of numbers: it cannot be put in order",
        evidence: evidence(original, firstFree, scheme, nil),
        hint: receipt.originalPurchaseDate.map {
          "the app was first bought at \($0): compare with the day on which it became free"
        })
    }
    guard version < firstFree.number else {
      let isSame = version == firstFree.number
      return .fail(
        .originalVersion, .mismatch,
        "first bought as \(original), "
          + (isSame ? "which is" : "which is not older than")
          + " the first free version \(firstFree.text); \(scheme.text)",
        evidence: evidence(original, firstFree, scheme, isSame ? "same" : "newer"),
        hint: scheme.hint)
    }
    return .pass(
      .originalVersion,
      "first bought as \(original), before \(firstFree.text) became free; \(scheme.text)",
      evidence: evidence(original, firstFree, scheme, "older"))
  }

  private static func hint(withoutVersion decoded: DecodedReceipt) -> String {
    guard decoded.form == .appReceipt else {
      return "ask for the app receipt, or for the app transaction"
    }
    return "the App Store writes it since 2013-06-20"
      + (decoded.receipt.originalPurchaseDate.map {
        "; the app was first bought at \($0): compare with the day on which it became free"
      } ?? "")
  }

  private static func evidence(
    _ original: ReceiptString, _ firstFree: FirstFreeVersion, _ scheme: Scheme, _ relation: String?
  ) -> Evidence {
    let scheme = ("compared_as", scheme.name)
    let asked = ("first_free_version", firstFree.text.description)
    let found = ("original_application_version", original.description)
    return Evidence(
      relation.map { [scheme, asked, found, ("relation", $0)] } ?? [scheme, asked, found])
  }

  /// Which of an app's two versions the store wrote: that depends on the platform, which is inferred.
  private struct Scheme {
    let name: String
    let text: String
    let hint: String

    init(_ receipt: Receipt) {
      switch receipt.firstPlatform {
      case "macOS":
        name = "marketing-version"
        text = "on macOS these are CFBundleShortVersionString"
        hint =
          "the customer first got the app when it was already free, and did not pay for it up front"
      case nil:
        name = "unknown"
        text = "the platform is unknown: a build number on iOS, a marketing version on macOS"
        hint = "see to it that both are of the same kind"
      default:
        name = "build-number"
        text = "on iOS these are build numbers, CFBundleVersion"
        hint =
          "the version to compare with must be a build number too, not the version shown in the store"
      }
    }
  }
}

extension Receipt {
  /// The platform on which the app was first bought. StoreKit 2 says it; of an app receipt it is inferred from its
  /// attributes.
  package var firstPlatform: String? {
    self.originalPlatform?.text ?? Inference(self).platform?.rawValue
  }

  /// Whether the app was first bought on a Mac, where versions count in another way.
  package var isFirstBoughtOnMac: Bool { firstPlatform == Inference.Platform.macOS.rawValue }

  /// Whether a first version of the Mac app would be compared with a build number, which says nothing.
  package func cannotCompare(with firstFree: FirstFreeVersion) -> Bool {
    isFirstBoughtOnMac && firstFree.isBuildNumber
      && originalApplicationVersion.map { !FirstFreeVersion.isBuildNumber($0) } ?? false
  }
}

/// The first version of an app that was free.
public struct FirstFreeVersion: Sendable, CustomStringConvertible {
  package let text: ReceiptString
  package let number: VersionNumber

  public var description: String { text.description }

  /// Whether it is one number without a dot, as builds of iOS apps are counted.
  package var isBuildNumber: Bool { Self.isBuildNumber(text) }

  static func isBuildNumber(_ version: ReceiptString) -> Bool {
    !version.bytes.isEmpty && version.bytes.allSatisfy(Text.isDigit)
  }

  /// `nil` for a version that cannot be put in order.
  public init?(_ text: String) {
    self.text = ReceiptString(text)
    guard let number = VersionNumber(self.text) else { return nil }
    self.number = number
  }
}

extension CheckID {
  /// The customer bought the app before it became free.
  public static let originalVersion = Self(rawValue: "original-version")
}

extension Expectations {
  /// The app's first version that was free: the customer must have bought an older one.
  public var firstFreeVersion: FirstFreeVersion? {
    get { self[OriginalVersionCheck.parameter].first }
    set { self[OriginalVersionCheck.parameter] = newValue.map { [$0] } ?? [] }
  }
}
