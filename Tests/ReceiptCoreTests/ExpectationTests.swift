import Testing

@testable import ReceiptCore

/// What each check says of a receipt, one rule in each row. Those of ownership are in `OwnershipTests`.
@Suite struct ExpectationTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let check: CheckID
    var form = ReceiptForm.appReceipt
    var receipt: @Sendable (inout Receipt) -> Void = { _ in }
    let expected: @Sendable (inout Expectations) -> Void
    let status: CheckResult.Status
    var reason: CheckReason?
    /// A part of the message.
    var message = ""
    /// A part of the hint.
    var hint: String?

    var testDescription: String { "\(check.rawValue): \(name)" }
  }

  private static func run(
    _ check: CheckID, on decoded: DecodedReceipt, _ change: (inout Expectations) -> Void
  ) throws -> CheckResult {
    var expectations = Expectations()
    change(&expectations)
    // What each check says of a value; that nothing unsigned passes is another test.
    var verifier = ReceiptVerifier()
    verifier.acceptsUnsigned = true
    let (_, results) = ReceiptChecker(verifier: verifier, expectations: expectations)
      .check(decoded)
    return try #require(results.first { $0.id == check })
  }

  private static func decoded(
    _ form: ReceiptForm, _ change: (inout Receipt) -> Void
  ) -> DecodedReceipt {
    var receipt = Receipt()
    change(&receipt)
    return DecodedReceipt(
      input: ReceiptInput([], kind: .jws), form: form, envelope: .json, receipt: receipt)
  }

  @Test("every check has one result, whichever is asked for, and twice the same is asked once")
  func everyCheck() {
    let every = Checks.all.map { $0.id }
    let bundle: (inout Expectations) -> Void = { $0.bundleID = ReceiptString("a") }
    let version: (inout Expectations) -> Void = { $0.appVersion = ReceiptString("1") }
    let original: (inout Expectations) -> Void = {
      $0.originalTransactionIDs = [ReceiptString("1")]
    }
    for changes in [[], [bundle], [version], [bundle, version], [original], [bundle, original]] {
      var expectations = Expectations()
      for change in changes { change(&expectations) }
      for count in 1...3 {
        let checker = ReceiptChecker(
          verifier: ReceiptVerifier(), all: Array(repeating: expectations, count: count))
        #expect(checker.check(Self.decoded(.appReceipt) { _ in }).results.map(\.id) == every)
        #expect(checker.skipped.allSatisfy { !$0.isEmpty })
      }
    }
  }

  @Test("each rule", arguments: age + app + version + refunds + transactions + absent)
  func rule(item: Case) throws {
    let result = try Self.run(
      item.check, on: Self.decoded(item.form, item.receipt), item.expected)
    #expect(result.status == item.status && result.reason == item.reason, "\(result.message)")
    #expect(item.message.isEmpty || result.message.contains(item.message), "\(result.message)")
    #expect(item.hint.map { result.hint?.contains($0) == true } ?? true, "\(result.hint ?? "")")
    let names = result.evidence.map(\.key)
    #expect(names == names.sorted(), "\(names)")
  }

  @Test(
    "nothing passes that no signature covers",
    arguments: (age + app + version + transactions).filter {
      // What does not expire states nothing that a signature could cover.
      $0.status == .pass && !$0.name.hasPrefix("never expires")
    })
  func unsigned(item: Case) throws {
    var expectations = Expectations()
    item.expected(&expectations)
    let results = ReceiptChecker(verifier: ReceiptVerifier(), expectations: expectations)
      .check(Self.decoded(item.form, item.receipt)).results
    let result = try #require(results.first { $0.id == item.check })
    #expect(result.status == .undetermined && result.reason == .unsignedField, "\(item.name)")
  }

  @Test(
    "a build number is one number without a dot",
    arguments: [("42", true), ("0", true), ("1.0", false), ("42b", false), ("", false)])
  func buildNumber(text: String, isBuildNumber: Bool) {
    #expect(FirstFreeVersion.isBuildNumber(ReceiptString(text)) == isBuildNumber)
  }

  @Test(
    "a version of the Mac app does not compare with a build number",
    arguments: [
      ("macOS", "1.0", "42", false), ("macOS", "42", "42", true), ("macOS", "1.0", "1.1", true),
      ("iOS", "1.0", "42", true), ("macOS", nil, "42", true),
    ] as [(String, String?, String, Bool)])
  func platforms(platform: String, original: String?, firstFree: String, compares: Bool) throws {
    var receipt = Receipt()
    receipt.originalPlatform = ReceiptString(platform)
    receipt.originalApplicationVersion = original.map { ReceiptString($0) }
    #expect(receipt.isFirstBoughtOnMac == (platform == "macOS"))
    let version = try #require(FirstFreeVersion(firstFree))
    #expect(receipt.cannotCompare(with: version) == !compares)
  }

  @Test("an environment is written in lower case")
  func environments() {
    for environment in Receipt.Environment.allCases {
      var expectations = Expectations()
      #expect(EnvironmentCheck.parameter.add(environment.rawValue.lowercased(), to: &expectations))
      #expect(expectations.environment == environment)
      #expect(!EnvironmentCheck.parameter.add(environment.rawValue, to: &expectations))
    }
  }

  @Test("equal expectations give one result")
  func equal() {
    let all = ["a.b", "a.b", "a.c"].map { id in
      var expectations = Expectations()
      expectations.bundleID = ReceiptString(id)
      return expectations
    }
    let results = ReceiptChecker(verifier: ReceiptVerifier(), all: all)
      .check(Self.decoded(.appReceipt) { _ in }).results
    #expect(results.count { $0.id == .bundleID } == 2)
  }

  @Test("a grace alone asks for no subscription, and a time alone for no age")
  func notAsked() throws {
    for now in [nil, Self.made] {
      var expectations = Expectations()
      expectations.now = now
      if now != nil { expectations.grace = TimeSpan(milliseconds: 1) }
      let results = ReceiptChecker(verifier: ReceiptVerifier(), expectations: expectations)
        .check(Self.decoded(.appReceipt) { _ in }).results
      for id in [CheckID.subscription, .age] {
        let result = try #require(results.first { $0.id == id })
        #expect(result.status == .notRun && result.reason == .notAsked)
      }
    }
  }

  @Test("what is expected can be read again")
  func readBack() throws {
    let text = [ReceiptString("a")]
    let span = try #require(TimeSpan("1d"))
    var expectations = Expectations()
    #expect(expectations.maximumAge == nil && expectations.grace == TimeSpan(milliseconds: 0))
    expectations.maximumAge = span
    expectations.grace = span
    expectations.appVersion = text[0]
    expectations.activeProducts = text
    expectations.transactionIDs = text
    expectations.originalTransactionIDs = text
    #expect(expectations.maximumAge == span && expectations.grace == span)
    #expect(expectations.appVersion == text[0] && expectations.activeProducts == text)
    #expect(expectations.transactionIDs == text && expectations.originalTransactionIDs == text)
    expectations.maximumAge = nil
    #expect(expectations.maximumAge == nil)
  }

  // MARK: Age

  private static let day: Int64 = 86_400_000
  private static let made = ReceiptDate(millisecondsSince1970: 1_700_000_000_000)

  private static func aged(_ milliseconds: Int64) -> @Sendable (inout Expectations) -> Void {
    {
      $0.maximumAge = TimeSpan("1d")
      $0.now = ReceiptDate(millisecondsSince1970: 1_700_000_000_000 + milliseconds)
    }
  }

  private static let age: [Case] = [
    Case(
      name: "as old as allowed", check: .age, receipt: { $0.receiptCreationDate = made },
      expected: aged(day), status: .pass),
    Case(
      name: "a millisecond older", check: .age, receipt: { $0.receiptCreationDate = made },
      expected: aged(day + 1), status: .fail, reason: .tooOld),
    Case(
      name: "made now", check: .age, receipt: { $0.receiptCreationDate = made }, expected: aged(0),
      status: .pass),
    Case(
      name: "made later", check: .age, receipt: { $0.receiptCreationDate = made },
      expected: aged(-1), status: .fail, reason: .madeLater),
    Case(name: "no date", check: .age, expected: aged(0), status: .fail, reason: .absent),
    Case(
      name: "expired now", check: .receiptExpiration, receipt: { $0.expirationDate = made },
      expected: aged(0), status: .fail, reason: .expired),
    Case(
      name: "expires in a millisecond", check: .receiptExpiration,
      receipt: { $0.expirationDate = made }, expected: aged(-1), status: .pass),
    Case(
      name: "never expires", check: .receiptExpiration, expected: aged(0), status: .pass,
      message: "it does not expire"),
    Case(
      name: "never expires, as a transaction", check: .receiptExpiration, form: .transaction,
      expected: aged(0), status: .pass, message: "only an app receipt itself can expire"),
  ]

  // MARK: The app

  private static let app: [Case] = [
    Case(
      name: "the same", check: .bundleID, receipt: { $0.bundleID = ReceiptString("a.b") },
      expected: { $0.bundleID = ReceiptString("a.b") }, status: .pass),
    Case(
      name: "one of several", check: .bundleID, receipt: { $0.bundleID = ReceiptString("a.b") },
      expected: { $0.bundleIDs = [ReceiptString("a.c"), ReceiptString("a.b")] }, status: .pass),
    Case(
      name: "another case", check: .bundleID, receipt: { $0.bundleID = ReceiptString("a.B") },
      expected: { $0.bundleID = ReceiptString("a.b") }, status: .fail, reason: .mismatch),
    Case(
      name: "none", check: .bundleID, expected: { $0.bundleID = ReceiptString("a.b") },
      status: .fail, reason: .absent),
    Case(
      name: "the same", check: .appVersion,
      receipt: { $0.applicationVersion = ReceiptString("1.0") },
      expected: { $0.appVersion = ReceiptString("1.0") }, status: .pass),
    Case(
      name: "another text", check: .appVersion,
      receipt: { $0.applicationVersion = ReceiptString("1.0") },
      expected: { $0.appVersion = ReceiptString("1") }, status: .fail, reason: .mismatch),
    Case(
      name: "the same", check: .environment,
      receipt: { $0.environmentName = ReceiptString("Sandbox") },
      expected: { $0.environment = .sandbox }, status: .pass),
    Case(
      name: "another", check: .environment,
      receipt: { $0.environmentName = ReceiptString("Sandbox") },
      expected: { $0.environment = .production }, status: .fail, reason: .mismatch,
      hint: "TestFlight"),
    Case(
      name: "an unknown one", check: .environment,
      receipt: { $0.environmentName = ReceiptString("Moon") },
      expected: { $0.environment = .production }, status: .fail, reason: .mismatch,
      hint: "Apple writes Production"),
    Case(
      name: "none", check: .environment, expected: { $0.environment = .production }, status: .fail,
      reason: .absent),
    Case(
      name: "the same", check: .appAppleID, receipt: { $0.adamID = 5 },
      expected: { $0.appAppleID = 5 }, status: .pass),
    Case(
      name: "another", check: .appAppleID, receipt: { $0.adamID = 5 },
      expected: { $0.appAppleID = 6 }, status: .fail, reason: .mismatch),
    Case(
      name: "none", check: .appAppleID, expected: { $0.appAppleID = 6 }, status: .fail,
      reason: .absent),
    Case(
      name: "the sandbox's 0", check: .appAppleID,
      receipt: {
        $0.environmentName = ReceiptString("Sandbox")
        $0.adamID = 0
      }, expected: { $0.appAppleID = 6 }, status: .undetermined, reason: .sandboxConstant),
    Case(
      name: "a form without it", check: .appAppleID, form: .transaction,
      expected: { $0.appAppleID = 6 }, status: .undetermined, reason: .absent,
      hint: "compare the bundle id"),
  ]

  // MARK: The version that was bought first

  private static func bought(_ version: String?) -> @Sendable (inout Receipt) -> Void {
    {
      $0.environmentName = ReceiptString("Production")
      $0.originalApplicationVersion = version.map { ReceiptString($0) }
    }
  }

  private static let version: [Case] = [
    Case(
      name: "before it was free", check: .originalVersion, receipt: bought("1.9"),
      expected: { $0.firstFreeVersion = FirstFreeVersion("1.10") }, status: .pass),
    Case(
      name: "when it became free", check: .originalVersion, receipt: bought("1.10"),
      expected: { $0.firstFreeVersion = FirstFreeVersion("1.10") }, status: .fail,
      reason: .mismatch, message: "which is the first free version"),
    Case(
      name: "later", check: .originalVersion, receipt: bought("2"),
      expected: { $0.firstFreeVersion = FirstFreeVersion("1.10") }, status: .fail,
      reason: .mismatch, message: "which is not older than the first free version"),
    Case(
      name: "no number", check: .originalVersion, receipt: bought("one"),
      expected: { $0.firstFreeVersion = FirstFreeVersion("1.10") }, status: .undetermined,
      reason: .notNumeric),
    Case(
      name: "no number, but a date", check: .originalVersion,
      receipt: {
        bought("one")(&$0)
        $0.originalPurchaseDate = made
      }, expected: { $0.firstFreeVersion = FirstFreeVersion("1.10") }, status: .undetermined,
      reason: .notNumeric, hint: "the app was first bought at 2023-11-14"),
    Case(
      name: "an app receipt with the date alone", check: .originalVersion,
      receipt: {
        bought(nil)(&$0)
        $0.originalPurchaseDate = made
      }, expected: { $0.firstFreeVersion = FirstFreeVersion("1.10") }, status: .undetermined,
      reason: .absent, hint: "; the app was first bought at 2023-11-14"),
    Case(
      name: "an app receipt without it", check: .originalVersion, receipt: bought(nil),
      expected: { $0.firstFreeVersion = FirstFreeVersion("1.10") }, status: .undetermined,
      reason: .absent, hint: "since 2013-06-20"),
    Case(
      name: "a version of the Mac app beside a build number", check: .originalVersion,
      receipt: {
        bought("1.0")(&$0)
        $0.originalPlatform = ReceiptString("macOS")
      }, expected: { $0.firstFreeVersion = FirstFreeVersion("42") }, status: .undetermined,
      reason: .otherPlatform),
    Case(
      name: "another form without it", check: .originalVersion, form: .transaction,
      receipt: bought(nil), expected: { $0.firstFreeVersion = FirstFreeVersion("1.10") },
      status: .undetermined, reason: .absent, hint: "ask for the app receipt"),
  ]

  // MARK: Transactions

  private static func purchase(_ id: String, original: String, product: String) -> InAppPurchase {
    var purchase = InAppPurchase()
    purchase.transactionID = ReceiptString(id)
    purchase.originalTransactionID = ReceiptString(original)
    purchase.productID = ReceiptString(product)
    return purchase
  }

  private static let two: @Sendable (inout Receipt) -> Void = {
    $0.inApp = [
      purchase("100", original: "90", product: "pro"),
      purchase("101", original: "90", product: "max"),
    ]
  }

  private static func refunded(_ reason: Int64?) -> @Sendable (inout Receipt) -> Void {
    {
      var purchase = purchase("100", original: "100", product: "pro")
      purchase.cancellationDate = made
      purchase.cancellationReason = reason
      $0.inApp = [purchase]
    }
  }

  private static func withdrawn(
    _ type: ReceiptString, _ percentage: Int64? = nil
  ) -> @Sendable (inout Receipt) -> Void {
    {
      refunded(0)(&$0)
      $0.inApp[0].revocationType = type
      $0.inApp[0].revocationPercentage = percentage
    }
  }

  private static let refunds: [Case] = [
    Case(
      name: "refunded by half", check: .product, receipt: withdrawn(Revocation.prorated, 50_000),
      expected: { $0.products = [ReceiptString("pro")] }, status: .fail, reason: .cancelled,
      message: "50 % of it was refunded"),
    Case(
      name: "refunded by a part that is not named", check: .product,
      receipt: withdrawn(Revocation.prorated),
      expected: { $0.products = [ReceiptString("pro")] }, status: .fail, reason: .cancelled,
      message: "a part of it was refunded"),
    Case(
      name: "no longer shared", check: .product, receipt: withdrawn(Revocation.family),
      expected: { $0.products = [ReceiptString("pro")] }, status: .fail, reason: .cancelled,
      message: "Family Sharing of it ended", hint: "the buyer keeps it"),
    Case(
      name: "a seat taken back", check: .product, receipt: withdrawn(Revocation.assignment),
      expected: { $0.products = [ReceiptString("pro")] }, status: .fail, reason: .cancelled,
      message: "the seat was taken back", hint: "the buyer keeps it"),
    Case(
      name: "refunded without a reason", check: .product, receipt: refunded(nil),
      expected: { $0.products = [ReceiptString("pro")] }, status: .fail, reason: .cancelled,
      message: "it was refunded"),
    Case(
      name: "refunded for another reason", check: .product, receipt: refunded(0),
      expected: { $0.products = [ReceiptString("pro")] }, status: .fail, reason: .cancelled,
      message: "it was refunded"),
    Case(
      name: "refunded for a fault of the app", check: .product, receipt: refunded(1),
      expected: { $0.products = [ReceiptString("pro")] }, status: .fail, reason: .cancelled,
      message: "it was refunded"),
    Case(
      name: "withdrawn for a reason that is not known", check: .product, receipt: refunded(2),
      expected: { $0.products = [ReceiptString("pro")] }, status: .fail, reason: .cancelled,
      message: "Apple withdrew it", hint: "the reason is 2"),
  ]

  private static let transactions: [Case] = [
    Case(
      name: "is there", check: .transactionID, receipt: two,
      expected: { $0.transactionIDs = [ReceiptString("101")] }, status: .pass),
    Case(
      name: "is of the product", check: .transactionID, receipt: two,
      expected: {
        $0.transactionIDs = [ReceiptString("101")]
        $0.products = [ReceiptString("max")]
      }, status: .pass),
    Case(
      name: "is of another product", check: .transactionID, receipt: two,
      expected: {
        $0.transactionIDs = [ReceiptString("101")]
        $0.products = [ReceiptString("pro")]
      }, status: .fail, reason: .mismatch),
    Case(
      name: "is not there", check: .transactionID, receipt: two,
      expected: { $0.transactionIDs = [ReceiptString("90")] }, status: .fail, reason: .absent),
    Case(
      name: "has two", check: .originalTransactionID, receipt: two,
      expected: { $0.originalTransactionIDs = [ReceiptString("90")] }, status: .pass),
    Case(
      name: "has none", check: .originalTransactionID, receipt: two,
      expected: { $0.originalTransactionIDs = [ReceiptString("100")] }, status: .fail,
      reason: .absent),
  ]

  @Test("the transactions of an original one are counted", arguments: [1, 2])
  func counted(count: Int) throws {
    let decoded = Self.decoded(.appReceipt) {
      Self.two(&$0)
      $0.inApp.removeLast(2 - count)
    }
    let result = try Self.run(.originalTransactionID, on: decoded) {
      $0.originalTransactionIDs = [ReceiptString("90")]
    }
    #expect(result.evidence["transactions"] == String(count))
    #expect(
      result.message == "\(count) transaction\(count == 1 ? " belongs" : "s belong") to 90")
  }

  @Test("a renewal to come belongs to an original transaction too", arguments: ["90", "91"])
  func renewals(original: String) throws {
    var decoded = Self.decoded(.renewalInfo) { _ in }
    var renewal = RenewalInfo()
    renewal.originalTransactionID = ReceiptString("90")
    decoded.renewals = [renewal]
    let result = try Self.run(.originalTransactionID, on: decoded) {
      $0.originalTransactionIDs = [ReceiptString(original)]
    }
    #expect(result.status == (original == "90" ? .pass : .fail))
  }

  // MARK: What is not in it

  private static let absent: [Case] = [
    Case(
      name: "a transaction without an id", check: .transactionID, form: .transaction,
      receipt: {
        $0.inApp = [purchase("1", original: "1", product: "pro")]
        $0.inApp[0].transactionID = nil
      }, expected: { $0.transactionIDs = [ReceiptString("1")] }, status: .fail, reason: .absent,
      message: "the one transaction in it has no such id"),
    Case(
      name: "a receipt without it", check: .product,
      expected: { $0.products = [ReceiptString("pro")] }, status: .fail, reason: .absent),
    Case(
      name: "a response without a receipt", check: .product, form: .verifyReceipt,
      expected: { $0.products = [ReceiptString("pro")] }, status: .undetermined, reason: .absent),
    Case(
      name: "a response with an empty receipt", check: .product, form: .verifyReceipt,
      receipt: { $0.bundleID = ReceiptString("a.b") },
      expected: { $0.products = [ReceiptString("pro")] }, status: .fail, reason: .absent),
    Case(
      name: "a response with another purchase", check: .product, form: .verifyReceipt,
      receipt: { $0.inApp = [purchase("1", original: "1", product: "max")] },
      expected: { $0.products = [ReceiptString("pro")] }, status: .fail, reason: .absent),
    Case(
      name: "a transaction of another product", check: .product, form: .transaction,
      receipt: { $0.inApp = [purchase("1", original: "1", product: "max")] },
      expected: { $0.products = [ReceiptString("pro")] }, status: .fail, reason: .absent,
      hint: "other purchases of the customer"),
  ]

  @Test(
    "an App Store id is a number from 1",
    arguments: [
      ("1", 1), ("1234567890", 1_234_567_890), ("0", nil), ("-1", nil), ("", nil), ("1.0", nil),
    ])
  func appAppleID(text: String, value: Int64?) {
    var expectations = Expectations()
    #expect(AppAppleIDCheck.parameter.add(text, to: &expectations) == (value != nil))
    #expect(expectations.appAppleID == value)
  }

  @Test("an empty notification and an empty transaction say what is missing")
  func emptyForms() throws {
    for (form, words) in [
      (ReceiptForm.notification, "no transaction in this notification"),
      (.transaction, "nothing in it says of what purchase it is"),
    ] {
      let result = try Self.run(.product, on: Self.decoded(form) { _ in }) {
        $0.products = [ReceiptString("pro")]
      }
      #expect(result.status == .undetermined && result.message.contains(words))
    }
  }

  @Test("only a whole history tells that a product was not bought")
  func histories() throws {
    for (kind, hasMore, status) in [
      (APIResponse.Kind.history, false, CheckResult.Status.fail), (.history, true, .undetermined),
      (.statuses, false, .undetermined),
    ] {
      var decoded = Self.decoded(.apiAnswer) { _ in }
      var response = APIResponse(kind)
      response.hasMore = hasMore
      decoded.apiResponse = response
      let result = try Self.run(.product, on: decoded) { $0.products = [ReceiptString("pro")] }
      #expect(result.status == status, "\(kind)")
    }
  }
}
