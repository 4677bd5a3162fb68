import Foundation
import ReceiptCore
import ReceiptMaking
import Testing

/// Schema 1, on which scripts rely.
@Suite struct JSONContractTests {
  private func decode(
    _ bytes: [UInt8], _ arguments: [String] = [], status: Int32 = 0
  ) async throws -> JSON {
    let bench = try Workbench()
    try bench.write("receipt", bytes)
    return try await bench.run(["decode", "receipt", "--format", "json"] + arguments)
      .expect(status: status).json()
  }

  @Test("Keys are sorted at every level", arguments: [[], ["--all"]])
  func sortedKeys(arguments: [String]) async throws {
    let whole = try await decode(TestReceipts.der(), arguments)
    let damaged = try await decode(Array(TestReceipts.der().prefix(1000)), arguments, status: 2)
    let failed = try await decode([0], arguments, status: 2)
    for (path, names) in [whole, damaged, failed].flatMap({ $0.objects() }) {
      #expect(names == names.sorted(), "at \(path)")
    }
  }

  @Test("Numbers, ids, dates, hashes and bytes each have their type")
  func types() async throws {
    let json = try await decode(TestReceipts.der())
    #expect(json["schema"] == .number("1"))
    let receipt = try #require(json["receipt"])
    for name in ["adam_id", "app_item_id", "download_id", "version_external_identifier"] {
      #expect(receipt[name] == .string("0"), "\(name)")
    }
    let date = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z/
    for name in ["receipt_creation_date", "original_purchase_date"] {
      let text = try #require(receipt[name]?.string)
      #expect(try date.wholeMatch(in: text) != nil, "\(name)")
    }
    #expect(receipt["sha1_hash"]?.string == "a39a4310b8f50a78636b1b8b1bcc62c502179135")
    #expect(receipt["opaque_value"]?.string == "2+4TPzQw4sc8HEhcMhGM+g==")
    #expect(receipt["environment"] == .string("Sandbox"))
    #expect(receipt["receipt_type"] == .string("ProductionSandbox"))
    #expect(receipt["original_application_version"] == .string("1.0"))
    let purchase = try #require(receipt["in_app"]?[0])
    #expect(purchase["quantity"] == .number("1"))
    #expect(purchase["is_trial_period"] == .bool(false))
    #expect(purchase["transaction_id"] == .string("1000000479728157"))
    #expect(purchase["web_order_line_item_id"] == .string("1000000041543390"))
    #expect(purchase["product_type"] == .string("auto-renewable-subscription"))
    #expect(purchase["expires_date"] == .string("2018-11-29T09:29:26Z"))
    #expect(purchase["cancellation_date"] == nil, "what is absent has no key")
    #expect(json["findings"] == .array([]))
    #expect(json["error"] == nil && json["errors"] == nil)
  }

