internal import ReceiptCore

/// What unsigned text says against a signature, or one text against another.
struct Disagreements {
  private let judgement: Judgement
  private let words: CardWords

  init(_ judgement: Judgement) {
    self.judgement = judgement
    words = CardWords(judgement)
  }

  private var situation: Situation { judgement.situation }

  /// A clause for each.
  /// - Parameter maximum: The largest number of one kind.
  func clauses(maximum: Int = .max) -> [String] {
    guard judgement.genuineness.isTold else { return [] }
    var told: Set<String> = []
    return
      (app() + appWords() + holdings().prefix(maximum) + texts().prefix(maximum)
      + statuses().prefix(1))
      .filter { told.insert($0).inserted }
  }

  private func app() -> [String] {
    guard let other = situation.appBesideProof else { return [] }
    return ["the unsigned text names another app, \(other). The signature decides"]
  }

  /// What the app's own object says around a signed text.
  private func appWords() -> [String] {
    situation.decoded.findings.filter { $0.id == .unsignedDisagrees && $0.found != nil }
      .map(\.message)
  }

  /// What the signed texts alone say of a product that an unsigned text tells of.
  private func holdings() -> some Collection<String> {
    judgement.holdings.lazy.compactMap { holding in
      let name = words.name(holding.productID)
      return switch holding.signedState {
      case nil: nil
      case .nothing?: "no signature covers a purchase of \(name)"
      case .holding(let proven)?: "by what is signed: \(words.phrase(proven))"
      }
    }
  }

  /// What two texts of one trust say of the same purchase.
  private func texts() -> some Collection<String> {
    situation.account.parties[situation.party].contradictions.lazy.map {
      "two texts disagree about \($0.field) of transaction \($0.transactionID?.description ?? "without an id"): "
        + "\($0.decided.description) decides, not \($0.other.description)"
    }
  }

  /// A status without a signature beside a signed period.
  private func statuses() -> some Collection<String> {
    judgement.holdings.lazy.compactMap(judgement.disagreement).map {
      "the status beside it is \($0), which says otherwise, and is not signed: ask Apple again"
    }
  }
}
