internal import ReceiptCore

/// What a customer has of one product.
extension CardWords {
  /// The state in a clause.
  func phrase(_ holding: Holding) -> String {
    let name = self.name(holding.productID)
    func colon(_ text: String) -> String {
      "\(name)\(isTest && !isManyTests ? " (test purchase)" : ""): \(text)\(payer(holding))"
    }
    let clause: String
    switch holding.state {
    case .active(let until):
      let trial =
        holding.record.isTrialPeriod != true
        ? "active"
        : (holding.record.offerCodeRefName == nil ? "in its free trial" : "free with an offer code")
          + introductoryMark(of: holding.record)
      let end = until.map { " until \(self.end($0, of: holding))\(early(holding))" } ?? ", no end"
      clause = colon(trial + end + seats(holding) + commitment(holding) + items(holding))
    case .grace(let until):
      clause = colon("in its grace period until \(moment(until)); the payment failed")
    case .billingRetry(let ended, let until):
      clause =
        "\(name) ended on \(end(ended, of: holding)); the payment failed and Apple retries until about \(day(until))"
    case .lapsed(let ended, let reason): clause = lapsed(holding, ended, reason)
    case .unknown(nil):
      let first = holding.record.originalPurchaseDate.map { " on \(moment($0))" } ?? " earlier"
      clause = "\(name) was first bought\(first), and this period began later"
    case .unknown(let paid):
      let verb = isPaid(holding.record) ? "was paid" : "ran"
      let refund = holding.withdrawal?.date.map { "; that period was refunded on \(day($0))" }
      let next = situation.renewal(of: holding)?.renewalDate.flatMap { date in
        date > situation.now ? "; by its renewal info a period runs until \(day(date))" : nil
      }
      clause =
        "\(name) \(verb)\(paid.map { " until \(end($0, of: holding))" } ?? "")\(refund ?? "")\(next ?? "")"
    case .between(let end, let start):
      clause = "\(name) ended on \(self.end(end, of: holding)) and began again on \(moment(start))"
    case .replaced(let other, let date):
      clause =
        other.map {
          followed(holding, by: $0, on: date).map { "\(name) \($0)" }
            ?? "\(name) was replaced by \(self.name($0))\(on(date))"
        }
        ?? "the customer moved from \(name) to another product, which this does not name; they probably have that one"
    case .withdrawn(let withdrawal): clause = withdrawn(name, withdrawal, holding.record)
    case .owned(let since): clause = colon("bought\(on(since)), no end\(early(holding))")
    case .bought(let since):
      clause = colon("bought\(on(since)); the \(situation.noun) does not say whether it lasts")
    case .consumable(let count, let isPending):
      let bought = count == 1 ? "bought once" : "\(count) bought"
      clause = colon(
        isPending
          ? "\(bought), not yet confirmed as delivered by the app"
          : "\(bought); delivered or not is not known")
    case .lengthUnknown(let since):
      let renews = holding.record.productType == .autoRenewableSubscription
      clause = colon(
        "bought\(on(since)); \(renews ? "its end is missing" : "only the app knows its end")")
    case .notYet(let date):
      clause = "\(name) was bought later\(date.map { ", on \(moment($0))" } ?? "")"
    }
    return clause + mark(holding)
  }

  /// The state in a few words, as a customer would say it.
  func state(_ holding: Holding) -> String {
    func on(_ text: String, _ date: ReceiptDate?) -> String {
      date.map { "\(text) on \(day($0))" } ?? text
    }
    func until(_ text: String, _ date: ReceiptDate?) -> String {
      date.map { "\(text) until \(day($0))" } ?? "\(text), no end"
    }
    let words =
      switch holding.state {
      case .active(let end):
        until(holding.record.isTrialPeriod == true ? "free trial" : "active", end)
      case .grace(let end): until("grace period", end)
      case .billingRetry(let end, _): on("payment failed, ended", end)
      case .lapsed(let end, _): on("ended", end)
      case .unknown(let paid): paid.map { "not known since \(day($0))" } ?? "not known"
      case .between(let end, _): on("ended", end)
      case .replaced(let other?, let date) where followed(holding, by: other, on: date) != nil:
        on("ended", holding.record.expiresDate)
      case .replaced(_, let date): on("replaced", date)
      case .withdrawn(let withdrawal):
        switch withdrawal.kind {
        case .refund: on("refunded", withdrawal.date)
        case .partialRefund(let share):
          on(
            "refunded in part\(share.map { " (\(Withdrawal.percent($0)))" } ?? "")", withdrawal.date
          )
        case .familySharingEnded:
          withdrawal.date.map { "not shared since \(day($0))" } ?? "not shared"
        case .seatTakenBack: on("seat taken back", withdrawal.date)
        case .upgrade: on("replaced", withdrawal.date)
        case .unknown: on("withdrawn", withdrawal.date)
        }
      case .owned(let date), .bought(let date), .lengthUnknown(let date): on("bought", date)
      case .consumable(let count, _): count == 1 ? "bought once" : "\(count) bought"
      case .notYet(let date): on("bought only", date)
      }
    let isUnsigned = holding.isContradicted || judgement.genuineness.code == .unsignedResponse
    // A text that is not whole may have been signed.
    let mark = judgement.genuineness.isPartlySigned ? " (not verified)" : " (not signed)"
    return words + (isUnsigned ? mark : "")
  }

  // MARK: Parts

