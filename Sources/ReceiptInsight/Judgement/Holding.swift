package import ReceiptCore

/// What a customer has of a product at a time, and how that is known.
package struct Holding: Sendable {
  package let productID: ReceiptString
  package let state: State
  /// How the state is known.
  package let certainty: Certainty
  /// When the source of the state was made. Later events are unknown.
  package let asOf: ReceiptDate?
  /// The purchase that decides the state.
  let record: InAppPurchase
  /// Another family member bought it.
  let isShared: Bool
  /// Why the period ends before its date, if the source already knows it.
  var endsEarly: Cancellation?
  /// Nothing proves it: the receipt that says so is not to be relied on.
  var isClaimed = false
  /// The end of the free trial directly before the current period. It explains why the customer was charged.
  var endOfTrial: ReceiptDate?

  package enum State: Sendable {
    /// A subscription in a period. It has no end if `until` is `nil`.
    case active(until: ReceiptDate?)
    /// The payment failed, and Apple asks to keep access for a while.
    case grace(until: ReceiptDate)
    /// The subscription ended because the payment failed. Apple retries until about `until`.
    case billingRetry(ended: ReceiptDate, until: ReceiptDate)
    /// The last period has ended, and the source knows of no later one.
    case lapsed(ended: ReceiptDate?, EndReason?)
    /// The last known period has ended since the source was made, or the source holds one transaction only.
    case unknown(paidUntil: ReceiptDate?)
    /// One period has ended, and the next begins later.
    case between(from: ReceiptDate, to: ReceiptDate)
    /// The customer moved to another product of the same subscription.
    case replaced(by: ReceiptString?, on: ReceiptDate?)
    case refunded(on: ReceiptDate?)
    /// A family member no longer shares it.
    case unshared(on: ReceiptDate?)
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
}

/// Why a subscription was not renewed (Apple, `expirationIntent` and `autoRenewStatus`).
package enum EndReason: Sendable {
  case cancelled, paymentFailed, priceRefused, notForSale, renewalOff

  init?(_ renewal: RenewalInfo?) {
    switch (renewal?.expirationIntent, renewal?.autoRenewStatus) {
    case (1, _): self = .cancelled
    case (2, _): self = .paymentFailed
    case (3, _): self = .priceRefused
    case (4, _): self = .notForSale
    case (nil, false): self = .renewalOff
    default: return nil
    }
  }

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

extension Holding {
  /// The name of a state. The raw value is stable.
  package enum Code: String, Sendable, CaseIterable {
    case claimed, active, grace
    case billingRetry = "billing-retry"
    case lapsed, unknown, between, replaced, refunded
    case noLongerShared = "no-longer-shared"
    case owned, bought, consumable
    case consumablePending = "consumable-pending"
    case lengthUnknown = "length-unknown"
    case notYet = "not-yet"
  }

  package var code: Code {
    if isClaimed { return .claimed }
    return switch state {
    case .active: .active
    case .grace: .grace
    case .billingRetry: .billingRetry
    case .lapsed: .lapsed
    case .unknown: .unknown
    case .between: .between
    case .replaced: .replaced
    case .refunded: .refunded
    case .unshared: .noLongerShared
    case .owned: .owned
    case .bought: .bought
    case .consumable(_, isPending: true): .consumablePending
    case .consumable: .consumable
    case .lengthUnknown: .lengthUnknown
    case .notYet: .notYet
    }
  }

  /// The end of what is known to be paid or granted.
  package var until: ReceiptDate? {
    switch state {
    case .active(let until): until
    case .grace(let until): until
    case .billingRetry(let ended, _): ended
    case .lapsed(let ended, _): ended
    case .unknown(let paid): paid
    case .between(let end, _): end
    case .replaced(_, let date), .refunded(let date), .unshared(let date): date
    case .owned, .bought, .consumable, .lengthUnknown, .notYet: nil
    }
  }

  /// Whether it gives access at the time that is asked about.
  package var isHeld: Bool {
    switch state {
    case _ where isClaimed: false
    case .active, .grace, .owned: true
    default: false
    }
  }

  /// Whether it is known why the subscription ended.
  var hasKnownEnd: Bool {
    switch state {
    case .lapsed(_, _?): true
    default: false
    }
  }

  /// Whether something was bought whose effect the source does not state.
  var isOpen: Bool {
    switch state {
    case _ where isClaimed: false
    case .bought, .consumable, .lengthUnknown: true
    default: false
    }
  }
}
