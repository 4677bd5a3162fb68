/// Whether a product is owned, and why or why not.
struct OwnedProduct {
  enum Standing {
    case owned
    /// The payment failed, and Apple asks to keep the access all the same.
    case inGrace
    /// A subscription whose last period is over, and what is known of its renewal. It is not known whether
    /// it was renewed when the receipt is older than that.
    case lapsed(RenewalInfo?, isKnown: Bool)
    /// A subscription between two of its periods, of which the second is later than the time that is asked
    /// about.
    case between(from: ReceiptDate, to: ReceiptDate)
    /// The customer moved to another product of the same subscription.
    case replaced(by: ReceiptString?)
    /// Apple took it back; it may have been another's, shared in the family.
    case refunded(isShared: Bool, isSubscription: Bool)
    /// A consumable of which the app has not yet said that it delivered it.
    case undelivered
    /// A subscription that does not renew: how long it lasts only the app knows.
    case lengthUnknown(since: String)
    /// Bought later than the time that is asked about.
    case notYet
  }

  let productID: ReceiptString
  let standing: Standing
  /// For the short answer. What is owned: `com.example.pro until 2025-06-11`; or why it is not:
  /// `com.example.pro was refunded at 2025-05-05 12:00:00 UTC`.
  let summary: String
  let statement: Diagnosis.Statement
  /// The period is the first that costs something, after a free trial: why the customer was charged.
  var followsTrial = false

  var isOwned: Bool {
    switch standing {
    case .owned, .inGrace, .undelivered, .lengthUnknown: true
    case .lapsed, .between, .replaced, .refunded, .notYet: false
    }
  }

  var isReplaced: Bool { if case .replaced = standing { true } else { false } }

  /// Whether it may be owned, be it that the receipt does not know.
  var isUnknown: Bool { if case .lapsed(_, false) = standing { true } else { false } }
}

/// Tells of products what was true of them at a time.
struct ProductTeller {
  private let subject: DiagnosisSubject
  /// As it was at the time that is asked about: what was taken back later was not yet.
  private let history: PurchaseHistory

  private var now: ReceiptDate { subject.now }

  init(_ subject: DiagnosisSubject) {
    self.subject = subject
    let now = subject.now
    history = PurchaseHistory(
      subject.history.records.map { record in
        guard let date = record.cancellationDate, date > now else { return record }
        var record = record
        record.cancellationDate = nil
        record.online?.isUpgraded = nil
        return record
      })
  }

  func product(_ productID: ReceiptString) -> OwnedProduct {
    let renewal = subject.renewal(of: productID)
    switch SubscriptionState(of: productID, in: history, at: now) {
    case .active(let record), .inGrace(let record): return active(productID, record)
    case .lapsed(let record, let next):
      if next == nil, let renewal, let end = renewal.gracePeriodExpiresDate, end > now,
        follower(of: record) == nil
      {
        return inGrace(productID, record, until: end)
      }
      return lapsed(productID, record, next: next, renewal)
    case .cancelled(let record, let cancellation): return cancelled(productID, record, cancellation)
    case .upgraded(let record): return upgraded(productID, record)
    case .notYet(let record): return notYet(productID, record)
    case .endUnknown: return bought(productID, isNonRenewing: true)
    case .notSubscription, .neverBought: return bought(productID, isNonRenewing: false)
    }
  }

  private func told(
    _ productID: ReceiptString, _ standing: OwnedProduct.Standing, _ text: String, summary: String,
    _ record: InAppPurchase?, _ more: [(String, String?)] = [], isInference: Bool = false
  ) -> OwnedProduct {
    var rests: [(String, String)] = (record?.evidence() ?? [:]).map { ($0.key, $0.value) }
    rests.append(("product_id", productID.description))
    for case (let name, let value?) in more { rests.append((name, value)) }
    var shared = ""
    if let record, isShared(record) {
      if record.isFamilyShared { rests.append(("in_app_ownership_type", "FAMILY_SHARED")) }
      if record.cancellationDate == nil {
        shared = "; shared in the family: another member bought it"
      }
    }
    return OwnedProduct(
      productID: productID, standing: standing, summary: summary,
      statement: .init(
        "\(productID): \(text)\(shared)", Evidence(rests.sorted { $0.0 < $1.0 }),
        isInference: isInference))
  }

