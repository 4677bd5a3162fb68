internal import ReceiptCore
internal import ReceiptInsight

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
}

extension Store {
  // MARK: What they name

  func customer(named name: String) throws(ControlFault) -> Int {
    guard let index = customers.firstIndex(where: { $0.name == name && !$0.isDeleted }) else {
      throw ControlFault("there is no customer of this name")
    }
    return index
  }

  func transaction(
    _ call: ControlCall
  ) throws(ControlFault) -> (customer: Int, transaction: Int) {
    guard let id = call.body["transactionId"]?.string, let place = place(id),
      let transaction = place.transaction, !customers[place.customer].isDeleted
    else { throw ControlFault("transactionId names no transaction that is known here") }
    return (place.customer, transaction)
  }

  func subscription(
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

  var clockJSON: JSONValue {
    .object([.init(name: "now", value: .string(now.description))])
  }

  mutating func moveClock(_ call: ControlCall) throws(ControlFault) -> JSONValue {
    let date: ReceiptDate
    guard call.body["now"] == nil || call.body["by"] == nil else {
      throw ControlFault("give now or by, not both")
    }
    if let text = call.body["now"]?.string {
      guard let said = ReceiptDate(dateOrDay: text) else {
        throw ControlFault("now is a date such as 2026-12-24T18:00:00Z")
      }
      date = said
    } else if let text = call.body["by"]?.string {
      guard let length = PeriodLength(text) else {
        throw ControlFault("by is a duration such as P1M, P1DT12H or PT12H")
      }
      date = length.end(after: now)
    } else {
      throw ControlFault("the body is {\"now\": DATE} or {\"by\": \"P1M\"}")
    }
    guard moveClock(to: date, at: call.now) else {
      throw ControlFault(
        "the clock shows \(now): it does not go back, nor beyond \(StoreClock.end), when the "
          + "certificates end")
    }
    return clockJSON
  }

  mutating func notify(_ call: ControlCall) throws(ControlFault) -> JSONValue {
    guard var type = call.body["notificationType"]?.string else {
      throw ControlFault("notificationType is missing")
    }
    let said = call.body["subtype"]
    var subtype = said?.string
    guard said == nil || said == .null || subtype != nil else {
      throw ControlFault("subtype is a text")
    }
    if subtype == nil, let probable = NotificationEvent.probableType(ofSubtype: type) {
      (type, subtype) = (probable, type)
    }
    guard NotificationEvent.of(type: type, subtype: subtype) != nil else {
      throw ControlFault("Apple documents no such notification: receipt explain lists them")
    }
    var place: (customer: Int, transaction: Int)?
    if call.body["transactionId"] != nil { place = try transaction(call) }
    guard let customer = place?.customer ?? customer(for: type, subtype) else {
      throw ControlFault("there is no customer")
    }
    let event = example(type, subtype, customer, place?.transaction)
    return telling { $0.post(event) }
  }

  /// Does something, and says which notification tells of it.
  mutating func telling(_ act: (inout Store) -> Void) -> JSONValue {
    let count = outbox.count
    act(&self)
    guard outbox.count > count, let id = outbox.notices.last?.id else { return .object([]) }
    return .object([.init(name: "notificationUUID", value: .string(id.description))])
  }
}
