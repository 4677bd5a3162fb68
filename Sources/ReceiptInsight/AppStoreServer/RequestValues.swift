/// The values in requests for refunds, in Advanced Commerce, and in what Apple's servers say of their own work.
extension KnownValue {
  private static let reasons = ["consumptionRequestReason", "refundReason"]

  /// Why the customer asks for a refund, and what the developer answers (Apple, "ConsumptionRequest").
  static let refundRequest: [KnownValue] =
    [
      .init("UNINTENDED_PURCHASE", of: reasons, "the customer did not mean to buy it"),
      .init(
        "FULFILLMENT_ISSUE", of: reasons, "the customer did not receive it, or it does not work"),
      .init("UNSATISFIED_WITH_PURCHASE", of: reasons, "the customer is not satisfied with it"),
      .init("LEGAL", of: reasons, "a legal reason"),
      .init("OTHER", of: reasons, "another reason"),
    ]
    + values(
      of: ["deliveryStatus"],
      ("DELIVERED", "the purchase was delivered and works", nil),
      ("UNDELIVERED_QUALITY_ISSUE", "it was not delivered: it did not work", nil),
      ("UNDELIVERED_WRONG_ITEM", "it was not delivered: the customer got something else", nil),
      ("UNDELIVERED_SERVER_OUTAGE", "it was not delivered: a server was down", nil),
      ("UNDELIVERED_OTHER", "it was not delivered, for another reason", nil))
    + values(
      of: ["refundPreference"],
      ("DECLINE", "you would rather have no refund; Apple decides", nil),
      ("GRANT_FULL", "you would rather have the whole price refunded; Apple decides", nil),
      ("GRANT_PRORATED", "you would rather have a part refunded; Apple decides", nil))
    + values(
      of: ["platform"],
      ("0", "you do not say on which platform it was used", nil),
      ("1", "it was used on an Apple platform", nil),
      ("2", "it was used on another platform", nil))

  private static let repairServer = "check how your server answers Apple's request"
  private static let repairTLS = "check your server's certificate and its TLS settings"

  /// How a try to deliver a notification ended (Apple, "sendAttemptResult").
  static let delivery =
    values(
      of: ["sendAttemptResult"],
      ("SUCCESS", "your server received the notification", nil),
      ("TIMED_OUT", "your server did not answer in time", repairServer),
      ("TLS_ISSUE", "the TLS connection with your server failed", repairTLS),
      (
        "SSL_ISSUE", "the TLS connection with your server failed; TLS_ISSUE is the newer name",
        repairTLS
      ),
      ("CIRCULAR_REDIRECT", "your server redirects in a circle", repairServer),
      ("NO_RESPONSE", "your server did not answer", repairServer),
      ("SOCKET_ISSUE", "the network connection with your server failed", repairServer),
      ("UNSUPPORTED_CHARSET", "your server answered in an unknown character set", repairServer),
      ("INVALID_RESPONSE", "your server's answer could not be read", repairServer),
      ("PREMATURE_CLOSE", "your server closed the connection too early", repairServer),
      (
        "UNSUCCESSFUL_HTTP_RESPONSE_CODE", "your server did not answer with HTTP 200 to 206",
        repairServer
      ),
      ("OTHER", "the notification could not be delivered for another reason", repairServer))
    + values(
      of: ["orderLookup.status"],
      ("0", "the order id is valid", nil),
      (
        "1", "the order id is not valid",
        "check that it is copied in full from Apple's mail, and that it is for this app"
      ))

  /// Items of Advanced Commerce (Apple, "advancedCommerceInfo").
  static let advancedCommerce =
    values(
      of: ["refundReason"],
      ("MODIFY_ITEMS_REFUND", "a change of the items led to the refund", nil),
      ("SIMULATE_REFUND_DECLINE", "a test of a declined refund, in the sandbox", nil))
    + values(
      of: ["refundType"],
      ("FULL", "the item's whole price is refunded", nil),
      ("PRORATED", "the part for the unused time is refunded", nil),
      ("CUSTOM", "the amount in refundAmount is refunded", nil))
    + values(
      of: ["offer.reason"],
      ("ACQUISITION", "the offer is for new customers", nil),
      ("WIN_BACK", "the offer is for former customers", nil),
      ("RETENTION", "the offer is for present customers who might leave", nil))
    + values(
      of: ["priceIncreaseInfo.status"],
      ("SCHEDULED", "the higher price is planned; the customer was not asked yet", nil),
      ("PENDING", "the customer was asked and has not answered", nil),
      ("ACCEPTED", "the customer agreed to the higher price", nil))

  static let group =
    values(
      of: ["tokenType"],
      ("SERVICES", "the external purchase token is for the fee for store services", nil),
      ("ACQUISITION", "the external purchase token is for the fee for new customers", nil))
    + values(
      of: ["groupType"],
      (
        "ORGANIZATION", "the group is an organisation; its members may have roles",
        "do not decide access by it"
      ),
      (
        "CONSUMER", "the group belongs to a private person; it has no roles",
        "do not decide access by it"
      ))
    + values(
      of: ["role"],
      ("ADMIN", "this person administers the organisation's group", nil))
}
