internal import ReceiptCore
internal import ReceiptMaking

extension Endpoint {
  private static let seats = "/groups/v1/transactions/{transactionId}/seats"

  /// Multiseat purchases. They are in the sandbox only.
  static let groups: [Endpoint] = [
    Endpoint("GET", "/groups/v1/currentGroups/{transactionId}", "Get Customer Groups") {
      store, call throws(Refusal) in try store.groups(call)
    },
    Endpoint("GET", "/groups/v1/group/{groupId}", "Get Group Members") {
      store, call throws(Refusal) in try store.members(call)
    },
    Endpoint("GET", seats, "Get Seat Info") { store, call throws(Refusal) in
      let subscription = try store.group(call)
      let seats = store.seats(subscription)
      let claims = store.seatClaims[subscription.chain] ?? []
      var response = APIResponse(.seats)
      response.totalSeatCount = seats
      response.availableSeatCount = max(seats - Int64(claims.count), 0)
      response.assignedSeatClaimIDs = claims.map { ReceiptString($0.id) }
      var template = APIResponseTemplate(response)
      // The list is there without a claim too.
      template.otherFields = [.init(name: "assignedSeatClaimIds", value: .array([]))]
      return .template(template)
    },
    Endpoint("POST", seats, "Claim Seat") { store, call throws(Refusal) in
      try store.claimSeat(call)
    },
    Endpoint("POST", seats + "/{seatClaimId}/associate", "Associate Seat") {
      store, call throws(Refusal) in
      guard let person = try call.object()["appTransactionId"]?.string, !person.isEmpty else {
        throw Refusal(.generalBadRequest)
      }
      try store.changeClaims(call) { $0[$1].appTransactionID = person }
      return .done(200)
    },
    Endpoint("DELETE", seats + "/{seatClaimId}", "Unclaim Seat") { store, call throws(Refusal) in
      try store.changeClaims(call) { $0.remove(at: $1) }
      return .done(200)
    },
  ]
}

extension Store {
  /// A multiseat subscription of a customer.
  fileprivate struct GroupSubscription {
    let chain: ReceiptString
    let customer: Int
    let newest: InAppPurchase
  }

  /// The subscription of a request about seats. The developer must give them out.
  fileprivate func group(_ call: Call) throws(Refusal) -> GroupSubscription {
    let place = try transaction(call[0], call)
    let newest = purchase(
      place.customer, newestOfSubscription(place.customer, place.transaction))
    guard let chain = newest.originalTransactionID, newest.expiresDate.map({ $0 > now }) == true,
      newest.invitationManagement?.text == "DEVELOPER"
    else { throw Refusal(.notDeveloperManaged) }
    return GroupSubscription(chain: chain, customer: place.customer, newest: newest)
  }

  /// The seats of the present period: those of all its transactions, without what was refunded.
  fileprivate func seats(_ group: GroupSubscription) -> Int64 {
    customers[group.customer].transactions.map(\.purchase).filter {
      $0.originalTransactionID == group.chain && $0.expiresDate == group.newest.expiresDate
        && $0.cancellationDate == nil
    }.reduce(0) { sum, purchase in
      let bought = Self.limited(purchase.quantity ?? 1)
      return sum + max(bought - Self.limited(purchase.revokedSeatQuantity ?? 0), 0)
    }
  }

  fileprivate mutating func claimSeat(_ call: Call) throws(Refusal) -> Reply {
    let group = try group(call)
    let body = try call.object()
    guard let identifier = body["requestIdentifier"]?.string, Identifier.isUUID(identifier) else {
      throw Refusal(.invalidRequestIdentifier)
    }
    var claims = seatClaims[group.chain] ?? []
    var claim = claims.first { $0.requestIdentifier == identifier }
    if claim == nil {
      guard Int64(claims.count) < min(seats(group), Self.maximumSeats) else {
        throw Refusal(.noAvailableSeats)
      }
      let new = SeatClaim(
        id: uuid(for: "seat \(group.chain) \(identifier)"), requestIdentifier: identifier,
        appTransactionID: body["appTransactionId"]?.string)
      claims.append(new)
      seatClaims[group.chain] = claims
      claim = new
    }
    var response = APIResponse(.seats)
    response.seatClaimID = claim.map { ReceiptString($0.id) }
    return .response(response)
  }

