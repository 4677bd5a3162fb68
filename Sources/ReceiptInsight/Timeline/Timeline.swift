package import ReceiptCore

/// Purchases and how long they ran, as one track for each product.
package struct Timeline: Sendable {
  /// The tracks, sorted by their beginning.
  package let tracks: [Track]
  /// The number of further products, which have no track.
  package let omittedProducts: Int
  /// The number of purchases without a date or a product.
  package let undated: Int
  /// From the first beginning to the last end. Of a period without an end, the beginning counts. `nil` if all
  /// tracks are empty.
  package let span: ClosedRange<ReceiptDate>?

  /// The largest number of tracks. A hostile receipt could have thousands of products.
  package static let maximumTracks = 50

  /// All purchases of one product.
  package struct Track: Sendable {
    package let productID: ReceiptString
    /// The customer whose purchases they are, from 1 on, if there are several.
    package let customer: Int?
    /// Consecutive periods of the same kind, and the gaps between them.
    package let stretches: [Stretch]
    /// Non-consumables and consumables: they have a day, but no end.
    package let purchases: [Purchase]
  }

  /// A time during which a subscription was in one state.
  package struct Stretch: Sendable {
    package let kind: Kind
    package let start: ReceiptDate
    /// The end, as in the receipt: it may be before the start. `nil` if it never ends.
    public fileprivate(set) var end: ReceiptDate?
    /// The records of its periods; empty for a gap.
    public fileprivate(set) var records: [InAppPurchase]
    /// The product that replaced it.
    package var replacement: ReceiptString?

    /// Whether another person pays for it.
    package var isFamilyShared: Bool { records.contains(where: \.isFamilyShared) }
  }

  package enum Kind: String, Sendable, CaseIterable {
    case trial
    /// At the introductory price.
    case intro
    /// With a promotional offer or an offer code. The price is not known.
    case offer
    /// At the regular price. In the sandbox, no one pays.
    case paid
    /// The payment failed, but the app stays unlocked for some days.
    case grace
    /// The rest of a period after a refund. Checks do not count any part of the period.
    case refunded
    /// The rest of a period after it was taken back without a refund to this customer: Family Sharing ended, say.
    case withdrawn
    /// The rest of a period after the customer moved to another product of the subscription.
    case replaced
    /// No product ran between two periods.
    case gap
  }

  /// A purchase without a length.
  package struct Purchase: Sendable {
    package let date: ReceiptDate
    package let record: InAppPurchase
    /// Why it gives nothing any more.
    package let withdrawal: Withdrawal?
  }

  /// Lays out what an account knows of the purchases of each of its customers, and of how they are renewed.
  package init(_ account: Account) {
    guard account.parties.count > 1 else {
      self.init(
        account.wholeHistory, renewals: account.parties.flatMap(\.renewals),
        revoked: Self.revoked(account, 0))
      return
    }
    self.init(
      account.parties.enumerated().map { place, party in
        Timeline(
          party.history, renewals: party.renewals, revoked: Self.revoked(account, place),
          customer: place + 1)
      })
  }

  /// Since when periods are revoked of which only a status says so, by transaction.
  private static func revoked(
    _ account: Account, _ party: Int
  ) -> [ReceiptString: ReceiptDate] {
    var result: [ReceiptString: ReceiptDate] = [:]
    for product in account.products(of: party).prefix(Judgement.maximumProducts) {
      guard let holding = account.holding(of: product, party: party),
        case .withdrawn(let withdrawal) = holding.state, withdrawal.date == nil,
        let id = holding.record.transactionID, let date = holding.asOf
      else { continue }
      result[id] = date
    }
    return result
  }

  /// The timelines of several customers as one.
  private init(_ all: [Timeline]) {
    let tracks = all.flatMap(\.tracks)
    self.tracks = Array(tracks.prefix(Self.maximumTracks))
    omittedProducts =
      all.reduce(0) { $0 + $1.omittedProducts } + tracks.count - self.tracks.count
    undated = all.reduce(0) { $0 + $1.undated }
    span = Self.span(of: self.tracks)
  }

  /// The timeline of a purchase history.
  package init(
    _ history: PurchaseHistory, renewals: [RenewalInfo] = [],
    revoked: [ReceiptString: ReceiptDate] = [:], customer: Int? = nil
  ) {
    var order: [ReceiptString] = []
    var records: [ReceiptString: [InAppPurchase]] = [:]
    var undated = 0
    // Records are sorted by purchase date; those without a date are last.
    for record in history.records {
      guard let product = record.productID, record.purchaseDate != nil else {
        undated += 1
        continue
      }
      if records[product] == nil { order.append(product) }
      records[product, default: []].append(record)
    }
    self.undated = undated
    let shown = Self.shown(of: order, records)
    let held = HeldTime(history)
    tracks = order.filter(shown.contains).map { product in
      Track(
        productID: product, customer, records: records[product] ?? [], history, held, renewals,
        revoked)
    }
    omittedProducts = order.count - tracks.count
    span = Self.span(of: tracks)
  }

  /// The products that get a track: subscriptions first, then the latest purchases.
  private static func shown(
    of products: [ReceiptString], _ records: [ReceiptString: [InAppPurchase]]
  ) -> Set<ReceiptString> {
    guard products.count > maximumTracks else { return Set(products) }
    typealias Rank = (product: ReceiptString, isSubscription: Bool, last: ReceiptDate)
    let ranked = products.map { product -> Rank in
      let own = records[product] ?? []
      let isSubscription = own.contains { $0.endOfPeriod != nil }
      return (product, isSubscription, own.last?.purchaseDate ?? .distantPast)
    }.sorted { left, right in
      if left.isSubscription != right.isSubscription { return left.isSubscription }
      return left.last > right.last
    }
    return Set(ranked.prefix(maximumTracks).map(\.product))
  }

  /// Only the tracks with a subscription.
  package var subscriptions: Timeline { Timeline(self) }

  private init(_ whole: Timeline) {
    tracks = whole.tracks.filter { !$0.stretches.isEmpty }
    omittedProducts = whole.omittedProducts
    undated = whole.undated
    span = Self.span(of: tracks)
  }

  private static func span(of tracks: [Track]) -> ClosedRange<ReceiptDate>? {
    let moments = tracks.flatMap { track in
      track.purchases.map(\.date)
        + track.stretches.flatMap { [$0.start, max($0.start, $0.end ?? $0.start)] }
    }
    return moments.min().flatMap { first in moments.max().map { first...$0 } }
  }
}

