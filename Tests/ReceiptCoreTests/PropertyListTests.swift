import Foundation
import Testing

@testable import ReceiptCore

@Suite struct PropertyListTests {
  private func read(_ text: String) -> PropertyListReader { PropertyListReader(Array(text.utf8)) }

  @Test("keys and values are read with and without quotation marks, with every escape")
  func values() {
    let list = read(
      #"{ "a" = "b c"; d-e = f.g/h:1; "q" = "\"\\\n\r\t\U00e9\351\U0041"; "empty" = ""; last = x }"#
    )
    #expect(list.fault == nil)
    #expect(list.entries.map(\.key.description) == ["a", "d-e", "q", "empty", "last"])
    #expect(
      list.entries.map(\.value.description) == ["b c", "f.g/h:1", "\"\\\n\r\té\u{D8}A", "", "x"])
    #expect(read("{}").fault == nil)
    #expect(read(" { a = b; }\n").entries.count == 1)
  }

  @Test(
    "a fault is reported with its place, and the entries before it are read",
    arguments: [
      ("a = b", 0, 0), ("{ a b }", 4, 0), ("{ a = b c = d }", 8, 1), ("{ a = \"b", 6, 0),
      ("{ a = b; ", 9, 1), ("{ a = b; } x", 11, 1), ("{ a = b; a = c; }", 9, 1),
      ("{ a = b; a = c; d = e; }", 9, 2),
      ("{ a = \"\\Uzz\"; }", 7, 0), ("{ a = \"\\400\"; }", 7, 0), ("{ a = { b = c; }; }", 6, 0),
      ("{ a = \"\\", 7, 0), ("{ a = \"\\Ud83d\"; }", 7, 0), ("{ a = \"\\Ude00\"; }", 7, 0),
      ("{ a = \"\\Ud83d\\U0041\"; }", 7, 0), ("{ a = \"\\376\"; }", 7, 0), ("", 0, 0), ("{", 1, 0),
    ])
  func faults(text: String, offset: Int, entries: Int) {
    let list = read(text)
    #expect(list.fault?.offset == offset)
    #expect(list.entries.count == entries)
  }

  @Test("a character above U+FFFF is a pair of escapes")
  func surrogates() {
    #expect(read(#"{ a = "\Ud83d\Ude00"; }"#).value("a")?.text == "\u{1F600}")
  }

  @Test("octal escapes are NeXTSTEP's characters, as in Foundation")
  func octal() {
    for code in 0..<0xFE {
      let foundation = String(data: Data([UInt8(code)]), encoding: .nextstep)
      #expect(NeXTSTEP.scalar(code).map { String($0) } == foundation)
      let digits = String(code, radix: 8)
      let escape = "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      #expect(read("{ a = \"\(escape)\"; }").value("a")?.text == foundation)
    }
    for code in [0xFE, 0xFF, 0x100, -1] { #expect(NeXTSTEP.scalar(code) == nil) }
  }

  @Test("the largest number of entries is read, and one more is refused")
  func limit() {
    for count in [PropertyListReader.maximumEntries, PropertyListReader.maximumEntries + 1] {
      let list = read("{" + (0..<count).map { "k\($0) = v;" }.joined() + "}")
      #expect((list.fault == nil) == (count == PropertyListReader.maximumEntries))
      #expect(list.entries.count == PropertyListReader.maximumEntries)
    }
  }
}
