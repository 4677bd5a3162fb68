internal import ReceiptCore

/// What is judged: a receipt, what its customer has, and the time that is asked about.
struct Situation {
  let verified: VerifiedReceipt
  let account: Account
  /// The customer that is judged, by the place among those of the account.
  var party = 0
  let deviceCheck: CheckResult?
  let settings: AppSettings
  /// Whether the settings name other bundle identifiers.
  let isOfOtherApp: Bool
  /// The time at which ownership is judged.
  let now: ReceiptDate
  /// Whether `now` is the clock's time, and not one that was asked about.
  let isToday: Bool

  /// A receipt inside it, with its place.
  typealias Nested = (path: String, decoded: DecodedReceipt, verification: Verification)

  var decoded: DecodedReceipt { verified.decoded }
  var verification: Verification { verified.verification }
  var receipt: Receipt { decoded.receipt }
  /// All purchases of the customer, each once.
  var history: PurchaseHistory { account.parties[party].history }

  /// The receipts in it that could be read.
  var nested: [Nested] {
    verified.allNested.map { ($0.path, $0.receipt.decoded, $0.receipt.verification) }
  }

  /// Whether its content is trusted. In a response, only the nested receipt is signed, and the response may
  /// say something else.
  var isTrusted: Bool { verification.isTrusted }

  /// The signed receipt in an unsigned response, or beside one that it was put together with. It decides over the text
  /// around it.
  var proof: Nested? {
    guard !isTrusted,
      decoded.form.isAroundReceipt || isPrintedNotification
        || decoded.isTogether && verification.status == .absent && decoded.errors.isEmpty,
      verified.forgedInside == nil
    else { return nil }
    return verified.allNested.first { $0.receipt.certainty.isSigned }.map {
      ($0.path, $0.receipt.decoded, $0.receipt.verification)
    }
  }

  /// Whether it is what a server printed of a notification, with the signed texts in it. All of them must hold: none
  /// vouches for another.
  private var isPrintedNotification: Bool {
    decoded.form == .notification && !verified.hasOwnSignature
      && nested.count == decoded.nested.count && nested.allSatisfy(\.verification.isTrusted)
  }

  /// A text inside a signed one whose own signature does not hold.
  var unprovenInside: Nested? {
    guard verified.hasOwnSignature, isTrusted else { return nil }
    return nested.first { !$0.verification.isTrusted }
  }

  /// The whole receipt in an unsigned text that is not what Apple signed.
  var forgedInside: Nested? {
    verified.forgedInside.map { ($0.path, $0.receipt.decoded, $0.receipt.verification) }
  }

  /// The text that tells of the app itself: an app transaction may stand in a response. What is signed decides over the
  /// text around it.
  var appFacts: Receipt {
    account.sources.lazy.map(\.receipt).first { $0.originalApplicationVersion != nil } ?? receipt
  }

  /// The app that unsigned text names beside a signed receipt of another one.
  var appBesideProof: ReceiptString? {
    guard let proof, let own = receipt.bundleID, let signed = proof.decoded.receipt.bundleID
    else { return nil }
    return own == signed ? nil : own
  }

  /// Whether its purchases are worth advice: it is signed, a response that the developer's server received, or
  /// accepted without a signature.
  var isUsable: Bool {
    isTrusted && malformation == nil || isUnsignedResponse
      || verification.reason == .unsignedAccepted
  }

  /// Whether it is a response from Apple's server without a signature of its own.
  var isUnsignedResponse: Bool {
    verification.status == .absent && decoded.form.isUnsignedAnswer
  }

  /// Whether purchases in it cost money.
  var isStore: Bool { environment == .production || environment == nil }

  /// Where it is from. A signed receipt inside decides over the text around it.
  var environment: Receipt.Environment? { account.environment }

  /// When it was made. A response of the App Store Server API has no date: it is as new as the
  /// newest signed text in it.
  var madeAt: ReceiptDate? {
    if let made = decoded.madeAt { return made }
    guard decoded.form.isAroundSignedTexts else { return nil }
    return nested.filter(\.verification.isTrusted).compactMap(\.decoded.madeAt).max()
  }

  /// Whether it is so old that purchases may have changed since.
  var isOld: Bool { madeAt.map { now.since($0) > OldReceiptRule.age } ?? false }

  /// The noun for it in sentences.
  var noun: String { decoded.form.noun }

  /// A text inside it in sentences. Any form can be put together with others.
  func title(of inner: Nested) -> String {
    "the \(decoded.isTogether ? inner.decoded.form.noun : "receipt") in it (\(inner.path))"
  }

  /// Whether it covers only one transaction, and cannot show a renewal.
  var isSingle: Bool { decoded.isSingleTransaction }

  /// What of a customer's purchases a list holds, where it does not hold all.
  var part: PartOfList? { PartOfList(decoded) }

  /// Whether an organisation bought the app.
  var isVolumePurchase: Bool {
    receipt.organizationName != nil || receipt.receiptType?.text?.holds("VPP") == true
  }

  /// A response without a receipt: it reports an error and says nothing about a customer.
  var isAnswerAlone: Bool {
    decoded.form == .verifyReceipt && receipt.bundleID == nil && history.records.isEmpty
  }

  /// Whether a response in it says that the subscription had ended.
  var isAnsweredExpired: Bool {
    ([decoded] + (decoded.isTogether ? decoded.allNested : [])).contains {
      $0.response?.status == VerifyReceiptStatus.expired
    }
  }

  /// The status of a response that reports an error.
  var errorStatus: Int64? {
    guard let status = decoded.response?.status, !VerifyReceiptStatus.isAboutCustomer(status)
    else { return nil }
    return status
  }

  /// All upcoming renewals, from all places in it; none if it was made after the time that is asked about.
  var renewals: [RenewalInfo] {
    if let made = madeAt, isLater(made) { return [] }
    return account.parties[party].renewals
  }

  /// The renewal of the subscription that decides what is held of a product.
  func renewal(of holding: Holding) -> RenewalInfo? {
    if let made = madeAt, isLater(made) { return nil }
    return account.parties[party].renewal(of: holding.record)
  }

  /// The result of the structure check, if it failed although the signature holds.
  var malformation: CheckResult? {
    guard verification.isTrusted, let structure = verification.checks.first,
      structure.status == .fail, !isOfSeveralCustomers
    else { return nil }
    return structure
  }

  /// Whether it is only that what was put together is of several customers. Each text is as Apple makes it.
  private var isOfSeveralCustomers: Bool {
    account.parties.count > 1 && decoded.isTogether
      && decoded.errors.allSatisfy { $0.code == .severalReceipts }
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

  /// A moment on the clock of the settings: `2024-02-29 12:00:00 UTC`.
  func time(_ date: ReceiptDate) -> String {
    "\(settings.localTime.time(date)) \(settings.localTime.name)"
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
}

extension ReceiptForm {
  /// The noun for a text of this form in sentences.
  fileprivate var noun: String {
    switch self {
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
}
