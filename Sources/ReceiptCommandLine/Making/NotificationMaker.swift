internal import ReceiptCore
internal import ReceiptInsight
internal import ReceiptMaking

// What Apple's server sends by itself.
extension ReceiptMaker {
  /// When a notification of the spec is sent.
  private func sent(_ spec: ReceiptSpec) -> ReceiptDate {
    created ?? spec.receipt.signedDate ?? spec.receipt.receiptCreationDate ?? now
  }

  /// Adds an example of what a notification is about, where the spec says neither what nor that there is nothing.
  func addSubject(to spec: inout ReceiptSpec, _ style: MakeStyle) {
    let isTold = spec.hasPurchases || !spec.receipt.inApp.isEmpty || !spec.nested.isEmpty
    guard scenario == nil, !isTold, style == .jwsNotification || style == .apiNotifications,
      spec.notification.notificationType != nil || !spec.renewals.isEmpty,
      spec.notification.isAboutPurchase
    else { return }
    var purchase = NotificationDefaults(spec.notification, sent: sent(spec)).purchase
    if let renewal = spec.renewals.first {
      purchase.productID = renewal.productID
      purchase.originalTransactionID = renewal.originalTransactionID
    }
    spec.receipt.inApp = [purchase]
    spec.isExample = spec.renewals.isEmpty && purchase.expiresDate != nil
  }

  /// A notification with the first purchase and the first renewal, or with the nested ones.
  func notification(
    _ spec: ReceiptSpec, _ receipt: Receipt, _ number: Int
  ) throws(Failure) -> [UInt8] {
    let receipt = fitted(receipt, to: spec)
    let filled = completed(spec, receipt, number)
    var app = receipt
    if !spec.isDecodedNotification {
      let carrier = filled.notification.carrier
      app = receipt.namedByServer(
        asked: spec.receipt, needsItemID: carrier == .appData || carrier == .externalPurchaseToken,
        hasVersion: carrier == .data)
    }
    // The inner JWS are signed anew, so they differ from those in a payload that was read.
    let signed = try signedParts(of: filled, receipt, number)
    func write(_ signed: [(name: String, jws: [UInt8])]) -> (Receipt, ReceiptSpec) -> JSONValue {
      { receipt, spec in
        StoreKitPayload.notification(
          spec.notification, of: receipt, signed: signed, other: spec.otherFields)
      }
    }
    return try jws(filled, app, .jwsNotification, read: write([]), write(signed))
  }

  /// The receipt with its first purchase as the notification tells of it, where the SPEC names both.
  private func fitted(_ receipt: Receipt, to spec: ReceiptSpec) -> Receipt {
    guard !spec.isDecodedNotification, spec.notification.isAboutPurchase, !receipt.inApp.isEmpty
    else { return receipt }
    var receipt = receipt
    NotificationDefaults(spec.notification, sent: sent(spec))
      .fit(&receipt.inApp[0], said: spec.receipt.inApp.first ?? InAppPurchase())
    return receipt
  }

  /// The spec with the fields of its notification filled in.
  private func completed(_ spec: ReceiptSpec, _ receipt: Receipt, _ number: Int) -> ReceiptSpec {
    guard !spec.isDecodedNotification else { return spec }
    var filled = spec
    if spec.notification.notificationType == nil {
      let isAboutPurchase = !receipt.inApp.isEmpty || !spec.nested.isEmpty
      filled.notification.notificationType = ReceiptString(isAboutPurchase ? "SUBSCRIBED" : "TEST")
    }
    let defaults = NotificationDefaults(filled.notification, sent: sent(spec))
    // Apple sends it with every subscription that renews by itself.
    let isTold = !spec.renewals.isEmpty || !spec.nested.isEmpty
    if spec.isExample || !isTold, let purchase = receipt.inApp.first, purchase.expiresDate != nil,
      purchase.productType != .nonRenewingSubscription
    {
      filled.renewals = [defaults.renewal(of: purchase)]
    }
    var numbers = SeededNumbers(seed(number), "notification")
    defaults.complete(
      &filled.notification, of: receipt,
      hasSubscription: filled.notification.isAboutPurchase
        && receipt.inApp.first?.expiresDate != nil, &numbers)
    return filled
  }

