import Foundation
import Testing

@testable import ReceiptCore
@testable import ReceiptMaking

/// Decoding what StoreKit 2 signs: the text, and the fields in the model.
@Suite struct JWSTests {
  /// A JWS with a payload. Its signature is not checked here.
  private static func text(_ payload: String) -> [UInt8] {
    var template = JWSTemplate(certificates: [], payload: Array(payload.utf8))
    template.signature = [1, 2, 3]
    return template.encoded
  }

  /// - Parameter form: what to take it for, where too few fields tell.
  private static func decode(
    _ payload: String, as form: ReceiptForm? = nil
  ) throws -> DecodedReceipt {
    try ReceiptDecoder(form: form).decode(text(payload))
  }

  private static func date(_ milliseconds: Int64) -> ReceiptDate {
    ReceiptDate(millisecondsSince1970: milliseconds)
  }

  // MARK: The four forms

  @Test(
    "a text with another number of parts says how many it has, and what may have happened",
    arguments: [
      (4, "two texts in one"), (5, "encrypted"), (6, "two texts in one"),
    ])
  func parts(count: Int, hint: String) throws {
    let text = Array(repeating: "e30", count: count).joined(separator: ".")
    let error = try #require(throws: ReceiptError.self) { try JWS.read(Array(text.utf8)) }
    #expect(error.code == .invalidJWS && error.offset == text.utf8.count)
    #expect(error.message.hasSuffix("and this has \(count)"), "\(error.message)")
    #expect(error.hint?.contains(hint) == true, "\(error.hint ?? "")")
  }

  @Test("a JWS has the characters of base64, padding and points; any other makes it another text")
  func characters() {
    let known = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_=.".utf8)
    for octet in UInt8.min ... .max {
      #expect(TextScan.isOfJWS(octet) == known.contains(octet), "\(octet)")
      // Many bytes are looked at together, and those at the end one by one.
      for place in [0, 31, 32, 64] {
        var text = [UInt8](repeating: UInt8(ascii: "a"), count: 65)
        text[place] = octet
        #expect(TextScan.isOfJWS(text[...]) == known.contains(octet), "\(octet) at \(place)")
      }
    }
  }

