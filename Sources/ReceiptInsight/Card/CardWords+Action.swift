internal import ReceiptCore

/// What to do.
extension CardWords {
  /// What to do first. What has ended beside what is held is named, for the customer may mean that.
  func action(_ actions: [Action]) -> String {
    guard let first = actions.first else { return "" }
    guard first.code == .unlock, let ended = actions.first(where: { $0.code == .subscribeAgain })
    else { return action(first) }
    return "\(action(first)) \(dated(ended, "ended"))."
  }

  /// An action in at most two sentences.
  func action(_ action: Action) -> String {
    let products = action.products.isEmpty ? "it" : list(action.products)
    let it = action.products.count > 1 ? "them" : "it"
    let end = action.date.map { " on \(day($0))" } ?? ""
    let ifOwn = ifOwn(action)
    let isLasting = judgement.holdings.contains {
      action.products.contains($0.productID) && $0.code == .owned
    }
    switch action.code {
    case .sendWhole where lacksSignature:
      return "Ask for \(signedSource), as an attachment rather than in the message."
    case .sendWhole where situation.decoded.findings.contains { $0.id == .leftOut }:
      let hint = situation.decoded.errors.first(where: \.isOfMissingPart)?.hint
      return sentence(hint ?? "ask for all of it")
    // What cannot be read at all may be something else, or a wrong name.
    case .sendWhole where situation.decoded.isTogether && !situation.decoded.isIncomplete:
      return "Give what cannot be read again, or leave it out."
    // An answer can be had again.
    case .sendWhole where [.verifyReceipt, .apiAnswer].contains(situation.decoded.form):
      return "Let your server ask Apple again, or ask for the whole text, as an attachment."
    case .sendWhole:
      return "Ask for the whole text, as an attachment rather than in the message."
    case .sendAgain:
      return situation.decoded.form.canBeRefreshed
        ? "Unlock nothing. Ask the customer to open the app, choose Restore Purchases, and send the receipt again, "
          + "unchanged."
        : "Unlock nothing. Ask for \(requested)."
    case .sendSigned:
      return "Unlock nothing. Ask for \(signedSource)."
    case .sendAppReceipt: return "Ask for the app receipt from the device."
    case .otherApp:
      let apps = situation.settings.bundleIDs.map(\.description).joined(separator: " or ")
      return "Ask for the receipt of \(apps)."
    case .otherDevice:
      return
        "Ask the customer to open the app on that device and to Restore Purchases, or to install the app again. "
        + "This receipt is from another device or from a backup, or the device id is wrong."
    case .developerTest:
      return
        "Nothing for a customer: unlock nothing in production. For tests with Apple's servers, switch "
        + "the StoreKit configuration off in the scheme, and buy with a sandbox account."
    case .installFromStore:
      return "If a customer sent this, they probably use TestFlight or a test account. "
        + "Ask them to install the app from the App Store and restore there."
    case .fixRequest:
      return "For your developers: \(action.detail ?? "look at the request that your server sent")."
    case .tellApart:
      return
        "Answer each customer by themselves: look for the transactions of the one who asks. Do not count those of "
        + "another for them."
    case .unlock where seatsLeft(action) != nil:
      return
        "\(ifOwn)\(ifOwn.isEmpty ? "Keep" : "keep") \(products) unlocked for \(seatsLeft(action) ?? ""): the others were refunded."
    case .unlock:
      return
        "\(ifOwn)\(inTest)\(ifOwn.isEmpty && inTest.isEmpty ? "The" : "the") app should unlock \(products). If it does not, ask the customer to update and "
        + "reopen it, then Restore Purchases; after that it is a fault in the app."
    case .confirmFirst:
      return
        "Let your server ask Apple before you unlock \(products): no signature covers \(it), and such "
        + "text proves nothing."
    case .keepUnlocked:
      return
        "\(ifOwn)\(ifOwn.isEmpty ? "Keep" : "keep") \(products) unlocked. The refund\(end) was for \(action.detail ?? "an earlier \(isLasting ? "purchase" : "period")"), and changes nothing."
    case .keepUntilEnd:
      let renewal = "\(action.products.count > 1 ? "They do" : "It does") not renew then"
      return judgement.holdings.isEmpty
        ? "If \(products) \(verb("is", action)) unlocked, keep \(it) so until the period ends\(end). "
          + "\(renewal); if the app is locked, ask for a new receipt first."
        : "Keep \(products) unlocked until the period ends\(end); if the app is locked, ask the customer to "
          + "Restore Purchases. \(renewal)."
    case .updatePaymentInGrace:
      return
        "\(ifOwn)\(ifOwn.isEmpty ? "Keep" : "keep") \(products) unlocked until \(action.date.map(day) ?? "then"). \(payment)"
    case .updatePayment:
      return
        situation.decoded.form == .notification && isFresh
        ? "Lock \(products) until the payment succeeds. \(payment)"
        : "\(payment) If access was lost, it returns when the payment succeeds; before you lock or unlock, \(asking)."
    case .agreeToPrice:
      return
        "\(begin("Ask", action)) the customer to answer Apple's question about the new price of \(products) (Settings, their name, "
        + "Subscriptions). Without a yes it ends with this period; until then change nothing."
    case .openOnline:
      return "Ask the customer to open the app online: it should deliver \(products). "
        + "If it does not, it is a fault in the app."
    case .checkDelivery:
      return
        "Look in your own records whether \(products) \(verb("was", action)) delivered: Apple does not know that."
    case .lookUpLength:
      let isIncomplete = judgement.holdings.contains {
        action.products.contains($0.productID)
          && $0.record.productType == .autoRenewableSubscription
      }
      return isIncomplete
        ? "Ask for the whole transaction, or let your server ask Apple: the end of \(products) is missing."
        : "Look up how long \(products) \(verb("last", action)): only the app knows."
    case .lookUpProduct:
      return "Look up in App Store Connect what \(products) \(verb("is", action)). "
        + (ifOwn.isEmpty ? "If " : "\(ifOwn)and ")
        + "\(action.products.count > 1 ? "they last" : "it lasts"), the app should unlock \(it)."
    case .askNewReceipt:
      return "Ask for a new receipt: open the app, Restore Purchases, send it again."
    case .askServer: return "Let your server ask Apple again before you decide."
    case .findTransaction:
      return
        "Look for the newest transaction of \(products), or let your server ask Apple for its status."
    case .nextPage:
      return "Let your server fetch the next page before you decide: it may hold more."
    case .findBundle:
      return
        "Do not lock yet: Apple withdrew \(products) for a reason that it does not document. Look for a newer "
        + "transaction of a bundle, or let your server ask Apple."
    case .askAdministrator:
      let lock = action.products.isEmpty ? "" : "Lock \(products) for this person. "
      return
        "\(lock)Only the administrator of the organisation or group can give \(action.products.isEmpty ? "the app" : "the seat") again: send the "
        + "customer there."
    case .findReplacement:
      return
        "Do not lock yet. Ask for a new receipt from the app, or let your server ask Apple which product replaced "
        + "\(products)."
    case .subscribeAgain:
      return "Keep \(products) locked until the customer subscribes again. "
        + "If they say that they are still charged, ask which Apple account shows the subscription, and "
        + (situation.decoded.form.canBeRefreshed
          ? "for a new receipt." : "let your server ask Apple again.")
    case .offerOther: return "\(products) is no longer sold: offer another product."
    case .lock:
      if isSpent(action) {
        return
          "Apple gave the money for \(products) back. Take back what that purchase gave, as far as it is not used up."
      }
      let reserve = situation.isSingle || situation.part != nil
      return
        "\(ifOwn)\(ifOwn.isEmpty ? "Lock" : "lock") \(products)\(reserve ? ", unless your server knows another purchase of \(it)" : ""). To have \(it) again, the "
        + "customer buys \(it) again; restoring does not bring \(it) back."
    case .familyMember:
      return
        "\(ifOwn)\(ifOwn.isEmpty ? "Lock" : "lock") \(products). Only the family member who bought \(it) can share \(it) again."
    case .unlockOther:
      return "Unlock \(action.detail.map { name(ReceiptString($0)) } ?? "the other product"), "
        + "which the customer moved to from \(products)."
    case .tellGap:
      return "Tell the customer that nothing was paid for \(products) on that day. "
        + "If they say otherwise, ask for Apple's invoice of that time."
    case .notBoughtYet: return "Nothing for that time: the purchase of \(products) came later."
    case .restore:
      let restore =
        "If the customer bought something in the app, ask them to Restore Purchases with the Apple account that "
        + "paid, then to send the receipt again."
      return UpFront(situation)?.answer == .notAsked
        ? "\(restore) \(self.action(Action(.compareVersion)))" : restore
    case .unlockPaidApp:
      return "\(ifOwn)\(ifOwn.isEmpty ? "Unlock" : "unlock") what the paid app had."
    case .appWithdrawn:
      return "Unlock nothing for the app itself. To have it again, the customer buys it again."
    case .appWasFree: return "Nothing: the app was free when this customer first got it."
    case .compareVersion:
      return
        "If the app itself once cost money, ask your developers whether that version was a paid one: then unlock "
        + "what the paid app had."
    case .compareDate:
      return
        "Compare\(action.date.map { " \(day($0))" } ?? " the day") with the day on which the app became free. "
        + (VersionNumber(situation.appFacts.originalApplicationVersion ?? ReceiptString("")) == nil
          ? "This build has no number to compare."
          : "It is a version of the Mac app, which does not compare with a build number.")
    case .refreshReceipt:
      return "Let the app refresh the receipt."
        + (action.detail.map { " If it stays expired, ask \($0)." } ?? "")
    case .serverEvent: return "For your developers: \(action.detail ?? "nothing.")"
    case .answerRequest: return "Let your server answer with the message to show, or with nothing."
    case .none: return "Nothing."
    case .refundShown, .pastRefundShown, .refundRequested, .refundDeclined, .refundReversed,
      .noRefundShown, .chargesShown, .noChargesShown, .notCharged, .restoreWithAccount,
      .nothingToRestore, .howToCancel, .payerCancels, .alreadyCancelled, .nothingToCancel:
      return complaint(action, products)
    }
  }

