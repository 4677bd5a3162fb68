import Testing

@testable import ReceiptCommandLine

/// Texts of JSON, byte by byte.
@Suite struct JSONWriterTests {
  @Test("Numbers have all their digits", arguments: [0, 7, 10, 99, 100, .max, -1, -10, .min])
  func numbers(number: Int64) {
    var json = JSONWriter()
    json.number(number)
    #expect(String(decoding: json.octets, as: UTF8.self) == "\(number)")
  }
}
