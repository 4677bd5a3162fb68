/// An error that the App Store Server API answers (Apple, "Error codes"). It is about a request: it proves
/// neither a purchase nor a fraud.
package struct APIError: Sendable {
  /// `nil` where Apple's number is not known here. Its first three digits are the HTTP status.
  package let code: Int?
  /// The name without `Error` at its end.
  package let name: String
  package let meaning: String
  package let advice: String
  package let repetition: Repetition

  /// Whether the same request may be sent again.
  package enum Repetition: String, Sendable, CaseIterable {
    case never, retry
    /// Not until something has changed.
    case later
  }

  init(
    _ code: Int?, _ name: String, _ meaning: String, do advice: String,
    again repetition: Repetition = .never
  ) {
    self.code = code
    self.name = name
    self.meaning = meaning
    self.advice = advice
    self.repetition = repetition
  }
}

extension APIError {
  /// Every error that is known, by number; those without one come last.
  package static let all = (requests + parameters + retention)
    .sorted { ($0.code ?? .max, $0.name) < ($1.code ?? .max, $1.name) }

  /// The transaction is of the other environment, or unknown everywhere.
  package static let transactionIDNotFound = 4_040_010
  private static let originalTransactionIDNotFound = 4_040_005

  /// Whether the other environment may know what this one does not.
  package var mayBeElsewhere: Bool {
    [Self.transactionIDNotFound, Self.originalTransactionIDNotFound].contains(code)
  }

  package static func of(code: Int64) -> APIError? {
    all.first { error in error.code.map(Int64.init) == code }
  }

  private static let retry = "send the same request again after a moment"
  private static let originalID = "send the originalTransactionId"
  private static let purchaser = "send the transaction of the person who bought it"