  // MARK: Subscriptions

  private func active(_ productID: ReceiptString, _ record: InAppPurchase) -> OwnedProduct {
    let records = history.records(of: productID)
    let later = takenBackLater(record)
    let end = later?.date ?? record.expiresDate
    let until =
      end.map { $0.isNever ? "for ever" : "until \($0.plainText), \(subject.relative($0))" } ?? ""
    let time = unbroken(records)
    var text = "active \(until)\(later?.text ?? ""); in \(period(of: record))"
    if later != nil, let paid = record.expiresDate {
      text += ", which was to last until \(paid.plainText)"
    }
    if time.count > 1 {
      text += "; without a gap since \(time.since.dayText), \(time.count) periods"
    }
    if let gap = time.gap {
      text += "; not active from \(gap.lowerBound.dayText) to \(gap.upperBound.dayText)"
    }
    text += usedOffer(records, except: record)
    let isTrial = record.isTrialPeriod == true
    let endOfTrial = isTrial ? nil : endOfTrial(before: record, records)
    let offer =
      isTrial
      ? " in its free trial"
      : endOfTrial.map { " (its free trial ended \(on($0)))" } ?? ""
    let day = end.map { $0.isNever ? "for ever" : "until \(shortly($0))" } ?? ""
    var product = told(
      productID, .owned, text,
      summary: "\(productID) \(day)\(later?.text ?? offer)", record,
      [
        ("is_trial_period", record.isTrialPeriod.map(String.init)),
        ("promotional_offer_id", record.promotionalOfferID?.description),
        ("periods", time.count > 1 ? String(time.count) : nil),
      ], isInference: later?.isInferred == true)
    product.followsTrial = endOfTrial != nil
    return product
  }

  private func inGrace(
    _ productID: ReceiptString, _ record: InAppPurchase, until end: ReceiptDate
  ) -> OwnedProduct {
    told(
      productID, .inGrace,
      "in its grace period until \(end.plainText), \(subject.relative(end)): \(lastPeriod(of: record)) ended at "
        + "\(record.expiresDate?.plainText ?? "an unknown time"), the payment for the next one failed, and "
        + "Apple asks to keep the access",
      summary: "\(productID) until \(shortly(end)) in its grace period", record,
      [("grace_period_expires_date", end.description)])
  }

  private func lapsed(
    _ productID: ReceiptString, _ record: InAppPurchase, next: InAppPurchase?,
    _ renewal: RenewalInfo?
  ) -> OwnedProduct {
    let follower = follower(of: record)?.productID
    if follower == nil, let start = next?.purchaseDate {
      return between(productID, record, next: start)
    }
    let isOver = next == nil && follower == nil
    let ended: String
    if let end = record.expiresDate, let start = record.purchaseDate, end <= start {
      ended = "ended when it began, at \(end.plainText)"
    } else {
      let end = record.expiresDate
      ended =
        "ended at " + (end.map { "\($0.plainText), \(subject.relative($0))" } ?? "an unknown time")
    }
    var why = ""
    var isKnown = true
    if isOver {
      if let reason = renewal.flatMap(reason) {
        why = ", because \(reason)"
      } else if subject.isSingle {
        why = "; whether it was renewed, only another transaction says"
      } else if subject.decoded.madeAt == nil {
        why =
          " (a renewal since then may not show: the \(subject.noun) does not say when it was "
          + (subject.decoded.form == .verifyReceipt ? "given)" : "made)")
        isKnown = false
      } else if let made = subject.decoded.madeAt, let end = record.expiresDate, made < end {
        why = " (a renewal would not show, for the \(subject.noun) is older than that)"
        isKnown = false
      } else if record.isTrialPeriod == true {
        why = ", and no paid period followed"
      }
    }
    var text =
      "not \(isKnown ? "" : "known to be ")active; \(lastPeriod(of: record)) \(ended)\(why)"
    if let follower {
      let isActive = history.successor(of: record, at: now)?.productID == follower
      text +=
        "; \(follower) of the same subscription \(isActive ? "took its place" : "followed it")"
    }
    text += usedOffer(history.records(of: productID), except: record)
    let standing: OwnedProduct.Standing =
      if let follower {
        .replaced(by: follower)
      } else {
        .lapsed(renewal, isKnown: isKnown)
      }
    return told(
      productID, standing, text,
      summary: "\(lastPeriod(of: record, productID)) \(ended)\(why)", record,
      [
        ("expiration_intent", isOver ? renewal?.expirationIntent.map(String.init) : nil),
        ("is_trial_period", record.isTrialPeriod.map(String.init)),
      ])
  }

