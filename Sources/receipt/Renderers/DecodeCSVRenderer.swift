internal import ReceiptCore

/// One purchase a row (RFC 4180), under a header, in the order of the files and of their purchases;
/// those of a receipt that stands in another one, or beside it in an answer, with the part they are of.
struct DecodeCSVRenderer: DecodeRenderer {
  private let output: Output
  /// The columns of a row that come first.
  private let kept: [String]

  init(_ output: Output, kept: [String]) {
    self.output = output
    self.kept = kept
  }

  /// The columns of the purchase between those of where it stands, in the order that scripts rely on.
  private static let fields = [
    "product_id", "product_type", "quantity", "transaction_id", "original_transaction_id",
    "purchase_date", "original_purchase_date", "expires_date", "cancellation_date",
    "cancellation_reason", "is_trial_period", "is_in_intro_offer_period", "promotional_offer_id",
    "web_order_line_item_id", "product_item_id",
  ].compactMap { Field<InAppPurchase>.all.named($0) }

  private static let columns =
    ["file", "environment", "bundle_id"] + fields.map(\.name) + ["part"]

  func begin() { output.write(csvRow(kept: kept, Self.columns)) }

  func render(_ report: DecodeReport) {
    guard case .decoded(let decoded, _) = report.outcome else { return }
    write(decoded.receipt.inApp, of: decoded.receipt, report.source)
    if let response = decoded.response {
      for (name, purchases) in [
        ("latest_receipt_info", response.latestReceiptInfo),
        ("latest_expired_receipt_info", response.latestExpiredReceiptInfo),
      ] {
        write(purchases, of: decoded.receipt, report.source.inside(name))
      }
    }
    for nested in report.nested { render(nested) }
  }

  private func write(_ purchases: [InAppPurchase], of receipt: Receipt, _ source: Source) {
    for purchase in purchases {
      let values = Self.fields.map { $0.get(purchase)?.description }
      write(
        source,
        [source.name, receipt.environmentWord?.description, receipt.bundleID?.description] + values
          + [source.part])
    }
  }

  private func write(_ source: Source, _ fields: [String?]) {
    output.write(csvRow(kept: source.values(of: kept), fields))
  }
}
