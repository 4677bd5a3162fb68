import Foundation
import ReceiptCore
import ReceiptMaking
import Testing

/// Receipts with every possible field, and without any.
@Suite struct EverythingTests {
  private static let longProduct =
    "com.example.application.subscriptions.premium.yearly.with.family.sharing.2024"

  /// Every known attribute with a value, some unknown ones, and a purchase of every kind.
  private static var everything: [UInt8] {
    let fields: [[UInt8]] = [
      DER.attribute(0, DER.utf8("ProductionVPP")),
      DER.attribute(1, DER.integer(1_234_567_890)),
      DER.attribute(2, DER.utf8("com.example.app")),
      DER.attribute(3, DER.utf8("2024.2.29")),
      DER.attribute(4, version: 2, (0..<32).map { UInt8($0) }),
      DER.attribute(5, (0..<20).map { 0xA0 + UInt8($0) }),
      DER.attribute(6, (0..<40).map { 0x40 + UInt8($0) }),
      DER.attribute(7, (0..<106).map { UInt8($0) }),
      DER.attribute(8, DER.ia5("2024-02-29T11:59:59Z")),
      DER.attribute(9, DER.integer(0x5033_3035)),
      DER.attribute(10, DER.ia5("17+")),
      DER.attribute(11, DER.integer(284_417_353)),
      DER.attribute(12, DER.ia5("2024-02-29T12:00:00.123Z")),
      DER.attribute(13, DER.integer(170_301)),
      DER.attribute(14, DER.integer(332)),
      DER.attribute(15, DER.integer(.max)),
      DER.attribute(16, DER.integer(863_412_345)),
      DER.attribute(18, DER.ia5("2020-07-22T18:33:15+0100")),
      DER.attribute(19, DER.utf8("1.10")),
      DER.attribute(20, DER.utf8("")),
      DER.attribute(21, DER.ia5("4001-01-01T02:00:00+0200")),
      DER.attribute(22, DER.ia5("2025-01-01T00:00:00Z")),
      DER.attribute(23, DER.utf8("Example School District №5")),
      DER.attribute(25, DER.integer(3)),
      DER.attribute(32, DER.ia5("2020-06-01T00:00:00Z")),
      DER.attribute(99, DER.utf8("something new")),
      DER.attribute(100, [0xDE, 0xAD, 0xBE, 0xEF]),
    ]
    let expires = DER.attribute(1708, DER.ia5("2024-02-01T00:00:00Z"))
    let purchases: [[UInt8]] = [
      TestReceipts.purchase(
        DER.utf8("com.example.lifetime"), transaction: "100", date: "2024-01-01T00:00:00Z",
        type: 0),
      TestReceipts.purchase(
        DER.utf8("com.example.pass"), transaction: "102", date: "2024-01-03T00:00:00Z", type: 2,
        [expires]),
      TestReceipts.purchase(
        DER.utf8(longProduct), transaction: "103", date: "2024-01-04T00:00:00Z", type: 3,
        [
          expires, DER.attribute(1713, DER.integer(1)), DER.attribute(1719, DER.integer(0)),
          DER.attribute(1711, DER.integer(9_007_199_254_740_993)),
          DER.attribute(1705, DER.utf8("103")),
          DER.attribute(1706, DER.ia5("2024-01-04T00:00:00Z")),
          DER.attribute(1710, DER.integer(1_500_000_001)),
        ]),
      TestReceipts.purchase(
        DER.utf8(longProduct), transaction: "104", date: "2024-01-05T00:00:00Z", type: 3,
        [
          expires, DER.attribute(1713, DER.integer(0)), DER.attribute(1719, DER.integer(1)),
          DER.attribute(1721, DER.utf8("spring-offer-for-those-who-left")),
          DER.attribute(1712, DER.ia5("2024-01-10T08:00:00Z")),
          DER.attribute(1720, DER.integer(1)), DER.attribute(1722, DER.integer(1)),
        ]),
      TestReceipts.purchase(
        DER.utf8("com.example.free"), transaction: "105", date: "2024-01-06T00:00:00Z", type: 4),
      TestReceipts.purchase(
        DER.utf8("com.example.future"), transaction: "106", date: "2024-01-07T00:00:00Z", type: 9,
        [DER.attribute(1708, DER.ia5("4001-01-01T00:00:00Z"))]),
      // A consumable with a quantity of three, and a purchase of an unknown kind.
      DER.purchase([
        DER.attribute(1701, DER.integer(3)), DER.attribute(1702, DER.utf8("com.example.coins")),
        DER.attribute(1703, DER.utf8("101")),
        DER.attribute(1704, DER.ia5("2024-01-02T00:00:00.5Z")),
        DER.attribute(1707, DER.integer(1)), DER.attribute(1709, DER.utf8("")),
      ]),
      DER.purchase([]),
    ]
    return DER.receipt(fields + purchases)
  }

