package import ReceiptCore

/// What the App Store Server API would respond: the inverse of `APIResponseDecoder`.
package struct APIResponseTemplate: Sendable {
  package var response: APIResponse
  /// The app, which some responses name outside of the signed texts.
  package var receipt = Receipt()
  package var transactions: [SignedText] = []
  package var renewals: [SignedText] = []
  package var appTransaction: [UInt8]?
  package var notifications: [Notification] = []
  /// Fields without a place in the model, by their paths: `data[0].future`.
  package var otherFields: [JSONValue.Member] = []

  /// A JWS, and the subscription that it is about.
  package struct SignedText: Sendable {
    let jws: [UInt8]
    let originalTransactionID: ReceiptString?

    package init(_ jws: [UInt8], _ originalTransactionID: ReceiptString?) {
      self.jws = jws
      self.originalTransactionID = originalTransactionID
    }

    fileprivate var json: JSONValue { .string(ReceiptString(jws).description) }
  }

  /// A signed notification, and the attempts to deliver it as Apple writes them.
  package struct Notification: Sendable {
    let jws: [UInt8]
    let sendAttempts: JSONValue?

    /// - Parameter sendAttempts: `nil` for those of the response.
    package init(_ jws: [UInt8], sendAttempts: JSONValue? = nil) {
      self.jws = jws
      self.sendAttempts = sendAttempts
    }
  }

  package init(_ response: APIResponse) { self.response = response }

  package var json: JSONValue {
    var response = response
    var json = JSONMembers()
    // The attempts stand with each notification there.
    let attempts = response.kind == .notifications ? response.sendAttempts : nil
    if response.kind == .notifications { response.sendAttempts = nil }
    json.add(of: response, response.kind == .error ? .apiError : .apiAnswer)
    if response.kind.namesApp { json.add(of: receipt, .apiAnswer) }
    switch response.kind {
    case .history, .refunds: json.add("signedTransactions", .array(transactions.map(\.json)))
    case .order:
      // An order that Apple does not know has none.
      if !transactions.isEmpty || response.status == 0 {
        json.add("signedTransactions", .array(transactions.map(\.json)))
      }
    case .statuses: json.add("data", groups)
    case .transaction:
      json.add("signedTransactionInfo", transactions.first?.json)
      json.add("signedRenewalInfo", renewals.first?.json)
    case .appTransaction:
      json.add("signedAppTransactionInfo", appTransaction.map { ReceiptString($0) })
    case .notifications:
      let elements = notifications.map { notification in
        var element = JSONMembers()
        element.add("signedPayload", ReceiptString(notification.jws))
        element.add("sendAttempts", notification.sendAttempts ?? attempts)
        return element.object
      }
      json.add("notificationHistory", .array(elements))
    case .testNotification:
      json.add("signedPayload", notifications.first.map { ReceiptString($0.jws) })
    case .groups where otherFields.isEmpty: json.add("groups", .array([]))
    case .renewalExtension, .seats, .groups, .error, .together: break
    }
    return json.object.adding(otherFields)
  }

  /// The states of subscriptions by their groups, each with what is signed of it.
  private var groups: JSONValue {
    var transactions = transactions
    var renewals = renewals
    var names: [ReceiptString?] = []
    var items: [ReceiptString?: [JSONValue]] = [:]
    for state in response.subscriptions {
      var item = JSONMembers()
      item.add(of: state, .apiAnswer)
      item.add("signedTransactionInfo", Self.take(state, from: &transactions))
      item.add("signedRenewalInfo", Self.take(state, from: &renewals))
      let name = state.subscriptionGroupIdentifier
      if items[name] == nil { names.append(name) }
      items[name, default: []].append(item.object)
    }
    return .array(
      names.map { name in
        var group = JSONMembers()
        group.add("subscriptionGroupIdentifier", name)
        group.add("lastTransactions", .array(items[name] ?? []))
        return group.object
      })
  }

  /// The first text about a subscription that is not used yet.
  private static func take(
    _ state: APIResponse.SubscriptionStatus, from texts: inout [SignedText]
  ) -> JSONValue? {
    guard
      let place = texts.firstIndex(where: {
        $0.originalTransactionID == state.originalTransactionID
      })
    else { return nil }
    return texts.remove(at: place).json
  }
}

