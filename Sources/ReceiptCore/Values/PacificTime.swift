/// The time zone America/Los_Angeles, in which verifyReceipt repeats every date.
///
/// The rules are those of the United States since 1967 (Uniform Time Act and its amendments). They are
/// written here, not read from the system's zone database, so that the result is the same everywhere.
package enum PacificTime {
  /// The offset in seconds: −8 hours, or −7 during daylight saving time.
  package static func secondsFromGMT(at date: ReceiptDate) -> Int {
    let local = CalendarDate(date, secondsFromGMT: standard)
    guard let days = daylightDays(local.year) else { return standard }
    // Clocks change at 2:00 local time. In standard time that is 2:00 in spring and 1:00 in autumn.
    let now = (local.month, local.day, local.hour)
    let begins = (days.begin.month, days.begin.day, 2)
    let ends = (days.end.month, days.end.day, 1)
    return now >= begins && now < ends ? daylight : standard
  }

  /// The moment when a clock there shows `clock`, which is written as if it were UTC. The hour that occurs twice
  /// in autumn means the first time. The hour that is left out in spring counts as standard time.
  package static func moment(showing clock: ReceiptDate) -> ReceiptDate {
    let candidates = [daylight, standard].map {
      clock.adding(TimeSpan(milliseconds: Int64(-$0) * 1000))
    }
    return zip(candidates, [daylight, standard]).first { secondsFromGMT(at: $0) == $1 }?.0
      ?? candidates[1]
  }

  private static let standard = -8 * 3600
  private static let daylight = standard + 3600

  private typealias Day = (month: Int, day: Int)

  /// The days on which daylight saving time begins and ends in a year.
  private static func daylightDays(_ year: Int) -> (begin: Day, end: Day)? {
    switch year {
    case ..<1967: nil
    case 2007...: ((3, sunday(2, of: 3, year)), (11, sunday(1, of: 11, year)))
    case 1987...: ((4, sunday(1, of: 4, year)), (10, lastSunday(of: 10, year)))
    // It began early in these two years because of the oil crisis.
    case 1974: ((1, 6), (10, lastSunday(of: 10, year)))
    case 1975: ((2, 23), (10, lastSunday(of: 10, year)))
    default: ((4, lastSunday(of: 4, year)), (10, lastSunday(of: 10, year)))
    }
  }

  /// The day of a month's first, second, … Sunday.
  private static func sunday(_ ordinal: Int, of month: Int, _ year: Int) -> Int {
    let first = CalendarDate.weekday(year: year, month: month, day: 1)
    return (first == 0 ? 1 : 8 - first) + 7 * (ordinal - 1)
  }

  /// The last Sunday of April or October.
  private static func lastSunday(of month: Int, _ year: Int) -> Int {
    let length = month == 4 ? 30 : 31
    return length - CalendarDate.weekday(year: year, month: month, day: length)
  }
}
