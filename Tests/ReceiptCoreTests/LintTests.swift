import Foundation
import TestSupport
import Testing

@testable import ReceiptCore
@testable import ReceiptInsight
@testable import ReceiptMaking

/// Remarks on the content of receipts: for each kind, receipts that give it, and others that must not.
@Suite struct LintTests {
  private static let authority = TestAuthority.shared
  private static let now = ReceiptDate("2024-03-01T00:00:00Z".utf8)

  /// A purchase in short form.
  private static func purchase(
    _ product: String = "month", id: String? = "100000000000001", original: String? = nil,
    start: String = "2024-02-01", end: String? = nil, cancelled: String? = nil,
    first: String? = nil, quantity: Int64 = 1, more: [AttributeTemplate] = []
  ) -> AttributeTemplate {
    func date(_ text: String) -> String { text.contains("T") ? text : text + "T00:00:00Z" }
    var attributes: [AttributeTemplate] = [
      .integer(1701, quantity), .utf8(1702, product), .ia5(1704, date(start)),
      .ia5(1706, date(first ?? start)), .ia5(1708, end.map(date) ?? ""),
      .ia5(1712, cancelled.map(date) ?? ""),
    ]
    if let id { attributes.append(.utf8(1703, id)) }
    if let original = original ?? id { attributes.append(.utf8(1705, original)) }
    return .inApp(attributes + more)
  }

  /// The fields of every App Store receipt.
  private static func receipt(
    type: String = "Production", created: String = "2024-02-29T12:00:00Z",
    without: [Int64] = [], _ more: [AttributeTemplate] = []
  ) -> [AttributeTemplate] {
    let common: [AttributeTemplate] = [
      .utf8(0, type), .integer(1, 1_000_000_001), .utf8(2, "com.example.app"), .utf8(3, "42"),
      AttributeTemplate(4, version: 2, [UInt8](repeating: 4, count: 16)),
      AttributeTemplate(5, [UInt8](repeating: 5, count: 20)), .ia5(12, created),
      .integer(15, 500_000_000_000_000_003), .ia5(18, "2019-03-04T05:06:07Z"), .utf8(19, "7"),
    ]
    return common.filter { !without.contains($0.type) } + more
  }

