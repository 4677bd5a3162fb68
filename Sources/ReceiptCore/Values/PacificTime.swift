/// The time zone America/Los_Angeles, in which verifyReceipt repeats every date.
///
/// The rules are those of the United States since 1967 (Uniform Time Act and its amendments); the zone
/// database of the system is not asked, so the answer is the same everywhere.
package enum PacificTime {
  /// −8 hours, or −7 while daylight saving time is in force.
  package static func secondsFromGMT(at date: ReceiptDate) -> Int {
    let standard = -8 * 3600
    let local = CalendarDate(date, secondsFromGMT: standard)
    guard let days = daylightDays(local.year) else { return standard }
    // Clocks change at 2:00 in local time: 2:00 standard in spring, 1:00 standard in autumn.
    let now = (local.month, local.day, local.hour)
    let begins = (days.begin.month, days.begin.day, 2)
    let ends = (days.end.month, days.end.day, 1)
    return now >= begins && now < ends ? standard + 3600 : standard
  }

  private typealias Day = (month: Int, day: Int)

  /// The first and the last day of daylight saving time in a year.
  private static func daylightDays(_ year: Int) -> (begin: Day, end: Day)? {
    switch year {
    case ..<1967: nil
    case 2007...: ((3, sunday(2, of: 3, year)), (11, sunday(1, of: 11, year)))
    case 1987...: ((4, sunday(1, of: 4, year)), (10, lastSunday(of: 10, year)))
    // In the oil crisis it began early in two years.
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
