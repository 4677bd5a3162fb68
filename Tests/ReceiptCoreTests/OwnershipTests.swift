import Testing

@testable import ReceiptCore

/// The rules of ownership, one case in each row.
@Suite struct OwnershipTests {
  /// A record in short form: product, transaction, original, first and last day in March 2024 with an hour,
  /// and special values.
  struct Record: Sendable {
    var product = "month"
    var id: String
    var original = "1"
    var start: String
    var end: String?
    var cancelled: String?
    var trial = false
    var intro = false
    var type: ProductType?
    var isUpgraded: Bool?
    var reason: Int64?

    var purchase: InAppPurchase {
      var result = InAppPurchase()
      result.productID = ReceiptString(product)
      result.transactionID = ReceiptString(id)
      result.originalTransactionID = ReceiptString(original)
      result.purchaseDate = OwnershipTests.date(start)
      result.expiresDate = end.flatMap(OwnershipTests.date)
      result.cancellationDate = cancelled.flatMap(OwnershipTests.date)
      result.cancellationReason = reason
      result.isTrialPeriod = trial
      result.isInIntroOfferPeriod = intro
      result.productType = type
      result.isUpgraded = isUpgraded
      return result
    }
  }

  static func date(_ text: String) -> ReceiptDate? {
    ReceiptDate((text.contains("T") ? text : text + "T00:00:00Z").utf8)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var records: [Record]
    var at: String
    var grace = "0d"
    var product = "month"
    var status: CheckResult.Status
    var reason: String?
    /// The transaction that decides the state.
    var decides: String?
    var saying: String?

    var testDescription: String { name }
  }

  private static let trial = Record(id: "1", start: "2024-01-01", end: "2024-01-08", trial: true)
  private static let first = Record(id: "2", start: "2024-01-08", end: "2024-02-08")
  private static let second = Record(id: "3", start: "2024-02-08", end: "2024-03-08")
  private static let refunded = Record(
    id: "3", start: "2024-02-08", end: "2024-03-08", cancelled: "2024-02-20")
  private static let upgraded = Record(
    id: "3", start: "2024-02-08", end: "2024-03-08", cancelled: "2024-02-20")
  private static let year = Record(
    product: "year", id: "4", start: "2024-02-20", end: "2025-02-20")

