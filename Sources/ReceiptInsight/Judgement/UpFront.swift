internal import ReceiptCore

/// The version of the app that a customer first got, and whether the app cost money then.
struct UpFront {
  let version: ReceiptString
  let date: ReceiptDate?
  let answer: Answer
  /// Whether that was a version of the Mac app, which counts in another way.
  let isOfMac: Bool

  enum Answer: Equatable {
    case paid, free
    /// The purchase of the app was taken back.
    case withdrawn(ReceiptDate)
    /// The version is not made of numbers.
    case notComparable
    /// The settings do not name the first free version.
    case notAsked
  }

  /// `nil` if the receipt does not say: the sandbox gives everybody the same version and date.
  init?(_ situation: Situation) {
    let receipt = situation.appFacts
    guard receipt.environment == .production, let version = receipt.originalApplicationVersion,
      receipt.originalPurchaseDate != SandboxConstants.originalPurchaseDate
    else { return nil }
    self.version = version
    date = receipt.originalPurchaseDate
    isOfMac = receipt.isFirstBoughtOnMac
    if let revoked = receipt.revocationDate, revoked <= situation.now {
      answer = .withdrawn(revoked)
      return
    }
    guard let first = VersionNumber(version),
      !(situation.settings.firstFreeVersion.map(receipt.cannotCompare) ?? false)
    else {
      answer = .notComparable
      return
    }
    guard let free = situation.settings.firstFreeVersion else {
      answer = .notAsked
      return
    }
    answer = first < free.number ? .paid : .free
  }
}
