internal import ReceiptCore

extension Holding {
  /// Whether a text says of it that it had ended, or was taken back.
  fileprivate func isOver(at now: ReceiptDate) -> Bool {
    switch state {
    case .withdrawn, .lapsed, .between: true
    case .unknown(let paid?): paid <= now
    default: false
    }
  }
}

/// What is owned.
extension CardWords {
  var owned: String {
    let genuineness = judgement.genuineness
    let claims = judgement.holdings.isEmpty ? "" : list(judgement.holdings.map(\.productID))
    switch genuineness.code {
    case .incomplete where judgement.holdings.contains { !$0.isClaimed }:
      return "\(stated) What cannot be read may say more."
    case .incomplete, .unreadable:
      return "Not known.\(arrived)"
    case .errorResponse:
      return claims.isEmpty
        ? "Not known: the response is an error."
        : "Not known: the response is an error, and says nothing of the \(claims) beside it."
    case .otherApp:
      let apps = situation.settings.bundleIDs.map(\.description).joined(separator: " or ")
      return "Nothing of \(apps)."
    case .xcode: return "In that test: \(claims.isEmpty ? "nothing" : claims)."
    case .otherDevice: return "Not known for that device: this receipt speaks for another one."
    case .issuerMissing: return "Not known." + (claims.isEmpty ? "" : " It names \(claims).")
    case .unsigned where claims.isEmpty && !renewedProduct.isEmpty:
      return
        "Nothing that can be relied on. It tells of the renewal\(renewedProduct)\(failedPayment)."
    case .unsigned where judgement.holdings.count == 1:
      return "Nothing that can be relied on. It claims \(claim(judgement.holdings[0]))."
    case .notApple, .changed, .malformed, .unsigned:
      return "Nothing that can be relied on." + (claims.isEmpty ? "" : " It claims \(claims).")
    case .apple, .test, .otherRoot, .redactedCopy, .accepted, .unsignedResponse:
      return stated
    }
  }

  /// What arrived of a text that breaks off: what it is of, what it names, and which purchases are over by it.
  private var arrived: String {
    let over = judgement.holdings.filter { $0.isOver(at: situation.now) }
    let others = judgement.holdings.filter { !$0.isOver(at: situation.now) }
    let app = situation.receipt.bundleID.map { "the app \($0)" }
    let source = isTest ? app.map { "\($0) in the sandbox" } ?? "the sandbox" : app
    var facts =
      source.map { ["is of \($0)\(judgement.holdings.isEmpty ? arrivedPurchases : "")"] } ?? []
    if !others.isEmpty {
      let bought = others.count == 1 ? others[0].record.purchaseDate : nil
      facts.append(
        "names \(list(others.map(\.productID)))\(bought.map { ", bought on \(day($0))" } ?? "")")
    } else if judgement.holdings.isEmpty, !renewedProduct.isEmpty {
      facts.append("tells of the renewal\(renewedProduct)\(failedPayment)")
    }
    let first = facts.isEmpty ? "" : " What arrived \(facts.joined(separator: ", and "))."
    guard !over.isEmpty else { return first }
    return "\(first) \(first.isEmpty ? "What arrived" : "It") says: \(lists(over))."
  }

  /// Which purchases arrived of a receipt that breaks off, where none names its product.
  private var arrivedPurchases: String {
    let ids = situation.decoded.allPurchases.compactMap(\.transactionID)
    if let first = ids.first {
      return ids.count == 1
        ? ", with transaction \(first), whose product is missing"
        : ", with \(ids.count) transactions whose products are missing"
    }
    return situation.decoded.isContentWhole ? ", and has no purchase" : ""
  }

  /// What an unsigned text says of its only purchase.
  private func claim(_ holding: Holding) -> String {
    let (name, record) = (name(holding.productID), holding.record)
    if let withdrawal = holding.withdrawal {
      let date = withdrawal.date.map { " on \(day($0))" } ?? ""
      return "\(name), \(withdrawal.isRefund ? "refunded" : "taken back")\(date)"
    }
    guard let end = record.expiresDate else { return name }
    let period =
      record.isTrialPeriod == true
      ? "a free trial" : record.isIntroductory ? "an introductory offer" : "a period"
    return "\(name), with \(period) that \(end <= situation.now ? "ended" : "ends") on \(day(end))"
  }

