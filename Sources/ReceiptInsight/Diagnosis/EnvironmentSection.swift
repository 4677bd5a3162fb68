internal import ReceiptCore

/// The environment (App Store, sandbox or Xcode) and its consequences.
enum EnvironmentSection {
  static func statements(_ subject: DiagnosisSubject) -> [Diagnosis.Statement] {
    let receipt = subject.receipt
    let type = receipt.receiptType ?? receipt.environmentName
    let evidence: Evidence = type.map { ["receipt_type": $0.description] } ?? [:]
    let isApple =
      subject.verification.status == .apple
      || subject.nested.contains { $0.verification.status == .apple }
    let hasEndpoint =
      subject.decoded.form == .appReceipt && subject.verification.status == .apple
    var result: [Diagnosis.Statement] = []
    switch receipt.environment {
    case .production:
      result.append(
        .init(
          isApple
            ? "it is from the App Store, where customers pay"
            : "it says that it is from the App Store", evidence))
      if hasEndpoint {
        result.append(
          .init(
            "Apple's verifyReceipt takes it at the production endpoint; the sandbox endpoint would answer "
              + "21008"))
      }
    case .sandbox:
      result.append(
        .init(
          (isApple ? "it is" : "it says that it is")
            + " from the sandbox: a tester's, or TestFlight's, which look alike; nobody paid",
          evidence))
      if hasEndpoint {
        result.append(
          .init(
            "Apple's verifyReceipt takes it at the sandbox endpoint; the production endpoint would answer "
              + "21007"))
      }
      if subject.history.records.contains(where: { $0.expiresDate != nil }) {
        result.append(
          .init(
            "in the sandbox periods are shortened: a month takes minutes, or a day in TestFlight"))
      }
    case .xcode:
      result.append(.init("it is from StoreKit's tests in Xcode; no store knows of it", evidence))
    case nil where subject.decoded.form == .ios6Transaction:
      result.append(
        .init(
          "transactions of iOS 6 do not say it in what is signed; without a word they are from the App Store",
          isInference: true))
    case nil where subject.isAnswerAlone: break
    case nil: result.append(.init("it does not say which store it is from", evidence))
    }
    if subject.decoded.form == .appReceipt, !hasEndpoint {
      result.append(
        .init("Apple's verifyReceipt would refuse it, with 21002 or 21003", isInference: true))
    }
    if let name = receipt.organizationName {
      result.append(
        .init(
          "an organisation bought the app in volume: \(name)",
          ["organization_name": name.description]))
    } else if subject.isVolumePurchase {
      result.append(.init("an organisation bought the app in volume", evidence))
    }
    if let expires = receipt.expirationDate, !expires.isNever {
      result.append(
        .init(
          expires <= subject.now
            ? "the receipt itself expired at \(expires.plainText), \(subject.relative(expires)): the "
              + "app should ask the App Store for a new one"
            : "the receipt itself expires at \(expires.plainText)",
          ["expiration_date": expires.description]))
      if expires <= subject.now, subject.isVolumePurchase {
        result.append(
          .init(
            "if the App Store gives no new one, the licence of the organisation has probably ended",
            ["expiration_date": expires.description], isInference: true))
      }
    }
    return result
  }
}
