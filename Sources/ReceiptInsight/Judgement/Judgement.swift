internal import ReceiptCore

/// What is known of a receipt and its purchases at a time.
struct Judgement {
  let situation: Situation
  let genuineness: Genuineness
  /// The products: what is held comes first, then the order of purchase.
  let holdings: [Holding]
  /// The number of further products.
  let omittedProducts: Int
  /// The purchases as they were at that time.
  let history: PurchaseHistory

  /// The largest number of products that are shown. A hostile receipt could have thousands.
  static let maximumProducts = 50

  init(_ situation: Situation, maximum: Int = maximumProducts) {
    self.situation = situation
    genuineness = Genuineness(situation)
    var order: [ReceiptString] = []
    var seen: Set<ReceiptString> = []
    for product in situation.history.records.compactMap(\.productID)
    where seen.insert(product).inserted { order.append(product) }
    history = situation.account.history(of: situation.party)
    let isPartlySigned = genuineness.isPartlySigned
    let isClaim = !genuineness.isTold && !isPartlySigned
    let isForeign = genuineness.code == .otherApp
    let all = order.prefix(maximum).compactMap { product in
      situation.account.holding(of: product, party: situation.party).map { found in
        var holding = found
        // An unsigned holding of another app, or of a text that is not whole, is only a claim.
        holding.isClaimed =
          isClaim || (isForeign || isPartlySigned) && found.certainty == .unsigned
        // The one who claims it may have taken a signed text along.
        if holding.isClaimed { holding.certainty = .unsigned }
        return holding
      }
    }
    holdings = all.filter(\.isHeld) + all.filter { !$0.isHeld }
    omittedProducts = order.count - all.count
  }

  /// Whether another product that is held unlocks the same.
  func isCovered(_ holding: Holding) -> Bool {
    let unlocks = Set(situation.settings.unlocks(holding.productID))
    guard !unlocks.isEmpty else { return false }
    return holdings.contains {
      $0.isHeld && !unlocks.isDisjoint(with: situation.settings.unlocks($0.productID))
    }
  }

  /// Whether Apple answered that it has ended, and no signature says otherwise.
  func isDisputed(_ holding: Holding) -> Bool {
    !holding.certainty.isSigned && disagreement(holding) == VerifyReceiptStatus.expired
  }

  /// The status beside signed texts or beside a period, if it says something else of access than they do.
  func disagreement(_ holding: Holding) -> Int64? {
    if situation.isAnsweredExpired, [.active, .grace].contains(holding.code) {
      return VerifyReceiptStatus.expired
    }
    guard situation.decoded.form.isAroundSignedTexts,
      case let party = situation.account.parties[situation.party],
      let status = party.status(of: holding.record),
      !party.isStatusSigned(of: holding.record)
    else { return nil }
    // The status agrees if it speaks of a grace period that has passed.
    if status == SubscriptionStatus.gracePeriod,
      let grace = situation.renewal(of: holding)?.gracePeriodExpiresDate,
      grace <= situation.now
    {
      return nil
    }
    let isActive =
      status == SubscriptionStatus.active || status == SubscriptionStatus.gracePeriod
    guard isActive != holding.isHeld, holding.code != .unknown, holding.code != .notYet else {
      return nil
    }
    return status
  }
}

/// The products of some holdings.
func names(_ holdings: [Holding]) -> [ReceiptString] { holdings.map(\.productID) }
