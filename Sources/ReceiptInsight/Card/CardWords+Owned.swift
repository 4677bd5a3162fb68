internal import ReceiptCore

/// What is owned.
extension CardWords {
  var owned: String {
    let genuineness = judgement.genuineness
    let claims = judgement.holdings.isEmpty ? "" : list(judgement.holdings.map(\.productID))
    switch genuineness.code {
    case .incomplete, .unreadable:
      return claims.isEmpty ? "Not known." : "Not known. What arrived names \(claims)."
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
    case .notApple, .changed, .malformed, .unsigned:
      return "Nothing that can be relied on." + (claims.isEmpty ? "" : " It claims \(claims).")
    case .apple, .test, .otherRoot, .redactedCopy, .accepted, .unsignedResponse:
      return stated
    }
  }

  // MARK: By state

  private var stated: String {
    let holdings = judgement.holdings
    guard !holdings.isEmpty else { return withoutPurchases }
    // A replaced product explains nothing if its replacement is known.
    let told = holdings.filter { $0.code != .replaced }
    let held = told.filter(\.isHeld)
    let open = told.filter(\.isOpen)
    if held.isEmpty, open.isEmpty { return nothing(told.isEmpty ? holdings : told) }
    var sentences: [String] = []
    if !held.isEmpty { sentences.append(lists(held) + laterRefund) }
    if !open.isEmpty {
      let isSpent = open.allSatisfy { if case .consumable = $0.state { true } else { false } }
      sentences.append((held.isEmpty && isSpent ? "Nothing lasting: " : "") + lists(open))
    }
    let prefix =
      judgement.genuineness.code == .unsignedResponse ? "The \(situation.noun) lists: " : ""
    let tests = isManyTests ? "Test purchases: " : ""
    return prefix + tests + sentences.map { $0 + "." }.joined(separator: " ")
  }

  private var isTest: Bool { situation.receipt.environment == .sandbox }

  /// Whether several test purchases are told. Then one word says it of all.
  private var isManyTests: Bool {
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
      : isUnsigned ? "The \(situation.noun) lists nothing active" : "Nothing \(day)"
    return "\(claim): \(phrases)."
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

  /// One product.
  func phrase(_ holding: Holding) -> String {
    let test = isTest && !isManyTests ? " (test purchase)" : ""
    let shared = holding.isShared && holding.isHeld ? ", shared by a family member" : ""
    let name = self.name(holding.productID)
    func colon(_ text: String) -> String { "\(name)\(test): \(text)\(shared)" }
    switch holding.state {
    case .active(let until):
      let trial = holding.record.isTrialPeriod == true ? "in its free trial" : "active"
      guard let until else { return colon("\(trial), no end") }
      return colon("\(trial) until \(moment(until))\(early(holding))")
    case .grace(let until):
      return colon(
        "in its grace period until \(moment(until)); the payment failed\(unsigned(holding))")
    case .billingRetry(let ended, let until):
      return
        "\(name) ended on \(moment(ended)); the payment failed and Apple retries until about \(day(until))"
        + unsigned(holding)
    case .lapsed(let ended, let reason):
      // Of an old source the day is said already.
      let asOf =
        situation.isOld
        ? "" : holding.asOf.map { ", and no renewal followed by \(day($0))" } ?? ""
      // Only the renewal info names the reason.
      let why =
        reason.map {
          " because \($0.text)\(situation.proof == nil ? "" : " (the reason is not signed)")"
        }
        ?? (situation.isSingle ? "" : asOf)
      let trial = holding.record.isTrialPeriod == true ? "the free trial of " : ""
      return "\(trial)\(name) ended\(ended.map { " on \(moment($0))" } ?? "")\(why)"
    case .unknown(nil):
      let first = holding.record.originalPurchaseDate.map { " on \(moment($0))" } ?? " earlier"
      return "\(name) was first bought\(first), and this period began later"
    case .unknown(let paid):
      let verb = isPaid(holding.record) ? "was paid" : "ran"
      return "\(name) \(verb)\(paid.map { " until \(moment($0))" } ?? "")"
    case .between(let end, let start):
      return "\(name) ended on \(moment(end)) and began again on \(moment(start))"
    case .replaced(let other, let date):
      let on = date.map { " on \(moment($0))" } ?? ""
      return other.map { "\(name) was replaced by \(self.name($0))\(on)" }
        ?? "the customer moved from \(name) to another product, which this does not name; they probably have that one"
    case .refunded(let date): return "\(name) was refunded\(date.map { " on \(moment($0))" } ?? "")"
    case .unshared(let date):
      return
        "\(name) is no longer shared by a family member\(date.map { " since \(moment($0))" } ?? "")"
    case .owned(let since):
      return colon("bought\(on(since)), no end\(early(holding))")
    case .bought(let since):
      return colon("bought\(on(since)); the \(situation.noun) does not say whether it lasts")
    case .consumable(let count, let isPending):
      let bought = count == 1 ? "bought once" : "\(count) bought"
      return colon(
        isPending
          ? "\(bought), not yet confirmed as delivered by the app"
          : "\(bought); delivered or not is not known")
    case .lengthUnknown(let since):
      return colon("bought\(on(since)); only the app knows its end")
    case .notYet(let date):
      return "\(name) was bought later\(date.map { ", on \(moment($0))" } ?? "")"
    }
  }

  /// Marks what only the unsigned rest of a response says.
  private func unsigned(_ holding: Holding) -> String {
    situation.proof != nil && holding.certainty == .unsigned ? " (this is not signed)" : ""
  }

  private func on(_ date: ReceiptDate?) -> String { date.map { " on \(moment($0))" } ?? "" }

  /// Whether a period cost money: only in the App Store, and without an offer, which may be free.
  func isPaid(_ record: InAppPurchase) -> Bool {
    situation.isStore && record.promotionalOfferID == nil && record.offerCodeRefName == nil
      && record.isTrialPeriod != true && record.price != 0
  }

  /// Why the period ended earlier than planned, seen from a time before that.
  private func early(_ holding: Holding) -> String {
    switch holding.endsEarly {
    case nil: ""
    case .refund(let date)?:
      holding.until == nil ? "; refunded on \(day(date))" : ", when it was refunded"
    case .upgrade(_, let other, _)?: ", when \(other.map(name) ?? "another product") replaced it"
    }
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
    case .apiAnswer where decoded.apiResponse?.holdsAllPurchases != true:
      return "Not stated: it holds no purchase, and does not list all of them."
    case .verifyReceipt, .notificationV1, .apiAnswer: return "No purchase is in it."
    case .appReceipt, .appTransaction: return theApp
    }
  }

  /// What a renewal info says of the period and of its end.
  private var renewalFact: String {
    guard let renewal = situation.renewals.first else { return "" }
    if renewal.isInBillingRetryPeriod == true {
      return " The payment failed, and Apple tries again."
    }
    guard let date = renewal.renewalDate, date > situation.now else { return "" }
    let reason =
      renewal.autoRenewStatus == false
      ? "; the renewal is turned off"
      : renewal.consent == 0 ? "; the customer has not agreed to the new price yet" : ""
    return " The period lasts until \(moment(date)), unless it was refunded\(reason)."
  }

  private var renewedProduct: String {
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
      if situation.receipt.environment == .sandbox {
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
    case .notComparable, .notAsked:
      return
        "\(purchases.dropFirst())\(purchases.isEmpty ? "" : " ")The customer first got the app as \(version(first))."
    }
  }

  private func version(_ first: UpFront) -> String {
    "version \(first.version)" + (first.date.map { " on \(day($0))" } ?? "")
  }
}