  static let cases: [Case] = [
    Case(
      name: "in a trial", records: [trial], at: "2024-01-03", status: .pass, decides: "1",
      saying: "in a trial period"),
    Case(
      name: "in an introductory period",
      records: [Record(id: "1", start: "2024-01-01", end: "2024-02-01", intro: true)],
      at: "2024-01-03", status: .pass, decides: "1", saying: "introductory period"),
    Case(
      name: "in a renewal", records: [trial, first, second], at: "2024-02-09", status: .pass,
      decides: "3", saying: "active until 2024-03-08T00:00:00Z, in a paid period"),
    Case(
      name: "unsorted records", records: [second, trial, first], at: "2024-01-20", status: .pass,
      decides: "2"),
    Case(
      name: "at the very beginning", records: [first], at: "2024-01-08T00:00:00Z", status: .pass,
      decides: "2"),
    Case(
      name: "a millisecond before the beginning", records: [first],
      at: "2024-01-07T23:59:59.999Z", status: .fail, reason: "not-yet-purchased", decides: "2"),
    Case(
      name: "a millisecond before the end", records: [first], at: "2024-02-07T23:59:59.999Z",
      status: .pass, decides: "2"),
    Case(
      name: "at the very end", records: [first], at: "2024-02-08T00:00:00Z", status: .fail,
      reason: "expired", decides: "2"),
    Case(
      name: "at the seam of two periods", records: [first, second], at: "2024-02-08T00:00:00Z",
      status: .pass, decides: "3"),
    Case(
      name: "lapsed", records: [trial, first], at: "2024-02-11T04:00:00Z", status: .fail,
      reason: "expired", decides: "2", saying: "it lapsed 3 days 4 hours before"),
    Case(
      name: "lapsed within the grace", records: [trial, first], at: "2024-02-11", grace: "16d",
      status: .pass, decides: "2", saying: "within the grace of 16 days"),
    Case(
      name: "at the end of the grace", records: [first], at: "2024-02-24", grace: "16d",
      status: .fail, reason: "expired", decides: "2"),
    Case(
      name: "a millisecond before the end of the grace", records: [first],
      at: "2024-02-23T23:59:59.999Z", grace: "16d", status: .pass, decides: "2"),
    Case(
      name: "refunded", records: [trial, first, refunded], at: "2024-02-25", status: .fail,
      reason: "cancelled", decides: "3", saying: "refunded at 2024-02-20"),
    Case(
      name: "refunded later than the time asked for: not yet a refund",
      records: [refunded], at: "2024-02-10", status: .pass, decides: "3",
      saying: "active until 2024-02-20"),
    Case(
      name: "no grace for a refund", records: [first, refunded], at: "2024-02-25", grace: "16d",
      status: .fail, reason: "cancelled", decides: "3"),
    Case(
      name: "bought again after a refund",
      records: [refunded, Record(id: "5", start: "2024-02-22", end: "2024-03-22")],
      at: "2024-02-25", status: .pass, decides: "5"),
    Case(
      name: "upgraded, by the dates", records: [first, upgraded, year], at: "2024-02-25",
      status: .fail, reason: "upgraded", decides: "3",
      saying: "replaced by year at 2024-02-20T00:00:00Z, as the dates suggest"),
    Case(
      name: "the product upgraded to", records: [first, upgraded, year], at: "2024-02-25",
      product: "year", status: .pass, decides: "4"),
    Case(
      name: "upgraded, as an answer says",
      records: [
        Record(
          id: "3", start: "2024-02-08", end: "2024-03-08", cancelled: "2024-02-20",
          isUpgraded: true)
      ], at: "2024-02-25", status: .fail, reason: "upgraded", decides: "3"),
    Case(
      name: "a refund beside another subscription does not mean an upgrade",
      records: [refunded, Record(product: "year", id: "4", original: "9", start: "2024-02-20")],
      at: "2024-02-25", status: .fail, reason: "cancelled", decides: "3"),
    Case(
      name: "a refund that the customer gave a reason for is no upgrade",
      records: [
        Record(
          id: "3", start: "2024-02-08", end: "2024-03-08", cancelled: "2024-02-20", reason: 1),
        year,
      ], at: "2024-02-25", status: .fail, reason: "cancelled", decides: "3"),
    Case(
      name: "moved to another product at the end of a period",
      records: [first, Record(product: "year", id: "4", start: "2024-02-08", end: "2025-02-08")],
      at: "2024-03-01", status: .fail, reason: "expired", decides: "2",
      saying: "year of the same subscription is active"),
    Case(
      name: "in a gap",
      records: [first, Record(id: "5", start: "2024-03-08", end: "2024-04-08")],
      at: "2024-02-20", status: .fail, reason: "expired", decides: "2",
      saying: "the next period begins at 2024-03-08T00:00:00Z"),
    Case(
      name: "after a gap",
      records: [first, Record(id: "5", start: "2024-03-08", end: "2024-04-08")],
      at: "2024-03-10", status: .pass, decides: "5"),
    Case(
      name: "overlapping periods: the one that ends later decides",
      records: [
        Record(id: "2", start: "2024-01-08", end: "2024-03-08"),
        Record(id: "3", start: "2024-02-08", end: "2024-02-20"),
      ], at: "2024-02-10", status: .pass, decides: "2"),
    Case(
      name: "one of two overlapping periods refunded",
      records: [
        Record(id: "2", start: "2024-01-08", end: "2024-03-08", cancelled: "2024-01-09"),
        Record(id: "3", start: "2024-02-08", end: "2024-02-20"),
      ], at: "2024-02-10", status: .pass, decides: "3"),
    Case(
      name: "a period of no length",
      records: [Record(id: "2", start: "2024-01-08", end: "2024-01-08")], at: "2024-01-08",
      status: .fail, reason: "expired", decides: "2"),
    Case(
      name: "a period that ends before it begins",
      records: [Record(id: "2", start: "2024-01-08", end: "2024-01-01")], at: "2024-01-04",
      status: .fail, reason: "not-yet-purchased", decides: "2"),
    Case(
      name: "never bought", records: [first], at: "2024-02-01", product: "year", status: .fail,
      reason: "absent"),
    Case(name: "nothing bought", records: [], at: "2024-02-01", status: .fail, reason: "absent"),
    Case(
      name: "product identifiers are compared byte by byte",
      records: [Record(product: "cafe\u{301}", id: "1", start: "2024-01-01", end: "2025-01-01")],
      at: "2024-02-01", product: "caf\u{E9}", status: .fail, reason: "absent"),
    Case(
      name: "a product in another case is another product", records: [first], at: "2024-02-01",
      product: "Month", status: .fail, reason: "absent"),
    Case(
      name: "no subscription", records: [Record(id: "1", start: "2024-01-01")], at: "2024-02-01",
      status: .fail, reason: "not-a-subscription", decides: "1"),
    Case(
      name: "a consumable with an end",
      records: [Record(id: "1", start: "2024-01-01", end: "2025-01-01", type: .consumable)],
      at: "2024-02-01", status: .fail, reason: "not-a-subscription", decides: "1"),
    Case(
      name: "a lasting purchase with an end",
      records: [Record(id: "1", start: "2024-01-01", end: "2025-01-01", type: .nonConsumable)],
      at: "2024-02-01", status: .fail, reason: "not-a-subscription", decides: "1"),
    Case(
      name: "a subscription that does not renew",
      records: [Record(id: "1", start: "2024-01-01", type: .nonRenewingSubscription)],
      at: "2024-02-01", status: .undetermined, reason: "end-unknown", decides: "1"),
    Case(
      name: "year 4001: it never ends",
      records: [Record(id: "1", start: "2024-01-01", end: "4001-01-01")], at: "2999-01-01",
      status: .pass, decides: "1", saying: "active for ever"),
    Case(
      name: "the same transaction, once with its refund", records: [second, refunded],
      at: "2024-02-25", status: .fail, reason: "cancelled", decides: "3"),
    Case(
      name: "upgraded, and it is not said when: what it was replaced by gives access, not this",
      records: [Record(id: "1", start: "2024-01-01", end: "2024-02-01", isUpgraded: true)],
      at: "2024-01-10", status: .fail, reason: "upgraded", decides: "1", saying: "moved to another"),
    Case(
      name: "all refunded",
      records: [
        Record(id: "2", start: "2024-01-08", end: "2024-02-08", cancelled: "2024-01-10"),
        refunded,
      ], at: "2024-05-01", status: .fail, reason: "cancelled", decides: "3"),
    Case(
      name: "the last was refunded, the one before had ended", records: [first, refunded],
      at: "2024-05-01", status: .fail, reason: "cancelled", decides: "3"),
    Case(
      name: "one family member's subscription is not another's",
      records: [
        Record(id: "2", original: "1", start: "2024-01-08", end: "2024-02-08"),
        Record(id: "9", original: "8", start: "2024-02-01", end: "2024-03-01"),
      ], at: "2024-02-20", status: .pass, decides: "9"),
  ]

