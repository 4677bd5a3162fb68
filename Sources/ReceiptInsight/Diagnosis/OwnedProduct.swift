internal import ReceiptCore

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

  package let productID: ReceiptString
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
