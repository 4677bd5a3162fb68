/// The ways in which this tool and Apple write a date, for people who paste one.
package enum DateSpelling {
  /// The word for the present time, which only the caller knows.
  package static let now = "now"

  /// One example of each, for messages.
  package static let examples =
    "2026-05-30, 2026-05-30T10:00:00Z, 2026-05-30T12:00:00+02:00, 2026-05-30 10:00:00 UTC "
    + "(or Etc/GMT, America/Los_Angeles, +0000), 1780135200000 (milliseconds since 1970), "
    + "1780135200 (seconds) or now"

  /// Reads a date in any of the spellings; `nil` for anything else, and for `now` if the caller has no clock.
  ///
  /// A day means its beginning in UTC. A time needs a zone, because without one it could mean several moments.
  package static func date(_ text: String, now: ReceiptDate? = nil) -> ReceiptDate? {
    if text == Self.now { return now }
    // The year 0 of RFC 3339 is in no calendar that people use. A date in it is a mistake.
    return written(text).flatMap { $0.isOfCommonEra ? $0 : nil }
  }

  private static func written(_ text: String) -> ReceiptDate? {
    let words = text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
      .map(Array.init)
    switch words.count {
    case 1: return ReceiptDate(dateOrDay: text) ?? sinceEpoch(words[0])
    // RFC 3339 §5.6 permits a space in place of the T.
    case 2: return ReceiptDate(words[0] + separator + withMinutes(words[1]))
    case 3: return date(words[0] + separator + words[1], inZone: words[2])
    default: return nil
    }
  }

  private static let separator = [UInt8(ascii: "T")]

  /// A time with the minutes of its zone. PostgreSQL writes the hours alone: `10:00:00+00`.
  private static func withMinutes(_ time: [UInt8]) -> [UInt8] {
    let zone = time.suffix(3)
    guard zone.count == 3, "+-".utf8.contains(zone[zone.startIndex]),
      zone.dropFirst().allSatisfy(Text.isDigit)
    else { return time }
    return time + Array("00".utf8)
  }

  private static func date(_ dayAndTime: [UInt8], inZone zone: [UInt8]) -> ReceiptDate? {
    switch String(decoding: zone, as: UTF8.self) {
    case "UTC", "GMT", "Etc/GMT": return ReceiptDate(dayAndTime + utc)
    case "America/Los_Angeles":
      return ReceiptDate(dayAndTime + utc).map(PacificTime.moment(showing:))
    // As Foundation describes a date: +0000.
    default:
      guard zone.first != utc.first else { return nil }
      return ReceiptDate(dayAndTime + zone)
    }
  }

  private static let utc = [UInt8(ascii: "Z")]

  /// Reads a number of milliseconds or of seconds since 1970, which may have a fraction. Their digits tell them
  /// apart: from 2001 to 2286 milliseconds have 13 of them, and seconds have 10.
  private static func sinceEpoch(_ text: [UInt8]) -> ReceiptDate? {
    let parts = text.split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    let whole = parts[0]
    let fraction = parts.dropFirst().first ?? [UInt8(ascii: "0")]
    guard whole.first != UInt8(ascii: "0"), whole.allSatisfy(Text.isDigit), !fraction.isEmpty,
      fraction.count <= longestFraction, fraction.allSatisfy(Text.isDigit)
    else { return nil }
    let milliseconds: ArraySlice<UInt8>
    switch whole.count {
    case 13: milliseconds = whole
    case 10: milliseconds = whole + (fraction.prefix(3) + Array("000".utf8)).prefix(3)
    default: return nil
    }
    return Int64(String(decoding: milliseconds, as: UTF8.self)).map {
      ReceiptDate(millisecondsSince1970: $0)
    }
  }

  /// As in the dates of receipts.
  private static let longestFraction = 9
}
