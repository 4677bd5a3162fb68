import TestSupport
import Testing

@testable import ReceiptCore

@Suite struct VersionNumberTests {
  private static let pairsInOrder: [(String, String)] = [
    ("1", "2"), ("9", "10"), ("99", "100"), ("1.9", "1.10"), ("1.2", "1.10"), ("1.9.9", "1.10"),
    ("1", "1.1"), ("1", "1.0.1"), ("1.0", "1.0.1"), ("1.0.0", "1.0.0.1"), ("0", "1"),
    ("0", "0.1"), ("0.0", "0.0.1"), ("0.9", "1"), ("1.99", "2"), ("1.99.99", "2.0"),
    ("2.0", "10"), ("2", "10.0"), ("10.2", "10.10"), ("1.10", "1.11"), ("1.10.2", "1.10.11"),
    ("20181129", "20181130"), ("201811291230", "201811300000"), ("999", "20181129"),
    ("20181129.2", "20181129.10"), ("4294967295", "4294967296"),
    ("9223372036854775807", "9223372036854775808"),
    ("18446744073709551615", "18446744073709551616"),
    ("99999999999999999999999999", "100000000000000000000000000"),
    ("1.99999999999999999999", "1.100000000000000000000"), ("01", "2"), ("1.09", "1.10"),
    ("1.0009", "1.10"), ("1.2.3.4.5.6.7.8.9", "1.2.3.4.5.6.7.8.10"), ("100", "100.1"),
    ("1.0", "2.0"), ("1.9", "2"), ("3.1", "3.01.5"), ("3.9", "3.11"), ("7.8.9", "7.9.8"),
    ("12", "13"), ("1.0.9", "1.0.10"), ("1.1.0", "1.1.1"), ("2.9", "2.9.1"), ("0.0.9", "0.0.10"),
    ("5.5.5", "5.5.6"), ("5.5", "5.6.0"), ("1.2", "1.2.0.0.0.1"), ("19", "100.0"),
  ]

  private static let equalPairs: [(String, String)] = [
    ("1", "1"), ("1", "1.0"), ("1", "1.0.0"), ("1.0", "1.0.0.0.0"), ("0", "0.0"), ("0", "00"),
    ("1", "01"), ("1.1", "1.01"), ("1.10", "1.10.0"), ("1.10", "01.010"), ("007", "7"),
    ("20181129", "020181129.0"), ("99999999999999999999", "099999999999999999999"),
  ]

  private static let notNumbers = [
    "", ".", "1.", ".1", "1..2", "1.2.", "B1A", "1a", "a1", "1.0b2", "1 ", " 1", "1,0", "1_0",
    "-1", "+1", "1e3", "0x10", "1.0\n", "١", "１", "1\u{0}", "v1.0", "1.0-beta",
  ]

  @Test("sixty pairs compare correctly in both directions", arguments: pairsInOrder)
  func older(left: String, right: String) throws {
    let a = try #require(VersionNumber(ReceiptString(left)))
    let b = try #require(VersionNumber(ReceiptString(right)))
    #expect(a < b && !(b < a) && a != b)
  }

  @Test("equal versions are neither older nor newer", arguments: equalPairs)
  func same(left: String, right: String) throws {
    let a = try #require(VersionNumber(ReceiptString(left)))
    let b = try #require(VersionNumber(ReceiptString(right)))
    #expect(a == b && !(a < b) && !(b < a))
  }

  @Test("a text that is not made of numbers is not a version, and never 0", arguments: notNumbers)
  func notNumeric(text: String) {
    #expect(VersionNumber(ReceiptString(text)) == nil)
  }

