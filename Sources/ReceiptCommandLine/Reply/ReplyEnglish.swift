internal import ReceiptCore

enum ReplyEnglish: ReplyWording {
  static func template(_ key: ReplyKey) -> String {
    switch key {
    case .accordingToAppStore: "According to the App Store"
    case .accordingToData: "According to the data that we have"
    case .itemUntil: "{product} (until {date})"
    case .itemEnded: "{product} (ended on {date})"
    case .itemRefunded: "{product} (refunded on {date})"
    case .itemOn: "{product} (on {date})"
    case .itemPaid: "{product} (on {date})"
    case .itemPaidPrice: "{product} (on {date} for {price})"
    case .itemPaidOften: "{product} ({count} times, most recently on {date})"
    case .itemPaidOftenPrice: "{product} ({count} times, most recently on {date} for {price})"
    case .pricePerSeat: "{price} a seat"
    case .thanks: "Thank you for your message."
    case .checking: "We are looking into your question and will write back to you."
    case .partMissing: "Unfortunately, only part of the receipt reached us."
    case .unreadable: "Unfortunately, we could not read the receipt that reached us."
    case .notConfirmed: "Unfortunately, we could not confirm the receipt that reached us."
    case .moreNeeded: "What we have so far is not enough to confirm your purchase."
    case .otherApp: "The receipt belongs to another app ({app})."
    case .otherDevice: "The receipt was made for another device."
    case .testVersion:
      "The data that we have comes from a test version of the app, for example from TestFlight; "
        + "nothing is charged there."
    case .sendWhole: "Please send us the whole receipt again."
    case .sendAgain: "Please send it to us again, exactly as the app provides it."
    case .sendFromDevice:
      "Please send us the app’s receipt from the device on which you use the app."
    case .sendOurs: "Please send us the receipt from our app."
    case .howToSend:
      "It is best to attach it to your message as a file: copied text is easily cut off, "
        + "and Apple’s invoice cannot replace the receipt."
    case .newReceipt:
      "Please open the app, choose “Restore Purchases”, and send us the new receipt."
    case .newReceiptHere:
      "Please open the app on the device that you use now, choose “Restore Purchases”, "
        + "and send us the new receipt."
    case .newReceiptFromStore:
      "Please install the app from the App Store, choose “Restore Purchases” in it, "
        + "and send us the new receipt."
    case .installFromStore:
      "Please install the app from the App Store and choose “Restore Purchases” in it."
    case .youHave: "{source}, you have {products}."
    case .purchased: "{source}, you bought {products}."
    case .ifLocked:
      "If anything is still locked, please update the app, open it again, "
        + "and choose “Restore Purchases”."
    case .tellUs: "If that does not help, please write to us again, and we will look into it."
    case .otherRefund:
      "The refund of {date} was for another purchase and does not change this."
    case .openOnline:
      "Please open the app while your device is connected to the internet, "
        + "so that it can deliver your purchase."
    case .renewalOff: "{source}, the renewal of {products} is already turned off."
    case .accessUntil: "You keep access until {date}."
    case .accessUntilPeriodEnd: "You keep access until the current period ends."
    case .nothingCharged: "Nothing will be charged after that."
    case .paymentFailedInGrace:
      "{source}, the payment for {products} did not go through, but you keep access until {date}."
    case .paymentFailed: "{source}, the payment for {products} did not go through."
    case .paymentFailedOn:
      "{source}, the payment for {products} did not go through, and access ended on {date}."
    case .checkPayment:
      "Please check your payment method in the Settings of your device: tap your name, "
        + "then “Payment & Shipping”."
    case .accessReturns: "Access returns as soon as the payment succeeds."
    case .priceQuestion: "{source}, Apple has asked you to agree to a new price for {products}."
    case .answerPrice:
      "Please answer Apple’s question; without your consent there will be no renewal."
    case .receiptShows: "The receipt shows {products}, but not what came after that."
    case .receiptTooOld: "The receipt is too old to show your current purchases."
    case .noSubscription: "{source}, you have no active subscription to {products}."
    case .subscribeAgain: "You can subscribe again in the app."
    case .stillCharged:
      "If you are still being charged, please send us a new receipt and tell us "
        + "which Apple Account shows the subscription."
    case .noLongerSold:
      "{source}, there was no renewal of {products} because the offer no longer exists."
    case .offerOther: "We will check what we can offer you instead and write back to you."
    case .refunded: "{source}, Apple has refunded {products}."
    case .buyAgain:
      "“Restore Purchases” does not bring back what was refunded, "
        + "but you can buy it again in the app."
    case .notShared: "{source}, Family Sharing no longer includes {products}."
    case .askFamily:
      "Please ask the family member who made the purchase: only they can share it again."
    case .moved: "{source}, you moved from {products} to {other}."
    case .notPaidThen: "{source}, no payment for {products} covers the day in question."
    case .boughtLater: "{source}, the purchase of {products} came after the day in question."
    case .invoiceIfNot:
      "If your records say otherwise, please send us Apple’s invoice from that time."
    case .noPurchase: "The receipt lists no purchase made in the app."
    case .restoreAndSend:
      "If you bought something in the app, please sign in with the Apple Account "
        + "that you used for it, choose “Restore Purchases” in the app, "
        + "and send us the new receipt."
    case .boughtBeforeFree: "{source}, you bought the app before it became free."
    case .paidAppUnlocked:
      "What the paid app included should therefore be unlocked for you."
    case .wasFree: "{source}, the app was free when you first downloaded it."
    case .receiptExpired: "The receipt expired on {date}."
    case .refresh:
      "Please open the app and choose “Restore Purchases”, so that it gets a new receipt."
    case .askOrganization: "If that does not help, please contact {organization}."
    case .onlyAppleRefunds:
      "Only Apple can give refunds; you can reach Apple about this at reportaproblem.apple.com."
    case .noRefund: "The data that we have shows no refund."
    case .paid: "{source}, the following was paid: {products}."
    case .trialEnded: "The free trial ended on {date}, and the paid subscription began after it."
    case .noPayment: "The data that we have shows no payment."
    case .sendInvoice:
      "Please send us Apple’s invoice: it names the product and the Apple Account."
    case .restoreWithAccountOf:
      "Please sign in with the Apple Account that was used to buy {products}, open the app, "
        + "and choose “Restore Purchases”."
    case .restoreWithOwnAccount:
      "Please sign in with your own Apple Account, to which the purchase was given, open the app, "
        + "and choose “Restore Purchases”."
    case .restoreWithAccount:
      "Please sign in with the Apple Account that was used for the purchase, open the app, "
        + "and choose “Restore Purchases”."
    case .sendIfNot: "If that does not help, please send us the receipt from that device."
    case .askAdministrator:
      "{source}, an organization or a group gave you this purchase: please ask its "
        + "administrator, who alone can give it again."
    case .paidByAnother:
      "{source}, somebody else paid for {products}, so charges and refunds concern only "
        + "that person."
    case .refundPending: "Apple has received the request for a refund and has not decided yet."
    case .refundDeclined: "Apple has declined the refund."
    case .refundReversed: "Apple has taken the refund back, so your purchase is valid again."
    case .notRestorable: "“Restore Purchases” does not bring back what was refunded or used up."
    case .buyerCancels: "Only the person or organization that pays for it can cancel."
    case .paymentsGoOn:
      "You chose a year that is paid by the month, so the payments go on until {date}."
    case .partRefunded: "{source}, Apple has refunded a part of {products}."
    case .earlierRefund:
      "{source}, Apple refunded an earlier payment for {products} on {date}; that does "
        + "not change what you have now."
    case .howToCancel:
      "We cannot cancel a subscription for you, but you can do so in the Settings "
        + "of your device: tap your name, then “Subscriptions”."
    }
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  static func day(_ date: CalendarDate) -> String {
    "\(date.day) \(months[date.month - 1]) \(date.year)"
  }

  static func list(_ items: [String], more: Int) -> String {
    joined(items, ", ", " and ", more > 0 ? "\(more) more" : nil)
  }

  static func quoted(_ name: String) -> String { "“\(name)”" }
}