  private func remarks(_ attributes: [AttributeTemplate]) throws -> [Remark] {
    let authority = try Self.authority.get()
    let bytes = try authority.signedData(AttributeTemplate.payload(attributes)).encoded
    let decoded = try ReceiptDecoder().decode(bytes)
    let verification = ReceiptVerifier(
      trustRoots: try TrustAnchor.custom(authority.rootCertificate)
    ).verify(decoded)
    return Lint.remarks(
      on: decoded, verification, PurchaseHistory(decoded), now: try #require(Self.now))
  }

  @Test("a receipt like those of the App Store gives no remark")
  func clean() throws {
    let found = try remarks(
      Self.receipt([
        Self.purchase(id: "100000000000001", start: "2024-01-01", end: "2024-02-01"),
        Self.purchase(
          id: "100000000000002", original: "100000000000001", start: "2024-02-01",
          end: "2024-03-01", first: "2024-01-01"),
        Self.purchase("coins", id: "100000000000003", quantity: 10),
      ]))
    #expect(found.map(\.id) == [], "\(found.map(\.message))")
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let id: String
    let attributes: [AttributeTemplate]
    /// A part of the message; `nil` if there must be no remark of this kind.
    let saying: String?
    var testDescription: String { "\(id), \(saying ?? "none")" }

    init(_ id: String, _ saying: String?, _ attributes: [AttributeTemplate]) {
      self.id = id
      self.attributes = attributes
      self.saying = saying
    }
  }

  static let cases: [Case] = [
    Case("xcode-transaction-id", "a short number as Xcode gives", receipt([purchase(id: "0")])),
    Case(
      "xcode-transaction-id", "2 transactions", receipt([purchase(id: "0"), purchase(id: "1")])),
    Case("xcode-transaction-id", nil, receipt([purchase(id: "1000000")])),
    Case("xcode-transaction-id", nil, receipt([purchase(id: "abc")])),
    Case(
      "sandbox-constant", "the app was first bought at 2013-08-01",
      receipt(without: [18], [.ia5(18, "2013-08-01T07:00:00Z")])),
    Case("sandbox-constant", "item id is 0", receipt(without: [1], [.integer(1, 0)])),
    Case(
      "sandbox-constant", nil,
      receipt(type: "ProductionSandbox", without: [1], [.integer(1, 0)])),
    Case(
      "created-outside-certificate", "after the certificate",
      receipt(created: "2049-01-01T00:00:00Z")),
    Case(
      "created-outside-certificate", "before the certificate",
      receipt(created: "2010-01-01T00:00:00Z")),
    Case("created-outside-certificate", nil, receipt(created: "2016-01-01T00:00:00Z")),
    Case("missing-attribute", "19 (original_application_version)", receipt(without: [19])),
    Case("missing-attribute", "4 (opaque_value)", receipt(without: [4])),
    Case("missing-attribute", nil, receipt(created: "2013-06-19T23:59:59Z", without: [19, 18, 0])),
    Case("missing-attribute", nil, receipt(type: "Xcode", without: [19, 18])),
    Case("unknown-attribute", "not known: 99", receipt([.integer(99, 1)])),
    Case(
      "unknown-attribute", "of a purchase, 1799", receipt([purchase(more: [.integer(1799, 1)])])),
    Case("unknown-attribute", nil, receipt([.integer(6, 1)])),
    Case("old-receipt", "90 days", receipt(created: "2023-12-01T23:59:59Z")),
    Case("old-receipt", nil, receipt(created: "2023-12-02T00:00:00Z")),
    Case(
      "future-date", "newer than the time that is asked about, by 1 day",
      receipt(created: "2024-03-02T00:00:01Z")),
    Case("future-date", nil, receipt(created: "2024-03-02T00:00:00Z")),
    Case(
      "future-date", "was bought 1 day after the receipt was made",
      receipt([purchase(start: "2024-03-01T12:00:01Z")])),
    Case("future-date", nil, receipt([purchase(start: "2024-03-01T12:00:00Z")])),
    Case(
      "duplicate-transaction", "transaction 100000000000001 stands there 3 times",
      receipt([purchase(), purchase("a"), purchase("b")])),
    Case("duplicate-transaction", nil, receipt([purchase(), purchase(id: "100000000000002")])),
    Case(
      "mixed-original-transactions", "belong to 2 subscriptions",
      receipt([
        purchase(id: "100000000000001", start: "2024-01-01", end: "2024-02-01"),
        purchase(id: "100000000000002", start: "2024-02-01", end: "2024-03-01"),
      ])),
    Case(
      "mixed-original-transactions", nil,
      receipt([
        purchase("a", id: "100000000000001", end: "2024-03-01"),
        purchase("b", id: "100000000000002", end: "2024-03-01"), purchase(id: "100000000000003"),
        purchase(id: "100000000000004"),
      ])),
    Case("odd-quantity", "bought once in a quantity of 0", receipt([purchase(quantity: 0)])),
    Case("odd-quantity", "bought once in a quantity of 11", receipt([purchase(quantity: 11)])),
    Case("odd-quantity", "bought once in a quantity of -1", receipt([purchase(quantity: -1)])),
    Case("odd-quantity", nil, receipt([purchase(quantity: 10)])),
    Case(
      "cancelled-before-purchase", "cancelled 1 day before",
      receipt([purchase(cancelled: "2024-01-31")])),
    Case("cancelled-before-purchase", nil, receipt([purchase(cancelled: "2024-02-01")])),
    Case(
      "original-after-purchase", "a first purchase date that is 1 day after its own",
      receipt([purchase(first: "2024-02-02")])),
    Case("original-after-purchase", nil, receipt([purchase(first: "2024-02-01T00:01:00Z")])),
    Case(
      "original-after-purchase", "1 minute", receipt([purchase(first: "2024-02-01T00:01:01Z")])),
    Case("empty-period", "in the moment", receipt([purchase(end: "2024-02-01")])),
    Case("empty-period", "1 day before it begins", receipt([purchase(end: "2024-01-31")])),
    Case("empty-period", nil, receipt([purchase(end: "2024-02-01T00:00:01Z")])),
    Case("year-4001", "expires in the year 4001", receipt([purchase(end: "4001-01-01")])),
    Case(
      "year-4001", "the receipt, and 1 more,",
      receipt([purchase(end: "4001-01-01"), .ia5(21, "4001-01-01T00:00:00Z")])),
    Case("year-4001", nil, receipt([purchase(end: "4000-12-31")])),
    Case(
      "overlapping-periods", "begins 2 days before",
      receipt([
        purchase(id: "100000000000001", start: "2024-01-01", end: "2024-02-03"),
        purchase(
          id: "100000000000002", original: "100000000000001", start: "2024-02-01",
          end: "2024-03-01"),
      ])),
    Case(
      "overlapping-periods", nil,
      receipt([
        purchase(id: "100000000000001", start: "2024-01-01", end: "2024-02-02"),
        purchase(
          id: "100000000000002", original: "100000000000001", start: "2024-02-01",
          end: "2024-03-01"),
      ])),
    Case(
      "overlapping-periods", nil,
      receipt([
        purchase(
          id: "100000000000001", start: "2024-01-01", end: "2024-02-20", cancelled: "2024-02-01"),
        purchase(
          "year", id: "100000000000002", original: "100000000000001", start: "2024-02-01",
          end: "2025-02-01"),
      ])),
    Case(
      "missing-renewal", "begins 10 days after",
      receipt([
        purchase(
          id: "100000000000002", original: "100000000000001", start: "2024-02-11",
          end: "2024-03-11"),
        purchase(id: "100000000000001", start: "2024-01-01", end: "2024-02-01"),
      ])),
    Case(
      "missing-renewal", nil,
      receipt([
        purchase(id: "100000000000001", start: "2024-01-01", end: "2024-02-01"),
        purchase(
          id: "100000000000002", original: "100000000000001", start: "2024-02-01T01:00:00Z",
          end: "2024-03-01"),
      ])),
  ]

  @Test("cases that give a remark, and cases that must not", arguments: cases)
  func rules(item: Case) throws {
    let found = try remarks(item.attributes).filter { $0.id == item.id }
    guard let saying = item.saying else {
      #expect(found.isEmpty, "\(found.map(\.message))")
      return
    }
    #expect(found.contains { $0.message.contains(saying) }, "\(found.map(\.message))")
    for remark in found {
      let names = remark.evidence.map(\.key)
      #expect(names == names.sorted() && !remark.citation.isEmpty)
    }
  }

  @Test("only the certificate of Xcode is recognized")
  func storeKitCertificate() throws {
    let other = try remarks(Self.receipt())
    #expect(!other.map(\.id).contains("storekit-certificate"))
  }

  @Test("every rule has its own name, a case that gives the remark, and one that does not")
  func complete() {
    let ids = Lint.rules.map { $0.id }
    #expect(Set(ids).count == ids.count)
    let ofResponses = Set(Self.responses.compactMap(\.id))
    #expect(Self.responses.contains { $0.id == nil })
    for id in ids where id != "storekit-certificate" && !ofResponses.contains(id) {
      #expect(Self.cases.contains { $0.id == id && $0.saying != nil }, "\(id)")
      #expect(Self.cases.contains { $0.id == id && $0.saying == nil }, "\(id)")
    }
  }

  // MARK: Responses

  private func remarks(onResponse text: String) throws -> [Remark] {
    let decoded = try ReceiptDecoder().decode(Array(text.utf8))
    return Lint.remarks(
      on: decoded, ReceiptVerifier().verify(decoded), PurchaseHistory(decoded),
      now: try #require(Self.now))
  }

  /// A response with one purchase, as Apple writes it but for what is replaced.
  private static func response(
    _ id: String = "370000912345678", end: String = "2024-03-01 00:00:00 Etc/GMT",
    endMilliseconds: String = "1709251200000", environment: String = "Production",
    latest: String = ""
  ) -> String {
    """
    {"status": 0, "environment": "\(environment)", "latest_receipt": "\(latest)", "receipt": {
    "bundle_id": "com.example.app", "in_app": [{"product_id": "month", "transaction_id": "\(id)",
    "original_transaction_id": "\(id)", "purchase_date": "2024-02-01 00:00:00 Etc/GMT",
    "purchase_date_ms": "1706745600000", "expires_date": "\(end)", "expires_date_ms": "\(endMilliseconds)"}]}}
    """
  }

  /// A response whose purchase lacks a member.
  private static func without(_ member: String) -> String {
    response().replacing(
      try! Regex("\"\(member)(_ms)?\": \"[^\"]*\",?\\s*"), with: "")
  }

  /// A response with a period of a day that begins at this date.
  private static func bought(_ date: String, _ milliseconds: String) -> String {
    response(end: date, endMilliseconds: milliseconds)
      .replacing("2024-02-01 00:00:00 Etc/GMT", with: date)
      .replacing("1706745600000", with: milliseconds)
      .replacing(try! Regex("\"expires_date(_ms)?\": \"[^\"]*\"(, )?"), with: "")
      .replacing(",}", with: "}").replacing(", }", with: "}")
  }

  /// Responses with the one remark that each gives; those without one lie on the other side of a limit.
  static let responses: [(text: String, id: String?)] = [
    (response(), nil),
    (response(end: "2024-03-0100:00:00Etc/GMT"), "unusual-date"),
    (response(end: "2024-03-02 00:00:00 Etc/GMT"), "contradicts-itself"),
    (response("1000000000000000"), "odd-transaction-id"),
    (response("370000910000000"), nil), (response("37000091000000000"), "odd-transaction-id"),
    (response("abc"), "odd-transaction-id"), (response("XXXX"), nil),
    (response("666666666666666"), "odd-transaction-id"), (response("666666666666661"), nil),
    (response("123456789"), "odd-transaction-id"), (response("1234567890"), nil),
    (
      response().replacing("\"370000912345678\"", with: "370000912345678"), "odd-transaction-id"
    ),
    (
      response(end: "6666-06-06 06:06:06 Etc/GMT", endMilliseconds: "148204965966000"),
      "long-period"
    ),
    (response().replacing("\"status\"", with: "\"Telegram\": \"x\", \"status\""), "foreign-member"),
    (response().replacing("\"status\"", with: "\"telegram\": \"x\", \"status\""), nil),
    (
      response().replacing("\"product_id\"", with: "\"Author\": \"x\", \"product_id\""),
      "foreign-member"
    ),
    (response("100000085856----", environment: ""), nil),
    (
      response(end: "2026-02-01 00:00:00 Etc/GMT", endMilliseconds: "1769904000000"),
      "long-period"
    ),
    (response(end: "2026-01-31 00:00:00 Etc/GMT", endMilliseconds: "1769817600000"), nil),
    (response(latest: "chxm1023"), "latest-receipt-unreadable"),
    (without("transaction_id"), "missing-member"), (without("purchase_date"), "missing-member"),
    (without("original_transaction_id"), "missing-member"), (without("product_id"), nil),
    (bought("2009-06-15 23:59:59 Etc/GMT", "1245110399000"), "before-store"),
    (bought("2009-06-16 00:00:00 Etc/GMT", "1245110400000"), nil),
    (response(latest: "xxxx"), nil),
    (response("1000000912345678", environment: ""), "sandbox-transaction-id"),
    (response("370000912345678", environment: ""), nil),
    (response("1000000912345678", environment: "Sandbox"), nil),
  ]

  @Test("A response that Apple does not write gets a remark", arguments: responses)
  func remarksOnResponses(text: String, id: String?) throws {
    let found = try remarks(onResponse: text).filter { $0.severity == .warning }
    #expect(found.map(\.id) == (id.map { [$0] } ?? []), "\(found.map(\.message))")
  }

  @Test("docs/diagnosing.md lists every kind of remark with its severity")
  func documentation() throws {
    let text = try String(
      contentsOf: Fixture.root.appending(path: "docs/diagnosing.md"), encoding: .utf8)
    for entry in Lint.rules {
      #expect(text.contains("| `\(entry.id)` | \(entry.severity.rawValue) |"), "\(entry.id)")
    }
  }

  @Test("a hostile receipt gets a limited number of remarks, and the number of the others")
  func bounded() throws {
    let many = (0..<100).map {
      Self.purchase(id: String(100_000_000_000_000 + $0), quantity: 99)
    }
    let found = try remarks(Self.receipt(many)).filter { $0.id == "odd-quantity" }
    #expect(found.count == Lint.maximumNotes + 1)
    #expect(found.last?.message == "95 more of the same kind")
  }

  @Test(
    "Xcode's receipts are recognized by their certificate; Apple's warn only about content",
    .enabled(if: Corpus.isPresent, Corpus.absence))
  func corpus() throws {
    var count = 0
    for name in Corpus.receipts {
      let decoded = try ReceiptDecoder().decode(Corpus.receipt(name))
      let verification = ReceiptVerifier().verify(decoded)
      guard let made = decoded.madeAt else { continue }
      count += 1
      let found = Lint.remarks(
        on: decoded, verification, PurchaseHistory(decoded), now: made)
      let isXcode = verification.reason == .xcodeReceipt
      #expect(found.contains { $0.id == "storekit-certificate" } == isXcode, "\(name)")
      if verification.status == .apple {
        let warnings = found.filter { $0.severity == .warning }.map { "\($0.id): \($0.message)" }
        #expect(warnings == [], "\(name)")
      }
    }
    #expect(count > 0)
  }
}
