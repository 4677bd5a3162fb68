internal import ReceiptCore
internal import ReceiptMaking

/// How long a subscription period is: months of the calendar, which have different lengths, and then milliseconds.
struct PeriodLength: Sendable, Equatable {
  private var months = 0
  private var milliseconds: Int64 = 0

  static let month = PeriodLength(months: 1)
  static let day: Int64 = 86_400_000
  /// App Store Connect offers 3, 16 and 28 days (Apple, "Enable Billing Grace Period for auto-renewable
  /// subscriptions").
  static let longestGrace = 28 * day

  /// The longest period that the App Store sells is a year.
  private static let mostMonths = 12
  /// Far above every number that makes sense, and far below what could overflow.
  private static let longest: Int64 = 1_000_000

  private init(months: Int) { self.months = months }

  /// The length of a period from its ends; `nil` if it has none.
  init?(from start: ReceiptDate, to end: ReceiptDate) {
    guard end > start else { return nil }
    if let months = (1...Self.mostMonths).first(where: { start.adding(months: $0) == end }) {
      self.months = months
    } else {
      milliseconds = end.millisecondsSince1970 - start.millisecondsSince1970
    }
  }

  /// Reads a duration of ISO 8601: `P1M`, `P2W`, `P1Y6M`, `P1DT12H`. Units stand in their order, each with a whole number.
  init?(_ text: String) {
    guard text.hasPrefix("P") else { return nil }
    let halves = text.dropFirst().split(
      separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    guard read(halves[0], ["Y", "M", "W", "D"], isTime: false) else { return nil }
    if halves.count > 1 {
      guard !halves[1].isEmpty, read(halves[1], ["H", "M", "S"], isTime: true) else { return nil }
    }
    guard months > 0 || milliseconds > 0 else { return nil }
  }

  private mutating func read(_ half: Substring, _ units: [Character], isTime: Bool) -> Bool {
    var units = units[...]
    var rest = half
    while let mark = rest.firstIndex(where: { !$0.isNumber }) {
      guard let place = units.firstIndex(of: rest[mark]), let count = Int64(rest[..<mark]),
        count <= Self.longest
      else { return false }
      units = units[(place + 1)...]
      switch (rest[mark], isTime) {
      case ("Y", _): months += Int(count) * 12
      case ("M", false): months += Int(count)
      case ("W", _): milliseconds += count * 7 * Self.day
      case ("D", _): milliseconds += count * Self.day
      case ("H", _): milliseconds += count * 3_600_000
      case ("M", true): milliseconds += count * 60_000
      default: milliseconds += count * 1000
      }
      rest = rest[rest.index(after: mark)...]
    }
    return rest.isEmpty
  }

  /// The end of a period of this length.
  func end(after start: ReceiptDate) -> ReceiptDate {
    let day = months == 0 ? start : start.adding(months: months)
    return ReceiptDate(millisecondsSince1970: day.millisecondsSince1970 + milliseconds)
  }
}