extension APIResponse.Kind {
  /// Whether the response names the app beside the signed texts.
  package var namesApp: Bool { self == .history || self == .statuses }
}

extension APIResponse {
  /// The response with what one of its kind has, where a SPEC leaves it open.
  ///
  /// - Parameters:
  ///   - purchases: those that are in it.
  ///   - date: when Apple responds.
  package func completed(purchases: [InAppPurchase], at date: ReceiptDate) -> APIResponse {
    var response = self
    let milliseconds = String(date.millisecondsSince1970)
    let last = purchases.last
    switch kind {
    case .history, .refunds:
      response.hasMore = hasMore ?? false
      response.revision =
        revision ?? ReceiptString(milliseconds + "_" + (last?.transactionID?.description ?? "0"))
    case .order: response.status = status ?? (purchases.isEmpty ? 1 : 0)
    case .notifications:
      response.hasMore = hasMore ?? false
      response.sendAttempts = sendAttempts ?? Self.success(milliseconds)
    case .testNotification where testNotificationToken == nil:
      response.sendAttempts = sendAttempts ?? Self.success(milliseconds)
    case .renewalExtension where requestIdentifier == nil:
      response.originalTransactionID = originalTransactionID ?? last?.originalTransactionID
      response.webOrderLineItemID =
        webOrderLineItemID ?? last?.webOrderLineItemID.map { ReceiptString(String($0)) }
      response.success = success ?? true
      response.effectiveDate = effectiveDate ?? last?.expiresDate ?? date
    case .seats where seatClaimID == nil:
      let total = totalSeatCount ?? last?.quantity ?? 1
      response.totalSeatCount = total
      let claims = Int64(assignedSeatClaimIDs?.count ?? 0)
      response.availableSeatCount =
        availableSeatCount ?? (total > claims ? total - claims : 0)
    case .error:
      // TransactionIdNotFoundError
      response.errorCode = errorCode ?? 4_040_010
      response.errorMessage = errorMessage ?? ReceiptString("Transaction id not found.")
    case .statuses, .transaction, .appTransaction, .testNotification, .renewalExtension, .seats,
      .groups, .together:
      break
    }
    return response
  }

  /// One attempt to deliver a notification, which succeeded.
  private static func success(_ milliseconds: String) -> JSONValue {
    .array([
      .object([
        JSONValue.Member(name: "attemptDate", value: .number(milliseconds)),
        JSONValue.Member(name: "sendAttemptResult", value: .string("SUCCESS")),
      ])
    ])
  }
}

extension APIResponse.SubscriptionStatus {
  /// The state of the subscription whose newest period this is.
  package init(_ period: InAppPurchase, _ renewal: RenewalInfo?, at time: ReceiptDate) {
    typealias Status = SubscriptionStatus
    self.init()
    subscriptionGroupIdentifier =
      period.subscriptionGroupIdentifier ?? NotificationDefaults.group
    originalTransactionID = period.originalTransactionID
    if period.cancellationDate != nil {
      status = Status.revoked
    } else if let end = period.expiresDate, end > time {
      status = Status.active
    } else if let end = renewal?.gracePeriodExpiresDate, end > time {
      status = Status.gracePeriod
    } else {
      status = renewal?.isInBillingRetryPeriod == true ? Status.billingRetry : Status.expired
    }
  }
}

extension Receipt {
  /// The newest period of each subscription, in the order in which the receipt names the subscriptions.
  package var newestPeriods: [InAppPurchase] {
    var order: [ReceiptString?] = []
    var newest: [ReceiptString?: InAppPurchase] = [:]
    for purchase in inAppByPurchaseDate where purchase.expiresDate != nil {
      let chain = purchase.originalTransactionID
      if newest.updateValue(purchase, forKey: chain) == nil { order.append(chain) }
    }
    return order.compactMap { newest[$0] }
  }
}
