import Testing

@testable import ReceiptCore

/// How texts of one customer are joined, record by record and field by field.
@Suite struct LedgerTests {
  private static func date(_ time: Int64?) -> ReceiptDate? {
    time.map { ReceiptDate(millisecondsSince1970: $0) }
  }

  private static func strings(_ texts: String?...) -> [ReceiptString?] {
    texts.map { $0.map { ReceiptString($0) } }
  }

  /// What two texts say of one transaction, of which the first decides.
  struct Row: Sendable, CustomTestStringConvertible {
    let rule: String
    let decides: InAppPurchase
    let other: InAppPurchase
    var isSigned = false
    var hasNewer = false
    /// The fields that contradict.
    var contradictions: [String] = []
    /// The fields that the second text fills in, of those whose origin is told.
    var filled: [String] = []

    var testDescription: String { rule }
  }

  private static let rows: [Row] = [
    Row(
      rule: "the same", decides: madePurchase("1", 5000, 9000), other: madePurchase("1", 5000, 9000)
    ),
    Row(
      rule: "almost a second later", decides: madePurchase("1", 5000, 9000),
      other: madePurchase("1", 5999, 9000)),
    Row(
      rule: "almost a second earlier", decides: madePurchase("1", 5000, 9000),
      other: madePurchase("1", 4001, 9000)),
    Row(
      rule: "a second later", decides: madePurchase("1", 5000, 9000),
      other: madePurchase("1", 6000, 9000), contradictions: ["purchase_date"]),
    Row(
      rule: "a second earlier", decides: madePurchase("1", 5000, 9000),
      other: madePurchase("1", 4000, 9000), contradictions: ["purchase_date"]),
    Row(
      rule: "a second later, and signed before", decides: madePurchase("1", 5000, 9000),
      other: madePurchase("1", 6000, 9000), isSigned: true, hasNewer: true,
      contradictions: ["purchase_date"]),
    Row(
      rule: "another end, and signed before", decides: madePurchase("1", 5000, 9000),
      other: madePurchase("1", 5000, 12000), isSigned: true, hasNewer: true),
    Row(
      rule: "a second later, and signed as late", decides: madePurchase("1", 5000, 9000),
      other: madePurchase("1", 6000, 9000), isSigned: true, contradictions: ["purchase_date"]),
    Row(
      rule: "another refund, and signed as late",
      decides: madePurchase("1", 5000) { $0.cancellationDate = date(6000) },
      other: madePurchase("1", 5000) { $0.cancellationDate = date(8000) },
      isSigned: true, contradictions: ["cancellation_date"]),
    Row(
      rule: "another quantity, and signed as late",
      decides: madePurchase("1", 5000) { $0.quantity = 1 },
      other: madePurchase("1", 5000) { $0.quantity = 2 },
      isSigned: true, contradictions: ["quantity"]),
    Row(
      rule: "another field that decides nothing, and signed as late",
      decides: madePurchase("1", 5000) { $0.webOrderLineItemID = 1 },
      other: madePurchase("1", 5000) { $0.webOrderLineItemID = 2 },
      isSigned: true),
    Row(
      rule: "another field, which decides nothing",
      decides: madePurchase("1", 5000) { $0.webOrderLineItemID = 1 },
      other: madePurchase("1", 5000) { $0.webOrderLineItemID = 2 }),
    Row(
      rule: "another quantity, which never changes",
      decides: madePurchase("1", 5000) { $0.quantity = 1 },
      other: madePurchase("1", 5000) { $0.quantity = 2 }, contradictions: ["quantity"]),
    Row(
      rule: "an owner of another kind",
      decides: madePurchase("1", 5000) { $0.inAppOwnershipType = ReceiptString("PURCHASED") },
      other: madePurchase("1", 5000) { $0.inAppOwnershipType = InAppPurchase.familyShared },
      contradictions: ["in_app_ownership_type"]),
    Row(
      rule: "another subscription", decides: madePurchase("1", 5000, in: "1"),
      other: madePurchase("1", 5000, in: "2"), contradictions: ["original_transaction_id"]),
    Row(
      rule: "an end that the first lacks", decides: madePurchase("1", 5000),
      other: madePurchase("1", 5000, 9000), filled: ["expires_date"]),
    Row(
      rule: "a field that the first lacks, whose origin is not told",
      decides: madePurchase("1", 5000), other: madePurchase("1", 5000) { $0.quantity = 2 }),
    Row(
      rule: "a refund that the first lacks", decides: madePurchase("1", 5000),
      other: madePurchase("1", 5000) { $0.cancellationDate = date(6000) },
      filled: ["cancellation_date"]),
    Row(
      rule: "an upgrade that the first lacks", decides: madePurchase("1", 5000),
      other: madePurchase("1", 5000) { $0.isUpgraded = true }, filled: ["is_upgraded"]),
    Row(
      rule: "an end that the first lacks, though a newer text speaks",
      decides: madePurchase("1", 5000), other: madePurchase("1", 5000, 9000), hasNewer: true,
      filled: ["expires_date"]),
  ]

