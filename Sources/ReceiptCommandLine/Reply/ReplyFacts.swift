internal import ReceiptCore
internal import ReceiptInsight

/// What a card lets a reply state.
struct ReplyFacts {
  let card: Card
  let action: Action
  let wording: any ReplyWording.Type
  let settings: AppSettings

  /// The largest number of products that are named.
  private static let maximumProducts = 3

  // MARK: Sentences

  /// A request to send once more what did not arrive well; `nil` for other actions.
  var requestToResend: [ReplySentence]? {
    switch action.code {
    case .sendWhole, .sendSigned: plain(.partMissing, .sendWhole, .howToSend)
    case .sendAgain:
      plain(
        card.genuineness.code == .unreadable ? .unreadable : .notConfirmed, .sendAgain, .howToSend)
    default: nil
    }
  }

  /// Empty if the developer has to look first.
  var sentences: [ReplySentence] {
    switch action.code {
    case .sendWhole, .sendSigned, .sendAgain, .fixRequest, .lookUpLength, .lookUpProduct,
      .askServer, .findTransaction, .findReplacement, .compareVersion, .compareDate, .serverEvent,
      .answerRequest, .appWithdrawn, .confirmFirst, .tellApart, .nextPage, .findBundle,
      .checkDelivery,
      .none:
      return []
    case .sendAppReceipt: return plain(.moreNeeded, .sendFromDevice, .howToSend)
    case .otherApp:
      let app = card.genuineness.bundleID?.description
      return [ReplySentence(.otherApp, [.app: app].compactMapValues(\.self))]
        + plain(.sendOurs, .howToSend)
    case .otherDevice: return plain(.otherDevice, .newReceiptHere, .howToSend)
    case .developerTest: return plain(.notConfirmed, .newReceiptFromStore, .howToSend)
    case .installFromStore: return plain(.testVersion, .installFromStore)
    case .unlock: return [fact(.youHave)] + endedBeside + plain(.ifLocked, .tellUs)
    case .keepUnlocked:
      return action.date == nil
        ? [fact(.youHave)] + plain(.ifLocked)
        : [fact(.youHave), dated(.otherRefund)] + plain(.ifLocked)
    case .keepUntilEnd:
      return [
        named(.renewalOff),
        action.date == nil ? ReplySentence(.accessUntilPeriodEnd) : dated(.accessUntil),
      ] + plain(.nothingCharged)
    case .updatePaymentInGrace: return [dated(.paymentFailedInGrace)] + plain(.checkPayment)
    case .updatePayment:
      return [action.date == nil ? named(.paymentFailed) : dated(.paymentFailedOn)]
        + plain(.checkPayment, .accessReturns)
    case .agreeToPrice: return [named(.priceQuestion)] + plain(.answerPrice)
    case .openOnline: return [named(.purchased)] + plain(.openOnline, .tellUs)
    case .askNewReceipt:
      return [action.products.isEmpty ? ReplySentence(.receiptTooOld) : fact(.receiptShows)]
        + plain(.newReceipt, .howToSend)
    case .subscribeAgain: return [fact(.noSubscription)] + plain(.subscribeAgain, .stillCharged)
    case .offerOther: return [fact(.noLongerSold)] + plain(.offerOther)
    case .lock:
      return [isRefundedInPart ? refundOfPart : refund] + plain(.buyAgain)
    case .familyMember: return [named(.notShared)] + plain(.askFamily)
    case .unlockOther: return [moved] + plain(.ifLocked, .tellUs)
    case .tellGap: return [named(.notPaidThen)] + plain(.invoiceIfNot)
    case .notBoughtYet: return [named(.boughtLater)] + plain(.invoiceIfNot)
    case .restore:
      let request = plain(.restoreAndSend, .howToSend)
      return card.holdings.isEmpty ? plain(.noPurchase) + request : request
    case .unlockPaidApp: return [named(.boughtBeforeFree)] + plain(.paidAppUnlocked, .ifLocked)
    case .appWasFree: return [named(.wasFree)] + plain(.invoiceIfNot)
    case .refreshReceipt:
      return [dated(.receiptExpired)] + plain(.refresh) + [askOrganization]
    case .askAdministrator: return [named(.askAdministrator)]
    case .pastRefundShown:
      let told: ReplySentence =
        switch action.refunded {
        case .earlierPeriod, .otherPurchase, nil: dated(.earlierRefund)
        case .thisPeriod, .thisPurchase: refund
        case .someSeats, .part: refundOfPart
        }
      return [told] + plain(.onlyAppleRefunds)
    case .refundRequested: return plain(.refundPending, .onlyAppleRefunds)
    case .refundDeclined: return plain(.refundDeclined, .onlyAppleRefunds)
    case .refundReversed: return plain(.refundReversed, .ifLocked)
    case .notCharged: return [named(.paidByAnother)] + plain(.onlyAppleRefunds)
    case .nothingToRestore:
      let isOver = action.products.allSatisfy { holding($0)?.code == .lapsed }
      return isOver ? [fact(.noSubscription)] + plain(.subscribeAgain) : plain(.notRestorable)
    case .payerCancels: return [fact(.youHave)] + plain(.buyerCancels)
    case .refundShown:
      return [isRefundedInPart ? refundOfPart : refund] + plain(.onlyAppleRefunds)
    case .noRefundShown: return plain(.noRefund, .onlyAppleRefunds)
    case .chargesShown: return charges + refundOfCharge + plain(.onlyAppleRefunds)
    case .noChargesShown: return plain(.noPayment, .sendInvoice)
    case .restoreWithAccount:
      return [
        action.detail != nil
          ? ReplySentence(.restoreWithOwnAccount)
          : action.products.isEmpty
            ? ReplySentence(.restoreWithAccount) : named(.restoreWithAccountOf)
      ] + plain(.sendIfNot, .howToSend)
    case .howToCancel:
      let isHeld = action.products.contains { holding($0)?.isHeld ?? false }
      return (isHeld ? [fact(.youHave)] : []) + plain(.howToCancel) + yearThatGoesOn
    case .nothingToCancel: return [fact(.noSubscription)] + plain(.stillCharged)
    case .alreadyCancelled:
      if !yearThatGoesOn.isEmpty { return [named(.renewalOff)] + yearThatGoesOn }
      return action.date == nil
        ? [named(.renewalOff)] : [named(.renewalOff), dated(.accessUntil)]
    }
  }

