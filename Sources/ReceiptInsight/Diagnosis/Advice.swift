internal import ReceiptCore

/// What to do next, for the person who helps the customer.
enum Advice {
  static func steps(
    _ subject: DiagnosisSubject, _ ownership: Ownership, _ remarks: [Remark]
  ) -> [String] {
    let receipt = subject.receipt
    var steps = trust(subject)
    if !subject.decoded.errors.isEmpty {
      steps.append("get it again: the whole file, or the whole text")
    }
    if subject.isTrusted {
      var seen: Set<String> = []
      for remark in remarks
      where remark.severity == .warning && seen.insert(remark.id).inserted {
        steps.append("\(remark.advice) (\(remark.id))")
      }
    }
    if let check = subject.deviceCheck, check.status != .pass {
      steps.append(
        check.reason == .mismatch
          ? "on this device let the app ask for a new receipt, or install it again from the App Store, then "
            + "check again: a receipt copied from another device, or out of a backup, still carries that "
            + "device's mark"
          : "ask for the app receipt from the device: it says for which device it was made")
    }
    if subject.receipt.environment == .sandbox,
      subject.isTrusted || subject.decoded.form == .verifyReceipt
    {
      steps.append(
        "if a customer sent it, they use TestFlight or a tester's account: ask them to install the app from "
          + "the App Store, restore purchases there, and send the receipt of that copy")
    }
    if let status = subject.decoded.response?.status, status != 0,
      let explanation = VerifyReceiptStatus.explanation(of: status)
    {
      steps.append("Apple answered \(status): \(explanation.advice)")
    }
    if let expires = receipt.expirationDate, expires <= subject.now, subject.isTrusted {
      let organisation =
        receipt.organizationName?.description
        ?? (subject.isVolumePurchase ? "the organisation that bought the app" : nil)
      steps.append(
        "let the app refresh the receipt"
          + (organisation.map { "; if it stays expired, ask \($0)" } ?? ""))
    }
    steps += purchases(subject, ownership) + renewals(subject, ownership)
    if let made = subject.decoded.madeAt, subject.isLater(made), subject.isTrusted {
      steps.append(
        "if \(subject.now.dayText) is today, the clock of the computer that runs this is wrong: whoever "
          + "signed the \(subject.noun) dated it")
    }
    if steps.isEmpty, subject.history.records.isEmpty,
      let name = subject.decoded.notification.flatMap(MessageSection.known)?.name
    {
      steps.append("do on your server what is said above for \(name)")
    }
    return steps.isEmpty ? ["nothing: everything is as it should be"] : steps
  }

  private static func trust(_ subject: DiagnosisSubject) -> [String] {
    let verification = subject.verification
    switch verification.status {
    case .untrusted
    where verification.reason == .xcodeReceipt || subject.receipt.environment == .xcode,
      .xcode:
      return ["unlock nothing in production for it: it is a developer's test receipt"]
    case .untrusted where verification.reason == .issuerMissing:
      return ["ask for an app receipt: what iOS 6 signed cannot be judged from the file alone"]
    case .untrusted, .absent:
      guard subject.decoded.form == .verifyReceipt else {
        return [
          subject.decoded.form == .appReceipt
            ? "unlock nothing for it; ask the customer to send the receipt again from the app"
            : "unlock nothing for it; ask for the \(subject.noun) again where it came from"
        ]
      }
      let isSigned = subject.nested.contains { $0.verification.isTrusted }
      return [
        "believe the answer only if your own server got it from Apple"
          + (isSigned
            ? "; the latest_receipt in it is signed: save its text as a file, and diagnose that"
            : "")
      ]
    case .apple, .custom:
      return subject.malformation == nil
        ? []
        : ["do not rely on it: no receipt of the App Store is built like this; ask for another one"]
    }
  }

