internal import ReceiptCore

/// Whether a customer used the introductory offer of each subscription group. Apple gives one in each group (Apple,
/// "Set up introductory offers for auto-renewable subscriptions").
struct IntroductoryOffers {
  let groups: [Group]

  struct Group {
    /// The group's name, if the settings have one.
    let name: String?
    let products: [ReceiptString]
    /// The first use.
    let used: InAppPurchase?
  }

  /// A customer who has a subscription of the group cannot use its offer.
  init(_ situation: Situation, _ judgement: Judgement) {
    let history = judgement.history
    let running = Set(
      judgement.holdings.filter { $0.isHeld || $0.code == .billingRetry }.map(\.productID))
    // One transaction, or the newest of each subscription, does not show whether another used the offer.
    let isPart = situation.isSingle || situation.part != nil
    var order: [String] = []
    var names: [String: String] = [:]
    var products: [String: [ReceiptString]] = [:]
    var seen: [String: Set<ReceiptString>] = [:]
    var used: [String: InAppPurchase] = [:]
    /// Groups of which a later period, and of which a first one is listed.
    var isContinued: Set<String> = []
    var isWhole: Set<String> = []
    /// Groups with an entry of a response from which the fields about offers were taken out: Apple sends them always.
    var isSilent: Set<String> = []
    let isResponse = situation.decoded.form.isAroundReceipt
    let known = KnownGroups(history)
    for record in history.records {
      // The offer of what a family member pays for is theirs.
      guard let product = record.productID, record.expiresDate != nil, !record.isFamilyShared,
        record.purchaseDate.map({ $0 <= situation.now }) ?? false
      else { continue }
      let configured = situation.settings.group(of: product)
      let group = configured ?? known.group(of: record)?.description
      // Without a group, products of one subscription belong together.
      let key =
        group ?? record.originalTransactionID.map { "transaction \($0)" } ?? "product \(product)"
      if products[key] == nil { order.append(key) }
      if seen[key, default: []].insert(product).inserted {
        products[key, default: []].append(product)
      }
      // The number of a group says nothing to people.
      names[key] = configured
      // Periods before the first that is listed may have used the offer.
      let isOther = record.originalTransactionID.map { $0 != record.transactionID } ?? false
      let isLater =
        if let first = record.originalPurchaseDate, let start = record.purchaseDate {
          isOther ? start != first : start.since(first) > Withdrawal.tolerance
        } else {
          isOther
        }
      if isLater {
        isContinued.insert(key)
      } else {
        isWhole.insert(key)
      }
      if isResponse, record.isTrialPeriod == nil, record.isInIntroOfferPeriod == nil {
        isSilent.insert(key)
      }
      // A code is not an introductory offer, even if it gives a period without a price.
      if used[key] == nil, record.offerCodeRefName == nil,
        record.isTrialPeriod == true || record.isIntroductory
      {
        used[key] = record
      }
    }
    groups = order.prefix(Judgement.maximumProducts).compactMap { key in
      let isRunning = !(seen[key]?.isDisjoint(with: running) ?? true)
      guard
        used[key] != nil
          || !isPart && !isRunning && !isSilent.contains(key)
            && (isWhole.contains(key) || !isContinued.contains(key))
      else { return nil }
      return Group(name: names[key], products: products[key] ?? [], used: used[key])
    }
  }
}

/// The groups that some records name. Of several sources, only some name them.
private struct KnownGroups {
  private var ofProduct: [ReceiptString: ReceiptString] = [:]
  private var ofChain: [ReceiptString: ReceiptString] = [:]

  init(_ history: PurchaseHistory) {
    for record in history.records {
      guard let group = record.subscriptionGroupIdentifier else { continue }
      if let product = record.productID { ofProduct[product] = group }
      if let original = record.originalTransactionID { ofChain[original] = group }
    }
  }

  func group(of record: InAppPurchase) -> ReceiptString? {
    record.subscriptionGroupIdentifier ?? record.originalTransactionID.flatMap { ofChain[$0] }
      ?? record.productID.flatMap { ofProduct[$0] }
  }
}