  @Test("what decides is kept, what is lacking is filled in", arguments: rows)
  func joined(row: Row) throws {
    var joiner = RecordJoiner()
    joiner.add([row.decides], of: 0, AccountSource.Standing(isSigned: true, hasNewer: false))
    joiner.add(
      [row.other], of: 1,
      AccountSource.Standing(isSigned: row.isSigned, hasNewer: row.hasNewer))
    #expect(joiner.records.count == 1 && joiner.sources == [0])
    let record = try #require(joiner.records.first)
    for field in Field<InAppPurchase>.all {
      #expect(field.get(record) == field.get(row.decides) ?? field.get(row.other), "\(field.name)")
    }
    #expect(joiner.contradictions.map(\.field) == row.contradictions)
    #expect((joiner.filled[ReceiptString("1")] ?? [:]).keys.sorted() == row.filled)
    #expect((joiner.filled[ReceiptString("1")] ?? [:]).values.allSatisfy { $0 == 1 })
  }

  @Test("a withdrawal that a newer text takes back is not filled in")
  func takenBack() {
    let withdrawn = madePurchase("1", 5000) {
      $0.cancellationDate = Self.date(6000)
      $0.cancellationReason = 1
      $0.revocationType = Revocation.prorated
      $0.revocationPercentage = 50_000
      $0.isUpgraded = true
    }
    var joiner = RecordJoiner()
    joiner.add(
      [madePurchase("1", 5000)], of: 0, AccountSource.Standing(isSigned: true, hasNewer: false))
    joiner.add([withdrawn], of: 1, AccountSource.Standing(isSigned: true, hasNewer: true))
    let fields = Field<InAppPurchase>.all.filter { $0.get(joiner.records[0]) != nil }
    #expect(
      Set(fields.map(\.name))
        == ["transaction_id", "original_transaction_id", "product_id", "purchase_date"])
    #expect(joiner.filled.isEmpty)
  }

  @Test("records of one text that are filled in by itself come from no other")
  func ownRecords() {
    var joiner = RecordJoiner()
    joiner.add(
      [madePurchase("1", 5000), madePurchase("1", 8000, 9000)], of: 0,
      AccountSource.Standing(isSigned: false, hasNewer: false))
    #expect(joiner.records.map(\.expiresDate) == [Self.date(9000)])
    #expect(joiner.filled.isEmpty && joiner.contradictions.isEmpty)
  }

  @Test("a transaction is of one product, but for those that Xcode numbers 0")
  func products() {
    let standing = AccountSource.Standing(isSigned: false, hasNewer: false)
    for (id, isSame) in [("0", false), ("1", true)] {
      var joiner = RecordJoiner()
      joiner.add([madePurchase(id, 1, of: "a")], of: 0, standing)
      joiner.add([madePurchase(id, 1, of: "b")], of: 1, standing)
      #expect(
        joiner.records.map(\.productID) == (isSame ? Self.strings("a") : Self.strings("a", "b")))
      #expect(joiner.contradictions.map(\.field) == (isSame ? ["product_id"] : []))
      if let contradiction = joiner.contradictions.first {
        #expect(contradiction.decided == .text(ReceiptString("a")))
        #expect(contradiction.other == .text(ReceiptString("b")))
        #expect(contradiction.source == 0 && contradiction.otherSource == 1)
      }
    }
    // One text may name several products.
    var joiner = RecordJoiner()
    joiner.add([madePurchase("1", 1, of: "a"), madePurchase("1", 1, of: "b")], of: 0, standing)
    #expect(joiner.records.map(\.productID) == Self.strings("a", "b"))
    // The first of them is the one that others contradict.
    joiner.add([madePurchase("1", 1, of: "c")], of: 1, standing)
    #expect(joiner.contradictions.map(\.decided) == [.text(ReceiptString("a"))])
    #expect(joiner.sources == [0, 0])
    // So may one behind others, and it is contradicted too.
    joiner = RecordJoiner()
    joiner.add([madePurchase("1", 1, of: "a")], of: 0, standing)
    joiner.add([madePurchase("2", 1, of: "b"), madePurchase("2", 1, of: "c")], of: 1, standing)
    joiner.add([madePurchase("2", 1, of: "d")], of: 2, standing)
    #expect(joiner.records.map(\.productID) == Self.strings("a", "b", "c"))
    #expect(joiner.contradictions.map(\.decided) == [.text(ReceiptString("b"))])
    #expect(joiner.contradictions.map(\.source) == [1])
  }

  @Test("twenty contradictions are kept, and records without an id")
  func limits() {
    let standing = AccountSource.Standing(isSigned: false, hasNewer: false)
    var joiner = RecordJoiner()
    for source in 0...21 {
      joiner.add([madePurchase("1", Int64(source) * 1000)], of: source, standing)
      #expect(joiner.contradictions.count == min(source, 20))
    }
    joiner.add([madePurchase(nil, 1), madePurchase(nil, 1)], of: 0, standing)
    #expect(joiner.records.count == 3)
  }

  // MARK: Renewals and states

  private static func renewal(_ original: String?, _ product: String = "pro") -> RenewalInfo {
    var renewal = RenewalInfo()
    renewal.originalTransactionID = original.map { ReceiptString($0) }
    renewal.productID = ReceiptString(product)
    return renewal
  }

  private static func text(
    _ renewals: [RenewalInfo], states: [(String?, Int64)] = []
  ) -> AccountSource {
    AccountSource.made([], at: 1) {
      $0.renewals = renewals
      $0.apiResponse = APIResponse(.statuses)
      $0.apiResponse?.subscriptions = states.map { original, status in
        var state = APIResponse.SubscriptionStatus()
        state.originalTransactionID = original.map { ReceiptString($0) }
        state.status = status
        return state
      }
    }
  }

  @Test("of several texts about one subscription, the first decides of its renewals and its state")
  func firstDecides() {
    let sources = [
      Self.text([Self.renewal("1", "a"), Self.renewal("1", "b")], states: [("1", 1), (nil, 2)]),
      Self.text(
        [Self.renewal("1", "c"), Self.renewal("2", "d"), Self.renewal(nil, "e")],
        states: [("1", 3), ("2", 4)]),
      Self.text([Self.renewal("1", "f"), Self.renewal(nil, "g")]),
    ]
    let ledger = Ledger(sources, [0, 1, 2])
    #expect(ledger.renewals.map(\.renewal.productID) == Self.strings("a", "b", "d", "e", "g"))
    #expect(ledger.renewals.map(\.source) == [0, 0, 1, 1, 2])
    #expect(ledger.renewals.allSatisfy { $0.madeAt == Self.date(1) })
    #expect(ledger.statuses.mapValues(\.status) == [ReceiptString("1"): 1, ReceiptString("2"): 4])
    let record = madePurchase("9", 1, of: "z", in: "1")
    #expect(ledger.renewal(of: record)?.renewal.productID == ReceiptString("a"))
    // Without the first text, the second decides.
    let rest = Ledger(sources, [1, 2])
    #expect(rest.renewals.map(\.renewal.productID) == Self.strings("c", "d", "e", "g"))
    #expect(rest.statuses[ReceiptString("1")]?.status == 3 && rest.first == 1)
    #expect(Ledger(sources, []).first == 0)
  }

  @Test("of several notifications about one subscription, the first decides of its state")
  func notifications() {
    let sources = [1, 5].map { (status: Int64) in
      AccountSource.made([]) {
        $0.notification = ServerNotification()
        $0.notification?.status = status
        let inner = AccountSource.made([madePurchase("9", 1, in: "1")]).decoded
        $0.nested = [NestedReceipt(path: "", content: .success(inner))]
      }
    }
    #expect(Ledger(sources, [0, 1]).statuses.mapValues(\.status) == [ReceiptString("1"): 1])
    #expect(Ledger(sources, [1]).statuses.mapValues(\.status) == [ReceiptString("1"): 5])
  }

  @Test(
    "two texts contradict each other about a state at one moment, or if only one of them is signed",
    arguments: [
      (2, 5, .signed, true), (1, 5, .signed, false), (2, 6, .signed, false),
      (2, 6, .unsigned, true), (2, 5, .unsigned, true),
    ] as [(Int64, Int64, Certainty, Bool)])
  func contradictingStates(status: Int64, madeAt: Int64, certainty: Certainty, isTold: Bool) {
    func text(_ statuses: [Int64], _ madeAt: Int64, _ certainty: Certainty) -> AccountSource {
      AccountSource.made([], certainty: certainty, at: madeAt) {
        $0.apiResponse = APIResponse(.statuses)
        $0.apiResponse?.subscriptions = statuses.map { status in
          var state = APIResponse.SubscriptionStatus()
          state.originalTransactionID = ReceiptString("1")
          state.status = status
          return state
        }
      }
    }
    let first = text([1], 5, .signed)
    let fields = Ledger([first, text([status], madeAt, certainty)], [0, 1]).contradictions.map(
      \.field)
    #expect(fields == (isTold ? ["status"] : []))
    // A list may name a subscription twice.
    #expect(Ledger([text([1, 2], 5, .signed)], [0]).contradictions.isEmpty)
  }

  @Test(
    "two signed texts contradict each other about a renewal at one moment",
    arguments: [
      (5, 5, .signed, true), (5, 6, .signed, false), (nil, nil, .signed, false),
      (5, 5, .unsigned, false),
    ] as [(Int64?, Int64?, Certainty, Bool)])
  func contradictingRenewals(first: Int64?, second: Int64?, certainty: Certainty, isTold: Bool) {
    let sources = [
      AccountSource.made([], at: first) { $0.renewals = [Self.renewal("1", "a")] },
      AccountSource.made([], certainty: certainty, at: second) {
        $0.renewals = [Self.renewal("1", "b")]
      },
    ]
    #expect(
      Ledger(sources, [0, 1]).contradictions.map(\.field) == (isTold ? ["product_id"] : []))
  }

  @Test("only what is the customer's own is told")
  func own() {
    let source = AccountSource.made([
      madePurchase("1", 1, in: "1"), madePurchase("2", 1, in: "2"), madePurchase("3", 1, in: nil),
    ]) {
      $0.renewals = [Self.renewal("1"), Self.renewal("2")]
    }
    let ledger = Ledger([source], [0]) { original, _ in original != ReceiptString("2") }
    #expect(ledger.history.records.map(\.transactionID) == Self.strings("1", "3"))
    #expect(ledger.renewals.map(\.renewal.originalTransactionID) == Self.strings("1"))
    let third = Ledger([source], [0]) { original, _ in original == ReceiptString("3") }
    #expect(third.history.records.map(\.transactionID) == Self.strings("3"))
  }

  @Test("a renewal is of the subscription that it names, or else of its product")
  func renewalOf() {
    for (original, product, chain, isOf) in [
      ("1", "a", "1", true), ("1", "b", "1", true), ("1", "a", "2", false), (nil, "a", "1", true),
      (nil, "b", "1", false), ("1", "a", nil, true), ("1", "b", nil, false),
    ] as [(String?, String, String?, Bool)] {
      let record = madePurchase("9", 1, of: "a", in: chain)
      #expect(Self.renewal(original, product).isOf(record) == isOf)
      let ledger = Ledger(
        [Self.text([Self.renewal("7", "z"), Self.renewal(original, product)])], [0])
      #expect((ledger.renewal(of: record)?.renewal.productID == ReceiptString(product)) == isOf)
    }
  }

  // MARK: Several texts

  @Test("of a refund in a text a second older, a newer one decides", arguments: [999, 1000])
  func newer(gap: Int64) {
    let refunded = madePurchase("1", 1) { $0.cancellationDate = Self.date(1) }
    for certainty in [Certainty.signed, .unsigned] {
      let sources = [
        AccountSource.made([madePurchase("1", 1)], certainty: certainty, at: 5000 + gap),
        AccountSource.made([refunded], at: 5000),
      ]
      let record = Ledger(sources, [0, 1]).history.records[0]
      #expect((record.cancellationDate == nil) == (gap >= 1000 && certainty == .signed))
      // The order of the texts does not make one newer.
      #expect(Ledger(sources.reversed(), [0, 1]).history.records[0].cancellationDate != nil)
    }
  }

  @Test("the text that decides each transaction is known")
  func sourceOf() {
    let sources = [
      AccountSource.made([madePurchase("1", 1)]),
      AccountSource.made([madePurchase("1", 1), madePurchase("2", 2), madePurchase("0", 3)]),
      AccountSource.made([madePurchase("2", 2, 9), madePurchase("0", 3, of: "max")]),
    ]
    let ledger = Ledger(sources, [0, 1, 2])
    #expect(
      ledger.sourceOf
        == [ReceiptString("0"): 1, ReceiptString("1"): 0, ReceiptString("2"): 1])
    #expect(ledger.filled == [ReceiptString("2"): ["expires_date": 2]])
    #expect(Ledger(sources, [0, 1]).sourceOf.count == 3)
    // Of a ledger of one text among several too: it tells which customer's transaction it is.
    #expect(Set(Ledger(sources, [1]).sourceOf.values) == [1] && Ledger(sources, [1]).first == 1)
    #expect(Ledger(Array(sources.prefix(1)), [0]).sourceOf.isEmpty)
  }

  @Test("what is listed whole is known up to the newest list")
  func listed() {
    let sources = [
      AccountSource.made([], form: .appReceipt, at: 5), AccountSource.made([], at: 9),
      AccountSource.made([], form: .payload, at: 7),
    ]
    #expect(Ledger(sources, [0, 1, 2]).listedUntil == Self.date(7))
    #expect(Ledger(sources, [0, 1]).listedUntil == Self.date(5))
    #expect(Ledger(sources, [1]).listedUntil == nil)
  }

  @Test("what answers and notifications say of all of it")
  func flags() {
    let sources = [
      AccountSource.made([]),
      AccountSource.made([]) {
        $0.response = VerifyReceiptResponse()
        $0.response?.status = 21006
      },
      AccountSource.made([madePurchase("9", 1)]) {
        $0.notification = ServerNotification()
        $0.notification?.notificationType = ReceiptString("REVOKE")
      },
    ]
    for (used, isExpired, isRevoked) in [
      ([0], false, false), ([0, 1], true, false), ([2, 0], false, true),
    ] {
      let ledger = Ledger(sources, used)
      #expect(ledger.isAnsweredExpired == isExpired)
      #expect(ledger.unshared == (isRevoked ? [ReceiptString("9")] : []))
    }
  }

  @Test(
    "an answer says that a subscription has expired with an expired period alone",
    arguments: [(0, 0, false), (1, 0, false), (0, 1, true), (1, 1, false)])
  func expired(latest: Int, expired: Int, isAnswered: Bool) {
    let source = AccountSource.made([], form: .verifyReceipt) {
      $0.response = VerifyReceiptResponse()
      $0.response?.latestReceiptInfo = (0..<latest).map { madePurchase("\($0)", 1) }
      $0.response?.latestExpiredReceiptInfo = (0..<expired).map { madePurchase("\($0)", 1) }
    }
    #expect(Ledger([source], [0]).isAnsweredExpired == isAnswered)
  }

  @Test("of two texts of one second the later end counts, in any order; of a newer one its own")
  func ends() {
    func end(_ first: Int64, _ second: Int64, olderBy gap: Int64, _ certainty: Certainty = .signed)
      -> ReceiptDate?
    {
      func text(_ end: Int64, at madeAt: Int64, _ certainty: Certainty) -> AccountSource {
        AccountSource.made(
          [madePurchase("1", 1) { $0.expiresDate = Self.date(end) }], certainty: certainty,
          at: madeAt)
      }
      let sources = [text(first, at: 9000, .signed), text(second, at: 9000 - gap, certainty)]
      let ledger = Ledger(sources, [0, 1])
      let isFilled = ledger.filled[ReceiptString("1")]?["expires_date"] == 1
      #expect(isFilled == (ledger.history.records[0].expiresDate == Self.date(second)))
      return ledger.history.records[0].expiresDate
    }
    #expect(end(10, 20, olderBy: 999) == Self.date(20))
    #expect(end(20, 10, olderBy: 999) == Self.date(20))
    #expect(end(10, 20, olderBy: 1000) == Self.date(10))
    #expect(end(10, 20, olderBy: 0, .unsigned) == Self.date(10))
  }
}
