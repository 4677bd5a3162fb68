internal import ReceiptCore

/// Chooses what to do: the most urgent action first, then those that are useful after it.
struct ActionChooser {
  let judgement: Judgement

  private var situation: Situation { judgement.situation }
  private var holdings: [Holding] { judgement.holdings }

  /// At least one action.
  func actions() -> [Action] {
    if let first = withoutProof() { return first }
    if situation.account.parties.count > 1 { return [Action(.tellApart)] }
    var actions = device()
    let app = theApp()
    // An expired receipt says nothing of today, whatever it holds.
    let isExpired = app.first?.code == .refreshReceipt
    if isExpired { actions += app }
    let ended = ended()
    // A question about a day in a gap is about that period, and not about the app.
    let gaps = ended.filter { $0.code == .tellGap }
    let claimed = invented()
    let owned =
      claimed.isEmpty
      ? held() + gaps + paidApp() + open() : [Action(.confirmFirst, names(claimed))] + gaps
    let state = owned + ended.filter { $0.code != .tellGap }
    actions += tells(state.first) ? state + message() : message() + state
    if !isExpired { actions += app }
    if situation.part?.hasMore == true {
      actions.insert(Action(.nextPage), at: holdings.contains(where: \.isHeld) ? actions.count : 0)
    }
    if actions.isEmpty { actions = [nothingShown()] }
    // Customers do not send what Apple sends to servers.
    if situation.environment == .sandbox, situation.isUsable,
      situation.decoded.notification == nil
    {
      actions.insert(Action(.installFromStore), at: actions.first?.code == .otherDevice ? 1 : 0)
    }
    return actions
  }

  // MARK: The receipt itself

  /// The actions where nothing in it can be relied on.
  private func withoutProof() -> [Action]? {
    switch judgement.genuineness.code {
    case .incomplete: [Action(.sendWhole)]
    case .errorResponse: [Action(.fixRequest, detail: errorAdvice)]
    case .otherApp: [Action(.otherApp)]
    case .xcode: [Action(.developerTest)]
    case .issuerMissing: [Action(.sendAppReceipt)]
    case .notApple, .changed, .malformed, .unreadable: [Action(.sendAgain)]
    case .unsigned: [Action(.sendSigned)]
    case .apple, .test, .otherRoot, .redactedCopy, .accepted, .otherDevice, .unsignedResponse: nil
    }
  }

  private var errorAdvice: String? {
    if let code = situation.decoded.apiResponse?.errorCode {
      return APIError.of(code: code)?.advice
    }
    return situation.errorStatus.flatMap(VerifyReceiptStatus.explanation)?.advice
  }

  private func device() -> [Action] {
    guard let check = situation.deviceCheck, check.status != .pass else { return [] }
    return [Action(check.reason == .wrongDevice ? .otherDevice : .sendAppReceipt)]
  }

  private func message() -> [Action] {
    if situation.decoded.form == .realtimeRequest { return [Action(.answerRequest)] }
    guard situation.isTrusted, let notification = situation.decoded.notification,
      let event = notification.event
    else { return [] }
    return [
      Action(
        .serverEvent,
        detail: ["\(event.advice).", event.caution.map(sentence)].compactMap(\.self)
          .joined(separator: " "))
    ]
  }

  /// Whether an action that follows from the purchases says all that an event asks for, in a customer's terms.
  private func tells(_ action: Action?) -> Bool {
    // What an event says of a period that runs is nothing for one that was withdrawn. Apple waits for an answer to a
    // request all the same.
    let isWithdrawn = holdings.allSatisfy {
      if case .withdrawn = $0.state { true } else { false }
    }
    if isWithdrawn, !holdings.isEmpty, action != nil,
      situation.decoded.notification?.event?.refundRequest == nil
    {
      return true
    }
    guard let action, Self.definite.contains(action.code),
      let event = situation.decoded.notification?.event
    else { return false }
    return event.showsInPurchase
  }

  private static let definite: Set<Action.Code> = [
    .unlock, .keepUnlocked, .keepUntilEnd, .updatePaymentInGrace, .updatePayment, .subscribeAgain,
    .lock, .familyMember, .askAdministrator, .askServer,
  ]

  // MARK: Purchases

  /// What is held by a response that looks invented.
  private func invented() -> [Holding] {
    let all = holdings.filter { $0.isHeld || Self.unclear.contains($0.code) }
    return !all.isEmpty && looksInvented ? all : []
  }

  private var looksInvented: Bool {
    switch judgement.genuineness.code {
    case .unsignedResponse:
      Lint.looksInvented(
        LintSubject(
          decoded: situation.decoded, verification: situation.verification,
          history: situation.history, now: situation.now))
    // Where others vouch for it, Apple still sends no other text in the place of a receipt, and no check passes.
    case .accepted:
      situation.decoded.nested.contains { inner in
        if case .failure(let error) = inner.content { !error.isOfMissingPart } else { false }
      }
    default: false
    }
  }