  private var failedPayment: String {
    situation.renewals.first?.isInBillingRetryPeriod == true
      ? ": the payment failed, and Apple tries again" : ""
  }

  // MARK: By state

  private var stated: String {
    let holdings = judgement.holdings
    guard !holdings.isEmpty else { return withoutPurchases }
    // A replaced product explains nothing if its replacement is known.
    let told = holdings.filter { $0.code != .replaced || $0.isContradicted }
    let held = told.filter(\.isHeld)
    let open = told.filter(\.isOpen)
    if held.isEmpty, open.isEmpty {
      return (paidApp.map { "\($0). " } ?? "") + nothing(told.isEmpty ? holdings : told) + expiry
    }
    // Products that have ended are named beside those that are owned.
    let over = told.filter {
      !$0.isHeld && !$0.isOpen && $0.code != .notYet && !judgement.isCovered($0)
    }
    let isSpent = open.allSatisfy { if case .consumable = $0.state { true } else { false } }
    let isNothing = held.isEmpty && paidApp == nil && isSpent
    let has = [paidApp, held.isEmpty ? nil : lists(held) + laterRefund].compactMap(\.self)
    let rest = [
      open.isEmpty ? nil : (isNothing ? "Nothing lasting\(inPart): " : "") + lists(open),
      over.isEmpty ? nil : briefly(over),
    ].compactMap(\.self)
    let prefix =
      judgement.genuineness.code == .unsignedResponse ? "The \(situation.noun) lists: " : ""
    let tests = isManyTests ? "Test purchases: " : ""
    var sentences = [has, rest].filter { !$0.isEmpty }.map { $0.joined(separator: "; ") + "." }
    if let part = situation.part { sentences.append(sentence(part.limit)) }
    return prefix + tests + sentences.joined(separator: " ") + expiry
  }

  /// That the receipt itself has expired, beside what it holds.
  private var expiry: String {
    guard let expired = situation.receipt.expirationDate, expired <= situation.now else {
      return ""
    }
    return " But the receipt expired on \(moment(expired))."
  }

  /// `Pro ended on 2026-09-01; Themes refunded on 2026-10-01`.
  private func briefly(_ holdings: [Holding]) -> String {
    let more = holdings.count - Self.maximumProducts
    return holdings.prefix(Self.maximumProducts)
      .map { "\(name($0.productID)): \(state($0))" }.joined(separator: "; ")
      + (more > 0 ? "; and \(more) more" : "")
  }

  /// The app itself, if it was bought before it became free: that stands beside whatever else was bought.
  private var paidApp: String? {
    guard let first = UpFront(situation), first.answer == .paid else { return nil }
    let free = situation.settings.firstFreeVersion.map { "\($0.text)" } ?? ""
    let mark = judgement.genuineness.code == .unsignedResponse ? " (not signed)" : ""
    return
      "The app itself: first bought as \(version(first)), before it became free with \(free)\(mark)"
  }

  /// ` in this page`, for a list that is a part.
  private var inPart: String { situation.part.map { " in this \($0.name)" } ?? "" }

  var isTest: Bool { situation.environment == .sandbox }

  /// Whether several test purchases are shown. Then one word says it of all.
  var isManyTests: Bool {
    isTest && judgement.holdings.count { $0.code != .replaced && ($0.isHeld || $0.isOpen) } > 1
  }

  private func lists(_ holdings: [Holding]) -> String {
    let more = holdings.count - Self.maximumProducts
    return holdings.prefix(Self.maximumProducts).map(phrase).joined(separator: "; ")
      + (more > 0 ? "; and \(more) more" : "")
  }