  @Test("any two versions compare as integers do")
  func property() {
    var generator = SplitMix64(seed: 7)
    for _ in 0..<5_000 {
      let a = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
        Int.random(in: 0...12, using: &generator)
      }
      let b = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
        Int.random(in: 0...12, using: &generator)
      }
      func version(_ parts: [Int]) -> VersionNumber? {
        VersionNumber(ReceiptString(parts.map(String.init).joined(separator: ".")))
      }
      let width = max(a.count, b.count)
      let left = a + Array(repeating: 0, count: width - a.count)
      let right = b + Array(repeating: 0, count: width - b.count)
      guard let first = version(a), let second = version(b) else {
        Issue.record("no version: \(a), \(b)")
        continue
      }
      #expect((first < second) == left.lexicographicallyPrecedes(right))
      #expect((first == second) == (left == right))
    }
  }
}

@Suite struct TimeSpanTests {
  @Test(
    "valid time spans",
    arguments: [
      ("1s", 1_000), ("90m", 5_400_000), ("36h", 129_600_000), ("1d12h", 129_600_000),
      ("2w", 1_209_600_000), ("1w1d1h1m1s", 694_861_000), ("0d", 0), ("007d", 604_800_000),
    ] as [(String, Int64)])
  func reading(text: String, milliseconds: Int64) {
    #expect(TimeSpan(text)?.milliseconds == milliseconds)
  }

  @Test(
    "invalid time spans",
    arguments: [
      "", "1", "d", "1x", "1.5d", "-1d", "1d1d", "1h1d", "1d 1h", "P1D", "1D",
      "9223372036854775807w",
      "99999999999999999999d", "3652501d", "1d12",
    ])
  func notReading(text: String) { #expect(TimeSpan(text) == nil) }

  @Test("time spans that are written differently are the same")
  func equality() {
    #expect(Set(["1d", "24h", "1440m", "2d"].compactMap { TimeSpan($0) }).count == 2)
  }

  @Test("the longest time span")
  func longest() { #expect(TimeSpan("3652500d")?.milliseconds == 315_576_000_000_000) }

  @Test(
    "time spans in words",
    arguments: [
      (0, "less than a second"), (999, "less than a second"), (1_000, "1 second"),
      (61_000, "1 minute 1 second"), (3_600_000, "1 hour"), (3_601_000, "1 hour"),
      (90_000_000, "1 day 1 hour"), (172_800_000, "2 days"), (172_860_000, "2 days"),
      (31_535_999_000, "364 days 23 hours"), (34_560_000_000, "1 year 35 days"),
      (-90_000_000, "1 day 1 hour"), (Int64.min, "292471208 years 247 days"),
    ] as [(Int64, String)])
  func words(milliseconds: Int64, text: String) {
    #expect(TimeSpan(milliseconds: milliseconds).description == text)
  }

  @Test(
    "Between two moments, years are those of the calendar",
    arguments: [
      ("2020-06-01T12:00:00Z", "2025-06-01T12:00:00Z", "5 years"),
      ("2013-04-01T00:00:00Z", "2025-06-01T12:00:00Z", "12 years 61 days"),
      ("2024-02-29T00:00:00Z", "2025-02-28T23:59:59Z", "365 days 23 hours"),
      ("2024-02-29T00:00:00Z", "2025-03-01T00:00:00Z", "1 year"),
      ("2024-02-29T00:00:00Z", "2028-02-29T00:00:00Z", "4 years"),
      ("2023-06-01T00:00:00Z", "2024-05-31T23:59:59Z", "365 days 23 hours"),
      ("2023-06-01T00:00:00Z", "2024-06-01T00:00:00Z", "1 year"),
      ("2022-06-01T00:00:00Z", "2023-05-31T23:00:00Z", "364 days 23 hours"),
      ("0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "9999 years 364 days"),
    ])
  func years(_ earlier: String, _ later: String, _ text: String) throws {
    let earlier = try #require(ReceiptDate(earlier.utf8))
    let later = try #require(ReceiptDate(later.utf8))
    #expect(later.since(earlier).description == text)
    #expect(earlier.since(later).description == text)
    #expect(later.since(earlier) == TimeSpan(milliseconds: later.since(earlier).milliseconds))
  }
}
