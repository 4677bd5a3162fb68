/// What to do next, for whoever helps the customer.
enum Advice {
  static func steps(_ subject: DiagnosisSubject, _ ownership: Ownership) -> [String] {
    var steps: [String] = []
    let verification = subject.verification
    switch verification.status {
    case .untrusted where verification.reason == .xcodeReceipt, .xcode:
      steps.append(
        "unlock nothing in production for it: it is a developer's test receipt")
    case .untrusted where verification.reason == .issuerMissing:
      steps.append("ask for an app receipt: what iOS 6 signed cannot be judged from the file alone")
    case .untrusted, .absent:
      if subject.decoded.form == .verifyReceipt {
        steps.append(
          "believe the answer only if your own server got it from Apple; the latest_receipt in it is signed"
        )
      } else {
        steps.append(
          "unlock nothing for it; ask the customer to send the receipt again from the app")
      }
    case .apple, .custom:
      if subject.malformation != nil {
        steps.append(
          "do not rely on it: no receipt of the App Store is built like this; ask for another one")
      }
    }
    if !subject.decoded.errors.isEmpty {
      steps.append("get it again: the whole file, or the whole text")
    }
    if let check = subject.deviceCheck, check.status == .fail {
      steps.append(
        "let the app refresh the receipt on this device, then check again: a restored one keeps the old "
          + "device")
    }
    if subject.receipt.environment == .sandbox, verification.isBelieved {
      steps.append(
        "if a customer sent it, they use TestFlight, or a tester's account: what they paid for in the App "
          + "Store is not in it")
    }
    if let status = subject.decoded.answer?.status, status != 0,
      let explanation = AnswerStatus.explanation(of: status)
    {
      steps.append("Apple answered \(status): \(explanation.advice)")
    }
    steps += purchases(subject, ownership)
    return steps.isEmpty ? ["nothing: everything is as it should be"] : steps
  }

  private static func purchases(
    _ subject: DiagnosisSubject, _ ownership: Ownership
  ) -> [String] {
    var steps: [String] = []
    func add(_ step: String) { if !steps.contains(step) { steps.append(step) } }
    let hasActive = ownership.products.contains(where: \.isOwned)
    for product in ownership.products where !product.isOwned {
      switch product.state {
      case .lapsed(let record, _)
      where subject.history.successor(of: record, at: subject.now) == nil:
        add(
          "if the customer says that they still pay, ask them to restore purchases: a renewal since the "
            + "receipt was made does not show")
      case .cancelled(_, .refund):
        add("Apple gave money back: there is nothing to restore for that purchase")
      case .cancelled(_, .upgrade), .lapsed:
        add("unlock what the product that the customer moved to gives")
      default: break
      }
    }
    if ownership.products.isEmpty, subject.decoded.form == .appReceipt, !hasActive {
      add(
        "ask the customer to restore purchases with the Apple account that bought, then send the receipt "
          + "again")
    }
    return steps
  }
}
