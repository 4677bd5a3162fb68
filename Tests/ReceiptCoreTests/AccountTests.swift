import Foundation
import TestSupport
import Testing

@testable import ReceiptCore
@testable import ReceiptMaking

/// What customers have, by all texts of an input: one rule in each test.
@Suite struct AccountTests {
  private static func verifier() throws -> ReceiptVerifier {
    let authority = try TestAuthority.shared.get()
    return ReceiptVerifier(
      trustRoots: try TrustAnchor.custom(authority.ellipticRootCertificate)
        + TrustAnchor.custom(authority.rootCertificate))
  }

  /// Milliseconds of a day in 2024.
  private static func day(_ text: String) throws -> Int64 {
    try #require(ReceiptDate("2024-\(text)T00:00:00Z".utf8)).millisecondsSince1970
  }

  /// A transaction in January, which its members may change.
  private static func transaction(_ members: [String: String] = [:]) throws -> String {
    var all = [
      "transactionId": "\"1\"", "originalTransactionId": "\"1\"", "bundleId": "\"com.example.app\"",
      "productId": "\"pro\"", "purchaseDate": "\(try day("01-01"))",
      "originalPurchaseDate": "\(try day("01-01"))", "expiresDate": "\(try day("02-01"))",
      "quantity": "1", "type": "\"Auto-Renewable Subscription\"",
      "inAppOwnershipType": "\"PURCHASED\"", "signedDate": "\(try day("01-15"))",
      "environment": "\"Production\"",
    ]
    all.merge(members) { _, new in new }
    return object(all)
  }

  private static func renewal(_ members: [String: String] = [:]) throws -> String {
    var all = [
      "originalTransactionId": "\"1\"", "productId": "\"pro\"", "autoRenewProductId": "\"pro\"",
      "autoRenewStatus": "1", "signedDate": "\(try day("01-15"))",
      "environment": "\"Production\"",
    ]
    all.merge(members) { _, new in new }
    return object(all)
  }

  private static func object(_ members: [String: String]) -> String {
    let list = members.filter { $0.value != "-" }.sorted { $0.key < $1.key }
    return "{" + list.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
  }

  private static func signed(_ payload: String) throws -> String {
    String(decoding: try TestAuthority.shared.get().jws(payload).encoded, as: UTF8.self)
  }

  private static func account(_ text: String, at day: String) throws -> Account {
    let now = ReceiptDate(millisecondsSince1970: try Self.day(day))
    return Account(try verifier().verifyAll(ReceiptDecoder().decode(Array(text.utf8))), at: now)
  }

  private static func statuses(
    _ transaction: String, _ renewal: String, status: Int
  ) throws -> String {
    """
    {"environment":"Production","bundleId":"com.example.app","data":[{"lastTransactions":[\
    {"originalTransactionId":"1","status":\(status),"signedTransactionInfo":"\(try signed(transaction))",\
    "signedRenewalInfo":"\(try signed(renewal))"}]}]}
    """
  }

  private static let pro = ReceiptString("pro")

  private static func holding(_ text: String, at day: String) throws -> Holding {
    try #require(try account(text, at: day).holding(of: pro, party: 0))
  }

  // MARK: Signed beside unsigned

