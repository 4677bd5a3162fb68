/// The values of a transaction's fields (Apple, "JWSTransactionDecodedPayload").
extension KnownValue {
  static let place =
    values(
      of: ["environment", "receiptType"],
      ("Production", "bought in the App Store, with money where it costs any", nil),
      (
        "Sandbox", "bought for nothing, by a tester, in App Review or in TestFlight",
        "accept it from testers and from App Review only"
      ),
      (
        "Xcode",
        "made by StoreKit's tests on a developer's machine; Apple's servers do not know it",
        "refuse it in production"
      ),
      (
        "LocalTesting", "made by unit tests with Apple's server library; it may be unsigned",
        "refuse it in production"
      ))
    + values(
      of: ["originalPlatform"],
      ("iOS", "the customer first got the app on iOS or iPadOS", nil),
      ("macOS", "the customer first got the app on macOS", nil),
      ("tvOS", "the customer first got the app on tvOS", nil),
      ("visionOS", "the customer first got the app on visionOS", nil))

  static let product =
    values(
      of: ["type"],
      (
        "Auto-Renewable Subscription", "a subscription that renews by itself",
        "compare its expiresDate with now"
      ),
      (
        "Non-Renewing Subscription",
        "a subscription for a fixed time that does not renew; it has no expiresDate",
        "let the app decide how long it lasts"
      ),
      (
        "Consumable", "used up, and bought again",
        "do not wait for a used-up one: older formats no longer list it"
      ),
      ("Non-Consumable", "bought once and kept, unless it is revoked", nil))
    + values(
      of: ["productType"],
      ("AUTO_RENEWABLE", "asks the history for auto-renewable subscriptions only", nil),
      ("NON_RENEWABLE", "asks the history for non-renewing subscriptions only", nil),
      ("CONSUMABLE", "asks the history for consumables only", nil),
      ("NON_CONSUMABLE", "asks the history for non-consumables only", nil))
    + values(
      of: ["inAppOwnershipType"],
      ("PURCHASED", "this customer bought it", nil),
      (
        "FAMILY_SHARED", "a family member bought it and shares it",
        "expect that sharing can end at any time; REVOKE tells of it"
      ),
      (
        "ASSIGNED", "an organisation or the purchaser of a group gave this customer a seat",
        "expect that the seat can be taken back: revocationType is then ASSIGNMENT_REVOKE"
      ))
    + values(
      of: ["transactionReason"],
      ("PURCHASE", "the customer acted: a purchase, or a return after a lapse", nil),
      ("RENEWAL", "the App Store renewed the subscription by itself", nil))
    + values(
      of: ["additionalTransactionReason"],
      (
        "SEAT_ADDITION",
        "several transactions make up this period, because seats were added; each of them says so",
        "add up the seats of all of them, and call none a duplicate"
      ))
    + values(
      of: ["invitationManagement"],
      ("APPLE", "Apple invites the people; each has a transaction of their own", nil),
      (
        "DEVELOPER", "your server gives out the seats; the people have no transaction",
        "look at your own seat claims to see who has access"
      ))

  static let revocation =
    values(
      of: ["revocationReason"],
      ("0", "another reason, such as a purchase by mistake", "withdraw what was bought"),
      (
        "1", "a problem in the app, or one that the customer saw in it",
        "withdraw what was bought, and look at the complaint"
      ))
    + values(
      of: ["revocationType"],
      ("REFUND_FULL", "the whole price was refunded", "withdraw what this transaction gave"),
      (
        "REFUND_PRORATED", "the part in revocationPercentage was refunded",
        "withdraw what this transaction gave"
      ),
      (
        "FAMILY_REVOKE", "the purchase is no longer shared in the family",
        "withdraw access for this family member only"
      ),
      (
        "ASSIGNMENT_REVOKE", "the organisation or the purchaser of the group took the seat back",
        "withdraw access for this person only"
      ))

  static let offer =
    values(
      of: ["offerType"],
      ("1", "an introductory offer, for new subscribers", nil),
      ("2", "a promotional offer, for present or former subscribers", nil),
      ("3", "an offer code", nil),
      ("4", "a win-back offer, for former subscribers", nil))
    + values(
      of: ["offerDiscountType"],
      ("FREE_TRIAL", "the offer costs nothing", nil),
      ("PAY_AS_YOU_GO", "the offer has a lower price in each of several periods", nil),
      ("PAY_UP_FRONT", "the offer has one price for its whole time", nil),
      ("ONE_TIME", "the offer is a discount on a purchase that does not renew", nil))

  static let billing = values(
    of: ["billingPlanType", "renewalBillingPlanType", "commitmentRenewalBillingPlanType"],
    (
      "BILLED_UPFRONT",
      "each period is paid when it begins; an ordinary monthly subscription has this too", nil
    ),
    (
      "MONTHLY", "monthly payments with a commitment for 12 months",
      "decide access by expiresDate, which is the end of the month"
    ))
}
