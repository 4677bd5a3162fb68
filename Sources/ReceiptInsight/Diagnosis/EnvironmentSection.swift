internal import ReceiptCore

/// The environment (App Store, sandbox or Xcode) and its consequences.
enum EnvironmentSection {
  static func statements(_ situation: Situation) -> [Diagnosis.Statement] {
    store(situation) + refusal(situation) + organization(situation) + expiration(situation)
  }

  private static func evidence(_ receipt: Receipt) -> Evidence {
    let type = receipt.receiptType ?? receipt.environmentName
    return type.map { ["receipt_type": $0.description] } ?? [:]
  }

  /// Whether one of the endpoints of Apple's verifyReceipt accepts it.
  private static func hasEndpoint(_ situation: Situation) -> Bool {
    situation.decoded.form == .appReceipt && situation.verification.status == .apple
  }

  private static func store(_ situation: Situation) -> [Diagnosis.Statement] {
    let evidence = evidence(situation.proof?.decoded.receipt ?? situation.receipt)
    let isApple =
      situation.verified.coveredEnvironment != nil
      && (situation.verification.status == .apple
        || situation.nested.contains { $0.verification.status == .apple })
    var result: [Diagnosis.Statement] = []
    func endpoint(_ own: String, other: String, status: Int) {
      guard hasEndpoint(situation) else { return }
      result.append(
        .init(
          "Apple's verifyReceipt accepts it at the \(own) endpoint; the \(other) endpoint would respond with "
            + "\(status)"))
    }
    switch situation.environment {
    case .production:
      result.append(
        .init(
          isApple
            ? "it is from the App Store, where customers pay"
            : "it says that it is from the App Store", evidence))
      endpoint("production", other: "sandbox", status: 21008)
    case .sandbox:
      result.append(
        .init(
          (isApple ? "it is" : "it says that it is")
            + " from the sandbox, of a tester or from TestFlight; nothing was paid",
          evidence))
      endpoint("sandbox", other: "production", status: 21007)
      if situation.history.records.contains(where: { $0.expiresDate != nil }) {
        result.append(
          .init(
            "in the sandbox periods are shortened: a month takes minutes, or a day in TestFlight"))
      }
    case .xcode:
      result.append(.init("it is from StoreKit's tests in Xcode", evidence))
    case nil where !situation.decoded.form.signsDate:
      result.append(
        .init(
          "the signed part of an iOS 6 transaction does not say it; probably it is from the "
            + (situation.history.records.compactMap(\.transactionID)
              .contains(where: SandboxNumberRule.isOfSandbox)
              ? "sandbox: its transaction has a number as the sandbox gives" : "App Store"),
          isInference: true))
    case nil where situation.isAnswerAlone: break
    case nil:
      result.append(
        .init(
          situation.receipt.environmentWord.map {
            "it says that it is from \"\($0)\", which Apple does not use"
          } ?? "it does not say which store it is from", evidence))
    }
    return result
  }

  private static func refusal(_ situation: Situation) -> [Diagnosis.Statement] {
    guard situation.decoded.form == .appReceipt, !hasEndpoint(situation) else { return [] }
    return [.init("Apple's verifyReceipt would refuse it with 21002 or 21003", isInference: true)]
  }

  private static func organization(_ situation: Situation) -> [Diagnosis.Statement] {
    if let name = situation.receipt.organizationName {
      return [
        .init(
          "an organisation bought the app in volume: \(name)",
          ["organization_name": name.description])
      ]
    }
    guard situation.isVolumePurchase else { return [] }
    return [.init("an organisation bought the app in volume", evidence(situation.receipt))]
  }

  private static func expiration(_ situation: Situation) -> [Diagnosis.Statement] {
    guard let expires = situation.receipt.expirationDate, !expires.isNever else { return [] }
    let evidence: Evidence = ["expiration_date": expires.description]
    guard expires <= situation.now else {
      return [.init("the receipt itself expires at \(situation.time(expires))", evidence)]
    }
    let expired = Diagnosis.Statement(
      "the receipt itself expired at \(situation.time(expires)), \(situation.relative(expires)): the "
        + "app should ask the App Store for a new one", evidence)
    guard situation.isVolumePurchase else { return [expired] }
    return [
      expired,
      .init(
        "if the App Store gives no new one, the licence of the organisation has probably ended",
        evidence, isInference: true),
    ]
  }
}
