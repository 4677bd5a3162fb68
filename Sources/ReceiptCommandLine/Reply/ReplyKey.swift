/// The sentences and phrases of replies. They are worded without a number, so that one product or several fit.
enum ReplyKey: CaseIterable {
  // Phrases.
  case accordingToAppStore, accordingToData
  case itemUntil, itemEnded, itemRefunded, itemOn
  case itemPaid, itemPaidPrice, itemPaidOften, itemPaidOftenPrice, pricePerSeat
  // To all.
  case thanks, checking
  // What arrived.
  case partMissing, unreadable, notConfirmed, moreNeeded, otherApp, otherDevice, testVersion
  case sendWhole, sendAgain, sendFromDevice, sendOurs, howToSend
  case newReceipt, newReceiptHere, newReceiptFromStore, installFromStore
  // What the customer has.
  case youHave, purchased, ifLocked, tellUs, otherRefund, openOnline
  case renewalOff, accessUntil, accessUntilPeriodEnd, nothingCharged
  case paymentFailedInGrace, paymentFailed, paymentFailedOn, checkPayment, accessReturns
  case priceQuestion, answerPrice
  // What the customer does not have.
  case receiptShows, receiptTooOld
  case noSubscription, subscribeAgain, stillCharged, noLongerSold, offerOther
  case refunded, buyAgain, notShared, askFamily, moved
  case notPaidThen, boughtLater, invoiceIfNot
  case noPurchase, restoreAndSend
  // The app itself.
  case boughtBeforeFree, paidAppUnlocked, wasFree, receiptExpired, refresh, askOrganization
  // The answer to a complaint.
  case onlyAppleRefunds, noRefund, paid, trialEnded, noPayment, sendInvoice
  case restoreWithAccountOf, restoreWithAccount, restoreWithOwnAccount, sendIfNot, howToCancel
  case askAdministrator, paidByAnother, refundPending, refundDeclined, refundReversed
  case notRestorable, buyerCancels, paymentsGoOn, earlierRefund, partRefunded
}

/// What a sentence leaves open.
enum ReplyPlaceholder: String {
  case source, products, product, other, date, count, price, app, organization
}

typealias ReplyValues = [ReplyPlaceholder: String]
