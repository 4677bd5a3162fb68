import ReceiptCore
import ReceiptInsight

/// What `receipt diagnose` answers, from the library or from its JSON, and what must hold of every
/// answer.
struct DiagnosedAnswer {
  let genuineCode: String
  let genuine: String
  let owned: String
  let action: String
  let actionCode: String
  let actionProducts: [String]
  let holdings: [Holding]
  let reasons: [String]
  let advice: [String]
  /// The time that was asked about.
  let now: String

  struct Holding {
    let product: String
    let code: String
    let certainty: String
    let until: String?
  }

  var lines: [String] { [genuine, owned, action] }

  init(_ diagnosis: Diagnosis, now: ReceiptDate) {
    let card = diagnosis.card
    genuineCode = card.genuineness.code.rawValue
    genuine = card.lines.genuine
    owned = card.lines.owned
    action = card.lines.action
    actionCode = card.actions.first?.code.rawValue ?? ""
    actionProducts = card.actions.first?.products.map(\.description) ?? []
    holdings = card.holdings.map {
      Holding(
        product: $0.productID.description, code: $0.code.rawValue,
        certainty: $0.certainty.rawValue, until: $0.until?.description)
    }
    reasons = diagnosis.reasons(diagnosis.remarks)
    advice = diagnosis.advice
    self.now = now.description
  }

  init?(_ json: JSON) {
    guard let summary = json["summary"], let lines = json["answer"]?.elements, lines.count == 3,
      let now = json["judged_at"]?.string
    else { return nil }
    genuineCode = summary["genuine"]?["code"]?.string ?? ""
    genuine = lines[0].string ?? ""
    owned = lines[1].string ?? ""
    action = lines[2].string ?? ""
    actionCode = summary["action"]?["code"]?.string ?? ""
    actionProducts = summary["action"]?["product_ids"]?.elements?.compactMap(\.string) ?? []
    holdings = (summary["owned"]?.elements ?? []).map {
      Holding(
        product: $0["product_id"]?.string ?? "", code: $0["code"]?.string ?? "",
        certainty: $0["certainty"]?.string ?? "", until: $0["until"]?.string)
    }
    reasons = json["reasons"]?.elements?.compactMap(\.string) ?? []
    advice = json["advice"]?.elements?.compactMap(\.string) ?? []
    self.now = now
  }
}

extension DiagnosedAnswer.Holding {
  var isHeld: Bool { ["active", "grace", "owned"].contains(code) }

  var isOver: Bool {
    [
      "lapsed", "refunded", "no-longer-shared", "seat-taken-back", "withdrawn", "billing-retry",
      "replaced", "between",
    ].contains(code)
  }
}

extension DiagnosedAnswer {
  /// What is wrong with it, whatever was diagnosed; empty if nothing is.
  func faults() -> [String] {
    var faults: [String] = []
    func check(_ isRight: Bool, _ fault: @autoclosure () -> String) {
      if !isRight { faults.append(fault()) }
    }
    checkProducts(check)
    checkAction(check)
    checkWords(check)
    return faults
  }

  private typealias Check = (Bool, @autoclosure () -> String) -> Void

  // MARK: What is owned

  private func checkProducts(_ check: Check) {
    check(
      Set(holdings.map(\.product)).count == holdings.count, "a product stands in two states")
    let held = holdings.filter(\.isHeld)
    for word in ["Nothing", "Not known", "Not stated", "No purchase"] where !held.isEmpty {
      check(!owned.contains(word), "\"\(word)\" beside a product that is held")
    }
    for holding in holdings {
      guard let until = holding.until else { continue }
      switch holding.code {
      case "active", "grace": check(until > now, "\(holding.code) until the past, \(until)")
      case "lapsed", "unknown", "billing-retry", "refunded", "no-longer-shared",
        "seat-taken-back", "withdrawn", "replaced", "between":
        check(until <= now, "\(holding.code), with an end to come, \(until)")
      case "claimed": break
      default: check(false, "\(holding.code) has an end, \(until)")
      }
    }
    for reason in reasons {
      guard let renewal = reason.wholeMatch(of: /Renewal of (.+?): yes.*/) else { continue }
      let holding = holdings.first { $0.product == renewal.1 }
      check(holding?.isOver != true, "will renew, and has ended: \(reason)")
      if let date = reason.firstMatch(of: /, on (\d{4}-\d\d-\d\d)/) {
        check(date.1 >= now.prefix(10), "a renewal to come in the past: \(reason)")
      }
    }
    let isProven = ["signed", "signed-by-other-root"]
    if ["not-apple", "changed", "malformed", "unsigned", "xcode"].contains(genuineCode) {
      check(holdings.allSatisfy { $0.code == "claimed" }, "a statement without proof")
    }
    if genuineCode == "unsigned-response" {
      check(
        holdings.allSatisfy { !isProven.contains($0.certainty) }, "a response counts as signed")
      check(
        held.isEmpty || owned.contains("lists"), "a response speaks as if it were signed: \(owned)")
    }
    check(
      genuineCode == "apple" || genuineCode == "test" || genuineCode == "other-app"
        || genuineCode == "other-device" || holdings.allSatisfy { $0.certainty != "signed" },
      "signed by Apple without Apple's signature")
  }

