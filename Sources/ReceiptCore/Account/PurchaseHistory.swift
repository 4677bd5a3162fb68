/// Transactions, each once, in the order of their purchase dates.
package struct PurchaseHistory: Sendable {
  /// The transactions by purchase date; those without a date are last.
  package let records: [InAppPurchase]
  /// For each original transaction, the indices of its records in `records`, in order.
  private let chains: [ReceiptString: Chain]
  /// For each product, the indices of its records, in order.
  private let placesOf: [ReceiptString: [Int]]

  private struct Chain {
    var places: [Int] = []
    /// For each record, the next one with another product. It is kept because a search would take quadratic
    /// time in chains of thousands.
    var nextOther: [Int] = []
    /// Those that have a date and were not taken back. They are searched for each product, and a record has so many
    /// fields that a look at each would take long.
    var held: [Span] = []
    private var lastTransaction: ReceiptString?

    mutating func add(_ record: InAppPurchase, at place: Int) {
      places.append(place)
      guard let start = record.purchaseDate, !record.isTakenBack else { return }
      let isAsLast = !held.isEmpty && lastTransaction == record.transactionID
      held.append(
        Span(
          place: place, start: start, end: record.expiresDate,
          before: isAsLast ? held.last?.before : held.indices.last))
      lastTransaction = record.transactionID
    }
  }

  private struct Span {
    let place: Int
    let start: ReceiptDate
    let end: ReceiptDate?
    /// The last one before it that is of another transaction. A search for it at each question would take quadratic
    /// time.
    let before: Int?
  }

  /// The history in a receipt, including its nested receipts, without regard to who signed what.
  package init(_ decoded: DecodedReceipt) {
    guard !decoded.nested.isEmpty else {
      self.init(decoded.allPurchases)
      return
    }
    self.init(decoded.allPurchases + decoded.allNested.flatMap(\.allPurchases))
  }

  /// The history of records in any order. Of several with one transaction, the first decides.
  package init(_ records: [InAppPurchase]) {
    self.init(unique: RecordJoiner.joined(records))
  }

  /// One history of several.
  static func joined(_ histories: [PurchaseHistory]) -> PurchaseHistory {
    histories.count == 1
      ? histories[0] : PurchaseHistory(unique: histories.flatMap(\.records))
  }

  /// The history of records that are different transactions.
  init(unique: consuming [InAppPurchase]) {
    let records = Receipt.byPurchaseDate(unique)
    var chains: [ReceiptString: Chain] = [:]
    var placesOf: [ReceiptString: [Int]] = [:]
    for place in records.indices {
      if let product = records[place].productID { placesOf[product, default: []].append(place) }
      guard let original = records[place].originalTransactionID else { continue }
      chains[original, default: Chain()].add(records[place], at: place)
    }
    for original in chains.keys {
      let places = chains[original]?.places ?? []
      var next = [Int](repeating: places.count, count: places.count)
      for index in places.indices.dropLast().reversed() {
        let isOther = records[places[index]].productID != records[places[index + 1]].productID
        next[index] = isOther ? index + 1 : next[index + 1]
      }
      chains[original]?.nextOther = next
    }
    self.records = records
    self.chains = chains
    self.placesOf = placesOf
  }

  /// The records of a product, whose identifier is compared byte by byte.
  package func records(of productID: ReceiptString) -> ProductRecords {
    ProductRecords(all: records, places: placesOf[productID, default: []])
  }

  /// The records of a product, in order. None is copied before it is asked for: a hostile receipt has 100,000.
  package struct ProductRecords: RandomAccessCollection {
    fileprivate let all: [InAppPurchase]
    fileprivate let places: [Int]

    package var startIndex: Int { 0 }
    package var endIndex: Int { places.count }
    package subscript(index: Int) -> InAppPurchase { all[places[index]] }
  }

  /// The last record of the subscription that a record belongs to for which `isRight` holds. All its records have the
  /// same original transaction.
  package func last(
    inChainOf record: InAppPurchase, where isRight: (InAppPurchase) -> Bool
  ) -> InAppPurchase? {
    guard let chain = record.originalTransactionID.flatMap({ chains[$0] }) else {
      return isRight(record) ? record : nil
    }
    return chain.places.last { isRight(records[$0]) }.map { records[$0] }
  }

  /// The first record of another product of the same subscription that was bought around `date`.
  func other(than record: InAppPurchase, boughtAbout date: ReceiptDate) -> InAppPurchase? {
    let tolerance = Withdrawal.tolerance
    let earliest = date.adding(TimeSpan(milliseconds: -tolerance.milliseconds))
    guard let found = other(than: record, boughtFrom: earliest), let start = found.purchaseDate,
      start <= date.adding(tolerance)
    else { return nil }
    return found
  }

  /// The first record of another product of the same subscription that was bought at `earliest` or later.
  package func other(
    than record: InAppPurchase, boughtFrom earliest: ReceiptDate
  ) -> InAppPurchase? {
    guard let chain = record.originalTransactionID.flatMap({ chains[$0] }) else { return nil }
    // The first record that is not too early. Records without a date come last.
    var index = chain.places.partitioningIndex { place in
      records[place].purchaseDate.map { $0 >= earliest } ?? true
    }
    if index < chain.places.count, records[chain.places[index]].productID == record.productID {
      index = chain.nextOther[index]
    }
    guard index < chain.places.count else { return nil }
    return records[chain.places[index]]
  }

  /// Another product of the same subscription that is active at `time`: the one that the customer moved to.
  package func successor(of record: InAppPurchase, at time: ReceiptDate) -> InAppPurchase? {
    held(inChainOf: record).last { span in
      span.start <= time && span.end.map { time < $0 } ?? false
        && records[span.place].productID != record.productID
    }.map { records[$0.place] }
  }

  /// The last other transaction of the same subscription that was made by `time` and was not taken back.
  func newest(inChainOf record: InAppPurchase, at time: ReceiptDate) -> InAppPurchase? {
    let held = held(inChainOf: record)
    let end = held.partitioningIndex { $0.start > time }
    guard end > 0 else { return nil }
    let last = records[held[end - 1].place]
    guard last.transactionID == record.transactionID else { return last }
    return held[end - 1].before.map { records[held[$0].place] }
  }

  private func held(inChainOf record: InAppPurchase) -> [Span] {
    record.originalTransactionID.flatMap { chains[$0]?.held } ?? []
  }
}

