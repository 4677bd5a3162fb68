package import ReceiptCore

/// Places moments on a line, and chooses round moments as labels.
package struct TimeScale: Sendable {
  package let start: ReceiptDate
  package let end: ReceiptDate
  /// The clock by which moments are round.
  private let localTime: LocalTime

  /// A round moment with its shortest label: `2024`, `2024-03`, `2024-03-22`, `08:15`.
  package struct Tick: Sendable {
    package let date: ReceiptDate
    package let label: String
  }

  /// The scale of a timeline, extended by the other moments that do not squeeze it. They do not if they are
  /// within a third of its length, or if the timeline has no length. Where a stretch never ends, all later
  /// moments are added.
  package init?(
    _ timeline: Timeline, with moments: [ReceiptDate], in localTime: LocalTime = .utc
  ) {
    self.localTime = localTime
    guard let span = timeline.span else { return nil }
    let length = span.upperBound.since(span.lowerBound).milliseconds
    let room = TimeSpan(milliseconds: length / 3)
    let isEndless = timeline.tracks.contains { $0.stretches.contains { $0.end == nil } }
    var start = span.lowerBound
    var end = span.upperBound
    for moment in moments {
      let isNear =
        length == 0 || (isEndless && moment > span.upperBound)
        || (moment <= span.upperBound.adding(room)
          && moment >= span.lowerBound.adding(TimeSpan(milliseconds: -room.milliseconds)))
      guard isNear else { continue }
      start = min(start, moment)
      end = max(end, moment)
    }
    if start == end {
      let half = TimeSpan(milliseconds: 43_200_000)
      start = start.adding(TimeSpan(milliseconds: -half.milliseconds))
      end = end.adding(half)
    }
    // Dates outside these years cannot be written.
    self.start = max(start, ReceiptDate(millisecondsSince1970: ReceiptDate.writable.lowerBound))
    self.end = min(end, ReceiptDate(millisecondsSince1970: ReceiptDate.writable.upperBound))
  }

  /// The position of a moment: 0 at the start and 1 at the end. Other moments are outside this range.
  package func position(of date: ReceiptDate) -> Double {
    Double(date.since(start).milliseconds) / Double(end.since(start).milliseconds)
  }

  package func contains(_ date: ReceiptDate) -> Bool { start <= date && date <= end }

  /// As many round moments as can be labelled on a line of `columns` characters.
  package func ticks(columns: Int) -> [Tick] {
    for step in Step.all {
      // Each label takes one mark before it and two blanks after it.
      let limit = columns / (step.labelWidth + 3)
      if let ticks = step.ticks(
        from: start, to: end, atMost: limit, in: localTime)
      {
        return ticks
      }
    }
    return []
  }

  /// The day of the whole scale; `nil` if there are several.
  package var onlyDay: String? {
    let day = localTime.day(start)
    return day == localTime.day(end) ? day : nil
  }
}

/// The distance between two ticks.
private struct Step {
  enum Unit: Int {
    case second = 1
    case minute = 60
    case hour = 3600
    case day = 86_400
    /// The length of a calendar month. A year counts as 12 months.
    case month = 0
  }

  let unit: Unit
  let count: Int

  static let all: [Step] =
    [1, 5, 15, 30].map { Step(unit: .second, count: $0) }
    + [1, 5, 15, 30].map { Step(unit: .minute, count: $0) }
    + [1, 3, 6, 12].map { Step(unit: .hour, count: $0) }
    + [1, 2, 7, 14].map { Step(unit: .day, count: $0) }
    + [1, 3, 6].map { Step(unit: .month, count: $0) }
    + [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].map {
      Step(unit: .month, count: $0 * 12)
    }

  /// The ticks between two moments, inclusive; `nil` if there are more than `limit`.
  func ticks(
    from start: ReceiptDate, to end: ReceiptDate, atMost limit: Int, in localTime: LocalTime
  ) -> [TimeScale.Tick]? {
    var result: [TimeScale.Tick] = []
    let last = localTime.clock(at: end)
    var index = firstIndex(from: localTime.clock(at: start))
    while let clock = clock(index) {
      let date = localTime.moment(showing: clock)
      if date > end, clock > last { break }
      if date >= start, date <= end, isShown(clock, at: date, localTime) {
        guard result.count < limit else { return nil }
        result.append(TimeScale.Tick(date: date, label: label(clock)))
      }
      index += 1
    }
    return result
  }

  /// Clocks that are put forward leave out an hour. A day or a month is there all the same.
  private func isShown(
    _ clock: ReceiptDate, at date: ReceiptDate, _ localTime: LocalTime
  ) -> Bool {
    unit == .day || unit == .month || localTime.clock(at: date) == clock
  }

  /// The length of the longest label in characters.
  var labelWidth: Int {
    switch unit {
    case .second: 8
    case .minute, .hour, .day: 10
    case .month: count < 12 ? 7 : 4
    }
  }

  /// In milliseconds; 0 for months.
  private var length: Int { unit.rawValue * 1000 * count }

  /// The number of the tick at what a clock shows, or of the last one before it.
  private func firstIndex(from start: ReceiptDate) -> Int {
    guard unit == .month else {
      return ReceiptDate.floorDivide(Int(start.millisecondsSince1970), length)
    }
    let calendar = CalendarDate(start)
    return (calendar.year * 12 + calendar.month - 1) / count
  }

  /// What the clock shows at a tick, written as if it were UTC; `nil` outside the years that can be written.
  private func clock(_ index: Int) -> ReceiptDate? {
    guard unit == .month else {
      return ReceiptDate(millisecondsSince1970: Int64(index) * Int64(length))
    }
    let (year, month) = (index * count / 12, index * count % 12 + 1)
    guard year < 10_000 else { return nil }
    let days = ReceiptDate.daysSince1970(year: year, month: month, day: 1)
    return ReceiptDate(millisecondsSince1970: Int64(days) * 86_400_000)
  }

  private func label(_ clock: ReceiptDate) -> String {
    let calendar = CalendarDate(clock)
    return switch unit {
    case .second: calendar.timeText
    case .minute, .hour:
      calendar.hour == 0 && calendar.minute == 0
        ? calendar.dayText : String(calendar.timeText.prefix(5))
    case .day: calendar.dayText
    case .month: String(calendar.dayText.dropLast(count < 12 ? 3 : 6))
    }
  }
}