  /// `3 of 5 seats`, if some were refunded.
  private func seatsLeft(_ action: Action) -> String? {
    guard action.products.count == 1,
      let seats = judgement.holdings.first(where: { $0.productID == action.products[0] })?.seats,
      seats.left < seats.bought
    else { return nil }
    return "\(seats.left) of \(seats.bought) seats"
  }

  /// `55 % of `, if only a part was refunded.
  private func share(_ action: Action) -> String {
    let holding = judgement.holdings.first { $0.productID == action.products.first }
    guard case .withdrawn(let withdrawal)? = holding?.state,
      case .partialRefund(let share) = withdrawal.kind
    else { return "" }
    return share.map { "\(Withdrawal.percent($0)) of " } ?? "a part of "
  }

  /// Whether it is about something that is used up.
  private func isSpent(_ action: Action) -> Bool {
    judgement.holdings.contains {
      action.products.contains($0.productID) && $0.record.productType == .consumable
    }
  }

  private func verb(_ verb: String, _ action: Action) -> String {
    let isPlural = action.products.count > 1
    if verb == "is" { return isPlural ? "are" : "is" }
    if verb == "was" { return isPlural ? "were" : "was" }
    return isPlural ? verb : verb + "s"
  }

  /// A message from the sandbox is about a test, which costs nothing.
  private var inTest: String {
    situation.environment == .sandbox && situation.decoded.notification != nil
      ? "In your tests, " : ""
  }

