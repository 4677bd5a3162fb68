import Foundation
import TestSupport
import Testing

@testable import ReceiptCore

/// Values that the model derives from its fields.
struct ModelTests {
  @Test("every finding has a message without a full stop", arguments: Finding.ID.allCases)
  func findings(id: Finding.ID) {
    let message = Finding(id, offset: 0).message
    #expect(!message.isEmpty && !message.hasSuffix("."))
  }

  @Test("what the Advanced Commerce API says of a purchase and a renewal is read")
  func advancedCommerce() throws {
    let info = #""advancedCommerceInfo": {"descriptors": {"displayName": "gold"}}"#
    let purchase = try ReceiptDecoder().decode(
      Array(
        """
        {"transactionId": "1", "originalTransactionId": "1", "bundleId": "a.b", "productId": "p",
         "purchaseDate": 1, \(info)}
        """.utf8))
    #expect(purchase.receipt.inApp.first?.advancedCommerce?.displayName?.text == "gold")
    let renewal = try ReceiptDecoder().decode(
      Array(
        """
        {"originalTransactionId": "1", "productId": "p", "autoRenewProductId": "p",
         "autoRenewStatus": 1, "environment": "Sandbox", "signedDate": 1, \(info)}
        """.utf8))
    #expect(renewal.renewals.first?.advancedCommerce?.displayName?.text == "gold")
  }

  @Test("a warning is more serious than information")
  func severities() {
    #expect(Finding.Severity.allCases.sorted() == [.info, .warning])
    #expect(Finding.Severity.allCases.max() == .warning)
  }

  @Test(
    "the environment follows from the receipt type",
    arguments: [
      ("Production", .production), ("ProductionVPP", .production), ("ProductionSandbox", .sandbox),
      ("ProductionVPPSandbox", .sandbox), ("Sandbox", .sandbox), ("Xcode", .xcode),
      ("production", nil), ("Other", nil), (nil, nil),
    ] as [(String?, Receipt.Environment?)])
  func environment(_ type: String?, _ expected: Receipt.Environment?) {
    var receipt = Receipt()
    receipt.receiptType = type.map { ReceiptString($0) }
    #expect(receipt.environment == expected)
  }

  @Test(
    "platform and system version are inferred from attributes 25, 14 and 13",
    arguments: [
      (3, nil, 140_801, .iOS, "14.8.1"), (3, 1, 150_000, .iOS, "15.0"),
      (3, nil, 50_200, .iOS, "5.2"), (3, nil, 9_999, .iOS, nil), (3, nil, 10_000, .iOS, nil),
      (3, nil, 999_999, .iOS, "99.99.99"), (3, nil, 1_000_000, .iOS, nil),
      (3, nil, -140_801, .iOS, nil), (3, nil, nil, .iOS, nil), (2, nil, 130_000, .macOS, nil),
      (nil, 1, 20_300, .macOS, nil), (nil, 81, 140_801, nil, nil), (4, 1, 140_801, nil, nil),
      (nil, nil, nil, nil, nil),
    ] as [(Int64?, Int64?, Int64?, Inference.Platform?, String?)])
  func inference(
    _ code: Int64?, _ deviceClass: Int64?, _ version: Int64?, _ platform: Inference.Platform?,
    _ text: String?
  ) {
    var receipt = Receipt()
    receipt.platformCode = code
    receipt.deviceClass = deviceClass
    receipt.osVersion = version
    let inference = Inference(receipt)
    #expect(inference.platform == platform)
    #expect(inference.osVersion == text)
  }

