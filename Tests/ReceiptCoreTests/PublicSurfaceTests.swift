import Foundation
import TestSupport
import Testing

/// What a user of the library can see, in a file of its own: a change of it shows in review.
@Suite struct PublicSurfaceTests {
  private static let list = Fixture.root.appending(
    path: "Tests/ReceiptCoreTests/PublicSurface.txt")

  @Test("PublicSurface.txt lists every public declaration")
  func surface() throws {
    let found = try PublicDeclaration.all().map(\.line).sorted().joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try found.write(to: Self.list, atomically: true, encoding: .utf8)
      Issue.record("recorded PublicSurface.txt; run again")
    }
    #expect(try String(contentsOf: Self.list, encoding: .utf8) == found)
  }

  @Test("Every public declaration says what it is")
  func documentation() throws {
    // Members that a protocol of the standard library demands have its documentation.
    let inherited =
      /rawValue: \w+\)?$|var description: String$|func (==|<|hash)|(start|end)Index: Int$|subscript\(index: Int\)/
    let all = try PublicDeclaration.all()
    #expect(all.count > 100)
    for declaration in all {
      #expect(
        declaration.isDocumented || declaration.text.contains(inherited),
        "\(declaration.line) has no comment with ///")
    }
  }
}
