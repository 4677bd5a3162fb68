internal import ReceiptCore
internal import ReceiptMaking

extension Endpoint {
  /// The states of subscriptions, and their extension.
  static let subscriptions: [Endpoint] = [
    Endpoint(
      "POST", "/inApps/v1/subscriptions/extend/mass",
      "Extend Subscription Renewal Dates for All Active Subscribers"
    ) {
      store, call throws(Refusal) in try store.extendAll(call)
    },
    Endpoint(
      "GET", "/inApps/v1/subscriptions/extend/mass/{productId}/{requestIdentifier}",
      "Get Status of Subscription Renewal Date Extensions"
    ) { store, call throws(Refusal) in try store.statusOfExtensions(call) },
    Endpoint(
      "PUT", "/inApps/v1/subscriptions/extend/{originalTransactionId}",
      "Extend a Subscription Renewal Date"
    ) { store, call throws(Refusal) in try store.extendOne(call) },
    Endpoint(
      "GET", "/inApps/v1/subscriptions/{transactionId}", "Get All Subscription Statuses"
    ) { store, call throws(Refusal) in try store.statuses(call) },
  ]
}

extension Store {
  /// The numbers of the states (Apple, "status").
  private static let knownStatuses = (1...5).map(String.init)

  fileprivate func statuses(_ call: Call) throws(Refusal) -> Reply {
    let customer = try customer(call[0], call)
    let wanted = try call.values("status", among: Self.knownStatuses, .invalidStatus)
    let owner = customers[customer]
    var template = APIResponseTemplate(APIResponse(.statuses))
    template.receipt = owner.named()
    for subscription in owner.subscriptions {
      let state = owner.status(of: subscription, at: now)
      guard wanted.isEmpty || state.status.map({ wanted.contains(String($0)) }) == true else {
        continue
      }
      template.response.subscriptions.append(state)
      template.transactions.append(try signed(owner.period(of: subscription), of: customer))
      template.renewals.append(try signed(subscription.renewal, of: customer))
    }
    return .template(template)
  }

  // MARK: Extensions

  /// The most days of one extension (Apple, "extendByDays").
  private static let maximumDays: Int64 = 90
  /// How often a subscription may be extended in a year.
  private static let maximumExtensions = 2
  private static let year: Int64 = 365 * PeriodLength.day
  private static let knownReasons: ClosedRange<Int64> = 0...3
  private static let longestIdentifier = 128
  /// How many requests for all subscribers are remembered.
  private static let maximumMassExtensions = 1000

  /// The days of a request for an extension.
  private static func days(_ body: JSONValue) throws(Refusal) -> Int64 {
    guard let days = body["extendByDays"]?.integer, days > 0, days <= maximumDays else {
      throw Refusal(.invalidExtendByDays)
    }
    guard let reason = body["extendReasonCode"]?.integer, knownReasons.contains(reason) else {
      throw Refusal(.invalidExtendReason)
    }
    return days
  }

  /// Why a subscription cannot be extended now; `nil` if it can.
  private func obstacle(_ customer: Int, _ place: Int) -> Refusal? {
    let owner = customers[customer]
    let subscription = owner.subscriptions[place]
    let period = owner.period(of: subscription)
    if period.isFamilyShared { return Refusal(.familyExtension) }
    if period.isAssigned { return Refusal(.assignedExtension) }
    guard
      owner.status(of: subscription, at: now).status == SubscriptionStatus.active
    else { return Refusal(.extensionIneligible) }
    let recent = subscription.extensions.filter {
      now.millisecondsSince1970 - $0.millisecondsSince1970 < Self.year
    }
    return recent.count < Self.maximumExtensions ? nil : Refusal(.maxExtension)
  }

