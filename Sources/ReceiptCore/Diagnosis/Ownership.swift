/// What is owned of each product, and why not.
struct Ownership {
  /// What can be said of one product.
  struct Product {
    let productID: ReceiptString
    let state: SubscriptionState
    let isOwned: Bool
    let statement: Diagnosis.Statement
  }

  let products: [Product]
  let statements: [Diagnosis.Statement]

  /// So many products are told of; a hostile receipt could have thousands.
  static let maximumProducts = 50

  init(_ subject: DiagnosisSubject) {
    let history = subject.history
    var order: [ReceiptString] = []
    var seen: Set<ReceiptString> = []
    for product in history.records.compactMap(\.productID) where seen.insert(product).inserted {
      order.append(product)
    }
    let told = order.prefix(Self.maximumProducts)
    products = told.map { Self.product($0, history, subject) }.enumerated().sorted { left, right in
      // What is owned comes first, otherwise what was bought first.
      left.element.isOwned != right.element.isOwned
        ? left.element.isOwned : left.offset < right.offset
    }.map(\.element)
    var statements = products.map(\.statement)
    let more = order.count - told.count
    if more > 0 { statements.append(.init("and \(more) more products, which are not told here")) }
    if history.records.isEmpty {
      statements.append(
        .init(
          subject.decoded.form == .appTransaction || subject.decoded.form == .renewalInfo
            ? "this form holds no purchases"
            : "there is no purchase in it: nothing was bought, or it was not restored to this device"
        ))
    }
    self.statements = statements
  }

  private static func product(
    _ productID: ReceiptString, _ history: PurchaseHistory, _ subject: DiagnosisSubject
  ) -> Product {
    let state = SubscriptionState(of: productID, in: history, at: subject.now)
    let name = productID.description
    let records = history.records(of: productID)
    let (text, record, isOwned): (String, InAppPurchase?, Bool) =
      switch state {
      case .active(let record), .inGrace(let record):
        (active(name, record, records, history, subject), record, true)
      case .lapsed(let record, let next):
        (lapsed(name, record, next, history, subject), record, false)
      case .cancelled(let record, let cancellation):
        ("\(name): not owned; \(record.text(of: cancellation))", record, false)
      case .notYet(let record):
        (
          "\(name): bought later than \(subject.now.dayText), at "
            + (record.purchaseDate?.plainText ?? "an unknown time"), record, false
        )
      case .endUnknown(let record):
        (
          "\(name): a subscription that does not renew, bought at "
            + "\(record.purchaseDate?.plainText ?? "an unknown time"); how long it lasts is the app's to say",
          record, true
        )
      case .notSubscription: bought(name, records, history)
      case .neverBought: ("\(name): not bought", nil, false)
      }
    return Product(
      productID: productID, state: state, isOwned: isOwned,
      statement: .init(text, record?.evidence(("product_id", name)) ?? ["product_id": name]))
  }

  private static func active(
    _ name: String, _ record: InAppPurchase, _ records: [InAppPurchase], _ history: PurchaseHistory,
    _ subject: DiagnosisSubject
  ) -> String {
    let end = record.expiresDate
    let until =
      end.map { $0.isNever ? "for ever" : "until \($0.plainText), \(subject.relative($0))" } ?? ""
    let periods = records.filter { $0.cancellationDate == nil && $0.expiresDate != nil }.count
    let since = records.compactMap(\.purchaseDate).min().map { ", since \($0.dayText)" } ?? ""
    return "\(name): active \(until), in a \(record.periodName) period"
      + (periods > 1 ? "\(since), \(periods) periods" : "") + trial(records, except: record)
  }

  private static func lapsed(
    _ name: String, _ record: InAppPurchase, _ next: InAppPurchase?, _ history: PurchaseHistory,
    _ subject: DiagnosisSubject
  ) -> String {
    var text =
      "\(name): not active, for its last \(record.periodName) period ended at "
      + (record.expiresDate.map { "\($0.plainText), \(subject.relative($0))" } ?? "an unknown time")
    if let successor = history.successor(of: record, at: subject.now)?.productID {
      text += "; \(successor) of the same subscription took its place"
    } else if let start = next?.purchaseDate {
      text += "; the next one begins at \(start.plainText)"
    }
    return text + trial(history.records(of: record.productID ?? ReceiptString("")), except: record)
  }

  /// Whether an offer for newcomers is used up.
  private static func trial(_ records: [InAppPurchase], except current: InAppPurchase) -> String {
    let used = records.first {
      ($0.isTrialPeriod == true || $0.isInIntroOfferPeriod == true)
        && $0.transactionID != current.transactionID
    }
    guard let used, let date = used.purchaseDate else { return "" }
    return "; its \(used.isTrialPeriod == true ? "free trial" : "introductory price") was used at "
      + date.dayText
  }

  private static func bought(
    _ name: String, _ records: [InAppPurchase], _ history: PurchaseHistory
  ) -> (String, InAppPurchase?, Bool) {
    let held = records.filter { $0.cancellationDate == nil }
    guard let last = held.last else {
      let record = records.last
      let why = record.flatMap { record in history.cancellation(of: record).map(record.text) } ?? ""
      return ("\(name): not owned; \(why)", record, false)
    }
    let date = last.purchaseDate?.plainText ?? "an unknown time"
    if last.productType == .consumable {
      let count = held.reduce(Int64(0)) {
        let (sum, overflow) = $0.addingReportingOverflow(max(0, $1.quantity ?? 1))
        return overflow ? .max : sum
      }
      return (
        "\(name): a consumable, \(count) of it not finished yet, the last bought at \(date)", last,
        true
      )
    }
    return ("\(name): owned, bought at \(date)", last, true)
  }
}
