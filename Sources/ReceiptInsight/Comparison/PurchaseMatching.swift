internal import ReceiptCore

/// Finds the purchases that two receipts share.
///
/// They are matched first by transaction and product: Xcode numbers transactions anew in each run, so the
/// number alone is not enough. Then by transaction, and then, if unambiguous, by product and purchase date.
struct PurchaseMatching {
  private(set) var pairs: [(a: PurchaseRecord, b: PurchaseRecord)] = []
  private(set) var onlyA: [PurchaseRecord]
  private(set) var onlyB: [PurchaseRecord]

  init(_ a: [PurchaseRecord], _ b: [PurchaseRecord]) {
    onlyA = a
    onlyB = b
    match { TransactionKey($0, withProduct: true) }
    match { TransactionKey($0, withProduct: false) }
    match { $0.transactionID == nil ? Moment($0) : nil }
    match(onlyUnique: true) { $0.productID == nil ? nil : Moment($0) }
  }

  private struct Moment: Hashable {
    let product: ReceiptString?
    let date: ReceiptDate?

    init(_ purchase: InAppPurchase) {
      product = purchase.productID
      date = purchase.purchaseDate?.toTheSecond
    }
  }

  /// Matches records with the same key, in order.
  private mutating func match<Key: Hashable>(
    onlyUnique: Bool = false, _ key: (InAppPurchase) -> Key?
  ) {
    guard !onlyA.isEmpty, !onlyB.isEmpty else { return }
    var places: [Key: [Int]] = [:]
    for (index, record) in onlyB.enumerated().reversed() {
      guard let key = key(record.purchase) else { continue }
      places[key, default: []].append(index)
    }
    guard !places.isEmpty else { return }
    let keys = onlyA.map { key($0.purchase) }
    if onlyUnique {
      var counts: [Key: Int] = [:]
      for case let key? in keys { counts[key, default: 0] += 1 }
      places = places.filter { $0.value.count == 1 && counts[$0.key] == 1 }
    }
    var isTaken = [Bool](repeating: false, count: onlyB.count)
    var rest: [PurchaseRecord] = []
    for (record, key) in zip(onlyA, keys) {
      guard let key, let place = places[key]?.popLast() else {
        rest.append(record)
        continue
      }
      isTaken[place] = true
      pairs.append((record, onlyB[place]))
    }
    onlyA = rest
    onlyB = zip(onlyB, isTaken).filter { !$0.1 }.map(\.0)
  }
}
