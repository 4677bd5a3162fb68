internal import ReceiptCore

/// One purchase a row (RFC 4180), under a header, in the order of the files and of their purchases. A receipt
/// may stand in another one, or beside it in a response. The rows of its purchases name that part.
struct DecodeCSVRenderer: DecodeRenderer {
  private let output: EscapedOutput<CSVText>
  /// The columns of a row that come first.
  private let kept: [String]
  /// The time at which a purchase is judged, and how the table calls it.
  private let now: ReceiptDate
  private let judgedAt: String

  /// - Throws: If a kept column has the name of another one.
  init(
    _ output: Output, kept: [String], at now: ReceiptDate, judgedAt: String
  ) throws(UsageError) {
    try CSVText.checkTitles(kept, beside: Self.columns)
    self.output = EscapedOutput(output)
    self.kept = kept
    self.now = now
    self.judgedAt = judgedAt
  }

  /// The columns of the purchase between those of where it stands, in the order that scripts rely on.
  private static let fields = [
    "product_id", "product_type", "quantity", "transaction_id", "original_transaction_id",
    "purchase_date", "original_purchase_date", "expires_date", "cancellation_date",
    "cancellation_reason", "is_trial_period", "is_in_intro_offer_period", "promotional_offer_id",
    "web_order_line_item_id", "product_item_id",
  ].compactMap { Field<InAppPurchase>.all.named($0) }

  /// What only Apple's servers and StoreKit 2 say of a purchase.
  private static let serverFields = [
    "in_app_ownership_type", "price", "currency", "app_account_token", "storefront",
    "offer_type", "offer_identifier", "offer_code_ref_name", "offer_period", "offer_discount_type",
    "is_upgraded", "subscription_group_identifier", "app_transaction_id",
  ].compactMap { Field<InAppPurchase>.all.named($0) }

  private static let columns =
    ["file", "environment", "bundle_id"] + fields.map(\.name) + ["part"]
    + ["signature_status", "signature_reason", "state", "judged_at"] + serverFields.map(\.name)
    + ["line"]

  func begin() { output.write(CSVText.row(kept: kept, Self.columns)) }

  func render(_ report: DecodeReport) {
    guard case .decoded(let decoded, let verification) = report.outcome else { return }
    write(decoded.receipt.inApp, of: decoded.receipt, verification, report.source)
    if let response = decoded.response {
      for (name, purchases) in [
        ("latest_receipt_info", response.latestReceiptInfo),
        ("latest_expired_receipt_info", response.latestExpiredReceiptInfo),
      ] {
        write(purchases, of: decoded.receipt, verification, report.source.inside(name))
      }
    }
    for nested in report.nested { render(nested) }
  }

  private func write(
    _ purchases: [InAppPurchase], of receipt: Receipt, _ verification: Verification,
    _ source: Source
  ) {
    for purchase in purchases {
      let values = Self.fields.map { $0.get(purchase)?.description }
      let serverValues = Self.serverFields.map { $0.get(purchase)?.description }
      write(
        source,
        [source.name, receipt.environmentWord?.description, receipt.bundleID?.description] + values
          + [
            source.part, verification.status.rawValue, verification.reason?.rawValue,
            PurchaseState(purchase, at: now).rawValue, judgedAt,
          ] + serverValues + [source.line.map(String.init)])
    }
  }

  private func write(_ source: Source, _ fields: [String?]) {
    output.write(CSVText.row(kept: source.values(of: kept), fields))
  }
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