  /// Errors about the request as a whole, and about what it asks for.
  private static let requests: [Self] = [
    .init(4_000_000, "GeneralBadRequest", "the request is malformed", do: "correct the request"),
    .init(
      4_000_002, "InvalidAppIdentifier", "the app's id is not valid",
      do: "check the bundle id in your token (bid)"),
    .init(
      4_000_005, "InvalidRequestRevision", "the revision is not valid",
      do: "send the revision of the last response"),
    .init(
      4_000_006, "InvalidTransactionId", "the text is no transaction id",
      do: "check that the id was copied in full"),
    .init(
      4_000_008, "InvalidOriginalTransactionId", "the text is no original transaction id",
      do: originalID),
    .init(
      4_000_017, "PaginationTokenExpired", "the token for the next page is too old",
      do: "begin again with the first page", again: .later),
    .init(
      4_000_019, "MultipleFiltersSupplied",
      "the request names a transaction and a notification type; only one of them may be there",
      do: "leave one of them out"),
    .init(
      4_000_035, "InvalidCustomerConsented", "customerConsented is missing or false",
      do: "ask the customer first; without consent send nothing"),
    .init(
      4_000_043, "InvalidTransactionNotConsumable",
      "the transaction is for no consumable; newer responses say 4000047",
      do: "see InvalidTransactionTypeNotSupported"),
    .init(
      4_000_047, "InvalidTransactionTypeNotSupported",
      "this request does not support the product's type",
      do:
        "use another request. Version 1 of Send Consumption Information takes consumables and auto-renewable subscriptions, version 2 takes all"
    ),
    .init(
      4_000_048, "AppTransactionIdNotSupported", "the id is an appTransactionId",
      do: "send a transactionId"),
    .init(
      4_000_185, "FamilyTransactionNotSupported",
      "the transaction came through Family Sharing (FAMILY_SHARED)", do: purchaser),
    .init(
      4_000_187, "TransactionIdIsNotOriginalTransactionId",
      "the id is a transactionId, and the request needs the first one of the chain",
      do: originalID),
    .init(
      4_000_225, "InvalidGroupId", "the group's id is malformed",
      do: "take the id from Get Customer Groups"),
    .init(
      4_000_227, "InvalidAssignedTransactionNotSupported",
      "the transaction is an assigned seat (ASSIGNED)",
      do: "leave it out: this is not possible for the members of a group"),
    .init(
      4_030_004, "SubscriptionExtensionIneligible",
      "the subscription's state does not allow an extension",
      do: "check its status"),
    .init(
      4_030_005, "SubscriptionMaxExtension",
      "the subscription was extended as often as it may be", do: "nothing more is possible now"),
    .init(
      4_030_007, "FamilySharedSubscriptionExtensionIneligible",
      "the subscription came through Family Sharing", do: "extend the purchaser's subscription"),
    .init(
      4_030_028, "AssignedSubscriptionExtensionIneligible",
      "the subscription is an assigned seat (ASSIGNED)", do: "extend the purchaser's subscription"),
    .init(
      4_040_001, "AccountNotFound", "the Apple Account was not found",
      do: "treat the customer as unknown"),
    .init(
      4_040_002, "AccountNotFoundRetryable", "the Apple Account was not found just now",
      do: retry, again: .retry),
    .init(
      4_040_003, "AppNotFound", "the app was not found",
      do: "check the bundle id in your token, and whether the app is in this environment"),
    .init(
      4_040_004, "AppNotFoundRetryable", "the app was not found just now", do: retry,
      again: .retry),
    .init(
      4_040_005, "OriginalTransactionIdNotFound", "the original transaction id was not found",
      do: "ask in the other environment too: production or sandbox"),
    .init(
      4_040_006, "OriginalTransactionIdNotFoundRetryable",
      "the original transaction id was not found just now", do: retry, again: .retry),
    .init(
      4_040_007, "ServerNotificationUrlNotFound", "no address for notifications is set",
      do: "set it in App Store Connect"),
    .init(
      4_040_008, "TestNotificationNotFound",
      "there is no result yet, or the token of the test is too old",
      do: "ask again after some seconds; for an old token request a new test notification",
      again: .later),
    .init(
      4_040_009, "StatusRequestNotFound", "no extension with this request id was found",
      do: "check the request id and the product id"),
    .init(
      4_040_010, "TransactionIdNotFound",
      "the transaction id was not found: it is unknown, or it belongs to another app or environment",
      do: "ask in the other environment too: production or sandbox; do not unlock anything for it"),
    .init(
      4_040_019, "AppTransactionDoesNotExist", "the customer has no app transaction",
      do: "check the environment, and whether this customer ever got the app"),
    .init(
      4_040_022, "GroupNotFound", "the group is unknown, or it was ended",
      do: "fetch the groups again"),
    .init(
      4_290_000, "RateLimitExceeded", "there were too many requests",
      do: "wait until the time in Retry-After, in milliseconds since 1970", again: .retry),
    .init(
      5_000_000, "GeneralInternal", "Apple's server had a fault", do: "try again later",
      again: .later),
    .init(
      5_000_001, "GeneralInternalRetryable", "Apple's server had a fault for a moment", do: retry,
      again: .retry),
    .init(
      nil, "NoAvailableSeats", "all seats are claimed", do: "release a seat first", again: .later),
    .init(
      nil, "SeatClaimIdNotFound", "the id of the seat claim was not found",
      do: "use the id that Claim Seat gave"),
    .init(
      nil, "TransactionNotDevManagedGroup",
      "your server does not give out the seats of this subscription",
      do: "leave it out: Apple invites the people (invitationManagement is APPLE)"),
    .init(
      nil, "BundleTransactionIdNotSupported", "the id belongs to a bundle",
      do: "send the transaction of a subscription in the bundle"),
    .init(
      nil, "AdvancedCommerceTransactionNotSupported",
      "this request does not support Advanced Commerce", do: "use the Advanced Commerce API"),
    .init(
      nil, "ConsumptionPercentageOutOfRange", "consumptionPercentage is not between 0 and 100000",
      do: "correct it: 100000 is 100 percent"),
    .init(
      nil, "UndeliveredConsumptionPercentageNonZero",
      "deliveryStatus says undelivered, but consumptionPercentage is not 0",
      do: "correct one of the two"),
  ]
}