  /// What may be owned, as far as the receipt tells.
  private static let unclear: Set<Holding.Code> = [
    .bought, .consumable, .consumablePending, .lengthUnknown,
  ]

  /// What the customer has.
  private func held() -> [Action] {
    var actions: [Action] = []
    let grace = holdings.filter { $0.code == .grace }
    if let first = grace.first {
      actions.append(Action(.updatePaymentInGrace, names(grace), date: first.until))
    }
    let all = holdings.filter { $0.code == .active || $0.code == .owned }
    // Anyone may have written what only unsigned text says beside a signed receipt.
    let doubtful = all.filter(\.isContradicted)
    if !doubtful.isEmpty { actions.append(Action(.confirmFirst, names(doubtful))) }
    if all.contains(where: judgement.isDisputed) { actions.append(Action(stale)) }
    let active = all.filter { !$0.isContradicted && !judgement.isDisputed($0) }
    guard !active.isEmpty else { return actions }
    let asked = active.filter { holding in
      situation.renewal(of: holding)?.consent == 0
    }
    if !asked.isEmpty { actions.append(Action(.agreeToPrice, names(asked))) }
    if situation.decoded.notification != nil, active.count == 1, let only = active.first,
      let end = only.until, situation.renewal(of: only)?.autoRenewStatus == false
    {
      actions.append(Action(.keepUntilEnd, names(active), date: end))
    } else if let refund = earlierRefund(active) {
      actions.append(
        Action(
          .keepUnlocked, names(active), date: refund.cancellationDate,
          detail: refund.isRunning(at: situation.now) ? "another subscription to it" : nil))
    } else {
      actions.append(Action(.unlock, names(active)))
    }
    return actions
  }

  /// The refund of another purchase of something that is held. A refund of seats of the current
  /// period does not count.
  private func earlierRefund(_ active: [Holding]) -> InAppPurchase? {
    let history = judgement.history
    return active.lazy.compactMap { holding in
      history.records(of: holding.productID).last { record in
        guard history.withdrawal(of: record)?.isRefund ?? false else { return false }
        return holding.seats == nil || !record.isRunning(at: situation.now)
      }
    }.first
  }

  /// What was bought without a known effect.
  private func open() -> [Action] {
    func action(_ code: Action.Code, of codes: Set<Holding.Code>) -> Action? {
      let all = holdings.filter { codes.contains($0.code) }
      return all.isEmpty ? nil : Action(code, names(all))
    }
    return [
      action(.openOnline, of: [.consumablePending]), action(.checkDelivery, of: [.consumable]),
      action(.lookUpLength, of: [.lengthUnknown]), action(.lookUpProduct, of: [.bought]),
    ].compactMap(\.self)
  }

  /// What the customer does not have, and how to get it.
  private func ended() -> [Action] {
    var actions: [Action] = []
    func add(_ code: Action.Code, _ holding: Holding, detail: String? = nil) {
      if let place = actions.firstIndex(where: { $0.code == code && $0.detail == detail }) {
        let old = actions[place]
        actions[place] = Action(
          code, old.products + [holding.productID], date: old.date, detail: detail)
      } else {
        // A grace period that has passed ended the access, and not the period before it.
        let grace = situation.renewal(of: holding)?.gracePeriodExpiresDate
        let end = [holding.until, grace.flatMap { $0 <= situation.now ? $0 : nil }]
        actions.append(
          Action(
            code, [holding.productID],
            date: code == .updatePayment ? end.compactMap(\.self).max() : holding.until,
            detail: detail))
      }
    }
    let isHeld = holdings.contains(where: \.isHeld)
    for holding in holdings where !judgement.isCovered(holding) {
      switch holding.state {
      case .billingRetry: add(.updatePayment, holding)
      case .unknown:
        add(situation.isSingle ? .findTransaction : stale, holding)
      case .lapsed(_, .notForSale): if !isHeld { add(.offerOther, holding) }
      case .lapsed:
        // An old receipt says nothing of today.
        if !isHeld { add(isStale(holding) ? stale : .subscribeAgain, holding) }
      case .withdrawn(let withdrawal): add(action(for: withdrawal, holding), holding)
      case .replaced(let other?, _):
        if holdings.contains(where: { $0.productID == other && $0.isHeld }) {
          add(.unlockOther, holding, detail: other.description)
        } else if situation.isSingle {
          add(.findReplacement, holding)
        }
      case .replaced(nil, _): if !isHeld { add(.findReplacement, holding) }
      case .between: add(.tellGap, holding)
      case .notYet: add(.notBoughtYet, holding)
      case .active, .grace, .owned, .bought, .consumable, .lengthUnknown: break
      }
    }
    return actions
  }