  private func run(
    _ receipt: [UInt8], _ arguments: [String], columns: Int? = nil
  ) async throws -> CommandResult {
    let bench = try Workbench()
    try bench.write("receipt.bin", receipt)
    return try await bench.run(
      ["decode", "receipt.bin"] + TestReceipts.trust() + arguments,
      environment: columns.map { ["COLUMNS": "\($0)"] } ?? [:]
    ).expect(status: 0).expectSilence()
  }

  @Test("A receipt with every field, as text", arguments: [60, 80, 140, 200])
  func text(columns: Int) async throws {
    let result = try await run(Self.everything, [], columns: columns)
    if [60, 200].contains(columns) { Golden.expect(result.output, "everything.\(columns).txt") }
    // Narrower ones have a list.
    if columns == 200 { expectAlignedTable(result) }
    for words in ["com.example.app", "1.10", "a0a1a2a3", "never", "Example School District", "-"] {
      #expect(result.text.contains(words), "\(words) is not shown")
    }
    expectFit(result, columns: columns)
  }

  @Test("Every attribute of it, as text", arguments: [60, 200])
  func allText(columns: Int) async throws {
    let result = try await run(Self.everything, ["--all"], columns: columns)
    if columns == 200 { Golden.expect(result.output, "everything.all.200.txt") }
    #expect(result.text.contains("something new") && result.text.contains("deadbeef"))
  }

  @Test("A receipt with every field, for programs", arguments: ["json", "csv"])
  func formats(format: String) async throws {
    let result = try await run(Self.everything, ["--format", format])
    Golden.expect(result.output, "everything.\(format)")
  }

  @Test("A receipt with every field, as Apple's response")
  func verifyReceipt() async throws {
    let result = try await run(
      Self.everything, ["--format", "verify-receipt", "--at", "2024-02-29"])
    Golden.expect(result.output, "everything.verify-receipt.json")
  }

  @Test("A long product id is shortened with a mark, and --all shows it whole")
  func longProducts() async throws {
    let short = try await run(Self.everything, [], columns: 140)
    #expect(short.text.contains("…") || short.text.contains(Self.longProduct))
    let all = try await run(Self.everything, ["--all"], columns: 80)
    #expect(all.text.contains(Self.longProduct))
  }

  @Test("Long product ids are not shortened if two would look the same")
  func shortenedProducts() async throws {
    let purchases = ["month", "year"].enumerated().map { index, period in
      TestReceipts.purchase(
        DER.utf8("com.example.application.\(period).subscriptions.premium.with.family.sharing"),
        transaction: "10\(index)", type: 3)
    }
    let result = try await run(
      DER.receipt(TestReceipts.fields() + purchases), [], columns: 110)
    Golden.expect(result.output, "long-products.110.txt")
    expectFit(result, columns: 110)
    // Shortened in the middle, both would look the same, so neither is shortened.
    #expect(!result.text.contains("…"))
  }

  @Test("The sandbox constant is explained only where it occurs")
  func sandboxNotes() async throws {
    let fields = TestReceipts.fields(type: "ProductionSandbox")
    let result = try await run(DER.receipt(fields), [], columns: 80)
    #expect(result.text.contains("1.2.3"))
    #expect(!result.text.contains("always says 1.0"), "\(result)")
  }

  @Test("A receipt without purchases says so, and why")
  func noPurchases() async throws {
    let result = try await run(DER.receipt(TestReceipts.fields()), [], columns: 60)
    Golden.expect(result.output, "no-purchases.60.txt")
    let csv = try await run(DER.receipt(TestReceipts.fields()), ["--format", "csv"])
    #expect(try CSV(csv.text).rows.isEmpty)
    let json = try await run(DER.receipt(TestReceipts.fields()), ["--format", "json"])
    #expect(try json.json()["receipt"]?["in_app"] == .array([]))
    let answer = try await run(DER.receipt(TestReceipts.fields()), ["--format", "verify-receipt"])
    #expect(try answer.json()["receipt"]?["in_app"] == .array([]))
  }

  @Test("A receipt without any known attribute is decoded")
  func nothing() async throws {
    let receipt = DER.receipt([DER.attribute(99, DER.utf8(String(repeating: "x", count: 100)))])
    let result = try await run(receipt, [], columns: 80)
    Golden.expect(result.output, "nothing.80.txt")
  }

  @Test("Volume purchases are recognized: the VPP types are environments")
  func vppEnvironments() async throws {
    for (type, environment) in [
      ("ProductionVPP", "Production"), ("ProductionVPPSandbox", "Sandbox"),
      ("ProductionSandbox", "Sandbox"), ("Production", "Production"), ("Xcode", "Xcode"),
    ] {
      let result = try await run(
        DER.receipt(TestReceipts.fields(type: type)), ["--format", "json"])
      #expect(try result.json()["receipt"]?["environment"]?.string == environment)
    }
  }
}
