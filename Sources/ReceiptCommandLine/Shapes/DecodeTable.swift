internal import ReceiptCore

extension DecodeReport {
  /// What `decode --format csv` prints: a row for each purchase, in the order of the files and of their purchases. A
  /// receipt may stand in another one, or beside it in a response. The rows of its purchases name that part.
  ///
  /// - Parameters:
  ///   - now: The time at which a purchase is judged.
  ///   - judgedAt: How the table calls it.
  static func table(at now: ReceiptDate, judgedAt: String) -> CSVTable<DecodeReport> {
    let columns: [CSVColumn<PurchaseRow>] =
      [
        .init("file") { $0.source.name },
        .init("environment") { $0.environment },
        .init("bundle_id") { $0.bundleID },
      ] + PurchaseRow.columns[..<PurchaseRow.ownFields.count] + [
        .init("part") { $0.source.part },
        .init("signature_status") { $0.signatureStatus },
        .init("signature_reason") { $0.signatureReason },
        .init("state") { $0.state.rawValue },
        .init("judged_at") { _ in judgedAt },
      ] + PurchaseRow.columns[PurchaseRow.ownFields.count...] + [
        .init("line") { $0.source.line.map(String.init) }
      ]
    return CSVTable(
      columns: columns,
      forEachRow: { $0.forEachPurchase(at: now, $1) }, isBrief: false, source: { $0.source })
  }

  private func forEachPurchase(at now: ReceiptDate, _ body: (PurchaseRow) -> Void) {
    guard case .decoded(let decoded, let verification) = outcome else { return }
    func tell(_ purchases: [InAppPurchase], _ source: Source) {
      for purchase in purchases {
        body(PurchaseRow(purchase, of: decoded.receipt, verification, source, at: now))
      }
    }
    tell(decoded.receipt.inApp, source)
    if let response = decoded.response {
      tell(response.latestReceiptInfo, source.inside("latest_receipt_info"))
      tell(response.latestExpiredReceiptInfo, source.inside("latest_expired_receipt_info"))
    }
    for report in nested { report.forEachPurchase(at: now, body) }
  }
}

/// A purchase as it is printed. It has the texts alone, because copies of a purchase count many references.
struct PurchaseRow {
  fileprivate let source: Source
  fileprivate let environment: String?
  fileprivate let bundleID: String?
  fileprivate let signatureStatus: String
  fileprivate let signatureReason: String?
  fileprivate let state: PurchaseState
  /// The values of the fields, in the order of `fields`.
  private let values: [String?]

  fileprivate init(
    _ purchase: InAppPurchase, of receipt: Receipt, _ verification: Verification, _ source: Source,
    at now: ReceiptDate
  ) {
    self.source = source
    environment = receipt.environmentWord?.description
    bundleID = receipt.bundleID?.description
    signatureStatus = verification.status.rawValue
    signatureReason = verification.reason?.rawValue
    state = PurchaseState(purchase, at: now)
    values = Self.fields.map { $0.get(purchase)?.description }
  }

  fileprivate static let columns = fields.enumerated().map { index, field in
    CSVColumn<PurchaseRow>(field.name) { $0.values[index] }
  }

  private static let fields = (ownFields + serverFields).compactMap {
    Field<InAppPurchase>.all.named($0)
  }

  fileprivate static let ownFields = [
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
