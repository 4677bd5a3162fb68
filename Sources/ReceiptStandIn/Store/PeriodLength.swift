internal import ReceiptCore
internal import ReceiptMaking

/// How long a subscription period is.
enum PeriodLength: Sendable, Equatable {
  /// Months of the calendar, which have different lengths.
  case months(Int)
  case milliseconds(Int64)

  /// The longest period that the App Store sells is a year.
  private static let mostMonths = 12

  /// The length of a period from its ends; `nil` if it has none.
  init?(from start: ReceiptDate, to end: ReceiptDate) {
    guard end > start else { return nil }
    let months = (1...Self.mostMonths).first { start.adding(months: $0) == end }
    self =
      months.map { .months($0) }
      ?? .milliseconds(end.millisecondsSince1970 - start.millisecondsSince1970)
  }

  /// Reads a duration of ISO 8601 in one unit, as Apple writes them: `P1M`, `P2W`, `PT36H`.
  init?(_ text: String) {
    let isTime = text.hasPrefix("PT")
    guard text.hasPrefix("P"), let unit = text.unicodeScalars.last,
      let count = Int64(text.dropFirst(isTime ? 2 : 1).dropLast()), count > 0,
      count <= Self.longest
    else { return nil }
    switch (unit, isTime) {
    case ("Y", false): self = .months(Int(count) * 12)
    case ("M", false): self = .months(Int(count))
    case ("W", false): self = .milliseconds(count * 7 * Self.day)
    case ("D", false): self = .milliseconds(count * Self.day)
    case ("H", true): self = .milliseconds(count * 3_600_000)
    case ("M", true): self = .milliseconds(count * 60_000)
    case ("S", true): self = .milliseconds(count * 1000)
    default: return nil
    }
  }

  static let day: Int64 = 86_400_000
  /// App Store Connect offers 3, 16 and 28 days (Apple, "Enable Billing Grace Period for auto-renewable
  /// subscriptions").
  static let longestGrace = 28 * day
  /// Far above every number that makes sense, and far below what could overflow.
  private static let longest: Int64 = 1_000_000

  /// The end of a period of this length.
  func end(after start: ReceiptDate) -> ReceiptDate {
    switch self {
    case .months(let count): start.adding(months: count)
    case .milliseconds(let count):
      ReceiptDate(millisecondsSince1970: start.millisecondsSince1970 + count)
    }
  }
}
