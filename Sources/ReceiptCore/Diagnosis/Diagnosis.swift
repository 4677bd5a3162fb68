/// A receipt in plain words: what it is, whether to believe it, what the customer owns, what is odd, and
/// what to do next. Every statement carries what it rests on.
public struct Diagnosis: Sendable {
  /// The short answer: one to three sentences.
  public let answer: [String]
  public let sections: [Section]
  /// What is odd in what the receipt says.
  public let remarks: [Remark]
  /// What to do next, the most urgent first.
  public let advice: [String]

  public struct Section: Sendable {
    public let topic: Topic
    public let title: String
    public let statements: [Statement]
  }

  /// What a section is about, whatever its title says.
  public enum Topic: String, Sendable {
    case genuine, app, environment
    case upFront = "up-front"
    case ownership, limits
  }

  /// Something that is true of the receipt.
  public struct Statement: Sendable {
    public let text: String
    public let evidence: Evidence
    /// It is concluded from what the receipt holds, not written there.
    public let isInference: Bool

    init(_ text: String, _ evidence: Evidence = [:], isInference: Bool = false) {
      self.text = text
      self.evidence = evidence
      self.isInference = isInference
    }
  }

  /// - Parameters:
  ///   - nested: the receipts that stand in this one, each with what a verifier said of it.
  ///   - deviceCheck: what the check of the device said, where devices were named.
  ///   - now: the time for which it is asked what is owned.
  public init(
    _ decoded: DecodedReceipt, _ verification: Verification,
    nested: [(path: String, decoded: DecodedReceipt, verification: Verification)] = [],
    deviceCheck: CheckResult? = nil, now: ReceiptDate
  ) {
    let subject = DiagnosisSubject(
      decoded: decoded, verification: verification, nested: nested, deviceCheck: deviceCheck,
      history: PurchaseHistory(decoded), now: now)
    remarks = Lint.remarks(on: decoded, verification, now: now)
    let ownership = Ownership(subject)
    answer = ShortAnswer.sentences(subject, ownership)
    sections = [
      Section(
        topic: .genuine, title: "Is it genuine?", statements: GenuineSection.statements(subject)),
      Section(topic: .app, title: "What is it for?", statements: AppSection.statements(subject)),
      Section(
        topic: .environment, title: "Where is it from?",
        statements: EnvironmentSection.statements(subject)),
      Section(
        topic: .upFront, title: "Was the app paid for?",
        statements: UpFrontSection.statements(subject)),
      Section(
        topic: .ownership,
        title: subject.isBelieved
          ? "What is owned at \(now.dayText)?" : "What does it say is owned at \(now.dayText)?",
        statements: ownership.statements),
      Section(
        topic: .limits, title: "What it cannot know", statements: LimitsSection.statements(subject)),
    ].filter { !$0.statements.isEmpty }
    advice = Advice.steps(subject, ownership)
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

  /// Whether what it says may be taken for true: it is signed, or what it holds is.
  var isBelieved: Bool {
    verification.isBelieved || nested.contains { $0.verification.isBelieved }
  }

  /// What is wrong with how it is built, where its signature holds.
  var malformation: CheckResult? {
    guard verification.isBelieved, let structure = verification.checks.first,
      structure.status == .fail
    else { return nil }
    return structure
  }

  /// What is said of a time, as seen from now: `3 days ago`, `in 2 hours`.
  func relative(_ date: ReceiptDate) -> String {
    if now.since(date).milliseconds.magnitude < 60_000 { return "just now" }
    return date <= now ? "\(now.since(date)) ago" : "in \(date.since(now))"
  }
}

extension ReceiptDate {
  /// The day in UTC: `2024-02-29`.
  public var dayText: String { String(description.prefix(10)) }

  /// The moment for a person: `2024-02-29 12:00:00 UTC`.
  public var plainText: String {
    let text = description
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(8)) UTC"
  }
}
