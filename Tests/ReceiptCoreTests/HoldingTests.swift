import Testing

@testable import ReceiptCore

/// What the judge makes of one text: each row is a rule at one side of its limit. Dates are days of one count.
@Suite struct HoldingTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let rule: String
    let purchases: [InAppPurchase]
    var renewals: [RenewalInfo] = []
    /// One that may leave out purchases, unless a rule is about others.
    var form = ReceiptForm.transaction
    /// The state of the subscription, as the App Store Server API numbers it.
    var status: Int64?
    var isRevokedNotification = false
    var isAnsweredExpired = false
    var isStore = true
    /// When the text was made, if not at the time that is asked about.
    var made: Int64?
    let at: Int64
    /// What the customer has, in short.
    let expected: String

    var testDescription: String { rule }
  }

  static let day: Int64 = 86_400_000
  static let hour: Int64 = 3_600_000

  static func date(_ time: Int64?) -> ReceiptDate? {
    time.map { ReceiptDate(millisecondsSince1970: $0) }
  }

  static func renewal(
    of chain: String? = "1", _ change: (inout RenewalInfo) -> Void
  ) -> RenewalInfo {
    var renewal = RenewalInfo()
    renewal.originalTransactionID = chain.map { ReceiptString($0) }
    change(&renewal)
    return renewal
  }

  static func refunded(_ time: Int64) -> (inout InAppPurchase) -> Void {
    {
      $0.cancellationDate = date(time)
      $0.revocationType = Revocation.full
    }
  }

  static func grace(until time: Int64, of chain: String = "1") -> RenewalInfo {
    renewal(of: chain) { $0.gracePeriodExpiresDate = date(time) }
  }

  // MARK: A holding in short

  static func text(_ time: ReceiptDate?) -> String {
    guard let time else { return "?" }
    let whole = (time.millisecondsSince1970 + day / 2) / day
    let rest = time.millisecondsSince1970 - whole * day
    return rest == 0 ? "\(whole)" : "\(whole)\(rest > 0 ? "+" : "")\(rest)"
  }

  static func text(_ state: Holding.State) -> String {
    switch state {
    case .active(let until): "active until \(text(until))"
    case .grace(let until): "grace until \(text(until))"
    case .billingRetry(let ended, let until): "retry from \(text(ended)) until \(text(until))"
    case .lapsed(let ended, let reason):
      "lapsed \(text(ended))" + (reason.map { " (\($0))" } ?? "")
    case .unknown(let until): "unknown after \(text(until))"
    case .between(let end, let start): "between \(text(end)) and \(text(start))"
    case .replaced(let other, let date): "replaced by \(other?.text ?? "?") on \(text(date))"
    case .withdrawn(let withdrawal): "\(state.code.rawValue) on \(text(withdrawal.date))"
    case .owned(let since): "owned since \(text(since))"
    case .bought(let since): "bought \(text(since))"
    case .consumable(let count, let isPending):
      "\(count) consumables\(isPending ? ", pending" : "")"
    case .lengthUnknown(let since): "length unknown since \(text(since))"
    case .notYet(let date): "not before \(text(date))"
    }
  }

  static func text(_ holding: Holding) -> String {
    var words = [text(holding.state), "#\(holding.record.transactionID?.text ?? "?")"]
    if holding.certainty != .signed { words.append("\(holding.certainty)") }
    if let early = holding.endsEarly { words.append("early \(text(early.date))") }
    if let end = holding.endOfTrial { words.append("after a trial until \(text(end))") }
    if let seats = holding.seats { words.append("seats \(seats.left) of \(seats.bought)") }
    if holding.payer != .customer { words.append("paid by \(holding.payer)") }
    return words.joined(separator: " ")
  }

  static func holding(_ row: Row) -> Holding? {
    let source = AccountSource.made(row.purchases, form: row.form, at: row.made ?? row.at) {
      $0.renewals = row.renewals
      if let status = row.status {
        var state = APIResponse.SubscriptionStatus()
        state.originalTransactionID = ReceiptString("1")
        state.status = status
        $0.apiResponse = APIResponse(.statuses)
        $0.apiResponse?.subscriptions = [state]
      }
      if row.isRevokedNotification {
        $0.notification = ServerNotification()
        $0.notification?.notificationType = ReceiptString("REVOKE")
      }
      if row.isAnsweredExpired {
        $0.response = VerifyReceiptResponse()
        $0.response?.status = 21006
      }
    }
    let scene = HoldingJudge.Scene(
      sources: [source], isSingle: source.decoded.isSingleTransaction,
      isList: row.form == .apiAnswer, madeAt: source.madeAt, isStore: row.isStore)
    return HoldingJudge(
      Ledger([source], [0]), scene, at: ReceiptDate(millisecondsSince1970: row.at)
    ).holding(ReceiptString("pro"))
  }

  static let rows: [Row] = [
    periods, graces, early, trials, ofSeats, withdrawals, upgrades, ends, retries, running, payers,
    oneTime,
  ].flatMap(\.self)

  @Test("each rule", arguments: rows)
  func rule(row: Row) {
    #expect(Self.holding(row).map(Self.text) ?? "nothing" == row.expected)
  }

  // MARK: Periods

  static let month = madePurchase("1", 1 * day, 31 * day)

  static let periods: [Row] = [
    Row(rule: "no purchase of it", purchases: [], at: 5 * day, expected: "nothing"),
    Row(
      rule: "a purchase of another product", purchases: [madePurchase("1", 1 * day, of: "max")],
      at: 5 * day, expected: "nothing"),
    Row(
      rule: "before a period", purchases: [month], at: 1 * day - 1, expected: "not before 1 #1"),
    Row(
      rule: "a period begins at its start", purchases: [month], at: 1 * day,
      expected: "active until 31 #1"),
    Row(
      rule: "just before its end", purchases: [month], at: 31 * day - 1,
      expected: "active until 31 #1"),
    Row(
      rule: "a period ends at its end", purchases: [month], at: 31 * day,
      expected: "unknown after 31 #1"),
    Row(
      rule: "of two periods the one that ends later decides",
      purchases: [madePurchase("1", 1 * day, 31 * day), madePurchase("2", 2 * day, 20 * day)],
      at: 5 * day,
      expected: "active until 31 #1"),
    Row(
      rule: "of two with one end the one that begins later decides",
      purchases: [madePurchase("1", 1 * day, 31 * day), madePurchase("2", 2 * day, 31 * day)],
      at: 5 * day,
      expected: "active until 31 #2"),
    Row(
      rule: "of two with the same dates the first decides",
      purchases: [madePurchase("1", 1 * day, 31 * day), madePurchase("2", 1 * day, 31 * day)],
      at: 5 * day,
      expected: "active until 31 #1"),
    Row(
      rule: "a period without an end", purchases: [madePurchase("1", 1 * day, 64_092_211_200_000)],
      at: 5 * day, expected: "active until ? #1"),
    Row(
      rule: "a period that was not withdrawn decides over one that was",
      purchases: [
        madePurchase("1", 1 * day, 31 * day),
        madePurchase("2", 2 * day, 40 * day, refunded(3 * day)),
      ],
      at: 5 * day, expected: "active until 31 #1"),
    Row(
      rule: "a withdrawn period that contains the time decides over one that ended",
      purchases: [
        madePurchase("1", 1 * day, 31 * day),
        madePurchase("2", 31 * day, 61 * day, refunded(32 * day)),
      ],
      at: 33 * day, expected: "refunded on 32 #2"),
    Row(
      rule: "a withdrawn period that began when the other ended",
      purchases: [
        madePurchase("1", 1 * day, 31 * day),
        madePurchase("2", 31 * day, 61 * day, refunded(31 * day)),
      ],
      at: 31 * day, expected: "refunded on 31 #2"),
    Row(
      rule: "a period of no length has ended at once",
      purchases: [madePurchase("1", 31 * day, 31 * day)], at: 31 * day,
      expected: "unknown after 31 #1"),
    Row(
      rule: "a period that ends before it begins has not ended",
      purchases: [madePurchase("1", 40 * day, 20 * day)], at: 30 * day, expected: "not before 40 #1"
    ),
    Row(
      rule: "between two periods",
      purchases: [madePurchase("1", 1 * day, 31 * day), madePurchase("2", 45 * day, 75 * day)],
      at: 33 * day, expected: "between 31 and 45 #1"),
    Row(
      rule: "a next period that was withdrawn does not count",
      purchases: [
        madePurchase("1", 1 * day, 31 * day),
        madePurchase("2", 45 * day, 75 * day, refunded(32 * day)),
      ], at: 33 * day, expected: "unknown after 31 #1"),
    Row(
      rule: "before the first of two, the one that was not withdrawn is awaited",
      purchases: [
        madePurchase("1", 10 * day, 40 * day, refunded(3 * day)),
        madePurchase("2", 45 * day, 75 * day),
      ], at: 5 * day, expected: "not before 45 #2"),
    Row(
      rule: "before the only one, which was withdrawn already",
      purchases: [madePurchase("1", 10 * day, 40 * day, refunded(3 * day))], at: 5 * day,
      expected: "not before 10 #1"),
    Row(
      rule: "a purchase that began earlier had periods that are not listed",
      purchases: [
        madePurchase("2", 31 * day, 61 * day) { $0.originalPurchaseDate = date(1 * day) }
      ],
      at: 1 * day, expected: "unknown after ? #2"),
    Row(
      rule: "before the purchase that began earlier",
      purchases: [
        madePurchase("2", 31 * day, 61 * day) { $0.originalPurchaseDate = date(1 * day) }
      ],
      at: 1 * day - 1, expected: "not before 31 #2"),
    Row(
      rule: "a text that lists all leaves out no period",
      purchases: [
        madePurchase("2", 31 * day, 61 * day) { $0.originalPurchaseDate = date(1 * day) }
      ],
      form: .appReceipt, at: 5 * day, expected: "not before 31 #2"),
  ]

  // MARK: Grace periods

  /// The grace periods of other subscriptions are told first.
  static func manyGraces(others: Int, _ expected: String) -> Row {
    Row(
      rule: "a grace period after \(others) others",
      purchases: [
        madePurchase("1", 1 * day, 31 * day), madePurchase("2", 1 * day, 35 * day, in: "2"),
      ],
      renewals: (1...others).map { grace(until: 40 * day, of: "other \($0)") } + [
        grace(until: 40 * day)
      ], at: 36 * day, expected: expected)
  }

  static let graces: [Row] = [
    Row(
      rule: "a grace period begins when the period ends", purchases: [month],
      renewals: [grace(until: 40 * day)], at: 31 * day, expected: "grace until 40 #1"),
    Row(
      rule: "just before the end of a grace period", purchases: [month],
      renewals: [grace(until: 40 * day)], at: 40 * day - 1, expected: "grace until 40 #1"),
    Row(
      rule: "a grace period ends at its end", purchases: [month],
      renewals: [grace(until: 40 * day)], at: 40 * day, expected: "unknown after 31 #1"),
    Row(
      rule: "within the period, its grace does not count", purchases: [month],
      renewals: [grace(until: 40 * day)], at: 30 * day, expected: "active until 31 #1"),
    Row(
      rule: "a grace period of a subscription that ended before another one",
      purchases: [
        madePurchase("1", 1 * day, 31 * day), madePurchase("2", 1 * day, 35 * day, in: "2"),
      ],
      renewals: [grace(until: 40 * day)], at: 36 * day, expected: "grace until 40 #1"),
    Row(
      rule: "a grace period of another subscription", purchases: [month],
      renewals: [grace(until: 40 * day, of: "2")], at: 36 * day, expected: "unknown after 31 #1"),
    Row(
      rule: "of two grace periods, the first that is told decides",
      purchases: [
        madePurchase("1", 1 * day, 31 * day), madePurchase("2", 1 * day, 35 * day, in: "2"),
      ],
      renewals: [grace(until: 38 * day, of: "2"), grace(until: 40 * day)], at: 36 * day,
      expected: "grace until 38 #2"),
    Row(
      rule: "a grace period that begins now decides over another subscription that ends now",
      purchases: [
        madePurchase("1", 1 * day, 31 * day), madePurchase("2", 2 * day, 31 * day, in: "2"),
      ],
      renewals: [grace(until: 40 * day)], at: 31 * day, expected: "grace until 40 #1"),
    Row(
      rule: "a refund of the last period ends its grace",
      purchases: [madePurchase("1", 1 * day, 31 * day, refunded(20 * day))],
      renewals: [grace(until: 40 * day)], at: 33 * day, expected: "refunded on 20 #1"),
    Row(
      rule: "a refund of the period that has just begun ends the grace before it",
      purchases: [
        madePurchase("1", 1 * day, 31 * day),
        madePurchase("2", 31 * day, 61 * day, refunded(31 * day)),
      ], renewals: [grace(until: 40 * day)], at: 31 * day, expected: "refunded on 31 #2"),
    Row(
      rule: "of two periods with one end, the later one decides about the grace",
      purchases: [
        madePurchase("1", 1 * day, 31 * day),
        madePurchase("2", 2 * day, 31 * day, refunded(20 * day)),
      ], renewals: [grace(until: 40 * day)], at: 33 * day, expected: "refunded on 20 #2"),
    Row(
      rule: "of two periods, the one that ends later decides about the grace",
      purchases: [
        madePurchase("1", 1 * day, 31 * day),
        madePurchase("2", 2 * day, 20 * day, refunded(10 * day)),
      ], renewals: [grace(until: 40 * day)], at: 33 * day, expected: "grace until 40 #1"),
    Row(
      rule: "a next period was paid, so no grace runs",
      purchases: [madePurchase("1", 1 * day, 31 * day), madePurchase("2", 45 * day, 75 * day)],
      renewals: [grace(until: 40 * day)], at: 33 * day, expected: "between 31 and 45 #1"),
    Row(
      rule: "a next period of another subscription ends no grace",
      purchases: [
        madePurchase("1", 1 * day, 31 * day), madePurchase("2", 45 * day, 75 * day, in: "2"),
      ],
      renewals: [grace(until: 40 * day)], at: 33 * day, expected: "grace until 40 #1"),
    Row(
      rule: "a next period that was withdrawn ends no grace",
      purchases: [
        madePurchase("1", 1 * day, 31 * day),
        madePurchase("2", 45 * day, 75 * day, refunded(32 * day)),
      ], renewals: [grace(until: 40 * day)], at: 33 * day, expected: "grace until 40 #1"),
    Row(
      rule: "a period of no length is not followed by itself",
      purchases: [madePurchase("1", 1 * day, 31 * day), madePurchase("2", 33 * day, 33 * day)],
      renewals: [grace(until: 40 * day)], at: 33 * day, expected: "grace until 40 #2"),
    Row(
      rule: "where no grace runs, the period that ended last decides",
      purchases: [
        madePurchase("1", 1 * day, 31 * day), madePurchase("2", 1 * day, 35 * day, in: "2"),
        madePurchase("3", 45 * day, 75 * day),
      ], renewals: [grace(until: 40 * day)], at: 36 * day, expected: "between 35 and 45 #2"),
    manyGraces(others: 49, "grace until 40 #1"), manyGraces(others: 50, "unknown after 35 #2"),
    Row(
      rule: "a grace period that is withdrawn early",
      purchases: [
        madePurchase("1", 1 * day, 31 * day, refunded(36 * day))
      ], renewals: [grace(until: 40 * day)], made: 37 * day, at: 33 * day,
      expected: "grace until 36 #1 early 36"),
    Row(
      rule: "a withdrawal after the end of a grace period",
      purchases: [
        madePurchase("1", 1 * day, 31 * day, refunded(50 * day))
      ], renewals: [grace(until: 40 * day)], made: 51 * day, at: 33 * day,
      expected: "grace until 40 #1 early 50"),
  ]

  // MARK: What ends a period early

  static func items(_ ends: Int64?...) -> (inout InAppPurchase) -> Void {
    let items = ends.map { end in
      "{\"SKU\":\"a\"" + (end.map { ",\"revocationDate\":\($0)" } ?? "") + "}"
    }
    let list = try? JSONValue(Array("[\(items.joined(separator: ","))]".utf8))
    return { $0.advancedCommerceBox.update { $0.items = list } }
  }

  static let early: [Row] = [
    Row(
      rule: "a refund that comes later ends the period early",
      purchases: [madePurchase("1", 1 * day, 31 * day, refunded(20 * day))], made: 25 * day,
      at: 10 * day, expected: "active until 20 #1 early 20"),
    Row(
      rule: "a refund counts from its date on",
      purchases: [madePurchase("1", 1 * day, 31 * day, refunded(20 * day))], at: 20 * day,
      expected: "refunded on 20 #1"),
    Row(
      rule: "just before a refund",
      purchases: [madePurchase("1", 1 * day, 31 * day, refunded(20 * day))], made: 20 * day,
      at: 20 * day - 1, expected: "active until 20 #1 early 20"),
    Row(
      rule: "a refund of another record of the same id does not refund this one",
      purchases: [
        madePurchase("1", 1 * day, 31 * day, of: "max", refunded(20 * day)),
        madePurchase("1", 1 * day, 31 * day),
      ], at: 10 * day, expected: "active until 31 #1"),
    Row(
      rule: "a refund of another record of the same moment does not refund this one",
      purchases: [
        madePurchase("1", 1 * day, 31 * day, refunded(20 * day)),
        madePurchase("2", 1 * day, 40 * day),
      ], made: 25 * day, at: 10 * day, expected: "active until 40 #2"),
    Row(
      rule: "a refund at the end of a period ends nothing early",
      purchases: [madePurchase("1", 1 * day, 31 * day, refunded(31 * day))], made: 33 * day,
      at: 10 * day, expected: "active until 31 #1"),
    Row(
      rule: "a refund just before the end of a period",
      purchases: [madePurchase("1", 1 * day, 31 * day, refunded(31 * day - 1))], made: 33 * day,
      at: 10 * day, expected: "active until 31-1 #1 early 31-1"),
    Row(
      rule: "a status revokes a period that began within a minute",
      purchases: [madePurchase("1", 10 * day + 59_999, 40 * day)], status: 5, made: 10 * day,
      at: 10 * day + 59_999, expected: "withdrawn on ? #1"),
    Row(
      rule: "a status says nothing of a period that began a minute later",
      purchases: [madePurchase("1", 10 * day + 60_000, 40 * day)], status: 5, made: 10 * day,
      at: 10 * day + 60_000, expected: "active until 40 #1"),
    Row(
      rule: "a status of revoked ends a period", purchases: [month], status: 5, at: 10 * day,
      expected: "withdrawn on ? #1"),
    Row(
      rule: "any other status leaves it", purchases: [month], status: 4, at: 10 * day,
      expected: "active until 31 #1"),
    Row(
      rule: "clocks differ by less than a minute", purchases: [month], status: 5,
      made: 10 * day + 59_999, at: 10 * day, expected: "withdrawn on ? #1"),
    Row(
      rule: "a status of a minute later says nothing of before", purchases: [month], status: 5,
      made: 10 * day + 60_000, at: 10 * day, expected: "active until 31 #1"),
    Row(
      rule: "a dated refund says what a status of revoked means",
      purchases: [madePurchase("1", 1 * day, 31 * day, refunded(20 * day))], status: 5,
      at: 10 * day,
      expected: "active until 20 #1 early 20"),
    Row(
      rule: "a period without items",
      purchases: [madePurchase("1", 1 * day, 31 * day, items(8 * day, 10 * day))],
      at: 10 * day, expected: "refunded on 10 #1"),
    Row(
      rule: "just before the last item goes",
      purchases: [madePurchase("1", 1 * day, 31 * day, items(8 * day, 10 * day))], at: 10 * day - 1,
      expected: "active until 10 #1 early 10"),
    Row(
      rule: "one item is left",
      purchases: [madePurchase("1", 1 * day, 31 * day, items(8 * day, nil))], at: 10 * day,
      expected: "active until 31 #1"),
  ]

  // MARK: Trials

  static func trial(_ purchase: inout InAppPurchase) { purchase.isTrialPeriod = true }

  static func afterTrial(_ gap: Int64, _ expected: String) -> Row {
    Row(
      rule: "a trial that ended \(gap) ms before",
      purchases: [
        madePurchase("1", 1 * day, 8 * day, trial), madePurchase("2", 8 * day + gap, 38 * day),
      ], at: 10 * day, expected: "active until 38 #2\(expected)")
  }

  static let trials: [Row] = [
    afterTrial(0, " after a trial until 8"), afterTrial(hour, " after a trial until 8"),
    afterTrial(-hour, " after a trial until 8"), afterTrial(hour + 1, ""),
    afterTrial(-hour - 1, ""),
    Row(
      rule: "a paid period before is no trial",
      purchases: [madePurchase("1", 1 * day, 8 * day), madePurchase("2", 8 * day, 38 * day)],
      at: 10 * day, expected: "active until 38 #2"),
    Row(
      rule: "a trial after a trial",
      purchases: [
        madePurchase("1", 1 * day, 8 * day, trial), madePurchase("2", 8 * day, 38 * day, trial),
      ],
      at: 10 * day, expected: "active until 38 #2 paid by nobody"),
  ]
}
