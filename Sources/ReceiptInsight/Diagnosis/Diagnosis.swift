package import ReceiptCore

/// A receipt in plain words: what it is, whether to believe it, what the customer owns, what is odd, and
/// what to do next. Every statement carries what it rests on.
package struct Diagnosis: Sendable {
  /// The short answer: one to three sentences.
  package let answer: [String]
  package let sections: [Section]
  /// What is odd in what the receipt says.
  package let remarks: [Remark]
  /// What to do next, the most urgent first.
  package let advice: [String]

  package struct Section: Sendable {
    package let topic: Topic
    package let title: String
    package let statements: [Statement]
  }

  /// What a section is about, whatever its title says.
  package enum Topic: String, Sendable {
    case genuine, message, app, environment
    case upFront = "up-front"
    case ownership, renewal, limits
  }

  /// Something that is true of the receipt.
  package struct Statement: Sendable {
    package let text: String
    package let evidence: Evidence
    /// It is concluded from what the receipt holds, not written there.
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
    // What nobody signed may say anything, and what is built wrongly may be read wrongly.
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

/// What the sections look at.
struct DiagnosisSubject {
  let decoded: DecodedReceipt
  let verification: Verification
  let nested: [(path: String, decoded: DecodedReceipt, verification: Verification)]
  let deviceCheck: CheckResult?
  let history: PurchaseHistory
  /// The time for which it is asked what is owned.
  let now: ReceiptDate

  var receipt: Receipt { decoded.receipt }

  /// Whether what it says may be taken for true. Of an answer only the receipt in it is signed, and the
  /// answer may say something else.
  var isTrusted: Bool { verification.isTrusted }

  /// Whether its purchases are worth advice: what nobody signed gives nothing, but an answer is what the
  /// developer's own server has.
  var isUsable: Bool { isTrusted || decoded.form == .verifyReceipt }

  /// Whether the customer's purchases in it were for money.
  var isStore: Bool { receipt.environment == .production || receipt.environment == nil }

  /// Whether so much time has passed since that what is owned may be owned no more.
  var isOld: Bool { decoded.madeAt.map { now.since($0) > OldReceiptRule.age } ?? false }

  /// What a sentence calls it.
  var noun: String {
    switch decoded.form {
    case .appReceipt: "receipt"
    case .verifyReceipt: "answer"
    case .ios6Transaction, .transaction: "transaction"
    case .appTransaction: "app transaction"
    case .renewalInfo: "renewal info"
    case .notification: "notification"
    }
  }

  /// Whether it is about one transaction, and knows nothing of others.
  var isSingle: Bool {
    [.transaction, .ios6Transaction, .notification].contains(decoded.form)
  }

  /// Whether an organisation bought the app.
  var isVolumePurchase: Bool {
    receipt.organizationName != nil || receipt.receiptType?.text?.contains("VPP") == true
  }

  /// An answer that holds no receipt: it says what went wrong, and nothing of a customer.
  var isAnswerAlone: Bool {
    decoded.form == .verifyReceipt && receipt.bundleID == nil && history.records.isEmpty
  }

  /// What is known of renewals to come, from all places in it.
  var renewals: [RenewalInfo] { decoded.renewals + nested.flatMap(\.decoded.renewals) }

  /// What is known of a product's renewal; nothing when the time that is asked about is before it was said.
  func renewal(of productID: ReceiptString) -> RenewalInfo? {
    if let made = decoded.madeAt, isLater(made) { return nil }
    return renewals.first { $0.productID == productID }
  }

  /// What is wrong with how it is built, where its signature holds.
  var malformation: CheckResult? {
    guard verification.isTrusted, let structure = verification.checks.first,
      structure.status == .fail
    else { return nil }
    return structure
  }

  /// What is wrong with how it is built, in words.
  var malformationText: String? {
    malformation.map { check in
      let duplicate = decoded.findings.first { $0.id == .duplicateAttribute }
      return check.reason == .duplicateAttribute
        && duplicate?.path == AttributePath(type: AttributeType.bundleID)
        ? "it names more than one app (attribute 2)" : check.message
    }
  }

  /// What is said of a time, as seen from now: `3 days ago`, `in 2 hours`.
  func relative(_ date: ReceiptDate) -> String {
    if date > now { return "in \(date.since(now))" }
    return now.since(date).milliseconds < 60_000 ? "just now" : "\(now.since(date)) ago"
  }

  /// Whether something was made after the time that is asked about, and not just by clocks that differ.
  func isLater(_ made: ReceiptDate) -> Bool { made.since(now).milliseconds >= 60_000 }

  /// When something was made, as seen from the time that is asked about.
  func age(_ made: ReceiptDate) -> String {
    isLater(made)
      ? "\(made.since(now)) after the time that is asked about" : relative(min(made, now))
  }
}

extension ReceiptDate {
  /// The day in UTC: `2024-02-29`.
  package var dayText: String { String(description.prefix(10)) }

  /// The moment for a person: `2024-02-29 12:00:00 UTC`.
  package var plainText: String {
    let text = description
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(8)) UTC"
  }
}
