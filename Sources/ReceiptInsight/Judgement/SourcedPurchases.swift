internal import ReceiptCore

/// The purchases in a receipt, each with the source that states it.
///
/// If several sources state a transaction, a verified one decides, and among those the newest: after a reversed
/// refund the newer one has no cancellation (Apple, "REFUND_REVERSED").
struct SourcedPurchases {
  let history: PurchaseHistory
  /// The source of each transaction; empty if all have the same source.
  private var sources: [ReceiptString: Source] = [:]
  /// The receipt itself.
  private let whole: Source

  struct Source {
    let certainty: Certainty
    let madeAt: ReceiptDate?

    init(_ decoded: DecodedReceipt, _ verification: Verification) {
      certainty =
        switch verification.status {
        case .apple: .signed
        case .custom: .signedByOtherRoot
        case .untrusted, .xcode, .absent: .unsigned
        }
      madeAt = decoded.madeAt
    }
  }

  typealias Nested = (path: String, decoded: DecodedReceipt, verification: Verification)

  init(_ decoded: DecodedReceipt, _ verification: Verification, nested: [Nested]) {
    whole = Source(decoded, verification)
    guard !nested.isEmpty else {
      history = PurchaseHistory(decoded.allPurchases)
      return
    }
    var all = nested.map { (source: Source($0.decoded, $0.verification), $0.decoded.allPurchases) }
    all.append((whole, decoded.allPurchases))
    let proven = all.filter(\.source.isProven).sorted {
      ($0.source.madeAt ?? .distantPast) > ($1.source.madeAt ?? .distantPast)
    }
    var seen: Set<Key> = []
    var records: [InAppPurchase] = []
    for (source, purchases) in proven + all.filter({ !$0.source.isProven }) {
      var own: Set<Key> = []
      for record in purchases {
        guard let transaction = record.transactionID else {
          records.append(record)
          continue
        }
        let key = Key(transaction: transaction, product: record.productID)
        guard !seen.contains(key) else { continue }
        own.insert(key)
        records.append(record)
        sources[transaction] = sources[transaction] ?? source
      }
      // Unsigned lists complete each other: one may have a cancellation that another does not.
      if source.isProven { seen.formUnion(own) }
    }
    history = PurchaseHistory(records)
  }

  private struct Key: Hashable {
    let transaction: ReceiptString
    let product: ReceiptString?
  }

  func source(of record: InAppPurchase) -> Source {
    record.transactionID.flatMap { sources[$0] } ?? whole
  }
}

extension SourcedPurchases.Source {
  var isProven: Bool { certainty == .signed || certainty == .signedByOtherRoot }
}
