internal import ReceiptCore
internal import ReceiptInsight
internal import ReceiptMaking

/// Everything that Apple's servers know.
struct Store: Sendable {
  let signer: Signer
  /// Whose tokens are accepted.
  let developer: DeveloperKey
  private(set) var clock: StoreClock
  /// What the clock shows for the present request.
  private(set) var now: ReceiptDate
  var customers: [Customer] = []
  var outbox = Outbox()
  var messaging = Messaging()
  var massExtensions: [MassExtension] = []
  /// The claims of seats by the original transaction id of the subscription.
  var seatClaims: [ReceiptString: [SeatClaim]] = [:]
  let hasNotificationURL: Bool
  /// What the identifiers of transactions and of customers mean.
  private var places: [ReceiptString: Place] = [:]
  /// When something happens by itself, at the earliest.
  private var nextStep = ReceiptDate.distantPast
  /// What happened before the start was sent then.
  private var isOpen = false

  /// What an identifier names.
  struct Place: Sendable {
    let customer: Int
    /// `nil` for the customer's copy of the app, and for a subscription whose first transaction is unknown.
    let transaction: Int?
  }

  /// - Throws: `ReceiptError` for scenarios that do not fit together.
  init(
    _ scenarios: [StandInScenario], _ signer: Signer, _ developer: DeveloperKey,
    _ clock: StoreClock, at now: ReceiptDate, hasNotificationURL: Bool
  ) throws(ReceiptError) {
    self.signer = signer
    self.developer = developer
    self.clock = clock
    self.now = clock.date(at: now)
    self.hasNotificationURL = hasNotificationURL
    // Receipts have no milliseconds.
    let start = ReceiptDate(
      millisecondsSince1970: self.now.millisecondsSince1970 / 1000 * 1000)
    for scenario in scenarios { try add(Customer(scenario, start: start)) }
    pass(until: self.now)
    isOpen = true
  }

  private mutating func add(_ customer: Customer) throws(ReceiptError) {
    let index = customers.count
    for (place, transaction) in customer.transactions.enumerated() {
      guard let id = transaction.purchase.transactionID else { continue }
      if let other = places[id] {
        let names = (customers + [customer]).map(\.name)
        throw ReceiptError(
          .invalidScenario,
          "\(names[other.customer]) and \(customer.name) have the same transaction \(id)",
          hint: "leave transaction_id away, or give each its own")
      }
      places[id] = Place(customer: index, transaction: place)
    }
    customers.append(customer)
    // One that is no transaction of its own.
    for id in customer.subscriptions.map(\.chain)
      + [customer.appTransaction.appTransactionID]
      .compactMap(\.self) where places[id] == nil
    {
      places[id] = Place(customer: index, transaction: nil)
    }
  }

  func place(_ id: String) -> Place? { places[ReceiptString(id)] }

  /// An identifier that follows from a name, so that the same requests give the same answers.
  func uuid(for name: String) -> String {
    var numbers = SeededNumbers(Array(name.utf8), "identifier")
    return numbers.uuid()
  }

  // MARK: Time

  /// Lets the time pass until a real time.
  mutating func catchUp(at real: ReceiptDate) {
    now = max(now, clock.date(at: real))
    pass(until: now)
  }

  /// Sets the clock forward.
  ///
  /// - Returns: whether the date is not in its past.
  mutating func moveClock(to date: ReceiptDate, at real: ReceiptDate) -> Bool {
    guard clock.move(to: date, at: real) else { return false }
    catchUp(at: real)
    return true
  }

  /// Lets happen what is due, in the order of the dates.
  private mutating func pass(until date: ReceiptDate) {
    guard nextStep <= date else { return }
    var events: [Event] = []
    for customer in customers.indices {
      while let next = nextStep(of: customer), next.step.date <= date {
        events.append(take(next.step, customer, next.subscription))
      }
    }
    let order = events.indices.sorted { (events[$0].date, $0) < (events[$1].date, $1) }
    for index in order { post(events[index]) }
    planNextStep()
  }