  @Test(
    "a period that only unsigned text tells of is unsigned, and what is signed stands beside it")
  func grafted() throws {
    let authority = try TestAuthority.shared.get()
    var draft = ReceiptDraft(Receipt())
    draft.receipt.bundleID = ReceiptString("com.example.app")
    draft.receipt.receiptType = ReceiptString("Production")
    draft.receipt.receiptCreationDate = ReceiptDate(millisecondsSince1970: try Self.day("01-15"))
    var purchase = InAppPurchase()
    purchase.productID = Self.pro
    purchase.transactionID = ReceiptString("1")
    purchase.originalTransactionID = ReceiptString("1")
    purchase.purchaseDate = ReceiptDate(millisecondsSince1970: try Self.day("01-01"))
    purchase.expiresDate = ReceiptDate(millisecondsSince1970: try Self.day("02-01"))
    draft.receipt.inApp = [purchase]
    let receipt = Base64.encode(try authority.receipt(draft)[...])
    func answer(_ transaction: String, _ product: String, from: String, to: String) throws -> String
    {
      """
      {"status":0,"receipt":{"bundle_id":"com.example.app","receipt_type":"Production","in_app":[]},\
      "latest_receipt":"\(receipt)","latest_receipt_info":[{"transaction_id":"\(transaction)",\
      "original_transaction_id":"1","product_id":"\(product)",\
      "purchase_date_ms":"\(try Self.day(from))","expires_date_ms":"\(try Self.day(to))"}]}
      """
    }
    let invented = try Self.holding(try answer("2", "pro", from: "03-01", to: "12-01"), at: "06-01")
    #expect(invented.code == .active && invented.certainty == .unsigned)
    guard case .holding(let proven)? = invented.signedState else {
      Issue.record("the signed state is missing")
      return
    }
    #expect(proven.code == .unknown && proven.until == purchase.expiresDate)

    // The same transaction with a longer period: the signed date decides.
    let longer = try Self.account(try answer("1", "pro", from: "01-01", to: "12-01"), at: "06-01")
    #expect(longer.parties[0].contradictions.map(\.field) == ["expires_date"])
    #expect(longer.holding(of: Self.pro, party: 0)?.until == purchase.expiresDate)

    // The same transaction for another product does not give that product.
    let other = try Self.account(
      try answer("1", "lifetime", from: "01-01", to: "12-01"), at: "06-01")
    #expect(other.holding(of: ReceiptString("lifetime"), party: 0) == nil)
    #expect(other.parties[0].contradictions.map(\.field) == ["product_id"])
  }

  @Test("a status that is plain JSON is unsigned, whatever stands beside it")
  func plainStatus() throws {
    let ended = try Self.transaction(["signedDate": "\(try Self.day("02-02"))"])
    let holding = try Self.holding(
      try Self.statuses(ended, Self.renewal(), status: 2), at: "02-10")
    #expect(holding.code == .lapsed && holding.certainty == .unsigned)
    // It revokes nothing that a signed transaction says.
    let revoked = try Self.holding(
      try Self.statuses(Self.transaction(), Self.renewal(), status: 5), at: "01-20")
    #expect(revoked.code == .active && revoked.certainty.isSigned)
  }

  @Test("texts of two environments, or of two apps, unlock nothing")
  func mixed() throws {
    func access(_ members: [String: String]) throws -> Access {
      let inner = try Self.signed(Self.transaction(members))
      let text = try Self.signed(
        """
        {"notificationType":"DID_RENEW","notificationUUID":"u","version":"2.0","signedDate":\
        \(try Self.day("01-15")),"data":{"bundleId":"com.example.app","environment":"Production",\
        "signedTransactionInfo":"\(inner)"}}
        """)
      return try Self.account(text, at: "01-20")
        .access(to: Self.pro, of: ReceiptString("com.example.app"), in: .production)
    }
    #expect(try access([:]).isGranted)
    #expect(try access(["environment": "\"Sandbox\""]).reason == .wrongEnvironment)
    #expect(try access(["bundleId": "\"com.example.other\""]).isGranted == false)
  }

  @Test(
    "what a text from before the end says of a renewal does not last", arguments: [true, false])
  func stale(isRetried: Bool) throws {
    let renewal = try Self.renewal([
      "autoRenewStatus": isRetried ? "1" : "0", "isInBillingRetryPeriod": isRetried ? "true" : "-",
    ])
    let text = try Self.notification(Self.transaction(), renewal, status: isRetried ? 3 : 1)
    func reason(_ day: String) throws -> Access.Reason {
      try Self.account(text, at: day)
        .access(to: Self.pro, of: ReceiptString("com.example.app"), in: .production).reason
    }
    // The notification is of 5 February, and the transaction in it of 15 January.
    #expect(try reason("02-20") == .endedAsListed)
  }

