package import ReceiptCore

/// An answer of verifyReceipt beside the receipt in its `latest_receipt`. They differ where the receipt was
/// made later than the one that was asked about, or where one of them is not what Apple made; and the answer
/// knows more, since it was made of Apple's books.
package struct ResponseComparison: Sendable {
  /// How the response and the `latest_receipt` in it differ.
  package let differences: [Difference]
  /// What the response says and the `latest_receipt` in it does not.
  package let additions: [Addition]

  /// One thing that an answer and the receipt in it do not say alike.
  package struct Difference: Sendable, Hashable {
    /// The field, as `in_app[transaction_id 1000000479728157].expires_date`.
    package let path: String
    /// What the answer says; `nil` where only the receipt does.
    package let response: String?
    /// What the receipt says; `nil` where only the answer does.
    package let receipt: String?
  }

  /// A field that the answer has and the receipt in it has not.
  package struct Addition: Sendable, Hashable {
    /// The field, as `in_app.offer_code_ref_name` or `request_date`.
    package let path: String
    /// In how many transactions or subscriptions; 1 for a field that there is once.
    package let count: Int
  }

  /// `nil` for what is no response, and for one without a `latest_receipt` that could be read.
  package init?(_ decoded: DecodedReceipt) {
    guard let response = decoded.response,
      case .success(let latest)? = decoded.nested.first?.content
    else { return nil }
    differences = Self.differences(between: decoded.receipt, response, and: latest.receipt)
    additions = Self.additions(
      to: latest.receipt, in: decoded.receipt, response, renewals: decoded.renewals)
  }

  private static func differences(
    between receipt: Receipt, _ response: VerifyReceiptResponse, and latest: Receipt
  ) -> [Difference] {
    var differences: [Difference] = []
    func compare(_ path: String, _ response: String?, _ receipt: String?) {
      guard response != receipt else { return }
      differences.append(.init(path: path, response: response, receipt: receipt))
    }
    for field in receiptFields {
      let (inResponse, inReceipt) = (text(field, receipt), text(field, latest))
      if field.comparison.isOptional, inResponse == nil || inReceipt == nil { continue }
      compare(field.name, inResponse, inReceipt)
    }

    // Apple lists a transaction in in_app, in latest_receipt_info, or in both.
    var known: [ReceiptString: [InAppPurchase]] = [:]
    var order: [ReceiptString] = []
    for purchase in receipt.inApp + response.latestReceiptInfo {
      guard let id = purchase.transactionID else { continue }
      if known[id] == nil { order.append(id) }
      known[id, default: []].append(purchase)
    }
    var remaining = Set(order)
    for purchase in Receipt.byPurchaseDate(latest.inApp) {
      guard let id = purchase.transactionID else { continue }
      let path = "in_app[transaction_id \(id)]"
      guard let counterparts = known[id] else {
        compare(path, nil, purchaseText(purchase))
        continue
      }
      remaining.remove(id)
      for field in purchaseFields where field.comparedForms.contains(.appReceipt) {
        let inReceipt = text(field, purchase)
        let inResponse = Set(counterparts.map { text(field, $0) })
        for response in inResponse.sorted(by: { ($0 ?? "") < ($1 ?? "") }) {
          // What one of them leaves out, such as a flag, is not a difference, unless it is a refund.
          guard response != nil && inReceipt != nil || field.name == refund else { continue }
          compare("\(path).\(field.name)", response, inReceipt)
        }
      }
    }
    for id in order where remaining.contains(id) {
      guard let purchase = known[id]?.first else { continue }
      compare("in_app[transaction_id \(id)]", purchaseText(purchase), nil)
    }
    return differences
  }

  /// What the answer says of the app, of transactions that the receipt has too, and of what will be renewed.
  private static func additions(
    to latest: Receipt, in receipt: Receipt, _ response: VerifyReceiptResponse,
    renewals: [RenewalInfo]
  ) -> [Addition] {
    var additions: [Addition] = []
    func add(_ path: String, _ count: Int) {
      if count > 0 { additions.append(.init(path: path, count: count)) }
    }
    for field in receiptFields + responseFields
    where field.comparison.isOptional || !field.comparedForms.contains(.appReceipt) {
      if text(field, latest) == nil, text(field, receipt) != nil { add(field.name, 1) }
    }
    let known = Dictionary(
      grouping: receipt.inApp + response.latestReceiptInfo + response.latestExpiredReceiptInfo
    ) { $0.transactionID }
    // A refund that only one of them knows is a difference.
    for field in purchaseFields where field.name != refund {
      add(
        "in_app.\(field.name)",
        latest.inApp.count { purchase in
          guard let id = purchase.transactionID, let counterparts = known[id] else { return false }
          return text(field, purchase) == nil && counterparts.contains { text(field, $0) != nil }
        })
    }
    add("pending_renewal_info", renewals.count)
    return additions
  }

  /// A transaction in a few words.
  private static func purchaseText(_ purchase: InAppPurchase) -> String {
    [purchase.productID?.description, purchase.purchaseDate.map { "bought \($0)" }]
      .compactMap(\.self).joined(separator: ", ")
  }

  /// To the second: a receipt may have milliseconds where the response has none.
  private static func text<Model>(_ field: Field<Model>, _ model: Model) -> String? {
    switch field.get(model) {
    case .date(let date): date.toTheSecond.description
    case let value: value?.description
    }
  }

  private static let refund = "cancellation_date"

  /// What both can hold.
  private static let receiptFields =
    Field<Receipt>.all.filter { $0.comparedForms.isSuperset(of: [.appReceipt, .verifyReceipt]) }
    + [.environment]
  /// What only a response can hold.
  private static let responseFields = Field<Receipt>.all.filter {
    $0.comparedForms.contains(.verifyReceipt) && !$0.comparedForms.contains(.appReceipt)
  }
  private static let purchaseFields = Field<InAppPurchase>.all.filter {
    $0.comparedForms.contains(.verifyReceipt)
  }
}