  /// The time that is asked about lies between two periods.
  private func between(
    _ productID: ReceiptString, _ record: InAppPurchase, next start: ReceiptDate
  ) -> OwnedProduct {
    // "Ago" would be read as counted from today.
    let end = record.expiresDate ?? start
    let begins = (subject.decoded.madeAt.map { start <= $0 } ?? true) ? "began" : "begins"
    return told(
      productID, .between(from: end, to: start),
      "not active; \(lastPeriod(of: record, isLast: false)) ended at \(end.plainText), "
        + "\(now.since(end)) before; the next one \(begins) at \(start.plainText)"
        + usedOffer(history.records(of: productID), except: record),
      summary: "\(lastPeriod(of: record, productID, isLast: false)) ended \(on(end)), "
        + "\(now.since(end)) before, and the next one \(begins) \(on(start))", record,
      [("is_trial_period", record.isTrialPeriod.map(String.init))])
  }

  private func upgraded(_ productID: ReceiptString, _ record: InAppPurchase) -> OwnedProduct {
    told(
      productID, .replaced(by: nil),
      "not owned; the customer moved to another product of the subscription, which this \(subject.noun) does "
        + "not name",
      summary: "the customer moved from \(productID) to another product of the subscription",
      record, [("is_upgraded", "true")])
  }

  private func cancelled(
    _ productID: ReceiptString, _ record: InAppPurchase, _ cancellation: Cancellation
  ) -> OwnedProduct {
    let what = text(of: cancellation, record)
    let (standing, isInference): (OwnedProduct.Standing, Bool) =
      switch cancellation {
      case .refund:
        (
          .refunded(isShared: isShared(record), isSubscription: record.expiresDate != nil), false
        )
      case .upgrade(_, let other, let isInferred): (.replaced(by: other), isInferred)
      }
    return told(
      productID, standing, "not owned; it was \(what)", summary: "\(productID) was \(what)", record,
      [("cancellation_reason", record.cancellationReason.map(String.init))],
      isInference: isInference)
  }

  private func notYet(_ productID: ReceiptString, _ record: InAppPurchase) -> OwnedProduct {
    let date = record.purchaseDate?.plainText ?? "an unknown time"
    return told(
      productID, .notYet, "not owned; it was bought later, at \(date)",
      summary: "\(productID) was bought later, at \(date)", record)
  }

  /// Why a subscription was not renewed.
  private func reason(_ renewal: RenewalInfo) -> String? {
    if let reason = RenewalSection.reason(renewal.expirationIntent) { return reason }
    if renewal.isInBillingRetryPeriod == true { return "the payment failed" }
    return renewal.autoRenewStatus == false ? "the renewal was turned off" : nil
  }

  /// The product that the customer had after a period, if it is another of the same subscription.
  private func follower(of record: InAppPurchase) -> InAppPurchase? {
    if let successor = history.successor(of: record, at: now) { return successor }
    guard let end = record.expiresDate, record.originalTransactionID != nil else { return nil }
    return history.chain(of: record).last { other in
      guard other.productID != record.productID, let start = other.purchaseDate else {
        return false
      }
      return start >= end && start <= now
    }
  }

  /// How long a product has been active without a gap, and the last gap before that.
  private func unbroken(
    _ records: [InAppPurchase]
  ) -> (since: ReceiptDate, count: Int, gap: ClosedRange<ReceiptDate>?) {
    var since = now
    var count = 0
    var gap: ClosedRange<ReceiptDate>?
    var covered: ReceiptDate?
    for record in records where !record.isTakenBack {
      guard let start = record.purchaseDate, let end = record.expiresDate, start <= now else {
        continue
      }
      if let last = covered, start.since(last) > Cancellation.tolerance {
        gap = last...start
        covered = nil
      }
      if covered == nil {
        since = start
        count = 0
      }
      count += 1
      covered = max(covered ?? end, end)
    }
    return (since, count, gap)
  }

