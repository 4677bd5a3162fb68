internal import ReceiptCore
internal import ReceiptMaking

/// The clock of the pretended App Store. It never goes back.
struct StoreClock: Sendable {
  /// What it showed when it was last set, and the real time of that.
  private var shown: ReceiptDate
  private var set: ReceiptDate
  private let speed: Int64

  /// Later nothing that the stand-in signs is valid.
  static let end = TestAuthority.anyTime.upperBound

  init(shows date: ReceiptDate, at now: ReceiptDate, speed: Int64) {
    shown = date
    set = now
    self.speed = max(speed, 0)
  }

  /// What it shows at a real time.
  func date(at now: ReceiptDate) -> ReceiptDate {
    let (elapsed, isLong) = now.millisecondsSince1970.subtractingReportingOverflow(
      set.millisecondsSince1970)
    let (passed, isTooLong) = max(elapsed, 0).multipliedReportingOverflow(by: speed)
    let (sum, isTooLate) = shown.millisecondsSince1970.addingReportingOverflow(passed)
    let isEnd = isLong || isTooLong || isTooLate
    return isEnd ? Self.end : min(ReceiptDate(millisecondsSince1970: sum), Self.end)
  }

  /// Sets it forward to a date.
  ///
  /// - Returns: whether the date is not in its past.
  mutating func move(to date: ReceiptDate, at now: ReceiptDate) -> Bool {
    guard date >= self.date(at: now), date <= Self.end else { return false }
    shown = date
    set = now
    return true
  }
}
