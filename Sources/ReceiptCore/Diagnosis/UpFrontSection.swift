/// Whether the customer paid for the app before it became free, as far as that can be told.
enum UpFrontSection {
  static func statements(_ subject: DiagnosisSubject) -> [Diagnosis.Statement] {
    let receipt = subject.receipt
    // Single transactions know nothing of the app's own price.
    guard [.appReceipt, .appTransaction, .verifyReceipt].contains(subject.decoded.form) else {
      return []
    }
    switch receipt.environment {
    case .sandbox:
      return [.init("that cannot be told: the sandbox says version 1.0 of everybody")]
    case .xcode: return [.init("that cannot be told: Xcode does not say which version was first")]
    case .production, nil: break
    }
    guard let version = receipt.originalApplicationVersion else {
      return [.init("that cannot be told: the version first bought is not in it")]
    }
    let date = receipt.originalPurchaseDate.map { " at \($0.plainText)" } ?? ""
    return [
      .init(
        "it was first got as version \(version)\(date); whether that version had a price only you know",
        ["original_application_version": version.description])
    ]
  }
}
