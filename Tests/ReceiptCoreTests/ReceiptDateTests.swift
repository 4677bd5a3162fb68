import Foundation
import TestSupport
import Testing

@testable import ReceiptCore

struct ReceiptDateTests {
  @Test(
    "reads every form that receipts use",
    arguments: [
      ("1970-01-01T00:00:00Z", 0),
      ("2018-11-29T08:30:50Z", 1_543_480_250_000),
      ("2020-10-08T11:17:49.131Z", 1_602_155_869_131),
      ("2020-07-22T18:33:15+0100", 1_595_439_195_000),
      ("2020-07-22T18:33:15+01:00", 1_595_439_195_000),
      ("2020-07-22T18:33:15-0730", 1_595_469_795_000),
      ("2020-07-22T18:33:15.5-07:30", 1_595_469_795_500),
      ("2020-07-22T18:33:15+0000", 1_595_442_795_000),
      ("2020-07-22T18:33:15-00:00", 1_595_442_795_000),
      ("2020-07-22T18:33:15+2359", 1_595_356_455_000),
      ("1969-12-31T23:59:59.999Z", -1),
      ("0001-01-01T00:00:00Z", -62_135_596_800_000),
      ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    ] as [(String, Int64)])
  func forms(_ text: String, _ milliseconds: Int64) {
    #expect(ReceiptDate(text.utf8)?.millisecondsSince1970 == milliseconds)
  }

  @Test(
    "reads one to nine digits of a fraction and drops those after the third",
    arguments: [
      ("1", 100), ("12", 120), ("123", 123), ("1239", 123), ("12399", 123), ("123999", 123),
      ("1239999", 123), ("12399999", 123), ("123999999", 123), ("009", 9), ("000", 0),
    ] as [(String, Int64)])
  func fractions(_ digits: String, _ milliseconds: Int64) {
    let date = ReceiptDate("2018-11-29T08:30:50.\(digits)Z".utf8)
    #expect(date?.millisecondsSince1970 == 1_543_480_250_000 + milliseconds)
    let zoned = ReceiptDate("2018-11-29T09:30:50.\(digits)+0100".utf8)
    #expect(zoned == date)
  }

  @Test("reads second 60 as the first of the next minute")
  func leapSecond() {
    let leap = ReceiptDate("2016-12-31T23:59:60Z".utf8)
    #expect(leap == ReceiptDate("2017-01-01T00:00:00Z".utf8))
    #expect(leap != nil)
  }

  @Test(
    "accepts February 29 only in leap years",
    arguments: [
      (1900, false), (2000, true), (2023, false), (2024, true), (2100, false), (2400, true),
    ])
  func leapDays(_ year: Int, _ isLeapYear: Bool) {
    #expect((ReceiptDate("\(year)-02-29T00:00:00Z".utf8) != nil) == isLeapYear)
    #expect(ReceiptDate("\(year)-02-30T00:00:00Z".utf8) == nil)
    let length = isLeapYear ? 2 : 1
    let before = ReceiptDate("\(year)-02-28T00:00:00Z".utf8)?.millisecondsSince1970 ?? 0
    let after = ReceiptDate("\(year)-03-01T00:00:00Z".utf8)?.millisecondsSince1970 ?? 0
    #expect(after - before == Int64(length) * 86_400_000)
  }

  @Test(
    "accepts only the days of each month",
    arguments: zip(1...12, [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]))
  func monthEnds(_ month: Int, _ last: Int) {
    let prefix = "2023-" + (month < 10 ? "0\(month)" : "\(month)")
    #expect(ReceiptDate("\(prefix)-\(last)T00:00:00Z".utf8) != nil)
    #expect(ReceiptDate("\(prefix)-\(last + 1)T00:00:00Z".utf8) == nil)
  }

  @Test(
    "refuses texts in any other form",
    arguments: [
      "", "Z", "2018-11-29", "2018-11-29T08:30:50", "2018-11-29 08:30:50Z",
      "2018-11-29T08:30:50 Z", " 2018-11-29T08:30:50Z", "2018-11-29T08:30:50Z ",
      "2018-11-29T08:30:50ZZ", "2018-11-29T08:30:50Z\u{0}",
      "2018-00-29T08:30:50Z", "2018-13-29T08:30:50Z", "2018-11-00T08:30:50Z",
      "2018-11-31T08:30:50Z", "2018-11-32T08:30:50Z",
      "2018-11-29T24:00:00Z", "2018-11-29T08:60:50Z", "2018-11-29T08:30:61Z",
      "2018-11-29T08:30Z", "2018-11-29T8:30:50Z", "18-11-29T08:30:50Z", "20181129T083050Z",
      "2018/11/29T08:30:50Z", "2018-11-29t08:30:50Z", "2018-11-29T08:30:50z",
      "2018-11-29T08.30.50Z", "201a-11-29T08:30:50Z", "-018-11-29T08:30:50Z",
      "2018-11-29T08:30:50.Z", "2018-11-29T08:30:50.1234567890Z", "2018-11-29T08:30:50.123",
      "2018-11-29T08:30:50,123Z", "2018-11-29T08:30:50.12a3Z",
      "2018-11-29T08:30:50+", "2018-11-29T08:30:50+0", "2018-11-29T08:30:50+01",
      "2018-11-29T08:30:50+010", "2018-11-29T08:30:50+01:0", "2018-11-29T08:30:50+01:",
      "2018-11-29T08:30:50+01:000", "2018-11-29T08:30:50+01000", "2018-11-29T08:30:50+2400",
      "2018-11-29T08:30:50+0160", "2018-11-29T08:30:50+0a00", "2018-11-29T08:30:50+01:-1",
      "2018-11-29T08:30:50+0100Z", "2018-11-29T08:30:50 +0100", "2018-11-29T08:30:50_0100",
      "2018-11-29T08:30:50 Etc/GMT", "２018-11-29T08:30:50Z",
    ])
  func rejects(_ text: String) {
    #expect(ReceiptDate(text.utf8) == nil)
  }