  private func plain(_ keys: ReplyKey...) -> [ReplySentence] { keys.map { ReplySentence($0) } }

  /// A sentence about the action's products, each with what is known of it.
  private func fact(_ key: ReplyKey) -> ReplySentence { sentence(key, item) }

  /// A sentence about the action's products by name.
  private func named(_ key: ReplyKey) -> ReplySentence { sentence(key, name) }

  private func sentence(
    _ key: ReplyKey, _ item: (ReceiptString) -> String
  ) -> ReplySentence {
    var values: ReplyValues = [.source: source]
    if !action.products.isEmpty { values[.products] = list(action.products.map(item)) }
    return ReplySentence(key, values)
  }

  /// A sentence about the action's date, and about the products to which it applies.
  private func dated(_ key: ReplyKey) -> ReplySentence {
    guard let date = action.date else { return ReplySentence(key) }
    // The date of an earlier refund is not the end of what is held.
    let products =
      key == .earlierRefund
      ? action.products : action.products.filter { holding($0)?.until.map { $0 == date } ?? true }
    var values: ReplyValues = [.source: source, .date: day(date)]
    if !products.isEmpty { values[.products] = list(products.map(name)) }
    return ReplySentence(key, values)
  }

  private var refund: ReplySentence {
    sentence(.refunded) { product in
      let holding = holding(product)
      let date =
        holding?.code == .refunded
        ? holding?.until : product == action.products.first ? action.date : nil
      return phrase(date.map { (.itemOn, $0) }, product)
    }
  }

  private var isRefundedInPart: Bool {
    guard let only = action.products.first, action.products.count == 1,
      case .withdrawn(let withdrawal)? = holding(only)?.state,
      case .partialRefund = withdrawal.kind
    else { return false }
    return true
  }

  /// A refund that took only a part.
  private var refundOfPart: ReplySentence {
    sentence(.partRefunded) { product in phrase(action.date.map { (.itemOn, $0) }, product) }
  }

  /// What has ended beside what the customer has, if that was asked about.
  private var endedBeside: [ReplySentence] {
    guard let ended = card.actions.first(where: { $0.code == .subscribeAgain }) else { return [] }
    return [
      ReplySentence(
        .noSubscription, [.source: source, .products: list(ended.products.map(item))])
    ]
  }

