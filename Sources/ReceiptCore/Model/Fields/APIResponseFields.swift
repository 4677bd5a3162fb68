extension Field<APIResponse> {
  /// The fields of a response of the App Store Server API, in the order of their names.
  package static let all: [Field] = [
    top(
      "assigned_seat_claim_ids", .texts, \.assignedSeatClaimIDs, .identifier, "assignedSeatClaimIds"
    ),
    top("available_seat_count", .number, \.availableSeatCount, .kept, "availableSeatCount"),
    top("complete", .flag, \.complete, .kept, "complete"),
    top("complete_date", .date, \.completeDate, .date, "completeDate"),
    top("effective_date", .date, \.effectiveDate, .date, "effectiveDate"),
    top("error_code", .number, \.errorCode, .kept, "errorCode"),
    top("error_message", .text, \.errorMessage, .kept, "errorMessage"),
    top("failed_count", .number, \.failedCount, .kept, "failedCount"),
    top("has_more", .flag, \.hasMore, .kept, "hasMore"),
    top(
      "original_transaction_id", .idText, \.originalTransactionID, .identifier,
      "originalTransactionId"),
    top("pagination_token", .text, \.paginationToken, .identifier, "paginationToken"),
    top("request_identifier", .text, \.requestIdentifier, .identifier, "requestIdentifier"),
    top("revision", .text, \.revision, .identifier, "revision"),
    top("seat_claim_id", .text, \.seatClaimID, .identifier, "seatClaimId"),
    top("send_attempts", .json, \.sendAttempts, .kept, "sendAttempts"),
    top("status", .number, \.status, .kept, "status"),
    top("succeeded_count", .number, \.succeededCount, .kept, "succeededCount"),
    top("success", .flag, \.success, .kept, "success"),
    top(
      "test_notification_token", .text, \.testNotificationToken, .identifier,
      "testNotificationToken"),
    top("total_seat_count", .number, \.totalSeatCount, .kept, "totalSeatCount"),
    top(
      "web_order_line_item_id", .idText, \.webOrderLineItemID, .identifier, "webOrderLineItemId"),
  ]

  private static func top<Value>(
    _ name: String, _ kind: TypedKind<Value>,
    _ property: any WritableKeyPath<APIResponse, Value?> & Sendable, _ secrecy: FieldSecrecy,
    _ key: String
  ) -> Field {
    Field(name, kind, property, secrecy, [.payload([.apiAnswer, .apiError], key)])
  }
}

extension APIResponse: PayloadModel {
  package static let payloadPlans = Field<APIResponse>.all.payloadPlans()
}

extension Field<APIResponse.SubscriptionStatus> {
  /// The fields of a subscription's state, in the order of their names.
  package static let all: [Field] = [
    .init(
      "original_transaction_id", .idText, \.originalTransactionID, .identifier,
      [.payload([.apiAnswer], "originalTransactionId")]),
    .init("status", .number, \.status, .kept, [.payload([.apiAnswer], "status")]),
    // It stands one level higher, with the group.
    .init(
      "subscription_group_identifier", .idText, \.subscriptionGroupIdentifier, .identifier,
      [.derived([.apiAnswer])]),
  ]
}

extension APIResponse.SubscriptionStatus: PayloadModel {
  package static let payloadPlans = Field<Self>.all.payloadPlans()
}