  /// Whether it was made so shortly before that it tells of the time that is asked about.
  private var isFresh: Bool {
    situation.madeAt.map { situation.now.since($0) <= ActionChooser.freshness } ?? false
  }

  /// A response has no signature, so what follows from it holds only if it is Apple's.
  private func ifOwn(_ action: Action) -> String {
    judgement.genuineness.code == .unsignedResponse || action.isUnsigned
      ? "If your own server got this from Apple, " : ""
  }

  /// The first word of an answer to a complaint, behind the condition for which it holds.
  private func begin(_ word: String, _ action: Action) -> String {
    let condition = ifOwn(action)
    return condition.isEmpty ? word : condition + (word == "Apple" ? word : word.lowercased())
  }

  /// `alpha and beta ended on 2025-02-02`, or each with its own day.
  private func dated(_ action: Action, _ verb: String) -> String {
    if let date = action.date { return "\(list(action.products)) \(verb) on \(day(date))" }
    return "\(datedList(action)) \(verb)"
  }

  /// `alpha (2025-02-02) and beta (2025-05-20)`.
  private func datedList(_ action: Action) -> String {
    list(action.products) { product in
      let date = judgement.holdings.first { $0.productID == product }?.until
      return name(product) + (date.map { " (\(day($0)))" } ?? "")
    }
  }

  /// Whether something may have been renewed since the text was made.
  private func isOpen(_ action: Action) -> Bool {
    judgement.holdings.contains {
      $0.code == .unknown && action.products.contains($0.productID)
    }
  }

  /// Whether Apple may still try a payment for something that ended, of which no renewal is known.
  private func mayBeRetried(_ action: Action) -> Bool {
    judgement.holdings.contains { holding in
      guard action.products.contains(holding.productID), let end = holding.until,
        situation.renewal(of: holding) == nil
      else { return false }
      return situation.now.since(end) < BillingRetry.length(holding.record, nil)
    }
  }

  /// What the customer or the developer can send, and how.
  private var requested: String {
    guard !situation.decoded.isTogether else {
      return "the texts again, unchanged, from where they came"
    }
    let noun = situation.decoded.form.fieldsForm == .appReceipt ? "receipt" : situation.noun
    return "the \(noun) again, unchanged, from where it came"
  }

  /// Whether it is a transaction of iOS 6 without its signature.
  private var lacksSignature: Bool {
    guard case .propertyList(let envelope) = situation.decoded.envelope else { return false }
    return envelope.signatureBlob.isEmpty
  }

