package import ReceiptCore

/// A receipt explained in plain words: what it is, whether to trust it, what the customer owns, what is
/// unusual, and what to do next.
package struct Diagnosis: Sendable {
  /// The short answer, in one to three sentences.
  package let answer: [String]
  package let sections: [Section]
  /// What is unusual about the receipt's content.
  package let remarks: [Remark]
  /// What to do next, most urgent first.
  package let advice: [String]

  package struct Section: Sendable {
    package let topic: Topic
    package let title: String
    package let statements: [Statement]
  }

  /// The topic of a section, independent of its title.
  package enum Topic: String, Sendable {
    case genuine, message, app, environment
    case upFront = "up-front"
    case ownership, renewal, limits
  }

  /// A fact about the receipt.
  package struct Statement: Sendable {
    package let text: String
    package let evidence: Evidence
    /// It was inferred, not written in the receipt.
    package let isInference: Bool

    init(_ text: String, _ evidence: Evidence = [:], isInference: Bool = false) {
      self.text = text
      self.evidence = evidence
      self.isInference = isInference
    }
  }

  /// - Parameters:
  ///   - history: what it knows of purchases.
  ///   - nested: the receipts that stand in this one, each with what a verifier said of it.
  ///   - deviceCheck: what the check of the device said, where devices were named.
  ///   - now: the time for which it is asked what is owned.
  package init(
    _ decoded: DecodedReceipt, _ verification: Verification, _ history: PurchaseHistory,
    nested: [(path: String, decoded: DecodedReceipt, verification: Verification)],
    deviceCheck: CheckResult? = nil, now: ReceiptDate
  ) {
    let subject = DiagnosisSubject(
      decoded: decoded, verification: verification, nested: nested, deviceCheck: deviceCheck,
      history: history, now: now)
    remarks = Lint.remarks(on: decoded, verification, history, now: now)
    let ownership = Ownership(subject)
    answer = ShortAnswer.sentences(subject, ownership, remarks)
    let day = now.dayText
    // An unsigned receipt may claim anything, and a malformed one may be misread.
    func title(_ title: String, otherwise claim: String) -> String {
      subject.isTrusted && subject.malformation == nil ? title : claim
    }
    sections = [
      Section(
        topic: .genuine, title: "Is it genuine?", statements: GenuineSection.statements(subject)),
      Section(
        topic: .message,
        title: title("What does it tell?", otherwise: "What does it say happened?"),
        statements: MessageSection.statements(subject)),
      Section(
        topic: .app,
        title: title("What is it for?", otherwise: "What does it say it is for?"),
        statements: AppSection.statements(subject)),
      Section(
        topic: .environment,
        title: title("Where is it from?", otherwise: "Where does it say it is from?"),
        statements: EnvironmentSection.statements(subject)),
      Section(
        topic: .upFront,
        title: title(
          "Was the app paid for?", otherwise: "Does it say whether the app was paid for?"),
        statements: UpFrontSection.statements(subject)),
      Section(
        topic: .ownership,
        title: title(
          "What is owned on \(day)?", otherwise: "What does it say is owned on \(day)?"),
        statements: ownership.statements),
      Section(
        topic: .renewal,
        title: title("Will it be renewed?", otherwise: "Does it say that it will be renewed?"),
        statements: RenewalSection.statements(subject, ownership)),
      Section(
        topic: .limits, title: "What it cannot know", statements: LimitsSection.statements(subject)),
    ].filter { !$0.statements.isEmpty }
    advice = Advice.steps(subject, ownership, remarks)
  }
}

/// The input of the sections.
struct DiagnosisSubject {
  let decoded: DecodedReceipt
  let verification: Verification
  let nested: [(path: String, decoded: DecodedReceipt, verification: Verification)]
  let deviceCheck: CheckResult?
  let history: PurchaseHistory
  /// The time at which ownership is determined.
  let now: ReceiptDate

  var receipt: Receipt { decoded.receipt }

  /// Whether its content is trusted. In a response, only the nested receipt is signed, and the response may
  /// say something else.
  var isTrusted: Bool { verification.isTrusted }

  /// Whether its purchases are worth advice. An unsigned receipt is not, but a response counts, because it
  /// comes from the developer's own server.
  var isUsable: Bool { isTrusted || decoded.form == .verifyReceipt }

  /// Whether purchases in it cost money.
  var isStore: Bool { receipt.environment == .production || receipt.environment == nil }

  /// Whether the receipt is stale: its purchases may have changed since.
  var isOld: Bool { decoded.madeAt.map { now.since($0) > OldReceiptRule.age } ?? false }

  /// The noun for it in sentences.
  var noun: String {
    switch decoded.form {
    case .appReceipt: "receipt"
    case .verifyReceipt: "answer"
    case .ios6Transaction, .transaction: "transaction"
    case .appTransaction: "app transaction"
    case .renewalInfo: "renewal info"
    case .notification, .notificationV1: "notification"
    case .realtimeRequest: "request"
    case .apiAnswer, .apiError: "response"
    case .payload: "content"
    }
  }

  /// Whether it covers only one transaction.
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

  /// All upcoming renewals, from all places in it.
  var renewals: [RenewalInfo] { decoded.allRenewals }

  /// A product's renewal; `nil` if `now` is before the receipt was made.
  func renewal(of productID: ReceiptString) -> RenewalInfo? {
    if let made = decoded.madeAt, isLater(made) { return nil }
    return renewals.first { $0.productID == productID }
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
    if date > now { return "in \(date.since(now))" }
    return now.since(date).milliseconds < 60_000 ? "just now" : "\(now.since(date)) ago"
  }

  /// Whether `made` is after `now` by at least a minute, which clocks that differ do not explain.
  func isLater(_ made: ReceiptDate) -> Bool { made.since(now).milliseconds >= 60_000 }

  /// When something was made, relative to `now`.
  func age(_ made: ReceiptDate) -> String {
    isLater(made)
      ? "\(made.since(now)) after the time that is asked about" : relative(min(made, now))
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