  fileprivate mutating func extendOne(_ call: Call) throws(Refusal) -> Reply {
    let place = try original(
      call[0], call, malformed: .invalidOriginalTransactionID, unknown: .originalNotFound)
    let body = try call.object()
    let days = try Self.days(body)
    guard let identifier = body["requestIdentifier"]?.string, !identifier.isEmpty,
      identifier.utf8.count <= Self.longestIdentifier
    else { throw Refusal(.invalidRequestIdentifier) }
    guard let subscription = customers[place.customer].subscription(ReceiptString(call[0])) else {
      throw Refusal(.originalNotFound)
    }
    if let obstacle = obstacle(place.customer, subscription) { throw obstacle }
    extend(place.customer, subscription, days: days)
    let period = customers[place.customer].period(
      of: customers[place.customer].subscriptions[subscription])
    return .response(APIResponse(.renewalExtension).completed(purchases: [period], at: now))
  }

  fileprivate mutating func extendAll(_ call: Call) throws(Refusal) -> Reply {
    let body = try call.object()
    let days = try Self.days(body)
    guard let identifier = body["requestIdentifier"]?.string, Identifier.isUUID(identifier) else {
      throw Refusal(.invalidRequestIdentifier)
    }
    guard let product = body["productId"]?.string, !product.isEmpty else {
      throw Refusal(.invalidProductID)
    }
    let storefronts = try Self.storefronts(body["storefrontCountryCodes"])
    var (succeeded, failed): (Int64, Int64) = (0, 0)
    for customer in visible(to: call) {
      for place in customers[customer].subscriptions.indices {
        let subscription = customers[customer].subscriptions[place]
        let period = customers[customer].period(of: subscription)
        guard period.productID == ReceiptString(product),
          storefronts.map({ period.storefront.map($0.contains) ?? false }) ?? true,
          subscription.phase == .running
        else { continue }
        if obstacle(customer, place) == nil {
          succeeded += 1
          extend(customer, place, days: days)
        } else {
          failed += 1
          post(event("RENEWAL_EXTENSION", "FAILURE", of: customer, subscription.newest, at: now))
        }
      }
    }
    if massExtensions.count == Self.maximumMassExtensions { massExtensions.removeFirst() }
    massExtensions.append(
      MassExtension(
        requestIdentifier: identifier, productID: product, bundleID: call.bundleID, date: now,
        succeeded: succeeded, failed: failed))
    if let customer = visible(to: call).first {
      var event = Event("RENEWAL_EXTENSION", "SUMMARY", customer: customer, at: now)
      event.notification.requestIdentifier = ReceiptString(identifier)
      event.notification.productID = ReceiptString(product)
      event.notification.storefrontCountryCodes = storefronts
      event.notification.succeededCount = succeeded
      event.notification.failedCount = failed
      post(event)
    }
    var response = APIResponse(.renewalExtension)
    response.requestIdentifier = ReceiptString(identifier)
    return .response(response)
  }

  /// The countries that a request names; `nil` for all.
  private static func storefronts(_ value: JSONValue?) throws(Refusal) -> [ReceiptString]? {
    guard let value else { return nil }
    if case .null = value { return nil }
    guard let codes = value.elements?.map(\.string) else { throw Refusal(.invalidStorefront) }
    guard !codes.isEmpty else { throw Refusal(.emptyStorefronts) }
    var storefronts: [ReceiptString] = []
    for code in codes {
      // ISO 3166-1 alpha-3
      guard let code, code.utf8.count == 3,
        code.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
      else { throw Refusal(.invalidStorefront) }
      storefronts.append(ReceiptString(code))
    }
    return storefronts
  }

  fileprivate func statusOfExtensions(_ call: Call) throws(Refusal) -> Reply {
    guard Identifier.isUUID(call[1]) else { throw Refusal(.invalidRequestIdentifier) }
    guard
      let done = massExtensions.last(where: {
        $0.productID == call[0] && $0.requestIdentifier == call[1] && $0.bundleID == call.bundleID
      })
    else { throw Refusal(.statusRequestNotFound) }
    var response = APIResponse(.renewalExtension)
    response.requestIdentifier = ReceiptString(done.requestIdentifier)
    response.complete = true
    response.completeDate = done.date
    response.succeededCount = done.succeeded
    response.failedCount = done.failed
    return .response(response)
  }
}
