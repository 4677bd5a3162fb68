package import ReceiptCore

/// A receipt explained in plain words: what it is, whether to trust it, what the customer owns, what is
/// unusual, and what to do next.
package struct Diagnosis: Sendable {
  /// The answer in three lines.
  package let card: Card
  /// What the customers have, which all else is made from.
  package let account: Account
  private let judgement: Judgement

  /// The purchases of all customers, each once.
  package var history: PurchaseHistory { account.wholeHistory }

  package struct Section: Sendable {
    package let topic: Topic
    package let title: String
    package let statements: [Statement]
  }

  /// The topic of a section, independent of its title.
  package enum Topic: String, Sendable, CaseIterable {
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
  ///   - deviceCheck: the result of the device check, if devices were named.
  ///   - settings: what the developer says of the app.
  ///   - isOfOtherApp: whether the settings name other bundle identifiers.
  ///   - now: the time at which ownership is judged.
  ///   - isToday: whether `now` is the clock's time.
  package init(
    _ verified: VerifiedReceipt, deviceCheck: CheckResult? = nil,
    settings: AppSettings = AppSettings(),
    isOfOtherApp: Bool = false,
    complaint: Complaint? = nil, now: ReceiptDate, isToday: Bool = false
  ) {
    account = Account(verified, at: now)
    let situation = Situation(
      verified: verified, account: account, deviceCheck: deviceCheck, settings: settings,
      isOfOtherApp: isOfOtherApp, now: now, isToday: isToday)
    judgement = Judgement(situation)
    card = Card(judgement, complaint: complaint)
  }
}

// Facts are put together when they are asked for: a stream of short answers needs none of them.
extension Diagnosis {
  /// What is unusual about the receipt's content.
  package var remarks: [Remark] {
    let situation = judgement.situation
    return Lint.remarks(
      on: situation.decoded, situation.verification, account.wholeHistory, now: situation.now)
  }

  /// The facts behind the card, in a few short lines.
  package func reasons(_ remarks: [Remark]) -> [String] { Reasons(judgement, remarks).lines() }

  /// What to do, most urgent first. The first step is the card's.
  package var advice: [String] { card.actions.map(CardWords(judgement).action) }

  /// All facts.
  package var sections: [Section] {
    let situation = judgement.situation
    let day = CardWords(judgement).day(situation.now)
    // An unsigned receipt may claim anything, and a malformed one may be misread.
    func title(_ title: String, otherwise claim: String) -> String {
      situation.isTrusted && situation.malformation == nil ? title : claim
    }
    return [
      Section(
        topic: .genuine, title: "Is it genuine?", statements: GenuineSection.statements(situation)),
      Section(
        topic: .message,
        title: title("What does it tell?", otherwise: "What does it say happened?"),
        statements: MessageSection.statements(situation)),
      Section(
        topic: .app,
        title: title("What is it for?", otherwise: "What does it say it is for?"),
        statements: AppSection.statements(situation)),
      Section(
        topic: .environment,
        title: title("Where is it from?", otherwise: "Where does it say it is from?"),
        statements: EnvironmentSection.statements(situation)),
      Section(
        topic: .upFront,
        title: title(
          "Was the app paid for?", otherwise: "Does it say whether the app was paid for?"),
        statements: UpFrontSection.statements(situation)),
      Section(
        topic: .ownership,
        title: title(
          "What is owned on \(day)?", otherwise: "What does it say is owned on \(day)?"),
        statements: OwnershipSection(judgement).statements()),
      Section(
        topic: .renewal,
        title: title("Will it renew?", otherwise: "Does it say that it will renew?"),
        statements: RenewalSection.statements(judgement)),
      Section(
        topic: .limits, title: "What it cannot know",
        statements: LimitsSection.statements(situation)),
    ].filter { !$0.statements.isEmpty }
  }
}
