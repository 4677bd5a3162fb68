import TestSupport
import Testing

@testable import ReceiptCore

/// What fuzzing found, in the smallest form that shows it.
@Suite struct FuzzFindingTests {
  @Test(
    "A wrong letter in a long hexadecimal word ends it; it is not a thousand empty receipts",
    arguments: [250, 4_000], ["", "<"])
  func wrongDigit(place: Int, bracket: String) throws {
    let digits = try Fixture.subscription().map { Hexadecimal.encode($0) }.joined()
    let text = Array((bracket + digits.prefix(place) + "z" + digits.dropFirst(place)).utf8)
    let found = try FoundReceipt.all(in: text)
    #expect(found.count == 1)
    let input = try #require(try found.first?.input.get())
    #expect(try input.bytes == Array(Fixture.subscription().prefix(place / 2)))
    #expect(try ReceiptDecoder().decode(input).errors.first?.code == .truncated)
  }
}