extension PurchaseHistory {
  /// The history as it was at a time: a withdrawal that comes later is not yet one.
  func asOf(_ now: ReceiptDate) -> PurchaseHistory {
    let later = upgradedAfter(now)
    let isWithdrawnLater = records.indices.map { place in
      records[place].cancellationDate.map { $0 > now } ?? later.contains(place)
    }
    guard isWithdrawnLater.contains(true) else { return self }
    return PurchaseHistory(
      unique: zip(records, isWithdrawnLater).map { record, isLater in
        guard isLater else { return record }
        var record = record
        record.cancellationDate = nil
        record.isUpgraded = nil
        return record
      })
  }

  /// The places of records that say that they were upgraded, and not when: the next product of their subscription
  /// begins after `now`.
  private func upgradedAfter(_ now: ReceiptDate) -> Set<Int> {
    guard records.contains(where: { $0.isUpgraded == true }) else { return [] }
    /// The next record of each subscription, and the next of another product than that.
    var next: [ReceiptString: (record: InAppPurchase, other: ReceiptDate?)] = [:]
    var result: Set<Int> = []
    for (place, record) in records.enumerated().reversed() {
      guard let original = record.originalTransactionID else { continue }
      let following = next[original]
      let other =
        following?.record.productID == record.productID
        ? following?.other : following?.record.purchaseDate
      if record.isUpgraded == true, let other, other > now { result.insert(place) }
      next[original] = (record, other)
    }
    return result
  }
}
