internal import ReceiptCore
internal import ReceiptInsight
internal import ReceiptMaking

/// An address of the stand-in's own, under `/stand-in`, with which a test moves the clock and makes things happen.
struct Control: Sendable {
  let method: String
  /// What follows `/stand-in/`; `{name}` is open.
  let path: String
  /// What it does, for the documentation.
  let meaning: String
  let answer: @Sendable (inout Store, ControlCall) throws(ControlFault) -> JSONValue

  init(
    _ method: String, _ path: String, _ meaning: String,
    _ answer: @escaping @Sendable (inout Store, ControlCall) throws(ControlFault) -> JSONValue
  ) {
    self.method = method
    self.path = path
    self.meaning = meaning
    self.answer = answer
  }

  /// The first segment of their paths. Apple has none like it.
  static let prefix = "stand-in"

  static let all: [Control] = [
    Control("GET", "clock", "what the clock shows") { store, _ in store.clockJSON },
    Control("POST", "clock", "moves the clock: `{\"now\": DATE}` or `{\"by\": \"P1M\"}`") {
      store, call throws(ControlFault) in try store.moveClock(call)
    },
    Control("GET", "key", "the key for tokens, if it is the test key that everyone has") {
      store, _ throws(ControlFault) in
      guard store.developer.isTestKey, let pem = try? TestDeveloperKey.pem else {
        throw ControlFault("the stand-in was started with another key")
      }
      return .object([
        .init(name: "keyId", value: .string(TestDeveloperKey.keyID)),
        .init(name: "issuer", value: .string(TestDeveloperKey.issuer)),
        .init(name: "privateKey", value: .string(pem)),
      ])
    },
    Control("GET", "roots", "the roots that everything is signed under, in PEM") {
      store, _ throws(ControlFault) in
      guard let roots = try? AuthorityFiles.rootsText(of: store.signer.authority) else {
        throw ControlFault("the roots could not be made")
      }
      return .object([.init(name: "roots", value: .string(roots))])
    },
    Control("GET", "customers", "the customers, their transactions and the states") { store, _ in
      .object([
        .init(
          name: "customers",
          value: .array(store.customers.map { $0.json(at: store.now) }))
      ])
    },
    Control("GET", "customers/{name}/receipt", "a new app receipt of a customer, in base64") {
      store, call throws(ControlFault) in
      let customer = try store.customer(named: call.parameter)
      guard let receipt = try? store.receipt(of: store.customers[customer]) else {
        throw ControlFault("the receipt could not be signed")
      }
      return .object([.init(name: "receipt-data", value: .string(Base64.encode(receipt)))])
    },
    Control("DELETE", "customers/{name}", "deletes the customer's account") {
      store, call throws(ControlFault) in
      store.customers[try store.customer(named: call.parameter)].isDeleted = true
      store.planNextStep()
      return .object([])
    },
    Control("POST", "refund", "refunds `transactionId`; `reason` is 0 or 1") {
      store, call throws(ControlFault) in
      let place = try store.transaction(call)
      guard store.purchase(place.customer, place.transaction).cancellationDate == nil else {
        throw ControlFault("this transaction was already refunded or replaced")
      }
      let reason = call.body["reason"]?.integer ?? 0
      guard (0...1).contains(reason) else { throw ControlFault("reason is 0 or 1") }
      store.refund(place.customer, place.transaction, reason: reason)
      return .object([])
    },
    Control("POST", "renewal", "turns `autoRenew` of the subscription of `transactionId` on or off")
    {
      store, call throws(ControlFault) in
      let place = try store.subscription(call)
      guard let isOn = call.body["autoRenew"]?.bool else {
        throw ControlFault("autoRenew is true or false")
      }
      store.setAutoRenew(isOn, place.customer, place.transaction)
      return .object([])
    },
    Control(
      "POST", "billing",
      "lets the next payment for `transactionId` fail, or pays what is owed: `fails`; `grace` such as `P16D`"
    ) { store, call throws(ControlFault) in
      let place = try store.subscription(call)
      guard let fails = call.body["fails"]?.bool else {
        throw ControlFault("fails is true or false")
      }
      var grace: Int64?
      if let text = call.body["grace"]?.string {
        guard let length = PeriodLength(text), fails else {
          throw ControlFault("grace is a duration such as P16D, and goes with fails: true")
        }
        grace = length.end(after: store.now).millisecondsSince1970 - store.now.millisecondsSince1970
      }
      store.setPayment(fails: fails, grace: grace, place.customer, place.transaction)
      return .object([])
    },
    Control(
      "POST", "notify",
      "sends a notification of any `notificationType` and `subtype`, about `transactionId` or the newest"
    ) { store, call throws(ControlFault) in try store.notify(call) },
  ]
}

