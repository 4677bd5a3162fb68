internal import ReceiptCore

/// Apple's two verifyReceipt endpoints.
enum Endpoint: String, CaseIterable {
  case production, sandbox
}

/// What Apple's verifyReceipt would have answered, key for key and in Apple's order, as far as a receipt
/// knows it: `latest_receipt_info` and the like only Apple has.
struct VerifyReceiptRenderer: DecodeRenderer {
  private let endpoint: Endpoint?
  private let requestDate: ReceiptDate
  private var objects: JSONSequence

  init(_ output: Output, isSingle: Bool, endpoint: Endpoint?, requestDate: ReceiptDate) {
    self.endpoint = endpoint
    self.requestDate = requestDate
    objects = JSONSequence(output, isSingle ? .object : .array)
  }

  mutating func begin() { objects.begin() }
  mutating func end() { objects.end() }

  /// The status that Apple's endpoint gives (Apple, "status" of responseBody).
  private func status(of report: DecodeReport) -> Int64 {
    // 21002: the receipt data is malformed. Receipts from Xcode get it as well.
    guard case .decoded(let decoded, let verification) = report.outcome, decoded.errors.isEmpty,
      let environment = decoded.receipt.environment, environment != .xcode
    else { return 21002 }
    // 21003: it could not be authenticated.
    guard verification.isTrusted else { return 21003 }
    return switch (environment, endpoint) {
    case (.sandbox, .production): 21007
    case (.production, .sandbox): 21008
    default: 0
    }
  }

  mutating func render(_ report: DecodeReport) {
    let status = status(of: report)
    let requestDate = requestDate
    objects.add { json in
      json.key("status", isSorted: false)
      json.number(status)
      guard status == 0, case .decoded(let decoded, _) = report.outcome else { return }
      let receipt = decoded.receipt
      json.text("environment", receipt.environment?.rawValue)
      json.key("receipt", isSorted: false)
      json.object { json in
        json.text("receipt_type", receipt.receiptType?.description)
        json.integer("adam_id", receipt.adamID)
        json.integer("app_item_id", receipt.adamID)
        json.text("bundle_id", receipt.bundleID?.description)
        json.text("application_version", receipt.applicationVersion?.description)
        json.integer("download_id", receipt.downloadID)
        json.integer("version_external_identifier", receipt.versionExternalIdentifier)
        json.dates("receipt_creation_date", receipt.receiptCreationDate)
        json.dates("request_date", requestDate)
        json.dates("original_purchase_date", receipt.originalPurchaseDate)
        json.text("original_application_version", receipt.originalApplicationVersion?.description)
        json.dates("preorder_date", receipt.preorderDate)
        json.dates("expiration_date", receipt.expirationDate)
        json.key("in_app", isSorted: false)
        json.array(receipt.inApp) { writePurchase($1, &$0) }
      }
    }
  }

}

private func writePurchase(_ purchase: InAppPurchase, _ json: inout JSONWriter) {
  json.object { json in
    json.text("quantity", purchase.quantity.map(String.init))
    json.text("product_id", purchase.productID?.description)
    json.text("transaction_id", purchase.transactionID?.description)
    json.text("original_transaction_id", purchase.originalTransactionID?.description)
    json.dates("purchase_date", purchase.purchaseDate)
    json.dates("original_purchase_date", purchase.originalPurchaseDate)
    json.dates("expires_date", purchase.expiresDate)
    json.dates("cancellation_date", purchase.cancellationDate)
    json.text("cancellation_reason", purchase.cancellationReason.map(String.init))
    json.text("web_order_line_item_id", purchase.webOrderLineItemID.map(String.init))
    json.text("is_trial_period", purchase.isTrialPeriod.map(String.init))
    json.text("is_in_intro_offer_period", purchase.isInIntroOfferPeriod.map(String.init))
    json.text("promotional_offer_id", purchase.promotionalOfferID?.description)
  }
}

// Members in Apple's order, which is not sorted.
extension JSONWriter {
  fileprivate mutating func text(_ name: String, _ text: String?) {
    guard let text else { return }
    key(name, isSorted: false)
    string(text)
  }

  fileprivate mutating func integer(_ name: String, _ number: Int64?) {
    guard let number else { return }
    key(name, isSorted: false)
    self.number(number)
  }

  /// A moment under its three keys: in GMT, in milliseconds, and as a clock in California shows it.
  fileprivate mutating func dates(_ name: String, _ date: ReceiptDate?) {
    guard let date else { return }
    let greenwich = CalendarDate(date)
    let california = CalendarDate(date, secondsFromGMT: PacificTime.secondsFromGMT(at: date))
    text(name, "\(greenwich.dayText) \(greenwich.timeText) Etc/GMT")
    text(name + "_ms", String(date.millisecondsSince1970))
    text(name + "_pst", "\(california.dayText) \(california.timeText) America/Los_Angeles")
  }
}
