internal import ReceiptCore
internal import ReceiptMaking

extension Control {
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
      let reason = call.body["reason"].map { $0.integer ?? -1 } ?? 0
      guard (0...1).contains(reason) else { throw ControlFault("reason is 0 or 1") }
      return store.telling { $0.refund(place.customer, place.transaction, reason: reason) }
    },
    Control("POST", "renewal", "turns `autoRenew` of the subscription of `transactionId` on or off")
    {
      store, call throws(ControlFault) in
      let place = try store.subscription(call)
      guard let isOn = call.body["autoRenew"]?.bool else {
        throw ControlFault("autoRenew is true or false")
      }
      return store.telling { $0.setAutoRenew(isOn, place.customer, place.transaction) }
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
      if let said = call.body["grace"] {
        let length = said.string.flatMap { PeriodLength($0) }.map { $0.end(after: store.now) }
        grace = length.map { $0.millisecondsSince1970 - store.now.millisecondsSince1970 }
        guard let grace, grace <= PeriodLength.longestGrace, fails else {
          throw ControlFault(
            "grace is a duration such as P16D, of 28 days at most, and goes with fails: true")
        }
      }
      return store.telling {
        $0.setPayment(fails: fails, grace: grace, place.customer, place.transaction)
      }
    },
    Control(
      "POST", "notify",
      "sends a notification of any `notificationType` and `subtype`, about `transactionId` or the newest"
    ) { store, call throws(ControlFault) in try store.notify(call) },
  ]
}
