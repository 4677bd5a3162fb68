import ReceiptCore
import ReceiptMaking
import Testing

/// A truncated receipt is shown as far as it can be read.
@Suite struct DamagedReceiptTests {
  private func decode(
    _ length: Int, _ arguments: [String]
  ) async throws -> CommandResult {
    let bench = try Workbench()
    try bench.write("receipt", TestReceipts.der().prefix(length))
    return try await bench.run(
      ["decode", "receipt"] + arguments, environment: ["COLUMNS": "80"])
  }

  @Test("The message says how much arrived", arguments: [5444, 4000, 1500, 700, 100])
  func words(length: Int) async throws {
    let result = try await decode(length, []).expect(status: 2)
      .expect(message: "of it arrived (\(length) of 5445 bytes)")
    #expect(length < 700 || result.text.contains("com.yomob.IAPtest"), "\(result)")
    #expect(result.text.contains("damaged: "))
  }

  @Test("One missing byte is \"1 byte\", not \"1 bytes\"")
  func singular() async throws {
    let result = try await decode(5444, []).expect(status: 2)
    #expect(!result.messageText.contains(": 1 bytes"), "\(result)")
  }

  @Test("A receipt cut among its purchases, as text")
  func golden() async throws {
    let result = try await decode(1100, []).expect(status: 2)
    Golden.expect(result.output, "damaged.80.txt")
    Golden.expect(result.messages, "damaged.messages.txt")
    expectFit(result, columns: 80)
  }

  @Test("A receipt cut among its purchases, as JSON")
  func json() async throws {
    let result = try await decode(1100, ["--format", "json"]).expect(status: 2)
    Golden.expect(result.output, "damaged.json")
    let json = try result.json()
    let errors = try #require(json["errors"]?.elements)
    #expect(json["error"] == errors.first)
    #expect(errors.allSatisfy { $0["code"]?.string == "truncated" && $0["offset"] != nil })
    #expect(json["receipt"]?["bundle_id"]?.string == "com.yomob.IAPtest")
    // The second purchase is truncated. Only its readable part is shown.
    let purchases = try #require(json["receipt"]?["in_app"]?.elements)
    #expect(purchases.count == 2)
    #expect(purchases[0]["transaction_id"]?.string == "1000000479728157")
    #expect(purchases[1]["quantity"] != nil && purchases[1]["expires_date"] == nil)
  }

  @Test(
    "Only whole attributes before the damage are shown", arguments: [300, 400, 500, 900])
  func before(length: Int) async throws {
    let whole = try await decode(5445, ["--format", "ndjson", "--all"]).expect(status: 0).json()
    let cut = try await decode(length, ["--format", "ndjson", "--all"]).expect(status: 2).json()
    let all = try #require(whole["attributes"]?.elements)
    let kept = try #require(cut["attributes"]?.elements)
    // All attributes but the last are the same. The last may be a truncated purchase.
    #expect(!kept.isEmpty && kept.dropLast() == all[..<(kept.count - 1)])
    let next = try #require(all[kept.count...].first?["offset"]?.number.flatMap { Int($0) })
    let last = try #require(all[kept.count - 1]["offset"]?.number.flatMap { Int($0) })
    #expect(last < length)
    // The first missing attribute did not fit.
    let nextLength = try #require(all[kept.count]["length"]?.number.flatMap { Int($0) })
    #expect(next + nextLength > length)
  }

  @Test("Truncated fields are not reported as absent")
  func absence() async throws {
    let result = try await decode(300, []).expect(status: 2)
    #expect(!result.text.contains("no purchases"), "\(result)")
    #expect(!result.text.contains("absent"), "\(result)")
  }

  @Test("The cut itself is the error, without a finding about the order")
  func order() async throws {
    let json = try await decode(1100, ["--format", "json"]).expect(status: 2).json()
    #expect(json["findings"] == .array([]))
  }

  @Test("A fault in a purchase names the purchase")
  func path() async throws {
    let json = try await decode(1100, ["--format", "json"]).expect(status: 2).json()
    let paths = (json["errors"]?.elements ?? []).compactMap { $0["path"]?.string }
    #expect(paths.allSatisfy { $0.hasPrefix("17[1]") }, "\(paths)")
  }

  @Test("CSV has the rows that could be read")
  func csv() async throws {
    let result = try await decode(1500, ["--format", "csv"]).expect(status: 2)
    #expect(try CSV(result.text).column("product_id") == ["vip", "vip"])
  }

  @Test("Apple's status would be 21002, however much could be read")
  func verifyReceipt() async throws {
    let result = try await decode(4000, ["--format", "verify-receipt"]).expect(status: 2)
    #expect(try result.json() == .object([.init(name: "status", value: .number("21002"))]))
  }

  @Test("Truncated base64 and a truncated file have the same code, and one error each")
  func base64() async throws {
    let bench = try Workbench()
    let text = try TestReceipts.base64().filter { $0 > 0x20 }
    try bench.write("receipt", text.prefix(4001))
    let result = try await bench.run(["decode", "receipt", "--format", "json"]).expect(status: 2)
    let codes = try #require(try result.json()["errors"]?.elements).map { $0["code"]?.string }
    #expect(codes == ["truncated"])
    let file = try await decode(3000, ["--format", "json"]).json()
    #expect(file["errors"]?.elements?.map { $0["code"]?.string } == ["truncated"])
  }

  @Test("One fault has no others")
  func oneFault() async throws {
    let bench = try Workbench()
    let bad = TestReceipts.purchase(DER.utf8("a"), transaction: "1", date: "not a date")
    try bench.write("receipt", DER.receipt(TestReceipts.fields() + [bad]))
    let told = try await bench.run(["decode", "receipt"]).expect(status: 2)
    #expect(told.messageText.contains("[invalid-date]\n"), "\(told)")
  }

  @Test("Ten errors of a badly damaged receipt are listed, and --all lists the rest")
  func manyFaults() async throws {
    let bench = try Workbench()
    let bad = (0..<25).map {
      TestReceipts.purchase(DER.utf8("a"), transaction: "\($0)", date: "not a date")
    }
    try bench.write("receipt", DER.receipt(TestReceipts.fields() + bad))
    let some = try await bench.run(["decode", "receipt"]).expect(status: 2)
      .expect(message: "and 24 more faults")
    #expect(some.text.contains("and 15 more; --all shows them"))
    let all = try await bench.run(["decode", "receipt", "--all"]).expect(status: 2)
    #expect(all.lines.filter { $0.contains("[invalid-date]") }.count == 25)
  }
}
