internal import ReceiptCore

extension DecodeReport {
  /// What `decode --format csv` prints: a row for each purchase, in the order of the files and of their purchases. A
  /// receipt may stand in another one, or beside it in a response. The rows of its purchases name that part.
  ///
  /// - Parameters:
  ///   - now: The time at which a purchase is judged.
  ///   - judgedAt: How the table calls it.
  static func table(at now: ReceiptDate, judgedAt: String) -> CSVTable<DecodeReport, PurchaseRow> {
    CSVTable(
      columns: [
        .init("file") { $0.source.name },
        .init("environment") { $0.receipt.environmentWord?.description },
        .init("bundle_id") { $0.receipt.bundleID?.description },
      ] + columns(ownFields) + [
        .init("part") { $0.source.part },
        .init("signature_status") { $0.verification.status.rawValue },
        .init("signature_reason") { $0.verification.reason?.rawValue },
        .init("state") { PurchaseState($0.purchase, at: now).rawValue },
        .init("judged_at") { _ in judgedAt },
      ] + columns(serverFields) + [.init("line") { $0.source.line.map(String.init) }],
      forEachRow: { $0.forEachPurchase($1) }, source: { $0.source })
  }

  private static func columns(
    _ names: [String]
  ) -> [CSVTable<DecodeReport, PurchaseRow>.Column] {
    names.compactMap { Field<InAppPurchase>.all.named($0) }.map { field in
      .init(field.name) { field.get($0.purchase)?.description }
    }
  }

  private static let ownFields = [
    "product_id", "product_type", "quantity", "transaction_id", "original_transaction_id",
    "purchase_date", "original_purchase_date", "expires_date", "cancellation_date",
    "cancellation_reason", "is_trial_period", "is_in_intro_offer_period", "promotional_offer_id",
    "web_order_line_item_id", "product_item_id",
  ]

  /// What only Apple's servers and StoreKit 2 say of a purchase.
  private static let serverFields = [
    "in_app_ownership_type", "price", "currency", "app_account_token", "storefront",
    "offer_type", "offer_identifier", "offer_code_ref_name", "offer_period", "offer_discount_type",
    "is_upgraded", "subscription_group_identifier", "app_transaction_id",
  ]

  private func forEachPurchase(_ body: (PurchaseRow) -> Void) {
    guard case .decoded(let decoded, let verification) = outcome else { return }
    let receipt = decoded.receipt
    func tell(_ purchases: [InAppPurchase], _ source: Source) {
      for purchase in purchases {
        body(
          PurchaseRow(
            source: source, receipt: receipt, verification: verification, purchase: purchase))
      }
    }
    tell(receipt.inApp, source)
    if let response = decoded.response {
      tell(response.latestReceiptInfo, source.inside("latest_receipt_info"))
      tell(response.latestExpiredReceiptInfo, source.inside("latest_expired_receipt_info"))
    }
    for report in nested { report.forEachPurchase(body) }
  }
}

struct PurchaseRow {
  fileprivate let source: Source
  fileprivate let receipt: Receipt
  fileprivate let verification: Verification
  fileprivate let purchase: InAppPurchase
}

/// What one record alone says of a purchase at a time. Whether the customer owns the product follows from all
/// records together, which `diagnose` judges.
enum PurchaseState: String, CaseIterable {
  case active, ended, revoked, upgraded
  /// Bought for good, or a record that does not say when it ends.
  case bought
  case notYetBought = "not-yet-bought"

  init(_ purchase: InAppPurchase, at now: ReceiptDate) {
    self =
      if let date = purchase.purchaseDate, now < date {
        .notYetBought
      } else if purchase.isUpgraded == true {
        .upgraded
      } else if let date = purchase.cancellationDate, date <= now {
        .revoked
      } else if let end = purchase.expiresDate {
        now < end ? .active : .ended
      } else {
        .bought
      }
  }
}