  /// The first thing that happens to a subscription of a customer.
  private func nextStep(of customer: Int) -> (subscription: Int, step: SubscriptionStep)? {
    let customer = customers[customer]
    guard !customer.isDeleted else { return nil }
    return customer.subscriptions.indices.compactMap { place in
      let subscription = customer.subscriptions[place]
      return subscription.nextStep(customer.period(of: subscription)).map { (place, $0) }
    }.min { $0.1.date < $1.1.date }
  }

  /// Looks again for what happens next, because something was changed.
  mutating func planNextStep() {
    nextStep = .distantFuture
    for customer in customers.indices {
      guard let date = nextStep(of: customer)?.step.date else { continue }
      nextStep = min(nextStep, date)
    }
  }

  // MARK: Transactions

  /// Adds a transaction with a new id.
  ///
  /// - Returns: its place.
  mutating func add(_ purchase: InAppPurchase, to customer: Int, at date: ReceiptDate) -> Int {
    var purchase = purchase
    let environment = customers[customer].environment
    var id: ReceiptString
    var number = places.count
    repeat {
      number += 1
      var numbers = SeededNumbers(Array(customers[customer].name.utf8), "transaction \(number)")
      id = ReceiptString(ReceiptDefaults.transactionID(environment, number, &numbers))
      purchase.webOrderLineItemID = ReceiptDefaults.webOrderLineItemID(environment, &numbers)
    } while places[id] != nil
    purchase.transactionID = id
    let place = customers[customer].add(purchase, at: date)
    places[id] = Place(customer: customer, transaction: place)
    return place
  }

  // MARK: Notifications

  /// Something that the App Store sends a notification about.
  struct Event: Sendable {
    let date: ReceiptDate
    var notification: ServerNotification
    /// Whom it is about, or a customer of the app.
    let customer: Int
    var purchase: InAppPurchase?
    var renewal: RenewalInfo?

    init(
      _ type: String, _ subtype: String? = nil, customer: Int, at date: ReceiptDate
    ) {
      self.date = date
      self.customer = customer
      notification = ServerNotification()
      notification.notificationType = ReceiptString(type)
      notification.subtype = subtype.map { ReceiptString($0) }
    }
  }

  /// An event about a transaction as it is now.
  func event(
    _ type: String, _ subtype: String? = nil, of customer: Int, _ transaction: Int,
    at date: ReceiptDate
  ) -> Event {
    var event = Event(type, subtype, customer: customer, at: date)
    let owner = customers[customer]
    event.purchase = owner.transactions[transaction].purchase
    if let place = owner.subscription(event.purchase?.originalTransactionID) {
      let subscription = owner.subscriptions[place]
      event.renewal = subscription.renewal
      event.notification.status = owner.status(of: subscription, at: date).status
    }
    return event
  }

  /// Writes a notification, which is sent as soon as possible.
  ///
  /// - Returns: its id.
  @discardableResult
  mutating func post(_ event: Event) -> ReceiptString {
    let customer = customers[event.customer]
    var notification = event.notification
    // Those of another run may meet the same server, which passes over an id that it knows.
    let name = [notification.notificationType, notification.subtype].compactMap(\.self)
      .map(\.description).joined(separator: "/")
    var numbers = SeededNumbers(
      Array(customer.name.utf8), "notification \(outbox.count) \(name) \(event.date)")
    NotificationDefaults(notification, sent: event.date).complete(
      &notification, of: customer.app, hasSubscription: event.renewal != nil, &numbers)
    let id = notification.notificationUUID ?? ReceiptString(numbers.uuid())
    let carrier = notification.carrier
    outbox.add(
      Notice(
        id: id, date: event.date, notification: notification, customer: event.customer,
        app: customer.named(
          needsItemID: carrier == .appData || carrier == .externalPurchaseToken,
          hasVersion: carrier == .data),
        purchase: event.purchase, renewal: event.renewal,
        appTransaction: carrier == .appData ? customer.appTransaction : nil,
        nextTry: isOpen && hasNotificationURL ? event.date : nil))
    return id
  }
}
