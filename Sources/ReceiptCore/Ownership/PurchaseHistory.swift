/// All purchases in a receipt, each transaction once. A response has up to three lists of them, and a
/// notification has them in a nested receipt.
package struct PurchaseHistory: Sendable {
  /// The purchases by purchase date; those without a date are last.
  package let records: [InAppPurchase]
  /// For each original transaction, the indices of its records in `records`, in order.
  private let chains: [ReceiptString: Chain]

  private struct Chain {
    var places: [Int] = []
    /// For each record, the next one with another product. It is kept because a search would take quadratic
    /// time in chains of thousands.
    var nextOther: [Int] = []
  }

  /// The history in a receipt, including its nested receipts.
  package init(_ decoded: DecodedReceipt) {
    guard !decoded.nested.isEmpty else {
      self.init(decoded.allPurchases)
      return
    }
    self.init(decoded.allPurchases + decoded.allNested.flatMap(\.allPurchases))
  }

  /// The history of records in any order.
  package init(_ records: [InAppPurchase]) {
    let records = Receipt.byPurchaseDate(Self.unique(records))
    var chains: [ReceiptString: Chain] = [:]
    for (place, record) in records.enumerated() {
      guard let original = record.originalTransactionID else { continue }
      chains[original, default: Chain()].places.append(place)
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
  }

  /// The records of a product, whose identifier is compared byte by byte.
  package func records(of productID: ReceiptString) -> [InAppPurchase] {
    records.filter { $0.productID == productID }
  }

  /// All records of the subscription that a record belongs to, including itself: those with the same original
  /// transaction.
  package func chain(of record: InAppPurchase) -> [InAppPurchase] {
    guard let original = record.originalTransactionID else { return [record] }
    return chains[original]?.places.map { records[$0] } ?? []
  }

  /// The first record of another product of the same subscription that was bought around `date`.
  fileprivate func other(than record: InAppPurchase, boughtAbout date: ReceiptDate)
    -> InAppPurchase?
  {
    let tolerance = Cancellation.tolerance
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
    // A binary search for the first record that is not too early. Records without a date come last.
    var low = 0
    var high = chain.places.count
    while low < high {
      let middle = (low + high) / 2
      let isEarly = records[chain.places[middle]].purchaseDate.map { $0 < earliest } ?? false
      if isEarly { low = middle + 1 } else { high = middle }
    }
    if low < chain.places.count, records[chain.places[low]].productID == record.productID {
      low = chain.nextOther[low]
    }
    guard low < chain.places.count else { return nil }
    return records[chain.places[low]]
  }

  /// One record for each transaction and product: the first one with a cancellation date, or else the first.
  private static func unique(_ records: [InAppPurchase]) -> [InAppPurchase] {
    var result: [InAppPurchase] = []
    var places: [[ReceiptString]: Int] = [:]
    for record in records {
      guard let transaction = record.transactionID else {
        result.append(record)
        continue
      }
      let key = [transaction, record.productID ?? ReceiptString("")]
      guard let place = places[key] else {
        places[key] = result.count
        result.append(record)
        continue
      }
      if result[place].cancellationDate == nil, record.cancellationDate != nil {
        result[place] = record
      }
    }
    return result
  }
}

/// Why a purchase was cancelled.
package enum Cancellation: Sendable {
  case refund(ReceiptDate)
  /// The customer moved to another product of the same subscription. Apple's responses say so. In a receipt
  /// it is inferred: the other product was bought when this one was cancelled.
  case upgrade(ReceiptDate, to: ReceiptString?, isInferred: Bool)

  /// The largest time between the end of one product and the beginning of the other.
  package static let tolerance = TimeSpan(milliseconds: 3_600_000)

  /// When the purchase was cancelled.
  package var date: ReceiptDate {
    switch self {
    case .refund(let date), .upgrade(let date, _, _): date
    }
  }
}

extension PurchaseHistory {
  /// Why a record was cancelled; `nil` if it was not.
  package func cancellation(of record: InAppPurchase) -> Cancellation? {
    guard let date = record.cancellationDate else { return nil }
    let successor = other(than: record, boughtAbout: date)
    if record.isUpgraded == true {
      return .upgrade(date, to: successor?.productID, isInferred: false)
    }
    // Cancellation reason 1 comes from the customer, so it means a refund.
    guard let successor, record.cancellationReason != 1 else { return .refund(date) }
    return .upgrade(date, to: successor.productID, isInferred: true)
  }
}