  /// When the free trial ended that a period followed at once: why the customer was charged.
  private func endOfTrial(
    before record: InAppPurchase, _ records: [InAppPurchase]
  ) -> ReceiptDate? {
    guard let start = record.purchaseDate else { return nil }
    return records.first { other in
      guard other.isTrialPeriod == true, let end = other.expiresDate else { return false }
      return start.since(end).milliseconds.magnitude
        <= Cancellation.tolerance.milliseconds.magnitude
    }?.expiresDate
  }

  /// Whether an offer for newcomers was used up in another period than this.
  private func usedOffer(_ records: [InAppPurchase], except current: InAppPurchase) -> String {
    guard current.isTrialPeriod != true, !current.isIntroductory else { return "" }
    let used = records.last {
      ($0.isTrialPeriod == true || $0.isIntroductory)
        && $0.transactionID != current.transactionID && ($0.purchaseDate.map { $0 <= now } ?? false)
    }
    guard let used, let date = used.purchaseDate else { return "" }
    let last = used.expiresDate?.dayText
    let end = last == date.dayText ? "" : last.map { " to \($0)" } ?? ""
    return
      "; its \(used.isTrialPeriod == true ? "free trial" : "introductory \(Self.price(used))") was used "
      + (end.isEmpty ? "on " : "from ") + date.dayText + end
  }

  // MARK: Everything else

  private func bought(_ productID: ReceiptString, isNonRenewing: Bool) -> OwnedProduct {
    let records = history.records(of: productID)
    let past = records.filter { $0.purchaseDate.map { $0 <= now } ?? true }
    guard let held = past.last(where: { $0.cancellationDate == nil }) else {
      if let record = past.last, let cancellation = history.cancellation(of: record) {
        return cancelled(productID, record, cancellation)
      }
      return notYet(productID, records.first ?? InAppPurchase())
    }
    let date = held.purchaseDate?.plainText ?? "an unknown time"
    let back = takenBackLater(held)
    let later = back.map { "; until \($0.date.plainText)\($0.text)" } ?? ""
    let until = back.map { " until \(shortly($0.date))\($0.text)" } ?? ""
    if isNonRenewing {
      return told(
        productID, .lengthUnknown(since: date),
        "a subscription that does not renew, bought at \(date); how long it lasts is not in it, only the app knows\(later)",
        summary: "\(productID)\(until)", held)
    }
    if held.productType == .consumable {
      return consumable(productID, past.filter { $0.cancellationDate == nil }, held, date, later)
    }
    if let first = held.originalPurchaseDate, let restored = held.purchaseDate, first < restored,
      held.originalTransactionID != held.transactionID
    {
      return told(
        productID, .owned, "owned; bought at \(first.plainText), restored at \(date)\(later)",
        summary: "\(productID)\(until)", held,
        [("original_purchase_date", first.description)])
    }
    return told(
      productID, .owned, "owned; bought at \(date)\(later)", summary: "\(productID)\(until)", held)
  }

  private func consumable(
    _ productID: ReceiptString, _ held: [InAppPurchase], _ last: InAppPurchase, _ date: String,
    _ later: String
  ) -> OwnedProduct {
    let count = held.reduce(Int64(0)) {
      let (sum, overflow) = $0.addingReportingOverflow(max(0, $1.quantity ?? 1))
      return overflow ? .max : sum
    }
    // Elsewhere it stands whether it was delivered or not.
    let isPending = subject.decoded.form == .appReceipt || subject.decoded.form == .verifyReceipt
    let text: String
    if isPending {
      let dated = held.count == 1 ? "bought at \(date)" : "bought, the last at \(date)"
      text =
        "a consumable: \(count) \(dated); the app has not yet confirmed to the App Store that it delivered "
        + (count == 1 ? "it" : "them")
    } else {
      text = "a consumable: \(count) bought at \(date); whether it is used up it does not say"
    }
    return told(
      productID, isPending ? .undelivered : .owned, text + later,
      summary: "\(count) of \(productID)", last, [("quantity", String(count))])
  }

  // MARK: Words

