/// A length of time, to the millisecond.
public struct TimeSpan: Sendable, Hashable, Comparable {
  public let milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Reads numbers with units: `90d`, `1w`, `36h`, `1d12h`, `90m`, `30s`. `nil` for anything else, and for
  /// more than 10,000 years.
  public init?(_ text: String) {
    var total: Int64 = 0
    var digits = ""
    var lastUnit = Int64.max
    for character in text.utf8 {
      if character &- 0x30 < 10 {
        digits.unicodeScalars.append(Unicode.Scalar(character))
        continue
      }
      // From the largest unit to the smallest, each once.
      guard let unit = Self.units.first(where: { $0.letter == character })?.milliseconds,
        unit < lastUnit, let number = Int64(digits)
      else { return nil }
      lastUnit = unit
      digits = ""
      let (product, isTooLong) = number.multipliedReportingOverflow(by: unit)
      let (sum, isTooLongInAll) = total.addingReportingOverflow(product)
      guard !isTooLong, !isTooLongInAll, sum <= Self.longest else { return nil }
      total = sum
    }
    guard digits.isEmpty, lastUnit != .max else { return nil }
    milliseconds = total
  }

  private static let longest: Int64 = 315_576_000_000_000

  private static let units: [(letter: UInt8, name: String, milliseconds: Int64)] = [
    (UInt8(ascii: "w"), "week", 604_800_000), (UInt8(ascii: "d"), "day", 86_400_000),
    (UInt8(ascii: "h"), "hour", 3_600_000), (UInt8(ascii: "m"), "minute", 60_000),
    (UInt8(ascii: "s"), "second", 1_000),
  ]

  public static func < (left: TimeSpan, right: TimeSpan) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

extension TimeSpan: CustomStringConvertible {
  /// The two largest units: `3 days 4 hours`, `1 minute`; weeks are counted in days, and 365 of those are a
  /// year.
  public var description: String {
    var remaining = milliseconds.magnitude
    var parts: [String] = []
    let year = [(letter: UInt8(ascii: "y"), name: "year", milliseconds: Int64(31_536_000_000))]
    for unit in year + Self.units.dropFirst() {
      let size = unit.milliseconds.magnitude
      let count = remaining / size
      remaining %= size
      // A second unit only beside the next larger one.
      if count > 0 { parts.append("\(count) \(unit.name)\(count == 1 ? "" : "s")") }
      if parts.count == 2 || (parts.count == 1 && count == 0) { break }
    }
    return parts.isEmpty ? "less than a second" : parts.joined(separator: " ")
  }
}

extension ReceiptDate {
  /// The time from an earlier moment to this one; negative when that is later.
  public func since(_ earlier: ReceiptDate) -> TimeSpan {
    TimeSpan(milliseconds: millisecondsSince1970 - earlier.millisecondsSince1970)
  }

  /// The moment after a time has gone by.
  public func adding(_ span: TimeSpan) -> ReceiptDate {
    ReceiptDate(millisecondsSince1970: millisecondsSince1970 + span.milliseconds)
  }
}
