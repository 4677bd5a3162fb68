package import ReceiptCore

/// The clock of a time zone.
package struct LocalTime: Sendable {
  /// The zone as it is shown: `UTC`, `UTC+02:00`, `Europe/Berlin`.
  package let name: String
  private let offset: @Sendable (ReceiptDate) -> Int

  package static let utc = LocalTime(name: "UTC") { _ in 0 }

  /// - Parameter secondsFromGMT: the offset from UTC at a moment, which is negative west of Greenwich.
  package init(name: String, secondsFromGMT: @escaping @Sendable (ReceiptDate) -> Int) {
    self.name = name
    offset = secondsFromGMT
  }

  package func secondsFromGMT(at date: ReceiptDate) -> Int { offset(date) }

  /// The date and time that a clock there shows.
  package func calendar(_ date: ReceiptDate) -> CalendarDate {
    CalendarDate(date, secondsFromGMT: offset(date))
  }

  /// `2018-11-29`.
  package func day(_ date: ReceiptDate) -> String { calendar(date).dayText }

  /// `2018-11-29 08:30:50`.
  package func time(_ date: ReceiptDate) -> String {
    let calendar = calendar(date)
    return "\(calendar.dayText) \(calendar.timeText)"
  }

  /// What a clock there shows, written as if it were UTC.
  package func clock(at date: ReceiptDate) -> ReceiptDate {
    date.adding(TimeSpan(milliseconds: Int64(offset(date)) * 1000))
  }

  /// A moment when a clock there shows `clock`, which is written as if it were UTC. If the clock never shows
  /// it because it is put forward, the moment is at most that much too early or too late.
  package func moment(showing clock: ReceiptDate) -> ReceiptDate {
    func shifted(_ seconds: Int) -> ReceiptDate {
      clock.adding(TimeSpan(milliseconds: -Int64(seconds) * 1000))
    }
    return shifted(offset(shifted(offset(clock))))
  }
}
