import Testing

@testable import ReceiptCore

/// Which text answers when checks ask whether a customer has a product.
@Suite struct PurchaseQuestionTests {
  private static let day: Int64 = 86_400_000
  private static let pro = ReceiptString("pro")
  private static let month = madePurchase("1", 1 * day, 31 * day)
  private static let refunded = madePurchase("1", 1 * day, 31 * day) {
    $0.cancellationDate = ReceiptDate(millisecondsSince1970: 2 * day)
  }

  private static func text(
    _ status: Verification.Status?, _ purchases: [InAppPurchase], form: ReceiptForm = .transaction,
    _ nested: [VerifiedReceipt] = []
  ) -> VerifiedReceipt {
    VerifiedReceipt.made(status, form: form, nested: nested) { $0.receipt.inApp = purchases }
  }

  private static func results(
    _ text: VerifiedReceipt, acceptsUnsigned: Bool = false, at now: Int64 = 5 * day
  ) -> [CheckResult] {
    var expectations = Expectations()
    expectations.products = [pro]
    expectations.activeProducts = [pro]
    expectations.now = ReceiptDate(millisecondsSince1970: now)
    var verifier = ReceiptVerifier()
    verifier.acceptsUnsigned = acceptsUnsigned
    return ReceiptChecker(verifier: verifier, expectations: expectations).results(of: text)
      .filter { $0.id == .product || $0.id == .subscription }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let rule: String
    let text: VerifiedReceipt
    var acceptsUnsigned = false
    let status: CheckResult.Status
    var reason: CheckReason?

    var testDescription: String { rule }
  }

  private static let rows: [Row] = [
    Row(rule: "signed", text: text(.apple, [month]), status: .pass),
    Row(rule: "signed by anyone", text: text(.untrusted, [month]), status: .pass),
    Row(
      rule: "refunded", text: text(.apple, [refunded]), status: .fail, reason: .cancelled),
    Row(
      rule: "unsigned", text: text(nil, [month]), status: .undetermined, reason: .unsignedField),
    Row(
      rule: "unsigned, which is accepted", text: text(nil, [month]), acceptsUnsigned: true,
      status: .pass),
    Row(
      rule: "refunded, by an unsigned text", text: text(nil, [refunded]), status: .fail,
      reason: .cancelled),
    Row(
      rule: "unsigned beside a signed text of something else",
      text: text(nil, [month], [text(.apple, [madePurchase("2", 1, of: "max")])]),
      status: .undetermined, reason: .unsignedField),
    Row(
      rule: "unsigned beside a signed refund",
      text: text(nil, [madePurchase("2", 3 * day, 31 * day)], [text(.apple, [refunded])]),
      status: .undetermined, reason: .unsignedField),
    Row(
      rule: "a signed text beside an unsigned refund",
      text: text(nil, [refunded], [text(.apple, [month])]), status: .pass),
    Row(
      rule: "a signed refund beside an unsigned one of another kind",
      text: text(
        nil,
        [
          madePurchase("1", 1 * day, 31 * day),
          madePurchase("2", 1 * day, 40 * day) { $0.isUpgraded = true },
        ], [text(.apple, [refunded])]), status: .fail, reason: .cancelled),
    Row(
      rule: "not there, in a list of all", text: text(.apple, [], form: .appReceipt), status: .fail,
      reason: .absent),
    Row(
      rule: "not there, in a single text", text: text(.apple, []), status: .undetermined,
      reason: .absent),
  ]

  @Test("each rule, for both questions", arguments: rows)
  func rule(row: Row) {
    let results = Self.results(row.text, acceptsUnsigned: row.acceptsUnsigned)
    #expect(results.count == 2)
    for result in results {
      #expect(result.status == row.status && result.reason == row.reason, "\(result)")
    }
  }

  @Test(
    "a purchase is there from its date on",
    arguments: [(0, nil), (-1, .notYetPurchased)] as [(Int64, CheckReason?)])
  func date(offset: Int64, reason: CheckReason?) {
    for result in Self.results(Self.text(.apple, [Self.month]), at: Self.day + offset) {
      #expect(result.reason == reason)
    }
  }

  @Test("each time that is asked about has its own answer")
  func times() {
    let all = [5, 40, 6].map { (time: Int64) in
      var expectations = Expectations()
      expectations.activeProducts = [Self.pro]
      expectations.now = ReceiptDate(millisecondsSince1970: time * Self.day)
      return expectations
    }
    let results = ReceiptChecker(verifier: ReceiptVerifier(), all: all)
      .results(of: Self.text(.apple, [Self.month])).filter { $0.id == .subscription }
    #expect(results.map(\.status) == [.pass, .fail, .pass])
  }