  @Test("all that customers have is public, for each of them")
  func publicCustomers() throws {
    let account = try Self.account(try Self.signed(Self.transaction()), at: "01-20")
    #expect(account.customers.map { $0.map(\.productID) } == [[Self.pro]])
    #expect(
      account.customers[0][0].until
        == account.access(
          to: Self.pro, of: ReceiptString("com.example.app"), in: .production
        ).until)
  }

  @Test("each value knows the text that it comes from")
  func provenance() throws {
    let newer = try Self.signed(
      Self.transaction(["expiresDate": "-", "signedDate": "\(try Self.day("01-20"))"]))
    let older = try Self.signed(Self.transaction())
    let account = try Self.account(
      """
      {"revision":"1","hasMore":false,"bundleId":"com.example.app","environment":"Production",\
      "signedTransactions":["\(older)","\(newer)"]}
      """, at: "01-25")
    let holding = try #require(account.holding(of: Self.pro, party: 0))
    let paths = Dictionary(
      uniqueKeysWithValues: account.provenance(of: holding).map { ($0.field, $0.path) })
    #expect(paths["purchase_date"] == "signedTransactions[1]")
    #expect(paths["expires_date"] == "signedTransactions[0]")
    #expect(paths["cancellation_date"] == nil)
    #expect(account.provenance(of: holding).allSatisfy { $0.certainty == .signedByOtherRoot })
    // A single text is where everything comes from.
    let single = try Self.account(older, at: "01-25")
    #expect(single.provenance(of: try #require(single.holding(of: Self.pro, party: 0))).isEmpty)
  }

  // MARK: What a notification says of the state

  private static func notification(
    _ transaction: String, _ renewal: String, status: Int, type: String = "REFUND"
  ) throws -> String {
    try signed(
      """
      {"notificationType":"\(type)","notificationUUID":"u","version":"2.0","signedDate":\
      \(try day("02-05")),"data":{"bundleId":"com.example.app","environment":"Production","status":\
      \(status),"signedTransactionInfo":"\(try signed(transaction))",\
      "signedRenewalInfo":"\(try signed(renewal))"}}
      """)
  }

  @Test(
    "a later period follows from a signed status and its renewal info",
    arguments: [(1, "-", "active"), (2, "-", "unknown"), (1, "2", "unknown")])
  func running(status: Int, intent: String, code: String) throws {
    let renewal = try Self.renewal([
      "renewalDate": "\(try Self.day("03-01"))", "expirationIntent": intent,
    ])
    let refunded = try Self.transaction([
      "revocationDate": "\(try Self.day("02-05"))", "revocationReason": "0",
    ])
    let text = try Self.notification(refunded, renewal, status: status)
    let holding = try Self.holding(text, at: "02-10")
    #expect(holding.code.rawValue == code)
    #expect(holding.certainty == (code == "active" ? .inferred : .signedByOtherRoot))
    // It says nothing of what comes after that.
    #expect(try Self.holding(text, at: "03-01").code == .unknown)
  }

  @Test("a signed status of revoked ends a period that is not dated otherwise")
  func revoked() throws {
    let transaction = try Self.transaction(["expiresDate": "\(try Self.day("03-01"))"])
    for (status, code) in [(1, Holding.Code.active), (5, .withdrawn)] {
      let text = try Self.notification(
        transaction, Self.renewal(), status: status, type: "DID_RENEW")
      #expect(try Self.holding(text, at: "02-10").code == code)
    }
  }

  @Test(
    "the type of a notification withdraws what its transaction does not",
    arguments: [
      ("REFUND", Holding.Code.refunded), ("REVOKE", .noLongerShared), ("DID_RENEW", .active),
    ])
  func toldByType(type: String, code: Holding.Code) throws {
    let transaction = try Self.transaction(["expiresDate": "\(try Self.day("03-01"))"])
    let text = try Self.notification(transaction, Self.renewal(), status: 1, type: type)
    #expect(try Self.holding(text, at: "02-10").code == code)
    // It was made on 02-05, and says nothing of the days before.
    #expect(try Self.holding(text, at: "02-03").code == .active)
  }

  @Test("seats of one transaction that were refunded leave open what the others give")
  func refundedAddition() throws {
    let text = try Self.signed(
      Self.transaction([
        "revocationDate": "\(try Self.day("01-20"))", "revocationReason": "0",
        "additionalTransactionReason": "\"SEAT_ADDITION\"",
      ]))
    #expect(try Self.holding(text, at: "01-25").code == .unknown)
  }

  @Test(
    "a purchase ends with the last of its items",
    arguments: [("01-10", "refunded"), (nil, "active")] as [(String?, String)])
  func items(other: String?, code: String) throws {
    let end = try other.map { ",\"revocationDate\":\(try Self.day($0))" } ?? ""
    let text = try Self.signed(
      Self.transaction([
        "advancedCommerceInfo":
          "{\"items\":[{\"SKU\":\"a\",\"revocationDate\":\(try Self.day("01-08"))},{\"SKU\":\"b\"\(end)}]}"
      ]))
    #expect(try Self.holding(text, at: "01-09").code == .active)
    #expect(try Self.holding(text, at: "01-20").code.rawValue == code)
  }

  // MARK: Joined by identity

  @Test(
    "a grace period counts only for the subscription that it is stated of",
    arguments: [true, false])
  func grace(isOwn: Bool) throws {
    let renewal = try Self.renewal([
      "originalTransactionId": isOwn ? "\"1\"" : "\"9\"",
      "gracePeriodExpiresDate": "\(try Self.day("02-17"))", "isInBillingRetryPeriod": "true",
    ])
    let text = try Self.statuses(Self.transaction(), renewal, status: 1)
    #expect(try Self.holding(text, at: "02-10").code == (isOwn ? .grace : .unknown))
    // On both sides of the end.
    #expect(try Self.holding(text, at: "02-17").code != .grace)
  }

  @Test("transactions of two app transaction ids are two customers")
  func customers() throws {
    func history(_ second: String) throws -> Account {
      let first = try Self.signed(Self.transaction(["appTransactionId": "\"701\""]))
      let other = try Self.signed(
        Self.transaction([
          "transactionId": "\"2\"", "originalTransactionId": "\"2\"", "productId": "\"max\"",
          "appTransactionId": second,
        ]))
      return try Self.account(
        """
        {"revision":"1","hasMore":false,"bundleId":"com.example.app","environment":"Production",\
        "signedTransactions":["\(first)","\(other)"]}
        """, at: "01-20")
    }
    #expect(try history("\"701\"").parties.count == 1)
    let two = try history("\"702\"")
    #expect(
      two.parties.map(\.customer) == [
        .appTransaction(ReceiptString("701")), .appTransaction(ReceiptString("702")),
      ])
    #expect(two.holding(of: Self.pro, party: 0)?.code == .active)
    #expect(two.holding(of: Self.pro, party: 1) == nil)
    let access = two.access(
      to: Self.pro, of: ReceiptString("com.example.app"), in: .production)
    #expect(access.answer == .unknown && access.reason == .severalCustomers)
  }

  @Test(
    "of two texts of one moment the order decides nothing, and a difference is told",
    arguments: [
      ["quantity": "2"], ["price": "990"], ["revocationDate": "1705881600000"],
      ["expiresDate": "1709251200000"], ["inAppOwnershipType": "\"FAMILY_SHARED\""],
    ])
  func oneMoment(change: [String: String]) throws {
    let base = [
      "price": "490", "revocationDate": "1705795200000", "currency": "\"EUR\"",
    ]
    let one = try Self.signed(Self.transaction(base))
    let other = try Self.signed(Self.transaction(base.merging(change) { _, new in new }))
    let accounts = try [[one, other], [other, one]].map { texts in
      try Self.account(
        """
        {"bundleId":"com.example.app","environment":"Production","hasMore":false,\
        "signedTransactions":["\(texts[0])","\(texts[1])"]}
        """, at: "01-25")
    }
    let histories = accounts.map { $0.history(of: 0).records }
    #expect(histories[0].count == 1)
    for field in Field<InAppPurchase>.all {
      #expect(field.get(histories[0][0]) == field.get(histories[1][0]), "\(field.name)")
    }
    // Of two ends the later one counts, which needs no word.
    let isEnd = change.keys.contains("expiresDate")
    #expect(accounts.allSatisfy { $0.parties[0].contradictions.count == (isEnd ? 0 : 1) })
    #expect(
      accounts[0].parties[0].contradictions.map(\.decided)
        == accounts[1].parties[0].contradictions.map(\.decided))
  }

  @Test("what one text lacks another fills in, and a reversed refund does not come back")
  func joined() throws {
    func history(_ texts: [String]) throws -> Holding {
      let list = try texts.map { "\"\(try Self.signed($0))\"" }.joined(separator: ",")
      return try Self.holding(
        """
        {"revision":"1","hasMore":false,"bundleId":"com.example.app","environment":"Production",\
        "signedTransactions":[\(list)]}
        """, at: "01-20")
    }
    let refunded = try Self.transaction([
      "revocationDate": "\(try Self.day("01-10"))", "revocationReason": "0",
      "signedDate": "\(try Self.day("01-11"))",
    ])
    #expect(try history([refunded]).code == .refunded)
    #expect(try history([refunded, Self.transaction()]).code == .active)
    #expect(try history([Self.transaction(), refunded]).code == .active)
  }

  private static let appTransaction = """
    {"bundleId":"com.example.app","receiptType":"Production","originalApplicationVersion":"1",\
    "receiptCreationDate":DATE,"appTransactionId":"7"}
    """

  @Test("only texts of one moment that tell of the same are ordered, by their bytes")
  func order() throws {
    func order(_ texts: [String]) throws -> [[UInt8]] {
      let list = try texts.map { "\"\(try Self.signed($0))\"" }.joined(separator: ",")
      let answer = """
        {"revision":"1","hasMore":false,"bundleId":"com.example.app","environment":"Production",\
        "signedTransactions":[\(list)]}
        """
      return try Self.account(answer, at: "01-20").sources.filter(\.certainty.isSigned)
        .map(\.decoded.input.bytes)
    }
    let first = try Self.transaction()
    let again = try Self.transaction(["expiresDate": "\(try Self.day("03-01"))"])
    let other = try Self.transaction(["transactionId": "\"2\"", "originalTransactionId": "\"2\""])
    let app = Self.appTransaction.replacing("DATE", with: "\(try Self.day("01-15"))")
    let otherApp = app.replacing("\"1\"", with: "\"2\"")
    for (texts, isOrdered) in [
      ([first, again], true), ([first, other], false), ([app, otherApp], true),
      ([app, first], false),
      (try [Self.renewal(), Self.renewal(["autoRenewStatus": "0"])], true),
    ] {
      let orders = try [order(texts), order(texts.reversed())]
      #expect(orders[0].count == 2)
      #expect((orders[0] == orders[1]) == isOrdered, "\(texts)")
    }
  }

  @Test("a renewal is relied on if a signed text tells of this subscription and product")
  func reliedRenewals() throws {
    let account = try Self.account(
      Self.statuses(Self.transaction(), Self.renewal(), status: 1), at: "01-20")
    for (original, product, isRelied) in [
      ("1", "pro", true), ("1", "max", false), ("2", "pro", false),
    ] {
      var renewal = RenewalInfo()
      renewal.originalTransactionID = ReceiptString(original)
      renewal.productID = ReceiptString(product)
      #expect(account.isRelied(renewal, party: 0) == isRelied)
    }
    // Of one text nothing comes from another.
    let alone = try Self.account(Self.signed(Self.transaction()), at: "01-20")
    let holding = try #require(alone.holding(of: Self.pro, party: 0))
    #expect(!alone.isUnsigned(["expires_date"], of: holding.record))
    #expect(alone.provenance(of: holding).isEmpty)
  }

  @Test(
    "a value is marked if only unsigned text tells it of a signed transaction",
    arguments: [(.apple, true), (nil, false)] as [(Verification.Status?, Bool)])
  func unsignedValues(status: Verification.Status?, isMarked: Bool) throws {
    let day = try Self.day("01-01")
    let priced = madePurchase("1", day) { $0.currency = ReceiptString("EUR") }
    let first = VerifiedReceipt.made(status) { $0.receipt.inApp = [madePurchase("1", day)] }
    let account = Account(
      VerifiedReceipt.made(nil, nested: [first]) { $0.receipt.inApp = [priced] },
      at: ReceiptDate(millisecondsSince1970: day))
    #expect(account.sources.count == 2)
    let record = try #require(account.told(of: Self.pro, party: 0)?.1.records.first)
    #expect(record.currency?.text == "EUR")
    #expect(account.isUnsigned(["currency"], of: record) == isMarked)
    #expect(!account.isUnsigned(["purchase_date"], of: record))
  }

  @Test("Apple's word that a subscription has expired is compared with a period that runs")
  func answeredExpired() throws {
    let answer = """
      {"status":21006,"environment":"Production","receipt":{"bundle_id":"com.example.app",\
      "receipt_type":"Production","in_app":[]},"latest_receipt_info":[{"transaction_id":"1",\
      "original_transaction_id":"1","product_id":"pro","purchase_date_ms":"\(try Self.day("01-01"))",\
      "expires_date_ms":"\(try Self.day("02-01"))"}]}
      """
    for (day, isAnswered) in [("01-20", true), ("03-01", false)] {
      let account = try Self.account(answer, at: day)
      let holding = try #require(account.holding(of: Self.pro, party: 0))
      #expect(account.isAnsweredExpired(holding) == isAnswered, "\(day)")
    }
  }

  // MARK: Withdrawals and seats

  @Test(
    "a withdrawal is called what it is",
    arguments: [
      (["revocationType": "\"REFUND_FULL\""], "refunded"),
      (["revocationType": "\"REFUND_PRORATED\"", "revocationPercentage": "40000"], "refunded"),
      (["revocationType": "\"FAMILY_REVOKE\""], "no-longer-shared"),
      (["revocationType": "\"ASSIGNMENT_REVOKE\""], "seat-taken-back"),
      (["revocationType": "\"SOMETHING_NEW\""], "withdrawn"),
      (["revocationReason": "1"], "refunded"), (["revocationReason": "2"], "withdrawn"),
      (["inAppOwnershipType": "\"FAMILY_SHARED\""], "no-longer-shared"),
      (["inAppOwnershipType": "\"ASSIGNED\""], "seat-taken-back"),
    ])
  func withdrawals(members: [String: String], code: String) throws {
    var members = members
    members["revocationDate"] = "\(try Self.day("01-10"))"
    let text = try Self.signed(Self.transaction(members))
    #expect(try Self.holding(text, at: "01-20").code.rawValue == code)
    // Before its day it is not yet one.
    let before = try Self.holding(text, at: "01-09")
    #expect(before.code == .active && before.endsEarly != nil)
  }

  @Test(
    "refunds of seats leave the others",
    arguments: [(2, "active", 3), (5, "refunded", nil)]
      as [(Int, String, Int64?)])
  func seats(revoked: Int, code: String, left: Int64?) throws {
    let text = try Self.signed(
      Self.transaction([
        "quantity": "5", "revocationDate": "\(try Self.day("01-10"))", "revocationReason": "0",
        "multiSeatInfo":
          "{\"invitationManagement\":\"DEVELOPER\",\"revokedSeatQuantity\":\(revoked)}",
      ]))
    let holding = try Self.holding(text, at: "01-20")
    #expect(holding.code.rawValue == code && holding.seats?.left == left)
    #expect(left == nil || holding.seats?.bought == 5)
  }

  // MARK: Access

  private static let app = ReceiptString("com.example.app")

  @Test(
    "only what lasts now, of this app, from this store, is granted",
    arguments: [
      ([:], "01-20", "granted", "active"), ([:], "03-01", "unknown", "ended-as-listed"),
      ([:], "2023", "denied", "not-yet"),
      (["bundleId": "\"com.example.other\""], "01-20", "denied", "wrong-app"),
      (["environment": "\"Sandbox\""], "01-20", "denied", "wrong-environment"),
      (["isUpgraded": "true"], "01-20", "denied", "replaced"),
      (["type": "\"Consumable\"", "expiresDate": "-"], "01-20", "denied", "consumable"),
      (
        ["type": "\"Non-Renewing Subscription\"", "expiresDate": "-"], "01-20", "unknown",
        "length-unknown"
      ),
      (["type": "\"Non-Consumable\"", "expiresDate": "-"], "01-20", "granted", "owned"),
      (["type": "\"Something New\"", "expiresDate": "-"], "01-20", "unknown", "kind-unknown"),
      (["productId": "\"max\""], "01-20", "unknown", "not-listed"),
    ] as [([String: String], String, String, String)])
  func access(members: [String: String], day: String, answer: String, reason: String) throws {
    let signed = try Self.signed(Self.transaction(members))
    let now =
      day == "2023" ? try Self.day("01-01") - 1 : try Self.day(day)
    let account = Account(
      try Self.verifier().verifyAll(ReceiptDecoder().decode(Array(signed.utf8))),
      at: ReceiptDate(millisecondsSince1970: now))
    let access = account.access(to: Self.pro, of: Self.app, in: .production)
    #expect(access.answer.rawValue == answer && access.reason.rawValue == reason)
    #expect(access.isGranted == (answer == "granted"))
    // What is granted is granted by a signature.
    #expect(!access.isGranted || access.certainty.isSigned)
  }

  @Test("nothing is granted without a good signature")
  func unproven() throws {
    let payload = try Self.transaction()
    let bare = try Self.account(payload, at: "01-20")
    #expect(bare.access(to: Self.pro, of: Self.app, in: .production).reason == .notSigned)
    // Signed, but under a root that is not trusted.
    let signed = Array(try Self.signed(payload).utf8)
    let forged = Account(
      ReceiptVerifier().verifyAll(try ReceiptDecoder().decode(signed)),
      at: ReceiptDate(millisecondsSince1970: try Self.day("01-20")))
    #expect(forged.access(to: Self.pro, of: Self.app, in: .production).reason == .notVerified)
  }

  @Test("an expectation without its time is undetermined, and is told as asked for")
  func withoutTime() throws {
    var expectations = Expectations()
    expectations.activeProducts = [Self.pro]
    expectations.maximumAge = TimeSpan("1d")
    let results = ReceiptChecker(verifier: try Self.verifier(), expectations: expectations)
      .check(try ReceiptDecoder().decode(Array(Self.signed(Self.transaction()).utf8))).results
    for id in [CheckID.subscription, .age] {
      let result = try #require(results.first { $0.id == id })
      #expect(result.status == .undetermined && result.reason == .timeMissing && result.isProblem)
    }
  }

  @Test("answers and results can be stored and read again")
  func coding() throws {
    let account = try Self.account(Self.signed(Self.transaction()), at: "01-20")
    let access = account.access(to: Self.pro, of: Self.app, in: .production)
    let again = try JSONDecoder().decode(Access.self, from: JSONEncoder().encode(access))
    #expect(again.reason == access.reason && again.until == access.until)
    let results = ReceiptChecker(verifier: ReceiptVerifier())
      .check(try ReceiptDecoder().decode(Array(Self.signed(Self.transaction()).utf8))).results
    let read = try JSONDecoder().decode(
      [CheckResult].self, from: JSONEncoder().encode(results))
    #expect(read.map(\.id) == results.map(\.id) && read.map(\.reason) == results.map(\.reason))
    #expect(read.map(\.message) == results.map(\.message))
    #expect(read.map { $0.evidence.map(\.value) } == results.map { $0.evidence.map(\.value) })
  }
}