  /// What to do about what was refunded or taken back.
  private func action(for withdrawal: Withdrawal, _ holding: Holding) -> Action.Code {
    switch withdrawal.kind {
    case .familySharingEnded: .familyMember
    case .seatTakenBack: .askAdministrator
    case .unknown: .findBundle
    case .upgrade: .findReplacement
    // A period may have several transactions for seats. Another of them may still give access.
    case .refund, .partialRefund:
      situation.isOld || judgement.disagreement(holding) != nil ? stale : .lock
    }
  }

  /// Whether a receipt says too little of today: it is old, or was made just after the end, when Apple may still have
  /// been renewing.
  private func isStale(_ holding: Holding) -> Bool {
    if situation.isOld { return true }
    guard let end = holding.until, let made = holding.asOf else { return false }
    // A text from before the end may be out of date.
    if situation.isSingle, made < end, situation.now.since(made) > Self.freshness { return true }
    guard !holding.hasKnownEnd else { return false }
    return situation.decoded.form.canBeRefreshed && made.since(end) < Self.renewalDelay
  }

  /// A renewal that failed at first often succeeds within this time.
  private static let renewalDelay = TimeSpan(milliseconds: 16 * 86_400_000)

  /// How long a message of Apple's tells of today.
  static let freshness = TimeSpan(milliseconds: 86_400_000)

  /// Where to ask for the state of today.
  private var stale: Action.Code {
    situation.decoded.form.canBeRefreshed ? .askNewReceipt : .askServer
  }

  // MARK: The app

  /// The customer paid for the app itself: that holds whatever else was bought.
  private func paidApp() -> [Action] {
    guard !holdings.isEmpty || !situation.isTrusted, situation.isUsable,
      !situation.isVolumePurchase, UpFront(situation)?.answer == .paid
    else { return [] }
    return [Action(.unlockPaidApp)]
  }

  /// Whether the customer paid for the app itself, where nothing else was bought.
  private func theApp() -> [Action] {
    let receipt = situation.receipt
    if let expires = receipt.expirationDate, expires <= situation.now {
      return [
        Action(
          .refreshReceipt, date: expires,
          detail: receipt.organizationName?.description
            ?? (situation.isVolumePurchase ? "the organisation's administrator" : nil))
      ]
    }
    guard holdings.isEmpty, situation.isTrusted, !situation.isVolumePurchase,
      let first = UpFront(situation)
    else { return [] }
    switch first.answer {
    case .paid: return [Action(.unlockPaidApp)]
    case .free: return [Action(.appWasFree)]
    case .withdrawn: return [Action(.appWithdrawn)]
    case .notComparable: return [Action(.compareDate, date: first.date)]
    case .notAsked:
      // An app receipt without purchases may lack those of another account.
      return [Action(situation.decoded.form.canBeRefreshed ? .restore : .compareVersion)]
    }
  }

  /// Without any purchase.
  private func nothingShown() -> Action {
    switch situation.decoded.form {
    case .appReceipt: return Action(situation.isOld ? .askNewReceipt : .restore)
    case .renewalInfo: return renewal()
    case .transaction, .ios6Transaction: return Action(.findTransaction)
    // Asking Apple again with the same receipt changes nothing.
    case .verifyReceipt
    where situation.receipt.bundleID != nil
      || situation.decoded.response?.status == VerifyReceiptStatus.valid:
      return Action(situation.isOld ? .askNewReceipt : .restore)
    case .verifyReceipt, .apiAnswer, .notificationV1: return Action(.askServer)
    case .appTransaction, .notification, .realtimeRequest, .apiError, .payload: return Action(.none)
    }
  }

  /// What a renewal info alone asks for.
  private func renewal() -> Action {
    guard let renewal = situation.renewals.first else { return Action(.findTransaction) }
    let product = [renewal.productID ?? renewal.autoRenewProductID].compactMap(\.self)
    if let grace = renewal.gracePeriodExpiresDate, grace > situation.now {
      return Action(.updatePaymentInGrace, product, date: grace)
    }
    if let ended = renewal.renewalDate, ended <= situation.now {
      let isRetried =
        renewal.isInBillingRetryPeriod == true
        && situation.now < ended.adding(BillingRetry.length(nil, renewal))
      // A grace period that has passed ended the access.
      let end = [ended, renewal.gracePeriodExpiresDate].compactMap(\.self).max()
      return Action(isRetried ? .updatePayment : .findTransaction, product, date: end)
    }
    if renewal.isInBillingRetryPeriod == true { return Action(.updatePayment, product) }
    // Apple writes it only once the subscription has ended.
    if renewal.expirationIntent != nil { return Action(.findTransaction, product) }
    if renewal.autoRenewStatus == false {
      return Action(.keepUntilEnd, product, date: renewal.renewalDate)
    }
    return renewal.consent == 0 ? Action(.agreeToPrice, product) : Action(.findTransaction, product)
  }
}

extension InAppPurchase {
  /// Whether a time lies in its period, be it refunded or not.
  fileprivate func isRunning(at time: ReceiptDate) -> Bool {
    guard let start = purchaseDate, let end = expiresDate else { return false }
    return start <= time && time < end
  }
}
