import Testing

@testable import ReceiptCore

/// Whether a product is unlocked: each row is a rule at one side of its limit. Dates are days of one count.
@Suite struct AccessTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let rule: String
    var purchases = [month]
    var renewals: [RenewalInfo] = []
    var form = ReceiptForm.transaction
    var made: Int64?
    var at = 5 * day
    let expected: String

    var testDescription: String { rule }
  }

  private static let day: Int64 = 86_400_000
  private static let month = madePurchase("1", 1 * day, 31 * day)

  private static func renewal(_ change: (inout RenewalInfo) -> Void) -> RenewalInfo {
    var renewal = RenewalInfo()
    renewal.originalTransactionID = ReceiptString("1")
    change(&renewal)
    return renewal
  }

  private static let retried = renewal { $0.isInBillingRetryPeriod = true }
  private static let off = renewal { $0.autoRenewStatus = false }
  private static let grace = renewal {
    $0.gracePeriodExpiresDate = ReceiptDate(millisecondsSince1970: 40 * day)
  }

  private static func once(_ type: ProductType?) -> [InAppPurchase] {
    [madePurchase("1", 1 * day) { $0.productType = type }]
  }

  private static let rows: [Row] = [
    Row(rule: "active", expected: "granted active until 31"),
    Row(rule: "not yet", at: 0, expected: "denied not-yet"),
    Row(rule: "in grace", renewals: [grace], at: 33 * day, expected: "granted grace until 40"),
    Row(rule: "lasting", purchases: once(.nonConsumable), expected: "granted owned"),
    Row(rule: "of no stated kind", purchases: once(nil), expected: "unknown kind-unknown"),
    Row(rule: "used up", purchases: once(.consumable), expected: "denied consumable"),
    Row(
      rule: "not renewing", purchases: once(.nonRenewingSubscription),
      expected: "unknown length-unknown"),
    Row(rule: "ended as listed", at: 33 * day, expected: "unknown ended-as-listed"),
    Row(
      rule: "ended, in a list of all", form: .appReceipt, at: 33 * day, expected: "denied ended"),
    Row(
      rule: "between two periods", purchases: [month, madePurchase("2", 45 * day, 75 * day)],
      at: 33 * day, expected: "denied ended"),
    Row(
      rule: "refunded",
      purchases: [
        madePurchase("1", 1 * day, 31 * day) {
          $0.cancellationDate = ReceiptDate(millisecondsSince1970: 2 * day)
        }
      ], expected: "denied withdrawn"),
    Row(
      rule: "replaced",
      purchases: [madePurchase("1", 1 * day, 31 * day) { $0.isUpgraded = true }],
      expected: "denied replaced"),
    Row(
      rule: "a payment that failed, as was said a day before", renewals: [retried], made: 33 * day,
      at: 34 * day, expected: "denied ended"),
    Row(
      rule: "a payment that failed, as was said more than a day before", renewals: [retried],
      made: 33 * day - 1, at: 34 * day, expected: "unknown ended-as-listed"),
    Row(
      rule: "off, as was said before the end, a day before", renewals: [off], made: 31 * day - 1,
      at: 32 * day - 1, expected: "denied ended"),
    Row(
      rule: "off, as was said before the end, more than a day before", renewals: [off],
      made: 31 * day - 1, at: 32 * day, expected: "unknown ended-as-listed"),
    Row(
      rule: "off, as was said at the end", renewals: [off], made: 31 * day, at: 40 * day,
      expected: "denied ended"),
    Row(rule: "not listed", purchases: [], expected: "unknown not-listed"),
    Row(
      rule: "not bought", purchases: [], form: .appReceipt, expected: "denied not-bought"),
  ]

  private static let app = ReceiptString("com.example.app")
  private static let pro = ReceiptString("pro")

  private static func text(
    _ status: Verification.Status?, _ purchases: [InAppPurchase], form: ReceiptForm = .transaction,
    app: String? = "com.example.app", environment: String? = "Production", made: Int64? = nil,
    nested: [VerifiedReceipt] = [], _ change: (inout DecodedReceipt) -> Void = { _ in }
  ) -> VerifiedReceipt {
    VerifiedReceipt.made(status, form: form, nested: nested) {
      $0.receipt.inApp = purchases
      $0.receipt.bundleID = app.map { ReceiptString($0) }
      $0.receipt.environmentName = environment.map { ReceiptString($0) }
      let date = made.map { ReceiptDate(millisecondsSince1970: $0) }
      $0.receipt.signedDate = date
      $0.receipt.receiptCreationDate = date
      change(&$0)
    }
  }

  private static func access(_ text: VerifiedReceipt, at now: Int64 = 5 * day) -> String {
    let access = Account(text, at: ReceiptDate(millisecondsSince1970: now))
      .access(to: pro, of: app, in: .production)
    return "\(access.answer) \(access.reason.rawValue)"
      + (access.until.map { " until \($0.millisecondsSince1970 / day)" } ?? "")
  }

  @Test("each state", arguments: rows)
  func state(row: Row) {
    let text = Self.text(.apple, row.purchases, form: row.form, made: row.made ?? row.at) {
      $0.renewals = row.renewals
    }
    #expect(Self.access(text, at: row.at) == row.expected)
  }

  @Test("a text without a date is never fresh")
  func undated() {
    let text = Self.text(.apple, [Self.month]) { $0.renewals = [Self.off] }
    #expect(Self.access(text, at: 31 * Self.day) == "unknown ended-as-listed")
  }

  @Test("what is not verified, or of another app or environment, grants nothing")
  func identity() {
    func access(_ status: Verification.Status?, _ nested: [VerifiedReceipt] = []) -> String {
      Self.access(Self.text(status, [Self.month], nested: nested))
    }
    #expect(access(.apple) == "granted active until 31")
    #expect(access(.custom) == "granted active until 31")
    #expect(access(.untrusted) == "denied not-verified")
    #expect(access(.xcode) == "denied not-verified")
    #expect(access(nil) == "denied not-signed")
    let good = Self.text(.apple, [Self.month])
    #expect(access(nil, [good]) == "granted active until 31")
    #expect(access(.apple, [good]) == "granted active until 31")
    for bad in [Verification.Status.untrusted, .xcode] {
      #expect(access(.apple, [Self.text(bad, [])]) == "denied not-verified")
      #expect(access(nil, [Self.text(bad, [])]) == "denied not-verified")
    }
    // What an unsigned text says beside a signed one decides nothing.
    #expect(
      Self.access(Self.text(nil, [], app: "other", environment: "Sandbox", nested: [good]))
        == "granted active until 31")
    for (app, environment, expected) in [
      ("com.example.app", "Production", "granted active until 31"),
      ("other", "Production", "denied wrong-app"), (nil, "Production", "denied wrong-app"),
      ("com.example.app", "Sandbox", "denied wrong-environment"),
      ("com.example.app", nil, "denied wrong-environment"),
    ] as [(String?, String?, String)] {
      let text = Self.text(.apple, [Self.month], app: app, environment: environment)
      #expect(Self.access(text) == expected)
      // One of two texts must say so, and the other may not say otherwise.
      let isSilent = app == nil || environment == nil
      #expect(
        Self.access(Self.text(nil, [], nested: [good, text]))
          == (isSilent ? "granted active until 31" : expected))
    }
    // One that cannot be read may take back what the others give.
    let list = Self.text(nil, [], nested: [good])
    let unread = VerifiedReceipt(
      decoded: list.decoded, verification: list.verification,
      nested: list.nested + [.init(path: "b", content: .failure(ReceiptError(.truncated, "")))])
    #expect(Self.access(unread) == "denied not-verified")
    let malformed = VerifiedReceipt.made(
      .apple, structure: .fail(.structure, .malformed, "odd")
    ) { $0.receipt = good.decoded.receipt }
    #expect(Self.access(malformed) == "denied not-verified")
    #expect(
      Self.access(Self.text(.apple, [Self.month]) { $0.errors = [ReceiptError(.malformed, "")] })
        == "denied not-verified")
  }

  @Test("what only an unsigned text tells is not signed")
  func unsigned() {
    let signed = Self.text(.apple, [madePurchase("9", 1, of: "max")], made: 5 * Self.day)
    #expect(
      Self.access(Self.text(nil, [Self.month], nested: [signed])) == "unknown not-signed")
    #expect(Self.access(Self.text(nil, [], nested: [signed])) == "unknown not-listed")
  }

  @Test("a holding that unsigned text changes is unsigned, and what is signed stands beside it")
  func holdings() {
    func holding(
      _ told: [InAppPurchase], _ relied: [InAppPurchase], status: Verification.Status = .apple
    ) -> Holding? {
      let inner = Self.text(status, relied, made: 5 * Self.day)
      return Account(
        Self.text(nil, told, nested: [inner]),
        at: ReceiptDate(millisecondsSince1970: 5 * Self.day)
      ).holding(of: Self.pro, party: 0)
    }
    let other = madePurchase("2", 1 * Self.day, 40 * Self.day)
    #expect(holding([], []) == nil)
    let same = holding([Self.month], [Self.month])
    #expect(same?.certainty == .signed && same?.signedState == nil)
    let alone = holding([Self.month], [])
    #expect(alone?.certainty == .unsigned)
    if case .nothing? = alone?.signedState {} else { Issue.record("signed text tells nothing") }
    let longer = holding([other], [Self.month])
    #expect(longer?.certainty == .unsigned && longer?.until == other.expiresDate)
    if case .holding(let proven)? = longer?.signedState {
      #expect(proven.until == Self.month.expiresDate && proven.certainty == .signed)
    } else {
      Issue.record("signed text tells of another end")
    }
    // Where no text is relied on, or all are.
    let untrusted = holding([Self.month], [other], status: .untrusted)
    #expect(untrusted?.certainty == .unsigned && untrusted?.signedState == nil)
    let signed = Account(
      Self.text(.custom, [Self.month]), at: ReceiptDate(millisecondsSince1970: 5 * Self.day)
    ).holding(of: Self.pro, party: 0)
    #expect(signed?.certainty == .signedByOtherRoot && signed?.signedState == nil)
  }

  @Test("what is only claimed is neither held nor open")
  func claimed() throws {
    for type in [ProductType.nonConsumable, .nonRenewingSubscription] {
      let account = Account(
        Self.text(.apple, Self.once(type)), at: ReceiptDate(millisecondsSince1970: 5 * Self.day))
      var holding = try #require(account.holding(of: Self.pro, party: 0))
      #expect(holding.isHeld == (type == .nonConsumable) && holding.isOpen != holding.isHeld)
      holding.isClaimed = true
      #expect(!holding.isHeld && !holding.isOpen && holding.code == .claimed)
    }
  }

  @Test("only a list of notifications may be about several customers without a name")
  func mixed() {
    let texts = ["1", "2"].map { Self.text(.apple, [madePurchase($0, 1, in: $0)]) }
    for (kind, count) in [(APIResponse.Kind.notifications, 2), (.history, 1)] {
      let text = Self.text(nil, [], form: .apiAnswer, nested: texts) {
        $0.apiResponse = APIResponse(kind)
      }
      let account = Account(text, at: ReceiptDate(millisecondsSince1970: 5))
      #expect(account.parties.count == count)
    }
  }

  @Test("a consumable of a receipt waits for its app, unless it is in a list of texts")
  func pending() {
    let receipt = Self.text(.apple, Self.once(.consumable), form: .appReceipt)
    for (text, isPending) in [
      (receipt, true), (Self.text(nil, [], form: .apiAnswer, nested: [receipt]), false),
    ] {
      let account = Account(text, at: ReceiptDate(millisecondsSince1970: 5 * Self.day))
      let code = account.holding(of: Self.pro, party: 0)?.code
      #expect(code == (isPending ? .consumablePending : .consumable))
    }
  }

  @Test("outside of the store no purchase is paid")
  func payers() {
    for (environment, payer) in [
      ("Production", Holding.Payer.customer), (nil, .customer), ("Sandbox", .nobody),
      ("Xcode", .nobody),
    ] as [(String?, Holding.Payer)] {
      let text = Self.text(.apple, [Self.month], environment: environment)
      let account = Account(text, at: ReceiptDate(millisecondsSince1970: 5 * Self.day))
      #expect(account.holding(of: Self.pro, party: 0)?.payer == payer)
    }
  }

  @Test("of two texts, each value knows the one that it comes from")
  func provenance() throws {
    let text = Self.text(nil, [Self.month], nested: [Self.text(.apple, [madePurchase("1", nil)])])
    let account = Account(text, at: ReceiptDate(millisecondsSince1970: 5 * Self.day))
    let holding = try #require(account.holding(of: Self.pro, party: 0))
    let paths = account.provenance(of: holding).map { "\($0.field) \($0.path)" }
    #expect(
      paths == ["expires_date ", "original_transaction_id 0", "product_id 0", "purchase_date "])
  }

  @Test("the newest signed text decides, then what is not signed")
  func order() {
    let texts = [
      Self.text(.untrusted, [], made: 9), Self.text(.apple, [], made: 3),
      Self.text(.custom, [], made: 5), Self.text(.apple, []),
    ]
    let sources = AccountSource.all(in: Self.text(nil, [], made: 7, nested: texts))
    #expect(sources.map(\.path) == ["2", "1", "3", "0", ""])
    #expect(sources.map(\.isCovered) == [true, true, true, true, false])
    let signed = AccountSource.all(in: Self.text(.apple, [], made: 4, nested: texts))
    #expect(signed.map(\.path) == ["2", "", "1", "3", "0"])
    // A text in a signed one is relied on for its own signature.
    #expect(signed.map(\.isCovered) == [true, true, true, true, false])
    let around = AccountSource.all(
      in: Self.text(.untrusted, [], nested: [Self.text(.untrusted, [])]))
    #expect(around.map(\.isCovered) == [true, true])
    let plain = AccountSource.all(in: Self.text(.apple, [], nested: [Self.text(nil, [])]))
    #expect(plain.map(\.isCovered) == [true, true])
  }

  @Test("a thousand products of a customer are judged")
  func manyProducts() {
    let purchases = (0...1000).map { madePurchase("\($0)", 1, of: "\($0)", in: "\($0)") }
    let account = Account(Self.text(.apple, purchases), at: ReceiptDate(millisecondsSince1970: 5))
    #expect(account.customers.map(\.count) == [1000])
    #expect(account.products(of: 0).count == 1001)
  }
}