/// A request to one of them.
struct ControlCall {
  /// The open part of the path.
  let parameter: String
  /// The body; an empty object without one.
  let body: JSONValue
  /// The real time.
  let now: ReceiptDate
}

/// Why it cannot be done.
struct ControlFault: Error {
  let message: String
  init(_ message: String) { self.message = message }
}

extension Store {
  /// Answers a request whose path begins with `/stand-in`.
  mutating func answerControl(_ request: StandInRequest, at real: ReceiptDate) -> StandInAnswer {
    let path = Array(request.path.dropFirst())
    for control in Control.all where control.method == request.method {
      guard let parameter = control.parameter(of: path) else { continue }
      let body = request.body.isEmpty ? JSONValue.object([]) : try? JSONValue(request.body)
      guard let body, body.members != nil else { return Self.fault("the body is no JSON object") }
      do throws(ControlFault) {
        let call = ControlCall(parameter: parameter, body: body, now: real)
        return StandInAnswer(try control.answer(&self, call))
      } catch {
        return Self.fault(error.message)
      }
    }
    return Self.fault("the stand-in has no such address", status: 404)
  }

  private static func fault(_ message: String, status: Int = 400) -> StandInAnswer {
    StandInAnswer(
      status: status, .object([JSONValue.Member(name: "error", value: .string(message))]))
  }

  // MARK: What they name

  fileprivate func customer(named name: String) throws(ControlFault) -> Int {
    guard let index = customers.firstIndex(where: { $0.name == name && !$0.isDeleted }) else {
      throw ControlFault("there is no customer of this name")
    }
    return index
  }

  fileprivate func transaction(
    _ call: ControlCall
  ) throws(ControlFault) -> (customer: Int, transaction: Int) {
    guard let id = call.body["transactionId"]?.string, let place = place(id),
      let transaction = place.transaction, !customers[place.customer].isDeleted
    else { throw ControlFault("transactionId names no transaction that is known here") }
    return (place.customer, transaction)
  }

  fileprivate func subscription(
    _ call: ControlCall
  ) throws(ControlFault) -> (customer: Int, transaction: Int) {
    let place = try transaction(call)
    let chain = purchase(place.customer, place.transaction).originalTransactionID
    guard let subscription = customers[place.customer].subscription(chain),
      customers[place.customer].subscriptions[subscription].phase != .ended
    else { throw ControlFault("this is no subscription, or it has ended") }
    return place
  }

  // MARK: What they do

  fileprivate var clockJSON: JSONValue {
    .object([.init(name: "now", value: .string(now.description))])
  }

  fileprivate mutating func moveClock(_ call: ControlCall) throws(ControlFault) -> JSONValue {
    let date: ReceiptDate
    if let text = call.body["now"]?.string {
      guard let said = ReceiptDate(dateOrDay: text) else {
        throw ControlFault("now is a date such as 2026-12-24T18:00:00Z")
      }
      date = said
    } else if let text = call.body["by"]?.string {
      guard let length = PeriodLength(text) else {
        throw ControlFault("by is a duration such as P1M, P3D or PT12H")
      }
      date = length.end(after: now)
    } else {
      throw ControlFault("the body is {\"now\": DATE} or {\"by\": \"P1M\"}")
    }
    guard moveClock(to: date, at: call.now) else {
      throw ControlFault("the clock shows \(now) and does not go back")
    }
    return clockJSON
  }

