internal import ReceiptCore

/// Whether the customer paid for the app before it became free, as far as the receipt says.
enum UpFrontSection {
  static func statements(_ situation: Situation) -> [Diagnosis.Statement] {
    let receipt = situation.receipt
    // Single transactions do not contain the app's own purchase, nor do responses without a receipt.
    guard [.appReceipt, .appTransaction, .verifyReceipt].contains(situation.decoded.form),
      !situation.isAnswerAlone
    else { return [] }
    switch receipt.environment {
    case .sandbox:
      return [.init("not known: the sandbox gives everybody version 1.0")]
    case .xcode: return [.init("not known: Xcode does not say which version was first")]
    case .production, nil: break
    }
    if receipt.originalPurchaseDate == SandboxConstants.originalPurchaseDate {
      return [
        .init(
          "not known: the date is the one that the sandbox gives everybody",
          ["original_purchase_date": receipt.originalPurchaseDate?.description ?? ""])
      ]
    }
    if situation.isVolumePurchase {
      return [
        .init(
          "an organisation paid for it\(receipt.organizationName.map { ": \($0)" } ?? "")",
          ["receipt_type": receipt.receiptType?.description ?? ""])
      ]
    }
    guard let version = receipt.originalApplicationVersion else {
      return [.init("not known: the first version is not in it")]
    }
    let date = receipt.originalPurchaseDate.map { " at \(situation.time($0))" } ?? ""
    let evidence: Evidence = ["original_application_version": version.description]
    var result: [Diagnosis.Statement] = [
      .init(
        "it was first downloaded or bought as version \(version)\(date); check whether that version was free",
        evidence)
    ]
    let platform = receipt.originalPlatform?.text
    switch platform ?? Inference(receipt).platform?.rawValue {
    case nil: break
    case "macOS":
      result.append(
        .init(
          "on macOS that is the version that people see, CFBundleShortVersionString", evidence,
          isInference: platform == nil))
    case let name?:
      result.append(
        .init(
          "on \(name) that is the build number, CFBundleVersion, not the version that people see",
          evidence, isInference: platform == nil))
    }
    result.append(
      VersionNumber(version) != nil
        ? .init(
          "versions compare as numbers: 1.9 is older than 1.10", evidence)
        : .init(
          "\(version) is not made of numbers: compare the date with the day on which the app became free",
          evidence))
    return result
  }
}
