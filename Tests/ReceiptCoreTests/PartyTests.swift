import Testing

@testable import ReceiptCore

/// How the customers of an input are told apart, and what each of them has.
@Suite struct PartyTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let rule: String
    /// The texts, each with its purchases: original transaction, app transaction id, account token.
    let texts: [[(String?, String?, String?)]]
    var isMixed = true
    var isTogether = false
    let expected: [Party.Customer]

    var testDescription: String { rule }
  }

  private static func string(_ text: String?) -> ReceiptString? { text.map { ReceiptString($0) } }

  private static func app(_ id: String) -> Party.Customer { .appTransaction(ReceiptString(id)) }
  private static func token(_ id: String) -> Party.Customer { .accountToken(ReceiptString(id)) }
  private static func nobody(_ id: String?) -> Party.Customer { .unnamed(original: string(id)) }

  private static let rows: [Row] = [
    Row(
      rule: "one text is about one customer", texts: [[("1", "a", nil), ("2", "b", nil)]],
      expected: [.only]),
    Row(
      rule: "two app transactions are two customers",
      texts: [[("1", "a", nil)], [("2", "b", nil)]], isMixed: false, expected: [app("a"), app("b")]),
    Row(
      rule: "one app transaction is one customer", texts: [[("1", "a", nil)], [("2", "a", nil)]],
      expected: [.only]),
    Row(
      rule: "one app transaction beside a subscription that names none",
      texts: [[("1", "a", nil)], [("2", nil, nil)]], isMixed: false, expected: [.only]),
    Row(
      rule: "two subscriptions in a list of one customer",
      texts: [[("1", nil, "t")], [("2", nil, "u")]], isMixed: false, expected: [.only]),
    Row(
      rule: "two tokens in a mixed list", texts: [[("1", nil, "t")], [("2", nil, "u")]],
      expected: [token("t"), token("u")]),
    Row(
      rule: "subscriptions without a token, put together",
      texts: [[("1", nil, nil)], [("2", nil, nil)]], isMixed: false, isTogether: true,
      expected: [.only]),
    Row(
      rule: "one token beside a subscription without one, put together",
      texts: [[("1", nil, "t")], [("2", nil, nil)]], isMixed: false, isTogether: true,
      expected: [.only]),
    Row(
      rule: "two tokens put together, one beside an app transaction",
      texts: [[("1", "a", "t")], [("2", nil, "u")]], isMixed: false, isTogether: true,
      expected: [.only]),
    Row(
      rule: "one token in a mixed list", texts: [[("1", nil, "t")], [("2", nil, "t")]],
      expected: [.only]),
    Row(
      rule: "one subscription in a mixed list", texts: [[("1", nil, "t")], [("1", nil, "u")]],
      expected: [.only]),
    Row(
      rule: "unnamed subscriptions in a mixed list", texts: [[("1", nil, nil)], [("2", nil, nil)]],
      expected: [nobody("1"), nobody("2")]),
    Row(
      rule: "a token stands for the app transaction that another text names with it",
      texts: [[("1", "a", "t")], [("2", nil, "t")], [("3", "b", nil)]],
      expected: [app("a"), app("b")]),
    Row(
      rule: "the first app transaction of a token decides",
      texts: [[(nil, "a", "t")], [(nil, "b", "t")], [("3", nil, "t")], [("4", "c", nil)]],
      expected: [app("a"), app("c")]),
    Row(
      rule: "the first app transaction of a subscription decides",
      texts: [[("1", "a", nil)], [("1", "b", nil)], [("2", "c", nil)]],
      expected: [app("a"), app("c")]),
    Row(
      rule: "the first token of a subscription decides",
      texts: [[("1", nil, "t")], [("1", nil, "u")], [("2", nil, "v")]],
      expected: [token("t"), token("v")]),
    Row(
      rule: "a purchase without a subscription names an app transaction",
      texts: [[("1", "a", nil)], [(nil, "b", "t")], [("2", nil, "t")]],
      expected: [app("a"), app("b")]),
  ]

  @Test("each rule", arguments: rows)
  func rule(row: Row) {
    let sources = row.texts.map { text in
      AccountSource.made(
        text.map { original, app, token in
          madePurchase(nil, 1, in: original) {
            $0.appTransactionID = Self.string(app)
            $0.appAccountToken = Self.string(token)
          }
        })
    }
    let parties = PartySplitter(sources) { _ in true }.parties(
      isMixed: row.isMixed, isTogether: row.isTogether)
    #expect(parties.map(\.customer) == row.expected)
  }

  @Test("what was put together by hand is of as many customers as it has tokens of the app")
  func tokens() {
    func customers(_ app: ReceiptString?, isTogether: Bool) -> [Party.Customer] {
      let sources = ["t", "u"].map { token in
        AccountSource.made([
          madePurchase(nil, 1, in: token) {
            $0.appTransactionID = app
            $0.appAccountToken = ReceiptString(token)
          }
        ])
      }
      return PartySplitter(sources) { _ in true }.parties(isMixed: false, isTogether: isTogether)
        .map(\.customer)
    }
    #expect(customers(nil, isTogether: true) == [Self.token("t"), Self.token("u")])
    #expect(customers(nil, isTogether: false) == [.only])
    // One Apple Account is one customer, whatever the app called them.
    #expect(customers(ReceiptString("a"), isTogether: true) == [.only])
  }

  @Test("a renewal to come tells customers apart too")
  func renewals() {
    let sources = ["a", "b"].map { id in
      AccountSource.made([]) {
        var renewal = RenewalInfo()
        renewal.originalTransactionID = ReceiptString(id)
        renewal.appTransactionID = ReceiptString(id)
        $0.renewals = [renewal]
      }
    }
    let parties = PartySplitter(sources) { _ in true }.parties(isMixed: false)
    #expect(parties.map(\.customer) == [Self.app("a"), Self.app("b")])
    #expect(parties.map { $0.renewals.first?.originalTransactionID?.text } == ["a", "b"])
    #expect(parties.allSatisfy { $0.renewals.count == 1 })
  }

  @Test("each customer has their own purchases, and fifty customers are told apart")
  func many() {
    let sources = (1...51).map { AccountSource.made([madePurchase("\($0)", 1, in: "\($0)")]) }
    let parties = PartySplitter(sources) { _ in true }.parties(isMixed: true)
    #expect(parties.map(\.customer) == (1...50).map { Self.nobody("\($0)") })
    #expect(
      parties.map { $0.history.records.compactMap(\.transactionID?.text) }
        == (1...50).map { ["\($0)"] })
  }

  @Test(
    "what is relied on is kept apart where it is a part",
    arguments: [(0, false, false), (1, true, true), (2, true, false)])
  func relied(count: Int, isRelied: Bool, isApart: Bool) {
    let sources = (1...2).map {
      AccountSource.made(
        [madePurchase("\($0)", 1)], certainty: $0 <= count ? .signed : .unsigned)
    }
    let parties = PartySplitter(sources) { $0.certainty.isSigned }.parties(isMixed: false)
    #expect(parties.count == 1 && parties[0].isRelied == isRelied)
    #expect(parties[0].relied.map { $0.history.records.count } == (isApart ? 1 : nil))
    #expect(parties[0].history.records.count == 2)
  }
}
