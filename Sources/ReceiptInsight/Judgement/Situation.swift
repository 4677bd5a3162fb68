internal import ReceiptCore

/// What is judged: a receipt, how far it can be trusted, and the time that is asked about.
struct Situation {
  let decoded: DecodedReceipt
  let verification: Verification
  let nested: [SourcedPurchases.Nested]
  let purchases: SourcedPurchases
  let deviceCheck: CheckResult?
  let settings: AppSettings
  /// Whether the settings name other bundle identifiers.
  let isOfOtherApp: Bool
  /// The time at which ownership is judged.
  let now: ReceiptDate
  /// Whether `now` is the clock's time, and not one that was asked about.
  let isToday: Bool

  var receipt: Receipt { decoded.receipt }
  var history: PurchaseHistory { purchases.history }

  /// Whether its content is trusted. In a response, only the nested receipt is signed, and the response may
  /// say something else.
  var isTrusted: Bool { verification.isTrusted }

  /// The signed receipt in an unsigned response. It decides over the text around it.
  var proof: SourcedPurchases.Nested? {
    guard !isTrusted, decoded.form == .verifyReceipt || decoded.form == .notificationV1 else {
      return nil
    }
    return nested.first { $0.verification.isTrusted && $0.verification.isWellFormed }
  }

  /// Whether its purchases are worth advice: it is signed, a response that the developer's server received, or
  /// accepted without a signature.
  var isUsable: Bool {
    isTrusted && malformation == nil || isUnsignedResponse
      || verification.reason == .unsignedAccepted
  }

  /// Whether it is a response from Apple's server without a signature of its own.
  var isUnsignedResponse: Bool {
    verification.status == .absent
      && [.verifyReceipt, .apiAnswer, .apiError, .notificationV1].contains(decoded.form)
  }

  /// Whether purchases in it cost money.
  var isStore: Bool { receipt.environment == .production || receipt.environment == nil }

  /// When it was made. A response of the App Store Server API has no date: it is as new as the
  /// newest signed text in it.
  var madeAt: ReceiptDate? {
    if let made = decoded.madeAt { return made }
    guard decoded.form == .apiAnswer else { return nil }
    return nested.filter(\.verification.isTrusted).compactMap(\.decoded.madeAt).max()
  }

  /// The moment up to which all purchases are listed; `nil` if it may leave out some.
  var listedUntil: ReceiptDate? {
    ([decoded] + nested.map(\.decoded)).compactMap { source in
      switch source.form {
      case .appReceipt, .verifyReceipt, .notificationV1, .payload: source.madeAt
      case .apiAnswer where source.apiResponse?.holdsAllPurchases == true:
        source.allNested.compactMap(\.madeAt).max()
      default: nil
      }
    }.max()
  }

  /// Whether it is so old that purchases may have changed since.
  var isOld: Bool { madeAt.map { now.since($0) > OldReceiptRule.age } ?? false }

  /// The noun for it in sentences.
  var noun: String {
    switch decoded.form {
    case .appReceipt: "receipt"
    case .verifyReceipt, .apiAnswer, .apiError: "response"
    case .ios6Transaction, .transaction: "transaction"
    case .appTransaction: "app transaction"
    case .renewalInfo: "renewal info"
    case .notification, .notificationV1: "notification"
    case .realtimeRequest: "request"
    case .payload: "content"
    }
  }

  /// Whether it covers only one transaction, and cannot show a renewal.
  var isSingle: Bool {
    [.transaction, .ios6Transaction, .notification].contains(decoded.form)
  }

  /// Whether an organisation bought the app.
  var isVolumePurchase: Bool {
    receipt.organizationName != nil || receipt.receiptType?.text?.contains("VPP") == true
  }

  /// A response without a receipt: it reports an error and says nothing about a customer.
  var isAnswerAlone: Bool {
    decoded.form == .verifyReceipt && receipt.bundleID == nil && history.records.isEmpty
  }

  /// The status of a response that reports an error. With 21006 Apple sends the receipt that had expired.
  var errorStatus: Int64? {
    guard let status = decoded.response?.status, status != 0, status != 21006 else { return nil }
    return status
  }

  /// All upcoming renewals, from all places in it; none if it was made after the time that is asked about.
  var renewals: [RenewalInfo] {
    if let made = madeAt, isLater(made) { return [] }
    return decoded.allRenewals
  }

  func renewal(of productID: ReceiptString) -> RenewalInfo? {
    renewals.first { $0.productID == productID }
  }

  /// The status of a record's subscription in a response of the App Store Server API: 1 to 5.
  func status(of record: InAppPurchase) -> Int64? {
    if let made = madeAt, isLater(made) { return nil }
    if let status = decoded.notification?.status { return status }
    guard let original = record.originalTransactionID else { return nil }
    return decoded.apiResponse?.subscriptions.first { $0.originalTransactionID == original }?.status
  }

  /// The result of the structure check, if it failed although the signature holds.
  var malformation: CheckResult? {
    guard verification.isTrusted, let structure = verification.checks.first,
      structure.status == .fail
    else { return nil }
    return structure
  }

  /// The same in words.
  var malformationText: String? {
    malformation.map { check in
      let duplicate = decoded.findings.first { $0.id == .duplicateAttribute }
      return check.reason == .duplicateAttribute
        && duplicate?.path == AttributePath(type: AttributeType.bundleID)
        ? "it names more than one app (attribute 2)" : check.message
    }
  }

  /// A time relative to now: `3 days ago`, `in 2 hours`.
  func relative(_ date: ReceiptDate) -> String {
    if date > now { return "in \(date.since(now).rough)" }
    return now.since(date).milliseconds < 60_000 ? "just now" : "\(now.since(date).rough) ago"
  }

  /// Whether `made` is after `now` by at least a minute, which clocks that differ do not explain.
  func isLater(_ made: ReceiptDate) -> Bool { made.since(now).milliseconds >= 60_000 }

  /// When something was made, relative to `now`.
  func age(_ made: ReceiptDate) -> String {
    isLater(made)
      ? "\(made.since(now).rough) after the time that was asked about" : relative(min(made, now))
  }
}

extension Verification {
  /// Whether the structure check passed.
  fileprivate var isWellFormed: Bool { checks.first?.status == .pass }
}

extension TimeSpan {
  /// The largest unit alone: `3 days`, `8 months`, `7 years`.
  package var rough: String {
    let day: UInt64 = 86_400_000
    let days = milliseconds.magnitude / day
    if days >= 730 { return "\(max(2, days * 4 / 1461)) years" }
    if days >= 60 { return "\(max(2, days * 12 / 365)) months" }
    let text = description
    let words = text.split(separator: " ")
    return words.count > 2 ? words.prefix(2).joined(separator: " ") : text
  }
}

extension ReceiptDate {
  /// The day in UTC: `2024-02-29`.
  package var dayText: String { String(description.prefix(10)) }

  /// The moment for display: `2024-02-29 12:00:00 UTC`.
  package var plainText: String {
    let text = description
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(8)) UTC"
  }
}