extension Timeline.Track {
  fileprivate init(
    productID: ReceiptString, _ customer: Int?, records: [InAppPurchase],
    _ history: PurchaseHistory, _ held: HeldTime, _ renewals: [RenewalInfo],
    _ revoked: [ReceiptString: ReceiptDate]
  ) {
    self.productID = productID
    self.customer = customer
    var stretches: [Timeline.Stretch] = []
    var purchases: [Timeline.Purchase] = []
    /// The time until which it ran.
    var covered: ReceiptDate?
    var graces = Self.graces(records, history, renewals)[...]
    /// Adds the grace periods that began before a time.
    func flush(_ time: ReceiptDate?) {
      while let next = graces.first, time.map({ next.start < $0 }) ?? true {
        stretches.append(graces.removeFirst())
        covered = [covered, next.end].compactMap(\.self).max()
      }
    }
    for record in records {
      guard let start = record.purchaseDate else { continue }
      flush(start)
      guard let end = record.endOfPeriod else {
        purchases.append(
          Timeline.Purchase(
            date: start, record: record, withdrawal: history.withdrawal(of: record)))
        continue
      }
      if let hole = covered, start.since(hole) >= Timeline.shortestGap {
        for gap in held.gaps(from: hole, to: start, in: record) {
          stretches.append(
            Timeline.Stretch(kind: .gap, start: gap.start, end: gap.end, records: []))
        }
      }
      let told = record.transactionID.flatMap { revoked[$0] }
      for part in Self.parts(of: record, from: start, to: end, history, revoked: told) {
        if let last = stretches.indices.last, stretches[last].isFollowed(by: part) {
          stretches[last].end = part.end.flatMap { end in stretches[last].end.map { max($0, end) } }
          stretches[last].records.append(contentsOf: part.records)
        } else {
          stretches.append(part)
        }
        // The rest of a cancelled period has its own stretch, so it is not a gap.
        covered = max(covered ?? start, start, part.end ?? .distantFuture)
      }
    }
    flush(nil)
    self.stretches = stretches
    self.purchases = purchases
  }

