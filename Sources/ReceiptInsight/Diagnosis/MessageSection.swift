internal import ReceiptCore

/// The message of Apple's server: the status of a response, or the event of a notification (Apple, "status",
/// "notificationType" and "subtype").
enum MessageSection {
  static func statements(_ situation: Situation) -> [Diagnosis.Statement] {
    if situation.decoded.form == .notificationV1, let notification = situation.decoded.notification
    {
      return [version1(notification)]
    }
    if let status = situation.decoded.response?.status {
      let meaning =
        VerifyReceiptStatus.explanation(of: status)?.meaning ?? "which Apple does not document"
      return [
        .init("Apple's server responded with \(status): \(meaning)", ["status": String(status)])
      ]
    }
    if let error = situation.decoded.apiResponse?.errorCode { return [self.error(error)] }
    let subscriptions = situation.decoded.apiResponse?.subscriptions ?? []
    if !subscriptions.isEmpty { return subscriptions.prefix(maximumSubscriptions).map(state) }
    guard let notification = situation.decoded.notification else { return [] }
    if situation.decoded.form == .realtimeRequest {
      return [
        .init(
          "a customer is about to cancel, and Apple asks your server what to show; nothing was bought or cancelled yet"
        )
      ]
    }
    return event(notification, isTrusted: situation.isTrusted && situation.malformation == nil)
      + status(notification)
  }

  /// The largest number of subscriptions whose state is shown.
  private static let maximumSubscriptions = 20

  /// The state of a subscription, as the unsigned part of a response says it.
  private static func state(_ subscription: APIResponse.SubscriptionStatus) -> Diagnosis.Statement {
    let id = subscription.originalTransactionID?.description ?? "without an id"
    let status = subscription.status.map(String.init)
    let meaning = status.flatMap { KnownValue.meaning($0, of: "status") }
    return .init(
      "the response says of subscription \(id): status \(status ?? "missing")\(meaning.map { ", \($0)" } ?? "")",
      Evidence(
        [("original_transaction_id", id), ("status", status ?? "")].filter { !$0.1.isEmpty }))
  }

  /// A notification of version 1 has no signature, so it gives no advice.
  private static func version1(_ notification: ServerNotification) -> Diagnosis.Statement {
    guard let type = notification.notificationType else {
      return .init("it does not say what happened")
    }
    let event = type.text.flatMap { NotificationV1Event.of(type: $0) }?.event
    return .init(
      "\(type): \(event ?? "which is not known here")",
      ["notification_type": type.description])
  }

  private static func error(_ code: Int64) -> Diagnosis.Statement {
    guard let error = APIError.of(code: code) else {
      return .init("Apple's server responded with error \(code), which Apple does not document")
    }
    return .init(
      "Apple's server responded with error \(code) (\(error.name)): \(error.meaning); \(error.advice)",
      ["error_code": String(code)])
  }

  /// - Parameter isTrusted: Nothing is to be done for what Apple did not say.
  private static func event(
    _ notification: ServerNotification, isTrusted: Bool
  ) -> [Diagnosis.Statement] {
    guard let type = notification.notificationType else {
      return [.init("it does not say what happened")]
    }
    var evidence: [(String, String)] = [("notification_type", type.description)]
    if let subtype = notification.subtype { evidence.append(("subtype", subtype.description)) }
    let words = [type, notification.subtype].compactMap { $0?.description }.joined(separator: ", ")
    guard let known = notification.event else {
      return [.init("\(words), which is not known here", Evidence(evidence))]
    }
    var result = [Diagnosis.Statement("\(words): \(known.event)", Evidence(evidence))]
    if isTrusted {
      result.append(.init("what to do on your server: \(known.advice)"))
      if let caution = known.caution { result.append(.init(caution)) }
    }
    return result
  }

  private static func status(_ notification: ServerNotification) -> [Diagnosis.Statement] {
    guard let status = notification.status.map(String.init),
      let meaning = KnownValue.meaning(status, of: "status")
    else { return [] }
    return [
      .init(
        "when this was sent, the subscription's status was \(status): \(meaning)",
        ["status": status])
    ]
  }
}
