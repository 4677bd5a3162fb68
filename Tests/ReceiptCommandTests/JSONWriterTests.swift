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

  /// Eight bytes are looked at at once, so each may stand anywhere among them.
  @Test(
    "A byte that needs an escape has one wherever it stands", arguments: [1, 2, 7, 8, 9, 17, 24])
  func places(length: Int) {
    let plain = Set(UInt8(0x20)...0x7E).subtracting(#""\"#.utf8)
    let wrong = (0..<length).flatMap { place in
      (UInt8(0)..<0x80).filter { octet in
        var octets = [UInt8](repeating: UInt8(ascii: "a"), count: length)
        octets[place] = octet
        var json = JSONWriter()
        json.string(String(decoding: octets, as: UTF8.self))
        return json.octets.dropFirst().dropLast().elementsEqual(octets) != plain.contains(octet)
      }
    }
    #expect(wrong == [])
  }

  @Test("What is not ASCII is shown, but for what a terminal obeys", arguments: [0, 7, 8])
  func beyondASCII(place: Int) {
    let before = String(repeating: "a", count: place)
    var json = JSONWriter()
    json.string("\(before)é\u{9B}")
    #expect(String(decoding: json.octets, as: UTF8.self) == "\"\(before)é\\u009b\"")
  }
}