  @Test("is the subscription active, and which record decides?", arguments: cases)
  func subscription(item: Case) throws {
    let time = try #require(Self.date(item.at))
    let grace = try #require(TimeSpan(item.grace))
    // The result does not depend on the order of records.
    for records in [item.records, item.records.reversed()] {
      var expectations = Expectations()
      expectations.activeProducts = [ReceiptString(item.product)]
      expectations.now = time
      expectations.grace = grace
      var subject = CheckSubject.holding(records.map(\.purchase))
      let result = try #require(SubscriptionCheck.run(&subject, expectations).first)
      #expect(result.status == item.status, "\(result.message)")
      #expect(result.reason?.rawValue == item.reason, "\(result.message)")
      #expect(result.evidence["transaction_id"] == item.decides)
      if let saying = item.saying { #expect(result.message.contains(saying), "\(result.message)") }
      // The evidence is sorted by name, without duplicates.
      let names = result.evidence.map(\.key)
      #expect(names == names.sorted() && Set(names).count == names.count)
    }
  }

  static let ownership: [Case] = [
    Case(
      name: "bought", records: [Record(id: "1", start: "2024-01-01")], at: "", status: .pass,
      decides: "1"),
    Case(
      name: "bought, refunded",
      records: [Record(id: "1", start: "2024-01-01", cancelled: "2024-02-01")],
      at: "", status: .fail, reason: "cancelled", decides: "1"),
    Case(
      name: "refunded, and bought again",
      records: [
        Record(id: "1", start: "2024-01-01", cancelled: "2024-02-01"),
        Record(id: "2", start: "2024-03-01"),
      ], at: "", status: .pass, decides: "2"),
    Case(
      name: "bought twice, the second refunded",
      records: [
        Record(id: "1", start: "2024-01-01"),
        Record(id: "2", start: "2024-03-01", cancelled: "2024-03-02"),
      ], at: "", status: .pass, decides: "1"),
    Case(
      name: "a lapsed subscription was bought", records: [first], at: "", status: .pass,
      decides: "2", saying: "the check subscription"),
    Case(
      name: "upgraded", records: [upgraded, year], at: "", status: .fail, reason: "upgraded",
      decides: "3"),
    Case(name: "absent", records: [year], at: "", status: .fail, reason: "absent"),
  ]

  @Test("was the product bought, and is it still owned?", arguments: ownership)
  func product(item: Case) throws {
    var expectations = Expectations()
    expectations.products = [ReceiptString(item.product)]
    var subject = CheckSubject.holding(item.records.map(\.purchase))
    let result = try #require(ProductCheck.run(&subject, expectations).first)
    #expect(result.status == item.status, "\(result.message)")
    #expect(result.reason?.rawValue == item.reason, "\(result.message)")
    #expect(result.evidence["transaction_id"] == item.decides)
    if let saying = item.saying { #expect(result.message.contains(saying)) }
  }

  @Test("a missing product may have been a consumable")
  func consumable() throws {
    var expectations = Expectations()
    expectations.products = [ReceiptString("coins")]
    var subject = CheckSubject.holding([])
    let result = try #require(ProductCheck.run(&subject, expectations).first)
    #expect(result.hint?.contains("consumable") == true)
  }
}

extension CheckSubject {
  /// The content of an app receipt with these purchases, taken at its word.
  static func holding(_ purchases: [InAppPurchase]) -> CheckSubject {
    CheckSubject(.payload(holding: purchases), acceptsUnsigned: true)
  }
}

extension VerifiedReceipt {
  /// The content of an app receipt with these purchases, without a signature.
  static func payload(
    holding purchases: [InAppPurchase], madeAt: ReceiptDate? = nil
  ) -> VerifiedReceipt {
    var receipt = Receipt()
    receipt.inApp = purchases
    receipt.receiptCreationDate = madeAt
    return ReceiptVerifier().verifyAll(
      DecodedReceipt(
        input: ReceiptInput([], kind: .attributes), form: .payload, envelope: .attributes,
        receipt: receipt))
  }
}
