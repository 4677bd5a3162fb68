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
    for (name, text) in receiptFields { compare(name, text(receipt), text(latest)) }
    for (name, text) in optionalReceiptFields {
      guard let inAnswer = text(receipt), let inReceipt = text(latest) else { continue }
      compare(name, inAnswer, inReceipt)
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
      for (name, text) in purchaseFields {
        for response in Set(counterparts.map(text)).sorted(by: { ($0 ?? "") < ($1 ?? "") }) {
          // A field that only one of them has, such as a flag, is no difference. A refund is.
          let receipt = text(purchase)
          guard response != nil && receipt != nil || name == "cancellation_date" else { continue }
          compare("\(path).\(name)", response, receipt)
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
    for (name, text) in optionalReceiptFields where text(latest) == nil && text(receipt) != nil {
      add(name, 1)
    }
    let known = Dictionary(
      grouping: receipt.inApp + response.latestReceiptInfo + response.latestExpiredReceiptInfo
    ) { $0.transactionID }
    // A refund in only one of them is a difference.
    for (name, text) in purchaseFields where name != "cancellation_date" {
      add(
        "in_app.\(name)",
        latest.inApp.count { purchase in
          guard let id = purchase.transactionID, let counterparts = known[id] else { return false }
          return text(purchase) == nil && counterparts.contains { text($0) != nil }
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

  /// The date to the second, because only the receipt may have milliseconds.
  private static func text(_ date: ReceiptDate?) -> String? {
    date.map {
      let seconds = ReceiptDate.floorDivide(Int(clamping: $0.millisecondsSince1970), 1000)
      return ReceiptDate(millisecondsSince1970: Int64(seconds) * 1000).description
    }
  }

  private static var receiptFields: [(String, (Receipt) -> String?)] {
    [
      ("bundle_id", { $0.bundleID?.description }),
      ("application_version", { $0.applicationVersion?.description }),
      ("original_application_version", { $0.originalApplicationVersion?.description }),
      ("receipt_type", { $0.receiptType?.description }),
      ("receipt_creation_date", { text($0.receiptCreationDate) }),
      ("original_purchase_date", { text($0.originalPurchaseDate) }),
      ("expiration_date", { text($0.expirationDate) }),
    ]
  }

  /// Fields that either of the two may leave out.
  private static var optionalReceiptFields: [(String, (Receipt) -> String?)] {
    [
      ("environment", { $0.environmentName?.description ?? $0.environment?.rawValue }),
      ("adam_id", { $0.adamID.map(String.init) }),
      ("download_id", { $0.downloadID.map(String.init) }),
      ("version_external_identifier", { $0.versionExternalIdentifier.map(String.init) }),
      ("preorder_date", { text($0.preorderDate) }),
      ("request_date", { text($0.requestDate) }),
    ]
  }

  private static var purchaseFields: [(String, (InAppPurchase) -> String?)] {
    [
      ("product_id", { $0.productID?.description }),
      ("quantity", { $0.quantity.map(String.init) }),
      ("original_transaction_id", { $0.originalTransactionID?.description }),
      ("purchase_date", { text($0.purchaseDate) }),
      ("original_purchase_date", { text($0.originalPurchaseDate) }),
      ("expires_date", { text($0.expiresDate) }),
      ("cancellation_date", { text($0.cancellationDate) }),
      ("web_order_line_item_id", { $0.webOrderLineItemID.map(String.init) }),
      ("is_trial_period", { $0.isTrialPeriod.map(String.init) }),
      ("is_in_intro_offer_period", { $0.isInIntroOfferPeriod.map(String.init) }),
      ("promotional_offer_id", { $0.promotionalOfferID?.description }),
      ("cancellation_reason", { $0.cancellationReason.map(String.init) }),
      ("app_account_token", { $0.online?.appAccountToken?.description }),
      ("in_app_ownership_type", { $0.online?.inAppOwnershipType?.description }),
      ("is_upgraded", { $0.online?.isUpgraded.map(String.init) }),
      ("offer_code_ref_name", { $0.online?.offerCodeRefName?.description }),
      ("subscription_group_identifier", { $0.online?.subscriptionGroupIdentifier?.description }),
    ]
  }
}