  /// The signed texts that a notification carries, each with the name of its member.
  private func signedParts(
    of spec: ReceiptSpec, _ receipt: Receipt, _ number: Int
  ) throws(Failure) -> [(name: String, jws: [UInt8])] {
    var parts: [(name: String, jws: [UInt8])] = []
    let isAboutPurchase = spec.notification.isAboutPurchase
    if let inner = spec.nested.first(where: { $0.style == .jwsTransaction }),
      let purchase = inner.receipt.inApp.first
    {
      let jws = try transaction(purchase, of: inner.receipt, inner, .jwsTransaction)
      parts.append(("signedTransactionInfo", jws))
    } else if let purchase = receipt.inApp.first, isAboutPurchase {
      let jws = try transaction(purchase, of: receipt, ReceiptSpec(), .jwsTransaction)
      parts.append(("signedTransactionInfo", jws))
    }
    if let inner = spec.nested.first(where: { $0.style == .jwsRenewalInfo }),
      let renewal = inner.renewals.first
    {
      parts.append(("signedRenewalInfo", try renewalInfo(renewal, of: inner.receipt, inner)))
    } else if let renewal = spec.renewals.first, isAboutPurchase {
      let jws = try renewalInfo(renewal, of: receipt, ReceiptSpec())
      parts.append(("signedRenewalInfo", jws))
    }
    if let inner = spec.nested.first(where: { $0.style == .jwsAppTransaction }) {
      parts.append(("signedAppTransactionInfo", try appTransaction(inner, inner.receipt)))
    } else if spec.notification.carrier == .appData, !spec.isDecodedNotification {
      parts.append(
        ("signedAppTransactionInfo", try serverAppTransaction(spec, receipt, number)))
    }
    return parts
  }

  func appTransaction(_ spec: ReceiptSpec, _ receipt: Receipt) throws(Failure) -> [UInt8] {
    try jws(spec, receipt, .jwsAppTransaction) { receipt, spec in
      StoreKitPayload.appTransaction(receipt, other: spec.otherFields)
    }
  }

  /// An app transaction as Apple's server signs it.
  func serverAppTransaction(
    _ spec: ReceiptSpec, _ receipt: Receipt, _ number: Int
  ) throws(Failure) -> [UInt8] {
    var numbers = SeededNumbers(seed(number), "app transaction")
    let app = receipt.appTransactionOfServer(asked: spec.receipt, &numbers)
    return try appTransaction(ReceiptSpec(), app)
  }

  func realtimeRequest(
    _ spec: ReceiptSpec, _ receipt: Receipt, _ number: Int
  ) throws(Failure) -> [UInt8] {
    var filled = spec
    var app = receipt
    if !spec.isComplete {
      var numbers = SeededNumbers(seed(number), "realtime request")
      NotificationDefaults.complete(request: &filled.notification, of: receipt, &numbers)
      app = receipt.namedByServer(asked: spec.receipt, needsItemID: true, hasVersion: false)
    }
    return try jws(filled, app, .jwsRealtimeRequest) { receipt, spec in
      StoreKitPayload.realtimeRequest(spec.notification, of: receipt, other: spec.otherFields)
    }
  }

  /// A notification of version 1.
  func notificationV1(
    _ spec: ReceiptSpec, _ receipt: Receipt, _ number: Int
  ) throws(Failure) -> [UInt8] {
    var notification = spec.notification
    var unified = try template(spec, receipt, number)
    if !spec.isComplete {
      let newest = Array(receipt.inAppByPurchaseDate.reversed())
      notification.completeOlder(newest.first, spec.renewals.first)
      unified.latestReceiptInfo =
        spec.response.latestReceiptInfo ?? Array(newest.prefix(Self.maximumLatest))
    }
    var template = NotificationV1Template(notification, of: receipt, around: unified)
    template.otherFields = spec.otherFields
    return template.json.utf8
  }

  /// How many of the newest transactions Apple writes in `unified_receipt`.
  private static let maximumLatest = 100
}

extension ReceiptSpec {
  /// Whether the spec is the output of `decode` or a payload. Such a spec is complete, so nothing is filled in.
  fileprivate var isDecodedNotification: Bool { isComplete && style == .jwsNotification }
}
