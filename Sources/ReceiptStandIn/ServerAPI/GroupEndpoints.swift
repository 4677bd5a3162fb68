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

  /// The purchaser, and the people whom the developer named with their seats. They fit on one page.
  fileprivate func members(_ call: Call) throws(Refusal) -> Reply {
    guard Identifier.isUUID(call[0]) else { throw Refusal(.invalidGroupID) }
    if let limit = try call.value("limit", .invalidLimit) {
      guard let number = Int(limit), number > 0 else { throw Refusal(.invalidLimit) }
    }
    for customer in visible(to: call) {
      guard let group = ownGroups(customer).first(where: { $0.id == call[0] }) else { continue }
      let people =
        [customers[customer].appTransaction.appTransactionID?.text]
        + (seatClaims[group.subscription.chain] ?? []).map(\.appTransactionID)
      let members = people.compactMap(\.self).map { person in
        JSONValue.object([.init(name: "appTransactionId", value: .string(person))])
      }
      var template = APIResponseTemplate(APIResponse(.groups))
      template.otherFields = [
        .init(name: "members", value: .array(members)),
        .init(name: "hasMore", value: .bool(false)),
      ]
      return .template(template)
    }
    throw Refusal(.groupNotFound)
  }
}
