package import ReceiptCore

/// The answer in three lines: is it genuine, what is owned, and what to do.
package struct Card: Sendable {
  package let genuineness: Genuineness
  /// What the customer has of each product; what is held comes first.
  package let holdings: [Holding]
  /// What to do, the most urgent first. It is never empty.
  package let actions: [Action]
  // Words are put together when they are asked for: a stream of short answers needs none of them.
  private let makeLines: @Sendable () -> Lines
  private let makeHeadline: @Sendable () -> String
  private let makeBrief: @Sendable () -> String

  /// The lines in English, each of at most two sentences.
  package var lines: Lines { makeLines() }
  /// A product and its state in a few words, as a title.
  package var headline: String { makeHeadline() }
  /// What is owned, in a few words for a list.
  package var brief: String { makeBrief() }

  package struct Lines: Sendable {
    package let genuine: String
    package let owned: String
    package let action: String
  }

  init(
    _ genuineness: Genuineness, _ holdings: [Holding], _ actions: [Action],
    _ lines: @autoclosure @escaping @Sendable () -> Lines,
    headline: @autoclosure @escaping @Sendable () -> String = "Unreadable input",
    brief: @autoclosure @escaping @Sendable () -> String = ""
  ) {
    self.genuineness = genuineness
    self.holdings = holdings
    self.actions = actions
    makeLines = lines
    makeHeadline = headline
    makeBrief = brief
  }

  init(_ judgement: Judgement, complaint: Complaint?) {
    guard judgement.situation.account.parties.count == 1 else {
      self.init(severalCustomers: judgement)
      return
    }
    let usual = ActionChooser(judgement: judgement).actions()
    let chosen = complaint.flatMap { ComplaintChooser(judgement, usual).actions($0) } ?? usual
    let actions = chosen.map { action in
      var action = action
      action.isUnsigned = judgement.restsOnUnsigned(action)
      return action
    }
    let words = CardWords(judgement)
    self.init(
      judgement.genuineness, judgement.holdings, actions,
      Lines(
        genuine: words.genuine, owned: words.owned,
        action: words.action(actions)),
      headline: words.headline, brief: words.brief)
  }

  /// The card of an input that is about several customers: each has a sentence of its own.
  private init(severalCustomers whole: Judgement) {
    let actions = ActionChooser(judgement: whole).actions()
    let words = CardWords(whole)
    let all = whole.situation.account.parties.indices.map { party in
      var situation = whole.situation
      situation.party = party
      return Judgement(situation)
    }
    let shown = all.prefix(CardWords.maximumProducts).map { judgement in
      let words = CardWords(judgement)
      return "\(words.customer): \(words.owned)"
    }
    let more = all.count - shown.count
    self.init(
      whole.genuineness, all.flatMap(\.holdings), actions,
      Lines(
        genuine: words.genuine,
        owned: "\(all.count) customers, not one. " + shown.joined(separator: " ")
          + (more > 0 ? " And \(more) more." : ""),
        action: actions.first.map(words.action) ?? ""),
      headline: "\(all.count) customers", brief: "\(all.count) customers")
  }

  /// Whether several customers share the input.
  package var isOfSeveralCustomers: Bool { actions.first?.code == .tellApart }

  /// Whether something is said that only unsigned text says, beside signed text.
  package var isContradicted: Bool { holdings.contains(where: \.isContradicted) }

  /// The card of an input that cannot be read.
  package init(_ error: ReceiptError) {
    self.init(
      Genuineness(error), [], [Action(.sendAgain)],
      Lines(
        genuine: "Not known: it cannot be read. \(sentence(error.message))", owned: "Not known.",
        action: error.hint.map(sentence) ?? "Ask for it again, as the app sends it."))
  }
}

/// A clause as a sentence.
func sentence(_ clause: String) -> String {
  let isClosed = clause.hasSuffix(".") || clause.hasSuffix("?")
  return clause.prefix(1).uppercased() + clause.dropFirst() + (isClosed ? "" : ".")
}