  /// A scenario may say any number of seats.
  private static let maximumSeats: Int64 = 10_000

  private static func limited(_ seats: Int64) -> Int64 { min(max(seats, 0), maximumSeats) }

  /// Changes the claims of a subscription at the one that a request names.
  fileprivate mutating func changeClaims(
    _ call: Call, _ change: (inout [SeatClaim], Int) -> Void
  ) throws(Refusal) {
    let group = try group(call)
    var claims = seatClaims[group.chain] ?? []
    guard let place = claims.firstIndex(where: { $0.id == call[1] }) else {
      throw Refusal(.seatClaimNotFound)
    }
    change(&claims, place)
    seatClaims[group.chain] = claims
  }

  // MARK: Groups

  /// The groups of a customer who bought seats, by their identifiers.
  private func ownGroups(_ customer: Int) -> [(id: String, subscription: Subscription)] {
    let owner = customers[customer]
    return owner.subscriptions.filter { subscription in
      let period = owner.period(of: subscription)
      return period.invitationManagement != nil && period.expiresDate.map { $0 > now } == true
    }.map { (uuid(for: "group \($0.chain)"), $0) }
  }

  fileprivate func groups(_ call: Call) throws(Refusal) -> Reply {
    let groups = ownGroups(try customer(call[0], call)).map { group in
      JSONValue.object([
        .init(name: "groupId", value: .string(group.id)),
        .init(name: "groupType", value: .string("CONSUMER")),
      ])
    }
    var template = APIResponseTemplate(APIResponse(.groups))
    template.otherFields = [.init(name: "groups", value: .array(groups))]
    return .template(template)
  }

  /// A page of the purchaser, and of the people whom the developer named with their seats.
  fileprivate func members(_ call: Call) throws(Refusal) -> Reply {
    guard Identifier.isUUID(call[0]) else { throw Refusal(.invalidGroupID) }
    let limit = try memberLimit(call)
    for customer in visible(to: call) {
      guard let group = ownGroups(customer).first(where: { $0.id == call[0] }) else { continue }
      let all = people(of: group.subscription, id: group.id, customer)
      let rest = all[try firstMember(of: all, call)...]
      let page = rest.prefix(limit)
      let members = page.map {
        JSONValue.object([.init(name: "appTransactionId", value: .string($0.appTransactionID))])
      }
      let hasMore = rest.count > page.count
      var response = APIResponse(.groups)
      response.hasMore = hasMore
      response.paginationToken = hasMore ? page.last.map { ReceiptString($0.place) } : nil
      var template = APIResponseTemplate(response)
      template.otherFields = [.init(name: "members", value: .array(members))]
      return .template(template)
    }
    throw Refusal(.groupNotFound)
  }

  /// The most people on a page, by Apple's documentation of `limit`. So many are on one without a limit too.
  private static let mostMembers = 100

  private func memberLimit(_ call: Call) throws(Refusal) -> Int {
    guard let text = try call.value("limit", .invalidLimit) else { return Self.mostMembers }
    guard let limit = Int(text), (1...Self.mostMembers).contains(limit) else {
      throw Refusal(.invalidLimit)
    }
    return limit
  }

  /// A person in a group, and the id of the group or seat by which a page finds them again.
  private typealias Member = (place: String, appTransactionID: String)

  private func people(of subscription: Subscription, id: String, _ customer: Int) -> [Member] {
    var people: [Member] = []
    if let purchaser = customers[customer].appTransaction.appTransactionID?.text {
      people.append((id, purchaser))
    }
    for claim in seatClaims[subscription.chain] ?? [] {
      if let person = claim.appTransactionID { people.append((claim.id, person)) }
    }
    return people
  }

  /// The place of the first member of a page. A token is the place of the last one before.
  private func firstMember(of all: [Member], _ call: Call) throws(Refusal) -> Int {
    guard let token = try call.value("paginationToken", .invalidPaginationToken) else { return 0 }
    guard Identifier.isUUID(token) else { throw Refusal(.invalidPaginationToken) }
    guard let place = all.firstIndex(where: { $0.place == token }) else {
      throw Refusal(.paginationTokenExpired)
    }
    return place + 1
  }
}