  private static func purchases(
    _ subject: DiagnosisSubject, _ ownership: Ownership
  ) -> [String] {
    var steps: [String] = []
    func add(_ step: String) { if !steps.contains(step) { steps.append(step) } }
    guard subject.isUsable else { return [] }
    let isStore = subject.isStore
    let isOld = subject.isOld && subject.decoded.form != .verifyReceipt && isStore
    let isAnybodys = ownership.products.contains { product in
      if case .refunded = product.standing { return true }
      return product.isOwned
    }
    if isOld, isAnybodys {
      add(
        "ask for a receipt of today: let the customer restore purchases and "
          + "send it again")
    }
    for product in ownership.products.prefix(maximumProducts) {
      let name = product.productID
      switch product.standing {
      case .inGrace:
        add("keep \(name) unlocked, and \(payment)")
      case .lapsed(let renewal?, _) where renewal.isInBillingRetryPeriod == true:
        add("\(name): \(payment)")
      case .lapsed(let renewal, let isKnown) where isStore:
        lapsed(name, subject, renewal, isKnown: isKnown).forEach(add)
      case .between(let end, let start) where isStore:
        add(
          "tell the customer that nothing was paid for \(name) from \(end.dayText) to \(start.dayText); if "
            + "they say otherwise, ask for Apple's invoice of that time")
      case .refunded(isShared: true, _):
        add("another family member bought \(name): only they can share it again")
      case .refunded(_, let isSubscription):
        if isOld {
          add(
            "\(name) was refunded, and a purchase since then would not show: lock it, unless the new receipt "
              + "has it")
        } else {
          add(
            "lock \(name), if it is not locked; restoring will not bring it back: to have it again, the "
              + "customer \(isSubscription ? "subscribes" : "buys it") again")
        }
      case .undelivered:
        add(
          "if the customer misses \(name), ask them to open the app online: it should deliver what "
            + "is missing then")
      case .lengthUnknown(let since):
        add("look up how long \(name) lasts: it was bought at \(since); the receipt does not say")
      case .owned where product.followsTrial && isStore:
        add(
          "if the customer wants the money for \(name) back, only Apple can give it: "
            + "reportaproblem.apple.com")
      case .replaced(by: nil) where subject.isSingle:
        add(
          "unlock nothing for it: ask for the transaction of the product that the customer moved to"
        )
      case .replaced(let other?)
      where ownership.products.contains { $0.productID == other && $0.isOwned }:
        add("unlock \(other), which the customer moved to from \(name)")
      case .lapsed, .between, .replaced, .owned, .notYet: break
      }
    }
    guard ownership.products.isEmpty, subject.isTrusted else { return steps }
    let first = subject.receipt.originalApplicationVersion
    if UpFrontSection.firstGot(subject) != nil, first.flatMap(VersionNumber.init) != nil,
      !subject.isVolumePurchase
    {
      add(
        "if the app had a price once, check whether the version that this customer first got came before "
          + "the first free one")
    }
    if UpFrontSection.firstGot(subject) != nil, !subject.isVolumePurchase, let first,
      VersionNumber(first) == nil, let date = subject.receipt.originalPurchaseDate
    {
      add(
        "compare \(date.dayText) with the day on which the app became free: builds like \(first) have no order"
      )
    }
    if subject.decoded.form == .appReceipt, isStore, subject.malformation == nil {
      add(
        "if the customer says that they bought something in the app: ask them to restore purchases with the "
          + "Apple account that bought it, then to send the receipt again")
    }
    return steps
  }

  /// What to do about a subscription that has ended. It depends on the reason, and on whether the reason is
  /// known.
  private static func lapsed(
    _ name: ReceiptString, _ subject: DiagnosisSubject, _ renewal: RenewalInfo?, isKnown: Bool
  ) -> [String] {
    let again =
      "to have \(name) again, the customer subscribes again; until then nothing is charged"
    switch renewal?.expirationIntent {
    case 1, 3: return [again]
    case 2:
      return [
        "to have \(name) again, the customer updates their payment method and subscribes again"
      ]
    case 4: return ["\(name) is no longer sold: offer another product"]
    default: break
    }
    if renewal?.autoRenewStatus == false { return [again] }
    if subject.decoded.response?.status == 21006 { return [] }
    if subject.isSingle {
      return [
        "look for a newer transaction of \(name): this one does not say whether it was renewed"
      ]
    }
    guard isKnown, let made = subject.decoded.madeAt else {
      if subject.decoded.form == .verifyReceipt {
        return [
          "if the customer says that they pay for \(name), let your server ask Apple again: its answers tell "
            + "of renewals"
        ]
      }
      return [
        "if the customer says that they pay for \(name), ask them to restore purchases and to send the "
          + "receipt again"
      ]
    }
    return [
      "no renewal of \(name) was paid up to \(made.dayText): if the customer says that they pay for it, ask "
        + "for Apple's invoice, and which Apple account shows it in Settings › Subscriptions",
      "to have \(name), they subscribe again",
    ]
  }

  /// The largest number of products with their own step.
  private static let maximumProducts = 5

  private static let payment =
    "ask the customer to update their payment method, in the settings of their Apple account: then Apple "
    + "charges by itself"

  private static func renewals(
    _ subject: DiagnosisSubject, _ ownership: Ownership
  ) -> [String] {
    var steps: [String] = []
    for renewal in subject.renewals.prefix(maximumProducts) {
      if let step = step(renewal, subject, ownership), !steps.contains(step) { steps.append(step) }
    }
    return steps
  }

  private static func step(
    _ renewal: RenewalInfo, _ subject: DiagnosisSubject, _ ownership: Ownership
  ) -> String? {
    let active = ownership.products.first { $0.productID == renewal.productID && $0.isOwned }
    let name = renewal.productID?.description ?? "it"
    // If the product itself is described, its step was already given.
    if renewal.isInBillingRetryPeriod == true {
      return ownership.products.isEmpty ? payment : nil
    }
    if let date = renewal.renewalDate, date <= subject.now { return nil }
    if renewal.autoRenewStatus == false, active != nil || ownership.products.isEmpty {
      return "leave \(name) unlocked until the period ends; nothing will be charged then"
    }
    guard renewal.autoRenewStatus == true else { return nil }
    if renewal.consent == 0 {
      return
        "ask the customer to answer Apple's question about the price of \(name): without a yes it ends"
    }
    return renewal.change.map { "leave \(name) unlocked until the renewal; then \($0)" }
  }
}