  @Test("reads only within its range")
  func range() {
    let bytes = Array("9992018-11-29T08:30:50Z+0100".utf8)
    #expect(ReceiptDate(bytes, 3..<23)?.millisecondsSince1970 == 1_543_480_250_000)
    #expect(ReceiptDate(bytes, 3..<22) == nil)
    #expect(ReceiptDate(bytes, 3..<28) == nil)
    #expect(ReceiptDate(Array(bytes[..<22]), 3..<22) == nil)
  }

  @Test("the year 4001 means never in any zone, and the millisecond before does not")
  func never() {
    for text in [
      "4001-01-01T00:00:00Z", "4001-01-01T02:00:00+0200", "4000-12-31T23:00:00-01:00",
      "4001-01-01T00:00:00.001Z", "9999-01-01T00:00:00Z",
    ] {
      #expect(ReceiptDate(text.utf8)?.isNever == true, "\(text)")
    }
    for text in [
      "4000-12-31T23:59:59.999Z", "4000-12-31T23:59:59Z", "4001-01-01T00:00:00+0200",
      "2018-11-29T08:30:50Z",
    ] {
      #expect(ReceiptDate(text.utf8)?.isNever == false, "\(text)")
    }
  }

  @Test("sorts by moment")
  func order() throws {
    let early = try #require(ReceiptDate("2020-07-22T18:33:15+0100".utf8))
    let late = try #require(ReceiptDate("2020-07-22T17:33:15.001Z".utf8))
    #expect(early < late)
    #expect(!(late < early))
  }

  @Test(
    "describes itself in UTC, with milliseconds if they are not zero",
    arguments: [
      ("2018-11-29T08:30:50Z", "2018-11-29T08:30:50Z"),
      ("2018-11-29T08:30:50.000Z", "2018-11-29T08:30:50Z"),
      ("2020-10-08T11:17:49.131Z", "2020-10-08T11:17:49.131Z"),
      ("2020-10-08T11:17:49.007Z", "2020-10-08T11:17:49.007Z"),
      ("2020-01-01T00:30:00+0100", "2019-12-31T23:30:00Z"),
      ("2020-02-29T23:30:00-0100", "2020-03-01T00:30:00Z"),
      ("0099-02-03T04:05:06Z", "0099-02-03T04:05:06Z"),
      ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"),
    ])
  func description(_ text: String, _ expected: String) throws {
    #expect(try #require(ReceiptDate(text.utf8)).description == expected)
  }

  @Test(
    "a date that its zone moves outside the years 0000 to 9999 still describes its moment",
    arguments: ["9999-12-31T23:59:59-0100", "0000-01-01T00:00:00+0100"])
  func beyondFourDigits(_ text: String) throws {
    let date = ReceiptDate(text.utf8)
    #expect(date == nil || date == date.flatMap { ReceiptDate($0.description.utf8) })
  }

