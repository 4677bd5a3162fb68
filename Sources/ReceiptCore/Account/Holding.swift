/// What a customer has of a product at a time, and how that is known.
public struct Holding: Sendable {
  /// The product.
  public let productID: ReceiptString
  /// What the customer has of it.
  public let state: State
  /// How the state is known.
  public package(set) var certainty: Certainty
  /// When the source of the state was made. Later events are unknown.
  public package(set) var asOf: ReceiptDate?
  /// The purchase that decides the state.
  public let record: InAppPurchase
  /// Who pays for it.
  public let payer: Payer
  /// Why the purchase gives nothing at the time that is asked about.
  public let withdrawal: Withdrawal?
  /// Why the period ends before its date, if the source already knows it.
  package var endsEarly: Withdrawal?
  /// Nothing proves it: the receipt that says so is not to be relied on.
  package var isClaimed = false
  /// The end of the free trial directly before the current period. It explains why the customer was charged.
  package var endOfTrial: ReceiptDate?
  /// The seats of the period, for a purchase of several.
  public package(set) var seats: Seats?
  /// The state as signed texts alone tell it, if unsigned text says something else; `nil` inside if they tell nothing.
  package var signedState: SignedState?

  /// What signed texts tell, where unsigned text tells something else.
  package enum SignedState: Sendable {
    case nothing
    indirect case holding(Holding)
  }

  /// What a customer has of a product.
  public enum State: Sendable {
    /// A subscription in a period. It has no end if `until` is `nil`.
    case active(until: ReceiptDate?)
    /// The payment failed, and Apple asks to keep access for a while.
    case grace(until: ReceiptDate)
    /// The subscription ended because the payment failed. Apple retries until about `until`.
    case billingRetry(ended: ReceiptDate, until: ReceiptDate)
    /// The last period has ended, and the source knows of no later one.
    case lapsed(ended: ReceiptDate?, reason: EndReason?)
    /// The last known period has ended since the source was made, or the source holds one transaction only.
    case unknown(paidUntil: ReceiptDate?)
    /// One period has ended, and the next begins later.
    case between(from: ReceiptDate, to: ReceiptDate)
    /// The customer moved to another product of the same subscription.
    case replaced(by: ReceiptString?, on: ReceiptDate?)
    /// It was refunded or taken back.
    case withdrawn(Withdrawal)
    /// A non-consumable.
    case owned(since: ReceiptDate?)
    /// A purchase whose kind is not stated: it may be used up, or end.
    case bought(since: ReceiptDate?)
    /// Consumables. If `isPending`, the app has not confirmed to the App Store that it delivered them.
    case consumable(count: Int64, isPending: Bool)
    /// A non-renewing subscription. Only the app knows its length.
    case lengthUnknown(since: ReceiptDate?)
    /// Bought after the time that is asked about.
    case notYet(on: ReceiptDate?)
  }

  /// Who pays for a purchase.
  public enum Payer: String, Sendable, CaseIterable, Codable {
    /// This customer.
    case customer
    /// Another member of the family.
    case family
    /// An organisation or a group, which gives seats to people.
    case organization
    /// No payment was made: it is a test, a free trial, or an offer that costs nothing.
    case nobody
  }

  /// The seats of a period: additions are summed, and refunds subtracted (Apple, "additionalTransactionReason").
  public struct Seats: Sendable, Equatable {
    /// How many are left.
    public let left: Int64
    /// How many were bought.
    public let bought: Int64
  }
}

/// Why a subscription was not renewed (Apple, `expirationIntent` and `autoRenewStatus`).
public enum EndReason: Sendable {
  /// The customer turned the renewal off.
  case cancelled
  /// The payment failed, and Apple gave up.
  case paymentFailed
  /// The customer did not agree to a higher price.
  case priceRefused
  /// The product was not for sale.
  case notForSale
  /// The renewal is off, and the source is from before the end.
  case renewalOff

