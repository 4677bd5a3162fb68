package import ReceiptCore

/// Where moments stand on a line, and which round ones to name on it.
package struct TimeScale: Sendable {
  package let start: ReceiptDate
  package let end: ReceiptDate

  /// A round moment, and how short it can be named: `2024`, `2024-03`, `2024-03-22`, `08:15`.
  package struct Tick: Sendable {
    package let date: ReceiptDate
    package let label: String
  }

  /// The scale of a timeline. Of some moments beside it those are taken in that do not squeeze the rest:
  /// they lie within a third of its length, or where something runs on, or nothing on it has a length.
  package init?(_ timeline: Timeline, with moments: [ReceiptDate]) {
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
    // Beyond these no date can be written.
    self.start = max(start, ReceiptDate(millisecondsSince1970: ReceiptDate.writable.lowerBound))
    self.end = min(end, ReceiptDate(millisecondsSince1970: ReceiptDate.writable.upperBound))
  }

  /// Where a moment stands: 0 at the start, 1 at the end. Others stand outside of these.
  package func position(of date: ReceiptDate) -> Double {
    Double(date.since(start).milliseconds) / Double(end.since(start).milliseconds)
  }

  package func contains(_ date: ReceiptDate) -> Bool { start <= date && date <= end }

  /// As many round moments as there is room to name on a line of so many characters.
  package func ticks(columns: Int) -> [Tick] {
    for step in Step.all {
      // A mark before each, and two blanks behind it.
      let limit = columns / (step.labelWidth + 3)
      if let ticks = step.ticks(from: start, to: end, atMost: limit) { return ticks }
    }
    return []
  }

  /// The day that all of it lies on, unless there are several.
  package var onlyDay: String? { start.dayText == end.dayText ? start.dayText : nil }
}

/// The distance between two ticks.
private struct Step {
  enum Unit: Int {
    case second = 1
    case minute = 60
    case hour = 3600
    case day = 86_400
    /// As long as the calendar has it, like years, which are twelve.
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

  /// The ticks between two moments, both included; `nil` when they are more than `limit`.
  func ticks(from start: ReceiptDate, to end: ReceiptDate, atMost limit: Int) -> [TimeScale.Tick]? {
    var result: [TimeScale.Tick] = []
    var index = firstIndex(from: start)
    while let date = date(index), date <= end {
      if date >= start {
        guard result.count < limit else { return nil }
        result.append(TimeScale.Tick(date: date, label: label(date)))
      }
      index += 1
    }
    return result
  }

  /// As many characters as the longest label has.
  var labelWidth: Int {
    switch unit {
    case .second: 8
    case .minute, .hour, .day: 10
    case .month: count < 12 ? 7 : 4
    }
  }

  /// Milliseconds; 0 for months.
  private var length: Int { unit.rawValue * 1000 * count }

  /// The number of the tick at a moment, or of the one before it.
  private func firstIndex(from start: ReceiptDate) -> Int {
    guard unit == .month else {
      return ReceiptDate.floorDivide(Int(start.millisecondsSince1970), length)
    }
    let calendar = CalendarDate(start)
    return (calendar.year * 12 + calendar.month - 1) / count
  }

  /// The moment of a tick; `nil` beyond the dates that can be written.
  private func date(_ index: Int) -> ReceiptDate? {
    guard unit == .month else {
      return ReceiptDate(millisecondsSince1970: Int64(index) * Int64(length))
    }
    let (year, month) = (index * count / 12, index * count % 12 + 1)
    guard year < 10_000 else { return nil }
    let days = ReceiptDate.daysSince1970(year: year, month: month, day: 1)
    return ReceiptDate(millisecondsSince1970: Int64(days) * 86_400_000)
  }

  private func label(_ date: ReceiptDate) -> String {
    let calendar = CalendarDate(date)
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
