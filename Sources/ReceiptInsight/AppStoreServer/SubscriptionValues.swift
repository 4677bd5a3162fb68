/// The values of a subscription's state and of its renewal (Apple, "status", "JWSRenewalInfoDecodedPayload").
extension KnownValue {
  static let subscription =
    values(
      of: ["status"],
      ("1", "active", "grant access"),
      ("2", "expired", "withdraw access"),
      (
        "3", "in billing retry after a failed payment, without a grace period; Apple tries again",
        "withdraw access, and ask the customer to update their payment method"
      ),
      (
        "4", "in the grace period after a failed payment; the customer keeps access",
        "keep access until gracePeriodExpiresDate"
      ),
      ("5", "revoked", "withdraw access"))
    + values(
      of: ["expirationIntent"],
      ("1", "the customer cancelled", nil),
      ("2", "the payment failed", "ask the customer to update their payment method"),
      ("3", "the customer did not agree to a higher price", nil),
      (
        "4", "the product was not for sale when it was set to renew",
        "check the product in App Store Connect"
      ),
      ("5", "another reason", nil))
    + values(
      of: ["priceIncreaseStatus"],
      (
        "0", "the customer was asked to agree to a higher price and has not answered",
        "change nothing now"
      ),
      ("1", "the customer agreed to a higher price, or was told of one that needs no consent", nil))
    + values(
      of: ["autoRenewStatus"],
      ("0", "the subscription will not renew", "keep access until expiresDate"),
      ("1", "the subscription will renew; this says nothing about access now", nil))
    + values(
      of: ["commitmentAutoRenewStatus"],
      (
        "0", "the commitment ends after its 12 months; the monthly payments go on until then",
        "keep access until the last expiresDate"
      ),
      ("1", "the commitment renews after its 12 months", nil))
}