  @Test(
    "a system version is inferred if iOS alone had it when the receipt was made",
    arguments: [
      // iOS 7 is of 2013, and watchOS 7 of 2020.
      (70_000, 2012, nil), (70_000, 2013, "7.0"), (70_000, 2019, "7.0"), (70_000, 2020, nil),
      (70_000, 2026, nil),
      // iOS 6 is of 2012, and watchOS 6 of 2019. Watches had no store before.
      (60_000, 2018, "6.0"), (60_000, 2019, nil), (50_000, 2026, "5.0"),
      // The last number that both had is 11. A receipt may be much newer than its system.
      (110_000, 2023, "11.0"), (110_000, 2024, nil), (120_000, 2026, "12.0"),
      // The store began with iOS 2. No system has the numbers from 19 to 25.
      (10_000, 2010, nil), (20_000, 2008, "2.0"), (180_602, 2024, "18.6.2"), (180_602, 2023, nil),
      (190_000, 2025, nil), (250_000, 2025, nil), (260_100, 2024, nil), (260_100, 2025, "26.1"),
      (270_000, 2025, nil), (270_000, 2026, "27.0"),
      // Without a date a number that watches have says nothing.
      (70_000, nil, nil), (120_000, nil, "12.0"), (260_100, nil, "26.1"),
    ] as [(Int64, Int?, String?)])
  func systemVersion(_ number: Int64, _ year: Int?, _ text: String?) {
    var receipt = Receipt()
    receipt.platformCode = 3
    receipt.osVersion = number
    for day in ["01-01T00:00:00Z", "12-31T23:59:59Z"] {
      receipt.receiptCreationDate = year.flatMap { ReceiptDate("\($0)-\(day)".utf8) }
      #expect(Inference(receipt).platform == .iOS)
      #expect(Inference(receipt).osVersion == text)
    }
  }

  @Test("purchases are sorted by date, then by transaction id as a number; undated ones are last")
  func purchaseOrder() {
    func purchase(_ id: String?, _ milliseconds: Int64?) -> InAppPurchase {
      var purchase = InAppPurchase()
      purchase.transactionID = id.map { ReceiptString($0) }
      purchase.purchaseDate = milliseconds.map { ReceiptDate(millisecondsSince1970: $0) }
      return purchase
    }
    var receipt = Receipt()
    receipt.inApp = [
      purchase("7", nil), purchase("10", 5), purchase("9", 5), purchase("11", 5),
      purchase("1", 6), purchase("2", 4), purchase("3", nil), purchase(nil, 5),
    ]
    #expect(
      receipt.inAppByPurchaseDate.map { $0.transactionID?.text ?? "none" }
        == ["2", "none", "9", "10", "11", "1", "3", "7"])
  }

  @Test("texts are equal if their bytes are, not if they look the same")
  func textEquality() {
    let composed = ReceiptString("\u{E9}")
    let decomposed = ReceiptString("e\u{301}")
    #expect("\u{E9}" == "e\u{301}")
    #expect(composed != decomposed)
    #expect(composed == ReceiptString([0xC3, 0xA9]))
    #expect(composed.hashValue == ReceiptString([0xC3, 0xA9]).hashValue)
    #expect(ReceiptString("").isEmpty)
  }

  @Test(
    "a product type has a name",
    arguments: zip(
      [0, 1, 2, 3, 4, 9, -1] as [Int64],
      [
        "non-consumable", "consumable", "non-renewing-subscription", "auto-renewable-subscription",
        "free-subscription", "type-9", "type--1",
      ]))
  func productTypeNames(_ number: Int64, _ name: String) {
    #expect(ProductType(rawValue: number).name == name)
  }

  @Test("an error has a message, an attribute, an offset and a code")
  func errorDescription() {
    let path = AttributePath(purchase: 3, inAppType: 1708)
    let error = ReceiptError(.invalidDate, "no date", offset: 7, path: path)
    #expect(error.description == "no date, attribute 17[3]/1708, at byte 7 [invalid-date]")
    #expect(ReceiptError(.empty, "nothing").description == "nothing [empty]")
    #expect(AttributePath(purchase: 3).description == "17[3]")
    #expect(AttributePath(type: 12).description == "12")
  }

  @Test("every error code is listed once")
  func codes() throws {
    #expect(Set(ReceiptError.Code.all).count == ReceiptError.Code.all.count)
    // The codes declared in this file, and that of a root.
    let file = Fixture.root.appending(path: "Sources/ReceiptCore/Diagnostics/ReceiptError.swift")
    let source = try String(contentsOf: file, encoding: .utf8)
    let declared = source.components(separatedBy: "= Self(rawValue:").count - 1
    #expect(ReceiptError.Code.all.count == declared + 1)
  }
}
