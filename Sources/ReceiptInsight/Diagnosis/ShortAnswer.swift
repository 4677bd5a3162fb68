internal import ReceiptCore

/// The answer in one to three sentences, for people who read only that.
enum ShortAnswer {
  static func sentences(
    _ subject: DiagnosisSubject, _ ownership: Ownership, _ remarks: [Remark]
  ) -> [String] {
    let isOdd = subject.isTrusted && remarks.contains { $0.severity == .warning }
    var rest: [String] = []
    if let last = last(subject, ownership) { rest.append(last) }
    if isOdd { rest.append("Something in it is odd: see below.") }
    let result: [String?] = [
      identity(subject), owned(ownership, subject),
      rest.isEmpty ? nil : rest.joined(separator: " "),
    ]
    return result.compactMap(\.self)
  }

  private static func identity(_ subject: DiagnosisSubject) -> String {
    let kind =
      switch subject.decoded.form {
      case .appReceipt: "receipt"
      case .ios6Transaction: "transaction receipt of iOS 6"
      case .verifyReceipt: "answer of Apple's verifyReceipt"
      case .appTransaction: "app transaction"
      case .transaction: "transaction"
      case .renewalInfo: "renewal info"
      case .notification, .notificationV1: "server notification"
      case .realtimeRequest: "realtime request"
      case .apiAnswer where subject.decoded.apiResponse?.kind == .together:
        "set of \(subject.decoded.nested.count) receipts"
      case .apiAnswer: "response of Apple's server"
      case .apiError: "error of Apple's server"
      case .payload: "content of a receipt"
      }
    let app = subject.receipt.bundleID.map { " for \($0)" } ?? ""
    let store =
      switch subject.receipt.environment {
      case .production: " from the App Store"
      case .sandbox: " from the sandbox"
      case .xcode: " from Xcode"
      case nil: ""
      }
    // An iOS 6 transaction does not say when it was signed.
    let made =
      switch subject.decoded.form {
      case .verifyReceipt, .apiAnswer: "given"
      case .ios6Transaction: "of a purchase"
      default: "made"
      }
    let age = subject.decoded.madeAt.map { ", \(made) \(subject.age($0))" } ?? ""
    if let malformation = subject.malformationText {
      return
        (subject.verification.status == .apple
        ? "Apple signed this \(kind)\(app)" : "This \(kind)\(app) is signed under your own root")
        + ", but it is not built as it should be: \(malformation)."
    }
    let news =
      subject.decoded.notification.flatMap(MessageSection.meaning)
      .map { ": \($0)" } ?? ""
    return switch subject.verification.status {
    case .apple: "This is a genuine \(kind)\(store)\(app)\(age)\(news)."
    case .custom:
      "This is a sound test \(kind)\(subject.receipt.environment == .sandbox ? store : "")\(app), signed under your own root\(age)\(news)."
    case .xcode: "This is a test \(kind)\(app) that Xcode made\(age)."
    case .absent where subject.decoded.form == .verifyReceipt:
      answer(subject, kind, store, app, age)
    case .absent: "Nobody signed this \(kind)\(app): it proves nothing."
    case .untrusted where subject.verification.reason == .xcodeReceipt:
      "This is a test \(kind)\(app) that Xcode made, not Apple's\(age)."
    case .untrusted where subject.verification.reason == .issuerMissing:
      "This is a \(kind)\(app) whose signature holds; whether it is Apple's cannot be told."
    case .untrusted where subject.receipt.environment == .xcode:
      "Do not believe this \(kind)\(app). It says itself that Xcode made it for tests."
    case .untrusted: "Do not believe this \(kind)\(app). \(capitalized(fault(subject)))."
    }
  }

  private static func answer(
    _ subject: DiagnosisSubject, _ kind: String, _ store: String, _ app: String, _ age: String
  ) -> String {
    guard let status = subject.decoded.response?.status, status != 0 else {
      return "This is an \(kind)\(store)\(app)\(age); nobody signed it."
    }
    let meaning =
      VerifyReceiptStatus.explanation(of: status)?.meaning ?? "which Apple does not document"
    return
      "This answer of Apple's verifyReceipt\(app), which nobody signed, says \(status): \(meaning)."
  }

  private static func fault(_ subject: DiagnosisSubject) -> String {
    guard let check = subject.verification.checks.first(where: { $0.status == .fail }) else {
      return "it is not Apple's"
    }
    return switch check.id {
    case .chain: "Apple did not sign it: \(check.message)"
    case .certificatePurpose: "who signed it may not sign receipts: \(check.message)"
    default: check.message
    }
  }

