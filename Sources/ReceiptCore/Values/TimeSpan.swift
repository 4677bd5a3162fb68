/// A length of time, to the millisecond.
public struct TimeSpan: Sendable, Hashable, Comparable {
  /// The length in milliseconds; it may be negative.
  public let milliseconds: Int64
  /// The earlier of the two moments, if known. It decides which years are leap years.
  private let start: ReceiptDate?

  /// Makes a length of time.
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
    start = nil
  }

  fileprivate init(from earlier: ReceiptDate, to later: ReceiptDate) {
    milliseconds = later.millisecondsSince1970 - earlier.millisecondsSince1970
    start = min(earlier, later)
  }

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
      // Units go from largest to smallest, each at most once.
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
    start = nil
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

  public static func == (left: TimeSpan, right: TimeSpan) -> Bool {
    left.milliseconds == right.milliseconds
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(milliseconds) }
}

extension TimeSpan {
  /// The time as it can be read again, to the second: `1d12h`.
  package var spelled: String {
    var remaining = milliseconds
    let parts = Self.units.compactMap { unit -> String? in
      let count = remaining / unit.milliseconds
      remaining %= unit.milliseconds
      return count > 0 ? "\(count)\(Character(Unicode.Scalar(unit.letter)))" : nil
    }
    return parts.isEmpty ? "0s" : parts.joined()
  }
}

extension TimeSpan: CustomStringConvertible {
  /// The two largest units, as in `3 days 4 hours` or `1 minute`. Weeks are given in days. Between two known
  /// moments, years are those of the calendar; otherwise they have 365 days.
  public var description: String {
    var remaining = milliseconds.magnitude
    var parts: [String] = []
    let (years, rest) = Self.years(in: remaining, from: start)
    if years > 0 {
      parts.append(Self.text(years, "year"))
      remaining = rest
    }
    for unit in Self.units.dropFirst() {
      let size = unit.milliseconds.magnitude
      let count = remaining / size
      remaining %= size
      // The second unit is given only if it is the next smaller one.
      if count > 0 { parts.append(Self.text(count, unit.name)) }
      if parts.count == 2 || (parts.count == 1 && count == 0) { break }
    }
    return parts.isEmpty ? "less than a second" : parts.joined(separator: " ")
  }

  private static func text(_ count: UInt64, _ unit: String) -> String {
    "\(count) \(unit)\(count == 1 ? "" : "s")"
  }

  /// The number of whole years, and the rest in milliseconds.
  private static func years(
    in span: UInt64, from start: ReceiptDate?
  ) -> (count: UInt64, rest: UInt64) {
    let year: UInt64 = 31_536_000_000
    guard let start, span >= year else { return (span / year, span % year) }
    let end = start.millisecondsSince1970 + Int64(span)
    // The count is one too high if the anniversary in the last year comes after the end.
    let count =
      CalendarDate(ReceiptDate(millisecondsSince1970: end)).year - CalendarDate(start).year
    for years in [count, count - 1] {
      let anniversary = start.anniversary(years).millisecondsSince1970
      if anniversary <= end { return (UInt64(max(0, years)), UInt64(end - anniversary)) }
    }
    return (0, span)
  }
}

extension ReceiptDate {
  /// The same day and time in another year; March 1 for a February 29 that does not exist there.
  fileprivate func anniversary(_ years: Int) -> ReceiptDate {
    let calendar = CalendarDate(self)
    let day = Self.daysSince1970(
      year: calendar.year + years, month: calendar.month, day: calendar.day)
    let old = Self.daysSince1970(year: calendar.year, month: calendar.month, day: calendar.day)
    return ReceiptDate(
      millisecondsSince1970: millisecondsSince1970 + Int64(day - old) * 86_400_000)
  }
}

extension ReceiptDate {
  /// The time from `earlier` to this moment; negative if `earlier` is later.
  public func since(_ earlier: ReceiptDate) -> TimeSpan {
    TimeSpan(from: earlier, to: self)
  }

  /// The moment `span` after this one.
  public func adding(_ span: TimeSpan) -> ReceiptDate {
    ReceiptDate(millisecondsSince1970: millisecondsSince1970 + span.milliseconds)
  }
}
