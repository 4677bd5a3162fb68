import Foundation
import Testing

@testable import ReceiptCommandLine
@testable import ReceiptCore
@testable import ReceiptInsight

/// The sentences of replies, in every language.
@Suite struct ReplyWordingTests {
  /// Translations that are missing would be English, and other placeholders would state other facts.
  @Test(
    "Every language has its own words, with the same placeholders", arguments: ReplyKey.allCases)
  func placeholders(key: ReplyKey) {
    let english = Self.placeholders(ReplyEnglish.template(key))
    var told: Set<String> = []
    for language in ReplyLanguage.allCases {
      let template = language.wording.template(key)
      #expect(Self.placeholders(template) == english, "\(language)")
      let hasWords = template.replacing(/\{[^}]*\}/, with: "").contains(where: \.isLetter)
      #expect(
        !hasWords || told.insert(template).inserted, "\(language) has the words of another language"
      )
    }
  }

  private static func placeholders(_ template: String) -> [String] {
    template.matches(of: /\{[^}]*\}/).map { String($0.output) }.sorted()
  }

  @Test("Dates are written as in the language", arguments: ReplyLanguage.allCases)
  func dates(language: ReplyLanguage) throws {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: language == .en ? "en_GB" : language.rawValue)
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateStyle = .long
    formatter.timeStyle = .none
    for month in 1...12 {
      let milliseconds =
        Int64(ReceiptDate.daysSince1970(year: 2026, month: month, day: 17)) * 86_400_000
      let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
      let day = CalendarDate(ReceiptDate(millisecondsSince1970: milliseconds))
      #expect(language.wording.day(day) == formatter.string(from: date))
    }
    let first = CalendarDate(ReceiptDate(millisecondsSince1970: 0))
    #expect(
      ReplyFrench.day(first) == "1er janvier 1970" && ReplyGerman.day(first) == "1. Januar 1970")
  }

  @Test("Lists name three at most")
  func lists() {
    let names = ["a", "b", "c"]
    for language in ReplyLanguage.allCases {
      let told = [
        language.wording.list(Array(names.prefix(1)), more: 0),
        language.wording.list(Array(names.prefix(2)), more: 0),
        language.wording.list(names, more: 0), language.wording.list(names, more: 1),
        language.wording.list(names, more: 2),
      ]
      let expected =
        switch language {
        case .en: ["a", "a and b", "a, b and c", "a, b, c and 1 more", "a, b, c and 2 more"]
        case .de:
          ["a", "a und b", "a, b und c", "a, b, c und 1 weiteres", "a, b, c und 2 weitere"]
        case .es: ["a", "a y b", "a, b y c", "a, b, c y 1 más", "a, b, c y 2 más"]
        case .fr: ["a", "a et b", "a, b et c", "a, b, c et 1 autre", "a, b, c et 2 autres"]
        case .ja: ["a", "aとb", "a、bとc", "a、b、cほか1件", "a、b、cほか2件"]
        case .zh: ["a", "a和b", "a、b和c", "a、b、c以及另外 1 项", "a、b、c以及另外 2 项"]
        }
      #expect(told == expected)
    }
  }

  // MARK: Every action

  /// An end, a refund, a second end, the last payment and the end of a trial.
  private static let days = ["2026-06-17", "2026-07-03", "2027-02-28", "2026-08-09", "2026-05-11"]
  private static let gold = ReceiptString("com.example.tea.gold")
  private static let cup = ReceiptString("com.example.tea.cup")

  private static func date(_ index: Int) throws -> ReceiptDate {
    try #require(ReceiptDate(dateOrDay: "\(days[index])T12:00:00Z"))
  }

  private static func refunded(_ index: Int) throws -> Holding.State {
    .withdrawn(Withdrawal(kind: .refund, date: try date(index)))
  }

  /// What the developer has to look at first.
  private static let ours: Set<Action.Code> = [
    .fixRequest, .lookUpLength, .lookUpProduct, .askServer, .findTransaction, .findReplacement,
    .compareVersion,
    .compareDate, .serverEvent, .answerRequest, .confirmFirst, .tellApart, .nextPage, .findBundle,
    .checkDelivery, .appWithdrawn, .none,
  ]

  /// A card whose first action has this code, with everything that a reply could state.
  private static func card(_ code: Action.Code) throws -> Card {
    let states: [Holding.State] =
      switch code {
      case .askNewReceipt:
        [.unknown(paidUntil: try date(0)), try refunded(1)]
      case .subscribeAgain, .offerOther:
        [.lapsed(ended: try date(0), reason: nil), .lapsed(ended: try date(2), reason: nil)]
      case .lock, .refundShown: [try refunded(0), try refunded(2)]
      case .updatePaymentInGrace: [.grace(until: try date(0)), .grace(until: try date(0))]
      case .updatePayment:
        [.billingRetry(ended: try date(0), until: try date(2)), .owned(since: nil)]
      case .restore: []
      default: [.active(until: try date(0)), .owned(since: try date(2))]
      }
    let products = Array([gold, cup].prefix(states.count))
    let holdings = zip(products, states).map {
      Holding(
        productID: $0, state: $1, certainty: .signed, asOf: nil, record: InAppPurchase(),
        payer: .customer, withdrawal: nil)
    }
    let charges = Charges(
      products: [
        .init(id: gold, count: 3, last: try date(3), price: "9.99 EUR", isPerSeat: true),
        .init(id: cup, count: 1, last: try date(0), price: nil, isPerSeat: false),
      ], omittedProducts: 0, endOfTrial: try date(4),
      refunds: [(id: gold, date: try date(4))])
    return Card(
      Genuineness(
        code: .apple, signedAt: try date(1), bundleID: ReceiptString("com.example.tea"), part: nil,
        reason: nil,
        detail: nil), holdings,
      [
        Action(
          code, products, date: code == .keepUnlocked ? try date(1) : try date(0),
          detail: "com.example.tea.chest", charges: code == .chargesShown ? charges : nil)
      ], Card.Lines(genuine: "", owned: "", action: ""))
  }

  /// The days and names that a reply states, written for all languages alike.
  private static func facts(_ reply: Reply) throws -> [String] {
    var facts: [String] = []
    var rest = reply.text
    for day in days {
      let date = try #require(ReceiptDate(dateOrDay: "\(day)T12:00:00Z"))
      let text = reply.language.wording.day(CalendarDate(date))
      let parts = rest.components(separatedBy: text)
      facts += Array(repeating: day, count: parts.count - 1)
      rest = parts.joined()
    }
    #expect(rest.firstMatch(of: /\d{4}/) == nil, "another date: \(reply.text)")
    return (facts + rest.matches(of: /com\.example[.a-z]+[a-z]/).map { String($0.output) }).sorted()
  }

  /// A German date has a full stop too.
  private static func sentences(_ reply: Reply) -> Int {
    reply.text.replacing(#/\d\. /#, with: "").matches(of: /[.?!](\s|$)|。/).count
  }

  @Test(
    "Every action has a reply, which states the same in every language",
    arguments: Action.Code.allCases)
  func actions(code: Action.Code) throws {
    let card = try Self.card(code)
    func reply(_ language: ReplyLanguage) -> Reply {
      ReplyComposer(language: language, settings: AppSettings()).reply(card, form: .appReceipt)
    }
    let english = try Self.facts(reply(.en))
    for language in ReplyLanguage.allCases {
      let reply = reply(language)
      #expect(try Self.facts(reply) == english, "\(language): \(reply.text)")
      #expect((2...3).contains(Self.sentences(reply)), "\(language): \(reply.text)")
      #expect(!reply.text.contains("{") && !reply.text.contains("}"))
      #expect(reply.text.last == "." || reply.text.last == "。", "\(reply.text)")
      let promise = language.wording.template(.checking)
      #expect(reply.text.contains(promise) == Self.ours.contains(code), "\(reply.text)")
    }
    if Self.ours.contains(code) { #expect(english.isEmpty) }
  }

  @Test(
    "No reply accuses, or speaks of what only developers know", arguments: ReplyLanguage.allCases)
  func tone(language: ReplyLanguage) {
    let text = ReplyKey.allCases.map { language.wording.template($0) }.joined(separator: " ")
      .lowercased()
    for word in [
      "forge", "fraud", "fake", "jailbreak", "sandbox", "json", "certificate", "root", "server",
      "gefälscht", "betrug", "zertifikat", "falsific", "fraude", "certificado", "servidor", "faux",
      "falsifi", "certificat", "serveur", "偽造", "不正", "詐欺", "証明書", "サーバ", "伪造", "欺诈",
      "假", "证书", "服务器", "沙盒",
    ] { #expect(!text.contains(word), "\(word)") }
  }

  // MARK: Facts

  private static func text(
    _ card: Card, settings: AppSettings = AppSettings(), form: ReceiptForm? = .appReceipt
  ) -> String {
    ReplyComposer(language: .en, settings: settings).reply(card, form: form).text
  }

  private static func unlock(_ certainty: Certainty, count: Int = 1) throws -> Card {
    let holdings = (1...count).map {
      Holding(
        productID: ReceiptString("p\($0)"), state: .owned(since: nil), certainty: certainty,
        asOf: nil, record: InAppPurchase(), payer: .customer, withdrawal: nil)
    }
    return Card(
      try card(.unlock).genuineness, holdings, [Action(.unlock, holdings.map(\.productID))],
      Card.Lines(genuine: "", owned: "", action: ""))
  }

  @Test("Only what Apple signed is stated as the App Store's")
  func source() throws {
    #expect(try Self.text(Self.unlock(.signed)).hasPrefix("According to the App Store, you"))
    for certainty in Certainty.allCases where certainty != .signed {
      let text = try Self.text(Self.unlock(certainty))
      #expect(text.hasPrefix("According to the data that we have, you"))
    }
  }

  @Test("Three products are named, by their configured names; braces in them are text")
  func names() throws {
    let settings = AppSettings(products: [.init(id: ReceiptString("p1"), name: "Pro, {date}")])
    #expect(
      try Self.text(Self.unlock(.signed, count: 3), settings: settings)
        .contains("you have “Pro, {date}”, “p2” and “p3”."))
    #expect(
      try Self.text(Self.unlock(.signed, count: 4), settings: settings)
        .contains("you have “Pro, {date}”, “p2”, “p3” and 1 more."))
  }

  @Test("A day is that of the customer's clock")
  func localTime() throws {
    let tokyo = LocalTime(name: "UTC+09:00") { _ in 9 * 3600 }
    let honolulu = LocalTime(name: "UTC-12:00") { _ in -12 * 3600 - 1 }
    let card = try Self.card(.howToCancel)
    #expect(Self.text(card).contains("until 17 June 2026"))
    #expect(Self.text(card, settings: AppSettings(localTime: tokyo)).contains("until 17 June 2026"))
    #expect(
      Self.text(card, settings: AppSettings(localTime: honolulu)).contains("until 16 June 2026"))
  }

  @Test("A customer is not asked for what only Apple's servers send")
  func forms() throws {
    let card = try Self.card(.sendAgain)
    let promise = ReplyEnglish.template(.checking)
    #expect(!Self.text(card).contains(promise) && !Self.text(card, form: nil).contains(promise))
    for form in [ReceiptForm.notification, .notificationV1, .apiAnswer, .verifyReceipt] {
      #expect(Self.text(card, form: form).contains(promise))
    }
  }

  @Test("Without a value that a sentence states, the reply is a promise")
  func missingValue() throws {
    let card = try Self.card(.updatePaymentInGrace)
    let bare = Card(card.genuineness, [], [Action(.updatePaymentInGrace)], card.lines)
    #expect(
      Self.text(bare) == ReplyEnglish.template(.thanks) + " " + ReplyEnglish.template(.checking))
  }

  @Test("Lines break between wide characters, but not before marks or inside numbers")
  func wrapping() {
    #expect(wrappedProse("感谢您联系我们。谢谢", to: 16) == ["感谢您联系我们。", "谢谢"])
    #expect(wrappedProse("感谢您联系我们。谢谢", to: 15) == ["感谢您联系我", "们。谢谢"])
    #expect(wrappedProse("至2026年6月17日（含）", to: 16) == ["至2026年6月17日", "（含）"])
    #expect(wrappedProse("a bc d", to: 4) == ["a bc", "d"])
    #expect(wrappedProse("a bc d", to: nil) == ["a bc d"])
  }
}