  fileprivate mutating func notify(_ call: ControlCall) throws(ControlFault) -> JSONValue {
    guard let type = call.body["notificationType"]?.string else {
      throw ControlFault("notificationType is missing")
    }
    let subtype = call.body["subtype"]?.string
    guard NotificationEvent.of(type: type, subtype: subtype) != nil else {
      throw ControlFault("Apple documents no such notification: receipt explain lists them")
    }
    var place: (customer: Int, transaction: Int)?
    if call.body["transactionId"] != nil { place = try transaction(call) }
    guard
      let customer = place?.customer ?? customers.indices.first(where: { !customers[$0].isDeleted })
    else { throw ControlFault("there is no customer") }
    let id = post(example(type, subtype, customer, place?.transaction))
    return .object([.init(name: "notificationUUID", value: .string(id.description))])
  }

  /// A notification that is sent though nothing happened, about a purchase that is made to fit.
  func example(
    _ type: String, _ subtype: String?, _ customer: Int, _ transaction: Int?
  ) -> Event {
    var event = Event(type, subtype, customer: customer, at: now)
    guard event.notification.isAboutPurchase else { return event }
    let defaults = NotificationDefaults(event.notification, sent: now)
    let owner = customers[customer]
    let wanted = defaults.purchase
    // The newest purchase of the same kind, if nothing else is asked for.
    let place =
      transaction
      ?? owner.transactions.indices.last {
        (owner.transactions[$0].purchase.expiresDate == nil) == (wanted.expiresDate == nil)
      }
    var purchase = place.map { owner.transactions[$0].purchase } ?? wanted.identified(in: owner)
    defaults.fit(&purchase)
    event.purchase = purchase
    if purchase.expiresDate != nil { event.renewal = defaults.renewal(of: purchase) }
    return event
  }
}

extension Control {
  /// The open part of a path, or an empty text where nothing is open; `nil` for another path.
  fileprivate func parameter(of path: [String]) -> String? {
    let segments = self.path.split(separator: "/").map(String.init)
    guard segments.count == path.count else { return nil }
    var parameter = ""
    for (segment, given) in zip(segments, path) {
      if segment.hasPrefix("{") { parameter = given } else if segment != given { return nil }
    }
    return parameter
  }
}

extension InAppPurchase {
  /// An example with the fields that every purchase has.
  fileprivate func identified(in customer: Customer) -> InAppPurchase {
    var app = customer.app
    app.inApp = [self]
    let completed = ReceiptDefaults(created: .distantPast, seed: Array(customer.name.utf8))
      .complete(app).completedForStoreKit()
    return completed.inApp.first ?? self
  }
}

extension Customer {
  /// What a test needs to know of a customer.
  fileprivate func json(at date: ReceiptDate) -> JSONValue {
    func text(_ name: String, _ value: ReceiptString?) -> JSONValue.Member {
      .init(name: name, value: value.map { .string($0.description) } ?? .null)
    }
    return .object([
      .init(name: "name", value: .string(name)),
      text("bundleId", app.bundleID),
      text("environment", app.environmentName),
      text("appTransactionId", appTransaction.appTransactionID),
      .init(
        name: "transactions",
        value: .array(
          transactions.map { transaction in
            let id = transaction.purchase.transactionID ?? ReceiptString("")
            return .object([
              text("transactionId", transaction.purchase.transactionID),
              text("originalTransactionId", transaction.purchase.originalTransactionID),
              text("productId", transaction.purchase.productID),
              .init(name: "orderId", value: .string(Endpoint.orderID(of: id))),
            ])
          })),
      .init(
        name: "subscriptions",
        value: .array(
          subscriptions.map { subscription in
            .object([
              text("originalTransactionId", subscription.chain),
              .init(
                name: "status",
                value: status(of: subscription, at: date).status.map { .number(String($0)) }
                  ?? .null),
              text(
                "expiresDate",
                period(of: subscription).expiresDate.map { ReceiptString($0.description) }),
            ])
          })),
    ])
  }
}