  /// The refunds among what was charged.
  private var refundOfCharge: [ReplySentence] {
    let refunds = action.charges?.refunds ?? []
    guard !refunds.isEmpty else { return [] }
    let items = refunds.map { phrase((.itemOn, $0.date), $0.id) }
    return [ReplySentence(.refunded, [.source: source, .products: list(items)])]
  }

  /// The end of a year that is paid by the month.
  private var yearThatGoesOn: [ReplySentence] {
    action.detail == nil
      ? [] : action.date.map { [ReplySentence(.paymentsGoOn, [.date: day($0)])] } ?? []
  }

  private var moved: ReplySentence {
    var values: ReplyValues = [.source: source, .products: list(action.products.map(name))]
    values[.other] = action.detail.map { name(ReceiptString($0)) }
    return ReplySentence(.moved, values)
  }

  private var askOrganization: ReplySentence {
    action.detail.map { ReplySentence(.askOrganization, [.organization: $0]) }
      ?? ReplySentence(.tellUs)
  }

  /// What was paid; and why, if a free trial became paid.
  private var charges: [ReplySentence] {
    guard let charges = action.charges else { return [ReplySentence(.paid)] }
    let items = charges.products.map(item)
    let paid = ReplySentence(
      .paid, [.source: source, .products: wording.list(items, more: charges.omittedProducts)])
    // A reply has room for one more sentence, and a refund is the greater news.
    guard let end = charges.endOfTrial, charges.refunds.isEmpty else { return [paid] }
    return [paid, ReplySentence(.trialEnded, [.date: day(end)])]
  }

  // MARK: Values

  /// How it is known: only what Apple signed is stated as the App Store's.
  private var source: String {
    let certainties = action.products.compactMap { holding($0)?.certainty }
    let isSigned =
      !action.isUnsigned
      && (certainties.isEmpty
        ? card.genuineness.code == .apple : certainties.allSatisfy { $0 == .signed })
    return wording.template(isSigned ? .accordingToAppStore : .accordingToData)
  }

  private func holding(_ product: ReceiptString) -> Holding? {
    card.holdings.first { $0.productID == product }
  }

  private func name(_ product: ReceiptString) -> String {
    wording.quoted(settings.name(of: product))
  }

  private func day(_ date: ReceiptDate) -> String {
    wording.day(settings.localTime.calendar(date))
  }

  private func list(_ items: [String]) -> String {
    wording.list(
      Array(items.prefix(Self.maximumProducts)), more: max(0, items.count - Self.maximumProducts))
  }

  /// A product with the day that belongs to its state.
  private func item(_ product: ReceiptString) -> String {
    guard let holding = holding(product), let date = holding.until else { return name(product) }
    let key: ReplyKey? =
      switch holding.code {
      case .active, .grace, .unknown: .itemUntil
      case .lapsed, .billingRetry, .between: .itemEnded
      case .refunded: .itemRefunded
      default: nil
      }
    return phrase(key.map { ($0, date) }, product)
  }

  private func phrase(_ dated: (key: ReplyKey, date: ReceiptDate)?, _ product: ReceiptString)
    -> String
  {
    let name = name(product)
    guard let dated else { return name }
    return wording.text(dated.key, [.product: name, .date: day(dated.date)]) ?? name
  }

  private func item(_ paid: Charges.Product) -> String {
    var values: ReplyValues = [
      .product: name(paid.id), .date: day(paid.last), .count: "\(paid.count)",
    ]
    values[.price] = paid.price.map { price in
      let text = localized(price)
      return paid.isPerSeat ? wording.text(.pricePerSeat, [.price: text]) ?? text : text
    }
    let key: ReplyKey =
      switch (paid.count, paid.price) {
      case (1, nil): .itemPaid
      case (1, _?): .itemPaidPrice
      case (_, nil): .itemPaidOften
      case (_, _?): .itemPaidOftenPrice
      }
    return wording.text(key, values) ?? name(paid.id)
  }

  /// A price with the decimal sign of the language.
  private func localized(_ price: String) -> String {
    guard let point = price.firstIndex(of: ".") else { return price }
    return price[..<point] + wording.decimalSign + price[price.index(after: point)...]
  }
}
