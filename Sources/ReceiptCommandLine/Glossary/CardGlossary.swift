internal import ReceiptCore
internal import ReceiptInsight

/// The words of an answer of `diagnose` that stand alone. They say whether a receipt is genuine, what is owned, how
/// urgent it is among many, and what to do.
enum CardGlossary {
  static let entries: [GlossaryEntry] = states + actions

  private static let states: [GlossaryEntry] =
    Triage.allCases.map { state in
      let shown = [state.text].filter { $0 != state.rawValue }
      return GlossaryEntry(
        .state, state.rawValue, aliases: shown, place: "of a receipt among many", meaning(state))
    }
    + Genuineness.Code.allCases.compactMap { code in
      meaning(code).map {
        GlossaryEntry(.state, code.rawValue, place: "of a receipt: genuine?", $0)
      }
    }
    + Holding.Code.allCases.compactMap { code in
      meaning(code).map { GlossaryEntry(.state, code.rawValue, place: "of a product: owned?", $0) }
    }

  private static let actions = Action.Code.allCases.map {
    GlossaryEntry(.action, $0.rawValue, meaning($0))
  }

  private static func meaning(_ triage: Triage) -> String {
    switch triage {
    case .notApple: "Apple did not sign it, or not like this"
    case .unreadable: "it cannot be read, or not to its end: nothing is known of what it says"
    case .otherApp: "a genuine receipt of another app or device than was asked about"
    case .noProof:
      "nothing in it proves a purchase: it has no signature, or Xcode made it, or it is an error"
    case .severalCustomers: "it is about several customers, who are answered one by one"
    case .notActive:
      "a genuine receipt in which nothing is active today, or of which that is not known"
    case .test: "a genuine receipt of the sandbox, of TestFlight or of App Review: nothing was paid"
    case .fine: "a genuine receipt: what it shows is active, or the app was bought"
    }
  }

  /// Nothing for what is a term, or the status of a signature, under the same name.
  private static func meaning(_ genuineness: Genuineness.Code) -> String? {
    switch genuineness {
    case .apple, .otherRoot, .xcode, .notApple, .changed, .incomplete, .unsigned: nil
    case .test: "signed by Apple in its sandbox: nothing was paid"
    case .redactedCopy: "a redacted copy: its maker says that Apple had signed the original"
    case .malformed: "signed, but not built as Apple builds it"
    case .unsignedResponse: "a response from Apple's server, which has no signature"
    case .accepted: "without a signature, and accepted with `--unsigned accept`"
    case .errorResponse: "a response that reports an error"
    case .issuerMissing: "a certificate that leads to Apple is missing"
    case .otherApp: "genuine, but of another app than was asked about"
    case .otherDevice: "genuine, but made for another device"
    case .unreadable: "it cannot be read"
    }
  }

  /// Nothing for what is a term.
  private static func meaning(_ holding: Holding.Code) -> String? {
    switch holding {
    case .grace, .billingRetry, .lapsed, .replaced, .refunded, .consumable: nil
    case .claimed: "named by a receipt that cannot be relied on"
    case .active: "a subscription in a period"
    case .unknown: "it was paid until a day that has passed, and the receipt cannot show more"
    case .between: "one period has ended, and the next begins later"
    case .noLongerShared: "a family member no longer shares it"
    case .seatTakenBack: "an organisation or a group took the seat back"
    case .withdrawn: "Apple withdrew it for a reason that it does not document"
    case .owned: "a purchase that lasts"
    case .bought: "a purchase whose kind is not stated"
    case .consumablePending: "a consumable that the app has not confirmed as delivered"
    case .lengthUnknown: "a subscription that does not renew; only the app knows how long it lasts"
    case .notYet: "bought after the time that is asked about"
    }
  }

