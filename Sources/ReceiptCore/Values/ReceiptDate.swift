/// A moment in a receipt, to the millisecond.
public struct ReceiptDate: Sendable, Hashable, Comparable {
  /// Milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
  public let millisecondsSince1970: Int64

  /// Makes a date from milliseconds since 1970-01-01T00:00:00Z.
  public init(millisecondsSince1970: Int64) {
    self.millisecondsSince1970 = millisecondsSince1970
  }

  /// Xcode writes 4001-01-01 for "never".
  public var isNever: Bool { self >= Self.distantFuture }

  /// 4001-01-01T00:00:00Z.
  public static let distantFuture = ReceiptDate(millisecondsSince1970: 64_092_211_200_000)
  /// The first date that can be written.
  package static let distantPast = ReceiptDate(millisecondsSince1970: writable.lowerBound)

  public static func < (left: ReceiptDate, right: ReceiptDate) -> Bool {
    left.millisecondsSince1970 < right.millisecondsSince1970
  }
}

// MARK: - Reading

extension ReceiptDate {
  /// Reads an RFC 3339 date in any form seen in receipts. It may have fractions of a second. The zone is `Z`
  /// or numeric, with or without a colon. Any other text gives `nil`.
  ///
  /// Digits after the third of a fraction are dropped. Second 60 counts as the first of the next minute.
  public init?(_ text: some Sequence<UInt8>) {
    let bytes = Array(text)
    self.init(bytes, bytes.indices)
  }

  /// Reads an RFC 3339 date, or a day, which means its beginning in UTC: `2024-02-29`. People may write small letters
  /// (RFC 3339 §5.6).
  package init?(dateOrDay text: String) {
    let text = text.uppercased()
    guard let date = ReceiptDate(text.utf8) ?? ReceiptDate((text + "T00:00:00Z").utf8) else {
      return nil
    }
    self = date
  }

  /// Reads the date that fills `range` of `bytes`.
  init?(_ bytes: [UInt8], _ range: Range<Int>) {
    // The parts of YYYY-MM-DDTHH:MM:SS are at fixed places.
    let start = range.lowerBound
    guard range.count >= 20,
      let year = bytes.number(at: start, digits: 4), bytes[start + 4] == UInt8(ascii: "-"),
      let month = bytes.number(at: start + 5, digits: 2), bytes[start + 7] == UInt8(ascii: "-"),
      let day = bytes.number(at: start + 8, digits: 2), bytes[start + 10] == UInt8(ascii: "T"),
      let hour = bytes.number(at: start + 11, digits: 2), bytes[start + 13] == UInt8(ascii: ":"),
      let minute = bytes.number(at: start + 14, digits: 2), bytes[start + 16] == UInt8(ascii: ":"),
      let second = bytes.number(at: start + 17, digits: 2),
      month >= 1, month <= 12, day >= 1, day <= Self.daysInMonth(month, year: year),
      hour < 24, minute < 60, second <= 60
    else { return nil }
    var index = start + 19
    guard let milliseconds = bytes.fraction(at: &index, end: range.upperBound),
      let zone = bytes.zoneInMinutes(at: &index, end: range.upperBound),
      index == range.upperBound
    else { return nil }
    let days = Self.daysSince1970(year: year, month: month, day: day)
    let minutes = (days * 24 + hour) * 60 + minute - zone
    let total = Int64((minutes * 60 + second) * 1000 + milliseconds)
    // The zone may move a date outside the years that four digits can write.
    guard Self.writable.contains(total) else { return nil }
    millisecondsSince1970 = total
  }

  /// The years 0000 to 9999 in UTC.
  package static let writable: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

  /// Whether databases and languages can keep it: most of them have no year 0, in which Xcode dates a purchase.
  package var isOfCommonEra: Bool { millisecondsSince1970 >= -62_135_596_800_000 }

  /// Days from 1970-01-01 to a day of the proleptic Gregorian calendar. Years are counted from March, so that
  /// the leap day is last and the days before a month are a linear function of it.
  package static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let shiftedYear = month > 2 ? year : year - 1
    let monthsSinceMarch = (month + 9) % 12
    let dayOfYear = (153 * monthsSinceMarch + 2) / 5 + day - 1
    let leapDays =
      floorDivide(shiftedYear, 4) - floorDivide(shiftedYear, 100)
      + floorDivide(shiftedYear, 400)
    return shiftedYear * 365 + leapDays + dayOfYear - 719_468
  }

  package static func daysInMonth(_ month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Division that rounds down, for dates before the era.
  package static func floorDivide(_ dividend: Int, _ divisor: Int) -> Int {
    dividend >= 0 ? dividend / divisor : -((divisor - 1 - dividend) / divisor)
  }
}

extension [UInt8] {
  /// The number of exactly `digits` digits at `start`; `nil` if one of them is not a digit.
  @inline(__always)
  fileprivate func number(at start: Int, digits: Int) -> Int? {
    var result = 0
    for index in start..<start + digits {
      let digit = self[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      result = result * 10 + Int(digit)
    }
    return result
  }

  /// A dot and one to nine digits, in milliseconds; 0 without a dot.
  @inline(__always)
  fileprivate func fraction(at index: inout Int, end: Int) -> Int? {
    guard index < end, self[index] == UInt8(ascii: ".") else { return 0 }
    let first = index + 1
    var milliseconds = 0
    var scale = 100
    index = first
    while index < end, self[index] &- UInt8(ascii: "0") < 10 {
      milliseconds += Int(self[index] &- UInt8(ascii: "0")) * scale
      scale /= 10
      index += 1
      guard index - first <= 9 else { return nil }
    }
    return index > first ? milliseconds : nil
  }

  /// `Z`, `+0100` or `+01:00`, as minutes east of Greenwich.
  @inline(__always)
  fileprivate func zoneInMinutes(at index: inout Int, end: Int) -> Int? {
    guard index < end else { return nil }
    let sign = self[index]
    index += 1
    if sign == UInt8(ascii: "Z") { return 0 }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), end - index >= 4,
      let hours = number(at: index, digits: 2), hours < 24
    else { return nil }
    index += 2
    if self[index] == UInt8(ascii: ":") { index += 1 }
    guard end - index >= 2, let minutes = number(at: index, digits: 2), minutes < 60 else {
      return nil
    }
    index += 2
    return sign == UInt8(ascii: "-") ? -(hours * 60 + minutes) : hours * 60 + minutes
  }
}
