import Foundation
import ReceiptMaking
import Testing

@testable import ReceiptCommandLine

/// What is told about how a receipt is written, and values of unusual sizes.
@Suite struct WrittenFormTests {
  @Test("A length in more bytes than it needs is not called DER, nor strict DER")
  func longLength() async throws {
    let bench = try Workbench()
    // The value of attribute 3, a text of two bytes with a length of two.
    let long: [UInt8] = [0x0C, 0x81, 0x02, 0x34, 0x32]
    var fields = TestReceipts.fields()
    fields[2] = DER.attribute(3, long)
    try bench.write("receipt", DER.receipt(fields))
    let json = try await bench.run(["decode", "receipt", "--format", "json"]).json()
    #expect(json["source"]?["encoding"]?.string == "ber")
    let text = try await bench.run(["decode", "receipt"]).text
    #expect(text.contains("PKCS#7 BER") && !text.contains("DER,"))
    let check = try await bench.run(["check", "receipt"] + TestReceipts.trust()).expect(status: 1)
    #expect(!check.text.contains("strict DER"))
    #expect(check.text.contains("a length is written in more bytes than it needs"))
    // A value that needs two is fine, and so are bytes of an unknown type.
    fields[2] = DER.attribute(3, DER.utf8(String(repeating: "4", count: 200)))
    fields.append(DER.attribute(4242, long))
    try bench.write("receipt", DER.receipt(fields))
    let fine = try await bench.run(["check", "receipt"] + TestReceipts.trust()).expect(status: 0)
    #expect(fine.text.contains("strict DER"))
  }

  @Test("An empty value has the same verdict and the same words wherever it stands")
  func emptyValue() async throws {
    let bench = try Workbench()
    let empty = DER.attribute(8, [])
    for (name, fields) in [
      ("first", [empty] + TestReceipts.fields()), ("last", TestReceipts.fields() + [empty]),
    ] {
      try bench.write(name, DER.receipt(fields))
      let result = try await bench.run(["check", name] + TestReceipts.trust()).expect(status: 2)
      #expect(result.text.contains("signed under your own root"), "\(result)")
      #expect(result.text.contains("attribute 8"), "\(result)")
    }
  }

  @Test(
    "An INTEGER of any size is decimal",
    arguments: [
      ([0x01, 0, 0, 0, 0, 0, 0, 0, 0], "18446744073709551616"),
      ([0xFF, 0, 0, 0, 0, 0, 0, 0, 0], "-18446744073709551616"),
      ([0x80, 0, 0, 0, 0, 0, 0, 0, 0], "-2361183241434822606848"),
      ([0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], "18446744073709551615"),
      ([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE], "-2"),
      ([0, 0, 0, 0, 0, 0, 0, 0, 0], "0"),
    ] as [([UInt8], String)])
  func integers(octets: [UInt8], decimal: String) async throws {
    #expect(decimalText(octets[...]) == decimal)
    let bench = try Workbench()
    let fields = TestReceipts.fields() + [DER.attribute(4242, DER.element(0x02, octets))]
    try bench.write("receipt", DER.receipt(fields))
    let json = try await bench.run(["decode", "receipt", "--all", "--format", "json"]).json()
    let attribute = json["attributes"]?.elements?.first { $0["type"]?.number == "4242" }
    #expect(attribute?["kind"]?.string == "INTEGER")
    #expect(attribute?["value"]?.string == decimal)
    let text = try await bench.run(["decode", "receipt", "--all"]).text
    #expect(text.contains(" \(decimal)\n"))
  }

  @Test("A longer INTEGER than the limit stays bytes")
  func longIntegers() {
    let most = [UInt8](repeating: 0x7F, count: maximumDecimalLength)
    #expect(decimalText(most[...])?.count == 308)
    #expect(decimalText((most + [0])[...]) == nil)
    #expect(decimalText([]) == nil)
  }

  @Test(
    "The year 0 is no date; the year 1 is",
    arguments: [("0000-01-01", 64), ("0000-12-31T23:59:59Z", 64), ("0001-01-01", 0)])
  func years(date: String, status: Int) async throws {
    let bench = try Workbench()
    try bench.write("receipt", TestReceipts.der())
    let result = try await bench.run(["decode", "receipt", "--at", date])
    result.expect(status: Int32(status))
    if status != 0 { result.expect(message: "is not a date") }
  }
}