  /// The signed form of an unsigned payload.
  private var signedSource: String {
    switch situation.decoded.form {
    case .payload, .appReceipt: "the whole receipt file, which holds the signature"
    case .ios6Transaction: "the whole transaction, which has signature and purchase-info"
    case .notification, .realtimeRequest:
      "the body of the request, whose signedPayload is signed"
    case .transaction:
      "the whole JWS, which begins with eyJ: jwsRepresentation in an app, purchaseToken in expo-iap and react-native-iap, "
        + "signedTransactionInfo in a response of Apple's server"
    default: "the whole JWS, which begins with eyJ"
    }
  }

  /// How to get the state of today.
  private var asking: String {
    situation.decoded.form.canBeRefreshed
      ? "ask for a new receipt" : "let your server ask Apple again"
  }

  private var payment: String {
    "Ask the customer to check the payment method (Settings, their name, Payment & Shipping)."
  }

  // MARK: Complaints

  private func complaint(_ action: Action, _ products: String) -> String {
    func begin(_ word: String) -> String { self.begin(word, action) }
    switch action.code {
    case .refundShown:
      let keep =
        isSpent(action) ? "" : ", and keep \(action.products.count > 1 ? "them" : "it") locked"
      return
        "\(begin("Apple")) refunded \(share(action))\(action.date.map { "\(products) on \(day($0))" } ?? datedList(action)): tell the customer so\(keep). \(reportAProblem)"
    case .pastRefundShown:
      let held = judgement.holdings.filter(\.isHeld)
      let isLater = action.date.map { $0 > situation.now } ?? false
      let rest =
        isLater
        ? "That came after the day that you ask about."
        : held.isEmpty
          ? "That changes nothing else." : "\(list(held.map(\.productID))): keep unlocked."
      return
        "\(begin("Apple")) refunded \((action.refunded ?? .earlierPeriod).words) \(products)\(action.date.map { " on \(day($0))" } ?? ""): tell the customer so. \(rest)"
    case .refundRequested:
      return
        "A refund was asked for, and Apple has not decided yet: tell the customer so, and change nothing."
    case .refundDeclined:
      return
        "Apple declined the refund: tell the customer so, and change nothing. \(reportAProblem)"
    case .refundReversed:
      return
        "Apple took the refund back: unlock \(products) again, as if there had been no refund."
    case .notCharged:
      return
        "\(begin("This")) customer did not pay for \(products): only \(action.detail ?? "the buyer") can see charges and ask Apple for a "
        + "refund."
    case .nothingToRestore:
      return
        "\(begin("Restoring")) does not bring \(products) back: \(action.detail ?? "it has ended"). Tell the customer so."
    case .payerCancels:
      return "\(begin("Only")) \(action.detail ?? "the buyer") can cancel \(products)."
        + (action.date.map { " It runs until \(day($0))." } ?? "")
    case .noRefundShown:
      // What is unsigned may say any later date.
      let asOf = (situation.account.signedUntil ?? situation.madeAt).map { " by \(day($0))" } ?? ""
      let trial =
        action.date.map { date in
          action.detail == nil
            ? "; the free trial of \(products) ended on \(day(date)) and became paid"
            : "; another product replaced \(products) on \(day(date)), and for such a move Apple pays back the "
              + "unused time"
        } ?? ""
      return "No refund shows\(asOf)\(trial). \(reportAProblem)"
    case .chargesShown:
      return
        "\(begin("Tell")) the customer what was paid: \(action.detail ?? products). \(reportAProblem)"
    case .noChargesShown:
      return
        "No paid period shows in it. Ask for Apple's invoice, which names the product and the Apple account."
    case .restoreWithAccount:
      return
        "\(begin("Ask")) the customer to sign in with \(action.detail ?? "the Apple account that bought \(products)"), then to Restore Purchases. "
        + "If that does not help, ask for the receipt from that device."
    case .howToCancel:
      let runs =
        action.date.map { date in
          action.detail == nil
            ? " \(products) runs until \(day(date))."
            : " The payments go on until \(day(date)), when the year ends."
        }
        ?? (isOpen(action)
          ? " Whether \(products) \(verb("run", action)) on is not known here."
          : " There \(verb("is", action)) \(products) to cancel.")
      return "\(begin("Only")) the customer can cancel: Settings, their name, Subscriptions.\(runs)"
    case .alreadyCancelled:
      return "\(begin("The")) renewal of \(products) is already turned off."
        + (action.date.map { date in
          action.detail == nil
            ? " It runs until \(day(date))."
            : " The payments go on until \(day(date)), when the year ends."
        } ?? "")
    case .nothingToCancel:
      let retry =
        mayBeRetried(action) ? ", unless Apple still tries the payment, which its server tells" : ""
      return "\(ifOwn(action))\(dated(action, "ended")): there is nothing to cancel\(retry)."
    default: return ""
    }
  }

  private var reportAProblem: String {
    "Only Apple gives money back: reportaproblem.apple.com."
  }
}
