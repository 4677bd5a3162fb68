internal import ReceiptCore
internal import ReceiptInsight
internal import ReceiptMaking

extension Endpoint {
  /// What Apple's server sent to the developer's.
  static let notifications: [Endpoint] = [
    Endpoint("POST", "/inApps/v1/notifications/history", "Get Notification History") {
      store, call throws(Refusal) in try store.notificationHistory(call)
    },
    Endpoint("POST", "/inApps/v1/notifications/test", "Request a Test Notification") {
      store, call throws(Refusal) in try store.requestTest(call)
    },
    Endpoint(
      "GET", "/inApps/v1/notifications/test/{testNotificationToken}",
      "Get Test Notification Status"
    ) { store, call throws(Refusal) in try store.statusOfTest(call) },
  ]
}

extension Store {
  fileprivate mutating func requestTest(_ call: Call) throws(Refusal) -> Reply {
    guard hasNotificationURL, let customer = visible(to: call).first else {
      throw Refusal(.notificationURLNotFound)
    }
    let token = post(Event("TEST", customer: customer, at: now))
    var response = APIResponse(.testNotification)
    response.testNotificationToken = token
    return .response(response)
  }

  fileprivate func statusOfTest(_ call: Call) throws(Refusal) -> Reply {
    guard Identifier.isUUID(call[0]) else { throw Refusal(.invalidTestToken) }
    guard let notice = outbox[ReceiptString(call[0])], isVisible(notice, to: call),
      notice.notification.notificationType?.text == "TEST", !notice.attempts.isEmpty
    else { throw Refusal(.testNotFound) }
    var response = APIResponse(.testNotification)
    response.sendAttempts = notice.sendAttempts
    var template = APIResponseTemplate(response)
    template.notifications = [try signed(notice)]
    return .template(template)
  }

  fileprivate func notificationHistory(_ call: Call) throws(Refusal) -> Reply {
    let filter = try NotificationFilter(call, self)
    let first = try pageStart(call)
    var notices: [Notice] = []
    var hasMore = false
    for notice in outbox.notices[first...]
    where isVisible(notice, to: call) && filter.takes(notice) {
      if notices.count == Self.pageSize {
        hasMore = true
        break
      }
      notices.append(notice)
    }
    var response = APIResponse(.notifications)
    response.hasMore = hasMore
    response.paginationToken = hasMore ? notices.last?.id : nil
    var template = APIResponseTemplate(response)
    for notice in notices { template.notifications.append(try signed(notice)) }
    return .template(template)
  }

  /// The place of the first notification of a page. A token is the id of the last one before.
  private func pageStart(_ call: Call) throws(Refusal) -> Int {
    guard let token = try call.value("paginationToken", .invalidPaginationToken) else {
      return outbox.notices.startIndex
    }
    guard Identifier.isUUID(token) else { throw Refusal(.invalidPaginationToken) }
    guard let place = outbox.place(ReceiptString(token)) else {
      throw Refusal(.paginationTokenExpired)
    }
    return place + 1
  }

  private func isVisible(_ notice: Notice, to call: Call) -> Bool {
    isVisible(notice.customer, to: call)
  }

  private func signed(_ notice: Notice) throws(Refusal) -> APIResponseTemplate.Notification {
    let jws = try sign { () throws(SigningFailure) in try signer.notification(notice) }
    return APIResponseTemplate.Notification(jws, sendAttempts: notice.sendAttempts)
  }
}

/// What a request for the notification history asks for.
private struct NotificationFilter {
  private let start: ReceiptDate
  private let end: ReceiptDate
  private let type: ReceiptString?
  private let subtype: ReceiptString?
  private let customer: Int?
  private let onlyFailures: Bool

  /// Apple keeps notifications for so long.
  private static let days: Int64 = 180

  init(_ call: Call, _ store: Store) throws(Refusal) {
    let body = try call.object()
    start = try Self.date(body["startDate"], .invalidStartDate)
    end = min(try Self.date(body["endDate"], .invalidEndDate), store.now)
    guard start < end else { throw Refusal(.startAfterEnd) }
    let oldest = store.now.millisecondsSince1970 - Self.days * PeriodLength.day
    guard start.millisecondsSince1970 >= oldest else { throw Refusal(.startTooFarInPast) }
    let type = try Self.text(body["notificationType"], .invalidNotificationType)
    let subtype = try Self.text(body["notificationSubtype"], .invalidNotificationType)
    let id = try Self.text(body["transactionId"], .invalidTransactionID)
    guard type == nil || id == nil else { throw Refusal(.multipleFilters) }
    if type != nil || subtype != nil {
      guard let type, NotificationEvent.isKnown(type, subtype) else {
        throw Refusal(.invalidNotificationType)
      }
    }
    self.type = type.map { ReceiptString($0) }
    self.subtype = subtype.map { ReceiptString($0) }
    if let id { customer = try store.customer(id, call) } else { customer = nil }
    onlyFailures = body["onlyFailures"]?.bool ?? false
  }

  private static func date(
    _ value: JSONValue?, _ refusal: Refusal.Name
  ) throws(Refusal) -> ReceiptDate {
    guard let milliseconds = value?.integer, ReceiptDate.writable.contains(milliseconds) else {
      throw Refusal(refusal)
    }
    return ReceiptDate(millisecondsSince1970: milliseconds)
  }

  private static func text(
    _ value: JSONValue?, _ refusal: Refusal.Name
  ) throws(Refusal) -> String? {
    guard let value, !value.isNothing else { return nil }
    guard let text = value.string, !text.isEmpty else { throw Refusal(refusal) }
    return text
  }

  func takes(_ notice: Notice) -> Bool {
    notice.date >= start && notice.date <= end
      && (type.map { $0 == notice.notification.notificationType } ?? true)
      && (subtype.map { $0 == notice.notification.subtype } ?? true)
      && (customer.map { $0 == notice.customer && notice.purchase != nil } ?? true)
      && !(onlyFailures && notice.hasArrived)
  }
}

extension NotificationEvent {
  /// Whether a type has a subtype, or is a type at all.
  static func isKnown(_ type: String, _ subtype: String?) -> Bool {
    if subtype != nil { return of(type: type, subtype: subtype) != nil }
    return all.contains { $0.type == type || $0.otherType == type }
  }
}
