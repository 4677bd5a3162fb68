import Foundation
import ReceiptCore
import ReceiptMaking
import Testing

/// Compares the `_pst` dates with the zone database, around every change of the clocks.
@Suite struct PacificTimeTests {
  private static let california = TimeZone(identifier: "America/Los_Angeles")

  /// Every change from 1967 to 2099, with an hour and a second on both sides, in seconds since 1970.
  private static func moments() throws -> [Int] {
    let zone = try #require(california)
    var moments: [Int] = []
    // 1967-01-01 and 2100-01-01, both at 00:00 UTC.
    var moment = Date(timeIntervalSince1970: -94_694_400)
    let end = Date(timeIntervalSince1970: 4_102_444_800)
    while let change = zone.nextDaylightSavingTimeTransition(after: moment), change < end {
      let seconds = Int(change.timeIntervalSince1970)
      moments += [-3600, -1, 0, 1, 3600].map { seconds + $0 }
      moment = change.addingTimeInterval(1)
    }
    return moments
  }

  private static func text(_ seconds: Int, offset: Int, separator: String) throws -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    let parts = calendar.dateComponents(
      [.year, .month, .day, .hour, .minute, .second],
      from: Date(timeIntervalSince1970: Double(seconds + offset)))
    func padded(_ number: Int?) -> String {
      let digits = String(number ?? 0)
      return (digits.count < 2 ? "0" : "") + digits
    }
    return "\(padded(parts.year))-\(padded(parts.month))-\(padded(parts.day))\(separator)"
      + "\(padded(parts.hour)):\(padded(parts.minute)):\(padded(parts.second))"
  }

  @Test("Dates in California follow daylight saving time from 1967 to 2099")
  func everyChange() async throws {
    let zone = try #require(Self.california)
    let moments = try Self.moments()
    #expect(moments.count == 133 * 2 * 5, "the zone database knows every change")
    let purchases = try moments.enumerated().map { index, seconds in
      TestReceipts.purchase(
        DER.utf8("a"), transaction: String(10_000 + index),
        date: try Self.text(seconds, offset: 0, separator: "T") + "Z")
    }
    let bench = try Workbench()
    try bench.write("receipt", DER.receipt(TestReceipts.fields() + purchases))
    let json = try await bench.run(
      ["decode", "receipt", "--format", "verify-receipt"] + TestReceipts.trust()
    )
    .expect(status: 0).json()
    let answers = try #require(json["receipt"]?["in_app"]?.elements)
    #expect(answers.count == moments.count)
    for answer in answers {
      let index = try #require(answer["transaction_id"]?.string.flatMap { Int($0) }) - 10_000
      let seconds = moments[index]
      let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
      let expected = try Self.text(seconds, offset: offset, separator: " ")
      #expect(answer["purchase_date_pst"]?.string == "\(expected) America/Los_Angeles")
      #expect(answer["purchase_date_ms"]?.string == "\(seconds)000")
      let greenwich = try Self.text(seconds, offset: 0, separator: " ")
      #expect(answer["purchase_date"]?.string == "\(greenwich) Etc/GMT")
    }
  }

  @Test("Very distant dates are shown and do not trap")
  func farDates() async throws {
    let dates = [
      "0000-01-01T23:59:00+23:59", "0001-01-01T00:00:00Z", "1582-10-15T00:00:00Z",
      "1900-02-28T23:59:60Z", "4001-01-01T00:00:00Z", "9999-12-31T00:00:59.999-23:59",
    ]
    let purchases = dates.enumerated().map { index, date in
      TestReceipts.purchase(DER.utf8("a"), transaction: String(index), date: date)
    }
    let bench = try Workbench()
    try bench.write("receipt", DER.receipt(TestReceipts.fields() + purchases))
    for format in ["text", "json", "csv", "verify-receipt"] {
      try await bench.run(["decode", "receipt", "--format", format]).expect(status: 0)
    }
  }
}
