internal import ReceiptCore
internal import ReceiptInsight

/// The ids in a receipt that the App Store Server API asks for, each once, with its products.
struct ServerIDs {
  struct Row {
    let kind: Kind
    let id: String
    fileprivate(set) var products: [String] = []
  }

  /// What an id identifies. The raw value is its name in JSON.
  enum Kind: String, CaseIterable {
    case transaction = "transaction_id"
    case originalTransaction = "original_transaction_id"
    case appTransaction = "app_transaction_id"
    case webOrderLineItem = "web_order_line_item_id"
  }

  /// By kind; within a kind by purchase date.
  private(set) var rows: [Row] = []
  /// The places of the ids in `rows`.
  private var places: [String: Int] = [:]
  private var seenProducts: Set<[String]> = []
  let host: Host

  /// The server that knows the ids.
  enum Host {
    case server(String)
    /// Apple's servers have never heard of what Xcode made.
    case none
    /// The receipt does not say where it is from.
    case unknown
  }

  init(_ decoded: DecodedReceipt) {
    host =
      switch decoded.receipt.environment {
      case .production: .server(AppleService.appStoreServerAPI.production)
      case .sandbox: .server(AppleService.appStoreServerAPI.sandbox)
      case .xcode: .none
      case nil: .unknown
      }
    let records = PurchaseHistory(decoded).records
    let renewals = decoded.allRenewals
    for record in records { add(.transaction, record.transactionID, record.productID) }
    for record in records {
      add(.originalTransaction, record.originalTransactionID, record.productID)
    }
    for renewal in renewals {
      add(.originalTransaction, renewal.originalTransactionID, renewal.productID)
    }
    add(.appTransaction, decoded.receipt.appTransactionID, nil)
    for nested in decoded.nested {
      guard case .success(let inner) = nested.content else { continue }
      add(.appTransaction, inner.receipt.appTransactionID, nil)
    }
    for record in records { add(.appTransaction, record.appTransactionID, nil) }
    for renewal in renewals { add(.appTransaction, renewal.appTransactionID, nil) }
    for record in records {
      add(
        .webOrderLineItem, record.webOrderLineItemID.map { ReceiptString(String($0)) },
        record.productID)
    }
  }

  private mutating func add(_ kind: Kind, _ id: ReceiptString?, _ product: ReceiptString?) {
    guard let id = id?.description else { return }
    let key = "\(kind.rawValue) \(id)"
    let place = places[key] ?? rows.count
    if place == rows.count {
      places[key] = place
      rows.append(Row(kind: kind, id: id))
    }
    guard let product = product?.description, seenProducts.insert([key, product]).inserted else {
      return
    }
    rows[place].products.append(product)
  }
}

extension ServerIDs.Kind {
  /// The calls that an id of this kind fits. Where any transaction of the customer will do, so does an original one.
  var calls: [ServerCall] {
    switch self {
    case .transaction: Self.customerCalls + [.consumption]
    case .originalTransaction: [.renewalDate, .accountToken] + Self.customerCalls
    case .appTransaction: [.appTransaction]
    // It identifies a billing event in what Apple's server answers and in reports.
    case .webOrderLineItem: []
    }
  }

  private static let customerCalls: [ServerCall] = [
    .transactionInfo, .transactionHistory, .subscriptionStatuses, .refundHistory, .appTransaction,
  ]

  /// What to know before it is sent.
  var note: String? {
    switch self {
    case .transaction, .originalTransaction: nil
    case .appTransaction: "other calls may refuse it with error 4000048: send them a transaction id"
    case .webOrderLineItem: "no call takes it: it finds a billing event in what the server answers"
    }
  }
}