  @Test("agrees with Foundation on random moments, in both directions")
  func randomMoments() throws {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = .gmt
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    var random = SplitMix64(seed: 20_181_129)
    var differences: [String] = []
    for _ in 0..<3_000 {
      // 1600 to 9999. Foundation's calendars disagree about earlier dates.
      let moment = ReceiptDate(
        millisecondsSince1970: Int64.random(
          in: -11_676_096_000_000...253_402_300_799_999, using: &random))
      let text = moment.description
      if ReceiptDate(text.utf8) != moment { differences.append("\(text) does not read back") }
      let full = text.contains(".") ? text : text.dropLast() + ".000Z"
      let parsed = try style.parse(String(full)).timeIntervalSince1970
      if Int64((parsed * 1000).rounded()) != moment.millisecondsSince1970 {
        differences.append("\(text) is \(moment.millisecondsSince1970)")
      }
      let seconds = moment.millisecondsSince1970 / 1000
      let wholeSeconds = ReceiptDate(millisecondsSince1970: seconds * 1000)
      let offset = Int.random(in: -50_400...50_400, using: &random)
      let fields = calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .second, .weekday],
        from: Date(timeIntervalSince1970: TimeInterval(seconds + Int64(offset))))
      let ours = CalendarDate(wholeSeconds, secondsFromGMT: offset)
      if ours.year != fields.year || ours.month != fields.month || ours.day != fields.day
        || ours.hour != fields.hour || ours.minute != fields.minute
        || ours.second != fields.second || ours.weekday + 1 != fields.weekday
        || ours.millisecond != 0
      {
        differences.append("\(ours) for \(wholeSeconds) and \(offset)")
      }
    }
    #expect(differences == [])
  }

  @Test("splits the most distant moments without overflow", arguments: [Int64.min, Int64.max])
  func farthest(_ milliseconds: Int64) {
    let date = ReceiptDate(millisecondsSince1970: milliseconds)
    #expect(CalendarDate(date, secondsFromGMT: 50_400).month > 0)
    #expect(CalendarDate(date, secondsFromGMT: -50_400).month > 0)
    #expect(!date.description.isEmpty)
  }
}

@Suite struct DateSpellingTests {
  @Test(
    "reads what this tool and Apple print",
    arguments: [
      ("2026-05-30", 1_780_099_200_000), ("2026-05-30T10:00:00Z", 1_780_135_200_000),
      ("2026-05-30T12:00:00+02:00", 1_780_135_200_000),
      ("2026-05-30T10:00:00.123Z", 1_780_135_200_123),
      ("2026-05-30 10:00:00Z", 1_780_135_200_000), ("2026-05-30 10:00:00 UTC", 1_780_135_200_000),
      ("2026-05-30 10:00:00 GMT", 1_780_135_200_000),
      ("2026-05-30 10:00:00 Etc/GMT", 1_780_135_200_000),
      ("2026-05-30 10:00:00 +0000", 1_780_135_200_000),
      ("2026-05-30 12:00:00 +0200", 1_780_135_200_000),
      ("2026-05-30 03:00:00 America/Los_Angeles", 1_780_135_200_000),
      ("2026-01-30 02:00:00 America/Los_Angeles", 1_769_767_200_000),
      ("1780135200000", 1_780_135_200_000), ("1697679936049.7297", 1_697_679_936_049),
      ("1000000000000", 1_000_000_000_000), ("9999999999999", 9_999_999_999_999),
      ("1780135200", 1_780_135_200_000), ("1780135200.5", 1_780_135_200_500),
      ("1780135200.123456789", 1_780_135_200_123),
      ("1000000000", 1_000_000_000_000), ("9999999999", 9_999_999_999_000),
    ] as [(String, Int64)])
  func spellings(text: String, milliseconds: Int64) {
    #expect(DateSpelling.date(text)?.millisecondsSince1970 == milliseconds)
  }

  @Test("the hours at which clocks in California change mean one moment each")
  func california() {
    func date(_ clock: String) -> String? {
      DateSpelling.date("\(clock) America/Los_Angeles")?.description
    }
    // 2026-03-08 has no time from 2:00 to 3:00, and 2026-11-01 has the one from 1:00 to 2:00 twice.
    #expect(date("2026-03-08 01:59:59") == "2026-03-08T09:59:59Z")
    #expect(date("2026-03-08 02:30:00") == "2026-03-08T10:30:00Z")
    #expect(date("2026-03-08 03:00:00") == "2026-03-08T10:00:00Z")
    #expect(date("2026-11-01 00:59:59") == "2026-11-01T07:59:59Z")
    #expect(date("2026-11-01 01:30:00") == "2026-11-01T08:30:00Z")
    #expect(date("2026-11-01 02:00:00") == "2026-11-01T10:00:00Z")
  }

  @Test(
    "refuses what could mean several moments, and what is no date",
    arguments: [
      "", " ", "now", "Now", "today", "2026", "2026-5-30", "2026-05-30 10:00:00", "30.05.2026",
      "2026-05-30T10:00:00", "2026-02-29", "2026-05-30 10:00 UTC", "2026-05-30  10:00:00 UTC",
      "2026-05-30 10:00:00 CET", "2026-05-30 10:00:00 Z", "2026-05-30 10:00:00Z UTC",
      "2026-05-30 10:00:00 Etc/GMT ", "178013520", "17801352000", "178013520000", "17801352000000",
      "0000000000", "0780135200000", "-1780135200", "1780135200.", "1780135200.5x",
      "1780135200.1234567890", "1780135200000.", ".1780135200", "1780135200,5", "1.7801352e9",
    ])
  func refused(text: String) {
    #expect(DateSpelling.date(text) == nil)
  }

  @Test("now is what the caller says it is")
  func now() {
    let clock = ReceiptDate(millisecondsSince1970: 1)
    #expect(DateSpelling.date("now", now: clock) == clock)
    #expect(DateSpelling.date("1970-01-01", now: clock) != clock)
  }
}
