internal import ReceiptCore
internal import ReceiptMaking

// What is posted to Apple's server, and what that responds.
extension ReceiptMaker {
  func response(
    _ spec: ReceiptSpec, _ receipt: Receipt, _ number: Int
  ) throws(Failure) -> [UInt8] {
    try template(spec, receipt, number).json.utf8
  }

  /// A response of verifyReceipt.
  func template(
    _ spec: ReceiptSpec, _ receipt: Receipt, _ number: Int
  ) throws(Failure) -> VerifyReceiptTemplate {
    var response = VerifyReceiptTemplate(receipt)
    response.status = spec.response.status ?? 0
    response.isRetryable = spec.response.isRetryable
    response.renewals = spec.renewals
    response.latestReceiptInfo =
      spec.response.latestReceiptInfo ?? (spec.isComplete ? [] : receipt.inApp)
    response.latestExpiredReceiptInfo = spec.response.latestExpiredReceiptInfo ?? []
    response.otherFields = spec.otherFields
    response.hasItemIDs = spec.isComplete
    if let latest = spec.nested.first {
      response.latestReceipt = try app(latest, latest.receipt, .apple, number)
    } else if !spec.isComplete {
      response.latestReceipt = try app(spec, receipt, .apple, number)
    }
    return response
  }

  /// The body that is posted to verifyReceipt.
  func request(_ spec: ReceiptSpec, _ receipt: Receipt, _ number: Int) throws(Failure) -> [UInt8] {
    let request = VerifyReceiptRequest(
      try app(spec, receipt, .apple, number), password: requestPassword,
      excludesOldTransactions: excludesOldTransactions ? true : nil)
    return request.json.utf8
  }

  /// Responses of the App Store Server API: one, or one for each purchase where a response is about one.
  func responses(
    _ kind: APIResponse.Kind, _ spec: ReceiptSpec, _ receipt: Receipt, _ number: Int
  ) throws(Failure) -> [[UInt8]] {
    guard kind == .transaction, !spec.isDecodedResponse, spec.signed.isEmpty else {
      return [try apiResponse(kind, spec, receipt, receipt.inApp, number)]
    }
    guard !receipt.inApp.isEmpty else { throw noPurchase }
    var responses: [[UInt8]] = []
    for purchase in receipt.inApp {
      responses.append(try apiResponse(kind, spec, receipt, [purchase], number))
    }
    return responses
  }

  private func apiResponse(
    _ kind: APIResponse.Kind, _ spec: ReceiptSpec, _ receipt: Receipt,
    _ purchases: [InAppPurchase], _ number: Int
  ) throws(Failure) -> [UInt8] {
    var response = spec.apiResponse ?? APIResponse(kind)
    response.kind = kind
    var template = APIResponseTemplate(response)
    template.otherFields = spec.otherFields
    template.receipt = receipt
    for inner in spec.signed { try add(inner, to: &template, number) }
    if !spec.isDecodedResponse {
      let purchases = spec.signed.isEmpty ? self.purchases(purchases, in: kind, of: receipt) : []
      let date = receipt.signedDate ?? receipt.receiptCreationDate ?? now
      template.response = response.completed(purchases: purchases, at: date)
      template.receipt = receipt.namedByServer(
        asked: spec.receipt, needsItemID: false, hasVersion: false)
      if kind == .statuses, response.subscriptions.isEmpty {
        template.response.subscriptions = purchases.map { period in
          APIResponse.SubscriptionStatus(
            period,
            spec.renewals.first { $0.originalTransactionID == period.originalTransactionID },
            at: date
          )
        }
      }
      if spec.signed.isEmpty {
        try fill(&template, with: purchases, spec, receipt, number)
      }
    }
    return template.json.utf8
  }

  /// The purchases that a response lists.
  private func purchases(
    _ purchases: [InAppPurchase], in kind: APIResponse.Kind, of receipt: Receipt
  ) -> [InAppPurchase] {
    switch kind {
    case .statuses: receipt.newestPeriods
    case .refunds: purchases.filter { $0.cancellationDate != nil }
    default: purchases
    }
  }

  /// Signs what a response holds.
  private func fill(
    _ template: inout APIResponseTemplate, with purchases: [InAppPurchase],
    _ spec: ReceiptSpec, _ receipt: Receipt, _ number: Int
  ) throws(Failure) {
    switch template.response.kind {
    case .history, .refunds, .order, .statuses, .transaction:
      for purchase in purchases {
        var single = receipt
        single.inApp = [purchase]
        let jws = try transaction(purchase, of: single, ReceiptSpec(), .jwsTransaction)
        template.transactions.append(.init(jws, purchase.originalTransactionID))
      }
      guard template.response.kind == .statuses || template.response.kind == .transaction else {
        return
      }
      let chains = Set(purchases.map(\.originalTransactionID))
      for renewal in spec.renewals where chains.contains(renewal.originalTransactionID) {
        let jws = try renewalInfo(renewal, of: receipt, ReceiptSpec())
        template.renewals.append(.init(jws, renewal.originalTransactionID))
      }
    case .appTransaction:
      template.appTransaction = try serverAppTransaction(spec, receipt, number)
    case .notifications:
      template.notifications = [.init(try notification(spec, receipt, number))]
    case .testNotification where template.response.testNotificationToken == nil:
      var test = spec
      test.notification = ServerNotification()
      test.notification.notificationType = ReceiptString("TEST")
      template.notifications = [.init(try notification(test, receipt, number))]
    case .testNotification, .renewalExtension, .seats, .groups, .error, .together: break
    }
  }

  /// Signs a text that stood in a response.
  private func add(
    _ inner: ReceiptSpec, to template: inout APIResponseTemplate, _ number: Int
  ) throws(Failure) {
    switch inner.style {
    case .jwsTransaction:
      let purchase = inner.receipt.inApp.first
      let jws = try transaction(
        purchase ?? InAppPurchase(), of: inner.receipt, inner, .jwsTransaction)
      template.transactions.append(.init(jws, purchase?.originalTransactionID))
    case .jwsRenewalInfo:
      guard let renewal = inner.renewals.first else { return }
      let jws = try renewalInfo(renewal, of: inner.receipt, inner)
      template.renewals.append(.init(jws, renewal.originalTransactionID))
    case .jwsAppTransaction:
      template.appTransaction = try appTransaction(inner, inner.receipt)
    case .jwsNotification:
      template.notifications.append(.init(try notification(inner, inner.receipt, number)))
    default: break
    }
  }
}

extension ReceiptSpec {
  /// Whether it is what `decode` prints for such a response. Then it lists its own contents.
  fileprivate var isDecodedResponse: Bool { isComplete && apiResponse != nil }

  /// The signed texts in it.
  fileprivate var signed: [ReceiptSpec] { nested.filter { $0.style?.isStoreKit == true } }
}
