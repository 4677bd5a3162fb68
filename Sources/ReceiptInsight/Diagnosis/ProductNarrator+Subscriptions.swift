internal import ReceiptCore

/// Subscriptions: active, lapsed, in a gap, replaced, cancelled.
extension ProductNarrator {
  func active(_ productID: ReceiptString, _ record: InAppPurchase) -> OwnedProduct {
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

  func inGrace(
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

  func lapsed(
    _ productID: ReceiptString, _ record: InAppPurchase, next: InAppPurchase?,
    _ renewal: RenewalInfo?
  ) -> OwnedProduct {
    let follower = follower(of: record)?.productID
    if follower == nil, let start = next?.purchaseDate {
      return between(productID, record, next: start)
    }
    let isOver = next == nil && follower == nil
    let ended = end(of: record)
    let (why, isKnown) = isOver ? whyNotRenewed(record, renewal) : ("", true)
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

  private func end(of record: InAppPurchase) -> String {
    guard let end = record.expiresDate else { return "ended at an unknown time" }
    if let start = record.purchaseDate, end <= start {
      return "ended when it began, at \(end.plainText)"
    }
    return "ended at \(end.plainText), \(subject.relative(end))"
  }

  /// Why no period followed, and whether the receipt knows that none did.
  private func whyNotRenewed(
    _ record: InAppPurchase, _ renewal: RenewalInfo?
  ) -> (text: String, isKnown: Bool) {
    if let reason = renewal.flatMap(reason) { return (", because \(reason)", true) }
    if subject.isSingle {
      return ("; whether it was renewed, only another transaction says", true)
    }
    guard let made = subject.decoded.madeAt else {
      let given = subject.decoded.form == .verifyReceipt ? "given" : "made"
      return (
        " (a renewal since then may not show: the \(subject.noun) does not say when it was \(given))",
        false
      )
    }
    if let end = record.expiresDate, made < end {
      return (
        " (a renewal would not show, for the \(subject.noun) is older than that)", false
      )
    }
    return (record.isTrialPeriod == true ? ", and no paid period followed" : "", true)
  }

  /// The time that is asked about lies between two periods.
  func between(
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

  func upgraded(_ productID: ReceiptString, _ record: InAppPurchase) -> OwnedProduct {
    told(
      productID, .replaced(by: nil),
      "not owned; the customer moved to another product of the subscription, which this \(subject.noun) does "
        + "not name",
      summary: "the customer moved from \(productID) to another product of the subscription",
      record, [("is_upgraded", "true")])
  }

  func cancelled(
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

  func notYet(_ productID: ReceiptString, _ record: InAppPurchase) -> OwnedProduct {
    let date = record.purchaseDate?.plainText ?? "an unknown time"
    return told(
      productID, .notYet, "not owned; it was bought later, at \(date)",
      summary: "\(productID) was bought later, at \(date)", record)
  }

  /// Why a subscription was not renewed.
  func reason(_ renewal: RenewalInfo) -> String? {
    if let reason = RenewalSection.reason(renewal.expirationIntent) { return reason }
    if renewal.isInBillingRetryPeriod == true { return "the payment failed" }
    return renewal.autoRenewStatus == false ? "the renewal was turned off" : nil
  }

  /// The next product of the same subscription after a period.
  func follower(of record: InAppPurchase) -> InAppPurchase? {
    if let successor = history.successor(of: record, at: now) { return successor }
    guard let end = record.expiresDate, record.originalTransactionID != nil else { return nil }
    return history.chain(of: record).last { other in
      guard other.productID != record.productID, let start = other.purchaseDate else {
        return false
      }
      return start >= end && start <= now
    }
  }

  /// How long a product has been active without a gap, and the gap before that.
  func unbroken(
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

  /// The end of the free trial directly before a period. It explains why the customer was charged.
  func endOfTrial(
    before record: InAppPurchase, _ records: [InAppPurchase]
  ) -> ReceiptDate? {
    guard let start = record.purchaseDate else { return nil }
    return records.first { other in
      guard other.isTrialPeriod == true, let end = other.expiresDate else { return false }
      return start.since(end).milliseconds.magnitude
        <= Cancellation.tolerance.milliseconds.magnitude
    }?.expiresDate
  }

  /// Whether an introductory offer was used in another period than this one.
  func usedOffer(_ records: [InAppPurchase], except current: InAppPurchase) -> String {
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
}
