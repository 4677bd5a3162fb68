import Foundation
import ReceiptStandIn
import TestSupport
import Testing

/// docs/online.md lists what the stand-in answers.
@Suite struct OnlinePageTests {
  private static func rows() throws -> [String] {
    let page = try String(
      contentsOf: Fixture.root.appending(path: "docs/online.md"), encoding: .utf8)
    return page.split(separator: "\n").map(String.init).filter { $0.hasPrefix("| ") }
  }

  @Test func theAddressesOfApplesAreListed() throws {
    let wanted = StandIn.appleAddresses.map { "| \($0.meaning) | `\($0.method) \($0.path)` |" }
    let rows = try Self.rows().filter { $0.contains("` |") && $0.contains("/v") }
    #expect(rows == wanted)
  }

  @Test func theAddressesOfItsOwnAreListed() throws {
    let wanted = StandIn.ownAddresses.map { "| `\($0.method) \($0.path)` | \($0.meaning) |" }
    #expect(try Self.rows().filter { $0.contains(" /stand-in/") } == wanted)
  }

  @Test func theFaultsAreListed() throws {
    let wanted = StandInFault.Word.allCases.map { "| `\($0.rawValue)` | \($0.meaning) |" }
    let rows = try Self.rows()
    #expect(wanted.filter { !rows.contains($0) } == [])
  }
}
