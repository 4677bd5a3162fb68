/// The answer for somebody who reads no further: one to three sentences.
enum ShortAnswer {
  static func sentences(_ subject: DiagnosisSubject, _ ownership: Ownership) -> [String] {
    var result = [identity(subject)]
    if let owned = owned(ownership, subject) { result.append(owned) }
    if let trouble = trouble(subject) { result.append(trouble) }
    return result
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
      case .notification: "server notification"
      }
    let app = subject.receipt.bundleID.map { " for \($0)" } ?? ""
    let store =
      switch subject.receipt.environment {
      case .production: " from the App Store"
      case .sandbox: " from the sandbox"
      case .xcode: " from Xcode"
      case nil: ""
      }
    let age = subject.decoded.madeAt.map { ", made \(subject.relative($0))" } ?? ""
    if let malformation = subject.malformation {
      let signer = subject.verification.status == .apple ? "Apple's" : "of your own root"
      return "This \(kind)\(app) has a signature \(signer), but is not built as it should be: "
        + "\(malformation.message)."
    }
    return switch subject.verification.status {
    case .apple: "This is a genuine \(kind)\(store)\(app)\(age)."
    case .custom: "This is a sound test \(kind)\(app), signed under your own root\(age)."
    case .xcode: "This is a test \(kind)\(app) that Xcode made\(age)."
    case .absent where subject.decoded.form == .verifyReceipt:
      "This is an \(kind)\(store)\(app)\(age); nobody signed it."
    case .absent: "Nobody signed this \(kind)\(app): it proves nothing."
    case .untrusted where subject.verification.reason == .xcodeReceipt:
      "This is a test \(kind)\(app) that Xcode made, not Apple's\(age)."
    case .untrusted where subject.verification.reason == .issuerMissing:
      "This is a \(kind)\(app) whose signature holds; whether it is Apple's cannot be told."
    case .untrusted: "Do not believe this \(kind)\(app): \(fault(subject))."
    }
  }

  private static func fault(_ subject: DiagnosisSubject) -> String {
    subject.verification.checks.first { $0.status == .fail }?.message ?? "it is not Apple's"
  }

  private static func owned(_ ownership: Ownership, _ subject: DiagnosisSubject) -> String? {
    let products = ownership.products
    guard !products.isEmpty else {
      return subject.decoded.form == .appReceipt ? "There is no purchase in it." : nil
    }
    let word = subject.verification.isBelieved ? "" : "According to it, "
    let owned = products.filter(\.isOwned)
    guard let first = owned.first else {
      return capitalized(
        "\(word)nothing is owned now"
          + (products.count == 1
            ? ": \(products[0].statement.text)." : ", of \(products.count) products."))
    }
    let more = owned.count > 1 ? ", and \(owned.count - 1) more" : ""
    return capitalized("\(word)owned now: \(first.productID)\(more).")
  }

  private static func trouble(_ subject: DiagnosisSubject) -> String? {
    if let check = subject.deviceCheck, check.status != .pass {
      return "It was made for a device other than the one that was named."
    }
    return nil
  }

  private static func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }
}
