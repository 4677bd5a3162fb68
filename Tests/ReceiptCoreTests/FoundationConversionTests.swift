import Foundation
import ReceiptCore
import ReceiptFoundation
import TestSupport
import Testing

/// Foundation's types instead of the library's own.
@Suite struct FoundationConversionTests {
  @Test("dates convert both ways, to the millisecond")
  func dates() throws {
    let date = try #require(ReceiptDate("2024-02-29T12:00:00.123Z".utf8))
    #expect(ReceiptDate(Date(date)) == date)
    #expect(ReceiptDate(Date(timeIntervalSince1970: 0)) == ReceiptDate(millisecondsSince1970: 0))
  }

  @Test("what no receipt can have is no date", arguments: [253_402_300_800, -62_167_219_201])
  func outside(seconds: Int) {
    #expect(ReceiptDate(Date(timeIntervalSince1970: Double(seconds))) == nil)
    let inside = seconds > 0 ? seconds - 1 : seconds + 1
    #expect(ReceiptDate(Date(timeIntervalSince1970: Double(inside))) != nil)
    #expect(ReceiptDate(Date(timeIntervalSince1970: .nan)) == nil)
  }

  @Test("files and data are read as they are")
  func files() throws {
    let folder = Fixture.root.appending(path: "Fixtures")
    let roots = try TrustAnchor.custom(contentsOf: folder.appending(path: "roots.pem"))
    #expect(!roots.isEmpty)
    let data = try Data(contentsOf: folder.appending(path: "transaction.jws"))
    let decoded = try ReceiptDecoder().decode(data)
    #expect(ReceiptVerifier(trustRoots: roots).verify(decoded).status == .custom)
    #expect(throws: (any Error).self) {
      try TrustAnchor.custom(contentsOf: folder.appending(path: "nothing.pem"))
    }
  }
}