  /// `the last paid period of com.example.pro`.
  private func lastPeriod(
    of record: InAppPurchase, _ productID: ReceiptString? = nil, isLast: Bool = true
  ) -> String {
    let article = productID == nil ? "its" : "the"
    let owner = productID.map { " of \($0)" } ?? ""
    if record.isTrialPeriod == true { return "\(article) free trial\(owner)" }
    if record.isInIntroOfferPeriod == true {
      return "\(article) \(isLast ? "last " : "")period\(owner) at the introductory price"
    }
    if record.isIntroductory {
      return "\(article) \(isLast ? "last " : "")period\(owner) with the introductory offer"
    }
    let last = subject.isSingle || !isLast ? "" : "last "
    return "\(article) \(last)\(isPaid(record) ? "paid " : "")period\(owner)"
  }

  /// What an offer for newcomers is, which may be a free trial where it does not say.
  private static func price(_ record: InAppPurchase) -> String {
    record.isInIntroOfferPeriod == true ? "price" : "offer"
  }

  private func period(of record: InAppPurchase) -> String {
    if record.isTrialPeriod == true { return "its free trial" }
    if record.isInIntroOfferPeriod == true { return "a period at the introductory price" }
    if record.isIntroductory { return "a period with the introductory offer" }
    if let offer = record.promotionalOfferID {
      return "a period with the promotional offer \(offer)"
    }
    if let offer = record.online?.offerCodeRefName {
      return "a period with the offer code \(offer)"
    }
    guard isPaid(record) else { return "a regular period" }
    let price = record.online?.price.map {
      ", for " + RenewalSection.price($0, record.online?.currency)
    }
    return "a paid period" + (price ?? "")
  }

  /// Only the App Store takes money; and an offer may be for nothing.
  private func isPaid(_ record: InAppPurchase) -> Bool {
    subject.receipt.environment != .sandbox && subject.receipt.environment != .xcode
      && record.promotionalOfferID == nil && record.online?.offerCodeRefName == nil
      && record.online?.price != 0
  }

  private func text(of cancellation: Cancellation, _ record: InAppPurchase) -> String {
    switch cancellation {
    case .refund(let date) where isShared(record):
      "taken back at \(date.plainText): refunded to whoever bought it, or no longer shared"
    case .refund(let date):
      "refunded at \(date.plainText)"
        + (record.cancellationReason == 1 ? ", and the customer named a problem with the app" : "")
    case .upgrade(let date, let product, let isInferred):
      "replaced\(product.map { " by \($0)" } ?? "") at \(date.plainText)"
        + (isInferred ? ": the one began when the other ended" : "")
    }
  }

  /// How a purchase ended that was still owned at the time that is asked about: `, when it was refunded`.
  private func takenBackLater(
    _ record: InAppPurchase
  ) -> (date: ReceiptDate, text: String, isInferred: Bool)? {
    let today = subject.history.records.first {
      $0.transactionID == record.transactionID && $0.productID == record.productID
        && $0.purchaseDate == record.purchaseDate
    }
    guard let today, !record.isTakenBack, let cancellation = subject.history.cancellation(of: today)
    else { return nil }
    let text: String
    var isInferred = false
    switch cancellation {
    case .refund: text = isShared(today) ? "taken back" : "refunded"
    case .upgrade(_, let product, let isGuess):
      text = "replaced" + (product.map { " by \($0)" } ?? "")
      isInferred = isGuess
    }
    return (cancellation.date, ", when it was \(text)", isInferred)
  }

  /// Another member of the family bought it. That a right was taken back which was shared, a notification says
  /// by its type.
  private func isShared(_ record: InAppPurchase) -> Bool {
    record.isFamilyShared
      || subject.decoded.notification?.notificationType == ReceiptString("REVOKE")
  }

  /// `on 2025-05-17`, or the moment where the day is the one that is asked about.
  private func on(_ date: ReceiptDate) -> String {
    date.dayText == now.dayText ? "at \(date.plainText)" : "on \(date.dayText)"
  }

  /// The day, or the moment when it is near.
  private func shortly(_ date: ReceiptDate) -> String {
    date.since(now) < TimeSpan(milliseconds: 172_800_000) ? date.plainText : date.dayText
  }
}