  /// Nothing is held. Why, and how far that is known.
  private func nothing(_ holdings: [Holding]) -> String {
    let isUnsigned = judgement.genuineness.code == .unsignedResponse
    let unknown = holdings.filter { $0.code == .unknown }
    let day = situation.isToday ? "today" : "on \(self.day(situation.now))"
    if !unknown.isEmpty { return "Not known \(day). \(lists(unknown))\(horizon(unknown))." }
    let phrases = lists(holdings)
    if situation.isOld, let made = situation.madeAt {
      // It was still running then, and its end was known.
      let ranOn = holdings.contains { holding in
        holding.code == .lapsed && holding.until.map { $0 > made } ?? false
      }
      if ranOn {
        return "Nothing \(day), by what was known on \(self.day(made)): \(phrases)."
      }
      return
        "Nothing was active when this was made (\(self.day(made))): \(phrases). What came later it cannot show."
    }
    let isMoved = holdings.contains {
      if case .replaced(nil, _) = $0.state { true } else { false }
    }
    if isMoved { return "Not known: \(phrases)." }
    let claim =
      situation.isSingle
      ? "Nothing through this \(situation.noun)"
      : isUnsigned
        ? "The \(situation.noun) lists nothing active"
        : situation.part == nil ? "Nothing \(day)" : "Nothing active\(inPart)"
    return "\(claim): \(phrases)\(situation.part.map { "; \($0.limit)" } ?? "")."
  }

  /// Why the source cannot show a renewal.
  private func horizon(_ unknown: [Holding]) -> String {
    let ends = unknown.compactMap(\.until)
    if ends.isEmpty { return "; an earlier transaction would show that day" }
    let isNewer = situation.madeAt.map { made in ends.allSatisfy { $0 <= made } } ?? false
    if situation.isSingle || isNewer { return "; another transaction would show a renewal" }
    guard let made = situation.madeAt, !situation.isLater(made) else {
      return "; the \(situation.noun) does not say when it was made"
    }
    return
      "; this \(situation.noun) is \(situation.now.since(made).rough) old and cannot show a renewal"
  }

  /// What an old source cannot show.
  private var laterRefund: String {
    situation.isOld && situation.madeAt != nil ? "; later refunds do not show" : ""
  }

  // MARK: Without purchases

  private var withoutPurchases: String {
    let decoded = situation.decoded
    guard decoded.hasKnownForm else { return "Not stated: nothing in it tells of a purchase." }
    switch decoded.form {
    case .renewalInfo:
      return
        "Not stated: renewal info tells only of the next renewal\(renewedProduct).\(renewalFact)"
    case .notification: return "Not stated: it holds no transaction."
    case .realtimeRequest:
      return "Not stated: a customer is about to cancel, and Apple asks your server what to show."
    case .apiError, .payload: return "Not stated."
    case .transaction, .ios6Transaction: return "Not stated: it holds no purchase."
    case .apiAnswer
    where !decoded.listsAllPurchases && situation.appFacts.originalApplicationVersion == nil:
      return "Not stated: it holds no purchase, and does not list all of them."
    case .apiAnswer where situation.appFacts.originalApplicationVersion != nil: return theApp
    case .notificationV1:
      return
        (decoded.allPurchases.isEmpty
        ? "Not stated: it holds no purchase."
        : "Not stated: \(unnamed).")
        + (renewedProduct.isEmpty ? "" : " It tells of the renewal\(renewedProduct).\(renewalFact)")
    case .verifyReceipt, .apiAnswer:
      let none =
        decoded.response?.status == VerifyReceiptStatus.expired
        ? "Nothing active: 21006 says that the subscription had ended when Apple was asked."
        : !decoded.allPurchases.isEmpty
          ? "Not stated: \(unnamed)."
          : decoded.form == .verifyReceipt && decoded.response?.status == nil
            && situation.receipt.bundleID == nil
            ? "Not stated: this part of a response holds no purchase.\(endOfRenewal)"
            : "No purchase is in it."
      return none + (paidApp.map { " \($0)." } ?? "")
    case .appReceipt, .appTransaction: return theApp
    }
  }