  /// The grace periods after the last period of each subscription, in order.
  private static func graces(
    _ records: [InAppPurchase], _ history: PurchaseHistory, _ renewals: [RenewalInfo]
  ) -> [Timeline.Stretch] {
    let stated = renewals.filter { $0.gracePeriodExpiresDate != nil }
    guard !stated.isEmpty else { return [] }
    return stated.prefix(Timeline.maximumTracks).compactMap { renewal -> Timeline.Stretch? in
      guard
        let record = records.last(where: { $0.expiresDate != nil && renewal.isOf($0) }),
        // The renewal is of the product that the customer moved to.
        let last = history.last(inChainOf: record, where: { $0.expiresDate != nil }),
        last.productID == record.productID, let start = record.expiresDate,
        let stated = renewal.gracePeriodExpiresDate
      else { return nil }
      // A refund of the last period ends the grace period after it.
      let end = record.isTakenBack ? min(stated, record.cancellationDate ?? start) : stated
      guard start < end else { return nil }
      return Timeline.Stretch(kind: .grace, start: start, end: end, records: [])
    }.sorted { $0.start < $1.start }
  }

  /// A period, divided at its cancellation.
  private static func parts(
    of record: InAppPurchase, from start: ReceiptDate, to end: ReceiptDate,
    _ history: PurchaseHistory, revoked: ReceiptDate?
  ) -> [Timeline.Stretch] {
    func stretch(
      _ kind: Timeline.Kind, _ start: ReceiptDate, _ end: ReceiptDate
    ) -> Timeline.Stretch {
      Timeline.Stretch(kind: kind, start: start, end: end.isNever ? nil : end, records: [record])
    }
    let kind: Timeline.Kind =
      record.isTrialPeriod == true
      ? .trial : record.isIntroductory ? .intro : record.isWithOffer ? .offer : .paid
    guard let withdrawal = history.withdrawal(of: record) else {
      guard let revoked else { return [stretch(kind, start, end)] }
      let cut = min(max(start, revoked), max(start, end))
      return [stretch(kind, start, cut), stretch(.withdrawn, cut, end)].filter { !$0.isEmpty }
    }
    guard let date = withdrawal.date else {
      // StoreKit 2 does not say when the customer moved. The next product began then.
      let next = history.other(than: record, boughtFrom: start)
      let moved = min(next?.purchaseDate ?? start, end)
      var rest = stretch(.replaced, moved, end)
      rest.replacement = next?.productID
      return [stretch(kind, start, moved), rest].filter { !$0.isEmpty }
    }
    let cut = min(max(start, date), max(start, end))
    let held = stretch(kind, start, cut)
    if case .upgrade(let product, _) = withdrawal.kind {
      var rest = stretch(.replaced, cut, end)
      rest.replacement = product
      return [held, rest].filter { !$0.isEmpty }
    }
    // A refund after the end of the period is shown too.
    return (held.isEmpty ? [] : [held])
      + [stretch(withdrawal.isRefund ? .refunded : .withdrawn, cut, end)]
  }
}

extension InAppPurchase {
  /// Whether it was bought with an offer other than the introductory one.
  fileprivate var isWithOffer: Bool {
    promotionalOfferID != nil || self.offerCodeRefName != nil || self.price == 0
      || (self.offerType.map { $0 != Offer.introductory } ?? false)
  }
}

extension Timeline.Kind {
  /// Whether the rest of a period was refunded or taken back.
  package var isWithdrawn: Bool { self == .refunded || self == .withdrawn }
}

extension Timeline.Stretch {
  fileprivate var isEmpty: Bool { end == start }

  /// Whether `next` continues this stretch.
  fileprivate func isFollowed(by next: Timeline.Stretch) -> Bool {
    guard kind == next.kind, !kind.isWithdrawn, kind != .replaced, let end else { return false }
    return next.start.since(end) < Timeline.shortestGap
  }
}

extension Timeline {
  /// A renewal that comes sooner after the end of a period continues it.
  static let shortestGap = TimeSpan(milliseconds: 60_000)
}
