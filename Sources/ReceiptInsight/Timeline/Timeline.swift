package import ReceiptCore

/// What was bought and how long it ran, laid out over time: a track for each product.
package struct Timeline: Sendable {
  /// By the beginning of what is on them.
  package let tracks: [Track]
  /// How many more products there are, which have no track.
  package let omittedProducts: Int
  /// How many purchases do not say when they were made, or of what.
  package let undated: Int
  /// From the first beginning to the last end; a period without an end counts with its beginning. `nil`
  /// when there is nothing on any track.
  package let span: ClosedRange<ReceiptDate>?

  /// So many products have a track; a hostile receipt could have thousands.
  package static let maximumTracks = 50

  /// Everything that was bought of one product.
  package struct Track: Sendable {
    package let productID: ReceiptString
    /// How it ran: periods of one kind that follow each other, and the holes between them.
    package let stretches: [Stretch]
    /// What was bought for good, or to be used up: it has a day, but no end.
    package let purchases: [Purchase]
  }

  /// Some time in which a subscription was in one state.
  package struct Stretch: Sendable {
    package let kind: Kind
    package let start: ReceiptDate
    /// `nil` for one that never ends. As the receipt has it: it may lie before the start.
    public fileprivate(set) var end: ReceiptDate?
    /// The records of the periods in it; a hole has none.
    public fileprivate(set) var records: [InAppPurchase]
    /// What took the place of one that was replaced.
    package var replacement: ReceiptString?

    /// Another member of the family bought it: what is taken back was no refund to this customer.
    package var isFamilyShared: Bool { records.contains(where: \.isFamilyShared) }
  }

  package enum Kind: String, Sendable, CaseIterable {
    case trial
    /// At the introductory price.
    case intro
    /// With a promotional offer or an offer code: what was paid is not said.
    case offer
    /// At the regular price, if anybody pays: in the sandbox nobody does.
    case paid
    /// Nothing was paid, for the payment failed, but the app keeps it unlocked for some days.
    case grace
    /// What remained of a period when the money was given back. Checks count nothing of the whole period.
    case refunded
    /// What remained of a period when the customer moved to another product of the subscription.
    case replaced
    /// Nothing ran between two periods.
    case gap
  }

  /// Something bought at one moment.
  package struct Purchase: Sendable {
    package let date: ReceiptDate
    package let record: InAppPurchase
    package var isRefunded: Bool { record.cancellationDate != nil }
    package var isFamilyShared: Bool { record.isFamilyShared }
  }

  /// Lays out what a receipt knows of purchases, and of how they are renewed.
  package init(_ decoded: DecodedReceipt, _ history: PurchaseHistory) {
    let nested = decoded.nested.flatMap { nested -> [RenewalInfo] in
      guard case .success(let inner) = nested.content else { return [] }
      return inner.renewals
    }
    self.init(history, renewals: decoded.renewals + nested)
  }

  /// Lays out what a history knows.
  package init(_ history: PurchaseHistory, renewals: [RenewalInfo] = []) {
    var order: [ReceiptString] = []
    var records: [ReceiptString: [InAppPurchase]] = [:]
    var undated = 0
    // They come by purchase date, those without one last.
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
      Track(productID: product, records: records[product] ?? [], history, held, renewals)
    }
    omittedProducts = order.count - tracks.count
    span = Self.span(of: tracks)
  }

  /// The products that have a track: subscriptions before all else, and what was bought last before what
  /// was bought long ago.
  private static func shown(
    of products: [ReceiptString], _ records: [ReceiptString: [InAppPurchase]]
  ) -> Set<ReceiptString> {
    guard products.count > maximumTracks else { return Set(products) }
    let ranked = products.map { product in
      let own = records[product] ?? []
      return (
        product: product, isSubscription: own.contains { $0.expiresDate != nil },
        last: own.last?.purchaseDate ?? .distantPast
      )
    }.sorted { left, right in
      left.isSubscription != right.isSubscription ? left.isSubscription : left.last > right.last
    }
    return Set(ranked.prefix(maximumTracks).map(\.product))
  }

  /// The tracks on which something runs, alone.
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
    productID: ReceiptString, records: [InAppPurchase], _ history: PurchaseHistory,
    _ held: HeldTime, _ renewals: [RenewalInfo]
  ) {
    self.productID = productID
    var stretches: [Timeline.Stretch] = []
    var purchases: [Timeline.Purchase] = []
    /// Until when it ran.
    var covered: ReceiptDate?
    for record in records {
      guard let start = record.purchaseDate else { continue }
      guard let end = record.expiresDate else {
        purchases.append(Timeline.Purchase(date: start, record: record))
        continue
      }
      if let hole = covered, start.since(hole) >= Timeline.tolerance {
        for gap in held.gaps(from: hole, to: start, in: record) {
          stretches.append(
            Timeline.Stretch(kind: .gap, start: gap.start, end: gap.end, records: []))
        }
      }
      for part in Self.parts(of: record, from: start, to: end, history) {
        if let last = stretches.indices.last, stretches[last].isFollowed(by: part) {
          stretches[last].end = part.end.flatMap { end in stretches[last].end.map { max($0, end) } }
          stretches[last].records.append(contentsOf: part.records)
        } else {
          stretches.append(part)
        }
        // What was given back or replaced is told as that, not as a hole.
        covered = max(covered ?? start, start, part.end ?? .distantFuture)
      }
    }
    if let covered, let grace = Self.grace(after: covered, productID, renewals) {
      stretches.append(grace)
    }
    self.stretches = stretches
    self.purchases = purchases
  }

  /// The grace that is given after the last period.
  private static func grace(
    after end: ReceiptDate, _ productID: ReceiptString, _ renewals: [RenewalInfo]
  ) -> Timeline.Stretch? {
    let ends = renewals.filter { $0.productID == productID }.compactMap(\.gracePeriodExpiresDate)
    guard let last = ends.max(), last > end else { return nil }
    return Timeline.Stretch(kind: .grace, start: end, end: last, records: [])
  }

  /// A period, taken apart where it was cut short.
  private static func parts(
    of record: InAppPurchase, from start: ReceiptDate, to end: ReceiptDate,
    _ history: PurchaseHistory
  ) -> [Timeline.Stretch] {
    func stretch(
      _ kind: Timeline.Kind, _ start: ReceiptDate, _ end: ReceiptDate
    ) -> Timeline.Stretch {
      Timeline.Stretch(kind: kind, start: start, end: end.isNever ? nil : end, records: [record])
    }
    let kind: Timeline.Kind =
      record.isTrialPeriod == true
      ? .trial : record.isIntroductory ? .intro : record.isWithOffer ? .offer : .paid
    guard let cancellation = history.cancellation(of: record) else {
      // StoreKit 2 does not say when the customer moved.
      return [stretch(record.online?.isUpgraded == true ? .replaced : kind, start, end)]
    }
    let cut = min(max(start, cancellation.date), max(start, end))
    let held = stretch(kind, start, cut)
    switch cancellation {
    case .refund:
      // Also one that came after the end must be seen.
      return (held.isEmpty ? [] : [held]) + [stretch(.refunded, cut, end)]
    case .upgrade(_, let product, _):
      var rest = stretch(.replaced, cut, end)
      rest.replacement = product
      return [held, rest].filter { !$0.isEmpty }
    }
  }
}

extension InAppPurchase {
  /// Whether it was bought with an offer other than the one for newcomers.
  fileprivate var isWithOffer: Bool {
    promotionalOfferID != nil || online?.offerCodeRefName != nil || online?.price == 0
      || (online?.offerType.map { $0 != ServerDetails.introductoryOffer } ?? false)
  }
}

extension Timeline.Stretch {
  fileprivate var isEmpty: Bool { end == start }

  /// Whether another stretch goes on with the same.
  fileprivate func isFollowed(by next: Timeline.Stretch) -> Bool {
    guard kind == next.kind, kind != .refunded, kind != .replaced, let end else { return false }
    return next.start.since(end) < Timeline.tolerance
  }
}

extension Timeline {
  /// A renewal that comes so soon after the end of a period follows on it.
  fileprivate static let tolerance = TimeSpan(milliseconds: 60_000)
}

extension ReceiptDate {
  fileprivate static let distantPast = ReceiptDate(millisecondsSince1970: writable.lowerBound)
}
