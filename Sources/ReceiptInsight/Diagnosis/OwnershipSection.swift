internal import ReceiptCore

/// Which products are owned, and why the others are not, with all details.
struct OwnershipSection {
  private let judgement: Judgement
  private let words: CardWords

  init(_ judgement: Judgement) {
    self.judgement = judgement
    words = CardWords(judgement)
  }

  private var situation: Situation { judgement.situation }
  private var now: ReceiptDate { situation.now }

  func statements() -> [Diagnosis.Statement] {
    var statements = judgement.holdings.map(statement)
    if judgement.omittedProducts > 0 {
      statements.append(.init("\(judgement.omittedProducts) more products are not described here"))
    }
    if judgement.holdings.isEmpty { statements.append(.init(nothing)) }
    return statements + Disagreements(judgement).clauses().map { .init($0) }
  }

  private func statement(_ holding: Holding) -> Diagnosis.Statement {
    let parts =
      [(holding.isClaimed ? "it claims: " : "") + words.phrase(holding)]
      // The phrase names what replaced it.
      + (holding.code == .replaced ? [] : details(holding)) + trial(holding)
    return .init(
      parts.joined(separator: "; "), evidence(holding),
      isInference: holding.certainty == .inferred)
  }

  private var nothing: String {
    guard situation.decoded.hasKnownForm else { return "nothing in it tells of a purchase" }
    // The names were taken out or masked.
    guard situation.history.records.isEmpty else { return "the purchase in it names no product" }
    return switch situation.decoded.form {
    case .appTransaction: "it is about the app itself, not about purchases in it"
    case .renewalInfo: "it is about the next renewal; the transaction says what was paid"
    case .verifyReceipt where situation.isAnswerAlone: "there is no receipt in the response"
    case .notification: "there is no purchase in it"
    case .realtimeRequest: "it asks your server what to show a customer who wants to cancel"
    case .apiError: "it is about a request to Apple, not about a customer"
    case .apiAnswer where !situation.decoded.listsAllPurchases:
      "there is no purchase in it; this response does not list all of them"
    case .appReceipt, .verifyReceipt, .transaction, .ios6Transaction, .notificationV1, .payload,
      .apiAnswer:
      "there is no purchase in it: nothing was bought, it was bought with another Apple account, it was not "
        + "restored since, or it was a used-up consumable"
    }
  }

  // MARK: Details

  /// What the card leaves out.
  func details(_ holding: Holding) -> [String] {
    let records = judgement.history.records(of: holding.productID)
    let record = holding.record
    switch holding.state {
    case .active:
      return [kind(of: record), paidUntil(holding)].compactMap(\.self)
        + run(records, of: record)
    case .grace:
      return [
        "its last period ended on \(record.expiresDate.map(words.moment) ?? "an unknown day")"
      ]
    case .replaced(let other?, let date):
      return [
        words.followed(holding, by: other, on: date)
          ?? "replaced by \(words.name(other))\(date.map { " on \(words.moment($0))" } ?? "")"
      ]
    case .withdrawn(let withdrawal):
      return withdrawal.isRefund && record.cancellationReason == 1
        ? ["reason for the refund: a problem with the app"] : []
    case .owned(let since):
      guard let restored = record.purchaseDate, restored <= now, let since, since < restored else {
        return []
      }
      return ["restored on \(words.moment(restored))"]
    case .lapsed, .unknown, .between, .billingRetry, .replaced, .bought, .consumable,
      .lengthUnknown, .notYet:
      return []
    }
  }

  /// How the current period was bought.
  private func kind(of record: InAppPurchase) -> String? {
    if record.isTrialPeriod == true { return nil }
    let introductory = words.introductoryMark(of: record)
    if record.isInIntroOfferPeriod == true { return "at the introductory price" + introductory }
    if record.isIntroductory { return "with the introductory offer" + introductory }
    if let offer = record.promotionalOfferID {
      return "with the promotional offer \(offer)" + words.mark("promotional_offer_id", of: record)
    }
    if let offer = record.offerCodeRefName {
      return "with the offer code \(offer)" + words.mark("offer_code_ref_name", of: record)
    }
    return CardWords.price(of: record).map {
      "for \($0)" + words.mark("price", "currency", of: record)
    }
  }

  private func paidUntil(_ holding: Holding) -> String? {
    guard holding.endsEarly != nil, let paid = holding.record.expiresDate else { return nil }
    return "the period was to last until \(words.moment(paid))"
  }

  /// How long it has been active without a gap, and the gap before that.
  private func run(
    _ records: PurchaseHistory.ProductRecords, of current: InAppPurchase
  ) -> [String] {
    var since = now
    var count = 0
    var gap: ClosedRange<ReceiptDate>?
    var covered: ReceiptDate?
    for record in records
    where !record.isTakenBack && record.originalTransactionID == current.originalTransactionID {
      guard let start = record.purchaseDate, let end = record.expiresDate, start <= now else {
        continue
      }
      if let last = covered, start.since(last) > Withdrawal.tolerance {
        gap = last...start
        covered = nil
      }
      if covered == nil {
        since = start
        count = 0
      }
      // Seats that are added to a period are not a new period.
      if record.additionalTransactionReason == nil || start == since { count += 1 }
      covered = max(covered ?? end, end)
    }
    var result: [String] = []
    if count > 1 { result.append("without a gap since \(words.day(since)) (\(count) periods)") }
    if let gap {
      result.append(
        "not active from \(words.day(gap.lowerBound)) to \(words.day(gap.upperBound))")
    }
    return result
  }

  /// The introductory offer that was used in another period.
  private func trial(_ holding: Holding) -> [String] {
    let records = judgement.history.records(of: holding.productID)
    let current = holding.record
    guard current.isTrialPeriod != true, !current.isIntroductory else { return [] }
    let used = records.last {
      ($0.isTrialPeriod == true || $0.isIntroductory)
        && $0.transactionID != current.transactionID && ($0.purchaseDate.map { $0 <= now } ?? false)
    }
    guard let used, let date = used.purchaseDate else { return [] }
    let first = words.day(date)
    let last = used.expiresDate.map(words.day)
    let span = last.map { $0 == first ? "on \(first)" : "from \(first) to \($0)" } ?? "on \(first)"
    let offer = used.isTrialPeriod == true ? "free trial" : "introductory offer"
    return ["its \(offer) was used \(span)" + words.introductoryMark(of: used)]
  }

  // MARK: Evidence

  private func evidence(_ holding: Holding) -> Evidence {
    let record = holding.record
    var rests: [(String, String)] = record.evidence().map { ($0.key, $0.value) }
    func add(_ name: String, _ value: (some CustomStringConvertible)?) {
      if let value { rests.append((name, value.description)) }
    }
    rests.append(("product_id", holding.productID.description))
    if record.isFamilyShared { add("in_app_ownership_type", record.inAppOwnershipType) }
    add("is_trial_period", record.isTrialPeriod)
    add("promotional_offer_id", record.promotionalOfferID)
    add("cancellation_reason", record.cancellationReason)
    if case .consumable(let count, _) = holding.state { add("quantity", count) }
    if record.isUpgraded == true { add("is_upgraded", record.isUpgraded) }
    let renewal = situation.renewal(of: holding)
    switch holding.state {
    case .lapsed, .billingRetry: add("expiration_intent", renewal?.expirationIntent)
    case .grace: add("grace_period_expires_date", renewal?.gracePeriodExpiresDate)
    default: break
    }
    return Evidence(rests.sorted { $0.0 < $1.0 })
  }
}
