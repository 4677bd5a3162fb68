/// The members of the App Store Server API's requests and responses that stand outside of a JWS.
extension FieldGlossary {
  private static let inPages = "in pages of the App Store Server API"
  private static let inAttempts = "in sendAttempts"
  private static let inExtension = "in the response to an extension"
  private static let inConsumption = "in consumption information"

  static let responses: [GlossaryEntry] = [
    field(
      "hasMore", in: inPages, "whether there are more pages",
      "fetch the rest before you conclude that something is missing"),
    field("revision", in: inPages, "the place at which the next page begins"),
    field("paginationToken", in: inPages, "the place at which the next page begins"),
    field(
      "signedTransactions", in: inPages, "transactions of one customer, a JWS each",
      "verify each of them"),
    field(
      "data", in: "in the response about subscription statuses",
      "the customer's subscriptions, group by group"),
    field(
      "lastTransactions", in: "in the response about subscription statuses",
      "the newest state of each subscription of a group",
      "grant access if one of them has status 1 or 4"),
    field(
      "status", in: "in the response to an order lookup", "whether Apple knows the order id",
      values: "orderLookup.status"),
    field("notificationHistory", in: inPages, "notifications that Apple sent in the last 180 days"),
    field("sendAttempts", in: "in notificationHistory", "each try to deliver the notification"),
    field("attemptDate", in: inAttempts, "when Apple tried to deliver it"),
    field("sendAttemptResult", in: inAttempts, "how the try ended"),
    field(
      "firstSendAttemptResult", in: "in notificationHistory", "how the first try ended",
      values: "sendAttemptResult"),
    field(
      "testNotificationToken", in: "in the response to a request for a test",
      "identifies the test notification"),
    field("success", in: inExtension, "whether the renewal date was extended"),
    field("effectiveDate", in: inExtension, "the new renewal date"),
    field("complete", in: inExtension, "whether the extension for many subscribers is finished"),
    field("completeDate", in: inExtension, "when it was finished"),
    field(
      "errorCode", in: "in errors of the App Store Server API", "the number of the error",
      "look it up: `receipt explain 4040010` and the like"),
    field("errorMessage", in: "in errors of the App Store Server API", "the error in words"),
    field(
      "messageIdentifiers", in: "in responses of Retention Messaging", "the messages that there are"
    ),
    field(
      "imageIdentifiers", in: "in responses of Retention Messaging", "the images that there are"),
    field("config", in: "in performance tests of Retention Messaging", "how the test is run"),
    field("target", in: "in performance tests of Retention Messaging", "the times to reach"),
    field("result", in: "in performance tests of Retention Messaging", "how the test ended"),
  ]

  private static let inSeatInfo = "in the response about seats"
  private static let inGroups = "in the response about groups of customers"

  static let seatResponses: [GlossaryEntry] = [
    field("totalSeatCount", in: inSeatInfo, "how many seats were bought"),
    field("availableSeatCount", in: inSeatInfo, "how many seats are free"),
    field(
      "assignedSeatClaimIds", in: inSeatInfo, "the ids of the claimed seats",
      "expect more of them than totalSeatCount: Apple releases no claim at a renewal"),
    field("seatClaimId", in: "in the response to a claim of a seat", "identifies the claim"),
    field("groups", in: inGroups, "the groups that the customer belongs to"),
    field("groupId", in: inGroups, "identifies the group"),
    field("groupType", in: inGroups, "whether it is an organisation"),
    field("roles", in: inGroups, "the customer's roles in an organisation, by product"),
    field("role", in: inGroups, "the customer's role for one product"),
    field("members", in: "in the response about members of a group", "the people in the group"),
  ]

  static let requests: [GlossaryEntry] = [
    field(
      "customerConsented", in: inConsumption, "whether the customer agreed that you send it",
      "ask the customer yourself, in the app or in your terms: Apple does not tell you; send nothing without consent"
    ),
    field("deliveryStatus", in: inConsumption, "whether the customer received the purchase"),
    field(
      "sampleContentProvided", in: inConsumption,
      "whether the customer could try it before the purchase"),
    field(
      "consumptionPercentage", in: inConsumption,
      "how much of it was used, in thousandths of a percent: 100000 is all"),
    field("refundPreference", in: inConsumption, "what you advise Apple to do"),
    field("platform", in: inConsumption, "where the purchase was used; only in version 1"),
    field("productType", in: "in requests for the history", "the kind of products to list"),
  ]
}
