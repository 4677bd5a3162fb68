internal import ReceiptCore

/// Whether a product is owned, and the reason.
struct OwnedProduct {
  enum Standing {
    case owned
    /// The payment failed, and Apple asks to keep access for a while.
    case inGrace
    /// A subscription whose last period has ended, and its renewal, if known. `isKnown` is false if the
    /// receipt is older than that end, because it may have been renewed since.
    case lapsed(RenewalInfo?, isKnown: Bool)
    /// A subscription between two periods: one has ended, and the next begins after `now`.
    case between(from: ReceiptDate, to: ReceiptDate)
    /// The customer moved to another product of the same subscription.
    case replaced(by: ReceiptString?)
    /// Apple took it back. It may have been shared by a family member.
    case refunded(isShared: Bool, isSubscription: Bool)
    /// A consumable that the app has not yet finished.
    case undelivered
    /// A non-renewing subscription. Only the app knows its length.
    case lengthUnknown(since: String)
    /// Bought after `now`.
    case notYet
  }

  package let productID: ReceiptString
  let standing: Standing
  /// For the short answer. If owned: `com.example.pro until 2025-06-11`. Otherwise the reason:
  /// `com.example.pro was refunded at 2025-05-05 12:00:00 UTC`.
  let summary: String
  let statement: Diagnosis.Statement
  /// This is the first paid period after a free trial, which explains why the customer was charged.
  var followsTrial = false

  var isOwned: Bool {
    switch standing {
    case .owned, .inGrace, .undelivered, .lengthUnknown: true
    case .lapsed, .between, .replaced, .refunded, .notYet: false
    }
  }

  var isReplaced: Bool { if case .replaced = standing { true } else { false } }

  /// Whether it may be owned, but the receipt does not say.
  var isUnknown: Bool { if case .lapsed(_, false) = standing { true } else { false } }
}
