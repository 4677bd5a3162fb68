package import ReceiptCore

/// Compares a verifyReceipt response with the receipt in its `latest_receipt`. They differ if that receipt is
/// newer than the one that was sent, or if Apple made only one of them. The response may also have more
/// fields, because it comes from Apple's own records.
package struct ResponseComparison: Sendable {
  /// How the response and the `latest_receipt` in it differ.
  package let differences: [Difference]
  /// What the response says and the `latest_receipt` in it does not.
  package let additions: [Addition]

  /// One difference between a response and the receipt in it.
  package struct Difference: Sendable, Hashable {
    /// The field, as `in_app[transaction_id 1000000479728157].expires_date`.
    package let path: String
    /// The value in the response; `nil` if it has none.
    package let response: String?
    /// The value in the receipt; `nil` if it has none.
    package let receipt: String?
  }

  /// A field that the response has and the receipt in it has not.
  package struct Addition: Sendable, Hashable {
    /// The field, as `in_app.offer_code_ref_name` or `request_date`.
    package let path: String
    /// The number of transactions or subscriptions with the field; 1 for a field that occurs once.
    package let count: Int
  }

  /// `nil` unless this is a response with a readable `latest_receipt`.
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

  /// What only the response says about the app, about the receipt's transactions, and about renewals.
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

  /// A short description of a transaction.
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
