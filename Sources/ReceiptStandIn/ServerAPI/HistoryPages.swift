internal import ReceiptCore
internal import ReceiptMaking

/// A place in a history: the transactions after it are the next page. It stays right when transactions are added.
struct Revision: Comparable {
  let changed: Int64
  let id: ReceiptString

  init(_ transaction: Customer.Transaction) {
    changed = transaction.changed.millisecondsSince1970
    id = transaction.purchase.transactionID ?? ReceiptString("")
  }

  /// Reads one that an earlier response had; `nil` for anything else.
  init?(_ text: String) {
    let parts = text.split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
    guard let changed = Int64(parts[0]) else { return nil }
    self.changed = changed
    id = ReceiptString(parts.count > 1 ? String(parts[1]) : "")
  }

  var text: ReceiptString { ReceiptString("\(changed)_\(id)") }

  static func < (left: Revision, right: Revision) -> Bool {
    guard left.changed == right.changed else { return left.changed < right.changed }
    return left.id.bytes.lexicographicallyPrecedes(right.id.bytes)
  }
}

extension Store {
  /// The most transactions in a response.
  static let pageSize = 20

  /// A page of transactions of a customer, by their last change.
  private func page(
    _ kind: APIResponse.Kind, _ customer: Int, _ transactions: [Customer.Transaction],
    descending: Bool = false, _ call: Call
  ) throws(Refusal) -> Reply {
    let asked = try call.value("revision", .invalidRequestRevision)
    let after = asked.flatMap { Revision($0) }
    if asked != nil, after == nil { throw Refusal(.invalidRequestRevision) }
    let all = transactions.map { (revision: Revision($0), purchase: $0.purchase) }
      .sorted { descending ? $1.revision < $0.revision : $0.revision < $1.revision }
    let rest = all.drop { element in
      guard let after else { return false }
      // In a descending history, the first page has no revision before it.
      return descending ? !(element.revision < after) : !(after < element.revision)
    }
    let page = rest.prefix(Self.pageSize)
    var response = APIResponse(kind)
    response.hasMore = rest.count > page.count
    response.revision =
      page.last?.revision.text ?? asked.map { ReceiptString($0) } ?? ReceiptString("0")
    var template = APIResponseTemplate(response)
    template.receipt = customers[customer].named()
    for element in page {
      template.transactions.append(try signed(element.purchase, of: customer))
    }
    return .template(template)
  }

  func refunds(_ call: Call) throws(Refusal) -> Reply {
    let customer = try customer(call[0], call)
    return try page(
      .refunds, customer,
      customers[customer].transactions.filter(\.purchase.isRevoked), call)
  }

  /// - Parameter withFinished: whether used-up consumables are in it.
  func history(_ call: Call, withFinished: Bool) throws(Refusal) -> Reply {
    let customer = try customer(call[0], call)
    let filter = try HistoryFilter(call)
    let transactions = customers[customer].transactions.filter { transaction in
      (withFinished || !(transaction.isConsumable && transaction.isFinished))
        && filter.takes(transaction.purchase)
    }
    return try page(.history, customer, transactions, descending: filter.isDescending, call)
  }
}

/// The filters of Get Transaction History. The values of one name are alternatives.
private struct HistoryFilter {
  private let start: ReceiptDate?
  private let end: ReceiptDate?
  private let products: [String]
  private let types: [ProductType]
  private let groups: [String]
  private let ownership: String?
  private let isRevoked: Bool?
  let isDescending: Bool

  /// The words of the filter, which differ from those in transactions.
  private static let typeNames: [(name: String, type: ProductType)] = [
    ("AUTO_RENEWABLE", .autoRenewableSubscription), ("NON_RENEWABLE", .nonRenewingSubscription),
    ("CONSUMABLE", .consumable), ("NON_CONSUMABLE", .nonConsumable),
  ]

  init(_ call: Call) throws(Refusal) {
    start = try call.date("startDate", .invalidStartDate)
    end = try call.date("endDate", .invalidEndDate)
    if let start, let end, start >= end { throw Refusal(.startAfterEnd) }
    products = try call.values("productId", .invalidProductID)
    let names = try call.values(
      "productType", among: Self.typeNames.map(\.name), .invalidProductType)
    types = Self.typeNames.filter { names.contains($0.name) }.map(\.type)
    groups = try call.values("subscriptionGroupIdentifier", .invalidGroupIdentifier)
    ownership = try call.values(
      "inAppOwnershipType", among: ["PURCHASED", "FAMILY_SHARED", "ASSIGNED"],
      .invalidOwnershipType
    ).first
    let excludes = try call.flag("excludeRevoked", .invalidExcludeRevoked)
    isRevoked = try call.flag("revoked", .invalidRevoked) ?? (excludes == true ? false : nil)
    isDescending =
      try call.values("sort", among: ["ASCENDING", "DESCENDING"], .invalidSort).first
      == "DESCENDING"
  }

  func takes(_ purchase: InAppPurchase) -> Bool {
    if let start { guard let date = purchase.purchaseDate, date >= start else { return false } }
    if let end { guard let date = purchase.purchaseDate, date < end else { return false } }
    return Self.takes(purchase.productID, products)
      && Self.takes(purchase.subscriptionGroupIdentifier, groups)
      && (types.isEmpty || purchase.productType.map(types.contains) == true)
      && (ownership.map { purchase.inAppOwnershipType == ReceiptString($0) } ?? true)
      && (isRevoked.map { $0 == purchase.isRevoked } ?? true)
  }

  private static func takes(_ value: ReceiptString?, _ wanted: [String]) -> Bool {
    wanted.isEmpty || wanted.contains { ReceiptString($0) == value }
  }
}

extension InAppPurchase {
  /// Whether it was refunded or withdrawn. A period that an upgrade replaced has such a date too.
  fileprivate var isRevoked: Bool { cancellationDate != nil && self.isUpgraded != true }
}