  @Test("A 64-bit id keeps all its digits")
  func largeIDs() async throws {
    let json = try await decode(
      DER.receipt(
        TestReceipts.fields() + [
          DER.attribute(1, DER.integer(.max)), DER.attribute(15, DER.integer(.max)),
          TestReceipts.purchase(
            DER.utf8("a"), transaction: "1", [DER.attribute(1711, DER.integer(.max))]),
        ]))
    #expect(json["receipt"]?["adam_id"]?.string == "9223372036854775807")
    #expect(json["receipt"]?["download_id"]?.string == "9223372036854775807")
    #expect(
      json["receipt"]?["in_app"]?[0]?["web_order_line_item_id"]?.string == "9223372036854775807")
  }

  @Test("--all gives every attribute with its place, name, confidence and value")
  func attributes() async throws {
    let json = try await decode(TestReceipts.der(), ["--all"])
    let attributes = try #require(json["attributes"]?.elements)
    let required: Set<String> = [
      "confidence", "kind", "length", "offset", "type", "value", "version",
    ]
    for attribute in attributes {
      #expect(required.isSubset(of: Set(attribute.names ?? [])), "\(attribute)")
    }
    let hash = try #require(attributes.first { $0["type"]?.number == "5" })
    #expect(hash["value"]?.string == "a39a4310b8f50a78636b1b8b1bcc62c502179135")
    #expect(hash["name"]?.string == "sha1_hash" && hash["confidence"]?.string == "apple")
    let opaque = try #require(attributes.first { $0["type"]?.number == "4" })
    #expect(opaque["version"]?.number == "2")
    #expect(opaque["value"]?.string == "2+4TPzQw4sc8HEhcMhGM+g==")
    let purchases = attributes.filter { $0["type"]?.number == "17" }
    #expect(purchases.count == 2)
    let product = try #require(
      purchases.first?["value"]?.elements?.first { $0["type"]?.number == "1702" })
    #expect(product["value"]?.string == "vip" && product["kind"]?.string == "UTF8String")
    // The offset is that of the attribute in the file.
    let der = try TestReceipts.der()
    for attribute in attributes {
      let offset = try #require(attribute["offset"]?.number.flatMap { Int($0) })
      #expect(der[offset] == 0x30)
    }
  }

  @Test("The source lists the wrappings and the size of the receipt")
  func source() async throws {
    let der = try TestReceipts.der()
    let base64 = try TestReceipts.base64()
    let urlSafe = base64.compactMap { byte -> UInt8? in
      switch byte {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      case UInt8(ascii: "="), 0x0A: nil
      default: byte
      }
    }
    for (bytes, layers) in [(der, []), (base64, ["base64"]), (urlSafe, ["base64url"])] {
      let source = try #require(try await decode(bytes)["source"])
      #expect(
        source
          == .object([
            .init(name: "bytes", value: .number("5445")),
            .init(name: "encoding", value: .string("der")),
            .init(name: "form", value: .string("app-receipt")),
            .init(name: "layers", value: .array(layers.map { .string($0) })),
            .init(name: "name", value: .string("receipt")),
          ]))
    }
  }

  @Test("One input gives an object; several, or a folder, give an array")
  func shapes() async throws {
    let bench = try Workbench()
    try bench.write("a", TestReceipts.der())
    try bench.write("in/b", TestReceipts.der())
    try bench.write("My.app/Contents/_MASReceipt/receipt", TestReceipts.der())
    for (arguments, count) in [
      (["a"], nil), (["My.app"], nil), (["in"], 1), (["a", "in"], 2), (["a", "a"], 2),
      (["a", "My.app"], 2),
    ] as [([String], Int?)] {
      let json = try await bench.run(["decode", "--format", "json"] + arguments)
        .expect(status: 0).json()
      #expect(json.elements?.count == count, "\(arguments)")
      #expect((json.members != nil) == (count == nil), "\(arguments)")
    }
    let input = try await bench.run(
      ["decode", "--format", "json"], input: TestReceipts.base64()
    ).expect(status: 0).json()
    #expect(input["source"]?["name"]?.string == "-")
  }

  @Test("A failure is an object in the output, and a message on standard error")
  func failure() async throws {
    let bench = try Workbench()
    try bench.write("page.html", Array("<html>".utf8))
    let result = try await bench.run(["decode", "page.html", "--format", "json"])
      .expect(status: 2).expect(message: "receipt: error: page.html: ")
      .expect(message: "receipt: hint: ")
    let json = try result.json()
    #expect(json.names == ["error", "schema", "source"])
    #expect(json["schema"] == .number("1"))
    #expect(json["source"]?["name"]?.string == "page.html")
    let error = try #require(json["error"])
    #expect(error["code"]?.string == "html-page")
    #expect(error["offset"]?.number == "0")
    #expect(error["message"]?.string?.isEmpty == false && error["hint"]?.string?.isEmpty == false)
  }

  @Test("An error inside a receipt names its attribute")
  func errorPath() async throws {
    let json = try await decode(
      DER.receipt(
        TestReceipts.fields() + [
          TestReceipts.purchase(
            DER.utf8("a"), transaction: "1", [DER.attribute(1708, DER.ia5("tomorrow"))])
        ]), status: 2)
    let error = try #require(json["error"])
    #expect(error["code"]?.string == "invalid-date" && error["path"]?.string == "17[0]/1708")
    #expect(json["errors"] == .array([error]))
    #expect(json["receipt"]?["in_app"]?[0]?["product_id"]?.string == "a", "the rest is there")
  }

  @Test("NDJSON is one object in each line, failures included, in the order of the inputs")
  func lines() async throws {
    let bench = try Workbench()
    try bench.write("in/a", TestReceipts.der())
    try bench.write("in/b", Array("nonsense!".utf8))
    try bench.write("in/c", TestReceipts.base64())
    let result = try await bench.run(["decode", "in", "--format", "ndjson"]).expect(status: 2)
    #expect(result.text.hasSuffix("\n"))
    let lines = try result.lines.map { try JSON(Array($0.utf8)) }
    #expect(lines.map { $0["source"]?["name"]?.string } == ["in/a", "in/b", "in/c"])
    #expect(lines.map { $0["error"] != nil } == [false, true, false])
    for line in result.lines {
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    }
  }

  @Test("NDJSON and JSON have the same content")
  func sameInBoth() async throws {
    let bench = try Workbench()
    try bench.write("a", TestReceipts.der())
    let lines = try await bench.run(["decode", "a", "--format", "ndjson", "--all"]).json()
    let pretty = try await bench.run(["decode", "a", "--format", "json", "--all"]).json()
    #expect(lines == pretty)
  }
}