  package init?(_ renewal: RenewalInfo?) {
    switch (renewal?.expirationIntent, renewal?.autoRenewStatus) {
    case (1, _): self = .cancelled
    case (2, _): self = .paymentFailed
    case (3, _): self = .priceRefused
    case (4, _): self = .notForSale
    case (nil, false): self = .renewalOff
    default: return nil
    }
  }
}

extension Holding {
  /// The name of a state. The raw value is stable.
  public enum Code: String, Sendable, CaseIterable, Codable {
    /// Nothing proves it.
    case claimed
    /// A subscription in a period.
    case active
    /// A payment failed, and Apple asks to keep access.
    case grace
    /// A payment failed, and Apple retries.
    case billingRetry = "billing-retry"
    /// The last period has ended.
    case lapsed
    /// The source cannot tell.
    case unknown
    /// Between two periods.
    case between
    /// Another product replaced it.
    case replaced
    /// Apple gave the money back, or a part of it.
    case refunded
    /// A family member no longer shares it.
    case noLongerShared = "no-longer-shared"
    /// The seat was taken back.
    case seatTakenBack = "seat-taken-back"
    /// Apple withdrew it for a reason that is not known.
    case withdrawn
    /// A lasting purchase.
    case owned
    /// A purchase of unknown kind.
    case bought
    /// A consumable.
    case consumable
    /// A consumable that the app has not confirmed as delivered.
    case consumablePending = "consumable-pending"
    /// A subscription that does not renew.
    case lengthUnknown = "length-unknown"
    /// Bought later.
    case notYet = "not-yet"
  }

  /// The name of the state.
  public var code: Code { isClaimed ? .claimed : state.code }

  /// The end of what is known to be paid or granted.
  public var until: ReceiptDate? { state.until }

  /// Whether it gives access at the time that is asked about.
  public var isHeld: Bool { !isClaimed && state.isHeld }

  /// Whether it is known why the subscription ended.
  package var hasKnownEnd: Bool {
    switch state {
    case .lapsed(_, _?): true
    default: false
    }
  }

  /// Whether something was bought whose effect the source does not state.
  package var isOpen: Bool {
    switch state {
    case _ where isClaimed: false
    case .bought, .consumable, .lengthUnknown: true
    default: false
    }
  }

  /// Whether only unsigned text says so, beside signed text.
  package var isContradicted: Bool { signedState != nil }

  /// Whether both say the same of access.
  func isSame(as other: Holding) -> Bool {
    state.code == other.state.code && state.until == other.state.until
      && productID == other.productID
  }
}

extension Holding.State {
  /// The name of the state.
  public var code: Holding.Code {
    switch self {
    case .active: .active
    case .grace: .grace
    case .billingRetry: .billingRetry
    case .lapsed: .lapsed
    case .unknown: .unknown
    case .between: .between
    case .replaced: .replaced
    case .withdrawn(let withdrawal):
      switch withdrawal.kind {
      case .refund, .partialRefund: .refunded
      case .familySharingEnded: .noLongerShared
      case .seatTakenBack: .seatTakenBack
      case .upgrade: .replaced
      case .unknown: .withdrawn
      }
    case .owned: .owned
    case .bought: .bought
    case .consumable(_, isPending: true): .consumablePending
    case .consumable: .consumable
    case .lengthUnknown: .lengthUnknown
    case .notYet: .notYet
    }
  }

  /// The end of what is known to be paid or granted.
  public var until: ReceiptDate? {
    switch self {
    case .active(let until): until
    case .grace(let until): until
    case .billingRetry(let ended, _): ended
    case .lapsed(let ended, _): ended
    case .unknown(let paid): paid
    case .between(let end, _): end
    case .replaced(_, let date): date
    case .withdrawn(let withdrawal): withdrawal.date
    case .owned, .bought, .consumable, .lengthUnknown, .notYet: nil
    }
  }

  /// Whether it gives access.
  public var isHeld: Bool {
    switch self {
    case .active, .grace, .owned: true
    default: false
    }
  }
}