  private static func meaning(_ action: Action.Code) -> String {
    switch action {
    case .sendWhole: "ask for the whole text, as an attachment: a part of it is missing"
    case .sendAgain: "unlock nothing, and ask for the receipt again, unchanged"
    case .sendSigned: "unlock nothing, and ask for the text that Apple signed"
    case .sendAppReceipt: "ask for the app receipt from the device"
    case .otherApp: "ask for the receipt of the app that this is about"
    case .otherDevice: "ask the customer to restore on the device that this is about"
    case .developerTest: "nothing for a customer: Xcode made it"
    case .installFromStore:
      "ask the customer to install the app from the App Store, and to restore there"
    case .fixRequest: "mend the request that the server sent to Apple"
    case .tellApart: "answer each customer by themselves"
    case .unlock: "the app should unlock what is active"
    case .confirmFirst:
      "let the server ask Apple before anything is unlocked: no signature covers it"
    case .keepUnlocked: "a refund changes nothing for what is active"
    case .keepUntilEnd: "keep it unlocked until its period ends; it does not renew then"
    case .updatePaymentInGrace:
      "keep it unlocked in the grace period, and ask the customer to mend the payment"
    case .updatePayment: "ask the customer to mend the payment"
    case .agreeToPrice: "ask the customer to answer Apple's question about the new price"
    case .openOnline: "ask the customer to open the app online, so that it delivers the purchase"
    case .checkDelivery:
      "look in the app's own records whether it was delivered: Apple does not know that"
    case .lookUpLength: "look up how long it lasts: only the app knows"
    case .lookUpProduct: "look up in App Store Connect what kind of product it is"
    case .askNewReceipt: "ask for a new receipt: this one is too old to tell"
    case .askServer: "let the server ask Apple again before anything is decided"
    case .findTransaction:
      "look for the newest transaction, or let the server ask Apple for the status"
    case .nextPage: "let the server fetch the next page: it may hold more"
    case .findBundle: "look for a newer transaction of a bundle before anything is locked"
    case .askAdministrator: "send the customer to the administrator who gives the seats"
    case .findReplacement: "find out which product replaced it before anything is locked"
    case .subscribeAgain: "keep it locked until the customer subscribes again"
    case .offerOther: "offer another product: this one is no longer sold"
    case .lock: "lock it: the purchase was given back"
    case .familyMember: "lock it: the family member who bought it no longer shares it"
    case .unlockOther: "unlock the product that the customer moved to"
    case .tellGap: "tell the customer that nothing was paid for that day"
    case .notBoughtYet: "nothing for that time: the purchase came later"
    case .restore: "ask the customer to Restore Purchases with the Apple account that paid"
    case .unlockPaidApp: "unlock what the paid app had: the customer bought it before it was free"
    case .appWasFree: "nothing: the app was free when the customer first got it"
    case .appWithdrawn: "unlock nothing for the app itself: Apple took its purchase back"
    case .compareVersion: "find out whether the version that the customer first got cost money"
    case .compareDate:
      "compare the day of the first purchase with the day on which the app became free"
    case .refreshReceipt: "let the app refresh the receipt"
    case .serverEvent: "do on the server what the notification asks for"
    case .answerRequest: "let the server answer Apple's request for a message"
    case .none: "nothing"
    case .refundShown: "say that Apple gave the money back, and when"
    case .pastRefundShown: "say that Apple gave the money back for an earlier purchase"
    case .refundRequested:
      "say that the customer asked Apple for a refund, and Apple has not decided"
    case .refundDeclined: "say that Apple declined the refund"
    case .refundReversed: "say that Apple took a refund back"
    case .notCharged: "say that nothing was charged for it"
    case .nothingToRestore: "say that there is nothing to restore"
    case .noRefundShown: "say that the receipt shows no refund, and how to ask Apple for one"
    case .chargesShown: "say which charges the receipt shows"
    case .noChargesShown: "say that the receipt shows no charge"
    case .restoreWithAccount: "ask the customer to restore with the Apple account that paid"
    case .howToCancel: "say how the customer cancels the subscription"
    case .payerCancels: "say that only the one who pays can cancel it"
    case .alreadyCancelled: "say that it is cancelled already"
    case .nothingToCancel: "say that there is nothing to cancel"
    }
  }
}
