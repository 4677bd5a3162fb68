internal import ReceiptCore

/// Describes products as they were at a time.
struct ProductNarrator {
  let subject: DiagnosisSubject
  /// The purchases as they were at `now`, without later cancellations.
  let history: PurchaseHistory

  var now: ReceiptDate { subject.now }

  init(_ subject: DiagnosisSubject) {
    self.subject = subject
    let now = subject.now
    func isCancelledLater(_ record: InAppPurchase) -> Bool {
      record.cancellationDate.map { $0 > now } ?? false
    }
    guard subject.history.records.contains(where: isCancelledLater) else {
      history = subject.history
      return
    }
    history = PurchaseHistory(
      subject.history.records.map { record in
        guard isCancelledLater(record) else { return record }
        var record = record
        record.cancellationDate = nil
        record.isUpgraded = nil
        return record
      })
  }

  func product(_ productID: ReceiptString) -> OwnedProduct {
    let renewal = subject.renewal(of: productID)
    switch SubscriptionState(of: productID, in: history, at: now) {
    case .active(let record), .inGrace(let record): return active(productID, record)
    case .lapsed(let record, let next):
      if next == nil, let renewal, let end = renewal.gracePeriodExpiresDate, end > now,
        follower(of: record) == nil
      {
        return inGrace(productID, record, until: end)
      }
      return lapsed(productID, record, next: next, renewal)
    case .cancelled(let record, let cancellation): return cancelled(productID, record, cancellation)
    case .upgraded(let record): return upgraded(productID, record)
    case .notYet(let record): return notYet(productID, record)
    case .endUnknown: return bought(productID, isNonRenewing: true)
    case .notSubscription, .neverBought: return bought(productID, isNonRenewing: false)
    }
  }

  func told(
    _ productID: ReceiptString, _ standing: OwnedProduct.Standing, _ text: String, summary: String,
    _ record: InAppPurchase?, _ more: [(String, String?)] = [], isInference: Bool = false
  ) -> OwnedProduct {
    var rests: [(String, String)] = (record?.evidence() ?? [:]).map { ($0.key, $0.value) }
    rests.append(("product_id", productID.description))
    for case (let name, let value?) in more { rests.append((name, value)) }
    var shared = ""
    if let record, isShared(record) {
      if record.isFamilyShared { rests.append(("in_app_ownership_type", "FAMILY_SHARED")) }
      if record.cancellationDate == nil {
        shared = "; shared in the family: another member bought it"
      }
    }
    return OwnedProduct(
      productID: productID, standing: standing, summary: summary,
      statement: .init(
        "\(productID): \(text)\(shared)", Evidence(rests.sorted { $0.0 < $1.0 }),
        isInference: isInference))
  }
}