  /// Purchases that have no product, with a refund or the last end.
  private var unnamed: String {
    let purchases = situation.decoded.allPurchases
    let noun = purchases.count == 1 ? "the purchase in it has" : "the purchases in it have"
    if let refund = purchases.compactMap(\.cancellationDate).max() {
      return
        "\(noun) no product; \(purchases.count == 1 ? "it" : "one") was taken back on \(day(refund))"
    }
    let end = purchases.compactMap(\.expiresDate).max()
    return "\(noun) no product"
      + (end.map { $0 > situation.now ? "" : "; it ran until \(day($0))" } ?? "")
  }

  /// Why a subscription has ended of which nothing but its renewal is known.
  private var endOfRenewal: String {
    situation.renewals.first?.expirationIntent == nil ? "" : renewalFact
  }

  /// What a renewal info says of the period and of its end.
  private var renewalFact: String {
    guard let renewal = situation.renewals.first else { return "" }
    if let grace = renewal.gracePeriodExpiresDate, grace > situation.now {
      return " The payment failed, and the grace period lasts until \(moment(grace))."
    }
    if let intent = renewal.expirationIntent, renewal.isInBillingRetryPeriod != true {
      let reason = EndReason(renewal)?.text ?? "Apple's reason (\(intent)) is not documented"
      return " The subscription has ended: \(reason)."
    }
    if renewal.isInBillingRetryPeriod == true {
      return " The payment failed, and Apple tries again."
    }
    guard let date = renewal.renewalDate, date > situation.now else { return "" }
    let reason =
      renewal.autoRenewStatus == false
      ? "; the renewal is turned off"
      : renewal.consent == 0 ? "; the customer has not agreed to the new price yet" : ""
    let year = renewal.commitmentRenewalDate.map {
      " It is a year that is paid by the month: the payments go on until \(day($0))."
    }
    return " The period lasts until \(moment(date)), unless it was refunded\(reason).\(year ?? "")"
  }

  /// ` of Pro`: the product of the renewal that it tells of.
  var renewedProduct: String {
    situation.renewals.first.flatMap { $0.productID ?? $0.autoRenewProductID }
      .map { " of \(name($0))" } ?? ""
  }

  /// The app itself.
  private var theApp: String {
    let receipt = situation.receipt
    let purchases = situation.decoded.form == .appReceipt ? " No in-app purchase is in it." : ""
    if situation.isVolumePurchase {
      let owner = receipt.organizationName?.description ?? "An organisation"
      guard let expires = receipt.expirationDate, !expires.isNever else {
        return "\(owner) bought the app for this customer."
      }
      let verb = expires > situation.now ? "expires" : "expired"
      return "\(owner) bought the app for this customer; the receipt \(verb) on \(moment(expires))."
    }
    if let expires = receipt.expirationDate, expires <= situation.now {
      return "Not known: the receipt expired on \(moment(expires))."
    }
    guard let first = UpFront(situation) else {
      if situation.environment == .sandbox {
        return
          "No purchase is in it. Test receipts do not say which version the customer had first."
      }
      return purchases.isEmpty
        ? "Not stated: the first version is not in it." : String(purchases.dropFirst())
    }
    let free = situation.settings.firstFreeVersion.map { "\($0.text)" } ?? ""
    switch first.answer {
    case .paid:
      return
        "The app itself: first bought as \(version(first)), before it became free with \(free).\(purchases)"
    case .free:
      return
        "The app itself: first downloaded as \(version(first)), when it was free since \(free).\(purchases)"
    case .withdrawn(let date):
      return "The app itself: the purchase was taken back on \(day(date)).\(purchases)"
    case .notComparable, .notAsked:
      return
        "\(purchases.dropFirst())\(purchases.isEmpty ? "" : " ")The customer first got the app as \(version(first))."
    }
  }

  private func version(_ first: UpFront) -> String {
    let mac = first.isOfMac ? " of the Mac app" : ""
    return "version \(first.version)\(mac)" + (first.date.map { " on \(day($0))" } ?? "")
  }
}