  /// The largest number of products named.
  private static let maximumProducts = 3

  private static func owned(_ ownership: Ownership, _ subject: DiagnosisSubject) -> String? {
    let word = subject.isTrusted && subject.malformation == nil ? "" : "According to it, "
    let products = ownership.products
    guard !products.isEmpty else { return without(subject) }
    let owned = products.filter(\.isOwned)
    guard owned.isEmpty else { return held(owned, subject) }
    // A replaced product explains nothing.
    let others = products.filter { !$0.isReplaced }
    let reasons = others.isEmpty ? products : others
    let more = max(0, reasons.count - maximumProducts)
    let why =
      reasons.prefix(maximumProducts).map(\.summary).joined(separator: "; ")
      + (more > 0 ? "; and \(more) more" : "")
    let isUnknown = products.contains(where: \.isUnknown)
    let nothing =
      subject.isSingle
      ? "nothing is owned through it"
      : isUnknown ? "nothing is known to be owned" : "nothing is owned"
    return capitalized("\(word)\(nothing) on \(subject.now.dayText): \(why).")
  }

  /// What is owned, and what may be owned.
  private static func held(_ owned: [OwnedProduct], _ subject: DiagnosisSubject) -> String {
    let day = subject.now.dayText
    var lasting: [String] = []
    var undelivered: [String] = []
    var open: [String] = []
    for product in owned {
      switch product.standing {
      case .undelivered: undelivered.append(product.summary)
      case .lengthUnknown(let since): open.append("\(product.summary), bought at \(since)")
      default: lasting.append(product.summary)
      }
    }
    func sentence(_ claim: String, _ names: [String], _ rest: String = "") -> String? {
      guard !names.isEmpty else { return nil }
      let separator = names.contains { $0.contains(",") } ? "; " : ", "
      let more = names.count - maximumProducts
      return claim + names.prefix(maximumProducts).joined(separator: separator)
        + (more > 0 ? "\(separator)and \(more) more" : "") + rest + "."
    }
    // Unverified: hedge.
    let isClaim = !subject.isUsable
    let doubt =
      subject.isOld && subject.isTrusted
      ? subject.decoded.madeAt.map { ", unless refunded since \($0.dayText)" } : nil
    let claim =
      isClaim
      ? "It claims, without proof, that this is owned on \(day): "
      : subject.isTrusted && subject.malformation == nil
        ? "Owned on \(day): " : "According to it, owned on \(day): "
    let all = [
      sentence(claim, lasting, doubt ?? ""),
      sentence("Not yet confirmed as delivered: ", undelivered),
      sentence("It does not say how long this lasts: ", open),
    ]
    return all.compactMap(\.self).joined(separator: " ")
  }

  /// Without purchases, the app itself is what was bought.
  private static func without(_ subject: DiagnosisSubject) -> String? {
    let first = subject.isTrusted ? UpFrontSection.firstGot(subject) : nil
    switch subject.decoded.form {
    case .appReceipt where subject.isVolumePurchase && subject.isTrusted:
      let name = subject.receipt.organizationName?.description ?? "An organisation"
      let expires = subject.receipt.expirationDate.flatMap { $0 > subject.now ? $0 : nil }
      return "\(name) bought the app for this customer"
        + (expires.map { "; the receipt expires on \($0.dayText)" } ?? "") + "."
    case .appReceipt:
      return "There is no in-app purchase in it"
        + (first.map { "; the app was first downloaded or bought as \($0)" } ?? "") + "."
    case .verifyReceipt where !subject.isAnswerAlone:
      return "There is no in-app purchase in it."
    case .appTransaction: return first.map { "The app was first downloaded or bought as \($0)." }
    default: return nil
    }
  }

  private static func last(_ subject: DiagnosisSubject, _ ownership: Ownership) -> String? {
    if let check = subject.deviceCheck, check.status != .pass {
      return check.reason == .mismatch
        ? "It was made for a device other than the one that was named."
        : "Whether it was made for the device that was named cannot be told."
    }
    if let expires = subject.receipt.expirationDate, expires <= subject.now {
      return "The receipt itself expired at \(expires.plainText)."
    }
    return RenewalSection.summary(subject, ownership)
  }

  private static func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }
}
