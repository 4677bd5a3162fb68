internal import ReceiptCore

/// A rule that gives the offset of every year, as in `CET-1CEST,M3.5.0,M10.5.0/3` (POSIX.1-2024, Base
/// Definitions §8.3, `TZ`; RFC 9636 §3.3.1).
struct TimeZoneRule: Sendable {
  private let standard: Int
  private let daylight: Daylight?

  private struct Daylight {
    let offset: Int
    let begins: Change
    let ends: Change
  }

  /// A day of every year, and the seconds from its midnight.
  private struct Change {
    let day: Day
    let seconds: Int

    enum Day {
      /// `M3.5.0`: the fifth, which means the last, Sunday of March.
      case weekday(month: Int, week: Int, weekday: Int)
      /// `J60`, 1 to 365: March 1 in every year.
      case withoutLeapDay(Int)
      /// `59`, 0 to 365.
      case withLeapDay(Int)
    }

    /// The moment in a year, when the clock has the given offset in seconds.
    func moment(in year: Int, offset: Int) -> ReceiptDate {
      let newYear = ReceiptDate.daysSince1970(year: year, month: 1, day: 1)
      let days =
        switch day {
        case .weekday(let month, let week, let weekday):
          ReceiptDate.daysSince1970(
            year: year, month: month,
            day: Self.day(of: month, week: week, weekday: weekday, year: year))
        case .withoutLeapDay(let number):
          newYear + number - 1
            + (number >= 60 && ReceiptDate.daysInMonth(2, year: year) == 29 ? 1 : 0)
        case .withLeapDay(let number): newYear + number
        }
      return ReceiptDate(
        millisecondsSince1970: Int64(days * 86_400 + seconds - offset) * 1000)
    }

    private static func day(of month: Int, week: Int, weekday: Int, year: Int) -> Int {
      let first = CalendarDate.weekday(year: year, month: month, day: 1)
      let day = 1 + (weekday - first + 7) % 7 + 7 * (week - 1)
      return day > ReceiptDate.daysInMonth(month, year: year) ? day - 7 : day
    }
  }

  /// `nil` for anything but a whole rule.
  init?(_ text: [UInt8]) {
    var reader = Reader(rest: text[...])
    guard reader.name(), let west = reader.time(hours: 0...24) else { return nil }
    standard = -west
    guard !reader.isAtEnd else {
      daylight = nil
      return
    }
    guard reader.name() else { return nil }
    var offset = standard + 3600
    if !reader.isAt(",") {
      guard let west = reader.time(hours: 0...24) else { return nil }
      offset = -west
    }
    guard reader.accept(","), let begins = reader.change(), reader.accept(","),
      let ends = reader.change(), reader.isAtEnd
    else { return nil }
    daylight = Daylight(offset: offset, begins: begins, ends: ends)
  }

  /// The offset from UTC in seconds.
  func secondsFromGMT(at date: ReceiptDate) -> Int {
    guard let daylight else { return standard }
    let year = CalendarDate(date, secondsFromGMT: standard).year
    // Each change is given by the clock that is in use before it.
    let begins = daylight.begins.moment(in: year, offset: standard)
    let ends = daylight.ends.moment(in: year, offset: daylight.offset)
    // South of the equator daylight saving time goes on over New Year.
    let isDaylight =
      begins < ends
      ? begins <= date && date < ends : !(ends <= date && date < begins)
    return isDaylight ? daylight.offset : standard
  }

  private struct Reader {
    var rest: ArraySlice<UInt8>

    var isAtEnd: Bool { rest.isEmpty }

    func isAt(_ sign: Unicode.Scalar) -> Bool { rest.first == UInt8(ascii: sign) }

    mutating func accept(_ sign: Unicode.Scalar) -> Bool {
      guard isAt(sign) else { return false }
      rest.removeFirst()
      return true
    }

    /// `CET` or `<+0330>`. Only its end matters.
    mutating func name() -> Bool {
      if accept("<") {
        guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
        rest = rest[(end + 1)...]
        return true
      }
      let count = rest.prefix { ($0 | 0x20) &- 0x61 < 26 }.count
      rest = rest.dropFirst(count)
      return count >= 3
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int? {
      let digits = rest.prefix { $0 &- 0x30 < 10 }
      guard (1...3).contains(digits.count) else { return nil }
      rest = rest[digits.endIndex...]
      let number = digits.reduce(0) { $0 * 10 + Int($1 &- 0x30) }
      return range.contains(number) ? number : nil
    }

    /// `[+-]hh[:mm[:ss]]`, in seconds.
    mutating func time(hours: ClosedRange<Int>) -> Int? {
      let isNegative = accept("-")
      if !isNegative { _ = accept("+") }
      guard let hour = number(hours) else { return nil }
      var seconds = hour * 3600
      for unit in [60, 1] {
        guard accept(":") else { break }
        guard let part = number(0...59) else { return nil }
        seconds += part * unit
      }
      return isNegative ? -seconds : seconds
    }

    mutating func change() -> Change? {
      guard let day = day() else { return nil }
      guard accept("/") else { return Change(day: day, seconds: 2 * 3600) }
      // RFC 9636 §3.3.1 extends the hours to a week before and after.
      guard let seconds = time(hours: 0...167) else { return nil }
      return Change(day: day, seconds: seconds)
    }

    private mutating func day() -> Change.Day? {
      if accept("M") {
        guard let month = number(1...12), accept("."), let week = number(1...5), accept("."),
          let weekday = number(0...6)
        else { return nil }
        return .weekday(month: month, week: week, weekday: weekday)
      }
      if accept("J") { return number(1...365).map { .withoutLeapDay($0) } }
      return number(0...365).map { .withLeapDay($0) }
    }
  }
}