  // MARK: What to do

  /// The codes of a product that each action can be about.
  private static let subjects: [String: Set<String>] = [
    "unlock": ["active", "owned", "grace"], "keep-unlocked": ["active", "owned"],
    "update-payment-in-grace": ["grace"], "agree-to-price": ["active"],
    "update-payment": ["billing-retry"], "open-online": ["consumable-pending"],
    "check-delivery": ["consumable"], "confirm-first": ["active", "owned"],
    "ask-administrator": ["seat-taken-back"], "find-bundle": ["withdrawn"],
    "look-up-length": ["length-unknown"], "look-up-product": ["bought"],
    "ask-new-receipt": ["unknown", "lapsed", "refunded"],
    "ask-server": ["unknown", "lapsed", "refunded"],
    "find-transaction": ["unknown", "replaced", "refunded"], "subscribe-again": ["lapsed"],
    "offer-other": ["lapsed"], "lock": ["refunded"], "family-member": ["no-longer-shared"],
    "unlock-other": ["replaced"], "tell-gap": ["between"], "not-bought-yet": ["not-yet"],
  ]

  private func checkAction(_ check: Check) {
    check(!actionCode.isEmpty && !action.isEmpty, "no action")
    check(advice.first == action, "the first advice is not the card's: \(advice.first ?? "")")
    let codes = Dictionary(holdings.map { ($0.product, $0.code) }) { first, _ in first }
    for product in actionProducts where !holdings.isEmpty {
      guard let code = codes[product] else {
        check(false, "the action names \(product), which is not among the products")
        continue
      }
      if let subjects = Self.subjects[actionCode] {
        check(subjects.contains(code), "\(actionCode) for \(product), which is \(code)")
      }
    }
    if !holdings.isEmpty, holdings.allSatisfy({ $0.code == "claimed" }) {
      for text in advice {
        check(
          text.firstMatch(of: /\b(should unlock|[Kk]eep .* unlocked|Unlock (?!nothing))/) == nil,
          "unlocks what is only claimed: \(text)")
      }
      check(
        owned.firstMatch(of: /\b(active|owned|until)\b/) == nil, "owns what is claimed: \(owned)")
    }
  }

  // MARK: Words

  private func checkWords(_ check: Check) {
    for line in lines {
      check(line.hasSuffix(".") || line.hasSuffix("?"), "no sentence: \(line)")
      check(Self.sentences(line).count <= 2, "more than two sentences: \(line)")
    }
    let sentences = lines.flatMap(Self.sentences)
    check(Set(sentences).count == sentences.count, "the card says something twice")
    check(Set(reasons).count == reasons.count, "a reason stands twice")
    check(Set(advice).count == advice.count, "an advice stands twice")
    for reason in reasons {
      check(!lines.contains { $0.contains(reason) }, "a reason repeats the card: \(reason)")
    }
    for text in lines + reasons + advice {
      let plural =
        /\b1 (more )?(faults|days|hours|minutes|months|years|weeks|purchases|times|products|periods)\b/
      check(text.firstMatch(of: plural) == nil, "a wrong plural: \(text)")
      check(
        text.firstMatch(of: /\bnil\b|Optional\(|  |\.\.| ,|: \.|null/) == nil, "broken: \(text)")
    }
  }

  /// The sentences of a text. An answer such as `Yes.` or `Not known.` does not count.
  static func sentences(_ text: String) -> [String] {
    text.replacing(/([.?]) ([A-Z])/) { "\($0.1)\n\($0.2)" }.split(separator: "\n").map(String.init)
      .filter { $0.split(separator: " ").count > 2 }
  }
}