  private static func reasons(_ text: VerifiedReceipt) -> [CheckReason?] {
    results(text, at: 5 * day).map(\.reason)
  }

  @Test("a period to come was bought before, if the subscription was to the same product then")
  func periodToCome() {
    let renewal = madePurchase("2", 20 * Self.day, 50 * Self.day) {
      $0.originalPurchaseDate = ReceiptDate(millisecondsSince1970: Self.day)
    }
    let other = madePurchase("1", Self.day, 20 * Self.day, of: "max")
    #expect(Self.reasons(Self.text(.apple, [renewal])) == [nil, .notYetPurchased])
    #expect(
      Self.reasons(Self.text(.apple, [other, renewal])) == [.notYetPurchased, .notYetPurchased])
    // What is bought once does not move from product to product.
    var once = renewal
    once.expiresDate = nil
    #expect(Self.reasons(Self.text(.apple, [other, once])).first == .some(nil))
    // A receipt that lists all periods says that none had begun.
    let whole = VerifiedReceipt.made(.apple, form: .appReceipt) {
      $0.receipt.inApp = [renewal]
      $0.receipt.receiptCreationDate = ReceiptDate(millisecondsSince1970: 30 * Self.day)
    }
    #expect(Self.reasons(whole) == [.notYetPurchased, .notYetPurchased])
  }

  @Test("a period that the status of its subscription calls revoked was withdrawn")
  func revokedStatus() {
    let text = VerifiedReceipt.made(
      .apple, form: .notification, nested: [Self.text(.apple, [Self.month])]
    ) {
      $0.notification = ServerNotification()
      $0.notification?.status = SubscriptionStatus.revoked
    }
    #expect(Self.reasons(text) == [.cancelled, .cancelled])
  }

  @Test(
    "who tells how long a product lasts, if no end is there",
    arguments: [
      (.autoRenewableSubscription, "pro renews, and the end of its period is missing", "Apple"),
      (.nonRenewingSubscription, "pro does not renew, and", "the app decides"),
    ] as [(ProductType, String, String)])
  func noEnd(type: ProductType, message: String, hint: String) throws {
    let purchase = madePurchase("1", Self.day) { $0.productType = type }
    let result = try #require(Self.results(Self.text(.apple, [purchase])).last)
    #expect(result.status == .undetermined && result.reason == .endUnknown)
    #expect(result.message.hasPrefix(message))
    #expect(result.hint?.contains(hint) == true)
  }

  @Test("what was refunded and has no end was no subscription")
  func noSubscription() {
    let once = madePurchase("1", 1 * Self.day) {
      $0.cancellationDate = ReceiptDate(millisecondsSince1970: 2 * Self.day)
    }
    #expect(
      Self.results(Self.text(.apple, [once])).map(\.reason) == [.cancelled, .notSubscription])
  }

  @Test("of several customers none is meant")
  func severalCustomers() {
    let texts = ["a", "b"].map { app in
      Self.text(
        .apple,
        [
          madePurchase(app, 1 * Self.day, 31 * Self.day, in: app) {
            $0.appTransactionID = ReceiptString(app)
          }
        ])
    }
    for result in Self.results(Self.text(nil, [], form: .apiAnswer, texts)) {
      #expect(result.status == .undetermined && result.reason == .severalCustomers)
      #expect(result.evidence["customers"] == "2")
    }
    var expectations = Expectations()
    expectations.transactionIDs = [ReceiptString("a"), ReceiptString("b")]
    let results = ReceiptChecker(verifier: ReceiptVerifier(), expectations: expectations)
      .results(of: Self.text(nil, [], form: .apiAnswer, texts))
    #expect(results.filter { $0.id == .transactionID }.map(\.status) == [.pass, .pass])
  }

  @Test("what quotes the receipt is left out, and nothing else")
  func withoutQuotes() {
    let checks: [CheckResult] = [
      .fail(.structure, .malformed, "it says: secret", hint: "copy it"),
      .fail(.signature, .badSignature, "no fit"), .pass(.chain, "fine"),
    ]
    func words(_ checks: [CheckResult]) -> [String] {
      Verification(
        status: .untrusted, reason: nil, digest: nil, chain: [], chainSummary: nil, checks: checks
      ).withoutQuotes.checks.map(\.message)
    }
    #expect(words(checks) == ["it is not built as it should be", "no fit", "fine"])
    #expect(words([.pass(.structure, "strict DER")]) == ["strict DER"])
  }
}