  /// The words for a product after whose end another one began. That one did not replace it.
  func followed(_ holding: Holding, by other: ReceiptString, on date: ReceiptDate?) -> String? {
    guard let end = holding.record.expiresDate, let date, date.since(end) > Withdrawal.tolerance
    else { return nil }
    return "ended on \(moment(end)); \(name(other)) began on \(moment(date))"
  }

  /// Marks what only the unsigned rest of a response says.
  private func mark(_ holding: Holding) -> String {
    holding.isContradicted ? " (this is not signed)" : ""
  }

  private func on(_ date: ReceiptDate?) -> String { date.map { " on \(moment($0))" } ?? "" }

  private func lapsed(_ holding: Holding, _ ended: ReceiptDate?, _ reason: EndReason?) -> String {
    // If the source is old, other words have said the day.
    let asOf =
      situation.isOld ? "" : holding.asOf.map { ", and no renewal followed by \(day($0))" } ?? ""
    // Only the renewal info names the reason.
    let why =
      reason.map {
        " because \($0.text)\(situation.proof == nil || holding.isContradicted ? "" : " (the reason is not signed)")"
      }
      ?? (situation.isSingle ? "" : asOf)
    let trial = holding.record.isTrialPeriod == true ? "the free trial of " : ""
    let name = self.name(holding.productID)
    // What is missing of it may tell of an earlier end.
    let by = judgement.genuineness.code == .incomplete ? "by" : "on"
    return "\(trial)\(name) ended\(ended.map { " \(by) \(end($0, of: holding))" } ?? "")\(why)"
  }

  private func withdrawn(
    _ name: String, _ withdrawal: Withdrawal, _ record: InAppPurchase
  ) -> String {
    let on = on(withdrawal.date)
    return switch withdrawal.kind {
    case .refund: "\(name) was refunded\(on)"
    case .partialRefund(let share):
      "\(name) was refunded in part\(share.map { " (\(Withdrawal.percent($0)))" } ?? "")\(on)"
    case .familySharingEnded:
      // The end of sharing may come long after that of the period.
      [withdrawal.date, record.expiresDate].compactMap(\.self).min()
        .map { "\(name) was shared by a family member until \(moment($0))" }
        ?? "\(name) is no longer shared by a family member"
    case .seatTakenBack: "the seat of \(name) was taken back\(on)"
    case .upgrade: "\(name) was replaced\(on)"
    case .unknown:
      "Apple withdrew \(name)\(on)"
        + "; the reason\(withdrawal.reason.map { " (\($0))" } ?? "") is not documented, and may be a move to a bundle"
    }
  }

  /// Who pays, if it is not this customer.
  private func payer(_ holding: Holding) -> String {
    guard holding.isHeld else { return "" }
    let mark = judgement.isPayerUnsigned(holding) ? " (not signed)" : ""
    return switch holding.payer {
    case .family: ", shared by a family member\(mark)"
    case .organization: ", a seat that an organisation or a group gave\(mark)"
    case .customer, .nobody: ""
    }
  }

  /// Items that were refunded; the others stay.
  private func items(_ holding: Holding) -> String {
    let items = holding.record.refundedItems(by: situation.now).prefix(Self.maximumProducts)
    return items.isEmpty
      ? "" : "; refunded of it: \(items.map { "“\($0)”" }.joined(separator: ", "))"
  }

  private func seats(_ holding: Holding) -> String {
    guard let seats = holding.seats else { return "" }
    let text =
      seats.left == seats.bought
      ? ", \(seats.bought) seats" : ", \(seats.left) of \(seats.bought) seats"
    let isPart = situation.isSingle && holding.record.additionalTransactionReason != nil
    return text + (isPart ? " in this transaction; others of the period add to them" : "")
  }

  /// A year that is paid by the month ends with the year.
  private func commitment(_ holding: Holding) -> String {
    guard let end = holding.record.commitmentExpiresDate else { return "" }
    let payment = holding.record.billingPeriodNumber.map { number in
      "payment \(number)\(holding.record.totalBillingPeriods.map { " of \($0)" } ?? "")"
    }
    return
      " (\(payment.map { "\($0); " } ?? "")the year is paid by the month and runs until \(day(end)))"
  }

  /// Whether a period cost this customer money. It must be from the App Store, without an offer, which may be free. No
  /// family or organization pays for it.
  func isPaid(_ record: InAppPurchase) -> Bool {
    guard situation.isStore, record.isTrialPeriod != true, record.price != 0,
      !record.isFamilyShared, !record.isAssigned
    else { return false }
    let hasOffer = record.promotionalOfferID != nil || record.offerCodeRefName != nil
    // A period that is said to be no free trial was paid, at whatever price.
    return !hasOffer || record.isTrialPeriod == false || record.price != nil
  }

  /// Why the period ended earlier than planned, seen from a time before that.
  private func early(_ holding: Holding) -> String {
    guard let early = holding.endsEarly else { return "" }
    if case .upgrade(let other, _) = early.kind {
      return ", when \(other.map(name) ?? "another product") replaced it"
    }
    let what = early.isRefund ? "refunded" : "taken back"
    guard holding.until == nil else { return ", when it was \(what)" }
    return "; \(what)\(early.date.map { " on \(day($0))" } ?? "")"
  }
}

extension EndReason {
  /// The reason as a clause.
  package var text: String {
    switch self {
    case .cancelled: "the customer cancelled"
    case .paymentFailed: "the payment failed"
    case .priceRefused: "the customer did not agree to the higher price"
    case .notForSale: "the product was no longer for sale"
    case .renewalOff: "the renewal was turned off"
    }
  }
}
