/// The date and time of a moment in a time zone.
package struct CalendarDate: Sendable, Hashable {
  package let year: Int
  /// 1 to 12.
  package let month: Int
  /// 1 to 31.
  package let day: Int
  /// 0 to 23.
  package let hour: Int
  package let minute: Int
  package let second: Int
  package let millisecond: Int
  /// The day of the week; 0 is Sunday.
  package let weekday: Int

  /// The date and time of `date` at an offset from UTC in seconds, which is negative west of Greenwich.
  package init(_ date: ReceiptDate, secondsFromGMT: Int = 0) {
    // Clamped, so that no date from a file can overflow.
    let writable = ReceiptDate.writable
    let milliseconds = min(
      max(date.millisecondsSince1970, writable.lowerBound), writable.upperBound)
    let total = milliseconds + Int64(secondsFromGMT) * 1000
    let seconds = ReceiptDate.floorDivide(Int(total), 1000)
    let days = ReceiptDate.floorDivide(seconds, 86_400)
    let secondOfDay = seconds - days * 86_400
    millisecond = Int(total) - seconds * 1000
    hour = secondOfDay / 3600
    minute = secondOfDay / 60 % 60
    second = secondOfDay % 60
    weekday = Self.weekday(days)
    // The inverse of `ReceiptDate.daysSince1970`, with eras of 400 years that begin in March.
    let shifted = days + 719_468
    let era = ReceiptDate.floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthsSinceMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthsSinceMarch + 2) / 5 + 1
    month = monthsSinceMarch < 10 ? monthsSinceMarch + 3 : monthsSinceMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The day of the week; 0 is Sunday.
  package static func weekday(year: Int, month: Int, day: Int) -> Int {
    weekday(ReceiptDate.daysSince1970(year: year, month: month, day: day))
  }

  /// 1970-01-01 was a Thursday.
  private static func weekday(_ daysSince1970: Int) -> Int {
    daysSince1970 + 4 - ReceiptDate.floorDivide(daysSince1970 + 4, 7) * 7
  }

  /// `2018-11-29`.
  package var dayText: String { text { $0.append(dayOf: self) } }

  /// `08:30:50`.
  package var timeText: String { text { $0.append(timeOf: self) } }
}

extension ReceiptDate: CustomStringConvertible {
  /// RFC 3339 in UTC, with milliseconds if they are not zero: `2018-11-29T08:30:50Z`.
  public var description: String {
    let calendar = CalendarDate(self)
    return text {
      $0.append(dayOf: calendar)
      $0.append(UInt8(ascii: "T"))
      $0.append(timeOf: calendar)
      if calendar.millisecond != 0 {
        $0.append(UInt8(ascii: "."))
        $0.append(calendar.millisecond, digits: 3)
      }
      $0.append(UInt8(ascii: "Z"))
    }
  }
}

/// Builds a text from bytes. Dates occur many times in every response, and joining strings takes six times as
/// long.
private func text(_ write: (inout [UInt8]) -> Void) -> String {
  var octets: [UInt8] = []
  octets.reserveCapacity(24)
  write(&octets)
  return String(decoding: octets, as: UTF8.self)
}

extension [UInt8] {
  fileprivate mutating func append(dayOf date: CalendarDate) {
    append(date.year, digits: 4)
    append(UInt8(ascii: "-"))
    append(date.month, digits: 2)
    append(UInt8(ascii: "-"))
    append(date.day, digits: 2)
  }

  fileprivate mutating func append(timeOf date: CalendarDate) {
    append(date.hour, digits: 2)
    append(UInt8(ascii: ":"))
    append(date.minute, digits: 2)
    append(UInt8(ascii: ":"))
    append(date.second, digits: 2)
  }

  /// Appends a number in decimal, padded with zeros.
  fileprivate mutating func append(_ number: Int, digits: Int) {
    if number < 0 { append(UInt8(ascii: "-")) }
    var rest = UInt32(truncatingIfNeeded: number.magnitude)
    var unit: UInt32 = 1
    for _ in 1..<digits { unit *= 10 }
    while rest / unit > 9 { unit *= 10 }
    while unit > 0 {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / unit))
      rest %= unit
      unit /= 10
    }
  }
}
