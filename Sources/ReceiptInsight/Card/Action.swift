package import ReceiptCore

/// What to do next.
package struct Action: Sendable {
  package let code: Code
  /// The products that it is about.
  package let products: [ReceiptString]
  /// A day that it depends on: the end of a period, or a refund.
  package let date: ReceiptDate?
  /// A text from a table of Apple's words: what a status or an event asks for.
  package let detail: String?
  /// What was paid, if the customer complains about a charge.
  package let charges: Charges?
  /// What was refunded, if that took nothing from what is held.
  package let refunded: Refunded?
  /// Whether it rests on text that no signature covers, beside text that is signed.
  package internal(set) var isUnsigned = false

  init(
    _ code: Code, _ products: [ReceiptString] = [], date: ReceiptDate? = nil,
    detail: String? = nil, charges: Charges? = nil, refunded: Refunded? = nil
  ) {
    self.code = code
    self.products = products
    self.date = date
    self.detail = detail
    self.charges = charges
    self.refunded = refunded
  }

  /// What of a product was refunded.
  package enum Refunded: Sendable {
    case someSeats, part, earlierPeriod, otherPurchase, thisPeriod, thisPurchase

    /// `an earlier period of`, before the product.
    var words: String {
      switch self {
      case .someSeats: "some seats of"
      case .part: "a part of"
      case .earlierPeriod: "an earlier period of"
      case .otherPurchase: "another purchase of"
      case .thisPeriod: "this period of"
      case .thisPurchase: "this purchase of"
      }
    }
  }

  /// The raw value is stable.
  package enum Code: String, Sendable, CaseIterable {
    // What arrived cannot be used.
    case sendWhole = "send-whole"
    case sendAgain = "send-again"
    case sendSigned = "send-signed"
    case sendAppReceipt = "send-app-receipt"
    case otherApp = "other-app"
    case otherDevice = "other-device"
    case developerTest = "developer-test"
    case installFromStore = "install-from-store"
    case fixRequest = "fix-request"
    /// It is about several customers, who are to be answered one by one.
    case tellApart = "tell-apart"
    // What the customer has.
    case unlock
    /// No signature covers what would be unlocked.
    case confirmFirst = "confirm-first"
    case keepUnlocked = "keep-unlocked"
    case keepUntilEnd = "keep-until-end"
    case updatePaymentInGrace = "update-payment-in-grace"
    case updatePayment = "update-payment"
    case agreeToPrice = "agree-to-price"
    case openOnline = "open-online"
    case checkDelivery = "check-delivery"
    case lookUpLength = "look-up-length"
    case lookUpProduct = "look-up-product"
    // What the customer does not have.
    case askNewReceipt = "ask-new-receipt"
    case askServer = "ask-server"
    case findTransaction = "find-transaction"
    case nextPage = "next-page"
    case findBundle = "find-bundle"
    case askAdministrator = "ask-administrator"
    case findReplacement = "find-replacement"
    case subscribeAgain = "subscribe-again"
    case offerOther = "offer-other"
    case lock
    case familyMember = "family-member"
    case unlockOther = "unlock-other"
    case tellGap = "tell-gap"
    case notBoughtYet = "not-bought-yet"
    case restore
    // The app itself.
    case unlockPaidApp = "unlock-paid-app"
    case appWasFree = "app-was-free"
    case appWithdrawn = "app-withdrawn"
    case compareVersion = "compare-version"
    case compareDate = "compare-date"
    case refreshReceipt = "refresh-receipt"
    // A message of Apple's server.
    case serverEvent = "server-event"
    case answerRequest = "answer-request"
    case none
    // The answer to a complaint.
    case refundShown = "refund-shown"
    case pastRefundShown = "past-refund-shown"
    case refundRequested = "refund-requested"
    case refundDeclined = "refund-declined"
    case refundReversed = "refund-reversed"
    case notCharged = "not-charged"
    case nothingToRestore = "nothing-to-restore"
    case noRefundShown = "no-refund-shown"
    case chargesShown = "charges-shown"
    case noChargesShown = "no-charges-shown"
    case restoreWithAccount = "restore-with-account"
    case howToCancel = "how-to-cancel"
    case payerCancels = "payer-cancels"
    case alreadyCancelled = "already-cancelled"
    case nothingToCancel = "nothing-to-cancel"
  }
}

extension Action {
  /// The action in a few words, for a list.
  package var brief: String { code.rawValue.split(separator: "-").joined(separator: " ") }
}

/// What a customer complains about. The raw value is stable.
package enum Complaint: String, Sendable, CaseIterable {
  case locked, refund, charged, restore, cancel
}
