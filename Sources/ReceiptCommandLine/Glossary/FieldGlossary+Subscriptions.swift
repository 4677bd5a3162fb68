/// The fields of commitments, seats and bundles (Apple, "commitmentInfo", "multiSeatInfo").
extension FieldGlossary {
  private static let inTransactions = "in transactions"
  private static let ofTransaction = "in commitmentInfo of a transaction"
  private static let ofRenewal = "in commitmentInfo of a renewal info"

  static let commitment: [GlossaryEntry] = [
    field("billingPlanType", in: inTransactions, "how the period is paid"),
    field("renewalBillingPlanType", in: "in renewal infos", "how the next period is paid"),
    field(
      "commitmentInfo", in: "in transactions and renewal infos",
      "a commitment for 12 months that is paid monthly",
      "decide access by expiresDate, the end of the month"),
    field("billingPeriodNumber", in: ofTransaction, "which of the payments this is: 3 of 12"),
    field("totalBillingPeriods", in: ofTransaction, "how many payments the commitment has"),
    field(
      "commitmentExpiresDate", in: ofTransaction,
      "when the commitment ends; a payment that came late moves it",
      "take it from the newest transaction, and show it only: expiresDate decides access"),
    field(
      "commitmentPrice", in: ofTransaction,
      "the price of the whole commitment, in thousandths of the currency's unit"),
    field(
      "commitmentAutoRenewStatus", in: ofRenewal,
      "whether the commitment renews after its 12 months",
      "read a cancellation from this, not from autoRenewStatus"),
    field(
      "commitmentAutoRenewProductId", in: ofRenewal, "the product that follows the commitment"),
    field(
      "commitmentRenewalBillingPlanType", in: ofRenewal, "how what follows the commitment is paid"),
    field("commitmentRenewalDate", in: ofRenewal, "when the commitment renews"),
    field(
      "commitmentRenewalPrice", in: ofRenewal,
      "the price of what follows, in thousandths of the currency's unit"),
  ]

  private static let inSeats = "in multiSeatInfo of a transaction"
  private static let inTiers = "in priceTiers and renewalPriceTiers"

  static let seats: [GlossaryEntry] = [
    field(
      "multiSeatInfo", in: "in transactions and renewal infos",
      "a purchase for several people, each with a seat",
      "count seats by the purchaser's transactions, and decide access by each person's own"),
    field("invitationManagement", in: inSeats, "who invites the people to their seats"),
    field(
      "priceTiers", in: inSeats, "how many seats have which price",
      "add up price times quantity of these tiers, not of the transaction"),
    field(
      "price", ["tierPrice"], in: inTiers,
      "the price of one seat, in thousandths of the currency's unit"
    ),
    field("quantity", ["tierQuantity"], in: inTiers, "the number of seats at this price"),
    field(
      "revokedSeatQuantity", in: "in multiSeatInfo, and in refunds of Advanced Commerce",
      "how many seats were refunded; only the purchaser's transaction has it",
      "keep the purchaser's access until every transaction of the period is revoked"),
    field(
      "renewalPriceTiers", in: "in multiSeatInfo of a renewal info",
      "how many seats will have which price"),
    field("renewalQuantity", in: "in renewal infos", "how many seats will renew"),
    field(
      "additionalTransactionReason", in: inTransactions,
      "why several transactions make up one period"),
  ]

  private static let onDevice = "in StoreKit's transactions and renewal infos"

  static let bundles: [GlossaryEntry] = [
    field(
      "previousOriginalTransactionId", in: inTransactions,
      "identifies the chain before a move to Advanced Commerce, to a bundle or from one",
      "join the two chains by it"),
    field(
      "bundleProductID", in: onDevice, "the product of the bundle that includes this subscription",
      note: unseenKey),
    field(
      "bundleSubscriptionGroupID", in: onDevice, "the group of subscriptions of the bundle",
      note: unseenKey),
    field(
      "bundleTransactionID", in: onDevice, "identifies the transaction of the bundle",
      note: unseenKey),
    field(
      "bundleOriginalTransactionID", in: onDevice,
      "identifies the first transaction of the bundle", note: unseenKey),
    field(
      "willUnbundle", in: onDevice,
      "whether the subscription leaves its bundle at the next renewal",
      note: unseenKey),
  ]
}
