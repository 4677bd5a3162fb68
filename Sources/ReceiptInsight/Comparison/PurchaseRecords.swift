internal import ReceiptCore

/// A purchase with all its records: a response lists a transaction in up to three places.
struct PurchaseRecord {
  private(set) var all: [InAppPurchase]
  /// Its attributes that are not in the model.
  private(set) var unnamed: UnnamedAttributes.Values

  init(_ purchase: InAppPurchase, _ unnamed: UnnamedAttributes.Values = [:]) {
    all = [purchase]
    self.unnamed = unnamed
  }

  /// The record with a cancellation date; without one, the first.
  var purchase: InAppPurchase {
    all.first { $0.cancellationDate != nil } ?? all[0]
  }

  mutating func add(_ other: PurchaseRecord) {
    all += other.all
    unnamed.merge(other.unnamed) { mine, _ in mine }
  }
}

extension PurchaseRecord {
  /// All purchases of a receipt, from all places in it. A transaction in several lists counts once, even if
  /// its product differs between them. A transaction that is twice in one list counts twice.
  static func all(of decoded: DecodedReceipt) -> [PurchaseRecord] {
    var lists = [list(of: decoded)]
    if let response = decoded.response {
      lists.append(response.latestReceiptInfo.map { PurchaseRecord($0) })
      lists.append(response.latestExpiredReceiptInfo.map { PurchaseRecord($0) })
    }
    for inner in decoded.allNested { lists.append(list(of: inner)) }
    lists.removeAll(where: \.isEmpty)
    guard lists.count != 1 else { return lists[0] }
    var result: [PurchaseRecord] = []
    var places: [Occurrence: Int] = [:]
    var moments: [Moment: Int] = [:]
    for list in lists {
      var counts: [TransactionKey: Int] = [:]
      var taken: Set<Int> = []
      var rest: [(occurrence: Occurrence, record: PurchaseRecord)] = []
      for record in list {
        guard let key = TransactionKey(record.purchase, withProduct: true) else {
          result.append(record)
          continue
        }
        let occurrence = Occurrence(key: key, number: counts[key, default: 0])
        counts[key] = occurrence.number + 1
        if let place = places[occurrence] {
          taken.insert(place)
          result[place].add(record)
        } else {
          rest.append((occurrence, record))
        }
      }
      for (occurrence, record) in rest {
        let moment = Moment(occurrence.key.transaction, record.purchase)
        if let place = moments[moment], taken.insert(place).inserted {
          result[place].add(record)
        } else {
          places[occurrence] = result.count
          taken.insert(result.count)
          if moments[moment] == nil { moments[moment] = result.count }
          result.append(record)
        }
      }
    }
    return result
  }

  private static func list(of decoded: DecodedReceipt) -> [PurchaseRecord] {
    let unnamed = UnnamedAttributes(decoded.attributes).ofPurchases
    return decoded.receipt.inApp.enumerated().map { index, purchase in
      PurchaseRecord(purchase, unnamed[index] ?? [:])
    }
  }

  private struct Moment: Hashable {
    let transaction: ReceiptString
    let date: ReceiptDate?

    init(_ transaction: ReceiptString, _ purchase: InAppPurchase) {
      self.transaction = transaction
      date = purchase.purchaseDate?.toTheSecond
    }
  }

  private struct Occurrence: Hashable {
    package let key: TransactionKey
    let number: Int
  }
}

/// What identifies a transaction.
struct TransactionKey: Hashable {
  let transaction: ReceiptString
  let product: ReceiptString?

  init?(_ purchase: InAppPurchase, withProduct: Bool) {
    guard let transaction = purchase.transactionID else { return nil }
    self.transaction = transaction
    product = withProduct ? purchase.productID : nil
  }
}
