/// The fields of Advanced Commerce (Apple, "advancedCommerceInfo").
extension FieldGlossary {
  private static let inInfo = "in advancedCommerceInfo"
  private static let inItems = "in items of advancedCommerceInfo"
  private static let inRefunds = "in refunds of an item"
  private static let inOffers = "in the offer of an item"
  private static let inIncrease = "in priceIncreaseInfo of an item"
  private static let money = "in thousandths of the currency's unit"

  static let advancedCommerce: [GlossaryEntry] = [
    field(
      "advancedCommerceInfo", in: "in transactions and renewal infos",
      "the items that your server sells through the Advanced Commerce API",
      "take the names from it: productId is a general one"),
    field("descriptors", in: inInfo, "the name and the description that the customer sees"),
    field("displayName", in: "in descriptors and items", "the name that the customer sees"),
    field("description", in: "in descriptors and items", "the description that the customer sees"),
    field(
      "items", in: inInfo, "the things that were sold together",
      "decide access item by item: one may be revoked while the others stay"),
    field(
      "period", in: inInfo, "the length of a period (ISO 8601): P1W, P1M, P2M, P3M, P6M or P1Y"),
    field("requestReferenceId", in: inInfo, "the id that your server gave the request"),
    field("taxCode", in: inInfo, "the kind of product for taxes"),
    field("taxRate", in: inInfo, "the rate of the tax as a text: 0.15 is 15 percent"),
    field("taxExclusivePrice", in: inInfo, "the price without tax, \(money)"),
    field("estimatedTax", in: inInfo, "the tax as Apple estimates it, \(money)"),
    field(
      "consistencyToken", in: inInfo, "the state of the renewal; a change of it must send this back"
    ),
    field("SKU", in: inItems, "your own identifier of the item"),
    field("price", in: inItems, "the item's price, \(money)"),
    field("offer", in: inItems, "the offer that was used for the item"),
    field("refunds", in: inItems, "what was refunded of the item"),
    field(
      "revocationDate", in: inItems, "when this item was withdrawn",
      "withdraw this item only; the others stay"),
    field("priceIncreaseInfo", in: inItems, "a higher price that is to come"),
    field("refundAmount", in: inRefunds, "how much was refunded, \(money)"),
    field("refundDate", in: inRefunds, "when it was refunded"),
    field("refundReason", in: inRefunds, "why it was refunded"),
    field("refundType", in: inRefunds, "how much of the price was refunded"),
    field("period", in: inOffers, "the length of one period of the offer (ISO 8601), P3D to P1Y"),
    field("periodCount", in: inOffers, "how many periods the offer lasts"),
    field("price", in: inOffers, "the price of one period of the offer, \(money)"),
    field("reason", in: inOffers, "what the offer is for", values: "offer.reason"),
    field("price", in: inIncrease, "the higher price, \(money)"),
    field(
      "status", in: inIncrease, "whether the customer agreed to it",
      values: "priceIncreaseInfo.status"),
    field("dependentSKUs", in: inIncrease, "the items whose price depends on it"),
  ]
}
