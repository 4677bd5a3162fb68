import ReceiptMaking
import Testing

/// `receipt decode --ids`: which id is sent to the App Store Server API.
@Suite struct ServerIDTests {
  private func kinds(_ json: JSON) -> [String] {
    (json["ids"]?.elements ?? []).map { "\($0["kind"]?.string ?? "?") \($0["id"]?.string ?? "?")" }
  }

  @Test("The ids of the genuine receipt, with the calls that they fit")
  func fixture() async throws {
    let bench = try Workbench()
    try bench.write("receipt.b64", TestReceipts.base64())
    let text = try await bench.run(
      ["decode", "receipt.b64", "--ids"], environment: ["COLUMNS": "60"]
    )
    .expect(status: 0).expectSilence()
    Golden.expect(text.output, "ids.60.txt")
    let json = try await bench.run(["decode", "receipt.b64", "--ids", "--format", "json"])
      .expect(status: 0).expectSilence()
    Golden.expect(json.output, "ids.json")
    let value = try json.json()
    #expect(value["host"]?.string == "api.storekit-sandbox.apple.com")
    #expect(value["ids"]?.elements?.first?["product_ids"]?[0]?.string == "vip")
  }

  @Test(
    "Other forms have ids too, also in what is nested",
    arguments: [
      (
        "jws-transaction",
        [
          "transaction_id 100", "original_transaction_id 90", "app_transaction_id 7000",
          "web_order_line_item_id 55",
        ]
      ),
      (
        "jws-notification",
        [
          "transaction_id 100", "original_transaction_id 90", "app_transaction_id 7000",
          "web_order_line_item_id 55",
        ]
      ),
      ("jws-renewal-info", ["original_transaction_id 90"]),
      ("jws-app-transaction", ["app_transaction_id 8000"]),
      (
        "verify-receipt",
        [
          "transaction_id 100", "original_transaction_id 90", "web_order_line_item_id 55",
        ]
      ),
      ("ios6", ["transaction_id 100", "original_transaction_id 90", "web_order_line_item_id 55"]),
    ] as [(String, [String])])
  func forms(style: String, expected: [String]) async throws {
    let isWhole = style == "jws-app-transaction"
    let own = style.hasPrefix("jws") && !isWhole ? ", app_transaction_id: 7000" : ""
    let spec = """
      receipt:
        environment: Production
        bundle_id: com.example.app
      \(isWhole ? "  app_transaction_id: 8000" : "")
        in_app:
          - {transaction_id: 100, original_transaction_id: 90, product_id: vip,
             web_order_line_item_id: 55, expires_date: 2030-01-01\(own)}
      pending_renewal_info: [{product_id: vip, original_transaction_id: 90, auto_renew_status: true}]
      """
    let bench = try Workbench()
    try await bench.run(["make", "-", "--style", style, "-o", "made"], input: Array(spec.utf8))
      .expect(status: 0)
    let json = try await bench.run(["decode", "made", "--ids", "--format", "json"])
      .expect(status: 0).json()
    #expect(kinds(json) == expected, "\(json)")
    let names = Set(expected.compactMap { $0.split(separator: " ").first.map(String.init) })
    #expect(json["calls"]?.names == names.sorted())
    for name in names where name != "web_order_line_item_id" {
      #expect(json["calls"]?[name]?.elements?.isEmpty == false)
    }
  }

  @Test("With --redact there are pseudonyms, the same as elsewhere")
  func redacted() async throws {
    let bench = try Workbench()
    try bench.write("receipt.b64", TestReceipts.base64())
    try bench.write("key", Array(repeating: 7, count: 32))
    let arguments = [
      "decode", "receipt.b64", "--format", "json", "--redact", "--redact-key", "key",
    ]
    let ids = try await bench.run(arguments + ["--ids"]).expect(status: 0)
    let real = try await bench.run(["decode", "receipt.b64", "--ids", "--format", "json"]).json()
    let originals = try #require(real["ids"]?.elements)
    #expect(!originals.isEmpty)
    for id in originals {
      #expect(!ids.text.contains(id["id"]?.string ?? "?"))
    }
    let decoded = try await bench.run(arguments).expect(status: 0).text
    let pseudonyms = try #require(ids.json()["ids"]?.elements)
    #expect(pseudonyms.count == originals.count)
    for id in pseudonyms {
      #expect(decoded.contains(id["id"]?.string ?? "?"))
    }
  }

  @Test("No id, no server and no receipt are said")
  func nothing() async throws {
    let bench = try Workbench()
    try bench.write("empty", DER.receipt(TestReceipts.fields()))
    let empty = try await bench.run(["decode", "empty", "--ids"]).expect(status: 0)
    #expect(empty.text.contains("there is no id in it"))
    try bench.write(
      "xcode",
      DER.receipt(
        TestReceipts.fields(type: "Xcode") + [
          TestReceipts.purchase(DER.utf8("p"), transaction: "0")
        ]))
    let xcode = try await bench.run(["decode", "xcode", "--ids"]).expect(status: 0)
    #expect(xcode.text.contains("no server of Apple's knows them"))
    try bench.write(
      "unknown", DER.receipt([TestReceipts.purchase(DER.utf8("p"), transaction: "0")]))
    let unread = try await bench.run(["decode", "missing", "--ids", "--format", "json"])
      .expect(status: 2).json()
    #expect(unread["schema"] == .number("1") && unread["error"]?["code"] != nil)
    let unknown = try await bench.run(["decode", "unknown", "--ids"])
    #expect(unknown.text.contains("then to api.storekit-sandbox.apple.com"), "\(unknown)")
    try bench.write("junk", Array("hello".utf8))
    let junk = try await bench.run(["decode", "junk", "--ids", "--format", "json"]).expect(
      status: 2)
    #expect(try junk.json().names == ["error", "schema", "source"])
  }

  @Test("Several inputs give a list, and lines one object each")
  func several() async throws {
    let bench = try Workbench()
    try bench.write("a.b64", TestReceipts.base64())
    try bench.write("b.b64", TestReceipts.base64())
    let list = try await bench.run(["decode", "a.b64", "b.b64", "--ids", "--format", "json"])
      .expect(status: 0).json()
    #expect(list.elements?.count == 2)
    let line = Array(try bench.text("a.b64").filter { !$0.isNewline }.utf8)
    let lines = try await bench.run(["decode", "--lines", "--ids"], input: line + [0x0A] + line)
      .expect(status: 0).lines
    #expect(lines.count == 2 && lines.allSatisfy { $0.contains("\"ids\":") })
  }

  @Test(
    "--ids goes with what shows ids",
    arguments: [
      ["--format", "csv"], ["--format", "verify-receipt"], ["--format", "pem"], ["--all"],
      ["--certificates"],
    ])
  func usage(arguments: [String]) async throws {
    let bench = try Workbench()
    try bench.write("receipt.b64", TestReceipts.base64())
    try await bench.run(["decode", "receipt.b64", "--ids"] + arguments).expect(status: 64)
  }
}