  @Test("a transaction fills the model, field by field")
  func transaction() throws {
    let decoded = try Self.decode(
      """
      {"transactionId":"1","originalTransactionId":"2","webOrderLineItemId":"3","bundleId":"b",
      "productId":"p","subscriptionGroupIdentifier":"g","purchaseDate":1000,
      "originalPurchaseDate":2000,"expiresDate":3000,"quantity":4,"type":"Consumable",
      "appAccountToken":"t","inAppOwnershipType":"PURCHASED","signedDate":4000,
      "revocationReason":1,"revocationDate":5000,"revocationType":"REFUND_PRORATED",
      "revocationPercentage":50000,"isUpgraded":true,"offerType":2,"offerIdentifier":"o",
      "offerPeriod":"P1M","offerDiscountType":"PAY_AS_YOU_GO","environment":"Sandbox",
      "storefront":"USA","storefrontId":"143441","transactionReason":"RENEWAL","currency":"EUR",
      "price":12990,"appTransactionId":"5"}
      """)
    #expect(decoded.form == .transaction && decoded.encoding == .jws)
    #expect(decoded.errors.isEmpty && decoded.findings.isEmpty && decoded.otherFields.isEmpty)
    let receipt = decoded.receipt
    #expect(receipt.bundleID?.text == "b" && receipt.environmentName?.text == "Sandbox")
    #expect(receipt.environment == .sandbox)
    #expect(receipt.signedDate == Self.date(4000))
    #expect(receipt.inApp.count == 1)
    let purchase = try #require(receipt.inApp.first)
    #expect(purchase.transactionID?.text == "1" && purchase.originalTransactionID?.text == "2")
    #expect(purchase.webOrderLineItemID == 3 && purchase.productID?.text == "p")
    #expect(purchase.purchaseDate == Self.date(1000))
    #expect(purchase.originalPurchaseDate == Self.date(2000))
    #expect(purchase.expiresDate == Self.date(3000))
    #expect(purchase.quantity == 4 && purchase.productType == .consumable)
    #expect(purchase.cancellationDate == Self.date(5000) && purchase.cancellationReason == 1)
    #expect(purchase.promotionalOfferID?.text == "o")
    #expect(purchase.isTrialPeriod == nil && purchase.isInIntroOfferPeriod == nil)
    #expect(
      purchase.appAccountToken?.text == "t" && purchase.inAppOwnershipType?.text == "PURCHASED")
    #expect(purchase.isUpgraded == true && purchase.subscriptionGroupIdentifier?.text == "g")
    #expect(purchase.offerType == 2 && purchase.offerPeriod?.text == "P1M")
    #expect(purchase.offerDiscountType?.text == "PAY_AS_YOU_GO")
    #expect(purchase.storefront?.text == "USA" && purchase.storefrontID?.text == "143441")
    #expect(purchase.transactionReason?.text == "RENEWAL" && purchase.currency?.text == "EUR")
    #expect(purchase.price == 12990 && purchase.appTransactionID?.text == "5")
    #expect(purchase.revocationType?.text == "REFUND_PRORATED")
    #expect(purchase.revocationPercentage == 50000)
  }

  @Test("what a notification says of its app in its data counts, not what stands beside it")
  func namesBesideData() throws {
    let decoded = try Self.decode(
      """
      {"notificationType":"TEST","bundleId":"other","signedDate":1000,
      "data":{"bundleId":"b","environment":"Sandbox"}}
      """)
    #expect(decoded.receipt.bundleID?.text == "b" && decoded.receipt.signedDate == Self.date(1000))
    #expect(decoded.otherFields.map(\.path) == ["bundleId"])
    let alone = try Self.decode(
      """
      {"notificationType":"TEST","bundleId":"other","data":{"environment":"Sandbox"}}
      """)
    #expect(alone.receipt.bundleID?.text == "other" && alone.otherFields.isEmpty)
  }

  @Test("an app transaction fills the model, field by field")
  func appTransaction() throws {
    let decoded = try Self.decode(
      """
      {"receiptType":"Production","appAppleId":9007199254740993,"bundleId":"b",
      "applicationVersion":"42","versionExternalIdentifier":7,"receiptCreationDate":1000,
      "originalPurchaseDate":2000,"originalApplicationVersion":"1.10","deviceVerification":"dv",
      "deviceVerificationNonce":"n","preorderDate":3000,"requestDate":4000,
      "appTransactionId":"704","originalPlatform":"iOS"}
      """)
    #expect(decoded.form == .appTransaction)
    #expect(decoded.errors.isEmpty && decoded.otherFields.isEmpty)
    let receipt = decoded.receipt
    #expect(receipt.inApp.isEmpty)
    #expect(receipt.receiptType?.text == "Production" && receipt.environment == .production)
    #expect(receipt.adamID == 9_007_199_254_740_993 && receipt.bundleID?.text == "b")
    #expect(receipt.applicationVersion?.text == "42" && receipt.versionExternalIdentifier == 7)
    #expect(receipt.receiptCreationDate == Self.date(1000))
    #expect(receipt.originalPurchaseDate == Self.date(2000))
    #expect(receipt.originalApplicationVersion?.text == "1.10")
    #expect(receipt.deviceVerification?.text == "dv")
    #expect(receipt.deviceVerificationNonce?.text == "n")
    #expect(receipt.preorderDate == Self.date(3000) && receipt.requestDate == Self.date(4000))
    #expect(receipt.appTransactionID?.text == "704" && receipt.originalPlatform?.text == "iOS")
  }

  @Test("a renewal info fills the model, field by field")
  func renewalInfo() throws {
    let decoded = try Self.decode(
      """
      {"expirationIntent":1,"originalTransactionId":"2","autoRenewProductId":"a","productId":"p",
      "autoRenewStatus":0,"isInBillingRetryPeriod":false,"priceIncreaseStatus":1,
      "gracePeriodExpiresDate":1000,"offerType":3,"offerIdentifier":"o","signedDate":2000,
      "environment":"Production","recentSubscriptionStartDate":3000,"renewalDate":4000,
      "currency":"USD","renewalPrice":990,"eligibleWinBackOfferIds":["x","y"],
      "appAccountToken":"t","appTransactionId":"5"}
      """)
    #expect(decoded.form == .renewalInfo)
    #expect(decoded.errors.isEmpty && decoded.otherFields.isEmpty)
    #expect(decoded.receipt.inApp.isEmpty && decoded.receipt.environment == .production)
    #expect(decoded.receipt.signedDate == Self.date(2000))
    #expect(decoded.renewals.count == 1)
    let renewal = try #require(decoded.renewals.first)
    #expect(renewal.expirationIntent == 1 && renewal.originalTransactionID?.text == "2")
    #expect(renewal.autoRenewProductID?.text == "a" && renewal.productID?.text == "p")
    #expect(renewal.autoRenewStatus == false && renewal.isInBillingRetryPeriod == false)
    #expect(renewal.priceIncreaseStatus == 1 && renewal.offerType == 3)
    #expect(renewal.gracePeriodExpiresDate == Self.date(1000))
    #expect(renewal.offerCodeRefName?.text == "o" && renewal.promotionalOfferID == nil)
    #expect(renewal.recentSubscriptionStartDate == Self.date(3000))
    #expect(renewal.renewalDate == Self.date(4000))
    #expect(renewal.currency?.text == "USD" && renewal.renewalPrice == 990)
    #expect(renewal.eligibleWinBackOfferIDs.map(\.text) == ["x", "y"])
    #expect(renewal.appAccountToken?.text == "t" && renewal.appTransactionID?.text == "5")
  }

  @Test("a notification fills the model, and the JWS inside it are decoded too")
  func notification() throws {
    let decoded = try Self.decode(
      ExampleTransaction.notification(
        transaction: Self.text(ExampleTransaction.payload),
        renewalInfo: Self.text(ExampleTransaction.renewalInfo)))
    #expect(decoded.form == .notification)
    #expect(decoded.errors.isEmpty && decoded.otherFields.isEmpty)
    let notification = try #require(decoded.notification)
    #expect(notification.notificationType?.text == "SUBSCRIBED")
    #expect(notification.subtype?.text == "INITIAL_BUY" && notification.version?.text == "2.0")
    #expect(notification.notificationUUID?.text == "99999999-8888-4777-8666-555555555555")
    #expect(notification.status == 1)
    #expect(decoded.receipt.bundleID?.text == "com.example.catalogue")
    #expect(decoded.receipt.adamID == 1_000_000_001)
    #expect(decoded.receipt.applicationVersion?.text == "42")
    #expect(decoded.receipt.environment == .production)
    #expect(decoded.receipt.signedDate == Self.date(ExampleTransaction.signedDate))
    #expect(
      decoded.nested.map(\.path) == ["data.signedTransactionInfo", "data.signedRenewalInfo"])
    let nested = try decoded.nested.map { try $0.content.get() }
    #expect(nested.map(\.form) == [.transaction, .renewalInfo])
    #expect(nested[0].receipt.inApp.first?.transactionID?.text == "300000000000001")
    #expect(nested[1].renewals.first?.renewalPrice == 4990)
  }

  @Test(
    "the fields that a payload must have decide its form",
    arguments: [
      (#"{"notificationType":"TEST","transactionId":"1"}"#, .notification),
      (#"{"transactionId":"1","purchaseDate":1,"autoRenewStatus":1}"#, .transaction),
      (#"{"transactionId":"1"}"#, nil), (#"{"purchaseDate":1}"#, nil),
      (#"{"autoRenewStatus":1}"#, .renewalInfo), (#"{"renewalDate":1}"#, nil),
      (#"{"autoRenewProductId":"a","deviceVerification":"x"}"#, .renewalInfo),
      (#"{"transactionId":"1","autoRenewStatus":1}"#, nil),
      (#"{"receiptType":"Sandbox"}"#, .appTransaction),
      (#"{"originalApplicationVersion":"1"}"#, nil),
      (#"{"originalApplicationVersion":"1","receiptCreationDate":1}"#, .appTransaction),
      (#"{"requestIdentifier":"1","userLocale":"en","productId":"p"}"#, .realtimeRequest),
      (#"{"requestIdentifier":"1","productId":"p"}"#, nil),
      (#"{"deviceVerification":"x"}"#, nil), (#"{"bundleId":"b"}"#, nil),
      (#"{"productId":"p"}"#, nil), (#"{"price":1}"#, nil),
    ] as [(String, ReceiptForm?)])
  func form(payload: String, form: ReceiptForm?) throws {
    let decoded = try Self.decode(payload)
    #expect((decoded.hasKnownForm ? decoded.form : nil) == form)
    #expect(decoded.receipt.inApp.isEmpty == (form != .transaction))
  }

  @Test("a payload with only common names is not a purchase")
  func unknownForm() throws {
    for payload in [
      #"{"environment":"Sandbox","signedDate":1}"#, #"{"bundleId":"b"}"#,
      #"{"appAccountToken":"t"}"#,
    ] {
      let decoded = try Self.decode(payload)
      #expect(decoded.receipt.inApp.isEmpty && decoded.renewals.isEmpty && !decoded.hasKnownForm)
      #expect(decoded.findings.map(\.id) == [.formUnknown])
      let forced = try ReceiptDecoder(form: .transaction).decode(Self.text(payload))
      #expect(forced.receipt.inApp.count == 1 && forced.hasKnownForm && forced.findings.isEmpty)
    }
    #expect(throws: ReceiptError(.otherToken, "")) { try Self.decode(#"{"iss":"i"}"#) }
    #expect(throws: ReceiptError(.otherToken, "")) { try Self.decode("{}") }
  }

  // MARK: Nesting

  @Test("an unreadable part of a notification is reported, and the rest is shown")
  func brokenNested() throws {
    let decoded = try Self.decode(
      #"{"notificationType":"TEST","data":{"signedTransactionInfo":"eyJ.x","bundleId":"b"}}"#)
    #expect(decoded.errors.isEmpty && decoded.receipt.bundleID?.text == "b")
    let nested = try #require(decoded.nested.first)
    #expect(throws: ReceiptError(.truncated, "")) { try nested.content.get() }
  }

  @Test("nested notifications are decoded down to the limit, and kept below it")
  func nesting() throws {
    func notification(_ inner: [UInt8]) -> String {
      let text = ReceiptString(inner).description
      return #"{"notificationType":"TEST","data":{"signedTransactionInfo":"\#(text)"}}"#
    }
    let innermost = Self.text(ExampleTransaction.payload)
    let decoded = try Self.decode(notification(Self.text(notification(innermost))))
    let inner = try #require(decoded.nested.first).content.get()
    #expect(decoded.otherFields.isEmpty)
    #expect(StoreKit2Decoder.maximumNesting == 1 && inner.nested.isEmpty)
    #expect(inner.otherFields.map(\.path) == ["data.signedTransactionInfo"])
  }

  // MARK: Values

  @Test("identifiers may be strings or numbers, and keep all their digits")
  func identifiers() throws {
    let decoded = try Self.decode(
      """
      {"transactionId":18446744073709551617,"originalTransactionId":"9007199254740993",
      "webOrderLineItemId":9007199254740993,"storefrontId":143441}
      """, as: .transaction)
    #expect(decoded.errors.isEmpty && decoded.otherFields.isEmpty)
    let purchase = try #require(decoded.receipt.inApp.first)
    #expect(purchase.transactionID?.text == "18446744073709551617")
    #expect(purchase.originalTransactionID?.text == "9007199254740993")
    #expect(purchase.webOrderLineItemID == 9_007_199_254_740_993)
    #expect(purchase.storefrontID?.text == "143441")
    let text = try Self.decode(#"{"receiptType":"Xcode","appAppleId":"9223372036854775807"}"#)
    #expect(text.receipt.adamID == .max)
    let none = try Self.decode(#"{"webOrderLineItemId":"0"}"#, as: .transaction)
    #expect(none.receipt.inApp.first?.webOrderLineItemID == nil && none.otherFields.isEmpty)
  }

  @Test(
    "dates are milliseconds; they are rounded, and may be before 1970",
    arguments: [
      ("0", 0), ("1697679936049.7297", 1_697_679_936_050), ("1697680122257.447", 1_697_680_122_257),
      ("-62135769600000", -62_135_769_600_000), ("1.6e12", 1_600_000_000_000), ("-0.4", 0),
      ("-62167219200000", -62_167_219_200_000), ("253402300799999", 253_402_300_799_999),
      ("253402300799999.4", 253_402_300_799_999),
    ] as [(String, Int64)])
  func dates(text: String, milliseconds: Int64) throws {
    let decoded = try Self.decode(#"{"signedDate":\#(text)}"#)
    #expect(decoded.receipt.signedDate?.millisecondsSince1970 == milliseconds)
    #expect(decoded.errors.isEmpty && decoded.otherFields.isEmpty)
  }

  @Test(
    "an invalid date is an error, and is kept",
    arguments: [
      ("-62167219200001", .invalidDate), ("253402300800000", .invalidDate),
      ("253402300799999.5", .invalidDate), ("9223372036854775807", .invalidDate),
      ("9223372036854775808", .invalidDate), ("1e400", .invalidDate), ("-1e400", .invalidDate),
      ("0." + String(repeating: "0", count: 63), .invalidDate), ("\"0\"", .wrongType),
      ("true", .wrongType), ("[0]", .wrongType), ("{}", .wrongType),
    ] as [(String, ReceiptError.Code)])
  func noDates(text: String, code: ReceiptError.Code) throws {
    let decoded = try Self.decode(#"{"signedDate":\#(text),"bundleId":"b"}"#)
    #expect(decoded.errors.map(\.code) == [code])
    #expect(decoded.errors.first?.message.hasPrefix("signedDate is ") == true)
    #expect(decoded.receipt.signedDate == nil && decoded.receipt.bundleID?.text == "b")
    #expect(decoded.otherFields.map(\.path) == ["signedDate"])
    #expect(decoded.otherFields.first?.value.description == text)
  }

  @Test("a number of the largest length is read as a date, and a longer one is not")
  func longDate() throws {
    let longest = "0." + String(repeating: "0", count: 62)
    #expect(try Self.decode(#"{"signedDate":\#(longest)}"#).receipt.signedDate == Self.date(0))
  }

  @Test(
    "a value of another type is an error with its name, and is kept",
    arguments: [
      ("productId", "1"), ("bundleId", "[]"), ("quantity", "\"1\""), ("quantity", "1.5"),
      ("price", "9223372036854775808"), ("isUpgraded", "2"), ("isUpgraded", "\"true\""),
      ("transactionId", "1.5"), ("transactionId", "-1"), ("webOrderLineItemId", "\"x\""),
      ("type", "1"),
    ])
  func wrongType(name: String, value: String) throws {
    let decoded = try Self.decode("{\"\(name)\":\(value)}", as: .transaction)
    #expect(decoded.errors.map(\.code) == [.wrongType])
    #expect(decoded.errors.first?.message.hasPrefix("\(name) is ") == true)
    #expect(decoded.otherFields.map(\.path) == [name])
    #expect(decoded.otherFields.first?.value.description == value)
  }

  @Test("an error inside data has the whole path")
  func nestedPath() throws {
    let decoded = try Self.decode(#"{"notificationType":"T","data":{"status":"x","appAppleId":1}}"#)
    #expect(decoded.errors.first?.message.hasPrefix("data.status is a text") == true)
    #expect(decoded.otherFields.map(\.path) == ["data.status"])
    let other = try Self.decode(#"{"notificationType":"T","data":[]}"#)
    #expect(other.errors.map(\.code) == [.wrongType] && other.otherFields.map(\.path) == ["data"])
  }

  @Test("unknown names, null and unknown product types are kept, in order")
  func otherFields() throws {
    let decoded = try Self.decode(
      """
      {"new":{"a":[1]},"transactionId":"1","productId":null,"type":"Lifetime","bundleid":"x",
      "signedDate":null}
      """, as: .transaction)
    #expect(decoded.errors.isEmpty)
    #expect(
      decoded.otherFields.map { "\($0.path)=\($0.value)" } == [
        #"new={"a":[1]}"#, "productId=null", #"type="Lifetime""#, #"bundleid="x""#,
        "signedDate=null",
      ])
    let notification = try Self.decode(
      #"""
      {"notificationType":"RENEWAL_EXTENSION","summary":{"a":1},"externalPurchaseToken":{"b":2},
      "data":{"consumptionRequestReason":"LEGAL"},"newCarrier":{"c":3}}
      """#)
    #expect(
      notification.otherFields.map(\.path)
        == ["summary.a", "externalPurchaseToken.b", "newCarrier"])
    #expect(notification.notification?.consumptionRequestReason?.text == "LEGAL")
  }

  @Test(
    "introductory offers and free trials are derived from the offer's type",
    arguments: [
      (#""offerType":1"#, nil, nil),
      (#""offerType":1,"offerDiscountType":"FREE_TRIAL""#, false, true),
      (#""offerType":1,"offerDiscountType":"PAY_AS_YOU_GO""#, true, false),
      (#""offerType":1,"offerDiscountType":"PAY_UP_FRONT""#, true, false),
      (#""offerType":3,"offerDiscountType":"FREE_TRIAL""#, nil, nil),
      (#""offerType":2,"offerDiscountType":"FREE_TRIAL""#, nil, nil),
      (#""offerDiscountType":"FREE_TRIAL""#, nil, nil),
    ] as [(String, Bool?, Bool?)])
  func offers(fields: String, isIntro: Bool?, isTrial: Bool?) throws {
    let purchase = try #require(
      Self.decode("{\(fields)}", as: .transaction).receipt.inApp.first)
    #expect(purchase.isInIntroOfferPeriod == isIntro && purchase.isTrialPeriod == isTrial)
  }

  @Test("the offer identifier is a code if the type says so", arguments: 0...5)
  func offerIdentifiers(type: Int64) throws {
    // Type 0 stands for a missing type.
    let fields =
      (type == 0 ? "" : "\"offerType\":\(type),") + #""offerIdentifier":"o","signedDate":1"#
    let transaction = try Self.decode(#"{"productId":"p",\#(fields)}"#, as: .transaction)
    let purchase = try #require(transaction.receipt.inApp.first)
    #expect(purchase.offerCodeRefName?.text == (type == 3 ? "o" : nil))
    #expect(purchase.promotionalOfferID?.text == (type < 3 ? "o" : nil))
    #expect(purchase.offerIdentifier?.text == (type > 3 ? "o" : nil))
    let info = try Self.decode(#"{"autoRenewStatus":1,\#(fields)}"#)
    let renewal = try #require(info.renewals.first)
    #expect(renewal.offerCodeRefName?.text == (type == 3 ? "o" : nil))
    #expect(renewal.promotionalOfferID?.text == (type < 3 ? "o" : nil))
    #expect(renewal.offerIdentifier?.text == (type > 3 ? "o" : nil))
    // And back again.
    for (made, original) in [
      (StoreKitPayload.transaction(purchase, of: transaction.receipt), transaction),
      (StoreKitPayload.renewalInfo(renewal, of: info.receipt), info),
    ] {
      guard case .jws(let jws) = original.envelope else { throw CocoaError(.coderInvalidValue) }
      for name in ["offerType", "offerIdentifier"] { #expect(made[name] == jws.payload[name]) }
    }
  }

  @Test("offers of receipts and responses are written in StoreKit 2's way")
  func offersOfAnswers() throws {
    func read(_ change: (inout InAppPurchase) -> Void) throws -> InAppPurchase {
      var purchase = InAppPurchase()
      purchase.productID = ReceiptString("p")
      change(&purchase)
      let payload = StoreKitPayload.transaction(purchase, of: Receipt())
      return try #require(
        Self.decode(payload.description, as: .transaction).receipt.inApp.first)
    }
    let trial = try read { purchase in
      purchase.isTrialPeriod = true
      purchase.isInIntroOfferPeriod = false
    }
    #expect(trial.isTrialPeriod == true && trial.isInIntroOfferPeriod == false)
    let lower = try read { purchase in
      purchase.isTrialPeriod = false
      purchase.isInIntroOfferPeriod = true
    }
    #expect(lower.isTrialPeriod == false && lower.isInIntroOfferPeriod == true)
    let code = try read { $0.offerCodeRefName = ReceiptString("SPRING") }
    #expect(code.offerCodeRefName?.text == "SPRING" && code.offerType == 3)
    let none = try read { purchase in
      purchase.isTrialPeriod = false
      purchase.isInIntroOfferPeriod = false
    }
    #expect(none.isTrialPeriod == nil && none.offerType == nil)
  }

  @Test(
    "product types have StoreKit 2's names",
    arguments: [
      ("Auto-Renewable Subscription", .autoRenewableSubscription), ("Consumable", .consumable),
      ("Non-Consumable", .nonConsumable), ("Non-Renewing Subscription", .nonRenewingSubscription),
    ] as [(String, ProductType)])
  func productTypes(name: String, type: ProductType) throws {
    let decoded = try Self.decode("{\"type\":\"\(name)\"}", as: .transaction)
    #expect(decoded.receipt.inApp.first?.productType == type)
  }

  @Test("errors are listed up to the limit, with one more that says so")
  func manyErrors() throws {
    var limits = DecodingLimits()
    limits.maximumDiagnostics = 2
    let payload = #"{"productId":1,"bundleId":1,"quantity":"","price":""}"#
    let decoder = ReceiptDecoder(limits: limits, form: .transaction)
    let errors = try decoder.decode(Self.text(payload)).errors
    #expect(errors.map(\.code) == [.wrongType, .wrongType, .tooManyErrors])
  }

  // MARK: The text

  /// The error of a JWS with exactly these bytes.
  private static func error(_ text: String) -> ReceiptError? {
    do {
      _ = try ReceiptDecoder().decode(ReceiptInput(Array(text.utf8), kind: .jws))
      return nil
    } catch {
      return error
    }
  }

  // {"alg":"ES256"} and {"bundleId":"b"}
  private static let header = "eyJhbGciOiJFUzI1NiJ9"
  private static let payload = "eyJidW5kbGVJZCI6ImIifQ"

  @Test("unreadable text gives the reason and the offset")
  func unreadable() {
    let (header, payload) = (Self.header, Self.payload)
    func expect(_ text: String, _ code: ReceiptError.Code, _ offset: Int?) {
      let error = Self.error(text)
      #expect(
        error?.code == code && error?.offset == offset, "\(text): \(String(describing: error))")
    }
    expect("", .invalidJWS, 0)
    expect("..", .invalidJWS, 0)
    expect("abc", .invalidJWS, 3)
    expect("abc.def", .invalidJWS, 7)
    expect("\(header)", .truncated, 20)
    expect("\(header).\(payload)", .truncated, 43)
    expect("\(header).\(payload.dropLast(3))", .truncated, 40)
    expect("\(payload).AAAA", .truncated, 0)
    expect("\(header).\(payload).AA.AA", .invalidJWS, 49)
    expect(String(repeating: ".", count: 100_000), .invalidJWS, 100_000)
    expect(".\(payload).AA", .invalidJWS, 0)
    expect("\(header)..AA", .invalidJWS, 21)
    expect("\(header).eyJ!dW5.AA", .invalidBase64, 24)
    expect("ey!\(header).\(payload).AA", .invalidBase64, 2)
    // {"alg" and {"a":1,} and [] as a payload.
    expect("eyJhbGci.\(payload).AA", .invalidJSON, 6)
    expect("\(header).eyJhIjoxLH0.AA", .invalidJSON, 7)
    expect("\(header).W10.AA", .notAReceipt, 0)
    // {"a":1,"a":2}
    expect("\(header).eyJhIjoxLCJhIjoyfQ.AA", .duplicateName, 7)
  }

  @Test("a payload with too many values is refused")
  func manyValues() {
    let payload = "{\"a\":[" + String(repeating: "0,", count: 1_000_000) + "0]}"
    #expect(throws: ReceiptError(.tooManyValues, "")) { try Self.decode(payload) }
  }

  @Test("a JWS may be as long as the limit, but not longer")
  func size() throws {
    let text = Self.text(ExampleTransaction.payload)
    var limits = DecodingLimits()
    limits.maximumInputSize = text.count
    #expect(try JWS.read(text, limits: limits).segments.count == 3)
    limits.maximumInputSize -= 1
    #expect(throws: ReceiptError(.tooLarge, "")) { try JWS.read(text, limits: limits) }
  }

  @Test("an unusual JWS with a readable payload is shown with its errors")
  func odd() throws {
    let (header, payload) = (Self.header, Self.payload)
    func decode(_ text: String) throws -> DecodedReceipt {
      let decoded = try ReceiptDecoder().decode(ReceiptInput(Array(text.utf8), kind: .jws))
      #expect(decoded.receipt.bundleID?.text == "b", "\(text)")
      return decoded
    }
    // Padding, the standard alphabet, white space, unused bits at the end.
    for (text, offset) in [
      ("\(header).\(payload)==.AA", 21), ("\(header).\(payload).A/", 44),
      ("\(header).\(payload).-+AA", 44), ("\(header).\(payload).AA\n", 44),
      (" \(header).\(payload).AA", 0), ("\(header).\(payload).AB", 44),
    ] {
      let decoded = try decode(text)
      let findings = decoded.findings.filter { $0.id != .formUnknown }
      #expect(findings.map(\.mark) == [Mark("non-canonical-base64", at: offset)], "\(text)")
      #expect(decoded.errors.isEmpty)
    }
    // The signature is truncated or is not base64. An empty one is not an error of the text.
    for (text, offset) in [
      ("\(header).\(payload).AAAAA", 49), ("\(header).\(payload).A!A", 45),
      ("\(header).\(payload).=", 44),
    ] {
      #expect(
        try decode(text).errors.map(\.mark) == [Mark("invalid-base64", at: offset)], "\(text)")
    }
    #expect(try decode("\(header).\(payload).").errors.isEmpty)
    // {"alg":1,"alg":2}: duplicates are rejected, so no header is shown.
    let twice = try decode("eyJhbGciOjEsImFsZyI6Mn0.\(payload).AA")
    #expect(twice.errors.map(\.mark) == [Mark("duplicate-name", at: 9)])
    guard case .jws(let jws) = twice.envelope else { throw CocoaError(.coderInvalidValue) }
    #expect(jws.header == .null && jws.certificates.isEmpty)
  }

  @Test("the certificates are those in x5c that are base64")
  func certificates() throws {
    var template = JWSTemplate(
      certificates: [[1, 2, 3], [4]], payload: Array(#"{"productId":"p"}"#.utf8))
    template.signature = [0]
    #expect(try ReceiptDecoder().decode(template.encoded).certificates == [[1, 2, 3], [4]])
    template.set("x5c", .array([.string("AQID"), .number("1"), .string("?"), .string("BA")]))
    #expect(try ReceiptDecoder().decode(template.encoded).certificates == [[1, 2, 3], [4]])
    template.set("x5c", .string("AQID"))
    #expect(try ReceiptDecoder().decode(template.encoded).certificates == [])
    var limits = DecodingLimits()
    limits.maximumCertificates = 2
    template.set("x5c", .array([.string("AQID"), .string("BA==")]))
    let decoder = ReceiptDecoder(limits: limits)
    #expect(try decoder.decode(template.encoded).certificates.count == 2)
    template.set("x5c", .array([.string("AQID"), .string("BA=="), .string("BA==")]))
    #expect(try decoder.decode(template.encoded).certificates.isEmpty)
  }

  // MARK: The corpus

  @Test(
    "every JWS of the corpus is read like the reference",
    .enabled(if: !Corpus.jws.isEmpty, Corpus.absence), arguments: Corpus.jws)
  func corpus(name: String) throws {
    let bytes = try Corpus.jws(name)
    let decoded = try ReceiptDecoder().decode(bytes)
    #expect(decoded.input.bytes == bytes && decoded.input.layers.isEmpty)
    #expect(decoded.errors.map(\.mark) == [])
    // Two of Apple's examples have only the fields that all payloads share.
    let isBare = decoded.form == .transaction && decoded.receipt.inApp.isEmpty
    #expect(decoded.findings.map(\.id) == (isBare ? [.formUnknown] : []))
    guard case .jws(let jws) = decoded.envelope else { throw CocoaError(.coderInvalidValue) }
    guard let reference = try Corpus.jwsReference(name) else {
      // Every other one has a reference.
      #expect(Corpus.jwsWithoutReference.contains(String(name.prefix(4))), "\(name)")
      return
    }
    func object(_ value: JSONValue) throws -> NSMutableDictionary {
      let data = Data(value.description.utf8)
      let object = try JSONSerialization.jsonObject(with: data, options: .mutableContainers)
      return try #require(object as? NSMutableDictionary)
    }
    #expect(try object(jws.payload) == reference.payload)
    let header = try object(jws.header)
    header.removeObject(forKey: "x5c")
    #expect(header == reference.header)
    #expect(decoded.certificates.map { SHA256.hexDigest($0) } == reference.certificates)
    let signature = ReceiptVerifier().verify(decoded).checks.first { $0.id == .signature }
    #expect((signature?.status == .pass) == reference.signatureHolds)
    // Every field is in the model, or is kept.
    let known = Set(jws.payload.members?.map(\.name) ?? [])
    #expect(isBare == known.isSubset(of: ["environment", "bundleId", "signedDate"]))
    #expect(decoded.otherFields.allSatisfy { !known.contains($0.path) }, "\(decoded.otherFields)")
  }

  @Test(
    "the forms of the corpus agree with the names of the files",
    .enabled(if: !Corpus.jws.isEmpty, Corpus.absence))
  func corpusForms() throws {
    let forms: [(word: String, form: ReceiptForm)] = [
      ("app-transaction", .appTransaction), ("signed-renewal-info", .renewalInfo),
      ("notification", .notification), ("wrongbundleid", .notification),
      ("transaction", .transaction),
    ]
    var count = 0
    for name in Corpus.jws {
      guard let named = forms.first(where: { name.contains($0.word) }) else { continue }
      #expect(try ReceiptDecoder().decode(Corpus.jws(name)).form == named.form, "\(name)")
      count += 1
    }
    #expect(count > 0)
  }
}
